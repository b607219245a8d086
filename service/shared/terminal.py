"""Standard output and standard error, on terminals that cannot show every character."""

from __future__ import annotations

import io
import sys


def show_every_character() -> None:
    """Make output write an escape for a character that its encoding lacks, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
