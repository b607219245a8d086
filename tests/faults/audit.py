"""Check the ledger after a test: it holds exactly the acknowledged entries, and nothing that nobody sent."""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.engine import URL

from service.cards.card_folder import CardFolder
from service.ledger.database.connection import Database
from service.ledger.database.schema import ENTRIES, GAMES
from service.ledger.ledger import Ledger
from tests.faults.phones import Diary, without_effect


def audit(url: URL, diary: Diary, maybe: frozenset[str] = frozenset()) -> dict[str, int]:
    """Compare a ledger with the phones' diary, and return how much it holds.

    Every acknowledged game and entry is there once, as the server answered it; no refused entry is there, and nothing
    that nobody sent; numbers have no gap; times and money agree; a request that is sent again gets the entry that it
    made.

    Args:
        url: the database; no server needs to run.
        diary: the answers that the phones got.
        maybe: keys of entries whose phones stopped before an answer came; the ledger may hold them or not.
    """
    assert diary.wrong == [], diary.wrong
    _check_file(url)
    book = Ledger(url, CardFolder(Path("none"), files=False))
    try:
        keys = _keys(url)
        games = {found["id"]: book.game(found["id"]).to_json() for found in _all_games(book)}
        _check_acknowledged(diary, keys, games)
        entered = {key for game, key in keys if game}
        assert not entered & diary.refused
        assert entered <= diary.sent
        unsure = entered - {one.request["key"] for one in diary.acknowledged}
        assert unsure <= maybe, f"in the book, but never acknowledged: {sorted(unsure - maybe)}"
        for name, game in games.items():
            assert [entry["seq"] for entry in game["entries"]] == list(range(1, game["version"] + 1))
            assert sum(line["points"] for line in game["standings"]) == 0
            again = book.recompute(name).to_json()
            assert again["differs"] == []
        _check_sent_again(book, diary)
        assert {name: book.game(name).to_json() for name in games} == games, "sending again has entered something"
    finally:
        book.close()
    return {"games": len(games), "entries": sum(game["version"] for game in games.values())}


def _all_games(book: Ledger) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    while len(found) < (page := book.games(200, len(found)).to_json())["total"]:
        found += page["games"]
    return found


def _keys(url: URL) -> dict[tuple[str, str], str]:
    """Map `(game, key)` to its entry's number and `("", key)` to its game; check that each key occurs once."""
    database = Database(url)
    with database.reading() as connection:
        entries = connection.execute(select(ENTRIES.c.game_id, ENTRIES.c.key, ENTRIES.c.seq)).all()
        games = connection.execute(select(GAMES.c.key, GAMES.c.id)).all()
    database.close()
    found = [((row.game_id, row.key), str(row.seq)) for row in entries if row.key is not None]
    found += [(("", row.key), row.id) for row in games if row.key is not None]
    twice = [place for place, times in Counter(place for place, _ in found).items() if times > 1]
    assert twice == []
    return dict(found)


def _check_acknowledged(diary: Diary, keys: dict[tuple[str, str], str], games: dict[str, dict[str, object]]) -> None:
    for one in diary.acknowledged:
        if one.path == "games":
            assert keys[("", one.request["key"])] == one.document["id"], one
            continue
        game = one.path.split("/")[1]
        assert keys[(game, one.request["key"])] == str(one.document["seq"]), one
        entries = games[game]["entries"]
        assert isinstance(entries, list)
        assert without_effect(entries[one.document["seq"] - 1]) == without_effect(one.document)


def _check_sent_again(book: Ledger, diary: Diary) -> None:
    for one in diary.acknowledged:
        if one.path == "games":
            begun = book.begin(one.request)
            assert (begun.shown.to_json()["id"], begun.new) == (one.document["id"], False)
        else:
            found = book.add(one.path.split("/")[1], one.request)
            assert (without_effect(found.shown.to_json()), found.new) == (without_effect(one.document), False)


def _check_file(url: URL) -> None:
    """Run SQLite's own check of the file."""
    if url.get_backend_name() == "sqlite":
        raw = sqlite3.connect(str(url.database))
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []
        raw.close()
