"""The layers between the socket and the routes: connections, proxies, the guard, bodies and error answers.

Public: `connection`, `connection_limits`, `error_answers`, `event_streams`, `request_body`, `request_guard`,
`trusted_proxies` and `worker_messages`.
"""
