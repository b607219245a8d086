"""Compare the names of people: spellings that a table takes for one name are one person."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from rules.input.one_line import JOINERS

LONGEST_NAME: Final = 40
"""Most characters of a name that the ledger keeps."""


def name_key(name: str) -> str:
    """Return a key that all spellings of a name share: capitals, composed letters, spaces and joiners do not matter.

    The key of a name in the ledger has at most twice `LONGEST_NAME` characters.
    """
    if len(name) > 10 * LONGEST_NAME:  # NFC takes hours for long runs of accents
        return name
    seen = "".join(char for char in name if char not in JOINERS)  # two names that look alike are one
    return unicodedata.normalize("NFC", " ".join(seen.split()).casefold())[: 2 * LONGEST_NAME]


def is_named(name: str, names: Iterable[str]) -> bool:
    """Say whether one of ``names`` is a spelling of ``name``."""
    return name_key(name) in map(name_key, names)
