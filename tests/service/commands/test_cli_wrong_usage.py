"""Test the mistakes of a person who has only the README, and the advice in the errors."""

import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from service.commands.display.verdict import show_judged_photo
from service.commands.support.output import as_typed
from service.judging.confirmation import ConfirmedRack, ConfirmedTile
from service.judging.open_questions import how_they_lie
from service.judging.photo_claim import PhotoClaim
from service.judging.rack_check import OpenCheck, Question
from service.judging.verify import PhotoVerdict
from service.shared.settings import settings
from tests.service.conftest import RunCli
from tests.service.helpers import WIN
from vision import RackReading

SETS_HAND = "EEE RRR 999D 234C 5D +5D"
GAME_OF_SETS = "japanese-american-2009"


def _doubted(number: int) -> ConfirmedTile:
    """Return an uncertain tile."""
    return ConfirmedTile(number, "6B", False, ("6B", "8B"))


_TABLE = ("--card", "nmjl-1976", "--won-by", "discard")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(["scan", "phtoo.jpg"], "look how its name is spelt", id="photo-misspelt"),
        pytest.param(["scan", "."], "name one with JPEG or PNG", id="folder-without-photos"),
        pytest.param(["cards", "new", ""], "Invalid value for '[FILE]': must not be blank", id="file-without-a-name"),
        pytest.param(
            ["game", "evidence", "1", "--save", "win.zip", "--remove"],
            "save the evidence first, then remove it",
            id="evidence-saved-and-removed",
        ),
        pytest.param(
            ["sets", "teach", "Jade", "faces.jpg", "--propose", "--labels", "faces.json"],
            "it teaches nothing: leave it out",
            id="labels-that-would-teach-nothing",
        ),
        pytest.param(
            ["tables", "decide", "ours", "payment.east=2", "payment.east=3"],
            "payment.east is decided twice: leave one out",
            id="one-option-decided-twice",
        ),
        pytest.param(
            ["tables", "decide", "ours", "=2"],
            "=2: write a name, = and its value, as in payment.east=2",
            id="decision-without-a-name",
        ),
        pytest.param(
            ["tables", "decide", "ours", "payment.east=2", " payment.east = 3"],
            "payment.east is decided twice",
            id="one-option-decided-twice-with-spaces",
        ),
        pytest.param(["watch", "rack.jpg"], "rack.jpg: this is a photo", id="photo-for-a-film"),
        pytest.param(["check", "2C"], "--card: name a card, such as nmjl-1976; `rackcheck cards list`", id="no-card"),
        pytest.param(["check", "2C", "2C", "--card", "nmjl-1976"], "goes in quotes", id="rack-without-quotes"),
        pytest.param(["game", "new", "Ann,", "Bea"], "goes in quotes: 'Ann, Bea", id="players-without-quotes"),
        pytest.param(
            ["check", WIN, "--card", "nmjl-1976", "--won-by", "wall"],
            "--won-by: is asked only in games without a card",
            id="way-of-winning-with-a-card",
        ),
        pytest.param(
            ["verify", "rack.jpg", "--card", "nmjl-1976", "--won-by", "dealt"],
            "--won-by: 'dealt' is known only in games without a card: with a card say self-pick or discard",
            id="photo-won-as-without-a-card",
        ),
        pytest.param(
            ["watch", "film.mp4", "--card", "nmjl-1976", "--won-by", "wall"],
            "--won-by: 'wall' is known only in games without a card",
            id="film-won-as-without-a-card",
        ),
        pytest.param(
            ["game", "win", "Ann", "--value", "25", "--won-by", "wall"],
            "--won-by: 'wall' is known only in games without a card",
            id="value-won-as-without-a-card",
        ),
        pytest.param(
            ["game", "win", "Ann", "--value", "25", "--card", "practice"],
            "--card: it goes with --rack or --evidence",
            id="card-without-a-rack",
        ),
        pytest.param(
            ["check", SETS_HAND, "--ruleset", GAME_OF_SETS, "--claim", "3"],
            "--claim: is asked only in games with a card",
            id="claim-without-a-card",
        ),
        pytest.param(
            ["check", SETS_HAND, "--ruleset", GAME_OF_SETS, "--table-wind", "X"],
            "--table-wind: 'X' is none of N, E, W, S",
            id="no-such-wind",
        ),
        pytest.param(["cards", "show", "nmjl1976"], "(did you mean nmjl-1976?)", id="card-misspelt"),
        pytest.param(["rulings", "--ruleset", "Hoyle-Leage"], "(did you mean hoyle-league?)", id="rules-misspelt"),
        pytest.param(["rule", "mah-jong-in-error"], "(did you mean mah-jongg-in-error?)", id="ruling-misspelt"),
        pytest.param(["cards", "show", "monopoly"], "there is no card 'monopoly'; there are", id="no-such-card"),
        pytest.param(
            ["verify", "rack.jpg", "--card", "nmjl-1976", "--tile", "7=6B,8=F"],
            "write each tile by itself, as in --tile 7=6B --tile 8=F",
            id="two-tiles-in-one-option",
        ),
        pytest.param(["game", "win", "Ann", "--value", "lots"], "'--value': write a whole number", id="no-number"),
        pytest.param(["game", "win", "Ann", "--value", "0"], "'--value': write 1 or more", id="too-small"),
        pytest.param(["serve", "--port", "99999"], "'--port': write 65535 or less", id="too-large"),
        pytest.param(["game", "standings"], "rackcheck game new Ann,Bea,Cat,Dee", id="book-before-a-game"),
        pytest.param(["game", "import", "notes.txt"], "rackcheck game export FILE.json", id="imports-another-file"),
    ],
)
def test_what_is_typed_wrongly(
    run: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    """The message says what to do, and names an option as the person typed it."""
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("hello\n", "utf-8")
    result = run(*arguments)
    assert result.status
    assert told in " ".join(result.err.split())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(["win", "Ann"], "--value: is missing", id="win-without-value"),
        pytest.param(["win", "Zoe", "--value", "25"], "winner: Zoe is none of the players", id="who-does-not-play"),
        pytest.param(["win", "Ann", "--value", "25", "--bet", "Zoe:Ann"], "--bet: 'Zoe' does not wait", id="no-bettor"),
        pytest.param(["win", "Ann", "--rack", "2C"], "--rack: this rack is no hand", id="rack-that-does-not-win"),
        pytest.param(["penalty", "pay", "from=Ann", "to=Bea", "points=lots"], "points: must be a whole", id="points"),
        pytest.param(["standings", "--game", "zzz"], "`rackcheck game list` has them", id="no-such-game"),
    ],
)
def test_entries_that_are_typed_wrongly(run: RunCli, arguments: list[str], told: str) -> None:
    """An error in an entry names the typed option or fact."""
    assert run("game", "new", "Ann,Bea,Cat,Dee").status == 0
    result = run("game", *arguments)
    assert result.status == 1
    assert told in " ".join(result.err.split())


@pytest.mark.parametrize(
    ("where", "typed"),
    [
        pytest.param("options.own_wind", "--own-wind", id="option-of-a-check"),
        pytest.param("outcome.value", "--value", id="option-of-a-win"),
        pytest.param("bets[0].name", "--bet", id="repeated-option"),
        pytest.param("outcome.declarer", "declarer", id="fact-of-a-ruling"),
        pytest.param("value.jpg", "value.jpg", id="file"),
        pytest.param("line 3, column 5", "line 3, column 5", id="place-in-a-text"),
    ],
)
def test_places_as_they_were_typed(where: str, typed: str) -> None:
    """A place in a request maps to the option it came from; other places stay unchanged."""
    assert as_typed(where, {"own-wind", "value", "bet"}) == typed


def test_json_keeps_the_places_of_a_request(run: RunCli) -> None:
    """JSON errors keep the contract's places, whatever the text says."""
    result = run("check", WIN, "--card", "nmjl-1976", "--won-by", "wall", "--json")
    assert result.document["error"]["where"] == "options.won_by"


@pytest.mark.parametrize(
    ("asked", "told", "untold"),
    [
        pytest.param(
            {"asked": (Question(_doubted(5)), Question(_doubted(13)))},
            "--tile 5=TILE --tile 13=TILE",
            "--exposures",
            id="tiles",
        ),
        pytest.param({"ask_exposures": (1, 2)}, "--exposures '1-4 5-8'", "--tile", id="exposures"),
    ],
)
def test_what_is_asked_comes_with_the_option_that_answers(
    capsys: pytest.CaptureFixture[str], asked: dict[str, Any], told: str, untold: str
) -> None:
    """A question ends with the option that answers it, without a guess that could be copied."""
    rack = ConfirmedRack((ConfirmedTile(1, "2C", True, ("2C",)),))
    check = OpenCheck(rack, "nmjl-1976", "nmjl-1976", (), **asked)
    reading = RackReading(640, 480, (), "", (), "other@9")
    verdict = PhotoVerdict(reading, "a.jpg", PhotoClaim("nmjl-1976", None), check, unsettled="it waits")
    show_judged_photo(Console(), verdict)
    out = capsys.readouterr().out
    assert told in out
    assert untold not in out


def test_a_win_that_nobody_pays_yet_says_what_to_add(run: RunCli, example: Path, networks_wanted: None) -> None:
    """A win without payments keeps its verdict and names the options that settle it."""
    result = run("verify", example, "--card", "nmjl-1976")
    assert result.status == 0
    assert "add --won-by self-pick, or --won-by discard --discarder NAME" in result.out


def test_a_wrong_name_is_told_once(run: RunCli, example: Path, networks_wanted: None) -> None:
    """A discarder who does not play gives one line beside the verdict."""
    result = run("verify", example, *_TABLE, "--discarder", "Bob", "--players", "Ann,Bea")
    assert result.status == 1
    assert (result.out + result.err).count("Bob is none of the players") == 1


def test_nobody_answers_the_questions_about_faces(
    run: RunCli, example: Path, networks_wanted: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If nobody answers the questions about tile faces, the error starts on its own line."""
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    result = run("sets", "teach", "oak", example)
    assert "\nerror: " in result.err


def test_labels_that_cannot_be_read_are_named(
    run: RunCli, example: Path, networks_wanted: None, tmp_path: Path
) -> None:
    """An error in a labels file names the file however long its path is: only terminal output is wrapped."""
    folder = tmp_path / "-".join(["long"] * 20)
    folder.mkdir()
    labels = folder / "labels.json"
    labels.write_text("hello", "utf-8")
    result = run("sets", "teach", "oak", example, "--labels", labels)
    assert f"error: {labels}, column 1: " in result.err


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        pytest.param([6], "how tile 6 lies:", id="one"),
        pytest.param([6, 7], "how tiles 6, 7 lie:", id="two"),
    ],
)
def test_how_many_tiles_lie(numbers: list[int], told: str) -> None:
    """The verb agrees with the number of tiles."""
    assert told in how_they_lie(numbers)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        pytest.param("RACKCHECK_PORT", "abc", "RACKCHECK_PORT: write a whole number; it is 'abc' now", id="no-number"),
        pytest.param("RACKCHECK_PORT", "70000", "RACKCHECK_PORT: write 65535 or less", id="too-large"),
        pytest.param("RACKCHECK_HEAD_SECONDS", "0", "write more than 0", id="too-small"),
        pytest.param("RACKCHECK_PAIRING_CODE", "ab", "RACKCHECK_PAIRING_CODE: a pairing code needs", id="short-code"),
    ],
)
def test_settings_that_are_wrong(
    run: RunCli, monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str
) -> None:
    """The message for a wrong setting says in words what to write."""
    monkeypatch.setenv(name, value)
    settings.cache_clear()
    result = run("game", "list")
    assert result.status == 1
    assert told in " ".join(result.err.split())


def test_every_command_tells_a_fault_by_its_option(run: RunCli) -> None:
    """Every command maps an unknown game to `--game`, without a list of its own."""
    result = run("game", "show", "--game", "zz")
    assert result.err.startswith("error: --game: ")


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (("scan", "a.jpg", "--overlay", ""), "--overlay"),
        (("watch", "a.mp4", "--overlay", " "), "--overlay"),
        (("sets", "teach", "Jade", "a.jpg", "--overlay", ""), "--overlay"),
        (("sets", "show", "Jade", "--pictures", ""), "--pictures"),
        (("verify", "a.jpg", "--card", "nmjl-1976", "--evidence", ""), "--evidence"),
        (("verify", ""), "IMAGE"),
        (("scan", "a.jpg", ""), "PHOTO... | FOLDER..."),
        (("check", "--batch", ""), "--batch"),
        (("game", "evidence", "1", "--save", ""), "--save"),
        (("game", "import", ""), "FILE"),
        (("game", "show", "--game", ""), "--game"),
        (("site", "serve", ""), "FOLDER"),
    ],
)
def test_an_empty_path_is_not_the_current_folder(run: RunCli, arguments: tuple[str, ...], option: str) -> None:
    """A blank name, as an unset variable of a shell leaves it, is wrong usage: no other file or game replaces it."""
    result = run(*arguments, "--json")
    assert (result.status, result.document["error"]["code"]) == (2, "wrong-usage")
    assert f"'{option}': must not be blank" in result.document["error"]["message"]
