"""How the tiles of a rack make up a hand: which tiles form each group, and what each joker stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from rules.card import Card
from rules.card_index import CardIndex
from rules.group import GroupId, unpack
from rules.hand import Hand
from rules.pattern import LETTERS, NUMBERS, GroupPattern, HandPattern
from rules.rack import JOKER_INDEX, Rack
from rules.tiles import FLOWER, JOKER, Tile

_FILLED_IN: Final = NUMBERS + LETTERS + "ZA"


@dataclass(frozen=True, slots=True)
class GroupReading:
    """One group of a hand: ``tiles`` of the rack, in the places of the tiles they are or ``stand_for``.

    ``shape`` is the group as a card prints it, numbers filled in: ``2222``, ``NNNN``, ``DDDD``, ``FF``, ``15``.
    """

    shape: str
    tiles: tuple[Tile, ...]
    stand_for: tuple[Tile, ...]
    exposed: bool

    def to_json(self) -> dict[str, Any]:
        """Return the contract's group; ``as`` names one tile for a group of like tiles, else all of them."""
        kinds = dict.fromkeys(self.stand_for)
        standing = kinds if len(kinds) == 1 else self.stand_for
        return {
            "shape": self.shape,
            "tiles": [tile.code for tile in self.tiles],
            "as": " ".join(tile.code for tile in standing),
            "exposed": self.exposed,
        }


@dataclass(frozen=True, slots=True)
class HandReading:
    """One way in which a rack is a hand of the card."""

    pattern: HandPattern
    groups: tuple[GroupReading, ...]
    jokerless: bool

    def to_json(self) -> dict[str, Any]:
        """Return the contract's match."""
        return {
            "hand": self.pattern.number,
            "title": self.pattern.title or self.pattern.text,
            "value": self.pattern.value,
            "concealed_only": self.pattern.concealed_only,
            "jokerless": self.jokerless,
            "groups": [group.to_json() for group in self.groups],
        }


def read_hand(card: Card, index: CardIndex, place: int, hand: Hand, rack: Rack) -> HandReading:
    """Return how a rack makes up the concrete hand at ``place``, which it completes (`CardIndex.completed`).

    Natural tiles go to their groups first, to those that take no joker before the others; jokers fill what is
    left, in printed order.
    """
    number = index.pattern_of(place)
    pattern = card.hands[number]
    groups = index.hands[place]
    naturals_only = index.naturals_only[number]
    laid = _place_exposures(groups, naturals_only, rack)
    held = rack.concealed.copy()
    held[JOKER_INDEX] = rack.jokers
    filled: dict[int, list[Tile | None]] = {at: list(hand.exposures[laid[at]]) for at in laid}
    for at in sorted(set(range(len(groups))) - set(laid), key=lambda at: not naturals_only[at]):
        filled[at] = [_take(held, tile) for tile in unpack(groups[at]).tiles]
    wild = chain([JOKER] * held[JOKER_INDEX], [FLOWER] * held.get(FLOWER.index, 0))
    readings = []
    for at, (printed, packed) in enumerate(zip(pattern.groups, groups, strict=True)):
        kinds = unpack(packed).tiles
        tiles = tuple(next(wild) if tile is None else tile for tile in filled[at])
        readings.append(GroupReading(shape_of(printed, kinds), tiles, kinds, exposed=at in laid))
    return HandReading(pattern, tuple(readings), jokerless=JOKER not in hand.tiles)


def _take(held: dict[int, int], tile: Tile) -> Tile | None:
    if held.get(tile.index, 0) == 0:
        return None
    held[tile.index] -= 1
    return tile


def _place_exposures(groups: Sequence[GroupId], naturals_only: Sequence[bool], rack: Rack) -> dict[int, int]:
    """Return, by the place of a group in the hand, the place of the exposure that is this group."""
    laid: dict[int, int] = {}
    # Those with a joker choose first, as they fit fewer groups; the others prefer a group that takes none.
    for nth in sorted(range(len(rack.exposed)), key=lambda nth: not rack.exposed[nth].wild):
        exposed = rack.exposed[nth]
        fitting = [at for at, group in enumerate(groups) if group == exposed.group and at not in laid]
        if exposed.wild:
            fitting = [at for at in fitting if not naturals_only[at]]
        laid[min(fitting, key=lambda at: (not naturals_only[at], at))] = nth
    return laid


def shape_of(printed: GroupPattern, tiles: Sequence[Tile]) -> str:
    """Return a group as its card prints it, with the numbers, winds and tiles it leaves open filled in."""
    return "".join(
        tile.code[0] if face.symbol in _FILLED_IN else face.symbol
        for face, tile in zip(printed.faces, tiles, strict=True)
    )
