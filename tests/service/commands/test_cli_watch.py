import json
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import cv2
import numpy as np
import pytest

from service.commands.verify import LOOK_FIRST
from service.photos import frame_source
from service.photos.frame_source import CameraFrame
from service.photos.watch import LiveState
from service.shared import networks as networks_in_use
from service.shared.errors import ServiceError
from tests.service.conftest import ROOT, RunCli
from tests.service.helpers import table_cloth
from tests.vision.toys import face, networks, picture
from vision import Photo, State, read_rack

Pixels = np.ndarray[Any, Any]

WON = ["2C", "2C", "J", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "4C", "F", "F"]
"""Hand 24 of nmjl-1976, worth 20."""
LOST = [*WON[:-1], "9D"]


@pytest.fixture
def toy_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fake networks that read the toy world, in place of the shipped ones."""
    found = networks()
    monkeypatch.setattr(networks_in_use, "load_networks", lambda: found)


def rack(labels: list[str], x: float = 0.0) -> Pixels:
    """Return two rows of tiles, exposures above, shifted by x pixels."""
    places = [(70.0 + 62 * i + (20 if i > 3 else 0), 120.0) for i in range(8)] + [
        (130 + 62.0 * i, 230.0) for i in range(6)
    ]
    return picture(720, 360, [(label, face((at[0] + x, at[1]), 76)) for label, at in zip(labels, places, strict=True)])


def film(path: Path, frames: Iterable[Pixels], rate: float = 30.0) -> Path:
    """Write the frames to a video file."""
    frames = list(frames)
    height, width = frames[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (width, height))
    assert writer.isOpened()
    for frame in frames:
        writer.write(frame)
    writer.release()
    return path


@pytest.mark.usefixtures("toy_networks")
def test_a_film_is_read_once_it_stands(run: RunCli, tmp_path: Path) -> None:
    """A panned rack of 1.5 seconds gives one document in the form of a scan, with its time; the states are printed."""
    path = film(tmp_path / "a.avi", (rack(WON, 2.0 * number) for number in range(45)))
    result = run("watch", path, "--json", "--overlay", tmp_path / "seen")
    assert result.status == 0
    document = result.document
    assert document["rack"] == "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C 4C F F"
    assert (document["image"], document["width"], document["height"]) == (str(path), 720, 360)
    assert 0 < document["time"] <= 1.0
    assert document["unsure"] == []
    assert Path(document["overlay"]).is_file()
    told = [line.split()[2] for line in result.err.splitlines()]
    assert told == ["looking", "steady"]


@pytest.mark.usefixtures("toy_networks")
def test_with_a_card_comes_the_verdict(run: RunCli, tmp_path: Path) -> None:
    """With a card the document is judged and settled as by `verify`; the text starts with the verdict."""
    path = film(tmp_path / "a.avi", [rack(WON)] * 30)
    who = ["--card", "nmjl-1976", "--won-by", "discard", "--discarder", "Bea", "--players", "Ann,Bea,Cat,Dee"]
    document = run("watch", path, *who, "--json").document
    assert (document["check"]["win"], document["check"]["best"]) == (True, "24")
    assert document["settlement"]["net"] == {"Ann": 80, "Bea": -40, "Cat": -20, "Dee": -20}
    assert document["scan"]["image"] == str(path)
    shown = run("watch", path, *who)
    assert shown.out.splitlines()[1].startswith("MAH JONGG  hand 24")


@pytest.mark.usefixtures("toy_networks")
def test_the_way_of_winning_counts_without_a_card(run: RunCli, tmp_path: Path) -> None:
    """A game without a card scores how the hand was won, as `verify` does."""
    hand = ["E", "E", "E", "R", "R", "R", "9D", "9D", "9D", "2C", "3C", "4C", "5D", "5D"]
    row = picture(960, 200, [(label, face((70.0 + 62 * at, 100.0), 76)) for at, label in enumerate(hand)])
    path = film(tmp_path / "a.avi", [row] * 30)
    way = ["--ruleset", "japanese-american-2009", "--won-by", "last-tile", "--json"]
    check = run("watch", path, *way).document["check"]
    assert check["circumstances"]["won_by"] == "last-tile"


@pytest.mark.usefixtures("toy_networks")
def test_another_tile_makes_another_answer(run: RunCli, tmp_path: Path) -> None:
    """When a tile is exchanged on camera, both racks are answered once, in order, with a moving state in between."""
    path = film(tmp_path / "a.avi", [rack(LOST)] * 40 + [rack(WON)] * 80)
    result = run("watch", path, "--json", "--card", "nmjl-1976")
    assert [one["check"]["win"] for one in result.documents] == [False, True]
    assert result.documents[0]["time"] < 1.0 < result.documents[1]["time"]
    assert [line.split()[2] for line in result.err.splitlines()] == ["looking", "steady", "moved", "steady"]


@pytest.mark.usefixtures("toy_networks")
@pytest.mark.parametrize("options", [(), ("--card", "nmjl-1976")], ids=["read", "judged"])
@pytest.mark.parametrize(
    "frames", [[rack(WON)] * 4, [table_cloth()] * 40], ids=["too short a look", "a table without tiles"]
)
def test_a_film_in_which_nothing_stands_is_no_answer(
    run: RunCli, tmp_path: Path, frames: list[Pixels], options: tuple[str, ...]
) -> None:
    """A film without a steady reading prints no document, exits with the status for "unknown", and says what to do."""
    result = run("watch", film(tmp_path / "a.avi", frames), *options, "--json")
    assert (result.status, result.out) == (LOOK_FIRST, "")
    assert "Hold the camera still" in " ".join(result.err.split())


@pytest.mark.usefixtures("toy_networks")
def test_what_stood_last_says_whether_a_person_has_to_look(
    run: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A last verdict that waits for a person exits with 3 as `verify` does; an answered one with 0."""
    sure = read_rack(Photo.of(rack(WON)), networks())
    tiles = (replace(sure.tiles[0], confidence=0.5, sure=False, alternatives=(("9D", 0.4),)), *sure.tiles[1:])
    doubtful = replace(sure, tiles=tiles)
    for readings, options, status in (
        ([sure, doubtful], ["--card", "nmjl-1976"], LOOK_FIRST),
        ([doubtful, sure], ["--card", "nmjl-1976"], 0),
        ([doubtful], [], 0),
    ):
        moments = [LiveState(1.0, State.STEADY, 14, steady=(Photo.of(rack(WON)), one)) for one in readings]
        monkeypatch.setattr("service.photos.watch.watch", lambda *_, moments=moments: iter(moments))
        result = run("watch", film(tmp_path / "a.avi", [rack(WON)]), *options, "--json")
        assert len(result.documents) == len(readings)
        assert result.status == status


@pytest.mark.usefixtures("toy_networks")
def test_leaving_a_camera_is_no_failure(run: RunCli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C before any steady reading exits with 0, without an error or advice to film again."""

    def left(_: str) -> Iterator[CameraFrame]:
        for number in range(3):
            yield CameraFrame(Photo.of(table_cloth()), number / 30)
        raise KeyboardInterrupt

    monkeypatch.setattr("service.photos.frame_source.frames_of", left)
    result = run("watch", "0", "--json")
    assert (result.status, result.out) == (0, "")
    assert "again" not in result.err


@pytest.mark.usefixtures("toy_networks")
def test_what_may_be_wrong_is_told(run: RunCli, tmp_path: Path) -> None:
    """Over a table without tiles the text says every two seconds what to do."""
    path = film(tmp_path / "a.avi", [table_cloth()] * 130)
    told = [line for line in run("watch", path).err.splitlines() if "No tiles are in view" in line]
    assert len(told) == 2


def _damaged(path: Path) -> None:
    film(path, [table_cloth()] * 5)
    path.write_bytes(path.read_bytes()[:300])


BAD = {
    "no such file": (lambda _: None, "file-not-found"),
    "a folder": (lambda path: path.mkdir(), "is-a-folder"),
    "text": (lambda path: path.write_text("this is no film", "utf-8"), "unreadable-video"),
    "empty": (lambda path: path.write_bytes(b""), "unreadable-video"),
    "broken off": (_damaged, "unreadable-video"),
}


@pytest.mark.usefixtures("toy_networks")
@pytest.mark.parametrize(("make", "code"), BAD.values(), ids=BAD)
def test_a_bad_film_is_one_error(run: RunCli, tmp_path: Path, make: Any, code: str) -> None:  # noqa: ANN401 - makers
    """Status 1 and one error that names the file."""
    path = tmp_path / "a.avi"
    make(path)
    result = run("watch", path, "--json")
    assert result.status == 1
    error = result.document["error"]
    assert error["where"] == str(path)
    assert error["code"] in {code, "no-frames"} if code == "unreadable-video" else error["code"] == code


@pytest.mark.usefixtures("toy_networks")
@pytest.mark.parametrize(
    ("source", "number"),
    [("97", 97), ("99999999999999999999", 99999999999999999999), ("/dev/video97", 97), ("by-id", 97)],
    ids=["unplugged", "beyond every number", "a device", "a link to a device"],
)
def test_a_missing_camera_is_an_error(run: RunCli, tmp_path: Path, source: str, number: int) -> None:
    """A missing camera's message says what else to try, and the libraries print nothing."""
    if source == "by-id":
        link = tmp_path / "usb-camera-index0"
        link.symlink_to("/dev/video97")
        source = str(link)
    result = run("watch", source, "--json")
    assert result.status == 1
    assert result.document["error"]["code"] == "no-camera"
    assert result.document["error"]["where"] == f"camera {number}"
    assert result.err == ""
    assert (frame_source.name(source), frame_source.pace(source)) == (f"camera {number}", 0.0)


@pytest.mark.usefixtures("toy_networks")
def test_a_misspelt_card_is_told_before_the_film_is_read(run: RunCli, tmp_path: Path) -> None:
    """A misspelt card is an error before the film is read."""
    result = run("watch", tmp_path / "none.avi", "--card", "no-such-card", "--json")
    assert result.status == 1
    assert "no-such-card" in result.document["error"]["message"]


class FakeVideo:
    """A fake camera with a numbered frame every millisecond, and none after `count`."""

    def __init__(self, count: int) -> None:
        self.count, self.given, self.ended, self.released = count, 0, False, False

    def isOpened(self) -> bool:  # noqa: N802 - the name of OpenCV's own method
        """Say that the camera is open."""
        return True

    def read(self) -> tuple[bool, Pixels | None]:
        """Return the next frame; its brightness is its number."""
        if self.given == self.count:
            self.ended = True
            return False, None
        sleep(0.001)
        self.given += 1
        return True, np.full((20, 30, 3), self.given % 250, np.uint8)

    def release(self) -> None:
        """Close the camera."""
        self.released = True


def test_of_a_camera_the_newest_picture_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames that arrive during a reading are dropped, never queued; a camera that disappears is an error."""
    fake = FakeVideo(200)
    monkeypatch.setattr(cv2, "VideoCapture", lambda _: fake)
    pictures = frame_source.frames_of("0")
    first = next(pictures)
    while not fake.ended:  # asked for a frame more, so the last one is in place
        sleep(0.001)
    last = next(pictures)
    assert first.time == 0.0
    assert last.photo.pixels[0, 0, 0] == 200
    with pytest.raises(ServiceError) as error:
        next(pictures)
    assert error.value.code == "camera-lost"
    assert fake.released


def test_a_camera_is_let_go_when_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing the frames ends the thread and frees the camera."""
    fake = FakeVideo(10**9)
    monkeypatch.setattr(cv2, "VideoCapture", lambda _: fake)
    pictures = frame_source.frames_of("0")
    next(pictures)
    pictures.close()
    assert fake.released
    given = fake.given
    sleep(0.05)
    assert fake.given == given


@pytest.mark.usefixtures("networks_wanted")
def test_ctrl_c_ends_it_cleanly(tmp_path: Path) -> None:
    """Ctrl-C during a long film, in a real process: status 0 and no traceback."""
    path = film(tmp_path / "a.avi", [table_cloth(240, 320)] * 600)
    with subprocess.Popen(
        [sys.executable, "-m", "service", "watch", str(path), "--json"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # In the background a shell ignores Ctrl-C, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    ) as process:
        assert process.stderr is not None
        assert "looking" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    assert process.returncode == 0
    assert out == ""
    assert "Traceback" not in err


@pytest.mark.usefixtures("networks_wanted")
def test_the_networks_read_a_film_of_the_example(run: RunCli, example: Path, tmp_path: Path) -> None:
    """The real networks read the example rack on shaky frames: all its tiles, and no sure label is wrong."""
    truth = json.loads(example.with_suffix(".json").read_text("utf-8"))
    whole = cv2.imread(str(example))
    assert whole is not None
    small = cv2.resize(whole, (1000, 750), interpolation=cv2.INTER_AREA)
    steps = [(6 * np.sin(0.9 * n), 4 * np.cos(1.3 * n)) for n in range(24)]
    frames = [
        np.asarray(cv2.warpAffine(small, np.array([[1, 0, x], [0, 1, y]]), (1000, 750)), np.uint8) for x, y in steps
    ]
    frames[5] = frames[11] = np.asarray(cv2.GaussianBlur(frames[5], (0, 0), 5), np.uint8)
    result = run("watch", film(tmp_path / "a.avi", frames, 24), "--json")
    assert result.status == 0
    document = result.documents[-1]
    assert len(document["tiles"]) == len(truth["boxes"]) == 14
    for x0, y0, x1, y1, label in truth["boxes"]:
        middle = ((x0 + x1) / 4, (y0 + y1) / 4)
        near = min(
            document["tiles"],
            key=lambda tile: np.hypot(*(np.mean(tile["quad"], axis=0) - middle)),
        )
        assert near["label"] == label or not near["sure"]
