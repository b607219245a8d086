"""Name the problems of a photo, in a player's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from vision.classification.faces import Faces
from vision.confidence.photo_blur import Blur, blur
from vision.confidence.tile_confidence import TileConfidence
from vision.geometry import Quad, beyond, usual_side
from vision.image.photo import Photo
from vision.reading import BACK, Issue
from vision.requests import Measure, Measurement, Steps

SMALL_PICTURE: Final = 64
"""Short side in pixels below which a picture is too small to read."""

SMALL_TILE: Final = 24.0
"""Median short side in pixels below which faces lose their detail."""

DARK: Final = 90.0
"""Light (`vision.requests.Measurement.LIGHT`) below which a photo is too dark."""

GLARE: Final = 0.35
"""Burnt-out share of a face above which its print may be burnt out too."""

MANY: Final = 6
"""Number of uncertain tiles, at least half of the face-up ones, from which we treat the tile set as unfamiliar if the
photo is good."""

EDGE: Final = 0.01
"""Distance from the picture's edge, in short sides of the tile, within which a corner touches it."""

Named = Callable[[Sequence[int]], str]
"""Names tiles as a player counts them."""


def photo_issues(
    photo: Photo, faces: Faces, found: Sequence[TileConfidence], indices: Sequence[int]
) -> Steps[tuple[Issue, ...]]:
    """Name the problems, most serious first; causes of doubt only if a tile is uncertain or the photo shows none.

    Args:
        photo: the photo read.
        faces: the rack's tiles, with quads in pixels of the full photo, in reading order.
        found: labels and confidence of these tiles.
        indices: the tiles' numbers in the reading, which the issues name.
    """

    def named(chosen: Sequence[int]) -> str:
        return names([indices[index] for index in chosen])

    causes = yield from _causes(photo, faces, found, named)
    return tuple(
        Issue(issue.code, issue.message, tuple(indices[index] for index in issue.tiles))
        for issue in _issues(photo, faces.quads, found, causes, named)
    )


def _doubted(found: Sequence[TileConfidence]) -> list[int]:
    """Return the uncertain tiles, but not those doubted for number, size or place: that is not the photo's fault."""
    return [
        index
        for index, one in enumerate(found)
        if not (one.sure or one.crowded or one.odd_size or one.hidden or one.alone)
    ]


def _issues(
    photo: Photo, quads: Sequence[Quad], found: Sequence[TileConfidence], causes: Sequence[Issue], named: Named
) -> Iterator[Issue]:
    if photo.damaged:
        yield Issue(
            "damaged-picture",
            "The picture is damaged: a part of it was lost on the way. Send it again, or take the photo again.",
        )
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
    yield from causes
    printed = [index for index, one in enumerate(found) if one.label != BACK]
    strange = tuple(index for index in _doubted(found) if found[index].label != BACK)
    if len(strange) >= MANY and 2 * len(strange) >= len(printed) and not causes:
        yield Issue(
            "strange-set",
            "Many of these tiles are unlike any that Rackcheck knows. Please look at the marked ones, and teach it "
            "this set once: it then reads the set by its own faces.",
            strange,
        )
    cut = tuple(index for index, quad in enumerate(quads) if beyond(quad, photo.width, photo.height) >= -EDGE)
    if cut:
        yield Issue(
            "cut-off",
            f"The picture's edge cuts {named(cut)}; more may be out of view. Step back until the whole rack shows.",
            cut,
        )
    hidden = tuple(index for index, one in enumerate(found) if one.hidden)
    if hidden:
        yield Issue("half-hidden", f"Something covers a part of {named(hidden)}: look, or set the tiles apart.", hidden)
    crowded = tuple(index for index, one in enumerate(found) if one.crowded)
    if crowded:
        kinds = ", ".join(sorted({found[index].label for index in crowded}))
        yield Issue(
            "too-many-copies", f"There are more {kinds} than a set holds. Please look at {named(crowded)}.", crowded
        )
    yield from _unlike_a_rack(found, named)


def _causes(photo: Photo, faces: Faces, found: Sequence[TileConfidence], named: Named) -> Steps[list[Issue]]:
    """Measure the photo's faults that may make tiles uncertain, or hide them all; measure nothing if all are sure."""
    causes: list[Issue] = []
    doubted = _doubted(found)
    if found and not doubted:
        return causes
    ((light,),) = yield Measure(Measurement.LIGHT, (photo.pixels,))
    if light < DARK:
        dark = "The photo is too dark. Turn on a light, or turn towards the window, and try again."
        causes.append(Issue("too-dark", dark))
    if not doubted:
        return causes
    glares = yield Measure(Measurement.GLARE, tuple(faces.crops[index] for index in doubted))
    if blur([face.detail for face in faces], faces.quads, [one.label for one in found]) is not Blur.NONE:
        blurred = "The photo is blurred. Hold the phone still, tap the tiles to focus, and try again."
        causes.append(Issue("blurred", blurred))
    if usual_side(faces.quads) * photo.scale < SMALL_TILE:
        small = "The tiles are small in the picture. Hold the phone closer and try again."
        causes.append(Issue("tiles-small", small))
    glaring = tuple(index for index, (glare,) in zip(doubted, glares, strict=True) if glare > GLARE)
    if glaring:
        causes.append(
            Issue("glare", f"Light glares on {named(glaring)}. Tilt the phone or the rack a little.", glaring)
        )
    return causes


def _unlike_a_rack(found: Sequence[TileConfidence], named: Named) -> Iterator[Issue]:
    """Name faces that may be no tiles, for their size or because they lie alone."""
    odd = tuple(index for index, one in enumerate(found) if one.odd_size)
    if odd:
        yield Issue("odd-size", f"Please look whether a tile is at {named(odd)}: the size is unlike the others.", odd)
    alone = tuple(index for index, one in enumerate(found) if one.alone)
    if alone:
        yield Issue(
            "few-tiles",
            f"Please look whether {named(alone)} {'is a tile' if len(alone) == 1 else 'are tiles'}: so few are in view "
            "that a card or a die may pass for one.",
            alone,
        )


def names(indices: Sequence[int]) -> str:
    """Return the tiles as a player counts them, from 1."""
    numbers = [str(index + 1) for index in indices]
    if len(numbers) == 1:
        return f"tile {numbers[0]}"
    return f"tiles {', '.join(numbers[:-1])} and {numbers[-1]}"
