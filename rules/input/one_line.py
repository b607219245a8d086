"""Titles and other texts that stand in one line."""

from __future__ import annotations

from typing import Final

JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Marks without a width that Persian and Hindi are written with, and that make one family of several emoji."""

_WITHOUT_JOINERS: Final = str.maketrans("", "", JOINERS)


def is_one_line(text: str) -> bool:
    """Say whether a text has no line break and no character that steers a terminal or a page."""
    return text.translate(_WITHOUT_JOINERS).isprintable()


def one_line(text: str) -> str:
    """Write a text in one line: single spaces, and a space in the place of what nobody can see."""
    return " ".join("".join(char if is_one_line(char) else " " for char in text).split())
