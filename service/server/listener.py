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
from service.server.app import create_app, make_limits
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
"""Seconds that answers have to end once the server is asked to."""

_TLS_SHUTDOWN: Final = 0.5
"""Seconds that a phone has to say goodbye over TLS; asyncio would give it thirty."""

_FULL_PAUSE: Final = 0.5
"""Seconds between two attempts to accept where the system has no more files for us."""

_TOO_MANY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n"
)

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Job:
    """What each worker of a server does alike.

    Attributes:
        made: the certificates, None over plain http.
        tile_set: the name of the taught set that photos are read by where none is chosen.
    """

    chosen: Settings
    access: Access
    made: Certificates | None
    tile_set: str | None

    def server(self, messages: WorkerMessages, *, again: bool = False) -> Server:
        """Make the server of one worker; `again` where it takes the place of one that has served.

        A set that went since the server was started, or got another name, ends no evening: a worker that comes later
        reads by none where no set is chosen, and says so.

        Raises:
            ServiceError: `bad-setting`; `unknown-set`, not `again`.
            VisionError: for a set whose file is damaged, not `again`.
        """
        limits = make_limits(self.chosen, self.access)
        app = create_app(self.chosen, self.access, messages, limits)
        if self.tile_set is not None:
            try:
                app.state.tile_set = app.state.sets.load(self.tile_set).name
            except (ServiceError, VisionError) as error:
                if not again:
                    raise
                _log.warning("photos are read by no taught set where none is chosen: %s", error)
        return Server(app, self, limits)


class Server(uvicorn.Server):
    """Serve one application on a listener, with every connection counted from its first moment.

    uvicorn accepts connections through asyncio, which tells nobody of a connection before its TLS handshake is over,
    gives each handshake a minute, and each goodbye half of one. So this class accepts them itself.
    """

    def __init__(self, app: FastAPI, job: Job, limits: ConnectionLimits) -> None:
        proxies = job.chosen.trusted_proxies
        config = uvicorn.Config(
            TrustedProxies(app, proxies, limits) if proxies else app,
            http=Connection,
            ws="none",
            # A warning of each request that is no http would let strangers fill the terminal, and a pipe behind it.
            log_level="error",
            server_header=False,
            # Read by `TrustedProxies`, from those that the settings name.
            proxy_headers=False,
        )
        super().__init__(config)
        self._limits = limits
        self._seconds = job.chosen.head_seconds
        self._streams = app.state.streams
        self._serving: Callable[[], None] = lambda: None
        self._tls = None
        if job.made is not None:
            self._tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            self._tls.load_cert_chain(job.made.chain, job.made.key)
        self._accepting: set[asyncio.Task[None]] = set()

    def work(self, listener: socket.socket, serving: Callable[[], None] = lambda: None) -> None:
        """Serve until a signal ends it; `serving` is called when requests are answered."""
        self._serving = serving
        # From the first moment on Ctrl-C goes to the server and never raises.
        before = signal.signal(signal.SIGINT, self.handle_exit)
        # Pass on what `hold_ctrl_c` has held back.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        try:
            self.run([listener])
        finally:
            signal.signal(signal.SIGINT, before)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept."""
        await super().startup([])
        for listener in sockets or ():
            listener.setblocking(False)
            self._begin(self._accept(listener))
        self._serving()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End within `GRACE` and a goodbye: streams at once, answers as they come; nothing else is waited for."""
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
        """Accept one connection at a time: of several workers none takes all that wait."""
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
                # Within TLS nothing can be said before the handshake.
                one.send(b"" if self._tls else _TOO_MANY)

    async def _open(self, one: socket.socket, counted: Counted) -> None:
        """Shake hands where TLS is spoken, and hand the connection over to `Connection`."""
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
    """End a connection at whatever point it is: in a handshake there is no protocol yet to be told."""
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)


def hold_ctrl_c() -> None:
    """Let Ctrl-C wait for `Server.work`: raised while a loop or a module is made, it would be lost or leave a trace."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
