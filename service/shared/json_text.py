"""Read and print JSON, one way for the command line and for HTTP."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from service.shared.errors import ServiceError

JsonObject = dict[str, Any]
"""A JSON object of the contract, as it is read or about to be printed."""

LONGEST_LINE: Final = 1_000_000
"""Most characters of one JSON text: far above any honest question."""


def _no_constant(name: str) -> None:
    raise ServiceError("bad-json", f"{name} is no JSON; give a number")


# json.dumps and json.loads with settings would make a new one for every text.
_DECODER: Final = json.JSONDecoder(parse_constant=_no_constant)
_ESCAPES: Final = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u(?P<half>[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
    "|(?P<bare>[\ud800-\udfff])"
)
"""Each escape of a JSON text, whole surrogate pairs before halves; outside strings there is no backslash."""

_ENCODER: Final = json.JSONEncoder(allow_nan=False, separators=(", ", ": "))


def loads(text: str | bytes, where: str = "", most: int = LONGEST_LINE) -> Any:  # noqa: ANN401 - any JSON value
    """Read one JSON value of at most so many characters.

    Raises:
        ServiceError: `bad-json` with line and column, also for NaN, for numbers or nesting without bounds, and for half
            a surrogate pair (RFC 8259, section 8.2): such a text has no UTF-8 form and could not be kept or hashed.
    """
    try:
        if len(text) > most:
            raise ServiceError("bad-json", f"more than {most} characters", where)
        given = text if isinstance(text, str) else text.decode()
        value = _DECODER.decode(given)
    except json.JSONDecodeError as error:
        raise ServiceError("bad-json", f"this is no JSON: {error.msg}", _place(error, where)) from None
    except UnicodeDecodeError:
        raise ServiceError("bad-json", "this is no UTF-8 text", where) from None
    except RecursionError:
        raise ServiceError("bad-json", "this is nested too deeply; no question needs it", where) from None
    except ValueError:
        # int() refuses thousands of digits in words about itself.
        raise ServiceError("bad-json", "a number has thousands of digits; write it shorter", where) from None
    _refuse_halves(given, where)
    return value


def _refuse_halves(text: str, where: str) -> None:
    """Refuse a JSON text in which half a surrogate pair stands alone."""
    for found in _ESCAPES.finditer(text):
        if half := found["half"] or (found["bare"] and f"{ord(found['bare']):x}"):
            said = f"\\u{half} is half a character: write the whole pair, such as \\ud83c\\udc04, or leave it out"
            raise ServiceError("bad-json", said, _place(json.JSONDecodeError("", text, found.start()), where))


def _place(error: json.JSONDecodeError, where: str) -> str:
    # A text of one line that has a place of its own, such as "line 2" of a batch, needs no line within it.
    lines = [] if where and "\n" not in error.doc else [f"line {error.lineno}"]
    return ", ".join(filter(None, (where, *lines, f"column {error.colno}")))


def dumps(value: object) -> str:
    """Print a value as one line of ASCII: it passes through every terminal, pipe and encoding unharmed."""
    return _ENCODER.encode(value)
