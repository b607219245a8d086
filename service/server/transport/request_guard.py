"""What every request and every answer passes through: host, origin, pairing, size, and the headers a browser obeys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.server.access.policy import COOKIE, OPEN, PAIRING_PAGE, Access
from service.server.transport.connection_limits import ConnectionLimits
from service.server.transport.error_answers import error_answer
from service.server.transport.places import Places
from service.server.transport.request_body import STRANGER, Body, BodyLimit
from service.shared.errors import ServiceError

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

_RANGE: Final = re.compile(rb"bytes=(\d+-\d*|-\d+)(,[ \t]*(\d+-\d*|-\d+))*")
"""A range that can be answered; one of another form is not looked at (RFC 9110, 14.2)."""

_OWN_SITES: Final = frozenset({"same-origin", "none"})
"""What a browser says (Sec-Fetch-Site) where our own page asks, or a person who typed the address."""

MOST_WRITES: Final = 32
"""Requests with a body that are answered at the same time: fewer than the threads that answer them, so that reads and
`/healthz` never wait behind them."""

MOST_OF_STRANGERS: Final = 64
"""The same of clients that are not paired, which have places of their own and need no thread of the others."""

MOST_OF_ONE_STRANGER: Final = 16
"""The same of one address."""

MOST_TEXT_BYTES: Final = 8_000_000
"""Largest body that is no form with a photo."""

_BODY_SECONDS: Final = 60.0
_HINT: Final = "of a photo 2400 pixels on the long side are plenty"


class Guard:
    """ASGI middleware around the whole application.

    It refuses requests for a host that is not ours, writes that the page of another site has sent, and, where pairing
    is asked for, all but the pairing page without the cookie. It bounds bodies: how many at the same time, how large,
    how slow. It answers exceptions of the application by the one table of errors, and gives every answer the
    `SECURITY_HEADERS`.

    Args:
        app: what answers.
        most_bytes: of a form.
        access: who may come in.
        limits: told of connections that turn out to be a paired phone's.
        larger: limits of the paths that take larger bodies than the others.
    """

    def __init__(
        self,
        app: ASGIApp,
        most_bytes: int,
        access: Access,
        limits: ConnectionLimits,
        larger: Mapping[str, BodyLimit],
    ) -> None:
        self._app = app
        self._larger = larger
        self._form = BodyLimit(most_bytes, _BODY_SECONDS, _HINT)
        self._text = BodyLimit(min(most_bytes, MOST_TEXT_BYTES), _BODY_SECONDS, _HINT)
        self._access = access
        self._limits = limits
        self._places = Places(MOST_WRITES, MOST_WRITES)
        self._strangers = Places(MOST_OF_STRANGERS, MOST_OF_ONE_STRANGER)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        scope = {
            **scope,
            "headers": [one for one in scope["headers"] if one[0] != b"range" or _RANGE.fullmatch(one[1])],
        }
        headers = Headers(scope=scope)
        guarded = with_headers(scope, send)
        try:
            _check(scope, headers, self._access)
            paired = self._access.lets_in(HTTPConnection(scope).cookies.get(COOKIE))
            if paired:
                self._limits.admit(scope.get("client"))
            elif scope["path"] not in OPEN:
                await _closed_door(scope)(scope, receive, guarded)
                return
            if scope["method"] in READS:
                await self._answer(scope, receive, guarded)
                return
            with (self._places if paired else self._strangers).take((scope.get("client") or ("", 0))[0]):
                await self._write(scope, receive, guarded, self._limit(scope, headers) if paired else STRANGER)
        except ServiceError as error:
            await error_answer(error)(scope, receive, guarded)

    def _limit(self, scope: Scope, headers: Headers) -> BodyLimit:
        is_form = headers.get("content-type", "").lower().startswith("multipart/form-data")
        return self._form if is_form else self._larger.get(scope["path"], self._text)

    async def _write(self, scope: Scope, receive: Receive, send: Send, limit: BodyLimit) -> None:
        """Answer a request that brings a body, once all of it has come."""
        body = Body(receive, limit)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                await body.drain()
            await send(message)

        if _announced(Headers(scope=scope)) > limit.most:
            await error_answer(limit.too_large())(scope, receive, sending)
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
            await error_answer(error, f"{scope['method']} {scope['path']}")(scope, receive, send)


def _check(scope: Scope, headers: Headers, access: Access) -> None:
    """Refuse what nobody may send.

    Raises:
        ServiceError: `bad-request`, `foreign-host`, `foreign-origin`.
    """
    if headers.get("upgrade", "").lower() == "websocket":
        raise ServiceError("bad-request", "this server speaks http alone, and no web sockets", "Upgrade")
    if "content-length" in headers and "transfer-encoding" in headers:
        # Two readers in a row may take its end for different places (RFC 9112, section 6.1): none is believed.
        text = "a request says either how long it is (Content-Length) or that it comes in pieces (Transfer-Encoding)"
        raise ServiceError("bad-request", text, "Content-Length")
    if not access.answers_to(headers.get("host", "")):
        text = "this server is not known by that name; open it by its address, or name it in RACKCHECK_HOST_NAMES"
        raise ServiceError("foreign-host", text, "Host")
    if scope["method"] not in READS and not _same_origin(scope.get("scheme", "http"), headers):
        text = (
            "this request was sent by the page of another site; open Rackcheck's own page (a proxy before it is named "
            "in RACKCHECK_PROXIES, and sends Host and X-Forwarded-Proto)"
        )
        raise ServiceError("foreign-origin", text, "Origin")


def _closed_door(scope: Scope) -> Response:
    """Make the answer to a client that is not paired: who opens the page is sent to the pairing page."""
    if scope["method"] in {"GET", "HEAD"} and scope["path"] == "/":
        return RedirectResponse(PAIRING_PAGE, 303)
    text = "this server asks for its pairing code first: open /pair, or scan the QR code it prints at its start"
    return error_answer(ServiceError("not-paired", text, "Cookie"))


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "")
    return int(length) if length.isdecimal() and len(length) < 20 else 0


def _same_origin(scheme: str, headers: Headers) -> bool:
    """Say whether the request comes from our own page, or from no page at all: programs send no Origin.

    Browsers send one with every write. Some also say in words that another site's page has asked, whatever became of
    the Origin on its way.
    """
    if headers.get("sec-fetch-site", "same-origin") not in _OWN_SITES:
        return False
    origin = headers.get("origin")
    return origin is None or _place(origin) == _place(f"{scheme}://{headers.get('host', '')}") is not None


def _place(address: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of an address; None for what is none, such as `null` or `http://[`."""
    try:
        found = urlsplit(address)
        if found.username is not None:
            return None
        port = found.port or {"http": 80, "https": 443}[found.scheme]
    except (ValueError, KeyError):
        return None
    return found.scheme, found.hostname or "", port


def with_headers(scope: Scope, send: Send) -> Send:
    """Send an answer with `SECURITY_HEADERS`, kept by no cache where it is one of the API."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-store" if scope["path"].startswith("/api/") else "no-cache")
        await send(message)

    return sending
