"""The environment that the scripts make for themselves."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ENVIRONMENT = Path(__file__).parents[2] / "scripts" / "_env.sh"


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash is installed")
def test_an_environment_that_a_link_leads_to_stays(tmp_path: Path) -> None:
    """A work tree whose .venv is a link to another tree's gets its own; the other one keeps all its files."""
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    for folder in (theirs / ".venv", ours / "scripts"):
        folder.mkdir(parents=True)
    (theirs / ".venv" / "made-for").write_text("theirs\n", encoding="utf-8")
    (ours / ".venv").symlink_to(theirs / ".venv")
    shutil.copy(ENVIRONMENT, ours / "scripts")
    # Without pip, which takes most of the time.
    python = tmp_path / "python"
    python.write_text(
        f'#!/bin/sh\n[ "$2" != venv ] || set -- "$@" --without-pip\nexec {sys.executable} "$@"\n', encoding="utf-8"
    )
    python.chmod(0o755)
    steps = f'. scripts/_env.sh; find_python() {{ echo "{python}"; }}; is_whole || make_venv; is_whole'
    subprocess.run(["bash", "-c", steps], cwd=ours, check=True)
    assert (theirs / ".venv" / "made-for").read_text(encoding="utf-8") == "theirs\n"
    assert not (ours / ".venv").is_symlink()
    assert (ours / ".venv" / "made-for").read_text(encoding="utf-8") == f"{ours}\n"
