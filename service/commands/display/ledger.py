"""Print the ledger for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from service.commands.display.payments import show_transfers
from service.commands.support.output import error_text, printable
from service.shared.json_text import JsonObject
from service.shared.wording import plural

if TYPE_CHECKING:
    from service.ledger.game.documents import GameList
    from service.ledger.game.recompute import Recomputed
    from service.ledger.game.totals import SettleUp


def show_game_list(console: Console, listed: GameList) -> None:
    """Print the games, one a line, and the fault of a damaged ledger."""
    if listed.fault is not None:
        console.print(error_text(listed.fault))
    elif not listed.games:
        console.print("No game has been begun: rackcheck game new Ann,Bea,Cat,Dee")
    if not listed.games:
        return
    table = _table("game", "begun (UTC)", "title", "players", "entries")
    for line in listed.games:
        game = line.game
        began = game.started_at[:16].replace("T", " ")
        row = (game.id, began, game.title, ", ".join(game.sitting.everyone), line.version)
        table.add_row(*(Text(printable(value)) for value in row))
    console.print(table)


def show_game(console: Console, document: JsonObject) -> None:
    """Print a game: seats, standings, and every entry in a line."""
    console.print(Text.assemble((printable(document["title"]), "bold"), f"  game {document['id']}"))
    _seats(console, document)
    show_standings(console, document)
    for entry in document["entries"]:
        console.print(entry_line(entry))
    for seq in document.get("differs", ()):
        console.print(Text(f"entry {seq} is settled otherwise than in the file", "yellow"))
    for one in document["evidence"]:
        console.print(Text(f"the evidence of entry {one['entry']} is {_CONDITIONS[one['state']]}", "dim"))


def _seats(console: Console, state: JsonObject) -> None:
    seats = state["sitting"]
    line = Text(f"hand {state['hand']}: ")
    for at, name in enumerate(seats["players"]):
        line.append(", " if at else "").append(printable(name), "bold" if name == seats["east"] else "")
        line.append(" (East)" if name == seats["east"] else "").append(" (dead hand)" if name in seats["dead"] else "")
    if seats["waiting"]:
        line.append(f"; waiting: {printable(', '.join(seats['waiting']))}")
    if seats["table_wind"] is not None:
        line.append(f"; round of {seats['table_wind']}")
    console.print(line)
    if seats["note"] is not None:
        console.print(Text(f"  {printable(seats['note'])}", "yellow"))


def show_standings(console: Console, document: JsonObject) -> None:
    """Print the standings: points, chips and wins of each player."""
    lines = document["standings"]
    with_sheet = any(line["sheet"] is not None for line in lines)
    table = _table("", "player", "points", "chips", "wins", *(["sheet"] if with_sheet else []))
    for line in lines:
        points = Text(f"{line['points']:+d}" if line["points"] else "0", "green" if line["points"] > 0 else "")
        row = [Text(str(line["rank"])), Text(printable(line["player"])), points, Text(str(line["chips"]))]
        row.append(Text(str(line["wins"])))
        table.add_row(*row, *([Text(f"{line['sheet']:+d}" if line["sheet"] else "0")] if with_sheet else []))
    console.print(table)


def entry_line(entry: JsonObject) -> Text:
    """Return an entry in one line; strike an undone entry through."""
    line = Text(f"{entry['seq']:>4}  ")
    line.append(printable(_what(entry)), "" if entry["in_effect"] else "strike dim")
    settlement = entry["settlement"]
    if settlement is not None and settlement["transfers"]:
        net = ", ".join(f"{printable(name)} {points:+d}" for name, points in settlement["net"].items() if points)
        line.append(f"  {net}", "dim" if entry["in_effect"] else "strike dim")
    if not entry["in_effect"]:
        line.append(f"  (taken out by {entry['removed_by']})", "dim")
    if entry["note"] is not None and entry["kind"] != "note":
        line.append(f"  {printable(entry['note'])}", "italic")
    return line


def _what(entry: JsonObject) -> str:
    """Describe an entry in words."""
    outcome = (entry["question"] or {}).get("outcome", {})
    instead = f" (in the place of {entry['instead_of']})" if entry["instead_of"] else ""
    match entry["kind"]:
        case "win":
            how = f"on {outcome['discarder']}'s discard" if outcome.get("discarder") else "self-picked"
            hand = f", hand {entry['check']['match']['hand']}" if entry["check"] else ""
            return f"{outcome['winner']} won {how}{hand}{instead}"
        case "wall":
            return f"wall game{instead}"
        case "penalty" if entry["question"] is None:
            return f"agreed: {entry['settlement']['transfers'][0]['why']}{instead}"
        case "penalty":
            return f"{entry['settlement']['ruling']['text']}{instead}"
        case "seats":
            return f"seats: {', '.join(entry['sitting']['players'])}; East: {entry['sitting']['east'] or 'not said'}"
        case "undo":
            return f"undo {entry['undoes']}"
        case _:
            return str(entry["note"])


def show_entry(console: Console, document: JsonObject) -> None:
    """Print a new entry, its payments, the seats and the standings."""
    entry = document["entry"]
    console.print(entry_line(entry))
    if entry["settlement"] is not None and entry["settlement"]["transfers"]:
        show_transfers(console, entry["settlement"]["transfers"])
    _seats(console, document["state"])
    show_standings(console, document["state"])


def show_settle_up(console: Console, found: SettleUp) -> None:
    """Print the payments of the evening, each in chips."""
    if not found.payments:
        console.print("Everybody is even.")
        return
    table = _table("pays", "to", "points", "in chips")
    for one in found.payments:
        chips = [f"{number} x {value}" for value, number in one.chips.items() if number and value != 1]
        rest = [plural(one.chips[1], "point")] if one.chips[1] else []
        rest += [] if one.money is None else [one.money]
        row = (one.payer, one.payee, one.points, ", ".join(chips + rest))
        table.add_row(*(Text(printable(value)) for value in row))
    console.print(table)
    if not found.fewest:
        console.print(Text("so many people: there may be a shorter list", "dim"))


def show_recomputed(console: Console, found: Recomputed) -> None:
    """Print the entries that disagree with the recomputed result."""
    for one in found.differs:
        console.print(Text(f"entry {one.seq}: {one.what} is {one.stored} in the book, {one.now} now", "red"))
    for failed in found.unknown:
        console.print(Text.assemble(f"entry {failed.seq}: ", error_text(failed.error)))
    for source in found.changed:
        text = f"the {source.kind} {printable(source.id)} has changed since; entries keep the one they were made by"
        console.print(Text(text, "yellow"))
    for lost in found.evidence:
        console.print(Text(f"the evidence of entry {lost.entry} is {_CONDITIONS[lost.state]}", "red"))
    agree = found.checked - len({one.seq for one in found.differs} | {failed.seq for failed in found.unknown})
    console.print(Text(f"{agree} of {plural(found.checked, 'entry', 'entries')} agree", "bold"))


def show_kept_evidence(console: Console, document: JsonObject) -> None:
    """Print the state of the evidence of a win, or of the whole game."""
    if "file" in document:
        console.print(Text(f"the evidence of entry {document['entry']} is written to {printable(document['file'])}"))
        return
    for one in document["state"]["evidence"]:
        if document["entry"] in {one["entry"], None}:
            console.print(Text(f"the evidence of entry {one['entry']} is {_CONDITIONS[one['state']]}"))
            console.print(Text(f"  SHA-256 {one['sha256']}", "dim"))


_CONDITIONS = {"kept": "kept", "missing": "missing: its file is gone", "altered": "altered", "removed": "removed"}


def show_export(console: Console, document: JsonObject) -> None:
    """Print the file of an exported game."""
    console.print(Text(f"game {document['game']} is written to {printable(document['file'])}"))


_DONE = {
    "backup": "the book is copied to {file}",
    "restore": "the book is back, as {file} has it",
    "begin-anew": "the next game begins a new book",
}


def show_book_file(console: Console, document: JsonObject) -> None:
    """Print the change of the ledger's files, and the path of the files it replaced."""
    kept = f"; what was in its place is kept as {document['kept']}" if document.get("kept") else ""
    console.print(Text(printable(_DONE[document["done"]].format_map(document) + kept)))
    evidence = document.get("evidence", {"kept": 0, "left_out": 0})
    if count := evidence["kept"]:
        console.print(Text(f"with the evidence of {plural(count, 'win')}"))
    if count := evidence["left_out"]:
        console.print(Text(f"without the evidence of {plural(count, 'win')}: it is gone or altered", "yellow"))


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE, show_edge=False, pad_edge=False)
    for column in columns:
        numbers = column in {"points", "chips", "wins", "sheet", "entries"}
        table.add_column(column, justify="right" if numbers else "left")
    return table
