"""Say what to ask a person about uncertain tiles, and what each answer would mean for the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Final, Protocol

from rules.errors import HandError
from rules.hand import Hand
from service.judging.confirmation import ConfirmedRack, ConfirmedTile
from service.judging.rack_check import Case, question
from service.shared.wording import either, plural, tile_name

MOST_CASES: Final = 64
"""Combinations of labels we try; beyond that a person looks first."""

_MOST_ASKED: Final = 3
_MOST_TOLD: Final = 4


class Judged(Protocol):
    """The best hand that a rack makes, and its value; None where it wins nothing."""

    @property
    def best(self) -> str | None:
        """The hand's name."""

    @property
    def value(self) -> int | None:
        """The hand's value."""


Judge = Callable[[Hand], Judged]
"""From a hand to what it wins."""

MakeHand = Callable[[Mapping[int, str]], Hand]
"""From tile number to code, to the hand it makes."""


def cases(rack: ConfirmedRack, make_hand: MakeHand, judge: Judge) -> tuple[Case, ...]:
    """Judge the hand for every way its open tiles may be; return none where there are too many ways."""
    ways = list(islice(_ways(rack.open), MOST_CASES + 1))
    if len(ways) > MOST_CASES:
        return ()
    return tuple(case for way in ways if (case := _case(way, make_hand, judge)) is not None)


def _ways(open_tiles: tuple[ConfirmedTile, ...]) -> Iterator[dict[int, str]]:
    for labels in product(*(tile.choices for tile in open_tiles)):
        yield dict(zip((tile.number for tile in open_tiles), labels, strict=True))


def _case(way: dict[int, str], make_hand: MakeHand, judge: Judge) -> Case | None:
    """Judge one way; return None where it contradicts what the person said of the winning tile."""
    try:
        hand = make_hand(way)
    except HandError:
        return None
    check = judge(hand)
    return Case(way, check.best, check.value)


def sentence(rack: ConfirmedRack, tried: tuple[Case, ...]) -> str:
    """Say what to look at, and what it would mean: the whole answer in a player's words."""
    if len(rack.open) <= _MOST_ASKED:
        ask = "cannot say until you look at " + ", ".join(question(tile) for tile in rack.open)
    else:
        numbers = ", ".join(str(tile.number) for tile in rack.open)
        ask = f"cannot say until you look at {len(rack.open)} tiles: {numbers}"
    if not tried:
        return ask
    winning = [case for case in tried if case.best is not None]
    if not winning:
        return f"{ask}; none of these makes a hand of the card"
    lost = [case for case in tried if case.best is None]
    if len(tried) > 1 and not lost and len({(case.best, case.value) for case in winning}) == 1:
        these = "it is" if len(rack.open) == 1 else "they are"
        return f"{ask}; whichever of these {these}, it is hand {winning[0].best} for {winning[0].value}"
    verdicts = _verdicts(winning, rack)
    ways = [f"with {tiles} it is {hand}" for tiles, hand in verdicts[:_MOST_TOLD]]
    if len(verdicts) > _MOST_TOLD:
        ways.append(f"and {plural(len(verdicts) - _MOST_TOLD, 'more way wins', 'more ways win')}")
    if lost:
        ways.append(f"with {_of(lost[:1], rack)} no hand" if len(lost) == 1 else "otherwise no hand")
    return f"{ask}; {', '.join(ways)}"


def _verdicts(winning: Sequence[Case], rack: ConfirmedRack) -> list[tuple[str, str]]:
    """Pair tiles with the hand they make; labels of a single open tile that make the same hand go together."""
    hands: dict[object, list[Case]] = {}
    for case in winning:
        hands.setdefault((case.best, case.value) if len(rack.open) == 1 else len(hands), []).append(case)
    return [(_of(alike, rack), f"hand {alike[0].best} for {alike[0].value}") for alike in hands.values()]


def _of(alike: Sequence[Case], rack: ConfirmedRack) -> str:
    if len(rack.open) == 1:
        return f"the {either([tile_name(label) for case in alike for label in case.labels.values()])}"
    return " and ".join(f"tile {number} a {tile_name(label)}" for number, label in alike[0].labels.items())


def how_they_lie(numbers: Sequence[int]) -> str:
    """Ask which tiles are exposed, where the photo does not show it."""
    if len(numbers) == 1:
        return f"cannot say until you tell how tile {numbers[0]} lies: exposed, and with which tiles, or not"
    listed = ", ".join(str(number) for number in numbers)
    return f"cannot say until you tell how tiles {listed} lie: which are exposed, and in which groups, or none"


def what_it_means(as_read: Judged, flat: Judged) -> str:
    """Say what the hand is with the exposures as they seem to lie, and with none."""
    return f"with exposures as they seem to lie it is {_verdict(as_read)}, with none {_verdict(flat)}"


def _verdict(check: Judged) -> str:
    return f"hand {check.best} for {check.value}" if check.best is not None else "no hand"
