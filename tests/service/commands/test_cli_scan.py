import json
import shutil
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.service.conftest import PHOTOS, RunCli
from tests.service.helpers import jpeg, png, table_cloth

pytestmark = pytest.mark.usefixtures("networks_wanted")

HEIC = b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00heicmif1" + b"\x00" * 64


def _png_that_claims(width: int, height: int) -> bytes:
    """Return a small PNG file whose header claims a picture of this size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IDAT", zlib.compress(b"\x00" * 1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + body + chunk(b"IEND", b"")


BAD = {
    "text": (b"this is no picture", "not-an-image"),
    "empty": (b"", "empty"),
    "truncated": (jpeg(table_cloth())[:5000], "truncated"),
    "heic": (HEIC, "heic-not-supported"),
    "hundred megapixels in a small file": (_png_that_claims(12_000, 9_000), "too-large"),
}


@pytest.mark.parametrize(("data", "code"), BAD.values(), ids=BAD)
@pytest.mark.parametrize("command", ["scan", "verify"])
def test_a_bad_picture_is_one_error(run: RunCli, tmp_path: Path, data: bytes, code: str, command: str) -> None:
    """A bad picture: status 1, and one error with the file's name and what to do; nothing else on standard output."""
    path = tmp_path / "a.jpg"
    path.write_bytes(data)
    card = ["--card", "nmjl-1976"] if command == "verify" else []
    result = run(command, path, *card, "--json")
    assert result.status == 1
    assert result.document["image"] == str(path)
    assert result.document["error"]["code"] == code
    assert result.document["error"]["where"] == str(path)
    shown = run(command, path, *card)
    assert (shown.status, shown.out) == (1, "")


def test_a_set_without_a_name_is_named_by_its_option(run: RunCli, tmp_path: Path) -> None:
    """The error for an empty name of a set says which option has it."""
    assert run("scan", tmp_path / "a.jpg", "--set", "", "--json").document["error"]["where"] == "set"
    assert run("scan", tmp_path / "a.jpg", "--set", "").err.startswith("error: --set: '' is no name for a set")


def test_heic_is_told_to_come_as_jpeg(run: RunCli, tmp_path: Path) -> None:
    """For a HEIC file the message says how to get a JPEG from the phone."""
    path = tmp_path / "IMG_1.HEIC"
    path.write_bytes(HEIC)
    assert "JPEG" in run("scan", path, "--json").document["error"]["message"]


HONEST = {
    "no tiles": table_cloth(),
    "one pixel": np.full((1, 1, 3), 200, np.uint8),
    "black": np.zeros((600, 800, 3), np.uint8),
}


@pytest.mark.parametrize("pixels", HONEST.values(), ids=HONEST)
def test_a_picture_without_tiles_is_an_honest_reading(run: RunCli, tmp_path: Path, pixels: np.ndarray) -> None:
    """A picture without tiles exits with status 0, no tiles and a named issue in words."""
    path = tmp_path / "a.png"
    path.write_bytes(png(pixels))
    result = run("scan", path, "--json")
    assert result.status == 0
    assert result.document["tiles"] == []
    assert result.document["issues"][0]["code"]
    assert result.document["issues"][0]["message"]
    assert run("scan", path).status == 0


def test_photos_and_folders_are_answered_in_order(run: RunCli, tmp_path: Path) -> None:
    """Each photo gets one object, folders in name order; a failing photo gets an error in its place."""
    folder = tmp_path / "evening"
    folder.mkdir()
    (folder / "b.jpg").write_bytes(jpeg(table_cloth()))
    (folder / "a.jpg").write_bytes(b"no picture")
    (folder / "notes.txt").write_text("not a photo", "utf-8")
    single = tmp_path / "c.png"
    single.write_bytes(png(table_cloth()))
    empty = tmp_path / "empty"
    empty.mkdir()
    result = run("scan", folder, single, tmp_path / "none.jpg", empty, "--json")
    assert result.status == 1
    assert [Path(one["image"]).name for one in result.documents] == ["a.jpg", "b.jpg", "c.png", "none.jpg", "empty"]
    codes = [one.get("error", {}).get("code") for one in result.documents]
    assert codes == ["not-an-image", None, None, "file-not-found", "no-photos"]


def test_overlays_never_take_the_place_of_a_file(run: RunCli, tmp_path: Path) -> None:
    """Two photos of one name get two overlays; no photo is overwritten, even in the same folder."""
    data = jpeg(table_cloth())
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.jpg").write_bytes(data)
    target = tmp_path / "one"
    result = run("scan", tmp_path / "one" / "a.jpg", tmp_path / "two" / "a.jpg", "--overlay", target, "--json")
    saved = [Path(one["overlay"]) for one in result.documents]
    assert [path.name for path in saved] == ["a.overlay.jpg", "a-2.overlay.jpg"]
    assert (target / "a.jpg").read_bytes() == data
    assert _pixels(saved[0]).shape == (480, 640, 3)


def test_the_example_is_found_and_drawn(run: RunCli, example: Path, tmp_path: Path) -> None:
    """All fourteen tiles of the example are found in their places, and the overlay marks them."""
    result = run("scan", example, "--overlay", tmp_path, "--json")
    assert result.status == 0
    document = result.document
    truth = json.loads(example.with_suffix(".json").read_text("utf-8"))
    assert (document["width"], document["height"]) == (truth["width"], truth["height"])
    assert len(document["tiles"]) == len(truth["boxes"]) == 14
    for x0, y0, x1, y1, _label in truth["boxes"]:
        middle = (x0 + x1) / 2, (y0 + y1) / 2
        hits = [one for one in document["tiles"] if _inside(middle, one["box"])]
        assert len(hits) == 1
    assert [one["index"] for one in document["tiles"]] == list(range(14))
    changed = np.abs(_pixels(Path(document["overlay"])).astype(int) - _pixels(example).astype(int)).max()
    assert changed > 100


def _pixels(path: Path) -> np.ndarray:
    found = cv2.imread(str(path))
    assert found is not None
    return found


def _inside(point: tuple[float, float], box: list[float]) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def test_real_photographs_are_read(run: RunCli, tmp_path: Path) -> None:
    """On photos of real racks nearly all boxed tiles are found, and nearly all sure labels are right."""
    if not (PHOTOS / "index.jsonl").is_file():
        pytest.skip(f"the photographs are not there ({PHOTOS}); RACKCHECK_PHOTOS may name their folder")
    entries = [json.loads(line) for line in (PHOTOS / "index.jsonl").read_text("utf-8").splitlines()]
    racks = [one for one in entries if not one["augmented"] and 10 <= len(one["boxes"]) <= 16][:6]
    assert len(racks) == 6
    for number, entry in enumerate(racks):
        shutil.copy(PHOTOS / entry["image"], tmp_path / f"{number}.jpg")
    result = run("scan", tmp_path, "--json")
    assert result.status == 0
    wanted = found = sure = right = 0
    for entry, document in zip(racks, result.documents, strict=True):
        for x0, y0, x1, y1, label in entry["boxes"]:
            wanted += 1
            hits = [one for one in document["tiles"] if _inside(((x0 + x1) / 2, (y0 + y1) / 2), one["box"])]
            found += bool(hits)
            if hits and hits[0]["sure"] and label is not None:
                sure += 1
                right += hits[0]["label"] == label
    assert found >= 0.95 * wanted
    assert right >= 0.98 * sure
    assert sure >= 0.5 * wanted
