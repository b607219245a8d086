"""Load the networks in use, once per process."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import TypeVar

from vision import Networks
from vision.host.native import drive
from vision.observation import NetworkCards
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


def read_here(steps_of: Callable[[NetworkCards], Steps[T]]) -> T:
    """Run the steps for the model cards of the networks in use; raises as `load_networks`, and what they raise."""
    networks = load_networks()
    return drive_with(networks, steps_of(networks.cards))


@cache
def _networks() -> Networks:
    return Networks.load()
