"""Measure processes: the memory they hold, whether it grows, and their processor time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Final

_PROCESSES: Final = Path("/proc")
_BLOCKS: Final = 12
"""Number of parts of a series: neighbouring samples are nearly equal, so we fit the means of parts."""

_WIDTH: Final = 2.228
"""Student's t for a 95 % interval with `_BLOCKS` - 2 degrees of freedom."""


def held(processes: Iterable[int]) -> int:
    """Return the bytes of memory that processes hold (`VmRSS`, Linux); an ended process counts as 0."""
    return sum(_status(process).get("VmRSS", 0) for process in processes) * 1024


def worked(processes: Iterable[int]) -> float:
    """Return the seconds of processor time of all live threads of the processes (`schedstat`, Linux)."""
    nanoseconds = 0
    for process in processes:
        for task in (_PROCESSES / str(process) / "task").glob("*/schedstat"):
            try:
                nanoseconds += int(task.read_text("ascii").split()[0])
            except OSError:
                continue
    return nanoseconds / 1e9


def family(process: int) -> tuple[int, ...]:
    """Return a process and all its descendants (Linux)."""
    found = [process]
    for parent in found:
        for children in (_PROCESSES / str(parent) / "task").glob("*/children"):
            try:
                found += [int(child) for child in children.read_text("ascii").split()]
            except OSError:
                continue
    return tuple(found)


def _status(process: int) -> dict[str, int]:
    """Return the amounts in a process's status, KiB, by name."""
    try:
        lines = (_PROCESSES / str(process) / "status").read_text("ascii", "replace").splitlines()
    except OSError:
        return {}
    parts = (line.partition(":") for line in lines if line.endswith(" kB"))
    return {name: int(value.split()[0]) for name, _, value in parts}


@dataclass(frozen=True, slots=True)
class Slope:
    """Growth per step, and its 95 % error."""

    value: float
    error: float

    @property
    def grows(self) -> bool:
        """Return whether the growth exceeds its error."""
        return self.value > self.error


def slope(series: Sequence[float], steps: float) -> Slope:
    """Fit a line through samples `steps` apart, using the means of parts of the series.

    Raises:
        ValueError: for fewer than two samples per part.
    """
    if len(series) < 2 * _BLOCKS:
        raise ValueError(f"need {2 * _BLOCKS} samples or more, got {len(series)}")
    cuts = [round(part * len(series) / _BLOCKS) for part in range(_BLOCKS + 1)]
    blocks = [(fmean(range(begin, end)) * steps, fmean(series[begin:end])) for begin, end in pairwise(cuts)]
    middle_x, middle_y = fmean(x for x, _ in blocks), fmean(y for _, y in blocks)
    spread = sum((x - middle_x) ** 2 for x, _ in blocks)
    value = sum((x - middle_x) * (y - middle_y) for x, y in blocks) / spread
    left = sum((y - middle_y - value * (x - middle_x)) ** 2 for x, y in blocks)
    return Slope(value, _WIDTH * sqrt(left / (_BLOCKS - 2) / spread))
