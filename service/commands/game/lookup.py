"""The shared steps of the game commands: open the ledger, find the game, add an entry."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

from rich.console import Console

from rules.errors import RulesError
from rules.input.names import name_key
from service.cards.card_folder import home_library
from service.commands.display.ledger import show_entry
from service.commands.support.options import option
from service.commands.support.output import Answer, one_answer
from service.evidence.bundle_file import Bundle
from service.evidence.win_evidence import keep_with_win, refuse_unfit
from service.judging.win_facts import parse_bettor
from service.shared.errors import ConflictError, ServiceError
from service.shared.json_text import JsonObject

if TYPE_CHECKING:
    from service.ledger.game.shown.documents import ShownEntry
    from service.ledger.ledger import Ledger

Game = Annotated[
    str | None,
    option(
        "--game",
        "ID",
        "The game, as `rackcheck game list` names it, or how that begins. Left out: the one begun or imported last.",
    ),
]
"""The option that names a game."""


@contextmanager
def opened_ledger() -> Iterator[Ledger]:
    """Open the ledger of the settings for the length of a command."""
    from service.ledger.ledger import open_ledger  # noqa: PLC0415 - the database is slow to load, and only here
    from service.shared.settings import settings  # noqa: PLC0415

    with closing(open_ledger(settings(), home_library())) as found:
        yield found


def find_game(ledger: Ledger, asked: str | None) -> str:
    """Return the id of the game whose id begins with `asked`; None asks for the one begun or imported last.

    Raises:
        ServiceError: `unknown-game`, also if several ids begin so; the ledger's own fault if the game may have been in
            the lost part of a damaged ledger.
    """
    fitting = [name for name in ledger.game_ids() if name.startswith(asked or "")]
    if not fitting and (fault := ledger.games(most=1).fault) is not None:
        raise ServiceError(fault["code"], fault["message"], fault["where"])
    if not fitting:
        text = (
            "no game has been begun: rackcheck game new Ann,Bea,Cat,Dee"
            if asked is None
            else f"no game's id begins with {asked!r}; `rackcheck game list` has them"
        )
        raise ServiceError("unknown-game", text, "game")
    if asked is not None and len(fitting) > 1:
        raise ServiceError("unknown-game", f"several ids begin with {asked!r}: {', '.join(fitting[:5])}", "game")
    return fitting[0]


def ask_ledger(
    as_json: bool, game: str | None, ask: Callable[[Ledger, str], Answer], show: Callable[[Console, Answer], None]
) -> None:
    """Ask the ledger about one game and print the answer."""
    with one_answer(as_json, {"game": game}) as output, opened_ledger() as ledger:
        output.answer(ask(ledger, find_game(ledger, game)), show)


def enter(
    as_json: bool, game: str | None, request: JsonObject, evidence: Bundle | None = None, bets: Sequence[str] = ()
) -> None:
    """Add an entry on top of the newest state of the ledger, including entries that others made meanwhile.

    `bets` are texts such as Eve:Ann, which we read by the names of the game.

    We refuse unfit evidence before we enter the win. An error after the entry says that the entry is made, so that
    nobody types it again.
    """
    with one_answer(as_json, {"game": game}) as output, opened_ledger() as ledger:
        name = find_game(ledger, game)
        if evidence is not None:
            refuse_unfit(ledger, name, evidence, request["check"]["rack"] if "check" in request else None)
        shown = _added(ledger, name, request, bets)
        number, lost = shown.entry.seq, None
        if evidence is not None:
            output.done(f"the win is entered as {number}; only its evidence was not kept")
            try:
                keep_with_win(ledger, name, number, evidence)
            except Exception as error:  # noqa: BLE001 - the entry stands whatever the error
                lost = error
        if lost is None:
            output.done(f"entry {number} is made; only this answer is not")
        state = ledger.state(name)
        document: JsonObject = {"game": name, "entry": shown.to_json(), "state": state.to_json()}
        if lost is None or not as_json:
            output.report(document, partial(show_entry, shown=shown, state=state))
        if lost is not None:
            output.failure(lost, document)


def _added(ledger: Ledger, name: str, request: JsonObject, bets: Sequence[str]) -> ShownEntry:
    request["key"] = secrets.token_hex(8)
    while True:
        state = ledger.state(name)
        request["based_on"] = state.version
        if bets:
            # A correction may be of a hand with other seats, so everybody of the game counts.
            read = (parse_bettor(text, state.state.points) for text in bets)
            request["bets"] = [{"name": bettor, "bet_on": on} for bettor, on in read]
        try:
            return ledger.add(name, _with_east(request, state.state.sitting.acting_east)).shown
        except RulesError as error:
            if error.code != "missing-field" or error.where != "east":
                raise
            message = f"{error.message}: `rackcheck game seats A,B,C,D --east NAME` says it, then enter this again"
            raise ServiceError(error.code, message, "east") from None
        except ConflictError:
            # Retry on the newest state: a person at the command line sees the table, not an older state on a phone.
            continue


def _with_east(request: JsonObject, east: str | None) -> JsonObject:
    """Keep the present East in a change of seats that names none, if East still plays."""
    if request["kind"] != "seats" or request["east"] is not None:
        return request
    stays = east is not None and name_key(east) in map(name_key, request["players"])
    return {**request, "east": east if stays else None}
