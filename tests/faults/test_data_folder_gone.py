"""A data folder goes away under a server and comes back; the server begins nothing in its place."""

from __future__ import annotations

import json
import shutil
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from rules.card.card import FOLDER as CARDS
from tests.faults.nursery import PATIENCE, Nursery
from tests.faults.phones import EVENING, Line
from tests.fuzz.targets.tile_set import TARGET as TILE_SETS

CARD = (CARDS / "hoyle-league.toml").read_text("utf-8")


def _send_set(address: str, name: str) -> int:
    """Send a tile set and return the status of the answer."""
    data = TILE_SETS.seeds[0].replace(b"Grandma's", name.encode(), 1)
    request = urllib.request.Request(f"{address}api/v1/sets", data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.parametrize("empty", [False, True], ids=["moved", "its disk taken off"])
def test_the_data_folder_goes_away_and_comes_back(servers: Nursery, tmp_path: Path, empty: bool) -> None:
    """Without its folder the server refuses sets, cards and games, never reports them as none, and shipped cards work.

    When the folder is back, everything is as it was. If a disk is taken off, its empty folder stays in its place.
    """
    data, away = tmp_path / "data", tmp_path / "away"
    server = servers.start(environment={"RACKCHECK_DATA_DIR": str(data), "RACKCHECK_DATABASE_URL": ""})
    line = Line(server.address)
    game = line.post("games", EVENING).document["id"]
    assert line.post(f"games/{game}/entries", {"kind": "wall", "based_on": 0}).status == 201
    assert _send_set(server.address, "Jade") == 201
    assert line.post("cards", {"text": CARD.replace("hoyle-league", "our-own", 1)}).status == 201
    data.rename(away)
    if empty:
        data.mkdir()
    asked = {
        "sets": line.get("sets"),
        "a card": line.post("check", {"rack": "1B", "card": "our-own"}),
        "a new card": line.post("cards", {"text": CARD.replace("hoyle-league", "another", 1)}),
        "a game": line.get(f"games/{game}"),
        "an entry": line.post(f"games/{game}/entries", {"kind": "wall", "based_on": 1}),
        "a new game": line.post("games", EVENING),
    }
    for what, answer in asked.items():
        assert answer.status == 503, what
        assert answer.code in {"data-folder-gone", "book-unreachable"}, what
        assert "put it back" in answer.message
    assert _send_set(server.address, "Two") == 503
    assert line.post("check", {"rack": "1B", "card": "hoyle-league"}).status == 200
    assert "hoyle-league" in json.dumps(line.get("cards").document)
    assert not data.exists() or list(data.iterdir()) == []
    if empty:
        data.rmdir()
    away.rename(data)
    assert [one["set"] for one in line.get("sets").document["sets"]] == ["Jade"]
    assert line.post("check", {"rack": "1B", "card": "our-own"}).status == 200
    assert line.post(f"games/{game}/entries", {"kind": "wall", "based_on": 1}).status == 201
    assert _send_set(server.address, "Two") == 201
    server.kill()
    assert "Traceback" not in server.said
    shutil.rmtree(data)
