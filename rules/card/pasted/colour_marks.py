"""Read the colours of pasted text: tags of web pages, marks of forums, and braces such as {red:222}."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import Final

_COLOURS: Final = "red|green|blue|black|purple|orange"
_MARK: Final = re.compile(
    rf"""<(?P<end>/?)(?P<tag>b|i|u|em|strong|span|font|(?P<block>p|br|div|td|th|li))\b(?P<said>[^<>]*)>
    |\[(?P<shut>/?)(?P<name>color(?==|\])|{_COLOURS}|[biu])(?:=["']?(?P<value>[#\w]+)["']?)?\]
    |\{{(?P<brace>{_COLOURS}):|(?P<closed>\}})
    |\*\*|__""",
    re.IGNORECASE | re.VERBOSE,
)
_OF_TAG: Final = re.compile(
    r"""[\s"';]color\s*[=:]\s*["']?(rgba?\([\d,.\s]{,30}\)|[#\w]+(?!\w|\s*\())""", re.IGNORECASE
)
"""The colour of letters in a tag, and not that of their background."""


def inked(text: str) -> list[tuple[str, str]]:
    """Return pieces of a text without its marks, each with its colour, empty for plain; an inner mark counts."""
    text = html.unescape(text)
    marks = list(_MARK.finditer(text))
    closed = _closed(marks)
    pieces: list[tuple[str, str]] = []
    colours = [""]
    at = 0
    for nth, mark in enumerate(marks):
        if nth not in closed and (mark["brace"] or mark["closed"] or (mark["name"] or "b").lower() not in {*"biu"}):
            continue  # a mark of a colour without its other end is text
        pieces += [(text[at : mark.start()], colours[-1]), (" " if mark["block"] else "", "")]
        at = mark.end()
        if closed.get(nth, nth) > nth:
            colours.append(_named(_colour_of(mark).lower()) or colours[-1])
        elif nth in closed:
            colours.pop()
    return [*pieces, (text[at:], colours[-1])]


def _colour_of(mark: re.Match[str]) -> str:
    """Return the colour that a mark begins, as it is written; empty for other marks."""
    said = _OF_TAG.search(mark["said"] or "")
    name = mark["name"] if mark["name"] and mark["name"].lower() not in {"color", *"biu"} else ""
    return said[1] if said else mark["value"] or name or mark["brace"] or ""


def _closed(marks: list[re.Match[str]]) -> dict[int, int]:
    """Return for each mark that is closed where it is, and the reverse."""
    opened: list[tuple[str, int]] = []
    known: Counter[str] = Counter()
    pairs: dict[int, int] = {}
    for at, mark in enumerate(marks):
        kind = f"[{mark['name']}" if mark["name"] else mark["tag"] or ("{" if mark["brace"] or mark["closed"] else "")
        kind = kind.lower()
        if not (mark["end"] or mark["shut"] or mark["closed"]):
            opened += [(kind, at)] if kind else []
            known[kind] += 1
        elif known[kind]:
            while opened:
                inner, begun = opened.pop()
                known[inner] -= 1
                if inner == kind:
                    pairs |= {begun: at, at: begun}
                    break
    return pairs


_SHADES: Final = (
    ("green", re.compile(r"green|lime|olive")),
    ("blue", re.compile(r"blue|navy")),
    ("red", re.compile(r"red|crimson|maroon|firebrick")),
)
"""Names of colours that a reader takes for green, blue or red."""
_HEX: Final = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})")
_RGB: Final = re.compile(r"rgba?\(\s*(\d{1,3})[,\s]+(\d{1,3})[,\s]+(\d{1,3})\b[^)]*\)")
_CLEARLY: Final = 1.6
"""How many times stronger than the others a part of a colour is where the eye sees that part alone."""


def _named(colour: str) -> str:
    """Return one name for each colour, however written; green, red or blue for a shade of it."""
    if rgb := _RGB.fullmatch(colour):
        parts = [int(part) for part in rgb.groups()]
    elif _HEX.fullmatch(colour):
        wide = (len(colour) - 1) // 3
        parts = [int(colour[1 + at : 1 + at + wide], 16) for at in range(0, 3 * wide, wide)]
    else:
        return next((name for name, shade in _SHADES if shade.search(colour)), colour)
    weakest, second, strongest = sorted(parts)
    if strongest == weakest:
        return "black"  # or a grey
    return ("red", "green", "blue")[parts.index(strongest)] if strongest > _CLEARLY * second else f"rgb{parts}"
