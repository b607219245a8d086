"""What every request and every answer passes through: host, origin, pairing, size, and the headers a browser obeys."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.server.access.policy import Access
from service.server.routes.pairing import refusal
from service.server.transport.error_answers import error_answer, exception_answer
from service.server.transport.request_body import Body, too_large
from service.shared.errors import ErrorObject

SECURITY_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

_OWN_SITES: Final = frozenset({"same-origin", "none"})
"""What a browser says (Sec-Fetch-Site) where our own page asks, or a person who typed the address."""

MOST_WRITES: Final = 32
"""Requests with a body that are answered at the same time: fewer than the threads that answer them, so that reads and
`/healthz` never wait behind them."""

MOST_TEXT_BYTES: Final = 8_000_000
"""Largest body that is no form with a photo."""


class Guard:
    """ASGI middleware around the whole application.

    A request for a host that is not ours is refused, one that would change something and that another site's page has
    sent, and one that has not been paired where that is asked for. More than `MOST_WRITES` bodies at a time are
    answered 503; one that is too large (more than `most_bytes` in a form) or too slow is refused. An exception of the
    application is answered by the one table of errors. Every answer carries `SECURITY_HEADERS`, and answers of the API
    are kept by no cache. Only http is spoken: a web socket is closed before it opens.
    """

    def __init__(self, app: ASGIApp, most_bytes: int, access: Access) -> None:
        self._app = app
        self._most = most_bytes
        self._access = access
        self._writes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = Headers(scope=scope)
        guarded = with_headers(scope, send)
        if "content-length" in headers and "transfer-encoding" in headers:
            # Two readers in a row may take its end for different places (RFC 9112, section 6.1): none is believed.
            await error_answer(_TWO_ENDS)(scope, receive, guarded)
        elif not self._access.answers_to(headers.get("host", "")):
            await error_answer(_FOREIGN_HOST)(scope, receive, guarded)
        elif scope["method"] not in READS and not _same_origin(headers):
            await error_answer(_FOREIGN)(scope, receive, guarded)
        elif (refused := refusal(scope, self._access.pairing)) is not None:
            await refused(scope, receive, guarded)
        elif scope["method"] in READS:
            await self._answer(scope, receive, guarded)
        elif self._writes >= MOST_WRITES:
            await error_answer(_BUSY)(scope, receive, guarded)
        else:
            self._writes += 1
            try:
                await self._write(scope, receive, guarded, headers)
            finally:
                self._writes -= 1

    async def _write(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> None:
        """Answer a request that brings a body, once all of it has come."""
        is_form = headers.get("content-type", "").lower().startswith("multipart/form-data")
        most = self._most if is_form else min(self._most, MOST_TEXT_BYTES)
        body = Body(receive, most)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                await body.drain()
            await send(message)

        if _announced(headers) > most:
            await error_answer(too_large(most))(scope, receive, sending)
        else:
            await self._answer(scope, body.receive, sending)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer; an exception it lets through is answered by the table of errors."""
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except ClientDisconnect:
            return
        except Exception as error:
            if begun:
                raise
            await exception_answer(f"{scope['method']} {scope['path']}", error)(scope, receive, send)


_FOREIGN: Final[ErrorObject] = {
    "code": "foreign-origin",
    "message": "this request was sent by the page of another site; open Rackcheck's own page",
    "where": "Origin",
}


_FOREIGN_HOST: Final[ErrorObject] = {
    "code": "foreign-host",
    "message": "this server is not known by that name; open it by its address, or name it in RACKCHECK_HOST_NAMES",
    "where": "Host",
}


_TWO_ENDS: Final[ErrorObject] = {
    "code": "bad-request",
    "message": "a request says either how long it is (Content-Length) or that it comes in pieces (Transfer-Encoding)",
    "where": "Content-Length",
}


_BUSY: Final[ErrorObject] = {
    "code": "busy",
    "message": "too many requests at once; try again in a few seconds",
    "where": "server",
}


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "")
    return int(length) if length.isdecimal() and len(length) < 20 else 0


def _same_origin(headers: Headers) -> bool:
    """Whether the request comes from our own page, or from no page at all: programs send no Origin.

    Browsers send one with every write. Some also say in words that another site's page has asked, whatever became of
    the Origin on its way.
    """
    if headers.get("sec-fetch-site", "same-origin") not in _OWN_SITES:
        return False
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        # An address that is none, such as http://[ is nobody's page.
        return False


def with_headers(scope: Scope, send: Send) -> Send:
    """What sends an answer with `SECURITY_HEADERS`, kept by no cache where it is one of the API."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-store" if scope["path"].startswith("/api/") else "no-cache")
        await send(message)

    return sending
