"""Replay the entries of a game to compute its seats and points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.errors import OutcomeError
from rules.ruleset import RuleSet
from rules.rulings.catalogue import CATALOGUE
from rules.settlement.seat_rotation import EastGoes, HandEnd, RotationRules, Sitting, begin_as_wrong_east, next_sitting
from service.ledger.game.records import Entry, StoredSettlement


@dataclass(slots=True)
class GameState:
    """A game after some of its entries.

    Attributes:
        version: the number of the newest entry; 0 before the first.
        sitting: the seats of the present hand.
        hand: the number of the present hand, from 1.
        dead: players whose hands are dead in it.
        cancelled: people whose bets are cancelled in it.
        points: points won or lost by everybody who ever sat or waited; sums to zero.
        sheet: the score sheet, if the rule set has one; need not sum to zero.
        wins: hands won, by name.
        in_effect: the entries that count, in the order of play.
        removed_by: number of each removed entry to the number of the entry that removed it.
        settled: each entry with a settlement, and its hand.
        east_goes: where East goes if the rules do not say it; None until the table has decided.
    """

    version: int
    sitting: Sitting
    hand: int = 1
    dead: tuple[str, ...] = ()
    cancelled: tuple[str, ...] = ()
    points: dict[str, int] = field(default_factory=dict)
    sheet: dict[str, int] = field(default_factory=dict)
    wins: dict[str, int] = field(default_factory=dict)
    in_effect: list[Entry] = field(default_factory=list)
    removed_by: dict[int, int] = field(default_factory=dict)
    settled: list[tuple[Entry, int]] = field(default_factory=list)
    east_goes: EastGoes | None = None

    @property
    def after_wall(self) -> bool:
        """Whether the hand before the present one was a wall game."""
        return any(entry.kind == "wall" and hand == self.hand - 1 for entry, hand in self.settled)

    def scores(self, ruleset: RuleSet) -> Mapping[str, int]:
        """Return everybody's points, or in a tournament, where nobody pays, everybody's score."""
        return self.points if ruleset.tournament is None else {name: self.sheet.get(name, 0) for name in self.points}


def replay(start: Sitting, entries: Sequence[Entry], rules: RotationRules, before: int | None = None) -> GameState:
    """Compute the state after all `entries`, or just before the place of entry `before`, which must be in effect."""
    state = begun(start)
    state.removed_by = {seq: found[0] for seq, found in removers(entries).items()}
    for entry in _order(entries, state.removed_by):
        if entry.seq == before:
            break
        _apply(state, entry, rules)
    state.version = len(entries)
    return state


def begun(start: Sitting) -> GameState:
    """Return the state of a game without entries."""
    state = GameState(version=0, sitting=start)
    _greet(state)
    return state


def advance(state: GameState, entry: Entry, rules: RotationRules) -> None:
    """Update a state by the next entry, which must not remove another entry."""
    _apply(state, entry, rules)
    state.version = entry.seq


def removers(entries: Sequence[Entry]) -> dict[int, list[int]]:
    """Map the number of each removed entry to the numbers of the entries that remove it, newest first.

    An undo removes an entry only while the undo itself counts: undoing the undo restores the entry. A replacement still
    removes the first entry after a third entry has replaced it in turn. The ledger lets nobody remove an entry twice,
    so each list has one member.
    """
    found: dict[int, list[int]] = {}
    for entry in reversed(entries):
        by = found.get(entry.seq)
        if entry.removes is not None and (by is None or entries[by[0] - 1].body.instead_of == entry.seq):
            found.setdefault(entry.removes, []).append(entry.seq)
    return found


def _order(entries: Sequence[Entry], gone: Mapping[int, int]) -> list[Entry]:
    """Return the entries in effect in the order of play; a replacement takes the place of the replaced entry."""
    places: dict[int, tuple[int, ...]] = {}
    for entry in entries:
        instead = entry.body.instead_of
        places[entry.seq] = places[instead] if instead else (entry.seq,)
    return sorted((entry for entry in entries if entry.seq not in gone), key=lambda entry: places[entry.seq])


def _greet(state: GameState) -> None:
    """Add everybody at the table to the standings."""
    for name in state.sitting.everyone:
        state.points.setdefault(name, 0)
        state.wins.setdefault(name, 0)


def _apply(state: GameState, entry: Entry, rules: RotationRules) -> None:
    state.in_effect.append(entry)
    if entry.body.settlement is not None:
        _pay(state, entry, entry.body.settlement)
    match entry.kind:
        case "seats":
            _change_seats(state, entry)
        case "win":
            winner = entry.body.outcome["winner"]
            state.wins[winner] = state.wins.get(winner, 0) + 1
            _end_hand(state, HandEnd("win", winner), rules)
        case "wall":
            _end_hand(state, HandEnd("wall"), rules)
        case "penalty":
            _follow_ruling(state, entry, rules)


def _change_seats(state: GameState, entry: Entry) -> None:
    asked, before = entry.body.sitting, state.sitting
    assert asked is not None
    skipped = tuple(name for name in before.skipped if name in asked.players and name != asked.east)
    state.sitting = replace(asked, passes=before.passes, skipped=skipped)
    if asked.east == before.acting_east and before.east in {*asked.players, None}:
        # People changed, and East is who East was: rightfully, or by mistake for this hand.
        state.sitting = replace(state.sitting, east=before.east, mistaken=before.mistaken, streak=before.streak)
    state.east_goes = entry.body.east_goes or state.east_goes
    _greet(state)


def _pay(state: GameState, entry: Entry, settlement: StoredSettlement) -> None:
    for name, points in settlement.net.items():
        state.points[name] = state.points.get(name, 0) + points
    for name, points in (settlement.sheet or {}).items():
        state.sheet[name] = state.sheet.get(name, 0) + points
    state.settled.append((entry, state.hand))


def _end_hand(state: GameState, end: HandEnd, rules: RotationRules) -> None:
    state.sitting = next_sitting(state.sitting, end, rules.decided(state.east_goes or "asked"))
    state.dead, state.cancelled = (), ()
    if end.kind != "replay":
        state.hand += 1


def _follow_ruling(state: GameState, entry: Entry, rules: RotationRules) -> None:
    """Apply a ruling to the present hand."""
    answer = entry.body.settlement and entry.body.settlement.ruling
    if not answer:
        return
    facts = entry.body.outcome
    offender = (
        facts.get("miscaller") if facts["kind"] == "misnamed" else facts.get(CATALOGUE[answer["ruling"]].offender)
    )
    match answer["outcome"]:
        case "game-over":
            _end_hand(state, HandEnd("error", offender=offender), rules)
        case "replay":
            _end_hand(state, HandEnd("replay"), rules)
        case "bets-cancelled":
            state.cancelled = state.sitting.waiting
        case "bet-cancelled":
            bettor = facts.get("bettor")
            state.cancelled += (bettor,) if bettor else ()
        case _:
            state.dead += tuple(name for name in answer["dead"] if name not in state.dead)
    if answer["ruling"] == "wrong-east" and answer["outcome"] != "silent" and facts.get("player"):
        _begin_as_wrong_east(state, facts["player"], rules)


def _begin_as_wrong_east(state: GameState, player: str, rules: RotationRules) -> None:
    try:
        state.sitting = begin_as_wrong_east(state.sitting, player, rules)
    except OutcomeError:
        # After the undo of an earlier entry the player may be the rightful East, or may have left the table.
        return
