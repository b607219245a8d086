"""Test the full copy: it carries everything to another place and overwrites nothing there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from models import ModelCard
from service.server.app import create_app
from service.shared.settings import Settings
from service.tilesets import manage
from service.tilesets.tileset_store import TileSetStore, sets_folder
from tests.service.helpers import alter_book
from tests.vision.tilesets.test_tile_set import profile
from vision.requests import Steps
from vision.tilesets.tile_set import TileSet

PLAYERS = ["Ann", "Bea", "Cat", "Dee"]
CARD = (Path(__file__).parents[3] / "rules" / "cards" / "practice.toml").read_text("utf-8")
OURS = CARD.replace('id = "practice"', 'id = "ours"', 1)


def client(folder: Path) -> TestClient:
    """A server over a data folder."""
    return TestClient(create_app(Settings(data_dir=folder)), base_url="http://127.0.0.1")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[TestClient]:
    """A server that holds a card, a game and a tile set."""
    TileSetStore(sets_folder(tmp_path / "home"), files=False).add(profile())
    with client(tmp_path / "home") as found:
        assert found.post("/api/v1/cards", json={"text": OURS}).status_code == 201
        game = found.post("/api/v1/games", json={"players": PLAYERS, "ruleset": "nmjl-1976", "title": "Friday"}).json()
        win(found, game["id"], 0)
        yield found


def win(at: TestClient, game: str, based_on: int) -> None:
    """Enter a win."""
    outcome = {"kind": "win", "winner": "Ann", "won_by": "self-pick", "value": 25}
    entry = {"kind": "win", "outcome": outcome, "based_on": based_on, "key": f"0123456789ab{based_on}"}
    assert at.post(f"/api/v1/games/{game}/entries", json=entry).status_code == 201


def brought(at: TestClient, copy: object) -> dict[str, Any]:
    """Import a copy at another server."""
    answer = at.post("/api/v1/copy", json=copy)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def named(things: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the import's results by name."""
    return [(one["what"], one["name"]) for one in things]


ALL = [("card", "ours"), ("set", "Stripes"), ("game", "Friday")]


def test_a_copy_that_could_not_be_opened_is_not_made(home: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a copy could not be imported, making it fails and says what to do, before anybody relies on it."""
    size = len(home.get("/api/v1/copy").content)
    monkeypatch.setattr("service.evidence.whole_copy.MOST_BYTES", size - 1)
    answer = home.get("/api/v1/copy")
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "copy-too-large")
    assert "save large sets as files" in answer.json()["error"]["message"]


def test_a_damaged_game_is_named_and_left_out(home: TestClient, tmp_path: Path) -> None:
    """One altered entry keeps its own game out of the copy, not everything else, and the copy says so."""
    asked = {"players": PLAYERS, "ruleset": "nmjl-1976", "title": "Monday"}
    damaged = home.post("/api/v1/games", json=asked).json()["id"]
    win(home, damaged, 0)
    assert "damaged" not in home.get("/api/v1/copy").json()
    alter_book(
        tmp_path / "home" / "book.sqlite3", "entries", f"body = replace(body, '150', '950') WHERE game_id = '{damaged}'"
    )
    copy = home.get("/api/v1/copy").json()
    assert copy["damaged"] == [damaged]
    with client(tmp_path / "other") as other:
        assert named(brought(other, copy)["added"]) == ALL


def test_a_copy_is_the_same_elsewhere(home: TestClient, tmp_path: Path) -> None:
    """Card, tile set and game arrive whole; a second import changes nothing."""
    copy = home.get("/api/v1/copy")
    assert copy.headers["content-disposition"] == 'attachment; filename="rackcheck-copy.json"'
    document = copy.json()
    with client(tmp_path / "other") as other:
        assert named(brought(other, document)["added"]) == ALL
        again = brought(other, document)
        assert (again["added"], named(again["there"]), again["refused"]) == ([], ALL, [])
        saved = other.get("/api/v1/copy").json()
        assert (saved["cards"], saved["tables"]) == (document["cards"], document["tables"])
        pictures = [[(face["label"], face["picture"]) for face in one["sets"][0]["faces"]] for one in (saved, document)]
        assert pictures[0] == pictures[1]
        (game,) = (one["game"]["id"] for one in saved["games"])
        here, there = (one.get(f"/api/v1/games/{game}/standings").json() for one in (home, other))
        assert here == there


FASTER = {"another set": ("Stripes 2", "added"), "the very set": ("Stripes", "there")}


@pytest.mark.parametrize("made", FASTER)
def test_a_set_comes_beside_one_made_while_the_copy_is_opened(
    home: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: str
) -> None:
    """A tile set whose name another phone takes meanwhile gets a name of its own, unless that is the very set."""
    document = home.get("/api/v1/copy").json()
    import_set = manage.import_set
    name, part = FASTER[made]
    faster = profile() if made == "the very set" else profile(("1B",))

    def slow(data: bytes, where: str, name: str, sets: TileSetStore, card: ModelCard) -> Steps[TileSet]:
        if not sets.names():
            sets.add(faster)
        return (yield from import_set(data, where, name, sets, card))

    monkeypatch.setattr(manage, "import_set", slow)
    with client(tmp_path / "other") as other:
        found = brought(other, document)
        assert found["refused"] == []
        assert ("set", name) in named(found[part])


def test_a_game_goes_on_where_it_was_left(home: TestClient, tmp_path: Path) -> None:
    """Entries made on the other side come back; a game with new entries on both sides stays as it is."""
    document = home.get("/api/v1/copy").json()
    (game,) = (one["game"]["id"] for one in document["games"])
    with client(tmp_path / "other") as other:
        brought(other, document)
        win(other, game, 1)
        back = other.get("/api/v1/copy").json()
        found = brought(home, back)
        assert found["added"] == [{"what": "game", "name": "Friday", "entries": 1}]
        here, there = (one.get(f"/api/v1/games/{game}/standings").json() for one in (home, other))
        assert here == there
        win(home, game, 2)
        wall = {"kind": "wall", "based_on": 2, "key": "0123456789abw"}
        assert other.post(f"/api/v1/games/{game}/entries", json=wall).status_code == 201
        found = brought(home, other.get("/api/v1/copy").json())
        assert [one["error"]["code"] for one in found["refused"]] == ["game-exists"]
        assert home.get(f"/api/v1/games/{game}").json()["version"] == 3


def test_a_game_just_begun_is_new_and_a_faulty_set_is_named(home: TestClient, tmp_path: Path) -> None:
    """A game without an entry is brought in, and the player learns which set was not."""
    asked = {"players": PLAYERS, "ruleset": "nmjl-1976", "title": "Monday"}
    assert home.post("/api/v1/games", json=asked).status_code == 201
    document = home.get("/api/v1/copy").json()
    document["sets"].append({"name": "Tea"})
    with client(tmp_path / "other") as other:
        found = brought(other, document)
        assert ("game", "Monday") in named(found["added"])
        assert named(found["refused"]) == [("set", "Tea")]


def test_what_is_here_stays(home: TestClient) -> None:
    """A different card of the same name is refused, a tile set gets a free name, a faulty game blocks nothing else."""
    document = home.get("/api/v1/copy").json()
    document["cards"][0]["text"] = OURS.replace("title = ", "title = 'Other' # ", 1)
    document["sets"][0]["faces"] = document["sets"][0]["faces"][:3]
    document["games"].append({"format": "tea"})
    found = brought(home, document)
    assert [(one["what"], one["error"]["code"]) for one in found["refused"]] == [
        ("card", "card-exists"),
        ("game", "bad-export"),
    ]
    assert named(found["added"]) == [("set", "Stripes 2")]
    assert named(found["there"]) == [("game", "Friday")]
    assert OURS in home.get("/api/v1/cards/ours").json()["text"]


def test_a_set_that_is_here_goes_by_its_name_here(home: TestClient) -> None:
    """A tile set renamed in capitals alone since the copy is the same set, under the name that the list shows."""
    document = home.get("/api/v1/copy").json()
    assert home.post("/api/v1/sets/Stripes/name", json={"name": "STRIPES"}).status_code == 200
    assert ("set", "STRIPES") in named(brought(home, document)["there"])


@pytest.mark.parametrize("name", ["Stripes", "x" * 64, "я" * 40, "ก" * 26, "a b" * 21])
def test_a_set_under_a_free_name_is_there_the_next_time(tmp_path: Path, name: str) -> None:
    """A set whose name another one has comes in once, however long the name, and however often the copy is opened."""
    mine, here = replace(profile(), name=name), replace(profile(("1B",)), name=name)
    for folder, tile_set in (("there", mine), ("here", here)):
        TileSetStore(sets_folder(tmp_path / folder), files=False).add(tile_set)
    with client(tmp_path / "there") as there, client(tmp_path / "here") as at:
        document = there.get("/api/v1/copy").json()
        first = brought(at, document)
        ((_, second),) = named(first["added"])
        assert (second[-2:], first["refused"]) == (" 2", [])
        assert named(brought(at, document)["there"]) == [("set", second)]
        assert sorted(one["faces"] for one in at.get("/api/v1/sets").json()["sets"]) == [1, 5]


@pytest.mark.parametrize(
    ("copy", "code"),
    [
        ({}, "bad-copy"),
        ({"format": "rackcheck-game"}, "bad-copy"),
        ({"format": "rackcheck-copy", "version": 2}, "newer-copy"),
        ({"format": "rackcheck-copy", "version": 1, "cards": 3}, "bad-copy"),
        ([], "bad-copy"),
    ],
)
def test_what_is_no_copy_is_refused(home: TestClient, copy: object, code: str) -> None:
    """A file that is no copy gives one sentence, and nothing is imported."""
    answer = home.post("/api/v1/copy", content=json.dumps(copy), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
