"""One connection over http or https: how long the head of a request may take."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from service.server.transport.connection_limits import ConnectionLimits, Counted

_TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Connection(H11Protocol):
    """End a connection whose head is not whole in time, with 408 where some of it has come.

    The time runs from the connection or, on one that is kept, from the head's first byte. While a request is being
    answered nothing is timed here; between requests uvicorn ends what is idle. This is h11 and not httptools, because
    h11 bounds the size of a head.

    Args:
        limits: where the connection is counted.
        counted: it, as it is counted there.
        seconds: that a head may take.
        uvicorn: what uvicorn gives to its protocols.
    """

    def __init__(self, limits: ConnectionLimits, counted: Counted, seconds: float, **uvicorn: Any) -> None:  # noqa: ANN401
        super().__init__(**uvicorn)
        self._limits = limits
        self._counted = counted
        self._seconds = seconds
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head."""
        super().connection_made(transport)
        self._time()

    def data_received(self, data: bytes) -> None:
        """Take what has come, and time the head that it begins."""
        super().data_received(data)
        self._time()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        super().connection_lost(exc)
        self._forget()
        self._limits.disconnect(self._counted)

    def _time(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        if answering or self.transport.is_closing():
            self._forget()
        elif self._late is None:
            self._late = self.loop.call_later(self._seconds, self._end)

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
