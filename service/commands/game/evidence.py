"""`rackcheck game keep` and `game evidence`: the evidence bundle of a win."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.commands.display.ledger import show_changed_evidence
from service.commands.evidence import check_again
from service.commands.game.lookup import Game, find_game, opened_ledger
from service.commands.support.options import Json, argument, flag, option
from service.commands.support.output import one_answer, printable
from service.evidence.bundle_file import read_bundle, read_file
from service.evidence.win_evidence import keep_with_win, whole_bundle
from service.storage.atomic_files import write_atomic

if TYPE_CHECKING:
    from service.ledger.game.shown.documents import ShownState
    from service.ledger.ledger import Ledger

Entry = Annotated[int, argument("N", "The number of the win, as `rackcheck game show` has it.", min=1)]


def keep(
    entry: Entry,
    file: Annotated[str, argument("FILE.zip", "What `rackcheck verify --evidence` has made.")],
    game: Game = None,
    as_json: Json = False,
) -> None:
    """Keep evidence with a win.

    The photo, its reading, corrections, card, rules and verdict, at most 4 MB of a win, 24 of a game and 64 of the
    book. Whoever can see the book can open it.
    """
    path = Path(file)
    _change(
        as_json, game, entry, lambda ledger, name: keep_with_win(ledger, name, entry, whole_bundle(read_file(path)))
    )


def _change(as_json: bool, game: str | None, entry: int | None, change: Callable[[Ledger, str], ShownState]) -> None:
    """Change the evidence of one win, or with `entry` None of all wins of a game, and print its condition."""
    with one_answer(as_json, {"game": game}) as output, opened_ledger() as ledger:
        name = find_game(ledger, game)
        state = change(ledger, name)
        document = {"game": name, "entry": entry, "state": state.to_json()}
        output.report(document, partial(show_changed_evidence, entry=entry, state=state))


def evidence(
    *,
    entry: Annotated[
        int | None, argument("N", "The number of the win. Left out with --remove: all wins of the game.", min=1)
    ] = None,
    save: Annotated[str | None, option("--save", "FILE.zip", "Where to write it. Left out: it is opened.")] = None,
    remove: Annotated[bool, flag("--remove", "Remove it; the book says that it was there.")] = False,
    game: Game = None,
    as_json: Json = False,
) -> None:
    """Open the evidence kept with a win.

    As `rackcheck evidence show`: the exit status is 1 where anything no longer agrees. With --save it is written to a
    file, with --remove it is removed.
    """
    if remove and save is not None:
        raise typer.BadParameter("save the evidence first, then remove it", param_hint="--remove")
    if remove:
        _change(as_json, game, entry, lambda ledger, name: ledger.remove_evidence(name, entry))
        return
    if entry is None:
        raise typer.BadParameter("name the win to open: `rackcheck game show` numbers them", param_hint="N")
    with one_answer(as_json, {"game": game, "entry": entry}, save or "") as output, opened_ledger() as ledger:
        name = find_game(ledger, game)
        data = ledger.evidence(name, entry)
        if save is not None:
            write_atomic(Path(save), data, replace=False)
            said = f"the evidence of entry {entry} is written to {printable(save)}"
            output.report({"game": name, "entry": entry, "file": save}, said)
            return
        check_again(output, read_bundle(data, "evidence"), hashlib.sha256(data).hexdigest(), f"entry {entry}")
