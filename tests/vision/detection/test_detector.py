"""Views, non-maximum suppression, and how detector and classifier use their networks."""

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models import ModelError, load_model_card
from tests.vision.toys import (
    LABELS,
    ToyFinderNetwork,
    ToyReaderNetwork,
    card,
    classifier,
    classify,
    detect,
    face,
    from_middles,
    picture,
)
from vision import Photo
from vision.classification.faces import NONE
from vision.detection.decoding import MOST_PEAKS
from vision.detection.detector import QUICK
from vision.detection.nms import nms
from vision.geometry import area, as_quads, is_convex, short_side, turned
from vision.host.face_crops import rectify
from vision.host.networks import BATCH, Classifier, Detector, view_pixels
from vision.host.onnx_network import Network
from vision.image.view import view_of

Floats = npt.NDArray[np.float32]
Pixels = npt.NDArray[np.uint8]


@settings(max_examples=80, deadline=None)
@given(
    size=st.tuples(st.integers(1, 900), st.integers(1, 900)),
    factor=st.sampled_from([1, 2, 4]),
    side=st.sampled_from([128, 640, 1280]),
    part=st.none() | st.tuples(st.floats(-50, 800), st.floats(-50, 800), st.floats(1, 900), st.floats(1, 900)),
    points=st.lists(st.tuples(st.floats(0, 4000), st.floats(0, 4000)), min_size=1, max_size=5),
)
def test_views_map_there_and_back(
    size: tuple[int, int],
    factor: int,
    side: int,
    part: tuple[float, float, float, float] | None,
    points: list[tuple[float, float]],
) -> None:
    """Any view of any photo has sides of the network's stride, and its points map to the photo and back."""
    photo = Photo(np.zeros((size[1], size[0], 3), np.uint8), size[0] * factor, size[1] * factor, scale=1 / factor)
    region = None if part is None else (part[0], part[1], part[0] + part[2], part[1] + part[3])
    request, view = view_of(photo, side, 32, region)
    pixels = view_pixels(request)
    assert pixels.shape[0] % 32 == 0
    assert pixels.shape[1] % 32 == 0
    assert max(pixels.shape[:2]) <= side + 32
    for x, y in points:
        seen = (x - view.left) * view.scale_x, (y - view.top) * view.scale_y
        assert np.allclose(view.to_photo((seen,) * 4), (x, y), atol=0.05)


@pytest.mark.parametrize(("width", "height", "scale"), [(640, 480, 1.0), (2000, 1504, 0.5), (333, 777, 1.0)])
def test_a_mark_is_seen_where_it_lies(width: int, height: int, scale: float) -> None:
    """A mark in the photo appears in the view at the mapped place, to a pixel of the view."""
    pixels = np.zeros((height, width, 3), np.uint8)
    x, y = int(width * 0.7), int(height * 0.3)
    cv2.circle(pixels, (x, y), 14, (255, 255, 255), -1)
    photo = Photo(pixels, round(width / scale), round(height / scale), scale=scale)
    request, view = view_of(photo, 320, 32)
    seen = view_pixels(request)
    rows, columns = np.nonzero(seen[:, :, 0] > 127)
    place = view.to_photo(((float(columns.mean()) + 0.5, float(rows.mean()) + 0.5),) * 4)[0]
    assert np.abs(np.array(place) * scale - (x + 0.5, y + 0.5)).max() < max(width, height) / 320


def test_quads_that_turn_the_wrong_way_are_no_faces() -> None:
    """Clockwise convex quads pass; mirrored, folded and flat quads do not."""
    good = face((50, 50), 40, 30)
    folded = good[[0, 2, 1, 3]]
    quads = as_quads([good, good[::-1], folded, np.full((4, 2), 5.0), np.roll(good, 2, axis=0)])
    assert list(map(is_convex, quads)) == [True, False, False, False, True]
    assert list(map(area, quads[:2])) == pytest.approx([0.72 * 1600, -0.72 * 1600], rel=1e-4)
    assert short_side(quads[0]) == pytest.approx(0.72 * 40, rel=1e-4)


@settings(max_examples=25, deadline=None)
@given(
    places=st.lists(
        st.tuples(st.floats(0, 300), st.floats(0, 300), st.floats(20, 90), st.floats(0, 359)), min_size=1, max_size=15
    ),
    most=st.sampled_from([0.2, 0.4, 0.7]),
)
def test_suppression_agrees_with_painting(places: list[tuple[float, float, float, float]], most: float) -> None:
    """Kept quads overlap little, and each dropped one overlaps a better kept one, counted in painted pixels."""
    quads = np.array([face((x + 60, y + 60), size, angle) for x, y, size, angle in places], np.float32)
    scores = np.linspace(1.0, 0.5, len(quads), dtype=np.float32)

    def painted(quad: Floats) -> npt.NDArray[np.bool_]:
        mask = np.zeros((840, 840), np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad * 2 * 16).astype(np.int32), 1, shift=4)
        return mask > 0

    masks = [painted(quad) for quad in quads]

    def shared(a: int, b: int) -> float:
        return float((masks[a] & masks[b]).sum() / min(masks[a].sum(), masks[b].sum()))

    kept = nms(as_quads(quads), scores.tolist(), most)
    assert kept == sorted(kept)
    for i, a in enumerate(kept):
        assert all(shared(a, b) < most + 0.05 for b in kept[:i])
    for dropped in set(range(len(quads))) - set(kept):
        assert any(shared(dropped, better) > most - 0.05 for better in kept if better < dropped)


class Answers:
    """A detector network that gives the same peaks in any view: a sheet of scores and corners."""

    def __init__(self, peaks: Sequence[tuple[float, Floats]]) -> None:
        self.peaks = peaks

    def run(self, pixels: Pixels) -> list[Floats]:
        """Return scores and offsets in the detector's form; none in a quick view or from far away."""
        height, width = pixels.shape[1] // 8, pixels.shape[2] // 8
        score, corners = np.zeros((1, height, width), np.float32), np.zeros((1, height, width, 8), np.float32)
        if max(pixels.shape[1:3]) > QUICK:
            for index, (value, quad) in enumerate(self.peaks):
                score[0, index // width, index % width] = value
                corners[0, index // width, index % width] = quad.ravel()
        return from_middles(score, corners)


def found(peaks: Sequence[tuple[float, Floats]]) -> tuple[float, ...]:
    """Return the scores of the detections from these peaks in a view of 640 x 640."""
    photo = Photo.of(np.zeros((640, 640, 3), np.uint8))
    return tuple(round(score, 3) for score in detect(photo, Detector(card("finder"), Answers(peaks))).scores)


def test_peaks_below_the_threshold_are_nothing() -> None:
    """The card's score threshold decides what counts as a tile."""
    assert found([(0.31, face((100, 100), 60)), (0.29, face((300, 300), 60))]) == (0.31,)


def test_impossible_corners_are_nothing() -> None:
    """Non-finite, folded and reversed corners are dropped, whatever their score."""
    good = face((100, 100), 60)
    bad = [good[::-1] + 200, np.full((4, 2), np.nan), np.full((4, 2), np.inf), good[[0, 2, 1, 3]] + 300, good * 0.01]
    assert found([(0.8, good), *((0.9, np.asarray(quad, np.float32)) for quad in bad)]) == (0.8,)


def test_one_tile_answered_twice_is_one_tile() -> None:
    """Of two quads on one face the better stays; neighbours that touch both stay."""
    assert found([(0.8, face((100, 100), 60)), (0.9, face((104, 102), 58)), (0.7, face((144, 100), 60))]) == (0.9, 0.7)


def test_a_flood_of_peaks_is_cut_off() -> None:
    """Peaks beyond a maximum are cut off, so that hostile pictures take bounded time."""
    peaks = [(0.9, face((10 + index % 60 * 10, 10 + index // 60 * 12), 9.9)) for index in range(2500)]
    assert len(found(peaks)) <= MOST_PEAKS


class Doubting(ToyFinderNetwork):
    """Gives every detection one score, and misses every third face that is small in its view."""

    def __init__(self, certainty: float, small: float) -> None:
        super().__init__()
        self._certainty = certainty
        self._small = small

    def seen(self, pixels: Pixels) -> tuple[Floats, Floats]:
        """As `ToyFinderNetwork.seen`."""
        score, corners = super().seen(pixels)
        places = np.argwhere(score[0] > 0)
        for number, (row, column) in enumerate(places[np.argsort(places[:, 1])]):
            small = short_side(as_quads(corners[0, row, column].reshape(1, 4, 2))[0]) < self._small
            score[0, row, column] = 0.0 if small and number % 3 == 1 else self._certainty
        return score, corners


@pytest.mark.parametrize(
    ("certainty", "height", "small", "looks", "count"),
    [
        pytest.param(0.6, 130, 40, 2, 15, id="doubtful-and-small"),
        pytest.param(0.9, 130, 40, 1, 10, id="plain"),
        pytest.param(0.6, 190, 60, 1, 10, id="doubtful-and-large"),
    ],
)
def test_doubtful_faces_are_looked_at_larger(
    certainty: float, height: float, small: float, looks: int, count: int
) -> None:
    """The first view misses a third of the small faces; doubt causes a larger view, certainty does not."""
    places = [(120 + 0.8 * height * column, 130 + 1.1 * height * row) for row in range(3) for column in range(5)]
    network = Doubting(certainty, small)
    photo = Photo.of(picture(1000, 750, [("5B", face(at, height)) for at in places]))
    seen = detect(photo, Detector(card("finder"), network))
    assert len(network.views) == looks
    assert len(seen) == count


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_turned_quads_show_the_face_upright(turns: int) -> None:
    """A face that needs this number of quarter turns clockwise stands upright once its corners are renumbered."""
    upright = face((100, 100), 80)
    pixels = picture(200, 200, [("7D", upright)])
    as_it_lies = np.roll(upright, -turns, axis=0)[None]  # its crop needs `turns` quarter turns clockwise
    crop = rectify(pixels, as_it_lies, size=(64, 64))[0]
    assert np.abs(np.rot90(crop, -turns).astype(int) - rectify(pixels, upright[None], size=(64, 64))[0]).mean() < 4
    assert turned(as_quads(as_it_lies)[0], turns) == as_quads(upright[None])[0]


def test_only_turned_faces_are_read_twice() -> None:
    """One batch reads all faces as they lie, and a second one reads those that were turned."""
    tiles = [("1B", face((80 + 90 * index, 100), 100, 180 if index in {1, 4} else 0)) for index in range(6)]
    network = ToyReaderNetwork()
    quads = np.array([np.roll(quad, 2 if index in {1, 4} else 0, axis=0) for index, (_, quad) in enumerate(tiles)])
    faces = classify(picture(700, 200, tiles), as_quads(quads), classifier(network))
    assert network.batches == [6, 2]
    assert np.allclose(faces.quads, np.array([quad for _, quad in tiles]), atol=2.0)
    assert faces.best == ["1B"] * 6


def test_temperature_softens_probabilities() -> None:
    """The card's temperature divides the logits: at 1 a lead of 12 is certain, at 12 it is a factor of e."""
    pixels, quads = picture(200, 200, [("7D", face((100, 100), 100))]), as_quads(face((100, 100), 100)[None])
    for temperature, expected in ((1.0, 0.9998), (12.0, np.e / (np.e + 37))):
        faces = classify(pixels, quads, classifier(ToyReaderNetwork(), temperature=temperature))
        assert faces.each[0].probabilities[LABELS.index("7D")] == pytest.approx(expected, abs=2e-4)
        assert sum(faces.each[0].probabilities) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("count", [0, 1, BATCH, BATCH + 1, 150])
def test_any_number_of_faces(count: int) -> None:
    """None, one, and more faces than a batch holds are all read, in order."""
    tiles = [(LABELS[index % 36], face((60 + index % 15 * 80, 60 + index // 15 * 110), 100)) for index in range(count)]
    quads = as_quads([quad for _, quad in tiles])
    network = ToyReaderNetwork()
    faces = classify(picture(1300, 1300, tiles), quads, classifier(network))
    assert len(faces) == count
    assert max(network.batches, default=0) <= BATCH
    assert faces.best == [label for label, _ in tiles]


def test_reader_refuses_another_alphabet_and_size() -> None:
    """A classifier with other labels or another crop size is refused when it is made."""
    for changes, code in (
        ({"labels": LABELS[:-1]}, "wrong-alphabet"),
        ({"labels": (*LABELS, "5X")}, "wrong-alphabet"),
        ({"input": replace(card().input, width=80)}, "wrong-input"),
    ):
        with pytest.raises(ModelError) as caught:
            classifier(ToyReaderNetwork(), **changes)
        assert caught.value.code == code


def test_both_classifiers_have_the_same_labels_in_the_same_order() -> None:
    """The program averages the logits by place, so that an upright network with another label order is refused."""
    network, other = ToyReaderNetwork(), replace(card("upright"), labels=LABELS[::-1])
    with pytest.raises(ModelError, match="another order") as caught:
        Classifier(card(), network, other, network)
    assert caught.value.code == "wrong-alphabet"


def test_weights_that_are_no_network_are_refused(tmp_path: Path) -> None:
    """A file with the right hash that onnxruntime cannot load, or with other inputs, gives a ModelError."""
    (tmp_path / "model.onnx").write_bytes(b"garbage")
    broken = card(path=tmp_path / "model.onnx", sha256=hashlib.sha256(b"garbage").hexdigest())
    for model, outputs in ((broken, ("logits",)), (load_model_card("finder"), ("logits",))):
        with pytest.raises(ModelError) as caught:
            Network(model, "image", outputs)
        assert caught.value.code == "bad-model"


def test_shipped_networks_keep_their_contract() -> None:
    """The shipped detector and classifier take and give arrays of the promised shapes and ranges."""
    score, corners = Detector.load()._network.run(np.zeros((1, 96, 160, 3), np.uint8))
    assert (score.shape, corners.shape) == ((1, 12, 20), (1, 12, 20, 8))
    assert 0 <= float(score.min()) <= float(score.max()) <= 1
    classifier = Classifier.load()
    crops = np.random.default_rng(0).integers(0, 255, (3, 160, 128, 3), np.uint8)
    logits, turn, embedding, frame = classifier._network.run(crops)
    assert (logits.shape, turn.shape, embedding.shape) == ((3, len(LABELS)), (3, 4), (3, 128))
    assert frame.shape == (3, 8)
    assert np.isfinite(frame).all()
    assert np.linalg.norm(embedding, axis=1) == pytest.approx(1, abs=1e-3)
    assert NONE in classifier.card.labels


def test_a_network_serves_several_threads() -> None:
    """Runs from several threads at once each get their own results."""
    network = Classifier.load()._network
    crops = np.random.default_rng(1).integers(0, 255, (8, 160, 128, 3), np.uint8)
    alone = [network.run(crops[index : index + 1])[0] for index in range(8)]
    together: dict[int, Floats] = {}

    def work(index: int) -> None:
        together[index] = network.run(crops[index : index + 1])[0]

    threads = [threading.Thread(target=work, args=(index,)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for index in range(8):
        assert np.allclose(together[index], alone[index], atol=1e-4)
