"""Timing of small functions side by side, in processor time, so that what else the machine does hardly counts."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from statistics import median

Task = Callable[[], object]


def compare(tasks: Mapping[str, Task], *, rounds: int = 9, seconds: float = 0.03) -> dict[str, float]:
    """Return the median processor time of one call of each task, in seconds.

    Each round times every task once, one after the other, so that all see the same machine; a task is called as often
    as fits into ``seconds``, at least once. The garbage collector rests meanwhile.
    """
    calls = {name: _calls(task, seconds) for name, task in tasks.items()}
    found: dict[str, list[float]] = {name: [] for name in tasks}
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, task in tasks.items():
                found[name].append(_time(task, calls[name]) / calls[name])
    finally:
        if was_enabled:
            gc.enable()
    return {name: median(times) for name, times in found.items()}


def _calls(task: Task, seconds: float) -> int:
    """How often a task is called in a round; the first calls, which fill caches, do not count."""
    calls = 1
    while (taken := _time(task, calls)) < seconds / 4:
        calls *= 2
    return max(1, round(calls * seconds / taken))


def _time(task: Task, calls: int) -> float:
    start = time.process_time()
    for _ in range(calls):
        task()
    return time.process_time() - start
