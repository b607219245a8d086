"""The HTTP server: one application (`service.server.app`), run by one or several workers (`service.server.workers`).

Public: `listener` and `workers`.
"""
