"""Which folder may import what, and what no committed file may contain."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("datasets", "models", "rules", "service", "vision")
STANDARD_LIBRARY = sys.stdlib_module_names | {"__future__"}


@dataclass(frozen=True, slots=True)
class Allowance:
    """What the modules of one folder may import beside the standard library and their own folder."""

    project: frozenset[str]
    packages: frozenset[str]


# The table of docs/architecture.md. A project entry allows that module and what lies under it, nothing above it.
# `scripts` is not one of PACKAGES because it may import whatever it calls; only tests are closed to it.
TABLE = {
    "rules": Allowance(frozenset(), frozenset()),
    "models": Allowance(frozenset(), frozenset()),
    "vision": Allowance(frozenset({"rules.tiles", "models"}), frozenset({"cv2", "numpy", "onnxruntime"})),
    "datasets": Allowance(
        frozenset({"rules.tiles", "vision", "models"}),
        frozenset(
            {"PIL", "albumentations", "cv2", "numpy", "onnx", "onnxruntime", "onnxscript", "resvg_py", "rich", "torch"}
        ),
    ),
    "service": Allowance(
        frozenset({"rules", "vision", "models"}),
        frozenset(
            {
                "alembic",
                "cryptography",
                "cv2",
                "fastapi",
                "numpy",
                "platformdirs",
                "pydantic",
                "pydantic_settings",
                "rich",
                "segno",
                "sqlalchemy",
                "python_multipart",
                "starlette",
                "typer",
                "uvicorn",
            },
        ),
    ),
}


def imported_modules(source: str, module: str, *, is_package: bool) -> Iterator[str]:
    """Every module that a source file imports, at whatever depth: in functions, under TYPE_CHECKING, relatively.

    `from a import b` counts as `a.b`: whether `b` is a module or a name in one, a rule that allows `a` allows both.
    Imports by name at run time, which no table could hold, come out as `<dynamic>`.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")
            base = above[: len(above) - node.level + is_package] if node.level else []
            parent = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{parent}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called == "__import__" or called.split(".")[-1] in {"import_module", "exec", "eval"}:
                # `session.exec` or `model.eval()` are methods of things; only the bare builtins run source text.
                if "." in called and not called.endswith("import_module"):
                    continue
                yield "<dynamic>"


def forbidden_imports(folder: str, imports: Iterator[str]) -> list[str]:
    """The imports that the table does not allow in a folder, in order of appearance."""
    allowance = TABLE[folder]

    def allowed(name: str) -> bool:
        top = name.split(".", maxsplit=1)[0]
        if top in STANDARD_LIBRARY or top == folder or top in allowance.packages:
            return True
        return any(name == entry or name.startswith(f"{entry}.") for entry in allowance.project)

    return [name for name in imports if not allowed(name)]


def module_name(path: Path) -> str:
    """The dotted name of a source file of the project."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources(folder: str) -> list[Path]:
    """The source files of a top-level folder."""
    return sorted((ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("folder", PACKAGES)
def test_a_folder_imports_only_what_the_table_allows(folder: str) -> None:
    """Each module of each package keeps to the table, wherever in the file it imports."""
    found = sources(folder)
    assert found, f"{folder}/ holds no module"
    wrong = {
        str(path.relative_to(ROOT)): bad
        for path in found
        if (
            bad := forbidden_imports(
                folder,
                imported_modules(
                    path.read_text(encoding="utf-8"), module_name(path), is_package=path.name == "__init__.py"
                ),
            )
        )
    }
    assert not wrong


def test_scripts_import_no_tests() -> None:
    """Scripts use the packages; nothing that is run depends on the tests."""
    wrong = {
        path.name: name
        for path in sources("scripts")
        for name in imported_modules(path.read_text(encoding="utf-8"), module_name(path), is_package=False)
        if name.split(".", maxsplit=1)[0] == "tests"
    }
    assert not wrong


@pytest.mark.parametrize(
    ("folder", "source", "refused"),
    [
        pytest.param("rules", "import json, numpy", ["numpy"], id="third-party-in-rules"),
        pytest.param("rules", "from rules.tiles import Tile", [], id="own-folder"),
        pytest.param("models", "import rules.tiles", ["rules.tiles"], id="models-know-no-tiles"),
        pytest.param("vision", "from rules.tiles import Tile", [], id="a-name-of-an-allowed-module"),
        pytest.param("vision", "from rules import tiles", [], id="an-allowed-module-from-its-package"),
        pytest.param("vision", "from rules import card", ["rules.card"], id="another-module-of-rules"),
        pytest.param("vision", "import rules", ["rules"], id="all-of-rules"),
        pytest.param("vision", "from rules import *", ["rules.*"], id="star"),
        pytest.param("vision", "import rules.tiles_extra", ["rules.tiles_extra"], id="a-name-that-begins-alike"),
        pytest.param("vision", "def f():\n    from service import cli", ["service.cli"], id="inside-a-function"),
        pytest.param("vision", "if TYPE_CHECKING:\n    import torch", ["torch"], id="for-types-only"),
        pytest.param("vision", "from ..rules import card", ["rules.card"], id="relative"),
        pytest.param("vision", "from . import image", [], id="relative-own-folder"),
        pytest.param("vision", "import importlib\nimportlib.import_module('rules.card')", ["<dynamic>"], id="by-name"),
        pytest.param("rules", "exec('import numpy')", ["<dynamic>"], id="exec"),
        pytest.param("datasets", "import torch\nmodel.eval()", [], id="a-method-called-eval"),
        pytest.param("datasets", "import service.flows", ["service.flows"], id="datasets-below-service"),
        pytest.param("service", "import torch", ["torch"], id="training-packages-in-the-program"),
        pytest.param("service", "import datasets.index", ["datasets.index"], id="what-does-not-ship"),
    ],
)
def test_the_reading_of_imports_refuses_what_it_should(folder: str, source: str, refused: list[str]) -> None:
    """The rule itself tells an allowed import from a forbidden one, in every form an import takes."""
    imports = imported_modules(source, f"{folder}.module", is_package=False)
    assert forbidden_imports(folder, imports) == refused


def test_the_document_tells_the_same_table() -> None:
    """The table that people read names the same folders and project imports as the one that is enforced."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)/` \| ([^|]*) \|", text, flags=re.MULTILINE))
    told = {folder: set(re.findall(r"`([\w.]+)`", rows[folder])) for folder in TABLE}
    assert told == {folder: allowance.project | allowance.packages for folder, allowance in TABLE.items()}


# What committed text must not name. The patterns are written so that they do not match themselves.
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root|tmp|home|Users|opt/wheels)/(?=[\w.])")
REGISTRY = re.compile(
    r"\b(?:test\.)?py[p]i\.org|python[h]osted\.org|download\.py[t]orch\.org|registry\.np[m]js|(?:deb|security)\.de[b]ian\.org"
    r"|archive\.u[b]untu\.com|conda\.a[n]aconda\.org|unp[k]g\.com|jsd[e]livr\.net|cdn[j]s\.",
)
DOWNLOAD = re.compile(
    r"https?://[^\s\"'<>)]+\.(?:whl|zip|gz|bz2|xz|tgz|tar|onnx|pth?|ckpt|safetensors|ttf|otf)\b"
    r"|https?://[^\s\"'<>)]+/(?:releases/download|archive|resolve)/",
)
LARGEST_FILE = 20 * 1024 * 1024  # bytes


def committed_files() -> list[Path]:
    """The files git tracks, or a skip where this is no checkout."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"git cannot list the committed files here: {error}")
    return [path for name in listed.decode().split("\0") if name and (path := ROOT / name).is_file()]


def committed_text() -> Iterator[tuple[Path, str]]:
    """The committed files that are UTF-8 text."""
    for path in committed_files():
        data = path.read_bytes()
        if b"\0" not in data:
            yield path, data.decode("utf-8")


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY, DOWNLOAD], ids=["machine-path", "registry", "download"])
def test_committed_text_names_no_machine_and_no_download_address(pattern: re.Pattern[str]) -> None:
    """A clone works wherever it lies and gets its packages from wherever its user does."""
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for path, text in committed_text()
        for number, line in enumerate(text.splitlines(), start=1)
        if (match := pattern.search(line))
    ]
    assert not found


@pytest.mark.parametrize(
    ("pattern", "line", "found"),
    [
        pytest.param(MACHINE_PATH, "see " + "/wo" + "rk/main/x.py", True, id="absolute-path"),
        pytest.param(MACHINE_PATH, "out='" + "/t" + "mp/a.png'", True, id="quoted-path"),
        pytest.param(MACHINE_PATH, "tests/tmp/a.png", False, id="relative-path"),
        pytest.param(REGISTRY, "from https://" + "py" + "pi.org/simple", True, id="package-index"),
        pytest.param(REGISTRY, "the PyPI packages", False, id="a-name-in-prose"),
        pytest.param(DOWNLOAD, "http" + "s://example.org/a.w" + "hl", True, id="a-wheel"),
        pytest.param(DOWNLOAD, "https://www.apache.org/licenses/LICENSE-2.0", False, id="a-page-to-read"),
    ],
)
def test_the_patterns_find_what_they_should(pattern: re.Pattern[str], line: str, *, found: bool) -> None:
    """Each pattern catches an address or path of its kind and leaves ordinary text alone."""
    assert bool(pattern.search(line)) is found


def test_no_committed_file_is_larger_than_20_mb() -> None:
    """A clone stays small; weights are small networks and examples small pictures."""
    assert not [str(path.relative_to(ROOT)) for path in committed_files() if path.stat().st_size > LARGEST_FILE]


@pytest.mark.parametrize("name", ["scripts/run", "scripts/test", "scripts/matrix", ".ci/run"])
def test_commands_of_the_readme_are_executable_in_git(name: str) -> None:
    """A fresh clone can run them: git keeps the executable bit."""
    committed_files()
    mode = subprocess.run(["git", "ls-files", "-s", name], cwd=ROOT, capture_output=True, check=True).stdout.split()[0]
    assert mode == b"100755"
