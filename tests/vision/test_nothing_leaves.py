"""Reading a photo contacts no other machine and leaves no files in the user's folders."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

READ = """
import sys, time
from pathlib import Path
from vision import decode
from vision import Networks
from vision import read_rack
read_rack(decode(Path(sys.argv[1]).read_bytes()), Networks.load())
time.sleep(4)
"""
"""Program that reads a photo, and waits longer than onnxruntime takes to send its telemetry."""


def _traced(home: Path, log: Path) -> str:
    """Return the connections of a process that reads a photo, in a home folder of its own."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("strace is not installed: nobody sees what compiled code connects to")
    # In continuous integration onnxruntime sends no telemetry, so we hide that we are there.
    kept = {name: value for name, value in os.environ.items() if name not in {"CI", "ORT_DISABLE_TELEMETRY"}}
    command = [strace, "-f", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", str(log)]
    done = subprocess.run(
        [*command, sys.executable, "-c", READ, str(ROOT / "examples" / "rack.jpg")],
        cwd=ROOT,
        env={**kept, "HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if "ptrace" in done.stderr.lower():
        pytest.skip(f"this machine lets no process be watched: {done.stderr.strip()[:100]}")
    assert done.returncode == 0, done.stderr
    return log.read_text("utf-8", "replace")


def test_reading_a_photo_tells_nobody(tmp_path: Path) -> None:
    """Reading a photo connects to no address, looks up no name, and leaves no file in the user's home."""
    home = tmp_path / "home"
    home.mkdir()
    said = _traced(home, tmp_path / "log")
    assert "AF_INET" not in said
    assert [str(path) for path in home.rglob("*") if path.is_file()] == []


IMPORTED = """
import os
before = dict(os.environ)
import vision.pipeline, service.start
assert dict(os.environ) == before, set(os.environ.items()) ^ set(before.items())
"""


def test_an_import_changes_no_environment() -> None:
    """Importing the program leaves the environment variables unchanged."""
    kept = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED], cwd=ROOT, env=kept, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
