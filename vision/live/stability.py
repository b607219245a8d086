"""What of a live reading must stay the same for it to stand, and when two looks say the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from vision.reading import RackReading

COME_AND_GO: Final = 2
"""Tiles that may come into or leave the rack between two looks that say the same, once we have waited long enough."""


@dataclass(frozen=True, slots=True)
class ReadingSummary:
    """A reading bare of all that may differ from look to look.

    Attributes:
        tiles: label and row of each tile of the rack, in reading order.
        rack: the rack as text, which says how its tiles are grouped.
        labels: label of each tile in view, by the tile's identity.
        mine: the identities of those of the rack.
        known: the labels of those of the rack that are, or were while the reading stood, sure.
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
        """Say whether a look after this one, with the summary `other`, says the same.

        With patience: the same tiles in the same rows, grouped alike. Without: neither contradicts what is sure in the
        other, and hardly a tile came or went. We ask about all else.
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
        """Return the summary of a look that says the same as this one, with what was sure of tiles still in view.

        Else a tile might be exchanged while the reading stands: sure, asked about, asked about as another, and sure.
        """
        kept = {name: label for name, label in self.known.items() if name in other.labels}
        return replace(other, known={**kept, **other.known})
