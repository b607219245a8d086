"""Read JSON and TOML from outside, or reject them with file and line."""

import json
import tomllib
from pathlib import Path
from typing import Any

from datasets.errors import DatasetError


def json_value(text: str, code: str, where: str) -> Any:  # noqa: ANN401 - any JSON value
    """Parse a JSON text; raise ``DatasetError`` with ``code`` and ``where`` if it is not valid JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DatasetError(code, f"not JSON: {error}", where) from error
    except (RecursionError, ValueError) as error:
        raise DatasetError(code, f"not read as JSON: {_beyond(error)}", where) from error


def toml_table(path: Path, code: str) -> dict[str, Any]:
    """Parse a TOML file; raise ``DatasetError`` with ``code`` if it is not valid, ``OSError`` if it is missing."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DatasetError(code, f"not a TOML file: {error}", path.name) from error
    except (RecursionError, ValueError) as error:
        raise DatasetError(code, f"not read as TOML: {_beyond(error)}", path.name) from error


def _beyond(error: Exception) -> str:
    """Return a message about the text's excess, because the parser's own message speaks of Python."""
    if isinstance(error, RecursionError):
        return "lists or tables are nested too deeply; take the nesting out"
    return "a number has thousands of digits; write it shorter"
