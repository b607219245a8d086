"""Time functions in alternating rounds, so that all of them meet the same load on the machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from statistics import median
from timeit import Timer

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
    timers = {name: Timer(task, timer=clock) for name, task in tasks.items()}
    calls = {name: _calls(timer, seconds) for name, timer in timers.items()}
    found: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, timer in timers.items():
            found[name].append(timer.timeit(calls[name]) / calls[name])
    return {name: of(times) for name, times in found.items()}


def _calls(timer: Timer, seconds: float) -> int:
    """Return the number of calls of a task per round; these first calls also warm caches."""
    calls = 1
    while (taken := timer.timeit(calls)) < seconds / 4:
        calls *= 2
    return max(1, round(calls * seconds / taken))
