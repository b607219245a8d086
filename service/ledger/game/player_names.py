"""Normalise and compare the names of players."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from rules.hand import is_player_name
from rules.input.names import LONGEST_NAME, is_named, name_key
from service.shared.errors import ServiceError


def clean_name(text: object, where: str) -> str:
    """Return a name in the ledger's form: composed letters (NFC), single spaces.

    Raises:
        ServiceError: `bad-name`.
    """
    if not isinstance(text, str):
        raise ServiceError("bad-name", "give a name as text", where)
    # We skip texts that are far too long, since NFC takes hours for long runs of accents.
    name = " ".join(unicodedata.normalize("NFC", text).split()) if len(text) <= 10 * LONGEST_NAME else ""
    if not is_player_name(name) or len(name) > LONGEST_NAME:
        message = f"a name has 1 to {LONGEST_NAME} printable characters and no quotation mark"
        raise ServiceError("bad-name", message, where)
    return name


def clean_names(texts: Iterable[object], where: str) -> tuple[str, ...]:
    """Return names in the ledger's form, in their order.

    Raises:
        ServiceError: `bad-name`, or `duplicate-name` if two names differ in case alone.
    """
    names: list[str] = []
    for at, text in enumerate(texts):
        place = f"{where}[{at}]"
        name = clean_name(text, place)
        if is_named(name, names):
            raise ServiceError("duplicate-name", f"{name} is named twice: give each person another name", place)
        names.append(name)
    return tuple(names)


def spelling(text: str, known: Mapping[str, str]) -> str:
    """Return the game's spelling of a name, by the names of `spelled`; a stranger's name stays as it is."""
    return known.get(name_key(text), text)


def spelled(known: Sequence[str]) -> dict[str, str]:
    """Return the names of a game by their keys, so that `ann` finds Ann."""
    return {name_key(name): name for name in known}
