"""Test the ledger on SQLite and PostgreSQL: each entry is there once, in order, and the balances add up."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.engine import URL

from rules.errors import RulesError
from service.cards.card_folder import CardFolder
from service.ledger.database import queries
from service.ledger.game.records import Source
from service.ledger.game.shown.documents import ShownEntry, Stored
from service.ledger.game.shown.season import read_day
from service.ledger.ledger import Ledger
from service.ledger.ledger import open_ledger as open_settings_book
from service.shared.errors import ConflictError, ServiceError
from service.shared.settings import Settings
from tests.service.conftest import ROOT
from tests.service.helpers import WIN

CONDUCT = {"kind": "error", "ruling": "bettor-conduct", "what": "gives-information"}
FRIDAY: dict[str, Any] = {"ruleset": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"]}


def picked(winner: str, value: int = 25, **more: object) -> dict[str, Any]:
    """Return a win by hand: the winner picked the tile, all pay double."""
    return {"kind": "win", "outcome": {"winner": winner, "won_by": "self-pick", "value": value}, **more}


def points(ledger: Ledger, game: str) -> dict[str, int]:
    """Return everybody's points."""
    return {line["player"]: line["points"] for line in ledger.standings(game).to_json()["standings"]}


def begin(ledger: Ledger, **more: object) -> str:
    """Begin a game and return its id."""
    return str(ledger.begin({**FRIDAY, **more}).shown.to_json()["id"])


@pytest.mark.parametrize("asked", [{"most": 2**63}, {"most": -1}, {"skip": 10**30}, {"skip": -(2**63) - 1}])
def test_a_number_of_games_beyond_a_book_is_refused(open_ledger: Callable[[], Ledger], asked: dict[str, int]) -> None:
    """A number that no database takes is refused by its name, in place of an error of the database."""
    with pytest.raises(ServiceError) as caught:
        open_ledger().games(**asked)
    assert (caught.value.code, [caught.value.where]) == ("out-of-range", [*asked])


def test_a_book_remembers(open_ledger: Callable[[], Ledger]) -> None:
    """Another program that opens the ledger sees the game as the first one left it."""
    first = open_ledger()
    game = begin(first, title="Friday")
    first.add(game, picked("Ann", based_on=0))
    first.add(game, {"kind": "note", "note": "Bea’s aunt calls\nand stays", "based_on": 1})
    second = open_ledger()
    assert second.game(game).to_json() == first.game(game).to_json()
    assert points(second, game) == {"Ann": 150, "Bea": -50, "Cat": -50, "Dee": -50}
    assert [one["name"] for one in second.players().to_json()["players"]] == ["Ann", "Bea", "Cat", "Dee"]
    assert [line["title"] for line in second.games().to_json()["games"]] == ["Friday"]


def test_the_seats_of_an_evening(ledger: Ledger) -> None:
    """Wins, wall games and changes of seats move East by the rule set, and an undo moves East back."""
    game = begin(ledger, waiting=["Eve"])
    ledger.add(game, picked("Cat", based_on=0))
    assert ledger.state(game).to_json()["sitting"]["players"] == ["Eve", "Bea", "Cat", "Dee"]
    ledger.add(game, {"kind": "seats", "players": ["cat", "Bea", "Eve", "Flo"], "east": "Flo", "based_on": 1})
    after = ledger.state(game).to_json()["sitting"]
    assert (after["players"], after["east"], after["waiting"]) == (["Cat", "Bea", "Eve", "Flo"], "Flo", [])
    ledger.add(game, {"kind": "wall", "based_on": 2})
    assert ledger.state(game).to_json()["sitting"]["east"] == "Cat"
    ledger.add(game, {"kind": "undo", "undoes": 3, "based_on": 3})
    assert ledger.state(game).to_json()["sitting"]["east"] == "Flo"
    assert {line["player"] for line in ledger.standings(game).to_json()["standings"]} == {
        "Ann",
        "Bea",
        "Cat",
        "Dee",
        "Eve",
        "Flo",
    }
    assert "Flo" in {one["name"] for one in ledger.players().to_json()["players"]}


@pytest.mark.parametrize("rules", ["nmjl-1976", "modern-american"])
def test_every_answer_names_people_in_the_order_of_the_seats(ledger: Ledger, rules: str) -> None:
    """What each wins or loses stands in the order of the seats, in the first answer and in every later one."""
    seats, waiting = ["Dee", "Ann", "Cat", "Bea"], ["Zoe", "Eve"] if rules == "nmjl-1976" else []
    game = begin(ledger, ruleset=rules, players=seats, waiting=waiting)
    bets = [{"name": name, "bet_on": "Ann"} for name in reversed(waiting)]
    first = ledger.add(game, picked("Cat", based_on=0, bets=bets)).shown
    paid = {"kind": "penalty", "transfers": [{"from": "Bea", "to": "Ann", "points": 5}], "based_on": 1}
    fresh = (first, ledger.add(game, paid).shown)
    for entry in (*fresh, *ledger.game(game).entries):
        shown = entry.to_json()
        sitting, settled = shown["sitting"], shown["settlement"]
        assert list(settled["net"]) == sitting["players"] + sitting["waiting"]
        assert list(settled["sheet"] or sitting["players"]) == sitting["players"]


def test_an_entry_takes_the_place_of_a_wrong_one(ledger: Ledger) -> None:
    """A corrected win keeps its place: East is who East was, and the later hands stay."""
    game = begin(ledger)
    ledger.add(game, picked("Ann", based_on=0))
    ledger.add(game, picked("Bea", based_on=1))
    before = ledger.state(game).to_json()["sitting"]
    right = ledger.add(game, picked("Dee", 30, based_on=2, instead_of=1)).shown.to_json()
    assert (right["hand"], right["sitting"]["east"]) == (1, "Ann")
    assert points(ledger, game) == {"Ann": -110, "Bea": 90, "Cat": -110, "Dee": 130}
    assert ledger.state(game).to_json()["sitting"] == before
    again = ledger.add(game, picked("Cat", 20, based_on=3, instead_of=3)).shown.to_json()
    assert again["hand"] == 1
    assert points(ledger, game) == {"Ann": -90, "Bea": 110, "Cat": 70, "Dee": -90}
    # Undoing the second correction restores the first one, not the wrong entry.
    ledger.add(game, {"kind": "undo", "undoes": 4, "based_on": 4})
    assert points(ledger, game) == {"Ann": -110, "Bea": 90, "Cat": -110, "Dee": 130}
    assert [line["seq"] for line in ledger.chart(game).to_json()["hands"]] == [3, 2]


def test_an_undo_can_be_undone(ledger: Ledger) -> None:
    """Undoing an undo makes the entry count again, and the entry can be undone once more."""
    game = begin(ledger)
    ledger.add(game, picked("Ann", based_on=0))
    for version, (target, counts) in enumerate([(1, False), (2, True), (1, False), (4, True)], 1):
        ledger.add(game, {"kind": "undo", "undoes": target, "based_on": version})
        assert (points(ledger, game)["Ann"] == 150) is counts
    with pytest.raises(ServiceError) as caught:
        ledger.add(game, {"kind": "undo", "undoes": 2, "based_on": 5})
    assert caught.value.code == "not-in-effect"


def test_nothing_is_taken_out_twice(ledger: Ledger) -> None:
    """Undoing the undo of a correction is refused once another correction took its place."""
    game = begin(ledger)
    ledger.add(game, picked("Ann", based_on=0))
    ledger.add(game, picked("Bea", based_on=1, instead_of=1))
    ledger.add(game, {"kind": "undo", "undoes": 2, "based_on": 2})
    ledger.add(game, picked("Cat", based_on=3, instead_of=1))
    with pytest.raises(ServiceError) as caught:
        ledger.add(game, {"kind": "undo", "undoes": 3, "based_on": 4})
    assert (caught.value.code, caught.value.where) == ("contradiction", "undoes")
    assert points(ledger, game)["Cat"] == 150


def test_what_must_be_undone_first_can_be_undone(ledger: Ledger) -> None:
    """Each refusal to restore a correction names an entry that counts, until nothing stands in its way."""
    game = begin(ledger)
    requests = (
        picked("Ann"),
        picked("Bea", instead_of=1),
        {"kind": "undo", "undoes": 2},
        picked("Cat", instead_of=1),
        picked("Dee", instead_of=4),
    )
    for version, request in enumerate(requests):
        ledger.add(game, {**request, "based_on": version})
    with pytest.raises(ServiceError, match="entry 4 no longer counts: entry 5 took its place"):
        ledger.add(game, {"kind": "undo", "undoes": 4, "based_on": 5})
    for version, first in ((5, 5), (6, 4)):
        with pytest.raises(ServiceError, match=f"undo entry {first} first"):
            ledger.add(game, {"kind": "undo", "undoes": 3, "based_on": version})
        ledger.add(game, {"kind": "undo", "undoes": first, "based_on": version})
    ledger.add(game, {"kind": "undo", "undoes": 3, "based_on": 7})
    assert points(ledger, game)["Bea"] == 150


def test_the_undo_of_today_is_undone_before_an_older_one_counts_again(ledger: Ledger) -> None:
    """Of two undos of one entry the refusal names the one that counts."""
    game = begin(ledger)
    ledger.add(game, picked("Ann", based_on=0))
    for version, target in enumerate((1, 2, 1, 4, 3), 1):
        ledger.add(game, {"kind": "undo", "undoes": target, "based_on": version})
    with pytest.raises(ServiceError, match="undo entry 2 first"):
        ledger.add(game, {"kind": "undo", "undoes": 5, "based_on": 6})


def test_dead_hands_and_wrong_easts_last_for_their_hand(ledger: Ledger) -> None:
    """A dead hand cannot win the hand in which it was ruled dead, and can win the next."""
    game = begin(ledger)
    error = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Cat", "exposed": True}
    ledger.add(game, {"kind": "penalty", "outcome": error, "based_on": 0})
    assert ledger.state(game).to_json()["sitting"]["dead"] == ["Cat"]
    with pytest.raises(RulesError) as caught:
        ledger.add(game, picked("Cat", based_on=1))
    assert caught.value.code == "contradiction"
    ledger.add(game, picked("Bea", based_on=1))
    assert ledger.state(game).to_json()["sitting"]["dead"] == []
    wrong = {"kind": "error", "ruling": "wrong-east", "player": "Dee"}
    ledger.add(game, {"kind": "penalty", "outcome": wrong, "based_on": 2})
    assert ledger.state(game).to_json()["sitting"]["east"] == "Dee"
    ledger.add(game, picked("Cat", based_on=3))
    assert ledger.state(game).to_json()["sitting"]["east"] == "Bea"


def test_a_call_in_error_knows_whose_hand_was_dead_before(ledger: Ledger) -> None:
    """A hand that was dead before is not intact: nobody pays its player, and the source does not foresee the case."""
    game = begin(ledger)
    dead = {"kind": "error", "ruling": "wrong-tile-count", "players": ["Bea"], "when": "after-first-discard"}
    ledger.add(game, {"kind": "penalty", "outcome": dead, "based_on": 0})
    error = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Ann", "exposed": True, "value": 20}
    shown = ledger.add(game, {"kind": "penalty", "outcome": {**error, "threw_in": ["Cat", "Dee"]}, "based_on": 1}).shown
    assert shown.to_json()["question"]["outcome"]["dead"] == ["Bea"]
    assert points(ledger, game)["Bea"] == 0
    ledger.add(game, {"kind": "undo", "undoes": 2, "based_on": 2})
    # A table that counts Bea among those who threw in has said so: only the hand of Dee is left.
    ledger.add(game, {"kind": "penalty", "outcome": {**error, "threw_in": ["Bea", "Cat"]}, "based_on": 3})
    assert points(ledger, game) == {"Ann": -40, "Bea": 0, "Cat": 0, "Dee": 40}
    assert ledger.recompute(game).agrees


def test_a_ruling_that_ends_the_game_moves_east(ledger: Ledger) -> None:
    """After a misnamed discard wanted for Mah Jongg the miscaller alone pays four times the value, and East moves."""
    game = begin(ledger, waiting=["Eve"])
    outcome = {"kind": "misnamed", "miscaller": "Bea", "claimant": "Ann", "value": 25}
    bets = [{"name": "Eve", "bet_on": "Bea"}]
    ledger.add(game, {"kind": "penalty", "outcome": outcome, "bets": bets, "based_on": 0})
    assert points(ledger, game) == {"Ann": 200, "Bea": -100, "Cat": 0, "Dee": 0, "Eve": -100}
    assert ledger.state(game).to_json()["sitting"]["east"] == "Bea"
    assert ledger.state(game).to_json()["hand"] == 2


def test_a_cancelled_bet_stays_cancelled(ledger: Ledger) -> None:
    """A bet that a ruling cancelled neither pays nor receives on that hand."""
    game = begin(ledger, waiting=["Eve"])
    outcome = {"kind": "error", "ruling": "bettor-conduct", "bettor": "Eve", "what": "gives-information"}
    bets = [{"name": "Eve", "bet_on": "Ann"}]
    ledger.add(game, {"kind": "penalty", "outcome": outcome, "bets": bets, "based_on": 0})
    assert ledger.state(game).to_json()["sitting"]["cancelled_bets"] == ["Eve"]
    ledger.add(game, picked("Ann", bets=bets, based_on=1))
    assert points(ledger, game)["Eve"] == 0


def test_a_ruling_about_a_bettor_whose_bet_nobody_names_stands_beside_the_other_bets(ledger: Ledger) -> None:
    """A bet stays concealed: Fay talked, and only Eve's bet is named. Fay's is canceled, and neither pays for it."""
    game = begin(ledger, waiting=["Eve", "Fay"])
    bets = [{"name": "Eve", "bet_on": "Ann"}]
    ledger.add(game, {"kind": "penalty", "outcome": {**CONDUCT, "bettor": "Fay"}, "bets": bets, "based_on": 0})
    assert ledger.state(game).to_json()["sitting"]["cancelled_bets"] == ["Fay"]
    assert set(points(ledger, game).values()) == {0}
    ledger.add(game, picked("Ann", bets=[*bets, {"name": "Fay", "bet_on": "Ann"}], based_on=1))
    assert points(ledger, game)["Eve"] > points(ledger, game)["Fay"] == 0


def test_the_score_sheet_of_the_modern_game(ledger: Ledger) -> None:
    """Chips sum to zero, and the sheet follows the guide: its own example, and a penalty that nobody receives."""
    game = begin(ledger, ruleset="modern-american")
    outcome = {"winner": "Ann", "won_by": "discard", "discarder": "Bea", "value": 25, "jokerless": True}
    ledger.add(game, {"kind": "win", "outcome": outcome, "based_on": 0})
    called = {"kind": "error", "ruling": "dead-hand-disputed", "player": "Ann", "caller": "Cat", "was_dead": False}
    ledger.add(game, {"kind": "penalty", "outcome": called, "based_on": 1})
    lines = {line["player"]: line for line in ledger.standings(game).to_json()["standings"]}
    assert {name: line["sheet"] for name, line in lines.items()} == {"Ann": 50, "Bea": -100, "Cat": -75, "Dee": -50}
    assert {name: line["points"] for name, line in lines.items()} == {"Ann": 200, "Bea": -100, "Cat": -50, "Dee": -50}
    seats = ledger.state(game).to_json()["sitting"]
    assert seats["east"] is None
    assert "does not say" in seats["note"]


def test_a_hand_of_sets_is_judged_by_its_seat(ledger: Ledger) -> None:
    """The ledger of the Japanese-American game knows winds, dealer and streak; an OYA who wins stays OYA."""
    game = begin(ledger, ruleset="japanese-american-2009")
    hand = "EEE 234B 567B RRR 9D +9D"
    entry = ledger.add(
        game, {"kind": "win", "outcome": {"winner": "Ann"}, "check": {"rack": hand}, "based_on": 0}
    ).shown.to_json()
    asked = entry["check"]["question"]["options"]
    assert asked == {"own_wind": "E", "dealer": True, "table_wind": "E", "streak": 0}
    names = {bonus["name"] for bonus in entry["check"]["match"]["bonuses"]}
    assert {"Set of own wind (E)", "Set of table wind (E)"} <= names
    state = ledger.state(game).to_json()
    assert (state["sitting"]["east"], state["sitting"]["streak"], state["sitting"]["table_wind"]) == ("Ann", 1, "E")
    assert sum(points(ledger, game).values()) == 0
    before = points(ledger, game)
    outcome = {"winner": "Bea", "won_by": "discard", "discarder": "Ann"}
    ko = {"kind": "win", "outcome": outcome, "check": {"rack": f"{hand}<Ann"}, "based_on": 1}
    entry = ledger.add(game, ko).shown.to_json()
    assert entry["check"]["question"]["options"]["own_wind"] == "S"
    assert entry["check"]["question"]["options"]["won_by"] == "discard"
    # On a discard the discarder pays alone; OYA lost, so the deal moves to the right.
    assert [name for name, now in points(ledger, game).items() if now < before[name]] == ["Ann"]
    assert ledger.state(game).to_json()["sitting"]["east"] == "Bea"


JAPANESE = {"rack": "EEE 234B 567B RRR 9D 9D"}
PICKED = {"winner": "Bea", "won_by": "self-pick"}
DISCARDED = {"winner": "Bea", "won_by": "discard", "discarder": "Ann"}


@pytest.mark.parametrize(
    ("request_", "code", "where"),
    [
        pytest.param(
            {"kind": "penalty", "outcome": {"kind": "error", "ruling": "wrong-east", "player": "ann"}},
            "contradiction",
            "outcome.player",
            id="a-wrong-east-who-is-rightly-east",
        ),
        pytest.param(
            {
                "kind": "penalty",
                "transfers": [{"from": "Ann", "to": "Bea", "points": 10}],
                "bets": [{"name": "Eve", "bet_on": "Ann"}],
            },
            "contradiction",
            "bets",
            id="bets-beside-a-payment-that-the-table-agreed-on",
        ),
        *(
            pytest.param(
                {"kind": "penalty", "outcome": {**CONDUCT, "bettor": name}}, "unknown-name", "outcome.bettor", id=case
            )
            for name, case in (("Zed", "a-bettor-whom-nobody-knows"), ("Bea", "a-bettor-who-plays"))
        ),
        *(
            pytest.param(
                {"kind": "win", "outcome": outcome, "check": {**JAPANESE, "options": options}},
                "contradiction",
                f"check.options.{next(iter(options))}",
                id=case,
            )
            for outcome, options, case in (
                (DISCARDED, {"won_by": "wall"}, "drawn-and-paid-as-a-discard"),
                (PICKED, {"won_by": "last-discard"}, "a-discard-paid-as-drawn"),
                (PICKED, {"won_by": "robbed-kong"}, "a-robbed-kong-paid-as-drawn"),
                (PICKED, {"dealer": True}, "a-dealer-who-is-not-east"),
                (PICKED, {"own_wind": "East"}, "the-wind-of-east-for-another"),
                (PICKED, {"own_wind": "W"}, "the-wind-of-another-seat"),
            )
        ),
    ],
)
def test_an_entry_agrees_with_the_seats_and_with_itself(
    ledger: Ledger, request_: dict[str, Any], code: str, where: str
) -> None:
    """What contradicts the seats or the outcome is refused, and nothing is entered."""
    ruleset, waiting = ("japanese-american-2009", []) if "check" in request_ else ("nmjl-1976", ["Eve"])
    game = begin(ledger, ruleset=ruleset, waiting=waiting)
    with pytest.raises(RulesError) as caught:
        ledger.add(game, {**request_, "based_on": 0})
    assert (caught.value.code, caught.value.where) == (code, where)
    assert ledger.state(game).version == 0


def test_an_older_export_may_contradict_itself(ledger: Ledger) -> None:
    """An older version entered a wrong East who is rightly East; its export can be imported all the same."""
    game = begin(ledger)
    wrong = {"kind": "error", "ruling": "wrong-east", "player": "Dee"}
    ledger.add(game, {"kind": "penalty", "outcome": wrong, "based_on": 0})
    document = ledger.export_json(game)
    document["game"]["id"] = "abcdefghjk"
    document["entries"][0]["body"]["question"]["outcome"]["player"] = "Ann"
    assert ledger.import_game(document).shown.to_json()["sitting"]["east"] == "Ann"


def test_null_in_a_win_hides_nothing_that_the_book_knows(ledger: Ledger) -> None:
    """A field with null counts as left out: the seats say the winner's wind, and a ruling whose hand is dead."""
    game = begin(ledger, ruleset="japanese-american-2009")
    asked = {**JAPANESE, "options": dict.fromkeys(("own_wind", "table_wind", "dealer", "streak", "won_by"))}
    won = {"kind": "win", "outcome": {**PICKED, "winner": "Ann"}, "check": asked, "based_on": 0}
    entry = ledger.add(game, won).shown.to_json()
    assert entry["check"]["question"]["options"]["own_wind"] == "E"
    assert entry["settlement"]["net"]["Ann"] == 3000
    game = begin(ledger)
    error = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Cat", "exposed": True}
    ledger.add(game, {"kind": "penalty", "outcome": error, "based_on": 0})
    request = picked("Ann", based_on=1)
    request["outcome"]["dead"] = None
    assert ledger.add(game, request).shown.to_json()["question"]["outcome"]["dead"] == ["Cat"]


def test_payments_the_table_agreed_on(ledger: Ledger) -> None:
    """Where a source is silent the table agrees on a payment, and the ledger records who pays whom and why."""
    game = begin(ledger, waiting=["Eve"])
    transfers = [{"from": "ann", "to": "Eve", "points": 15, "why": "spilt the tea"}]
    entry = ledger.add(game, {"kind": "penalty", "transfers": transfers, "based_on": 0}).shown.to_json()
    assert entry["settlement"]["source"] == "as the table agreed"
    assert points(ledger, game) == {"Ann": -15, "Bea": 0, "Cat": 0, "Dee": 0, "Eve": 15}
    assert ledger.state(game).to_json()["hand"] == 1


def test_writers_at_once_lose_nothing(open_ledger: Callable[[], Ledger]) -> None:
    """Phones of two servers enter at once and retry after conflicts: every entry is there once."""
    books = [open_ledger(), open_ledger()]
    game = begin(books[0])
    each, phones = 6, 6
    gate = threading.Barrier(phones)

    def phone(number: int) -> list[str]:
        ledger = books[number % 2]
        gate.wait()
        kept = []
        for at in range(each):
            key, version = f"{number}-{at}", 0
            while True:
                winner = ["Ann", "Bea", "Cat", "Dee"][(number + at) % 4]
                try:
                    # Send it twice, as a phone does that lost the first answer.
                    ledger.add(game, picked(winner, 5, key=key, based_on=version))
                    assert not ledger.add(game, picked(winner, 5, key=key, based_on=version)).new
                    break
                except ConflictError as error:
                    version = error.version
            kept.append(key)
        return kept

    with ThreadPoolExecutor(phones) as pool:
        kept = [key for keys in pool.map(phone, range(phones)) for key in keys]
    shown = books[1].game(game).to_json()
    assert shown["version"] == len(kept) == each * phones
    assert [entry["seq"] for entry in shown["entries"]] == list(range(1, len(kept) + 1))
    assert sum(line["wins"] for line in shown["standings"]) == len(kept)
    assert sum(line["points"] for line in shown["standings"]) == 0


def test_games_begun_at_once_are_one_game_a_key(open_ledger: Callable[[], Ledger]) -> None:
    """Two servers that get the same request at once begin one game, and each name becomes one player."""
    books = [open_ledger(), open_ledger()]
    gate = threading.Barrier(6)

    def beginning(number: int) -> str:
        gate.wait()
        return begin(books[number % 2], key="friday")

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(beginning, range(6)))) == 1
    assert books[0].games().total == 1
    assert len(books[1].players().players) == 4


def test_an_entry_waits_for_a_copy_that_continues_its_game(
    open_ledger: Callable[[], Ledger], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone enters while a copy brings further entries of its game: the copy comes in whole, the phone conflicts."""
    ledger, phone = open_ledger(), open_ledger()
    game = begin(ledger)
    other = Ledger(
        URL.create("sqlite", database=str(tmp_path / "other" / "b.sqlite3")), CardFolder(tmp_path, files=False)
    )
    other.import_game(ledger.export_json(game))
    other.add(game, {"kind": "wall", "based_on": 0})
    copy = other.export_json(game)
    other.close()
    keep, entering = queries.keep_source, ThreadPoolExecutor(1)
    sent: list[Future[Stored[ShownEntry]]] = []

    def slowly(connection: Connection, source: Source) -> None:
        if not sent:
            sent.append(entering.submit(phone.add, game, {"kind": "note", "note": "x", "based_on": 0}))
            with suppress(TimeoutError):
                sent[0].result(timeout=2)
        keep(connection, source)

    monkeypatch.setattr(queries, "keep_source", slowly)
    assert ledger.bring_in(copy)[1:] == (False, 1, 0)
    with pytest.raises(ConflictError):
        sent[0].result()
    entering.shutdown()


def test_a_conflict_carries_what_is_new(ledger: Ledger) -> None:
    """A conflict returns every entry since the one the phone knew, in the form of the entry list."""
    game = begin(ledger)
    for version, winner in enumerate(("Ann", "Bea", "Cat")):
        ledger.add(game, picked(winner, based_on=version))
    with pytest.raises(ConflictError) as caught:
        ledger.add(game, picked("Dee", based_on=1))
    assert caught.value.version == 3
    assert caught.value.newer == ledger.entries(game, after=1).to_json()["entries"]


def test_a_wrong_photo_is_named_in_the_entry(ledger: Ledger) -> None:
    """A win from a verdict stores rack, card, rule set and reader, which a review needs."""
    game = begin(ledger)
    asked = {"kind": "win", "outcome": {"winner": "Ann"}, "check": {"rack": WIN}, "based_on": 0}
    entry = ledger.add(game, asked | {"model": "reader-2@2.0"}).shown.to_json()
    assert entry["model"] == "reader-2@2.0"
    assert entry["check"]["question"] == {"rack": WIN, "card": "nmjl-1976", "ruleset": "nmjl-1976", "options": {}}
    assert len(entry["card_sha256"]) == len(entry["ruleset_sha256"]) == 64


def test_the_settings_name_the_database(url: URL, library: CardFolder, tmp_path: Path) -> None:
    """`RACKCHECK_DATABASE_URL` names the database; without it the ledger is a file in the data folder."""
    given = url.render_as_string(hide_password=False)
    chosen = Settings(data_dir=tmp_path / "unused", database_url=given)
    named = open_settings_book(chosen, library)
    game = begin(named)
    named.close()
    assert not (tmp_path / "unused").exists()
    again = open_settings_book(chosen, library)
    assert again.state(game).to_json()["version"] == 0
    again.close()
    plain = open_settings_book(Settings(data_dir=tmp_path / "used"), library)
    begin(plain)
    plain.close()
    assert (tmp_path / "used" / "book.sqlite3").is_file()


def test_random_evenings_add_up(ledger: Ledger) -> None:
    """Random evenings of all five rule sets, with mistakes, corrections and changes of seats, always sum to zero."""
    chance = random.Random(1976)
    for ruleset in ("nmjl-1976", "set-manual", "modern-american", "hoyle-league", "japanese-american-2009"):
        waiting = ["Eve"] if ruleset in {"nmjl-1976", "set-manual", "hoyle-league"} else []
        game = begin(ledger, ruleset=ruleset, waiting=waiting)
        for _ in range(12):
            _enter_something(ledger, game, chance)
            shown = ledger.state(game).to_json()
            assert sum(line["points"] for line in shown["standings"]) == 0
        assert ledger.recompute(game).to_json()["differs"] == []
        assert ledger.recompute(game).to_json()["unknown"] == []


def _enter_something(ledger: Ledger, game: str, chance: random.Random) -> None:
    shown = ledger.game(game).to_json()
    seats, version = shown["sitting"], shown["version"]
    winner, other = chance.sample(seats["players"], 2)
    counting = [entry["seq"] for entry in shown["entries"] if entry["in_effect"]]
    bets = [
        {"name": name, "bet_on": chance.choice(seats["players"])} for name in seats["waiting"] if chance.random() < 0.7
    ]
    worth = {"value": chance.choice([10, 20, 25])}
    if shown["ruleset"] == "japanese-american-2009":
        worth = {"points": chance.choice([20, 32, 48]), "bonuses": chance.randint(1, 6)}
    outcome: dict[str, Any] = {"winner": winner, "won_by": "self-pick", **worth}
    if chance.random() < 0.6:
        outcome |= {"won_by": "discard", "discarder": other}
    request: dict[str, Any] = {"kind": "win", "outcome": outcome, "bets": bets, "based_on": version}
    drawn = chance.random()
    if drawn < 0.15:
        request = {"kind": "wall", "based_on": version}
    elif drawn < 0.3 and counting:
        request = {"kind": "undo", "undoes": chance.choice(counting), "based_on": version}
    elif drawn < 0.4 or seats["east"] is None:
        everyone = seats["players"] + seats["waiting"]
        chance.shuffle(everyone)
        request = {"kind": "seats", "players": everyone[:4], "waiting": everyone[4:], "east": everyone[0]}
        request["based_on"] = version
    refused = ""
    try:
        ledger.add(game, request)
    except ServiceError as error:
        refused = error.code
    # Taking an entry out twice is refused and enters nothing; all else is entered.
    assert refused in {"", "contradiction"}
    assert not refused or ledger.game(game).to_json() == shown


def test_a_game_keeps_the_card_of_its_first_hand(ledger: Ledger, library: CardFolder) -> None:
    """A changed card stays as it was for games with a win by it; a new game uses the new one."""
    text = 'id = "ours"\ntitle = "Ours"\n[[section]]\ntitle = "S"\nlines = ["FF 1111a 2222b 3333c (run) x25"]\n'
    library.put("ours", text)
    check = {"rack": "FF 1111B 2222C 3333D", "card": "ours"}
    outcome = {"winner": "Ann", "won_by": "self-pick"}

    def won(game: str, based_on: int) -> int:
        entered = ledger.add(game, {"kind": "win", "outcome": outcome, "check": check, "based_on": based_on})
        value: int = entered.shown.to_json()["question"]["outcome"]["value"]
        return value

    game = begin(ledger, ruleset="modern-american")
    assert won(game, 0) == 25
    library.put("ours", text.replace("x25", "x30"))
    assert won(game, 1) == 25
    assert won(begin(ledger, ruleset="modern-american"), 0) == 30
    found = ledger.recompute(game).to_json()
    assert (found["checked"], found["differs"], found["unknown"]) == (2, [], [])


def test_a_game_begins_with_no_other_card_of_a_shipped_id(ledger: Ledger, tmp_path: Path) -> None:
    """A changed copy of a shipped card needs an id of its own, since later wins are judged by the shipped card."""
    text = (ROOT / "rules" / "cards" / "nmjl-1976.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace("x20", "x45"), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        begin(ledger, card=str(mine))
    assert (caught.value.code, caught.value.where) == ("shipped-card", "card")
    assert "another id" in caught.value.message
    mine.write_text(text, encoding="utf-8")
    assert ledger.state(begin(ledger, card=str(mine))).to_json()["card"] == "nmjl-1976"


def test_one_person_is_one_in_every_game(ledger: Ledger) -> None:
    """However a person joins a later game, their name keeps the ledger's spelling."""
    begin(ledger, players=["Ann", "Bea", "Cat", "Zoe"])
    later = begin(ledger)
    ledger.add(later, {"kind": "seats", "players": ["ann", "Bea", "Cat", "zoe"], "east": "ZOE", "based_on": 0})
    sitting = ledger.state(later).to_json()["sitting"]
    assert (sitting["players"], sitting["east"]) == (["Ann", "Bea", "Cat", "Zoe"], "Zoe")
    ledger.add(later, {"kind": "seats", "players": ["Ann", "Bea", "Cat", "Dee"], "waiting": ["zoe"], "based_on": 1})
    assert ledger.state(later).to_json()["sitting"]["waiting"] == ["Zoe"]


def test_a_newcomer_of_two_spellings_is_one_person(ledger: Ledger) -> None:
    """A name that no game knows yet is one person in a change of seats too: as East, and beside the players."""
    game = begin(ledger)
    players = ["Ann", "Bea", "Cat", "Zoe"]
    with pytest.raises(RulesError) as caught:
        ledger.add(game, {"kind": "seats", "players": players, "waiting": ["zoe"], "based_on": 0})
    assert (caught.value.code, caught.value.where) == ("duplicate-name", "waiting")
    ledger.add(game, {"kind": "seats", "players": players, "east": "ZOE", "based_on": 0})
    assert ledger.state(game).to_json()["sitting"]["east"] == "Zoe"


@pytest.mark.parametrize(
    ("place", "begun", "day"),
    [
        ("America/Los_Angeles", "2027-01-01T04:30:00+00:00", "2026-12-31"),
        ("Asia/Tokyo", "2026-12-31T23:00:00+00:00", "2027-01-01"),
        ("America/New_York", "2026-11-01T04:00:00+00:00", "2026-11-01"),
        ("America/New_York", "2026-11-02T04:59:59+00:00", "2026-11-01"),
    ],
    ids=["New Year's Eve in California", "New Year's morning in Japan", "summer time ends: first hour", "last hour"],
)
def test_a_season_goes_by_the_days_of_this_machine(
    url: URL, library: CardFolder, zone: Callable[[str], None], *, place: str, begun: str, day: str
) -> None:
    """A game counts from the day on which it began where the server stands, and not from the next day on."""
    zone(place)
    ledger = Ledger(url, library, lambda: datetime.fromisoformat(begun))
    ledger.add(begin(ledger), {"kind": "wall", "based_on": 0})
    later = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    counted = [sum(one.games for one in ledger.season(read_day(since, "since")).seasons) for since in ("", day, later)]
    ledger.close()
    assert counted == [1, 1, 0]


def test_a_season_knows_a_person_by_any_spelling(ledger: Ledger) -> None:
    """If an older version stored a person under two spellings, a season adds both under the ledger's name."""
    games = [begin(ledger), begin(ledger)]
    document = ledger.export_json(games[1])
    document["game"] |= {"id": "abcdefghjk", "sitting": {"players": ["ANN", "bea", "Cat", "Dee"], "east": "ANN"}}
    ledger.import_game(document)
    ledger.add(games[0], picked("Ann", based_on=0))
    ledger.add("abcdefghjk", picked("ann", based_on=0))
    (season,) = ledger.season().to_json()["seasons"]
    assert season["games"] == 2
    assert {one["player"]: (one["points"], one["wins"], one["games"]) for one in season["standings"]} == {
        "Ann": (300, 2, 2),
        "Bea": (-100, 0, 2),
        "Cat": (-100, 0, 2),
        "Dee": (-100, 0, 2),
    }


@pytest.mark.parametrize(
    ("outcome", "net"),
    [
        pytest.param(
            {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "CAT", "exposed": True, "threw_in": ["dee"]},
            None,
            id="a-ruling",
        ),
        pytest.param(
            {"kind": "misnamed", "miscaller": "bea", "claimant": " ann", "value": 25, "jokerless": False},
            {"Ann": 100, "Bea": -100},
            id="a-misnamed-tile",
        ),
        pytest.param(
            {"kind": "misnamed", "miscaller": "Dee\u00a0 ANN", "claimant": "Bea", "value": 25, "jokerless": False},
            {"Bea": 100, "Dee Ann": -100},
            id="spaces-as-a-phone-writes-them",
        ),
        pytest.param(
            {"kind": "misnamed", "miscaller": "De\u200ce", "claimant": "Bea", "value": 25, "jokerless": False},
            {"Bea": 100, "Dee": -100},
            id="a-joiner-that-nobody-sees",
        ),
    ],
)
def test_the_names_of_a_penalty_take_any_case(
    ledger: Ledger, outcome: dict[str, Any], net: dict[str, int] | None
) -> None:
    """Names in a penalty's facts match in any case and take the game's spelling, alone or in a list."""
    dee = "Dee Ann" if net and "Dee Ann" in net else "Dee"
    game = begin(ledger, players=["Ann", "Bea", "Cat", dee])
    entered = ledger.add(game, {"kind": "penalty", "outcome": outcome, "based_on": 0}).shown.to_json()
    said = entered["question"]["outcome"]
    names = [said[name] for name in ("declarer", "miscaller", "claimant") if name in said] + said.get("threw_in", [])
    assert set(names) <= {"Ann", "Bea", "Cat", dee}
    if net is not None:
        assert {name: paid for name, paid in entered["settlement"]["net"].items() if paid} == net
    assert ledger.recompute(game).to_json()["differs"] == []


def test_the_discarder_of_a_rack_takes_any_case(ledger: Ledger) -> None:
    """`+4C<bea` names Bea as discarder, also if the outcome names her."""
    game = begin(ledger)
    for version, more in enumerate(({}, {"won_by": "discard", "discarder": "BEA"})):
        check = {"rack": WIN.replace("<Bea", "<bea")}
        request = {"kind": "win", "outcome": {"winner": "Ann", **more}, "check": check, "based_on": version}
        entered = ledger.add(game, request).shown.to_json()
        assert entered["question"]["outcome"]["discarder"] == "Bea"
        assert entered["settlement"]["net"]["Bea"] == -40
