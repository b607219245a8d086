"""The networks in use, loaded once a process."""

from __future__ import annotations

from functools import cache
from threading import Lock

from vision import Networks

_loading = Lock()


def load_networks() -> Networks:
    """Return the networks in use; the first call loads them.

    Raises:
        ModelError: where a model is missing, altered or of another kind than the program needs.
    """
    with _loading:
        return _networks()


@cache
def _networks() -> Networks:
    return Networks.load()
