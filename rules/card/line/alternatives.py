"""Read the hands of a line: groups, and ``-or-`` between alternatives."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, NamedTuple

from rules.card.fault import LineFault, LineMend
from rules.card.line.cursor import Cursor, shown
from rules.card.line.groups import read_group
from rules.card.line.values import FLAGS, is_value, place_of_last_value
from rules.card.pattern import GroupPattern

MOST_ALTERNATIVES: Final = 26
"""Most alternatives of a line: one letter tells them apart."""
_MARKS: Final = ("+", "=")
"""Signs between groups, as in ``1111a + 6666a = 7777a``: for people only; the reader skips them."""
_OR: Final = re.compile(r"[-\u2013\u2014/]*(or)?[-\u2013\u2014/]*", re.IGNORECASE)
"""Spellings of ``-or-``; one character of it alone is a sign."""
_BEGINS_OR_OR_VALUE: Final = frozenset("-\u2013\u2014/oO0123456789xXcC\u00d7")
_ENDS_HAND: Final = ("", "(", *FLAGS)


class Hand(NamedTuple):
    """The groups of an alternative, with the places where they begin; ``broken`` where some cannot be read."""

    start: int
    end: int
    groups: tuple[GroupPattern, ...]
    starts: tuple[int, ...]
    broken: bool

    @property
    def size(self) -> int:
        """Its number of tiles."""
        return sum(len(group.faces) for group in self.groups)


def read_hands(cursor: Cursor) -> list[Hand]:
    """Read the alternatives that come next, up to rules, the value or the end."""
    last_value = place_of_last_value(cursor)
    hands: list[Hand] = []
    while True:
        hand = _read_hand(cursor, last_value)
        hands.append(hand)
        if not hand.groups and not hand.broken:
            cursor.fault("empty-line", "here a hand is missing", hand.start, 0)
        if not is_or(cursor):
            break
        take_or(cursor)
    if len(hands) > MOST_ALTERNATIVES:
        cursor.fault("too-many-alternatives", f"at most {MOST_ALTERNATIVES} alternatives a line", 0, len(cursor.text))
    return hands


def _read_hand(cursor: Cursor, last_value: int) -> Hand:
    start = cursor.peek().start
    groups: list[GroupPattern] = []
    starts: list[int] = []
    broken = False
    size = 0
    while (token := cursor.peek()).text not in _ENDS_HAND and not (
        token.text[0] in _BEGINS_OR_OR_VALUE and (is_or(cursor) or is_value(cursor, last_value, size, broken=broken))
    ):
        cursor.take()
        if token.text in _MARKS:
            continue
        group = read_group(cursor, token)
        if group is None:
            broken = True
            continue
        groups.append(group)
        starts.append(token.start)
        size += len(group.faces)
    return Hand(start, cursor.end_of_last(), tuple(groups), tuple(starts), broken)


def is_or(cursor: Cursor) -> bool:
    """Say whether the next token is ``-or-``, also in another spelling."""
    text = cursor.peek().text
    return len(text) > 1 and _OR.fullmatch(text) is not None


def take_or(cursor: Cursor) -> None:
    """Go behind ``-or-``; note a fault where it is written otherwise."""
    token = cursor.take()
    if token.text != "-or-":
        message = f"{shown(token.text)} is no group; between alternatives stands -or-"
        cursor.fault("wrong-or", message, token.start, len(token.text), ("-or-", "write -or-"))


def check_sizes(cursor: Cursor, hands: list[Hand], wanted: int) -> None:
    """Note the hands that have another number of tiles."""
    for hand in hands:
        if hand.groups and not hand.broken and hand.size != wanted:
            mend = _mended_size(hand, wanted - hand.size)
            message = f"the hand has {hand.size} tiles, not {wanted}{_dragons_of_dots(hand)}"
            cursor.faults.append(LineFault("wrong-tile-count", message, hand.start, hand.end - hand.start, mend))


def _dragons_of_dots(hand: Hand) -> str:
    """Return the rest of a message: groups such as ``DDD`` that were probably meant as dragons of some suit."""
    found = (group for group in hand.groups if group.suit == "D" and set(group.symbols) == {"D"})
    return "".join(
        f"; {group} is {len(group.faces)} dragons of the Dots: write {group}a, {group}* or 0, R, G" for group in found
    )


def _mended_size(hand: Hand, step: int) -> LineMend | None:
    """Return the mend of a hand with one tile too few or too many, where one group is the odd one out."""
    if abs(step) != 1:
        return None
    large = [place for place, group in enumerate(hand.groups) if group.alike and len(group.faces) > 2]
    sizes = [len(hand.groups[place].faces) for place in large]
    usual = [size for size in set(sizes) if sizes.count(size) > 1]
    odd = [place for place, size in zip(large, sizes, strict=True) if any(size + step == one for one in usual)]
    if len(odd) != 1:
        odd = [place for place, group in enumerate(hand.groups) if group.alike and str(group) in ("F", "FFF")]
    if len(odd) != 1:
        return None
    (place,) = odd
    group = hand.groups[place]
    text = str(replace(group, faces=group.faces[:1] * (len(group.faces) + step)))
    return LineMend(hand.starts[place], len(str(group)), text, f"write {text}")
