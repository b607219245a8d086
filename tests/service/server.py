"""A real server on the loopback, for tests."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Server:
    """A server that answers at `address`."""

    address: str
    process: subprocess.Popen[str]


@contextmanager
def running_server() -> Iterator[Server]:
    """Start `rackcheck serve` on a free port of the loopback, and end that process and no other afterwards."""
    # A shell starts background jobs with Ctrl-C ignored, which their children inherit: these tests may be such a job.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        started = subprocess.Popen(
            [sys.executable, "-m", "service", "serve", "--port", "0", "--json"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with started as process:
        assert process.stdout is not None
        try:
            yield Server(json.loads(process.stdout.readline())["address"], process)
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait(timeout=20)
