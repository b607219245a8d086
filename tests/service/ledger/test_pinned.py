"""Prove that a game keeps the card and the table rules it began with."""

from __future__ import annotations

import csv
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from rules.errors import OutcomeError
from rules.ruleset import FOLDER
from service.cards.card_folder import CardFolder
from service.cards.table_rules import decide
from service.ledger.database import queries
from service.ledger.game.pinned_rules import read_rules
from service.ledger.game.records import Entry, Source
from service.ledger.ledger import Ledger
from service.shared.errors import ServiceError

FOUR = ["Ann", "Bea", "Cat", "Dee"]
CARD = """id = "ours"
title = "Ours"
ruleset = "modern-american"
[[section]]
title = "All"
lines = ["FF 2222a 4444b 6666c x25"]
"""
RACK = "FF 2222B 4444C 666D +6D"

pytestmark = pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)


def begin(ledger: Ledger, **more: object) -> str:
    """Begin a game and return its id."""
    return str(ledger.begin({"players": FOUR, "ruleset": "modern-american", **more}).shown.to_json()["id"])


def win(ledger: Ledger, game: str, **more: object) -> dict[str, Any]:
    """Enter Ann's win, and return the entry."""
    version = ledger.state(game).to_json()["version"]
    return ledger.add(game, {"kind": "win", "outcome": {"winner": "Ann"}, "based_on": version, **more}).shown.to_json()


def wall(ledger: Ledger, game: str) -> None:
    """Enter a wall game."""
    ledger.add(game, {"kind": "wall", "based_on": ledger.state(game).to_json()["version"]})


def test_a_game_keeps_its_card_from_its_beginning(ledger: Ledger, library: CardFolder) -> None:
    """A game keeps its card when the card changes before the first hand and is removed after it."""
    library.put("ours", CARD)
    game, rack = begin(ledger, card="ours"), {"rack": RACK}
    library.put("ours", CARD.replace("x25", "x30").replace("2222a", "3333a"))
    assert win(ledger, game, check=rack)["question"]["outcome"]["value"] == 25
    library.remove("ours")
    assert win(ledger, game, check=rack)["question"]["outcome"]["value"] == 25
    again = ledger.recompute(game).to_json()
    assert (again["differs"], again["unknown"]) == ([], [])
    # A new game does not get the removed card; an export carries it.
    exported = ledger.export_json(game)
    assert exported["game"]["card_sha256"] in {one["sha256"] for one in exported["sources"]}


@pytest.mark.parametrize("change", ["changed", "removed"])
def test_a_beginning_that_is_sent_again_means_the_texts_of_its_game(
    ledger: Ledger, library: CardFolder, change: str
) -> None:
    """A phone that lost our answer sends its request again; meanwhile the card and the rules may be others or gone."""
    library.put("ours", CARD)
    decide("our-table", {"payment.self_pick": "3"}, "modern-american", None, library)
    asked = {"players": FOUR, "ruleset": "our-table", "card": "ours", "key": "0123456789"}
    begun = ledger.begin(asked)
    if change == "changed":
        library.put("ours", CARD.replace("x25", "x30"))
        decide("our-table", {"payment.self_pick": "5"}, None, None, library)
    else:
        library.remove("ours")
        library.remove_table("our-table")
    again = ledger.begin(asked)
    assert (begun.new, again.new) == (True, False)
    assert again.shown.to_json() == begun.shown.to_json()
    with pytest.raises(ServiceError) as caught:
        ledger.begin({**asked, "players": FOUR[::-1]})
    assert caught.value.code == "key-reused"
    assert ledger.games().total == 1


def test_an_entry_that_names_a_file_is_judged_again_by_its_card(
    ledger: Ledger, library: CardFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version 0.1.0 stored the path of a card's file with a win; the ledger judges it again by the text it has."""
    library.put("ours", CARD)
    game = begin(ledger, card="ours")
    win(ledger, game, check={"rack": RACK})
    read = queries.read_entries

    def by_path(entry: Entry) -> Entry:
        check = dict(entry.body.check or {})
        check["question"] = {**check["question"], "card": "cards/ours.toml"}
        return replace(entry, body=replace(entry.body, check=check))

    monkeypatch.setattr(queries, "read_entries", lambda *where: [by_path(entry) for entry in read(*where)])
    again = ledger.recompute(game)
    assert (again.checked, again.differs, again.unknown) == (1, (), ())


def test_an_imported_game_keeps_its_card(ledger: Ledger, library: CardFolder, tmp_path: Path) -> None:
    """A game without a judged hand keeps its card on a machine with another card of that name."""
    library.put("ours", CARD)
    exported = ledger.export_json(begin(ledger, card="ours"))
    other = CardFolder(tmp_path / "other" / "cards", files=False)
    other.put("ours", CARD.replace("x25", "x30"))
    second = Ledger(URL.create("sqlite", database=str(tmp_path / "other" / "book.sqlite3")), other)
    try:
        game = second.import_game(exported).to_json()["id"]
        assert win(second, game, check={"rack": RACK})["question"]["outcome"]["value"] == 25
    finally:
        second.close()


def test_a_win_by_the_file_of_a_card_goes_by_the_rules_of_every_table(
    ledger: Ledger, library: CardFolder, tmp_path: Path
) -> None:
    """A win may name its card by a file at the terminal, under a table's own rules as under those that ship."""
    (tmp_path / "mine.toml").write_text(CARD, encoding="utf-8")
    decide("our-table", {"table.pie": "60"}, "modern-american", None, library)
    check = {"rack": RACK, "card": str(tmp_path / "mine.toml")}
    for rules in ("modern-american", "our-table"):
        game = begin(ledger, ruleset=rules)
        assert win(ledger, game, check=check)["check"]["question"]["card"] == "ours"


def test_a_game_keeps_what_its_table_decided(ledger: Ledger, library: CardFolder) -> None:
    """A later decision of the table changes only new games."""
    decide("our-table", {"payment.self_pick": "3"}, "modern-american", None, library)
    game = begin(ledger, ruleset="our-table")
    decide("our-table", {"payment.self_pick": "5"}, None, None, library)
    picked = {"winner": "Ann", "won_by": "self-pick", "value": 10}
    assert win(ledger, game, outcome=picked)["settlement"]["net"]["Ann"] == 90
    assert win(ledger, begin(ledger, ruleset="our-table"), outcome=picked)["settlement"]["net"]["Ann"] == 150
    assert ledger.recompute(game).to_json()["differs"] == []


def test_a_game_keeps_the_parent_of_its_house_rules(
    ledger: Ledger, library: CardFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later version whose shipped rules pay otherwise changes nothing about a game by the rules of a table."""
    library.put_table("ours", 'id = "ours"\ntitle = "Ours"\nparent = "nmjl-1976"\n[table]\ncents = 5\n')
    game, picked = begin(ledger, ruleset="ours"), {"winner": "Ann", "won_by": "self-pick", "value": 10}
    assert win(ledger, game, outcome=picked)["settlement"]["net"]["Ann"] == 60
    later = tmp_path / "later"
    shutil.copytree(FOLDER, later)
    shipped = (later / "nmjl-1976.toml").read_text("utf-8")
    (later / "nmjl-1976.toml").write_text(shipped.replace("self_pick = 2", "self_pick = 4"), "utf-8")
    monkeypatch.setattr("rules.ruleset.FOLDER", later)
    read_rules.cache_clear()
    assert win(ledger, game, outcome=picked)["settlement"]["net"]["Ann"] == 60
    again = ledger.recompute(game).to_json()
    assert (again["differs"], [one["id"] for one in again["changed"]]) == ([], ["ours"])
    other = Ledger(URL.create("sqlite", database=str(tmp_path / "other" / "book.sqlite3")), library)
    assert other.import_game(ledger.export_json(game)).differs == ()
    other.close()


def test_house_rules_without_their_parent_have_not_changed(ledger: Ledger, library: CardFolder) -> None:
    """An older version stored a house's text alone; the same text today is no change."""
    library.put_table("ours", text := 'id = "ours"\ntitle = "Ours"\nparent = "nmjl-1976"\n')
    game = begin(ledger, ruleset="ours")
    win(ledger, game, outcome={"winner": "Ann", "won_by": "self-pick", "value": 10})
    document, alone = ledger.export_json(game), Source("ruleset", "ours", text)
    stored = next(one for one in document["sources"] if one["kind"] == "ruleset")
    stored |= {"text": text, "sha256": alone.sha256}
    for one in (document["game"], *document["entries"]):
        one["ruleset_sha256"] = alone.sha256
    document["game"]["id"] = "abcdefghjk"
    assert ledger.import_game(document).differs == ()
    assert ledger.recompute("abcdefghjk").changed == ()


def test_the_book_counts_pie_wall_games_and_money(ledger: Ledger, library: CardFolder) -> None:
    """The hand after a wall game pays double, nobody loses more than the pie, and the end is in dollars."""
    said = {"table.pie": "120", "table.after_wall": "2", "table.cents": "5"}
    decide("our-table", said, "nmjl-1976", None, library)
    game = begin(ledger, ruleset="our-table", card="nmjl-1976")
    picked = {"winner": "Ann", "won_by": "self-pick", "value": 25}
    assert win(ledger, game, outcome=picked)["settlement"]["net"] == {"Ann": 150, "Bea": -50, "Cat": -50, "Dee": -50}
    wall(ledger, game)
    # Twice 50 would be due from each, but only 70 is left of each pie.
    assert win(ledger, game, outcome=picked)["settlement"]["net"]["Bea"] == -70
    assert win(ledger, game, outcome=picked)["settlement"]["transfers"] == []
    ranks = ledger.standings(game).to_json()["standings"]
    assert [(line["player"], line["points"], line["money"]) for line in ranks[:2]] == [
        ("Ann", 360, "$18.00"),
        ("Bea", -120, "-$6.00"),
    ]
    assert {one["money"] for one in ledger.settle_up(game).to_json()["payments"]} == {"$6.00"}
    assert ledger.recompute(game).to_json()["differs"] == []


def test_a_correction_that_leaves_other_pies_is_found(ledger: Ledger, library: CardFolder) -> None:
    """After a corrected hand the recomputation names the later hands that it cuts otherwise; corrected, they agree."""
    decide("our-table", {"table.pie": "60", "table.after_wall": "2"}, "nmjl-1976", None, library)
    game = begin(ledger, ruleset="our-table", card="nmjl-1976")
    lost, picked = ({"winner": name, "won_by": "self-pick", "value": 25} for name in ("Ann", "Bea"))
    win(ledger, game, outcome=lost)
    win(ledger, game, outcome=picked)
    ledger.add(game, {"kind": "wall", "based_on": 2, "instead_of": 1})
    differs = ledger.recompute(game).to_json()["differs"]
    # Without the first hand Cat and Dee have the whole pie, and the second follows a wall game.
    assert [(one["seq"], one["stored"]["Cat"], one["now"]["Cat"]) for one in differs if one["what"] == "net"] == [
        (2, -10, -60)
    ]
    win(ledger, game, outcome=picked, instead_of=2)
    assert ledger.recompute(game).to_json()["differs"] == []
    assert {line["player"]: line["points"] for line in ledger.standings(game).to_json()["standings"]}["Bea"] == 180


def test_a_correction_that_moves_east_is_found(ledger: Ledger) -> None:
    """After a corrected hand the recomputation names the later hand that another East pays; corrected, it agrees."""
    game = begin(ledger, ruleset="japanese-american-2009")
    east, bea, cat = (
        {"winner": name, "won_by": "self-pick", "points": 36, "bonuses": 2} for name in ("Ann", "Bea", "Cat")
    )
    win(ledger, game, outcome=east)
    win(ledger, game, outcome=bea)
    assert ledger.recompute(game).agrees
    win(ledger, game, outcome=cat, instead_of=1)
    differs = ledger.recompute(game).to_json()["differs"]
    # Cat won the first hand, so East moved to Bea, whom everybody pays double in the second.
    assert [(one["seq"], one["stored"]["Bea"], one["now"]["Bea"]) for one in differs if one["what"] == "net"] == [
        (2, 560, 840)
    ]
    win(ledger, game, outcome=bea, instead_of=2)
    assert ledger.recompute(game).agrees


def test_a_correction_that_moves_the_wind_of_a_winner_is_found(ledger: Ledger) -> None:
    """A rack that scored by the winner's wind is judged again by the seat after a correction; corrected, it agrees."""
    game = begin(ledger, ruleset="japanese-american-2009")
    check = {"rack": "[R R R] [0 0 0] SSS 77D 1C 2C +3C<Dee"}
    win(ledger, game, outcome={"winner": "Bea", "won_by": "self-pick", "points": 36, "bonuses": 2})
    assert win(ledger, game, outcome={"winner": "Cat"}, check=check)["question"]["outcome"]["bonuses"] == 3
    assert ledger.recompute(game).agrees
    win(ledger, game, outcome={"winner": "Ann", "won_by": "self-pick", "points": 36, "bonuses": 2}, instead_of=1)
    # Ann won the first hand, so East stayed with her, and Cat's wind in the second is West.
    differs = [(one.seq, one.stored, one.now) for one in ledger.recompute(game).differs if one.what == "bonuses"]
    assert differs == [(2, 3, 2)]
    win(ledger, game, outcome={"winner": "Cat"}, check=check, instead_of=2)
    assert ledger.recompute(game).agrees


def test_a_dead_hand_that_no_longer_counts_is_found(ledger: Ledger, library: CardFolder) -> None:
    """Where a dead hand costs points, the recomputation names the win after a ruling that was undone."""
    decide("our-table", {"tournament.on": "yes"}, "nmjl-1976", None, library)
    decide("our-table", {"tournament.dead": "15"}, None, None, library)
    game = begin(ledger, ruleset="our-table")
    error = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Bea", "exposed": True}
    ledger.add(game, {"kind": "penalty", "outcome": error, "based_on": 0})
    picked = {"winner": "Ann", "won_by": "self-pick", "value": 25}
    win(ledger, game, outcome=picked)
    ledger.add(game, {"kind": "undo", "undoes": 1, "based_on": 2})
    (differs,) = ledger.recompute(game).to_json()["differs"]
    assert (differs["seq"], differs["stored"]["Bea"], differs["now"]["Bea"]) == (2, -15, 0)
    win(ledger, game, outcome=picked, instead_of=2)
    assert ledger.recompute(game).agrees
    # A dead hand that only the win itself names stays.
    win(ledger, game, outcome={**picked, "dead": ["Cat"]}, instead_of=4)
    assert ledger.recompute(game).agrees


def test_a_bet_that_is_no_longer_cancelled_is_found(ledger: Ledger) -> None:
    """After the ruling that cancelled a bet is undone, the recomputation names the win that would pay the bet."""
    game = begin(ledger, ruleset="nmjl-1976", waiting=["Eve"])
    error = {"kind": "error", "ruling": "bettor-conduct", "what": "gives-information", "bettor": "Eve"}
    ledger.add(game, {"kind": "penalty", "outcome": error, "based_on": 0})
    picked = {"winner": "Ann", "won_by": "self-pick", "value": 25}
    bets = [{"name": "Eve", "bet_on": "Ann"}]
    win(ledger, game, outcome=picked, bets=bets)
    ledger.add(game, {"kind": "undo", "undoes": 1, "based_on": 2})
    differs = [one for one in ledger.recompute(game).to_json()["differs"] if one["what"] == "net"]
    assert [(one["seq"], one["stored"]["Eve"], one["now"]["Eve"]) for one in differs] == [(2, 0, 150)]
    win(ledger, game, outcome=picked, bets=bets, instead_of=2)
    assert ledger.recompute(game).agrees


def test_only_the_hand_after_a_wall_game_pays_double(ledger: Ledger, library: CardFolder) -> None:
    """A hand that a misnamed tile ended lies between the wall game and the win: the win pays once."""
    decide("our-table", {"table.after_wall": "2"}, "nmjl-1976", None, library)
    game = begin(ledger, ruleset="our-table", card="nmjl-1976")
    wall(ledger, game)
    misnamed = {"kind": "misnamed", "miscaller": "Bea", "claimant": "Cat", "value": 25}
    ledger.add(game, {"kind": "penalty", "outcome": misnamed, "based_on": 1})
    picked = {"winner": "Ann", "won_by": "self-pick", "value": 25}
    assert win(ledger, game, outcome=picked)["settlement"]["net"]["Ann"] == 150
    # Without that hand the win is the first after the wall game.
    ledger.add(game, {"kind": "undo", "undoes": 2, "based_on": 3})
    assert win(ledger, game, outcome=picked, instead_of=3)["settlement"]["net"]["Ann"] == 300


def test_a_tournament_is_ranked_by_its_score(ledger: Ledger, library: CardFolder) -> None:
    """In a tournament nobody pays; game, chart, spreadsheet and season show the scores, the highest first."""
    decide("cup", {"tournament.on": "yes", "tournament.wall": "5"}, "modern-american", "The cup", library)
    game = begin(ledger, ruleset="cup")
    win(ledger, game, outcome={"winner": "Cat", "won_by": "discard", "discarder": "Ann", "value": 30})
    wall(ledger, game)
    lines = ledger.standings(game).to_json()["standings"]
    assert [(line["player"], line["sheet"], line["points"]) for line in lines] == [
        ("Cat", 35, 0),
        ("Bea", 5, 0),
        ("Dee", 5, 0),
        ("Ann", -5, 0),
    ]
    assert ledger.chart(game).to_json()["totals"]["Cat"] == [0, 30, 35]
    head, *_, totals = csv.reader(ledger.export_csv(game).splitlines())
    assert (head[-4:], totals[-4:]) == (FOUR, ["-5", "5", "35", "5"])
    (season,) = ledger.season().to_json()["seasons"]
    assert [(line["player"], line["rank"], line["sheet"]) for line in season["standings"]] == [
        ("Cat", 1, 35),
        ("Bea", 2, 5),
        ("Dee", 2, 5),
        ("Ann", 4, -5),
    ]


def test_a_payment_agreed_on_in_a_tournament_moves_the_scores(
    ledger: Ledger, library: CardFolder, tmp_path: Path
) -> None:
    """Where nobody pays, points that the table agrees on go from one score to the other, and nobody owes them."""
    decide("cup", {"tournament.on": "yes"}, "modern-american", None, library)
    game = begin(ledger, ruleset="cup")
    agreed = [{"from": "Ann", "to": "Bea", "points": 25, "why": "late"}]
    ledger.add(game, {"kind": "penalty", "transfers": agreed, "based_on": 0})
    lines = ledger.standings(game).to_json()["standings"]
    assert [(line["player"], line["sheet"], line["points"]) for line in lines] == [
        ("Bea", 25, 0),
        ("Cat", 0, 0),
        ("Dee", 0, 0),
        ("Ann", -25, 0),
    ]
    assert ledger.chart(game).to_json()["totals"]["Ann"] == [0, -25]
    assert ledger.settle_up(game).to_json()["payments"] == []
    other = Ledger(URL.create("sqlite", database=str(tmp_path / "other" / "book.sqlite3")), library)
    imported = other.import_game(ledger.export_json(game)).to_json()
    assert (imported["differs"], imported["standings"]) == ([], lines)
    other.close()


def test_a_tournament_takes_no_bet(ledger: Ledger, library: CardFolder, tmp_path: Path) -> None:
    """A bet that nobody would pay is refused; a game that holds one from an older version is imported as it was."""
    decide("cup", {"tournament.on": "yes"}, "nmjl-1976", None, library)
    game = begin(ledger, ruleset="cup", waiting=["Eve"])
    picked, bets = {"winner": "Ann", "won_by": "self-pick", "value": 25}, [{"name": "Eve", "bet_on": "Ann"}]
    with pytest.raises(OutcomeError) as caught:
        win(ledger, game, outcome=picked, bets=bets)
    assert (caught.value.code, caught.value.where) == ("contradiction", "bets")
    win(ledger, game, outcome=picked)
    older = ledger.export_json(game)
    older["entries"][0]["body"]["question"]["bettors"] = bets
    other = Ledger(URL.create("sqlite", database=str(tmp_path / "other" / "book.sqlite3")), library)
    assert other.import_game(older).to_json()["differs"] == []
    assert other.recompute(game).agrees
    other.close()


def test_a_penalty_goes_by_the_limit_of_the_house(ledger: Ledger, library: CardFolder, tmp_path: Path) -> None:
    """Another limit than the table's is refused; a game that holds one from an older version is imported as it was."""
    library.put_table("ours", 'id = "ours"\ntitle = "Ours"\nparent = "hoyle-league"\nlimit = 500\n')
    game = begin(ledger, ruleset="ours")
    woo = {"kind": "error", "ruling": "false-woo", "declarer": "Bea"}
    with pytest.raises(OutcomeError) as caught:
        ledger.add(game, {"kind": "penalty", "outcome": {**woo, "limit": 300}, "based_on": 0})
    assert (caught.value.code, caught.value.where) == ("contradiction", "outcome.limit")
    ledger.add(game, {"kind": "penalty", "outcome": woo, "based_on": 0})
    assert {one.player: one.points for one in ledger.standings(game).lines}["Ann"] == 500
    older = ledger.export_json(game)
    older["entries"][0]["body"]["question"]["outcome"]["limit"] = 300
    other = Ledger(URL.create("sqlite", database=str(tmp_path / "other" / "book.sqlite3")), library)
    assert {one["player"]: one["points"] for one in other.import_game(older).to_json()["standings"]}["Ann"] == 300
    assert other.recompute(game).agrees
    other.close()


def test_a_table_that_changes_its_rule_set_begins_a_season_of_its_own(ledger: Ledger, library: CardFolder) -> None:
    """Points of two rule sets are never added up, also where a table plays by one and later by the other."""
    for parent, card in (("nmjl-1976", "nmjl-1976"), ("modern-american", "practice")):
        library.put_table("ours", f'id = "ours"\ntitle = "Ours"\nparent = "{parent}"\n')
        game = begin(ledger, ruleset="ours", card=card)
        win(ledger, game, outcome={"winner": "Bea", "won_by": "self-pick", "value": 25})
    seasons = ledger.season().to_json()["seasons"]
    firsts = [(one["ruleset"], one["games"], one["standings"][0]["sheet"]) for one in seasons]
    assert firsts == [("ours", 1, 50), ("ours", 1, None)]


def test_tournaments_are_a_season_of_their_own(ledger: Ledger, library: CardFolder) -> None:
    """A table that plays a tournament for once ranks its other evenings by the payments, as before."""
    library.put_table("ours", 'id = "ours"\ntitle = "Ours"\nparent = "nmjl-1976"\n')
    for winner in ("Bea", "Bea"):
        win(ledger, begin(ledger, ruleset="ours"), outcome={"winner": winner, "won_by": "self-pick", "value": 25})
    library.put_table("ours", 'id = "ours"\ntitle = "Ours"\nparent = "nmjl-1976"\n[tournament]\non = true\n')
    win(ledger, begin(ledger, ruleset="ours"), outcome={"winner": "Cat", "won_by": "self-pick", "value": 25})
    seasons = ledger.season().to_json()["seasons"]
    firsts = [(one["games"], one["standings"][0]) for one in seasons]
    assert [(games, line["player"], line["points"], line["sheet"]) for games, line in firsts] == [
        (2, "Bea", 300, None),
        (1, "Cat", 0, 35),
    ]
