"""Sum up an evaluation once for the terminal, JSON and HTML: figures, curves and the worst pictures."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from datasets.evaluation.scoring import Coverage, PhotoScore, Total, certainties, coverage, total, totals
from datasets.photographs.index import LabelledPhoto
from datasets.photographs.splits import is_unseen
from vision import RackReading

THRESHOLDS = (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999)
"""Confidences at which a report prints coverage and error."""
USES = ("left out of training", "of kinds that train", "mirrored or turned copies")
"""Groups of pictures with totals of their own. Mirrored or turned copies show glyphs that no tile set has."""
MOST_PICTURES = 24
"""Most pictures that a report shows, the worst ones."""
MISSED = "not found"
"""Column of the confusion matrix for a boxed tile without a reading."""


@dataclass(frozen=True, slots=True)
class ScoredPhoto:
    """One picture, its reading and its score."""

    photo: LabelledPhoto
    reading: RackReading
    score: PhotoScore


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of one evaluation.

    ``facts``: models, pictures and split, by name; ``by_use``: totals by ``USES``; ``coverage``: at ``THRESHOLDS``, by
    use and over all; ``confusion``: counts by (true label, read label), right readings and ``MISSED`` included.
    """

    facts: dict[str, str]
    by_use: tuple[Total, ...]
    by_source: tuple[Total, ...]
    by_tile_set: tuple[Total, ...]
    coverage: dict[str, tuple[Coverage, ...]]
    certainty: tuple[tuple[float, bool], ...]
    confusion: dict[tuple[str, str], int]
    worst: tuple[ScoredPhoto, ...]

    @property
    def all(self) -> Total:
        """Return the total over every picture."""
        return self.by_source[-1]

    def to_json(self) -> dict[str, Any]:
        """Return the figures without pictures; ``confusions`` lists mistakes only, as ``[label, read as, count]``."""
        wrong = sorted((-count, truth, read) for (truth, read), count in self.confusion.items() if truth != read)
        return {
            "facts": self.facts,
            "by_use": [asdict(one) for one in self.by_use],
            "by_source": [asdict(one) for one in self.by_source],
            "by_tile_set": [asdict(one) for one in self.by_tile_set],
            "coverage": {name: [asdict(one) for one in points] for name, points in self.coverage.items()},
            "confusions": [[truth, read, -count] for count, truth, read in wrong],
        }


def _use(photo: LabelledPhoto, leave_out: Collection[str]) -> str:
    if photo.mirrored:
        return USES[2]
    return USES[0] if is_unseen(photo, leave_out) else USES[1]


def build_report(scored: Sequence[ScoredPhoto], facts: dict[str, str], leave_out: Collection[str] = ()) -> Report:
    """Sum up an evaluation; ``leave_out`` names the same sources and tile sets as in training."""
    scores = [one.score for one in scored]
    use: dict[str, list[PhotoScore]] = {}
    for one in scored:
        use.setdefault(_use(one.photo, leave_out), []).append(one.score)
    confusion = Counter((tile.truth, tile.read) for one in scores for tile in one.tiles)
    confusion.update((label, MISSED) for one in scores for label in one.missed if label is not None)
    # Mirrored copies would fill the page with mistakes on glyphs that no tile set has.
    worst = sorted(scored, key=lambda one: (not one.photo.mirrored, one.score.badness), reverse=True)[:MOST_PICTURES]
    return Report(
        facts=facts,
        by_use=tuple(total(name, use[name]) for name in USES if name in use),
        by_source=tuple(totals(scores, lambda one: one.source)),
        by_tile_set=tuple(totals(scores, lambda one: one.tile_set)),
        coverage={
            name: tuple(coverage(certainties(part), THRESHOLDS))
            for name, part in (*((name, use[name]) for name in USES if name in use), ("all", scores))
        },
        certainty=tuple(certainties(scores)),
        confusion=dict(confusion),
        worst=tuple(one for one in worst if any(one.score.badness)),
    )
