"""Compare the browser host in a real browser with the native one."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from models.model_card import TASKS
from service.cards.photographed.native_print import read_card_photo
from tests.service.browser import steps
from tests.service.browser.host_server import ROOT, host_server
from tests.service.cards.printed_cards import needs_networks, photographed, printed
from tests.service.page.phone import PATIENT, chromium
from vision.host.crop_variants import views
from vision.host.native import drive
from vision.host.networks import Networks
from vision.host.teaching import crop_of

RACK = np.asarray(cv2.imread(str(ROOT / "examples/rack.jpg")))

Ask = Callable[..., Any]
Pixels = npt.NDArray[Any]
Json = Any


def encoded(pixels: Pixels, kind: str, orientation: int = 1, **options: object) -> bytes:
    """Return a picture as a file, with an EXIF orientation and a colour profile that every host must ignore."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    file = BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels[..., ::-1])).save(
        file, kind, exif=exif, icc_profile=b"no profile", **options
    )
    return file.getvalue()


def moved(x: float, y: float, size: tuple[int, int] = (960, 720), scale: float = 0.48) -> Pixels:
    """Return the rack as a moved camera sees it."""
    matrix = np.array([[scale, 0.004, x], [-0.004, scale, y]])
    return cv2.warpAffine(RACK, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)


PHOTOS = (
    "as-shipped",
    "twelve-megapixels",
    "turned-by-exif",
    "mirrored-by-exif",
    "odd-sides",
    "progressive",
    "grey",
    "png",
    "transparent-png",
    "webp",
    "bmp",
    "no-tiles",
)
FRAMES = tuple(f"frame-{number}" for number in range(8))
BROKEN = ("broken.jpg", "broken.png", "wrong-size.bmp")


@cache
def pictures() -> dict[str, bytes]:
    """Make the files of all pictures, by name; a fixture, since every process of a test run imports this module."""
    large = cv2.resize(RACK, (4032, 3024), interpolation=cv2.INTER_CUBIC)
    small = cv2.resize(RACK, (1001, 751), interpolation=cv2.INTER_AREA)
    seen = np.dstack([small, np.full(small.shape[:2], 255, np.uint8)])
    seen[:60, :, 3] = 0
    seen[60:90, :, 3] = 128
    made = {
        "as-shipped": (ROOT / "examples/rack.jpg").read_bytes(),
        "twelve-megapixels": encoded(large, "jpeg", quality=90),
        "turned-by-exif": encoded(np.rot90(RACK), "jpeg", orientation=6, quality=92),
        "mirrored-by-exif": encoded(np.rot90(RACK)[:, ::-1], "jpeg", orientation=5, quality=92),
        "odd-sides": encoded(RACK[:1497, :1999], "jpeg", quality=92),
        "progressive": encoded(small, "jpeg", progressive=True, quality=85),
        "grey": cv2.imencode(".jpg", cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))[1].tobytes(),
        "png": encoded(small, "png", orientation=1),
        "transparent-png": cv2.imencode(".png", seen)[1].tobytes(),
        "webp": encoded(small, "webp", orientation=3, quality=90),
        "bmp": cv2.imencode(".bmp", small)[1].tobytes(),
        "doubtful": encoded(cv2.GaussianBlur(small, (0, 0), 4.0), "jpeg", quality=85),
        "no-tiles": encoded(np.full((480, 640, 3), (70, 110, 60), np.uint8), "jpeg"),
        "shifted": encoded(np.roll(RACK, (21, 34), (0, 1)), "jpeg", quality=92),
        "card.jpg": photographed(printed(101)[0], 101),
        "crop.png": cv2.imencode(".png", cv2.resize(RACK[560:760, 60:220], (128, 160)))[1].tobytes(),
        "crop-of-0.1.png": cv2.imencode(".png", cv2.resize(RACK[560:760, 60:220], (64, 80)))[1].tobytes(),
    }
    for number, name in enumerate(FRAMES):
        made[name] = encoded(moved(8 * number, 5 * (number % 3)), "jpeg", quality=85)
    made["broken.jpg"] = made["as-shipped"][:600] + bytes(4000) + b"\xff\xd9"
    made["broken.png"] = made["png"].replace(b"IDAT", b"IDAT\x01", 1)
    made["wrong-size.bmp"] = made["bmp"][:18] + b"\xff\xff\xff\x7f" + made["bmp"][22:]
    return made


@pytest.fixture(scope="module")
def networks() -> Networks:
    """The native host's networks."""
    return Networks.load()


@pytest.fixture(scope="module")
def fetched() -> list[str]:
    """Paths that the browser has requested from its server."""
    return []


@pytest.fixture(scope="module")
def gone() -> set[str]:
    """Paths that the server answers with 404."""
    return set()


@pytest.fixture(scope="module")
def ask(fetched: list[str], gone: set[str]) -> Iterator[Ask]:
    """A function that calls one of `in_browser.py` in the browser, with pictures by name."""
    with host_server(pictures(), fetched, gone) as address, chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(PATIENT)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address)

        def asked(name: str, *pictures: str) -> Json:
            places = [f"/pictures/{picture}" for picture in pictures]
            return json.loads(page.evaluate("([name, places]) => ask(name, places)", [name, places]))

        yield asked
        assert faults == []


def held(answer: Json) -> Pixels:
    """Return an array that the browser held."""
    data = base64.b64decode(answer["bytes"])
    kind = np.float32 if len(answer["shape"]) == 1 else np.uint8
    return np.frombuffer(data, kind).reshape(answer["shape"])


def pixels_of(handle: object) -> Pixels:
    """Return the native host's pixels in the browser's channel order."""
    array = np.asarray(handle)
    return array[..., ::-1] if array.ndim == 3 else array


@pytest.fixture(scope="module")
def answers(ask: Ask, networks: Networks) -> tuple[dict[str, Any], dict[str, Any]]:
    """The answers to every request, from the browser and from the native host."""
    asked = steps.every_request(pictures()["as-shipped"], pictures()["shifted"])
    native = drive(asked, networks.detector, networks.classifier)
    return ask("requests", "as-shipped", "shifted"), native


@pytest.mark.parametrize("name", ["picture", "view 0", "view 1", "view 2", "shrunk"])
def test_pictures_are_the_same_to_the_byte(name: str, answers: tuple[dict[str, Any], dict[str, Any]]) -> None:
    """Decoding, cropping and resizing give the same bytes as OpenCV."""
    browser, native = answers
    assert np.array_equal(held(browser[name]), pixels_of(native[name]))


@pytest.mark.parametrize("name", ["crops", "turned"])
def test_crops_are_the_same_to_the_byte(name: str, answers: tuple[dict[str, Any], dict[str, Any]]) -> None:
    """Rectified crops of any size, direction and position match those of the native host byte for byte."""
    browser, native = answers
    for one, other in zip(browser[name], native[name], strict=True):
        assert np.array_equal(held(one), pixels_of(other))


NUMBERS = {
    **dict.fromkeys(["scores 0", "scores 1", "scores 2", "spreads"], 2e-6),
    **dict.fromkeys(["offsets 0", "offsets 1", "offsets 2"], 1e-3),
    **dict.fromkeys(["detail", "sharpness", "sharpness of a part", "agreements"], 2e-6),
    **dict.fromkeys(["glare", "light"], 0.0),
    "shift": 2e-3,
}
"""How far each number may differ from the native host's, since processors differ in the last digits."""


@pytest.mark.parametrize(("name", "most"), NUMBERS.items())
def test_numbers_are_the_same(name: str, most: float, answers: tuple[dict[str, Any], dict[str, Any]]) -> None:
    """Networks, measures and comparisons give the native host's numbers within the tolerance."""
    browser, native = (np.array(each[name], float) for each in answers)
    assert browser.shape == native.shape
    assert np.abs(browser - native).max() <= most


@pytest.mark.parametrize("name", ["logits", "upright logits", "turns", "frames", "embeddings", "cosines"])
def test_faces_are_named_alike(name: str, answers: tuple[dict[str, Any], dict[str, Any]]) -> None:
    """The classifier gives most crops exactly the same logits, and the others nearly the same.

    It rounds between layers, so a difference in the last digit can tip some of its numbers.
    """
    browser, native = (each[name] for each in answers)
    if name == "embeddings":
        browser = [held(one) for one in browser]
    apart = np.abs(np.array(browser, float) - np.array(native, float)).max(axis=1)
    assert (apart < 1e-4).mean() >= 0.75
    assert apart.max() < 0.3


def test_crops_are_kept_alike(answers: tuple[dict[str, Any], dict[str, Any]]) -> None:
    """Both hosts store small crop files that show the same faces, and their views have nearly the same embeddings.

    The encoders differ; the files differ by less than two frames of one camera do.
    """
    browser, native = answers
    for one, other in zip(browser["kept"], native["kept"], strict=True):
        assert np.abs(held(one).astype(int) - pixels_of(other).astype(int)).mean() < 4
    assert max(browser["pictures"]) < 3 * max(native["pictures"])
    views_here, views_there = (np.array(each["views"], float).reshape(5, 8, -1) for each in (browser, native))
    assert np.abs(np.linalg.norm(views_here, axis=2) - 1).max() < 1e-3
    assert (views_here * views_there).sum(axis=2).min() > 0.8


@pytest.mark.parametrize("name", ["crop.png", "crop-of-0.1.png"])
def test_taught_faces_are_shown_alike(name: str, ask: Ask) -> None:
    """The views of a taught tile face differ from the native host's only by rounding."""
    made = np.stack([held(one) for one in ask("views", name)]).astype(int)
    native = views(crop_of(pictures()[name])[None])[0][..., ::-1].astype(int)
    assert np.abs(made - native).max() <= 2
    assert (made == native).mean() > 0.95


@pytest.mark.parametrize("name", PHOTOS)
def test_a_photo_is_read_as_on_a_server(name: str, ask: Ask, networks: Networks) -> None:
    """A photo gives the same tiles, confidences, places and issues, whatever the file's format and orientation."""
    native = drive(steps.scan(pictures()[name]), networks.detector, networks.classifier).to_json("photo")
    browser = ask("scan", name)["reading"]
    assert len(native["tiles"]) == (0 if name == "no-tiles" else 14)
    for what in ("label", "sure", "row", "index"):
        assert [tile[what] for tile in browser["tiles"]] == [tile[what] for tile in native["tiles"]]
    assert [issue["code"] for issue in browser["issues"]] == [issue["code"] for issue in native["issues"]]
    places = (np.array([tile["quad"] for tile in each["tiles"]]) for each in (browser, native))
    assert np.abs(np.subtract(*places)).max(initial=0.0) < 0.01 * max(native["width"], native["height"])


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_picture_says_so(name: str, ask: Ask) -> None:
    """A file that cannot be decoded gives the contract's error, and the next photo is read."""
    assert ask("scan", name)["error"] in {"unreadable", "truncated", "too-large"}
    assert len(ask("scan", "as-shipped")["reading"]["tiles"]) == 14


def test_a_camera_is_read_as_on_a_server(ask: Ask, networks: Networks) -> None:
    """The frames of a moving rack become the same reading at the same frame."""
    live = drive(steps.watch([pictures()[name] for name in FRAMES]), networks.detector, networks.classifier)
    native = json.loads(json.dumps(steps.told(live)))
    assert native[-1]["tiles"]
    assert ask("watch", *FRAMES) == native


@needs_networks
def test_a_photographed_card_is_read_as_on_a_server(ask: Ask) -> None:
    """The browser host makes the server's draft of a printed card, line by line, with a photo strip each."""
    pytest.importorskip("onnx", reason="onnx makes the phone's networks: pip install -r requirements/site.txt")
    native = read_card_photo(pictures()["card.jpg"], "card").to_json()
    for line in (line for section in native["sections"] for line in section["lines"]):
        line["strip"] = line["strip"].partition(",")[0]
        assert line["strip"] == "data:image/jpeg;base64"
    assert sum(len(section["lines"]) for section in native["sections"]) >= 14
    assert ask("card", "card.jpg") == native


def test_networks_come_back_after_a_rest(ask: Ask) -> None:
    """A hidden page frees the networks' memory and still reads the next photo."""
    ask("rest")
    assert len(ask("scan", "as-shipped")["reading"]["tiles"]) == 14


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor shares nothing")
def test_two_workers_share_the_faces_where_there_are_no_threads(ask: Ask, fetched: list[str]) -> None:
    """A page without threads (not cross-origin isolated) loads the classifier in a second worker too."""
    ask("rest")
    fetched.clear()
    ask("scan", "as-shipped")
    assert [fetched.count(f"/models/{task}") for task in TASKS] == [1, 2, 0]


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor shares nothing")
def test_a_doubtful_face_fetches_the_network_for_upright_ones(ask: Ask, fetched: list[str]) -> None:
    """Only a photo with uncertain tiles, here a blurred one, makes the page load the network for upright tiles.

    One worker loads it, for that network reads all faces together; two share the classifier.
    """
    ask("rest")
    fetched.clear()
    ask("scan", "doubtful")
    assert [fetched.count(f"/models/{task}") for task in TASKS] == [1, 2, 1]


def test_without_the_network_for_upright_faces_the_other_reads_them(ask: Ask, gone: set[str]) -> None:
    """A phone that could not fetch the network for upright tiles still reads photos with uncertain tiles."""
    ask("rest")
    gone.add("/models/upright")
    try:
        assert len(ask("scan", "doubtful")["reading"]["tiles"]) > 10
        assert len(ask("scan", "as-shipped")["reading"]["tiles"]) == 14
    finally:
        gone.clear()
    ask("rest")


@pytest.mark.parametrize("task", TASKS[:2])
def test_a_photo_without_its_networks_says_so(task: str, ask: Ask, gone: set[str]) -> None:
    """A phone that has not fetched a network yet says what to do, and reads the photo once the network comes."""
    ask("rest")
    gone.add(f"/models/{task}")
    try:
        found = ask("scan", "as-shipped")
    finally:
        gone.clear()
    assert found["error"] == "no-network"
    assert "Go online once" in found["message"]
    assert "the new version" in found["message"], "the host may have no files of this one any more"
    assert len(ask("scan", "as-shipped")["reading"]["tiles"]) == 14
