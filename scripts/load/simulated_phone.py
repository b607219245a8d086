"""A phone as the server sees it: one kept connection, a photo now and then, the book in between."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from time import perf_counter
from typing import Any, Final, Literal

_EDGE: Final = "----rackcheck-load"
_PATIENCE: Final = 120.0
"""Seconds a phone waits for an answer."""

Kind = Literal["scan", "book"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one request.

    Attributes:
        start: when it was sent, seconds of `perf_counter`.
        seconds: until all of the answer was there.
        status: the HTTP status, 0 where the connection broke.
        retry: seconds after which the server asked to be asked again, None where it named none.
    """

    kind: Kind
    start: float
    seconds: float
    status: int
    retry: float | None
    body: bytes


def photo_form(photo: bytes) -> tuple[bytes, str]:
    """A photo as the page sends it: the body of a form, and its content type."""
    head = (
        f'--{_EDGE}\r\nContent-Disposition: form-data; name="image"; filename="photo.jpg"\r\n'
        "Content-Type: image/jpeg\r\n\r\n"
    )
    return head.encode() + photo + f"\r\n--{_EDGE}--\r\n".encode(), f"multipart/form-data; boundary={_EDGE}"


class Phone:
    """One phone. Belongs to one thread."""

    def __init__(self, host: str, port: int) -> None:
        self._connection = HTTPConnection(host, port, timeout=_PATIENCE)

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    def scan(self, form: tuple[bytes, str]) -> Answer:
        """Send a photo, as `photo_form` makes it."""
        body, kind = form
        return self._ask("scan", "POST", "/api/v1/scan", body, {"Content-Type": kind})

    def read(self, path: str) -> Answer:
        """Read something of the book."""
        return self._ask("book", "GET", f"/api/v1/{path}")

    def write(self, path: str, document: dict[str, Any]) -> Answer:
        """Write something into the book."""
        return self._ask(
            "book", "POST", f"/api/v1/{path}", json.dumps(document).encode(), {"Content-Type": "application/json"}
        )

    def _ask(
        self, kind: Kind, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        start = perf_counter()
        try:
            self._connection.request(method, path, body, headers or {})
            answer = self._connection.getresponse()
            found = answer.read()
        except (OSError, HTTPException):
            self._connection.close()
            return Answer(kind, start, perf_counter() - start, 0, None, b"")
        taken = perf_counter() - start
        retry = answer.headers.get("Retry-After")
        return Answer(kind, start, taken, answer.status, None if retry is None else float(retry), found)


def one_scan(phone: Phone, form: tuple[bytes, str]) -> Callable[[], None]:
    """A task that scans a photo over http and insists on an answer with tiles.

    Raises, when called:
        RuntimeError: where the server answers anything else.
    """

    def scan() -> None:
        answer = phone.scan(form)
        if answer.status != 200:
            raise RuntimeError(f"the scan was answered {answer.status}: {answer.body[:300]!r}")

    return scan
