"""What to ask a person about tiles that are not sure, and what each answer would mean for the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Final

from rules.errors import HandError
from rules.hand import Hand
from service.confirm import ConfirmedRack, ConfirmedTile
from service.words import either, plural, tile_name

MOST_CASES: Final = 64
"""Combinations of labels that are tried; beyond that a person looks first and the card is asked again."""

_MOST_ASKED: Final = 3
_MOST_TOLD: Final = 4

Judge = Callable[[Hand], Mapping[str, Any]]
"""From a hand to its check document."""

MakeHand = Callable[[Mapping[int, str]], Hand]
"""From tile number to code, to the hand it makes."""


@dataclass(frozen=True, slots=True)
class Case:
    """One way the open tiles may be, and what the hand then is."""

    labels: dict[int, str]
    best: str | None
    value: int | None

    def to_json(self) -> dict[str, Any]:
        """Tile numbers to codes, and the verdict for them."""
        tiles = {str(number): label for number, label in self.labels.items()}
        return {"tiles": tiles, "win": self.best is not None, "best": self.best, "value": self.value}


def cases(rack: ConfirmedRack, make_hand: MakeHand, judge: Judge) -> tuple[Case, ...]:
    """Judge the hand for every way its open tiles may be; empty where there are too many ways or no candidate."""
    ways = list(islice(_ways(rack.open), MOST_CASES + 1))
    if len(ways) > MOST_CASES:
        return ()
    return tuple(case for way in ways if (case := _case(way, make_hand, judge)) is not None)


def _ways(open_tiles: tuple[ConfirmedTile, ...]) -> Iterator[dict[int, str]]:
    for labels in product(*(tile.choices for tile in open_tiles)):
        yield dict(zip((tile.number for tile in open_tiles), labels, strict=True))


def _case(way: dict[int, str], make_hand: MakeHand, judge: Judge) -> Case | None:
    """One way judged; None for a way that contradicts what the person has said of the winning tile."""
    try:
        hand = make_hand(way)
    except HandError:
        return None
    verdict = judge(hand)
    return Case(way, verdict["best"], verdict["value"]) if verdict["win"] else Case(way, None, None)


def question(tile: ConfirmedTile) -> str:
    """Ask about one tile: `tile 7: 6 Bam or 8 Bam`."""
    if tile.label == "BACK":
        return f"tile {tile.number} lies face down"
    names = [tile_name(label) for label in tile.choices]
    return f"tile {tile.number}: {either(names)}" if len(names) > 1 else f"tile {tile.number}: is it a {names[0]}"


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
    told = [f"with {_of(case, rack)} it is hand {case.best} for {case.value}" for case in winning[:_MOST_TOLD]]
    if len(winning) > _MOST_TOLD:
        told.append(f"and {plural(len(winning) - _MOST_TOLD, 'more way', 'more ways')} win")
    elif len(winning) < len(tried):
        lost = [case for case in tried if case.best is None]
        told.append(f"with {_of(lost[0], rack)} no hand" if len(lost) == 1 else "otherwise no hand")
    return f"{ask}; {', '.join(told)}"


def _of(case: Case, rack: ConfirmedRack) -> str:
    if len(rack.open) == 1:
        return f"the {tile_name(next(iter(case.labels.values())))}"
    return " and ".join(f"tile {number} a {tile_name(label)}" for number, label in case.labels.items())


def how_they_lie(numbers: Sequence[int]) -> str:
    """Ask which tiles are exposed, where the photo does not tell."""
    told = ", ".join(str(number) for number in numbers)
    return f"cannot say until you tell how tiles {told} lie: which are exposed, and in which groups, or none"


def what_it_means(as_read: Mapping[str, Any], flat: Mapping[str, Any]) -> str:
    """What the hand is with the exposures as they seem to lie, and with none."""
    return f"with exposures as they seem to lie it is {_verdict(as_read)}, with none {_verdict(flat)}"


def _verdict(document: Mapping[str, Any]) -> str:
    return f"hand {document['best']} for {document['value']}" if document["win"] else "no hand"
