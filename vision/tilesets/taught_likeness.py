"""Measure how much faces are like taught ones, and which way up they are more alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from models import ModelCard
from vision.classification.classifier import read_turned
from vision.classification.faces import Face, Faces
from vision.classification.orientation import turns_as_taught
from vision.errors import VisionError
from vision.requests import VIEWS, Compare, Comparison, Steps
from vision.tilesets.tile_set import TAKE_SAVED, TaughtFace

TURNED: Final = 50.0
"""Change of the log odds (natural logarithm) that a face lies another way than it is read, by each unit of likeness
gained so."""

AS_READ: Final = (0.0, 0.03, 0.01, 0.03)
"""Gain of likeness, by quarter turns, at which a face is as likely turned as it is read; on its head it often is
(`datasets/experiments/taught-faces-any-way.md`)."""

CLEAR: Final = 0.7
"""Likeness from which a face is clearly like a taught one: we do not turn it on its side."""

LIKE_ONE: Final = 0.6
"""Likeness to the most similar taught face from which a face tells which way up it lies: of a set that was taught a few
kinds, the others are like none of these any way (`datasets/experiments/corrected-racks.md`)."""

Likeness = dict[str, float]
"""Likeness of a face to the most similar taught face of each taught label: the cosine of their embeddings."""


class _Look(NamedTuple):
    """A face read one way up, and compared with the taught ones."""

    face: Face
    agreements: Sequence[float]
    cosines: Sequence[float]

    @property
    def likeness(self) -> float:
        """The likeness to the most similar taught face."""
        return max(self.cosines)


def compared(faces: Faces, taught: Sequence[TaughtFace]) -> Steps[Comparison]:
    """Compare one or more faces with one or more taught ones.

    Raises:
        VisionError: `bad-embedding` for embeddings of another size, which a changed file may hold.
    """
    if VIEWS * len(tuple(faces.each[0].embedding)) != len(taught[0].views):
        raise VisionError("bad-embedding", f"the file of the set was changed: {TAKE_SAVED}", "set")
    comparison: Comparison = yield Compare(faces.crops, tuple(face.embedding for face in faces), tuple(taught))
    return comparison


def likeness(taught: Sequence[TaughtFace], comparison: Comparison) -> list[Likeness]:
    """Return the likeness of each face to the most similar taught face of each taught label."""
    found: list[Likeness] = []
    for cosines in comparison.cosines:
        like: Likeness = {}
        for face, cosine in zip(taught, cosines, strict=True):
            like[face.label] = max(cosine, like.get(face.label, -math.inf))
        found.append(like)
    return found


def the_right_way_up(
    faces: Faces, overturned: Faces, taught: Sequence[TaughtFace], card: ModelCard | None = None
) -> Steps[tuple[Faces, Comparison]]:
    """Turn the faces that are more like taught ones another way up; return all with their comparison.

    Args:
        faces: as they are read.
        overturned: the same, read after turning them by 180 degrees.
        taught: the set's faces.
        card: the classifier's card, to read those on both their sides too that are clearly like no taught face either
            way; None leaves that out.
    """
    every = range(len(faces))
    comparison = yield from compared(faces, taught)
    as_read = _looks(every, faces, comparison)
    on_heads = _looks(every, overturned, (yield from compared(overturned, taught)))
    unlike = [at for at in every if max(as_read[at].likeness, on_heads[at].likeness) < CLEAR]
    ways = [as_read, {}, on_heads, {}]
    if card is not None and unlike:
        for turns in (1, 3):
            sideways = yield from read_turned(faces.chosen(unlike), turns, card)
            looks = _looks(unlike, sideways, (yield from compared(sideways, taught)))
            ways[turns] = {at: look for at, look in looks.items() if look.likeness >= LIKE_ONE}
    turned = turns_as_taught(faces.quads, [_chances([looks.get(at) for looks in ways]) for at in every])
    best = [ways[turns].get(at, as_read[at]) for at, turns in zip(every, turned, strict=True)]
    agreements, cosines = [look.agreements for look in best], [look.cosines for look in best]
    return faces.of(look.face for look in best), Comparison(agreements, cosines, comparison.spreads)


def _looks(indices: Sequence[int], faces: Faces, comparison: Comparison) -> dict[int, _Look]:
    """Return the looks at these faces by their indices."""
    rows = zip(indices, faces, comparison.agreements, comparison.cosines, strict=True)
    return {at: _Look(face, agreements, cosines) for at, face, agreements, cosines in rows}


def _chances(looks: Sequence[_Look | None]) -> list[float]:
    """Return the probabilities that a face needs 0 to 3 quarter turns, by its look after each; None: not looked at."""
    like = [-math.inf if look is None else look.likeness for look in looks]
    told = max(like) >= LIKE_ONE
    gains = [value - like[0] if told or math.isinf(value) else 0.0 for value in like]
    weights = [math.exp(TURNED * (gain - cost)) for gain, cost in zip(gains, AS_READ, strict=True)]
    total = sum(weights)
    return [weight / total for weight in weights]
