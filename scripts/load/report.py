"""Format the results of the load test as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scripts.load.many_phones import Pressure, Waits
from scripts.load.memory_growth import LONG_RUN, MOST_ADDED, Growth

_MEGA = 1e6


def pressure_lines(found: Sequence[Pressure]) -> Iterator[str]:
    """Yield a head and a line per number of phones: waits in milliseconds, counts, memory in MB (10^6 bytes)."""
    waits = "".join(f"{name:>8}" for name in ("p50", "p95", "p99"))
    heads = (f"{name + ', ms':>{width}}{waits}" for name, width in (("scans", 10), ("book", 10), ("refused", 12)))
    yield f"{'':6}{'  '.join(heads)}{'failed':>8}  memory, MB"
    for one in found:
        memory = [size / _MEGA for size in one.memory] or [0.0]
        held = f"{memory[0]:.0f} .. {max(memory):.0f} .. {memory[-1]:.0f}"
        parts = f"{_waits(one.scans, 10)}  {_waits(one.book, 10)}  {_waits(one.refused, 12)}"
        yield f"{one.phones:4} x{parts}{one.failed:8}  {held}"


def _waits(waits: Waits, width: int) -> str:
    return f"{waits.count:{width}}{waits.p50 * 1e3:8.1f}{waits.p95 * 1e3:8.1f}{waits.p99 * 1e3:8.1f}"


def growth_line(name: str, found: Growth) -> str:
    """Return a line with the memory growth per scan, and the first, last and largest memory."""
    first, last = found.memory[0] / _MEGA, found.memory[-1] / _MEGA
    grew = "grows" if found.grows else "does not grow"
    return (
        f"{found.scans} scans {name}: {found.slope.value:+.0f} +- {found.slope.error:.0f} bytes a scan, {grew} "
        f"({LONG_RUN:,} scans: {found.added / _MEGA:+.1f} MB, at most {MOST_ADDED:.0%}); "
        f"{first:.0f} MB at first, {last:.0f} MB at last, {max(found.memory) / _MEGA:.0f} MB at most"
    )
