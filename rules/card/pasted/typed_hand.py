"""What the groups of a typed hand show by themselves: sizes, numbers in a row, winds, a group torn in two."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Final

from rules.card.pasted.typed_words import Group

_DRAGON_NAMES: Final = frozenset({"r", "g", "w", "red", "green"})

TypedHand = tuple[Group | str, ...]
"""Groups, and the signs that stand between them."""
_SEXTET: Final = 6
_SERIES: Final = 3
"""Fewest groups of consecutive numbers that make a line of runs."""


def size_of(hand: TypedHand) -> int:
    """Count its tiles."""
    return sum(one.size for one in hand if isinstance(one, Group))


def wind_or_five(groups: tuple[Group, ...]) -> str | None:
    """Return fives or Souths of a hand that may be the other: cards print North and South together.

    A colour tells them apart; of fives beside all winds but South it is hardly the right one.
    """
    like = {group.faces[0]: group.faces for group in groups if len(set(group.faces)) == 1}
    winds = {face for group in groups for face in group.faces if face in "NEWS"}
    told = any(group.mark for group in groups)
    if winds == set("NEW") or ("N" in winds and "S" not in winds and not told):
        return like.get("5")
    return like.get("S") if "N" not in like and not told and any(group.suited for group in groups) else None


def west_or_white(groups: tuple[Group, ...]) -> str | None:
    """Return Wests beside Red or Green dragons and no East, which may be White dragons: cards print West with East."""
    faces = {group.faces[0]: group.faces for group in groups if len(set(group.faces)) == 1}
    return faces.get("W") if faces.keys() & {"R", "G"} and "E" not in faces else None


def torn_group(groups: tuple[Group, ...]) -> str | None:
    """Return two groups that no card prints beside each other: WWW W, 22 22 in one color, or NE WS."""
    for one, other in pairwise(groups):
        apart = one.mark == other.mark != "" if one.suited else 1 in {one.size, other.size}
        if (apart and len({*one.faces, *other.faces}) == 1) or one.faces + other.faces == "NEWS":
            return f"{one.faces} {other.faces}"
    return None


def torn_year(groups: tuple[Group, ...]) -> str | None:
    """Return digits with a zero that spell no year: cards print such a zero in years alone."""
    digits = (one.faces for one in groups if one.faces.isdigit() and set(one.faces) > {"0"})
    return next((faces for faces in digits if not re.fullmatch(r"(?:19|20)\d\d", faces)), None)


def named_dragon(groups: tuple[Group, ...], inked: bool) -> str | None:
    """Return dragons with red, green or white behind them, where no number has its colour written in the same way.

    ``inked``: the colours of whole words are printed ones.
    """
    written = {(len(one.mark) > 1, one.mark.isupper()) for one in groups if one.mark and set(one.faces) != {"D"}}
    for one in groups:
        word = len(one.mark) > 1
        named = set(one.faces) == {"D"} and one.mark.lower() in _DRAGON_NAMES and not (inked and word)
        if named and (word, one.mark.isupper()) not in written:
            return f"{one.faces} {one.mark}"
    return None


def grown_group(groups: tuple[Group, ...]) -> str | None:
    """Return a group of more like tiles than a sextet has: two groups without a blank between them."""
    return next((one.faces for one in groups if len(set(one.faces)) == 1 and one.size > _SEXTET), None)


def numbers_of(hand: TypedHand) -> list[int]:
    """Return the number of each group of like numbers."""
    groups = [group.faces for group in hand if isinstance(group, Group) and len(set(group.faces)) == 1]
    return [int(faces[0]) for faces in groups if faces[0] in "123456789"]


def begs_a_remark(hand: TypedHand) -> bool:
    """Say whether numbers rise by ones or are all alike: beside such a hand cards print a rule for other numbers."""
    numbers = numbers_of(hand)
    return rise(numbers, _SERIES) or (len(numbers) > 1 and len(set(numbers)) == 1)


def rise(numbers: list[int], fewest: int) -> bool:
    """Say whether at least ``fewest`` different numbers rise by ones."""
    kinds = list(dict.fromkeys(numbers))
    return len(kinds) >= fewest and kinds == list(range(kinds[0], kinds[0] + len(kinds)))


def consecutive(hand: TypedHand) -> bool:
    """Say whether the numbers of a hand, years aside, follow each other without a gap, or it has letters or none."""
    faces = {face for one in hand if isinstance(one, Group) and "0" not in one.faces for face in one.faces}
    numbers = sorted(map(int, faces & {*"123456789"}))
    return not numbers or not faces.isdisjoint("XYUV") or 0 < numbers[-1] - numbers[0] == len(numbers) - 1


def differ(hand: TypedHand) -> bool:
    """Say whether only dragons stand in a hand more than once, so that all groups may have to differ."""
    faces = [group.faces[0] for group in hand if isinstance(group, Group) and set(group.faces) != {"D"}]
    return len(faces) == len(set(faces))


def any_wind(groups: tuple[Group, ...]) -> tuple[tuple[Group, ...], bool]:
    """Write the only wind of a hand as ``Z``, any wind; say whether there is such a wind."""
    winds = {group.faces[0] for group in groups if len(set(group.faces)) == 1 and group.faces[0] in "NEWS"}
    if len(winds) != 1:
        return groups, any(group.faces[0] == "Z" for group in groups)
    return (
        tuple(replace(group, faces="Z" * group.size) if set(group.faces) <= winds else group for group in groups),
        True,
    )
