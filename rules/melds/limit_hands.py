"""Limit hands of four melds and a leg, and the limits of any hand won at once ("Limit hands")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rules.melds.bonuses import is_all_chows, is_ari, is_nashi, is_pure, is_run
from rules.melds.circumstances import FIRST_TILE, Circumstances
from rules.melds.meld_rules import LIMITS, MeldRules
from rules.melds.melds import Decomposition
from rules.tiles import DRAGONS, WINDS, Tile, parse_tiles

_GREEN: Final = frozenset(parse_tiles("23468B G"))
_GREEN_DRAGON: Final = Tile("G")
_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)
"""Nine gates before the last tile: how many of 1 to 9."""


@dataclass(frozen=True, slots=True)
class LimitHand:
    """A limit hand: ``key`` is its name in the rule set's file."""

    key: str
    name: str
    source: str


def limit_hand(key: str, rules: MeldRules, what: str = "") -> LimitHand:
    """Return a limit hand by its key; ``what`` adds to its name."""
    rule = rules.limits[key]
    return LimitHand(key, f"{rule.name}, {what}" if what else rule.name, rule.place)


def limits_of(
    hand: Decomposition, circumstances: Circumstances, rules: MeldRules, scored: int
) -> tuple[LimitHand, ...]:
    """Return the limit hands that a hand makes, in the source's order; ``scored`` are its points beyond going out."""
    found = {key: limit_hand(key, rules) for key in _of_tiles(hand)}
    if is_pure(hand):
        additions = ", ".join(_additions(hand, rules, scored))
        if additions:
            found["pure-suit"] = limit_hand("pure-suit", rules, f"with {additions}")
    found |= {one.key: one for one in won_at_once(circumstances, rules)}
    return tuple(found[key] for key in LIMITS if key in found)


def won_at_once(circumstances: Circumstances, rules: MeldRules) -> Iterator[LimitHand]:
    """Yield the limit of a hand won with the tiles dealt or with the first tile, whatever the tiles are."""
    if circumstances.won_by == "dealt":
        yield limit_hand("dealt", rules)
    elif circumstances.won_by in FIRST_TILE:
        yield limit_hand("first-tile", rules)


def _of_tiles(hand: Decomposition) -> Iterator[str]:
    firsts = [meld.first for meld in hand.pungs]
    if all(dragon in firsts for dragon in DRAGONS):
        yield "three-dragons"
    # "3 wind pungs and a pair of the 4th wind", or four wind pungs.
    if sum(wind in firsts for wind in WINDS) >= 3 and all(wind in {*firsts, hand.leg} for wind in WINDS):
        yield "all-winds"
    if hand.suits == {""}:
        yield "winds-and-dragons"
    if hand.concealed_pungs == 4:
        yield "four-concealed-pungs"
    if all(tile.number in {1, 9} for tile in hand.tiles):
        yield "ones-and-nines"
    if not hand.chows and is_pure(hand):
        yield "pungs-in-one-suit"
    if is_sky_ladder(hand):
        yield "sky-ladder"
    if all(meld.shape == "kong" for meld in hand.melds):
        yield "four-kongs"
    if _GREEN.issuperset(hand.tiles) and _GREEN_DRAGON in hand.tiles:
        yield "all-green"
    if is_nine_gates(hand):
        yield "nine-gates"


def is_sky_ladder(hand: Decomposition) -> bool:
    """Say whether four pungs rise by one, each in another suit than the one before, with the leg next at either end."""
    if hand.chows:
        return False
    rungs = sorted((meld.first for meld in hand.melds), key=lambda tile: tile.number)
    low = rungs[0].number
    return (
        low > 0
        and [tile.number for tile in rungs] == list(range(low, low + 4))
        and all(one.suit != other.suit for one, other in pairwise(rungs))
        and bool(hand.leg.number)
        and hand.leg.number in {low - 1, low + 4}
    )


def is_nine_gates(hand: Decomposition) -> bool:
    """Say whether a hand is three ones, 2 to 8 and three nines of a suit, and any last tile of it.

    Since the last tile can be any of the nine kinds, all of the others are in the hand and none was exposed.
    """
    if not hand.inside or not is_pure(hand):
        return False
    counts = [sum(tile.number == number for tile in hand.tiles) for number in range(1, 10)]
    last = None if hand.winning_tile is None else hand.winning_tile.number
    return any(
        counts == [gate + (number == extra) for number, gate in enumerate(_GATES, 1)]
        for extra in (range(1, 10) if last is None else (last,))
    )


def _additions(hand: Decomposition, rules: MeldRules, scored: int) -> Iterator[str]:
    """Yield the additions that make a pure one-suit hand a limit hand ("plus one of")."""
    enough = rules.limits["pure-suit"].points
    if enough is not None and scored >= enough:
        yield f"{scored} points"
    if is_all_chows(hand):
        yield "all chows"
    if not hand.chows:
        yield "all pungs"
    if is_ari(hand):
        yield "all ari"
    if is_nashi(hand):
        yield "all nashi"
    if hand.inside:
        yield "all concealed"
    if is_run(hand):
        yield "a 1-9 chow series"
