"""Run command lines in processes forked from one that has loaded the program, so that they start at once.

Without this a server spends most of a test's time loading packages. A fork is a real command line process with its own
environment and process id. It skips Python's exit handlers; a test of those starts a new process.

Run as a program, this file is the forking process: it answers each JSON request with one JSON message.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final, TextIO

ROOT: Final = Path(__file__).resolve().parents[2]
_MESSAGE: Final = 200_000
"""Bytes of a message; an environment fits."""


class ForkedProcess:
    """A forked command line with the interface of `subprocess.Popen`; `stdout` and `stderr` if the test reads them."""

    def __init__(self, forks: ForkServer, pid: int, stdout: TextIO | None, stderr: TextIO | None) -> None:
        self.pid, self.stdout, self.stderr = pid, stdout, stderr
        self.returncode: int | None = None
        self._forks = forks

    def poll(self) -> int | None:
        """Return the exit status, negative for a signal; None while the process runs."""
        if self.returncode is None:
            self.returncode = self._forks.ask({"poll": self.pid})
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the process to end."""
        until = time.monotonic() + (float("inf") if timeout is None else timeout)
        while (status := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("rackcheck", timeout or 0)
            time.sleep(0.005)
        return status

    def send_signal(self, number: int) -> None:
        """Send the process a signal."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask the process to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Return what the process prints until its end."""
        assert self.stdout is not None
        assert self.stderr is not None
        with ThreadPoolExecutor(1) as other:
            err = other.submit(self.stderr.read)
            out = self.stdout.read()
        self.wait(timeout)
        return out, err.result()

    def close(self) -> None:
        """Close the pipes of the process."""
        for stream in (self.stdout, self.stderr):
            if stream is not None:
                stream.close()


class ForkServer:
    """Fork command lines; they end when this process ends.

    Args:
        through: a command that executes the command after it, such as one that makes a mount namespace.
        root: the folder of the program's packages; this file is in it.
    """

    def __init__(self, through: Sequence[str] = (), root: Path = ROOT) -> None:
        self._lock = Lock()
        self._socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            self.process = subprocess.Popen(
                [*through, sys.executable, "-m", "tests.service.fork_server", str(other.fileno())],
                cwd=root,
                pass_fds=(other.fileno(),),
                stdin=subprocess.DEVNULL,
            )

    def fileno(self) -> int:
        """Return the number of the socket, for programs that inherit it."""
        return self._socket.fileno()

    def ready(self) -> None:
        """Wait until the forking process answers; until then the pid may still be that of `through`."""
        self.ask({})

    def ask(self, question: Mapping[str, Any], *files: int) -> int | None:
        """Send a request that is answered with a number."""
        with self._lock:
            socket.send_fds(self._socket, [json.dumps(question).encode()], files)
            found = json.loads(self._socket.recv(_MESSAGE))
        assert found is None or isinstance(found, int)
        return found

    def start(self, arguments: Sequence[str], environment: Mapping[str, str], log: Path | None = None) -> ForkedProcess:
        """Start `rackcheck` with arguments and extra variables; its output goes to pipes or to a file."""
        question = {"arguments": list(arguments), "environment": {**os.environ, **environment}}
        if log is not None:
            with log.open("ab") as file:
                return ForkedProcess(self, self._begun(question, file.fileno(), file.fileno()), None, None)
        out, inner_out = os.pipe()
        err, inner_err = os.pipe()
        try:
            pid = self._begun(question, inner_out, inner_err)
        finally:
            os.close(inner_out)
            os.close(inner_err)
        return ForkedProcess(self, pid, os.fdopen(out, encoding="utf-8"), os.fdopen(err, encoding="utf-8"))

    def run(
        self, arguments: Sequence[str], environment: Mapping[str, str], timeout: float
    ) -> subprocess.CompletedProcess[str]:
        """Run `rackcheck` with arguments and extra variables until it ends, within `timeout` seconds."""
        process = self.start(arguments, environment)
        try:
            out, err = process.communicate(timeout)
            return subprocess.CompletedProcess(list(arguments), process.wait(), out, err)
        finally:
            process.close()

    def _begun(self, question: Mapping[str, Any], out: int, err: int) -> int:
        found = self.ask(question, out, err)
        assert found is not None
        return found

    def close(self) -> None:
        """End the forking process and its children."""
        self._socket.close()
        self.process.wait()


@cache
def fork_server(through: tuple[str, ...] = ()) -> ForkServer:
    """Return this test process's shared fork server for a `through` command."""
    found = ForkServer(through)
    atexit.register(found.close)
    return found


def _run(asked: Mapping[str, Any], *files: int) -> int:
    """Run the command line in the forked process; `files` are its output, errors and, if it has any, input."""
    from service.commands.cli import main

    for source, target in zip(files, (1, 2, 0), strict=False):
        os.dup2(source, target)
    os.closerange(3, max(files) + 1)
    # The inherited stdout and stderr remember their position in a file. Line by line, they print in the right order.
    sys.stdout, sys.stderr = (open(file, "w", 1, encoding="utf-8", closefd=False) for file in (1, 2))  # noqa: SIM115
    os.chdir(asked.get("folder", "."))
    # A shell starts background jobs with Ctrl-C ignored, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(asked["environment"])
    try:
        return main(list(asked["arguments"]))
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 1
    except BaseException:  # noqa: BLE001 - as Python itself does
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _serve(questions: socket.socket) -> None:
    """Fork on request, and report the exit status of ended children."""
    import alembic.command  # noqa: F401 - loaded once for all
    import uvicorn.protocols.http.auto  # noqa: F401 - as above

    import service.ledger.database.migrate
    import service.server.access.pairing
    import service.server.app
    import service.server.listener  # noqa: F401 - as above

    # No fork collects, and thereby copies, what all share.
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    alive = set()
    while (received := socket.recv_fds(questions, _MESSAGE, 3))[0]:
        asked, files = json.loads(received[0]), received[1]
        if "poll" in asked:
            ended, status = os.waitpid(asked["poll"], os.WNOHANG)
            alive.discard(ended)
            answer = os.waitstatus_to_exitcode(status) if ended else None
        elif not asked:
            answer = None
        else:
            answer = os.fork()
            if answer == 0:
                questions.close()
                # At exit a library would wait for threads that a fork does not have.
                os._exit(_run(asked, *files))
            alive.add(answer)
        for file in files:
            os.close(file)
        questions.send(json.dumps(answer).encode())
    for process in alive:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as _questions:
        _serve(_questions)
