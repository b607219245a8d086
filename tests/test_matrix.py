"""`scripts/matrix` lists which Pythons and OpenCVs it runs, and which are missing."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def matrix(tmp_path: Path, *arguments: str, pythons: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Run the script with only these Pythons in reach; the system's own folders are hidden."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in pythons:
        (programs / f"python{name}").symlink_to(sys.executable)
    for name in ("bash", "cat", "cut", "dirname", "grep", "mkdir", "rm", "tail", "tr"):
        (programs / name).symlink_to(Path("/usr/bin") / name)
    environment = {"PATH": str(programs), "HOME": str(tmp_path), "PYENV_ROOT": str(tmp_path / "pyenv")}
    return subprocess.run(
        ["/usr/bin/env", "bash", str(ROOT / "scripts" / "matrix"), *arguments],
        env={**environment, "LANG": os.environ.get("LANG", "C.UTF-8")},
        capture_output=True,
        text=True,
        check=False,
    )


def rows(text: str) -> list[tuple[str, str, str]]:
    """Return Python, OpenCV and state of each line of the table."""
    return re.findall(r"^(3\.\d+) +([\d.]+) +(is here|skipped|ok|FAILED)", text, flags=re.MULTILINE)


def test_every_python_of_the_project_is_tried_with_both_opencvs(tmp_path: Path) -> None:
    """The table has each version of pyproject.toml twice, with an OpenCV 4 and an OpenCV 5."""
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    found = rows(matrix(tmp_path, "--list", pythons=(here,)).stdout)
    named = [line.rsplit(" ", 1)[-1] for line in PROJECT["classifiers"] if line.startswith("Programming Language")]
    assert [(version, opencv.split(".")[0]) for version, opencv, _ in found] == [
        (version, major) for version in named for major in ("5", "4")
    ]
    assert {state for version, _, state in found if version == here} == {"is here"}


def test_a_python_of_another_version_is_not_taken_for_it(tmp_path: Path) -> None:
    """A program named python3.12 of another version is not used; the line says that none was found."""
    other = "3.12" if sys.version_info[:2] != (3, 12) else "3.13"
    found = matrix(tmp_path, "--list", pythons=(other,))
    assert (other, "skipped") in {(version, state) for version, _, state in rows(found.stdout)}
    assert f"no Python {other} was found" in found.stdout


def test_the_opencv_4_is_one_the_project_works_with() -> None:
    """The pin of OpenCV 4 lies in the range of pyproject.toml and is the one line of its file."""
    from packaging.requirements import Requirement

    (pin,) = [
        line
        for line in (ROOT / "requirements" / "opencv-4.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    name, _, version = pin.partition("==")
    (asked,) = [one for one in map(Requirement, PROJECT["dependencies"]) if one.name == name]
    assert version in asked.specifier
    assert version.startswith("4.")
