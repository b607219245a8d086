"""The server that `rackcheck serve` runs: one process, or several workers that share one listener."""

from __future__ import annotations

import logging
import signal
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Final

import uvicorn
from fastapi import FastAPI

from service.server.access.policy import Access
from service.server.app import create_app
from service.server.routes.ledger_events import Watch
from service.server.transport.connection_limits import Connections
from service.server.transport.trusted_proxies import Proxies
from service.server.transport.worker_messages import WorkerMessages
from service.shared.errors import ServiceError
from service.shared.settings import Settings
from vision import VisionError

if TYPE_CHECKING:
    from service.server.access.certificates import Certificates

WAITING: Final = 128
"""Connections that may wait to be accepted."""

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

    def app(self, crew: WorkerMessages, *, again: bool = False) -> FastAPI:
        """The application of one worker; `again` where it takes the place of one that has served.

        A set that went since the server was started, or got another name, ends no evening: a worker that comes later
        reads by none where no set is chosen, and says so.

        Raises:
            ServiceError: `bad-setting`; `unknown-set`, not `again`.
            VisionError: for a set whose file is damaged, not `again`.
        """
        app = create_app(self.chosen, self.access, crew)
        if self.tile_set is not None:
            try:
                app.state.tile_set = app.state.sets.load(self.tile_set).name
            except (ServiceError, VisionError) as error:
                if not again:
                    raise
                _log.warning("photos are read by no taught set where none is chosen: %s", error)
        return app


class Server(uvicorn.Server):
    """A server that ends the streams to phones when it is told to end, and does not wait for phones to hang up."""

    def __init__(
        self, config: uvicorn.Config, connections: Connections, watch: Watch, serving: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._connections = connections
        self._watch = watch
        self._serving = serving

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to serve; as many connections may wait as before, however many are accepted at once."""
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(WAITING)
        self._serving()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; who has not even shaken hands is not waited for."""
        self._connections.end_handshakes()
        await super().shutdown(sockets)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until a signal ends it; Ctrl-C is told to the server from the first moment on, and is never raised."""
        before = signal.signal(signal.SIGINT, self.handle_exit)
        # What `hold_ctrl_c` has let wait is told now.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        try:
            super().run(sockets)
        finally:
            signal.signal(signal.SIGINT, before)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C, or a stop by the system."""
        self._watch.close()
        super().handle_exit(sig, frame)


def hold_ctrl_c() -> None:
    """Let Ctrl-C wait for `work`: raised while a loop or a module is being made, it would be lost or leave a trace."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def work(
    app: FastAPI, job: Job, listener: socket.socket, crew: WorkerMessages, serving: Callable[[], None] = lambda: None
) -> None:
    """Serve until a signal ends it; `serving` is called when requests are answered."""
    secure = None
    if job.made is not None:
        secure = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        secure.load_cert_chain(job.made.chain, job.made.key)
    proxies = job.chosen.trusted_proxies
    connections = Connections(job.chosen.address_connections, job.chosen.head_seconds, secure, proxies)
    config = uvicorn.Config(
        Proxies(app, proxies, connections) if proxies else app,
        # Https is spoken in there too: uvicorn would count nobody before the handshake.
        http=connections.protocol(),
        ws="none",
        log_level="warning",
        server_header=False,
        # Read by `Proxies`, from those that the settings name.
        proxy_headers=False,
        # One connection at a time where there are several workers: the first that looks must not take all that wait.
        backlog=WAITING if crew.size == 1 else 1,
    )
    Server(config, connections, app.state.watch, serving).run([listener])
