"""Test live frames over HTTP: sessions, their limits, and a rack that becomes a steady reading."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient

from service.photos.live_sessions import EXPIRY, MOST_FRAME_BYTES, MOST_SESSIONS, LiveAnswer, LiveSessions, keeper
from service.server.app import create_app
from service.shared.errors import ServiceError
from service.shared.networks import read_here
from service.shared.settings import Settings
from service.tilesets.tileset_store import TileSetStore
from tests.service.helpers import jpeg, table_cloth
from vision.observation import NetworkCards
from vision.requests import Steps

pytestmark = pytest.mark.usefixtures("networks_wanted")


class Clock:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@pytest.fixture
def sets(tmp_path: Path) -> TileSetStore:
    """An empty folder of taught tile sets."""
    return TileSetStore(tmp_path / "sets", files=False)


@pytest.fixture
def client(chosen: Settings) -> Iterator[TestClient]:
    """The application."""
    with TestClient(create_app(chosen), raise_server_exceptions=False) as found:
        yield found


def small(example: Path) -> bytes:
    """The example photo as a camera's frame, 960 pixels wide."""
    pixels = cv2.imread(str(example))
    assert pixels is not None
    height = round(pixels.shape[0] * 960 / pixels.shape[1])
    return jpeg(np.asarray(cv2.resize(pixels, (960, height), interpolation=cv2.INTER_AREA), np.uint8))


def send(client: TestClient, frame: bytes, time: object, **fields: str) -> tuple[int, dict[str, Any]]:
    """Send one frame; return status and document."""
    answer = client.post("/api/v1/live", data={"time": str(time), **fields}, files={"image": ("f.jpg", frame)})
    return answer.status_code, answer.json()


def test_a_rack_held_still_becomes_steady(client: TestClient, example: Path) -> None:
    """Frames of one rack give first a looking state, then a steady reading of fourteen tiles with stable ids."""
    frame = small(example)
    status, first = send(client, frame, 0.0)
    assert (status, first["state"], first["read"], first["looks"]) == (200, "looking", True, 1)
    documents = [send(client, frame, at * 0.35, session=first["session"])[1] for at in range(1, 6)]
    last = documents[-1]
    assert last["state"] == "steady"
    assert last["session"] == first["session"]
    assert len(last["reading"]["tiles"]) == len(last["names"]) == 14
    assert last["names"] == documents[-2]["names"]
    assert {"quad", "label", "sure"} <= set(last["reading"]["tiles"][0])
    assert last["reading"]["width"] == 960
    # Without the rack, the steady reading is dropped and at last forgotten.
    gone = [send(client, jpeg(table_cloth(540, 960)), 2 + at, session=first["session"])[1] for at in (0, 0.5, 1, 1.5)]
    assert "moved" in [one["state"] for one in gone]
    assert gone[-1]["state"] == "looking"


def test_what_a_camera_may_not_send(client: TestClient) -> None:
    """No picture, a too large one, no time, a decreasing time and an unknown session each give their own error."""
    cloth = jpeg(table_cloth())
    assert send(client, b"notes", 0)[1]["error"]["code"] == "not-an-image"
    assert send(client, cloth + b"\0" * MOST_FRAME_BYTES, 0)[0] == 413
    assert send(client, jpeg(np.zeros((40, 1700, 3), np.uint8)), 0)[0] == 413
    assert send(client, cloth, "soon")[1]["error"] == {
        "code": "wrong-type", "message": "the time is a number of seconds", "where": "time",
    }  # fmt: skip
    assert send(client, cloth, "nan")[0] == 422
    assert client.post("/api/v1/live", files={"image": ("f.jpg", cloth)}).json()["error"]["where"] == "time"
    status, answer = send(client, cloth, 0, session="nobody")
    assert (status, answer["error"]["code"]) == (404, "unknown-session")
    session = send(client, cloth, 5)[1]["session"]
    assert send(client, cloth, 4, session=session)[1]["error"]["code"] == "bad-time"
    assert send(client, cloth, 6, session=session)[0] == 200, "a picture that was refused harms nothing"
    assert send(client, cloth, 0, set="Jade")[0] == 404


def read(live: LiveSessions, *frame: Any) -> str:  # noqa: ANN401 - the arguments of `step`
    """Read one more frame of a camera, as the server does; return its session."""
    return read_here(lambda cards: live.step(*frame, cards=cards)).session


def test_as_many_cameras_as_there_is_room_for(sets: TileSetStore) -> None:
    """A camera too many is refused until another one has been silent for a while and is forgotten."""
    clock = Clock()
    live, cloth = LiveSessions(clock=clock), jpeg(table_cloth(60, 80))
    with pytest.raises(ServiceError, match="no taught set"):
        read(live, cloth, 0, None, sets, "Jade")
    assert len(live) == 0, "what failed at once takes no room"
    names = [read(live, cloth, 0, None, sets, None) for _ in range(MOST_SESSIONS)]
    with pytest.raises(ServiceError) as full:
        read(live, cloth, 0, None, sets, None)
    assert full.value.code == "busy"
    clock.now += EXPIRY
    for name in names[1:]:
        read(live, cloth, 1, name, sets, None)
    clock.now += 1
    read(live, cloth, 0, None, sets, None)
    assert len(live) == MOST_SESSIONS
    with pytest.raises(ServiceError) as forgotten:
        read(live, cloth, 2, names[0], sets, None)
    assert forgotten.value.code == "unknown-session"


def test_one_picture_of_a_camera_at_a_time(sets: TileSetStore) -> None:
    """A second frame of a camera is refused while one is read; afterwards the camera goes on."""
    live, cloth = LiveSessions(), jpeg(table_cloth(60, 80))
    name = read(live, cloth, 0, None, sets, None)
    taken = LiveSessions._begin(live, name, None)[1]
    with pytest.raises(ServiceError) as second:
        read(live, cloth, 1, name, sets, None)
    assert second.value.code == "frame-in-flight"
    taken.running = False
    assert read(live, cloth, 1, name, sets, None) == name


def test_a_camera_whose_picture_takes_long_is_not_forgotten(sets: TileSetStore) -> None:
    """On a slow machine a picture may be read for longer than a silent camera is remembered; its camera goes on."""
    clock = Clock()
    live, cloth = LiveSessions(clock=clock), jpeg(table_cloth(60, 80))
    name = read(live, cloth, 0, None, sets, None)

    def slowly(cards: NetworkCards) -> Steps[LiveAnswer]:
        steps = live.step(cloth, 1, name, sets, None, cards=cards)
        answer = yield next(steps)
        clock.now += 2 * EXPIRY
        read(live, cloth, 0, None, sets, None)
        while True:
            try:
                answer = yield steps.send(answer)
            except StopIteration as end:
                found: LiveAnswer = end.value
                return found

    assert read_here(slowly).session == name
    assert read(live, cloth, 2, name, sets, None) == name


def test_pictures_come_in_the_order_of_their_own_clock(sets: TileSetStore) -> None:
    """The clock may begin anywhere; a picture older than the last is refused, also where that was too early to read."""
    live, cloth = LiveSessions(), jpeg(table_cloth(60, 80))
    name = read(live, cloth, -9.0, None, sets, None)
    assert read(live, cloth, -8.99, name, sets, None) == name
    with pytest.raises(ServiceError) as late:
        read(live, cloth, -8.995, name, sets, None)
    assert late.value.code == "bad-time"
    assert read(live, cloth, -8.99, name, sets, None) == name


KEEPERS = {
    "0.Zm9v": 0,
    "12.Zm9v": 12,
    "999.Zm9v": 999,
    "1000.Zm9v": None,
    "12": None,
    ".Zm9v": None,
    "-1.Zm9v": None,
    "².Zm9v": None,
    "nobody": None,
    "": None,
    None: None,
}


@pytest.mark.parametrize(("session", "worker"), KEEPERS.items())
def test_a_session_names_its_worker(session: str | None, worker: int | None) -> None:
    """The name of a session begins with the number of its worker; any other text names none."""
    assert keeper(session) == worker
