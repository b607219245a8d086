"""Readings check themselves and have the contract's JSON."""

import json
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.toys import LABELS
from vision import Issue, Photo, RackReading, SetInUse, TileReading, VisionError, overlay
from vision.classification.faces import NONE
from vision.detection.decoding import Detections
from vision.geometry import Quad
from vision.host.overlay import ASIDE, SURE, UNSURE
from vision.interpretation import with_tile_set
from vision.reading import Timing


def quad_at(x: float, y: float, width: float = 60, height: float = 80) -> Quad:
    """Return an upright quad."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def tile(index: int = 0, *, row: int = 0, label: str = "5B", sure: bool = True, x: float = 10) -> TileReading:
    """Return a tile reading at a place."""
    return TileReading(label, 0.95, (("6B", 0.04),), quad_at(x, 20), row, index, sure)


def reading(*tiles: TileReading, issues: tuple[Issue, ...] = ()) -> RackReading:
    """Return a reading of a picture of 400 x 200 pixels."""
    return RackReading(400, 200, tiles, "", issues, "finder@1+reader@1")


@pytest.mark.parametrize(
    "make",
    [
        lambda: tile(label="5X"),
        lambda: tile(label=NONE),
        lambda: TileReading("5B", 1.5, (), quad_at(0, 0), 0, 0, sure=True),
        lambda: TileReading("5B", float("nan"), (), quad_at(0, 0), 0, 0, sure=True),
        lambda: TileReading("5B", 0.5, (("5B", 0.1),), quad_at(0, 0), 0, 0, sure=True),
        lambda: TileReading("5B", 0.5, (), quad_at(float("inf"), 0), 0, 0, sure=True),
        lambda: TileReading("5B", 0.5, (), quad_at(0, 0)[:3], 0, 0, sure=True),  # type: ignore[arg-type]
        lambda: tile(-1),
        lambda: Detections((quad_at(0, 0),), (1.1,)),
        lambda: Detections((quad_at(0, float("nan")),), (0.9,)),
        lambda: reading(tile(1)),
        lambda: reading(tile(0), tile(0)),
        lambda: reading(tile(0, row=1)),
        lambda: reading(tile(0, row=10**5_000)),  # more digits than Python writes
        lambda: reading(tile(0), tile(1, row=2)),
        lambda: reading(tile(0, row=0), tile(1, row=1), tile(2, row=0)),
        lambda: reading(issues=(Issue("blurred", "", (0,)),)),
        lambda: RackReading(0, 5, (), "", (), "m"),
        lambda: RackReading(9, 9, (tile(),), "", (), "m", aside=(1,)),
        lambda: RackReading(9, 9, (tile(),), "", (), "m", exposures=((0,),), aside=(0,)),
        lambda: RackReading(9, 9, (tile(),), "", (), "m", alike=((0, 0),)),
    ],
    ids=[
        "no such tile",
        "no tile at all",
        "more than certain",
        "not a number",
        "its own alternative",
        "corner at infinity",
        "three corners",
        "negative index",
        "score above 1",
        "face at no number",
        "numbered from 1",
        "same number twice",
        "rows from 1",
        "rows from far",
        "row missing",
        "rows mixed",
        "issue of no tile",
        "no pixels",
        "aside that is not there",
        "exposed and aside",
        "like itself",
    ],
)
def test_impossible_readings_are_refused(make: object) -> None:
    """A contradictory reading cannot be made."""
    with pytest.raises(VisionError):
        make()  # type: ignore[operator]


def test_json_has_the_contracts_fields() -> None:
    """The scan document holds every field of the contract, with rows and unsure tiles derived from the tiles."""
    document = reading(
        tile(0), tile(1, sure=False, label="F", x=90), tile(2, row=1), issues=(Issue("glare", "Tilt it.", (1,)),)
    ).to_json("a.jpg")
    assert list(document) == [
        "image",
        "width",
        "height",
        "tiles",
        "rows",
        "rack",
        "exposures",
        "aside",
        "unsure",
        "counts",
        "issues",
        "model",
        "set",
        "timing_ms",
    ]
    assert (document["image"], document["width"], document["height"]) == ("a.jpg", 400, 200)
    assert document["rows"] == [["5B", "F"], ["5B"]]
    assert document["unsure"] == [1]
    assert document["issues"] == [{"code": "glare", "message": "Tilt it.", "tiles": [1]}]
    assert document["tiles"][1] == {
        "label": "F",
        "confidence": 0.95,
        "alternatives": [["6B", 0.04]],
        "quad": [[90, 20], [150, 20], [150, 100], [90, 100]],
        "box": [90, 20, 150, 100],
        "row": 0,
        "index": 1,
        "sure": False,
    }


def test_a_tile_of_numpy_numbers_has_the_same_json() -> None:
    """A detector's own single numbers make the JSON of plain ones."""
    half: Any = np.float32(0.5)
    corners: Any = tuple((np.float32(x), np.float32(y)) for x, y in quad_at(0, 1, 60, 79))
    made = TileReading("5B", half, (("6B", half),), corners, 0, 0, sure=True)
    plain = TileReading("5B", 0.5, (("6B", 0.5),), quad_at(0, 1, 60, 79), 0, 0, sure=True)
    assert json.dumps(made.to_json()) == json.dumps(plain.to_json())


@given(
    places=st.lists(
        st.tuples(
            st.sampled_from([label for label in LABELS if label not in {NONE, "6B"}]),
            st.floats(0, 1),
            st.floats(-1e4, 1e4),
            st.booleans(),
            st.booleans(),
        ),
        max_size=20,
    )
)
def test_json_of_any_reading_is_json(places: list[tuple[str, float, float, bool, bool]]) -> None:
    """The document of any reading survives a round trip through text and agrees with itself."""
    tiles, row = [], 0
    for index, (label, confidence, x, new_row, sure) in enumerate(places):
        row += bool(new_row and index)
        tiles.append(TileReading(label, confidence, (), quad_at(x, -x), row, index, sure))
    document = reading(*tiles).to_json("x")
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    assert [label for labels in document["rows"] for label in labels] == [entry["label"] for entry in document["tiles"]]
    assert len(document["rows"]) == (row + 1 if places else 0)


def test_box_is_the_hull_of_a_turned_quad() -> None:
    """The box of a slanted tile is its upright hull."""
    turned = TileReading("5B", 1, (), ((10, 0), (20, 10), (10, 20), (0, 10)), 0, 0, sure=True)
    assert turned.box == (0, 0, 20, 20)


def test_readings_are_equal_whatever_time_they_took() -> None:
    """Two readings of the same photo are equal, whatever time each took."""
    assert reading(tile()) == RackReading(400, 200, (tile(),), "", (), "finder@1+reader@1", Timing(1, 2, 3, 6))


def test_errors_survive_pickling() -> None:
    """An error arrives whole from another process."""
    error = VisionError("truncated", "ends early", "a.jpg")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  (our own bytes)
    assert (again.code, again.message, again.where, str(again)) == ("truncated", "ends early", "a.jpg", str(error))


def test_overlay_marks_sure_and_unsure_differently() -> None:
    """Sure tiles have one outline colour, unsure ones another and a thicker line; the photo itself stays unchanged."""
    photo = Photo.of(np.full((200, 400, 3), 90, np.uint8))
    drawn = overlay(photo, reading(tile(0, x=50), tile(1, x=200, sure=False)))
    assert drawn.shape == photo.pixels.shape
    assert (photo.pixels == 90).all()
    left, right = drawn[60:, :150], drawn[60:, 150:]  # below the labels
    sure, unsure = (left == SURE).all(axis=2).sum(), (right == UNSURE).all(axis=2).sum()
    assert sure > 80
    assert unsure > 1.5 * sure
    assert not (left == UNSURE).all(axis=2).any()
    assert not (right == SURE).all(axis=2).any()


def test_overlay_keeps_tiles_aside_in_the_background() -> None:
    """A tile aside is outlined neither in green nor in orange, sure or not."""
    photo = Photo.of(np.full((200, 400, 3), 90, np.uint8))
    far = RackReading(400, 200, (tile(0, x=50), tile(1, x=200, sure=False)), "", (), "m", aside=(0, 1))
    drawn = overlay(photo, far)
    assert (drawn == ASIDE).all(axis=2).sum() > 500
    for colour in (SURE, UNSURE):
        assert not (drawn == colour).all(axis=2).any()


def test_overlay_follows_the_photos_scale() -> None:
    """Corners in full-picture pixels are drawn at their place in the working picture."""
    photo = Photo(np.full((100, 200, 3), 90, np.uint8), 400, 200, scale=0.5)
    drawn = overlay(photo, reading(TileReading("5B", 1, (), quad_at(200, 40, 60, 120), 0, 0, sure=True)))
    rows, columns = np.nonzero((drawn != 90).any(axis=2))
    assert 95 <= columns.min() <= 101
    assert 129 <= columns.max() <= 135
    assert 79 <= rows.max() <= 85


def test_overlay_of_a_turned_frame() -> None:
    """A frame turned by `numpy.rot90`, a view in another memory order, is drawn on like a copy of it."""
    turned = np.rot90(np.full((400, 200, 3), 90, np.uint8))
    drawn = overlay(Photo.of(turned), reading(tile()))
    assert (drawn == overlay(Photo.of(np.ascontiguousarray(turned)), reading(tile()))).all()


@pytest.mark.parametrize("size", [(1, 1), (3, 500), (2000, 3)])
def test_overlay_of_any_size(size: tuple[int, int]) -> None:
    """Drawing on a one-pixel picture, or tiles far outside, changes nothing but pixels."""
    photo = Photo.of(np.zeros((*size, 3), np.uint8))
    far = TileReading("BACK", 0.5, (), quad_at(-900, 9000), 0, 0, sure=False)
    assert overlay(photo, RackReading(size[1], size[0], (far,), "", (), "m")).shape == (*size, 3)


@pytest.mark.parametrize("size", [0.0, 1e6, 1e9, 1e30, 1e300], ids=repr)
def test_overlay_of_a_quad_of_any_size(size: float) -> None:
    """A quad without an area, or one that reaches far beyond any picture, is drawn as far as it can be."""
    photo = Photo.of(np.zeros((200, 400, 3), np.uint8))
    odd = TileReading("5B", 0.5, (), quad_at(-size / 2, -size / 2, size, size), 0, 0, sure=False)
    assert overlay(photo, reading(odd)).shape == (200, 400, 3)


@pytest.mark.parametrize("used", [True, False], ids=["used", "not used"])
def test_who_chose_a_set_is_told_of_that_set(used: bool) -> None:
    """With a chosen set the "unfamiliar set" issue is left out, and all other issues stay."""
    strange, cut = Issue("strange-set", "Strange.", (0,)), Issue("cut-off", "Cut off.", (0,))
    chosen = with_tile_set(reading(tile(sure=False), issues=(strange, cut)), SetInUse("mine", used))
    assert [issue.code for issue in chosen.issues] == ([] if used else ["other-set"]) + ["cut-off"]
