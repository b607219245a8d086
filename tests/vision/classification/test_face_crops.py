"""Cut face crops for training and reading."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision import VisionError
from vision.host.face_crops import rectify
from vision.requests import FACE_MARGIN, FACE_SIZE

Floats = npt.NDArray[np.float32]


def smooth(height: int, width: int, seed: int = 0, grain: int = 20) -> npt.NDArray[np.uint8]:
    """Return a picture without detail finer than `grain` pixels, so that interpolation hardly matters."""
    rng = np.random.default_rng(seed)
    coarse = rng.integers(0, 255, (height // grain + 2, width // grain + 2, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def box(x0: float, y0: float, x1: float, y1: float) -> Floats:
    """Return an upright quad."""
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


def test_a_crop_of_the_same_size_is_the_picture_itself() -> None:
    """Without a margin, a quad of the crop's size gives exactly the pixels under it."""
    pixels = smooth(300, 300)
    crop = rectify(pixels, box(50, 60, 178, 220)[None], margin=0.0)[0]
    assert (crop == pixels[60:220, 50:178]).all()


def test_margin_lies_around_the_quad() -> None:
    """The quad's edges lie at the margin of the crop: 8 % of its width and height on each side."""
    pixels = np.zeros((400, 400, 3), np.uint8)
    pixels[100:300, 120:280] = 255
    crop = rectify(pixels, box(120, 100, 280, 300)[None])[0, :, :, 0]
    height, width = FACE_SIZE
    rows, columns = np.flatnonzero(crop[:, width // 2] > 127), np.flatnonzero(crop[height // 2] > 127)
    assert abs(rows[0] - FACE_MARGIN * height) <= 1
    assert abs(height - 1 - rows[-1] - FACE_MARGIN * height) <= 1
    assert abs(columns[0] - FACE_MARGIN * width) <= 1
    assert abs(width - 1 - columns[-1] - FACE_MARGIN * width) <= 1


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_corner_zero_is_the_crops_top_left(turns: int) -> None:
    """Renumbering the corners turns the crop; the corners run clockwise."""
    pixels = smooth(200, 200)
    quad = box(40, 40, 140, 140)
    upright = rectify(pixels, quad[None], size=(64, 64))[0]
    turned = rectify(pixels, np.roll(quad, -turns, axis=0)[None], size=(64, 64))[0]
    assert np.abs(np.rot90(upright, turns).astype(int) - turned).max() <= 2


@settings(max_examples=60, deadline=None)
@given(
    shift=st.lists(st.floats(-30, 30), min_size=8, max_size=8),
    size=st.sampled_from([60.0, 140.0, 300.0, 600.0]),
    turns=st.integers(0, 3),
)
def test_agrees_with_opencv_on_any_convex_quad(shift: list[float], size: float, turns: int) -> None:
    """The crop is the perspective view that OpenCV computes, up to interpolation."""
    pixels = smooth(900, 900, seed=3, grain=150)
    quad = box(150, 120, 150 + 0.8 * size, 120 + size) + np.array(shift, np.float32).reshape(4, 2) * (size / 300)
    quad = np.roll(quad.astype(np.float32), -turns, axis=0)
    ours = rectify(pixels, quad[None])[0]
    height, width = FACE_SIZE
    mx, my = FACE_MARGIN * width, FACE_MARGIN * height
    target = np.array([[mx, my], [width - mx, my], [width - mx, height - my], [mx, height - my]], np.float32)
    # OpenCV counts from the centres of pixels, we from their edges.
    matrix = cv2.getPerspectiveTransform(quad - 0.5, target - 0.5)
    theirs = cv2.warpPerspective(pixels, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    assert np.abs(ours.astype(int) - theirs.astype(int)).mean() < 3.0


@pytest.mark.parametrize("size", [100, 300, 1000, 2500])
def test_large_faces_do_not_alias(size: int) -> None:
    """A checkerboard too fine for the crop becomes even grey, without a new pattern."""
    board = ((np.indices((size, size)).sum(axis=0) // max(1, size // 320)) % 2 * 255).astype(np.uint8)
    crop = rectify(np.dstack([board] * 3), box(2, 2, size - 2, size - 2)[None], margin=0.0)[0, 4:-4, 4:-4, 0]
    if size >= 300:
        assert crop.std() < 12
    assert abs(crop.mean() - 127) < 6


def test_what_lies_outside_repeats_the_edge() -> None:
    """A quad beyond the picture's edge gets the edge's colour there."""
    pixels = np.full((100, 100, 3), (10, 120, 240), np.uint8)
    crop = rectify(pixels, box(-500, -500, 50, 50)[None])
    assert (crop == (10, 120, 240)).all()


@pytest.mark.parametrize("side", [20, 150], ids=["small", "halved"])
@pytest.mark.parametrize("far", [2e3, 1e5, 9e7])
@pytest.mark.parametrize("towards", [(1, 1), (1, 0), (0, 1), (-1, -1), (-1, 0), (0, -1)])
def test_what_lies_far_outside_is_the_edge(towards: tuple[int, int], far: float, side: int) -> None:
    """A crop far outside has the colour of the nearest picture edge."""
    pixels = np.full((242, 404, 3), 90, np.uint8)
    pixels[:9], pixels[-9:], pixels[:, :9], pixels[:, -9:] = 10, 200, 40, 160
    pixels[:9, :9], pixels[-9:, -9:] = 70, 250
    nearest = pixels[[121, -1, 0][towards[1]], [202, -1, 0][towards[0]]]
    x, y = 30 + towards[0] * far, 30 + towards[1] * far
    crop = rectify(pixels, box(x, y, x + side, y + side)[None])[0]
    assert (crop == nearest).all()


def test_each_quad_is_cut_as_if_alone() -> None:
    """Faces of all sizes, even hundreds, come out of one call as they do one by one."""
    rng = np.random.default_rng(5)
    pixels = smooth(700, 700, seed=4)
    quads = np.array([box(x, y, x + 0.8 * s, y + s) for x, y, s in rng.uniform([0, 0, 20], [400, 400, 320], (450, 3))])
    together = rectify(pixels, quads)
    assert together.shape == (450, *FACE_SIZE, 3)
    for index in range(0, 450, 37):
        assert (rectify(pixels, quads[index : index + 1])[0] == together[index]).all()


def test_no_quads_give_no_crops() -> None:
    """No quads give an empty array of the right shape."""
    assert rectify(smooth(50, 50), np.zeros((0, 4, 2), np.float32)).shape == (0, *FACE_SIZE, 3)


@pytest.mark.parametrize(
    "quad",
    [np.zeros((4, 2)), np.full((4, 2), 30.0), box(80, 80, 10, 10), np.array([[0, 0], [50, 50], [50, 0], [0, 50]])],
    ids=["a point at 0", "a point", "reversed", "folded"],
)
def test_degenerate_quads_give_some_picture(quad: Floats) -> None:
    """A degenerate quad still gives a crop with values inside the picture's range."""
    crop = rectify(np.full((100, 100, 3), 77, np.uint8), quad[None].astype(np.float32))
    assert (crop == 77).all()


@pytest.mark.parametrize(
    ("pixels", "quads", "code"),
    [
        (np.zeros((9, 9), np.uint8), box(0, 0, 5, 5)[None], "bad-pixels"),
        (np.zeros((9, 9, 3), np.float32), box(0, 0, 5, 5)[None], "bad-pixels"),
        (np.zeros((0, 9, 3), np.uint8), box(0, 0, 5, 5)[None], "bad-pixels"),
        (np.zeros((9, 9, 3), np.uint8), box(0, 0, 5, 5), "bad-quads"),
        (np.zeros((9, 9, 3), np.uint8), box(0, 0, np.nan, 5)[None], "bad-quads"),
        (np.zeros((9, 9, 3), np.uint8), box(3e38, 0, 3.1e38, 5)[None], "bad-quads"),
    ],
    ids=["grey", "floats", "empty", "one quad", "not a number", "beyond everything"],
)
def test_wrong_arrays_are_refused(pixels: npt.NDArray[np.uint8], quads: Floats, code: str) -> None:
    """The error names an array of wrong shape or type."""
    with pytest.raises(VisionError) as caught:
        rectify(pixels, quads)
    assert caught.value.code == code
