"""Change racks: shuffle them, or exchange tiles for those of a near hand."""

import random

from rules.card.card import Card
from rules.claim import WinClaim
from rules.hand import Hand
from rules.judging import judge
from rules.ruleset import RuleSet
from rules.verdict import NearHand


def changed(hand: Hand, near: NearHand) -> Hand:
    """Return the rack without the tiles that a near hand drops, and with those that it needs."""
    concealed = list(hand.concealed)
    for tile in near.drop:
        concealed.remove(tile)
    return Hand(hand.exposures, (*concealed, *near.need))


def check_shuffled(hand: Hand, card: Card, ruleset: RuleSet, rng: random.Random) -> None:
    """Check that the verdict stays the same in another order of tiles, exposures and tiles in them."""
    exposures = [tuple(rng.sample(group, len(group))) for group in hand.exposures]
    rng.shuffle(exposures)
    concealed = tuple(rng.sample(hand.concealed, len(hand.concealed)))
    other = Hand(tuple(exposures), concealed, hand.winning_tile, hand.won_by, hand.discarder)
    first, second = (judge(WinClaim(rack), card, ruleset).to_json() for rack in (hand, other))
    assert [match["hand"] for match in first["matches"]] == [match["hand"] for match in second["matches"]]
    for near in (*first["near"], *second["near"]):
        # An exposure shows its tiles in the order in which they lie.
        near["groups"] = [sorted(map(str, group["tiles"])) for group in near["groups"]]
    assert (first["win"], first["value"], first["near"]) == (second["win"], second["value"], second["near"])
