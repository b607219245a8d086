from collections.abc import Iterator
from itertools import islice

import cv2
import numpy as np
import pytest

from datasets.evaluation.live_films import truth, watch_film
from datasets.evaluation.scoring import total
from datasets.render.scene.video import RATE, Frame, render_film
from models import ModelError
from tests.vision.toys import face, picture
from tests.vision.toys import networks as toy_networks
from vision import Networks

SIZE = (320, 240)

FILM = 11
"""Seed of a film in which a hand passes after one second."""


def test_a_film_is_repeatable_and_moves() -> None:
    """A seed gives the same film; its camera moves, and every tile is in view in each frame."""
    first, again = list(islice(render_film(3, SIZE), 4)), list(islice(render_film(3, SIZE), 4))
    for number, (one, other) in enumerate(zip(first, again, strict=True)):
        np.testing.assert_array_equal(one.pixels, other.pixels)
        np.testing.assert_array_equal(one.quads, other.quads)
        assert one.time == pytest.approx(number / RATE)
        assert one.labels == first[0].labels
        assert len(one.labels) in {13, 14}
        centres = one.quads.mean(axis=1)
        assert ((centres > 0) & (centres < np.array(SIZE))).all()
    assert np.abs(first[3].quads - first[0].quads).max() > 0.5


def test_films_hold_what_makes_single_frames_fail() -> None:
    """In one film the picture blurs by half and more, its brightness changes, and a hand covers whole tiles."""
    frames = list(render_film(FILM, SIZE, 38))
    detail = [float(cv2.Laplacian(frame.pixels, cv2.CV_32F).std()) for frame in frames]
    light = [float(frame.pixels.mean()) for frame in frames]
    assert min(detail) < 0.7 * max(detail)
    assert max(light) > 1.05 * min(light)
    covered = [frame.covered.max() for frame in frames]
    assert max(covered) > 0.9
    assert min(covered) == 0


def test_the_truth_lies_where_the_tiles_are() -> None:
    """The pixels inside the quads of a frame differ from the pixels around them."""
    frame = next(render_film(2, (640, 480)))
    mask = np.zeros(frame.pixels.shape[:2], np.uint8)
    cv2.fillPoly(mask, list(np.round(frame.quads).astype(np.int32)), 255)
    around = cv2.dilate(mask, np.ones((61, 61), np.uint8)) - cv2.dilate(mask, np.ones((25, 25), np.uint8))
    grey = cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY).astype(float)
    assert abs(grey[mask > 0].mean() - grey[around > 0].mean()) > 10


LABELS = ("1B", "5B", "9B", "2C", "J", "8C", "3D", "N", "R", "0", "F", "7D", "4C")


def toy_film(count: int = 60) -> Iterator[Frame]:
    """Film a toy rack with a panning camera; one frame in three has one of three faults."""
    rng = np.random.default_rng(5)
    for number in range(count):
        x, y = 100 + 3.0 * number, 200 + 20 * np.sin(number / 4)
        quads = np.array([face((x + 66 * i, y), 82) for i in range(len(LABELS))], np.float32)
        shown = list(zip(LABELS, quads, strict=True))
        covered = np.zeros(len(LABELS), np.float32)
        if number % 9 == 0:
            hidden = int(rng.integers(len(LABELS)))
            covered[hidden] = 1
            del shown[hidden]
        elif number % 9 == 3:
            wrong = int(rng.integers(len(LABELS)))
            shown[wrong] = ("E", quads[wrong])
        pixels = picture(1200, 400, shown)
        if number % 9 == 6:
            pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 9), np.uint8)
        yield Frame(pixels, number / RATE, quads, LABELS, covered)


def test_fused_looks_beat_single_frames_in_the_toy_world() -> None:
    """A third of the single frames is wrong; after one second every live reading is exact and sure."""
    film = watch_film(toy_film(), toy_networks())
    alone, fused = total("single", film.single), total("fused", film.fused)
    assert 0.5 < alone.exact / alone.photos < 0.8
    assert alone.sure_wrong > 0
    assert fused.exact == fused.photos == alone.photos == 30
    assert fused.sure_wrong == 0
    assert film.first_steady is not None
    assert film.first_steady < 1.0


def test_a_frame_as_a_labelled_picture() -> None:
    """A frame boxes every tile by its quad's hull, even tiles under a hand."""
    frame = next(toy_film())
    photo = truth(frame, "x")
    assert [tile.label for tile in photo.tiles] == list(LABELS)
    assert photo.complete
    assert np.allclose([tile.box[:2] for tile in photo.tiles], frame.quads.min(axis=1))
    assert frame.covered.max() == 1


def test_the_networks_read_a_rendered_film_better_live() -> None:
    """On a rendered film of a held-out design, the live reading is right about more tiles than single frames."""
    try:
        networks = Networks.load()
    except ModelError as error:
        pytest.skip(f"no trained networks: {error.message}")
    film = watch_film(render_film(FILM, (640, 480), 38), networks)
    alone, fused = total("single", film.single), total("fused", film.fused)
    assert fused.exact >= alone.exact
    assert fused.right / fused.boxed > alone.right / alone.boxed + 0.05
    assert fused.sure_wrong <= alone.sure_wrong
