"""Start real servers often, in their own mount name space, and keep their output."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.service.fork_server import ForkedProcess, ForkServer

ROOT: Final = Path(__file__).resolve().parents[2]
PATIENCE: Final = 120.0
"""Seconds to wait for anything on a busy machine before the test fails."""


@dataclass
class Forked:
    """A server: `address` answers, `said` is all its output so far."""

    process: ForkedProcess
    log: Path
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Return the server's address, with a slash at the end."""
        return str(self.told["address"])

    @property
    def port(self) -> int:
        """Return the port, for the server that takes this one's place."""
        return int(self.told["port"])

    @property
    def said(self) -> str:
        """Return standard output and standard error so far."""
        return self.log.read_text("utf-8")

    def signal(self, number: signal.Signals) -> None:
        """Send this process a signal."""
        self.process.send_signal(number)

    def kill(self) -> None:
        """Kill the process as a power cut does, without a chance to clean up."""
        self.process.kill()
        assert self.wait() == -signal.SIGKILL

    def wait(self) -> int:
        """Wait for the end and return the exit status; a signal gives a negative number."""
        return self.process.wait(PATIENCE)


class Nursery:
    """Starts servers.

    If this machine allows it, they run in their own mount name space, where `tests.faults.disks` mounts disks that no
    other process sees.

    Args:
        folder: holds their output.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._begun: list[Forked] = []
        self.apart = _apart()
        self._forks = ForkServer(self.apart)

    @property
    def process(self) -> int:
        """Return the process that owns the name space, once it is inside."""
        self._forks.ready()
        return self._forks.process.pid

    def begin(self, *options: str, environment: Mapping[str, str]) -> Forked:
        """Start `rackcheck serve --json` with further options and variables; `ready` waits for it."""
        log = self._folder / f"server-{len(self._begun) + 1}.log"
        server = Forked(self._forks.start(["serve", "--json", *options], environment, log), log)
        self._begun.append(server)
        return server

    def ready(self, server: Forked) -> Forked:
        """Wait until the server has printed its address."""
        until = time.monotonic() + PATIENCE
        while "\n" not in (said := server.said if server.log.exists() else ""):
            assert time.monotonic() < until, "the server does not say where it is"
            time.sleep(0.01)
        server.told = json.loads(said.partition("\n")[0])
        assert "address" in server.told, said
        return server

    def start(self, *options: str, environment: Mapping[str, str], port: int = 0) -> Forked:
        """Start a server and wait until it has printed its address."""
        return self.ready(self.begin("--port", str(port), *options, environment=environment))

    def close(self) -> None:
        """End the running servers and this process."""
        for server in self._begun:
            server.process.kill()
        self._forks.close()


def _apart() -> tuple[str, ...]:
    """Return the command that runs its further arguments in a new mount name space; empty where that is forbidden."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return ()
    found = (unshare, "--mount", "--propagation", "private")
    ways = (found, (*found, "--user", "--map-root-user"))
    return next(
        (way for way in ways if subprocess.run([*way, "true"], capture_output=True, check=False).returncode == 0), ()
    )


@contextmanager
def nursery(folder: Path) -> Iterator[Nursery]:
    """Start a nursery that leaves no process behind."""
    found = Nursery(folder)
    try:
        yield found
    finally:
        found.close()
