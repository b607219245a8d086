"""The one table from exceptions to HTTP answers; every error body is `{"error": {...}}`."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from service.photos.scan_queue import BusyError
from service.server.access.pairing_attempts import WINDOW_SECONDS
from service.shared import json_text
from service.shared.errors import ServiceError, error_object

_log = logging.getLogger(__name__)

RETRY_SECONDS: Final = {HTTPStatus.TOO_MANY_REQUESTS: WINDOW_SECONDS, HTTPStatus.SERVICE_UNAVAILABLE: 3}
"""When to come back where nothing better is known: after a 503 soon, else when wrong codes are forgotten."""

# Rows of the table: error code to status. A code that is not named here is 422, the input was understood and is wrong.
# Faults of the machine under the program are 503; no request names a file, so that a missing one is such a fault.
_STATUS: Final = {
    "bad-json": 400,
    "bad-request": 400,
    "foreign-origin": 400,
    "foreign-host": 400,
    "not-paired": 403,
    "wrong-code": 403,
    "not-found": 404,
    "unknown-card": 404,
    "unknown-ruleset": 404,
    "unknown-ruling": 404,
    "method-not-allowed": 405,
    "unknown-game": 404,
    "unknown-set": 404,
    "unknown-taught-face": 404,
    "unknown-session": 404,
    "card-exists": 409,
    "conflict": 409,
    "key-reused": 409,
    "player-exists": 409,
    "game-exists": 409,
    "set-exists": 409,
    "frame-in-flight": 409,
    "too-slow": 408,
    "too-large": 413,
    "set-too-large": 413,
    "unsupported-type": 415,
    "not-an-image": 415,
    "heic-not-supported": 415,
    "format-not-supported": 415,
    "too-many-tries": 429,
    "busy": 503,
    "book-busy": 503,
    "book-unreachable": 503,
    "book-damaged": 503,
    "book-lost": 503,
    "newer-book": 503,
    "missing-model": 503,
    "altered-model": 503,
    "disk-full": 503,
    "read-only": 503,
    "data-folder-gone": 503,
    "no-permission": 503,
    "file-not-found": 503,
    "is-a-folder": 503,
    "too-many-files": 503,
    "io-error": 503,
    "out-of-memory": 503,
    "broken-installation": 503,
    "internal": 500,
}

_HTTP_CODES: Final = {
    400: ("bad-request", "this request cannot be read"),
    404: ("not-found", "there is nothing at this address"),
    405: ("method-not-allowed", "this address does not answer that method"),
}


class JsonAnswer(JSONResponse):
    """A JSON answer printed as the command line prints it."""

    def render(self, content: Any) -> bytes:  # noqa: ANN401 - any JSON value, as the base class has it
        """ASCII bytes of the value."""
        return json_text.dumps(content).encode("ascii")


def status_of(code: str) -> int:
    """The HTTP status that goes with an error code."""
    return _STATUS.get(code, 422)


def error_answer(
    error: Exception, asked: str = "", status: int = 0, headers: Mapping[str, str] | None = None
) -> JsonAnswer:
    """Make the answer for any exception; a fault of the program is logged with its trace and with what was asked.

    Args:
        error: what was raised.
        asked: the request, for the log.
        status: in the place of the table's.
        headers: further headers.
    """
    found = error_object(error)
    if found["code"] == "internal":
        _log.error("%s failed", asked, exc_info=error)
    status = status or status_of(found["code"])
    more = dict(headers or {})
    if status in RETRY_SECONDS:
        after = error.after if isinstance(error, BusyError) else RETRY_SECONDS[HTTPStatus(status)]
        more.setdefault("Retry-After", str(after))
    if found["code"] == "busy":
        # Whoever comes back may come to another worker, which has room.
        more["Connection"] = "close"
    return JsonAnswer({"error": found}, status, more)


async def _http_error(request: Request, error: Exception) -> Response:
    """Answer what the framework refuses: unknown addresses and methods."""
    assert isinstance(error, HTTPException)
    code, message = _HTTP_CODES.get(error.status_code, ("bad-request", str(error.detail)))
    refused = ServiceError(code, message, f"{request.method} {request.url.path}")
    return error_answer(refused, status=error.status_code, headers=error.headers)


async def _invalid(_: Request, error: Exception) -> Response:
    """Answer a query or path parameter of the wrong kind."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    return error_answer(ServiceError("bad-field", str(first["msg"]), ".".join(str(part) for part in first["loc"])))


def add_error_handlers(app: FastAPI) -> None:
    """Answer what the framework itself refuses; `request_guard.Guard` answers all other exceptions."""
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _invalid)
