"""Guard every request and answer: check host, origin, pairing and size, and add the security headers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final
from urllib.parse import unquote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.server.access.policy import OPEN, PAIRING_PAGE, Access
from service.server.transport.connection_limits import ConnectionLimits
from service.server.transport.error_answers import error_answer
from service.server.transport.request_body import STRANGER, Body, BodyLimit
from service.shared.addresses import one_network
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

READS: Final = frozenset({"GET", "OPTIONS"})

_RANGE: Final = re.compile(rb"bytes=(\d{1,18}-\d{0,18}|-\d{1,18})(,[ \t]*(\d{1,18}-\d{0,18}|-\d{1,18}))*")
_ENDS: Final = re.compile(rb"(\d+)-(\d+)")

_ADDRESS: Final = re.compile(rb"https?://([^/]+)(/.*)?", re.IGNORECASE | re.DOTALL)

_OWN_SITES: Final = frozenset({"same-origin", "none"})
"""Values of Sec-Fetch-Site for a request by our own page, or by a person who typed the address."""

MOST_WRITES: Final = 32
"""Limit on simultaneous requests with a body: fewer than the threads, so that reads and `/healthz` never wait."""

MOST_OF_STRANGERS: Final = 64
"""The same limit for all unpaired clients together; they have places of their own and use no thread of the others."""

MOST_OF_ONE_STRANGER: Final = 16
"""The same limit for the unpaired clients of one address."""

MOST_TEXT_BYTES: Final = 8_000_000
"""Limit in bytes on a body other than a form with a photo."""

_BODY_SECONDS: Final = 60.0


class Places:
    """Count the requests that the application is answering: of all addresses, and of each; a /64 of IPv6 is one."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._taken: Counter[str] = Counter()

    @contextmanager
    def take(self, address: str) -> Iterator[None]:
        """Hold a place for the length of the `with` block.

        Raises:
            ServiceError: `busy` if no place is free.
        """
        network = one_network(address)
        if self._taken.total() >= self._most or self._taken[network] >= self._most_of_one:
            raise ServiceError("busy", "too many requests at once; try again in a few seconds", "server")
        self._taken[network] += 1
        try:
            yield
        finally:
            self._taken -= Counter((network,))


class Guard:
    """ASGI middleware around the whole application.

    It refuses requests for a foreign host and writes from a page of another site. With pairing, it refuses everything
    but the pairing page to a client without the cookie. It limits the size, the time and the number of bodies at once.
    It turns exceptions of the application into answers by the one table of errors, and adds `SECURITY_HEADERS` to every
    answer.

    Args:
        app: the application.
        most_bytes: the limit on a form, in bytes.
        access: the access policy.
        limits: the connection counts; the guard tells them which connections belong to paired phones.
        larger: the body limits of paths that take larger bodies.
    """

    def __init__(
        self, app: ASGIApp, most_bytes: int, access: Access, limits: ConnectionLimits, larger: Mapping[str, BodyLimit]
    ) -> None:
        self._app = app
        self._larger = larger
        self._form = BodyLimit(most_bytes, _BODY_SECONDS, "of a photo 2400 pixels on the long side are plenty")
        hint = "no text is so long; a photo goes in a form, as multipart/form-data"
        self._text = BodyLimit(min(most_bytes, MOST_TEXT_BYTES), _BODY_SECONDS, hint)
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
        scope = _origin_form(scope)
        scope["headers"] = [one for one in scope["headers"] if one[0] != b"range" or _is_range(one[1])]
        headers = Headers(scope=scope)
        guarded = with_headers(scope, send)
        if scope["method"] == "HEAD":
            # The routes know only GET.
            scope["method"], guarded = "GET", _head_alone(guarded)
        try:
            _check(scope, headers, self._access)
            paired = self._access.lets_in_with(HTTPConnection(scope).cookies)
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
        """Answer a request with a body; an early answer waits for the rest of the body."""
        headers = Headers(scope=scope)
        body = Body(receive, limit, waits=headers.get("expect", "").lower() == "100-continue")

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                await body.drain()
                if body.waits:
                    # What comes next would be taken for the body.
                    MutableHeaders(scope=message)["Connection"] = "close"
            await send(message)

        if _announced(headers) > limit.most:
            await error_answer(limit.too_large())(scope, receive, sending)
        else:
            await self._answer(scope, body.receive, sending)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer; answer its uncaught exceptions by the table of errors."""
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


def _origin_form(scope: Scope) -> Scope:
    """Return a copy of a request; one for a whole address is for its path, and its host goes before the Host header."""
    # RFC 9112, section 3.2.2.
    if (found := _ADDRESS.fullmatch(scope.get("raw_path", b""))) is None:
        return {**scope}
    path, others = found[2] or b"/", [one for one in scope["headers"] if one[0] != b"host"]
    return {**scope, "path": unquote(path), "raw_path": path, "headers": [(b"host", found[1]), *others]}


def _check(scope: Scope, headers: Headers, access: Access) -> None:
    """Refuse requests that no client may send, paired or not."""
    if headers.get("upgrade", "").lower() == "websocket":
        raise ServiceError("bad-request", "this server speaks http alone, and no web sockets", "Upgrade")
    if "content-length" in headers and "transfer-encoding" in headers:
        # A proxy and we might see its end at different places (RFC 9112, section 6.1), so we accept neither header.
        text = "a request says either how long it is (Content-Length) or that it comes in pieces (Transfer-Encoding)"
        raise ServiceError("bad-request", text, "Content-Length")
    if scope["method"] not in READS and headers.get("content-encoding", "identity").lower() != "identity":
        text = "send the body as it is: this server unpacks no compressed ones"
        raise ServiceError("unsupported-type", text, "Content-Encoding")
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
    """Make the answer to an unpaired client: redirect the start page to the pairing page, refuse all else."""
    if scope["method"] == "GET" and scope["path"] == "/":
        return RedirectResponse(PAIRING_PAGE, 303)
    text = "this server asks for its pairing code first: open /pair, or scan the QR code it prints at its start"
    return error_answer(ServiceError("not-paired", text, "Cookie"))


def _is_range(value: bytes) -> bool:
    """Say whether a Range header has a form we support; we ignore any other, such as one that ends before it begins."""
    # RFC 9110, 14.1.1 and 14.2; no file of ours has a length of more digits.
    return bool(_RANGE.fullmatch(value)) and all(int(first) <= int(last) for first, last in _ENDS.findall(value))


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "")
    return int(length) if length.isdecimal() and len(length) < 20 else 0


def _same_origin(scheme: str, headers: Headers) -> bool:
    """Say whether the request comes from our own page or from no page: programs send no Origin.

    Browsers send an Origin with every write. Some also send Sec-Fetch-Site, which shows a request from another site's
    page even if a proxy changed the Origin.
    """
    if headers.get("sec-fetch-site", "same-origin") not in _OWN_SITES:
        return False
    origin = headers.get("origin")
    return origin is None or _place(origin) == _place(f"{scheme}://{headers.get('host', '')}") is not None


def _place(address: str) -> tuple[str, str, int] | None:
    """Return scheme, host and port of a URL; None if it is not a URL, such as `null` or `http://[`."""
    try:
        found = urlsplit(address)
        if found.username is not None:
            return None
        port = found.port or {"http": 80, "https": 443}[found.scheme]
    except (ValueError, KeyError):
        return None
    return found.scheme, found.hostname or "", port


def _head_alone(send: Send) -> Send:
    """Wrap `send` to end an answer with its head, so that an endless stream ends too."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            await send({"type": "http.response.body"})

    return sending


def with_headers(scope: Scope, send: Send) -> Send:
    """Wrap `send` to add `SECURITY_HEADERS`, and to keep answers of the API out of caches."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(SECURITY_HEADERS)
            headers.setdefault("Cache-Control", "no-store" if scope["path"].startswith("/api/") else "no-cache")
        await send(message)

    return sending
