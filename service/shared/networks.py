"""The networks in use, loaded once a process."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import TypeVar

from vision import Networks
from vision.host.native import drive
from vision.requests import Steps

T = TypeVar("T")

_loading = Lock()


def load_networks() -> Networks:
    """Return the networks in use; the first call loads them.

    Raises:
        ModelError: where a model is missing, altered or of another kind than the program needs.
    """
    with _loading:
        return _networks()


def drive_with(networks: Networks, steps: Steps[T]) -> T:
    """Let networks answer a part of the core, and return its result."""
    return drive(steps, networks.detector, networks.classifier)


@cache
def _networks() -> Networks:
    return Networks.load()
