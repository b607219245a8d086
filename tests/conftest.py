"""Hold the settings that all tests share, and mark the tests that need a system around them."""

import gc
import os
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# albumentations asks its maker's server for a newer version on import unless we set this; tests open no connection.
os.environ["NO_ALBUMENTATIONS_UPDATE"] = "1"

# No time limit: a busy two-core machine is not a fault of the code. CI runs the same examples every time, so that
# a red build can be repeated; elsewhere each run draws new examples, to find new faults.
UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("local", UNTIMED)
settings.register_profile("ci", UNTIMED, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "local")

# Garbage collection is rare, from the loading of the tests on: nearly all that they make then stays alive.
gc.set_threshold(50_000, 20, 50)

TESTS = Path(__file__).parent

SYSTEM = (
    "datasets/evaluation",  # runs both networks over whole pictures
    "datasets/render",  # renders whole scenes
    "datasets/training",  # loads torch
    "docs",  # runs every command of the documents
    "faults",  # kills real servers
    "fuzz",  # replays the whole corpus
    "scripts",  # starts servers and programs
    "service/browser/test_browser_host.py",  # drives a browser
    "service/commands/test_cli_tilesets.py",  # teaches whole sets
    "service/commands/test_cli_watch.py",  # starts programs
    "service/commands/test_encodings.py",  # the same
    "service/commands/test_serve.py",  # starts servers
    "service/doctor",  # starts programs
    "service/hostile",  # attacks real servers
    "service/ledger",  # keeps real databases
    "service/page",  # drives a browser
    "service/server",  # starts servers
    "service/browser/site",  # builds the phone edition, drives a browser
    "test_compare.py",  # starts programs
    "test_installation.py",  # makes environments
    "test_matrix.py",  # the same
    "test_packaging.py",  # builds the wheel
)
"""Folders and files whose tests need a server, a browser, another process, a network or many seconds.

A single test of that kind in another file carries the mark `system` itself.
"""


@cache
def _is_system(path: Path) -> bool:
    place = path.relative_to(TESTS).as_posix() if path.is_relative_to(TESTS) else ""
    return any(place == name or place.startswith(f"{name}/") for name in SYSTEM)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip loading the `SYSTEM` tests when they are left out, because loading them costs each process the most time."""
    return True if config.option.markexpr == "not system" and _is_system(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the `SYSTEM` tests and run them first, so that short tests fill the end of the run."""
    for item in items:
        if _is_system(item.path):
            item.add_marker(pytest.mark.system)
    items.sort(key=lambda item: item.get_closest_marker("system") is None)


def pytest_collection_finish() -> None:
    """Freeze the loaded objects, which all stay alive."""
    gc.collect()
    gc.freeze()
