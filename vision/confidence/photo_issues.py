"""What is wrong with a photo, in a player's words: from its pixels, the crops, the corners and the opinions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.confidence.photo_blur import Blur, blur
from vision.confidence.tile_confidence import TileConfidence
from vision.image.photo import Photo
from vision.image.sharpness import detail
from vision.quads import Quads, beyond, usual_side
from vision.reading import BACK, Issue

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

SMALL_PICTURE: Final = 64
"""Short side in pixels of a picture in which nothing can be made out."""

SMALL_TILE: Final = 24.0
"""Median short side in pixels below which faces lose their detail."""

DARK: Final = 90.0
"""A picture whose 95th percentile of grey (0 to 255) is below this has no light on the table."""

GLARE: Final = 0.35
"""Part of a face that is burnt out when its print may be too: one photograph in a hundred has faces with 0.28."""

MANY: Final = 6
"""Doubted tiles, at least half of all that lie face up, from which it is the set that the reader does not know, where
nothing is wrong with the photo."""

EDGE: Final = 0.01
"""A corner this near to the picture's edge, as a part of the tile's short side, touches it."""


def issues(
    photo: Photo, quads: Quads, found: Sequence[TileConfidence], crops: Pixels, indices: Sequence[int]
) -> tuple[Issue, ...]:
    """Named problems, most serious first. Causes of doubt are named only where something is doubted.

    Args:
        photo: the photo read.
        quads: (N, 4, 2) corners of the rack's tiles in pixels of the full photo, in reading order.
        found: N opinions in the same order.
        crops: (N, H, W, 3) uint8 BGR, the faces upright.
        indices: N numbers of these tiles in the reading, which the issues name.
    """
    return tuple(
        Issue(issue.code, issue.message, tuple(indices[index] for index in issue.tiles))
        for issue in _issues(photo, quads, found, crops, indices)
    )


def _issues(
    photo: Photo, quads: Quads, found: Sequence[TileConfidence], crops: Pixels, indices: Sequence[int]
) -> Iterator[Issue]:

    def named(chosen: Sequence[int]) -> str:
        return names([indices[index] for index in chosen])

    # What is doubted by number or size is not the photo's fault.
    doubted = [
        index
        for index, opinion in enumerate(found)
        if not (opinion.sure or opinion.crowded or opinion.odd_size or opinion.hidden or opinion.alone)
    ]
    if min(photo.width, photo.height) < SMALL_PICTURE:
        yield Issue(
            "picture-small",
            f"The picture has only {photo.width} x {photo.height} pixels. Send the photo itself, not a thumbnail.",
        )
    if not found:
        yield Issue(
            "no-tiles",
            "No tiles are in view. Hold the phone above the rack, so that the faces fill the picture, and try again.",
        )
    causes = tuple(_causes(photo, quads, found, crops, doubted, named=named)) if doubted or not found else ()
    yield from causes
    printed = [index for index, opinion in enumerate(found) if opinion.label != BACK]
    strange = tuple(index for index in doubted if found[index].label != BACK)
    if len(strange) >= MANY and 2 * len(strange) >= len(printed) and not causes:
        yield Issue(
            "strange-set",
            "Many of these tiles are unlike any that Rackcheck knows. Please look at the marked ones, and teach it "
            "this set once: it then reads the set by its own faces.",
            strange,
        )
    cut = _touching_edge(photo, quads)
    if cut:
        yield Issue(
            "cut-off",
            f"The picture's edge cuts {named(cut)}; more may be out of view. Step back until the whole rack shows.",
            cut,
        )
    hidden = tuple(index for index, opinion in enumerate(found) if opinion.hidden)
    if hidden:
        yield Issue("half-hidden", f"Something covers a part of {named(hidden)}: look, or set the tiles apart.", hidden)
    crowded = tuple(index for index, opinion in enumerate(found) if opinion.crowded)
    if crowded:
        kinds = ", ".join(sorted({found[index].label for index in crowded}))
        yield Issue(
            "too-many-copies",
            f"There are more {kinds} than a set holds. Please look at {named(crowded)}.",
            crowded,
        )
    yield from _unlike_a_rack(found, named)


def _causes(
    photo: Photo,
    quads: Quads,
    found: Sequence[TileConfidence],
    crops: Pixels,
    doubted: Sequence[int],
    *,
    named: Callable[[Sequence[int]], str],
) -> Iterator[Issue]:
    """Why the photo itself may leave tiles in doubt, or none found."""
    if _is_dark(photo):
        yield Issue("too-dark", "The photo is too dark. Turn on a light, or turn towards the window, and try again.")
    if not doubted:
        return
    if blur(detail(crops), quads, [opinion.label for opinion in found]) is not Blur.NONE:
        yield Issue("blurred", "The photo is blurred. Hold the phone still, tap the tiles to focus, and try again.")
    if usual_side(quads) * photo.scale < SMALL_TILE:
        yield Issue("tiles-small", "The tiles are small in the picture. Hold the phone closer and try again.")
    glaring = tuple(index for index in doubted if burnt_out(crops[index]) > GLARE)
    if glaring:
        yield Issue("glare", f"Light glares on {named(glaring)}. Tilt the phone or the rack a little.", glaring)


def _unlike_a_rack(found: Sequence[TileConfidence], named: Callable[[Sequence[int]], str]) -> Iterator[Issue]:
    """What may be no tile, for its size or for want of others."""
    odd = tuple(index for index, opinion in enumerate(found) if opinion.odd_size)
    if odd:
        yield Issue("odd-size", f"Please look whether a tile is at {named(odd)}: the size is unlike the others.", odd)
    alone = tuple(index for index, opinion in enumerate(found) if opinion.alone)
    if alone:
        yield Issue(
            "few-tiles",
            f"Please look whether {named(alone)} {'is a tile' if len(alone) == 1 else 'are tiles'}: so few are in view "
            "that a card or a die may pass for one.",
            alone,
        )


def burnt_out(crop: Pixels) -> float:
    """Part of a crop (H, W, 3), 0 to 1, whose three channels are all as bright as can be."""
    return float((crop.min(axis=2) >= 252).mean())


def _is_dark(photo: Photo) -> bool:
    step = max(1, min(photo.pixels.shape[:2]) // 200)
    grey = cv2.cvtColor(np.ascontiguousarray(photo.pixels[::step, ::step]), cv2.COLOR_BGR2GRAY)
    return bool(np.percentile(grey, 95) < DARK)


def _touching_edge(photo: Photo, quads: Quads) -> tuple[int, ...]:
    """Indices of the tiles with a corner at the picture's edge or beyond."""
    near = beyond(quads, photo.width, photo.height) >= -EDGE
    return tuple(int(index) for index in np.flatnonzero(near))


def names(indices: Sequence[int]) -> str:
    """The tiles as a player counts them, from 1."""
    numbers = [str(index + 1) for index in indices]
    if len(numbers) == 1:
        return f"tile {numbers[0]}"
    return f"tiles {', '.join(numbers[:-1])} and {numbers[-1]}"
