"""The bonuses of a hand ("Bonuses (doubles)"): each doubles its points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from rules.melds.circumstances import Circumstances, Way
from rules.melds.meld_rules import BONUSES, MeldRules
from rules.melds.melds import Decomposition, Meld, is_honor
from rules.tiles import DRAGONS, SUITS, WINDS, Tile


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus of a hand: ``key`` is its name in the rule set file, ``count`` how often it doubles."""

    key: str
    name: str
    count: int
    source: str


Earned = tuple[str, ...]
"""One text for each time that a hand earns a bonus: ``()`` not at all, ``("",)`` once."""

_ONCE: Final[Earned] = ("",)


def bonuses_of(hand: Decomposition, circumstances: Circumstances, rules: MeldRules) -> tuple[Bonus, ...]:
    """Return the bonuses of a hand, in the source's order."""
    found: list[Bonus] = []
    for key in BONUSES:
        rule = rules.bonuses[key]
        if rule.count:
            names = (f"{rule.name} ({what})" if what else rule.name for what in _EARNED[key](hand, circumstances))
            found += [Bonus(key, name, rule.count, rule.place) for name in names]
    return tuple(found)


def doubles(bonuses: Iterable[Bonus]) -> int:
    """Return how often bonuses double the points."""
    return sum(bonus.count for bonus in bonuses)


def is_series(melds: Iterable[Meld]) -> bool:
    """Say whether melds of one shape include the same numbers in all three suits."""
    numbers: dict[int, set[str]] = {}
    for meld in melds:
        numbers.setdefault(meld.first.number, set()).add(meld.first.suit)
    return any(number and len(suits) == len(SUITS) for number, suits in numbers.items())


def is_run(hand: Decomposition) -> bool:
    """Say whether a hand holds the chows 1-2-3, 4-5-6 and 7-8-9 of one suit."""
    ordinary = [meld for meld in hand.chows if meld.shape == "chow"]
    return any(
        len({meld.first.suit for meld in three}) == 1 and {meld.first.number for meld in three} == {1, 4, 7}
        for three in combinations(ordinary, 3)
    )


def is_all_chows(hand: Decomposition) -> bool:
    """Say whether all four melds are chows; chows and jump chows never stand together in a hand."""
    return not hand.pungs


def is_ari(hand: Decomposition) -> bool:
    """Say whether every meld and the leg hold an honor tile."""
    return is_honor(hand.leg) and all(meld.has_honor for meld in hand.melds)


def is_nashi(hand: Decomposition) -> bool:
    """Say whether no tile is an honor tile."""
    return not any(is_honor(tile) for tile in hand.tiles)


def is_pure(hand: Decomposition) -> bool:
    """Say whether all tiles are of one suit, without winds and dragons."""
    return len(hand.suits) == 1 and "" not in hand.suits


def _when(holds: bool) -> Earned:
    return _ONCE if holds else ()


def _set_of(hand: Decomposition, wind: Tile | None) -> Earned:
    return tuple(wind.code for meld in hand.pungs if meld.first is wind and wind is not None)


def _dragons(hand: Decomposition, _: Circumstances) -> Earned:
    return tuple(meld.first.code for meld in hand.pungs if meld.first in DRAGONS)


def _all_pungs(hand: Decomposition, _: Circumstances) -> Earned:
    # "If three pungs are concealed you receive two bonuses": in place of the one (rulesets, third reading of pungs).
    return _when(not hand.chows and hand.concealed_pungs < 3)


def _with_plain_leg(hand: Decomposition, holds: bool) -> Earned:
    """Give a bonus of chows only beside a leg of numbers (Important rules)."""
    return _when(holds and bool(hand.leg.number))


def _concealed(hand: Decomposition, circumstances: Circumstances) -> Earned:
    return _when(hand.inside and circumstances.drawn)


def _one_suit_with_honors(hand: Decomposition, circumstances: Circumstances) -> Earned:
    own = {circumstances.own_wind, circumstances.table_wind}
    foreign = any(tile in WINDS and tile not in own for tile in hand.tiles)
    return _when(len(hand.suits) == 2 and "" in hand.suits and not foreign)


def _by(way: Way) -> Callable[[Decomposition, Circumstances], Earned]:
    return lambda _, circumstances: _when(circumstances.won_by == way)


_EARNED: Final[Mapping[str, Callable[[Decomposition, Circumstances], Earned]]] = {
    "own-wind": lambda hand, facts: _set_of(hand, facts.own_wind),
    "table-wind": lambda hand, facts: _set_of(hand, facts.table_wind),
    "dragons": _dragons,
    "pung-series": lambda hand, _: _when(is_series(hand.pungs)),
    "all-pungs": _all_pungs,
    "three-concealed-pungs": lambda hand, _: _when(hand.concealed_pungs >= 3),
    "all-chows": lambda hand, _: _with_plain_leg(hand, is_all_chows(hand)),
    "chow-series": lambda hand, _: _with_plain_leg(hand, is_series(hand.chows)),
    "run": lambda hand, _: _with_plain_leg(hand, is_run(hand)),
    "ichi-kyu-ari": lambda hand, _: _when(is_ari(hand)),
    "ichi-kyu-nashi": lambda hand, _: _when(is_nashi(hand)),
    "concealed": _concealed,
    "one-suit-with-honors": _one_suit_with_honors,
    "pure-suit": lambda hand, _: _when(is_pure(hand)),
    "last-tile": _by("last-tile"),
    "last-discard": _by("last-discard"),
    "supplement": _by("supplement"),
    "robbed-kong": _by("robbed-kong"),
}
