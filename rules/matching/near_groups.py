"""Lay the tiles of a rack into the groups of a near hand, with None for missing tiles."""

from __future__ import annotations

from collections.abc import Mapping

from rules.card.packed_groups import unpack
from rules.matching.group_assignment import place_exposures, shape_of
from rules.matching.played_card import PlayedCard, RackQuery
from rules.matching.rack_counts import FLOWER_INDEX
from rules.tiles import FLOWER, JOKER, Tile
from rules.verdict import NearGroup


def near_groups(played: PlayedCard, query: RackQuery, place: int, gaps: Mapping[int, int]) -> tuple[NearGroup, ...]:
    """Return the groups of the concrete hand at ``place``, which holds the exposures of the rack.

    ``gaps`` counts, by kind, the tiles that are missing after the wild tiles are laid. Natural tiles go first to groups
    that take no joker.
    """
    index, hand, rack = played.index, query.hand, query.rack
    number = index.pattern_of(place)
    groups, naturals_only = index.hands[place], index.naturals_only[place]
    placed = place_exposures(groups, naturals_only, rack)
    kinds = [unpack(group).tiles for group in groups]
    laid: list[list[Tile | None]] = [[None] * len(tiles) for tiles in kinds]
    free = [at for at in range(len(groups)) if at not in placed]
    slots: dict[int, list[tuple[int, int]]] = {}
    for at in sorted(free, key=lambda at: not naturals_only[at]):
        for nth, tile in enumerate(kinds[at]):
            slots.setdefault(tile.index, []).append((at, nth))
    wild = [JOKER] * rack.jokers
    if index.jokers.flowers_wild:
        wild += [FLOWER] * rack.concealed.get(FLOWER_INDEX, 0)
    for kind, wanted in slots.items():
        held = 0 if kind == FLOWER_INDEX and index.jokers.flowers_wild else rack.concealed.get(kind, 0)
        for at, nth in wanted[:held]:
            laid[at][nth] = kinds[at][nth]
        # Groups that take no joker come first in ``wanted``, so the gaps fall on places that only a natural tile fills.
        for at, nth in wanted[held + gaps.get(kind, 0) :]:
            if wild and not naturals_only[at]:
                laid[at][nth] = wild.pop(0)
    patterns = played.card.hands[number].groups
    return tuple(
        NearGroup(
            shape_of(patterns[at], kinds[at]),
            hand.exposures[placed[at]] if at in placed else tuple(laid[at]),
            kinds[at],
            exposed=at in placed,
        )
        for at in range(len(groups))
    )
