"""Build the wheel and the source archive; a test run builds the wheel of the working tree once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared_once import shared_once

ROOT = Path(__file__).parents[1]


def build(source: Path, target: str, folder: Path) -> Path:
    """Build the wheel or the source archive of a source tree."""
    pytest.importorskip("hatchling", reason="hatchling builds; scripts/test installs it")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)],
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return _made(target, folder)


def built_wheel(factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of the working tree."""
    return _made("wheel", shared_once(factory, "wheel", lambda folder: build(ROOT, "wheel", folder)))


def _made(target: str, folder: Path) -> Path:
    (made,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return made
