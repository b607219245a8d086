import json
from pathlib import Path
from typing import Any

import pytest

from service.commands.support.input_files import json_inputs
from service.shared.errors import ServiceError
from tests.service.conftest import RunCli
from tests.service.helpers import GAME


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A file with one game."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GAME, indent=1), "utf-8")
    return path


def test_a_game_is_settled(run: RunCli, game: Path) -> None:
    """The answer has the contract's fields: id, transfers, net that sums to zero, sheet and source."""
    result = run("settle", game, "--json")
    assert result.status == 0
    document = result.document
    assert document["id"] == "g1"
    assert document["net"] == {"Ann": 80, "Bea": -40, "Cat": -20, "Dee": -20}
    assert {(one["from"], one["to"], one["points"]) for one in document["transfers"]} == {
        ("Bea", "Ann", 40),
        ("Cat", "Ann", 20),
        ("Dee", "Ann", 20),
    }
    assert all(one["why"] for one in document["transfers"])
    assert document["sheet"] is None
    assert document["source"]


def test_people_read_who_pays_whom(run: RunCli, game: Path) -> None:
    """Without --json the command prints every payment and the balance."""
    result = run("settle", game)
    assert result.status == 0
    assert "Ann +80, Bea -40, Cat -20, Dee -20" in result.out


def test_names_are_no_markup_and_cannot_steer_the_terminal(run: RunCli, tmp_path: Path) -> None:
    """Console markup in names is printed literally; control characters are removed."""
    players = ["[bold]Ann[/bold]", "Bea\x1b[31m", "Cat", "Dee"]
    outcome = {"kind": "win", "winner": players[0], "won_by": "self-pick", "value": 20}
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**GAME, "players": players, "outcome": outcome}), "utf-8")
    result = run("settle", path)
    assert "\x1b" not in result.out + result.err
    assert "[bold]Ann[/bold]" in result.out + result.err


@pytest.mark.parametrize("form", ["array", "lines"])
def test_many_games_are_answered_one_a_line(run: RunCli, tmp_path: Path, form: str) -> None:
    """An array and JSON lines give the same answers; a bad game gets an error with its id and stops nothing."""
    bad = {**GAME, "id": "g2", "outcome": {"kind": "win", "winner": "Zoe", "won_by": "self-pick", "value": 20}}
    games = [GAME, bad, {**GAME, "id": "g3", "outcome": {"kind": "wall"}}]
    path = tmp_path / "games"
    path.write_text(json.dumps(games) if form == "array" else "\n\n".join(map(json.dumps, games)), "utf-8")
    result = run("settle", path, "--json")
    assert result.status == 1
    assert [one["id"] for one in result.documents] == ["g1", "g2", "g3"]
    assert [("error" in one) for one in result.documents] == [False, True, False]
    assert result.documents[1]["error"]["where"] == "outcome.winner"
    assert result.documents[2]["transfers"] == []


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no discarder": ({"kind": "win", "winner": "Ann", "won_by": "discard", "value": 20}, "outcome.discarder"),
    "own discard": (
        {"kind": "win", "winner": "Ann", "won_by": "discard", "discarder": "Ann", "value": 20},
        "outcome.discarder",
    ),
    "negative": ({"kind": "win", "winner": "Ann", "won_by": "self-pick", "value": -20}, "outcome.value"),
    "stranger": ({"kind": "win", "winner": "Zoe", "won_by": "self-pick", "value": 20}, "outcome.winner"),
    "unknown kind": ({"kind": "draw"}, "outcome.kind"),
    "misspelt": ({"kind": "win", "winner": "Ann", "wonby": "self-pick", "value": 20}, "outcome.won_by"),
}


@pytest.mark.parametrize(("outcome", "where"), BAD.values(), ids=BAD)
def test_a_bad_game_names_its_field(run: RunCli, tmp_path: Path, outcome: dict[str, Any], where: str) -> None:
    """A bad game exits with status 1 and one JSON error that names the field."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**GAME, "outcome": outcome}), "utf-8")
    result = run("settle", path, "--json")
    assert result.status == 1
    assert result.document["error"]["where"] == where


def test_a_game_needs_its_rule_set(run: RunCli, tmp_path: Path) -> None:
    """A game without a rule set is refused."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps({key: value for key, value in GAME.items() if key != "ruleset"}), "utf-8")
    assert run("settle", path, "--json").document["error"]["where"] == "ruleset"


@pytest.mark.parametrize(
    ("content", "code"), [(b"", "bad-json"), (b"{", "bad-json"), (b"\xff\xfe", "not-text"), (b"7", "wrong-type")]
)
def test_what_is_no_game_is_refused(run: RunCli, tmp_path: Path, content: bytes, code: str) -> None:
    """An empty file, broken JSON, bytes that are no text and a lone number each give an error, not a crash."""
    path = tmp_path / "game.json"
    path.write_bytes(content)
    result = run("settle", path, "--json")
    assert result.status == 1
    assert result.document["error"]["code"] == code


def test_a_file_that_is_not_there(run: RunCli, tmp_path: Path) -> None:
    """A missing file's error names it."""
    result = run("settle", tmp_path / "nowhere.json", "--json")
    assert result.status == 1
    assert result.document["error"] == {
        "code": "file-not-found",
        "message": "there is no such file or folder: look how its name is spelt, and which folder you are in",
        "where": str(tmp_path / "nowhere.json"),
    }


@pytest.mark.parametrize(
    ("text", "count", "broken"),
    [
        ('{"a": 1}', 1, 0),
        ('[{"a": 1}, {"a": 2}]', 2, 0),
        ('{"a": 1}\n{"a": 2}\n', 2, 0),
        ('{"a": 1}\n{oops\n{"a": 3}', 3, 1),
        ('{oops}\n{"a": 2}', 2, 1),
        ('{\n "a": oops\n}', 1, 1),
        ("[]", 0, 0),
        ('{"a": "1\u2028\x85"}\r\n{"a": 2}\r{oops\n', 3, 1),
    ],
    ids=["object", "array", "lines", "broken line", "broken first line", "broken document", "empty array", "line ends"],
)
def test_the_form_of_the_input_is_told_apart(text: str, count: int, broken: int) -> None:
    """One broken document is one error; a broken line among others is that line's error."""
    found = [read for _, read in json_inputs(text)]
    assert len(found) == count
    assert sum(isinstance(read, ServiceError) for read in found) == broken


WRONG = {"empty": b"", "no text": b"\xff\xfe{", "no JSON": b"hello\n", "nothing": b"null", "deep": b"[" * 100_000}


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("command", [("settle",), ("game", "import"), ("sets", "import")], ids=" ".join)
def test_a_file_of_something_else_is_named(run: RunCli, tmp_path: Path, command: tuple[str, ...], data: bytes) -> None:
    """With several files the error names the file, since a place like "line 1" is ambiguous."""
    file = tmp_path / "friday.json"
    file.write_bytes(data)
    result = run(*command, file, "--json")
    assert result.status == 1
    assert result.document["error"]["where"].startswith(str(file))
    assert "recursion" not in result.document["error"]["message"]


def test_a_card_of_bytes_that_are_no_text_is_named(run: RunCli, tmp_path: Path) -> None:
    """A card file that is no text gives an error with the file's name, like any other fault of a card."""
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xff\xfeid")
    result = run("cards", "lint", file, "--json")
    assert (result.status, result.document["error"]["where"]) == (1, f"{file}, byte 0")


@pytest.mark.parametrize("option", ["--card", "--ruleset"])
def test_a_file_of_another_ending_is_told_which_ending_a_file_has(run: RunCli, option: str) -> None:
    """A file name that does not end in .toml gives an error that says how to name a file."""
    given = {"--card": "nmjl-1976"} | {option: "mine.txt"}
    result = run("check", "FFFF", *(word for pair in given.items() for word in pair))
    assert result.status == 1
    assert "name a file that ends in .toml" in " ".join(result.err.split())


def test_a_fault_in_a_file_keeps_its_place(run: RunCli, tmp_path: Path) -> None:
    """A fault in a file names the file's field, not a command line option."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**GAME, "outcome": {**GAME["outcome"], "winner": "Zed"}}), "utf-8")
    assert run("settle", path).err.startswith("error: outcome.winner: Zed is none of the players")
    path.write_text(json.dumps({**GAME, "ruleset": "zz"}), "utf-8")
    assert run("settle", path, "--ruleset", "nmjl-1976").err.startswith("error: ruleset: there is no rule set 'zz'")
