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
from starlette.routing import Match

from service.photos.scan_queue import BusyError
from service.server.access.pairing_attempts import WINDOW_SECONDS
from service.shared import json_text
from service.shared.errors import ServiceError, error_object
from service.shared.http_status import HTTP_CODES, status_of
from service.shared.wording import what_to_write

_log = logging.getLogger(__name__)

RETRY_SECONDS: Final = {HTTPStatus.TOO_MANY_REQUESTS: WINDOW_SECONDS, HTTPStatus.SERVICE_UNAVAILABLE: 3}
"""Seconds for Retry-After if the error has none of its own; a 429 waits for a whole window of wrong codes."""


class JsonAnswer(JSONResponse):
    """A JSON answer in the format of the command line."""

    def render(self, content: Any) -> bytes:  # noqa: ANN401 - any JSON value, as the base class has it
        """Return the value as ASCII bytes."""
        return json_text.dumps(content).encode("ascii")


def error_answer(
    error: Exception, asked: str = "", status: int = 0, headers: Mapping[str, str] | None = None
) -> JsonAnswer:
    """Make the answer for any exception; log a fault of the program with its traceback and the request.

    Args:
        error: the exception.
        asked: the request, for the log.
        status: the HTTP status; 0 takes the table's.
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
        # On a new connection the client may reach another worker, which has room.
        more["Connection"] = "close"
    return JsonAnswer({"error": found}, status, more)


async def _http_error(request: Request, error: Exception) -> Response:
    """Answer the framework's own refusals: unknown paths and methods."""
    assert isinstance(error, HTTPException)
    status = error.status_code
    code, message = HTTP_CODES.get(status, ("bad-request", str(error.detail)))
    refused = ServiceError(code, message, f"{request.method} {request.url.path}")
    headers = dict(error.headers or {})
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers |= _allowed(request)
    return error_answer(refused, status=status, headers=headers)


def _allowed(request: Request) -> dict[str, str]:
    """Return the header with the methods of an address: the framework names only those of its first route."""
    asked = ({**request.scope, "method": method} for method in ("DELETE", "GET", "POST", "PUT"))
    found = [one["method"] for one in asked if any(r.matches(one)[0] is Match.FULL for r in request.app.routes)]
    # A route that answers GET answers HEAD too, by `request_guard.Guard`.
    return {"Allow": ", ".join(found).replace("GET", "GET, HEAD")} if found else {}


async def _invalid(_: Request, error: Exception) -> Response:
    """Answer a query or path parameter of the wrong kind."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return error_answer(ServiceError("bad-field", what_to_write(str(first["msg"])), where))


def add_error_handlers(app: FastAPI) -> None:
    """Add handlers for the framework's own refusals; `request_guard.Guard` answers all other exceptions."""
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _invalid)
