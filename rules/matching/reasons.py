"""Say why a rack does not win: faults of its tiles, rules that a hand breaks, or missing tiles.

Every reason quotes its place in the source of the rule set or of the card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rules.card.card import colour_clash
from rules.card.packed_groups import SIZE_BITS, SIZE_MASK, Group, GroupId, unpack
from rules.card.pattern import HandPattern
from rules.matching.index.compiled_cards import index_of
from rules.matching.joker_rules import SIZE_NAMES, ExposureRules
from rules.matching.played_card import PlayedCard, RackQuery
from rules.matching.rack_counts import Exposed, ExposureFault
from rules.tiles import ALL_TILES, JOKER, Tile, copies, format_tiles
from rules.verdict import NearHand, Reason

MOST_NAMED: Final = 3
"""Most hands to name with what is in their way; more would bury the first."""

_EXPOSURE_FAULTS: Final[dict[ExposureFault, str]] = {
    "unlike": "its tiles differ, and an exposure is made of like tiles",
    "all-jokers": "it is all jokers, and the tile called for an exposure is never a joker",
}
_UNSAID_JOKERS: Final = "it is all jokers, and whether a joker may be called the source does not say"


def tile_faults(played: PlayedCard, query: RackQuery) -> tuple[Reason, ...]:
    """Return the faults of the rack that keep it from winning, whichever hand the player claims."""
    cite = played.ruleset.cite
    hand, rack = query.hand, query.rack
    found = []
    for tile, number in query.overfull:
        among = "the rack and on the table" if query.seen else "the rack"
        text = f"too many alike: {number} of {tile} in {among}, but a set holds {copies(tile)}"
        found.append(Reason(text, cite(played.hand.set_place)))
    sizes = played.index.sizes
    if rack.size not in sizes:
        text = (
            f"the rack has {rack.size} tile{'s' * (rack.size != 1)}; a finished hand has {' or '.join(map(str, sizes))}"
        )
        found.append(Reason(text, cite(played.hand.place)))
    if played.jokers.refuses(hand):
        text = "a discarded joker cannot be called"
        if played.jokers.discarded == "unsaid":
            text = "whether a discarded joker may be called the source does not say: the table has to agree"
        found.append(Reason(text, cite(played.jokers.discard_place)))
    for place, fault in rack.faults:
        tiles = hand.exposures[place]
        what = _EXPOSURE_FAULTS.get(fault) or _too_small(tiles, played.exposures)
        if fault == "all-jokers" and played.jokers.discarded == "unsaid":
            what = f"{_UNSAID_JOKERS}: the table has to agree"
        found.append(Reason(f"[{format_tiles(tiles)}] cannot be exposed: {what}", cite(played.exposures.place)))
    return tuple(dict.fromkeys(found))  # two like exposures have one fault


def _too_small(tiles: Sequence[Tile], exposures: ExposureRules) -> str:
    smallest = SIZE_NAMES[exposures.smallest]
    return f"{SIZE_NAMES[len(tiles)]} is never an exposure; the smallest is {smallest}"


def colour_clashes(played: PlayedCard, query: RackQuery, patterns: Sequence[int] | None) -> tuple[Reason, ...]:
    """Return reasons for hands that only the colour rule forbids, most valuable first; limit as `broken_hands` does."""
    if not played.hand.colour_rule:
        return ()
    index = index_of(played.printed, played.jokers)
    found: dict[int, tuple[Tile, Tile]] = {}
    for rack in index.meanings(query.rack):
        for place in index.completed(rack, joker_was_used=query.joker_was_used):
            clash = colour_clash(index.hands[place])
            if clash and (patterns is None or index.pattern_of(place) in patterns):
                found.setdefault(index.pattern_of(place), clash)
    order = sorted(found, key=lambda pattern: (-played.card.hands[pattern].value, pattern))
    return tuple(_of_colours(played, pattern, found[pattern]) for pattern in order[:MOST_NAMED])


def never_in_colours(played: PlayedCard, patterns: Sequence[int]) -> tuple[Reason, ...]:
    """Return reasons for those of the patterns that the colour rule forbids in all suits."""
    starts = played.index.starts
    clashes = {
        pattern: colour_clash(played.printed.concrete[pattern][0])
        for pattern in patterns
        if starts[pattern] == starts[pattern + 1]
    }
    return tuple(_of_colours(played, pattern, clash) for pattern, clash in clashes.items() if clash)


def _of_colours(played: PlayedCard, pattern: int, clash: tuple[Tile, Tile]) -> Reason:
    dragon, tile = clash
    text = (
        f"hand {played.card.hands[pattern].number} has {dragon} beside {tile}: suit and dragon of a hand must "
        "match (Green with Bams, Red with Craks, White with Dots)"
    )
    return Reason(text, played.ruleset.cite(played.hand.colour_rule))


def broken_hands(played: PlayedCard, query: RackQuery, patterns: Sequence[int] | None) -> tuple[Reason, ...]:
    """Return the broken rules of hands that the tiles would otherwise make.

    Hands with the fewest broken rules come first, then the most valuable. ``patterns`` limits them to some places on
    the card.
    """
    tiles = Counter(tile.index for tile in query.hand.tiles if tile is not JOKER)
    best: dict[int, tuple[Reason, ...]] = {}
    for place in played.index.fitting(tiles):
        pattern = played.index.pattern_of(place)
        if patterns is not None and pattern not in patterns:
            continue
        if played.card.hands[pattern].size != query.rack.size:
            continue
        broken = tuple(dict.fromkeys(_broken_rules(played, query, place, played.card.hands[pattern])))
        if broken and (pattern not in best or len(broken) < len(best[pattern])):
            best[pattern] = broken
    order = sorted(best, key=lambda pattern: (len(best[pattern]), -played.card.hands[pattern].value, pattern))
    return tuple(reason for pattern in order[:MOST_NAMED] for reason in best[pattern])


def _broken_rules(played: PlayedCard, query: RackQuery, place: int, pattern: HandPattern) -> Iterator[Reason]:
    cite = played.ruleset.cite
    name = f"hand {pattern.number}"
    jokers = query.hand.tiles.count(JOKER)
    if pattern.concealed_only and query.hand.exposures:
        yield Reason(f"{name} is concealed: no part of it may be exposed", cite(played.exposures.concealed_place))
    if pattern.no_jokers and jokers:
        yield Reason(f"{name} is played without jokers; the rack holds {jokers}", played.card.cite(pattern))
    if pattern.no_jokers and query.joker_was_used:
        yield used_joker(played, pattern)
    # Where the rack holds no joker, its wild tiles are flowers.
    wild = "joker" if jokers else "wild flower"
    if not pattern.concealed_only:
        yield from _misfit_exposures(played, query, place, pattern, wild)
    if not (pattern.no_jokers and jokers):
        for kind in played.index.natural_gaps_of(place, query.rack):
            text = f"no {wild} may stand for {ALL_TILES[kind]} in {name}, {_printed(played, place)}"
            yield Reason(text, _cite_wild(played, pattern))


def used_joker(played: PlayedCard, pattern: HandPattern) -> Reason:
    """Return the reason why a joker once used spoils a hand that is played without jokers."""
    text = f"hand {pattern.number} is played without jokers; one was used, and exchanging it later changes nothing"
    return Reason(text, played.ruleset.cite(played.jokers.used_place))


def _misfit_exposures(
    played: PlayedCard, query: RackQuery, place: int, pattern: HandPattern, wild: str
) -> Iterator[Reason]:
    groups = list(zip(played.index.hands[place], played.index.naturals_only[place], strict=True))
    shown = zip(query.rack.exposed, query.hand.exposures, strict=True)
    is_open = played.index.is_open
    # Wild tiles alone may be any group of their number that takes jokers, so they take what the others leave.
    for exposed, tiles in sorted(shown, key=lambda one: is_open(one[0])):
        fitting = [group for group in groups if _may_be(exposed, group[0], is_open=is_open(exposed))]
        allowed = [group for group in fitting if not (group[1] and (exposed.wild or group[0] != exposed.group))]
        if allowed:
            groups.remove(max(allowed, key=lambda group: group[1]))
        elif not fitting:
            text = f"[{format_tiles(tiles)}] is not a whole group of hand {pattern.number}, {_printed(played, place)}"
            yield Reason(text, played.card.cite(pattern))
        elif not (pattern.no_jokers and wild == "joker"):
            text = f"hand {pattern.number} takes no {wild} in {name_group(unpack(fitting[0][0]))}"
            yield Reason(text, _cite_wild(played, pattern))


def _cite_wild(played: PlayedCard, pattern: HandPattern) -> str:
    """Return the place of the rule that keeps a wild tile out: the hand's own, or that of the rule set."""
    return played.card.cite(pattern) if pattern.no_jokers else played.ruleset.cite(played.jokers.place)


def _may_be(exposed: Exposed, group: GroupId, *, is_open: bool) -> bool:
    if not is_open:
        return group == exposed.group
    return group > 0 and group & SIZE_MASK == exposed.group & SIZE_MASK and group >> SIZE_BITS != JOKER.index


def _printed(played: PlayedCard, place: int) -> str:
    return ", ".join(name_group(unpack(group)) for group in played.index.hands[place])


def name_group(group: Group) -> str:
    """Return a group in short: ``3x 5B``, ``F``, or its tiles."""
    if not group.alike:
        return format_tiles(group.tiles)
    return group.tiles[0].code if len(group.tiles) == 1 else f"{len(group.tiles)}x {group.tiles[0]}"


def missing_tiles(played: PlayedCard, near: NearHand, claimed: str | None) -> Reason:
    """Return the reason why the nearest hand, or the claimed one, is incomplete."""
    away = f"is {near.away} tile{'s' * (near.away > 1)} away" if near.away else "has all its tiles"
    lacks = f"hand {near.pattern.number} {away}"
    steps = [f"add {format_tiles(near.need)}"] if near.need else []
    steps += [f"give up {format_tiles(near.drop)}"] if near.drop else []
    text = f"{lacks}: {', '.join(steps)}"
    return Reason(text if claimed else f"no hand on the card is complete; {text}", played.card.cite(near.pattern))
