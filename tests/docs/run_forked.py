"""Run one command line of a page in a fork of the fork server: `run_forked.py SOCKET-NUMBER ARGUMENTS...`.

A page's shell runs this in place of `python -m service`, which spends most of its time on loading packages. Files and
folder are those of the shell, and so is the exit status. It loads only the standard library, so that it starts at once.
"""

import fcntl
import json
import os
import select
import socket
import sys
from collections.abc import Mapping
from pathlib import Path


def main() -> int:
    """Ask for the fork, wait for its end and return its exit status."""
    with socket.socket(fileno=int(sys.argv[1])) as forks:
        question = {"arguments": sys.argv[2:], "environment": dict(os.environ), "folder": str(Path.cwd())}
        pid = _answer(forks, question, 1, 2, 0)
        select.select([os.pidfd_open(pid)], [], [])
        return _answer(forks, {"poll": pid})


def _answer(forks: socket.socket, question: Mapping[str, object], *files: int) -> int:
    # The commands of a pipe share the socket, and each needs its own answer.
    with Path(__file__).open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        socket.send_fds(forks, [json.dumps(question).encode()], files)
        return int(json.loads(forks.recv(100)))


if __name__ == "__main__":
    status = main()
    sys.exit(status if status >= 0 else 128 - status)
