"""Real servers started often: a process that has loaded the program once and forks one for each start.

A server that is killed hundreds of times would otherwise spend nearly all of its life loading packages. What is forked
is the command `rackcheck serve` in a process of its own, with its own environment, ended by its own number.

Run as a program, this file is that process: it takes one JSON object a line and answers one a line.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TextIO

ROOT: Final = Path(__file__).resolve().parents[2]
PATIENCE: Final = 120.0
"""Seconds that anything may take on a busy machine before the test says that it does not happen."""


@dataclass
class Forked:
    """A server: `address` answers, `said` is all that it has printed."""

    nursery: Nursery
    process: int
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
        os.kill(self.process, number)

    def kill(self) -> None:
        """End it as a power cut does: it cannot do anything about it."""
        self.signal(signal.SIGKILL)
        assert self.wait() == -signal.SIGKILL

    def wait(self) -> int:
        """Its exit status once it has ended; a signal is a negative number."""
        return self.nursery.wait(self)


class Nursery:
    """Starts servers.

    They run in a mount name space of their own where this machine allows that, in which `tests.faults.disks` mounts
    what no other process sees.

    Args:
        folder: where their output is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._alive: list[Forked] = []
        self._count = 0
        self.apart = _apart()
        self._process = subprocess.Popen(
            [*self.apart, sys.executable, "-m", "tests.faults.nursery"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @property
    def process(self) -> int:
        """The process whose name space it is."""
        return self._process.pid

    def begin(self, *options: str, environment: Mapping[str, str]) -> Forked:
        """Start `rackcheck serve --json` with further options and variables; `ready` waits for it."""
        self._count += 1
        log = self._folder / f"server-{self._count}.log"
        arguments = ["serve", "--json", *options]
        found = self._ask({"arguments": arguments, "environment": dict(environment), "log": str(log)})
        server = Forked(self, found, log)
        self._alive.append(server)
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

    def wait(self, server: Forked) -> int:
        """The exit status of one that ends."""
        self._alive.remove(server)
        return self._ask({"wait": server.process})

    def close(self) -> None:
        """End the servers that still run, and this process."""
        for server in tuple(self._alive):
            server.kill()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()

    def _ask(self, question: Mapping[str, Any]) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return int(json.loads(self._process.stdout.readline()))


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


def _serve(asked: Mapping[str, Any]) -> int:
    """Be the server: in the forked process."""
    from service.commands.cli import main

    log = os.open(asked["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    # A shell starts background jobs with Ctrl-C ignored, which their children inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.update(asked["environment"])
    return main(list(asked["arguments"]))


def _nurse(questions: TextIO) -> int:
    """Fork, and tell how those ended that were forked; the servers end with the one who asked for them."""
    import uvicorn.protocols.http.auto  # noqa: F401 - loaded once for all

    import service.ledger.database.migrate
    import service.server.access.pairing
    import service.server.app
    import service.server.listener  # noqa: F401 - loaded once for all

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    alive = set()
    # Not `for`: it would read ahead, and a forked process would share what was read.
    while line := questions.readline():
        asked = json.loads(line)
        if "wait" in asked:
            _, status = os.waitpid(asked["wait"], 0)
            alive.discard(asked["wait"])
            answer = os.waitstatus_to_exitcode(status)
        else:
            answer = os.fork()
            if answer == 0:
                status = _serve(asked)
                sys.stdout.flush()
                # At its end a library would wait for threads that were not forked with it.
                os._exit(status)
            alive.add(answer)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    for process in alive:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    return 0


if __name__ == "__main__":
    sys.exit(_nurse(sys.stdin))
