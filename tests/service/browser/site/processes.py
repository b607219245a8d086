"""The processes of the browser that a program has started, read from the kernel: Linux only."""

from __future__ import annotations

import os
from pathlib import Path


def parent(process: int) -> int:
    """Return the process that began a process."""
    return int(Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[1])


def is_ours(process: int) -> bool:
    """Say whether a process was begun by this one, or by one that was."""
    while process > 1:
        process = parent(process)
        if process == os.getpid():
            return True
    return False


def browsers(sign: bytes) -> list[int]:
    """Return the processes of the browser that this program has started whose command line holds a sign."""
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
    """Seconds of processor that the browser has used by now."""
    ticks = 0
    for process in browsers(b"chrom"):
        fields = Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
