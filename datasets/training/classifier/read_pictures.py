"""Record what the network for upright faces is shown when the program reads labelled pictures."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from datasets.photographs.index import LabelledPhoto, LabelledTile
from datasets.photographs.open_pictures import open_picture
from datasets.training.classifier.labels import LABELS, NONE
from rules.tiles import may_be_one_meld
from vision import Networks
from vision.geometry import Quad
from vision.host.arrays import Pixels
from vision.host.native import drive
from vision.pipeline import read_rack
from vision.reading import RackReading
from vision.requests import Classify, Rectify, Steps

NEAR = 0.12
"""Largest distance of a face's middle from that of a labelled tile, in diagonals of the tile."""
SIZES = (0.7, 1.4)
"""Smallest and largest diagonal of a face, in diagonals of its tile."""

Shown = list[tuple[tuple[Pixels, ...], tuple[Quad, ...]]]


def shown_faces(photos: Iterable[LabelledPhoto], networks: Networks) -> Iterator[tuple[Pixels, npt.NDArray[np.int64]]]:
    """Yield each batch of upright faces: crops (n, *FACE_SIZE, 3) RGB and labels (n,).

    The label is ``NONE`` where the picture has no labelled tile, and for the certain faces that only come along.
    """
    for labelled in photos:
        photo = open_picture(labelled.path)
        shown: Shown = []
        drive(
            _watched(read_rack(photo, networks.cards, may_be_one_meld), shown), networks.detector, networks.classifier
        )
        tiles = [np.array(tile.corners) * photo.scale for tile in labelled.tiles]
        for crops, quads in shown:
            labels = np.full(len(crops), NONE, np.int64)
            for place, quad in enumerate(quads):
                label = _label(np.array(quad), tiles, labelled.tiles)
                labels[place] = LABELS.index(label or "NONE")
            yield np.ascontiguousarray(np.array(crops, np.uint8)[..., ::-1]), labels


def _watched(steps: Steps[RackReading], shown: Shown) -> Steps[RackReading]:
    """Pass the requests of ``steps`` on, and note the upright faces with the quads they were cut by."""
    quads: tuple[Quad, ...] = ()
    answer = None
    while True:
        try:
            request = steps.send(answer)
        except StopIteration as end:
            reading: RackReading = end.value
            return reading
        if isinstance(request, Rectify):
            quads = request.quads
        elif isinstance(request, Classify) and request.upright:
            shown.append((request.crops, quads))
        answer = yield request


def _label(
    quad: npt.NDArray[np.float64], places: Sequence[npt.NDArray[np.float64]], tiles: Sequence[LabelledTile]
) -> str | None:
    """Return the label of the tile under a face."""
    found = []
    for place, tile in zip(places, tiles, strict=True):
        size = float(np.linalg.norm(place[0] - place[2]))
        far = float(np.linalg.norm(quad.mean(0) - place.mean(0))) / size
        if far < NEAR and SIZES[0] < float(np.linalg.norm(quad[0] - quad[2])) / size < SIZES[1]:
            found.append((far, tile.label))
    return min(found, key=lambda one: one[0])[1] if found else None
