"""Read a whole number of an address: part of a path, or of the query."""

from __future__ import annotations

import re


def whole_number(text: object) -> int:
    """Return the whole number that `text` writes in the digits 0 to 9, with or without a sign.

    Raises:
        ValueError: what to write, if it is none or has more digits than Python reads.
    """
    if not re.fullmatch(r"[+-]?[0-9]+", str(text).strip()):
        raise ValueError("write a whole number")
    try:
        return int(str(text))
    except ValueError:
        raise ValueError("write a smaller number") from None
