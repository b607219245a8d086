"""Groups of tiles packed into one integer each, so that whole cards compile quickly.

A group of like tiles is ``tile index * 32 + size``. A group of different tiles is a negative number that spells out its
tiles, six bits each, behind a leading 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.tiles import ALL_TILES, Tile

SIZE_BITS: Final = 5
SIZE_MASK: Final = 31
_TILE_BITS: Final = 6
_TILE_MASK: Final = 63

GroupId = int


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that stand together in a concrete hand, in printed order."""

    tiles: tuple[Tile, ...]
    alike: bool


def pack(tiles: Sequence[int]) -> GroupId:
    """Pack a group of 1 to 20 tiles, given by their indexes."""
    if tiles.count(tiles[0]) == len(tiles):
        return tiles[0] << SIZE_BITS | len(tiles)
    spelled = 1
    for index in tiles:
        spelled = spelled << _TILE_BITS | index
    return -spelled


@lru_cache(maxsize=8192)
def unpack(packed: GroupId) -> Group:
    """Return the group that `pack` packed."""
    if packed >= 0:
        return Group((ALL_TILES[packed >> SIZE_BITS],) * (packed & SIZE_MASK), alike=True)
    spelled = -packed
    tiles = []
    while spelled > 1:
        tiles.append(ALL_TILES[spelled & _TILE_MASK])
        spelled >>= _TILE_BITS
    return Group(tuple(reversed(tiles)), alike=False)


@lru_cache(maxsize=8192)
def tile_counts(packed: GroupId) -> tuple[tuple[int, int], ...]:
    """Return pairs of tile index and number of tiles for the kinds in a group."""
    if packed >= 0:
        return ((packed >> SIZE_BITS, packed & SIZE_MASK),)
    indexes = [tile.index for tile in unpack(packed).tiles]
    return tuple((index, indexes.count(index)) for index in dict.fromkeys(indexes))
