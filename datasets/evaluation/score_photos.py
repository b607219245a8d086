"""Read the pictures of an index and score each reading, by the networks in use or by several in turn."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from datasets.evaluation.model_candidates import Remembered, networks_of, sessions_of
from datasets.evaluation.report.figures import ScoredPhoto
from datasets.evaluation.scoring import Total, score, total
from datasets.photographs.index import LabelledPhoto
from datasets.photographs.open_pictures import open_picture
from datasets.photographs.splits import is_unseen, split
from datasets.progress import progress
from vision import Networks, Photo, read_rack
from vision.observation import NetworkCards

SPLITS = ("all", "train", "validation", "unseen")
KEPT = 400
"""Number of decoded pictures to keep in memory, enough for a validation split."""


def part_of_split(
    photos: Sequence[LabelledPhoto], which: str, leave_out: Collection[str] = ()
) -> tuple[LabelledPhoto, ...]:
    """Return the split ``which``, one of ``SPLITS``; raise ``DatasetError`` for a name that leaves nothing out."""
    parts = split(photos, leave_out)
    if which == "all":
        return tuple(photos)
    if which == "unseen":
        return tuple(photo for photo in photos if is_unseen(photo, leave_out))
    return parts.validation if which == "validation" else parts.train


def score_photos(
    photos: Sequence[LabelledPhoto], networks: Networks, opened: Callable[[Path], Photo] = open_picture
) -> Iterator[ScoredPhoto]:
    """Decode each picture with ``opened``, read it as a scan does and score it, with progress on standard error.

    Raises ``DatasetError`` (``bad-picture``) for a picture that is missing or cannot be decoded.
    """
    for photo in progress(photos, "reading"):
        reading = read_rack(opened(photo.path), networks)
        yield ScoredPhoto(photo, reading, score(photo, reading))


def measure_by_cards(photos: Sequence[LabelledPhoto], cards: NetworkCards) -> Callable[[NetworkCards, str], Total]:
    """Load the weights of ``cards``; return a function that totals the photos, named so, by other cards of these.

    Pictures are decoded once, and the networks answer what they have seen before out of memory.
    """
    detector, classifier, upright = sessions_of(cards)
    sessions = Remembered(detector), Remembered(classifier), Remembered(upright, together=True)
    opened = lru_cache(maxsize=KEPT)(open_picture)

    def measure(cards: NetworkCards, name: str) -> Total:
        return total(name, [one.score for one in score_photos(photos, networks_of(cards, sessions), opened)])

    return measure
