"""The bonuses of a hand ("Bonuses (doubles)"): each doubles its points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from rules.melds.circumstances import Circumstances
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


def bonuses_of(hand: Decomposition, circumstances: Circumstances, rules: MeldRules) -> tuple[Bonus, ...]:
    """Return the bonuses of a hand, in the source's order."""
    found: list[Bonus] = []
    for key in BONUSES:
        rule = rules.bonuses[key]
        if rule.count:
            named = _BY_TILE.get(key)
            if named is not None:
                names = [f"{rule.name} ({tile})" for tile in named(hand, circumstances)]
            else:
                names = [rule.name] * _HOLDS[key](hand, circumstances)
            found += [Bonus(key, name, rule.count, rule.place) for name in names]
    return tuple(found)


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


def _plain_leg(hand: Decomposition) -> bool:
    """Say whether the leg is of numbers, without which chows earn no bonus (Important rules)."""
    return bool(hand.leg.number)


def _one_suit_with_honors(hand: Decomposition, circumstances: Circumstances) -> bool:
    own = {circumstances.own_wind, circumstances.table_wind}
    foreign = any(tile in WINDS and tile not in own for tile in hand.tiles)
    return len(hand.suits) == 2 and "" in hand.suits and not foreign


def _sets_of(hand: Decomposition, kinds: Iterable[Tile | None]) -> list[Tile]:
    wanted = set(kinds)
    return [meld.first for meld in hand.pungs if meld.first in wanted]


_BY_TILE: Final[Mapping[str, Callable[[Decomposition, Circumstances], list[Tile]]]] = {
    "own-wind": lambda hand, facts: _sets_of(hand, (facts.own_wind,)),
    "table-wind": lambda hand, facts: _sets_of(hand, (facts.table_wind,)),
    "dragons": lambda hand, _: _sets_of(hand, DRAGONS),
}
"""The tiles of which each set earns the bonus."""

_HOLDS: Final[Mapping[str, Callable[[Decomposition, Circumstances], bool]]] = {
    "pung-series": lambda hand, _: is_series(hand.pungs),
    # "If three pungs are concealed you receive two bonuses": in place of the one (rulesets, third reading of pungs).
    "all-pungs": lambda hand, _: not hand.chows and hand.concealed_pungs < 3,
    "three-concealed-pungs": lambda hand, _: hand.concealed_pungs >= 3,
    "all-chows": lambda hand, _: _plain_leg(hand) and is_all_chows(hand),
    "chow-series": lambda hand, _: _plain_leg(hand) and is_series(hand.chows),
    "run": lambda hand, _: _plain_leg(hand) and is_run(hand),
    "ichi-kyu-ari": lambda hand, _: is_ari(hand),
    "ichi-kyu-nashi": lambda hand, _: is_nashi(hand),
    "concealed": lambda hand, facts: hand.inside and facts.drawn,
    "one-suit-with-honors": _one_suit_with_honors,
    "pure-suit": lambda hand, _: is_pure(hand),
    "last-tile": lambda _, facts: facts.won_by == "last-tile",
    "last-discard": lambda _, facts: facts.won_by == "last-discard",
    "supplement": lambda _, facts: facts.won_by == "supplement",
    "robbed-kong": lambda _, facts: facts.won_by == "robbed-kong",
}
"""Whether a hand earns the bonus, once."""
