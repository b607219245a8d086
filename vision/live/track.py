"""Track one tile through many looks: its place, and the vote of all looks on its label."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from vision.classification.faces import Face
from vision.geometry import Quad, short_side, turned

FLOOR: Final = 1e-5
"""Least probability that a look gives a label: no single look rules one out."""

MEMORY: Final = 4.0
"""Seconds after which a look's weight has faded to 1/e."""

PRESENCE: Final = 1.5
"""The same for `presence`: a hand may cover a tile for about a second before it counts as gone."""

CLOSER: Final = 0.3
"""Share of the way that a corner moves to its place in the newest look; the picture's motion gives the rest."""

ASTRAY: Final = 0.15
"""Mean distance of the corners from the newest look, in short sides, above which they take its place wholly."""

OTHER: Final = 0.8
"""Probability from which a look clearly votes for another label than the looks before it."""

REPLACED: Final = 1.0
"""Seconds for which every look must vote for one other label before the tile counts as exchanged."""

Votes = tuple[tuple[float, ...], ...]
"""Four rows, one for each corner that may be the face's own top left."""


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """A tile and the looks at it. Sums fade with time.

    Attributes:
        name: number of the tile; no other tile ever gets it.
        quad: corners in the newest picture, numbered as in the first look.
        votes: sums of weighted log-probabilities.
        weight: the weights of these sums.
        score: weighted sum of the detector's scores.
        found: faded number of looks that found it.
        chances: faded number of looks that could have found it.
        looks: number of all looks at it.
        face: the face of the sharpest look.
        clear: sharpness of that face; 0 after an exchange of the tile.
        seen: time at which it was last found, seconds.
        rival: column of another label that all recent looks vote for, -1 for none.
        since: time since which they do, seconds.
    """

    name: int
    quad: Quad
    votes: Votes
    weight: tuple[float, ...]
    score: float
    found: float
    chances: float
    looks: int
    face: Face
    clear: float
    seen: float
    rival: int = -1
    since: float = 0.0

    @classmethod
    def begun(cls, name: int, face: Face, score: float, time: float) -> Track:
        """Begin the track of a new tile; the arguments are those of `looked`."""
        empty = (0.0,) * len(face.probabilities)
        none = (0.0,) * 4
        start = cls(name, face.quad, (empty,) * 4, none, 0.0, 0.0, 0.0, 0, face, face.sharpness, time)
        return start.looked(face, score, 0, time)

    @property
    def turn(self) -> int:
        """Index of the corner that is the face's own top left, by the vote of all looks."""
        return self.weight.index(max(self.weight))

    @property
    def presence(self) -> float:
        """Share of the recent looks that found it among those that could have, 0 to 1."""
        return self.found / self.chances if self.chances else 0.0

    @property
    def upright(self) -> Quad:
        """The corners from the face's own top left."""
        return turned(self.quad, -self.turn)

    @property
    def mean_score(self) -> float:
        """Weighted mean of the detector's scores over all looks."""
        return min(1.0, self.score / max(sum(self.weight), 1e-9))

    @property
    def probabilities(self) -> tuple[float, ...]:
        """Fused probabilities, 1 in sum: the weighted geometric mean over the looks with the agreed turn.

        Looks at one tile share its print and its light, so their evidence is not independent: many looks are no more
        certain than one, but free of the random errors of single frames.

        A look that misreads the tile often gets its turn wrong too. If the mean over all looks gives the label of the
        agreed turn a lower probability, we take that mean, so that contradicting looks count.
        """
        agreed = _mean(self.votes[self.turn], self.weight[self.turn])
        if sum(weight > 0 for weight in self.weight) < 2:
            return agreed
        every = _mean([sum(votes) for votes in zip(*self.votes, strict=True)], sum(self.weight))
        said = agreed.index(max(agreed))
        return every if every[said] < agreed[said] else agreed

    def faded(self, seconds: float) -> Track:
        """Return the track after `seconds` without a look."""
        votes, presence = math.exp(-seconds / MEMORY), math.exp(-seconds / PRESENCE)
        return replace(
            self,
            votes=tuple(tuple([value * votes for value in row]) if any(row) else row for row in self.votes),
            weight=tuple(value * votes for value in self.weight),
            score=self.score * votes,
            found=self.found * presence,
            chances=self.chances * presence,
        )

    def missed(self, chance: float) -> Track:
        """Return the track after a look that missed it; `chance`, 0 to 1, is how well the look could have found it."""
        return replace(self, chances=self.chances + chance)

    def looked(self, face: Face, score: float, ahead: int, time: float) -> Track:
        """Return the track after one more look.

        Args:
            face: the face in this look.
            score: the detector's score.
            ahead: corner i of the track is corner `(i + ahead) % 4` of the face.
            time: time of the look, seconds.
        """
        # The face's own top left is its corner 0: corner -ahead of the track.
        turn = -ahead % 4
        sharpest = max(self.clear, face.sharpness, 1e-6)
        worth = max(score, 1e-3) * (max(face.sharpness, 0.02 * sharpest) / sharpest) ** 2
        rival, since = self._rival(face, time)
        kept = self
        if rival >= 0 and time - since >= REPLACED:
            # Another tile stands here: drop the votes on the one before it.
            empty = (0.0,) * len(face.probabilities)
            kept, rival = replace(self, votes=(empty,) * 4, weight=(0.0,) * 4, score=0.0, clear=0.0), -1
        quad = turned(face.quad, -ahead)
        off = sum(map(math.dist, quad, self.quad)) / 4 / max(short_side(quad), 1e-6)
        closer = 1.0 if off > ASTRAY and rival < 0 else CLOSER
        sharper = face.sharpness >= kept.clear
        heard = [
            value + worth * math.log(max(probability, FLOOR))
            for value, probability in zip(kept.votes[turn], face.probabilities, strict=True)
        ]
        return replace(
            kept,
            quad=_between(self.quad, quad, closer),
            votes=tuple(tuple(heard) if at == turn else row for at, row in enumerate(kept.votes)),
            weight=tuple(value + worth * (at == turn) for at, value in enumerate(kept.weight)),
            score=kept.score + worth * score,
            found=kept.found + 1.0,
            chances=kept.chances + 1.0,
            looks=kept.looks + 1,
            face=face if sharper else kept.face,
            clear=face.sharpness if sharper else kept.clear,
            seen=time,
            rival=rival,
            since=since,
        )

    def _rival(self, face: Face, time: float) -> tuple[int, float]:
        """Return the column of the other label that looks clearly vote for (-1 for none), and since when."""
        if not self.looks:
            return -1, time
        best, known = face.best, self.probabilities
        if best == known.index(max(known)):
            return -1, time
        if face.probabilities[best] < OTHER:
            return self.rival, self.since
        return (best, self.since) if best == self.rival else (best, time)


def _mean(votes: Sequence[float], weight: float) -> tuple[float, ...]:
    """Return probabilities, 1 in sum, from weighted sums of logarithms."""
    weight = max(weight, 1e-9)
    most = max(votes)
    raised = [math.exp((value - most) / weight) for value in votes]
    total = sum(raised)
    return tuple([value / total for value in raised])


def _between(one: Quad, two: Quad, share: float) -> Quad:
    """Return the quad that lies `share` of the way from one to the other."""
    first, second, third, fourth = (
        (x0 + share * (x1 - x0), y0 + share * (y1 - y0)) for (x0, y0), (x1, y1) in zip(one, two, strict=True)
    )
    return first, second, third, fourth
