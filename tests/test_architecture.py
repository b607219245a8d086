"""Each folder imports only what its table allows, and no committed file holds forbidden content."""

import ast
import re
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("datasets", "models", "rules", "service", "vision")
STANDARD_LIBRARY = sys.stdlib_module_names | {"__future__"}


@dataclass(frozen=True, slots=True)
class Allowance:
    """Imports that a folder's modules may use beside the standard library and their own folder."""

    project: frozenset[str]
    packages: frozenset[str]


# The table of docs/architecture.md. A project entry allows that module and everything under it, nothing above it.
# `scripts` is not in PACKAGES because it may import whatever it calls; it may only not import tests.
TABLE = {
    "rules": Allowance(frozenset(), frozenset()),
    "models": Allowance(frozenset(), frozenset()),
    "vision": Allowance(
        frozenset({"rules.input.declared_types", "rules.input.strict_fields", "rules.tiles", "models"}),
        frozenset({"cv2", "numpy", "onnxruntime"}),
    ),
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
                "js",  # comes with Python in a browser
                "numpy",
                "onnx",  # an extra, for building the phone edition
                "platformdirs",
                "pydantic",
                "pydantic_settings",
                "pyodide",  # comes with Python in a browser
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

# The order inside a folder: each entry may import itself and the entries before it, never one after it. Entries
# missing here are free. Add a row as soon as it holds.
LINES = {
    "vision": (
        *("errors", "geometry", "requests", "reading", "image", "layout", "classification", "detection", "confidence"),
        *("observation", "interpretation", "tilesets", "pipeline", "live", "host"),
    ),
    "models": ("errors", "model_card", "active"),
    "datasets": ("errors", "text_files", "render", "photographs", "training", "evaluation", "evaluate"),
    "datasets.render": ("design_splits", "drawing", "faces", "scene", "example"),
    "rules": (
        *("errors", "input", "tiles", "card", "settlement", "matching", "melds", "rulings"),
        *("judging", "settling"),
    ),
    "service": (
        "shared",
        "storage",
        "cards",
        "judging",
        "ledger",
        "tilesets",
        "photos",
        "evidence",
        "server",
        "commands",
        "start",
    ),
    "service.ledger": (
        *(
            "game",
            "database",
            "evidence_folder",
            "evidence_copy",
            "context",
            "keep_evidence",
            "add_entry",
            "begin_game",
            "ledger",
        ),
    ),
    "service.server": ("schemas", "access", "transport", "routes", "app", "listener", "workers"),
}

# What these modules, and all they load in turn, may load besides the standard library: the pure core and the like.
LOADS = {
    "rules": frozenset[str](),
    "models": frozenset[str](),
    "service.judging": frozenset[str](),
    "service.ledger.game": frozenset[str](),
    "service.evidence.reading_json": frozenset[str](),
    "service.browser.bridge": frozenset[str](),
    "datasets.photographs.splits": frozenset[str](),
    "datasets.training.run_config": frozenset[str](),
    "datasets.evaluation.scoring": frozenset({"numpy"}),
    **{f"vision.{step}": frozenset[str]() for step in LINES["vision"] if step != "host"},
}


def imported_modules(source: str, module: str, *, is_package: bool) -> Iterator[str]:
    """Yield every module that a source file imports: also in functions, under TYPE_CHECKING, and relatively.

    `from a import b` counts as `a.b`, because `b` may be a module or a name, and a rule that allows `a` allows both.
    Imports by name at run time, which no table can hold, come out as `<dynamic>`, except those that begin with the
    package's own name and stay within it.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parent = _parent(node, module, is_package=is_package)
            yield from (f"{parent}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called == "__import__" or called.split(".")[-1] in {"import_module", "exec", "eval"}:
                # `session.exec` or `model.eval()` are methods; only the bare builtins run source text.
                if "." in called and not called.endswith("import_module"):
                    continue
                own = node.args and ast.unparse(node.args[0]).startswith(("f'{__name__}.", 'f"{__name__}.'))
                yield f"{module}.<dynamic>" if own else "<dynamic>"


def _parent(node: ast.ImportFrom, module: str, *, is_package: bool) -> str:
    above = module.split(".")
    base = above[: len(above) - node.level + is_package] if node.level else []
    return ".".join([*base, *([node.module] if node.module else [])])


def loaded_modules(source: str, module: str, *, is_package: bool) -> Iterator[str]:
    """Yield the modules that importing a source file loads, without imports in functions or for types only."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parent = _parent(node, module, is_package=is_package)
            yield from (f"{parent}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += ast.iter_child_nodes(node)


def forbidden_imports(folder: str, imports: Iterable[str]) -> list[str]:
    """Return the imports that the table does not allow in a folder, in order of appearance."""
    allowance = TABLE[folder]

    def allowed(name: str) -> bool:
        top = name.split(".", maxsplit=1)[0]
        if top in STANDARD_LIBRARY or top == folder or top in allowance.packages:
            return True
        return any(within(name, entry) for entry in allowance.project)

    return [name for name in imports if not allowed(name)]


def within(name: str, package: str) -> bool:
    """Return whether a dotted name is a package or lies in it."""
    return name == package or name.startswith(f"{package}.")


def module_name(path: Path) -> str:
    """Return the dotted name of a source file of the project."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports_of(path: Path) -> tuple[str, ...]:
    """Return every module that a source file of the project imports."""
    return tuple(imported_modules(path.read_text("utf-8"), module_name(path), is_package=path.name == "__init__.py"))


def sources(*folders: str) -> list[Path]:
    """Return the source files of top-level folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def graph() -> dict[str, frozenset[str]]:
    """Return, for each module of the packages and scripts, the project modules and foreign packages it loads."""
    files = {module_name(path): path for path in sources(*PACKAGES, "scripts")}

    def target(name: str) -> str:
        while name not in files and "." in name:
            shorter = name.rpartition(".")[0]
            if shorter.split(".")[0] not in {*PACKAGES, "scripts"}:
                return name.split(".", maxsplit=1)[0]
            name = shorter
        return name

    return {
        module: frozenset(
            found
            for name in loaded_modules(path.read_text("utf-8"), module, is_package=path.name == "__init__.py")
            if (found := target(name)) != module
        )
        for module, path in files.items()
    }


def circles(edges: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Return the groups of modules that load each other in a circle (Tarjan's strongly connected components)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        number[module] = low[module] = len(number)
        path.append(module)
        for other in edges.get(module, ()):
            if other not in number:
                visit(other)
            if other in path:
                low[module] = min(low[module], low[other])
        if low[module] == number[module]:
            group = path[path.index(module) :]
            del path[path.index(module) :]
            if len(group) > 1:
                found.append(sorted(group))

    for module in edges:
        if module not in number:
            visit(module)
    return found


@pytest.mark.parametrize("folder", PACKAGES)
def test_a_folder_imports_only_what_the_table_allows(folder: str) -> None:
    """Each module of each package keeps to the table, wherever in the file it imports."""
    found = sources(folder)
    assert found, f"{folder}/ holds no module"
    wrong = {str(path.relative_to(ROOT)): bad for path in found if (bad := forbidden_imports(folder, imports_of(path)))}
    assert not wrong


@pytest.mark.parametrize("folder", LINES)
def test_a_folder_imports_along_its_line(folder: str) -> None:
    """Each part of a folder imports only itself and the parts before it."""
    line = [f"{folder}.{entry}" for entry in LINES[folder]]
    missing = [entry for entry in line if not any(within(module, entry) for module in graph())]
    assert not missing, "the line names what is not there"
    wrong = []
    for path in sources(folder.split(".", maxsplit=1)[0]):
        module = module_name(path)
        here = next((at for at, entry in enumerate(line) if within(module, entry)), None)
        if here is None:
            continue
        later = line[here + 1 :]
        wrong += [f"{module} -> {name}" for name in imports_of(path) if any(within(name, one) for one in later)]
    assert not wrong


@pytest.mark.parametrize("start", LOADS)
def test_the_pure_core_loads_nothing_foreign(start: str) -> None:
    """The pure core, with all that it loads in turn, loads only the standard library and the listed packages."""
    waiting = [module for module in graph() if within(module, start)]
    assert waiting, f"there is no {start}"
    reached: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module in reached:
            continue
        reached.add(module)
        parts = module.split(".")
        parents = [".".join(parts[:end]) for end in range(1, len(parts))]
        waiting += [*graph().get(module, ()), *parents]
    foreign = {name.split(".")[0] for name in reached - set(graph())} - STANDARD_LIBRARY
    assert foreign == LOADS[start]


def test_no_modules_import_each_other_in_a_circle() -> None:
    """No modules import each other in a circle, so that a reader can read a module's imports first."""
    assert not circles(graph())


@pytest.mark.parametrize(
    ("edges", "found"),
    [
        pytest.param({"a": ["b"], "b": ["c"], "c": []}, [], id="a-line"),
        pytest.param({"a": ["b"], "b": ["a"]}, [["a", "b"]], id="two"),
        pytest.param({"a": ["b"], "b": ["c", "d"], "c": ["a"], "d": []}, [["a", "b", "c"]], id="three-and-one-beside"),
    ],
)
def test_circles_are_found(edges: dict[str, list[str]], found: list[list[str]]) -> None:
    """The search finds a circle and passes a line."""
    assert circles(edges) == found


@pytest.mark.parametrize(
    ("source", "loaded"),
    [
        pytest.param("import a\nfrom b import c", ["b.c", "a"], id="at-the-top"),
        pytest.param("def f():\n    import a", [], id="in-a-function"),
        pytest.param("if TYPE_CHECKING:\n    import a", [], id="for-types-only"),
        pytest.param("try:\n    import a\nexcept ImportError:\n    import b", ["b", "a"], id="tried"),
    ],
)
def test_what_an_import_loads(source: str, loaded: list[str]) -> None:
    """Only imports that run when the module is imported count as loaded."""
    assert sorted(loaded_modules(source, "x", is_package=False)) == sorted(loaded)


def test_scripts_import_no_tests() -> None:
    """Scripts use the packages, and no script depends on the tests."""
    wrong = {
        path.name: name
        for path in sources("scripts")
        for name in imports_of(path)
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
        pytest.param(
            "vision", "import importlib\nimportlib.import_module('rules.card.card')", ["<dynamic>"], id="by-name"
        ),
        pytest.param("rules", "import_module(f'{__name__}.{found}')", [], id="by-name-within"),
        pytest.param("rules", "import_module(f'{__name__}{found}')", ["<dynamic>"], id="by-a-name-that-begins-alike"),
        pytest.param("rules", "import_module(f'{found}.{__name__}')", ["<dynamic>"], id="by-a-name-that-ends-alike"),
        pytest.param("rules", "exec('import numpy')", ["<dynamic>"], id="exec"),
        pytest.param("datasets", "import torch\nmodel.eval()", [], id="a-method-called-eval"),
        pytest.param("datasets", "import service.judging", ["service.judging"], id="datasets-below-service"),
        pytest.param("service", "import torch", ["torch"], id="training-packages-in-the-program"),
        pytest.param(
            "service", "import datasets.photographs.index", ["datasets.photographs.index"], id="what-does-not-ship"
        ),
    ],
)
def test_the_reading_of_imports_refuses_what_it_should(folder: str, source: str, refused: list[str]) -> None:
    """The rule tells an allowed import from a forbidden one in every form of import."""
    imports = imported_modules(source, f"{folder}.module", is_package=False)
    assert forbidden_imports(folder, imports) == refused


def test_the_document_tells_the_same_table() -> None:
    """The architecture page has the same folders and project imports as the enforced table."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)/` \| ([^|]*) \|", text, flags=re.MULTILINE))
    told = {folder: set(re.findall(r"`([\w.]+)`", rows[folder])) for folder in TABLE}
    assert told == {folder: allowance.project | allowance.packages for folder, allowance in TABLE.items()}


def test_the_document_tells_the_same_lines() -> None:
    """The architecture page has the same orders as the enforced ones."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w.]+)` \| (`[^|]*→[^|]*`) \|$", text, flags=re.MULTILINE)
    assert {folder: tuple(re.findall(r"`(\w+)`", line)) for folder, line in rows} == LINES


def test_the_document_tells_the_same_core() -> None:
    """The architecture page lists the same packages for the pure core as the enforced table."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Pure core")[2]
    rows = re.findall(r"^\| `([\w.]+)` \| ([^|→]*) \|$", text.partition("\n## ")[0], flags=re.MULTILINE)
    assert {part: frozenset(re.findall(r"`(\w+)`", loads)) for part, loads in rows} == LOADS


# Forbidden patterns in committed text, written so that they do not match themselves.
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
    """Return the files that git tracks; skip outside a checkout."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"git cannot list the committed files here: {error}")
    return [path for name in listed.decode().split("\0") if name and (path := ROOT / name).is_file()]


def committed_text() -> Iterator[tuple[Path, str]]:
    """Return the committed files that are UTF-8 text."""
    for path in committed_files():
        data = path.read_bytes()
        if b"\0" not in data:
            yield path, data.decode("utf-8")


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY, DOWNLOAD], ids=["machine-path", "registry", "download"])
def test_committed_text_names_no_machine_and_no_download_address(pattern: re.Pattern[str]) -> None:
    """A clone works in any folder and gets its packages from the user's own index."""
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
    """Each pattern finds an address or path of its kind and passes ordinary text."""
    assert bool(pattern.search(line)) is found


def test_no_committed_file_is_larger_than_20_mb() -> None:
    """A clone stays small: networks, pictures and all other files are below 20 MB."""
    assert not [str(path.relative_to(ROOT)) for path in committed_files() if path.stat().st_size > LARGEST_FILE]


@pytest.mark.parametrize("name", ["scripts/run", "scripts/test", "scripts/matrix", ".ci/run"])
def test_commands_of_the_readme_are_executable_in_git(name: str) -> None:
    """Git keeps the executable bit of the README's commands, so that a fresh clone can run them."""
    committed_files()
    mode = subprocess.run(["git", "ls-files", "-s", name], cwd=ROOT, capture_output=True, check=True).stdout.split()[0]
    assert mode == b"100755"
