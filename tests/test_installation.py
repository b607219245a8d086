"""Build the wheel and the source archive, and run the program in an empty environment."""

import base64
import csv
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.built import build, built_wheel
from tests.installed import RACK, BrokenInstallationError, try_installation

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = f"rackcheck-{PROJECT['version']}"
NEEDED = {"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "PKG-INFO", "pyproject.toml"}
FOLDERS = {"docs", "models", "rules", "service", "vision"}
CARRIED = {"examples/rack.jpg": "service/doctor/rack.jpg", "requirements/runtime.txt": "service/doctor/runtime.txt"}
"""The doctor's reference files: path in the sources to path in the wheel."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of the working tree."""
    return built_wheel(tmp_path_factory)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the source archive of the working tree, unpacked in an empty folder."""
    archive = build(ROOT, "sdist", tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (found,) = folder.iterdir()
    assert found.name == NAME
    return found


def test_the_sources_build_the_same_wheel(sources: Path, wheel: Path, tmp_path: Path) -> None:
    """The unpacked source archive builds the wheel of the working tree, with the same files and bytes."""
    again = build(sources, "wheel", tmp_path)
    assert again.name == wheel.name
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(again) as second:
        assert sorted(first.namelist()) == sorted(second.namelist())
        assert not [name for name in first.namelist() if first.read(name) != second.read(name)]


def test_the_sources_hold_what_is_needed_and_no_more(sources: Path) -> None:
    """The archive has the packages, licence, documents and build files, and no tests, training code or leftovers."""
    files = {path.relative_to(sources).as_posix() for path in sources.rglob("*") if path.is_file()}
    assert {name for name in files if "/" not in name} - {".gitignore"} == NEEDED
    below = {name for name in files if "/" in name}
    assert {name.split("/")[0] for name in below - set(CARRIED)} == FOLDERS
    assert set(CARRIED) <= below
    assert not [name for name in files if "__pycache__" in name or name.endswith((".pyc", ".part", ".log"))]


def test_what_the_readme_leads_to_is_among_the_sources(sources: Path) -> None:
    """The archive has every page and picture that the README names, and all that those pages name."""
    led = re.compile(r"""(?:\]\(|src=")([^)#"]+)""")
    pages, seen = [sources / "README.md"], set()
    while pages:
        page = pages.pop()
        for name in led.findall(page.read_text(encoding="utf-8")):
            found = (page.parent / name).resolve()
            if "://" in name or found in seen:
                continue
            seen.add(found)
            if found.is_relative_to(sources / "docs") or page.name == "README.md":
                assert found.is_file(), f"{page.name} leads to {name}"
                pages += [found] if found.suffix == ".md" else []
    assert len(seen) > 15


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    """The wheel has the name, version, licence, Pythons, requirements and command of pyproject.toml."""
    assert wheel.name == f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as packed:
        read = {
            name.removeprefix(f"{NAME}.dist-info/"): packed.read(name).decode()
            for name in packed.namelist()
            if ".dist-info/" in name
        }
    said = Parser().parsestr(read["METADATA"])
    for field, value in (
        ("Name", PROJECT["name"]),
        ("Version", PROJECT["version"]),
        ("Summary", PROJECT["description"]),
        ("License-Expression", "Apache-2.0"),
        ("License-File", "LICENSE"),
        ("Description-Content-Type", "text/markdown"),
    ):
        assert said[field] == value
    assert said["Requires-Python"] == PROJECT["requires-python"]
    asked = {str(Requirement(line)) for line in said.get_all("Requires-Dist", [])}
    assert asked == {str(Requirement(line)) for line in PROJECT["dependencies"]}
    assert set(said.get_all("Classifier", [])) == set(PROJECT["classifiers"])
    assert said.get_payload() == (ROOT / "README.md").read_text(encoding="utf-8")
    assert read["licenses/LICENSE"] == (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert read["entry_points.txt"].split() == ["[console_scripts]", "rackcheck", "=", "service.start:main"]
    assert "Root-Is-Purelib: true" in read["WHEEL"]


def test_the_wheel_lists_its_files(wheel: Path) -> None:
    """RECORD lists every file with its hash and size, and the wheel holds the doctor's reference files."""
    with zipfile.ZipFile(wheel) as packed:
        listed = list(csv.reader(packed.read(f"{NAME}.dist-info/RECORD").decode().splitlines()))
        assert sorted(row[0] for row in listed) == sorted(packed.namelist())
        for name, digest, size in listed:
            if digest:
                data = packed.read(name)
                found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                assert (digest, size) == (f"sha256={found}", str(len(data)))
        for source, place in CARRIED.items():
            assert packed.read(place) == (ROOT / source).read_bytes()
        assert not [
            name for name in packed.namelist() if "__pycache__" in name or name.endswith((".pyc", ".md~", ".part"))
        ]


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an empty environment and return the folder of its programs.

    In continuous integration its packages come from the package index. Elsewhere, or without an index, the environment
    finds this one's packages; the program itself is installed either way.
    """
    folder = tmp_path_factory.mktemp("empty") / "environment"
    venv.create(folder, with_pip=False)
    programs = folder / "bin"
    # This environment's pip installs into the empty one, which needs no pip.
    # Python compiles modules as the program loads them, which is a small part of all.
    options = ["--quiet", "--no-input", "--no-compile"]
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", *options]
    pins = str(ROOT / "requirements" / "runtime.txt")
    if os.environ.get("CI") == "true" and _ran([*pip, "-r", pins]):
        assert _ran([*pip, "--no-index", str(wheel)]), "what was pinned does not satisfy the wheel"
        return programs
    assert _ran([*pip, "--no-index", "--no-deps", str(wheel)])
    inside = folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    # A folder in a .pth file is searched after the installed packages, and its own .pth files are not read.
    (inside / "packages.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return programs


def _ran(command: list[str]) -> bool:
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    sys.stderr.write(ran.stderr[-2000:])
    return ran.returncode == 0


def test_an_installed_program_works_from_an_empty_folder(installed: Path) -> None:
    """From an empty folder `rackcheck scan` reads the example, the doctor finds no fault, and the whole page loads."""
    told = try_installation(installed)
    assert told[0] == f"scan: {RACK}"
    assert told[1].startswith("doctor: ")
    assert int(told[2].split()[1]) > 20
    assert told[3] == "http: the same"


def test_a_program_that_lacks_a_part_is_noticed(installed: Path, tmp_path: Path) -> None:
    """The check fails if the networks are missing, as in a wheel without them."""
    (weights,) = installed.parent.glob("lib/*/site-packages/models/classifier-*/model.onnx")
    aside = tmp_path / "model.onnx"
    weights.rename(aside)
    try:
        with pytest.raises(BrokenInstallationError, match=r"missing-model|cannot be read"):
            try_installation(installed)
    finally:
        aside.rename(weights)


def test_the_doctor_of_an_installed_program_knows_the_pins(installed: Path) -> None:
    """Outside the sources the doctor compares with the wheel's own files."""
    ran = subprocess.run(
        [str(installed / "python"), "-c", "from service.doctor.package_checks import pins_file; print(pins_file())"],
        cwd=installed,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.strip().endswith("site-packages/service/doctor/runtime.txt")
