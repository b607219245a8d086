"""Score readings against labelled boxes, by pure functions over readings and labels."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from datasets.photographs.boxes import boxes_of, overlap
from datasets.photographs.index import LabelledPhoto
from datasets.photographs.physical_sets import tile_set
from datasets.training.shared.reliability import Certainty, calibration_error
from vision.confidence.tile_confidence import TileConfidence
from vision.reading import BACK, RackReading, TileReading

Corner = tuple[float, float]

MATCH = 0.5
"""Least intersection over union at which a reading matches a boxed tile."""
RACK = range(12, 19)
"""Number of boxed tiles in a picture of a whole rack: 13 or 14, plus kongs and flowers, or a tile less."""
MOST_PAIRS = 10
"""Most mistakes that a total lists, the most frequent first."""


@dataclass(frozen=True, slots=True)
class TileScore:
    """One found tile of known kind: its true kind, the label read, the confidence, and whether it is sure."""

    truth: str
    read: str
    confidence: float
    sure: bool

    @property
    def right(self) -> bool:
        """Return whether the label is right."""
        return self.truth == self.read


@dataclass(frozen=True, slots=True)
class PhotoScore:
    """The score of one picture.

    ``boxed``: labelled boxes; ``found``: boxes matched by a reading at ``MATCH``; ``tiles``: found tiles of known kind;
    ``missed``: labels of the boxes not found; ``strays``: readings without a box, or, if unboxed tiles may be in view,
    second readings of a boxed tile only; ``milliseconds``: time of the scan, decoding included; ``corners_off``: error
    of the worst corner of each found tile with known corners, in short sides of the face.
    """

    name: str
    source: str
    tile_set: str
    boxed: int
    found: int
    tiles: tuple[TileScore, ...]
    missed: tuple[str | None, ...]
    strays: int
    milliseconds: float
    corners_off: tuple[float, ...] = ()

    @property
    def known(self) -> int:
        """Count the found tiles of known kind."""
        return len(self.tiles)

    @property
    def right(self) -> int:
        """Count the tiles read right."""
        return sum(tile.right for tile in self.tiles)

    @property
    def wrong(self) -> tuple[TileScore, ...]:
        """Return the tiles read wrong."""
        return tuple(tile for tile in self.tiles if not tile.right)

    @property
    def sure_wrong(self) -> int:
        """Count the tiles that are sure but wrong, the worst mistakes there are."""
        return sum(tile.sure for tile in self.wrong)

    @property
    def asked(self) -> int:
        """Count the tiles of known kind that the program asks about."""
        return sum(not tile.sure for tile in self.tiles)

    @property
    def exact(self) -> bool:
        """Return whether every boxed tile is found and right and there are no strays."""
        return self.found == self.boxed and not self.wrong and not self.strays

    @property
    def badness(self) -> tuple[int, int, int]:
        """Return a sort key for the worst pictures: sure but wrong, then wrong, missed or stray, then asked."""
        return self.sure_wrong, len(self.wrong) + len(self.missed) + self.strays, self.asked


@dataclass
class ReadingCounts:
    """Counts of visible face-up tiles (``boxed``), of those found, and of their readings."""

    boxed: int = 0
    found: int = 0
    right: int = 0
    sure: int = 0
    sure_wrong: int = 0

    def add(self, label: str, read: TileReading | TileConfidence | None) -> None:
        """Count a tile and its reading, None if the tile was not found."""
        self.boxed += 1
        if read is not None:
            self.found += 1
            self.right += read.label == label
            self.sure += read.sure
            self.sure_wrong += read.sure and read.label != label


def match_boxes(boxes: np.ndarray, answers: np.ndarray) -> list[tuple[int, int]]:
    """Pair boxes (n, 4) with answers (m, 4) greedily by overlap, each at most once, none below ``MATCH``."""
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


def read_faces(
    labels: Iterable[str | None], boxes: np.ndarray, reading: RackReading
) -> Iterator[tuple[int, str, TileReading | None]]:
    """Yield (index, label, reading) of each face-up tile of known kind; the reading is None if nothing matches."""
    found = dict(match_boxes(boxes, boxes_of(reading.tiles)))
    for box, label in enumerate(labels):
        if label is not None and label != BACK:
            yield box, label, reading.tiles[found[box]] if box in found else None


@dataclass(frozen=True, slots=True)
class TileMatches:
    """Matches between boxes and readings, as indices into the tiles of photo and reading.

    ``pairs``: (box, reading); ``missed``: boxes without a reading; ``strays``: surplus readings.
    """

    pairs: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]
    strays: tuple[int, ...]


def match_tiles(photo: LabelledPhoto, reading: RackReading) -> TileMatches:
    """Match the tiles of a reading with the boxes of its picture."""
    boxes, answers = boxes_of(photo.tiles), boxes_of(reading.tiles)
    pairs = match_boxes(boxes, answers)
    strays = sorted(set(range(len(answers))) - {a for _, a in pairs})
    if not photo.complete and strays:
        # Unboxed tiles may be in view, so only a second reading of a boxed tile is surely surplus.
        middles = ((answers[strays, :2] + answers[strays, 2:]) / 2)[:, None, :]
        inside = np.all((middles > boxes[None, :, :2]) & (middles < boxes[None, :, 2:]), axis=2)
        strays = [stray for stray, boxed in zip(strays, inside, strict=True) if bool(boxed.any())]
    missed = sorted(set(range(len(boxes))) - {b for b, _ in pairs})
    return TileMatches(tuple(sorted(pairs)), tuple(missed), tuple(strays))


def worst_corner(truth: Sequence[Corner], answer: Sequence[Corner]) -> float:
    """Return the distance of the worst corner, in short sides of the true face.

    Both quads run clockwise. Orientation does not matter, so the best of the four cyclic orders counts. The short side
    is the smaller of the mean width and the mean height.
    """
    sides = [math.dist(truth[i], truth[(i + 1) % 4]) for i in range(4)]
    short = min(sides[0] + sides[2], sides[1] + sides[3]) / 2
    orders = (max(math.dist(truth[i], answer[(i + first) % 4]) for i in range(4)) for first in range(4))
    return min(orders) / max(short, 1e-6)


def score(photo: LabelledPhoto, reading: RackReading) -> PhotoScore:
    """Score one picture."""
    found = match_tiles(photo, reading)
    both = ((photo.tiles[b].label, reading.tiles[a]) for b, a in found.pairs)
    return PhotoScore(
        name=photo.name,
        source=photo.source + (" (mirrored)" if photo.mirrored else ""),
        tile_set=tile_set(photo),
        boxed=len(photo.tiles),
        found=len(found.pairs),
        tiles=tuple(
            TileScore(truth, tile.label, tile.confidence, tile.sure) for truth, tile in both if truth is not None
        ),
        missed=tuple(photo.tiles[b].label for b in found.missed),
        strays=len(found.strays),
        milliseconds=reading.timing_ms.total,
        corners_off=tuple(
            worst_corner(quad, reading.tiles[a].quad)
            for b, a in found.pairs
            if (quad := photo.tiles[b].quad) is not None
        ),
    )


@dataclass(frozen=True, slots=True)
class Coverage:
    """Tiles at or above a confidence threshold (``covered``), and how many of them are wrong."""

    threshold: float
    covered: int
    wrong: int
    tiles: int


def coverage(certainty: Certainty, thresholds: Iterable[float]) -> list[Coverage]:
    """Count the tiles at or above each confidence threshold."""
    confidence = np.array([value for value, _ in certainty], float)
    wrong = ~np.array([good for _, good in certainty], bool)
    return [
        Coverage(at, int((confidence >= at).sum()), int((wrong & (confidence >= at)).sum()), len(confidence))
        for at in thresholds
    ]


@dataclass(frozen=True, slots=True)
class Total:
    """The total over some pictures; ``milliseconds`` is the median scan, ``slow`` the 90th percentile.

    ``corners``: found tiles with known corners; ``corners_off`` and ``corners_far``: median and 90th percentile of
    their worst corner's error, in short sides of a face.
    """

    name: str
    photos: int
    boxed: int
    found: int
    known: int
    right: int
    both: int
    sure_wrong: int
    asked: int
    strays: int
    exact: int
    racks: int
    exact_racks: int
    calibration_error: float
    milliseconds: float
    slow: float
    corners: int
    corners_off: float
    corners_far: float
    pairs: tuple[tuple[tuple[str, str], int], ...] = ()

    @property
    def sure(self) -> int:
        """Count the found tiles of known kind that the program does not ask about."""
        return self.known - self.asked


def certainties(scores: Iterable[PhotoScore]) -> list[tuple[float, bool]]:
    """Return (confidence, whether it is right) of every found tile of known kind."""
    return [(tile.confidence, tile.right) for one in scores for tile in one.tiles]


def total(name: str, scores: Sequence[PhotoScore]) -> Total:
    """Sum up pictures; ``both`` counts all boxed tiles of known kind."""
    pairs = Counter((tile.truth, tile.read) for one in scores for tile in one.wrong)
    racks = [one for one in scores if one.boxed in RACK]
    known = sum(one.known for one in scores)
    times = sorted(one.milliseconds for one in scores)
    corners = sorted(off for one in scores for off in one.corners_off)
    return Total(
        name=name,
        photos=len(scores),
        boxed=sum(one.boxed for one in scores),
        found=sum(one.found for one in scores),
        known=known,
        right=sum(one.right for one in scores),
        both=known + sum(label is not None for one in scores for label in one.missed),
        sure_wrong=sum(one.sure_wrong for one in scores),
        asked=sum(one.asked for one in scores),
        strays=sum(one.strays for one in scores),
        exact=sum(one.exact for one in scores),
        racks=len(racks),
        exact_racks=sum(one.exact for one in racks),
        calibration_error=calibration_error(certainties(scores)),
        milliseconds=median(times) if times else 0.0,
        slow=times[len(times) * 9 // 10] if times else 0.0,
        corners=len(corners),
        corners_off=median(corners) if corners else 0.0,
        corners_far=corners[len(corners) * 9 // 10] if corners else 0.0,
        pairs=tuple(sorted(pairs.items(), key=lambda item: (-item[1], item[0]))[:MOST_PAIRS]),
    )


def totals(scores: Iterable[PhotoScore], by: Callable[[PhotoScore], str]) -> list[Total]:
    """Sum up pictures by the name that ``by`` returns, and append the total over all, named ``all``."""
    everything = list(scores)
    names = sorted({by(one) for one in everything})
    return [*(total(name, [one for one in everything if by(one) == name]) for name in names), total("all", everything)]
