"""Normalise and compare the names of players."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rules.hand import is_player_name
from rules.input.one_line import JOINERS
from service.shared.errors import ServiceError

LONGEST: Final = 40
"""Maximum number of characters in a name."""


def clean_name(text: object, where: str) -> str:
    """Return a name in the ledger's form: composed letters (NFC), single spaces.

    Raises:
        ServiceError: `bad-name`.
    """
    if not isinstance(text, str):
        raise ServiceError("bad-name", "give a name as text", where)
    # We skip texts that are far too long, since NFC takes hours for long runs of accents.
    name = " ".join(unicodedata.normalize("NFC", text).split()) if len(text) <= 10 * LONGEST else ""
    if not is_player_name(name) or len(name) > LONGEST:
        message = f"a name has 1 to {LONGEST} printable characters and no quotation mark"
        raise ServiceError("bad-name", message, where)
    return name


def name_key(name: str) -> str:
    """Return a key that all spellings of a name share; at most twice `LONGEST` characters."""
    seen = "".join(char for char in name if char not in JOINERS)  # two names that look alike are one
    return unicodedata.normalize("NFC", " ".join(seen.split()).casefold())[: 2 * LONGEST]


def clean_names(texts: Iterable[object], where: str) -> tuple[str, ...]:
    """Return names in the ledger's form, in their order.

    Raises:
        ServiceError: `bad-name`, or `duplicate-name` if two names differ in case alone.
    """
    names: list[str] = []
    for at, text in enumerate(texts):
        place = f"{where}[{at}]"
        name = clean_name(text, place)
        if any(name_key(name) == name_key(other) for other in names):
            raise ServiceError("duplicate-name", f"{name} is named twice: give each person another name", place)
        names.append(name)
    return tuple(names)


def spelling(text: str, known: Mapping[str, str]) -> str:
    """Return the game's spelling of a name, by the names of `spelled`; a stranger's name stays as it is."""
    # As in `clean_name`, we skip texts that are far too long.
    return known.get(name_key(text), text) if len(text) <= 10 * LONGEST else text


def spelled(known: Sequence[str]) -> dict[str, str]:
    """Return the names of a game by their keys, so that `ann` finds Ann."""
    return {name_key(name): name for name in known}
