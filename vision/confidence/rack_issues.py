"""Name the problems of the rack, in a player's words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from vision.confidence.photo_issues import names
from vision.layout.rack import FULL_RACK, RackLayout
from vision.layout.rack_selection import LARGEST_RACK
from vision.reading import BACK, UNCLEAR, Issue

FEW: Final = 9
"""Tiles from which we expect a whole rack: if some of 13 are missing, they are hidden or we did not find them."""


def rack_issues(rack: RackLayout, labels: Sequence[str], place_of: Mapping[int, int]) -> tuple[Issue, ...]:
    """Name the problems of the layout.

    Args:
        rack: the layout of the rack.
        labels: labels of all tiles.
        place_of: maps each tile's index to its number in the reading, which the issues name.
    """
    return tuple(_rack_issues(rack, labels, place_of))


def _rack_issues(rack: RackLayout, labels: Sequence[str], place_of: Mapping[int, int]) -> Iterator[Issue]:
    mine = (*rack.concealed, *(index for group in rack.exposures for index in group))
    down = tuple(sorted(place_of[index] for index in mine if labels[index] == BACK))
    if down:
        what = "lies face down: turn it over" if len(down) == 1 else "lie face down: turn them over"
        yield Issue("face-down", f"{names(down).capitalize()} {what}, or say what is on the other side.", down)
    held = len(mine)
    if FEW <= held < FULL_RACK:
        yield Issue(
            "tiles-missing",
            f"Only {held} tiles of the rack were found, a hand has 13 or 14: is one hidden or out of view?",
        )
    if held > LARGEST_RACK:
        yield Issue(
            "too-many-tiles",
            f"{held} tiles were taken for one rack, more than a hand has. Take the photo again with one rack in view.",
        )
    if rack.stray:
        places = tuple(sorted(place_of[index] for index in rack.stray))
        what = "is of the rack: it lies" if len(places) == 1 else "are of the rack: they lie"
        yield Issue("stray-tile", f"Please look whether {names(places)} {what} apart and may be a discard.", places)
    if rack.unclear:
        places = tuple(sorted(place_of[index] for index in rack.unclear))
        yield Issue(
            UNCLEAR,
            "The photo does not tell which tiles are exposed. "
            f"Please say how {names(places)} {'lies' if len(places) == 1 else 'lie'}.",
            places,
        )
