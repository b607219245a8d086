"""Ask a child process for facts (`service.doctor.probe`)."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from service.doctor.probe import MARK

PATIENCE: Final = 60.0
"""Seconds for one probe, after which we give up on a database that does not answer."""

_PROBE: Final = Path(__file__).parent / "probe.py"


def ask(look: str, *arguments: str, patience: float = PATIENCE) -> dict[str, Any]:
    """Ask for the facts of one check; on failure return the `error`, and whether a package is `missing`.

    A child that dies or never ends is an error too; this function raises nothing.
    """
    said, ended, complaint = run([str(_PROBE), look], arguments, patience)
    return said[-1] if said else {"error": f"{ended} {complaint}".strip(), "where": "", "missing": False}


def run(program: Sequence[str], arguments: Sequence[str], patience: float) -> tuple[list[dict[str, Any]], str, str]:
    """Run a program of Python; return the facts it said, how its process ended, and its last line on standard error."""
    try:
        ran = subprocess.run(  # noqa: S603 - our own Python with our own text
            # -P: do not search the current folder, as the program itself does not.
            [sys.executable, "-P", *program],
            # Not as arguments: a database address holds a password, and every user can see a process's arguments.
            input=json.dumps(arguments),
            capture_output=True,
            text=True,
            errors="replace",
            timeout=patience,
            check=False,
        )
        printed, ended, complaint = ran.stdout, _how_it_ended(ran.returncode), ran.stderr.strip().splitlines()[-1:]
    except subprocess.TimeoutExpired as error:
        printed = error.stdout.decode(errors="replace") if isinstance(error.stdout, bytes) else ""
        ended, complaint = f"it gave no answer in {patience:.0f} seconds", []
    said = [json.loads(line.removeprefix(MARK)) for line in printed.splitlines() if line.startswith(MARK)]
    return said, ended, "".join(complaint)


def _how_it_ended(status: int) -> str:
    how = signal.Signals(-status).name if status < 0 else f"status {status}"
    return f"killed: it ended the process ({how})"
