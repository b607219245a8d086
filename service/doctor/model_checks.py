"""Check the networks, OpenCV, and the reading of the example picture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from models import MODELS, ModelError, load_model_card
from models.model_card import TASKS
from service.doctor.finding import Finding
from service.doctor.package_checks import pip, shipped
from service.doctor.version_numbers import release

READING: Final = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C 4C F F"
"""What is on the example picture; every tile of it is read without a question."""

_AGAIN: Final = "put the folder models back as it was released (git restore models), or install the program again"


def picture_file() -> Path:
    """The example picture."""
    return shipped("rack.jpg", "examples/rack.jpg")


def check_models(root: Path = MODELS) -> list[Finding]:
    """Check that the networks in use are there, as released."""
    found, names = [], []
    for task in TASKS:
        try:
            card = load_model_card(task, root)
            card.read_weights()
        except ModelError as error:
            found.append(Finding("models", "fail", f"the {task}: {error}", _AGAIN))
        else:
            names.append(str(card))
    return found or [Finding("models", "ok", f"{' and '.join(names)}, as released")]


def judge_opencv_build(facts: Mapping[str, Any], installed: str, wanted: str) -> list[Finding]:
    """Judge whether the OpenCV that loads is the installed one, and can do what the program needs.

    Args:
        facts: its `version`; `codecs`, by the ending of a file whether a picture came back from it; `video`, the names
            of what reads cameras and films.
        installed: the version of the distribution, empty where there is none.
        wanted: the requirement that installs the right one.
    """
    again = pip("install", "--force-reinstall", "--no-deps", wanted)
    version = str(facts["version"])
    if installed and release(version)[:3] != release(installed)[:3]:
        message = f"OpenCV {version} is loaded, but opencv-python {installed} is installed: its files were written over"
        return [Finding("opencv", "fail", message, again)]
    lost = [name for name, works in facts["codecs"].items() if not works]
    if lost:
        message = f"OpenCV {version} was built without {', '.join(lost)}: such photos cannot be read"
        return [Finding("opencv", "fail" if "jpg" in lost else "warn", message, again)]
    if not {"FFMPEG", "V4L2"} <= set(facts["video"]):
        message = f"OpenCV {version} was built without FFMPEG or V4L2: `rackcheck watch` reads no films or no cameras"
        return [Finding("opencv", "warn", message, again)]
    return [Finding("opencv", "ok", f"OpenCV {version} reads {', '.join(facts['codecs'])}, films and cameras")]


def judge_scan(facts: Mapping[str, Any]) -> Finding:
    """Judge how the example was read: the `rack`, how many tiles were `unsure`, the `seconds`."""
    if facts["rack"] != READING or facts["unsure"]:
        message = (
            f"the example picture was read as {facts['rack']!r} with {facts['unsure']} questions, it shows {READING}"
        )
        mend = "install the versions of requirements/runtime.txt; if that does not help, report it with this document"
        return Finding("scan", "fail", message, mend)
    seconds = float(facts["seconds"])
    return Finding("scan", "ok", f"the example picture was read right in {seconds:.1f} s, its networks loaded")
