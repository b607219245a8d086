"""Find the jokers in exposures that a player can get for a tile, of the rack or still to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from rules.hand import Hand
from rules.matching.rack_counts import exposed_kinds
from rules.tiles import JOKER, Tile, copies, format_tiles

EXCHANGE: Final = "joker-exchange"
"""Id of the ruling that a rule set has if its jokers may be exchanged."""


@dataclass(frozen=True, slots=True)
class JokerExchange:
    """Jokers of one exposure that the player can get for tiles of the rack.

    ``exposure`` holds its tiles as laid; ``own``: it is the player's own. The player gives ``tile`` for each joker;
    ``jokers`` counts the jokers for which the rack has a tile.
    """

    exposure: tuple[Tile, ...]
    own: bool
    tile: Tile
    jokers: int

    def to_json(self) -> dict[str, Any]:
        """Return the exposure as text, the tile to give and how many jokers it brings."""
        return {"exposure": format_tiles(self.exposure), "own": self.own, "tile": self.tile.code, "jokers": self.jokers}


def joker_exchanges(
    hand: Hand, others: Sequence[tuple[Tile, ...]], *, flowers_wild: bool = False
) -> tuple[JokerExchange, ...]:
    """Return the exchanges that a rack has the tiles for, in its own exposures and in the exposures of ``others``.

    Players give concealed tiles only. A joker in an exposure stands for the one kind that lies there; with
    ``flowers_wild`` flowers beside another kind stand for it too. Nobody gets a flower by an exchange.
    """
    found = []
    for number, exposure in enumerate((*hand.exposures, *others)):
        kinds = exposed_kinds(exposure, flowers_wild=flowers_wild)
        if len(kinds) == 1:
            (kind,) = kinds
            if jokers := min(exposure.count(JOKER), hand.concealed.count(kind)):
                found.append(JokerExchange(exposure, number < len(hand.exposures), kind, jokers))
    return tuple(found)


def jokers_to_redeem(
    hand: Hand, others: Sequence[tuple[Tile, ...]], table: Sequence[Tile], *, flowers_wild: bool = False
) -> int:
    """Count the jokers of all exposures for which somebody may still have or pick a like tile.

    ``table`` are the tiles out of play, those of ``others`` among them. The kind of an exposure of jokers alone is
    unknown, so its jokers count too.
    """
    jokers: Counter[Tile | None] = Counter()
    for exposure in (*hand.exposures, *others):
        kinds = exposed_kinds(exposure, flowers_wild=flowers_wild)
        if len(kinds) < 2:
            jokers[next(iter(kinds), None)] += exposure.count(JOKER)
    laid = tuple(chain(table, *hand.exposures))
    return sum(
        number if kind is None else max(0, min(number, copies(kind) - laid.count(kind)))
        for kind, number in jokers.items()
    )
