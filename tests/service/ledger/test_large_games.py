"""Test that the largest allowed games can be exported and imported: by file, by command and over HTTP."""

from __future__ import annotations

import tracemalloc
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.engine import URL

from service.cards.card_folder import CardFolder
from service.commands.support.input_files import MOST_BYTES
from service.ledger.game.entry_request import LONGEST_LABEL, LONGEST_NOTE, MOST_TRANSFERS
from service.ledger.game.limits import LARGEST_EXPORT, MOST_ENTRIES
from service.ledger.ledger import Ledger
from service.server.app import create_app
from service.shared import json_text
from service.shared.errors import ServiceError
from service.shared.settings import Settings
from tests.service.conftest import RunCli
from tests.service.ledger.test_ledger import picked

RACK = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea"
EVENING = {"ruleset": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"], "title": "\U0001f004" * LONGEST_LABEL}


def opened(folder: Path) -> Ledger:
    """Open the ledger in a folder."""
    url = URL.create("sqlite", database=str(folder / "book.sqlite3"))
    return Ledger(url, CardFolder(folder / "cards", files=False))


def longest_win(based_on: int) -> dict[str, Any]:
    """Return a win with a rack, and with the longest texts in their longest JSON form."""
    return {
        "kind": "win",
        "based_on": based_on,
        "outcome": {"winner": "Ann"},
        "check": {"rack": RACK},
        "note": "\U0001f004" * LONGEST_NOTE,
        "by": "\U0001f004" * LONGEST_LABEL,
        "model": "\U0001f004" * LONGEST_LABEL,
    }


@pytest.fixture(scope="module")
def largest(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the export of a game with as many of these wins as a game may have."""
    ledger = opened(tmp_path_factory.mktemp("largest"))
    game = ledger.begin(EVENING).shown.to_json()["id"]
    ledger.add(game, longest_win(0))
    document = ledger.export_json(game)
    ledger.close()
    document["entries"] = [{**document["entries"][0], "seq": number} for number in range(1, MOST_ENTRIES + 1)]
    return document


@pytest.mark.system
def test_the_largest_game_comes_back(largest: dict[str, Any], data_dir: Path, run: RunCli, tmp_path: Path) -> None:
    """The largest game goes over HTTP into one ledger and by command into another; the exports are equal."""
    text = json_text.dumps(largest)
    with TestClient(create_app(Settings(data_dir=tmp_path / "web", host_names="testserver"))) as client:
        kind = {"Content-Type": "application/json"}
        answer = client.post("/api/v1/games/import", content=text, headers=kind)
        assert (answer.status_code, answer.json()["differs"]) == (201, [])
        again = client.get(f"/api/v1/games/{largest['game']['id']}/export.json").text
    file = tmp_path / "game.json"
    file.write_text(again, encoding="ascii")
    assert len(again) < 64_000_000
    found = run("game", "import", file, "--json").document
    assert (found["version"], found["differs"]) == (MOST_ENTRIES, [])
    assert run("game", "export", "--json").document["entries"] == json_text.loads(again, most=LARGEST_EXPORT)["entries"]
    assert data_dir.exists()


@pytest.mark.system
def test_reading_the_largest_game_takes_bounded_memory(largest: dict[str, Any], tmp_path: Path) -> None:
    """Importing the largest game takes at most about five times the text's size, the JSON document included."""
    text = json_text.dumps(largest)
    ledger = opened(tmp_path)
    tracemalloc.start()
    try:
        ledger.import_game(json_text.loads(text, most=LARGEST_EXPORT))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        ledger.close()
    assert peak < 5 * len(text)


@pytest.mark.parametrize(
    ("command", "most"),
    [(("game", "import"), LARGEST_EXPORT), (("cards", "lint"), MOST_BYTES), (("settle",), MOST_BYTES)],
)
def test_a_file_that_is_no_game_is_not_read_to_its_end(
    command: tuple[str, ...], most: int, run: RunCli, tmp_path: Path
) -> None:
    """A device or disk image is refused once it exceeds the size of any accepted file."""
    file = tmp_path / "disk.img"
    with file.open("wb") as made:
        made.truncate(300_000_000)
    tracemalloc.start()
    try:
        error = run(*command, file, "--json").document["error"]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (error["code"], f"{most // 1_000_000} MB" in error["message"]) == ("too-large", True)
    assert peak < 2 * most


def test_a_game_that_would_not_come_back_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that would make the export too large is refused; the game without it can be imported."""
    monkeypatch.setattr("service.ledger.game.limits._FULL", 2_500_000)
    ledger = opened(tmp_path / "one")
    game = ledger.begin(EVENING).shown.to_json()["id"]
    payment = {"from": "Ann", "to": "Bea", "points": 1, "why": "\U0001f004" * LONGEST_NOTE}
    penalty = {"kind": "penalty", "transfers": [payment] * MOST_TRANSFERS, "note": "\U0001f004" * LONGEST_NOTE}
    version, refused = 0, None
    while refused is None:
        try:
            ledger.add(game, {**penalty, "based_on": version})
            version += 1
        except ServiceError as error:
            refused = error.code
    assert (refused, version > 5) == ("book-full", True)
    text = json_text.dumps(ledger.export_json(game))
    assert len(text) < 2_500_000
    other = opened(tmp_path / "two")
    assert other.import_game(json_text.loads(text, most=2_500_000)).to_json()["version"] == version
    for one in (ledger, other):
        one.close()


def test_many_editions_of_a_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose card changed more often than an import list may be long can be imported."""
    monkeypatch.setattr("rules.input.strict_fields.MOST_ITEMS", 3)
    card = tmp_path / "house.toml"
    url = URL.create("sqlite", database=str(tmp_path / "one" / "book.sqlite3"))
    ledger = Ledger(url, CardFolder(tmp_path / "cards", files=True))
    text = CardFolder(tmp_path, files=False).card_text("nmjl-1976").replace('id = "nmjl-1976"', 'id = "house"')
    game = ledger.begin({**EVENING, "players": ["Ann", "Bea", "Cat", "Dee"]}).shown.to_json()["id"]
    for version in range(5):
        card.write_text(f"{text}\n# {version}\n", encoding="utf-8")
        ledger.add(game, {**longest_win(version), "check": {"rack": RACK, "card": str(card)}})
    other = opened(tmp_path / "two")
    assert other.import_game(ledger.export_json(game)).to_json()["version"] == 5
    for one in (ledger, other):
        one.close()


NAMES = st.text(st.characters(exclude_categories=("C", "Z", "M"), exclude_characters='"'), min_size=1, max_size=40)
TEXTS = st.one_of(
    st.none(),
    st.sampled_from(["x", "é", "\U0001f004", "\N{LATIN SMALL LETTER A WITH ACUTE}\n"]).map(
        lambda one: (one * 500)[:500]
    ),
    st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=500),
)


@settings(max_examples=25)
@given(
    names=st.lists(NAMES, min_size=5, max_size=5, unique_by=str.casefold),
    notes=st.lists(TEXTS, min_size=4, max_size=4),
    points=st.integers(1, 1_000_000),
)
def test_whatever_is_entered_comes_back(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], notes: list[str | None], points: int
) -> None:
    """A game with entries of every kind, with names and texts at their limits, can be imported."""
    ledger, other = (opened(tmp_path_factory.mktemp("game")) for _ in range(2))
    try:
        players, waiting = names[:4], names[4:]
        game = ledger.begin({**EVENING, "players": players, "waiting": waiting}).shown.to_json()["id"]
        payment = {"from": players[0], "to": players[1], "points": points, "why": notes[0]}
        entries = [
            {**picked(players[0], based_on=0), "note": notes[1]},
            {"kind": "wall", "note": notes[2]},
            {"kind": "penalty", "transfers": [payment] * MOST_TRANSFERS},
            {"kind": "seats", "players": players[::-1], "waiting": waiting},
            {"kind": "note", "note": notes[3] or "x"},
            {"kind": "undo", "undoes": 1},
        ]
        for version, entry in enumerate(entries):
            ledger.add(game, {**entry, "based_on": version})
        exported = ledger.export_json(game)
        text = json_text.dumps(exported)
        found = other.import_game(json_text.loads(text, most=LARGEST_EXPORT)).to_json()
        assert (found["version"], found["differs"]) == (len(entries), [])
        again = deepcopy(other.export_json(game))
        assert [one["body"] for one in again["entries"]] == [one["body"] for one in exported["entries"]]
    finally:
        ledger.close()
        other.close()
