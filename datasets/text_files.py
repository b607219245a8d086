"""Read JSON and TOML that somebody else wrote, or refuse them with file and line."""

import json
import tomllib
from pathlib import Path
from typing import Any

from datasets.errors import DatasetError


def json_value(text: str, code: str, where: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return the value of a JSON text; raise ``DatasetError`` with ``code`` and ``where`` for what is none."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DatasetError(code, f"not JSON: {error}", where) from error
    except (RecursionError, ValueError) as error:
        raise DatasetError(code, f"not read as JSON: {_beyond(error)}", where) from error


def toml_table(path: Path, code: str) -> dict[str, Any]:
    """Return the table of a TOML file; raise ``DatasetError`` with ``code``, and ``OSError`` where it is missing."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DatasetError(code, f"not a TOML file: {error}", path.name) from error
    except (RecursionError, ValueError) as error:
        raise DatasetError(code, f"not read as TOML: {_beyond(error)}", path.name) from error


def _beyond(error: Exception) -> str:
    """Say what is too much for a parser, which would speak of itself."""
    if isinstance(error, RecursionError):
        return "lists or tables are nested too deeply; take the nesting out"
    return "a number has thousands of digits; write it shorter"
