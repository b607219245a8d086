"""What lies in the groups of a near hand is what the rack keeps for it."""

import random
from collections import Counter

import pytest

from rules.card.packed_groups import unpack
from rules.claim import WinClaim
from rules.hand import Hand, parse_rack
from rules.judging import judge
from rules.ruleset import load_ruleset
from rules.tiles import FLOWER, JOKER, copies
from tests.rules.matching.own_card import FLOWERS, WHOLE, own_card

LINES = (*FLOWERS, "JJ 1111a 2222a 3333a x40", "NEWS DDDDa 111b 222b x30", "2222a! 44b 6666a 8888b x25")


@pytest.mark.parametrize(
    ("rack", "hand", "groups"),
    [
        pytest.param("FFFFF 1B 333B 555B 9C", "2", "FFFF|1B..|3B3B3B|5B5B5BF", id="flowers-where-no-joker-may-stand"),
        pytest.param(
            "J F 1111C 2222C 33C 8C 9D", "5", "J.|1C1C1C1C|2C2C2C2C|3C3C.F", id="a-joker-where-one-is-printed"
        ),
        pytest.param("FFFJJ 1D 2D 444D 0 8D 9D 4C", "4", "FFF|1D.|2D.|..|4D4D4D|0.", id="flowers-before-jokers"),
    ],
)
def test_wild_tiles_stand_for_themselves_first(rack: str, hand: str, groups: str) -> None:
    """A flower or joker lies where the card prints it before it stands for another tile."""
    card, ruleset = own_card(LINES), load_ruleset("modern-american")
    near = next(
        near for near in judge(WinClaim(parse_rack(rack)), card, ruleset, near=7).near if near.pattern.number == hand
    )
    laid = "|".join("".join("." if tile is None else tile.code for tile in group.tiles) for group in near.groups)
    assert laid == groups


@pytest.mark.parametrize("flowers", ["", 'flowers = "wild"'], ids=["plain-flowers", "wild-flowers"])
@pytest.mark.parametrize("name", ["modern-american", "nmjl-1976", "set-manual", "hoyle-league"])
def test_groups_hold_what_is_kept(name: str, flowers: str) -> None:
    """Each missing tile is one empty place; all that the rack does not give up lies in the groups."""
    card, ruleset, rng = own_card(LINES, flowers=flowers), load_ruleset(name), random.Random(f"{name} {flowers}")
    seen = 0
    for _ in range(120):
        groups = [list(unpack(group).tiles) for group in rng.choice(rng.choice(card.concrete))]
        groups = [[rng.choice([JOKER, FLOWER, tile, tile, tile, tile]) for tile in group] for group in groups]
        exposures = tuple(tuple(group) for group in groups if len(group) > 2 and rng.random() < 0.35)
        rest = [tile for group in groups if tuple(group) not in exposures for tile in group]
        hand = Hand(exposures, tuple(rng.choice([tile, tile, tile, rng.choice(WHOLE)]) for tile in rest))
        if any(number > copies(tile) for tile, number in Counter(hand.tiles).items()):
            continue
        for near in judge(WinClaim(hand), card, ruleset, near=4).near:
            laid = [pair for group in near.groups for pair in zip(group.tiles, group.stand_for, strict=True)]
            kept = Counter(tile for tile, _ in laid if tile is not None)
            assert len(laid) - kept.total() == near.away, (str(hand), near)
            assert kept == Counter(hand.tiles) - Counter(near.drop), (str(hand), near)
            assert all(tile in (None, meant, JOKER, FLOWER) for tile, meant in laid), (str(hand), near)
            seen += 1
    assert seen > 100
