"""Forms: photos with their fields, as a phone sends them."""

from __future__ import annotations

import json
from random import Random

from service.server.access.policy import Access
from tests.fuzz.mutate import json_crafted, mutated
from tests.fuzz.target import Target
from tests.fuzz.wire import Wire, request
from tests.service.helpers import jpeg
from tests.vision import toys

WIRE = Wire(Access(frozenset()))

PHOTO = jpeg(toys.picture(160, 90, [("5B", toys.face((40, 45), 40)), ("J", toys.face((110, 45), 40))]))
_EDGE = "edge"
_CLAIM = {"card": "nmjl-1976", "corrections": {"1": "5B"}, "exposures": [[1, 2]], "table": {"discarder": "Bea"}}
_LABELS = {
    "tiles": [{"box": [20, 20, 60, 70], "label": "5B"}, {"quad": [[1, 1], [9, 1], [9, 9], [1, 9]], "label": "J"}]
}


def _form(target: str, *fields: tuple[str, str], name: str = "a.jpg", photo: bytes = PHOTO) -> bytes:
    parts = [f'--{_EDGE}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n' for key, value in fields]
    head = f'--{_EDGE}\r\nContent-Disposition: form-data; name="image"; filename="{name}"\r\n'
    body = "".join(parts) + head + "Content-Type: image/jpeg\r\n\r\n"
    closed = body.encode() + photo + f"\r\n--{_EDGE}--\r\n".encode()
    return request("POST", target, closed, f"multipart/form-data; boundary={_EDGE}")


def _run(data: bytes) -> None:
    WIRE.ask(data)


def _craft(data: bytes, rng: Random) -> bytes:
    """Change the JSON in a form, or anything between its boundaries."""
    for told in (_CLAIM, _LABELS):
        text = json.dumps(told).encode()
        if text in data and rng.random() < 0.7:
            return data.replace(text, json_crafted(text, rng), 1)
    at = data.find(PHOTO)
    if at < 0 or rng.random() < 0.1:
        return mutated(data, rng, _WORDS, 8000)
    return mutated(data[:at], rng, _WORDS, 4000) + data[at:]


_SEEDS = (
    _form("/api/v1/scan"),
    _form("/api/v1/scan", ("set", "Club")),
    _form("/api/v1/scan", photo=b"hello", name="../../a.jpg"),
    _form("/api/v1/live", ("time", "1.5"), ("session", "q1Zz0b2mJp0C6oQmPqv2xA")),
    _form("/api/v1/live", ("time", "1.5")),
    _form("/api/v1/evidence", ("claim", json.dumps(_CLAIM))),
    _form("/api/v1/sets/Club/lessons", ("labels", json.dumps(_LABELS))),
    _form("/api/v1/sets/Club/corrections", ("labels", json.dumps(_LABELS)), ("keep", "yes")),
    _form("/api/v1/sets/Club/proposal"),
)
_WORDS = (
    *(b"--edge", b"--edge--", b"\r\n", b"\r\n\r\n", b"Content-Disposition: form-data; ", b'name="image"; filename="'),
    *(
        b'name="claim"',
        b'name="labels"',
        b'name="set"',
        b'name="session"',
        b'name="time"',
        b'name="keep"',
        b"filename*=utf-8''",
    ),
    *(
        b"Content-Transfer-Encoding: base64",
        b"Content-Type: ",
        b"charset=utf-16",
        b"charset=undefined",
        b"boundary=",
        b"nan",
        b"inf",
        b"1e999",
    ),
)

TARGET = Target(
    "forms over HTTP: an answer that is promised, never 500", _run, _SEEDS, _WORDS, longest=8000, craft=_craft
)
