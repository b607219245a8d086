"""Load the networks in use, once per process."""

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
        ModelError: if a model is missing, altered or of the wrong kind.
    """
    with _loading:
        return _networks()


def drive_with(networks: Networks, steps: Steps[T]) -> T:
    """Run steps of the core, answer their requests with these networks, and return the result."""
    return drive(steps, networks.detector, networks.classifier)


@cache
def _networks() -> Networks:
    return Networks.load()
