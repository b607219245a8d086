"""Test a table's rules over HTTP: its options, its decisions, and games judged by them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from service.server.app import create_app
from service.shared.settings import Settings

TABLE = {
    "id": "our-table",
    "title": "Our table",
    "parent": "modern-american",
    "decided": {"payment.east": 2, "jokers.in_pairs": True},
}


@pytest.fixture
def client(chosen: Settings) -> Iterator[TestClient]:
    """The application, in this process."""
    with TestClient(create_app(chosen)) as found:
        yield found


def test_options_of_a_rule_set(client: TestClient) -> None:
    """Each option has a sentence, its value, its default and its effect."""
    found = client.get("/api/v1/rulesets/modern-american/options").json()
    options = {option["key"]: option for option in found["options"]}
    assert options["payment.self_pick"]["said"] == "After a self-pick everybody pays 2 times the value"
    assert options["jokers.in_pairs"]["value"] is False
    assert client.get("/api/v1/rulesets/none/options").status_code == 404


def test_our_table_is_kept_and_played_by(client: TestClient) -> None:
    """A table's decisions are kept under its name; checks and settlements use it as rule set."""
    made = client.put("/api/v1/tables/our-table", json={"table": TABLE}, headers={"If-None-Match": "*"})
    assert made.status_code == 201, made.text
    assert made.json()["decided"] == TABLE["decided"]
    assert client.get("/api/v1/tables").json()["tables"] == [
        {
            "id": "our-table",
            "title": "Our table",
            "parent": "modern-american",
            "version": made.headers["etag"].strip('"'),
        }
    ]
    assert "our-table" in {one["id"] for one in client.get("/api/v1/rulesets").json()["rulesets"]}
    rack = {"rack": "FJ 2222B GGGG 8888C", "card": "practice"}
    assert client.post("/api/v1/check", json=rack).json()["win"] is False
    assert client.post("/api/v1/check", json={**rack, "ruleset": "our-table"}).json()["win"] is True
    won = {"kind": "win", "winner": "Ann", "won_by": "self-pick", "value": 25}
    game = {"ruleset": "our-table", "players": ["Ann", "Bea", "Cat", "Dee"], "east": "Bea", "outcome": won}
    assert client.post("/api/v1/settle", json=game).json()["net"]["Bea"] == -100


def test_a_card_is_checked_by_the_rules_of_its_table(client: TestClient) -> None:
    """A card may name a table: where that lets jokers stand in pairs, a set can build more of its hands."""
    assert client.put("/api/v1/tables/our-table", json={"table": TABLE}).status_code == 201
    line = "2026a 2026b 2026c DDa c50 sp"
    text = f'id = "a"\ntitle = "A"\nruleset = "our-table"\n[[section]]\ntitle = "All"\nlines = ["{line}"]\n'
    report = client.post("/api/v1/cards/check", json={"text": text}).json()
    assert ([fault["code"] for fault in report["faults"]], report["hands"][0]["concrete"]) == ([], 3)


def test_a_table_is_changed_by_its_version(client: TestClient) -> None:
    """A table that changed since gives 412; sending the text of a removed one restores it."""
    first = client.put("/api/v1/tables/our-table", json={"table": TABLE})
    seen = first.headers["etag"]
    text = first.json()["text"].replace("east = 2", "east = 3")
    assert client.put("/api/v1/tables/our-table", content=text, headers={"If-Match": seen}).status_code == 200
    assert client.put("/api/v1/tables/our-table", content=text, headers={"If-Match": seen}).status_code == 412
    removed = client.delete("/api/v1/tables/our-table").json()
    assert removed["text"] == text
    assert client.get("/api/v1/tables/our-table").status_code == 404
    assert client.delete("/api/v1/tables/our-table").status_code == 404
    assert client.put("/api/v1/tables/our-table", json={"text": text}).json()["decided"]["payment.east"] == 3


@pytest.mark.parametrize("name", ["modern-american", "nmjl-1976"])
def test_rule_sets_that_ship_stay_as_they_are(client: TestClient, name: str) -> None:
    """No table may take the name of a shipped rule set."""
    answer = client.put(f"/api/v1/tables/{name}", json={"table": {**TABLE, "id": name}})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "duplicate-name")
