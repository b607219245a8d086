"""Read whole photos: in a toy world with exact truth, and with the shipped models."""

import json
import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.tiles import may_be_one_meld
from tests.vision.toys import (
    LABELS,
    CarelessFinderNetwork,
    ToyFinderNetwork,
    ToyReaderNetwork,
    card,
    classifier,
    detect,
    face,
    networks,
    picture,
)
from vision import (
    Networks,
    Photo,
    VisionError,
    decode,
    empty_tile_set,
    observe,
    pipeline,
    read_rack,
    read_tile,
    start_live,
    step_live,
)
from vision.classification.faces import NONE, Faces
from vision.geometry import Quad, as_quads, contains, scaled, turned
from vision.host.native import drive
from vision.host.networks import Detector
from vision.interpretation import interpret
from vision.requests import Steps, ready
from vision.tilesets.set_recognition import SetMatch

Floats = npt.NDArray[np.float32]
Pixels = npt.NDArray[np.uint8]

TILES = [label for label in LABELS if label != NONE]
RACK = ["F", "F", "1B", "5B", "9B", "2C", "J", "8C", "3D", "0", "N", "W", "R", "G"]


def upward(quad: Quad) -> int:
    """Return the direction of a face's top in the picture, to the nearest: 0 up, 1 right, 2 down, 3 left."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    across, down = x0 + x1 - x2 - x3, y0 + y1 - y2 - y3
    return round(math.atan2(across, -down) / (math.pi / 2)) % 4


def row(
    labels: list[str], start: tuple[float, float], height: float, tilt: float = 0.0
) -> list[tuple[str, np.ndarray]]:
    """Return tiles side by side with a small gap, their row turned clockwise by `tilt` degrees."""
    step = 0.8 * height * np.array([np.cos(np.deg2rad(tilt)), np.sin(np.deg2rad(tilt))])
    return [(label, face(tuple(np.array(start) + i * step), height, tilt)) for i, label in enumerate(labels)]


def test_reads_a_rack_exactly() -> None:
    """Labels, order, corners to a pixel, one row, sureness and the rack text are all exact."""
    tiles = row(RACK, (200, 400), 130)
    reading = read_rack(Photo.of(picture(1800, 800, tiles)), networks())
    assert [tile.label for tile in reading.tiles] == RACK
    assert reading.rows == (tuple(RACK),)
    assert reading.rack == " ".join(RACK)
    assert reading.unsure == ()
    assert reading.issues == ()
    for tile, (_, quad) in zip(reading.tiles, tiles, strict=True):
        assert np.abs(np.array(tile.quad) - quad).max() < 4.0  # one and a half pixels of the 640-pixel view


def test_a_tile_apart_is_asked_about_where_discards_lie() -> None:
    """A tile apart from 13, with discards beyond, is read, and the player is asked whether it belongs to the rack."""
    held = row(RACK[:13], (150, 1150), 110)
    apart = [("G", face((700, 960), 110))]
    discards = [("9C", face((250 + 240 * i, 200 + 130 * (i % 3)), 100, 40.0 * i + 20)) for i in range(4)]
    alone = read_rack(Photo.of(picture(1400, 1300, held + apart)), networks())
    assert ([issue.code for issue in alone.issues], alone.unsure) == ([], ())
    reading = read_rack(Photo.of(picture(1400, 1300, held + apart + discards)), networks())
    assert reading.rack == " ".join([*RACK[:13], "G"])
    (issue,) = (issue for issue in reading.issues if issue.code == "stray-tile")
    assert [reading.tiles[index].label for index in issue.tiles] == ["G"]
    assert reading.unsure == issue.tiles


class HesitantReaderNetwork(ToyReaderNetwork):
    """Reads as the toy classifier does, and gives label and orientation with high but limited probability."""

    def run(self, pixels: Pixels) -> list[Floats]:
        """As `ToyReaderNetwork.run`."""
        logits, turns, *others = super().run(pixels)
        return [logits / np.float32(2), turns / np.float32(2), *others]


@pytest.mark.parametrize("tilt", [0, 10])
@pytest.mark.parametrize(
    ("network", "off", "batches"),
    [
        pytest.param(HesitantReaderNetwork, (0.14, 0.0), [14, 14, 14, 14, 14], id="not-plain-to-the-right"),
        pytest.param(HesitantReaderNetwork, (-0.1, 0.12), [14, 14, 14, 14, 14], id="not-plain-askew"),
        pytest.param(HesitantReaderNetwork, (0.0, -0.15), [14, 14, 14, 14, 14], id="not-plain-above"),
        pytest.param(ToyReaderNetwork, (0.14, 0.0), [14], id="plain-to-the-right"),
        pytest.param(ToyReaderNetwork, (0.0, -0.15), [14], id="plain-above"),
        pytest.param(ToyReaderNetwork, (0.0, -0.23), [14, 14], id="plain-but-far-off"),
    ],
)
def test_corners_that_are_off_are_put_right(
    network: type[ToyReaderNetwork], off: tuple[float, float], batches: list[int], tilt: int
) -> None:
    """If the detector is off by a seventh of a tile or more, the reading's corners still fit the tile.

    An uncertain face is cut and read again in its place, and then upright in three frames; a certain face is only
    if it is farther off.
    """
    tiles = row(RACK, (200, 250), 130, tilt)
    reader = network()
    careless = Networks(Detector(card("finder"), CarelessFinderNetwork(off)), classifier(reader))
    reading = read_rack(Photo.of(picture(1800, 800, tiles)), careless)
    assert reading.rows == (tuple(RACK),)
    assert reading.issues == ()
    for tile, (_, quad) in zip(reading.tiles, tiles, strict=True):
        assert np.abs(np.array(tile.quad) - quad).max() < 6.0
    assert reader.batches == batches


def test_faces_in_their_place_are_read_once() -> None:
    """A certain face in its place is read once, because a second reading of every face would double the cost."""
    reader = ToyReaderNetwork()
    sharp = Networks(Detector(card("finder"), ToyFinderNetwork()), classifier(reader))
    read_rack(Photo.of(picture(1800, 800, row(RACK, (200, 400), 130))), sharp)
    assert reader.batches == [14]


def test_two_answers_that_turn_out_to_be_one_tile_are_one_tile() -> None:
    """Two detections on both sides of a tile, once refined, lie on each other, and one stays."""
    tiles = [(label, face((200 + 220 * place, 400), 130)) for place, label in enumerate(RACK[:8])]
    detector = CarelessFinderNetwork((0.31, 0.0), twice=True)
    careless = Networks(Detector(card("finder"), detector), classifier(ToyReaderNetwork()))
    photo = Photo.of(picture(2000, 800, tiles))
    assert len(detect(photo, careless.detector)) == 2 * len(tiles)
    seen = observe(photo, careless)
    assert len(seen.faces) == len(seen.scores) == len(tiles)
    assert sorted(seen.faces.best) == sorted(RACK[:8])


@pytest.mark.parametrize("tilt", [-45, -30, -10, 10, 30, 45])
def test_tilted_rack_reads_left_to_right(tilt: int) -> None:
    """A rack tilted by up to 45 degrees is one row, read in its own order."""
    start = (300.0, 700.0 - 6 * 80 * np.sin(np.deg2rad(tilt)))
    reading = read_rack(Photo.of(picture(1500, 1500, row(RACK, start, 100, tilt))), networks())
    assert reading.rows == (tuple(RACK),)


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_photo_taken_any_way_up(turns: int) -> None:
    """A photo without orientation that shows the rack on its side or on its head reads in the rack's own order."""
    pixels = np.rot90(picture(1400, 900, row(RACK, (120, 450), 100)), turns).copy()
    reading = read_rack(Photo.of(pixels), networks())
    assert reading.rows == (tuple(RACK),)


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_quad_starts_at_the_faces_own_top_left(angle: int) -> None:
    """The quad of a tile in any orientation runs clockwise from its own top left corner."""
    quad = face((300, 300), 120, angle)
    tile = read_rack(Photo.of(picture(600, 600, [("7C", quad)])), networks()).tiles[0]
    assert tile.label == "7C"
    assert np.abs(np.array(tile.quad) - quad).max() < 3.0


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_where_a_faces_top_looks(turns: int) -> None:
    """The top of a face turned clockwise looks up, right, down and left, also if it lies a little askew."""
    for askew in (-30, 0, 30):
        (quad,) = as_quads([face((300, 300), 120, 90 * turns + askew)])
        assert upward(quad) == turns
        assert upward(turned(quad, turns)) == 0


def test_some_tiles_of_a_rack_on_their_heads() -> None:
    """With some tiles on their heads the order is the picture's, unless most faces agree on the other one."""
    tiles = [(label, np.roll(quad, 2 * (i % 2), axis=0)) for i, (label, quad) in enumerate(row(RACK, (200, 400), 130))]
    reading = read_rack(Photo.of(picture(1800, 800, tiles)), networks())
    assert reading.rows == (tuple(RACK),)


@pytest.mark.parametrize(
    ("reader", "turns", "stay"),
    [
        *((HesitantReaderNetwork, turns, 0) for turns in (1, 2, 3)),
        pytest.param(ToyReaderNetwork, 2, 2, id="beyond doubt on its head"),
        *(pytest.param(ToyReaderNetwork, turns, 0, id=f"no tile is wider than high {turns}") for turns in (1, 3)),
    ],
)
def test_tiles_laid_out_stand_the_same_way_up(reader: type[ToyReaderNetwork], stay: int, turns: int) -> None:
    """Tiles laid out for teaching stand upright, unless one is certainly on its head.

    A tile seen from above that is higher than wide does not lie on its side, whatever the network predicts.
    """
    tiles = [
        (label, np.roll(quad, -turns, axis=0) if i in {3, 8} else quad)
        for i, (label, quad) in enumerate(row(RACK, (200, 400), 130))
    ]
    eyes = Networks(networks().detector, classifier(reader()))
    photo = Photo.of(picture(1800, 800, tiles))
    seen = observe(photo, eyes, laid_out=True).faces
    assert [upward(quad) for quad in seen.quads].count(turns) == stay
    assert [upward(quad) for quad in seen.quads].count(0) == len(RACK) - stay


def test_exposures_above_the_rack() -> None:
    """Of two rows of 14 tiles, well-grouped like tiles in the upper row are exposures, the rest is concealed."""
    upper = row(["2C", "2C", "J"], (200, 200), 100) + row(["9D", "9D", "9D", "J"], (520, 200), 100)
    lower = row(["1B", "2B", "3B", "F", "F", "N", "0"], (200, 400), 100)
    reading = read_rack(Photo.of(picture(1100, 600, upper + lower)), networks())
    assert len(reading.rows) == 2
    assert reading.rack == "[2C 2C J] [9D 9D 9D J] 1B 2B 3B F F N 0"


def test_small_tiles_get_a_second_look() -> None:
    """Tiles too small for the first view are detected again in a closer one, and placed right."""
    tiles = row(RACK, (1500, 900), 90)
    network = ToyFinderNetwork()
    world = networks()
    reading = read_rack(
        Photo.of(picture(3000, 2000, tiles)), Networks(Detector(card("finder"), network), world.classifier)
    )
    assert reading.rows == (tuple(RACK),)
    assert sum(max(view) not in {128, 384, 640} for view in network.views) == 1
    for tile, (_, quad) in zip(reading.tiles, tiles, strict=True):
        assert np.abs(np.array(tile.quad) - quad).max() < 3.5


def test_tile_that_fills_the_picture() -> None:
    """A tile larger than the network's range in the first view is found from far away."""
    quad = face((500, 500), 950)
    reading = read_rack(Photo.of(picture(1000, 1000, [("4D", quad)])), networks())
    assert [tile.label for tile in reading.tiles] == ["4D"]
    assert np.abs(np.array(reading.tiles[0].quad) - quad).max() < 20  # two pixels of the 128-pixel view


@pytest.mark.parametrize(
    ("weak", "kept"),
    [
        pytest.param((3, 4, 5, 6), True, id="good faces among weak ones are tiles on a table"),
        pytest.param(range(7), False, id="weak faces alone are print on a large tile"),
    ],
)
def test_what_looks_like_one_tile_from_afar(weak: Collection[int], kept: bool) -> None:
    """Weak faces beside good ones do not make the whole table one large tile; a tile with faint marks is one."""

    class Table(ToyFinderNetwork):
        def seen(self, pixels: Pixels) -> tuple[Floats, Floats]:
            score, corners = super().seen(pixels)
            if max(pixels.shape[1:3]) == 128:
                score[:] = 0.0
                score[0, 5, 8], corners[0, 5, 8] = 0.62, (20, 5, 108, 5, 108, 80, 20, 80)
            else:
                for number in weak:
                    score[tuple(np.argwhere(score > 0)[number])] = 0.36
            return score, corners

    tiles = row(RACK[:7], (350, 450), 105)
    found = detect(Photo.of(picture(1400, 900, tiles)), Detector(card("finder"), Table()))
    assert len(found) == (len(tiles) if kept else 1)


@pytest.mark.parametrize(
    ("faint", "sides"),
    [pytest.param(None, [384], id="all plain"), pytest.param(0.45, [384, 640], id="one face faint")],
)
def test_a_quick_look_does_where_all_is_plain(faint: float | None, sides: list[int]) -> None:
    """If every face in the small view is certain, no larger view follows; one faint face causes one."""

    class Faint(ToyFinderNetwork):
        def seen(self, pixels: Pixels) -> tuple[Floats, Floats]:
            score, corners = super().seen(pixels)
            if faint is not None and pixels.shape[2] == 384:
                score[tuple(np.argwhere(score > 0)[3])] = faint
            return score, corners

    network = Faint()
    tiles = row(RACK[:9], (120, 450), 150)
    found = detect(Photo.of(picture(1400, 900, tiles)), Detector(card("finder"), network))
    assert [max(view) for view in network.views] == sides
    assert len(found) == len(tiles)


def test_where_a_quick_look_shows_nothing_it_is_not_believed() -> None:
    """Tiles too small for the quick view are found at the card's size, and the table is not reported as empty."""
    network = ToyFinderNetwork()
    found = detect(Photo.of(picture(1400, 900, row(RACK, (120, 450), 50))), Detector(card("finder"), network))
    assert [max(view) for view in network.views][:2] == [384, 640]
    assert len(found) == len(RACK)


class Mistaken(ToyFinderNetwork):
    """In the view of one long side sees things of one score that are no tiles, by row and column, and nothing else."""

    def __init__(self, side: int, score: float, things: Mapping[tuple[int, int], Floats]) -> None:
        super().__init__()
        self.side, self.score, self.things = side, score, things

    def seen(self, pixels: Pixels) -> tuple[Floats, Floats]:
        """Return scores and corners like those of `ToyFinderNetwork`."""
        score, corners = super().seen(pixels)
        if max(pixels.shape[1:3]) == self.side:
            score[:] = 0.0
            for at, quad in self.things.items():
                score[0, *at], corners[0, *at] = self.score, quad.ravel()
        return score, corners


def test_a_picture_in_a_picture_is_no_tile() -> None:
    """A small picture of a rack, in the middle of a wide border, passes for one tile in the quick view alone."""
    framed = Mistaken(384, 0.7, {(15, 24): face((195, 120), 90)})
    tiles = row(RACK, (500, 450), 50)
    found = detect(Photo.of(picture(1400, 900, tiles)), Detector(card("finder"), framed))
    assert len(found) == len(tiles)


def test_doubtful_large_things_do_not_hide_small_tiles() -> None:
    """If no face in the card's view is plain, we look at the whole photo as closely as we can."""
    cards = Mistaken(640, 0.4, {(10, column): face((8 * column, 80), 70) for column in (8, 20, 32)})
    tiles = row(RACK, (500, 500), 60)
    data = cv2.imencode(".jpg", picture(3200, 1000, tiles), [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    found = detect(decode(data), Detector(card("finder"), cards))
    assert sum(score > 0.5 for score in found.scores) == len(tiles)


@pytest.mark.parametrize(("count", "from_afar"), [(3, True), (14, False)])
def test_a_rack_is_not_looked_at_from_afar(count: int, from_afar: bool) -> None:
    """The search for one large face from afar runs only if few faces are found."""
    network = ToyFinderNetwork()
    detect(Photo.of(picture(1400, 900, row(RACK[:count], (120, 450), 100))), Detector(card("finder"), network))
    assert (128 in {max(view) for view in network.views}) is from_afar


def test_coordinates_are_those_of_the_full_picture() -> None:
    """Corners and size are those of the full upright picture, though a large JPEG is decoded smaller."""
    tiles = row(RACK, (400, 1500), 260)
    data = cv2.imencode(".jpg", picture(4000, 3000, tiles), [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    photo = decode(data)
    reading = read_rack(photo, networks())
    assert (photo.scale, reading.width, reading.height) == (0.25, 4000, 3000)
    assert reading.rows == (tuple(RACK),)
    for tile, (_, quad) in zip(reading.tiles, tiles, strict=True):
        assert np.abs(np.array(tile.quad) - quad).max() < 10


@pytest.mark.parametrize(("height", "scale"), [(260, 0.25), (130, 0.5)])
def test_small_tiles_are_read_from_the_closer_picture(height: int, scale: float) -> None:
    """Tiles too small in the first decoding are read and judged in a second one; their corners stay in place."""
    tiles = row(RACK, (400, 1500), height)
    photo = decode(cv2.imencode(".jpg", picture(4000, 3000, tiles), [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes())
    assert observe(photo, networks()).photo.scale == scale
    reading = read_rack(photo, networks())
    assert reading.rows == (tuple(RACK),)
    assert reading.issues == ()
    for tile, (_, quad) in zip(reading.tiles, tiles, strict=True):
        assert np.abs(np.array(tile.quad) - quad).max() < 10


def test_five_of_a_kind_are_doubted() -> None:
    """Of five 5 Bams in view, one more than a set holds, one is not sure, is less certain, and is named."""
    reading = read_rack(Photo.of(picture(1400, 500, row(["5B"] * 5 + ["F"] * 8, (100, 250), 100))), networks())
    assert len(reading.unsure) == 1
    doubted = reading.tiles[reading.unsure[0]]
    assert doubted.label == "5B"
    assert doubted.confidence <= 0.8
    assert [(issue.code, issue.tiles) for issue in reading.issues] == [("too-many-copies", reading.unsure)]


def test_nothing_in_view_is_a_reading() -> None:
    """An empty table gives an empty reading with an issue that says so."""
    reading = read_rack(Photo.of(picture(800, 600, [])), networks())
    assert (reading.tiles, reading.rows, reading.rack, reading.unsure) == ((), (), "", ())
    assert "no-tiles" in [issue.code for issue in reading.issues]


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 5000), (5000, 1), (3, 2)])
def test_tiny_and_thin_pictures_are_readings(width: int, height: int) -> None:
    """A picture of a pixel or a line gives a reading with an issue."""
    reading = read_rack(Photo.of(np.full((height, width, 3), 60, np.uint8)), networks())
    assert {"no-tiles", "picture-small"} <= {issue.code for issue in reading.issues}


def test_tile_at_the_edge_is_named() -> None:
    """A tile cut by the picture's edge is named, because more may be out of view."""
    tiles = row(["1B", "2B", "3B"], (12, 250), 100)
    reading = read_rack(Photo.of(picture(600, 500, tiles)), networks())
    assert [(issue.code, issue.tiles) for issue in reading.issues if issue.code == "cut-off"] == [("cut-off", (0,))]


@pytest.mark.parametrize(("side", "at"), [("left", 0), ("right", -1)])
@pytest.mark.parametrize(("out", "sure"), [(-5, True), (10, True), (20, False), (30, False)])
def test_a_tile_partly_out_of_view_is_asked_about(side: str, at: int, out: float, sure: bool) -> None:
    """A tile may lie a fifth of its width (72 pixels) outside the picture; further out it is asked about."""
    seen = observe(Photo.of(picture(800, 500, row(["1B", "2B", "3B", "4B", "5B"], (200, 250), 100))), networks())
    across = np.array(seen.faces.quads)[..., 0]
    start = across.min() + out if side == "left" else 0.0
    end = across.max() - start - (out if side == "right" else -50)
    moved = seen.faces.of(replace(face, quad=as_quads([np.array(face.quad) - (start, 0)])[0]) for face in seen.faces)
    photo = Photo.of(np.zeros((500, round(float(end)), 3), np.uint8))
    reading, _ = drive(interpret(photo, moved, card(), may_be_one_meld, model="toy", timing=seen.timing))
    assert [tile.label for tile in reading.tiles] == ["1B", "2B", "3B", "4B", "5B"]
    assert reading.tiles[at].sure is sure
    assert sum(tile.sure for tile in reading.tiles) == (5 if sure else 4)


def test_what_lies_beside_the_rack_is_no_issue() -> None:
    """A discard at the picture's edge lies aside, and the player is not asked to step back."""
    tiles = [*row(RACK, (150, 600), 100), ("5B", face((1300, 40), 100))]
    reading = read_rack(Photo.of(picture(1400, 800, tiles)), networks())
    assert reading.aside == (0,)
    assert reading.rack == " ".join(RACK)
    assert reading.issues == ()


def test_face_down_tile_is_reported_and_has_no_text() -> None:
    """A face-down tile is labelled BACK and left out of the rack's text."""
    reading = read_rack(Photo.of(picture(600, 400, row(["1B", "BACK", "3B"], (150, 200), 100))), networks())
    assert reading.rows == (("1B", "BACK", "3B"),)
    assert reading.rack == "1B 3B"
    assert [(issue.code, issue.tiles) for issue in reading.issues] == [("face-down", (1,))]
    assert "Tile 2 lies face down" in reading.issues[0].message


def test_missing_tiles_are_named() -> None:
    """A rack of eleven tiles is read, and an issue says that some may be hidden."""
    reading = read_rack(Photo.of(picture(1400, 500, row(RACK[:11], (100, 250), 100))), networks())
    assert reading.rack == " ".join(RACK[:11])
    assert [issue.code for issue in reading.issues] == ["tiles-missing"]
    assert "Only 11 tiles" in reading.issues[0].message


@pytest.mark.parametrize(
    ("labels", "loose", "codes"),
    [
        ([RACK[:13], TILES[10:23]], False, ["too-many-tiles"]),
        ([RACK, TILES[10:24]], False, ["too-many-tiles"]),
        ([RACK, TILES[10:24]], True, []),
        ([TILES[:19]], False, ["too-many-tiles"]),
        ([TILES[:18]], False, []),
    ],
    ids=["13 and 13", "14 and 14", "tiles on the table", "a row of 19", "a row of 18"],
)
def test_more_tiles_than_a_hand_has_are_told(labels: list[list[str]], loose: bool, codes: list[str]) -> None:
    """Two racks of one size, or a row that is too long, give an issue: more tiles than a hand has."""
    tiles = [tile for number, one in enumerate(labels) for tile in row(one, (120, 200 + 700 * number), 90)]
    reading = read_rack(Photo.of(picture(1700, 1200, tiles)), networks(), loose=loose)
    assert reading.aside == ()
    assert [issue.code for issue in reading.issues] == codes
    assert codes == [] or f"{len(tiles)} tiles" in reading.issues[0].message


def test_unclear_exposures_are_named() -> None:
    """A joker between two touching exposures fits either, so an issue asks and names the tiles."""
    upper = row(["2C", "2C", "2C", "J", "9D", "9D", "9D"], (200, 200), 100)
    lower = [
        (label, quad * np.array([1, 0.6]) + (0, 90)) for label, quad in row(["1B"] * 4 + ["N"] * 3, (200, 400), 100)
    ]
    reading = read_rack(Photo.of(picture(1100, 700, [*upper, *lower])), networks())
    assert [(issue.code, issue.tiles) for issue in reading.issues] == [("exposures-unclear", tuple(range(7)))]


@settings(max_examples=25, deadline=None)
@given(labels=st.lists(st.sampled_from(TILES), min_size=1, max_size=14), tilt=st.integers(-40, 40))
def test_any_row_reads_as_laid(labels: list[str], tilt: int) -> None:
    """Any tiles at any moderate tilt read as they lie, in the JSON too."""
    start = (250.0, 650.0 - 80 * np.sin(np.deg2rad(tilt)) * len(labels) / 2)
    reading = read_rack(Photo.of(picture(1500, 1400, row(labels, start, 100, tilt))), networks())
    assert reading.rows == (tuple(labels),)
    document = json.loads(json.dumps(reading.to_json("x.jpg")))
    assert document["rows"] == [labels]
    assert document["unsure"] == [tile["index"] for tile in document["tiles"] if not tile["sure"]]
    assert set(document["timing_ms"]) == {"decode", "detect", "classify", "total"}


PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "data" / "photos"


@pytest.fixture(scope="module")
def real_eyes() -> Networks:
    """Load the shipped models."""
    return Networks.load()


def test_real_models_find_nothing_on_plain_ground(real_eyes: Networks) -> None:
    """The shipped models find no tiles on an empty table, in a gradient or in noise."""
    noise = np.random.default_rng(0).normal(120, 20, (480, 640, 3)).clip(0, 255).astype(np.uint8)
    gradient = np.tile(np.linspace(40, 220, 640).astype(np.uint8)[None, :, None], (480, 1, 3))
    plain = np.full((480, 640, 3), (60, 110, 40), np.uint8)
    for pixels in (plain, gradient, noise):
        reading = read_rack(Photo.of(pixels), real_eyes)
        assert not [tile for tile in reading.tiles if tile.sure]


def test_real_models_answer_alike_each_time(real_eyes: Networks) -> None:
    """The same photo gives the same reading, whatever was read between."""
    pixels = picture(900, 500, row(["1B", "2B", "3B"], (150, 200), 100))
    first = read_rack(Photo.of(pixels), real_eyes)
    read_rack(Photo.of(np.zeros((300, 400, 3), np.uint8)), real_eyes)
    assert read_rack(Photo.of(pixels), real_eyes) == first


# Racks of the validation photographs, labelled by eye; the second half has discards in view.
REAL_RACKS = {
    "scenes/0d34c9c72113.jpg": "1C 9C 1D 9D 1B 9B E S W N R 0 G G",
    "scenes/26b452550759.jpg": "6C 4C 1C 5C 2C 7C 5C 8C 1C 2C 1C 7C 3C 1C",
    "scenes/aa4d9d473ab2.jpg": "1C 3C 4C 7C 8C 9C 5D 5D 6D 6D 6D G G G",
    "scenes/2712a74366de.jpg": "F 7D 7D 7D F G G G 4D 4D 4D 5D 5D R R",
    "scenes/4972c7c5b10c.jpg": "1D 2D 3D 3D 4D 5D G R 3D 6D E E 0",
    "scenes/5eb38588ffc9.jpg": "F 6D 6D 6D 6D 8B 8B 8B 0 0 W W W 2B 3B 4B",
    "scenes/98549661cbf2.jpg": "F F G G G N N N N 6C 6C 4C 4C 4C 8C 8C 8C",
    "scenes/b9d564ef96ac.jpg": "F R R R 4C 5C 6C 5C 6C 7C 6C 7C 8C 9C 9C",
    "scenes/d9fb90e19ba0.jpg": "F F F F 6C 7C 8C 7C 8C 9C 5B 6B 7B 7B 8B 9B 1B 1B",
}


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="needs the photographs of ../shared/data")
@pytest.mark.parametrize("name", sorted(REAL_RACKS))
def test_real_photographs_of_racks(name: str, real_eyes: Networks) -> None:
    """Photographed racks read exactly, discards lie aside, and the player is asked about at most one tile."""
    reading = read_rack(decode((PHOTOS / name).read_bytes(), name), real_eyes)
    assert reading.rack == REAL_RACKS[name]
    assert len(set(reading.unsure) - set(reading.aside)) <= 1


@pytest.mark.parametrize("shift", [(0, 0), (14, 0), (-10, 16)], ids=["on it", "beside it", "below it"])
def test_a_tile_that_a_person_points_at_is_read(shift: tuple[int, int]) -> None:
    """A tile that a person points at roughly is read where it lies, and is asked about all the same."""
    tiles = row(RACK, (60, 100), 80)
    photo = Photo(picture(1000, 240, tiles), 1000, 240, 1.0)
    for label, quad in tiles:
        found = read_tile(photo, as_quads([quad + np.array(shift)])[0], networks())
        assert (found.label, found.sure) == (label, False)
        assert contains(found.quad, tuple(quad.mean(axis=0)))


@pytest.mark.parametrize(
    "place",
    [
        ((5.0, 5.0),) * 4,
        ((0.0, 0.0), (0.0, 70.0), (50.0, 70.0), (50.0, 0.0)),
        ((0.0, 0.0), (50.0, 70.0), (50.0, 0.0), (0.0, 70.0)),
        ((1e9, 1e9), (1e9 + 50, 1e9), (1e9 + 50, 1e9 + 70), (1e9, 1e9 + 70)),
        ((0.0, 0.0), (50.0, 0.0), (50.0, 70.0)),
    ],
    ids=["point", "counter-clockwise", "crossed", "far off", "three corners"],
)
def test_a_place_that_is_no_face_is_refused(place: Quad) -> None:
    """A place where no face can lie is an error that says what to give, and no reading of the picture beside it."""
    with pytest.raises(VisionError, match="place: give four corners") as caught:
        read_tile(Photo.of(picture(1000, 240, row(RACK, (60, 100), 80))), place, networks())
    assert caught.value.code == "bad-quad"


def test_other_sets_see_the_faces_as_the_network_read_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for a better set sees the faces before the chosen set changed them."""
    given: list[Faces] = []

    def applied(faces: Faces, *_: object) -> Steps[tuple[Faces, SetMatch]]:
        changed = (replace(one, probabilities=faces.each[0].probabilities, quad=turned(one.quad, 2)) for one in faces)
        return (yield from ready((faces.of(changed), SetMatch.IN_DOUBT)))

    def better(faces: Faces, *_: object) -> Steps[str]:
        given.append(faces)
        return (yield from ready("Grandma's"))

    monkeypatch.setattr(pipeline, "apply_tile_set", applied)
    monkeypatch.setattr(pipeline, "better_set", better)
    photo = Photo.of(picture(1800, 800, row(RACK, (200, 400), 130)))
    plain = observe(photo, networks())
    reading = read_rack(photo, networks(), empty_tile_set("Stripes", networks().classifier.card))
    assert reading.tile_set is not None
    assert reading.tile_set.better == "Grandma's"
    assert [face.probabilities for face in given[0]] == [face.probabilities for face in plain.faces]
    assert np.allclose(given[0].quads, [scaled(quad, plain.photo.scale) for quad in plain.faces.quads], atol=0.01)


def test_a_value_of_the_wrong_type_is_named_with_what_to_give() -> None:
    """A path is no picture, a picture's bytes no photo, and nothing no networks."""
    eyes, photo = networks(), Photo.of(picture(400, 300, []))
    place = ((10, 10), (60, 10), (60, 80), (10, 80))
    calls: tuple[tuple[Callable[[Any], object], str, str], ...] = (
        (decode, "image", "read_bytes()"),
        (lambda wrong: read_rack(wrong, eyes), "photo", "decode(data)"),
        (lambda wrong: read_tile(wrong, place, eyes), "photo", "decode(data)"),
        (lambda wrong: observe(wrong, eyes), "photo", "decode(data)"),
        (lambda wrong: step_live(start_live(eyes), wrong, 0, eyes), "photo", "decode(data)"),
        (lambda wrong: read_rack(photo, wrong), "networks", "Networks.load()"),
    )
    for call, where, give in calls:
        with pytest.raises(VisionError) as caught:
            call("examples/rack.jpg")
        assert (caught.value.code, caught.value.where) == ("wrong-type", where)
        assert give in caught.value.message
