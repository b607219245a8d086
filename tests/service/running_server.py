"""A real server on the loopback, for tests."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Server:
    """A server that answers at `address`; `told` is all that it printed at its start."""

    address: str
    process: subprocess.Popen[str]
    told: dict[str, Any] = field(default_factory=dict)


@contextmanager
def running_server(
    *options: str,
    environment: Mapping[str, str] | None = None,
    root: Path = ROOT,
    through: Sequence[str] = (),
) -> Iterator[Server]:
    """Start `rackcheck serve` on a free port of the loopback, and end that process and no other afterwards.

    `options` are further arguments, `environment` further variables, `root` the folder its packages lie in, `through`
    a command that becomes the one that stands behind it.
    """
    # A shell starts background jobs with Ctrl-C ignored, which their children inherit: these tests may be such a job.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        started = subprocess.Popen(
            [*through, sys.executable, "-m", "service", "serve", "--port", "0", "--json", *options],
            cwd=root,
            env={**os.environ, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with started as process:
        assert process.stdout is not None
        try:
            told = json.loads(process.stdout.readline())
            yield Server(told["address"], process, told)
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait(timeout=20)


def starved(processes: Iterable[int], known: dict[int, float]) -> float:
    """Seconds that main threads have waited for a processor so far; those of processes that ended stay `known`."""
    for process in processes:
        try:
            known[process] = int(Path(f"/proc/{process}/schedstat").read_text("ascii").split()[1]) / 1e9
        except OSError:
            continue
    return sum(known.values())
