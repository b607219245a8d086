"""All tiles of a view followed from look to look: the camera's motion, which face is which tile, and which count."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from vision.classification.classifier import Faces
from vision.classification.face_crops import FACE_SIZE
from vision.confidence.tile_confidence import Thresholds, is_tile
from vision.image.sharpness import sharpness
from vision.live.camera_motion import aligned, apply, follow
from vision.live.track import OTHER, Look, Track
from vision.pipeline import Observation
from vision.quads import areas, convex, suppress

Floats = npt.NDArray[np.float32]

NEW: Final = -1
"""Name of a track that has none yet."""

APPEARS: Final = 0.6
"""Part of the looks lately that must have found a tile for it to be read, and"""

STAYS: Final = 0.4
"""for it to be read still: between the two nothing changes, so that what is found now and then does not flicker."""

FORGOTTEN: Final = 1.5
"""Seconds after which a tile that was not found again is followed no longer: it has left the reading by then."""

OVERLAP: Final = 0.4
"""Part of the smaller face that two tracks may share: two tiles never stand in one place."""

MOST_TRACKS: Final = 150
"""Tiles followed at most, those found most: a whole set in view."""


Drift = tuple[float, float]
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
    shift: tuple[float, float] | None,
    *,
    last: float,
    time: float,
) -> Step:
    """The tracks after one more look.

    Args:
        tracks: as they were after the last look.
        seen: the look. Faces that are no tiles by it alone are left out: they would only lead astray.
        thresholds: where belief ends.
        drift: of the last look.
        shift: x, y in pixels that the picture says it moved since, None where it does not tell.
        last: when that was, seconds.
        time: when this one is, seconds.
    """
    seconds = time - last
    tiles = is_tile(seen.faces, seen.scores, thresholds)
    faces, scores = seen.faces.chosen(tiles), seen.scores[tiles]
    clear = sharpness(faces.crops)
    looks = [_look(faces, index, float(scores[index]), float(clear[index])) for index in range(len(faces))]
    faded = [track.faded(seconds) for track in tracks]
    before = _stacked([track.quad for track in faded])
    kinds = np.array([track.probabilities for track in faded], np.float32).reshape(len(faded), len(faces.labels))
    expected = shift or (drift[0] * seconds, drift[1] * seconds)
    motion = follow(before, kinds, faces.quads, faces.probabilities, expected, told=shift is not None)
    moved = apply(motion.matrix, before)
    found = dict(motion.pairs)
    if _elsewhere(kinds, faces.probabilities, motion.pairs):
        return Step([Track.begun(NEW, look, time) for look in looks], (0.0, 0.0), True)
    fresh = [Track.begun(NEW, look, time) for index, look in enumerate(looks) if index not in found.values()]
    here = [replace(track, quad=quad) for track, quad in zip(faded, moved, strict=True)]
    if not found:
        return Step([*_missed(here, seen, 1.0), *fresh], _speed(shift, seconds), shift is not None or not tracks)
    ahead = dict(zip(found, aligned(faces.quads[list(found.values())], moved[list(found)]).tolist(), strict=True))
    # Where the whole picture is blurred, what is not found may be there all the same.
    chance = float(np.median([looks[j].clear / max(faded[i].clear, looks[j].clear, 1e-6) for i, j in found.items()]))
    again = [here[i].looked(looks[j], ahead[i], time) for i, j in found.items()]
    lost = _missed([track for index, track in enumerate(here) if index not in found], seen, chance)
    step = np.median(moved[list(found)].mean(axis=1) - before[list(found)].mean(axis=1), axis=0)
    return Step([*again, *lost, *fresh], _speed((float(step[0]), float(step[1])), seconds), True)


def _speed(shift: tuple[float, float] | None, seconds: float) -> Drift:
    """The drift of a picture that moved so in so many seconds."""
    return (0.0, 0.0) if shift is None else (shift[0] / max(seconds, 1e-3), shift[1] / max(seconds, 1e-3))


def _elsewhere(kinds: Floats, after: Floats, pairs: Sequence[tuple[int, int]]) -> bool:
    """Whether a look shows other tiles altogether, in whose way those followed so far would stand.

    That is: as many faces as half the tiles followed, and less than a third of them in a tile's place without plainly
    being another one. A hand hides tiles but brings none; a blur makes tiles unlike themselves, but not plainly so.

    Args:
        kinds: (N, L) probabilities of the tiles followed.
        after: (M, L) of the faces seen.
        pairs: which of these lie in one place.
    """
    if len(after) < max(2, len(kinds) / 2):
        return False
    plain = [min(kinds[i].max(), after[j].max()) >= OTHER and kinds[i].argmax() != after[j].argmax() for i, j in pairs]
    return bool(len(pairs) - sum(plain) < len(after) / 3)


def _missed(tracks: Sequence[Track], seen: Observation, chance: float) -> list[Track]:
    """Tracks that this look did not find; what is out of view could not be found."""
    return [track.missed(chance) if in_view(track, seen) else track for track in tracks]


def _look(faces: Faces, index: int, score: float, clear: float) -> Look:
    return Look(
        quad=faces.quads[index],
        probabilities=faces.probabilities[index],
        embedding=faces.embeddings[index],
        crop=faces.crops[index],
        score=score,
        clear=clear,
    )


def in_view(track: Track, seen: Observation) -> bool:
    """Whether a tile's middle lies in the picture."""
    x, y = track.quad.mean(axis=0)
    return bool(0 <= x < seen.photo.width and 0 <= y < seen.photo.height)


def lasting(tracks: Sequence[Track], time: float) -> tuple[Track, ...]:
    """The tracks of tiles that may still be there, those found most first."""
    quads = _stacked([track.quad for track in tracks])
    sound = convex(quads) & (areas(quads) > 1) & np.isfinite(quads).all(axis=(1, 2))
    kept = [track for track, good in zip(tracks, sound, strict=True) if good and time - track.seen <= FORGOTTEN]
    return tuple(sorted(kept, key=lambda track: (-track.found, track.name))[:MOST_TRACKS])


def shown(
    tracks: Sequence[Track], labels: tuple[str, ...], thresholds: Thresholds, looks: int, known: Container[int]
) -> list[Track]:
    """The tracks that are read: tiles found often enough, at least `looks` times, that the networks believe in.

    `known` are the names of those that were read so far.
    """
    often = [
        track
        for track in tracks
        if track.looks >= looks and track.presence >= (STAYS if track.name in known else APPEARS)
    ]
    # Two in one place are one tile seen twice, or one that lost its way: faces found now go to one of them only, and
    # the other one's presence falls.
    standing = np.array([track.presence for track in often], np.float32)
    often = [often[index] for index in suppress(_stacked([track.quad for track in often]), standing, OVERLAP)]
    scores = np.array([track.mean_score for track in often], np.float32)
    believed = is_tile(as_faces(often, labels), scores, thresholds)
    return [track for track, good in zip(often, believed, strict=True) if good]


def as_faces(tracks: Sequence[Track], labels: tuple[str, ...]) -> Faces:
    """The tracks as faces: fused probabilities, the newest corners, the sharpest crops."""
    count = len(tracks)
    return Faces(
        labels=labels,
        probabilities=np.array([track.probabilities for track in tracks], np.float32).reshape(count, len(labels)),
        turn=np.eye(4, dtype=np.float32)[[track.turn for track in tracks]].reshape(count, 4),
        quads=_stacked([track.upright for track in tracks]),
        embeddings=np.array([track.direction for track in tracks], np.float32).reshape(count, -1 if count else 1),
        crops=np.array([track.crop for track in tracks], np.uint8).reshape(count, *FACE_SIZE, 3),
    )


def _stacked(quads: Sequence[Floats]) -> Floats:
    """Corners (N, 4, 2)."""
    return np.array(quads, np.float32).reshape(-1, 4, 2)
