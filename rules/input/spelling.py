"""Suggest the name that somebody misspelt."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

_LONGEST: Final = 80
"""Most characters of a name that `meant` compares; a longer one is no slip of the fingers."""


def meant(name: str, known: Iterable[str]) -> str:
    """Return ` (did you mean nmjl-1976?)` for a name that is nearly one of ``known``, else an empty text."""
    near = get_close_matches(name.lower(), list(known), 1, 0.7) if len(name) <= _LONGEST else []
    return f" (did you mean {near[0]}?)" if near else ""
