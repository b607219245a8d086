"""Lay out tiles that lie on the table and are nobody's rack: discards, and exposures of the other players."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from vision.geometry import Quad, centre, width_and_height
from vision.layout.exposures import APART, SIZES, OneMeld, split_exposures
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
    exposures = tuple(group for run in runs for group in _exposures(run, labels, quads, one_meld))
    exposed = {index for run in exposures for index in run}
    alone = tuple(index for row in rows for index in row if index not in exposed)
    return RackLayout(exposures, alone)


def _exposures(
    run: tuple[int, ...], labels: Sequence[str], quads: Sequence[Quad], one_meld: OneMeld
) -> Iterator[tuple[int, ...]]:
    """Yield the exposures of a run: itself, or two of one kind with a gap between, such as two pungs of flowers."""
    names, width = [labels[index] for index in run], width_and_height(quads[run[0]])[0]
    middles = [centre(quads[index]) for index in run]
    gaps = [math.dist(*pair) / width - 1 for pair in pairwise(middles)]
    way = split_exposures(names, gaps, one_meld)
    if way is not None and way.clear and len(way.groups) > 1 and way.single is None:
        yield from (run[start:end] for start, end in way.groups)
    elif len(run) in SIZES and one_meld(names):
        yield run


def _runs(row: Sequence[int], labels: Sequence[str], quads: Sequence[Quad]) -> Iterator[tuple[int, ...]]:
    """Cut a row wherever the next tile lies apart, or is neither a joker nor of the run's kind."""
    run: tuple[int, ...] = ()
    for index in row:
        kinds = {labels[one] for one in (*run, index)} - {JOKER}
        if run and not _beside(quads[run[-1]], quads[index]):
            yield run
            run = ()
        elif len(kinds) > 1:
            end = _end(run, index, labels, quads)
            yield run[:end]
            run = run[end:]
        run = (*run, index)
    if run:
        yield run


def _end(run: Sequence[int], after: int, labels: Sequence[str], quads: Sequence[Quad]) -> int:
    """Return the length of a run before a tile of another kind: its last jokers may lie clearly nearer to that tile."""
    last = max(place for place, index in enumerate(run) if labels[index] != JOKER)
    middles = [centre(quads[index]) for index in (*run, after)]
    clear = APART * width_and_height(quads[after])[0]
    # A joker leaves the run only across a clearly wider gap.
    return max(
        range(last + 1, len(run) + 1),
        key=lambda end: math.dist(middles[end - 1], middles[end]) + (clear if end == len(run) else 0.0),
    )


def _beside(one: Quad, other: Quad) -> bool:
    return math.dist(centre(one), centre(other)) <= BESIDE * min(width_and_height(one)[0], width_and_height(other)[0])
