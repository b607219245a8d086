"""Heads of requests to a server that asks for its code: addresses, hosts, origins, cookies, ranges, event numbers."""

from __future__ import annotations

import re
import tempfile
from itertools import count
from pathlib import Path
from urllib.parse import unquote

from service.server.access.pairing import Pairing
from service.server.access.policy import COOKIE, OPEN, Access
from service.server.app import create_app
from service.shared.settings import Settings
from tests.fuzz.target import Target
from tests.fuzz.wire import Wire, plain_requests, request

_seconds = count(2_000_000_000, 7)
"""A clock that advances at every look, so that a lockout of a guesser ends."""

_FOLDER = tempfile.TemporaryDirectory(prefix="fuzz-door-")
PAIRING = Pairing("ABCD2345", lambda: b"s" * 32, Path(_FOLDER.name) / "tries", lambda: float(next(_seconds)))
_TOKEN = PAIRING.pair("ABCD2345", "127.0.0.1")
WIRE = Wire(Access(frozenset({"club.local"}), PAIRING, b"-----BEGIN CERTIFICATE-----"))


def _run(data: bytes) -> None:
    answer = WIRE.ask(data)
    # A token of another run works too: the secret is the same.
    brought = re.findall(rb"[0-9a-f.]{40,}", data)
    if answer is None or answer.status >= 300 or any(PAIRING.is_paired(one.decode()) for one in brought):
        return
    path = unquote(data.split(b"\r\n")[0].split(b" ")[1].decode("latin-1").partition("?")[0])
    assert path in OPEN, f"{path} is answered to somebody who has not paired: {answer}"
    assert path != "/api/v1/pair" or b"2345" in data, "a wrong code lets somebody in"


_JSON = "application/json"
_COOKIE = {"Cookie": f"{COOKIE}={_TOKEN}"}
_SEEDS = (
    *plain_requests(create_app(Settings(data_dir=Path("none")), Access(frozenset()))),
    *(
        head.replace(b"\r\n\r\n", f"\r\nCookie: {COOKIE}={_TOKEN}\r\n\r\n".encode(), 1)
        for head in plain_requests(create_app(Settings(data_dir=Path("none")), Access(frozenset())))
    ),
    request("GET", "/page/js/main.js", more={**_COOKIE, "Range": "bytes=0-10", "If-None-Match": '"x"'}),
    request("GET", "/page/../../../etc/passwd", more=_COOKIE),
    request("HEAD", "/", more=_COOKIE),
    b"HEAD / HTTP/1.1\r\nHost: a@b:c\r\n\r\n",  # its error has no body
    request("OPTIONS", "/api/v1/check", more={**_COOKIE, "Origin": "http://127.0.0.1:8152"}),
    request("GET", "/pair"),
    request("POST", "/api/v1/pair", b'{"code": "abcd-2345"}', _JSON, {"Origin": "http://127.0.0.1:8152"}),
    request("POST", "/api/v1/pair", b'{"code": "wrong"}', _JSON, {"Sec-Fetch-Site": "cross-site"}),
    request("GET", "/api/v1/games/x/events?after=3", more={**_COOKIE, "Last-Event-ID": "7"}),
)
_WORDS = (
    *(b"Host: ", b"Origin: ", b"Origin: http://[", b"Origin: null", b"Cookie: rackcheck-paired=", b"Last-Event-ID: "),
    *(b"Range: bytes=", b"Sec-Fetch-Site: ", b"Referer: ", b"X-Forwarded-Host: ", b"X-HTTP-Method-Override: "),
    *(
        b"%2e%2e/",
        b"%2f",
        b"%00",
        b"%5c",
        b"//",
        b"/page/",
        b"/pair",
        b"?after=",
        b"?most=",
        b"TRACE ",
        b"CONNECT ",
        b"[::1]:80",
    ),
)

TARGET = Target("heads of requests: who has not paired gets the pairing page alone", _run, _SEEDS, _WORDS, longest=4000)
