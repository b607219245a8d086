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

_CODES: Final = {
    400: "bad-json bad-request foreign-origin foreign-host",
    403: "not-paired wrong-code",
    404: "not-found unknown-card unknown-ruleset unknown-ruling unknown-game unknown-set unknown-taught-face "
    "unknown-session",
    405: "method-not-allowed",
    408: "too-slow",
    409: "card-exists conflict key-reused player-exists game-exists set-exists frame-in-flight",
    413: "too-large set-too-large",
    415: "unsupported-type not-an-image heic-not-supported format-not-supported",
    429: "too-many-tries",
    500: "internal",
    503: "busy book-busy book-unreachable book-damaged book-lost newer-book missing-model altered-model "
    "disk-full read-only data-folder-gone no-permission file-not-found is-a-folder too-many-files io-error "
    "out-of-memory broken-installation",
}
"""Status to error codes; a code that is not named here is 422, for input that was understood and is wrong.

Faults of the machine under the program are 503: no request names a file, so a missing one is such a fault.
"""

_STATUS: Final = {code: status for status, codes in _CODES.items() for code in codes.split()}

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
