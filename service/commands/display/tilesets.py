"""Print taught tile sets for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from service.commands.display.tiles import tile_style
from service.commands.support.output import plain_table, printable
from service.shared.wording import NO_FACES, plural, tile_name
from service.tilesets.set_lists import DamagedSet, SetList, SetSummary, ShownSet

if TYPE_CHECKING:
    from service.tilesets.manage import Forgotten, Renamed
    from service.tilesets.merging import Merged
    from service.tilesets.teaching import Taught
    from service.tilesets.teaching_session import TeachingPhoto
    from vision.reading import Issue


def show_set_list(console: Console, listed: SetList) -> None:
    """Print the tile sets, one a line."""
    if not listed.sets:
        console.print(Text("no set has been taught yet: rackcheck sets teach NAME PHOTO"))
        return
    rows = (
        (one.name, "", "", one.error["message"])
        if isinstance(one, DamagedSet)
        else (one.name, one.faces, " ".join(one.missing) or "nothing", one.reader)
        for one in listed.sets
    )
    console.print(plain_table(("set", "faces", "lacks", "taught with"), rows))


def show_summary(console: Console, summary: SetSummary) -> None:
    """Print the kinds of a tile set, the number of faces of each, and the kinds that it lacks."""
    console.print(Text(f"{printable(summary.name)}: {plural(summary.faces, 'face')}", "bold"))
    line = Text("  ")
    for label, count in summary.kinds.items():
        line.append(label, tile_style(label))
        line.append(f"x{count} " if count > 1 else " ", "dim")
    console.print(line)
    if summary.renewed_from is not None:
        readers = f"{printable(summary.reader)}, before that {printable(summary.renewed_from)}"
        console.print(Text(f"  made over for {readers}; all faces were kept", "dim"))
    if summary.missing:
        console.print(Text(f"  not taught: {' '.join(summary.missing)}", "yellow"))


def show_set(console: Console, shown: ShownSet) -> None:
    """Print the kinds of a tile set, the number of faces of each, and the origins of the faces."""
    show_summary(console, shown.summary)
    for origin, count in Counter(face.origin for face in shown.faces).items():
        console.print(Text(f"  {plural(count, 'face')} from {printable(origin)}", "dim"))
    if shown.pictures is not None:
        console.print(Text(f"  pictures in {printable(shown.pictures)}", "dim"))


def show_taught(console: Console, taught: Taught) -> None:
    """Print the number of taught faces, and the kinds that the tile set still lacks."""
    console.print(Text(f"taught {plural(taught.count, 'face')}", "bold green"))
    show_summary(console, taught.summary)
    for one in taught.missed:
        place = f"{printable(one.image)}: tile {one.number} ({one.label})"
        console.print(Text(f"  {place} was not found in the photo", "yellow"))
    _issues(console, taught.issues)
    console.print(Text(f"  read by it with: --set {printable(taught.tile_set.name)!r}", "dim"))


def show_renamed(console: Console, renamed: Renamed) -> None:
    """Print a tile set under its new name."""
    console.print(Text(f"{printable(renamed.was)} is now called {printable(renamed.tile_set.name)}"))
    show_summary(console, renamed.summary)


def show_merged(console: Console, merged: Merged) -> None:
    """Print the faces added from each other tile set, and conflicts between them."""
    for one in merged.taken:
        line = Text(f"{plural(len(one.faces), 'face')} added from {printable(one.name)}", "bold green")
        for label, count in Counter(face.label for face in one.faces).items():
            line.append(f" {label}", tile_style(label)).append(f"x{count}" if count > 1 else "", "dim")
        if one.known:
            line.append(f"; {one.known} known already", "dim")
        console.print(line)
        for face, stays in one.otherwise:
            console.print(Text(f"  a face that is {face.label} there stays {stays}", "yellow"))
    show_summary(console, merged.summary)
    _issues(console, merged.issues)


def show_set_forgotten(console: Console, forgotten: Forgotten) -> None:
    """Print the face that `sets forget` removed from a tile set."""
    face, left = forgotten.face, plural(len(forgotten.tile_set.faces), "face")
    assert face is not None, "`sets forget` names the face by its tile"
    what = f"a face of {tile_name(face.label)} from {printable(face.origin)} is forgotten"
    console.print(Text(f"{printable(forgotten.tile_set.name)}: {what}; {left} left"))


def show_proposal(console: Console, photo: TeachingPhoto) -> None:
    """Print the proposed label of each face of a photo, row by row."""
    reading = photo.reading
    console.print(Text(f"{printable(photo.name)}: {plural(len(reading.tiles), 'face')}", "bold"))
    for number in range(len(reading.rows)):
        words = []
        for tile, label in zip(reading.tiles, photo.proposal.labels, strict=True):
            if tile.row == number:
                word = Text(f"{tile.index + 1}:", "dim")
                word.append(label, tile_style(label))
                if not tile.sure:
                    word.append("?", "bold yellow")
                words.append(word)
        console.print(Text("  ").append_text(Text(" ").join(words)))
    if not reading.tiles:
        console.print(Text(f"  {NO_FACES}", "yellow"))
    _issues(console, reading.issues)


def _issues(console: Console, issues: Iterable[Issue]) -> None:
    for issue in issues:
        console.print(Text(f"  {printable(issue.message)}", "yellow"))
