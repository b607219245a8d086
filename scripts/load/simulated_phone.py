"""Simulate a phone: one kept connection, a photo now and then, requests of the ledger in between."""

from __future__ import annotations

import json
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from time import perf_counter
from typing import Any, Final, Literal

_EDGE: Final = "----rackcheck-load"
_PATIENCE: Final = 120.0
"""Timeout of a phone's request, seconds."""

Kind = Literal["scan", "book"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of one request.

    Attributes:
        seconds: time from sending until the whole answer was there.
        status: the HTTP status, 0 if the connection broke.
        retry: seconds of the `Retry-After` header, None without one.
    """

    kind: Kind
    seconds: float
    status: int
    retry: float | None
    body: bytes

    def insist(self, status: int) -> None:
        """Raise RuntimeError for any other status than this."""
        if self.status != status:
            raise RuntimeError(f"the {self.kind} was answered {self.status}: {self.body[:300]!r}")


def photo_form(photo: bytes) -> tuple[bytes, str]:
    """Encode a photo as the page sends it; return the body of the form and its content type."""
    head = (
        f'--{_EDGE}\r\nContent-Disposition: form-data; name="image"; filename="photo.jpg"\r\n'
        "Content-Type: image/jpeg\r\n\r\n"
    )
    return head.encode() + photo + f"\r\n--{_EDGE}--\r\n".encode(), f"multipart/form-data; boundary={_EDGE}"


class Phone:
    """One phone, for use by one thread."""

    def __init__(self, host: str, port: int) -> None:
        self._connection = HTTPConnection(host, port, timeout=_PATIENCE)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def scan(self, form: tuple[bytes, str]) -> Answer:
        """Send a photo, as `photo_form` makes it."""
        body, kind = form
        return self._ask("scan", "POST", "/api/v1/scan", body, {"Content-Type": kind})

    def read(self, path: str) -> Answer:
        """Request a page of the ledger."""
        return self._ask("book", "GET", f"/api/v1/{path}")

    def write(self, path: str, document: dict[str, Any]) -> Answer:
        """Write a document into the ledger."""
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
            return Answer(kind, perf_counter() - start, 0, None, b"")
        taken = perf_counter() - start
        retry = answer.headers.get("Retry-After")
        return Answer(kind, taken, answer.status, None if retry is None else float(retry), found)
