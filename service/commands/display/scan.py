"""Print a scan for people."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from service.commands.display.tiles import tile_style
from service.commands.support.output import printable
from service.shared.json_text import JsonObject
from service.shared.wording import either, plural, tile_name


def show_scan(console: Console, document: JsonObject) -> None:
    """Print the tiles row by row, then the tiles to look at, corrections and advice."""
    tiles = document["tiles"]
    heading = f"{printable(document['image'])}: {plural(len(tiles), 'tile')}"
    console.print(Text(heading, "bold"))
    for row in range(len(document["rows"])):
        console.print(Text("  ").append_text(_row([tile for tile in tiles if tile["row"] == row])))
    for tile in tiles:
        if not tile["sure"] and "said" not in tile and tile["index"] not in document["aside"]:
            names = [tile_name(label) for label in (tile["label"], *(label for label, _ in tile["alternatives"][:2]))]
            console.print(Text(f"  look at tile {tile['index'] + 1}: {either(names)}", "yellow"))
    if "told" in document:
        console.print(Text(f"  told by hand: {printable(document['told']['rack'])}", "cyan"))
        for name, tiles in (
            ("not in the photo", document["told"]["added"]),
            ("left out", document["told"]["left_out"]),
        ):
            if tiles:
                console.print(Text(f"    {name}: {' '.join(tiles)}", "cyan"))
    if document["aside"]:
        numbers = ", ".join(str(index + 1) for index in document["aside"])
        console.print(Text(f"  beside the rack, no part of it: {numbers}", "dim"))
    for issue in document.get("issues", ()):
        console.print(Text(f"  {printable(issue['message'])}", "yellow"))
    if document["rack"]:
        console.print(Text.assemble("  rack: ", printable(document["rack"])))
    if "overlay" in document:
        console.print(Text(f"  overlay: {printable(document['overlay'])}"))


def _row(tiles: list[JsonObject]) -> Text:
    words = []
    for tile in tiles:
        label: str = tile["said"] if "said" in tile else tile["label"]
        word = Text(label, tile_style(label))
        if "said" in tile:
            word.append(f" (you; read {tile['label']})" if label != tile["label"] else " (you)", "cyan")
        elif not tile["sure"]:
            word.append("?", "bold yellow")
        words.append(word)
    return Text(" ").join(words)
