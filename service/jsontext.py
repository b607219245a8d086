"""JSON in and out, one way for the command line and for HTTP."""

from __future__ import annotations

import json
from typing import Any, Final

from service.errors import ServiceError

LONGEST_LINE: Final = 1_000_000
"""Most characters of one JSON text: a thousand times any honest question."""


def _no_constant(name: str) -> None:
    raise ServiceError("bad-json", f"{name} is no JSON; give a number")


# Made once: json.dumps and json.loads with settings make a new one for every text.
_DECODER: Final = json.JSONDecoder(parse_constant=_no_constant)
_ENCODER: Final = json.JSONEncoder(allow_nan=False, separators=(", ", ": "))


def loads(text: str | bytes, where: str = "") -> Any:  # noqa: ANN401 - any JSON value
    """Read one JSON value.

    Raises:
        ServiceError: `bad-json` with line and column, also for NaN and for numbers or nesting without bounds.
    """
    try:
        if len(text) > LONGEST_LINE:
            raise ServiceError("bad-json", f"more than {LONGEST_LINE} characters", where)
        return _DECODER.decode(text if isinstance(text, str) else text.decode())
    except json.JSONDecodeError as error:
        # A text of one line that has a place of its own, such as "line 2" of a batch, needs no line within it.
        lines = [] if where and "\n" not in error.doc else [f"line {error.lineno}"]
        place = ", ".join(filter(None, (where, *lines, f"column {error.colno}")))
        raise ServiceError("bad-json", f"this is no JSON: {error.msg}", place) from None
    except UnicodeDecodeError:
        raise ServiceError("bad-json", "this is no UTF-8 text", where) from None
    except RecursionError:
        raise ServiceError("bad-json", "this is nested too deep", where) from None
    except ValueError as error:
        # int() refuses thousands of digits in its own words.
        raise ServiceError("bad-json", str(error), where) from None


def dumps(value: object) -> str:
    """Print a value as one line of ASCII: it passes through every terminal, pipe and encoding unharmed."""
    return _ENCODER.encode(value)
