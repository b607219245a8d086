"""Which tiles in view are the rack, and the rack as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.order import Layout
from vision.quads import Quads
from vision.reading import BACK

Floats = npt.NDArray[np.float64]

JOKER: Final = "J"

GAP: Final = 0.3
"""Part of a tile's width that lies free between two exposures, at least."""

FULL_RACK: Final = 13
"""Tiles of a whole hand without the winning tile: fewer are a part of one, whose rows say nothing."""

LARGEST_RACK: Final = 18
"""Tiles of a hand of 14 with four kongs: where there are more, some lie beside the rack."""

LONG_ROW: Final = 9
"""Tiles of a row that stands out as a rack, or as the exposures on top of one, among others in view."""

RIVAL: Final = 0.8
"""A second row of this part of the longest one's length and number of tiles might be the rack too."""

CLOSE: Final = 1.8
"""Tile heights from one row of a rack to the other at most, centre to centre."""


@dataclass(frozen=True, slots=True)
class Rack:
    """Where each of N tiles belongs, by index; every tile is in one place.

    Attributes:
        exposures: groups on top of the rack, left to right.
        concealed: on the slope of the rack, in reading order.
        aside: in view, but not of the rack.
    """

    exposures: tuple[tuple[int, ...], ...]
    concealed: tuple[int, ...]
    aside: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        indices = sorted((*(index for group in self.exposures for index in group), *self.concealed, *self.aside))
        if indices != list(range(len(indices))) or not all(self.exposures):
            raise VisionError("bad-rack", "every tile must be in one place, and no exposure may be empty", "rack")

    def text(self, labels: Sequence[str]) -> str:
        """The contract's text form: each exposure in brackets. Face-down tiles have no text and are left out."""
        groups = (f"[{' '.join(labels[index] for index in group)}]" for group in self.exposures)
        return " ".join([*groups, *(labels[index] for index in self.concealed if labels[index] != BACK)])


def find_rack(labels: Sequence[str], quads: Quads, layout: Layout) -> Rack:
    """Tell exposures, concealed tiles and tiles that lie beside the rack apart.

    Two rows close together that hold no more than a hand are the rack. Otherwise one row that is clearly the longest
    is, together with a row close to it where that completes it; the others lie aside. Where no row stands out, all
    tiles count.

    Exposures lie on top of the rack, in a row of their own: of two rows with 13 tiles or more together the upper one
    (as the faces stand) is taken for exposures if the gaps in it leave nothing but pungs, kongs, quints and sextets
    of like tiles and jokers. Otherwise everything is concealed: a photo cannot tell, and a wrong exposure would
    decide a claim.

    Args:
        labels: of N tiles.
        quads: (N, 4, 2) their corners in pixels.
        layout: how they stand.
    """
    rows = list(layout.rows) if layout.faces_down else list(reversed(layout.rows))
    chosen = _rows_of_rack(rows, labels, np.asarray(quads, np.float64), layout) if len(rows) > 1 else rows
    exposures: list[tuple[int, ...]] = []
    if len(chosen) == 2 and sum(map(len, chosen)) >= FULL_RACK:
        exposures = _exposures(chosen[0], labels, quads)
    concealed = tuple(index for row in chosen[1 if exposures else 0 :] for index in row)
    aside = tuple(index for row in rows if row not in chosen for index in row)
    return Rack(tuple(exposures), concealed, aside)


def _rows_of_rack(
    rows: list[tuple[int, ...]], labels: Sequence[str], quads: Floats, layout: Layout
) -> list[tuple[int, ...]]:
    """The one or two rows that are the rack, upper first; all rows where none stands out."""
    if len(rows) == 2 and len(labels) <= LARGEST_RACK and _together(rows[0], rows[1], quads, layout):
        return rows
    # A rack across the table has as many tiles, but smaller ones; a few large things have the length, not the number;
    # a pile may chain into a long row, but hardly two of its tiles stand neatly side by side.
    neat = [_neat(quads[list(row)]) for row in rows]
    counts = np.array([1 + pairs.sum() for pairs in neat])
    lengths = np.array(
        [_widths(quads[list(row)])[1:][pairs].sum() for row, pairs in zip(rows, neat, strict=True)], np.float64
    )
    main = int(np.argmax(np.where(counts >= LONG_ROW, lengths, 0)))
    rivals = (lengths > RIVAL * lengths[main]) & (counts > RIVAL * counts[main])
    if counts[main] < LONG_ROW or rivals.sum() > 1:
        return rows
    above = main - 1 if main > 0 and _together(rows[main - 1], rows[main], quads, layout) else None
    below = main + 1 if main + 1 < len(rows) and _together(rows[main], rows[main + 1], quads, layout) else None
    if above is not None and _exposures(rows[above], labels, quads):
        return [rows[above], rows[main]]
    if below is not None and _exposures(rows[main], labels, quads):
        return [rows[main], rows[below]]
    if len(rows[main]) < FULL_RACK and (above is None) != (below is None):
        # A rack whose tiles stand in two rows: the other row completes it.
        other = above if above is not None else below
        assert other is not None
        if len(rows[main]) + len(rows[other]) <= LARGEST_RACK:
            return [rows[min(main, other)], rows[max(main, other)]]
    return [rows[main]]


def _neat(row: Floats) -> npt.NDArray[np.bool_]:
    """(N - 1,) whether each two faces of a row (N, 4, 2) that follow each other stand side by side as tiles in a rack.

    That is: of one size, at one slant, level, and no more than a tile's width apart.
    """
    widths, heights, centres = _widths(row), _heights(row), row.mean(axis=1)
    right = row[:, 1] + row[:, 2] - row[:, 0] - row[:, 3]
    right = right / np.maximum(np.linalg.norm(right, axis=1, keepdims=True), 1e-9)
    step = np.diff(centres, axis=0)
    apart = np.linalg.norm(step, axis=1)
    usual = np.maximum((widths[1:] + widths[:-1]) / 2, 1e-9)
    like = np.abs(np.log(np.maximum(heights[1:], 1e-9) / np.maximum(heights[:-1], 1e-9))) < np.log(1.25)
    # A face on its head is as straight as one on its feet: only the line of its side counts.
    cross = np.abs(right[1:, 0] * right[:-1, 1] - right[1:, 1] * right[:-1, 0])
    level = np.abs(step[:, 0] * right[:-1, 1] - step[:, 1] * right[:-1, 0]) < 0.3 * heights[:-1]
    return np.asarray(like & (cross < np.sin(np.deg2rad(15))) & level & (apart < 2.0 * usual))


def _together(upper: Sequence[int], lower: Sequence[int], quads: Floats, layout: Layout) -> bool:
    """Whether two rows lie close, one over the other, with tiles of one size."""
    one, two = quads[list(upper)], quads[list(lower)]
    along = np.array(layout.direction)
    size = [float(np.median(_heights(row))) for row in (one, two)]
    if not 0.7 < size[0] / size[1] < 1.4:
        return False
    places = [row.mean(axis=1) @ along for row in (one, two)]
    overlap = min(places[0].max(), places[1].max()) - max(places[0].min(), places[1].min())
    # From each tile of the shorter row to the one next to it in the other: rows may converge.
    apart = np.linalg.norm(one.mean(axis=1)[:, None] - two.mean(axis=1)[None, :], axis=2)
    steps = apart.min(axis=1) if len(one) <= len(two) else apart.min(axis=0)
    return overlap >= 0 and float(np.median(steps)) < CLOSE * max(size)


def _exposures(row: Sequence[int], labels: Sequence[str], quads: Quads | Floats) -> list[tuple[int, ...]]:
    """The groups of the row if each could be an exposure, else none."""
    groups = _groups(row, np.asarray(quads, np.float64))
    return groups if all(_is_exposure([labels[index] for index in group]) for group in groups) else []


def _groups(row: Sequence[int], quads: Floats) -> list[tuple[int, ...]]:
    """The row cut where tiles stand clearly apart."""
    chosen = quads[list(row)]
    centres, widths = chosen.mean(axis=1), _widths(chosen)
    # What a tile takes up along the row: its width, or its height where it lies on its side.
    right = (chosen[:, 1] + chosen[:, 2] - chosen[:, 0] - chosen[:, 3]) / 2
    direction = centres[-1] - centres[0]
    sideways = np.abs(right @ direction) < 0.7 * widths * np.linalg.norm(direction)
    taken = np.where(sideways, _heights(chosen), widths)
    free = np.linalg.norm(np.diff(centres, axis=0), axis=1) - (taken[1:] + taken[:-1]) / 2
    ends = [0, *(int(place) + 1 for place in np.flatnonzero(free > GAP * float(np.median(widths)))), len(row)]
    return [tuple(row[start:end]) for start, end in pairwise(ends)]


def _is_exposure(labels: Sequence[str]) -> bool:
    """Three to six like tiles, jokers among them, but not jokers alone."""
    kinds = set(labels) - {JOKER}
    return 3 <= len(labels) <= 6 and len(kinds) == 1 and BACK not in kinds


def _widths(quads: Floats) -> Floats:
    """(N,) mean width of each face in pixels."""
    return np.asarray(np.linalg.norm(quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3], axis=1) / 2)


def _heights(quads: Floats) -> Floats:
    """(N,) mean height of each face in pixels."""
    return np.asarray(np.linalg.norm(quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1], axis=1) / 2)
