"""Measure the memory and the processor time that the worst requests cost a real server."""

from __future__ import annotations

import http.client
import json
import os
import socket
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest

from rules.card.card import FOLDER as CARD_FOLDER
from tests.service.helpers import GAME, jpeg, table_cloth
from tests.service.running_server import Server, running_server
from tests.vision import files

pytestmark = [
    pytest.mark.usefixtures("networks_wanted"),
    pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="the peak of memory is read from /proc"),
]

MEGABYTES = 420
"""Most megabytes that one request may add to the server's peak memory.

The worst known picture, with transparency and the most pixels that a decoder holds whole, stays below it.
"""

PHOTOS = 120
"""Most processor time for one picture, as a multiple of the example photo's on a warm server."""

CARDS = 70
"""Most processor time for one text, as a multiple of reading the card of 1976: similar work without networks."""


class Measured:
    """A server and its resource use."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.units: dict[str, float] = {}
        self._proc = Path("/proc") / str(server.process.pid)

    def _status(self, name: str) -> int:
        lines = (self._proc / "status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(name)) // 1024

    def peak(self) -> int:
        """Most megabytes in use since `forget`."""
        return self._status("VmHWM:")

    def forget(self) -> int:
        """Reset the peak; return the megabytes in use."""
        (self._proc / "clear_refs").write_text("5", encoding="ascii")
        return self._status("VmRSS:")

    def seconds(self) -> float:
        """Processor seconds of all its threads."""
        fields = (self._proc / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def post(self, path: str, body: bytes, kind: str) -> tuple[int, str]:
        """Send one request; return status and error code."""
        connection = http.client.HTTPConnection(urlsplit(self.server.address).netloc, timeout=300)
        connection.request("POST", path, body, {"Content-Type": kind})
        answer = connection.getresponse()
        document = json.loads(answer.read())
        connection.close()
        return answer.status, document.get("error", {}).get("code", "")

    def scan(self, photo: bytes) -> tuple[int, str]:
        """Send a picture to be read."""
        head = b'Content-Disposition: form-data; name="image"; filename="a"\r\n\r\n'
        body = b"--edge\r\n" + head + photo + b"\r\n--edge--\r\n"
        return self.post("/api/v1/scan", body, "multipart/form-data; boundary=edge")


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Measured]:
    """A server that has read a photo."""
    folder = str(tmp_path_factory.mktemp("data"))
    environment = {"RACKCHECK_DATA_DIR": folder, "OPENCV_LOG_LEVEL": "SILENT"}
    with running_server(environment=environment, new=True) as server:
        found = Measured(server)
        assert found.scan(jpeg(table_cloth()))[0] == 200
        yield found


ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def in_times_of(measured: Measured, unit: Callable[[], object], most: float, name: str) -> Iterator[None]:
    """Check that the block takes at most so many times the processor time of `unit`.

    Other load on the machine can double the processor time of the same work. If the result is near the bound, `unit` is
    measured again in the same process right afterwards.
    """

    def units() -> float:
        begun, count = measured.seconds(), 0
        # Enough repetitions that the system's clock ticks are small against the total.
        while measured.seconds() - begun < 0.4:
            unit()
            count += 1
        return (measured.seconds() - begun) / count

    if name not in measured.units:
        measured.units[name] = units()
    begun = measured.seconds()
    yield
    taken = measured.seconds() - begun
    times = taken / measured.units[name]
    if times > most / 2:
        times = taken / units()
    print(f"  {times:.1f} times {name}")  # noqa: T201 - shown with -s
    assert times <= most


def _png(width: int, height: int, depth: int, colour: int, *more: bytes) -> bytes:
    """Return a PNG of zeros: a thousandth of the size of its pixels."""
    bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    size = height * (1 + (width * bits + 7) // 8)
    packer = zlib.compressobj(9, wbits=-15)
    # After a full flush the same megabyte gives the same bytes, so that it is packed once.
    megabyte = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    rest = packer.compress(bytes(size % (1 << 20))) + packer.flush()
    # The checksum of zeros counts them.
    body = b"\x78\xda" + megabyte * (size >> 20) + rest + struct.pack(">HH", size % 65_521, 1)
    head = files.png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    chunks = [head, *more, files.png_chunk(b"IDAT", body), files.png_chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _scans(width: int, height: int, count: int) -> bytes:
    """Return a progressive JPEG that claims a size and scans the whole picture so many times."""
    data = files.encoded(np.full((64, 64, 3), 90, np.uint8), ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    last = data[data.rfind(b"\xff\xda") : -2]
    return files.jpeg_claiming(width, height, data[:-2] + last * (count - data.count(b"\xff\xda")) + data[-2:])


def _streamed(width: int, height: int) -> bytes:
    data = files.jpeg_claiming(width, height, files.encoded(np.full((64, 64, 3), 90, np.uint8), ".jpg"))
    return data[:-2] + b"\0" * (width * height // 256) + data[-2:]


def _exif_bomb() -> bytes:
    """Return a JPEG whose EXIF directory has the most entries, each pointing back at the directory."""
    entries = struct.pack("<HHII", 0x8769, 4, 1, 8) * 5000
    block = b"II" + struct.pack("<HIH", 42, 8, 5000) + entries
    return files.with_exif(files.encoded(np.zeros((64, 64, 3), np.uint8), ".jpg"), block[:65_000])


PICTURES: dict[str, Callable[[], bytes]] = {
    "png of 16 bits with transparency": lambda: _png(6300, 6300, 16, 6),
    "png of 8 bits with transparency": lambda: _png(6300, 6300, 8, 6),
    "png that is not shrunk": lambda: _png(3190, 12_500, 8, 6),
    "png of 16 bits": lambda: _png(6300, 6300, 16, 2),
    "png with a transparent colour": lambda: _png(6300, 6300, 8, 2, files.png_chunk(b"tRNS", bytes(6))),
    "png as thin as a line": lambda: _png(8_000_000, 5, 8, 0),
    "png that claims the largest size": lambda: files.png_of(2**31 - 1, 2**31 - 1),
    "png of text without end": lambda: _png(
        64, 64, 8, 2, files.png_chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(10**8)))
    ),
    "png with a profile without end": lambda: _png(
        64, 64, 8, 2, files.png_chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(10**8)))
    ),
    "jpeg of many scans": lambda: _scans(6300, 6300, 60),
    "jpeg of 120 megapixels": lambda: _streamed(12_000, 9_900),
    "jpeg that claims the largest size": lambda: files.jpeg_claiming(65_535, 65_535, jpeg(table_cloth())),
    "jpeg with a directory in a circle": _exif_bomb,
    "webp of the most pixels": lambda: files.encoded(np.zeros((6300, 6300, 4), np.uint8), ".webp", 64, 101),
    "twenty-four megabytes of nothing": lambda: b"\xff\xd8\xff\xe0" + bytes(24_000_000),
    "twenty-four megabytes of markers": lambda: b"\xff\xd8" + b"\xff" * 24_000_000,
    "twenty-four megabytes of segments": lambda: b"\xff\xd8" + b"\xff\xe1\x00\x02" * 6_000_000,
    "twenty-four megabytes of chunks": lambda: files.png_of(9, 9)[:33] + files.png_chunk(b"tEXt", b"") * 2_000_000,
}


@pytest.mark.parametrize("kind", PICTURES)
def test_no_picture_takes_more_than_it_may(measured: Measured, kind: str) -> None:
    """The worst picture of each kind is read or refused within the bounds of memory and time."""
    data = PICTURES[kind]()
    assert len(data) < 25_000_000
    example = (ROOT / "examples" / "rack.jpg").read_bytes()
    with in_times_of(measured, lambda: measured.scan(example), PHOTOS, "the example photo"):
        before = measured.forget()
        status, code = measured.scan(data)
        held = measured.peak() - before
    print(f"{kind}: {status} {code}, {held} MB")  # noqa: T201 - shown with -s
    assert status in {200, 413, 415, 422}, code
    assert held <= MEGABYTES


RACK = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C"
CARD = 'id = "%s"\ntitle = "T"\n[[section]]\ntitle = "S"\nlines = [\n%s]\n'


def _question(**more: object) -> bytes:
    return json.dumps({"rack": RACK, "card": "nmjl-1976", **more}).encode()


def _card(name: str, line: str, count: int) -> bytes:
    return json.dumps({"text": CARD % (name, f'"{line}",\n' * count)}).encode()


def _odd_lines() -> Iterator[str]:
    """Yield lines whose four letters (X, Y, U, V) are tried in vain at every position of the run."""
    for number, *suits in product("123456789", *["abc"] * 4):
        letters = " ".join(letter * 3 + suit for letter, suit in zip("XYUV", suits, strict=True))
        yield f"{number}* {letters} F (run, UV = X*X, Y = X*X) x25"


TEXTS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "lists in lists": ("check", lambda: b"[" * 990_000),
    "objects in objects": ("check", lambda: b'{"a":' * 190_000),
    "numbers": ("settle", lambda: b'{"a": [' + b",".join([b"9" * 4299] * 230) + b"]}"),
    "one number": ("settle", lambda: b'{"a": ' + b"9" * 990_000 + b"}"),
    "fields": ("check", lambda: json.dumps({f"f{at}": at for at in range(50_000)}).encode()),
    "empty objects": ("settle", lambda: b'{"a": [' + b",".join([b"{}"] * 330_000) + b"]}"),
    "all near hands": ("check", lambda: _question(options={"near": 10**6})),
    "all near hands of a bare rack": (
        "check",
        lambda: _question(rack="J J J J J J J J F F F F F", options={"near": 10**6}),
    ),
    "a rack of two thousand": ("check", lambda: _question(rack="1" * 1990 + "B")),
    "a table of two thousand": ("check", lambda: _question(rack="1B", options={"table": "1" * 1990 + "B"})),
    "exposures": ("check", lambda: _question(rack="[1B]" * 490)),
    "sets without a card": (
        "check",
        lambda: json.dumps({"rack": "111222333444B 55C", "ruleset": "japanese-american-2009"}).encode(),
    ),
    "a card of many faults": ("cards", lambda: _card("a", "x", 30_000)),
    "a card of many sections": (
        "cards",
        lambda: json.dumps({"text": 'id = "a"\ntitle = "T"\n' + "[[section]]\n" * 16_000}).encode(),
    ),
    "a card of many hands": ("cards", lambda: _card("b", "XXXX* YYYY* UUUU* FF (X not Y) x25", 4_000)),
    "a card of free letters": (
        "cards",
        lambda: _card("c", "X* Y* U* V* X+1* Y+1* U+1* V+1* X+2* Y+2* U+2* V+2* X+3* Y+3* x25", 2_000),
    ),
    "a card of tied letters": ("cards", lambda: _card("d", "XXXa YYYb UUUc VVV* FF (U = X*Y, V = X+Y) x25", 3_000)),
    "a card of letters that no number fits": (
        "cards",
        lambda: json.dumps({"text": CARD % ("f", "".join(f'"{line}",\n' for line in _odd_lines()))}).encode(),
    ),
    "a card of any tiles": ("cards", lambda: _card("e", "A A A A A A A A A A A A A A x25", 5_000)),
    "a card of fields": (
        "cards",
        lambda: json.dumps({"text": "".join(f"k{at} = 1\n" for at in range(18_000))}).encode(),
    ),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_no_text_takes_more_than_it_may(measured: Measured, kind: str) -> None:
    """The worst question and the worst card are answered or refused within the same bounds."""
    path, make = TEXTS[kind]
    data, card = make(), json.dumps({"text": (CARD_FOLDER / "nmjl-1976.toml").read_text("utf-8")}).encode()
    with in_times_of(measured, lambda: measured.post("/api/v1/cards", card, "application/json"), CARDS, "a card"):
        before = measured.forget()
        status, code = measured.post(f"/api/v1/{path}", data, "application/json")
        held = measured.peak() - before
    print(f"{kind}: {status} {code}, {held} MB")  # noqa: T201 - shown with -s
    assert status in {200, 201, 400, 404, 413, 422}, code
    assert held <= MEGABYTES


def _raw(server: Server, data: bytes) -> bytes:
    """Send these bytes on a connection; return the answer."""
    split = urlsplit(server.address)
    with socket.create_connection((split.hostname or "", split.port or 0), timeout=300) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the server closed the connection before it had read all
        found = b""
        try:
            while piece := connection.recv(65_536):
                found += piece
        except OSError:
            pass
        return found


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b"".join(b"X-%d: a\r\n" % at for at in range(200_000)), id="headers"),
        pytest.param(b"X: " + b"a" * 5_000_000 + b"\r\n", id="one header"),
        pytest.param(b"Cookie: " + b"a=b; " * 400_000 + b"\r\n", id="cookies"),
        pytest.param(b"Content-Length: 5\r\nContent-Length: 6\r\n", id="two lengths"),
        pytest.param(b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", id="length and pieces"),
        pytest.param(b"Transfer-Encoding: gzip, chunked\r\n", id="packed pieces"),
        pytest.param(b"X\0Y: 1\r\n", id="a nul"),
        pytest.param(b"Host: a\r\nHost: b\r\n", id="two hosts"),
    ],
)
def test_heads_made_to_do_harm_are_refused(measured: Measured, head: bytes) -> None:
    """A head that is too large or ambiguous is answered with 400, and the server keeps none of it."""
    before = measured.forget()
    told = _raw(measured.server, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head + b"\r\n")
    assert not told or told.split(b"\r\n")[0].split(b" ")[1] in {b"400", b"411", b"431", b"501"}, told[:200]
    assert measured.peak() - before < 50
    assert measured.post("/api/v1/settle", json.dumps(GAME).encode(), "application/json") == (200, "")


def test_pieces_that_are_no_pieces_are_refused(measured: Measured) -> None:
    """A chunked body with an absurd chunk size ends the request, and the server does not wait for it."""
    head = b"POST /api/v1/settle HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    head += b"Transfer-Encoding: chunked\r\n\r\n"
    for size in (b"-1", b"ffffffffffffffffffff", b"zz", b"5;" + b"a" * 100_000):
        told = _raw(measured.server, head + size + b"\r\n{}\r\n0\r\n\r\n")
        assert not told or b" 40" in told.split(b"\r\n")[0], told[:200]
    assert measured.post("/api/v1/settle", json.dumps(GAME).encode(), "application/json") == (200, "")


def test_after_all_of_this_nothing_is_kept(measured: Measured) -> None:
    """After the worst requests the memory is free again: it does not grow with their number."""
    worst = PICTURES["png of 8 bits with transparency"]()
    held = []
    for _ in range(6):
        measured.scan(worst)
        held.append(measured.forget())
    assert held[-1] - held[1] < 100, held
