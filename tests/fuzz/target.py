"""What a fuzz target is: one parser that a stranger's bytes reach, and what it may answer."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from rules.errors import LONGEST
from service.shared.errors import error_object

FOLDER: Final = Path(__file__).resolve().parent / "targets"

WATCHED: Final = ("models", "rules", "service", "vision", "tomllib", "python_multipart", "h11")
"""Packages whose branches a fuzzer watches: ours, and readers of formats that are written in Python."""


@dataclass(frozen=True, slots=True)
class Target:
    """One parser under attack.

    Attributes:
        about: what the bytes are and what may come of them, in one line.
        run: gives the bytes to the program; raises where the program answers in a way it does not promise.
        seeds: honest inputs that a fuzzer begins with.
        words: pieces of the format that chance does not find.
        longest: most bytes of an input.
        craft: a change that keeps the format's checksums and structure, so that it gets past the first check.
    """

    about: str
    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]
    words: tuple[bytes, ...] = ()
    longest: int = 4096
    craft: Callable[[bytes, Random], bytes] | None = None


def named(error: Exception) -> None:
    """Hold an error to what is told of it: a code in kebab-case and a message, which repeat a part of what was sent."""
    told = error_object(error)
    assert told["code"] != "internal", repr(error)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", told["code"]), repr(error)
    assert told["message"].strip(), repr(error)
    assert len(told["message"]) <= LONGEST, repr(error)[:500]
    assert len(told["where"]) <= LONGEST, repr(error)[:500]


def names() -> tuple[str, ...]:
    """The names of all targets."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.py")))


def load(name: str) -> Target:
    """The target of that name; imports what it attacks."""
    found = importlib.import_module(f"tests.fuzz.targets.{name}").TARGET
    assert isinstance(found, Target)
    return found
