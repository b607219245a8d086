"""Print taught tile sets for people."""

from __future__ import annotations

from collections import Counter

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from service.commands.display.tiles import tile_style
from service.commands.support.output import printable
from service.shared.json_text import JsonObject
from service.shared.wording import NO_FACES, plural, tile_name


def show_set_list(console: Console, document: JsonObject) -> None:
    """Print the tile sets, one a line."""
    if not document["sets"]:
        console.print(Text("no set has been taught yet: rackcheck sets teach NAME PHOTO"))
        return
    table = Table(box=box.SIMPLE, show_edge=False, pad_edge=False)
    for column in ("set", "faces", "lacks", "taught with"):
        table.add_column(column)
    for one in document["sets"]:
        state = one["error"]["message"] if "error" in one else one["reader"]
        row = (one["set"], one["faces"], " ".join(one["missing"]) or "nothing", state)
        table.add_row(*(Text(printable(value)) for value in row))
    console.print(table)


def show_set(console: Console, document: JsonObject) -> None:
    """Print the kinds of a tile set, the number of faces of each, and the origins of the faces."""
    _heading(console, document)
    origins: dict[str, int] = {}
    for face in document["taught"]:
        origins[face["from"]] = origins.get(face["from"], 0) + 1
    for origin, count in origins.items():
        console.print(Text(f"  {plural(count, 'face')} from {printable(origin)}", "dim"))
    if "pictures" in document:
        console.print(Text(f"  pictures in {printable(document['pictures'])}", "dim"))


def show_taught(console: Console, document: JsonObject) -> None:
    """Print the number of taught faces, and the kinds that the tile set still lacks."""
    console.print(Text(f"taught {plural(document['taught'], 'face')}", "bold green"))
    _heading(console, document)
    for one in document["missed"]:
        place = f"{printable(one['image'])}: tile {one['tile']} ({one['label']})"
        console.print(Text(f"  {place} was not found in the photo", "yellow"))
    _issues(console, document)
    console.print(Text(f"  read by it with: --set {printable(document['set'])!r}", "dim"))


def show_set_change(console: Console, document: JsonObject) -> None:
    """Print a tile set after an import, a rename or a deletion."""
    name = printable(document["set"])
    if document.get("deleted"):
        console.print(Text(f"{name} is forgotten"))
        return
    if "was" in document:
        console.print(Text(f"{printable(document['was'])} is now called {name}"))
    _heading(console, document)


def show_merged(console: Console, document: JsonObject) -> None:
    """Print the faces added from each other tile set, and conflicts between them."""
    for one in document["taken"]:
        line = Text(f"{plural(len(one['faces']), 'face')} added from {printable(one['set'])}", "bold green")
        for label, count in Counter(face["label"] for face in one["faces"]).items():
            line.append(f" {label}", tile_style(label)).append(f"x{count}" if count > 1 else "", "dim")
        if one["known"]:
            line.append(f"; {one['known']} known already", "dim")
        console.print(line)
        for face in one["otherwise"]:
            console.print(Text(f"  a face that is {face['there']} there stays {face['label']}", "yellow"))
    _heading(console, document)
    _issues(console, document)


def show_set_forgotten(console: Console, document: JsonObject) -> None:
    """Print the face that `sets forget` removed from a tile set."""
    what = f"a face of {tile_name(document['label'])} from {printable(document['from'])} is forgotten"
    console.print(Text(f"{printable(document['set'])}: {what}; {plural(document['faces'], 'face')} left"))


def show_set_file(console: Console, document: JsonObject) -> None:
    """Print the file and the size of an exported tile set."""
    console.print(Text(f"{printable(document['set'])}: {document['bytes']} bytes in {printable(document['file'])}"))


def show_proposal(console: Console, document: JsonObject) -> None:
    """Print the proposed label of each face of a photo, row by row."""
    console.print(Text(f"{printable(document['image'])}: {plural(len(document['tiles']), 'face')}", "bold"))
    for number in range(len(document["rows"])):
        words = []
        for tile in document["tiles"]:
            if tile["row"] == number:
                word = Text(f"{tile['index'] + 1}:", "dim")
                word.append(tile["label"], tile_style(tile["label"]))
                if not tile["sure"]:
                    word.append("?", "bold yellow")
                words.append(word)
        console.print(Text("  ").append_text(Text(" ").join(words)))
    if not document["tiles"]:
        console.print(Text(f"  {NO_FACES}", "yellow"))
    _issues(console, document)


def _issues(console: Console, document: JsonObject) -> None:
    for issue in document["issues"]:
        console.print(Text(f"  {printable(issue['message'])}", "yellow"))


def _heading(console: Console, document: JsonObject) -> None:
    console.print(Text(f"{printable(document['set'])}: {plural(document['faces'], 'face')}", "bold"))
    line = Text("  ")
    for label, count in document["kinds"].items():
        line.append(label, tile_style(label))
        line.append(f"x{count} " if count > 1 else " ", "dim")
    console.print(line)
    if document.get("renewed_from") is not None:
        readers = f"{printable(document['reader'])}, before that {printable(document['renewed_from'])}"
        console.print(Text(f"  made over for {readers}; all faces were kept", "dim"))
    if document["missing"]:
        console.print(Text(f"  not taught: {' '.join(document['missing'])}", "yellow"))
