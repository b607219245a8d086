"""A photo is read on this machine: nothing asks the internet for anything, or leaves files in the user's folders."""

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
"""Read a photo, and stay for longer than onnxruntime takes to tell of it."""


def _traced(home: Path, log: Path) -> str:
    """What a process that reads a photo has connected to, with a home of its own."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("strace is not installed: nobody sees what compiled code connects to")
    # Continuous integration is one of the places where onnxruntime keeps quiet by itself.
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
    """No connection to any address, no name looked up, and no file in the home of whoever runs it."""
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
    """Whoever imports the program finds the environment as it was."""
    kept = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED], cwd=ROOT, env=kept, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
