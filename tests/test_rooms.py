"""A folder holds few things, its README describes it, and its docstrings name only what exists."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.test_architecture import PACKAGES, ROOT, committed_files, imports_of, module_name, sources, within

MOST_ENTRIES = 14
"""Most source files and source folders in one folder, without its `__init__.py`."""
SOURCES = frozenset({".py", ".js", ".css", ".html"})
# Larger folders, with their number of entries. A number only falls; remove an entry once its folder is in bounds.
LARGER = {
    "service": 15,
    "tests": 22,
    "tests/faults": 22,
    "tests/rules/matching": 16,
    "tests/service": 19,
    "tests/service/browser/site": 16,
    "tests/service/commands": 17,
    "tests/service/ledger": 15,
    "tests/service/page": 17,
    "tests/service/server": 21,
    "tests/vision": 15,
    "vision": 15,
}
# Folders that the README of the folder above describes.
DESCRIBED_ABOVE: frozenset[str] = frozenset(
    {
        "datasets/evaluation/rack_layout",
        "datasets/evaluation/report",
        "datasets/evaluation/tilesets",
        "datasets/photographs/importers",
        "datasets/render/drawing",
        "datasets/render/faces",
        "datasets/render/scene",
        "datasets/render/tilesets/drawing",
        "datasets/training/classifier",
        "datasets/training/detector",
        "datasets/training/shared",
        "scripts/load",
        "service/commands/display",
        "service/commands/game",
        "service/commands/library",
        "service/commands/serving",
        "service/commands/support",
        "service/ledger/database/migrations/versions",
        "service/ledger/game/shown",
    }
)
# Areas that keep these rules. Add an area as soon as it keeps them.
DESCRIBED = ("datasets", "models", "rules", "scripts", "service", "vision")
NAMED_RIGHTLY = ("datasets", "models", "rules", "scripts", "service", "vision")
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "docs",
    "datasets",
    "models",
    "rules",
    "scripts",
    "service",
    "tests",
    "vision",
)
# Logs of experiments name the files of their day.
LOGS = "datasets/experiments/"


@cache
def entries() -> dict[str, frozenset[str]]:
    """Return the source files and source folders of each folder of the packages, scripts and tests, by its path."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in committed_files():
        parts = path.relative_to(ROOT).parts
        if parts[0] not in {*PACKAGES, "scripts", "tests"} or (path.suffix not in SOURCES and parts[0] != "scripts"):
            continue
        if parts[-1] in {"__init__.py", "README.md"}:
            continue
        for depth in range(1, len(parts)):
            found["/".join(parts[:depth])].add(parts[depth])
    return {folder: frozenset(names) for folder, names in found.items()}


def modules_of(folder: str) -> list[Path]:
    """Return the Python modules that lie in a folder itself."""
    return sorted((ROOT / folder).glob("*.py"))


def test_no_folder_holds_more_than_a_screen() -> None:
    """A newcomer sees a folder's content at a glance; the listed exceptions only shrink."""
    counts = {folder: len(names) for folder, names in entries().items()}
    wrong = {folder: count for folder, count in counts.items() if count > LARGER.get(folder, MOST_ENTRIES)}
    assert not wrong
    settled = {folder for folder in LARGER if counts.get(folder, 0) <= MOST_ENTRIES}
    assert not settled, "in bounds now: take them out of LARGER"


def test_every_room_says_what_it_is() -> None:
    """Each folder of modules has a README of one screen, or the folder above describes it."""
    rooms = {folder for folder in entries() if modules_of(folder) and folder.split("/")[0] in DESCRIBED}
    without = {folder for folder in rooms if not (ROOT / folder / "README.md").is_file()}
    assert without == DESCRIBED_ABOVE & rooms
    undescribed = set()
    for room in DESCRIBED_ABOVE:
        above = next(one for one in (ROOT / room).parents if (one / "README.md").is_file())
        if f"{(ROOT / room).relative_to(above).as_posix()}/" not in (above / "README.md").read_text("utf-8"):
            undescribed.add(room)
    assert not undescribed


@pytest.mark.parametrize("area", DESCRIBED)
def test_a_page_names_what_lies_beside_it(area: str) -> None:
    """The README of a folder names each Python module and each folder of modules in it."""
    unnamed = [
        f"{folder}/{name}"
        for folder, names in entries().items()
        if folder.split("/")[0] == area and (ROOT / folder / "README.md").is_file()
        for name in sorted(names)
        if name.endswith(".py") or modules_of(f"{folder}/{name}")
        if not re.search(rf"\b{name.removesuffix('.py')}\b", (ROOT / folder / "README.md").read_text("utf-8"))
    ]
    assert not unnamed


def test_every_package_says_what_it_is() -> None:
    """The docstring of a package is a sentence of its own, not its name again."""
    bad = {}
    for folder in entries():
        if folder.split("/")[0] not in DESCRIBED:
            continue
        init = ROOT / folder / "__init__.py"
        if init.is_file():
            said = ast.get_docstring(ast.parse(init.read_text("utf-8"))) or ""
            if len(said.split()) < 4 or not said.split("\n\n")[0].rstrip().endswith("."):
                bad[folder] = said
    assert not bad


PUBLIC = re.compile(r"^Public: (.+)\.", re.MULTILINE | re.DOTALL)


def test_other_folders_import_only_public_modules() -> None:
    """The docstring of a folder of `service` names exactly the modules that a module outside it imports."""
    modules = {module_name(path) for path in sources("service") if path.name != "__init__.py"}
    used: dict[str, set[str]] = defaultdict(set)
    for path in sources(*PACKAGES):
        for name in imports_of(path):
            module = name if name in modules else name.rpartition(".")[0]
            folder, _, own_name = module.rpartition(".")
            if module in modules and not within(module_name(path), folder):
                used[folder].add(own_name)
    named = {}
    for path in sources("service"):
        found = PUBLIC.search(ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "")
        if path.name == "__init__.py" and found is not None:
            named[module_name(path)] = set(re.findall(r"`(\w+)`", found[1]))
    assert named == dict(used)


@cache
def names_of(module: str) -> frozenset[str] | None:
    """Return the names that a module defines, `Class.member` too; None if the module does not exist."""
    path = ROOT / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    if not file.is_file():
        return frozenset() if path.is_dir() else None
    return frozenset(_defined(ast.parse(file.read_text("utf-8")).body))


def _defined(body: list[ast.stmt], inside: str = "") -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield inside + node.name
            if isinstance(node, ast.ClassDef):
                yield from _defined(node.body, f"{inside}{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from (inside + one.id for one in ast.walk(target) if isinstance(one, ast.Name))
        elif isinstance(node, ast.ImportFrom | ast.Import):
            yield from (inside + (alias.asname or alias.name) for alias in node.names)
        elif isinstance(node, ast.If | ast.Try):
            yield from _defined(node.body, inside)


PATH = re.compile(rf"(?:{'|'.join((*PACKAGES, 'scripts', 'tests', 'docs'))})/[\w./-]*\w")
PLACEHOLDER = re.compile(r"\b(?:NAME|TARGET)\b")
DOTTED = re.compile(rf"(?:{'|'.join((*PACKAGES, 'scripts', 'tests'))})(?:\.\w+)+")


def named_in(text: str) -> Iterator[str]:
    """Yield the project's paths and dotted names in backticks."""
    for quoted in re.findall(r"`+([^`]+)`+", text):
        words = (word.strip(",;:()\"'/") for word in quoted.split())
        named = (word for word in words if DOTTED.fullmatch(word) or PATH.fullmatch(word))
        yield from (word for word in named if not PLACEHOLDER.search(word))


def exists(name: str) -> bool:
    """Return whether a path or a dotted name of the project exists."""
    if (ROOT / name).exists() or any(ROOT.glob(f"{name}.*")):
        return True
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        names = names_of(".".join(parts[:end]))
        if names is not None:
            return end == len(parts) or ".".join(parts[end:]) in names
    return False


def docstrings(path: Path) -> Iterator[str]:
    """Yield the docstrings of a file, also those below constants."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


@pytest.mark.parametrize("area", NAMED_RIGHTLY)
def test_docstrings_name_what_exists(area: str) -> None:
    """Every module, function or file that a docstring names exists."""
    wrong = [
        f"{module_name(path)}: {name}"
        for path in sources(area)
        for text in docstrings(path)
        for name in named_in(text)
        if not exists(name)
    ]
    assert not wrong


def pages() -> list[Path]:
    """Return the committed Markdown pages whose names are checked."""
    paths = ((path, path.relative_to(ROOT).as_posix()) for path in committed_files() if path.suffix == ".md")
    return [path for path, name in paths if name.startswith(PAGES) and not name.startswith(LOGS)]


def test_pages_name_what_exists() -> None:
    """Every module, function or file that a page names in backticks exists."""
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in pages()
        for name in named_in(path.read_text("utf-8"))
        if not exists(name)
    ]
    assert not wrong


COMPOUND = re.compile(r"[a-z]+(?:_[a-z0-9]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+")
MODULE = re.compile(r"(?<![\w*-])\w[\w-]*\.(?:py|js|css)\b")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def test_pages_use_names_of_the_code() -> None:
    """Every module and every compound name, such as `RackReading`, that a page has in backticks is one of the code."""
    code = [path for path in committed_files() if path.suffix in {*SOURCES, ".toml"}]
    known = {word for path in code for word in (path.name, path.stem, *re.findall(r"\w+", path.read_text("utf-8")))}
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in pages()
        for quoted in re.findall(r"`([^`\n]+)`", FENCED.sub("", path.read_text("utf-8")))
        for name in (*MODULE.findall(quoted), *filter(COMPOUND.fullmatch, re.findall(r"\w+", quoted)))
        if name not in known
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("name", "there"),
    [
        pytest.param("models.model_card", True, id="module"),
        pytest.param("models.model_card.ModelCard.threshold", True, id="method"),
        pytest.param("models.model_card.ModelCard.temperature", True, id="field"),
        pytest.param("models.model_card.Reader", False, id="no-such-class"),
        pytest.param("models.card", False, id="no-such-module"),
        pytest.param("models/model_card.py", True, id="file"),
        pytest.param("models/card.py", False, id="no-such-file"),
        pytest.param("datasets/render", True, id="folder"),
    ],
)
def test_names_are_looked_up(name: str, *, there: bool) -> None:
    """The look-up tells an existing name from a missing one."""
    assert exists(name) is there


def test_the_documented_names_are_the_public_ones() -> None:
    """`models` exports exactly the names in its README."""
    import models

    text = (ROOT / "models" / "README.md").read_text("utf-8").partition("## Public names\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)`", text, re.MULTILINE)) == set(models.__all__)
