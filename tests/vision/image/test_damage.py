"""The reading reports pictures that lost a part but still decode, and no sound picture."""

from __future__ import annotations

import io
import os
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.vision.toys import face, networks, picture
from vision import decode, read_rack
from vision.image.jpeg_scan import is_broken

RACK = [(label, face((150 + 75 * at, 300), 100)) for at, label in enumerate(["1B", "5B", "9B", "2C", "J", "8C", "3D"])]
PIXELS = picture(900, 640, RACK)
PHOTOS = Path(__file__).resolve().parents[4] / "shared" / "data" / "photos" / "scenes"

ENCODERS: dict[str, dict[str, object]] = {
    "plain": {},
    "poor": {"quality": 20},
    "best": {"quality": 100, "subsampling": 0},
    "progressive": {"progressive": True},
    "optimised": {"optimize": True},
    "restart markers": {"restart_marker_rows": 1},
    "restart markers often": {"restart_marker_blocks": 3},
    "progressive with restart markers": {"progressive": True, "restart_marker_rows": 2},
    "comment": {"comment": b"\xff\xd9 no end"},
}


def encoded(**options: object) -> bytes:
    """Encode the rack as a JPEG by Pillow."""
    file = io.BytesIO()
    Image.fromarray(PIXELS[..., ::-1]).save(file, "JPEG", **{"quality": 85, **options})
    return file.getvalue()


def start(data: bytes) -> int:
    """Return the offset of the last scan's coded data."""
    at = data.rindex(b"\xff\xda")
    return at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")


def says_damaged(data: bytes) -> bool:
    """Return whether the reading of a file has the damage issue, and has it first."""
    codes = [issue.code for issue in read_rack(decode(data), networks()).issues]
    assert "damaged-picture" not in codes[1:]
    return codes[:1] == ["damaged-picture"]


@pytest.mark.parametrize("options", ENCODERS.values(), ids=ENCODERS)
def test_a_sound_picture_is_not_called_damaged(options: dict[str, object]) -> None:
    """A sound picture of any encoder is not damaged, also with a second picture or padding behind it."""
    data = encoded(**options)
    assert not says_damaged(data)
    assert not says_damaged(data + data[:2000])
    assert not says_damaged(data[:-2] + bytes(40) + data[-2:]), "an encoder may pad with zeros"


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("options", ENCODERS.values(), ids=ENCODERS)
def test_a_picture_that_was_cut_is_damaged(options: dict[str, object], part: float) -> None:
    """A cut picture with an end marker is damaged: its rest is grey."""
    data = encoded(**options)
    begin = start(data)
    assert says_damaged(data[: begin + int(part * (len(data) - begin))] + b"\xff\xd9")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["plain", "restart markers", "restart markers often"])
def test_a_picture_with_foreign_bytes_is_damaged(name: str, seed: int) -> None:
    """A picture with a foreign disk block or packet in its coded data is damaged."""
    data = bytearray(encoded(**ENCODERS[name]))
    rng = np.random.default_rng(seed)
    at = int(rng.integers(start(bytes(data)), len(data) - 700))
    data[at : at + 512] = rng.integers(0, 256, 512, np.uint8).tobytes()
    assert says_damaged(bytes(data))


def test_the_message_says_what_to_do() -> None:
    """The message gives the fact, then the advice."""
    data = encoded()
    issue = read_rack(decode(data[: start(data) + 3000] + b"\xff\xd9"), networks()).issues[0]
    assert issue.code == "damaged-picture"
    assert "picture is damaged" in issue.message
    assert "Send it again" in issue.message


def test_restart_markers_that_do_not_count_on_are_told_without_decoding() -> None:
    """Out-of-order restart markers show damage even on a host with a silent decoder."""
    data = encoded(restart_marker_blocks=3)
    begin = start(data)
    first = data.index(b"\xff\xd1", begin)
    assert not is_broken(data, begin)
    assert is_broken(data[:first] + b"\xff\xd5" + data[first + 2 :], begin)
    assert is_broken(data[:first] + b"\xff\x37" + data[first + 2 :], begin)
    assert is_broken(data[: len(data) - 2], begin)


def test_others_keep_their_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    """Another thread's output during decoding arrives; the decoder's own messages do not."""
    data = encoded()
    broken = data[: start(data) + 3000] + b"\xff\xd9"
    stop = threading.Event()

    def write() -> None:
        for number in range(200):
            os.write(2, f"line {number}\n".encode())
        stop.set()

    writer = threading.Thread(target=write)
    writer.start()
    while not stop.is_set():
        decode(broken)
    writer.join()
    lines = capfd.readouterr().err.splitlines()
    assert sorted(lines) == sorted(f"line {number}" for number in range(200))


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="needs the photographs of ../shared/data")
def test_photographs_are_not_called_damaged() -> None:
    """None of three hundred photographs from many cameras and programs is called damaged."""
    photos = sorted(PHOTOS.glob("*.jpg"))[:300]
    assert [photo.name for photo in photos if decode(photo.read_bytes()).damaged] == []


def test_a_shaken_picture_of_another_kind_has_no_such_issue() -> None:
    """A PNG that decodes is whole, because it has checksums of its own."""
    done, data = cv2.imencode(".png", PIXELS)
    assert done
    assert not decode(data.tobytes()).damaged
