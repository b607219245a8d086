"""Test which video files are opened, and the times of their frames."""

from __future__ import annotations

import base64
import os
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from service.photos.video_file import CODECS, frames
from service.shared.errors import ServiceError
from tests.service.conftest import ROOT
from tests.service.page.phone import browser  # noqa: F401 - a fixture

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RECORD = """async type => {
    const canvas = document.createElement("canvas"), paint = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(30), {mimeType: type}), parts = [];
    recorder.ondataavailable = event => parts.push(event.data);
    recorder.start();
    const start = performance.now();
    for (let painted = 0; painted < 30 || performance.now() - start < 1000; painted++) {
        paint.fillStyle = `hsl(${performance.now()} 80% 50%)`;
        paint.fillRect(0, 0, canvas.width, canvas.height);
        await new Promise(requestAnimationFrame);
    }
    const stopped = new Promise(done => recorder.onstop = done);
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return [btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join("")), performance.now() - start];
}"""
"""Record a canvas that changes its colour 30 times, for a second at least; return the file and its milliseconds."""


def _film(path: Path, codec: str, count: int = 12) -> Path:
    """Write a film of `count` frames of growing brightness, thirty a second."""
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*codec), 30, (320, 240))
    if not writer.isOpened():
        pytest.skip(f"this OpenCV writes no {codec}")
    for number in range(count):
        writer.write(np.full((240, 320, 3), 10 * number, np.uint8))
    writer.release()
    return path


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("a.avi", "MJPG"),
        ("a.avi", "XVID"),
        ("a.mp4", "mp4v"),
        ("a.mov", "mp4v"),
        ("a.ts", "mp4v"),
        ("a.mkv", "VP90"),
        ("a.webm", "VP80"),
        ("14:30 game.avi", "MJPG"),
    ],
    ids=str,
)
def test_what_cameras_record_is_read_in_its_own_time(name: str, codec: str, tmp_path: Path) -> None:
    """All frames come in order, a thirtieth of a second apart."""
    seen = list(frames(str(_film(tmp_path / name, codec))))
    assert [time for _, time in seen] == pytest.approx([number / 30 for number in range(12)], abs=0.002)
    assert [int(pixels.mean()) for pixels, _ in seen] == pytest.approx([10 * number for number in range(12)], abs=4)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems make no such name")
@pytest.mark.parametrize("name", [b"a\xff.avi", b"\xff/a.avi"], ids=["file", "folder"])
def test_a_film_whose_path_is_no_utf8_is_refused(name: bytes, tmp_path: Path) -> None:
    """OpenCV would end the process at such a path, of the file or of its folder; the error says to rename it."""
    path = tmp_path / os.fsdecode(name)
    path.parent.mkdir(exist_ok=True)
    _film(tmp_path / "a.avi", "MJPG").rename(path)
    with pytest.raises(ServiceError, match="rename it") as refused:
        next(frames(str(path)))
    assert refused.value.code == "bad-path"


def test_a_film_of_a_phone_held_upright_is_upright(tmp_path: Path) -> None:
    """A phone held upright films sideways and writes the rotation into the file (ISO 14496-12, 8.3.2); we apply it."""
    path = tmp_path / "a.mp4"
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), 30, (320, 240))
    lying = np.full((240, 320, 3), 200, np.uint8)
    lying[:, :160] = 20
    writer.write(lying)
    writer.release()
    data = bytearray(path.read_bytes())
    # After the track header's name: version and flags, 20 bytes of times and ids, and 16 more.
    matrix = data.index(b"tkhd") + 4 + 4 + 20 + 16
    assert struct.unpack_from(">9i", data, matrix) == (1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
    struct.pack_into(">9i", data, matrix, 0, 1 << 16, 0, -1 << 16, 0, 0, 0, 0, 1 << 30)
    path.write_bytes(data)
    ((pixels, _),) = frames(str(path))
    assert pixels.shape == (320, 240, 3)
    assert pixels[:140].mean() < 60
    assert pixels[180:].mean() > 160


STRANGE = [("a.avi", "M8RG", "MAGY"), ("a.mkv", "M8RG", "MAGY"), ("a.avi", "HFYU", "HFYU"), ("a.mkv", "FFV1", "ffv1")]


@pytest.mark.parametrize(("name", "codec", "told"), STRANGE, ids=lambda value: value)
def test_what_no_camera_records_is_refused(name: str, codec: str, told: str, tmp_path: Path) -> None:
    """Other codecs are refused before a frame is decoded; the message says the codec, what is read, and what to do."""
    path = str(_film(tmp_path / name, codec))
    with pytest.raises(ServiceError) as error:
        next(frames(path))
    assert (error.value.code, error.value.where) == ("unreadable-video", path)
    assert f"stored as '{told}'" in error.value.message
    assert all(name in error.value.message for name in CODECS.values())
    assert "Save it as MP4" in error.value.message


def test_nothing_looks_into_frames_of_a_refused_film(tmp_path: Path) -> None:
    """Opening a film decodes parts of it, so FFmpeg itself gets the list of allowed decoders (CVE-2026-8461)."""
    done = subprocess.run(
        [sys.executable, "-m", "service", "watch", str(_film(tmp_path / "a.avi", "M8RG")), "--json"],
        cwd=ROOT,
        env={**os.environ, "OPENCV_FFMPEG_LOGLEVEL": "16"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "unreadable-video" in done.stdout
    assert "(magicyuv) not on whitelist" in done.stdout + done.stderr


def test_a_list_of_films_is_no_film(tmp_path: Path) -> None:
    """A file that refers to other files or addresses is refused, whatever its name."""
    _film(tmp_path / "other.avi", "MJPG")
    path = tmp_path / "a.mp4"
    path.write_text("ffconcat version 1.0\nfile other.avi\n", "utf-8")
    with pytest.raises(ServiceError) as error:
        next(frames(str(path)))
    assert error.value.code == "unreadable-video"


def test_a_film_of_a_browser_is_read_in_its_own_time(
    browser: Browser,  # noqa: F811 - the fixture
    tmp_path: Path,
) -> None:
    """Chromium's WebM claims a thousand frames a second, so we use the frames' own times."""
    page = browser.new_page()
    recorded, milliseconds = page.evaluate(RECORD, "video/webm;codecs=vp8")
    page.close()
    path = tmp_path / "a.webm"
    path.write_bytes(base64.b64decode(recorded))
    times = [time for _, time in frames(str(path))]
    assert len(times) >= 3
    assert times == sorted(times)
    assert 0.5 < times[-1] < milliseconds / 1e3 + 0.5


class NamedTile:
    """A film whose frames have these times, in milliseconds."""

    def __init__(self, times: Sequence[float]) -> None:
        self.times, self.given = times, 0

    def isOpened(self) -> bool:  # noqa: N802 - the name of OpenCV's own method
        """Say that the film is open."""
        return True

    def read(self) -> tuple[bool, np.ndarray | None]:
        """Return the next frame."""
        self.given += 1
        return (True, np.zeros((4, 4, 3), np.uint8)) if self.given <= len(self.times) else (False, None)

    def get(self, what: int) -> float:
        """Return its codec, or the time of the last frame."""
        return float(cv2.VideoWriter.fourcc(*"MJPG")) if what == cv2.CAP_PROP_FOURCC else self.times[self.given - 1]

    def release(self) -> None:
        """Close the film."""


def _opened(times: Sequence[float]) -> Callable[..., NamedTile]:
    return lambda *_: NamedTile(times)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([0, 40, 80], [0, 0.04, 0.08]),
        ([0, 30, 100, 120], [0, 0.03, 0.1, 0.12]),
        ([5000, 5040, 5080], [0, 0.04, 0.08]),
        ([0, 0, 0], [0, 1 / 30, 2 / 30]),
        ([0, 100, 50, 90], [0, 0.1, 0.1 + 1 / 30, 0.14 + 1 / 30]),
        ([0, float("nan"), 80], [0, 1 / 30, 2 / 30]),
        ([0, float("inf"), 80], [0, 1 / 30, 2 / 30]),
        ([0, 86_400_000, 86_400_040], [0, 1 / 30, 0.04 + 1 / 30]),
        ([-40, 0, 40], [0, 0.04, 0.08]),
    ],
    ids=[
        "even",
        "uneven, as phones film",
        "cut out of a longer film",
        "no times",
        "back in time",
        "no number",
        "endless",
        "a day between two frames",
        "before the start",
    ],
)
def test_times_only_grow(
    told: list[float], expected: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Times start at 0 and only grow; a frame without a usable time comes a thirtieth of a second later."""
    path = tmp_path / "a.avi"
    path.write_bytes(b"")
    monkeypatch.setattr(cv2, "VideoCapture", _opened(told))
    assert [time for _, time in frames(str(path))] == pytest.approx(expected)
