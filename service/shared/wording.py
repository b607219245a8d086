"""Word tiles, lists and corrections of input as a player would."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

_SUITS: Final = {"B": "Bam", "C": "Crak", "D": "Dot"}
_HONORS: Final = {
    "N": "North",
    "E": "East",
    "W": "West",
    "S": "South",
    "R": "Red dragon",
    "G": "Green dragon",
    "0": "Soap",
    "F": "Flower",
    "J": "Joker",
    "BACK": "face down",
}


NO_FACES: Final = "no face of a tile was found: take the photo from closer, above the tiles, sharp and in good light"


_WANTED: Final = (
    (re.compile(r"Input should be a valid integer\b.*"), "write a whole number"),
    (re.compile(r"Input should be a valid number\b.*"), "write a number"),
    (re.compile(r"Unable to parse input string as an integer\b.*"), "write a smaller number"),
    (re.compile(r"Input should be greater than or equal to (\S+)"), r"write \1 or more"),
    (re.compile(r"Input should be less than or equal to (\S+)"), r"write \1 or less"),
    (re.compile(r"Input should be greater than (\S+)"), r"write more than \1"),
    (re.compile(r"String should have at most (\d+) characters?"), r"write at most \1 characters"),
    # Our own validators already say what to write.
    (re.compile(r"Value error, "), ""),
)
"""Pydantic's message for a wrong setting or option, and our wording."""


def what_to_write(message: str) -> str:
    """Turn pydantic's message about a wrong value into advice on what to write."""
    for found, wanted in _WANTED:
        message = found.sub(wanted, message)
    return message


def file_name(path: str) -> str:
    """Return the name of a file without its folder, which is private, and with `?` for bytes that are no UTF-8."""
    return PurePath(path).name.encode("utf-8", "replace").decode()


def tile_name(label: str) -> str:
    """Return `6B` as `6 Bam`."""
    return _HONORS.get(label) or f"{label[0]} {_SUITS[label[1]]}"


def either(words: Sequence[str]) -> str:
    """Return `a, b or c`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" or {words[-1]}"


def plural(count: int, one: str, many: str = "") -> str:
    """Return `1 tile`, `2 tiles`."""
    return f"{count} {one if count == 1 else many or one + 's'}"
