"""Behind a reverse proxy: take the client's address and scheme from the proxy's headers."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from service.server.transport.connection_limits import ConnectionLimits
from service.server.transport.error_answers import error_answer
from service.server.transport.request_guard import with_headers
from service.shared.addresses import plain_address, plain_addresses
from service.shared.errors import ServiceError


class TrustedProxies:
    """ASGI middleware around all others, for a server behind reverse proxies.

    From a trusted proxy we take the client's address from `X-Forwarded-For` and the scheme from `X-Forwarded-Proto`, so
    that wrong codes and cookies belong to the phone. From anyone else we ignore both headers. A proxy may hold any
    number of connections, one for each request of any phone; instead we limit the requests of each address behind the
    proxy, by the same number.
    """

    def __init__(self, app: ASGIApp, trusted: AbstractSet[str], limits: ConnectionLimits) -> None:
        self._app = app
        self._trusted = plain_addresses(trusted)
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or not scope["client"] or plain_address(scope["client"][0]) not in self._trusted:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        address = _client(headers, self._trusted) or scope["client"][0]
        if not self._limits.enter(address):
            text = "too many requests of one address at once; try again in a few seconds"
            await error_answer(ServiceError("busy", text, "server"))(scope, receive, with_headers(scope, send))
            return
        try:
            # The port belongs to the proxy's connection, and nobody needs it.
            forwarded = {**scope, "client": (address, 0), "scheme": _scheme(headers) or scope["scheme"]}
            await self._app(forwarded, receive, send)
        finally:
            self._limits.leave(address)


def _client(headers: Headers, trusted: AbstractSet[str]) -> str | None:
    """Return the last address in `X-Forwarded-For` that is no trusted proxy: a client can forge the earlier ones.

    Return None if there is no such header, or if that entry is no address.
    """
    found = None
    for named in reversed(",".join(headers.getlist("x-forwarded-for")).split(",")):
        found = plain_address(named.strip())
        if found not in trusted:
            break
    return found


def _scheme(headers: Headers) -> str | None:
    """Return the last scheme in `X-Forwarded-Proto`, which the proxy next to us wrote."""
    named = ",".join(headers.getlist("x-forwarded-proto")).rpartition(",")[2].strip().lower()
    return named if named in {"http", "https"} else None
