"""From a photo to a rack reading: find, cut, read, order, doubt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from rules.tiles import may_be_one_meld
from vision.classification.classifier import NONE, Classifier, Faces
from vision.classification.tile_sides import sides
from vision.classification.white_dragons import resolve_white_dragons
from vision.confidence.photo_issues import issues
from vision.confidence.rack_issues import rack_issues
from vision.confidence.tile_confidence import Thresholds, TileConfidence, is_tile, opinions
from vision.detection.detector import Detector
from vision.detection.half_tiles import halves
from vision.geometry import as_quads
from vision.image.network_input import close_enough
from vision.image.photo import Photo
from vision.layout.rack import read_layout
from vision.quads import beyond, suppress
from vision.reading import BACK, Quad, RackReading, SetInUse, TileReading, Timing
from vision.tilesets.combine_scores import apply_tile_set
from vision.tilesets.set_recognition import SetMatch, better_set, set_issues
from vision.tilesets.tile_set import TileSet

Floats = npt.NDArray[np.float32]

PLAINLY: Final = 0.95
"""Probability from which two halves are read as one tile."""

CUT: Final = 0.2
"""How far a corner may lie outside the picture, in short sides of the face: beyond it a stroke or a row of dots may be
out of view. Of 228 boxed faces cut so far that were sure, in 1,653 photographs and rendered scenes, one was a 2 Crak
read as 1 Crak; of 189 cut less far none was wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class Networks:
    """The two networks, loaded once and used for every photo. Safe to use from several threads."""

    detector: Detector
    classifier: Classifier

    @classmethod
    def load(cls, threads: int = 2) -> Networks:
        """The models in use, each run with so many threads.

        Raises ModelError where a model is missing, altered or of another kind than this program needs.
        """
        return cls(Detector.load(threads), Classifier.load(threads))

    @property
    def name(self) -> str:
        """The networks as every reading names them."""
        return f"{self.detector.card}+{self.classifier.card}"


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """What the networks say of one picture, before anything is believed of it.

    Attributes:
        photo: the picture, or its closer one where that was read.
        faces: N faces, those that are no tiles among them; quads in pixels of the full upright picture.
        scores: (N,) float32, the finder's scores of them, 0 to 1.
        timing: of decoding, finding and reading; `total` is their sum.
        tile_set: the taught set that was chosen, or None.
    """

    photo: Photo
    faces: Faces
    scores: Floats
    timing: Timing
    tile_set: SetInUse | None = None


def read_rack(
    photo: Photo, networks: Networks, profile: TileSet | None = None, others: Callable[[], Iterable[TileSet]] = tuple
) -> RackReading:
    """Read every tile in view, by a taught set and the networks together where one is chosen.

    A poor photo gives a reading with named issues, never an exception; so do tiles of another set than the chosen one.
    `others` gives further taught sets: it is called, and the one that the tiles plainly are of is named, where they do
    not look like the chosen one. Coordinates are those of the full upright picture; `timing_ms.total` includes the
    photo's own decoding.

    Raises:
        VisionError: `other-reader` for a profile that was made with other weights.
    """
    seen = observe(photo, networks, profile)
    thresholds = Thresholds.of(networks.classifier.card)
    tiles = seen.faces.chosen(is_tile(seen.faces, seen.scores, thresholds))
    reading = interpret(seen.photo, tiles, thresholds, networks.name, seen.timing).reading
    if seen.tile_set is None:
        return reading
    astray = reading.tiles and (seen.tile_set.doubted or not seen.tile_set.used)
    as_read = replace(tiles, quads=tiles.quads * np.float32(seen.photo.scale))
    better = better_set(as_read, others()) if astray else None
    return with_tile_set(reading, replace(seen.tile_set, better=better))


def observe(photo: Photo, networks: Networks, profile: TileSet | None = None) -> Observation:
    """Find and read every face in view.

    A tile's side goes before a taught set is asked, whose blank Soap it may look like.

    Raises:
        VisionError: `other-reader`, as `read_rack`.
    """
    start = perf_counter()
    detections = networks.detector.find(photo)
    found = perf_counter()
    clear = close_enough(photo, detections.quads)
    faces = networks.classifier.read(clear.pixels, detections.quads * np.float32(clear.scale))
    faces, scores = _whole(clear, faces, detections.scores, networks)
    faces, scores = _once(faces, scores, networks)
    kept = ~sides(faces)
    faces, scores = faces.chosen(kept), scores[kept]
    tile_set = None
    if profile is not None:
        faces, fit = apply_tile_set(faces, profile, networks.classifier)
        tile_set = SetInUse(profile.name, fit is not SetMatch.OF_ANOTHER, fit is SetMatch.IN_DOUBT)
    read = perf_counter()
    return Observation(
        photo=clear,
        faces=replace(faces, quads=faces.quads / np.float32(clear.scale)),
        scores=scores,
        timing=Timing(
            decode=photo.decode_ms,
            detect=(found - start) * 1e3,
            classify=(read - found) * 1e3,
            total=photo.decode_ms + (read - start) * 1e3,
        ),
        tile_set=tile_set,
    )


def _whole(photo: Photo, faces: Faces, scores: Floats, networks: Networks) -> tuple[Faces, Floats]:
    """Faces and scores with tiles found as two halves in place of these, where both together are plainly a tile."""
    found = halves(faces.quads)
    if not len(found.pairs):
        return faces, scores
    read = networks.classifier.read(photo.pixels, found.quads)
    probabilities = np.delete(read.probabilities, [read.labels.index(NONE), read.labels.index(BACK)], axis=1)
    sure = np.where(found.alike(read.quads), probabilities.max(axis=1), 0.0)
    one, two = found.pairs[sure >= PLAINLY].T
    of, kept = np.full(len(faces), -1), np.ones(len(faces), bool)
    of[one], kept[two] = np.flatnonzero(sure >= PLAINLY), False
    scores = scores.copy()
    scores[one] = np.maximum(scores[one], scores[two])
    return faces.mixed(read.chosen(of), of >= 0).chosen(kept), scores[kept]


def _once(faces: Faces, scores: Floats, networks: Networks) -> tuple[Faces, Floats]:
    """Faces and scores without second answers for one tile, which show once the corners are put where the face lies."""
    standing = scores * (1 - faces.probabilities[:, faces.labels.index(NONE)])
    kept = np.sort(suppress(faces.quads, standing, networks.detector.card.threshold("nms")))
    return faces.chosen(kept), scores[kept]


def with_tile_set(reading: RackReading, tile_set: SetInUse) -> RackReading:
    """The reading with the taught set that was chosen, and an issue where the tiles are not, or may not be, of it.

    Who chose a set has been through teaching: what is said of it says more than that the networks do not know it.
    """
    said = set_issues(tile_set) if reading.tiles else ()
    kept = (issue for issue in reading.issues if issue.code != "strange-set")
    return replace(reading, tile_set=tile_set, issues=(*said, *kept))


class Interpretation(NamedTuple):
    """A reading, and the index of the face behind each of its tiles."""

    reading: RackReading
    order: tuple[int, ...]


def interpret(photo: Photo, faces: Faces, thresholds: Thresholds, model: str, timing: Timing) -> Interpretation:
    """Turn faces of tiles into a reading: rows, rack, what is sure, and what is wrong with the photo.

    Args:
        photo: the picture.
        faces: faces that are tiles; quads in pixels of the full upright picture.
        thresholds: where belief ends.
        model: the networks, `name@version`.
        timing: what was spent so far; the time spent here is added to its total.
    """
    start = perf_counter()
    faces = resolve_white_dragons(faces)
    corners, points = faces.quads, _points(faces.quads)
    believed = opinions(faces, thresholds)
    labels = [opinion.label for opinion in believed]
    layout, rack = read_layout(labels, as_quads(corners), may_be_one_meld)
    cut = beyond(corners, photo.width, photo.height) > CUT
    order = [index for row in layout.rows for index in row]
    row_of = {index: number for number, row in enumerate(layout.rows) for index in row}
    tiles = tuple(
        _tile(
            # What may be a discard, or is out of view in part, is asked about, however well it is read.
            replace(believed[index], sure=False) if index in rack.stray or cut[index] else believed[index],
            points[index],
            row_of[index],
            place,
        )
        for place, index in enumerate(order)
    )
    place_of = {index: place for place, index in enumerate(order)}
    # What is wrong with tiles beside the rack is nobody's concern.
    mine = [index for index in order if index not in rack.aside]
    named = issues(
        photo,
        corners[mine],
        [believed[index] for index in mine],
        faces.crops[mine],
        [place_of[index] for index in mine],
    )
    reading = RackReading(
        width=photo.width,
        height=photo.height,
        tiles=tiles,
        rack=rack.text(labels),
        issues=(*named, *rack_issues(rack, labels, place_of)),
        model=model,
        timing_ms=replace(timing, total=timing.total + (perf_counter() - start) * 1e3),
        exposures=tuple(tuple(place_of[index] for index in group) for group in rack.exposures),
        aside=tuple(sorted(place_of[index] for index in rack.aside)),
    )
    return Interpretation(reading, tuple(order))


def _tile(opinion: TileConfidence, quad: Quad, row: int, index: int) -> TileReading:
    return TileReading(opinion.label, opinion.confidence, opinion.alternatives, quad, row, index, opinion.sure)


def _points(quads: Floats) -> list[Quad]:
    """The corners of each face as a reading holds them."""
    return [((x0, y0), (x1, y1), (x2, y2), (x3, y3)) for (x0, y0), (x1, y1), (x2, y2), (x3, y3) in quads.tolist()]
