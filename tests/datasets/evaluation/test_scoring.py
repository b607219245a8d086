"""Scores of readings against labelled boxes, calculated by hand."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.evaluation.scoring import coverage, score, total, totals
from datasets.photographs.index import LabelledPhoto, LabelledTile
from datasets.training.shared.reliability import calibration_error, reliability
from vision import RackReading, TileReading

Place = tuple[float, float, float, float]


def _photo(*tiles: tuple[Place, str | None], complete: bool = False) -> LabelledPhoto:
    boxed = tuple(LabelledTile(box, label) for box, label in tiles)
    return LabelledPhoto(Path("a.jpg"), "a.jpg", 640, 480, "g", "somebody/set", boxed, complete=complete)


def _reading(*tiles: tuple[Place, str, bool]) -> RackReading:
    read = tuple(
        TileReading(label, 0.9, (), ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), 0, index, sure)
        for index, ((x0, y0, x1, y1), label, sure) in enumerate(tiles)
    )
    return RackReading(640, 480, read, "", (), "test@1")


LEFT: Place = (0, 0, 30, 42)
MIDDLE: Place = (30, 0, 60, 42)
RIGHT: Place = (60, 0, 90, 42)


def test_all_found_and_right_is_exact() -> None:
    """Three readings that match the three tiles make an exact score."""
    one = score(
        _photo((LEFT, "1B"), (MIDDLE, "2B"), (RIGHT, "3B")),
        _reading((LEFT, "1B", True), (MIDDLE, "2B", True), (RIGHT, "3B", True)),
    )
    assert (one.boxed, one.found, one.right, one.strays, one.exact) == (3, 3, 3, 0, True)
    assert not any(one.badness)


def test_a_wrong_label_counts_by_its_certainty() -> None:
    """A score counts sure wrong tiles apart from wrong tiles that the program asks about."""
    one = score(
        _photo((LEFT, "1B"), (MIDDLE, "2B"), (RIGHT, "3B")),
        _reading((LEFT, "9B", True), (MIDDLE, "8B", False), (RIGHT, "3B", True)),
    )
    assert (one.right, one.sure_wrong, one.asked, one.exact) == (1, 1, 1, False)
    assert [(tile.truth, tile.read, tile.sure) for tile in one.wrong] == [("1B", "9B", True), ("2B", "8B", False)]


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        pytest.param((0.0, 0.0, 30.0, 42.0), 1, id="the box itself"),
        pytest.param((9.0, 0.0, 39.0, 42.0), 1, id="shifted by 30 %: IoU 21/39"),
        pytest.param((10.5, 0.0, 40.5, 42.0), 0, id="shifted by 35 %: IoU 19.5/40.5"),
    ],
)
def test_found_means_half_shared(answer: Place, found: int) -> None:
    """A reading finds a tile from an intersection over union of 0.5 on; the score names the missed tiles."""
    one = score(_photo((LEFT, "1B")), _reading((answer, "1B", True)))
    assert one.found == found
    assert one.missed == (() if found else ("1B",))


def test_one_reading_finds_one_tile() -> None:
    """Two readings of one tile count as one found tile and one stray."""
    one = score(
        _photo((LEFT, "1B"), (RIGHT, "3B")), _reading((LEFT, "1B", True), (LEFT, "1B", True), (RIGHT, "3B", True))
    )
    assert (one.found, one.strays, one.exact) == (2, 1, False)


def test_unboxed_ground_is_not_held_against_a_reading() -> None:
    """A reading far from the boxes is a stray only if every tile of the picture is boxed."""
    far: Place = (400, 300, 430, 342)
    reading = _reading((LEFT, "1B", True), (far, "5D", True))
    assert score(_photo((LEFT, "1B")), reading).exact
    assert score(_photo((LEFT, "1B"), complete=True), reading).strays == 1


def test_a_picture_without_boxes_has_no_misses() -> None:
    """A reading in a picture without boxes is a stray if all tiles are boxed, and is ignored if some may not be."""
    reading = _reading((LEFT, "1B", True))
    assert score(_photo(), reading).exact
    assert score(_photo(complete=True), reading).strays == 1


def test_unknown_kinds_count_as_found_only() -> None:
    """A reading of a box without a label cannot be wrong."""
    one = score(_photo((LEFT, None)), _reading((LEFT, "7C", True)))
    assert (one.found, one.known, one.right, one.exact) == (1, 0, 0, True)


def test_calibration_error_by_hand() -> None:
    """Four readings at 0.9, three of them right, give a gap of 0.15; no readings give no gap."""
    assert calibration_error([(0.9, True)] * 3 + [(0.9, False)]) == pytest.approx(0.15)
    assert calibration_error([]) == 0.0


def test_reliability_by_hand() -> None:
    """Two bins hold readings; each reports its count, mean confidence and accuracy."""
    low, high = reliability([(0.5, True), (0.5, False), (1.0, True)], bins=10)
    assert (low.tiles, low.confidence, low.right) == (2, 0.5, 0.5)
    assert (high.tiles, high.confidence, high.right) == (1, 1.0, 1.0)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans())))
def test_bins_hold_every_tile_once(certainty: list[tuple[float, bool]]) -> None:
    """Every confidence falls into one bin, and the calibration error is a share."""
    assert sum(one.tiles for one in reliability(certainty)) == len(certainty)
    assert 0 <= calibration_error(certainty) <= 1


def test_coverage_by_hand() -> None:
    """Coverage counts the tiles at and above the threshold, and the wrong ones among them."""
    certainty = [(0.99, True), (0.9, False), (0.9, True), (0.2, False)]
    strict, loose, none = coverage(certainty, (0.95, 0.9, 1.0))
    assert (strict.covered, strict.wrong, strict.tiles) == (1, 0, 4)
    assert (loose.covered, loose.wrong) == (3, 1)
    assert (none.covered, none.wrong) == (0, 0)
    assert coverage([], (0.5,))[0].covered == 0


def test_corners_are_measured_where_they_are_known() -> None:
    """Only the found tile with labelled corners counts; its reading is six pixels off."""
    quad = ((0.0, 0.0), (30.0, 0.0), (30.0, 42.0), (0.0, 42.0))
    tiles = (LabelledTile(LEFT, "1B", quad), LabelledTile(RIGHT, "3B"))
    photo = LabelledPhoto(Path("a.jpg"), "a.jpg", 640, 480, "g", "somebody/set", tiles)
    one = score(photo, _reading(((6, 0, 36, 42), "1B", True), (RIGHT, "3B", True)))
    assert one.corners_off == pytest.approx((0.2,))
    summed = total("all", [one, score(_photo((LEFT, "1B")), _reading((LEFT, "1B", True)))])
    assert summed.corners == 1
    assert [summed.corners_off, summed.corners_far] == pytest.approx([0.2, 0.2])


def test_sums_end_with_all() -> None:
    """Pictures with 12 to 18 tiles count as racks; `both` counts all boxed tiles of known kind; `all` comes last."""
    boxes = [(float(30 * i), 0.0, 30.0 * i + 30, 42.0) for i in range(14)]
    rack = score(_photo(*((box, "1B") for box in boxes)), _reading(*((box, "1B", True) for box in boxes)))
    lone = score(_photo((LEFT, "1B"), (RIGHT, None)), _reading((RIGHT, "2B", True)))
    sums = totals([rack, lone], lambda one: one.source)
    assert [one.name for one in sums] == ["somebody/set", "all"]
    assert (sums[-1].racks, sums[-1].exact_racks, sums[-1].exact, sums[-1].found) == (1, 1, 1, 15)
    assert (sums[-1].right, sums[-1].known, sums[-1].both) == (14, 14, 15)
    assert total("none", []).boxed == 0
