"""Find probable mistypings in a readable line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Final

from rules.card.card_file import DraftLine
from rules.card.fault import LineFault, LineMend
from rules.card.line.card_line import Line
from rules.card.packed_groups import SIZE_MASK, GroupId
from rules.card.pattern import ANY_SUIT, NAMED_SUITS, UNKNOWN_SUITS, AnyYear, GroupPattern, Word
from rules.matching.joker_rules import SMALLEST_EXPOSURE
from rules.tiles import Tile, copies

_WINDS: Final = frozenset("NEWS")
_SUIT_WORDS: Final = {"one": 1, "two": 2, "three": 3, "1": 1, "2": 2, "3": 3}
_SUITS_SAID: Final = re.compile(
    r"\b(?:any |in |same |all in )?(?P<number>one|two|three|[123]) suits?\)?\s*$", re.IGNORECASE
)
"""The number of suits at the end of a title, as in "any 2 suits"; a card prints it behind a line."""

_FIVE: Final = 5
"""Values on cards are multiples of this number."""


@dataclass(frozen=True, slots=True)
class Around:
    """The context of a line: the values of the other lines in its section, and the years that the card names."""

    values: tuple[int, ...]
    years: frozenset[str]
    bonus_for_jokerless: bool


def line_doubts(found: DraftLine, around: Around) -> Iterator[LineFault]:
    """Yield a warning for each probable mistyping in a line; none for an unreadable line."""
    line = found.line
    if line is None:
        return
    for groups, starts, rules in zip(line.hands, line.starts, line.rules, strict=True):
        if any(isinstance(rule, AnyYear) for rule in rules):
            printed = frozenset(group.symbols for group in groups if group.year is not None)
            around = replace(around, years=printed)  # each is an example
        for group, start in zip(groups, starts, strict=True):
            at = start, len(str(group))
            yield from _run_together(group, at, around.years)
            yield from _news(group, at)
            yield from _year(group, at, around.years)
            yield from _jokers(group, at)
            if Word("suits free") not in rules:  # else its suit is an example
                yield from _dragons(group, start, groups)
        yield from _too_many(groups, starts)
        yield from _twice(groups, starts)
    yield from _value(line, around)
    yield from _pairs(line, found, around)
    yield from _suits_said(line)


def _warning(code: str, message: str, at: tuple[int, int], text: str | None = None, say: str = "") -> LineFault:
    """Return a warning about the characters ``at`` (start, length); ``text`` is the text to write in their place."""
    mend = None if text is None else LineMend(*at, text, say or f"write {text}")
    return LineFault(code, message, *at, mend, "warning")


def _run_together(group: GroupPattern, at: tuple[int, int], years: frozenset[str]) -> Iterator[LineFault]:
    """Warn of a group that is probably two groups without a space between them."""
    if group.alike:
        return
    symbols = group.symbols
    runs = [(symbol, len(list(same))) for symbol, same in groupby(symbols)]
    flowers_and_more = "F" in symbols
    pairs_and_more = len(runs) > 1 and all(size > 1 for _, size in runs)
    long_run = any(size > 2 for symbol, size in runs if symbol != "0") and symbols not in years
    if not (flowers_and_more or pairs_and_more or long_run):
        return
    parts = []
    for suited, run in groupby(runs, key=lambda one: one[0] not in "FNEWSRGZAJ"):
        listed = list(run)
        whole = "".join(symbol * size for symbol, size in listed)
        if suited and not (pairs_and_more or long_run):
            parts.append(whole + group.suit)
        else:
            parts += [symbol * size + (group.suit if suited and symbol != "0" else "") for symbol, size in listed]
    mark = "!" if group.natural_only else ""
    text = " ".join(part + mark for part in parts)
    message = f"{group} is one group of different tiles; is a space missing in it?"
    yield _warning("missing-space", message, at, text)


def _news(group: GroupPattern, at: tuple[int, int]) -> Iterator[LineFault]:
    """Warn of a group of winds that is probably NEWS."""
    symbols = group.symbols
    if group.alike or not set(symbols) <= _WINDS or symbols == "NEWS" or len(symbols) not in (3, 4, 5):
        return
    if len(set(symbols)) < len(symbols) - 1 or all(len(list(same)) > 1 for _, same in groupby(symbols)):
        return
    message = f"{group} is a strange group of winds; the four of them are NEWS"
    # With a wind more or less the hand would have another number of tiles.
    yield _warning("misspelt-news", message, at, "NEWS" if len(symbols) == len(_WINDS) else None)


def _year(group: GroupPattern, at: tuple[int, int], years: frozenset[str]) -> Iterator[LineFault]:
    """Warn of a year other than the card's."""
    if not years or group.year is None or group.symbols in years:
        return
    year = max(years)
    text = f"{year}{group.suit}{'!' if group.natural_only else ''}"
    yield _warning("wrong-year", f"{group.symbols} is not the year of this card, {year}", at, text)


def _jokers(group: GroupPattern, at: tuple[int, int]) -> Iterator[LineFault]:
    """Warn of jokers printed as tiles: cards ask for none."""
    if group.faces[0].symbol == "J" and len(group.faces) > 1:
        text = "F" * len(group.faces)
        message = f"{group} asks for jokers that must be jokers; a card prints tiles, and jokers stand for them"
        yield _warning("printed-jokers", message, at, text, f"write {text}, if flowers are meant")


def _dragons(group: GroupPattern, start: int, groups: tuple[GroupPattern, ...]) -> Iterator[LineFault]:
    """Warn of White dragons that are probably dragons of a suit whose letter is missing."""
    others = {other.suit for other in groups if other is not group and other.suit}
    if group.suit == "D" and group.faces[0].symbol == "D" and group.alike and others and not others & set(NAMED_SUITS):
        size = len(group.faces)
        written = "D" * (size + 1)
        suit = next(iter(sorted(others & set(UNKNOWN_SUITS))), ANY_SUIT)
        message = f"{written} is {size} White dragon{'s' * (size > 1)}: the last D is the suit, Dots"
        text = f"{'D' * size}{suit}"
        yield _warning(
            "dragon-without-suit", message, (start, len(written)), text, f"write {text}, if a suit's dragons are meant"
        )


def _too_many(groups: tuple[GroupPattern, ...], starts: tuple[int, ...]) -> Iterator[LineFault]:
    """Warn of more jokers or flowers than a set holds; jokers can make up for other tiles."""
    for symbol, name in (("F", "flowers"), ("J", "jokers")):
        number = sum(group.symbols.count(symbol) for group in groups)
        if number > copies(Tile(symbol)):
            first = next(start for group, start in zip(groups, starts, strict=True) if symbol in group.symbols)
            message = f"the hand has {number} {name}; a set has {copies(Tile(symbol))}"
            yield _warning("more-than-a-set", message, (first, number))


def _twice(groups: tuple[GroupPattern, ...], starts: tuple[int, ...]) -> Iterator[LineFault]:
    """Warn of two groups that are the same, as where a player forgot to change the suit; flowers may stand twice."""
    seen: set[str] = set()
    for group, start in zip(groups, starts, strict=True):
        if not group.alike or group.suit == ANY_SUIT or group.faces[0].symbol in "FZAJ":
            continue
        if str(group) in seen:
            message = f"{group} stands twice in this hand; is one of the two in another suit?"
            yield _warning("group-twice", message, (start, len(str(group))))
        seen.add(str(group))


def _value(line: Line, around: Around) -> Iterator[LineFault]:
    """Warn of a value that no card prints, or that is far from the other values of its section."""
    start, length = line.value_at
    kind = "c" if line.concealed_only else "x"
    if line.value % _FIVE:
        near = max(_FIVE, _FIVE * round(line.value / _FIVE))
        message = f"{line.value} is not a multiple of 5, as values are"
        yield _warning("odd-value", message, (start, length), f"{kind}{near}")
        return
    if len(around.values) < 2:
        return
    middle = sorted(around.values)[len(around.values) // 2]
    if middle * 3 <= line.value or line.value * 3 <= middle:
        tenth = line.value // 10
        likely = tenth if line.value % 10 == 0 and tenth in around.values else middle
        message = (
            f"{line.value} is far from the other values of this section, {min(around.values)} to {max(around.values)}"
        )
        yield _warning(
            "far-value", message, (start, length), f"{kind}{likely}", f"write {kind}{likely}, if that is its value"
        )


def _pairs(line: Line, found: DraftLine, around: Around) -> Iterator[LineFault]:
    """Warn of hands of singles and pairs that may be exposed, or that lack the flag ``sp``."""
    only_pairs = all(len(group.faces) < 3 or not group.alike for groups in line.hands for group in groups)
    # Three letters in a row may stand for one number.
    if not only_pairs or any(map(_may_be_exposed, chain(*chain(*found.concrete)))):
        return
    start, length = line.value_at
    if not line.concealed_only:
        message = "nothing of a hand of singles and pairs can be exposed: x is c"
        yield _warning("nothing-to-expose", message, (start, length), f"c{line.value}")
    if around.bonus_for_jokerless and not line.singles_and_pairs and not line.no_jokers:
        end = start + length
        message = "a hand of singles and pairs without sp would be paid double for being jokerless"
        mend = LineMend(end, 0, " sp", "write sp behind the value")
        yield LineFault("missing-sp", message, start, len(found.literal.value) - start, mend, "warning")


def _may_be_exposed(group: GroupId) -> bool:
    return group > 0 and group & SIZE_MASK >= SMALLEST_EXPOSURE


def _suits_said(line: Line) -> Iterator[LineFault]:
    """Warn of a number of suits in the title that the suit letters contradict."""
    said = _SUITS_SAID.search(line.title)
    if said is None:
        return
    number = _SUIT_WORDS[said["number"].lower()]
    suits = [{group.suit for group in groups if group.suit} for groups in line.hands]
    counted = set(map(len, suits))
    shown = max(counted)
    if number in counted or not shown or any(map(_leaves_suits_open, suits)):
        return
    word = {1: "one", 2: "two", 3: "three"}[shown] if said["number"].isalpha() else str(shown)
    at = said.start("number")
    message = f"the words say {said['number']} suit{'s' * (number > 1)}, the letters show {shown}"
    yield _warning(
        "suits-differ", message, (at, len(said["number"])), word, f"write {word} in the words, or change the letters"
    )


def _leaves_suits_open(suits: set[str]) -> bool:
    """Say whether the letters leave the number of suits open: one of any suit may be one of the others."""
    return ANY_SUIT in suits or not (suits.isdisjoint(UNKNOWN_SUITS) or suits.isdisjoint(NAMED_SUITS))
