"""How good readings are, counted against labelled boxes: pure functions over readings and labels."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from datasets.boxes import overlap
from datasets.index import LabelledPhoto
from vision.reading import RackReading

MATCH = 0.5
"""Intersection over union from which a reading is of a boxed tile."""
RACK = range(12, 19)
"""How many boxed tiles make a picture a rack for the exact-rack rate (13 or 14, kongs, flowers, a tile missed)."""
BINS = 15
"""Bins of the calibration error (Guo et al. 2017 use 15)."""


@dataclass(frozen=True, slots=True)
class PhotoScore:
    """One picture's counts.

    ``found``: boxed tiles with a reading at ``MATCH``; ``known``: of those, the ones whose kind is known; ``right``: of
    these, the ones read right; ``sure_wrong``: read wrong while ``sure``; ``asked``: known ones that were not sure;
    ``strays``: readings of nothing boxed, or where unboxed tiles may be in view second readings of boxed ones;
    ``pairs``: (truth, read) of the wrong ones; ``certainty``: (confidence, right) of the known.
    """

    name: str
    source: str
    boxed: int
    found: int
    known: int
    right: int
    sure_wrong: int
    asked: int
    strays: int
    exact: bool
    pairs: tuple[tuple[str, str], ...] = ()
    certainty: tuple[tuple[float, bool], ...] = ()


def match(boxes: np.ndarray, answers: np.ndarray) -> list[tuple[int, int]]:
    """Pair boxes (n, 4) with answers (m, 4), best overlap first, each at most once, none below ``MATCH``."""
    if not len(boxes) or not len(answers):
        return []
    shared = overlap(boxes, answers)
    pairs: list[tuple[int, int]] = []
    for flat in np.argsort(-shared, axis=None, kind="stable"):
        box, answer = divmod(int(flat), shared.shape[1])
        if shared[box, answer] < MATCH:
            break
        if all(box != b and answer != a for b, a in pairs):
            pairs.append((box, answer))
    return pairs


def score(photo: LabelledPhoto, reading: RackReading) -> PhotoScore:
    """Count one picture."""
    boxes = np.array([tile.box for tile in photo.tiles], np.float32).reshape(-1, 4)
    answers = np.array([tile.box for tile in reading.tiles], np.float32).reshape(-1, 4)
    pairs = match(boxes, answers)
    known = [(photo.tiles[b].label, reading.tiles[a]) for b, a in pairs if photo.tiles[b].label is not None]
    wrong = [(str(truth), tile.label) for truth, tile in known if truth != tile.label]
    loose = sorted(set(range(len(answers))) - {a for _, a in pairs})
    strays = len(loose)
    if not photo.complete:
        # Unboxed tiles may be in view, so only a second reading of a boxed tile is surely one too many.
        middles = ((answers[loose, :2] + answers[loose, 2:]) / 2)[:, None, :]
        inside = (middles > boxes[None, :, :2]) & (middles < boxes[None, :, 2:])
        strays = int(np.any(np.all(inside, axis=2), axis=1).sum()) if len(boxes) else 0
    return PhotoScore(
        name=photo.name,
        source=photo.source + (" (mirrored or turned copies)" if photo.mirrored else ""),
        boxed=len(boxes),
        found=len(pairs),
        known=len(known),
        right=len(known) - len(wrong),
        sure_wrong=sum(truth != tile.label and tile.sure for truth, tile in known),
        asked=sum(not tile.sure for _, tile in known),
        strays=strays,
        exact=len(pairs) == len(boxes) and not wrong and not strays,
        pairs=tuple(wrong),
        certainty=tuple((tile.confidence, truth == tile.label) for truth, tile in known),
    )


def calibration_error(certainty: Sequence[tuple[float, bool]]) -> float:
    """Expected calibration error: the mean gap of confidence and accuracy over ``BINS`` equal bins, 0 for none."""
    if not certainty:
        return 0.0
    confidence = np.array([value for value, _ in certainty])
    right = np.array([good for _, good in certainty], float)
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    gaps = [abs(confidence[bins == b].sum() - right[bins == b].sum()) for b in range(BINS)]
    return float(sum(gaps) / len(confidence))


@dataclass(frozen=True, slots=True)
class SourceScore:
    """The sum over the pictures of one source."""

    source: str
    photos: int
    boxed: int
    found: int
    known: int
    right: int
    sure_wrong: int
    asked: int
    strays: int
    exact: int
    racks: int
    exact_racks: int
    calibration_error: float
    pairs: tuple[tuple[tuple[str, str], int], ...] = field(default=())


def total(source: str, scores: Sequence[PhotoScore]) -> SourceScore:
    """Sum pictures; the ten most frequent mistakes are kept."""
    pairs = Counter(pair for one in scores for pair in one.pairs)
    racks = [one for one in scores if one.boxed in RACK]
    return SourceScore(
        source=source,
        photos=len(scores),
        boxed=sum(one.boxed for one in scores),
        found=sum(one.found for one in scores),
        known=sum(one.known for one in scores),
        right=sum(one.right for one in scores),
        sure_wrong=sum(one.sure_wrong for one in scores),
        asked=sum(one.asked for one in scores),
        strays=sum(one.strays for one in scores),
        exact=sum(one.exact for one in scores),
        racks=len(racks),
        exact_racks=sum(one.exact for one in racks),
        calibration_error=calibration_error([pair for one in scores for pair in one.certainty]),
        pairs=tuple(sorted(pairs.items(), key=lambda item: (-item[1], item[0]))[:10]),
    )


def by_source(scores: Iterable[PhotoScore]) -> list[SourceScore]:
    """One sum a source, by name, and one over all of them at the end."""
    everything = list(scores)
    sources = sorted({one.source for one in everything})
    sums = [total(source, [one for one in everything if one.source == source]) for source in sources]
    return [*sums, total("all", everything)]
