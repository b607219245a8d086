"""Turn faces into a reading: rows, rack, sure tiles, and issues of the photo."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Final, NamedTuple

from models import ModelCard
from vision.classification.faces import Faces
from vision.confidence.photo_issues import photo_issues
from vision.confidence.rack_issues import rack_issues
from vision.confidence.tile_confidence import rate_tiles
from vision.geometry import beyond
from vision.image.photo import Photo
from vision.layout.exposures import OneMeld
from vision.layout.loose_tiles import lay_loose
from vision.layout.rack import read_layout
from vision.reading import Issue, RackReading, SetInUse, TileReading, Timing
from vision.requests import Steps

CUT: Final = 0.2
"""How far a corner may lie outside the picture before we ask about the tile, in short sides of its face."""


class Interpretation(NamedTuple):
    """A reading, and the index of the face behind each of its tiles."""

    reading: RackReading
    order: tuple[int, ...]


def interpret(
    photo: Photo, faces: Faces, card: ModelCard, one_meld: OneMeld, *, model: str, timing: Timing, loose: bool = False
) -> Steps[Interpretation]:
    """Turn faces of tiles into a reading.

    Args:
        photo: the picture.
        faces: faces that are tiles; quads in pixels of the full upright picture.
        card: the classifier's card.
        one_meld: which tiles may lie in one exposure.
        model: the networks, `name@version`.
        timing: time spent so far; the reading's total adds the time spent here.
        loose: whether the tiles lie on the table and are no rack; all of them count.
    """
    start = perf_counter()
    quads, rated = faces.quads, rate_tiles(faces, card)
    labels = [one.label for one in rated]
    layout, rack = read_layout(labels, quads, one_meld)
    if loose:
        rack = lay_loose(labels, quads, layout.rows, one_meld)
    order = [index for row in layout.rows for index in row]
    row_of = {index: number for number, row in enumerate(layout.rows) for index in row}
    tiles = []
    for place, index in enumerate(order):
        one = rated[index]
        # We ask about a possible discard and about a tile partly out of view, however confident its label is.
        sure = one.sure and index not in rack.stray and beyond(quads[index], photo.width, photo.height) <= CUT
        tiles.append(TileReading(one.label, one.confidence, one.alternatives, quads[index], row_of[index], place, sure))
    place_of = {index: place for place, index in enumerate(order)}
    # The player need not hear of problems with tiles beside the rack.
    mine = [index for index in order if index not in rack.aside]
    found, places = [rated[index] for index in mine], [place_of[index] for index in mine]
    named = yield from photo_issues(photo, faces.chosen(mine), found, places)
    reading = RackReading(
        width=photo.width,
        height=photo.height,
        tiles=tuple(tiles),
        rack=rack.text(labels),
        issues=named if loose else (*named, *rack_issues(rack, labels, place_of)),
        model=model,
        timing_ms=replace(timing, total=timing.total + (perf_counter() - start) * 1e3),
        exposures=tuple(tuple(place_of[index] for index in group) for group in rack.exposures),
        aside=tuple(sorted(place_of[index] for index in rack.aside)),
    )
    return Interpretation(reading, tuple(order))


def with_tile_set(reading: RackReading, tile_set: SetInUse) -> RackReading:
    """Return the reading with the chosen taught set, and an issue if the tiles may not be of it.

    We drop the issue `strange-set`: the player has taught this set, so that an issue about the set says more.
    """
    said = set_issues(tile_set) if reading.tiles else ()
    kept = (issue for issue in reading.issues if issue.code != "strange-set")
    return replace(reading, tile_set=tile_set, issues=(*said, *kept))


def set_issues(chosen: SetInUse) -> tuple[Issue, ...]:
    """Return the issue for tiles that may not be of the chosen set, or no issue if they are."""
    if chosen.used and not chosen.doubted:
        return ()
    better = "" if chosen.better is None else f" They look like the set {chosen.better}: choose that one."
    if chosen.used:
        message = f"These tiles may not be of the set {chosen.name}, by which they were read.{better}"
        return (Issue("set-in-doubt", message if better else f"{message} Look them over, or choose another."),)
    message = f"These tiles do not look like the set {chosen.name}; they were read without it.{better}"
    return (Issue("other-set", message),)
