"""Lay out tiles that lie on the table and are nobody's rack: discards, and exposures of the other players."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from vision.geometry import Quad, centre, width_and_height
from vision.layout.exposures import SIZES, OneMeld
from vision.layout.rack import JOKER, RackLayout

BESIDE: Final = 1.6
"""Distance of the middles of two tiles, in widths of the narrower one, up to which they may lie in one exposure."""


def lay_loose(
    labels: Sequence[str], quads: Sequence[Quad], rows: Sequence[Sequence[int]], one_meld: OneMeld
) -> RackLayout:
    """Tell exposures from tiles that lie alone: tiles side by side that may be one meld are an exposure.

    Args:
        labels: labels of N tiles.
        quads: quads of the same tiles.
        rows: their indices in reading order.
        one_meld: which tiles may lie in one exposure.
    """
    runs = (run for row in rows for run in _runs(row, labels, quads))
    exposures = tuple(run for run in runs if len(run) in SIZES and one_meld([labels[index] for index in run]))
    exposed = {index for run in exposures for index in run}
    alone = tuple(index for row in rows for index in row if index not in exposed)
    return RackLayout(exposures, alone)


def _runs(row: Sequence[int], labels: Sequence[str], quads: Sequence[Quad]) -> Iterator[tuple[int, ...]]:
    """Cut a row wherever the next tile lies apart, or is neither a joker nor of the run's kind."""
    run: tuple[int, ...] = ()
    for index in row:
        kinds = {labels[one] for one in (*run, index)} - {JOKER}
        if run and (len(kinds) > 1 or not _beside(quads[run[-1]], quads[index])):
            yield run
            run = ()
        run = (*run, index)
    if run:
        yield run


def _beside(one: Quad, other: Quad) -> bool:
    return math.dist(centre(one), centre(other)) <= BESIDE * min(width_and_height(one)[0], width_and_height(other)[0])
