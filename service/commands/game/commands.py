"""`rackcheck game`: the ledger of the house."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rules.rulings.catalogue import LONGEST_NUMBER, parse_inputs
from service.commands.display.ledger import show_game, show_game_list, show_recomputed, show_settle_up, show_standings
from service.commands.game.evidence import evidence, keep
from service.commands.game.files import backup, begin_anew, export, import_, restore
from service.commands.game.lookup import Game, ask_ledger, enter, find_game, opened_ledger
from service.commands.support import shared_options as shared
from service.commands.support.help import Helped
from service.commands.support.input_files import facts_of
from service.commands.support.options import Json, argument, flag, given, option, refuse_way_without_card, won_by_of
from service.commands.support.output import one_answer
from service.commands.support.table_card import table_card, table_rules
from service.evidence.bundle_file import read_file
from service.evidence.win_evidence import outcome_of, whole_bundle, win_of
from service.judging.win_facts import parse_bettor, parse_players
from service.ledger.game.limits import MOST_GAMES
from service.shared.errors import ServiceError, WrongUsageError
from service.shared.json_text import JsonObject

if TYPE_CHECKING:
    from service.ledger.ledger import Ledger

game = typer.Typer(no_args_is_help=True, help="Keep the book: games, wins, penalties, standings, who pays whom.")

Bet = Annotated[
    list[str] | None,
    option("--bet", "NAME:PLAYER", "Who waits and bets, and on whom, such as Eve:Ann. May be given several times."),
]
Note = Annotated[str | None, option("--note", "TEXT", "Words to keep with the entry.")]
InsteadOf = Annotated[
    int | None, option("--instead-of", "N", "Put this in the place of entry N, which was wrong.", min=1)
]


@game.command(cls=Helped)
def new(
    *,
    players: Annotated[
        str, argument("A,B,C,D", "The players in the order of turns, East first, with commas and no spaces.")
    ],
    ruleset: shared.TableRules = None,
    card: Annotated[
        str | None,
        option(
            "--card",
            "CARD",
            "The card hands are on. Left out: that of `rackcheck use`, or with --ruleset that of the rules.",
        ),
    ] = None,
    waiting: Annotated[
        str | None, option("--waiting", "E,F", "Who sits out and may bet, next to enter first. Left out: nobody.")
    ] = None,
    east: Annotated[str | None, option("--east", "NAME", "Who is East. Left out: the first player.")] = None,
    title: Annotated[
        str | None, option("--title", "TEXT", "What to call the game. Left out: the name of the rules.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Begin a game.

    What is entered from then on goes into it, until another is begun.
    """
    with one_answer(as_json) as output, opened_ledger() as ledger:
        unsaid = card is None and ruleset is None
        request = {
            "players": list(parse_players(players)),
            "waiting": list(parse_players(waiting or "", "waiting")),
            "ruleset": table_rules(ruleset, card)[0],
            "card": table_card(None, None).card if unsaid else card,
            "east": east,
            "title": title,
        }
        output.answer(ledger.begin(request).shown, show_game)


@game.command("list", cls=Helped)
def list_(as_json: Json = False) -> None:
    """List the games; the one begun or imported last comes first."""
    with one_answer(as_json) as output, opened_ledger() as ledger:
        output.answer(ledger.games(most=MOST_GAMES), show_game_list)


@game.command(cls=Helped)
def show(game: Game = None, as_json: Json = False) -> None:
    """Show a game: who sits where, the standings, and every entry."""
    ask_ledger(as_json, game, lambda ledger, name: ledger.game(name), show_game)


@game.command(cls=Helped)
def win(
    *,
    winner: Annotated[str, argument("WINNER", "Who won.")],
    discarder: Annotated[
        str | None,
        option(
            "--discarder",
            "NAME",
            "Who discarded the tile. Left out: as the rack says (+4C<Bea, or +4C picked); by hand: it was picked.",
        ),
    ] = None,
    won_by: Annotated[
        str | None,
        option("--won-by", "WAY", f"{shared.HOW_WON} Left out: as the rack, the evidence or --discarder says."),
    ] = None,
    rack: Annotated[
        str | None,
        option(
            "--rack", "RACK", "The rack in quotes, as for `rackcheck check`: it is judged here, and its value paid."
        ),
    ] = None,
    card: Annotated[str | None, option("--card", "CARD", "The card --rack is on. Left out: that of the game.")] = None,
    value: Annotated[int | None, option("--value", "N", "By hand: the value printed on the card.", min=1)] = None,
    points: Annotated[
        int | None, option("--points", "N", "By hand, in games without a card: the points of the hand.", min=1)
    ] = None,
    bonuses: Annotated[
        int | None, option("--bonuses", "N", "With --points: how many bonuses double them.", min=1)
    ] = None,
    limit: Annotated[str | None, option("--limit", "full|half", "In games without a card: a limit hand.")] = None,
    jokerless: Annotated[bool, flag("--jokerless", "By hand: there is no joker in the hand.")] = False,
    joker_was_used: shared.JokerWasUsed = False,
    as_hand: shared.AsHand = None,
    evidence: Annotated[
        str | None,
        option(
            "--evidence",
            "FILE.zip",
            "What `rackcheck verify --evidence` has made: its rack is entered, and it is kept with the win.",
        ),
    ] = None,
    bet: Bet = None,
    note: Note = None,
    instead_of: InsteadOf = None,
    game: Game = None,
    as_json: Json = False,
) -> None:
    """Enter a win.

    From its rack, from the evidence of a verdict, or by hand with its value.
    """
    way = won_by_of(won_by)
    if value is not None:
        with one_answer(as_json):
            refuse_way_without_card(won_by)
    check: JsonObject | None = None if rack is None else {"rack": rack, "card": card}
    by_hand = given(value=value, points=points, bonuses=bonuses, limit=_limit(limit))
    outcome: JsonObject = {"winner": winner, **by_hand}
    bundle = None
    if evidence is not None:
        with one_answer(as_json, {"evidence": evidence}, evidence):
            bundle = whole_bundle(read_file(Path(evidence)), evidence)
            if check is None and value is None and points is None and limit is None:
                check = win_of(bundle, discarder) | ({"card": card} if card else {})
            outcome |= outcome_of(bundle, way, discarder)
    if jokerless:
        outcome["jokerless"] = True
    if way is None and (discarder is not None or (check is None and "won_by" not in outcome)):
        way = "self-pick" if discarder is None else "discard"
    if way is not None:
        outcome |= {"won_by": way, "discarder": discarder or outcome.get("discarder")}
    bets = _bets(bet)
    request: JsonObject = {"kind": "win", "outcome": outcome, "note": note, "instead_of": instead_of}
    options = given(joker_was_used=joker_was_used, as_hand=as_hand)
    if check is not None:
        options |= given(won_by=won_by if won_by not in {"self-pick", "discard"} else None)
        if options:
            check["options"] = {**check.get("options", {}), **options}
        request["check"] = check
    elif of_rack := given(card=card, **options):
        hint = f"--{next(iter(of_rack)).replace('_', '-')}"
        raise typer.BadParameter(
            "it goes with --rack or --evidence; by hand, give the value that is paid", param_hint=hint
        )
    enter(as_json, game, request, bundle, bets=bets)


def _limit(text: str | None) -> bool | str | None:
    if text not in {None, "full", "half"}:
        raise typer.BadParameter(f"{text!r} is none of full, half", param_hint="--limit")
    return True if text == "full" else text


def _bets(texts: list[str] | None) -> list[str]:
    """Refuse a text that is no bet; `enter` reads the bets by the names of the game."""
    try:
        for text in texts or ():
            parse_bettor(text)
    except WrongUsageError as error:
        raise typer.BadParameter(error.message, param_hint="--bet") from None
    return texts or []


@game.command(cls=Helped)
def wall(note: Note = None, instead_of: InsteadOf = None, game: Game = None, as_json: Json = False) -> None:
    """Enter a wall game: the tiles are used up and nobody has won."""
    enter(as_json, game, {"kind": "wall", "note": note, "instead_of": instead_of})


@game.command(cls=Helped)
def penalty(
    *,
    ruling: Annotated[str, argument("RULING", "A ruling of `rackcheck rulings`, or `pay` for what you agreed on.")],
    facts: Annotated[
        list[str] | None,
        argument("[FACT=VALUE...]", "What it asks for; for `pay`: from=Ann to=Bea points=25 why=TEXT."),
    ] = None,
    bet: Bet = None,
    note: Note = None,
    instead_of: InsteadOf = None,
    game: Game = None,
    as_json: Json = False,
) -> None:
    """Enter a penalty: what a ruling says, or what was agreed on.

    A ruling says whose hand is dead, who pays, and whether the game is over: `rackcheck rulings` lists them.
    """
    bets = _bets(bet)
    request: JsonObject = {"kind": "penalty", "note": note, "instead_of": instead_of}
    with one_answer(as_json, {"ruling": ruling}):
        pairs = facts_of(facts or ())
        if ruling == "pay":
            paid: JsonObject = {**pairs}
            if (points := pairs.get("points", "")).isdecimal():
                if len(points) > LONGEST_NUMBER:
                    message = f"must be a whole number of at most {LONGEST_NUMBER} digits"
                    raise WrongUsageError("wrong-type", message, "points")
                paid["points"] = int(points)
            request["transfers"] = [paid]
        else:
            request["outcome"] = {"kind": "error", "ruling": ruling, **parse_inputs(ruling, pairs)}
    enter(as_json, game, request, bets=bets)


@game.command(cls=Helped)
def seats(
    *,
    players: Annotated[str, argument("A,B,C,D", "Who sits now, in the order of turns.")],
    waiting: Annotated[str | None, option("--waiting", "E,F", "Who sits out. Left out: nobody.")] = None,
    east: Annotated[
        str | None, option("--east", "NAME", "Who is East now. Left out: as before, if still a player.")
    ] = None,
    east_goes: Annotated[
        str | None,
        option(
            "--east-goes",
            "right|stays|asked",
            "Where the rules do not say who is East next: the player to the right after each hand, or East stays "
            "after a win of East's and a wall game, or it is asked. Left out: as before.",
        ),
    ] = None,
    game: Game = None,
    as_json: Json = False,
) -> None:
    """Enter a change of seats, or who is East now."""
    with one_answer(as_json, {"game": game}):
        request: JsonObject = {
            "kind": "seats",
            "players": list(parse_players(players)),
            "waiting": list(parse_players(waiting or "", "waiting")),
        }
    enter(as_json, game, {**request, "east": east, "east_goes": east_goes})


@game.command("note", cls=Helped)
def note_(
    text: Annotated[str, argument("TEXT", "What to write down, in quotes.")], game: Game = None, as_json: Json = False
) -> None:
    """Write something down between the entries."""
    enter(as_json, game, {"kind": "note", "note": text})


@game.command(cls=Helped)
def undo(
    entry: Annotated[
        int | None, argument("[N]", "The number of the entry. Left out: the newest that counts.", min=1)
    ] = None,
    game: Game = None,
    as_json: Json = False,
) -> None:
    """Undo an entry: it stays in the book and no longer counts.

    An undo can be undone too.
    """
    with one_answer(as_json, {"entry": entry}), opened_ledger() as ledger:
        target = entry or _newest(ledger, find_game(ledger, game))
    enter(as_json, game, {"kind": "undo", "undoes": target})


def _newest(ledger: Ledger, name: str) -> int:
    """Return the number of the newest entry that counts and is no undo itself."""
    for shown in reversed(ledger.game(name).entries):
        if shown.in_effect and shown.entry.kind != "undo":
            return shown.entry.seq
    raise ServiceError("no-such-entry", "there is nothing to undo", "entry")


@game.command(cls=Helped)
def standings(game: Game = None, as_json: Json = False) -> None:
    """Say who has won how much."""
    ask_ledger(as_json, game, lambda ledger, name: ledger.standings(name), show_standings)


@game.command("settle-up", cls=Helped)
def settle_up(game: Game = None, as_json: Json = False) -> None:
    """Say who pays whom at the end of the evening.

    In the fewest payments, and in chips.
    """
    ask_ledger(as_json, game, lambda ledger, name: ledger.settle_up(name), show_settle_up)


@game.command(cls=Helped)
def recompute(game: Game = None, as_json: Json = False) -> None:
    """Judge every entry again, and say which no longer agree."""
    with one_answer(as_json, {"game": game}) as output, opened_ledger() as ledger:
        found = ledger.recompute(find_game(ledger, game))
        if not found.agrees:
            output.fail()
        output.answer(found, show_recomputed)


game.command(cls=Helped)(keep)
game.command("evidence", cls=Helped)(evidence)
game.command(cls=Helped)(export)
game.command("import", cls=Helped)(import_)
game.command(cls=Helped)(backup)
game.command(cls=Helped)(restore)
game.command("begin-anew", cls=Helped)(begin_anew)
