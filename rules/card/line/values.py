"""Read the value of a line, such as ``x25`` or ``c30``, also in other forms that people write."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rules.card.fault import LineFault, LineMend
from rules.card.line.cursor import Cursor, Token, shown
from rules.card.line.groups import is_group
from rules.card.pattern import HAND_SIZE, LARGEST_VALUE

FLAGS: Final = ("sp", "nojoker")
"""Words that may stand behind the value."""
VALUE: Final = re.compile(r"(?P<kind>[xXcC])(?P<value>[0-9]{1,6})")
"""A value in the required form."""
BARE_VALUE: Final = re.compile(r"[0-9]{1,6}")
_KINDS: Final = ("x", "X", "c", "C")
_SWAPPED: Final = re.compile(r"([0-9]{1,6})([xXcC])")
_NEARLY: Final = re.compile(r"([xXcC\u00d7])[^\w*!+]?([0-9]{1,6})[^\w*!+]*")
"""A value with a sign in it or behind it, such as ``x25.``, or with a multiplication sign."""


class Value(NamedTuple):
    """What a hand pays, and whether it must be concealed."""

    points: int
    concealed_only: bool


def place_of_last_value(cursor: Cursor) -> int:
    """Return which token is the last value in the required form, counted from 0; -1 without one."""
    return max((at for at, token in enumerate(cursor.tokens) if VALUE.fullmatch(token.text)), default=-1)


def is_value(cursor: Cursor, last: int, size: int, *, broken: bool) -> bool:
    """Say whether the next token is the value, in the required form or in another one that people write.

    ``last`` is the `place_of_last_value`, ``size`` the number of tiles before it; ``broken``: some cannot be read.
    """
    text, after = cursor.peek().text, cursor.peek(1).text
    if VALUE.fullmatch(text) or _NEARLY.fullmatch(text):
        return True
    if text in _KINDS and (BARE_VALUE.fullmatch(after) or after in ("", *FLAGS)):
        return True
    swapped = _SWAPPED.fullmatch(text)
    if swapped is not None and swapped[2] in "xX":
        return True
    if swapped is None and BARE_VALUE.fullmatch(text) is None:
        return False
    complete = size >= HAND_SIZE or (broken and not after)
    # In a hand of more than 14 tiles 22c and 00 are tiles if the value follows.
    return complete and not (cursor.next < last and is_group(text))


def read_value(cursor: Cursor) -> Value:
    """Take the next token as the value; note a fault where it is written otherwise, too large, or missing."""
    token = cursor.take()
    match = VALUE.fullmatch(token.text)
    kind, number = (match["kind"], match["value"]) if match else _other_form(cursor, token)
    if not number:
        _missing(cursor, token)
        return Value(0, concealed_only=False)
    points = int(number)
    if not 1 <= points <= LARGEST_VALUE:
        message = f"a value is 1 to {LARGEST_VALUE}, not {points}"
        start, end = token.start + (match is not None), cursor.end_of_last()
        mend = LineMend(token.start, end - token.start, cursor.usual, f"write {cursor.usual}, if that is its value")
        cursor.faults.append(LineFault("bad-value", message, start, end - start, mend))
    return Value(points, concealed_only=kind in "cC")


def _other_form(cursor: Cursor, token: Token) -> tuple[str, str]:
    """Read a value that is not written as it should be, such as ``25x``, ``x 25`` or ``25``; note the fault.

    Returns its x or c and its number, both empty where it is no value.
    """
    swapped, nearly = _SWAPPED.fullmatch(token.text), _NEARLY.fullmatch(token.text)
    written = token.text
    if token.text in _KINDS and BARE_VALUE.fullmatch(cursor.peek().text):
        kind, number = token.text, cursor.take().text
        written += f" {number}"
    elif swapped is not None:
        number, kind = swapped.groups()
    elif nearly is not None:
        kind, number = nearly[1].replace("\u00d7", "x"), nearly[2]
    elif BARE_VALUE.fullmatch(token.text):
        kind, number = cursor.usual[0], token.text
    else:
        return "", ""
    made = f"{kind.lower()}{int(number)}"
    message = f"{shown(written)} is no value: x (exposed) or c (concealed) stands right before its number"
    if nearly is not None:
        message = f"{shown(written)} is no value: it is x or c and a number, and no sign"
    length = cursor.end_of_last() - token.start
    cursor.fault("misplaced-value", message, token.start, length, (made, f"write {made}"))
    return kind, number


def _missing(cursor: Cursor, token: Token) -> None:
    """Note that ``token`` stands where a value should; an x or c without its number is kept."""
    kind_alone = token.text in _KINDS
    usual = f"{token.text.lower()}{cursor.usual[1:]}" if kind_alone else cursor.usual
    text = usual if kind_alone else f" {usual} " if token.text else f" {usual}"
    message = "the hand ends with x (exposed) or c (concealed) and its value, as in x25"
    mend = (text, f"write {usual}, if that is its value")
    cursor.fault("missing-value", message, token.start, len(token.text) if kind_alone else 0, mend)
