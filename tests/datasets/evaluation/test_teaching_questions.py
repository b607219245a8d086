"""Count the answers that teaching a set takes, played on faces whose names are known."""

from __future__ import annotations

import numpy as np

from datasets.evaluation.tilesets.teaching_questions import LaidOutSet, Taught, cells, each, teach_by_page
from tests.vision.toys import LABELS, face, faces_of
from vision import Photo
from vision.classification.faces import NONE
from vision.observation import Observation
from vision.reading import Timing
from vision.tilesets.label_proposals import group_faces

TRUTH = ("5B", "6B", "N", NONE)


def _laid_out(read: tuple[str, ...], certainty: float) -> LaidOutSet:
    """Return the faces of `TRUTH` in a row, as the classifier reads them with that probability."""
    rows = np.full((len(read), len(LABELS)), (1 - certainty) / len(LABELS))
    rows[range(len(read)), [LABELS.index(label) for label in read]] = certainty
    crops = np.random.default_rng(3).integers(0, 256, (len(read), 160, 128, 3), np.uint8)
    quads = [face((60 + 70 * at, 80), 90) for at in range(len(read))]
    faces = faces_of(rows, quads, crops, np.eye(len(read)))
    seen = Observation(Photo.of(np.zeros((200, 400, 3), np.uint8)), faces, (1.0,) * len(read), Timing())
    return LaidOutSet("toy", group_faces([seen]), TRUTH, 3)


def test_a_wrong_name_that_is_marked_costs_one_answer_and_the_rest_one_tap() -> None:
    """A marked South for North costs one answer; a mark on a face that is not a tile costs one tap."""
    taught = teach_by_page(_laid_out(("5B", "6B", "S", NONE), 0.85))
    assert taught == Taught("toy", faces=3, found=3, right=3, marked=2, answers=2, wrong=())


def test_a_wrong_name_that_nobody_is_asked_about_is_counted_as_taken() -> None:
    """No answer corrects an unmarked South for North, and the table counts it as taken."""
    taught = teach_by_page(_laid_out(("5B", "6B", "S", NONE), 0.9999))
    assert taught.answers == 1, "for what is no face"
    assert taught.wrong == ("N: S",)
    assert cells("toys", [taught])[-1] == "1 of 3"
    assert "N: S" in each("toys", [taught])
