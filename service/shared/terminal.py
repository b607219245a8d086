"""Standard output and standard error, on terminals that cannot show every character."""

from __future__ import annotations

import io
import sys


def show_every_character() -> None:
    """Let output write a character that its encoding does not have as an escape, in the place of failing on it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
