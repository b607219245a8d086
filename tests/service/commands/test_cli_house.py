import json
from pathlib import Path

import pytest

from tests.service.conftest import RunCli
from tests.service.helpers import CARD, GAME, WIN

HOUSE = """
parent = "modern-american"
id = "our-house"
title = "Our house"

[payment]
jokerless = 3
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house rule set file: a jokerless hand pays three times."""
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, "utf-8")
    return path


def test_a_rack_is_checked_under_house_rules(run: RunCli, house: Path) -> None:
    """The verdict names the house rule set's id."""
    document = run("check", WIN, "--card", "nmjl-1976", "--ruleset", house, "--json").document
    assert (document["ruleset"], document["win"]) == ("our-house", True)


@pytest.mark.parametrize("named", ["option", "input"])
def test_a_game_is_settled_under_house_rules(run: RunCli, house: Path, tmp_path: Path, named: str) -> None:
    """The house factor applies, whether --ruleset or the input names the file; the source says so."""
    game = {key: value for key, value in GAME.items() if key != "ruleset"}
    game["outcome"] = {**GAME["outcome"], "jokerless": True}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game if named == "option" else {**game, "ruleset": str(house)}), "utf-8")
    result = run("settle", path, *(["--ruleset", house] if named == "option" else []), "--json")
    usual = tmp_path / "usual.json"
    usual.write_text(json.dumps({**game, "ruleset": "modern-american"}), "utf-8")
    assert 2 * result.document["net"]["Ann"] == 3 * run("settle", usual, "--json").document["net"]["Ann"]
    assert "our-house" in result.document["source"]


def test_a_ruling_is_given_under_house_rules(run: RunCli, house: Path) -> None:
    """The list of rulings and the ruling follow the house rule set."""
    assert run("rulings", "--ruleset", house, "--json").document["ruleset"] == "our-house"
    facts = ["declarer=Ann", "exposed=no", "players=Ann,Bea,Cat,Dee"]
    answer = run("rule", "mah-jongg-in-error", *facts, "--ruleset", house, "--json")
    assert answer.status == 0
    assert "our-house" in answer.document["source"]


def test_a_changed_house_file_is_read_again(run: RunCli, house: Path) -> None:
    """A fault that a changed file has is reported with its field, also if the file was correct earlier."""
    asked = ["check", WIN, "--card", "nmjl-1976", "--ruleset", house, "--json"]
    assert run(*asked).status == 0
    house.write_text(HOUSE.replace("jokerless = 3", "jokerless = 'three times'"), "utf-8")
    error = run(*asked).document["error"]
    assert "house.toml: payment.jokerless" in error["where"]


def test_a_house_file_that_is_not_there(run: RunCli, tmp_path: Path) -> None:
    """A missing house rule set file is an error with its name."""
    error = run("check", WIN, "--card", "nmjl-1976", "--ruleset", tmp_path / "no.toml", "--json").document["error"]
    assert (error["code"], error["where"]) == ("unreadable-file", str(tmp_path / "no.toml"))


def test_a_card_is_no_table(run: RunCli, tmp_path: Path) -> None:
    """`tables add` with a card says that the file is a card, and which command keeps it."""
    file = tmp_path / "card.toml"
    file.write_text(CARD, "utf-8")
    refused = run("tables", "add", file, "--json")
    assert (refused.status, refused.document["error"]["code"]) == (1, "no-table")
    assert "`rackcheck cards add` keeps cards" in refused.document["error"]["message"]


def test_a_table_that_is_kept_is_named_with_what_to_do(run: RunCli, house: Path) -> None:
    """An error in a kept table names the given file, not a field that nobody typed."""
    assert run("tables", "add", house).status == 0
    refused = run("tables", "add", house, "--json").document["error"]
    assert (refused["code"], refused["where"]) == ("version-conflict", str(house))
    assert "rackcheck tables remove our-house" in refused["message"]
