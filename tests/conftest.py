"""Settings shared by all tests, and the mark of those that need a system around them."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# Importing albumentations asks its maker's server for a newer version unless this is set; tests open no connection.
os.environ["NO_ALBUMENTATIONS_UPDATE"] = "1"

# No deadline: a busy two-core machine is not a fault of the code. In CI the examples are the same every time, so that
# a red build can be repeated; elsewhere they differ, so that new ones are found.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "local")

TESTS = Path(__file__).parent

SYSTEM = (
    "datasets/evaluation",  # runs both networks over whole pictures
    "datasets/render",  # renders whole scenes
    "datasets/training",  # loads torch
    "docs",  # runs every command of the documents
    "faults",  # kills real servers
    "fuzz",  # replays the whole corpus
    "scripts",  # measures real servers
    "service/hostile",  # attacks real servers
    "service/page",  # drives a browser
    "test_installation.py",  # makes environments
    "test_matrix.py",  # the same
    "test_packaging.py",  # builds the wheel
)
"""Folders and files whose tests need a server, a browser, another process, a network or many seconds."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of `SYSTEM`; a test elsewhere marks itself."""
    for item in items:
        place = item.path.relative_to(TESTS).as_posix() if item.path.is_relative_to(TESTS) else ""
        if any(place == name or place.startswith(f"{name}/") for name in SYSTEM):
            item.add_marker(pytest.mark.system)
