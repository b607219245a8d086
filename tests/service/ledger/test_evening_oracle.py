"""Compare random evenings, with corrections and undone entries, with a model written from the documents.

The model keeps its own seats and pays by the oracle of `tests/rules/settlement/test_settle_oracle.py`.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

from rules.ruleset import parse_ruleset, with_parent_text
from rules.rulings.house_options import TableRules
from rules.settlement.seat_rotation import Sitting
from service.cards.card_folder import CardFolder
from service.ledger.game.entering.complete_entry import enter
from service.ledger.game.entering.entry_context import EntryContext
from service.ledger.game.entry_request import parse_entry_request
from service.ledger.game.export import to_json
from service.ledger.game.import_game import read_export
from service.ledger.game.pinned_rules import PinnedLibrary
from service.ledger.game.recompute import recompute
from service.ledger.game.records import Entry, Game, Source, fingerprint
from service.ledger.game.shown.documents import Standings
from service.ledger.game.shown.season import add_up
from service.ledger.game.shown.totals import Chart, SettleUp
from service.ledger.game.state import replay
from service.shared.errors import ServiceError
from tests.rules.settlement.test_settle_oracle import usual, wanted

SHELF: Final = CardFolder(Path("there-is-no-such-folder"), files=False)
PEOPLE: Final = ("Ann", "Bea", "Cat", "Dee", "Eve", "Fay")
GAMES: Final = 4
STEPS: Final = 25
NIGHT: Final = "2026-11-28T20:00:00Z"

HOUSE: Final = {"table.after_wall": 2, "table.pie": 300, "payment.east": 2}
EVENINGS: Final = [
    pytest.param("nmjl-1976", HOUSE, 6, id="nmjl-1976, six people"),
    pytest.param("nmjl-1976", HOUSE, 5, id="nmjl-1976, five people"),
    pytest.param("nmjl-1976", HOUSE, 3, id="nmjl-1976, three people"),
    pytest.param("set-manual", HOUSE, 6, id="set-manual"),
    pytest.param("modern-american", HOUSE, 4, id="modern-american"),
    pytest.param("nmjl-1976", {"tournament.on": True, "tournament.dead": 15}, 5, id="tournament"),
    pytest.param("hoyle-league", {"table.after_wall": 3, "table.pie": 400}, 6, id="hoyle-league"),
    pytest.param("japanese-american-2009", {"table.pie": 4_000}, 4, id="japanese-american-2009"),
]
"""Rule system, decisions of the table, and how many people come."""


@dataclass
class Seats:
    """The model's table before a hand."""

    players: list[str]
    waiting: list[str]
    east: str | None
    mistaken: str | None = None
    skipped: list[str] = field(default_factory=list)
    streak: int = 0
    passes: int = 0
    hand: int = 1
    after_wall: bool = False
    dead: list[str] = field(default_factory=list)
    points: Counter[str] = field(default_factory=Counter)
    sheet: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    totals: list[Counter[str]] = field(default_factory=lambda: [Counter()])
    """The running totals: points, or in a tournament the score sheet."""

    @property
    def acting(self) -> str | None:
        """Who plays the hand as East."""
        return self.mistaken or self.east

    def end(self, system: str, how: str, who: str | None) -> None:
        """End the hand: the next East, and who gives up a seat."""
        self.hand, self.after_wall, self.dead = self.hand + 1, how == "wall", []
        if self.mistaken:  # "The next game reverts back to rightful East", "skipping East for the player who erred"
            self.skipped.append(self.mistaken)
            self.mistaken, self.streak = None, 0
            return
        if self.east is None:
            return
        stays = {
            "nmjl-1976": False,  # "After winning hand or wall game, the position of East moves"
            "set-manual": how == "wall",  # "another wall is built and players continue to play"
            "modern-american": False,  # the table says so with its first entry
            # "East keeps his position if he was not the offender"; the rest the table says with its first entry
            "hoyle-league": who != self.east if how == "error" else how == "wall" or who == self.east,
            "japanese-american-2009": how == "win" and who == self.east,  # "he continues to play and is the dealer"
        }[system]
        if stays:
            self.streak = self.streak + 1 if how == "win" else 0
            return
        seat, self.streak, seats = self.players.index(self.east), 0, len(self.players)
        step = 1
        while self.players[(seat + step) % seats] in self.skipped:
            self.skipped.remove(self.players[(seat + step) % seats])
            step += 1
        if system == "nmjl-1976" and self.waiting:  # "the player is out and makes a place for the fifth player"
            self.players[seat], self.waiting = self.waiting[0], [*self.waiting[1:], self.east]
        self.east, self.passes = self.players[(seat + step) % seats], self.passes + step


@dataclass
class Noted:
    """The model's entry: what was said, and for a payment the question that it was settled by."""

    kind: str
    said: dict[str, Any]
    question: dict[str, Any] = field(default_factory=dict)
    net: Counter[str] = field(default_factory=Counter)
    sheet: dict[str, int] | None = None


@dataclass
class Evening:
    """One evening, as the ledger has it and as the model has it."""

    system: str
    decided: dict[str, Any]
    start: Sitting
    entries: list[Entry] = field(default_factory=list)
    noted: list[Noted] = field(default_factory=list)

    def __post_init__(self) -> None:
        text = with_parent_text(TableRules("ours", "Ours", self.system, self.decided).to_toml(), self.system)
        self.rules = parse_ruleset(text, "ours")
        self.source = Source("ruleset", "ours", text)
        self.library = PinnedLibrary(SHELF, self.source)
        self.values = usual(self.system) | self.decided
        self.tournament = bool(self.values.get("tournament.on"))
        self.has_sheet = self.tournament or bool(self.values.get("payment.score_sheet"))

    def counts(self, seq: int) -> bool:
        """Model: an entry counts unless a later one that stands undoes or replaces it."""
        return not any(
            seq in {later.said.get("undoes"), later.said.get("instead_of")} and self.stands(number)
            for number, later in enumerate(self.noted[seq:], start=seq + 1)
        )

    def stands(self, seq: int) -> bool:
        """Model: an entry stands if it counts, or if one in its place stands."""
        return self.counts(seq) or any(
            later.said.get("instead_of") == seq and self.stands(number)
            for number, later in enumerate(self.noted[seq:], start=seq + 1)
        )

    def place(self, seq: int) -> int:
        """Model: the place of an entry in the evening."""
        return self.place(self.noted[seq - 1].said.get("instead_of") or 0) if self.replaces(seq) else seq

    def replaces(self, seq: int) -> bool:
        """Model: whether an entry takes the place of another."""
        return bool(self.noted[seq - 1].said.get("instead_of"))

    def order(self) -> list[int]:
        """Model: the numbers of the entries that count, in the order of play."""
        return sorted((seq for seq in range(1, len(self.noted) + 1) if self.counts(seq)), key=self.place)

    def table(self, before: int | None = None) -> Seats:
        """Model: the table now, or before an entry that counts."""
        found = Seats(list(self.start.players), list(self.start.waiting), self.start.east)
        for seq in self.order():
            if seq == before:
                break
            self.play(found, self.noted[seq - 1])
        return found

    def play(self, table: Seats, noted: Noted) -> None:
        """Model: bring the table on by one entry."""
        if noted.kind == "seats":
            said = noted.said
            same = said["east"] == table.acting and table.east in said["players"]
            table.players, table.waiting = list(said["players"]), list(said["waiting"])
            table.skipped = [one for one in table.skipped if one in table.players and one != said["east"]]
            if not same:
                table.east, table.mistaken, table.streak = said["east"], None, 0
            return
        if noted.kind not in {"win", "wall", "penalty"}:
            return
        table.points.update(noted.net)
        table.sheet.update(noted.sheet or {})
        table.totals.append((table.sheet if self.tournament else table.points).copy())
        outcome = noted.question.get("outcome")
        if outcome is None:
            return  # what the table agreed on
        if noted.kind == "win":
            table.wins[outcome["winner"]] += 1
            table.end(self.system, "win", outcome["winner"])
        elif noted.kind == "wall":
            table.end(self.system, "wall", None)
        elif outcome["kind"] == "misnamed":
            table.end(self.system, "error", outcome["miscaller"])
        elif outcome["ruling"] == "false-woo":
            table.end(self.system, "error", outcome["declarer"])
        elif outcome["ruling"] == "wrong-east":
            if outcome["player"] != table.east and outcome["player"] in table.players:
                table.mistaken = outcome["player"]
        elif self.system in {"nmjl-1976", "set-manual"}:
            self.in_error(table, outcome, len(noted.question["players"]))

    def in_error(self, table: Seats, outcome: dict[str, Any], seats: int) -> None:
        """Model: bring the table on by a call of Mah Jongg in error."""
        declarer, threw, exposed = outcome["declarer"], outcome["threw_in"], outcome["exposed"]
        dead: list[str] = []
        if seats != 4:  # the book counts the hands of four
            dead = [declarer] if exposed and not threw else []
        elif self.system == "set-manual" and not exposed:  # "the player with the exposed hand is out of the game"
            dead = threw if len(threw) < 3 else []
        elif len(threw) == 2 and not outcome["dead"]:
            table.end(self.system, "error", declarer)
        elif (not threw and exposed) or (len(threw) == 1 and not outcome["dead"]):
            dead = [declarer, *threw]
        table.dead += [one for one in dead if one not in table.dead]

    def past(self, question: dict[str, Any], table: Seats) -> dict[str, Any]:
        """Model: a settle question after the hands that count before it."""
        outcome = {**question["outcome"], "after_wall": table.after_wall}
        if question["players"] != table.players:
            return {**question, "outcome": outcome, "balances": table.points}
        if outcome["kind"] == "win" or outcome.get("ruling") == "mah-jongg-in-error":
            named = {outcome.get("declarer"), *outcome.get("threw_in", ())}
            outcome["dead"] = [one for one in table.dead if one in table.players and one not in named]
        return {**question, "outcome": outcome, "east": table.acting, "balances": table.points}

    def settle(self, question: dict[str, Any]) -> tuple[Counter[str], dict[str, int] | None]:
        """Model: what everybody wins or loses."""
        outcome = question["outcome"]
        payments, sheet = Counter[tuple[str, str]](), None
        if outcome.get("ruling") != "wrong-east":
            payments, sheet = wanted(self.system, self.values, question)
        net = Counter[str]()
        for (payer, payee), points in payments.items():
            net[payee] += points
            net[payer] -= points
        return net, sheet

    def add(self, kind: str, **said: Any) -> bool:  # noqa: ANN401 - any JSON value
        """Add an entry to both; return False where the ledger refuses to undo."""
        noted = Noted(kind, said)
        table = self.table(before=said.get("instead_of"))
        if kind in {"win", "wall", "penalty"} and "transfers" not in said:
            outcome = {"kind": kind, "dead": [], **said.get("outcome", {})}
            bets = [{"cancelled": False, **bet} for bet in said.get("bets", ())]
            question = {"players": table.players, "east": table.acting, "bettors": bets, "outcome": outcome}
            noted.question = self.past(question, table)
            noted.net, noted.sheet = self.settle(noted.question)
        for one in said.get("transfers", ()):
            noted.net[one["to"]] += one["points"]
            noted.net[one["from"]] -= one["points"]
        if self.tournament and "transfers" in said:  # nobody pays: what the table agrees on moves the scores
            noted.net, noted.sheet = Counter(), noted.net
        draft = parse_entry_request({"kind": kind, "based_on": len(self.entries), **said})
        context = EntryContext(self.start, self.entries, self.rules.card, self.rules, self.library)
        try:
            body = enter(draft, context).body
        except ServiceError:
            if kind == "undo":
                return False
            raise
        sha256 = self.source.sha256
        entry = Entry("game", len(self.entries) + 1, draft.kind, None, fingerprint(said), NIGHT, sha256, None, body)
        self.entries.append(entry)
        self.noted.append(noted)
        return True

    def differs(self) -> set[int]:
        """Model: the entries that the hands before them, as they count now, would settle otherwise."""
        found = set()
        table = Seats(list(self.start.players), list(self.start.waiting), self.start.east)
        for seq in self.order():
            noted = self.noted[seq - 1]
            if noted.question:
                net, sheet = self.settle(self.past(noted.question, table))
                if +net != +noted.net or -net != -noted.net or sheet != noted.sheet:
                    found.add(seq)
            self.play(table, noted)
        return found


def random_step(evening: Evening, draw: random.Random) -> bool:
    """Add a random entry that a table could make; return whether it was added."""
    order = evening.order()
    played = [seq for seq in order if evening.noted[seq - 1].kind in {"win", "wall", "penalty"}]
    step = draw.choice(["win"] * 5 + ["wall", "penalty", "penalty", "agreed", "seats", "note", "undo", "instead"])
    if step == "undo":
        free = [seq for seq in order if seq > 1]
        return bool(free) and evening.add("undo", undoes=draw.choice(free))
    more = {"instead_of": draw.choice(played)} if step == "instead" and played else {}
    table = evening.table(before=more.get("instead_of"))
    first, second, *rest = draw.sample(table.players, len(table.players))
    if step == "instead":
        step = draw.choice(["win", "wall", "penalty", "agreed"])
    bettors = table.waiting[: evening.rules.most_bets] if len(table.players) == 4 else []
    bets = [{"name": name, "bet_on": draw.choice(table.players)} for name in bettors if draw.random() < 0.7]
    value = {
        "value": draw.randint(1, 12) * 5,
        "jokerless": draw.random() < 0.5,
        "singles_and_pairs": draw.random() < 0.5,
    }
    match step:
        case "note":
            return evening.add("note", note="tea")
        case "seats":
            everyone = draw.sample([*table.players, *table.waiting], len(table.players) + len(table.waiting))
            seats = draw.choice([number for number in evening.rules.players if number <= len(everyone)])
            east = draw.choice([table.acting if table.acting in everyone[:seats] else everyone[0], everyone[0]])
            return evening.add("seats", players=everyone[:seats], waiting=everyone[seats:], east=east)
        case "agreed":
            transfers = [{"from": name, "to": first, "points": 15} for name in [second, *table.waiting]]
            return evening.add("penalty", transfers=transfers, **more)
        case "wall":
            return evening.add("wall", **more, bets=bets)
        case "win":
            if first in table.dead:
                return False
            outcome: dict[str, Any] = {"winner": first, "won_by": draw.choice(["self-pick", "discard"])}
            outcome |= {"discarder": second} if outcome["won_by"] == "discard" else {}
            if evening.system == "japanese-american-2009":
                outcome |= {"points": draw.randint(20, 60), "bonuses": draw.randint(1, 5)}
            else:
                outcome |= value
            return evening.add("win", outcome=outcome, bets=bets, **more)
        case _:
            facts: dict[str, Any] = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": first}
            if evening.system == "hoyle-league":
                facts |= {"ruling": "false-woo", "limit": 100}
            elif evening.system in {"nmjl-1976", "set-manual"}:
                threw = draw.sample([second, *rest], draw.randint(0, len(rest) + 1))
                facts |= {"exposed": draw.random() < 0.7, "threw_in": threw, "value": value["value"]}
            if evening.system == "modern-american" or (evening.system == "nmjl-1976" and draw.random() < 0.2):
                facts = {"kind": "misnamed", "miscaller": first, "claimant": second, **value}
            elif evening.system == "nmjl-1976" and first != table.east and draw.random() < 0.6:
                facts = {"kind": "error", "ruling": "wrong-east", "player": first}
            return evening.add("penalty", outcome=facts, bets=bets, **more)


def random_evening(system: str, decided: dict[str, Any], people: int, draw: random.Random, steps: int) -> Evening:
    """Return an evening, compared with the model after each entry."""
    players, waiting = PEOPLE[:people][:4], PEOPLE[4:people]
    evening = Evening(system, decided, Sitting(players, waiting, "Ann"))
    ways = {"modern-american": {"east_goes": "right"}, "hoyle-league": {"east_goes": "stays"}}
    evening.add("seats", players=list(players), waiting=list(waiting), east="Ann", **ways.get(system, {}))
    for _ in range(steps):
        if random_step(evening, draw):
            check(evening)
    return evening


def check(evening: Evening) -> None:
    """Compare seats, points, wins and running totals of an evening with the model's."""
    state = replay(evening.start, evening.entries, evening.rules.rotation)
    table, told = evening.table(), [(one.kind, one.said) for one in evening.noted]
    sitting = Sitting(
        tuple(table.players),
        tuple(table.waiting),
        table.east,
        table.passes,
        table.streak,
        table.mistaken,
        tuple(table.skipped),
    )
    assert [entry.seq for entry in state.in_effect] == evening.order(), told
    assert state.sitting == sitting, told
    assert (state.hand, state.dead, state.after_wall) == (table.hand, tuple(table.dead), table.after_wall), told
    assert state.points == {name: table.points[name] for name in state.points}, told
    assert (set(state.points), sum(state.points.values())) == (set(evening.start.everyone), 0), told
    assert state.wins == {name: table.wins[name] for name in state.wins}, told
    assert state.sheet == {name: table.sheet[name] for name in state.sheet}, told
    totals = Chart(state, evening.rules).totals
    assert totals == {name: [total[name] for total in table.totals] for name in totals}, told
    for line in Standings.of(state, evening.rules).lines:
        name, last = line.player, table.totals[-1]
        assert line.rank == 1 + sum(last[other] > last[name] for other in state.points), told
        assert (line.points, line.wins) == (table.points[name], table.wins[name]), told
        assert line.sheet == (table.sheet[name] if evening.has_sheet else None), told


@pytest.mark.parametrize(("system", "decided", "people"), EVENINGS)
def test_a_random_evening_is_that_of_the_model(system: str, decided: dict[str, Any], people: int) -> None:
    """Seats, points and chart follow each entry; recompute names what a correction changed; an export brings all."""
    draw, changed, scored = random.Random(f"{system} {people}"), 0, "tournament.on" in decided
    games = []
    sums, wins, sheets = Counter[str](), Counter[str](), Counter[str]()
    for at in range(GAMES):
        evening = random_evening(system, decided, people, draw, STEPS if at else 0)  # nobody plays in the first
        sources = {evening.source.sha256: evening.source}
        found = recompute(evening.start, evening.entries, evening.rules, sources, evening.library)
        assert {one.seq for one in found.differs} == evening.differs()
        assert found.unknown == ()
        changed += len(found.differs)
        state = replay(evening.start, evening.entries, evening.rules.rotation)
        left = Counter(state.points)
        for payment in SettleUp.of(state, evening.rules).payments:
            left[payment.payer] += payment.points
            left[payment.payee] -= payment.points
        assert not any(left.values())
        table = evening.table()
        sums.update(table.totals[-1])
        wins.update(table.wins)
        sheets.update(table.sheet)
        game = Game(
            f"abcdefgh{at}", None, NIGHT, evening.source.sha256, "Ours", "ours", evening.rules.card, evening.start
        )
        games.append((game, state, evening.rules))
        imported = read_export(to_json(game, evening.entries, sources), SHELF)
        assert ([entry.body for entry in imported.entries], imported.differs) == (
            [entry.body for entry in evening.entries],
            (),
        )
    assert changed or scored, "no correction changed a later hand"
    (season,) = add_up(games)
    places = [(one.sheet if scored else one.points, one.player, one.wins) for one in season.standings]
    assert sorted(places) == sorted((sums[name], name, wins[name]) for name in PEOPLE[:people])
    assert [place[0] for place in places] == sorted(sums.values(), reverse=True)
    has_sheet = scored or system == "modern-american"
    assert all(one.sheet == (sheets[one.player] if has_sheet else None) for one in season.standings)
