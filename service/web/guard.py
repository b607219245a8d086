"""What every request and every answer passes through: host, origin, pairing, size, and the headers a browser obeys."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.access import Access
from service.errors import ErrorObject, ServiceError
from service.web.errors import error_answer, exception_answer
from service.web.pairing import refusal

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


class Guard:
    """ASGI middleware around the whole application.

    A request for a host that is not ours is refused, and one that has not been paired where that is asked for. A body
    larger than `most_bytes` is refused: at once where its length is announced, else when it has grown too
    long. A request that would change something and that another site's page has sent is refused. An exception of
    the application is answered by the one table of errors. Every answer carries `SECURITY_HEADERS`, and answers of
    the API are kept by no cache. Only http is spoken: a web socket is closed before it opens.
    """

    def __init__(self, app: ASGIApp, most_bytes: int, access: Access) -> None:
        self._app = app
        self._most = most_bytes
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = Headers(scope=scope)
        guarded = _with_headers(scope, send)
        if not self._access.answers_to(headers.get("host", "")):
            await error_answer(_FOREIGN_HOST)(scope, receive, guarded)
        elif scope["method"] not in READS and not _same_origin(headers):
            await error_answer(_FOREIGN)(scope, receive, guarded)
        elif (refused := refusal(scope, self._access.pairing)) is not None:
            await refused(scope, receive, guarded)
        elif _announced(headers) > self._most:
            await self._drain(receive)
            await error_answer(self._too_large())(scope, receive, guarded)
        else:
            await self._answered(scope, self._counted(receive), guarded)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
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

    def _too_large(self) -> ErrorObject:
        most = f"{self._most / 1_000_000:.0f} MB"
        text = f"this is larger than {most}; send a smaller copy (2400 pixels on the long side are plenty)"
        return {"code": "too-large", "message": text, "where": "body"}

    def _counted(self, receive: Receive) -> Receive:
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self._most:
                found = self._too_large()
                raise ServiceError(found["code"], found["message"], found["where"])
            return message

        return counted

    async def _drain(self, receive: Receive) -> None:
        """Read on for a while: a browser that is still sending never sees an answer that comes too early."""
        taken = 0
        while taken <= self._most:
            message = await receive()
            taken += len(message.get("body", b""))
            if message["type"] != "http.request" or not message.get("more_body", False):
                return


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


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "")
    return int(length) if length.isdecimal() and len(length) < 20 else 0


def _same_origin(headers: Headers) -> bool:
    """Whether the request comes from our own page, or from no page at all: programs send no Origin."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def _with_headers(scope: Scope, send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-store" if scope["path"].startswith("/api/") else "no-cache")
        await send(message)

    return sending
