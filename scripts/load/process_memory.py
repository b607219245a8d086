"""What processes cost: how much memory they hold and whether it grows, and how long they worked."""

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
"""Parts a series is cut into: neighbouring samples of memory are nearly the same, the means of parts are less so."""

_WIDTH: Final = 2.228
"""Student's t for a 95 % interval with as many degrees of freedom as `_BLOCKS` less the two of a line."""


def held(processes: Iterable[int]) -> int:
    """Bytes of memory that processes hold now (`VmRSS`, Linux); those that are gone hold none."""
    return sum(_status(process).get("VmRSS", 0) for process in processes) * 1024


def worked(processes: Iterable[int]) -> float:
    """Seconds of processor time that the threads of processes have taken which still live (`schedstat`, Linux)."""
    nanoseconds = 0
    for process in processes:
        for task in (_PROCESSES / str(process) / "task").glob("*/schedstat"):
            try:
                nanoseconds += int(task.read_text("ascii").split()[0])
            except OSError:
                continue
    return nanoseconds / 1e9


def family(process: int) -> tuple[int, ...]:
    """A process and all that descend from it (Linux)."""
    found = [process]
    for parent in found:
        for children in (_PROCESSES / str(parent) / "task").glob("*/children"):
            try:
                found += [int(child) for child in children.read_text("ascii").split()]
            except OSError:
                continue
    return tuple(found)


def _status(process: int) -> dict[str, int]:
    """The lines of a process's status that are amounts, KiB."""
    try:
        lines = (_PROCESSES / str(process) / "status").read_text("ascii", "replace").splitlines()
    except OSError:
        return {}
    parts = (line.partition(":") for line in lines if line.endswith(" kB"))
    return {name: int(value.split()[0]) for name, _, value in parts}


@dataclass(frozen=True, slots=True)
class Slope:
    """By how much something grows a step, and how far off that may be at 95 %."""

    value: float
    error: float

    @property
    def grows(self) -> bool:
        """Whether the growth is more than chance explains."""
        return self.value > self.error


def slope(series: Sequence[float], steps: float) -> Slope:
    """The line through a series of samples that are `steps` apart, fitted to the means of its parts.

    Raises:
        ValueError: for fewer samples than two a part.
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
