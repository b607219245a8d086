"""The server, its list and the doctor name a broken file of a card or a tile set; all other files work."""

from __future__ import annotations

from pathlib import Path

from rules.card.card import FOLDER as CARDS
from service.doctor.data_folder_checks import check_cards, check_tables, judge_sets
from service.doctor.probe import sets
from tests.faults.conftest import sqlite_place
from tests.faults.nursery import Nursery
from tests.faults.phones import Line

_OWN = (CARDS / "hoyle-league.toml").read_text("utf-8").replace("hoyle-league", "our-own")


def test_a_broken_card_and_tile_set_are_named(servers: Nursery, tmp_path: Path) -> None:
    """The server names a cut-off card, a tile set without JSON and a table without text, and serves the rest."""
    data = tmp_path / "data"
    for folder in ("cards", "sets", "tables"):
        (data / folder).mkdir(parents=True)
    (data / "cards" / "our-own.toml").write_text(_OWN, "utf-8")
    (data / "cards" / "cut-off.toml").write_text(_OWN[: len(_OWN) // 2], "utf-8")
    (data / "sets" / "kitchen.json").write_text('{"name": "kitchen"', "utf-8")
    (data / "tables" / "friday.toml").write_bytes(b'id = "friday"\ntitle = "\xff"\n')
    (data / "tables" / "monday.toml").write_text('id = "sunday"\ntitle = "Sunday"\nparent = "nmjl-1976"\n', "utf-8")
    server = servers.start(environment=sqlite_place(data).environment)
    line = Line(server.address)
    cards = {one["id"]: one for one in line.get("cards").document["cards"]}
    assert "error" in cards["cut-off"]
    assert "error" not in cards["our-own"]
    (kitchen,) = line.get("sets").document["sets"]
    assert (kitchen["set"], "error" in kitchen) == ("kitchen", True)
    tables = line.get("tables").document["tables"]
    assert [(one["id"], "error" in one) for one in tables] == [("friday", True), ("monday", True)]
    said = server.said
    assert "a table cannot be used: the rules of the table 'friday'" in said
    assert "a table cannot be used: the rules of the table 'monday': they call themselves 'sunday'" in said
    assert "a card cannot be used: the card 'cut-off'" in said
    assert "a tile set cannot be used: the taught set 'kitchen'" in said
    assert [one.verdict for one in check_cards(data / "cards")] == ["fail"]
    assert [one.verdict for one in check_tables(data / "tables")] == ["fail", "fail"]
    assert [one.verdict for one in judge_sets(sets(str(data / "sets"))["sets"])] == ["fail"]
    server.kill()
