"""Write the dump of a schema step: `python -m tests.service.ledger.dumping` in the repository, once, before a release.

A dump is four files in `tests/service/ledger/dumps/STEP`: the tables as SQLite and as PostgreSQL have them, rows that
both take, and what the program of that step says of them. `test_upgrade.py` brings each to the newest step. A dump that
was released is never made again: it is what users have.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import Engine, event
from sqlalchemy.engine import URL

from service.cards.card_folder import CardFolder
from service.ledger.database.connection import Database, database_url
from service.ledger.database.migrate import bring_up
from service.ledger.database.soundness import HEAD
from service.ledger.ledger import Ledger
from tests.service.helpers import WIN
from tests.service.postgres import running_postgres

DUMPS: Final = Path(__file__).parent / "dumps"
TABLES: Final = ("players", "sources", "games", "entries", "evidence", "alembic_version")
"""Tables ordered so that foreign keys refer to earlier rows; a schema step that adds a table adds it here."""

HOUSE: Final = 'parent = "modern-american"\nid = "our-house"\ntitle = "Our house"\n\n[payment]\njokerless = 3\n'

FRIDAY: Final[tuple[dict[str, Any], ...]] = (
    {"kind": "win", "outcome": {"winner": "Ann"}, "check": {"rack": WIN}, "bets": [{"name": "Eve", "bet_on": "Ann"}]},
    {"kind": "wall", "key": "phone-1", "by": "Bea's phone"},
    {
        "kind": "penalty",
        "outcome": {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Cat", "exposed": True},
    },
    {"kind": "note", "note": "Bea’s aunt calls;\nand 'stays'"},
    {"kind": "undo", "undoes": 2},
    {"kind": "win", "outcome": {"winner": "Dee", "won_by": "self-pick", "value": 30}, "instead_of": 1},
    {"kind": "penalty", "transfers": [{"from": "Ann", "to": "Bea", "points": 25, "why": "agreed"}]},
    {"kind": "seats", "players": ["Cat", "Bea", "Eve", "Flo"], "waiting": ["Ann"], "east": "Flo"},
    {
        "kind": "win",
        "outcome": {"winner": "Flo", "won_by": "discard", "discarder": "Cat", "value": 25, "jokerless": True},
    },
)
"""Requests for an entry of every kind."""


def fill(ledger: Ledger, house: Path) -> list[str]:
    """Enter three evenings (League rules, no card, a house file); return the games' ids."""
    four = ["Ann", "Bea", "Cat", "Dee"]
    house.write_text(HOUSE, "utf-8")
    games = []
    for begun, entries in (
        ({"ruleset": "nmjl-1976", "players": four, "waiting": ["Eve"], "title": "Friday", "key": "friday"}, FRIDAY),
        (
            {"ruleset": "japanese-american-2009", "players": four},
            ({"kind": "win", "outcome": {"winner": "Bea", "won_by": "self-pick", "points": 40, "bonuses": 2}},),
        ),
        ({"ruleset": str(house), "card": "nmjl-1976", "players": four}, ({**FRIDAY[0], "bets": []}, FRIDAY[1])),
    ):
        game = str(ledger.begin(begun).shown.to_json()["id"])
        for number, entry in enumerate(entries):
            ledger.add(game, {**entry, "based_on": number})
        games.append(game)
    ledger.keep_evidence(games[0], 1, b"what a win was judged by")
    ledger.keep_evidence(games[0], 6, b"what another was judged by")
    ledger.remove_evidence(games[0], 6)
    return games


def said(ledger: Ledger, games: list[str]) -> dict[str, Any]:
    """Return what the program answers about the games: entries, balances, settling up, and the recomputation."""
    return {game: _said(ledger, game) for game in games}


def _said(ledger: Ledger, game: str) -> dict[str, Any]:
    exported = ledger.export_json(game)
    return {
        "game": exported["game"],
        "entries": exported["entries"],
        "standings": ledger.standings(game).to_json()["standings"],
        "settle_up": ledger.settle_up(game).to_json()["payments"],
        "differs": ledger.recompute(game).to_json()["differs"],
        # Evidence files lie beside the database, and a dump has none.
        **({"evidence": [{**one, "file": None} for one in exported["evidence"]]} if "evidence" in exported else {}),
    }


def _rows(file: Path) -> str:
    lines = []
    with closing(sqlite3.connect(file)) as connection:
        for table in TABLES:
            # Order by the first two columns if there are two, as nothing else fixes the order of rows.
            columns = len(connection.execute(f"PRAGMA table_info({table})").fetchall())
            order = "1, 2" if columns > 1 else "1"
            rows = connection.execute(f"SELECT * FROM {table} ORDER BY {order}")  # noqa: S608 - names of our own
            lines += [f"INSERT INTO {table} VALUES ({', '.join(map(_literal, row))});\n" for row in rows]  # noqa: S608
    return "".join(lines)


def _literal(value: object) -> str:
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"


def _sqlite_tables(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        # In order of creation; SQLite's automatic indexes have no SQL text.
        found = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").fetchall()
    return "".join(f"{text};\n" for (text,) in found)


def _postgresql_tables() -> str:
    with running_postgres() as server:
        return _statements(database_url(server.url("postgres")))


def _statements(url: URL) -> str:
    """Return the statements that the schema steps send to an empty PostgreSQL."""
    found: list[str] = []

    def keep(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement.lstrip().upper().startswith(("CREATE", "ALTER")):
            found.append(f"{statement.strip()};\n")

    event.listen(Engine, "before_cursor_execute", keep)
    database = Database(url)
    try:
        bring_up(database)
    finally:
        database.close()
        event.remove(Engine, "before_cursor_execute", keep)
    return "".join(found)


def write_dump(folder: Path) -> None:
    """Write the four files of the dump."""
    folder.mkdir(parents=True)
    seconds = count()
    start = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
    with TemporaryDirectory() as place:
        file = Path(place) / "book.sqlite3"
        url = URL.create("sqlite", database=str(file))
        ledger = Ledger(url, CardFolder(Path(place), files=True), lambda: start + timedelta(seconds=next(seconds)))
        games = fill(ledger, Path(place) / "house.toml")
        expected: Mapping[str, Any] = said(ledger, games)
        ledger.close()
        (folder / "rows.sql").write_text(_rows(file), "utf-8")
        (folder / "sqlite.sql").write_text(_sqlite_tables(file), "utf-8")
    (folder / "postgresql.sql").write_text(_postgresql_tables(), "utf-8")
    (folder / "said.json").write_text(json.dumps(expected, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    if (DUMPS / HEAD).exists():
        sys.exit(f"the dump of step {HEAD} is there already, and is never changed once it was released: {DUMPS / HEAD}")
    write_dump(DUMPS / HEAD)
