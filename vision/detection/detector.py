"""Find the tile faces of a photo: four corners each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from models import ModelCard, load_model_card
from vision.errors import VisionError
from vision.host.onnx_network import Network, Runs
from vision.image.network_input import Region, View, close_enough, look, step_back
from vision.image.photo import Photo
from vision.quads import areas, convex, hulls, short_sides, suppress, usual_side

Pixels = npt.NDArray[np.uint8]
Quads = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float32]

CELL: Final = 8
"""Pixels of the view per cell of the network's output, along each axis."""

OUTPUTS: Final = ("score", "offsets")
"""Of the network: scores of the cells that are peaks, 0 elsewhere, (1, h, w); and where the corners lie from the cell's
middle, in pixels of the view, (1, h, w, 8)."""

MOST_PEAKS: Final = 400
"""More peaks than this in one view are cut off, lowest first: two full sets of tiles are fewer."""

QUICK: Final = 384
"""Long side in pixels of the first look. It takes a third of the work that the card's size does."""

PLAIN: Final = 0.5
"""Least score of every face in the first look for it to do; otherwise the whole photo is looked at in the card's size,
as if for the first time. Of 1,119 photographs neither network knew 39 % are plain, of 680 rendered scenes 29 %. The
quick look costs up to 0.1 % of the tiles found and read right in photographs, 0.8 % in mirrored and blurred copies; in
rendered scenes it is 0.2 % more or less (`models/finder-4/README.md`)."""

SMALL: Final = 28.0
"""Median short side in view pixels below which another look pays."""

LARGE: Final = 120.0
"""Median short side in view pixels above which another look, from farther away, pays."""

WANTED: Final = 48.0
"""Short side in view pixels that another look aims at."""

VIEWS: Final = (192, 1280)
"""Shortest and longest long side of a further look's view, in pixels."""

MORE_LOOKS: Final = 2
"""Further looks at most: one finds the rack, another one reads what was too small even then."""

DOUBTFUL: Final = 0.8
"""Median score of the faces below which their part of the photo is looked at once more, larger, where they are no wider
than what another look aims at. Behind reader-9, 740 rendered scenes of held-out designs: 94.59 in place of 94.17 % of
12,706 tiles found, 174 in place of 171 racks exact of 398, 347 in place of 325 strays, 6 in place of 5 labels surely
wrong of 7,933; 148 mirrored and blurred copies: 86.64 in place of 86.15 % found, 7 in place of 8 surely wrong; known
sets: 99.35 in place of 99.34 % found, 57 in place of 60 strays, as many racks exact. One scene in five is looked at so,
one validation photograph in eight (`models/finder-4/README.md`)."""

CLOSER: Final = 1.6
"""Times larger that look is."""

UNSEEN: Final = 17.0
"""Short side in view pixels below which tiles are missed: the smallest the finder is trained on."""

FAR: Final = 128
"""Long side in pixels of the view from far away; it costs a twentieth of a look of the card's size."""

MIDDLE: Final = 288
"""Long side in pixels of the view from half way, for photos that show something large from far away."""

LARGE_FACE: Final = 0.15
"""Short side of a face, as a part of the photo's long side, from which the middle view knows it best: 43 pixels there,
96 in a look of the card's size. Of faces up to three times that size such a look finds 59 to 98 %, with the middle view
it is 99 % (408 faces cut out of validation photographs)."""

HUGE_FACE: Final = 0.28
"""The same for the view from far away: faces that are 36 pixels there."""

CLOSE_UP_SCORE: Final = 0.6
"""Least score of such a face: 105 of 106 validation photographs of single tiles reach it, as does something in 2 of 96
rendered scenes and 1 of 144 photographs of small tiles, where the better scores of those then stand against it
(finder-3)."""

CROWD: Final = 8
"""Faces of that score from which no larger one is looked for. What is printed on one tile passes for many small ones,
but 3 at most have that score (106 photographs of single tiles); many tiles together pass for a large one from far away,
and in 3 of 144 scenes such a one took the place of up to 46 tiles."""

BEST: Final = 3
"""Faces inside a large one whose mean score stands against its own: the best so many, because weak ones lie beside good
ones in any scene. With the mean of all, a table of 19 tiles seen with scores of 0.9 and less was taken for a tile of
0.62; of 790 photographs of single tiles two are lost by it."""


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """N tile faces the finder saw: where they lie, not yet what they are.

    Attributes:
        quads: (N, 4, 2) float32, corners in pixels of the full upright picture, clockwise, from the corner that is top
            left in the picture; which way up the faces stand is not known yet.
        scores: (N,) float32, how sure the finder is, 0 to 1.
    """

    quads: Quads
    scores: Floats

    def __post_init__(self) -> None:
        if self.quads.shape != (len(self.scores), 4, 2) or not np.isfinite(self.quads).all():
            message = f"need finite quads (N, 4, 2) for {len(self.scores)} scores, got {self.quads.shape}"
            raise VisionError("bad-quads", message, "detections.quads")
        if not ((self.scores >= 0) & (self.scores <= 1)).all():
            raise VisionError("bad-probability", "need scores from 0 to 1", "detections.scores")

    def __len__(self) -> int:
        return len(self.scores)


class Detector:
    """The finder network with what is known about it from its card."""

    def __init__(self, card: ModelCard, network: Runs) -> None:
        """Take thresholds and view size from `card`; `network` gives scores and offsets for a view."""
        self.card = card
        self._score = card.threshold("score")
        self._nms = card.threshold("nms")
        self._network = network

    @classmethod
    def load(cls, threads: int = 2) -> Detector:
        """The finder in use (`models/active.toml`); raises ModelError where card or weights do not fit."""
        card = load_model_card("finder")
        return cls(card, Network(card, "image", OUTPUTS, threads))

    def find(self, photo: Photo) -> Detections:
        """Every tile face in view, highest score first; duplicates are removed. Nothing in view gives nothing.

        A quick look does where all it shows is plain; otherwise the photo is looked at in the card's size. Where the
        tiles come out small or large, the part of the photo that holds them is looked at again at a better size, as far
        as the photo has the pixels; so it is where most faces are doubtful. Where few are found, the photo is looked at
        from far away too: there a tile that fills the picture is no larger than those the network knows.
        """
        side, region = min(QUICK, self.card.input.long_side), _whole(photo)
        first = look(photo, side, self.card.input.stride)
        quads, scores = self._seen(*first)
        if not len(scores) or scores.min() < PLAIN:
            side = self.card.input.long_side
            first = look(photo, side, self.card.input.stride)
            quads, scores = self._seen(*first)
        for looks in range(MORE_LOOKS):
            photo = close_enough(photo, quads)
            scale = side / _span(region)
            again = self._better_look(photo, quads, scale)
            if again is None and not looks:
                again = self._look_at_doubtful(photo, quads, scores, scale)
            if again is None:
                break
            side, region = again
            closer = self._seen(*look(photo, side, self.card.input.stride, region))
            quads, scores = self._merged(closer, (quads, scores))
        if (scores >= CLOSE_UP_SCORE).sum() < CROWD:
            quads, scores = self._with_close_ups(first, quads, scores)
        order = np.argsort(-scores, kind="stable")
        return Detections(quads[order], np.minimum(scores[order], 1))

    def _merged(self, closer: tuple[Quads, Floats], first: tuple[Quads, Floats]) -> tuple[Quads, Floats]:
        """Both looks' quads and scores: the closer look decides, of the first one stays what it did not see."""
        quads, scores = np.concatenate([closer[0], first[0]]), np.concatenate([closer[1], first[1]])
        kept = suppress(quads, np.concatenate([closer[1] + 1, first[1]]), self._nms)
        return quads[kept], scores[kept]

    def _with_close_ups(self, first: tuple[Pixels, View], quads: Quads, scores: Floats) -> tuple[Quads, Floats]:
        """The quads and scores with tiles that fill much of the picture in place of what was found on their faces.

        What is printed on a large face may look like small tiles, and tiles side by side may look like a large one
        from far away: the better score decides. The views are made from the pixels of the `first` look.
        """
        stride = self.card.input.stride
        full = max(first[0].shape[0] / first[1].scale_y, first[0].shape[1] / first[1].scale_x)
        far = self._seen(*step_back(*first, FAR, stride))
        if (short_sides(far[0]) < LARGE_FACE * full).all():
            return quads, scores
        middle = self._seen(*step_back(*first, MIDDLE, stride))
        for (large, large_scores), least in ((middle, LARGE_FACE), (far, HUGE_FACE)):
            near = (short_sides(large) >= least * full) & (large_scores >= CLOSE_UP_SCORE)
            for quad, score in zip(large[near], large_scores[near], strict=True):
                centres = quads.mean(axis=1)
                inside = np.array(
                    [cv2.pointPolygonTest(quad, (float(x), float(y)), False) >= 0 for x, y in centres], bool
                )
                if not inside.any() or score > np.sort(scores[inside])[-BEST:].mean():
                    quads = np.concatenate([quads[~inside], quad[None]])
                    scores = np.append(scores[~inside], score)
        return quads, scores

    def _seen(self, pixels: Pixels, view: View) -> tuple[Quads, Floats]:
        """Quads (N, 4, 2) in pixels of the full photo and scores (N,) from one run of the network on a view."""
        score, offsets = self._network.run(pixels[None])
        heat, across = score[0].ravel(), score.shape[2]
        peaks = np.flatnonzero(heat >= self._score)
        if len(peaks) > MOST_PEAKS:
            peaks = peaks[np.argsort(-heat[peaks], kind="stable")[:MOST_PEAKS]]
        middles = (np.column_stack([peaks % across, peaks // across]) + np.float32(0.5)) * np.float32(CELL)
        quads, scores = offsets[0].reshape(-1, 4, 2)[peaks] + middles[:, None].astype(np.float32), heat[peaks]
        finite = np.isfinite(quads).all(axis=(1, 2))
        quads, scores = quads[finite], scores[finite]
        sound = convex(quads) & (areas(quads) >= CELL * CELL)
        quads, scores = quads[sound], scores[sound]
        kept = suppress(quads, scores, self._nms)
        return view.to_photo(quads[kept]), scores[kept]

    def _better_look(self, photo: Photo, quads: Quads, scale: float) -> tuple[int, Region] | None:
        """Long side and region of another look, or None where the last one was good enough.

        Args:
            photo: the photo.
            quads: (N, 4, 2) found so far, in pixels of the full photo.
            scale: view pixels per pixel of the full photo in the last look.
        """
        whole = _whole(photo)
        if not len(quads):
            return self._sized(photo, whole, np.inf, scale)
        short = usual_side(quads)
        seen = short * scale
        if SMALL <= seen <= LARGE:
            return None
        if seen > LARGE:
            return self._sized(photo, whole, WANTED / short, scale)
        # Of tiles this small some are not seen: the farther below its range, the more may lie around those found.
        region = _around(photo, quads, short * (2.0 if seen > UNSEEN else 6.0))
        return self._sized(photo, region, WANTED / short, scale)

    def _look_at_doubtful(self, photo: Photo, quads: Quads, scores: Floats, scale: float) -> tuple[int, Region] | None:
        """Long side and region of a larger look, or None where the faces are plain, or large as it is.

        Args:
            photo: the photo.
            quads: (N, 4, 2) found so far, in pixels of the full photo.
            scores: (N,) of these.
            scale: view pixels per pixel of the full photo in the last look.
        """
        if not len(scores) or np.median(scores) >= DOUBTFUL:
            return None
        short = usual_side(quads)
        if short * scale >= WANTED:
            return None
        return self._sized(photo, _around(photo, quads, 2.0 * short), scale * CLOSER, scale)

    def _sized(self, photo: Photo, region: Region, wanted: float, last: float) -> tuple[int, Region] | None:
        """The view that shows a region at the wanted scale, or None where it is about the last one's.

        No more pixels are taken than the working picture has, and none beyond the largest view.
        """
        span = _span(region)
        stride = self.card.input.stride
        side = round(min(span * min(wanted, photo.scale), VIEWS[1]) / stride) * stride
        side = max(VIEWS[0], side)
        gain = side / span / last
        return (side, region) if gain > 1.15 or gain < 1 / 1.15 else None


def _around(photo: Photo, quads: Quads, reach: float) -> Region:
    """The part of a photo that holds quads (N, 4, 2), N > 0, and so many pixels around them."""
    boxes = hulls(quads)
    low = np.maximum(boxes[:, :2].min(axis=0) - reach, 0.0)
    high = np.minimum(boxes[:, 2:].max(axis=0) + reach, (photo.width, photo.height))
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _whole(photo: Photo) -> Region:
    return 0.0, 0.0, float(photo.width), float(photo.height)


def _span(region: Region) -> float:
    """The longer side."""
    return max(region[2] - region[0], region[3] - region[1])
