"""A blank face among readable ones: a Soap, or a tile that lies face down."""

import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.toys import LABELS, face, faces_of, thresholds
from vision.classification.faces import Faces
from vision.classification.white_dragons import blank_backs, resolve_white_dragons
from vision.confidence.tile_confidence import rate_tiles
from vision.host.measures import ground_colours

IVORY, GREEN, BLACK = (205, 225, 235), (70, 140, 40), (25, 25, 25)
THRESHOLDS = thresholds(reject=0.6)

Colour = tuple[int, int, int]


def rack(blank: Colour, others: Colour, *, soap: float = 0.08, readable: int = 4, shade: float = 1.0) -> Faces:
    """A blank face in the middle of others with a print; the reader takes the blank one for a back."""
    count = 6
    crops = np.empty((count, 80, 64, 3), np.uint8)
    crops[:] = others
    crops[:, 30:50, 24:40] = (30, 30, 160)
    crops[2] = np.clip(np.array(blank) * shade, 0, 255).astype(np.uint8)
    probabilities = np.full((count, len(LABELS)), 0.001, np.float32)
    for index in range(count):
        label = "5C" if index - (index > 2) < readable else "BACK"
        probabilities[index, LABELS.index("BACK" if index == 2 else label)] = 0.9
    probabilities[2, LABELS.index("0")] = soap
    quads = np.array([face((100 + 70 * index, 100), 100) for index in range(count)], np.float32)
    return faces_of(probabilities, quads, crops)


def resolved(shown: Faces) -> Faces:
    """The faces once blank ones were compared with those around them."""
    grounds = ground_colours(np.array(shown.crops)).tolist()
    return resolve_white_dragons(shown, blank_backs(shown, THRESHOLDS.soap_hint), grounds)


@pytest.mark.parametrize(
    ("shown", "label"),
    [
        pytest.param(rack(IVORY, IVORY), "0", id="as-white-as-its-neighbours"),
        pytest.param(rack(IVORY, IVORY, shade=0.8), "0", id="in-a-light-shade"),
        pytest.param(rack(GREEN, IVORY), "BACK", id="a-coloured-back"),
        pytest.param(rack(BLACK, IVORY), "BACK", id="a-black-back"),
        pytest.param(rack(IVORY, IVORY, soap=0.005), "BACK", id="no-hint-of-a-soap"),
        pytest.param(rack(IVORY, IVORY, readable=0), "BACK", id="a-wall-of-backs"),
    ],
)
def test_what_a_blank_face_is_taken_for(shown: Faces, label: str) -> None:
    """A blank face of its neighbours' colour is read as a Soap; any other stays a back."""
    assert rate_tiles(resolved(shown), THRESHOLDS)[2].label == label


def test_a_soap_by_its_neighbours_is_never_sure() -> None:
    """The person is asked, and both names are offered."""
    opinion = rate_tiles(resolved(rack(IVORY, IVORY)), THRESHOLDS)[2]
    assert not opinion.sure
    assert opinion.alternatives[0][0] == "BACK"


def test_all_other_faces_stay_as_they_were() -> None:
    """Only the blank face's two numbers change, and their sum does not."""
    before = rack(IVORY, IVORY)
    after = resolved(before)
    assert [one.probabilities == other.probabilities for one, other in zip(after, before, strict=True)] == [
        index != 2 for index in range(len(before))
    ]
    assert sum(after.each[2].probabilities) == pytest.approx(sum(before.each[2].probabilities))


def test_ground_is_the_colour_around_the_print() -> None:
    """A print that covers less than half of a face does not move its ground."""
    plain: npt.NDArray[np.uint8] = np.full((1, 80, 64, 3), IVORY, np.uint8)
    printed = plain.copy()
    printed[:, 30:50, 20:44] = (20, 20, 150)
    assert np.abs(ground_colours(plain) - ground_colours(printed)).max() <= 1
