"""Test when `service.photos.watch` reports a reading."""

from collections.abc import Sequence

import pytest

from service.photos.frame_source import CameraFrame
from service.photos.watch import DOUBTED, LiveState, watch
from tests.vision.live.test_fusion import EYES, RACK, RATE, SIZE, flickering, row, said, seen
from tests.vision.toys import picture
from vision import Observation, Photo, State
from vision.requests import Steps


def told(looks: Sequence[Observation], monkeypatch: pytest.MonkeyPatch) -> list[LiveState]:
    """Return the reported moments for frames that are read as `looks` says."""
    left = iter(looks)

    def observed(*_: object) -> Steps[Observation]:
        yield from ()
        return next(left)

    monkeypatch.setattr("vision.live.live_reader.observe", observed)
    photo = Photo.of(picture(*SIZE, row(RACK)))
    frames = [CameraFrame(photo, number * RATE) for number in range(len(looks))]
    return [moment for moment in watch(frames, EYES) if moment.steady is not None]


def label(moment: LiveState, at: int) -> str:
    """Return the label of a tile in the reported reading."""
    assert moment.steady is not None
    return moment.steady[1].tiles[at].label


def test_a_tile_that_cannot_be_told_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the answer for one uncertain tile keeps changing, the steady reading is reported once."""
    moments = told(flickering(RACK, 8, ("3D", "5D"), 80), monkeypatch)
    assert len(moments) == 1
    assert moments[0].state is State.STEADY


def test_what_the_looks_settle_on_is_told_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the frames agree on another label, even an uncertain one, the reading is reported again."""
    torn = flickering(RACK, 8, ("3D", "5D"), 40)
    first = told(torn, monkeypatch)
    other = "5D" if label(first[0], 8) == "3D" else "3D"
    moments = told([*torn, *[said(seen(row(RACK)), 8, other, 0.7)] * 40], monkeypatch)
    assert [label(moment, 8) for moment in moments] == [label(first[0], 8), other]
    assert 0 < moments[1].time - 40 * RATE <= 2 * DOUBTED


def test_a_sure_change_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a sure label changes, the reading is reported as soon as it is steady again."""
    exchanged = [*RACK[:2], "6D", *RACK[3:]]
    moments = told([*[seen(row(RACK))] * 30, *[seen(row(exchanged))] * 50], monkeypatch)
    assert [label(moment, 2) for moment in moments] == [RACK[2], "6D"]
