"""Find the comments of a TOML file, and write them as rows, so that a form of the file keeps them."""

from __future__ import annotations

import re
from typing import Final

STRING: Final = r"""\"{3}(?:\\.|[^\\])*?\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'"""
"""A string of TOML, in each of its four forms."""
_COMMENT: Final = re.compile(rf"{STRING}|#(?P<comment>[^\n]*)", re.DOTALL)


def comments_of(text: str) -> str:
    """Return the comments of a file, each in a row, with single blanks."""
    found = (" ".join((match["comment"] or "").split()) for match in _COMMENT.finditer(text))
    return "\n".join(filter(None, found))


def comment_rows(comments: str) -> list[str]:
    """Return comments as rows of a file."""
    return [f"# {' '.join(comment.split())}" for comment in comments.split("\n") if comment.strip()]
