"""Load-test the server with real processes, real connections and real photos."""
