"""Check the networks, OpenCV, and the scan of the example picture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from models import MODELS, ModelError, load_model_card
from models.model_card import TASKS
from service.doctor.finding import Finding
from service.doctor.package_checks import pip
from service.doctor.version_numbers import release

READING: Final = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C 4C F F"
"""The rack on the example picture; a scan must read every tile without a question."""

_AGAIN: Final = "put the folder models back as it was released (git restore models), or install the program again"


def check_models(root: Path = MODELS) -> list[Finding]:
    """Check that the networks in use are present and as released."""
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
    """Judge whether the loaded OpenCV is the installed one, with the codecs and video backends that we need.

    Args:
        facts: its `version`; `codecs`, by file suffix whether a picture survived encoding and decoding; `video`, the
            names of its video backends.
        installed: the version of the installed distribution; empty if there is none.
        wanted: the pip requirement of the right distribution.
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
    """Judge the scan of the example picture: its `rack`, its number of `unsure` tiles, its `seconds`."""
    if facts["rack"] != READING or facts["unsure"]:
        message = (
            f"the example picture was read as {facts['rack']!r} with {facts['unsure']} questions, it shows {READING}"
        )
        mend = "install the versions of requirements/runtime.txt; if that does not help, report it with this document"
        return Finding("scan", "fail", message, mend)
    seconds = float(facts["seconds"])
    return Finding("scan", "ok", f"the example picture was read right in {seconds:.1f} s, its networks loaded")
