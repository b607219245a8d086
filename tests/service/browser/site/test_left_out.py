"""Prove that nothing that ships in the phone edition needs the modules left out of it."""

from __future__ import annotations

import re
import tarfile
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from service.browser.site.build import Site
from service.browser.site.left_out import OF_BOOK, OF_PYTHON, within
from service.browser.site.packages import archive_of, files_of, pinned_packages
from tests.service.browser.site.conftest import cache

ARCHIVES = ("core/rackcheck.whl", "core/book.tar.bz2", "pyodide/python_stdlib.zip")

LEFT_OUT = (*OF_BOOK, *OF_PYTHON)


IMPORT = re.compile(
    r"^(?:import (?P<names>[\w., ]+)|from (?P<dots>\.*)(?P<base>[\w.]*) import (?P<parts>[\w, ]*))", re.MULTILINE
)


def imported(text: str, package: str) -> Iterator[str]:
    """Yield the modules that a module imports when it loads.

    A regular expression finds them: the module's Python may be newer than the one that runs here.
    """
    for found in IMPORT.finditer(text):
        if found["names"]:
            yield from (name.split()[0] for name in found["names"].split(",") if name.strip())
            continue
        levels = package.split(".")
        above = levels[: len(levels) - len(found["dots"]) + 1] if found["dots"] else []
        base = ".".join([*above, *([found["base"]] if found["base"] else [])])
        yield base
        yield from (f"{base}.{part.split()[0]}" for part in found["parts"].split(",") if part.strip())


@pytest.fixture(scope="module")
def library(site: Site) -> frozenset[str]:
    """Names of all files in the fetched packages, whether they ship or not."""
    names: set[str] = set()
    for package in pinned_packages():
        found = files_of(package, archive_of(package, cache()))
        names |= found.keys()
        if "python_stdlib.zip" in found:
            names |= set(zipfile.ZipFile(BytesIO(found["python_stdlib.zip"])).namelist())
    assert site.files
    return frozenset(names)


def _files(archive: Path) -> dict[str, bytes]:
    """Return the files of an archive by their names."""
    if archive.suffix == ".bz2":
        with tarfile.open(archive) as packed:
            return {one.name: kept.read() for one in packed if (kept := packed.extractfile(one)) is not None}
    with zipfile.ZipFile(archive) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


@pytest.mark.parametrize("archive", ARCHIVES)
def test_nothing_that_ships_loads_what_is_left_out(archive: str, site: Site) -> None:
    """No shipped module imports an omitted module when it loads."""
    modules = _files(site.folder / f"v-{site.version}" / archive)
    wrong = []
    for name, text in modules.items():
        if not name.endswith(".py"):
            continue
        path = name.removesuffix(".py").removesuffix("/__init__")
        package = path if name.endswith("/__init__.py") else path.rpartition("/")[0]
        for module in imported(text.decode(), package.replace("/", ".")):
            place = module.replace(".", "/")
            if within(f"{place}.py", LEFT_OUT) or within(place, LEFT_OUT):
                wrong.append(f"{name}: {module}")
    assert wrong == []


def test_what_is_left_out_is_there(library: frozenset[str]) -> None:
    """Every path in `LEFT_OUT` exists in the packages; a newer package version may have moved it."""
    assert [place for place in LEFT_OUT if not any(within(name, [place]) for name in library)] == []
