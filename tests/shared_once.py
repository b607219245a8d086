"""Share things between the tests of one run, in all its processes: the first test that needs one makes it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def shared_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder of this run that `make` has filled; after a failure the next caller tries again."""
    base = factory.getbasetemp()
    # pytest-xdist gives each process its own folder inside the run's folder.
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, whole = base / name, base / f"{name}.whole"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not whole.exists():
            make(folder)
            whole.touch()
    return folder
