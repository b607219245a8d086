"""Things that the tests of one run share, whichever process they run in: the first that needs one makes it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def shared_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder of this run that `make` has filled; where it fails, the next that needs it tries again."""
    base = factory.getbasetemp()
    # Each process of pytest-xdist has a folder of its own in that of the run.
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, whole = base / name, base / f"{name}.whole"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not whole.exists():
            make(folder)
            whole.touch()
    return folder
