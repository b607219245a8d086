"""Print tiles in the colours of their suits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.text import Text

from service.judging.confirmation import KnownRack

_STYLES: Final = {"B": "green", "C": "red", "D": "blue"}
_HONORS: Final = {
    "R": "bold red",
    "G": "bold green",
    "0": "bold blue",
    "F": "magenta",
    "J": "bold yellow",
    "BACK": "dim",
    "NONE": "dim",
}


def tile_style(label: str) -> str:
    """Return the style of one tile code."""
    return _STYLES[label[1]] if len(label) == 2 and label[1] in _STYLES else _HONORS.get(label, "bold")


def tiles_text(labels: Iterable[str | None]) -> Text:
    """Return tile codes with a space between them; `?` for None."""
    unknown = Text("?", "bold yellow")
    return Text(" ").join(unknown if label is None else Text(label, tile_style(label)) for label in labels)


def rack_text(rack: KnownRack) -> Text:
    """Return the text form of a rack, in colours."""
    parts = [Text.assemble("[", tiles_text(group), "]") for group in rack.exposures]
    slope = rack.concealed
    if rack.winning_tile is not None and slope and slope[-1] == rack.winning_tile:
        parts += [tiles_text(slope[:-1])] if slope[:-1] else []
        parts.append(Text.assemble("+", tiles_text(slope[-1:])))
    elif slope:
        parts.append(tiles_text(slope))
    return Text(" ").join(parts)
