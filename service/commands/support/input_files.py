"""Read the input of a command: a file, or `-` for standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO, Final

from rules.input.open_file import open_file
from service.shared import json_text
from service.shared.errors import ServiceError, WrongUsageError

MOST_BYTES: Final = 64_000_000
"""Default limit in bytes on a file that a command reads whole."""

PHOTO_SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".jpe", ".png", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".heif"})
"""Suffixes of photo files, also of formats that we refuse with advice."""

_LONGEST_LINE: Final = 4 * json_text.LONGEST_LINE + 1
"""Bytes of a line that surely hold more characters than a question may have."""

_LINE_END: Final = re.compile(r"\r\n?|\n")


def read_text(name: str, most: int = MOST_BYTES) -> str:
    """Read a UTF-8 file of at most `most` bytes, or standard input, to its end.

    Raises:
        ServiceError: `too-large`.
        OSError, UnicodeDecodeError: if we cannot read or decode the file.
    """
    with _opened(name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        message = f"this is larger than {most // 1_000_000} MB: it is no file for this command"
        raise ServiceError("too-large", message, name)
    return data.decode("utf-8-sig")


def facts_of(
    texts: Iterable[str],
    example: str = "miscaller=Bea",
    twice: str = "is given twice; several names are one list with commas, as in threw_in=Cat,Dee",
) -> dict[str, str]:
    """Parse texts of the form NAME=VALUE into a dict by name.

    Raises:
        WrongUsageError: `bad-fact` for a text of another form, with the `example`; `fact-given-twice`, which `twice`
            says of the name.
    """
    facts: dict[str, str] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name:
            raise WrongUsageError("bad-fact", f"write a name, = and its value, as in {example}", text)
        if name in facts:
            raise WrongUsageError("fact-given-twice", f"{name} {twice}", text)
        facts[name] = value
    return facts


def lines_of(name: str) -> Iterator[tuple[int, str]]:
    """Yield the non-blank lines as they arrive, each with its number from 1.

    Bytes that are no UTF-8 become replacement characters, so that only their own line fails. Of a line longer than any
    question we keep enough to show that.
    """
    with _opened(name) as stream:
        for number, line in enumerate(iter(lambda: _line(stream), b""), 1):
            text = line.decode("utf-8-sig", "replace").strip()
            if text:
                yield number, text


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if name == "-" else open_file(Path(name))


def _line(stream: BinaryIO) -> bytes:
    """Read one line, and return no more than the start of one that is longer than any question."""
    line = part = stream.readline(_LONGEST_LINE)
    while part and not part.endswith(b"\n"):
        part = stream.readline(_LONGEST_LINE)
    return line


def json_inputs(text: str, name: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the inputs in a text (one JSON object, an array of objects, or one object a line), each with its place.

    The place of a single object is `name`. For a malformed input we yield its `ServiceError`.
    """
    try:
        whole = json_text.loads(text, name)
    except ServiceError as error:
        # `str.splitlines` would also cut inside a JSON string, at a character such as U+2028.
        lines = [(number, line.strip()) for number, line in enumerate(_LINE_END.split(text), 1) if line.strip()]
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
    """Say whether the lines look like one input each, some of them broken, rather than one broken document."""
    if len(lines) < 2:
        return False
    try:
        json_text.loads(lines[0])
    except ServiceError:
        objects = sum(line.startswith("{") and line.endswith("}") for line in lines)
        return 2 * objects >= len(lines)
    return True


def question_of(read: object) -> object:
    """Return an input of `json_inputs`; raise it if it is an error."""
    if isinstance(read, ServiceError):
        raise read
    return read
