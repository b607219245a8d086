"""No pin or range allows a package version older than the fix of a known fault."""

from __future__ import annotations

import ast
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.test_packaging import PINNED, declared

ROOT = Path(__file__).parents[1]
MENDED: dict[str, dict[str, str]] = tomllib.loads((ROOT / "tests" / "advisories.toml").read_text("utf-8"))["mended"]
ASKED: dict[str, Requirement] = {canonicalize_name(one.name): one for one in declared("runtime")}
PROGRAM = ("rules", "vision", "models", "service")
ELSEWHERE = {"js", "onnx", "pyodide"}
"""Modules of the browser, and the package that builds the phone edition (requirements/site.txt)."""


def _lowest(asked: Requirement) -> Version:
    """Return the oldest version that a range allows."""
    return max(Version(part.version) for part in asked.specifier if part.operator in {">=", "=="})


@pytest.mark.parametrize("name", MENDED)
def test_no_pin_has_a_fault_that_is_known(name: str) -> None:
    """Every package with a known fault is pinned, in each file at the fixing version or later."""
    pinned = [PINNED[file][name] for file in ("runtime", "opencv-4") if name in PINNED[file]]
    assert pinned
    assert min(map(Version, pinned)) >= Version(MENDED[name]["in"]), MENDED[name]["fault"]


@pytest.mark.parametrize("name", sorted(MENDED.keys() & ASKED.keys()))
def test_no_range_lets_a_known_fault_in(name: str) -> None:
    """The wheel's ranges exclude every version with a known fault."""
    assert _lowest(ASKED[name]) >= Version(MENDED[name]["in"]), MENDED[name]["fault"]


def test_what_is_imported_is_asked_for() -> None:
    """Every package that the program imports has its own range, even if another package brings it along."""
    imported: set[str] = set()
    for path in (file for folder in PROGRAM for file in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            imported |= {name.partition(".")[0] for name in names}
    owners = metadata.packages_distributions()
    foreign = imported - set(sys.stdlib_module_names) - set(PROGRAM) - ELSEWHERE
    assert {"cv2", "numpy", "fastapi"} <= foreign
    asked = {name for name in foreign if {canonicalize_name(one) for one in owners.get(name, [name])} & ASKED.keys()}
    assert foreign == asked
