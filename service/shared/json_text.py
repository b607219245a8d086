"""Read and print JSON, in the same way for the command line and for HTTP."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, Final

from service.shared.errors import ServiceError

JsonObject = dict[str, Any]
"""A JSON object of the contract, parsed or ready to print."""

LONGEST_LINE: Final = 1_000_000
"""Maximum length of one JSON text in characters, far above any honest question."""


def _no_constant(name: str) -> None:
    raise ServiceError("bad-json", f"{name} is no JSON; give a number")


def _object(pairs: list[tuple[str, Any]]) -> JsonObject:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise ServiceError("bad-json", f"the field {twice!r} is given twice in one object; leave one out")
    return found


# json.dumps and json.loads with options would build a new encoder or decoder for every text.
_DECODER: Final = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_object)
_ESCAPES: Final = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u(?P<half>[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
    "|(?P<bare>[\ud800-\udfff])"
)
"""One escape of a JSON text, whole surrogate pairs first; JSON has no backslash outside strings."""

_ENCODER: Final = json.JSONEncoder(allow_nan=False, separators=(", ", ": "), default=lambda value: value.to_json())


def loads(text: str | bytes, where: str = "", most: int = LONGEST_LINE) -> Any:  # noqa: ANN401 - any JSON value
    """Read one JSON value of at most `most` characters.

    Raises:
        ServiceError: `too-large` beyond `most`. `bad-json` with line and column, also for NaN, for numbers or nesting
            without bounds, for a field given twice, of which we could only guess which one is meant, and for half a
            surrogate pair (RFC 8259, section 8.2): such a text has no UTF-8 form, so we could not store or hash it.
    """
    if len(text) > most:
        raise ServiceError("too-large", f"this is longer than {most} characters; write it shorter", where)
    try:
        given = text if isinstance(text, str) else text.decode("utf-8-sig")
        value = _DECODER.decode(given)
    except ServiceError as error:
        # The decoder's callbacks do not know the place.
        raise ServiceError(error.code, error.message, where) from None
    except json.JSONDecodeError as error:
        raise ServiceError("bad-json", f"this is no JSON: {error.msg}", _place(error, where)) from None
    except UnicodeDecodeError:
        raise ServiceError("bad-json", "this is no UTF-8 text", where) from None
    except RecursionError:
        raise ServiceError("bad-json", "this is nested too deeply; no question needs it", where) from None
    except ValueError:
        # For thousands of digits int() raises an error that speaks of Python's own settings.
        raise ServiceError("bad-json", "a number has thousands of digits; write it shorter", where) from None
    _refuse_halves(given, where)
    return value


def _refuse_halves(text: str, where: str) -> None:
    """Refuse a JSON text that contains an unpaired surrogate."""
    for found in _ESCAPES.finditer(text):
        if half := found["half"] or (found["bare"] and f"{ord(found['bare']):x}"):
            said = f"\\u{half} is half a character: write the whole pair, such as \\ud83c\\udc04, or leave it out"
            raise ServiceError("bad-json", said, _place(json.JSONDecodeError("", text, found.start()), where))


def _place(error: json.JSONDecodeError, where: str) -> str:
    # A one-line text whose place is known already, such as "line 2" of a batch, needs no line number of its own.
    lines = [] if where and "\n" not in error.doc else [f"line {error.lineno}"]
    return ", ".join(filter(None, (where, *lines, f"column {error.colno}")))


def dumps(value: object) -> str:
    """Print JSON, or a value with `to_json`, as one line of ASCII: every terminal, pipe and encoding passes it on."""
    return _ENCODER.encode(value)
