import math
import pickle

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.toys import ToyFinderNetwork, card, face, networks, picture
from vision import Networks, Photo, State, VisionError, start_live, step_live
from vision.host.measures import picture_sharpness
from vision.host.networks import Detector
from vision.live.live_reader import AROUND, LONGEST, MOST, SHARP, Gate
from vision.requests import Measure, Measurement

RACK = ["1B", "5B", "9B", "2C", "J", "8C", "3D"]


def passed(sharpness: list[float], step: float, gate: Gate | None = None) -> list[bool]:
    """Return which pictures of these sharpnesses, one every `step` seconds, pass the gate."""
    now, let = gate or Gate(), []
    for number, sharp in enumerate(sharpness):
        now, lets = now.step(sharp, number * step)
        let.append(lets)
    return let


def test_blurred_pictures_are_kept_out() -> None:
    """If a hand shakes now and then, only pictures nearly as sharp as the last second's best are read."""
    assert passed([1.0, 0.9, 0.3, SHARP + 0.01, SHARP - 0.01, 1.2, 0.8], 0.03) == [
        True,
        True,
        False,
        True,
        False,
        True,
        False,
    ]


def test_a_shake_that_goes_on_is_read_all_the_same() -> None:
    """After a while of shaking a blurred picture is read, and once the sharp ones are old, any picture passes."""
    let = passed([1.0] + [0.2] * 60, 0.05)
    first = let.index(True, 1)
    assert first * 0.05 == pytest.approx(LONGEST)
    assert all(let[25:])


@pytest.mark.parametrize("rate", [10, 24, 25, 30, 60])
def test_no_more_looks_are_taken_than_asked_for(rate: int) -> None:
    """The gate keeps the interval between sharp pictures at any rate, and passes nearly as many as it allows."""
    let = passed([1.0] * (4 * rate), 1 / rate, Gate(every=1 / 12))
    times = [number / rate for number, lets in enumerate(let) if lets]
    assert np.diff(times).min() >= 1 / 12 - 1e-3
    assert len(times) >= min(4 * rate, 4 * rate / np.ceil(rate / 12)) - 1


@pytest.mark.parametrize(
    "step", [0.0, -1.0, 1e-6], ids=["a clock that stands", "one that goes back", "one that crawls"]
)
def test_a_gate_remembers_no_more_than_a_second_of_pictures(step: float) -> None:
    """The gate's memory is bounded, whatever times a camera gives its pictures."""
    gate = Gate()
    for number in range(300):
        gate, _ = gate.step(1.0 if number == 0 else 0.1, number * step)
    assert len(gate.recent) <= MOST


def test_pictures_of_one_time_are_compared_with_the_sharpest_of_them() -> None:
    """If a coarse clock gives two pictures one time, the blurred one is still kept out."""
    assert passed([1.0, 0.1, 0.1], 0.0) == [True, False, False]


def test_without_a_picture_before_it_any_is_read() -> None:
    """The first picture is read however blurred, or a dark room would never be reported."""
    assert passed([0.0], 0.03) == [True]


@pytest.mark.parametrize("time", [0.6, -3.0, math.nan, math.inf], ids=["a bit back", "far back", "no number", "never"])
def test_a_clock_that_goes_back_is_reported(time: float) -> None:
    """A picture of no time, or of one before the last look's, is an error: the reading does not stop silently."""
    photo, sees = Photo.of(picture(800, 400, [])), networks()
    live = step_live(start_live(sees), photo, 0.7, sees)
    with pytest.raises(VisionError) as fault:
        step_live(live, photo, time, sees)
    assert fault.value.code == "bad-time"


def test_a_live_reading_goes_on_in_another_process() -> None:
    """The state between two pictures is a value: pickled, it takes the next picture as it would have here."""
    sees = networks()
    tiles = [(label, face((120 + 72 * i, 200), 90)) for i, label in enumerate(RACK)]
    photo = Photo.of(picture(800, 400, tiles))
    live = step_live(start_live(sees), photo, 0.0, sees)
    there = pickle.loads(pickle.dumps(live))  # noqa: S301  (our own bytes)
    found, here = (step_live(one, photo, 0.1, sees).fusion.reading for one in (there, live))
    assert found == here
    assert found is not None
    assert [tile.label for tile in found.tiles] == RACK


def test_the_sharpness_that_counts_is_that_of_the_tiles() -> None:
    """We measure the working picture where the tiles were, a quarter of their longer side around them; at first all."""
    sees = networks()
    tiles = [(label, face((600 + 72 * i, 700), 90)) for i, label in enumerate(RACK)]
    photo = Photo.of(picture(3000, 1400, tiles))
    first = start_live(sees)
    assert next(first.step(photo, 0.0, sees.cards)) == Measure(Measurement.SHARPNESS, (photo.pixels,))
    asked = next(step_live(first, photo, 0.0, sees).step(photo, 0.1, sees.cards))
    assert isinstance(asked, Measure)
    assert asked.box is not None
    width, height = 6 * 72 + 65, 90
    across, down = (0.5 + AROUND) * width, 0.5 * height + AROUND * width
    expected = 816 - across, 700 - down, 816 + across, 700 + down
    assert np.array(asked.box) / photo.scale == pytest.approx(expected, abs=9)


@pytest.mark.parametrize("light", [0.4, 1.0])
def test_sharpness_falls_with_blur_in_any_direction(light: float) -> None:
    """Out of focus or moved in one direction, a picture is less sharp, in any light."""
    sharp = (picture(600, 400, [("5B", face((300, 200), 120))]) * light).astype(np.uint8)
    soft = cv2.GaussianBlur(sharp, (0, 0), 2)
    for kernel in (np.ones((1, 9)) / 9, np.ones((9, 1)) / 9, np.eye(9) / 9, np.fliplr(np.eye(9)) / 9):
        moved = cv2.filter2D(sharp, -1, kernel)
        assert picture_sharpness(np.asarray(moved, np.uint8)) < SHARP * picture_sharpness(sharp)
    assert picture_sharpness(np.asarray(soft, np.uint8)) < SHARP * picture_sharpness(sharp)


def test_noise_is_no_sharpness() -> None:
    """Noise, which a shaken picture in poor light has too, does not count as sharpness."""
    sharp = picture(1280, 720, [("5B", face((100 + 150 * index, 360), 180)) for index in range(8)])
    down, right = np.indices(sharp.shape[:2])
    sharp[((right // 10 + down // 10) % 2 == 0) & (sharp.max(axis=2) > 100)] = 40
    noise = np.random.default_rng(3).normal(0, 40, sharp.shape)

    def seen(pixels: npt.NDArray[np.uint8]) -> float:
        return picture_sharpness(np.clip(pixels + noise, 0, 255).astype(np.uint8))

    moved = np.asarray(cv2.filter2D(sharp, -1, np.eye(13) / 13), np.uint8)
    assert seen(moved) < SHARP * seen(sharp)


@pytest.mark.parametrize("box", [None, (0, 0, 1, 1), (-50, -50, -10, -10), (590, 390, 900, 900), (700, 500, 800, 600)])
@pytest.mark.parametrize("size", [(600, 400), (2, 300), (1, 1), (2000, 3)])
def test_any_picture_has_a_sharpness(size: tuple[int, int], box: tuple[float, float, float, float] | None) -> None:
    """A line, a pixel, and boxes in part or wholly outside have a finite sharpness."""
    assert np.isfinite(picture_sharpness(picture(*size, []), box))


def test_blurred_pictures_are_not_read_at_all() -> None:
    """A picture that the gate keeps out is not read and leaves the reading unchanged."""
    network = ToyFinderNetwork()
    sees = Networks(Detector(card("finder"), network), networks().classifier)
    tiles = [(label, face((120 + 72 * i, 200), 90)) for i, label in enumerate(RACK)]
    sharp = picture(800, 400, tiles)
    blurred = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 6), np.uint8)
    live = start_live(sees)
    for number in range(12):
        live = step_live(live, Photo.of(sharp.copy()), number * 0.05, sees)
    assert live.fusion.state is State.STEADY
    looks, before = len(network.views), live.fusion
    live = step_live(live, Photo.of(blurred), 0.6, sees)
    assert not live.read
    assert len(network.views) == looks
    assert live.fusion is before
    assert before.reading is not None
    assert [tile.label for tile in before.reading.tiles] == RACK
