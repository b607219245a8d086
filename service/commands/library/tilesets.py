"""`rackcheck sets`: teach and manage tile sets."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from service.commands.display import tilesets as display
from service.commands.support.help import Helped
from service.commands.support.input_files import json_inputs, question_of, read_text
from service.commands.support.options import Json, argument, flag, option
from service.commands.support.output import Output, one_answer, printable
from service.storage.atomic_files import write_atomic
from service.storage.read_whole import read_whole
from service.tilesets import manage, set_lists
from service.tilesets.labels import labels_of_photos
from service.tilesets.merging import merge_sets
from service.tilesets.tileset_store import home_sets
from vision.image.photo import MAX_BYTES
from vision.tilesets.tile_set_file import MOST_BYTES

sets = typer.Typer(no_args_is_help=True, help="Teach your own set of tiles; list, show and share taught sets.")

Name = Annotated[str, argument("NAME", "The set's name.")]


@sets.command(cls=Helped)
def teach(
    *,
    name: Annotated[str, argument("NAME", "What to call the set; a set of that name learns more.")],
    photos: Annotated[list[str], argument("PHOTO...", "Photos of its faces laid out, in any order.")],
    labels: Annotated[
        str | None,
        option(
            "--labels",
            "FILE",
            'What each tile is, in place of answering: one JSON object an image, {"image", "tiles": [{"box" or '
            '"quad", "label"}]}; - reads standard input.',
        ),
    ] = None,
    propose: Annotated[
        bool, flag("--propose", "Teach nothing: print what would be proposed; with --json in the form --labels reads.")
    ] = False,
    overlay: Annotated[
        str | None,
        option("--overlay", "DIR", "Save each photo with its tiles outlined and numbered in the folder DIR."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Teach your set of tiles from photos of its faces.

    Photograph all tiles of the set, or one of each face, all flowers and jokers among them. Lay them out in any order,
    upright and apart, in good light. The program groups like tiles, proposes what they are, and asks about those it is
    not sure of, a suit at a time: press Enter where all is right, or say which are not, as in 7=6B 30=NONE, and 31=BACK
    for a tile that lies face down. Then it asks about all of them in the same way. Tiles are numbered from 1 in reading
    order. Photos are read by the set with --set NAME.
    """
    from service.photos.scanner import write_overlay  # noqa: PLC0415 - the networks load in this command
    from service.shared.networks import drive_with, load_networks  # noqa: PLC0415
    from service.tilesets import teaching_session  # noqa: PLC0415

    if propose and labels is not None:
        raise typer.BadParameter("it teaches nothing: leave it out to teach by --labels", param_hint="--propose")
    if propose and as_json:
        _refuse_unwritable(photos)
    with one_answer(as_json, {"set": name}, name) as output:
        networks = load_networks()
        run = partial(drive_with, networks)
        session = run(teaching_session.TeachingSession.open(name, home_sets(), networks.cards))
        found = run(session.look([(photo, read_whole(Path(photo), MAX_BYTES)) for photo in photos]))
        if overlay is not None:
            taken: set[str] = set()
            for one in found:
                write_overlay(one.photo, one.reading, Path(overlay), one.name, taken, numbered=True)
        if propose:
            for one in found:
                output.answer(one, display.show_proposal)
            return
        if labels is None:
            named = run(teaching_session.ask_person(session, found, _ask, _tell))
        else:
            given = [question_of(read) for _, read in json_inputs(read_text(labels), labels)]
            named = labels_of_photos([one.name for one in found], given)
        output.answer(run(session.teach(found, named)), display.show_taught)


def _refuse_unwritable(photos: list[str]) -> None:
    """Refuse a file name that is no UTF-8: a file for --labels is JSON, which could not name the photo."""
    for photo in photos:
        if any("\ud800" <= char <= "\udfff" for char in photo):
            shown = photo.encode("utf-8", "replace").decode()
            raise typer.BadParameter(f"{shown}: its name is no UTF-8; rename it", param_hint="PHOTO")


def _tell(text: str) -> None:
    typer.echo(text, err=True)


def _ask(question: str) -> str | None:
    """Ask a person and read one line; None at the end of standard input."""
    typer.echo(f"{question} ", nl=False, err=True)
    line = sys.stdin.readline()
    if not line:
        # The next message must begin on a line of its own.
        typer.echo("", err=True)
    return line.strip() if line else None


@sets.command("list", cls=Helped)
def list_(as_json: Json = False) -> None:
    """List the taught sets that --set can name."""
    with one_answer(as_json) as output:
        output.answer(set_lists.set_list(home_sets()), display.show_set_list)


@sets.command(cls=Helped)
def show(
    name: Name,
    pictures: Annotated[
        str | None,
        option("--pictures", "DIR", "Save the picture of each face in the folder DIR, as J-1.webp, J-2.webp."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show what a set was taught, and what it lacks."""
    with one_answer(as_json, {"set": name}, name) as output:
        if pictures is not None:
            manage.save_pictures(name, Path(pictures), home_sets())
        folder = None if pictures is None else str(Path(pictures))
        output.answer(set_lists.ShownSet(home_sets().load(name), folder), display.show_set)


@sets.command(cls=Helped)
def export(
    name: Name,
    file: Annotated[str, argument("FILE", "The file to write; one that is there is left alone.")],
    as_json: Json = False,
) -> None:
    """Write a set to a file, to keep or to give away."""
    with one_answer(as_json, {"set": name}, file) as output:
        kept, data = manage.export_set(name, home_sets())
        write_atomic(Path(file), data, replace=False)
        document = {"set": kept, "file": file, "bytes": len(data)}
        output.report(document, f"{printable(kept)}: {len(data)} bytes in {printable(file)}")


@sets.command("import", cls=Helped)
def import_(
    files: Annotated[list[str], argument("FILE...", "Files that `sets export` wrote.")],
    name: Annotated[str | None, option("--name", "NAME", "What to call it here. Left out: its own name.")] = None,
    as_json: Json = False,
) -> None:
    """Take sets from files; everything in them is checked first."""
    if name is not None and len(files) > 1:
        raise typer.BadParameter("one name is for one file", param_hint="--name")
    from service.shared.networks import drive_with, load_networks  # noqa: PLC0415 - the networks load in this command

    output = Output(as_json=as_json)
    for file in files:
        with output.answering({"file": file}, file):
            networks = load_networks()
            steps = manage.import_set(
                read_whole(Path(file), MOST_BYTES), file, name, home_sets(), networks.classifier.card
            )
            kept = drive_with(networks, steps)
            output.answer(set_lists.SetSummary.of(kept), display.show_summary)
    output.end()


@sets.command(cls=Helped)
def merge(
    name: Name,
    others: Annotated[list[str], argument("OTHER...", "Sets, or files of sets, whose faces are added; they stay.")],
    as_json: Json = False,
) -> None:
    """Add the faces of other sets to a set.

    It says which faces come from which set, and whether the sets look alike. A face that both know keeps the name it
    has in NAME; `rackcheck sets forget` takes one out again.
    """
    from service.shared.networks import drive_with, load_networks  # noqa: PLC0415 - the networks load in this command

    with one_answer(as_json, {"set": name}, name) as output:
        networks = load_networks()
        merged = drive_with(networks, merge_sets(name, others, home_sets(), networks.classifier.card))
        output.answer(merged, display.show_merged)


@sets.command(cls=Helped)
def rename(name: Name, new: Annotated[str, argument("NEW", "Its new name.")], as_json: Json = False) -> None:
    """Give a set another name."""
    with one_answer(as_json, {"set": name}, name) as output:
        output.answer(manage.rename_set(name, new, home_sets()), display.show_renamed)


@sets.command(cls=Helped)
def forget(
    name: Name,
    tile: Annotated[str, argument("TILE", "The tile, as in 5B, F or J.")],
    number: Annotated[
        int | None, argument("[N]", "Which of its faces, counted from 1. Left out: the only one.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Take one face out of a set again.

    One that was taught by mistake, or whose tile was exchanged.
    """
    with one_answer(as_json, {"set": name}, name) as output:
        output.answer(manage.forget_face(name, tile, number, home_sets()), display.show_set_forgotten)


@sets.command(cls=Helped)
def delete(name: Name, as_json: Json = False) -> None:
    """Forget a set; export it first if it may be wanted again."""
    with one_answer(as_json, {"set": name}, name) as output:
        deleted = manage.delete_set(name, home_sets())
        output.report(deleted.to_json(), f"{printable(deleted.name)} is forgotten")
