"""Time functions in alternating rounds, so that all of them meet the same load on the machine."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Mapping
from statistics import median

Task = Callable[[], object]
Clock = Callable[[], float]


def compare(
    tasks: Mapping[str, Task],
    *,
    rounds: int = 9,
    seconds: float = 0.03,
    clock: Clock = time.process_time,
    of: Callable[[Iterable[float]], float] = median,
) -> dict[str, float]:
    """Return the seconds of one call of each task, combined over the rounds by ``of`` (the median).

    Each round times every task over as many calls as fit into ``seconds``. The default ``clock`` is processor time,
    because other processes hardly affect it; for wall time pass ``time.perf_counter`` and ``of=min``. The garbage
    collector is off meanwhile.
    """
    calls = {name: _calls(task, seconds, clock) for name, task in tasks.items()}
    found: dict[str, list[float]] = {name: [] for name in tasks}
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, task in tasks.items():
                found[name].append(_time(task, calls[name], clock) / calls[name])
    finally:
        if was_enabled:
            gc.enable()
    return {name: of(times) for name, times in found.items()}


def _calls(task: Task, seconds: float, clock: Clock) -> int:
    """Return the number of calls of a task per round; these first calls also warm caches."""
    calls = 1
    while (taken := _time(task, calls, clock)) < seconds / 4:
        calls *= 2
    return max(1, round(calls * seconds / taken))


def _time(task: Task, calls: int, clock: Clock) -> float:
    start = clock()
    for _ in range(calls):
        task()
    return clock() - start
