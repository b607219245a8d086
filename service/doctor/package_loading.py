"""Load each package in a child process, and explain why one fails to load."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from service.doctor.finding import Finding
from service.doctor.package_checks import pip, requirement

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

_MARK: Final = "rackcheck-doctor "
# Runs in a child: a package for another processor ends the process that loads it.
_CHILD: Final = f"""
import json, os, sys
os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # onnxruntime reports to its maker unless told so before it is loaded
def say(**fact):
    print({_MARK!r} + json.dumps(fact), flush=True)
for name in sys.argv[1:]:
    say(name=name, state="begun")
    try:
        __import__(name)
        module = sys.modules[name]
    except BaseException as error:
        say(name=name, state="failed", error=type(error).__name__ + ": " + str(error))
    else:
        # A folder without code is imported as a package without anything in it.
        state = "loaded" if getattr(module, "__file__", None) else "empty"
        say(name=name, state=state, error=str(list(getattr(module, "__path__", ()))))
"""


@dataclass(frozen=True, slots=True)
class Loading:
    """The result of loading one module; `error` is empty on success."""

    module: str
    error: str


def load_apart(modules: Sequence[str]) -> list[Loading]:
    """Load modules in a child process; after a module that ends the process, go on in a new one."""
    waiting, found = list(modules), []
    while waiting:
        done, ended = _child(waiting)
        found += done
        waiting = waiting[len(done) :]
        if waiting and ended:
            found.append(Loading(waiting.pop(0), ended))
    return found


def _child(modules: Sequence[str]) -> tuple[list[Loading], str]:
    """Load modules in a child; return the results, and how the process ended at the module after them."""
    # -P: do not search the current folder, as the program itself does not.
    command = [sys.executable, "-P", "-c", _CHILD, *modules]
    try:
        ran = subprocess.run(  # noqa: S603 - our own Python with our own text
            command, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False
        )
        said, status = ran.stdout, ran.returncode
    except subprocess.TimeoutExpired as error:
        said = error.stdout.decode(errors="replace") if isinstance(error.stdout, bytes) else ""
        status = None
    facts = [json.loads(line.removeprefix(_MARK)) for line in said.splitlines() if line.startswith(_MARK)]
    words = {"loaded": "", "failed": "{error}", "empty": "empty: {error}"}
    done = [
        Loading(fact["name"], words[fact["state"]].format(error=fact["error"]))
        for fact in facts
        if fact["state"] in words
    ]
    return done, how_it_ended(status)


def how_it_ended(status: int | None) -> str:
    """Describe how a process ended; the status None stands for a timeout."""
    if status is None:
        return f"timeout: it did not come to an end in {PATIENCE:.0f} seconds"
    if status < 0:
        return f"killed: it ended the process ({signal.Signals(-status).name})"
    return f"killed: it ended the process (status {status})"


@dataclass(frozen=True, slots=True)
class Cause:
    """One row of the table of causes: a pattern of the error text, its meaning, and the advice."""

    error: re.Pattern[str]
    message: str
    mend: str


_DAMAGED: Final = r"invalid ELF header|file too short|wrong ELF class|undefined symbol|^empty: |partially initialized"
_CAUSES: Final = (
    Cause(
        re.compile(r"lib(?:GL|EGL|gthread|glib|xcb|SM|ICE|Xext|Xrender)\S*: cannot open shared object"),
        "system libraries that OpenCV needs are missing ({error})",
        "sudo apt-get update && sudo apt-get install -y libgl1 libglib2.0-0",
    ),
    Cause(
        re.compile(r"(?P<library>lib\S+?\.so\S*): cannot open shared object"),
        "the system library {library} is missing",
        "install the package of your system that holds {library}, or {reinstall}",
    ),
    Cause(
        re.compile(r"version `(?P<library>\S+)' not found"),
        "the system is older than the package was built for ({library} is missing)",
        "update the system, or install an older version of the package within the range of pyproject.toml",
    ),
    Cause(
        re.compile(r"failed to map segment|Operation not permitted"),
        "the system does not let programs run from the folder of this environment ({error})",
        "make the environment in another folder: this one lies on a disk that is mounted with noexec",
    ),
    Cause(
        re.compile(r"SIGILL"),
        "it was built for a newer processor than this one ({error})",
        "use another machine, or build the package for this one",
    ),
    Cause(
        re.compile(r"multiarray failed to import|_ARRAY_API|numpy\.dtype size changed|compiled using NumPy"),
        "it was built for another version of numpy ({error})",
        "{reinstall_with_numpy}",
    ),
    Cause(re.compile(_DAMAGED), "its files are damaged ({error})", "{reinstall}"),
    Cause(re.compile(r"No module named '(?P<missing>[\w.]+)'"), "{missing} is missing", "{install_missing}"),
)


def judge_imports(loadings: Iterable[Loading], pins: Mapping[str, str]) -> list[Finding]:
    """Judge whether every module loaded; for a failed module give the cause and what to do."""
    found, count = [], 0
    for one in loadings:
        count += 1
        if one.error:
            found.append(_judge_error(one, pins))
    return found or [Finding("imports", "ok", f"{count} packages can be loaded")]


def _judge_error(one: Loading, pins: Mapping[str, str]) -> Finding:
    owner = next((name for name, module in MODULES.items() if module == one.module), one.module)
    again = ("install", "--force-reinstall", "--no-deps", requirement(owner, pins))
    words = {
        "error": one.error,
        "reinstall": pip(*again),
        "reinstall_with_numpy": pip(*again, requirement("numpy", pins)),
    }
    for cause in _CAUSES:
        match = cause.error.search(one.error)
        if match is not None:
            words |= match.groupdict()
            words["install_missing"] = _install(words.get("missing", ""), owner, pins)
            message = f"{one.module} cannot be loaded: {cause.message.format_map(words)}"
            return Finding("imports", "fail", message, cause.mend.format_map(words))
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
