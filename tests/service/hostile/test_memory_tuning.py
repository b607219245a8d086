"""The memory of scans, in a process of its own: fetched once, and given back where it is much."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from service.photos import memory_tuning

ROOT = Path(__file__).resolve().parents[3]
FAULTS = 200
"""Page faults that a scan may still take; where its memory is fetched anew each time there are more than a thousand."""

_SCANS = """
import json, resource, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from service.photos.memory_tuning import keep_freed_memory
from service.photos.scanner import load_networks, scan_image

data = Path(sys.argv[1]).read_bytes()

def faults():
    begun = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    scan_image(data, "a", load_networks())
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - begun

with ThreadPoolExecutor(1) as scans:
    found = [scans.submit(faults).result() for _ in range(8)]
print(json.dumps({"can": keep_freed_memory(), "faults": found}))
"""

_BLOCKS = """
import json
import numpy as np
from pathlib import Path
from service.photos.memory_tuning import KEPT, LARGEST, keep_freed_memory

def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

can, before = keep_freed_memory(), held()
blocks = [np.ones(LARGEST, np.uint8) for _ in range(25)]
full = held()
del blocks
print(json.dumps({"can": can, "taken": full - before, "kept": held() - before, "most": KEPT}))
"""


def _ran(code: str, *arguments: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    found: dict[str, object] = json.loads(done.stdout)
    if not found["can"]:
        pytest.skip("this C library keeps memory as it likes")
    return found


@pytest.mark.usefixtures("eyes_wanted")
def test_a_scan_uses_the_memory_of_the_one_before(example: Path) -> None:
    """In a thread, as the server reads photos, a scan fetches next to nothing from the system."""
    faults = _ran(_SCANS, str(example))["faults"]
    assert isinstance(faults, list)
    assert sorted(faults[3:])[2] < FAULTS, faults


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory held is read from /proc")
def test_large_blocks_are_given_back() -> None:
    """Of hundreds of megabytes in blocks of the size of whole pictures no more stays than what is meant to."""
    found = _ran(_BLOCKS)
    taken, kept, most = (int(str(found[name])) for name in ("taken", "kept", "most"))
    assert taken > 10 * most
    assert kept < most


def test_a_library_that_cannot_be_told_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no such call nothing happens, and nothing fails."""
    monkeypatch.setattr("ctypes.CDLL", lambda _: object())
    assert not memory_tuning.keep_freed_memory()
