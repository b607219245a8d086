"""The parts of a hand: chow, jump chow, pung, kong and leg, and a whole hand made of them.

The source calls a chow, jump chow, pung or kong a *set* and the pair the *leg*; an *honor tile* is a wind, a dragon, a
one or a nine (Glossary).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

from rules.tiles import ALL_TILES, Tile

Chow = Literal["chow", "jump-chow"]
Shape = Literal["chow", "jump-chow", "pung", "kong"]

CHOWS: Final[tuple[Chow, ...]] = ("chow", "jump-chow")

STEPS: Final[Mapping[Shape, int]] = MappingProxyType({"chow": 1, "jump-chow": 2})
"""How far the numbers of a chow are apart."""

KINDS: Final = 34
"""Kinds of tile in this game: all but flower and joker, in the order of `ALL_TILES`."""

LEG: Final = -1
"""The place of the leg in a decomposition; melds count from 0."""


def is_honor(tile: Tile) -> bool:
    """Say whether a tile is an honor tile: a wind, a dragon, a one or a nine."""
    return tile.number in {0, 1, 9}


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld: ``first`` is its tile, or the lowest of a chow; ``exposed`` if it lies open on the rack."""

    shape: Shape
    first: Tile
    exposed: bool = False
    tiles: tuple[Tile, ...] = field(init=False, compare=False, repr=False)
    is_pung: bool = field(init=False, compare=False, repr=False)
    """Whether it is a pung or a kong, which counts as one."""
    has_honor: bool = field(init=False, compare=False, repr=False)
    """Whether one of its tiles is an honor tile."""

    def __post_init__(self) -> None:
        step = STEPS.get(self.shape)
        if step is None:
            tiles = (self.first,) * (4 if self.shape == "kong" else 3)
        else:
            assert 1 <= self.first.number <= 9 - 2 * step, "a chow stays within its suit"
            tiles = tuple(ALL_TILES[self.first.index + step * nth] for nth in range(3))
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "is_pung", step is None)
        object.__setattr__(self, "has_honor", any(is_honor(tile) for tile in tiles))


@lru_cache(maxsize=1024)
def meld_of(shape: Shape, index: int, *, exposed: bool = False) -> Meld:
    """Return the meld that begins with the tile of this index."""
    return Meld(shape, ALL_TILES[index], exposed)


def read_meld(tiles: Sequence[Tile]) -> Meld | None:
    """Return the meld that exposed tiles make in any order; None if they make none."""
    low = min(tiles)
    if low.index >= KINDS:
        return None
    if all(tile is low for tile in tiles):
        like: dict[int, Shape] = {3: "pung", 4: "kong"}
        shape = like.get(len(tiles))
        return None if shape is None else meld_of(shape, low.index, exposed=True)
    for chow in CHOWS:
        step = STEPS[chow]
        if 1 <= low.number <= 9 - 2 * step:
            found = meld_of(chow, low.index, exposed=True)
            if found.tiles == tuple(sorted(tiles)):
                return found
    return None


@dataclass(frozen=True, slots=True)
class Decomposition:
    """All tiles of a rack as four melds and a leg.

    ``completed`` is the place of the meld that the winning tile completed (`LEG` for the leg), None without a winning
    tile; ``discarded``: that tile came from another player. ``melded`` says of each meld whether it counts as melded:
    it is exposed, or a pung that the winning discard completed ("A pung completed by the winning discard is melded";
    for a chow it makes no difference).
    """

    melds: tuple[Meld, ...]
    leg: Tile
    winning_tile: Tile | None = None
    completed: int | None = None
    discarded: bool = False
    tiles: tuple[Tile, ...] = field(init=False, compare=False, repr=False)
    pungs: tuple[Meld, ...] = field(init=False, compare=False, repr=False)
    """The pungs and kongs."""
    chows: tuple[Meld, ...] = field(init=False, compare=False, repr=False)
    """The chows or jump chows."""
    melded: tuple[bool, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        melds, claimed = self.melds, self.completed if self.discarded else None
        tiles = (*(tile for meld in melds for tile in meld.tiles), self.leg, self.leg)
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "pungs", tuple(meld for meld in melds if meld.is_pung))
        object.__setattr__(self, "chows", tuple(meld for meld in melds if not meld.is_pung))
        melded = tuple(meld.exposed or (meld.is_pung and at == claimed) for at, meld in enumerate(melds))
        object.__setattr__(self, "melded", melded)

    @property
    def inside(self) -> bool:
        """Whether nothing of the hand is exposed (Glossary: Inside hand)."""
        return not any(meld.exposed for meld in self.melds)

    @property
    def concealed_pungs(self) -> int:
        """How many pungs and kongs are concealed."""
        return sum(meld.is_pung and not melded for meld, melded in zip(self.melds, self.melded, strict=True))

    @property
    def suits(self) -> frozenset[str]:
        """The suits of its tiles, with ``""`` among them where there are winds or dragons."""
        return frozenset(tile.suit for tile in self.tiles)
