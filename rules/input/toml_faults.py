"""Say why a text is no TOML, and what to write instead."""

from __future__ import annotations

import tomllib
from typing import Final

_ADVICE: Final = {
    "Unclosed array": "a comma stands behind each line of a list, and ] behind the last",
    "Illegal character '\\n'": "a quotation mark stands at both ends of a text",
    "Expected '=' after a key in a key/value pair": 'a field is written as title = "My card"',
    "Expected newline or end of document": "behind a value only a comment stands, which begins with #",
    "Invalid value": "a text stands in straight quotation marks, and yes is written true",
    "Invalid statement": 'a row is a field such as title = "My card", or a comment, which begins with #',
    "Unescaped '\\' in a string": "write two of them, or ' around the text",
    "Cannot overwrite a value": "a field stands here for the second time; keep one, or begin another table above it",
    "Cannot declare": "a heading such as [payment] stands once, and that of a section in two brackets, [[section]]",
}
"""What to write where Python's reader of TOML stops, by the beginning of its message."""


def why_no_toml(error: Exception) -> str:
    """Return why the reader refused a text; where its message is about its own limits, one about the file."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply: no list or table needs that"
    if not isinstance(error, tomllib.TOMLDecodeError):
        return "a number has thousands of digits; write it shorter"
    said = str(error).partition(" (at ")[0]
    return next((f"{said}; {advice}" for start, advice in _ADVICE.items() if said.startswith(start)), said)
