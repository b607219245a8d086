"""Test `rackcheck game`: an evening at the terminal."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from service.ledger.game.limits import LARGEST_EXPORT, MOST_GAMES
from service.ledger.game.shown.documents import GameList
from service.ledger.ledger import Ledger
from tests.service.conftest import ROOT, RunCli
from tests.service.helpers import WIN, alter_book

PLAYERS = "Ann,Bea,Cat,Dee"


@pytest.fixture
def begun(run: RunCli) -> str:
    """A new game with a waiting player."""
    return str(run("game", "new", PLAYERS, "--waiting", "Eve", "--title", "Friday", "--json").document["id"])


def test_an_evening(run: RunCli, begun: str) -> None:
    """A win from a rack, one by hand, a wall game and a ruling each print payments and standings; net sums to zero."""
    assert "Nobody has to pay." in run("game", "settle-up").out
    won = run("game", "win", "Ann", "--rack", WIN, "--bet", "Eve:Ann")
    assert won.status == 0, won.err
    assert "Ann won on Bea's discard, hand 24" in won.out
    assert "hand 2: Eve, Bea (East), Cat, Dee; waiting: Ann" in won.out
    assert run("game", "win", "Cat", "--value", "25").status == 0
    assert run("game", "wall", "--note", "tea").status == 0
    ruled = run("game", "penalty", "mah-jongg-in-error", "declarer=Dee", "exposed=true")
    assert "Dee (East) (dead hand)" in ruled.out
    shown = run("game", "show")
    assert "Friday" in shown.out
    assert "wall game  tea" in shown.out
    lines = {line["player"]: line["points"] for line in run("game", "standings", "--json").document["standings"]}
    assert lines == {"Cat": 110, "Ann": 80, "Eve": 30, "Dee": -90, "Bea": -130}
    payments = run("game", "settle-up", "--json").document["payments"]
    left = dict(lines)
    for one in payments:
        left[one["from"]] += one["points"]
        left[one["to"]] -= one["points"]
    assert set(left.values()) == {0}
    assert "in chips" in run("game", "settle-up").out


def test_a_database_that_goes_sends_a_person_to_look_first(run: RunCli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command is an entry of its own, so that one typed again after a lost answer would be entered twice."""
    monkeypatch.setenv("RACKCHECK_DATABASE_URL", "postgresql://rackcheck@127.0.0.1:1/book")
    lost = run("game", "win", "Ann", "--value", "25", "--json")
    assert lost.status == 1
    error = lost.document["error"]
    assert error["code"] == "book-unreachable"
    assert "first see with rackcheck game show whether it is entered" in error["message"]


@pytest.mark.parametrize(
    ("arguments", "code", "where"),
    [
        pytest.param(("Ann,,Cat,Dee",), "blank", "players", id="player"),
        pytest.param((PLAYERS, "--waiting", "Eve,"), "blank", "waiting", id="waiting"),
        pytest.param((PLAYERS, "--ruleset", ""), "unknown-ruleset", "ruleset", id="rules"),
    ],
)
def test_no_game_begins_without_a_name_it_was_given(
    run: RunCli, arguments: tuple[str, ...], code: str, where: str
) -> None:
    """An empty name, as an unset variable of a shell leaves it, is refused instead of dropped."""
    error = run("game", "new", *arguments, "--json").document["error"]
    assert (error["code"], error["where"]) == (code, where)
    assert run("game", "list", "--json").document["games"] == []


def test_singles_and_pairs_are_not_doubled_in_the_book(run: RunCli) -> None:
    """Singles and Pairs pay their value, another jokerless hand double; recomputing the ledger agrees."""
    assert run("game", "new", PLAYERS, "--ruleset", "modern-american", "--card", "practice").status == 0
    for rack in ("FF 11B 33B 55B 77B 99B G +G", "FF 2222B GGGG 888C +8C"):
        assert run("game", "win", "Ann", "--rack", rack).status == 0
    standings = run("game", "standings", "--json").document["standings"]
    assert {line["player"]: line["points"] for line in standings} == {"Ann": 600, "Bea": -200, "Cat": -200, "Dee": -200}
    assert "2 of 2 entries agree" in run("game", "recompute").out


def test_a_used_joker_and_the_called_hand_count_in_the_book_too(run: RunCli) -> None:
    """The rack is jokerless hand 73 for 35; with a used joker, or called so, hand 24 for 20. A value takes neither."""
    assert run("game", "new", PLAYERS, "--card", "nmjl-1976").status == 0
    for said in ([], ["--joker-was-used"], ["--as-hand", "24"]):
        assert run("game", "win", "Ann", "--rack", "2222C 3333C 4444C F +F", *said).status == 0
    standings = run("game", "standings", "--json").document["standings"]
    assert {line["player"]: line["points"] for line in standings} == {"Ann": 450, "Bea": -150, "Cat": -150, "Dee": -150}
    refused = run("game", "win", "Ann", "--value", "25", "--joker-was-used")
    assert (refused.status, "--rack" in refused.err) == (2, True)


def test_undo(run: RunCli, begun: str) -> None:
    """Undo without a number takes back the newest entry that counts and keeps it in the list."""
    run("game", "win", "Ann", "--value", "25")
    undone = run("game", "undo", "--json").document
    assert (undone["entry"]["kind"], undone["entry"]["undoes"]) == ("undo", 1)
    assert "taken out by 2" in run("game", "show").out
    again = run("game", "undo", "--json")
    assert again.status == 1
    assert again.document["error"]["code"] == "no-such-entry"
    assert run("game", "undo", "2").status == 0
    assert run("game", "standings", "--json").document["standings"][0]["points"] == 150


def test_a_wrong_entry_is_put_right(run: RunCli, begun: str) -> None:
    """`--instead-of` replaces a wrong win; East of that hand stays East."""
    run("game", "win", "Ann", "--value", "25")
    run("game", "wall")
    right = run("game", "win", "Bea", "--value", "30", "--instead-of", "1", "--json").document
    assert (right["entry"]["hand"], right["entry"]["sitting"]["east"]) == (1, "Ann")
    assert right["state"]["sitting"]["east"] == "Cat"


def test_what_the_table_agreed_on(run: RunCli, begun: str) -> None:
    """`penalty pay` records a payment that no ruling asks for."""
    paid = run("game", "penalty", "pay", "from=Ann", "to=Bea", "points=25", "why=spilt the tea")
    assert paid.status == 0, paid.err
    assert "agreed: spilt the tea" in paid.out
    refused = run("game", "penalty", "pay", "from=Ann", "to=Bea", "points=lots", "--json")
    assert refused.document["error"]["where"] == "transfers[0].points"


def test_seats_and_notes(run: RunCli, begun: str) -> None:
    """The game records players who join or leave, and notes; East stays East while still a player."""
    changed = run("game", "seats", "Flo,Bea,Cat,Dee", "--east", "Flo", "--json").document
    assert changed["state"]["sitting"]["east"] == "Flo"
    assert "seats: Flo, Bea, Cat, Dee; East: Flo" in run("game", "show").out
    for seats, east in (("Bea,FLO,Cat,Dee", "Flo"), ("Bea,Cat,Dee,Eve", None)):
        assert run("game", "seats", seats, "--json").document["state"]["sitting"]["east"] == east
    assert "Ann went home" in run("game", "note", "Ann went home").out
    family = "\U0001f469\u200d\U0001f467"
    assert family in run("game", "note", family).out


def test_seats_with_a_missing_name_are_refused(run: RunCli, begun: str) -> None:
    """A name left out beside a comma, at the table or waiting, is wrong usage with an error that says where."""
    for where, typed in (("players", ("Ann,,Bea",)), ("waiting", ("Ann,Bea", "--waiting", ",Eve"))):
        refused = run("game", "seats", *typed, "--json")
        error = refused.document["error"]
        assert (refused.status, error["code"], error["where"]) == (2, "blank", where)


def test_a_game_is_named_by_how_its_id_begins(run: RunCli, begun: str) -> None:
    """Without --game a command takes the newest game; no game, and an id prefix that matches none, are errors."""
    later = run("game", "new", PLAYERS, "--json").document["id"]
    assert run("game", "show", "--json").document["id"] == later
    assert run("game", "show", "--game", begun[:6], "--json").document["id"] == begun
    assert [line["id"] for line in run("game", "list", "--json").document["games"]] == [later, begun]
    missing = run("game", "show", "--game", "zzz0", "--json")
    assert (missing.status, missing.document["error"]["code"]) == (1, "unknown-game")


def test_a_damaged_game_hides_no_other(run: RunCli, begun: str, data_dir: Path) -> None:
    """The list names a game of an altered beginning; other games go on by their id, and none is entered unnamed."""
    damaged = str(run("game", "new", PLAYERS, "--json").document["id"])
    alter_book(data_dir / "book.sqlite3", "games", f"body = replace(body, 'sitting', 'sittinh') WHERE id = '{damaged}'")
    listed = run("game", "list")
    assert listed.status == 0
    assert f"game {damaged} is damaged" in listed.out
    assert begun in listed.out
    assert run("game", "wall", "--game", begun).status == 0
    # The newest game is the damaged one, and no other takes its place.
    assert run("game", "wall", "--json").document["error"]["code"] == "book-damaged"


def test_a_backup_says_which_games_are_damaged(run: RunCli, begun: str, data_dir: Path, tmp_path: Path) -> None:
    """A copy with a damaged game in it cannot be restored, and nobody must first learn so when the book is lost."""
    assert run("game", "wall", "--json").status == 0
    assert "damaged" not in run("game", "backup", tmp_path / "sound.sqlite3", "--json").document
    alter_book(data_dir / "book.sqlite3", "entries", "body = body || ' '")
    assert run("game", "backup", tmp_path / "friday.sqlite3", "--json").document["damaged"] == [begun]
    said = run("game", "backup", tmp_path / "monday.sqlite3").out
    assert f"game {begun} is damaged, in this copy too" in said
    assert run("game", "restore", tmp_path / "friday.sqlite3", "--json").document["error"]["code"] == "bad-backup"
    assert run("game", "restore", tmp_path / "sound.sqlite3", "--json").status == 0


def test_an_empty_book(run: RunCli) -> None:
    """Before the first game every command says how to begin one."""
    assert "game new" in run("game", "list").out
    assert "game new" in run("game", "standings").err


def test_export_and_import(run: RunCli, begun: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game exports to a spreadsheet, and as JSON into another ledger, with the same standings."""
    run("game", "win", "Ann", "--rack", WIN, "--bet", "Eve:Ann")
    run("game", "note", "=1+1")
    assert run("game", "export", tmp_path / "evening.csv").status == 0
    rows = list(csv.reader((tmp_path / "evening.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert rows[0][-5:] == ["Ann", "Bea", "Cat", "Dee", "Eve"]
    assert rows[1][-5:] == rows[-1][-5:] == ["80", "-80", "-40", "-40", "80"]
    assert "'=1+1" in rows[2]
    assert run("game", "export", tmp_path / "evening.json").status == 0
    assert run("game", "export", tmp_path / "evening.json", "--json").document["error"]["code"] == "file-exists"
    assert run("game", "export", tmp_path / "evening.txt").status == 2
    before = run("game", "standings", "--json").document
    there = run("game", "import", tmp_path / "evening.json", "--json").document
    assert there["error"]["code"] == "game-exists"
    from service.shared.settings import settings

    monkeypatch.setenv("RACKCHECK_DATA_DIR", str(tmp_path / "elsewhere"))
    settings.cache_clear()
    imported = run("game", "import", tmp_path / "evening.json", "--json")
    assert (imported.status, imported.document["differs"]) == (0, [])
    assert run("game", "standings", "--json").document == before
    assert "1 of 1 entry agree" in run("game", "recompute").out


def test_a_house_rule_set_stays_what_it_was(run: RunCli, tmp_path: Path) -> None:
    """A game keeps its house rule set to the end, though the file has changed or is gone."""
    house = tmp_path / "house.toml"
    house.write_text('id = "ours"\ntitle = "Ours"\nparent = "nmjl-1976"\n[payment]\nself_pick = 3\n', encoding="utf-8")
    run("game", "new", PLAYERS, "--ruleset", house)
    run("game", "win", "Ann", "--value", "20")
    house.unlink()
    run("game", "win", "Ann", "--value", "20")
    assert run("game", "standings", "--json").document["standings"][0]["points"] == 360
    again = run("game", "recompute", "--json").document
    assert (again["checked"], again["differs"], again["unknown"]) == (2, [], [])
    assert [(one["id"], one["now"]) for one in again["changed"]] == [("ours", None)]


REFUSED = [
    pytest.param(["new", "Ann"], 1, "wrong-number", id="alone"),
    pytest.param(["new", "Ann,ann,Cat,Dee"], 1, "duplicate-name", id="twice"),
    pytest.param(["new", PLAYERS, "--ruleset", "chess"], 1, "unknown-ruleset", id="no-rule-set"),
    pytest.param(["win", "Zoe", "--value", "20"], 1, "unknown-name", id="nobody"),
    pytest.param(["win", "Ann", "--rack", "1B"], 1, "no-hand", id="no-hand"),
    pytest.param(["win", "Ann", "--value", "20", "--limit", "most"], 2, "wrong-usage", id="no-limit"),
    pytest.param(["win", "Ann", "--value", "20", "--bet", "Eve"], 2, "wrong-usage", id="half-a-bet"),
    pytest.param(["penalty", "no-such-ruling"], 1, "unknown-ruling", id="no-ruling"),
    pytest.param(["penalty", "looking-ahead", "player"], 2, "bad-fact", id="half-a-fact"),
    pytest.param(["undo", "7"], 1, "no-such-entry", id="no-entry"),
]


@pytest.mark.parametrize(("arguments", "status", "code"), REFUSED)
def test_what_is_refused(run: RunCli, begun: str, arguments: list[str], status: int, code: str) -> None:
    """Each refused command says what is wrong, and the ledger stays unchanged."""
    found = run("game", *arguments, "--json")
    assert (found.status, found.document["error"]["code"]) == (status, code)
    assert run("game", "show", "--json").document["version"] == 0


OTHERWISE = [
    pytest.param("4C", ["--jokerless"], "--jokerless: the rack holds a joker:", id="a joker"),
    pytest.param("4C", ["--value", "25"], "--value: the rack says 20, not 25:", id="another value"),
    pytest.param(
        "+4C<Cat", ["--discarder", "Dee"], "--discarder: the rack says 'Cat', not 'Dee':", id="another discarder"
    ),
    pytest.param("+4C", ["--discarder", "Dee"], "--discarder: the rack's + without a name says", id="a picked tile"),
]


@pytest.mark.parametrize(("last", "said", "message"), OTHERWISE)
def test_a_fact_that_the_rack_contradicts_is_named_as_typed(
    run: RunCli, begun: str, last: str, said: list[str], message: str
) -> None:
    """The error names the option that the person typed, and says in words what the rack holds."""
    found = run("game", "win", "Bea", "--rack", f"[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F {last}", *said)
    assert found.status == 1
    assert message in " ".join(found.err.split())
    assert run("game", "show", "--json").document["version"] == 0


@pytest.mark.parametrize(
    ("bets", "message"),
    [
        pytest.param(["Eve:Zed"], "--bet: Zed is none of the players", id="on nobody"),
        pytest.param(["Eve:Ann", "eve:Bea"], "--bet: Eve bets twice", id="twice"),
    ],
)
def test_a_wrong_bet_is_named_as_typed(run: RunCli, bets: list[str], message: str) -> None:
    """The error of a bet names the option of the bet."""
    run("game", "new", PLAYERS, "--waiting", "Eve")
    found = run("game", "win", "Ann", "--value", "25", *(part for bet in bets for part in ("--bet", bet)))
    assert found.status == 1
    assert message in " ".join(found.err.split())


def test_rules_of_a_file_have_not_changed(run: RunCli, tmp_path: Path) -> None:
    """A game that began with a file of house rules, which no table keeps, is not told that its rules have changed."""
    rules = 'id = "club"\ntitle = "Club"\nparent = "nmjl-1976"\n'
    (tmp_path / "club.toml").write_text(rules, encoding="utf-8")
    run("game", "new", PLAYERS, "--ruleset", tmp_path / "club.toml")
    run("game", "win", "Ann", "--value", "25")
    said = " ".join(run("game", "recompute").out.split())
    assert "the ruleset club is not kept by that id; entries keep the one they were made by" in said
    (tmp_path / "club.toml").write_text(f"{rules}limit = 300\n", encoding="utf-8")
    assert run("tables", "add", tmp_path / "club.toml").status == 0
    assert "the ruleset club has changed since" in " ".join(run("game", "recompute").out.split())


def test_a_bet_may_be_on_a_name_with_a_colon(run: RunCli) -> None:
    """The names of the game tell which of several colons is the bet's, also once the player bet on waits."""
    run("game", "new", "Dr: Ann,Bea,Cat,Dee", "--waiting", "Eve")
    found = run("game", "win", "Dr: Ann", "--value", "25", "--bet", "Eve:Dr: Ann")
    assert found.status == 0, found.err
    assert "Eve +150" in " ".join(found.out.split())
    assert run("game", "win", "Bea", "--value", "25", "--bet", "Eve:Dr: Ann", "--instead-of", "1").status == 0


def test_a_used_joker_is_no_joker_on_the_rack(run: RunCli, begun: str) -> None:
    """A hand that is no longer jokerless is not said to hold a joker."""
    rack = "[2C 2C 2C 2C] [3C 3C 3C 3C] 4C 4C 4C 4C F +F"
    found = run("game", "win", "Bea", "--rack", rack, "--joker-was-used", "--jokerless")
    assert found.status == 1
    assert "--jokerless: a joker was used in this hand, though the rack holds none" in " ".join(found.err.split())


@pytest.mark.parametrize(
    ("rack", "said"),
    [
        pytest.param("SSS GGG 123B 456C 9D +9D", ["--limit", "full"], id="no limit hand"),
        pytest.param("1D 9D 1B 9B 1C 9C E S W N R G 0 +0", ["--points", "40", "--bonuses", "2"], id="a limit hand"),
        pytest.param("SSS GGG 123B 456C 9D +9D", ["--value", "25"], id="a card's value in a game without a card"),
    ],
)
def test_a_worth_of_another_kind_than_the_racks_is_named_as_typed(run: RunCli, rack: str, said: list[str]) -> None:
    """The error names the option that the person typed, and not the one that the rack fills in."""
    run("game", "new", PLAYERS, "--ruleset", "japanese-american-2009")
    found = run("game", "win", "Bea", "--rack", rack, *said)
    assert found.status == 1
    assert f"error: {said[0]}: the rack says itself what it is worth" in " ".join(found.err.split())


def test_no_bonus_is_refused_as_typed(run: RunCli) -> None:
    """No hand goes out without a bonus: the option is refused before the book is asked."""
    found = run("game", "win", "Bea", "--points", "40", "--bonuses", "0", "--won-by", "self-pick")
    assert found.status == 2
    assert "Invalid value for '--bonuses': write 1 or more" in found.err


@pytest.mark.system
def test_two_terminals_at_once(run: RunCli, data_dir: Path) -> None:
    """Commands of several processes at once all reach the ledger, one after another."""
    run("game", "new", PLAYERS)
    command = [sys.executable, "-m", "service", "game", "win", "Ann", "--value", "5", "--json"]
    started = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    answers = []
    for process in started:
        out, _ = process.communicate(timeout=240)
        answers.append(json.loads(out))
    assert sorted(answer["entry"]["seq"] for answer in answers) == [1, 2, 3]


def test_the_largest_export_is_read(run: RunCli, tmp_path: Path) -> None:
    """A game's export may exceed 64 MB; the error here is about its JSON."""
    file = tmp_path / "large.json"
    file.write_bytes(b"x" * 65_000_000)
    assert run("game", "import", file, "--json").document["error"]["code"] == "bad-json"
    file.write_bytes(b"x" * (LARGEST_EXPORT + 1))
    refused = run("game", "import", file, "--json").document["error"]
    assert refused["code"] == "too-large"
    assert "larger than 100 MB" in refused["message"]


def test_points_of_thousands_of_digits_are_refused(run: RunCli, begun: str) -> None:
    """A number too long for Python to parse is refused as an amount of points."""
    refused = run("game", "penalty", "pay", "from=Ann", "to=Bea", f"points={'9' * 5_000}", "--json")
    assert (refused.status, refused.document["error"]["code"]) == (2, "wrong-type")
    assert "at most 12 digits" in refused.document["error"]["message"]


def test_who_is_east_is_asked_for_by_a_command_that_says_it(run: RunCli, tmp_path: Path) -> None:
    """`game win` has no --east, so its error names the command that sets an unknown East."""
    house = tmp_path / "house.toml"
    house.write_text('id = "ours"\ntitle = "Ours"\nparent = "modern-american"\n[payment]\neast = 2\n', encoding="utf-8")
    run("game", "new", PLAYERS, "--ruleset", house)
    assert run("game", "win", "Ann", "--value", "20").status == 0
    refused = run("game", "win", "Ann", "--value", "20")
    assert "rackcheck game seats A,B,C,D --east NAME" in refused.err
    assert run("game", "seats", PLAYERS, "--east", "Bea").status == 0
    assert run("game", "win", "Ann", "--value", "20").status == 0


def test_every_game_is_listed(run: RunCli, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of games is no page of them."""
    asked: list[int] = []
    games = Ledger.games

    def asking(self: Ledger, most: int = 50, skip: int = 0) -> GameList:
        asked.append(most)
        return games(self, most, skip)

    run("game", "new", PLAYERS)
    monkeypatch.setattr(Ledger, "games", asking)
    assert run("game", "list").status == 0
    assert asked == [MOST_GAMES]


@pytest.mark.parametrize(
    ("place", "begun_at", "listed"),
    [
        ("America/New_York", "2026-01-31T01:15:00Z", "2026-01-30 20:15"),
        ("Asia/Tokyo", "2026-01-31T20:15:00.250Z", "2026-02-01 05:15"),
        ("Asia/Tokyo", "9999-12-31T23:59:00Z", "9999-12-31 23:59"),
        ("America/New_York", "0001-01-01T00:15:00Z", "0001-01-01 00:15"),
    ],
    ids=["an evening in New York", "a night in Tokyo", "the last day", "the first day"],
)
def test_games_are_listed_by_the_clock_on_the_wall(
    run: RunCli, begun: str, tmp_path: Path, zone: Callable[[str], None], *, place: str, begun_at: str, listed: str
) -> None:
    """The list says when a game began where it is read, also of one that a file dates to an end of the calendar."""
    zone(place)
    file = tmp_path / "evening.json"
    run("game", "export", file)
    export = json.loads(file.read_text(encoding="utf-8"))
    export["game"] |= {"id": "f" * len(begun), "started_at": begun_at}
    file.write_text(json.dumps(export), encoding="utf-8")
    imported = run("game", "import", file)
    assert imported.status == 0, imported.err
    assert listed in run("game", "list").out
