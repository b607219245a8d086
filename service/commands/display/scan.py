"""Print a scan for people."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from service.commands.display.tiles import tile_style
from service.commands.support.output import printable
from service.judging.confirmation import WEIGHED
from service.judging.verify import ToldRack
from service.shared.wording import either, plural, tile_name
from vision.reading import RackReading, TileReading


def show_scan(console: Console, image: str, reading: RackReading, overlay: str | None) -> None:
    """Print the answer of `scan`; `overlay` is the file of the picture with its tiles outlined, if any."""
    show_reading(console, image, reading, {})
    if overlay is not None:
        console.print(Text(f"  overlay: {printable(overlay)}"))


def show_reading(
    console: Console,
    image: str,
    reading: RackReading,
    said: Mapping[int, str],
    told: ToldRack | None = None,
    *,
    settled: bool = False,
) -> None:
    """Print the tiles row by row, then the tiles to look at, corrections and advice.

    `said` holds the labels that the player corrected, by the number of the tile, counted from 1. `settled`: a verdict
    stands whatever the doubtful tiles are, so nothing is asked about them.
    """
    console.print(Text(f"{printable(image)}: {plural(len(reading.tiles), 'tile')}", "bold"))
    for row in range(len(reading.rows)):
        words = [_tile(tile, said.get(tile.index + 1)) for tile in reading.tiles if tile.row == row]
        console.print(Text("  ").append_text(Text(" ").join(words)))
    for tile in reading.tiles:
        if not (settled or tile.sure or tile.index + 1 in said or tile.index in reading.aside):
            names = [tile_name(label) for label in (tile.label, *(label for label, _ in tile.alternatives[:2]))]
            console.print(Text(f"  look at tile {tile.index + 1}: {either(names)}", "yellow"))
    if told is not None:
        console.print(Text(f"  told by hand: {printable(told.rack)}", "cyan"))
        for name, tiles in (("not in the photo", told.added), ("left out", told.left_out)):
            if tiles:
                console.print(Text(f"    {name}: {' '.join(tiles)}", "cyan"))
    if reading.aside:
        numbers = ", ".join(str(index + 1) for index in reading.aside)
        console.print(Text(f"  beside the rack, no part of it: {numbers}", "dim"))
    for issue in reading.issues:
        if settled and issue.code in WEIGHED:
            continue
        console.print(Text(f"  {printable(issue.message)}", "yellow"))
    if reading.rack:
        console.print(Text.assemble("  rack: ", printable(reading.rack)))


def _tile(tile: TileReading, said: str | None) -> Text:
    label = tile.label if said is None else said
    word = Text(label, tile_style(label))
    if said is not None:
        word.append(f" (you; read {tile.label})" if said != tile.label else " (you)", "cyan")
    elif not tile.sure:
        word.append("?", "bold yellow")
    return word
