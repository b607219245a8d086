"""Track all tiles in view from look to look: the camera's motion, the face of each tile, and which tiles to read."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from statistics import median
from typing import Final, NamedTuple

from models import ModelCard
from vision.classification.faces import Faces
from vision.confidence.tile_confidence import tiles_among
from vision.detection.nms import nms
from vision.geometry import Point, area, centre, is_convex, is_finite
from vision.live.camera_motion import ahead_of, follow, moved
from vision.live.track import OTHER, Track
from vision.observation import Observation

NEW: Final = -1
"""Name of a track that has none yet."""

APPEARS: Final = 0.6
"""Presence from which we begin to read a tile."""

STAYS: Final = 0.4
"""Presence down to which we go on reading a tile: lower than `APPEARS`, so that a tile does not flicker."""

FORGOTTEN: Final = 1.5
"""Seconds without a detection after which we drop a tile's track, unless only one look has missed it: on a busy server
looks may lie further apart."""

OVERLAP: Final = 0.4
"""Share of the smaller face that two tracks may overlap: two tiles never stand in one place."""

MOST_TRACKS: Final = 150
"""Most tiles that we track, those found most often: a whole tile set in view."""

Drift = Point
"""Motion of the picture, x, y in pixels a second."""


class Step(NamedTuple):
    """The tracks after one more look.

    Attributes:
        tracks: all tracks; those of new faces have the name `NEW`.
        drift: drift of this look.
        placed: whether we know where the tracks lie in its picture.
    """

    tracks: list[Track]
    drift: Drift
    placed: bool


def advance(
    tracks: Sequence[Track],
    seen: Observation,
    card: ModelCard,
    drift: Drift,
    shift: Point | None,
    *,
    last: float,
    time: float,
) -> Step:
    """Return the tracks after one more look.

    Args:
        tracks: the tracks after the last look.
        seen: the look; we leave out its faces that are no tiles.
        card: the classifier's card.
        drift: drift of the last look.
        shift: measured shift of the picture since the last look, x, y in pixels; None if unclear.
        last: time of the last look, seconds.
        time: time of this look, seconds.
    """
    seconds = time - last
    faces, scores = seen.chosen(tiles_among(seen.faces, seen.scores, card, seen.photo.area))
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
    # In a blurred picture a tile may be there though the look did not find it.
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
    """Return the drift of a picture that moved by `shift` in `seconds`."""
    return (0.0, 0.0) if shift is None else (shift[0] / max(seconds, 1e-3), shift[1] / max(seconds, 1e-3))


def _is_elsewhere(
    kinds: Sequence[Sequence[float]], after: Sequence[Sequence[float]], pairs: Sequence[tuple[int, int]]
) -> bool:
    """Say whether a look shows other tiles altogether, so that the tracks so far would only be in the way.

    That is: it has at least half as many faces as there are tracks, and less than a third of its faces lie in the place
    of a track without clearly being another tile. A hand hides tiles but brings none; blur makes labels uncertain, but
    not clearly different.

    Args:
        kinds: label probabilities of the tracks.
        after: label probabilities of the look's faces.
        pairs: pairs of a track and a face in one place.
    """
    if len(after) < max(2, len(kinds) / 2):
        return False
    plain = 0
    for one, two in pairs:
        best, other = max(kinds[one]), max(after[two])
        plain += min(best, other) >= OTHER and kinds[one].index(best) != after[two].index(other)
    return len(pairs) - plain < len(after) / 3


def _missed(tracks: Sequence[Track], seen: Observation, chance: float) -> list[Track]:
    """Mark tracks as missed by this look, except tiles out of view, which it could not find."""
    return [track.missed(chance) if in_view(track, seen) else track for track in tracks]


def in_view(track: Track, seen: Observation) -> bool:
    """Say whether a tile's middle lies in the picture."""
    x, y = centre(track.quad)
    return 0 <= x < seen.photo.width and 0 <= y < seen.photo.height


def lasting(tracks: Sequence[Track], *, last: float, time: float) -> tuple[Track, ...]:
    """Return the tracks of tiles that may still be there, those found most often first.

    `last` is the time of the look before, `time` that of this look, in seconds.
    """
    since = min(last, time - FORGOTTEN)
    kept = [
        track
        for track in tracks
        if track.seen >= since and is_finite(track.quad) and is_convex(track.quad) and area(track.quad) > 1
    ]
    return tuple(sorted(kept, key=lambda track: (-track.found, track.name))[:MOST_TRACKS])


def shown(
    tracks: Sequence[Track],
    labels: tuple[str, ...],
    card: ModelCard,
    picture_area: float,
    *,
    looks: int,
    known: Container[int],
) -> list[Track]:
    """Return the tracks to read: tiles found often enough, in at least `looks` looks, that the networks do not reject.

    `known` holds the names of the tracks in the last reading; `picture_area` is in square pixels of the full picture.
    """
    often = [
        track
        for track in tracks
        if track.looks >= looks and track.presence >= (STAYS if track.name in known else APPEARS)
    ]
    # Two tracks in one place are a duplicate, or one has drifted off: new faces go to one of them only, and the
    # presence of the other falls.
    kept = nms([track.quad for track in often], [track.presence for track in often], OVERLAP)
    often = [often[index] for index in kept]
    scores = [track.mean_score for track in often]
    return [often[index] for index in tiles_among(as_faces(often, labels), scores, card, picture_area)]


def as_faces(tracks: Sequence[Track], labels: tuple[str, ...]) -> Faces:
    """Return the tracks as faces: fused probabilities, the newest corners, the sharpest crops."""
    fused = (replace(track.face, probabilities=track.probabilities, quad=track.upright) for track in tracks)
    return Faces(labels, tuple(fused))
