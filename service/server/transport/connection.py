"""One connection over http or https, with a time limit for the head of a request."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from service.server.transport.connection_limits import ConnectionLimits, Counted
from service.shared import json_text
from service.shared.errors import ServiceError, error_object
from service.shared.http_status import HTTP_CODES

_TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_UNREADABLE: Final = json_text.dumps({"error": error_object(ServiceError(*HTTP_CODES[400], "request"))}).encode("ascii")
_NO_REQUEST: Final = (
    b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
    % (len(_UNREADABLE), _UNREADABLE)
)


class Connection(H11Protocol):
    """Close a connection if a request head takes too long; answer 408 if a part of it has arrived.

    The time runs from the start of the connection, or from the first byte of a later head. It stops while we answer a
    request; between requests uvicorn closes idle connections. We use h11 and not httptools, because h11 limits the size
    of a head.

    Args:
        limits: the connection counts of the server.
        counted: this connection in those counts.
        seconds: the time limit for a head.
        uvicorn: the arguments that uvicorn gives to its protocols.
    """

    def __init__(self, limits: ConnectionLimits, counted: Counted, seconds: float, **uvicorn: Any) -> None:  # noqa: ANN401
        super().__init__(**uvicorn)
        self._limits = limits
        self._counted = counted
        self._seconds = seconds
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock for the first head."""
        super().connection_made(transport)
        self._time()

    def data_received(self, data: bytes) -> None:
        """Pass the data on, and start or stop the clock."""
        super().data_received(data)
        self._time()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock, and remove the connection from the counts."""
        super().connection_lost(exc)
        self._forget()
        self._limits.disconnect(self._counted)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - the library's own words
        """Answer bytes that are no request, unless they stand in the way of an answer under way."""
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(_NO_REQUEST)
        self.transport.close()

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
        # Bytes after an answer may be the rest of an unread body: they must not get a second answer.
        if begun and (self.cycle is None or not self.cycle.more_body):
            self.transport.write(_TOO_SLOW)
        self.transport.close()
