"""Load each package in a child process, and explain why one fails to load."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from service.doctor.child_process import run
from service.doctor.finding import Finding
from service.doctor.package_checks import pip, requirement
from service.doctor.probe import MARK

MODULES: Final[Mapping[str, str]] = {
    "alembic": "alembic",
    "cryptography": "cryptography.x509",
    "fastapi": "fastapi",
    "numpy": "numpy",
    "onnxruntime": "onnxruntime",
    "opencv-python": "cv2",
    "pg8000": "pg8000",
    "platformdirs": "platformdirs",
    "pydantic": "pydantic",
    "pydantic-settings": "pydantic_settings",
    "python-multipart": "python_multipart",
    "rich": "rich",
    "segno": "segno",
    "sqlalchemy": "sqlalchemy",
    "starlette": "starlette",
    "typer": "typer",
    "uvicorn": "uvicorn",
}
"""The module that we load of each required distribution."""

PATIENCE: Final = 120.0
"""Seconds for all modules together; a cold disk is slow."""


# Runs in a child: a package for another processor ends the process that loads it.
_CHILD: Final = f"""
import json, os, sys
os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # onnxruntime reports to its maker unless told so before it is loaded
for name in json.load(sys.stdin):
    try:
        __import__(name)
        module = sys.modules[name]
    except BaseException as failed:
        error = type(failed).__name__ + ": " + str(failed)
    else:
        # A folder without code is imported as a package without anything in it.
        error = "" if getattr(module, "__file__", None) else "empty: " + str(list(getattr(module, "__path__", ())))
    print(chr(10) + {MARK!r} + json.dumps(dict(module=name, error=error)), flush=True)
"""


@dataclass(frozen=True, slots=True)
class Loading:
    """The result of loading one module; `error` is empty on success."""

    module: str
    error: str


def load_apart(modules: Sequence[str]) -> list[Loading]:
    """Load modules in a child process; after a module that ends the process, go on in a new one."""
    found: list[Loading] = []
    while waiting := modules[len(found) :]:
        said, ended, _ = run(["-c", _CHILD], waiting, PATIENCE)
        found += [Loading(**fact) for fact in said]
        if len(said) < len(waiting):
            found.append(Loading(waiting[len(said)], ended))
    return found


_DAMAGED: Final = r"invalid ELF header|file too short|wrong ELF class|undefined symbol|^empty: |partially initialized"
_CAUSES: Final = (
    (
        r"lib(?:GL|EGL|gthread|glib|xcb|SM|ICE|Xext|Xrender)\S*: cannot open shared object",
        "system libraries that OpenCV needs are missing ({error})",
        "sudo apt-get update && sudo apt-get install -y libgl1 libglib2.0-0",
    ),
    (
        r"(?P<library>lib\S+?\.so\S*): cannot open shared object",
        "the system library {library} is missing",
        "install the package of your system that holds {library}, or {reinstall}",
    ),
    (
        r"version `(?P<library>\S+)' not found",
        "the system is older than the package was built for ({library} is missing)",
        "update the system, or install an older version of the package within the range of pyproject.toml",
    ),
    (
        r"failed to map segment|Operation not permitted",
        "the system does not let programs run from the folder of this environment ({error})",
        "make the environment in another folder: this one lies on a disk that is mounted with noexec",
    ),
    (
        r"SIGILL",
        "it was built for a newer processor than this one ({error})",
        "use another machine, or build the package for this one",
    ),
    (
        r"multiarray failed to import|_ARRAY_API|numpy\.dtype size changed|compiled using NumPy",
        "it was built for another version of numpy ({error})",
        "{reinstall_with_numpy}",
    ),
    (_DAMAGED, "its files are damaged ({error})", "{reinstall}"),
    (r"No module named '(?P<missing>[\w.]+)'", "{missing} is missing", "{install_missing}"),
)
"""Causes of load errors, the first that fits: a pattern of the error text, its meaning, and the advice."""


def judge_imports(loadings: Sequence[Loading], pins: Mapping[str, str]) -> list[Finding]:
    """Judge whether every module loaded; for a failed module give the cause and what to do."""
    found = [_judge_error(one, pins) for one in loadings if one.error]
    return found or [Finding("imports", "ok", f"{len(loadings)} packages can be loaded")]


def _judge_error(one: Loading, pins: Mapping[str, str]) -> Finding:
    owner = next((name for name, module in MODULES.items() if module == one.module), one.module)
    again = ("install", "--force-reinstall", "--no-deps", requirement(owner, pins))
    words = {
        "error": one.error,
        "reinstall": pip(*again),
        "reinstall_with_numpy": pip(*again, requirement("numpy", pins)),
    }
    for pattern, meaning, mend in _CAUSES:
        if (match := re.search(pattern, one.error)) is not None:
            words |= match.groupdict()
            words["install_missing"] = _install(words.get("missing", ""), owner, pins)
            message = f"{one.module} cannot be loaded: {meaning.format_map(words)}"
            return Finding("imports", "fail", message, mend.format_map(words))
    return Finding("imports", "fail", f"{one.module} cannot be loaded: {one.error}", words["reinstall"])


def _install(missing: str, owner: str, pins: Mapping[str, str]) -> str:
    """Return the command that installs a missing module: its own distribution if we know it, else its owner again."""
    top = missing.partition(".")[0]
    named = next((name for name, module in MODULES.items() if module.partition(".")[0] == top), top.replace("_", "-"))
    if named == owner:
        # The package is installed but a part is missing: without --force-reinstall pip would do nothing.
        return pip("install", "--force-reinstall", "--no-deps", requirement(owner, pins))
    if named in pins:
        return pip("install", requirement(named, pins))
    return pip("install", "--force-reinstall", requirement(owner, pins))
