"""Read a photo: the steps from photo to rack reading in order, as generators that a host drives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from vision.classification.classifier import read_faces
from vision.classification.faces import NONE, Faces
from vision.classification.orientation import AT_THE_TABLE, LAID_OUT
from vision.confidence.tile_confidence import rate_tiles, tiles_among
from vision.detection.detector import find_tiles
from vision.detection.nms import nms
from vision.errors import VisionError
from vision.geometry import SMALLEST, Quad, given_face, looks_at, scaled
from vision.image.photo import Photo
from vision.image.view import close_enough
from vision.interpretation import interpret, with_tile_set
from vision.layout.exposures import OneMeld
from vision.observation import NetworkCards, Observation
from vision.reading import RackReading, SetInUse, TileReading, Timing
from vision.requests import Measure, Measurement, Steps
from vision.tilesets.combine_scores import apply_tile_set
from vision.tilesets.like_faces import with_alike
from vision.tilesets.set_recognition import OtherSets, SetMatch, better_set
from vision.tilesets.tile_set import TileSet


def read_rack(
    photo: Photo,
    cards: NetworkCards,
    one_meld: OneMeld,
    tile_set: TileSet | None = None,
    others: Callable[[], OtherSets] = tuple,
    *,
    loose: bool = False,
) -> Steps[RackReading]:
    """Read every tile in view, with the networks and the chosen taught set, if any.

    A poor photo gives a reading with named issues, never an exception. So do tiles of another set than the chosen one.
    Coordinates are those of the full upright picture; `timing_ms.total` includes the photo's own decoding.

    Args:
        photo: the photo.
        cards: the networks' cards.
        one_meld: which tiles may lie in one exposure.
        tile_set: the chosen taught set.
        others: returns further taught sets, each as steps (`vision.requests.ready` of a set at hand). We call it if the
            tiles do not look like the chosen set, and the reading names the set that they clearly belong to.
        loose: whether the photo shows tiles on the table instead of a rack: discards, and other players' exposures.

    Raises:
        VisionError: `other-reader` if the taught set holds embeddings of other weights.
    """
    seen = yield from observe(photo, cards, tile_set)
    found = tiles_among(seen.faces, seen.scores, cards.classifier, seen.photo.area)
    tiles, _ = seen.chosen(found)
    reading, order = yield from interpret(
        seen.photo, tiles, cards.classifier, one_meld, model=cards.name, timing=seen.timing, loose=loose
    )
    if not loose:
        reading = with_alike(reading, [tiles.each[index] for index in order])
    if seen.tile_set is None or seen.untaught is None:
        return reading
    better = None
    if reading.tiles and (seen.tile_set.doubted or not seen.tile_set.used):
        better = yield from better_set(seen.untaught.chosen(found), others(), cards.classifier)
    return with_tile_set(reading, replace(seen.tile_set, better=better))


def observe(
    photo: Photo, cards: NetworkCards, tile_set: TileSet | None = None, *, laid_out: bool = False
) -> Steps[Observation]:
    """Find and read every face in view.

    Args:
        photo: the photo.
        cards: the networks' cards.
        tile_set: the chosen taught set.
        laid_out: whether a person has laid the tiles out to teach them, all the same way up.

    Raises:
        VisionError: `other-reader`, as `read_rack`.
    """
    start = perf_counter()
    detections = yield from find_tiles(photo, cards.detector)
    found = perf_counter()
    clear = yield from close_enough(photo, detections.quads)
    quads = [scaled(quad, clear.scale) for quad in detections.quads]
    expected = LAID_OUT if laid_out else AT_THE_TABLE
    faces = yield from read_faces(clear.pixels, quads, cards.classifier, expected)
    faces, scores = _without_duplicates(faces, detections.scores, cards)
    details = yield Measure(Measurement.DETAIL, faces.crops)
    faces = faces.of(replace(face, detail=detail) for face, detail in zip(faces, details, strict=True))
    in_use, untaught = None, None
    if tile_set is not None:
        untaught = faces
        faces, match = yield from apply_tile_set(faces, tile_set, cards.classifier)
        in_use = SetInUse(tile_set.name, match is not SetMatch.OF_ANOTHER, match is SetMatch.IN_DOUBT)
    read = perf_counter()
    return Observation(
        photo=clear,
        faces=faces.of(replace(face, quad=scaled(face.quad, 1 / clear.scale)) for face in faces),
        scores=scores,
        timing=Timing(
            decode=photo.decode_ms,
            detect=(found - start) * 1e3,
            classify=(read - found) * 1e3,
            total=photo.decode_ms + (read - start) * 1e3,
        ),
        tile_set=in_use,
        untaught=untaught,
    )


def read_tile(photo: Photo, place: Quad, cards: NetworkCards, tile_set: TileSet | None = None) -> Steps[TileReading]:
    """Read the one tile at the place that a person points at; it is never sure, so that we ask about it.

    `place` is the rough quad of its face, in pixels of the full upright photo. We also look a little to each side,
    closer and wider, and take the look with the smallest probability of no tile.

    Raises:
        VisionError: `bad-quad` for a place that can be no face; `other-reader`, as `read_rack`.
    """
    quad = given_face(place)
    if quad is None:
        message = f"give four corners x, y, clockwise round a face of at least {SMALLEST:g} pixels"
        raise VisionError("bad-quad", message, "place")
    clear = yield from close_enough(photo, (quad,))
    looks = [scaled(look, clear.scale) for look in looks_at(quad)]
    faces = yield from read_faces(clear.pixels, looks, cards.classifier)
    if tile_set is not None:
        faces, _ = yield from apply_tile_set(faces, tile_set, cards.classifier)
    none = faces.labels.index(NONE)
    face = min(faces, key=lambda one: one.probabilities[none])
    face = replace(face, quad=scaled(face.quad, 1 / clear.scale))
    (rated,) = rate_tiles(faces.of((face,)), cards.classifier)
    return TileReading(rated.label, rated.confidence, rated.alternatives, face.quad, 0, 0, sure=False)


def _without_duplicates(
    faces: Faces, scores: tuple[float, ...], cards: NetworkCards
) -> tuple[Faces, tuple[float, ...]]:
    """Drop duplicate detections of one tile (non-maximum suppression on the refined quads)."""
    none = faces.labels.index(NONE)
    ranks = [score * (1 - face.probabilities[none]) for face, score in zip(faces, scores, strict=True)]
    kept = sorted(nms(faces.quads, ranks, cards.detector.threshold("nms")))
    return faces.chosen(kept), tuple(scores[index] for index in kept)
