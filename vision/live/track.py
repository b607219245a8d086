"""One tile followed through many looks: where it is, and what all looks together say it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.quads import short_sides

Floats = npt.NDArray[np.float32]
Pixels = npt.NDArray[np.uint8]

FLOOR: Final = 1e-5
"""Least probability a look can give a label: no single look rules one out."""

MEMORY: Final = 4.0
"""Seconds after which a look counts for 1/e of what it did."""

PRESENCE: Final = 1.5
"""The same of whether the tile was found: a hand may cover it for about a second before it counts as gone."""

CLOSER: Final = 0.3
"""How far a corner follows the newest look; the rest stays where the picture's own motion brings it."""

ASTRAY: Final = 0.15
"""Short sides of the face that its corners may lie off the newest look, on average, before they follow it wholly, if it
reads alike: the motion was told wrongly, as it is where few tiles were found."""

OTHER: Final = 0.8
"""Probability from which a look speaks plainly for another label than the looks before it."""

REPLACED: Final = 1.0
"""Seconds that every look must speak for one other label before the tile counts as exchanged."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one look says of one face.

    Attributes:
        quad: (4, 2) float32 corners in the picture, from the face's own top left as this look has it.
        probabilities: (L,) float32 of the labels.
        embedding: (E,) float32.
        crop: (H, W, 3) uint8 BGR, the face upright.
        score: the finder's.
        clear: sharpness of the crop.
    """

    quad: Floats
    probabilities: Floats
    embedding: Floats
    crop: Pixels
    score: float
    clear: float


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """A tile and the looks at it. Sums fade with time.

    Attributes:
        name: number of the tile, never used again for another one.
        quad: (4, 2) float32 corners in the newest picture, numbered as in the first look.
        votes: (4, L) float32, sums of weighted log-probabilities, by which corner is the face's own top left.
        weight: (4,) float32, the weights of these sums.
        embedding: (4, E) float32, weighted sums.
        score: weighted sum of the finder's scores.
        found: how often it was found lately, and
        chances: how often it could have been.
        looks: how many looks there were at it in all.
        crop: the sharpest look's face, (H, W, 3) uint8 BGR upright, and
        clear: its sharpness.
        seen: when it was last found, seconds.
        rival: column of another label that all looks speak for lately, -1 for none, and
        since: since when, seconds.
    """

    name: int
    quad: Floats
    votes: Floats
    weight: Floats
    embedding: Floats
    score: float
    found: float
    chances: float
    looks: int
    crop: Pixels
    clear: float
    seen: float
    rival: int = -1
    since: float = 0.0

    @classmethod
    def begun(cls, name: int, look: Look, time: float) -> Track:
        """A tile seen for the first time."""
        empty = np.zeros((4, len(look.probabilities)), np.float32)
        start = cls(
            name=name,
            quad=look.quad,
            votes=empty,
            weight=np.zeros(4, np.float32),
            embedding=np.zeros((4, len(look.embedding)), np.float32),
            score=0.0,
            found=0.0,
            chances=0.0,
            looks=0,
            crop=look.crop,
            clear=look.clear,
            seen=time,
        )
        return start.looked(look, 0, time)

    @property
    def turn(self) -> int:
        """Which corner is the face's own top left, by most of the looks."""
        return int(self.weight.argmax())

    @property
    def presence(self) -> float:
        """How often it was found lately of the times that it could have been, 0 to 1."""
        return self.found / self.chances if self.chances else 0.0

    @property
    def upright(self) -> Floats:
        """(4, 2) corners from the face's own top left."""
        return np.asarray(np.roll(self.quad, -self.turn, axis=0), np.float32)

    @property
    def mean_score(self) -> float:
        """The finder's score over all looks."""
        return float(min(1.0, self.score / max(float(self.weight.sum()), 1e-9)))

    @property
    def probabilities(self) -> Floats:
        """(L,) what the looks together say, 1 in sum: the geometric mean of theirs, those of the agreed turn alone.

        Looks at one tile share its print and its light, so they are no independent witnesses: many of them are no
        surer than one, only rid of the chance faults of single frames.

        A look that takes the tile for another one often turns it another way too. Where all looks are less sure of
        what those of the agreed turn say, all of them count: else those that contradict would go unheard.
        """
        agreed = _mean(self.votes[self.turn], float(self.weight[self.turn]))
        every = _mean(self.votes.sum(axis=0), float(self.weight.sum()))
        said = int(agreed.argmax())
        return every if every[said] < agreed[said] else agreed

    @property
    def direction(self) -> Floats:
        """(E,) unit embedding of the agreed turn."""
        total = self.embedding[self.turn]
        return np.asarray(total / max(float(np.linalg.norm(total)), 1e-9), np.float32)

    def faded(self, seconds: float) -> Track:
        """The same after a while without a look."""
        votes, presence = float(np.exp(-seconds / MEMORY)), float(np.exp(-seconds / PRESENCE))
        return replace(
            self,
            votes=self.votes * np.float32(votes),
            weight=self.weight * np.float32(votes),
            embedding=self.embedding * np.float32(votes),
            score=self.score * votes,
            found=self.found * presence,
            chances=self.chances * presence,
        )

    def missed(self, chance: float) -> Track:
        """The same after a look that did not find it, worth `chance` (0 to 1) by how well it could have."""
        return replace(self, chances=self.chances + chance)

    def looked(self, look: Look, ahead: int, time: float) -> Track:
        """The same after one more look.

        Args:
            look: what it says.
            ahead: corner i of the track is corner `(i + ahead) % 4` of the look.
            time: seconds.
        """
        # The look's own top left is its corner 0: corner -ahead of the track.
        turn = -ahead % 4
        sharpest = max(self.clear, look.clear, 1e-6)
        worth = max(look.score, 1e-3) * (max(look.clear, 0.02 * sharpest) / sharpest) ** 2
        rival, since = self._rival(look, time)
        kept = self
        if rival >= 0 and time - since >= REPLACED:
            # Another tile stands here now: what was said of the one before it is not its business.
            kept, rival = replace(self, votes=self.votes * 0, weight=self.weight * 0, embedding=self.embedding * 0), -1
            kept = replace(kept, score=0.0, clear=0.0)
        log = np.log(np.maximum(look.probabilities, FLOOR))
        row = (np.arange(4) == turn).astype(np.float32)[:, None]
        quad = np.roll(look.quad, -ahead, axis=0)
        off = float(np.linalg.norm(quad - self.quad, axis=1).mean()) / max(float(short_sides(quad[None])[0]), 1e-6)
        closer = 1.0 if off > ASTRAY and rival < 0 else CLOSER
        sharper = look.clear >= kept.clear
        return replace(
            kept,
            quad=np.asarray(self.quad + closer * (quad - self.quad), np.float32),
            votes=np.asarray(kept.votes + row * (worth * log), np.float32),
            weight=np.asarray(kept.weight + row[:, 0] * worth, np.float32),
            embedding=np.asarray(kept.embedding + row * (worth * look.embedding), np.float32),
            score=kept.score + worth * look.score,
            found=kept.found + 1.0,
            chances=kept.chances + 1.0,
            looks=kept.looks + 1,
            crop=look.crop if sharper else kept.crop,
            clear=look.clear if sharper else kept.clear,
            seen=time,
            rival=rival,
            since=since,
        )

    def _rival(self, look: Look, time: float) -> tuple[int, float]:
        """The label other than the believed one that looks speak plainly for, and since when."""
        if not self.looks:
            return -1, time
        best = int(look.probabilities.argmax())
        if best == int(self.probabilities.argmax()):
            return -1, time
        if look.probabilities[best] < OTHER:
            return self.rival, self.since
        return (best, self.since) if best == self.rival else (best, time)


def _mean(votes: Floats, weight: float) -> Floats:
    """(L,) probabilities, 1 in sum, of weighted sums of logarithms (L,)."""
    mean = votes / max(weight, 1e-9)
    raised = np.exp(mean - mean.max())
    return np.asarray(raised / raised.sum(), np.float32)
