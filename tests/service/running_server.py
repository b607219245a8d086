"""A real server on the loopback, for tests."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import randbelow
from typing import Any, Final

from tests.service.fork_server import ROOT, ForkedProcess, fork_server

Process = ForkedProcess | subprocess.Popen[str]

PATIENCE: Final = 90.0
"""Seconds that any step may take on a busy machine."""


@dataclass(frozen=True)
class Server:
    """A server that answers at `address`; `told` holds what it printed at its start."""

    address: str
    process: Process
    told: dict[str, Any] = field(default_factory=dict)


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.02)


@contextmanager
def running_server(
    *options: str,
    environment: Mapping[str, str] | None = None,
    root: Path = ROOT,
    through: Sequence[str] = (),
    new: bool = False,
) -> Iterator[Server]:
    """Start `rackcheck serve` on a free port of the loopback; end that process, and no other, afterwards.

    Args:
        options: further arguments.
        environment: further variables.
        root: the folder of the program's packages.
        through: a command that executes the command after it.
        new: start a new Python instead of a fork, for tests of the time before and after `main`, and for variables that
            Python or a package reads when it loads.
    """
    arguments = ["serve", "--port", "0", "--json", *options]
    if not (new or root != ROOT):
        process = fork_server(tuple(through)).start(arguments, environment or {})
        try:
            yield from _answering(process)
        finally:
            process.close()
        return
    # A shell starts background jobs with Ctrl-C ignored, and children inherit that: the tests may run as such a job.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        started = subprocess.Popen(
            [*through, sys.executable, "-m", "service", *arguments],
            cwd=root,
            env={**os.environ, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with started:
        yield from _answering(started)


def _answering(process: Process) -> Iterator[Server]:
    """Wait for a server's address, and end it after the test."""
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        told = json.loads(line)
        yield Server(told["address"], process, told)
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(timeout=PATIENCE)


def free_port() -> int:
    """Return a free port that the system gives to nobody who asks for any: it gives those from 32,768 on."""
    while True:
        port = 20_000 + randbelow(12_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def starved(processes: Iterable[int], known: dict[int, float]) -> float:
    """Return the seconds that threads have waited for a processor; `known` keeps those of ended threads."""
    for process in processes:
        with suppress(OSError):
            for thread in Path(f"/proc/{process}/task").iterdir():
                with suppress(OSError):  # it has just ended
                    known[int(thread.name)] = int((thread / "schedstat").read_text("ascii").split()[1]) / 1e9
    return sum(known.values())
