"""One worker of the server that `rackcheck serve` runs: it accepts connections, speaks TLS, and ends in time."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import ssl
from collections.abc import Callable, Coroutine
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import uvicorn
from fastapi import FastAPI

from service.server.access.policy import Access
from service.server.app import create_app
from service.server.transport.connection import Connection
from service.server.transport.connection_limits import ConnectionLimits, Counted
from service.server.transport.trusted_proxies import TrustedProxies
from service.server.transport.worker_messages import WorkerMessages
from service.shared.errors import ServiceError
from service.shared.settings import Settings
from vision import VisionError

if TYPE_CHECKING:
    from service.server.access.certificates import Certificates

GRACE: Final = 1.0
"""Seconds that running answers get to finish when the server stops."""

_TLS_SHUTDOWN: Final = 0.5
"""Seconds that a phone gets for the TLS shutdown; asyncio would give it thirty."""

_FULL_PAUSE: Final = 0.5
"""Seconds between two attempts to accept when the process is out of file descriptors."""

_TOO_MANY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n"
)

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Job:
    """The configuration that all workers of a server share.

    Attributes:
        made: the certificates; None over plain http.
        tile_set: the name of the default taught tile set, for photos without a choice of their own.
    """

    chosen: Settings
    access: Access
    made: Certificates | None
    tile_set: str | None

    def server(self, messages: WorkerMessages, *, again: bool = False) -> Server:
        """Make the server of one worker; `again` if the worker replaces a dead one.

        Somebody may delete or rename the default tile set while the server runs. A replacement worker then logs a
        warning and reads without a default tile set, so that the game can go on.

        Raises:
            ServiceError: `bad-setting`; `unknown-set` unless `again`.
            VisionError: if the file of the tile set is damaged, unless `again`.
        """
        app = create_app(self.chosen, self.access, messages)
        if self.tile_set is not None:
            try:
                app.state.tile_set = app.state.sets.load(self.tile_set).name
            except (ServiceError, VisionError) as error:
                if not again:
                    raise
                _log.warning("photos are read by no taught set where none is chosen: %s", error)
        return Server(app, self)


class Server(uvicorn.Server):
    """Serve one application on a listener, and count every connection from the moment we accept it.

    uvicorn accepts connections through asyncio. asyncio reports a connection only after its TLS handshake, gives each
    handshake a minute, and each TLS shutdown half a minute. So this class accepts connections itself.
    """

    def __init__(self, app: FastAPI, job: Job) -> None:
        proxies = job.chosen.trusted_proxies
        config = uvicorn.Config(
            TrustedProxies(app, proxies, app.state.limits) if proxies else app,
            http=Connection,
            ws="none",
            # uvicorn warns of each request that is not HTTP: strangers could fill the terminal, and a pipe behind it.
            log_level="error",
            server_header=False,
            # `TrustedProxies` reads these headers, and only from the proxies in the settings.
            proxy_headers=False,
        )
        super().__init__(config)
        self._limits: ConnectionLimits = app.state.limits
        self._seconds = job.chosen.head_seconds
        self._streams = app.state.streams
        self._serving: Callable[[], None] = lambda: None
        self._tls = None
        if job.made is not None:
            self._tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            self._tls.load_cert_chain(job.made.chain, job.made.key)
        self._accepting: set[asyncio.Task[None]] = set()

    def work(self, listener: socket.socket, serving: Callable[[], None] = lambda: None) -> None:
        """Serve until a signal arrives; call `serving` when the server is ready for requests."""
        self._serving = serving
        # Ctrl-C must go to the server from here on and never raise.
        before = signal.signal(signal.SIGINT, self.handle_exit)
        # Deliver a Ctrl-C that `hold_ctrl_c` held back.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        try:
            self.run([listener])
        finally:
            signal.signal(signal.SIGINT, before)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        await super().startup([])
        for listener in sockets or ():
            listener.setblocking(False)
            self._begin(self._accept(listener))
        self._serving()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close event streams at once, and give running answers `GRACE` seconds before we abort their connections."""
        for task in self._accepting:
            task.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        self._streams.close()
        late = asyncio.get_running_loop().call_later(GRACE, self._abort)
        await super().shutdown(sockets)
        late.cancel()

    def _abort(self) -> None:
        for connection in tuple(self.server_state.connections):
            connection.transport.abort()

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._accepting.add(task)
        task.add_done_callback(self._accepting.discard)

    async def _accept(self, listener: socket.socket) -> None:
        """Accept one connection at a time, so that no worker takes all waiting connections from the others."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                one, address = await loop.sock_accept(listener)
            except ConnectionError:
                continue
            except OSError as error:
                _log.warning("no connection can be accepted: %s", error)
                await asyncio.sleep(_FULL_PAUSE)
                continue
            counted = self._limits.connect((str(address[0]), int(address[1])), partial(_hang_up, one))
            if counted is not None:
                self._begin(self._open(one, counted))
                continue
            with closing(one), suppress(OSError):
                # Under TLS we cannot send an HTTP answer before the handshake.
                one.send(b"" if self._tls else _TOO_MANY)

    async def _open(self, one: socket.socket, counted: Counted) -> None:
        """Do the TLS handshake, if any, and hand the connection over to `Connection`."""
        make = partial(
            Connection,
            self._limits,
            counted,
            self._seconds,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        seconds = {"ssl_handshake_timeout": self._seconds, "ssl_shutdown_timeout": _TLS_SHUTDOWN} if self._tls else {}
        try:
            await asyncio.get_running_loop().connect_accepted_socket(make, one, ssl=self._tls, **seconds)
        except (OSError, asyncio.CancelledError):
            self._limits.disconnect(counted)


def _hang_up(one: socket.socket) -> None:
    """Shut the socket down: during a handshake the connection has no protocol object to close yet."""
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)


def hold_ctrl_c() -> None:
    """Hold Ctrl-C back until `Server.work`: while a loop or a module starts, it would be lost or print a traceback."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
