"""Commands that serve: the page with its server, and the phone edition without one.

Public: `serve` and `site`.
"""
