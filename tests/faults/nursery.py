"""Real servers started often, in a mount name space of their own, and what they have printed."""

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
"""Seconds that anything may take on a busy machine before the test says that it does not happen."""


@dataclass
class Forked:
    """A server: `address` answers, `said` is all that it has printed."""

    process: ForkedProcess
    log: Path
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Where it answers, with a slash at the end."""
        return str(self.told["address"])

    @property
    def port(self) -> int:
        """The port, for the server that takes its place."""
        return int(self.told["port"])

    @property
    def said(self) -> str:
        """What it has printed on standard output and standard error."""
        return self.log.read_text("utf-8")

    def signal(self, number: signal.Signals) -> None:
        """Send this process a signal."""
        self.process.send_signal(number)

    def kill(self) -> None:
        """End it as a power cut does: it cannot do anything about it."""
        self.process.kill()
        assert self.wait() == -signal.SIGKILL

    def wait(self) -> int:
        """Its exit status once it has ended; a signal is a negative number."""
        return self.process.wait(PATIENCE)


class Nursery:
    """Starts servers.

    They run in a mount name space of their own where this machine allows that, in which `tests.faults.disks` mounts
    what no other process sees.

    Args:
        folder: where their output is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._begun: list[Forked] = []
        self.apart = _apart()
        self._forks = ForkServer(self.apart)

    @property
    def process(self) -> int:
        """The process whose name space it is, once it is in it."""
        self._forks.ready()
        return self._forks.process.pid

    def begin(self, *options: str, environment: Mapping[str, str]) -> Forked:
        """Start `rackcheck serve --json` with further options and variables; `ready` waits for it."""
        log = self._folder / f"server-{len(self._begun) + 1}.log"
        server = Forked(self._forks.start(["serve", "--json", *options], environment, log), log)
        self._begun.append(server)
        return server

    def ready(self, server: Forked) -> Forked:
        """Wait until it has said where it answers."""
        until = time.monotonic() + PATIENCE
        while "\n" not in (said := server.said if server.log.exists() else ""):
            assert time.monotonic() < until, "the server does not say where it is"
            time.sleep(0.01)
        server.told = json.loads(said.partition("\n")[0])
        assert "address" in server.told, said
        return server

    def start(self, *options: str, environment: Mapping[str, str], port: int = 0) -> Forked:
        """Start a server and wait until it has said where it answers."""
        return self.ready(self.begin("--port", str(port), *options, environment=environment))

    def close(self) -> None:
        """End the servers that still run, and this process."""
        for server in self._begun:
            server.process.kill()
        self._forks.close()


def _apart() -> tuple[str, ...]:
    """The command that runs the rest of its arguments in a mount name space of their own; empty where none may."""
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
    """A nursery that leaves no process behind."""
    found = Nursery(folder)
    try:
        yield found
    finally:
        found.close()
