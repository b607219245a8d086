"""Start a server for a script: `rackcheck serve` on the loopback, with an empty data folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from scripts.load.process_memory import family
from service.shared.errors import ServiceError

_ROOT: Final = Path(__file__).resolve().parents[2]
_PATIENCE: Final = 30.0
"""Most seconds to wait for a server to end."""


@dataclass(frozen=True, slots=True)
class Started:
    """A running server at `host` and `port`; `pid` is its main process."""

    host: str
    port: int
    pid: int

    @property
    def address(self) -> str:
        """Return the address of the page."""
        return f"http://{self.host}:{self.port}/"

    def processes(self) -> tuple[int, ...]:
        """Return the server's process and all its descendants."""
        return family(self.pid)


@contextmanager
def started(*options: str, environment: Mapping[str, str] | None = None) -> Iterator[Started]:
    """Start a server, and end it at the end of the block.

    Args:
        options: further arguments of `rackcheck serve`.
        environment: further variables; without `RACKCHECK_DATA_DIR` among them the data folder is a new one.

    Raises:
        ServiceError: `no-server` if it does not start.
    """
    with TemporaryDirectory(prefix="rackcheck-load-") as folder:
        command = [sys.executable, "-m", "service", "serve", "--host", "127.0.0.1", "--port", "0", "--json", *options]
        variables = {**os.environ, "RACKCHECK_DATA_DIR": folder, **(environment or {})}
        with subprocess.Popen(  # noqa: S603 - this program itself
            command, cwd=_ROOT, env=variables, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            try:
                told = json.loads(process.stdout.readline() or "{}")
                if "port" not in told:
                    message = str(told.get("error", {}).get("message", "it printed no address"))
                    raise ServiceError("no-server", f"the server does not start: {message}", "rackcheck serve")
                yield Started(told["host"], told["port"], process.pid)
            finally:
                process.terminate()
                process.wait(_PATIENCE)
