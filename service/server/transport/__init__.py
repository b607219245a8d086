"""The layers between the socket and the routes: connections, proxies, the guard, bodies and error answers."""
