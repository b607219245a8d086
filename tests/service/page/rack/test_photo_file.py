"""Prove that the page sends a JPEG's picture unchanged and removes where the photo was taken."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from tests.service.helpers import png, table_cloth
from tests.service.page.phone import photographed
from vision import decode

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

PLACE = b"41 degrees north"
"""Written wherever a file may hold the place; the page must send none of it."""


def segment(marker: int, body: bytes) -> bytes:
    """Return a segment of a JPEG file."""
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def scene() -> Image.Image:
    """Return a picture that differs from its mirror image and its rotations."""
    rng = np.random.default_rng(5)
    pixels = np.asarray(Image.fromarray(rng.integers(0, 255, (12, 16, 3), np.uint8)).resize((320, 240)))
    return Image.fromarray(pixels)


def taken(orientation: int = 1, **options: object) -> bytes:
    """Return a photo as a phone stores it: place in EXIF, XMP, IPTC and a comment, a second picture appended."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = PLACE.decode("ascii")
    exif.get_ifd(0x8825)[1] = PLACE.decode("ascii")
    file = io.BytesIO()
    scene().save(file, "JPEG", exif=exif, **{"quality": 90, **options})
    data = file.getvalue()
    extra = segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + PLACE) + segment(0xED, b"Photoshop 3.0\0" + PLACE)
    extra += segment(0xE2, b"MPF\0" + PLACE) + segment(0xE2, b"ICC_PROFILE\0\1\1" + bytes(40)) + segment(0xFE, PLACE)
    return data[:2] + extra + data[2:] + data[:2] + segment(0xE1, b"Exif\0\0" + PLACE) + data[2:]


def sent(page: Page, data: bytes, name: str = "a.jpg") -> bytes:
    """Return the body of the request by which the page sends a chosen file."""
    bodies: list[bytes] = []

    def answer(route: Route) -> None:
        bodies.append(route.request.post_data_buffer or b"")
        route.fulfill(json=photographed(["1B"]))

    page.route("**/api/v1/scan", answer)
    page.set_input_files("#pick-choose", {"name": name, "mimeType": "", "buffer": data})
    page.locator("#tiles .chip").first.wait_for()
    (body,) = bodies
    assert len(body) > 100
    return body


def picture(body: bytes) -> bytes:
    """Return the file part of the sent form."""
    head, _, rest = body.partition(b"\r\n\r\n")
    assert b'name="image"' in head
    return rest[: rest.index(b"\r\n" + body[: body.index(b"\r\n")])]


def upright(data: bytes) -> npt.NDArray[np.uint8]:
    """Return the pixels as the server sees them."""
    return np.asarray(decode(data).pixels, np.uint8)


FILES: dict[str, Callable[[], bytes]] = {
    "plain": taken,
    "progressive": lambda: taken(progressive=True),
    "restart markers": lambda: taken(restart_marker_blocks=2),
    **{f"orientation {turned}": lambda turned=turned: taken(turned) for turned in range(2, 9)},  # type: ignore[misc]
    "a scan behind metadata": lambda: between_scans(taken(progressive=True)),
}


def between_scans(data: bytes) -> bytes:
    """Put a comment between the scans of a progressive JPEG."""
    second = data.index(b"\xff\xda", data.index(b"\xff\xda") + 2)
    tables = data.rfind(b"\xff\xc4", 0, second)
    return data[:tables] + segment(0xFE, PLACE) + data[tables:]


@pytest.mark.parametrize("make", FILES.values(), ids=FILES)
def test_a_jpeg_goes_as_it_was_taken_without_its_place(page: Page, make: Callable[[], bytes]) -> None:
    """The server sees the same upright pixels, and no metadata."""
    data = make()
    assert data.count(PLACE[:8]) >= 6
    body = sent(page, data)
    assert PLACE[:8] not in body
    assert np.array_equal(upright(picture(body)), upright(data))


def turned(orientation: int, order: str) -> bytes:
    """Return an EXIF segment with an orientation, in the byte order of the phone: "II" or "MM"."""
    end = "<" if order == "II" else ">"
    entry = struct.pack(f"{end}HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = order.encode() + struct.pack(f"{end}HIH", 42, 8, 1) + entry + bytes(4)
    return segment(0xE1, b"Exif\0\0" + tiff)


ALONE = """async (files) => {
  const { pictureAlone } = await import("/page/js/shared/jpeg.js");
  return Promise.all(files.map(async (file) => {
    const alone = await pictureAlone(new Blob([Uint8Array.from(file)]));
    return alone && [...new Uint8Array(await alone.arrayBuffer())];
  }));
}"""
"""Return what the page leaves of each JPEG, null for what is none."""


def test_a_jpeg_of_any_phone_keeps_its_turn_and_its_damage(page: Page) -> None:
    """Phones write EXIF in either byte order, before other data; a wrong turn is none, and no picture is no picture."""
    file = io.BytesIO()
    scene().resize((64, 48)).save(file, "JPEG")
    plain = file.getvalue()
    begin, rest = plain[:2], plain[2:]
    comment = segment(0xFE, PLACE)
    middle = (plain.rindex(b"\xff\xda") + len(plain)) // 2
    damaged = plain[:middle] + b"\xff\xe1\x00\x10" + bytes(20) + plain[middle:]
    wanted: list[tuple[bytes, bytes | None]] = [
        (begin + turned(6, "II") + rest, begin + turned(6, "MM") + rest),
        (begin + turned(6, "MM") + comment + rest, begin + turned(6, "MM") + rest),
        (begin + turned(9, "MM") + rest, plain),
        (begin + segment(0xE1, b"Exif\0\0MM") + rest, plain),
        (begin + b"\xff" + comment + rest, begin + b"\xff" + rest),
        (damaged, damaged),
        (begin + b"\xff\xd9", None),
        (begin + rest[: 2 + rest[2] * 256 + rest[3]], None),
    ]
    found = page.evaluate(ALONE, [list(sent) for sent, _ in wanted])
    assert [one and bytes(one) for one in found] == [one for _, one in wanted]


def with_place(kind: str) -> bytes:
    """Return a picture of another format whose EXIF holds the place."""
    exif = Image.Exif()
    exif[0x010F] = PLACE.decode("ascii")
    file = io.BytesIO()
    scene().save(file, kind, exif=exif)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("a.png", with_place("PNG")),
        ("a.webp", with_place("WEBP")),
        ("a.heic", b"\0\0\0\x18ftypheic" + bytes(80) + PLACE * 20),
        ("broken.png", png(table_cloth())[:60] + PLACE * 20),
        ("broken.jpg", taken()[:100]),
        ("headless.jpg", b"\xff\xd8" + bytes(80) + PLACE * 20),
        ("huge.jpg", taken()[:2] + segment(0xE2, b"ICC_PROFILE\0\1\1" + bytes(65_000)) * 190 + taken()[2:]),
    ],
    ids=lambda found: found if isinstance(found, str) else "",
)
def test_no_file_takes_its_place_along(page: Page, name: str, file: bytes) -> None:
    """The page redraws other formats; of a file that no browser shows it sends only the head."""
    assert PLACE[:8] in file
    body = sent(page, file, name)
    assert PLACE[:8] not in body
    assert len(body) < 12_000_000, "a very large picture is drawn smaller"


@pytest.mark.parametrize(
    ("name", "file"), [("a.jpg", taken(6)), ("a.png", png(table_cloth()) + PLACE), ("a.heic", bytes(40) + PLACE)]
)
def test_the_photo_of_a_card_keeps_its_place_too(page: Page, name: str, file: bytes) -> None:
    """The page removes the place from the photo of a card too."""
    bodies: list[bytes] = []

    def answer(route: Route) -> None:
        bodies.append(route.request.post_data_buffer or b"")
        route.fulfill(status=422, json={"error": {"code": "no-print", "message": "no print", "where": "image"}})

    page.route("**/api/v1/cards/photo", answer)
    page.get_by_role("link", name="Cards", exact=True).click()
    page.set_input_files("#card-photo", {"name": name, "mimeType": "", "buffer": file})
    page.get_by_role("alert").get_by_text("No print").wait_for()
    assert PLACE[:8] in file
    assert [PLACE[:8] in body for body in bodies] == [False]


def overwritten(data: bytes) -> bytes:
    """Overwrite a part of the coded data with other bytes."""
    at = data.rindex(b"\xff\xda") + 3 * (len(data) - data.rindex(b"\xff\xda")) // 4
    return data[:at] + np.random.default_rng(3).integers(0, 255, 100, np.uint8).tobytes() + data[at + 100 :]


def cut(data: bytes) -> bytes:
    """Return a truncated photo that a program closed with an end marker."""
    return data[: 4 * len(data) // 5] + b"\xff\xd9"


@pytest.mark.usefixtures("networks_wanted")
@pytest.mark.parametrize("damage", [overwritten, cut])
def test_a_damaged_photo_is_told(page: Page, example: Path, damage: Callable[[bytes], bytes]) -> None:
    """If a photo's data are damaged, which browsers ignore, the page says that a part of the photo is lost."""
    data = damage(example.read_bytes())
    page.set_input_files("#pick-choose", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": data})
    page.locator("#tiles .chip").first.wait_for()
    assert "picture is damaged" in page.locator("#photo").inner_text()


@pytest.mark.usefixtures("networks_wanted")
def test_a_photo_that_was_not_copied_completely_is_told(page: Page, example: Path) -> None:
    """The page refuses a file that ends before its picture does."""
    data = example.read_bytes()[:-20_000]
    page.set_input_files("#pick-choose", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": data})
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "ends before the picture does" in alert.inner_text()
