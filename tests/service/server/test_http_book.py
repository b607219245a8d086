"""Test the ledger over HTTP: games, entries, conflicts, and updates between phones."""

from __future__ import annotations

import asyncio
import json
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPResponse
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel
from starlette.types import Message

from service.cards.card_folder import CardFolder
from service.ledger.ledger import open_ledger
from service.server.app import create_app
from service.server.schemas import ledger as documents
from service.server.transport import event_streams
from service.server.transport.worker_messages import WorkerMessages
from service.shared.errors import ServiceError
from service.shared.settings import Settings
from tests.service.conftest import RunCli
from tests.service.helpers import CARD, WIN, error_of
from tests.service.running_server import PATIENCE, Server, running_server

FRIDAY: dict[str, Any] = {
    "title": "Friday",
    "ruleset": "nmjl-1976",
    "players": ["Ann", "Bea", "Cat", "Dee"],
    "waiting": ["Eve"],
}
ANN_WINS: dict[str, Any] = {
    "kind": "win",
    "outcome": {"winner": "Ann"},
    "check": {"rack": WIN},
    "bets": [{"name": "Eve", "bet_on": "Ann"}],
    "model": "reader-2@2.0",
}


@pytest.fixture
def game(client: TestClient) -> str:
    """A new game."""
    answer = client.post("/api/v1/games", json=FRIDAY)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_season_adds_games_up_by_their_rules(client: TestClient) -> None:
    """Two evenings by one card make one table; another rule set makes its own; a game without entries makes none."""
    win = {"kind": "win", "outcome": {"winner": "Ann", "won_by": "self-pick", "value": 20}}
    began = [client.post("/api/v1/games", json=FRIDAY | {"waiting": []}).json()["id"] for _ in range(3)]
    modern = {"ruleset": "modern-american", "card": "practice", "waiting": [], "players": ["Ann", "Bea", "Cat", "Fay"]}
    began.append(client.post("/api/v1/games", json=FRIDAY | modern).json()["id"])
    for number, id_ in enumerate(began):
        if number == 2:
            continue
        winner = {"outcome": win["outcome"] | {"winner": "Bea" if number == 1 else "Ann"}}  # type: ignore[operator]
        answer = client.post(
            f"/api/v1/games/{id_}/entries", json=win | winner | {"based_on": 0, "key": f"season-{id_}"}
        )
        assert answer.status_code == 201, answer.text
    first, other = client.get("/api/v1/season").json()["seasons"]
    assert (first["ruleset"], first["games"], other["ruleset"], other["games"]) == (
        "nmjl-1976",
        2,
        "modern-american",
        1,
    )
    lines = {line["player"]: line for line in first["standings"]}
    assert sum(line["points"] for line in lines.values()) == 0
    assert {name: (line["wins"], line["games"], line["rank"]) for name, line in lines.items()} == {
        "Ann": (1, 2, 1), "Bea": (1, 2, 1), "Cat": (0, 2, 3), "Dee": (0, 2, 3)}  # fmt: skip
    assert {line["player"] for line in other["standings"]} == {"Ann", "Bea", "Cat", "Fay"}
    assert client.get("/api/v1/season", params={"since": "2999-01-01"}).json() == {"seasons": []}
    for no_day in ("soon", "2026-13-45", "2026-02-30"):
        assert error_of(client.get("/api/v1/season", params={"since": no_day}), 422)["code"] == "bad-field"


def test_a_season_says_which_games_it_leaves_out(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a season has too many games, it counts the oldest of the asked days as left out."""
    monkeypatch.setattr("service.ledger.ledger.MOST_OF_A_SEASON", 2)
    for players in (["Old", "Bea", "Cat", "Dee"], ["Ann", "Bea", "Cat", "Dee"], ["Ann", "Bea", "Cat", "Dee"]):
        game = client.post("/api/v1/games", json=FRIDAY | {"waiting": [], "players": players}).json()["id"]
        assert client.post(f"/api/v1/games/{game}/entries", json={"kind": "wall", "based_on": 0}).status_code == 201
    season = client.get("/api/v1/season").json()
    assert (season["left_out"], season["seasons"][0]["games"]) == (1, 2)
    assert "Old" not in {line["player"] for line in season["seasons"][0]["standings"]}
    assert "left_out" not in client.get("/api/v1/season", params={"since": "2999-01-01"}).json()


def _points(client: TestClient, game: str) -> dict[str, int]:
    lines = client.get(f"/api/v1/games/{game}/standings").json()["standings"]
    return {line["player"]: line["points"] for line in lines}


def test_a_game_is_begun(client: TestClient) -> None:
    """The answer is the game as a phone shows it: seats with East first, all points zero, no entry."""
    body = client.post("/api/v1/games", json=FRIDAY).json()
    assert (body["title"], body["version"], body["entries"]) == ("Friday", 0, [])
    assert body["sitting"]["east"] == "Ann"
    assert body["sitting"]["winds"] == {"Ann": "E", "Bea": "S", "Cat": "W", "Dee": "N"}
    assert [line["chips"] for line in body["standings"]] == [1000] * 5
    assert body["card"] == "nmjl-1976"
    listed = client.get("/api/v1/games").json()
    assert [line["id"] for line in listed["games"]] == [body["id"]]
    assert listed["total"] == 1


def test_names_become_players_and_keep_their_spelling(client: TestClient, game: str) -> None:
    """A known player is recognised the next evening in any spelling."""
    second = client.post("/api/v1/games", json={**FRIDAY, "players": ["ann", "BEA", "cat", "Flo"], "waiting": []})
    assert second.json()["sitting"]["players"] == ["Ann", "Bea", "Cat", "Flo"]
    listed = [one["name"] for one in client.get("/api/v1/players").json()["players"]]
    assert listed == ["Ann", "Bea", "Cat", "Dee", "Eve", "Flo"]
    assert client.post("/api/v1/players", json={"name": " Gil  B. "}).json() == {"name": "Gil B."}
    assert error_of(client.post("/api/v1/players", json={"name": "gil b."}), 409)["code"] == "player-exists"


def test_a_win_is_judged_and_entered(client: TestClient, game: str) -> None:
    """The server judges the rack, pays winner and bettor, and moves East to the right."""
    answer = client.post(f"/api/v1/games/{game}/entries", json={**ANN_WINS, "based_on": 0})
    assert answer.status_code == 201, answer.text
    body = answer.json()
    assert (body["seq"], body["settlement"]["net"]) == (
        1,
        {"Ann": 80, "Bea": -80, "Cat": -40, "Dee": -40, "Eve": 80},
    )
    assert body["question"]["outcome"]["discarder"] == "Bea"
    assert body["check"]["match"]["hand"] == "24"
    shown = client.get(f"/api/v1/games/{game}").json()
    assert shown["version"] == 1
    # Five-handed: East leaves the table for Eve, and the player on East's right becomes East.
    assert shown["sitting"]["players"] == ["Eve", "Bea", "Cat", "Dee"]
    assert (shown["sitting"]["east"], shown["sitting"]["waiting"]) == ("Bea", ["Ann"])
    assert sum(_points(client, game).values()) == 0


def test_a_rack_that_is_no_hand_is_never_paid(client: TestClient, game: str) -> None:
    """A rack that is no hand is refused with the reason, and nothing is entered."""
    wrong = {**ANN_WINS, "check": {"rack": WIN.replace("F F", "F 1B")}, "based_on": 0}
    assert error_of(client.post(f"/api/v1/games/{game}/entries", json=wrong), 422)["code"] == "no-hand"
    assert client.get(f"/api/v1/games/{game}").json()["version"] == 0


def test_a_conflicting_entry_is_refused_with_the_newer_ones(client: TestClient, game: str) -> None:
    """Of two phones that enter from the same state, the second gets the first one's entry and enters nothing."""
    path = f"/api/v1/games/{game}/entries"
    assert client.post(path, json={"kind": "wall", "based_on": 0, "by": "Ann's phone"}).status_code == 201
    found = error_of(client.post(path, json={**ANN_WINS, "based_on": 0}), 409)
    assert (found["code"], found["version"]) == ("conflict", 1)
    assert [(entry["kind"], entry["by"]) for entry in found["newer"]] == [("wall", "Ann's phone")]
    assert client.get(path).json()["version"] == 1
    assert error_of(client.post(path, json={"kind": "wall", "based_on": 9}), 422)["code"] == "bad-version"


def test_an_entry_sent_twice_is_entered_once(client: TestClient, game: str) -> None:
    """A phone that lost the answer sends again with the same key and gets the entry, not a second one."""
    path = f"/api/v1/games/{game}/entries"
    sent = {**ANN_WINS, "based_on": 0, "key": "a1"}
    first, second = client.post(path, json=sent), client.post(path, json=sent)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert client.get(path).json()["version"] == 1
    other = {"kind": "wall", "based_on": 1, "key": "a1"}
    assert error_of(client.post(path, json=other), 409)["code"] == "key-reused"


def test_a_question_is_judged_by_the_rules_of_a_game(client: TestClient) -> None:
    """A question that names a game is judged, settled and ruled by its card and rules as they were when it began."""
    card = '[[section]]\ntitle = "One"\nlines = ["2222a 3333a 4444a FF x{}"]\n'
    rules: dict[str, Any] = {"id": "ours", "title": "Ours", "parent": "nmjl-1976"}

    def decide(value: int, times: int) -> None:
        text = f'id = "ours-card"\ntitle = "Ours"\nruleset = "nmjl-1976"\n{card.format(value)}'
        assert client.put("/api/v1/cards/ours-card", json={"text": text}).is_success
        decided = {"payment.self_pick": times, "table.rolled_double": 5 - times, "table.blanks": 4 - times}
        assert client.put("/api/v1/tables/ours", json={"table": rules | {"decided": decided}}).is_success

    decide(25, 3)
    game = client.post("/api/v1/games", json=FRIDAY | {"ruleset": "ours", "card": "ours-card"}).json()["id"]
    decide(50, 4)
    outcome = {"kind": "win", "winner": "Ann", "won_by": "self-pick", "value": 10}
    assert client.get(f"/api/v1/games/{game}").json()["rules"]["asks"] == ["rolled_double"]
    for more, value, paid in (("", 50, 40), (f"?game={game}", 25, 30)):
        found = client.post(f"/api/v1/check{more}", json={"rack": WIN, "card": "ours-card", "ruleset": "ours"}).json()
        assert found["value"] == value, found
        asked = {"ruleset": "ours", "players": FRIDAY["players"], "outcome": outcome}
        assert client.post(f"/api/v1/settle{more}", json=asked).json()["net"]["Bea"] == -paid
        rulings = client.get("/api/v1/rulings", params={"ruleset": "ours"} | ({"game": game} if more else {}))
        [blank] = [one for one in rulings.json()["rulings"] if one["id"] == "blank-passed"]
        assert blank["silent"] == (paid == 40)
        ruled = client.post(f"/api/v1/rulings/blank-passed{more}", json={"ruleset": "ours"}).json()
        assert (ruled["outcome"] == "silent") == (paid == 40)
    missing = client.post("/api/v1/check?game=none", json={"rack": WIN, "card": "ours-card"})
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "unknown-game")


def test_a_game_begun_twice_with_one_key_is_one_game(client: TestClient) -> None:
    """A game begun twice with one key is one game; another game with that key is refused."""
    first = client.post("/api/v1/games", json={**FRIDAY, "key": "g1"})
    second = client.post("/api/v1/games", json={**FRIDAY, "key": "g1"})
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json()["id"] == second.json()["id"]
    assert (
        error_of(client.post("/api/v1/games", json={**FRIDAY, "title": "x", "key": "g1"}), 409)["code"] == "key-reused"
    )


def test_a_beginning_is_sent_again_after_its_table_and_card_are_gone(client: TestClient) -> None:
    """A phone that lost the answer gets its game also where another has changed or deleted table and card since."""
    card, table = "/api/v1/cards/our-club", "/api/v1/tables/ours"
    rules = {"id": "ours", "title": "Ours", "parent": "nmjl-1976", "decided": {}}
    assert client.put(card, json={"text": CARD}).is_success
    assert client.put(table, json={"table": rules}).is_success
    sent = {"players": FRIDAY["players"], "ruleset": "ours", "card": "our-club", "key": "g1"}
    first = client.post("/api/v1/games", json=sent)
    assert client.put(table, json={"table": rules | {"title": "Theirs"}}).is_success
    assert client.post("/api/v1/games", json=sent).json() == first.json()
    assert client.delete(table).is_success
    assert client.delete(card).is_success
    again = client.post("/api/v1/games", json=sent)
    assert (first.status_code, again.status_code, again.json()) == (201, 200, first.json())
    other = client.post("/api/v1/games", json=sent | {"card": "nmjl-1976"})
    assert error_of(other, 409)["code"] == "key-reused"


def test_undo_and_settling_up(client: TestClient, game: str) -> None:
    """An undone entry stays in the list without counting; at the end three payments settle everybody."""
    path = f"/api/v1/games/{game}/entries"
    client.post(path, json={**ANN_WINS, "based_on": 0})
    client.post(path, json={"kind": "undo", "undoes": 1, "based_on": 1})
    assert set(_points(client, game).values()) == {0}
    assert [(entry["seq"], entry["in_effect"]) for entry in client.get(path).json()["entries"]] == [
        (1, False),
        (2, True),
    ]
    assert client.get(f"/api/v1/games/{game}").json()["sitting"]["east"] == "Ann"
    assert client.post(path, json={**ANN_WINS, "bets": [], "based_on": 2}).status_code == 201
    payments = client.get(f"/api/v1/games/{game}/settle-up").json()
    assert payments["fewest"] is True
    assert [(one["from"], one["to"], one["points"]) for one in payments["payments"]] == [
        ("Bea", "Ann", 40),
        ("Cat", "Ann", 20),
        ("Dee", "Ann", 20),
    ]
    assert payments["payments"][0]["chips"] == {"200": 0, "25": 1, "5": 3, "1": 0}
    chart = client.get(f"/api/v1/games/{game}/chart").json()
    assert chart["totals"]["Ann"] == [0, 80]
    assert [point["seq"] for point in chart["hands"]] == [3]


def test_null_leaves_an_optional_field_out(client: TestClient, game: str) -> None:
    """An entry may give null for every field of the document that its kind does not have."""
    given = {"kind": "wall", "based_on": 0}
    entry = {**dict.fromkeys(documents.NewEntry.model_fields), **given}
    assert client.post(f"/api/v1/games/{game}/entries", json=entry).status_code == 201


REFUSED = [
    pytest.param({"kind": "win", "based_on": 0}, "outcome", "missing-field", id="no-outcome"),
    pytest.param({"kind": "chess", "based_on": 0}, "kind", "unknown-choice", id="unknown-kind"),
    pytest.param({"kind": "wall"}, "based_on", "missing-field", id="no-version"),
    pytest.param({"kind": "wall", "based_on": -1}, "based_on", "out-of-range", id="negative-version"),
    pytest.param({"kind": "wall", "based_on": 0, "colour": 1}, "colour", "unknown-field", id="unknown-field"),
    pytest.param({"kind": "undo", "based_on": 0, "undoes": 3}, "undoes", "no-such-entry", id="undo-nothing"),
    pytest.param({"kind": "note", "based_on": 0, "note": "a\u0000"}, "note", "not-text", id="control-character"),
    pytest.param(
        {"kind": "win", "based_on": 0, "outcome": {"winner": "Zoe", "won_by": "self-pick", "value": 20}},
        "outcome.winner",
        "unknown-name",
        id="unknown-winner",
    ),
    pytest.param(
        {**ANN_WINS, "based_on": 0, "outcome": {"winner": "Ann", "value": 25}},
        "outcome.value",
        "contradiction",
        id="another-value-than-the-rack",
    ),
    pytest.param(
        {**ANN_WINS, "based_on": 0, "outcome": {"winner": "Ann", "discarder": "Cat"}},
        "outcome.discarder",
        "contradiction",
        id="another-discarder-than-the-rack",
    ),
    pytest.param(
        {**ANN_WINS, "based_on": 0, "bets": [{"name": "Dee", "bet_on": "Ann"}]},
        "bets[0].name",
        "unknown-name",
        id="a-player-bets",
    ),
    pytest.param(
        {"kind": "penalty", "based_on": 0, "transfers": [{"from": "Ann", "to": "Zoe", "points": 5}]},
        "transfers[0].to",
        "unknown-name",
        id="pay-a-stranger",
    ),
    pytest.param(
        {"kind": "penalty", "based_on": 0, "transfers": [{"from": "Ann", "to": "Bea", "points": 5, "why": "x" * 501}]},
        "transfers[0].why",
        "too-long",
        id="a-novel-for-a-reason",
    ),
    pytest.param(
        {"kind": "penalty", "based_on": 0, "transfers": [{"from": "Ann", "to": "Bea", "points": 5}] * 21},
        "transfers",
        "wrong-number",
        id="a-bill-without-end",
    ),
    pytest.param({"kind": "penalty", "based_on": 0}, "outcome", "missing-field", id="no-penalty"),
    pytest.param(
        {"kind": "seats", "based_on": 0, "players": ["Ann", "Bea", "Cat", "Dee", "Eve"]},
        "players",
        "wrong-number",
        id="five-at-the-table",
    ),
    pytest.param(
        {"kind": "seats", "based_on": 0, "players": ["Ann", "ann", "Cat", "Dee"]},
        "players[1]",
        "duplicate-name",
        id="one-name-twice",
    ),
]


def test_who_are_too_few_for_the_rules_are_told_in_words(client: TestClient) -> None:
    """The page shows this message to players, who know their rules by a title and not by a code."""
    found = error_of(
        client.post("/api/v1/games", json={"ruleset": "set-manual", "players": ["Ann", "Bea", "Cat"]}), 422
    )
    assert found["message"] == "these rules are for 4 players, not 3; who sits out waits"


@pytest.mark.parametrize(("body", "where", "code"), REFUSED)
def test_a_wrong_entry_names_its_field(client: TestClient, game: str, body: Any, where: str, code: str) -> None:  # noqa: ANN401
    """A wrong entry is refused with its field, and nothing is entered."""
    found = error_of(client.post(f"/api/v1/games/{game}/entries", json=body), 422)
    assert (found["where"], found["code"]) == (where, code)
    assert client.get(f"/api/v1/games/{game}").json()["version"] == 0


@pytest.mark.parametrize("name", ["nosuchgame", "%00", "..%2f..", "x" * 4000])
def test_an_unknown_game(client: TestClient, name: str) -> None:
    """An unknown game id of any form gets the contract's 404."""
    for path in ("", "/entries", "/standings", "/settle-up", "/chart", "/events"):
        assert client.get(f"/api/v1/games/{name}{path}").status_code == 404
    assert client.post(f"/api/v1/games/{name}/entries", json={"kind": "wall", "based_on": 0}).status_code == 404


def test_the_book_is_described(client: TestClient) -> None:
    """The OpenAPI document has every route of the ledger, each body with a model and an example."""
    described = client.get("/openapi.json").json()
    paths = described["paths"]
    assert {"/api/v1/games", "/api/v1/games/{game}/entries", "/api/v1/games/{game}/events"} <= set(paths)
    models = described["components"]["schemas"]
    for name in ("NewGame", "NewEntry"):
        assert models[name]["examples"]
    assert "409" in paths["/api/v1/games/{game}/entries"]["post"]["responses"]


def test_every_answer_is_what_the_documents_promise(client: TestClient, game: str) -> None:
    """Over an evening with all kinds of entries, answers have every field of the OpenAPI models, of the right type."""
    path = f"/api/v1/games/{game}"
    error = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Cat", "exposed": True}
    seats = {"kind": "seats", "players": ["Flo", "Bea", "Cat", "Dee"], "east": "Bea"}
    requests = [ANN_WINS, {"kind": "penalty", "outcome": error}, seats, {"kind": "note", "note": "tea"}]
    for version, request in enumerate([*requests, {"kind": "undo", "undoes": 2}]):
        answer = client.post(f"{path}/entries", json={**request, "based_on": version})
        documents.EntryDocument.model_validate_json(answer.text)
    promised: dict[str, type[BaseModel]] = {
        path: documents.GameDocument,
        f"{path}/entries": documents.EntryList,
        f"{path}/standings": documents.StandingList,
        f"{path}/settle-up": documents.SettleUpDocument,
        f"{path}/chart": documents.ChartDocument,
        f"{path}/recompute": documents.RecomputeDocument,
        f"{path}/export.json": documents.ExportDocument,
        "/api/v1/games": documents.GameList,
        "/api/v1/players": documents.PlayerList,
    }
    for address, model in promised.items():
        answer = client.get(address)
        assert answer.status_code == 200
        model.model_validate_json(answer.text)
    late = client.post(f"{path}/entries", json={"kind": "wall", "based_on": 1})
    assert len(documents.ConflictAnswer.model_validate_json(late.text).error.newer) == 4


def test_a_game_goes_out_and_comes_in(client: TestClient, game: str, chosen: Settings, tmp_path: Path) -> None:
    """Exported files have names; another server imports the JSON, and one with the game refuses it."""
    client.post(f"/api/v1/games/{game}/entries", json={**ANN_WINS, "based_on": 0})
    table = client.get(f"/api/v1/games/{game}/export.csv")
    assert table.headers["content-disposition"] == f'attachment; filename="rackcheck-{game}.csv"'
    assert table.text.startswith("\N{BYTE ORDER MARK}entry,")
    file = client.get(f"/api/v1/games/{game}/export.json")
    assert file.headers["content-disposition"] == f'attachment; filename="rackcheck-{game}.json"'
    exported = file.json()
    assert error_of(client.post("/api/v1/games/import", json=exported), 409)["code"] == "game-exists"
    with TestClient(create_app(chosen.model_copy(update={"data_dir": tmp_path / "elsewhere"}))) as other:
        answer = other.post("/api/v1/games/import", json=exported)
        assert answer.status_code == 201, answer.text
        documents.ImportedDocument.model_validate_json(answer.text)
        assert other.get(f"/api/v1/games/{game}/recompute").json()["checked"] == 1
        assert _points(other, game) == _points(client, game)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**12) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)
GOOD = [
    ANN_WINS,
    {"kind": "win", "outcome": {"winner": "Ann", "won_by": "self-pick", "value": 25}},
    {"kind": "penalty", "outcome": {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Cat"}},
    {"kind": "penalty", "transfers": [{"from": "Ann", "to": "Bea", "points": 5, "why": "tea"}]},
    {"kind": "seats", "players": ["Flo", "Bea", "Cat", "Dee"], "waiting": ["Ann"], "east": "Bea"},
    {"kind": "undo", "undoes": 1, "note": "x", "by": "y", "key": "z"},
    FRIDAY,
]


@settings(deadline=None, max_examples=80, suppress_health_check=list(HealthCheck))
@given(good=st.sampled_from(GOOD), data=st.data())
def test_no_body_surprises_the_program(
    client: TestClient, game: str, good: dict[str, Any], data: st.DataObject
) -> None:
    """A good body with any value anywhere is entered or refused in the contract's form, never with 500."""
    body: Any = json.loads(json.dumps({**good, "based_on": client.get(f"/api/v1/games/{game}").json()["version"]}))
    place = body
    while True:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            place[key] = data.draw(JSON)
            break
        place = place[key]
    path = "/api/v1/games" if good is FRIDAY else f"/api/v1/games/{game}/entries"
    answer = client.post(path, content=json.dumps(body), headers={"content-type": "application/json"})
    if answer.status_code not in {200, 201}:
        assert answer.status_code in {400, 404, 409, 422}, answer.text
        error_of(answer, answer.status_code)
    assert sum(_points(client, game).values()) == 0


# Two phones


class Phone:
    """A reader of one event stream over a real connection."""

    def __init__(self, server: Server, game: str, last: int | None = None) -> None:
        request = urllib.request.Request(f"{server.address}api/v1/games/{game}/events")
        if last is not None:
            request.add_header("Last-Event-ID", str(last))
        self._answer: HTTPResponse = urllib.request.urlopen(request, timeout=PATIENCE)

    def next(self) -> tuple[str, int, dict[str, Any]]:
        """Return kind, id and document of the next event."""
        kind, number = "", 0
        for line in self._lines():
            name, _, value = line.partition(": ")
            if name == "event":
                kind = value
            elif name == "id":
                number = int(value)
            elif name == "data":
                return kind, number, json.loads(value)
        pytest.fail("the stream ended")

    def rest(self) -> str:
        """Return the rest of the stream until it ends."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        """Yield the lines from now on; a stream that only says that it lives is given up."""
        until = time.monotonic() + PATIENCE
        while line := self._answer.readline():
            assert time.monotonic() < until, "nothing new comes"
            yield line.decode().rstrip("\n")

    def close(self) -> None:
        """Close the connection."""
        self._answer.close()


def _post(server: Server, path: str, body: object) -> tuple[int, dict[str, Any]]:
    request = urllib.request.Request(
        server.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, json.load(error)


def test_two_phones_see_each_others_entries(data_dir: Path) -> None:
    """An entry of one phone, or of another server, is pushed to all; a broken stream resumes."""
    with running_server() as server:
        _, begun = _post(server, "api/v1/games", FRIDAY)
        path = f"api/v1/games/{begun['id']}/entries"
        phone = Phone(server, begun["id"])
        assert phone.next()[:2] == ("state", 0)
        started = time.monotonic()
        assert _post(server, path, {"kind": "wall", "based_on": 0})[0] == 201
        kind, number, entry = phone.next()
        assert (kind, number, entry["kind"]) == ("entry", 1, "wall")
        assert time.monotonic() - started < 15
        assert phone.next()[2]["sitting"]["east"] == "Bea"
        phone.close()
        assert _post(server, path, {"kind": "wall", "based_on": 1})[0] == 201
        again = Phone(server, begun["id"], last=1)
        assert again.next()[:2] == ("entry", 2)
        assert again.next()[2]["sitting"]["east"] == "Cat"
        with running_server() as beside:
            assert _post(beside, path, {"kind": "wall", "based_on": 2})[0] == 201
            assert again.next()[:2] == ("entry", 3)
        again.close()


def test_phones_follow_a_restored_book_with_fewer_entries(data_dir: Path, run: RunCli) -> None:
    """A phone gets the state of a restored copy and its next entries; a game that the copy lacks ends its stream."""
    with running_server() as server:
        _, begun = _post(server, "api/v1/games", FRIDAY)
        path = f"api/v1/games/{begun['id']}/entries"
        assert run("game", "backup", data_dir / "copy.sqlite3").status == 0
        phone = Phone(server, begun["id"])
        assert phone.next()[:2] == ("state", 0)
        for number in (1, 2):
            assert _post(server, path, {"kind": "wall", "based_on": number - 1})[0] == 201
            assert phone.next()[:2] == ("entry", number)
            assert phone.next()[:2] == ("state", number)
        _, other = _post(server, "api/v1/games", FRIDAY)
        assert _post(server, f"api/v1/games/{other['id']}/entries", {"kind": "wall", "based_on": 0})[0] == 201
        lost = Phone(server, other["id"])
        assert lost.next()[:2] == ("state", 1)
        # The server has seen the version of a game whose entry it pushes; then the book shrinks.
        assert _post(server, f"api/v1/games/{other['id']}/entries", {"kind": "wall", "based_on": 1})[0] == 201
        assert [lost.next()[:2] for _ in range(2)] == [("entry", 2), ("state", 2)]
        for file in data_dir.glob("book.sqlite3*"):
            file.unlink()
        assert run("game", "restore", data_dir / "copy.sqlite3").status == 0
        assert phone.next()[:2] == ("state", 0)
        assert _post(server, path, {"kind": "wall", "based_on": 0})[0] == 201
        assert phone.next()[:2] == ("entry", 1)
        phone.close()
        assert "data" not in lost.rest()


def test_the_server_ends_while_phones_follow(data_dir: Path) -> None:
    """Ctrl-C or SIGTERM ends the server within seconds, though phones hold streams open."""
    with running_server() as server:
        _, begun = _post(server, "api/v1/games", FRIDAY)
        phones = [Phone(server, begun["id"]) for _ in range(2)]
        for phone in phones:
            phone.next()
        server.process.terminate()
        server.process.wait(timeout=PATIENCE)
        assert [phone.rest().strip() for phone in phones] == ["", ""]


def test_streams_are_bounded_and_say_that_they_live(chosen: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream too many gets 503, an ended one frees its place, and a silent one sends heartbeats."""
    monkeypatch.setattr(event_streams, "MOST_STREAMS", 1)
    monkeypatch.setattr(event_streams, "HEARTBEAT_SECONDS", 0.2)
    book = open_ledger(chosen, CardFolder(chosen.cards_dir, files=False))
    game = book.begin(FRIDAY).shown.to_json()["id"]

    async def follow() -> list[bytes]:
        watch = event_streams.EventStreams(book, WorkerMessages())
        with watch.place(game):
            stream = watch.stream(game, None)
            said = [await anext(stream) for _ in range(3)]
            with pytest.raises(ServiceError) as caught, watch.place(game):
                pass
            assert caught.value.code == "busy"
            await stream.aclose()
        with watch.place(game):
            assert watch.streams == 1
        assert watch.streams == 0
        return said

    first, state, beat = asyncio.run(follow())
    assert first == b"retry: 2000\n\n"
    assert state.startswith(b"id: 0\nevent: state\ndata: {")
    assert beat == b": still here\n\n"
    book.close()


def test_phones_hear_of_evidence_without_an_entry(chosen: Settings) -> None:
    """Evidence that another program keeps with a win, removes and keeps again is told as a state, without an entry."""
    book = open_ledger(chosen, CardFolder(chosen.cards_dir, files=False))
    game = book.begin(FRIDAY).shown.to_json()["id"]
    book.add(game, {"kind": "win", "outcome": {"winner": "Ann", "won_by": "self-pick", "value": 20}, "based_on": 0})

    async def follow() -> list[tuple[str, list[str]]]:
        watch = event_streams.EventStreams(book, WorkerMessages())
        with watch.place(game):
            stream = watch.stream(game, 0)
            heard = [await anext(stream) for _ in range(3)][1:]
            for change in (
                lambda: book.keep_evidence(game, 1, b"a bundle"),
                lambda: book.remove_evidence(game, 1),
                lambda: book.keep_evidence(game, 1, b"another"),
            ):
                await asyncio.to_thread(change)
                heard.append(await asyncio.wait_for(anext(stream), PATIENCE))
            await stream.aclose()
        return [_heard(one) for one in heard]

    told = asyncio.run(follow())
    book.close()
    assert told == [("entry", []), ("state", []), ("state", ["kept"]), ("state", ["removed"]), ("state", ["kept"])]


def _heard(event: bytes) -> tuple[str, list[str]]:
    """Return the kind of an event, and the conditions of the evidence that it tells."""
    kind, data = (line.partition(": ")[2] for line in event.decode().splitlines()[1:3])
    return kind, [one["state"] for one in json.loads(data).get("evidence", [])]


def test_phones_that_come_at_once_do_not_pass_the_limit(chosen: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight phones follow a game in the same moment: there are places for two, and six are told that it is busy."""
    monkeypatch.setattr(event_streams, "MOST_STREAMS", 2)

    async def burst() -> list[int]:
        app = create_app(chosen)
        async with app.router.lifespan_context(app):
            game = app.state.ledger.begin(FRIDAY).shown.to_json()["id"]
            return await asyncio.gather(*(_status_of_stream(app, game) for _ in range(8)))

    assert sorted(asyncio.run(burst())) == [200] * 2 + [503] * 6


async def _status_of_stream(app: FastAPI, game: str) -> int:
    """Follow a game for half a second, and return the status of the answer."""
    found: list[int] = []

    async def receive() -> Message:
        await asyncio.sleep(0.5)
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        found.append(message.get("status", 0))
        # A network takes a moment for each part.
        await asyncio.sleep(0)

    path = f"/api/v1/games/{game}/events"
    head = {"type": "http", "method": "GET", "scheme": "http", "path": path, "raw_path": path.encode()}
    await app({**head, "query_string": b"", "headers": [(b"host", b"localhost")]}, receive, send)
    return found[0]


def test_of_many_phones_at_once_one_is_first(client: TestClient, game: str) -> None:
    """Eight phones enter from the same state at once: one entry is in the ledger, and seven phones get it."""
    path = f"/api/v1/games/{game}/entries"
    gate = threading.Barrier(8)

    def enter(number: int) -> int:
        gate.wait()
        return client.post(path, json={"kind": "wall", "based_on": 0, "key": f"k{number}"}).status_code

    with ThreadPoolExecutor(8) as pool:
        found = sorted(pool.map(enter, range(8)))
    assert found == [201] + [409] * 7
    assert client.get(path).json()["version"] == 1


@pytest.mark.parametrize(
    ("address", "where", "message"),
    [
        ("/entries?after=-1", "query.after", "write 0 or more"),
        ("/entries?after=1e9", "query.after", "write a whole number"),
        ("/entries?after=5.0", "query.after", "write a whole number"),
        ("/entries?after=1_0", "query.after", "write a whole number"),
        pytest.param(f"/entries?after={'9' * 5000}", "query.after", "write a smaller number", id="digits"),
        ("/entries?after=9999999", "query.after", "write 1000000 or less"),
    ],
)
def test_a_number_that_is_none_is_told_in_our_words(
    client: TestClient, game: str, address: str, where: str, message: str
) -> None:
    """A wrong number's error says what to write instead, and where."""
    refused = client.get(f"/api/v1/games/{game}{address}")
    assert refused.status_code == 422
    assert refused.json()["error"] == {"code": "bad-field", "message": message, "where": where}


def test_a_day_that_is_none_is_told_in_our_words(client: TestClient) -> None:
    """A wrong day's error says how to write a day, with an example."""
    refused = client.get("/api/v1/season?since=x").json()["error"]
    assert (refused["message"], refused["where"]) == ("write a day as 2026-01-31", "query.since")
    assert client.get(f"/api/v1/rulings?find={'x' * 201}").json()["error"]["message"] == "write at most 200 characters"
