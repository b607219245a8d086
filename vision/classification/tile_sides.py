"""Sides of tiles, which pass for blank tiles lying above or below them.

Whoever looks down on a rack or across a table sees of a tile its face and one of the sides that join face and back:
blank, as wide as the face, as deep as the tile is thick. To both networks that is a Soap or a back seen from low down.
What tells is that it shares a whole edge with the face, corner for corner, while no readable face stands beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.classification.classifier import NONE, Faces
from vision.classification.white_dragons import SOAP
from vision.quads import side_lengths
from vision.reading import BACK

Quads = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float32]
Pixels = npt.NDArray[np.uint8]
Chosen = npt.NDArray[np.bool_]
Edge = tuple[int, int]
"""A face's place, and which of its edges: 0 is the upper one, the others follow clockwise."""

TOUCHING: Final = 0.15
"""Of an edge's length, how far its ends may lie from those of another for the two to be one edge. In 1,013 photographs
and 920 rendered scenes 120 sides are told by it, 126 by 0.2, and no boxed tile; by 0.25 two tiles are."""

LIKELY: Final = 0.97
"""Probability from which a blank face is a tile wherever it lies. By 0.99 ten more sides are told in the same pictures,
and still no boxed tile; but backs of 0.99 and 0.996 there lie as sides do."""

FLAT: Final = 0.05
"""Part of its brightness by which a side's ground may differ from light that falls off along and across it. Of 125
faces that lie as sides do in these pictures 120 differ by less. The frame of a far Soap, which nobody had boxed,
differs by 0.084."""

_DIM: Final = 20.0
"""Brightness, of 255, below which noise would pass for print."""

_NEXT: Final = np.array([1, 2, 3, 0])
_BEFORE: Final = np.array([3, 0, 1, 2])


def sides(faces: Faces) -> Chosen:
    """(N,) which of N faces are only the sides of other tiles.

    Such a face is flat to the eye and not likely the Soap or back it is read as, shares an edge with the upper or the
    lower edge of a readable face, and is less deep than that edge is long, as whole tiles are only when seen from low
    down. One that stands in a row with a readable face, or with blank ones that do, is a tile.
    """
    found = np.zeros(len(faces), bool)
    best = faces.probabilities.argmax(axis=1)
    soap, back, none = (faces.labels.index(label) for label in (SOAP, BACK, NONE))
    blank = (best == soap) | (best == back)
    readable = ~blank & (best != none)
    doubted = blank & (faces.probabilities.max(axis=1) < LIKELY)
    doubted[doubted] = _unevenness(faces.crops[doubted]) < FLAT
    if not doubted.any() or not readable.any():
        return found
    deep, along = _depths(faces.quads), _shared_edges(faces.quads)
    for (one, edge), (other, its) in along.items():
        if doubted[one] and readable[other] and its % 2 == 0 and deep[one, edge] < 1:
            beside = ((edge + 1) % 4, (edge + 3) % 4)
            found[one] |= not any(_ends_readable(along, (one, side), blank, readable) for side in beside)
    return found


def _ends_readable(along: Mapping[Edge, Edge], start: Edge, blank: Chosen, readable: Chosen) -> bool:
    """Whether the row of blank faces that goes on beyond an edge ends at a readable one."""
    at = start
    for _ in range(len(blank)):
        beyond = along.get(at)
        if beyond is None or not blank[beyond[0]]:
            return beyond is not None and bool(readable[beyond[0]])
        at = beyond[0], (beyond[1] + 2) % 4
    return False


def _unevenness(crops: Pixels) -> Floats:
    """(N,) how much of the inside of crops (N, 80, 64, 3) uint8 no light that falls off along and across explains.

    The brightness of 7 x 5 places, less the means of their rows and columns, as a part of the face's own.
    """
    inside = crops[:, 12:-12, 12:-12].astype(np.float32)
    places = inside.reshape(len(crops), 7, 8, 5, 8, 3).mean(axis=(2, 4, 5))
    whole = places.mean(axis=(1, 2), keepdims=True)
    left = places - places.mean(axis=1, keepdims=True) - places.mean(axis=2, keepdims=True) + whole
    return np.asarray(left.std(axis=(1, 2)) / np.maximum(whole[:, 0, 0], _DIM), np.float32)


def _shared_edges(quads: Quads) -> dict[Edge, Edge]:
    """Of each edge that lies along one of another face that one, the nearest where there are several."""
    first, last = quads, quads.take(_NEXT, axis=1)
    lengths = side_lengths(quads)
    # Faces are clockwise: an edge that two of them share runs one way in one and the other way in the other.
    gap = np.maximum(_apart(first, last), _apart(last, first)) / np.maximum(lengths[:, :, None, None], lengths)
    gap[np.arange(len(quads)), :, np.arange(len(quads))] = np.inf
    each = gap.reshape(len(quads), 4, -1)
    nearest = each.argmin(axis=2)
    near = np.argwhere(each.min(axis=2) <= TOUCHING)
    return {(one, edge): divmod(int(nearest[one, edge]), 4) for one, edge in near.tolist()}


def _apart(one: Quads, two: Quads) -> Floats:
    """(N, 4, N, 4) distances of the points of `one` (N, 4, 2) from those of `two`."""
    off = one[:, :, None, None] - two
    return np.asarray(np.hypot(off[..., 0], off[..., 1]), np.float32)


def _depths(quads: Quads) -> Floats:
    """(N, 4) how far each face reaches from each of its edges, in lengths of that edge."""
    lengths = side_lengths(quads)
    beside = (lengths.take(_NEXT, axis=1) + lengths.take(_BEFORE, axis=1)) / 2
    return np.asarray(beside / np.maximum(lengths, 1e-6), np.float32)
