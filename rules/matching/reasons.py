"""Why a rack does not win: what is wrong with the tiles, which rule a hand breaks, or what is missing.

Every reason quotes the place in the source of the rule set or of the card that decides it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.card.card import Card, free_suits
from rules.card.packed_groups import Group, unpack
from rules.card.pattern import HandPattern
from rules.card.pattern_parser import HAND_SIZE
from rules.errors import ClaimError
from rules.matching.card_index import CardIndex, index_of
from rules.matching.joker_rules import ExposureRules, HandRules, JokerRules
from rules.matching.nearest import NearHand, RackQuery
from rules.matching.rack_counts import ExposureFault
from rules.ruleset import RuleSet
from rules.tiles import ALL_TILES, FLOWER, JOKER, Tile, copies, format_tiles

_MOST_BROKEN: Final = 3
"""Hands of which it is told that the tiles fit but a rule forbids it; more would bury the first."""

_SIZE_NAMES: Final = {1: "a single tile", 2: "a pair", 3: "a pung", 4: "a kong", 5: "a quint", 6: "a sextet"}
_EXPOSURE_FAULTS: Final[dict[ExposureFault, str]] = {
    "unlike": "it holds different tiles, and an exposure is one group of like tiles",
    "all-jokers": "it holds no natural tile, and the tile claimed for an exposure is never a joker",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason in words, and the place in the source that it rests on."""

    text: str
    source: str

    def __str__(self) -> str:
        return f"{self.text} ({self.source})"


@dataclass(frozen=True, slots=True)
class Rules:
    """What the reasons and the verdict look up: a card, compiled, and the rule set it is judged under."""

    card: Card
    index: CardIndex
    ruleset: RuleSet
    hand: HandRules
    jokers: JokerRules
    exposures: ExposureRules


def rules_of(card: Card, ruleset: RuleSet) -> Rules:
    """Return a card as it is played under a rule set; raises `ClaimError` (``no-card-rules``)."""
    if ruleset.hand is None or ruleset.jokers is None or ruleset.exposures is None:
        raise no_card_rules(ruleset)
    if ruleset.hand.suits_free:
        card = free_suits(card)
    index = index_of(card, ruleset.jokers)
    return Rules(card, index, ruleset, ruleset.hand, ruleset.jokers, ruleset.exposures)


def no_card_rules(ruleset: RuleSet) -> ClaimError:
    """Return the error of a rule set that is played without a card."""
    return ClaimError("no-card-rules", f"{ruleset.id} is played without a card", "ruleset")


def tile_faults(rules: Rules, question: RackQuery) -> tuple[Reason, ...]:
    """Return what is wrong with the rack whichever hand is claimed; with any of these it does not win."""
    cite = rules.ruleset.cite
    hand, rack = question.hand, question.rack
    found = []
    for tile, number in question.overfull:
        among = "the rack and the table" if question.table else "the rack"
        text = f"impossible rack: {number} of {tile} in {among}, but a set holds {copies(tile)}"
        found.append(Reason(text, cite(rules.hand.set_place)))
    if rack.size != HAND_SIZE:
        text = f"the rack has {rack.size} tile{'s' * (rack.size != 1)}; a finished hand has {HAND_SIZE}"
        found.append(Reason(text, cite(rules.hand.place)))
    if hand.winning_tile is JOKER and hand.won_by == "discard":
        found.append(Reason("a discarded joker cannot be claimed", cite(rules.jokers.discard_place)))
    for place, fault in rack.faults:
        tiles = hand.exposures[place]
        what = _EXPOSURE_FAULTS.get(fault) or _too_small(tiles, rules.exposures)
        found.append(Reason(f"[{format_tiles(tiles)}] cannot be exposed: {what}", cite(rules.exposures.place)))
    return tuple(found)


def _too_small(tiles: Sequence[Tile], exposures: ExposureRules) -> str:
    smallest = _SIZE_NAMES[exposures.smallest]
    return f"{_SIZE_NAMES[len(tiles)]} is never an exposure; the smallest is {smallest}"


def broken_hands(rules: Rules, question: RackQuery, patterns: Sequence[int] | None) -> tuple[Reason, ...]:
    """Return, for hands that 14 tiles would make but for a rule, the rules in the way.

    Hands with the fewest broken rules come first, then the most valuable. ``patterns`` limits them to some places
    on the card.
    """
    if question.rack.size != HAND_SIZE:
        return ()
    tiles = Counter(tile.index for tile in question.hand.tiles if tile is not JOKER)
    if rules.jokers.flowers_wild:
        tiles.pop(FLOWER.index, None)
    best: dict[int, tuple[Reason, ...]] = {}
    for place in rules.index.fitting(tiles):
        pattern = rules.index.pattern_of(place)
        if patterns is not None and pattern not in patterns:
            continue
        broken = tuple(_broken_rules(rules, question, place, rules.card.hands[pattern]))
        if broken and (pattern not in best or len(broken) < len(best[pattern])):
            best[pattern] = broken
    order = sorted(best, key=lambda pattern: (len(best[pattern]), -rules.card.hands[pattern].value, pattern))
    return tuple(reason for pattern in order[:_MOST_BROKEN] for reason in best[pattern])


def _broken_rules(rules: Rules, question: RackQuery, place: int, pattern: HandPattern) -> Iterator[Reason]:
    cite = rules.ruleset.cite
    name = f"hand {pattern.number}"
    jokers = question.hand.tiles.count(JOKER)
    if pattern.concealed_only and question.hand.exposures:
        yield Reason(f"{name} is concealed: nothing of it may be exposed", cite(rules.exposures.concealed_place))
    if pattern.no_jokers and jokers:
        yield Reason(f"{name} is played without jokers; the rack holds {jokers}", rules.card.cite(pattern))
    if pattern.no_jokers and question.joker_was_used:
        text = f"{name} is played without jokers; one was used, and putting the tile in its place does not mend that"
        yield Reason(text, cite(rules.jokers.used_place))
    if not pattern.concealed_only:
        yield from _exposures_that_do_not_fit(rules, question, place, pattern)
    if not pattern.no_jokers:
        for kind in rules.index.natural_gaps_of(place, question.rack):
            text = f"no joker may stand for {ALL_TILES[kind]} in {name}, {_printed(rules, place)}"
            yield Reason(text, cite(rules.jokers.place))


def _exposures_that_do_not_fit(rules: Rules, question: RackQuery, place: int, pattern: HandPattern) -> Iterator[Reason]:
    naturals_only = rules.index.naturals_only[rules.index.pattern_of(place)]
    groups = list(zip(rules.index.hands[place], naturals_only, strict=True))
    for exposed, tiles in zip(question.rack.exposed, question.hand.exposures, strict=True):
        fitting = [group for group in groups if group[0] == exposed.group]
        allowed = [group for group in fitting if not (exposed.wild and group[1])]
        if allowed:
            groups.remove(max(allowed, key=lambda group: group[1]))
        elif not fitting:
            text = f"[{format_tiles(tiles)}] is no whole group of hand {pattern.number}, {_printed(rules, place)}"
            yield Reason(text, rules.card.cite(pattern))
        elif not pattern.no_jokers:
            text = f"hand {pattern.number} takes no joker in {name_group(unpack(exposed.group))}"
            yield Reason(text, rules.ruleset.cite(rules.jokers.place))


def _printed(rules: Rules, place: int) -> str:
    return ", ".join(name_group(unpack(group)) for group in rules.index.hands[place])


def name_group(group: Group) -> str:
    """Return a group in short: ``3x 5B``, ``F``, or its tiles."""
    if not group.alike:
        return format_tiles(group.tiles)
    return group.tiles[0].code if group.size == 1 else f"{group.size}x {group.tiles[0]}"


def missing_tiles(rules: Rules, question: RackQuery, near: Sequence[NearHand], claimed: str | None) -> Reason:
    """Return what keeps the nearest hand, or the claimed one, from being complete."""
    if near:
        hand = near[0]
        lacks = f"hand {hand.pattern.number} is {hand.away} tile{'s' * (hand.away > 1)} away"
        text = f"{lacks}: add {format_tiles(hand.need)}" + (f", give up {format_tiles(hand.drop)}" if hand.drop else "")
        return Reason(text if claimed else f"no hand of the card is complete; {text}", rules.card.cite(hand.pattern))
    what = f"hand {claimed}" if claimed else "any hand of the card"
    text = f"{what} is out of reach"
    if question.hand.exposures:
        text += " with these exposures: " + " ".join(f"[{format_tiles(tiles)}]" for tiles in question.hand.exposures)
    return Reason(text, rules.ruleset.cite(rules.exposures.place))
