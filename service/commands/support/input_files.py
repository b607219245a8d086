"""Read what a command is given: a file, or `-` for standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

from service.shared import json_text
from service.shared.errors import ServiceError, WrongUsageError

MOST_BYTES: Final = 64_000_000
"""Bytes of a file that a command reads whole, where the command bounds them no otherwise."""

PHOTO_SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".jpe", ".png", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".heif"})
"""How the names of photos end, also of those that are answered with what to do about them."""


def read_text(name: str, most: int = MOST_BYTES) -> str:
    """Read a UTF-8 file of at most so many bytes, or standard input, to its end.

    Raises:
        ServiceError: `too-large`.
        OSError, UnicodeDecodeError: as reading does.
    """
    with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        message = f"this is larger than {most // 1_000_000} MB: it is no file for this command"
        raise ServiceError("too-large", message, name)
    return data.decode("utf-8-sig")


def facts_of(texts: Iterable[str]) -> dict[str, str]:
    """Read the facts written as FACT=VALUE, by name.

    Raises:
        WrongUsageError: `bad-fact` for a text of another form, `fact-given-twice`.
    """
    facts: dict[str, str] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name:
            raise WrongUsageError("bad-fact", "write the fact's name, = and its value, as in miscaller=Bea", text)
        if name in facts:
            message = "is given twice; several names are one list with commas, as in threw_in=Cat,Dee"
            raise WrongUsageError("fact-given-twice", message, name)
        facts[name] = value
    return facts


def lines_of(name: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, each with its number from 1, as they come in.

    Bytes that are no UTF-8 become replacement characters: their line is refused, the others are read.
    """
    with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as stream:
        for number, line in enumerate(stream, 1):
            text = line.decode("utf-8-sig", "replace").strip()
            if text:
                yield number, text


def json_inputs(text: str, name: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the inputs of a text that holds one JSON object, an array of them, or one a line, each with its place.

    The place of an input that is all of the text is `name`. An input that cannot be read comes as the `ServiceError`
    that says why.
    """
    try:
        whole = json_text.loads(text, name)
    except ServiceError as error:
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        if not _one_a_line([line for _, line in lines]):
            yield name, error
            return
        for number, line in lines:
            where = f"line {number}"
            try:
                yield where, json_text.loads(line, where)
            except ServiceError as fault:
                yield where, fault
        return
    if isinstance(whole, list):
        yield from ((f"item {number}", item) for number, item in enumerate(whole, 1))
    else:
        yield name, whole


def _one_a_line(lines: list[str]) -> bool:
    """Say whether this looks like one input a line, some of them broken, rather than one broken document."""
    if len(lines) < 2:
        return False
    try:
        json_text.loads(lines[0])
    except ServiceError:
        objects = sum(line.startswith("{") and line.endswith("}") for line in lines)
        return 2 * objects >= len(lines)
    return True


def question_of(read: object) -> object:
    """Return an input of `json_inputs`, or raise the exception that stands in its place.

    Raises:
        ServiceError: `bad-json`.
    """
    if isinstance(read, ServiceError):
        raise read
    return read
