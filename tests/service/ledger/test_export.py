"""Test export and import of games; an import recomputes every payment."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.engine import URL

from service.cards.card_changes import add_card
from service.cards.card_folder import CardFolder
from service.ledger.game.records import sha256
from service.ledger.ledger import Ledger
from service.shared.errors import ServiceError, error_object
from tests.service.helpers import WIN
from tests.service.ledger.test_ledger import begin, picked, points

ON_FILES = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def an_evening(ledger: Ledger) -> str:
    """A game with an entry of every kind."""
    game = begin(ledger, title="=Friday", waiting=["Eve"])
    won = {
        "kind": "win",
        "outcome": {"winner": "Ann"},
        "check": {"rack": WIN},
        "bets": [{"name": "Eve", "bet_on": "Ann"}],
    }
    error = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Cat", "exposed": True}
    requests: list[dict[str, Any]] = [
        {**won, "model": "reader-2@2.0", "by": "Ann’s phone"},
        {"kind": "penalty", "outcome": error},
        picked("Dee", 30),
        {"kind": "wall", "note": "=1+1"},
        picked("Bea", 20, instead_of=3),
        {"kind": "undo", "undoes": 4},
        {"kind": "penalty", "transfers": [{"from": "Ann", "to": "Bea", "points": 7, "why": "-tea"}]},
        {"kind": "seats", "players": ["Flo", "Bea", "Cat", "Dee"], "waiting": ["Eve"], "east": "Bea"},
        {"kind": "note", "note": "@home"},
    ]
    for version, request in enumerate(requests):
        ledger.add(game, {**request, "based_on": version, "key": f"k{version}"})
    return game


def elsewhere(tmp_path: Path, name: str = "elsewhere") -> Ledger:
    """Another house's ledger."""
    return Ledger(
        URL.create("sqlite", database=str(tmp_path / name / "book.sqlite3")), CardFolder(tmp_path / name, files=False)
    )


def test_an_evening_is_the_same_in_another_book(ledger: Ledger, tmp_path: Path) -> None:
    """Seats, standings, entries and undos are the same in the other ledger, and its export equals the first."""
    game = an_evening(ledger)
    exported = json.loads(json.dumps(ledger.export_json(game)))
    other = elsewhere(tmp_path)
    imported = other.import_game(exported).to_json()
    assert imported.pop("differs") == []
    assert imported == ledger.game(game).to_json()
    again = other.export_json(game)
    for one, two in zip(again["entries"], exported["entries"], strict=True):
        assert {**one, "key": 0, "request_sha256": 0} == {**two, "key": 0, "request_sha256": 0}
    assert [one["name"] for one in other.players().to_json()["players"]] == [
        one["name"] for one in ledger.players().to_json()["players"]
    ]
    assert other.recompute(game).to_json()["differs"] == []
    other.close()


@pytest.mark.parametrize("last", ["+8B", "+8B<Dee"])
def test_a_rack_that_says_how_it_was_won_is_the_same_in_another_book(ledger: Ledger, tmp_path: Path, last: str) -> None:
    """A win whose rack alone says how it was won has the same check after an import, which reads the outcome too."""
    game = begin(ledger, ruleset="japanese-american-2009")
    check = {"rack": f"22B 33B 44B 55B 66B 77B 8B {last}"}
    ledger.add(game, {"kind": "win", "outcome": {"winner": "Ann"}, "check": check, "based_on": 0})
    other = elsewhere(tmp_path)
    assert other.import_game(ledger.export_json(game)).shown.to_json() == ledger.game(game).to_json()
    other.close()


def test_a_hand_keeps_the_seats_by_which_it_was_entered(ledger: Ledger, tmp_path: Path) -> None:
    """Version 0.1.0 moved some seats otherwise; the hands of its games are imported by the seats that they had."""
    game = begin(ledger, waiting=["Eve"])
    ledger.add(game, {"kind": "wall", "based_on": 0})
    ledger.add(game, picked("Eve", 25, based_on=1))
    exported = json.loads(json.dumps(ledger.export_json(game)))
    body = exported["entries"][1]["body"]
    body["sitting"] = {"players": ["Ann", "Bea", "Cat", "Dee"], "waiting": ["Eve"], "east": "Bea"}
    body["question"]["outcome"]["winner"] = "Ann"
    other = elsewhere(tmp_path)
    (_, entry) = other.import_game(exported).shown.to_json()["entries"]
    assert entry["sitting"] == body["sitting"]
    assert entry["settlement"]["net"] == {"Ann": 150, "Bea": -50, "Cat": -50, "Dee": -50}
    assert other.bring_in(exported)[1:] == (False, 0, 0)
    body["sitting"]["players"][3] = "Zed"  # nobody of this game
    exported["game"]["id"] = "abcdefghjk"
    with pytest.raises(ServiceError, match="Ann is none of the players"):
        other.import_game(exported)
    other.close()


def test_a_spreadsheet(ledger: Ledger) -> None:
    """The spreadsheet has a row per entry, a column per person and sums; no cell is a formula."""
    game = an_evening(ledger)
    rows = list(csv.reader(ledger.export_csv(game).splitlines()))
    head, *entries, last = rows
    assert head[-6:] == ["Ann", "Bea", "Cat", "Dee", "Eve", "Flo"]
    assert len(entries) == 9
    assert [int(cell) for cell in last[-6:]] == [points(ledger, game)[name] for name in head[-6:]]
    counting = [row for row in entries if row[head.index("counts")] == "yes"]
    assert [sum(int(row[at]) for row in counting) for at in range(-6, 0)] == [int(cell) for cell in last[-6:]]
    words = [cell for row in rows for cell in row if not cell.lstrip("-").isdigit()]
    assert not [cell for cell in words if cell.startswith(("=", "+", "-", "@"))]
    assert entries[0][head.index("card_hand")] == "24"


@ON_FILES
def test_a_spreadsheet_words_a_limit(ledger: Ledger) -> None:
    """The value of a limit hand is a word and no truth value, whether the limit is full or half."""
    game = begin(ledger, ruleset="japanese-american-2009")
    for version, limit in enumerate((True, "half")):
        won = {"winner": "Ann", "won_by": "discard", "discarder": "Bea", "limit": limit}
        ledger.add(game, {"kind": "win", "outcome": won, "based_on": version})
    head, *entries, _ = csv.reader(ledger.export_csv(game).splitlines())
    assert [row[head.index("value")] for row in entries] == ["full limit", "half limit"]


@ON_FILES
def test_a_spreadsheet_has_everybody_of_its_rows(ledger: Ledger) -> None:
    """Somebody whose only hand was undone with the change of seats still has a column; every row sums to zero."""
    game = begin(ledger)
    seats = {"kind": "seats", "players": ["Eve", "Bea", "Cat", "Dee"], "east": "Bea"}
    undone = ({"kind": "undo", "undoes": number} for number in (2, 1))
    for version, request in enumerate((seats, picked("Eve", 25), *undone)):
        ledger.add(game, {**request, "based_on": version})
    head, *rows = csv.reader(ledger.export_csv(game).splitlines())
    assert head[-5:] == ["Ann", "Bea", "Cat", "Dee", "Eve"]
    assert [sum(map(int, row[-5:])) for row in rows] == [0] * 5
    assert rows[1][-1] == "150"


@ON_FILES
def test_what_a_file_claims_is_computed_again(ledger: Ledger, tmp_path: Path) -> None:
    """A payment raised in the file is recomputed by the rules, and the answer names the entry."""
    game = an_evening(ledger)
    exported = json.loads(json.dumps(ledger.export_json(game)))
    settlement = exported["entries"][0]["body"]["settlement"]
    settlement["net"]["Ann"] += 1000
    settlement["transfers"][0]["points"] += 1000
    other = elsewhere(tmp_path)
    imported = other.import_game(exported).to_json()
    assert imported["differs"] == [1]
    assert points(other, game) == points(ledger, game)
    other.close()


@ON_FILES
def test_a_score_that_the_file_claims_is_computed_again(ledger: Ledger, tmp_path: Path) -> None:
    """A score raised in the file is recomputed by the rules, and the answer names the entry."""
    game = begin(ledger, ruleset="modern-american")
    ledger.add(game, picked("Ann", 25, based_on=0))
    ledger.add(game, {"kind": "wall", "based_on": 1})
    exported = json.loads(json.dumps(ledger.export_json(game)))
    exported["entries"][0]["body"]["settlement"]["sheet"]["Ann"] += 1000
    other = elsewhere(tmp_path)
    assert other.import_game(exported).to_json()["differs"] == [1]
    assert other.standings(game).to_json() == ledger.standings(game).to_json()
    other.close()


FAMILY = "Our table \U0001f468\u200d\U0001f469\u200d\U0001f467"


@ON_FILES
def test_every_title_that_a_game_can_have_comes_in_again(ledger: Ledger, tmp_path: Path) -> None:
    """A two-line title becomes one line; a table's title with a family emoji stays as it is."""
    house = tmp_path / "house.toml"
    house.write_text(f'id = "ours"\ntitle = "{FAMILY}"\nparent = "nmjl-1976"\n', encoding="utf-8")
    other = elsewhere(tmp_path)
    for extra, title in (
        ({"title": "Friday\nat Bea's"}, "Friday at Bea's"),
        ({"title": FAMILY}, FAMILY),
        ({"ruleset": str(house)}, FAMILY),
    ):
        game = begin(ledger, **extra)
        exported = json.loads(json.dumps(ledger.export_json(game)))
        assert exported["game"]["title"] == title
        assert other.import_game(exported).to_json()["title"] == title
    other.close()


@ON_FILES
def test_a_title_of_an_older_export_is_cleaned(ledger: Ledger, tmp_path: Path) -> None:
    """Version 0.1.0 wrote titles of several lines: an import joins them into one."""
    exported = json.loads(json.dumps(ledger.export_json(begin(ledger))))
    exported["game"]["title"] = "Friday\nat\x07Bea's"
    other = elsewhere(tmp_path)
    assert other.import_game(exported).to_json()["title"] == "Friday at Bea's"
    other.close()


def source_of(file: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return the only source of this kind in an exported game."""
    found: dict[str, Any]
    (found,) = (one for one in file["sources"] if one["kind"] == kind)
    return found


CHANGES: list[Any] = [
    pytest.param(lambda file: file.update(format="other"), "format", "bad-export", id="another-format"),
    pytest.param(lambda file: file["game"].update(id="../../x"), "game.id", "bad-export", id="a-path-for-an-id"),
    pytest.param(lambda file: file["sources"][0].update(text="x"), "sources[0].text", "bad-export", id="altered-rules"),
    pytest.param(lambda file: file["sources"][0].update(id="evil"), "sources[0].id", "bad-export", id="another-id"),
    pytest.param(
        lambda file: source_of(file, "ruleset").update(kind="card"), "sources[0].kind", "bad-export", id="rules"
    ),
    pytest.param(
        lambda file: source_of(file, "card").update(kind="ruleset"), "sources[1].kind", "bad-export", id="card"
    ),
    pytest.param(
        lambda file: source_of(file, "card").update(text="\0", sha256=sha256("\0")),
        "sources[1]",
        "bad-export",
        id="no-text-of-a-card",
    ),
    pytest.param(lambda file: file.update(sources=[]), "game.ruleset_sha256", "bad-export", id="without-its-rules"),
    pytest.param(lambda file: file["entries"].pop(0), "entries[0].seq", "bad-export", id="an-entry-is-missing"),
    pytest.param(
        lambda file: file["entries"][0]["body"]["question"]["outcome"].update(value=25),
        "entries[0]: outcome.value",
        "contradiction",
        id="another-value-than-the-rack",
    ),
    pytest.param(
        lambda file: file["entries"][1]["body"].update(undoes=9, note=None) or file["entries"][1].update(kind="undo"),
        "entries[1]: undoes",
        "no-such-entry",
        id="an-undo-of-no-entry",
    ),
    pytest.param(
        lambda file: file["entries"][0].update(entered_at="soon"), "entries[0].entered_at", "wrong-type", id="no-time"
    ),
    pytest.param(
        lambda file: file["entries"][0].update(entered_at="2026-02-30T20:15:00Z"),
        "entries[0].entered_at",
        "wrong-type",
        id="no-such-day",
    ),
    pytest.param(
        lambda file: file["game"]["sitting"].update(players=["Ann"] * 4),
        "players[1]",
        "duplicate-name",
        id="one-player",
    ),
    pytest.param(lambda file: file["game"].update(title="x" * 500), "game.title", "bad-export", id="a-long-title"),
    pytest.param(lambda file: file["game"].update(card="/a.toml"), "game.card", "bad-export", id="a-path-for-a-card"),
]


@ON_FILES
@pytest.mark.parametrize(("change", "where", "code"), CHANGES)
def test_a_broken_file_is_refused(
    ledger: Ledger, tmp_path: Path, change: Callable[[dict[str, Any]], object], where: str, code: str
) -> None:
    """The fault of a broken file is named with its place, and nothing is imported."""
    exported = json.loads(json.dumps(ledger.export_json(an_evening(ledger))))
    change(exported)
    other = elsewhere(tmp_path)
    with pytest.raises(Exception) as caught:
        other.import_game(exported)
    found = error_object(caught.value)
    assert (found["where"], found["code"]) == (where, code)
    assert other.games().to_json()["total"] == 0
    other.close()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**12) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@ON_FILES
@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_file_surprises_the_program(ledger: Ledger, tmp_path: Path, data: st.DataObject) -> None:
    """A good file with any value anywhere is imported or refused with one of our errors, and never a crash."""
    games = ledger.games().to_json()["games"]
    game = games[0]["id"] if games else an_evening(ledger)
    exported = json.loads(json.dumps(ledger.export_json(game)))
    place: Any = exported
    while True:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            place[key] = data.draw(JSON)
            break
        place = inner
    other = elsewhere(tmp_path, f"fuzz{data.draw(st.integers(0, 10**9))}")
    try:
        other.import_game(exported)
    except Exception as error:  # noqa: BLE001 - that is the question
        found = error_object(error)
        assert found["code"] != "internal", f"{key}: {found}"
    else:
        assert sum(points(other, other.games().to_json()["games"][0]["id"]).values()) == 0
    finally:
        other.close()


def test_recompute_names_what_no_longer_agrees(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry whose recomputed payments differ is named with both; other entries are not."""
    game = an_evening(ledger)
    assert ledger.recompute(game).to_json() == {"version": 9, "checked": 6, "differs": [], "unknown": [], "changed": []}
    from service.judging import answers

    right = answers.settle

    def generous(question: Any, library: CardFolder, ruleset: str | None = None) -> SimpleNamespace:  # noqa: ANN401
        settled: dict[str, Any] = right(question, library, ruleset).to_json()
        if question["outcome"].get("value") == 30:
            settled["net"] = {**settled["net"], "Dee": 1}
        return SimpleNamespace(to_json=lambda: settled)

    monkeypatch.setattr(answers, "settle", generous)
    found = ledger.recompute(game).to_json()["differs"]
    assert [(one["seq"], one["what"], one["now"]["Dee"]) for one in found] == [(3, "net", 1)]


def test_recompute_knows_a_card_that_has_changed(ledger: Ledger, library: CardFolder) -> None:
    """A win by a card that changed since is recomputed with the card of that time, and the answer says so."""
    text = (
        'id = "our-club"\ntitle = "Our club"\nsource = "The club"\nruleset = "nmjl-1976"\n'
        '[[section]]\ntitle = "Kongs"\nlines = ["Three kongs: 1111a 2222a 3333a FF x25"]\n'
    )
    add_card(text, library)
    game = begin(ledger, card="our-club")
    won = {
        "kind": "win",
        "outcome": {"winner": "Ann", "won_by": "self-pick"},
        "check": {"rack": "1111B 2222B 3333B FF"},
    }
    ledger.add(game, {**won, "based_on": 0})
    path = library.kept / "our-club.toml"
    path.write_text(text.replace("x25", "x30"), encoding="utf-8")
    found = ledger.recompute(game).to_json()
    assert (found["differs"], found["unknown"]) == ([], [])
    assert [(one["kind"], one["id"]) for one in found["changed"]] == [("card", "our-club")]
    path.unlink()
    assert ledger.recompute(game).to_json()["changed"][0]["now"] is None
    assert points(ledger, game)["Ann"] == 150


@ON_FILES
def test_a_path_in_an_older_export_becomes_the_id_of_its_text(ledger: Ledger, tmp_path: Path) -> None:
    """Version 0.1.0 named a house file by its path; the import uses the id in its text."""
    house = tmp_path / "house.toml"
    house.write_text('id = "ours"\ntitle = "Ours"\nparent = "nmjl-1976"\n', encoding="utf-8")
    exported = json.loads(json.dumps(ledger.export_json(begin(ledger, ruleset=str(house)))))
    (rules,) = (one for one in exported["sources"] if one["kind"] == "ruleset")
    rules["id"] = str(house)
    other = elsewhere(tmp_path)
    game = other.import_game(exported).to_json()["id"]
    assert {one["id"] for one in other.export_json(game)["sources"]} == {"ours", "nmjl-1976"}
    other.close()
