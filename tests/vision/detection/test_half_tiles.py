"""A tile whose halves were found as two tiles is one tile again; tiles that lie side by side stay two."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.toys import ToyFinderNetwork, ToyReaderNetwork, card, face, picture
from vision import Networks, Photo, observe, read_rack
from vision.confidence.thresholds import Thresholds
from vision.confidence.tile_confidence import rate_tiles
from vision.detection.half_tiles import find_half_tiles
from vision.geometry import as_quads, scaled
from vision.host.networks import Classifier, Detector
from vision.host.read import detect

Floats = npt.NDArray[np.float32]
RACK = ["F", "F", "1B", "5B", "9B", "2C", "J", "8C", "3D", "0", "N", "W", "R", "G"]


def rack(count: int = 10, tilt: float = 0.0, height: float = 100.0) -> Floats:
    """Corners (count, 4, 2) of tiles that touch."""
    step = 0.74 * height * np.array([np.cos(np.deg2rad(tilt)), np.sin(np.deg2rad(tilt))])
    return np.stack([face(tuple(np.array([200.0, 300.0]) + place * step), height, tilt) for place in range(count)])


def cut(quad: Floats, share: float = 0.5, over: float = 0.0) -> Floats:
    """The upper ``share`` of a quad (4, 2) and the rest, each framed ``over`` of its own height beyond."""
    top, bottom = quad[[0, 1]], quad[[3, 2]]
    edge = top + (bottom - top) * share
    upper, lower = (edge - top) * over, (bottom - edge) * over
    first = np.array([*(top - upper), *(edge + upper)[::-1]])
    second = np.array([*(edge - lower), *(bottom + lower)[::-1]])
    return np.stack([first, second]).astype(np.float32)


@pytest.mark.parametrize("tilt", [0, 35, 90, 200])
@pytest.mark.parametrize("over", [0.0, 0.1], ids=["exactly", "framed-too-large"])
@pytest.mark.parametrize("place", [0, 4, 9])
def test_two_halves_make_the_face_they_are_of(tilt: int, over: float, place: int) -> None:
    """Wherever it stands and however the rack lies: one pair, and its face within a tenth of the tile's height."""
    quads = rack(tilt=tilt)
    split = np.concatenate([np.delete(quads, place, axis=0), cut(quads[place], over=over)])
    (found,) = find_half_tiles(as_quads(split))
    assert (found.one, found.two) == (9, 10)
    nearest = min(np.abs(np.roll(found.quad, turn, axis=0) - quads[place]).max() for turn in range(4))
    assert nearest < 10
    assert found.fits(found.quad)
    assert not found.fits(scaled(found.quad, 1.5))


@pytest.mark.parametrize("tilt", [0, 35])
def test_tiles_side_by_side_are_two(tilt: int) -> None:
    """A plain rack has no halves, and neither has one that grows smaller toward its far end."""
    quads = rack(14, tilt)
    assert not find_half_tiles(as_quads(quads))
    far = np.stack([quad * np.float32(0.95**place) for place, quad in enumerate(quads)])
    assert not find_half_tiles(as_quads(far))


def test_an_exposure_seen_flat_is_three_tiles() -> None:
    """Tiles lying on a rack look half as high as those on its slope, and narrower: no two of an exposure are one."""
    slope = rack(11)
    for flat in (0.45, 0.55, 0.65, 0.75):
        for wide in (0.85, 1.0):
            lying = np.stack([face((260.0 + 74 * wide * k, 180.0), 100.0) for k in range(3 + (wide < 1))])
            middle = lying.mean(axis=1, keepdims=True)
            lying = np.asarray(middle + (lying - middle) * [wide, flat], np.float32)
            assert not find_half_tiles(as_quads(np.concatenate([slope, lying]))), (flat, wide)


def test_without_neighbours_nothing_is_a_half() -> None:
    """Of few tiles none can be called too small."""
    quads = rack(5)
    assert not find_half_tiles(as_quads(np.concatenate([quads[:4], cut(quads[4])])))
    assert not find_half_tiles([])


class HalvingFinderNetwork(ToyFinderNetwork):
    """Finds the two halves of the first tile in its view, and the other tiles whole."""

    def seen(self, pixels: npt.NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """As `ToyFinderNetwork.seen`."""
        score, corners = super().seen(pixels)
        row, column = min(np.argwhere(score[0] > 0).tolist(), key=lambda place: place[1])
        upper, lower = cut(corners[0, row, column].reshape(4, 2))
        score[0, row], corners[0, row] = (
            np.where(np.arange(score.shape[2]) == column, 0, score[0, row]),
            corners[0, row],
        )
        for quad in (upper, lower):
            x, y = quad.mean(axis=0)
            score[0, int(y / 8), int(x / 8)] = 0.9
            corners[0, int(y / 8), int(x / 8)] = quad.ravel()
        return score, corners


class SteadyReaderNetwork(ToyReaderNetwork):
    """Holds each face for framed as it should be; of crops half as high as wide it says they are tiles too."""

    def run(self, pixels: npt.NDArray[np.uint8]) -> list[Floats]:
        """As `ToyReaderNetwork.run`."""
        logits, turn, embedding, frame = super().run(pixels)
        return [logits, np.zeros_like(turn) + np.array([12.0, 0, 0, 0], np.float32), embedding, frame * 0]


def test_a_tile_found_as_two_is_read_as_one() -> None:
    """The rack has as many tiles as it has, each with its label, the one in halves among them, and sure."""
    tiles = [(label, face((200 + 105 * place, 400), 130)) for place, label in enumerate(RACK)]
    split = Networks(
        Detector(card("finder"), HalvingFinderNetwork()), Classifier(card("reader"), SteadyReaderNetwork())
    )
    photo = Photo.of(picture(1800, 800, tiles))
    assert len(detect(photo, split.detector)) == len(RACK) + 1
    reading = read_rack(photo, split)
    assert [tile.label for tile in reading.tiles] == RACK
    assert np.abs(np.array(reading.tiles[0].quad) - tiles[0][1]).max() < 8
    assert reading.tiles[0].sure


class DoubtingReaderNetwork(SteadyReaderNetwork):
    """Reads the rack without doubt, and what is put together of two faces with a probability of about 0.9."""

    def run(self, pixels: npt.NDArray[np.uint8]) -> list[Floats]:
        """As `ToyReaderNetwork.run`."""
        logits, *others = super().run(pixels)
        return [logits * 0.5 if len(pixels) == 1 else logits, *others]


def test_two_tiles_that_make_no_plain_one_stay_two() -> None:
    """Two small faces that are read plainly are not exchanged for a doubtful one: both are asked about."""
    tiles = [(label, face((200 + 105 * place, 400), 130)) for place, label in enumerate(RACK)]
    classifier = Classifier(card("reader"), DoubtingReaderNetwork())
    split = Networks(Detector(card("finder"), HalvingFinderNetwork()), classifier)
    reading = read_rack(Photo.of(picture(1800, 800, tiles)), split)
    assert len(reading.tiles) == len(RACK) + 1
    assert sum(tile.sure for tile in reading.tiles) == len(RACK) - 1


def test_what_may_be_half_of_a_tile_is_asked_about() -> None:
    """Where both halves stay, neither is sure, and the tiles beside them are."""
    tiles = [(label, face((200 + 105 * place, 400), 130)) for place, label in enumerate(RACK)]
    split = Networks(
        Detector(card("finder"), HalvingFinderNetwork()), Classifier(card("reader"), SteadyReaderNetwork())
    )
    photo = Photo.of(picture(1800, 800, tiles))
    whole = observe(photo, split).faces
    first = int(np.array(whole.quads).mean(axis=1)[:, 0].argmin())
    each = [*whole, whole.each[first]]
    for place, quad in zip((first, len(whole)), as_quads(cut(np.array(whole.quads[first]))), strict=True):
        each[place] = replace(each[place], quad=quad)
    told = rate_tiles(whole.of(each), Thresholds.of(split.classifier.card))
    assert {place for place, opinion in enumerate(told) if opinion.odd_size} == {first, len(whole)}
    assert not told[first].sure
    assert sum(opinion.sure for opinion in told) == len(RACK) - 1
