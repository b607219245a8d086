"""Check and write texts of one line, such as titles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Characters without a width that Persian and Hindi need, and that join several emoji into one family."""

_WITHOUT_JOINERS: Final = str.maketrans("", "", JOINERS)


def is_one_line(text: str) -> bool:
    """Say whether a text has no line break and no character that steers a terminal or a page."""
    return text.translate(_WITHOUT_JOINERS).isprintable()


def one_line(text: str) -> str:
    """Write a text in one line: put a space in place of each invisible character, and make spaces single."""
    return " ".join("".join(char if is_one_line(char) else " " for char in text).split())


def listed(items: Sequence[str], word: str = "and") -> str:
    """Return ``a, b and c``, with another ``word`` before the last item if asked; blank for no items."""
    return f"{', '.join(items[:-1])} {word} {items[-1]}" if len(items) > 1 else "".join(items)
