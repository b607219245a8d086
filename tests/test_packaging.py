"""Check installed packages, pins and the wheel."""

import re
import tomllib
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from models import load_model_card
from tests.built import built_wheel

ROOT = Path(__file__).parents[1]
SHIPPED = ("models", "rules", "service", "vision")
NOT_SHIPPED = ("datasets", "examples", "requirements", "scripts", "tests")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIN = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)==(\d[\w.]*)")


# --- One OpenCV, and our own package names


def test_exactly_one_opencv_is_installed() -> None:
    """One distribution alone owns `cv2`: a second (headless, contrib) would overwrite the files of the first."""
    assert set(metadata.packages_distributions()["cv2"]) == {"opencv-python"}
    named = {canonicalize_name(found.metadata["Name"]) for found in metadata.distributions()}
    assert {name for name in named if name.startswith("opencv")} == {"opencv-python"}


def foreign_owners(owners: Mapping[str, Sequence[str]], names: Iterable[str]) -> dict[str, set[str]]:
    """Return the foreign distributions that claim one of these top-level names."""
    others = {name: {owner.lower() for owner in owners.get(name, ())} - {"rackcheck"} for name in names}
    return {name: found for name, found in others.items() if found}


def test_nobody_else_claims_our_package_names() -> None:
    """No installed distribution has a top-level package of our name, which would shadow ours."""
    assert not foreign_owners(metadata.packages_distributions(), [*SHIPPED, "datasets"])


def test_a_foreign_package_of_our_name_is_noticed() -> None:
    """The check finds a neighbour such as the `datasets` of the package index, and passes our own packages."""
    owners = {"datasets": ["datasets"], "rules": ["rackcheck"], "numpy": ["numpy"]}
    assert foreign_owners(owners, ["datasets", "rules", "vision"]) == {"datasets": {"datasets"}}


# Pins


def pins(name: str) -> dict[str, str]:
    """Return the pins of requirements/NAME.txt: canonical distribution name to version."""
    found: dict[str, str] = {}
    for line in (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            match = PIN.fullmatch(line)
            assert match, f"requirements/{name}.txt: {line!r} is not a plain name==version"
            assert match[1] not in found, f"requirements/{name}.txt pins {match[1]} twice"
            found[match[1]] = match[2]
    return found


PIN_FILES = sorted(path.stem for path in (ROOT / "requirements").glob("*.txt"))
PINNED = {name: pins(name) for name in PIN_FILES}
FILES_OF = {
    "runtime": ("runtime",),
    "dev": ("build", "runtime", "test"),
    "train": ("runtime", "train"),
    "bench": ("bench",),
    "audit": ("audit",),
    "site": ("runtime", "site"),
}


def test_pin_files_agree() -> None:
    """A package has one version in all pin files; only opencv-4.txt names another."""
    versions: dict[str, set[str]] = {}
    for file, found in PINNED.items():
        for name, version in found.items():
            if file != "opencv-4":
                versions.setdefault(name, set()).add(version)
    assert not {name: found for name, found in versions.items() if len(found) > 1}


def declared(group: str) -> list[Requirement]:
    """Return the requirements of pyproject.toml: runtime dependencies or a dependency group."""
    lines = PROJECT["project"]["dependencies"] if group == "runtime" else PROJECT["dependency-groups"][group]
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("group", FILES_OF)
def test_every_declared_requirement_is_pinned_within_its_range(group: str) -> None:
    """Every pinned, and thus tested, version lies within the range of pyproject.toml."""
    known = {name: version for file in FILES_OF[group] for name, version in PINNED[file].items()}
    wrong = [
        f"{asked}: pinned {known.get(canonicalize_name(asked.name))}"
        for asked in declared(group)
        if canonicalize_name(asked.name) not in known or known[canonicalize_name(asked.name)] not in asked.specifier
    ]
    assert not wrong


def needs(name: str, extras: Iterable[str] = ()) -> list[Requirement]:
    """Return the requirements of an installed distribution on this Python and platform."""
    asked = [Requirement(line) for line in metadata.requires(name) or ()]
    return [
        one
        for one in asked
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras))
    ]


@pytest.mark.parametrize("group", ["runtime", "dev"])
def test_pins_are_complete(group: str) -> None:
    """Every package is pinned, from our requirements to the last, so that two installs cannot differ."""
    known = {name: version for file in FILES_OF[group] for name, version in PINNED[file].items()}
    waiting = declared(group)
    missing: dict[str, str] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        asked = waiting.pop()
        name = canonicalize_name(asked.name)
        if (name, frozenset(asked.extras)) in seen:
            continue
        seen.add((name, frozenset(asked.extras)))
        if name not in known or known[name] not in asked.specifier:
            missing[name] = str(asked)
            continue
        try:
            waiting += needs(name, asked.extras)
        except metadata.PackageNotFoundError:
            pytest.skip(f"{name} is not installed; scripts/test installs everything that is pinned")
    assert not missing


def test_no_pin_brings_a_second_opencv() -> None:
    """Only opencv-python is pinned; packages that require another OpenCV stand alone in the --no-deps file."""
    assert {name for found in PINNED.values() for name in found if name.startswith("opencv")} == {"opencv-python"}
    assert set(PINNED["train-no-deps"]) == {"albucore", "albumentations"}
    assert set(PINNED["ocr-no-deps"]) == {"rapidocr"}
    assert not {name for name, found in PINNED.items() if name != "train-no-deps" and "albumentations" in found}


# Versions


def test_version_numbers_agree() -> None:
    """pyproject.toml, the newest released CHANGELOG entry and the installed program have the same version."""
    version = PROJECT["project"]["version"]
    entry = re.search(r"^## \[(\d\S*)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert entry
    assert entry[1] == version
    try:
        assert metadata.version("rackcheck") == version
    except metadata.PackageNotFoundError:
        pytest.skip("rackcheck is not installed here; scripts/test installs it")


def test_the_measured_figures_are_those_of_the_networks_that_ship() -> None:
    """The newest figures of the CHANGELOG match the model card in use, as printed."""
    card = load_model_card("reader").measured
    entries = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## [")
    text = next(entry for entry in entries if "### Measured" in entry)
    lines = re.findall(r"^\| (?:.*: found|of these read right) \| ([\d.]+) % \|", text, flags=re.MULTILINE)
    names = ("validation_known_sets", "validation_all", "validation_left_out", "rendered_held_out")
    assert [f"{float(one):.2f}" for one in lines] == [
        f"{100 * float(str(card[f'{name}_{what}'])):.2f}" for name in names for what in ("found", "read")
    ]


# The wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Return the wheel of the working tree."""
    return zipfile.ZipFile(built_wheel(tmp_path_factory))


def shipped_files() -> set[str]:
    """Return every file of the shipped packages in the working tree, except leftovers of tools."""
    return {
        path.relative_to(ROOT).as_posix()
        for folder in SHIPPED
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }


def test_the_wheel_holds_the_packages_whole(wheel: zipfile.ZipFile) -> None:
    """The wheel has every file of the four packages: code, cards, rule sets, networks and the page."""
    assert not shipped_files() - set(wheel.namelist())


@pytest.mark.parametrize(
    "pattern",
    [
        "models/*/model.onnx",
        "models/active.toml",
        "rules/cards/*.toml",
        "rules/rulesets/*.toml",
        "service/ledger/database/migrations/versions/*.py",
        "service/page/*.html",
        "service/page/js/*.js",
        "service/page/manifest.webmanifest",
        "service/server/routes/pair/*.html",
    ],
)
def test_the_wheel_holds_data_of_each_kind(wheel: zipfile.ZipFile, pattern: str) -> None:
    """The installed wheel has networks, cards, rule sets, the ledger's migrations and the pages."""
    assert [name for name in wheel.namelist() if Path(name).match(pattern)]


def test_the_wheel_shows_type_checkers_the_types(wheel: zipfile.ZipFile) -> None:
    """Each package is marked as typed (PEP 561); a type checker takes all names of an unmarked one for `Any`."""
    assert {f"{name}/py.typed" for name in SHIPPED} <= set(wheel.namelist())


def test_the_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    """The wheel leaves out tests, training code and scripts."""
    tops = {name.split("/", maxsplit=1)[0] for name in wheel.namelist()}
    assert not tops & set(NOT_SHIPPED)
    assert {top for top in tops if not top.endswith(".dist-info")} == set(SHIPPED)


def test_the_wheel_brings_the_command(wheel: zipfile.ZipFile) -> None:
    """Installing the wheel gives the command `rackcheck`."""
    (entry_points,) = (name for name in wheel.namelist() if name.endswith(".dist-info/entry_points.txt"))
    assert "rackcheck = service.start:main" in wheel.read(entry_points).decode()
