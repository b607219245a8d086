"""Find the browser processes that a program started, read from the kernel (Linux only)."""

from __future__ import annotations

import os
from pathlib import Path


def parent(process: int) -> int:
    """Return the id of a process's parent."""
    return int(Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[1])


def is_ours(process: int) -> bool:
    """Say whether a process descends from this one."""
    while process > 1:
        process = parent(process)
        if process == os.getpid():
            return True
    return False


def browsers(sign: bytes) -> list[int]:
    """Return our browser processes whose command line contains `sign`."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                if sign in (folder / "cmdline").read_bytes() and is_ours(int(folder.name)):
                    found.append(int(folder.name))
            except OSError:
                continue
    return found


def spent() -> float:
    """Return the processor seconds that our browser processes have used so far."""
    ticks = 0
    for process in browsers(b"chrom"):
        fields = Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
