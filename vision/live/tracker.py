"""All tiles of a view followed from look to look: the camera's motion, which face is which tile, and which count."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from statistics import median
from typing import Final, NamedTuple

from vision.classification.faces import Face, Faces
from vision.confidence.thresholds import Thresholds
from vision.confidence.tile_confidence import tiles_among
from vision.detection.nms import suppress
from vision.geometry import Point, area, centre, is_convex, is_finite
from vision.live.camera_motion import ahead_of, follow, moved
from vision.live.track import OTHER, Track
from vision.observation import Observation

NEW: Final = -1
"""Name of a track that has none yet."""

APPEARS: Final = 0.6
"""Part of the looks lately that must have found a tile for it to be read, and"""

STAYS: Final = 0.4
"""for it to be read still: between the two nothing changes, so that a tile found now and then does not flicker."""

FORGOTTEN: Final = 1.5
"""Seconds after which a tile that was not found again is followed no longer."""

OVERLAP: Final = 0.4
"""Part of the smaller face that two tracks may share: two tiles never stand in one place."""

MOST_TRACKS: Final = 150
"""Tiles followed at most, those found most: a whole set in view."""

Drift = Point
"""x, y in pixels a second that the picture moves."""


class Step(NamedTuple):
    """What one more look makes of the tracks.

    Attributes:
        tracks: those of faces not seen before among them as `NEW`.
        drift: of this look.
        placed: whether it is known where the tracks lie in its picture.
    """

    tracks: list[Track]
    drift: Drift
    placed: bool


def advance(
    tracks: Sequence[Track],
    seen: Observation,
    thresholds: Thresholds,
    drift: Drift,
    shift: Point | None,
    *,
    last: float,
    time: float,
) -> Step:
    """Return the tracks after one more look.

    Args:
        tracks: as they were after the last look.
        seen: the look. Faces that are no tiles by it alone are left out.
        thresholds: from the classifier's card.
        drift: of the last look.
        shift: x, y in pixels that the picture says it moved since, None where it does not tell.
        last: when that was, seconds.
        time: when this one is, seconds.
    """
    seconds = time - last
    faces, scores = seen.chosen(tiles_among(seen.faces, seen.scores, thresholds))
    faded = [track.faded(seconds) for track in tracks]
    before, kinds = [track.quad for track in faded], [track.probabilities for track in faded]
    kinds_after = [face.probabilities for face in faces]
    expected = shift or (drift[0] * seconds, drift[1] * seconds)
    motion = follow(before, kinds, faces.quads, kinds_after, expected, measured=shift is not None)
    found = dict(motion.pairs)
    if _is_elsewhere(kinds, kinds_after, motion.pairs):
        begun = [Track.begun(NEW, face, score, time) for face, score in zip(faces, scores, strict=True)]
        return Step(begun, (0.0, 0.0), placed=True)
    known = set(found.values())
    fresh = [
        Track.begun(NEW, face, score, time)
        for index, (face, score) in enumerate(zip(faces, scores, strict=True))
        if index not in known
    ]
    after = moved(motion.matrix, before)
    here = [replace(track, quad=quad) for track, quad in zip(faded, after, strict=True)]
    if not found:
        placed = shift is not None or not tracks
        return Step([*_missed(here, seen, 1.0), *fresh], _speed(shift, seconds), placed)
    # Where the whole picture is blurred, a tile that is not found may be there all the same.
    chance = median(
        faces.each[j].sharpness / max(faded[i].clear, faces.each[j].sharpness, 1e-6) for i, j in found.items()
    )
    again = [
        here[i].looked(faces.each[j], scores[j], ahead_of(faces.each[j].quad, after[i]), time) for i, j in found.items()
    ]
    lost = _missed([track for index, track in enumerate(here) if index not in found], seen, chance)
    steps = [(centre(before[i]), centre(after[i])) for i in found]
    step = median(b[0] - a[0] for a, b in steps), median(b[1] - a[1] for a, b in steps)
    return Step([*again, *lost, *fresh], _speed(step, seconds), placed=True)


def _speed(shift: Point | None, seconds: float) -> Drift:
    """Return the drift of a picture that moved so in so many seconds."""
    return (0.0, 0.0) if shift is None else (shift[0] / max(seconds, 1e-3), shift[1] / max(seconds, 1e-3))


def _is_elsewhere(
    kinds: Sequence[Sequence[float]], after: Sequence[Sequence[float]], pairs: Sequence[tuple[int, int]]
) -> bool:
    """Say whether a look shows other tiles altogether, in whose way those followed so far would stand.

    That is: as many faces as half the tiles followed, and less than a third of them in a tile's place without plainly
    being another one. A hand hides tiles but brings none; a blur makes tiles unlike themselves, but not plainly so.

    Args:
        kinds: probabilities of the tiles followed.
        after: of the faces seen.
        pairs: which of these lie in one place.
    """
    if len(after) < max(2, len(kinds) / 2):
        return False
    plain = 0
    for one, two in pairs:
        best, other = max(kinds[one]), max(after[two])
        plain += min(best, other) >= OTHER and kinds[one].index(best) != after[two].index(other)
    return len(pairs) - plain < len(after) / 3


def _missed(tracks: Sequence[Track], seen: Observation, chance: float) -> list[Track]:
    """Return tracks that this look did not find; a tile out of view could not be found."""
    return [track.missed(chance) if in_view(track, seen) else track for track in tracks]


def in_view(track: Track, seen: Observation) -> bool:
    """Say whether a tile's middle lies in the picture."""
    x, y = centre(track.quad)
    return 0 <= x < seen.photo.width and 0 <= y < seen.photo.height


def lasting(tracks: Sequence[Track], time: float) -> tuple[Track, ...]:
    """Return the tracks of tiles that may still be there, those found most first."""
    kept = [
        track
        for track in tracks
        if time - track.seen <= FORGOTTEN and is_finite(track.quad) and is_convex(track.quad) and area(track.quad) > 1
    ]
    return tuple(sorted(kept, key=lambda track: (-track.found, track.name))[:MOST_TRACKS])


def shown(
    tracks: Sequence[Track], labels: tuple[str, ...], thresholds: Thresholds, looks: int, known: Container[int]
) -> list[Track]:
    """Return the tracks that are read: tiles found often enough, at least `looks` times, that the networks believe in.

    `known` are the names of those that were read so far.
    """
    often = [
        track
        for track in tracks
        if track.looks >= looks and track.presence >= (STAYS if track.name in known else APPEARS)
    ]
    # Two in one place are one tile seen twice, or one that lost its way: faces found now go to one of them only, and
    # the other one's presence falls.
    kept = suppress([track.quad for track in often], [track.presence for track in often], OVERLAP)
    often = [often[index] for index in kept]
    scores = [track.mean_score for track in often]
    return [often[index] for index in tiles_among(as_faces(often, labels), scores, thresholds)]


def as_faces(tracks: Sequence[Track], labels: tuple[str, ...]) -> Faces:
    """Return the tracks as faces: fused probabilities, the newest corners, the sharpest crops."""
    return Faces(labels, tuple(_as_face(track) for track in tracks))


def _as_face(track: Track) -> Face:
    return replace(track.face, probabilities=track.probabilities, quad=track.upright)
