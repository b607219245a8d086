"""Define a fuzz target: one parser that a stranger's bytes reach, and the answers it may give."""

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
"""Packages whose branches a fuzzer watches: ours, and parsers written in Python."""


@dataclass(frozen=True, slots=True)
class Target:
    """One parser under attack.

    Attributes:
        about: the meaning of the bytes and the allowed answers, in one line.
        run: gives the bytes to the program; raises if the program breaks its promise.
        seeds: honest inputs to begin with.
        words: pieces of the format that chance does not find.
        longest: most bytes of an input.
        craft: makes a change that keeps the format's checksums and structure, to get past the first check.
    """

    about: str
    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]
    words: tuple[bytes, ...] = ()
    longest: int = 4096
    craft: Callable[[bytes, Random], bytes] | None = None


def named(error: Exception) -> None:
    """Check an error's public form: a code in kebab-case, and a message and place of bounded length."""
    told = error_object(error)
    assert told["code"] != "internal", repr(error)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", told["code"]), repr(error)
    assert told["message"].strip(), repr(error)
    assert len(told["message"]) <= LONGEST, repr(error)[:500]
    assert len(told["where"]) <= LONGEST, repr(error)[:500]


def names() -> tuple[str, ...]:
    """Return the names of all targets."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.py")))


def load(name: str) -> Target:
    """Load the target of that name, which imports the code it attacks."""
    found = importlib.import_module(f"tests.fuzz.targets.{name}").TARGET
    assert isinstance(found, Target)
    return found
