"""Choose where to look again, and how large."""

from __future__ import annotations

import math
from statistics import median
from typing import Final, NamedTuple

from models import ModelCard
from vision.detection.decoding import Detections
from vision.geometry import Box, hull, usual_side
from vision.image.photo import Photo
from vision.image.view import around

SMALL: Final = 28.0
"""Median short side in view pixels below which we look again, closer."""

LARGE: Final = 120.0
"""Median short side in view pixels above which we look again, from farther away."""

WANTED: Final = 48.0
"""Short side in view pixels that another look aims at."""

VIEWS: Final = (192, 1280)
"""Shortest and longest long side of a further look's view, in pixels."""

CLOSER: Final = 1.6
"""Factor by which a look at doubtful faces is larger than the last one."""

UNSEEN: Final = 17.0
"""Short side in view pixels below which the detector misses tiles: the smallest in its training."""

DIFFERENT: Final = 1.15
"""Factor in scale by which another look must differ from the last one."""


class Zoom(NamedTuple):
    """Another look: the long side of its view in pixels, and the region of the full photo that it shows."""

    side: int
    region: Box


def whole(photo: Photo, side: int) -> Zoom:
    """Return a look at the whole photo."""
    return Zoom(side, (0.0, 0.0, float(photo.width), float(photo.height)))


def shows_tiles(found: Detections, card: ModelCard) -> bool:
    """Say whether any face is plain; else all may be other things, and the tiles too small to show."""
    return max(found.scores, default=0.0) >= card.threshold("quick_look")


def better_zoom(photo: Photo, found: Detections, last: Zoom, card: ModelCard, *, first: bool) -> Zoom | None:
    """Return another look at the tiles, or None if the last one is good enough.

    We look again, at a better size, at tiles that come out small or large, and at the whole photo if no face is plain.
    After the `first` look we also look again if most faces are doubtful.
    """
    scale = last.side / _span(last.region)
    again = _for_size(photo, found, scale, card)
    return _for_doubt(photo, found, scale, card) if again is None and first else again


def _for_size(photo: Photo, found: Detections, scale: float, card: ModelCard) -> Zoom | None:
    """Return a look at a better size; `scale` is view pixels per pixel of the full photo in the last look."""
    everything = whole(photo, 0).region
    if not len(found):
        return _sized(photo, everything, math.inf, scale, card)
    short = usual_side(found.quads)
    seen = short * scale
    if SMALL <= seen <= LARGE:
        return None if shows_tiles(found, card) else _sized(photo, everything, math.inf, scale, card)
    if seen > LARGE:
        return _sized(photo, everything, WANTED / short, scale, card)
    # The detector misses some tiles this small: the farther below its range, the more may lie around the others.
    return _sized(photo, _around(photo, found, short * (2.0 if seen > UNSEEN else 6.0)), WANTED / short, scale, card)


def _for_doubt(photo: Photo, found: Detections, scale: float, card: ModelCard) -> Zoom | None:
    """Return a larger look if most faces are doubtful and smaller than `WANTED`."""
    if not len(found) or median(found.scores) >= card.threshold("closer_look"):
        return None
    short = usual_side(found.quads)
    if short * scale >= WANTED:
        return None
    return _sized(photo, _around(photo, found, 2.0 * short), scale * CLOSER, scale, card)


def _sized(photo: Photo, region: Box, wanted: float, last: float, card: ModelCard) -> Zoom | None:
    """Return the look that shows a region at the wanted scale, or None if the last look has about that scale.

    The view has no more pixels than the working picture, and is no larger than the largest view.
    """
    span, stride = _span(region), card.input.stride
    side = max(VIEWS[0], round(min(span * min(wanted, photo.scale), VIEWS[1]) / stride) * stride)
    gain = side / span / last
    return Zoom(side, region) if gain > DIFFERENT or gain < 1 / DIFFERENT else None


def _around(photo: Photo, found: Detections, reach: float) -> Box:
    """Return the part of a photo that holds one or more faces, and `reach` pixels around them."""
    return around(map(hull, found.quads), reach, photo.width, photo.height)


def _span(region: Box) -> float:
    """Return the longer side."""
    return max(region[2] - region[0], region[3] - region[1])
