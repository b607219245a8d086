"""Read one group of tiles, such as ``2222a`` or ``FF!``."""

from __future__ import annotations

import re
from typing import Final

from rules.card.fault import LineFault, LineMend
from rules.card.line.cursor import Cursor, PatternError, Token, shown
from rules.card.line.mends import LOOK_ALIKES, mend_group
from rules.card.pattern import ANY_SUIT, LETTERS, NAMED_SUITS, SUITED, UNKNOWN_SUITS, Face, GroupPattern

_LONGEST_MENDED: Final = 40
"""Most characters of a mistyped word that we try to mend."""
_GROUP: Final = re.compile(
    rf"(?P<faces>.+?)(?P<suit>[{UNKNOWN_SUITS}{NAMED_SUITS}{ANY_SUIT}]?)(?P<natural>!?)", re.DOTALL
)
_FACE: Final = re.compile(rf"(?P<letter>[{LETTERS}])(?:\+(?P<plus>[1-8]))?|[1-90DRGNEWSZFJA]")


def parse_group(text: str, start: int = 0) -> GroupPattern:
    """Read one group, such as ``2222a`` or ``FF!``; ``start``: its place in its line. Raises PatternError."""
    match = _GROUP.fullmatch(text)
    if match is None:
        raise PatternError("unknown-face", f"{shown(text)} is no group of tiles", start)
    faces = []
    at = 0
    while at < len(match["faces"]):
        face = _FACE.match(match["faces"], at)
        if face is None:
            wrong = match["faces"][at]
            message = f"{wrong!r} is no face; faces are 1-9 0 D R G N E W S Z F J A {' '.join(LETTERS)}"
            if wrong in UNKNOWN_SUITS and at:
                message = f"the suit {wrong} ends a group: leave a space behind it"
            raise PatternError("unknown-face", message, start + at)
        faces.append(Face(face["letter"] or face.group(), int(face["plus"] or 0)))
        at = face.end()
    group = GroupPattern(tuple(faces), match["suit"], bool(match["natural"]))
    _check_group(group, start)
    return group


def _check_group(group: GroupPattern, start: int) -> None:
    suited = not set(SUITED).isdisjoint(group.symbols)
    if suited and not group.suit:
        message = f"{group} needs a suit: a, b, c, * (any), or B, C, D"
        raise PatternError("missing-suit", message, start)
    if group.suit and not suited:
        raise PatternError("needless-suit", f"{group} has a suit but no number or D that takes one", start)
    if not group.alike and any(symbol in "ZAJ" for symbol in group.symbols):
        raise PatternError("mixed-group", f"in {group}, Z, A and J stand only with their like", start)


def is_group(text: str) -> bool:
    """Say whether a text is one group."""
    try:
        parse_group(text)
    except PatternError:
        return False
    return True


def read_group(cursor: Cursor, token: Token) -> GroupPattern | None:
    """Read a token as a group; note a fault with its mend, and return None, where it is no group."""
    try:
        return parse_group(*token)
    except PatternError as error:
        word = token.text
        guess = mend_group(word, cursor.usual_suit, is_group) if len(word) <= _LONGEST_MENDED else None
        start, length, message = error.start, len(word), error.message
        if error.code == "unknown-face":
            length = 1
            strange = next((at for at, char in enumerate(word) if char in LOOK_ALIKES), None)
            if strange is not None:
                start, message = token.start + strange, LOOK_ALIKES[word[strange]]
        mend = None if guess is None else LineMend(token.start, len(word), *guess)
        cursor.faults.append(LineFault(error.code, message, start, length, mend))
        return None
