"""Find where the strings of a TOML file stand, for messages that name line and column.

The standard library's reader keeps no places. So this module walks the text of an accepted file a second time, and
looks only for the parts that card files need: the strings of arrays under one key, tables and keys.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Final

_TOKEN: Final = re.compile(
    r'''\#[^\n]*
      | """(?:\\.|[^\\])*?"""(?:"{0,2}(?!"))
      | \'\'\'.*?\'\'\'(?:'{0,2}(?!'))
      | "(?:\\.|[^"\\\n])*"
      | '[^'\n]*'
      | [A-Za-z0-9_-]+
      | \n
      | \S''',
    re.DOTALL | re.VERBOSE,
)
_ESCAPE: Final = re.compile(r"\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|\s*\n\s*|.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TomlString:
    """A string of the file and, for each of its characters and its end, the offset in the file."""

    value: str
    offsets: tuple[int, ...]


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and the column of an offset, both counted from 1."""
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def strings_under(text: str, key: str) -> list[list[TomlString]]:
    """Return the strings of each array under ``key``, in the order of the file, which must be valid TOML."""
    found: list[list[TomlString]] = []
    tokens = [match for match in _TOKEN.finditer(text) if not match.group().startswith("#")]
    for place, token in enumerate(tokens[:-2]):
        if token.group().strip("\"'") != key or tokens[place + 1].group() != "=" or tokens[place + 2].group() != "[":
            continue
        found.append([])
        for item in tokens[place + 3 :]:
            if item.group() == "]":
                break
            if item.group()[0] in "\"'":
                found[-1].append(_string(item.group(), item.start()))
    return found


def _string(raw: str, start: int) -> TomlString:
    value = tomllib.loads(f"v = {raw}")["v"]
    quotes = 3 if raw[:3] in ('"""', "'''") else 1
    at = start + quotes + (quotes == 3 and raw[3:4] == "\n")
    end = start + len(raw) - quotes
    offsets = []
    while at < end:
        escape = _ESCAPE.match(raw, at - start) if raw[0] == '"' else None
        # A backslash at the end of a line swallows the break and the blanks after it.
        if escape is None or not escape.group()[1:].isspace():
            offsets.append(at)
        at += len(escape.group()) if escape else 1
    return TomlString(value, (*offsets, end))


def key_place(text: str, table: str | None, nth: int, key: str | None) -> tuple[int, int]:
    """Return line and column of ``key`` in the ``nth`` (from 0) table ``[[table]]``, or in the file itself for None.

    A key of the file may be a table too. Where the key is None or missing, return the place of the table's header, or
    of the file's first character.
    """
    headers = [match.start() for match in re.finditer(r"^[ \t]*\[", text, re.MULTILINE)]
    starts = [0]
    if table is not None:
        starts = [match.start() for match in re.finditer(rf"^[ \t]*\[\[[ \t]*{table}[ \t]*\]\]", text, re.MULTILINE)]
    if nth >= len(starts):
        return 1, 1
    start = starts[nth]
    end = next((header for header in headers if header > start or (table is None and header >= start)), len(text))
    if key is not None:
        name = rf"[\"']?({re.escape(key)})[\"']?[ \t]*"
        match = re.compile(rf"^[ \t]*{name}=", re.MULTILINE).search(text, start, end)
        if match is None and table is None:
            match = re.search(rf"^[ \t]*\[\[?[ \t]*{name}\]", text, re.MULTILINE)
        if match is not None:
            return line_and_column(text, match.start(1))
    return line_and_column(text, start)
