"""The phone edition as a folder of static files.

Public: `build`, `serve` and `sizes`.
"""
