"""Load: what the server bears, measured with real processes, real connections and real photos."""
