"""Compare Python and the installed packages with the required and the tested versions."""

from __future__ import annotations

import platform
import shlex
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Final

from service.doctor.finding import Finding
from service.doctor.version_numbers import canonical, read_asked, read_pins, within

ROOT: Final = Path(__file__).resolve().parents[2]
"""The folder of the program's packages: the source tree, or the site-packages of an installed wheel."""

OLDEST: Final = (3, 11)
TESTED: Final = ((3, 11), (3, 12), (3, 13))

OWN: Final = ("models", "rules", "service", "vision")
"""The top-level packages of this program."""

_SHOWN: Final = 6
"""Number of packages that one message names; it counts the others."""


def shipped(name: str, source: str) -> Path:
    """Find a file that lies beside the doctor in an installed wheel, and at `source` in the source tree."""
    beside = Path(__file__).parent / name
    return beside if beside.exists() else ROOT / source


def pins_file() -> Path:
    """Find the list of tested package versions."""
    return shipped("runtime.txt", "requirements/runtime.txt")


def pip(*arguments: str) -> str:
    """Return the command line that runs pip in this environment."""
    return shlex.join([sys.executable, "-m", "pip", *arguments])


def requirement(name: str, pins: Mapping[str, str], wanted: str = "") -> str:
    """Return the requirement of a distribution for pip: its tested version, or the range `wanted` without one."""
    return f"{name}=={pins[name]}" if name in pins else f"{name}{wanted}"


def asked_packages() -> dict[str, str]:
    """Read the required version ranges by distribution, from the source tree or the installed program."""
    project = ROOT / "pyproject.toml"
    if project.is_file():
        return read_asked(tomllib.loads(project.read_text("utf-8"))["project"]["dependencies"])
    return read_asked(metadata.requires("rackcheck") or ())


def installed_packages() -> dict[str, tuple[str, ...]]:
    """List the versions of every installed distribution; remains of another version make more than one."""
    found: dict[str, tuple[Path, list[str]]] = {}
    for one in metadata.distributions():
        if one.metadata["Name"]:
            place = Path(str(one.locate_file(""))).resolve()
            first, versions = found.setdefault(canonical(one.metadata["Name"]), (place, []))
            # A copy in a later folder of the search path is hidden, and harms nobody.
            if place == first:
                versions.append(one.version)
    return {name: tuple(versions) for name, (_, versions) in found.items()}


def judge_python(version: Sequence[int], system: str, bits: int) -> Finding:
    """Judge whether the program runs with this Python, and whether we tested it.

    `system` is as `platform.system` names it, `bits` the size of an address.
    """
    message = f"Python {'.'.join(map(str, version[:3]))}"
    known = ", ".join(f"{major}.{minor}" for major, minor in TESTED)
    if tuple(version[:2]) < OLDEST:
        mend = f"install one of Python {known} and make the environment again with it"
        return Finding("python", "fail", f"{message} is too old for this program", mend)
    if bits < 64:
        mend = "install Python for 64 bits: the packages that read photos exist for it alone"
        return Finding("python", "fail", f"{message} is one of {bits} bits", mend)
    if tuple(version[:2]) not in TESTED:
        return Finding("python", "warn", f"{message} is newer than what this was tested with", f"use one of {known}")
    if system != "Linux":
        mend = "use Linux; elsewhere a part of the program may fail"
        return Finding("python", "warn", f"{message} on {system}, where this was not tested", mend)
    return Finding("python", "ok", message)


def judge_packages(
    asked: Mapping[str, str], pins: Mapping[str, str], installed: Mapping[str, Sequence[str]], pin_file: str
) -> list[Finding]:
    """Judge whether each package is installed, within its required range (`asked`), and in its tested version (`pins`).

    `pin_file` is the path of the pins, for the pip command.
    """
    found = []
    for name, wanted in sorted(asked.items()):
        exact = requirement(name, pins, wanted)
        versions = installed.get(name, ())
        if not versions:
            found.append(Finding("packages", "fail", f"{name} is not installed", pip("install", exact)))
        elif not within(versions[0], wanted):
            message = f"{name} {versions[0]} is installed, which does not work with this program ({wanted})"
            found.append(Finding("packages", "fail", message, pip("install", exact)))
    for name in sorted({*asked, *pins}):
        if len(installed.get(name, ())) > 1:
            message = f"{name} is installed more than once ({', '.join(installed[name])}), one over the other"
            # One call of uninstall removes only one of several copies.
            mend = f"{pip('uninstall', '-y', name)} until it finds none, then {pip('install', requirement(name, pins))}"
            found.append(Finding("packages", "fail", message, mend))
    others = [
        f"{name} {installed[name][0]} (tested: {pin})"
        for name, pin in sorted(pins.items())
        if len(installed.get(name, ())) == 1
        and installed[name][0] != pin
        and within(installed[name][0], asked.get(name, ""))
    ]
    if others:
        rest = f" and {len(others) - _SHOWN} more" if len(others) > _SHOWN else ""
        message = f"not the versions this was tested with: {', '.join(others[:_SHOWN])}{rest}"
        found.append(Finding("packages", "warn", message, pip("install", "-r", pin_file)))
    return found or [Finding("packages", "ok", f"{len(asked)} packages and what they need, as tested")]


def judge_opencv(installed: Iterable[str], wanted: str) -> Finding:
    """Judge whether one distribution alone, `wanted`, provides `cv2`: two overwrite each other's files."""
    found = sorted(name for name in installed if name.startswith("opencv-"))
    if found in ([], ["opencv-python"]):
        return Finding("opencv-clash", "ok", "no second OpenCV")
    message = f"{found[0]} is installed in the place of opencv-python"
    if len(found) > 1:
        message = f"{' and '.join(found)} are installed together: they write over each other's files"
    mend = f"{pip('uninstall', '-y', *found)} && {pip('install', wanted)}"
    return Finding("opencv-clash", "fail", message, mend)


def judge_names(places: Mapping[str, str | None], root: Path) -> Finding:
    """Judge whether another package hides one of our top-level packages, which lie in the folder `root`.

    `places` has the folder that each name of `OWN` is imported from; None if it is missing.
    """
    lost = sorted(name for name, place in places.items() if place is None)
    if lost:
        message = f"parts of the program are missing: {', '.join(lost)}"
        return Finding("names", "fail", message, "install the program again")
    wrong = {name: place for name, place in sorted(places.items()) if Path(place or "") != root / name}
    if wrong:
        message = ", ".join(f"{name} comes from {place}" for name, place in wrong.items())
        mend = "install Rackcheck in an environment of its own, and start it from another folder without PYTHONPATH"
        return Finding("names", "fail", f"another package has the name of ours: {message}", mend)
    return Finding("names", "ok", "nobody else has the names of our packages")


def check_packages() -> list[Finding]:
    """Check this Python and its environment."""
    python = judge_python(sys.version_info[:3], platform.system(), 64 if sys.maxsize > 1 << 32 else 32)
    file = pins_file()
    try:
        pins, asked = read_pins(file.read_text("utf-8")), asked_packages()
    except (OSError, metadata.PackageNotFoundError, tomllib.TOMLDecodeError, KeyError) as error:
        mend = "install the program again"
        return [python, Finding("packages", "fail", f"the list of what is needed cannot be read: {error}", mend)]
    installed = installed_packages()
    opencv = judge_opencv(installed, requirement("opencv-python", pins))
    return [python, *judge_packages(asked, pins, installed, str(file)), opencv]
