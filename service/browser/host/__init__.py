"""The Python side of the browser host: pass the core's requests to JavaScript, and return its answers.

Public: `browser_host`.
"""
