"""Print the ledger for people."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.text import Text

from service.commands.display.payments import show_transfers
from service.commands.support.output import error_text, plain_table, printable
from service.shared.wording import plural

if TYPE_CHECKING:
    from pathlib import Path

    from service.ledger.evidence_copy import CopiedEvidence
    from service.ledger.game.recompute import Recomputed
    from service.ledger.game.records import Entry
    from service.ledger.game.shown.documents import GameList, ImportedGame, ShownEntry, ShownGame, ShownState, Standings
    from service.ledger.game.shown.totals import SettleUp


_NUMBERS: Final = frozenset({"points", "chips", "wins", "sheet", "entries"})


def show_game_list(console: Console, listed: GameList) -> None:
    """Print the games, one a line, and the fault of a damaged ledger."""
    if listed.fault is not None:
        console.print(error_text(listed.fault))
        if not listed.total and listed.fault["code"] == "read-only":
            console.print("No game has been begun.")
    elif not listed.total:
        console.print("No game has been begun: rackcheck game new Ann,Bea,Cat,Dee")
    for name in listed.damaged:
        console.print(Text(f"game {name} is damaged: put back the last backup", "red"))
    if not listed.games:
        return
    games = ((line.game, line.version) for line in listed.games)
    rows = (
        (game.id, _on_our_clock(game.started_at), game.title, ", ".join(game.sitting.everyone), entries)
        for game, entries in games
    )
    console.print(plain_table(("game", "begun", "title", "players", "entries"), rows, _NUMBERS))


def _on_our_clock(time: str) -> str:
    """Return a time of the ledger as this machine's clock showed it, to the minute."""
    read = datetime.fromisoformat(time)
    try:
        return read.astimezone().isoformat(" ", "minutes")[:16]
    except OverflowError:  # an imported game may name a day at either end of the calendar
        return read.isoformat(" ", "minutes")[:16]


def show_imported(console: Console, imported: ImportedGame) -> None:
    """Print an imported game, and the entries that differ from the file."""
    show_game(console, imported.shown, imported.differs)


def show_game(console: Console, shown: ShownGame, differs: Sequence[int] = ()) -> None:
    """Print a game: seats, standings, and every entry in a line; then the entries that differ from an imported file."""
    game = shown.now.game
    console.print(Text.assemble((printable(game.title), "bold"), f"  game {game.id}"))
    _show_state(console, shown.now)
    for entry in shown.entries:
        console.print(entry_line(entry))
    for seq in differs:
        console.print(Text(f"entry {seq} is settled otherwise than in the file", "yellow"))
    for one in shown.now.evidence:
        console.print(Text(f"the evidence of entry {one.entry} is {_CONDITIONS[one.state]}", "dim"))


def _show_state(console: Console, now: ShownState) -> None:
    """Print the seats and the standings."""
    sitting = now.state.sitting
    line = Text(f"hand {now.state.hand}: ")
    for at, name in enumerate(sitting.players):
        is_east = name == sitting.acting_east
        line.append(", " if at else "").append(printable(name), "bold" if is_east else "")
        line.append(" (East)" if is_east else "").append(" (dead hand)" if name in now.dead else "")
    if sitting.waiting:
        line.append(f"; waiting: {printable(', '.join(sitting.waiting))}")
    if now.table_wind is not None:
        line.append(f"; round of {now.table_wind}")
    console.print(line)
    if now.note is not None:
        console.print(Text(f"  {printable(now.note)}", "yellow"))
    show_standings(console, now.standings)


def show_standings(console: Console, standings: Standings) -> None:
    """Print the standings: points, chips and wins of each player."""
    with_sheet = any(line.sheet is not None for line in standings.lines)
    heads = ("", "player", "points", "chips", "wins", *(["sheet"] if with_sheet else []))
    rows = []
    for line in standings.lines:
        points = Text(f"{line.points:+d}" if line.points else "0", "green" if line.points > 0 else "")
        sheet = [f"{line.sheet:+d}" if line.sheet else "0"] if with_sheet else []
        rows.append((line.rank, line.player, points, line.chips, line.wins, *sheet))
    console.print(plain_table(heads, rows, _NUMBERS))


def entry_line(shown: ShownEntry) -> Text:
    """Return an entry in one line; strike an undone entry through."""
    entry, body = shown.entry, shown.entry.body
    line = Text(f"{entry.seq:>4}  ")
    line.append(printable(_what(entry)), "" if shown.in_effect else "strike dim")
    if body.settlement is not None and body.settlement.transfers:
        net = ", ".join(f"{printable(name)} {points:+d}" for name, points in body.settlement.net.items() if points)
        line.append(f"  {net}", "dim" if shown.in_effect else "strike dim")
    if not shown.in_effect:
        line.append(f"  (taken out by {shown.removed_by})", "dim")
    if body.note is not None and entry.kind != "note":
        line.append(f"  {printable(body.note)}", "italic")
    return line


def _what(entry: Entry) -> str:
    """Describe an entry in words."""
    body, outcome = entry.body, entry.body.outcome
    instead = f" (in the place of {body.instead_of})" if body.instead_of else ""
    match entry.kind:
        case "win":
            how = f"on {outcome['discarder']}'s discard" if outcome.get("discarder") else "self-picked"
            hand = f", hand {body.card_hand}" if body.check else ""
            return f"{outcome['winner']} won {how}{hand}{instead}"
        case "wall":
            return f"wall game{instead}"
        case "penalty":
            assert body.settlement is not None, "a penalty has payments"
            ruling = body.settlement.ruling
            said = f"agreed: {body.settlement.transfers[0].why}" if ruling is None else ruling["text"]
            return f"{said}{instead}"
        case "seats":
            assert body.sitting is not None, "a change of seats has seats"
            return f"seats: {', '.join(body.sitting.players)}; East: {body.sitting.acting_east or 'not said'}"
        case "undo":
            return f"undo {body.undoes}"
        case _:
            return str(body.note)


def show_entry(console: Console, shown: ShownEntry, state: ShownState) -> None:
    """Print a new entry, its payments, the seats and the standings."""
    console.print(entry_line(shown))
    settlement = shown.entry.body.settlement
    if settlement is not None and settlement.transfers:
        show_transfers(console, settlement.transfers)
    _show_state(console, state)


def show_settle_up(console: Console, found: SettleUp) -> None:
    """Print the payments of the evening, each in chips."""
    if not found.payments:
        console.print("Nobody has to pay.")  # all are even, or a tournament is played
        return
    rows = []
    for one in found.payments:
        chips = [f"{number} x {value}" for value, number in one.chips.items() if number and value != 1]
        rest = [plural(one.chips[1], "point")] if one.chips[1] else []
        rest += [] if one.money is None else [one.money]
        rows.append((one.payer, one.payee, one.points, ", ".join(chips + rest)))
    console.print(plain_table(("pays", "to", "points", "in chips"), rows, _NUMBERS))
    if not found.fewest:
        console.print(Text("so many people: there may be a shorter list", "dim"))


def show_recomputed(console: Console, found: Recomputed) -> None:
    """Print the entries that disagree with the recomputed result."""
    for one in found.differs:
        console.print(Text(f"entry {one.seq}: {one.what} is {one.stored} in the book, {one.now} now", "red"))
    for failed in found.unknown:
        console.print(Text.assemble(f"entry {failed.seq}: ", error_text(failed.error)))
    for source in found.changed:
        # A game may have begun with a file that the library does not hold.
        what = "is not kept by that id" if source.now is None else "has changed since"
        text = f"the {source.kind} {printable(source.id)} {what}; entries keep the one they were made by"
        console.print(Text(text, "yellow"))
    for lost in found.evidence:
        console.print(Text(f"the evidence of entry {lost.entry} is {_CONDITIONS[lost.state]}", "red"))
    agree = found.checked - len({one.seq for one in found.differs} | {failed.seq for failed in found.unknown})
    console.print(Text(f"{agree} of {plural(found.checked, 'entry', 'entries')} agree", "bold"))


def show_changed_evidence(console: Console, entry: int | None, state: ShownState) -> None:
    """Print the condition of the evidence of a win, or with `entry` None of the whole game."""
    for one in state.evidence:
        if entry in {one.entry, None}:
            console.print(Text(f"the evidence of entry {one.entry} is {_CONDITIONS[one.state]}"))
            console.print(Text(f"  SHA-256 {one.evidence.sha256}", "dim"))


_CONDITIONS = {"kept": "kept", "missing": "missing: its file is gone", "altered": "altered", "removed": "removed"}


def show_copied(console: Console, file: str, evidence: CopiedEvidence, damaged: Sequence[str]) -> None:
    """Print the file of a copy of the ledger, and the games that are damaged in both."""
    console.print(Text(printable(f"the book is copied to {file}")))
    for name in damaged:
        text = f"game {name} is damaged, in this copy too, which cannot be restored: keep the backups of before"
        console.print(Text(text, "red"))
    _show_copied_evidence(console, evidence)


def show_restored(console: Console, file: str, kept: Path | None, evidence: CopiedEvidence) -> None:
    """Print the copy of a restored ledger, and the path of the ledger that it replaced."""
    console.print(Text(f"the book is back, as {printable(file)} has it{kept_as(kept)}"))
    _show_copied_evidence(console, evidence)


def kept_as(kept: Path | None) -> str:
    """Say where a replaced ledger is now; nothing if there was none."""
    return f"; what was in its place is kept as {printable(kept)}" if kept else ""


def _show_copied_evidence(console: Console, evidence: CopiedEvidence) -> None:
    if evidence.kept:
        console.print(Text(f"with the evidence of {plural(evidence.kept, 'win')}"))
    if evidence.left_out:
        console.print(
            Text(f"without the evidence of {plural(evidence.left_out, 'win')}: it is gone or altered", "yellow")
        )
