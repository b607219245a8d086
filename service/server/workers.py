"""Several workers on one listener: start them, restart a worker that dies, and stop them together."""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import Final

from service.server.listener import Job
from service.server.transport.worker_messages import WorkerMessages
from service.shared.errors import ServiceError

PAUSE: Final = 5.0
"""Seconds between two starts of one worker, so that a worker that always fails does not keep a processor busy."""

_PATIENCE: Final = 5.0
"""Seconds that workers get to end before the parent kills them."""

_log: Final = logging.getLogger(__name__)


class _Worker:
    """One worker as its parent sees it."""

    def __init__(self, job: Job, listener: socket.socket, messages: WorkerMessages) -> None:
        self._work = (job, listener, messages)
        # Not forked: a child must not inherit the threads and locks of this process.
        self._spawn = get_context("spawn")
        self.serving = self._spawn.Event()
        self.process: BaseProcess | None = None
        self.begun = 0.0

    def start(self) -> None:
        again = self.begun > 0
        self.begun = monotonic()
        self.serving.clear()
        self.process = self._spawn.Process(target=_run, args=(*self._work, self.serving, again))
        self.process.start()

    @property
    def again(self) -> float:
        """The earliest time of its next start, on the clock of `monotonic`."""
        return self.begun + PAUSE


def run_workers(job: Job, listener: socket.socket, size: int) -> signal.Signals:
    """Run `size` workers until Ctrl-C or SIGTERM, and return that signal once all have ended.

    Raises:
        ServiceError: `worker-failed` if a worker does not start.
    """
    with TemporaryDirectory(prefix="rackcheck-") as folder, _stopping() as stop:
        workers = [_Worker(job, listener, WorkerMessages(number, size, Path(folder))) for number in range(size)]
        try:
            for worker in workers:
                worker.start()
            while (received := _next_signal(stop, workers)) is None:
                for worker in workers:
                    _look_after(worker)
            return received
        finally:
            _end([worker.process for worker in workers if worker.process is not None])


def _next_signal(stop: socket.socket, workers: list[_Worker]) -> signal.Signals | None:
    """Wait until a signal arrives, a worker ends or a restart is due; return the signal, if any."""
    running = [worker.process.sentinel for worker in workers if worker.process is not None]
    due = [max(0.0, worker.again - monotonic()) for worker in workers if worker.process is None]
    if stop in wait([stop, *running], min(due, default=None)):
        return signal.Signals(stop.recv(1)[0])
    return None


def _look_after(worker: _Worker) -> None:
    process = worker.process
    if process is not None:
        if process.exitcode is None:
            return
        # It served nobody, so that a restart would not help.
        if process.exitcode > 0 and not worker.serving.is_set():
            message = f"a worker ended with status {process.exitcode} before it served; what it printed says why"
            raise ServiceError("worker-failed", message, "--workers")
        _log.warning("a worker ended with status %s; it is started again", process.exitcode)
        process.join()
        worker.process = None
    if monotonic() >= worker.again:
        worker.start()


@contextmanager
def _stopping() -> Iterator[socket.socket]:
    """Make a socket that receives the number of each stop signal (SIGINT, SIGTERM) as one byte."""
    inside, outside = socket.socketpair()
    outside.setblocking(False)
    with inside, outside:
        # A Python signal handler alone does not end `multiprocessing.connection.wait`; the byte on the socket does.
        before = {
            sign: signal.signal(sign, lambda number, _: outside.send(bytes([number])))
            for sign in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield inside
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)


def _end(processes: list[BaseProcess]) -> None:
    for process in processes:
        process.terminate()
    until = monotonic() + _PATIENCE
    for process in processes:
        process.join(max(0.0, until - monotonic()))
        if process.exitcode is None:
            process.kill()
            process.join()


def _run(job: Job, listener: socket.socket, messages: WorkerMessages, serving: Event, again: bool) -> None:
    """Run a worker; the target of its process."""
    Thread(target=_end_with_the_parent, name="parent", daemon=True).start()
    with suppress(KeyboardInterrupt):
        job.server(messages, again=again).work(listener, serving.set)


def _end_with_the_parent() -> None:
    """End this worker when its parent ends, even when somebody killed the parent."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
