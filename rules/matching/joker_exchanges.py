"""Find the jokers in exposures that a player can get for a tile of the rack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.hand import Hand
from rules.tiles import FLOWER, JOKER, Tile, format_tiles


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
    return tuple(_exchanges(hand, others, flowers_wild=flowers_wild))


def _exchanges(hand: Hand, others: Sequence[tuple[Tile, ...]], *, flowers_wild: bool) -> Iterator[JokerExchange]:
    for number, exposure in enumerate((*hand.exposures, *others)):
        kinds = {tile for tile in exposure if tile != JOKER}
        if flowers_wild and len(kinds) > 1:
            kinds.discard(FLOWER)
        if len(kinds) != 1:
            continue
        (kind,) = kinds
        jokers = min(exposure.count(JOKER), hand.concealed.count(kind))
        if jokers:
            yield JokerExchange(exposure, number < len(hand.exposures), kind, jokers)
