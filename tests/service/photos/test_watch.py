"""Test when `service.photos.watch` reports a reading."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from service.photos.frame_source import CameraFrame
from service.photos.watch import DOUBTED, LiveState, watch
from tests.service.helpers import table_cloth
from tests.vision.live.test_fusion import EYES, RACK, RATE, SIZE, flickering, row, said, seen
from tests.vision.toys import picture
from vision import Observation, Photo, RackReading, State, read_rack
from vision.live.live_reader import Live
from vision.reading import Issue
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


def doubting(reading: RackReading, **labels: str) -> RackReading:
    """Return the reading with a doubt about some tiles: `t8="5D"` for tile 8."""
    said = {int(place[1:]): label for place, label in labels.items()}
    tiles = (
        replace(tile, label=said[tile.index], sure=False, confidence=0.5) if tile.index in said else tile
        for tile in reading.tiles
    )
    return replace(reading, tiles=tuple(tiles))


LOOKING, STEADY = State.LOOKING, State.STEADY
SURE = read_rack(Photo.of(picture(*SIZE, row(RACK))), EYES)
POOR = replace(SURE, issues=(Issue("too-dark", "Put the light on."),))
TORN, OTHER = doubting(SURE, t8=RACK[8]), doubting(SURE, t8="5D")
PAIR = doubting(read_rack(Photo.of(picture(*SIZE, row(RACK[:2]))), EYES), t0=RACK[0], t1=RACK[1])

Looks = tuple[int, State, RackReading, str]
"""How many pictures in a row are read alike, as what, and how: `patient`, or `unread` for blurred ones."""

FILMS: dict[str, tuple[list[Looks], list[tuple[int, str]]]] = {
    "a steady reading once": ([(60, STEADY, SURE, "")], [(0, "steady")]),
    "a look without a fault is no reason for advice": ([(60, LOOKING, SURE, "")], [(0, "looking")]),
    "advice every two seconds": ([(70, LOOKING, POOR, "")], [(0, "looking"), (32, "advice"), (64, "advice")]),
    "no advice about a steady reading": ([(60, STEADY, POOR, "")], [(0, "steady")]),
    "advice two seconds after the last steady reading": (
        [(20, STEADY, POOR, ""), (40, LOOKING, POOR, "")],
        [(0, "steady"), (20, "looking"), (51, "advice")],
    ),
    "nothing about a picture that is not read": (
        [(30, LOOKING, POOR, ""), (5, LOOKING, POOR, "unread"), (5, LOOKING, POOR, "")],
        [(0, "looking"), (35, "advice")],
    ),
    "another sure tile at once": (
        [(20, STEADY, SURE, ""), (20, STEADY, doubting(SURE, t2="6D"), "")],
        [(0, "steady"), (20, "steady")],
    ),
    "another doubt soon": ([(20, STEADY, TORN, ""), (20, STEADY, OTHER, "")], [(0, "steady"), (27, "steady")]),
    "another doubt right after a report": (
        [(1, STEADY, TORN, ""), (20, STEADY, OTHER, "")],
        [(0, "steady"), (9, "steady")],
    ),
    "another doubt at once where we had patience": (
        [(20, STEADY, TORN, "patient"), (20, STEADY, OTHER, "patient")],
        [(0, "steady"), (20, "steady")],
    ),
    "a doubt that goes soon": ([(20, STEADY, TORN, ""), (20, STEADY, SURE, "")], [(0, "steady"), (27, "steady")]),
    "no doubt that comes and goes": (
        [(20, STEADY, TORN, ""), *[(6, STEADY, OTHER, ""), (1, STEADY, TORN, "")] * 4],
        [(0, "steady")],
    ),
    "two doubtful tiles at once": ([(20, STEADY, PAIR, "")], [(0, "steady")]),
}


@pytest.mark.parametrize(("film", "reports"), FILMS.values(), ids=FILMS)
def test_what_is_reported_of_a_film(
    film: list[Looks], reports: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixteen pictures a second: the pictures of which we report a state, a steady reading or advice, and no others."""
    looks = [look for look in film for _ in range(look[0])]
    photo = Photo.of(table_cloth())

    def read(live: Live, _photo: Photo, time: float, _networks: object) -> Live:
        _, state, reading, how = looks[int(time * 16)]
        names = tuple(range(len(reading.tiles)))
        fusion = replace(live.fusion, state=state, reading=reading, names=names, patient=how == "patient")
        return replace(live, fusion=fusion, read=how != "unread")

    monkeypatch.setattr("service.photos.watch.step_live", read)
    found = watch((CameraFrame(photo, number / 16) for number in range(len(looks))), EYES)
    said = [(one.time * 16, "advice" if one.advice else str(one.state), one.steady is not None) for one in found]
    assert said == [(number, what, what == "steady") for number, what in reports]
