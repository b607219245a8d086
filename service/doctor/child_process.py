"""Ask a child process for facts (`service.doctor.probe`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from service.doctor.package_loading import how_it_ended
from service.doctor.probe import MARK

PATIENCE: Final = 60.0
"""Seconds for one probe, after which we give up on a database that does not answer."""

_PROBE: Final = Path(__file__).parent / "probe.py"


def ask(look: str, *arguments: str, patience: float = PATIENCE) -> dict[str, Any]:
    """Ask for the facts of one check; on failure return the `error`, and whether a package is `missing`.

    A child that dies or never ends is an error too; this function raises nothing.
    """
    command = [sys.executable, "-P", str(_PROBE), look]
    try:
        ran = subprocess.run(  # noqa: S603 - our own Python with our own file
            command,
            # Not as arguments: a database address holds a password, and every user can see a process's arguments.
            input=json.dumps(arguments),
            capture_output=True,
            text=True,
            errors="replace",
            timeout=patience,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"error": f"it gave no answer in {patience:.0f} seconds", "where": "", "missing": False}
    said = [line.removeprefix(MARK) for line in ran.stdout.splitlines() if line.startswith(MARK)]
    if said:
        return dict(json.loads(said[-1]))
    last = ran.stderr.strip().splitlines()[-1:] or [""]
    return {"error": f"{how_it_ended(ran.returncode)} {last[0]}".strip(), "where": "", "missing": False}
