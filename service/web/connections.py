"""Connections before they are requests: how many one address holds, and how long the head of a request may take."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from service.network import one_network

_TOO_MANY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n"
)
_TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Connections:
    """The connections of one process, counted by address.

    Args:
        most: that one address may hold; a /64 of IPv6 counts as one.
        seconds: that a head may take, from the connection or, on one that is kept, from the head's first byte.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self.seconds = seconds
        self._most = most
        self._held: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more of an address; False, and not counted, where it holds as many as it may."""
        network = one_network(address)
        if self._held[network] >= self._most:
            return False
        self._held[network] += 1
        return True

    def leave(self, address: str) -> None:
        """One that entered is gone."""
        network = one_network(address)
        self._held[network] -= 1
        if not self._held[network]:
            del self._held[network]

    def protocol(self) -> type[asyncio.Protocol]:
        """What uvicorn makes for each connection."""

        class Connection(_Connection):
            connections_held = self

        return Connection


class _Connection(H11Protocol):
    """One connection, by the parser that bounds the size of a head.

    One too many is answered 503. One whose head is not whole in time is ended, with 408 where some of it has come.
    While a request is being answered nothing is timed here; between requests uvicorn ends what is idle.
    """

    connections_held: Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, and wait for its first head."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client is not None else ""
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
