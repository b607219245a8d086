"""The server that `rackcheck serve` runs."""

from __future__ import annotations

from types import FrameType

import uvicorn

from service.web.events import Watch


class Server(uvicorn.Server):
    """A server that ends the streams to phones when it is told to end, and does not wait for phones to hang up."""

    def __init__(self, config: uvicorn.Config, watch: Watch) -> None:
        super().__init__(config)
        self._watch = watch

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C, or a stop by the system."""
        self._watch.close()
        super().handle_exit(sig, frame)
