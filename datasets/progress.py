"""Show on standard error how far long work has come."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import track

Item = TypeVar("Item")


def progress(items: Sequence[Item], what: str) -> Iterable[Item]:
    """Yield the items; meanwhile a bar on standard error shows how far ``what`` has come."""
    return track(items, description=what, console=Console(stderr=True), transient=True)
