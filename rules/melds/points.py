"""The points of a hand before doubling ("Point values")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules.melds.circumstances import Circumstances
from rules.melds.meld_rules import MeldRules
from rules.melds.melds import LEG, STEPS, Decomposition, Meld
from rules.settlement.payments import OyaKoPayment
from rules.tiles import DRAGONS, Tile, format_tiles

_LOWEST: Final = 1
_HIGHEST: Final = 9


@dataclass(frozen=True, slots=True)
class Scored:
    """Points, with their name and the place in the source."""

    name: str
    points: int
    source: str


def points_of(
    hand: Decomposition, circumstances: Circumstances, rules: MeldRules, payment: OyaKoPayment
) -> tuple[Scored, ...]:
    """Return everything that scores points, in the source's order."""
    return (
        going_out(rules, payment),
        *_sets(hand, rules),
        *_leg(hand.leg, circumstances, rules),
        *_one_chance(hand, rules),
        *inside_on_discard(circumstances, rules, inside=hand.inside),
    )


def going_out(rules: MeldRules, payment: OyaKoPayment) -> Scored:
    """Return the basic points of every hand."""
    return Scored("Going out with Mah Jongg", payment.base, rules.base_place)


def inside_on_discard(circumstances: Circumstances, rules: MeldRules, *, inside: bool) -> Iterator[Scored]:
    """Yield the points of an inside hand won on another player's tile."""
    rule = rules.points["inside-on-discard"]
    if inside and circumstances.discarded and rule.concealed:
        yield Scored("Inside hand, won on another player's tile", rule.concealed, rule.place)


def _sets(hand: Decomposition, rules: MeldRules) -> Iterator[Scored]:
    for meld, melded in zip(hand.melds, hand.melded, strict=True):
        if meld.is_pung:
            rule = rules.points[f"{meld.shape}-of-honors" if meld.has_honor else meld.shape]
            name = f"{meld.shape.capitalize()} of {meld.first}, {'melded' if melded else 'concealed'}"
            yield Scored(name, rule.melded if melded else rule.concealed, rule.place)


def _leg(leg: Tile, circumstances: Circumstances, rules: MeldRules) -> Iterator[Scored]:
    held = {
        "leg-of-own-wind": (leg is circumstances.own_wind, f"Own wind {leg} as the leg"),
        "leg-of-table-wind": (leg is circumstances.table_wind, f"Table wind {leg} as the leg"),
        "leg-of-dragons": (leg in DRAGONS, f"Dragon {leg} as the leg"),
    }
    for key, (scores, name) in held.items():
        rule = rules.points[key]
        if scores and rule.concealed:
            yield Scored(name, rule.concealed, rule.place)


def _one_chance(hand: Decomposition, rules: MeldRules) -> Iterator[Scored]:
    rule = rules.points["one-chance"]
    if hand.winning_tile is None or hand.completed is None or hand.completed == LEG:
        return
    chow = hand.melds[hand.completed]
    if rule.concealed and not chow.is_pung and only_tile_for(chow, hand.winning_tile):
        name = f"One chance: only {hand.winning_tile} completes {format_tiles(chow.tiles)}"
        yield Scored(name, rule.concealed, rule.place)


def only_tile_for(chow: Meld, tile: Tile) -> bool:
    """Say whether no other kind of tile makes a chow of the same kind with the chow's other two tiles.

    The middle tile is always the only one; an end tile is the only one where the chow's other end is the end of the
    suit.
    """
    first, middle, last = (one.number for one in chow.tiles)
    step = STEPS[chow.shape]
    if tile.number == first:
        return last + step > _HIGHEST
    return tile.number == middle or first - step < _LOWEST
