"""`rackcheck game export` and `import`: a game as a file; `backup`, `restore` and `begin-anew`: the whole ledger."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from service.commands.display.ledger import kept_as, show_copied, show_imported, show_restored
from service.commands.game.lookup import Game, find_game, opened_ledger
from service.commands.support.input_files import read_text
from service.commands.support.options import Json, argument
from service.commands.support.output import one_answer, printable
from service.ledger.game.limits import LARGEST_EXPORT
from service.shared import json_text
from service.shared.errors import ServiceError
from service.storage.atomic_files import write_atomic


def export(
    file: Annotated[str | None, argument("[FILE]", "FILE.csv or FILE.json. Left out: JSON is printed.")] = None,
    game: Game = None,
    as_json: Json = False,
) -> None:
    """Write a game to a file.

    CSV is for a spreadsheet; JSON holds everything, to be imported elsewhere. A file that is there already is left
    alone.
    """
    if file is not None and not file.endswith((".csv", ".json")):
        raise typer.BadParameter("name a file that ends in .csv or .json", param_hint="FILE")
    with one_answer(as_json, {"file": file}, file or "") as output, opened_ledger() as ledger:
        name = find_game(ledger, game)
        if file is not None and file.endswith(".csv"):
            # Spreadsheets read a file as UTF-8 only if it begins with a byte order mark; JSON must not have one.
            text, coding = ledger.export_csv(name), "utf-8-sig"
        else:
            text, coding = json_text.dumps(ledger.export_json(name)) + "\n", "ascii"
        if file is None:
            output.text(text)
        else:
            write_atomic(Path(file), text.encode(coding), replace=False)
            output.report({"game": name, "file": file}, f"game {name} is written to {printable(file)}")


def import_(
    file: Annotated[str, argument("FILE", "A file of `rackcheck game export FILE.json`, or - for standard input.")],
    as_json: Json = False,
) -> None:
    """Read in an exported game.

    Every entry is judged and settled again.
    """
    with one_answer(as_json, {"file": file}, file) as output, opened_ledger() as ledger:
        output.answer(ledger.import_game(_exported(file)), show_imported)


def backup(
    file: Annotated[str, argument("FILE", "The copy to make, such as friday.sqlite3.")], as_json: Json = False
) -> None:
    """Copy the whole book to a file, with its photos.

    Others may go on entering meanwhile. A file that is there already is left alone. The photos are those that are kept
    with wins.
    """
    with one_answer(as_json, {"file": file}, file) as output, opened_ledger() as ledger:
        evidence, damaged = ledger.backup(Path(file)), ledger.damaged()
        document = {"file": file, "done": "backup", "evidence": asdict(evidence)}
        document |= {"damaged": list(damaged)} if damaged else {}
        output.report(document, partial(show_copied, file=file, evidence=evidence, damaged=damaged))


def restore(
    file: Annotated[
        str, argument("FILE", "A copy that `rackcheck game backup` or the program itself made, or the book itself.")
    ],
    as_json: Json = False,
) -> None:
    """Bring a copy of the book back, with the photos it holds.

    Only where the book is gone, is damaged or has lost entries; what is in its place is kept beside it. Name the book
    itself to go on without the entries it has lost.
    """
    with one_answer(as_json, {"file": file}, file) as output, opened_ledger() as ledger:
        kept, evidence = ledger.restore(Path(file))
        document = {"file": file, "done": "restore", "kept": kept and str(kept), "evidence": asdict(evidence)}
        output.report(document, partial(show_restored, file=file, kept=kept, evidence=evidence))


def begin_anew(as_json: Json = False) -> None:
    """Begin a new book in the place of a lost one.

    Only where the book is gone, is damaged or has lost entries; what is in its place is kept beside it, and so are its
    copies.
    """
    with one_answer(as_json) as output, opened_ledger() as ledger:
        kept = ledger.begin_anew()
        document = {"done": "begin-anew", "kept": kept and str(kept)}
        output.report(document, f"the next game begins a new book{kept_as(kept)}")


def _exported(file: str) -> object:
    """Read the file of an exported game."""
    try:
        return json_text.loads(read_text(file, LARGEST_EXPORT), file, LARGEST_EXPORT)
    except ServiceError as error:
        text = f"{error.message}; take the file that `rackcheck game export FILE.json` wrote"
        raise ServiceError(error.code, text, error.where) from None
