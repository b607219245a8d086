"""Connections before they are requests: how many one address holds, how long a handshake and a head may take."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Set as AbstractSet
from contextlib import suppress
from ssl import SSLContext
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from service.shared.addresses import one_network, plain_address

_TOO_MANY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n"
)
_TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Connections:
    """The connections of one process, counted by address.

    Args:
        most: that one address may hold; a /64 of IPv6 counts as one.
        seconds: that a handshake may take, and then a head: from the connection or, on one that is kept, from the
            head's first byte.
        secure: what https is spoken with; None over plain http.
        unbounded: addresses that may hold as many as they like, which are proxies of many.
    """

    def __init__(
        self,
        most: int,
        seconds: float,
        secure: SSLContext | None = None,
        unbounded: AbstractSet[str] = frozenset(),
    ) -> None:
        self.seconds = seconds
        self._most = most
        self._secure = secure
        self._unbounded = unbounded
        self._held: Counter[str] = Counter()
        self._shaking: set[_Handshake] = set()
        self._ending = False

    def enter(self, address: str) -> bool:
        """Count one more of an address; False, and not counted, where it holds as many as it may."""
        if plain_address(address) in self._unbounded:
            return True
        network = one_network(address)
        if self._held[network] >= self._most:
            return False
        self._held[network] += 1
        return True

    def leave(self, address: str) -> None:
        """One that entered is gone."""
        if plain_address(address) in self._unbounded:
            return
        network = one_network(address)
        self._held[network] -= 1
        if not self._held[network]:
            del self._held[network]

    def protocol(self) -> type[asyncio.Protocol]:
        """What uvicorn makes for each connection."""

        class Connection(_Connection):
            connections_held = self

        return Connection if self._secure is None else _secured(self, self._secure, Connection)

    def begin(self, handshake: _Handshake) -> bool:
        """Count one that begins a handshake; False, and not counted, where it is to be hung up on."""
        if self._ending or not self.enter(handshake.address):
            return False
        self._shaking.add(handshake)
        return True

    def done(self, handshake: _Handshake) -> None:
        """Its handshake is over, one way or the other: it is counted no more."""
        self._shaking.discard(handshake)
        self.leave(handshake.address)

    def end_handshakes(self) -> None:
        """Hang up on all that are in a handshake, now and from now on: no request of theirs is under way."""
        self._ending = True
        for one in tuple(self._shaking):
            one.end()


def _address(transport: asyncio.BaseTransport) -> str:
    """The address of the other side; of a socket without any, nothing."""
    found = transport.get_extra_info("peername")
    return str(found[0]) if isinstance(found, tuple) else ""


class _Handshake(asyncio.Protocol):
    """One connection before it is https: counted from its first moment, and ended where the handshake takes too long.

    asyncio's own server would give each a minute and tell nobody from where it comes until the handshake is over.
    Once it is, `inner` takes the connection, with what has come by then.
    """

    def __init__(self, held: Connections, secure: SSLContext, inner: _Connection) -> None:
        self._held = held
        self._secure = secure
        self._inner = inner
        self._came: list[bytes] = []
        self._lost: list[Exception | None] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it, and begin the handshake; one too many is hung up on, since nothing can be said before."""
        assert isinstance(transport, asyncio.Transport)
        self._plain, self.address = transport, _address(transport)
        if not self._held.begin(self):
            transport.abort()
            return
        # Nothing is read before the handshake has begun to read it.
        transport.pause_reading()
        self._task = asyncio.get_running_loop().create_task(self._shake())

    def data_received(self, data: bytes) -> None:
        """Keep what comes between the end of the handshake and the moment when `inner` is told of it."""
        self._came.append(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remember that it was lost in that moment."""
        self._lost.append(exc)

    def end(self) -> None:
        """Hang up."""
        self._plain.abort()

    async def _shake(self) -> None:
        loop, transport = asyncio.get_running_loop(), None
        with suppress(OSError):
            transport = await loop.start_tls(
                self._plain, self, self._secure, server_side=True, ssl_handshake_timeout=self._held.seconds
            )
        self._held.done(self)
        if transport is None or self._lost:
            self._plain.abort()
            return
        transport.set_protocol(self._inner)
        self._inner.connection_made(transport)
        for data in self._came:
            self._inner.data_received(data)


def _secured(held: Connections, secure: SSLContext, inner: type[_Connection]) -> type[asyncio.Protocol]:
    """What uvicorn makes for each connection over https."""

    class Handshake(_Handshake):
        def __init__(self, **given: Any) -> None:  # noqa: ANN401 - what uvicorn gives to a protocol
            super().__init__(held, secure, inner(**given))

    return Handshake


class _Connection(H11Protocol):
    """One connection, by the parser that bounds the size of a head.

    One too many is answered 503. One whose head is not whole in time is ended, with 408 where some of it has come.
    While a request is being answered nothing is timed here; between requests uvicorn ends what is idle.
    """

    connections_held: Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, and wait for its first head."""
        super().connection_made(transport)
        self._address = _address(transport)
        self._late: asyncio.TimerHandle | None = None
        self._entered = self.connections_held.enter(self._address)
        if not self._entered:
            transport.write(_TOO_MANY)
            transport.close()
        self._time()

    def data_received(self, data: bytes) -> None:
        """Take what has come: a head is timed from here, unless it is whole by now."""
        super().data_received(data)
        self._time()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        super().connection_lost(exc)
        self._forget()
        if self._entered:
            self.connections_held.leave(self._address)

    def _time(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        if answering or self.transport.is_closing():
            self._forget()
        elif self._late is None:
            self._late = self.loop.call_later(self.connections_held.seconds, self._end)

    def _forget(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _end(self) -> None:
        begun, _ = self.conn.trailing_data
        # What comes after an answer may be the rest of a body that nobody asked for: no second answer goes with it.
        if begun and (self.cycle is None or not self.cycle.more_body):
            self.transport.write(_TOO_SLOW)
        self.transport.close()
