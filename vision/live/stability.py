"""Decide when two looks agree, from the parts of a live reading that must stay the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from vision.reading import RackReading

COME_AND_GO: Final = 2
"""Tiles that may come into or leave the rack between two looks that agree, once we have waited long enough."""


@dataclass(frozen=True, slots=True)
class ReadingSummary:
    """The parts of a reading that must not differ from look to look.

    Attributes:
        tiles: label and row of each tile of the rack, in reading order.
        rack: the rack as text, which shows the groups of its tiles.
        labels: label of each tile in view, by the tile's identity.
        mine: identities of the rack's tiles.
        known: labels of the rack's tiles that are sure, or were sure in an earlier look that agreed.
    """

    tiles: tuple[tuple[str, int], ...] = ()
    rack: str = ""
    labels: Mapping[int, str] = field(default_factory=dict)
    mine: frozenset[int] = frozenset()
    known: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, reading: RackReading, names: Sequence[int]) -> ReadingSummary:
        """Summarise a reading whose tiles have these identities, in its order."""
        named = list(zip(names, reading.tiles, strict=True))
        mine = [(name, tile) for name, tile in named if tile.index not in reading.aside]
        return cls(
            tiles=tuple((tile.label, tile.row) for _, tile in mine),
            rack=reading.rack,
            labels={name: tile.label for name, tile in named},
            mine=frozenset(name for name, _ in mine),
            known={name: tile.label for name, tile in mine if tile.sure},
        )

    def says(self, other: ReadingSummary, *, patient: bool) -> bool:
        """Say whether a later look with the summary `other` agrees with this one.

        With patience: it has the same tiles in the same rows, in the same groups. Without: neither look contradicts a
        sure tile of the other, and hardly a tile came or went; we ask about the other tiles.
        """
        if (self.tiles, self.rack) == (other.tiles, other.rack):
            return True
        return (
            not patient
            and len(self.mine ^ other.mine) <= COME_AND_GO
            and all(other.labels.get(name) == label for name, label in self.known.items())
            and all(self.labels.get(name) == label for name, label in other.known.items())
        )

    def then(self, other: ReadingSummary) -> ReadingSummary:
        """Return the summary of a look that agrees with this one, with the sure labels of tiles still in view.

        Else a player might exchange a tile under a steady reading: sure, unsure, unsure with another label, sure again.
        """
        kept = {name: label for name, label in self.known.items() if name in other.labels}
        return replace(other, known={**kept, **other.known})
