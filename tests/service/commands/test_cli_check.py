import io
import json
import re
import sys
from pathlib import Path

import pytest

from tests.service.conftest import RunCli
from tests.service.helpers import WIN

SETS = ["123B 456B 789B 22B 9D 9D +9D", "--ruleset", "japanese-american-2009"]


def test_a_winning_rack(run: RunCli) -> None:
    """The contract's example rack gives the contract's check document."""
    result = run("check", WIN, "--card", "nmjl-1976", "--json")
    assert result.status == 0
    document = result.document
    assert document["rack"]["winning_tile"] == "4C"
    assert document["rack"]["won_by"] == "discard"
    assert document["rack"]["exposures"] == [["2C", "2C", "J", "2C"], ["3C", "3C", "3C", "3C"]]
    assert (document["card"], document["ruleset"]) == ("nmjl-1976", "nmjl-1976")
    assert (document["win"], document["best"], document["value"]) == (True, "24", 20)
    assert document["reasons"] == []
    first = document["matches"][0]["groups"][0]
    assert (first["shape"], first["tiles"], first["as"], first["exposed"]) == (
        "2222",
        ["2C", "2C", "J", "2C"],
        "2C",
        True,
    )


def test_people_read_the_verdict_first(run: RunCli) -> None:
    """The first lines name card and rules, then mah jongg, the hand, its value and where it is printed."""
    lines = run("check", WIN, "--card", "nmjl-1976").out.splitlines()
    assert lines[0].startswith("National Mah Jongg League 1976-1977 · ")
    assert lines[1] == "MAH JONGG  hand 24, 20 points"
    assert lines[2] == "  Let's Play Mah Jongg (National Mah Jongg League, 1976): hand 24, p. 19"
    assert any("1 joker" in line and "2 Crak" in line for line in lines)


def test_people_read_the_bonuses_of_a_card(run: RunCli, tmp_path: Path) -> None:
    """A card's own bonus stands below the hand that earns it."""
    card = tmp_path / "ours.toml"
    text = (Path(__file__).parents[3] / "rules" / "cards" / "practice.toml").read_text("utf-8")
    line = "FF 2222a DDDDa 8888b x25"
    card.write_text(text.replace('"practice"', '"ours"').replace(line, f"{line} +10 if concealed"), "utf-8")
    result = run("check", "FF 2222B GGGG 888C +8C", "--card", card)
    assert result.status == 0
    assert "MAH JONGG  hand 5, 35 points" in result.out
    assert "\n    +10 if concealed\n" in result.out


def test_a_losing_rack_is_done_work(run: RunCli) -> None:
    """A losing rack exits with status 0, reasons and as many near hands as requested."""
    result = run("check", "1111B 9999B 777B 666C", "--card", "nmjl-1976", "--near", "2", "--json")
    assert result.status == 0
    assert result.document["win"] is False
    assert result.document["reasons"]
    assert len(result.document["near"]) == 2


def test_a_rack_with_a_tile_too_many_lacks_nothing(run: RunCli) -> None:
    """A finished hand with an extra tile counts as complete without it; no text says "0 tiles to go"."""
    asked = ["check", "123B 456B 789B EEE 1C 1C R", "--ruleset", "japanese-american-2009", "--near", "2"]
    near = run(*asked, "--json").document["near"]
    assert (near[0]["away"], near[0]["need"], near[0]["drop"]) == (0, [], ["R"])
    told = run(*asked).out
    assert "complete without R" in told
    assert "1 tile away, needs" in told
    assert "0 tiles" not in told


@pytest.mark.parametrize(
    ("options", "first"),
    [
        pytest.param((), "PLEASE SAY MORE FIRST", id="the winds and the way decide"),
        pytest.param(("--own-wind", "S", "--table-wind", "S"), "NOT MAH JONGG", id="nothing that is left decides"),
        pytest.param(("--own-wind", "E", "--table-wind", "E"), "MAH JONGG", id="it goes out"),
    ],
)
def test_a_hand_that_hangs_on_what_nobody_said_is_not_called_a_loser(
    run: RunCli, options: tuple[str, ...], first: str
) -> None:
    """The first word of a verdict is no loss as long as a fact that nobody said can make the hand go out."""
    told = run("check", "EEE 123B 456C 789D 5D 5D", "--ruleset", "japanese-american-2009", *options).out
    assert first in [line.partition("  ")[0] for line in told.splitlines()]


def test_five_copies_are_an_impossible_rack(run: RunCli) -> None:
    """More copies than a tile set holds are no win, and the reason names the tile."""
    result = run("check", "1111B 1B 9999B 777B 66B", "--card", "nmjl-1976", "--json")
    assert result.status == 0
    assert result.document["win"] is False
    assert "1B" in result.document["reasons"][0]


def test_a_joker_that_was_used_spoils_a_hand_without_jokers(run: RunCli) -> None:
    """An option says that a joker was used, which the tiles do not show."""
    rack = "11223344556677B"
    assert run("check", rack, "--card", "nmjl-1976", "--json").document["best"] == "68"
    spoilt = run("check", rack, "--card", "nmjl-1976", "--joker-was-used", "--json").document
    assert spoilt["best"] != "68"


def test_a_game_without_a_card(run: RunCli) -> None:
    """Without a card the answer has seat and round, points, bonuses and melds; the text shows them too."""
    asked = ["check", "123B 456B 789B 123D 5B +5B", "--ruleset", "japanese-american-2009", "--dealer"]
    document = run(*asked, "--json").document
    assert (document["card"], document["win"], document["value"]) == (None, True, 180)
    assert document["circumstances"]["own_wind"] == "E"
    assert sum(bonus["count"] for bonus in document["matches"][0]["bonuses"]) == 3
    assert "Three-chow run 1 to 9" in run(*asked).out


WAITING = "2222C 3333C 444C FF"
"""Thirteen tiles of hand 24: a fourth 4C or a joker completes it."""


def test_thirteen_tiles_tell_what_they_wait_for(run: RunCli) -> None:
    """Each tile that completes the rack comes with its hands and the number left, in JSON and in text."""
    document = run("check", WAITING, "--card", "nmjl-1976", "--json").document
    assert document["win"] is False
    assert {wait["tile"]: wait["left"] for wait in document["waits"]} == {"4C": 1, "J": 8}
    assert all("24" in {hand["hand"] for hand in wait["hands"]} for wait in document["waits"])
    shown = run("check", WAITING, "--card", "nmjl-1976").out
    assert re.search(r"waits for 4C: .*hand 24 \(20\), 1 left", shown)
    assert "waits for J: hand 24 (20), 8 left, self-pick only" in shown


def test_a_wait_names_the_exchange_that_comes_first(run: RunCli) -> None:
    """A tile that wins once an own exposed joker is exchanged comes with the exchange, in JSON and in text."""
    asked = ["check", "[2222C] [333C J] 444C FF", "--card", "nmjl-1976", "--table", "4C"]
    first, _ = run(*asked, "--json").document["waits"]
    assert (first["tile"], first["self_pick_only"]) == ("3C", True)
    assert "exchange 3C for J in your own [3C 3C 3C J] first" in first["exchange"]
    assert re.search(r"waits for 3C.*self-pick only\n +in your turn exchange 3C for J", run(*asked).out)


@pytest.mark.parametrize(
    ("rack", "waits"),
    [("1B 3C 5D 7B 9C 2D 4B 6C 8D N E W S", []), ("11111B 22222B 333B", []), ("[222C] 4C F F N", None), (WIN, None)],
    ids=["nothing", "impossible", "seven tiles", "won"],
)
def test_racks_that_wait_for_no_tile(run: RunCli, rack: str, waits: object) -> None:
    """Thirteen tiles that no tile completes have no waits; other racks get no such field."""
    assert run("check", rack, "--card", "nmjl-1976", "--json").document.get("waits") == waits


def test_the_table_takes_tiles_away(run: RunCli) -> None:
    """Tiles on the table reduce the waits; the hands still possible are listed, nearest first."""
    asked = ["check", WAITING, "--card", "nmjl-1976", "--table", "4C"]
    document = run(*asked, "--json").document
    assert [wait["tile"] for wait in document["waits"]] == ["J"]
    possible = document["prospects"]["possible"]
    assert document["prospects"]["dead"] is False
    assert (possible[0]["hand"], possible[0]["away"]) == ("24", 1)
    assert "1 tile away: 24" in run(*asked).out


@pytest.mark.parametrize(
    ("rack", "said"),
    [("2222C 3333C 444C FF", False), ("22222C 3333C 444C F", True)],
    ids=["the count of the table", "the rack"],
)
def test_only_an_impossible_rack_waits_for_nothing(run: RunCli, rack: str, said: bool) -> None:
    """A table counted with a tile too many rules no hand out, so nothing is said of the rack's waits."""
    asked = ["check", rack, "--card", "nmjl-1976", "--table", "44C"]
    told = run(*asked).out
    assert "too many alike" in told
    assert ("waits for no one tile" in told) == said
    assert run(*asked, "--json").document.get("waits") == ([] if said else None)


def test_the_table_is_a_photo(run: RunCli) -> None:
    """A photo instead of tiles is read, and its tiles count as out of play."""
    rack = "1D 1D 1D 2D 2D 4B 4B 6B 6B F F N 2C"
    done = run("check", rack, "--card", "practice", "--table", "examples/rack.jpg")
    assert "14 tiles on the table" in done.err
    assert "exchange 1 joker of 2C 2C J 2C for 2C" in done.out
    assert "still possible" in done.out


def test_a_table_photo_that_cannot_be_read_is_said_to_be_one(run: RunCli, tmp_path: Path) -> None:
    """An iPhone's HEIC file gets the same advice as in `scan` and is not read as tiles."""
    photo = tmp_path / "discards.heic"
    photo.write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 40)
    result = run("check", WAITING, "--card", "nmjl-1976", "--table", str(photo), "--json")
    assert (result.status, result.document["error"]["code"]) == (1, "heic-not-supported")


@pytest.mark.parametrize(
    ("rack", "table", "reason"),
    [
        ("[2222B] [8888D] [NNNN]", "", "no hand on the card holds"),
        ("[1111B] [999C]", "9B 9B JJJJJJJJ", "too few tiles"),
    ],
    ids=["exposures", "table"],
)
def test_a_dead_hand_and_why(run: RunCli, rack: str, table: str, reason: str) -> None:
    """Exposures that fit no hand together, or exhausted tiles, make a hand dead, with the reason."""
    asked = ["check", rack, "--card", "nmjl-1976", "--table", table]
    prospects = run(*asked, "--json").document["prospects"]
    assert (prospects["dead"], prospects["possible"]) == (True, [])
    assert reason in prospects["reasons"][0]
    assert "THIS HAND IS DEAD" in run(*asked).out


def test_a_line_of_a_batch_has_its_own_table(run: RunCli, tmp_path: Path) -> None:
    """A line of a batch may have its own `table`; without one it gets no prospects."""
    path = tmp_path / "racks.jsonl"
    line = {"rack": WAITING, "card": "nmjl-1976"}
    path.write_text("\n".join(map(json.dumps, [line, {**line, "options": {"table": "4C"}}])), "utf-8")
    plain, with_table = run("check", "--batch", path).documents
    assert "prospects" not in plain
    assert [wait["tile"] for wait in with_table["waits"]] == ["J"]
    assert with_table["prospects"]["possible"]


@pytest.mark.parametrize(
    "options",
    [{"table": "4C 9B"}, {"table": ["4C", "9B"]}, {"table": ["49BC"]}, {"table": ["4C", 9]}, {"table": ["4C", ""]}],
    ids=["text", "list", "no tile", "number", "blank"],
)
def test_the_table_is_a_text_or_a_list(run: RunCli, tmp_path: Path, options: dict[str, object]) -> None:
    """The table is written like a rack or as a list of tiles; an error says where it is wrong."""
    path = tmp_path / "racks.jsonl"
    path.write_text(json.dumps({"rack": WAITING, "card": "nmjl-1976", "options": options}), "utf-8")
    result = run("check", "--batch", path)
    document = result.document
    faults = {'["49BC"]': "options.table[0]", '["4C", 9]': "options.table[1]", '["4C", ""]': "options.table[1]"}
    fault = faults.get(json.dumps(options["table"]))
    if fault is None:
        assert [wait["tile"] for wait in document["waits"]] == ["J"]
    else:
        assert (result.status, document["error"]["where"]) == (1, fault)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["5X", "--card", "nmjl-1976"], "tile-without-suit"),
        (["[1B", "--card", "nmjl-1976"], "open-bracket"),
        (["", "--card", "nmjl-1976"], "blank"),
        ([WIN, "--card", "nmjl-1999"], "unknown-card"),
        ([WIN, "--card", "nowhere/card.toml"], "unreadable-file"),
        ([WIN], "missing-field"),
        ([WIN, "--card", "nmjl-1976", "--ruleset", "house"], "unknown-ruleset"),
        ([WIN, "--card", "nmjl-1976", "--claim", "99"], "unknown-hand"),
        ([WIN, "--card", "nmjl-1976", "--table", "5X"], "tile-without-suit"),
        ([WIN, "--card", "nmjl-1976", "--own-wind", "E"], "unknown-field"),
        (["1B", "--ruleset", "japanese-american-2009", "--won-by", "luck"], "unknown-choice"),
    ],
    ids=["tile", "bracket", "empty", "card", "file", "no card", "rule set", "claim", "table", "wind", "way"],
)
def test_bad_input_is_answered_with_an_error(run: RunCli, arguments: list[str], code: str) -> None:
    """Bad input exits with status 1 and the contract's error object; the text goes to standard error."""
    result = run("check", *arguments, "--json")
    assert result.status == 1
    assert result.document["error"]["code"] == code
    shown = run("check", *arguments)
    assert (shown.status, shown.out) == (1, "")
    assert shown.err.startswith("error: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["check", WIN, "--batch", "-"],
        ["check", WIN, "--near", "many"],
        ["check", WIN, "--colour"],
        ["verify"],
        ["verify", "a.jpg", "--won-by", "luck"],
        ["paint", "a.jpg"],
    ],
    ids=["no rack", "rack and batch", "near", "option", "no image", "won by", "command"],
)
def test_wrong_usage(run: RunCli, arguments: list[str]) -> None:
    """Wrong usage: status 2 and the usage on standard error; --json adds an error object on standard output."""
    shown = run(*arguments)
    assert (shown.status, shown.out) == (2, "")
    assert "Usage:" in shown.err
    result = run(*arguments, "--json")
    assert result.status == 2
    assert result.document["error"]["code"] == "wrong-usage"


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        pytest.param([WIN, "--card", "nmjl-1976", "--claim", "99"], "claim", id="a claim of no hand"),
        pytest.param([*SETS, "--dealer", "--own-wind", "S"], "dealer", id="a dealer who is not East"),
        pytest.param([*SETS, "--won-by", "dealt", "--own-wind", "S"], "won_by", id="a hand dealt to another than East"),
        pytest.param([*SETS, "--won-by", "discard"], "won_by", id="a discard that the rack says was drawn"),
        pytest.param([*SETS, "--won-by", "supplement"], "won_by", id="a supplement without a kong"),
        pytest.param([*SETS, "--streak", "2"], "dealer", id="a dealer on whom the verdict hangs"),
    ],
)
def test_an_option_at_fault_is_named_below_options(run: RunCli, arguments: list[str], option: str) -> None:
    """An error of an option has its place in the question, `options.claim`; people read what they typed, `--claim`."""
    result = run("check", *arguments, "--json")
    assert (result.status, result.document["error"]["where"]) == (1, f"options.{option}")
    assert run("check", *arguments).err.startswith(f"error: --{option.replace('_', '-')}")


@pytest.mark.parametrize("near", [-1, 1001], ids=["fewer than none", "more than a card has"])
def test_a_number_of_near_hands_out_of_range(run: RunCli, tmp_path: Path, near: int) -> None:
    """A line asks for 0 to 1000 near hands; the error names `options.near` below as above."""
    path = tmp_path / "racks.jsonl"
    path.write_text(json.dumps({"rack": WIN, "card": "nmjl-1976", "options": {"near": near}}), "utf-8")
    error = run("check", "--batch", path).document["error"]
    assert (error["code"], error["where"]) == ("out-of-range", "options.near")


BATCH = "\n".join(
    [
        json.dumps({"id": 1, "rack": WIN, "card": "nmjl-1976"}),
        "{broken",
        json.dumps({"id": "x", "rack": "5X", "card": "nmjl-1976"}),
        "",
        json.dumps({"id": 3, "rack": WIN}),
        json.dumps([1]),
        json.dumps({"id": 4, "rack": WIN, "card": "nmjl-1976", "options": {"near": 1, "claim": 25}}),
    ]
)


@pytest.mark.parametrize("source", ["file", "standard input"])
def test_a_batch_is_answered_in_order(
    run: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    """Each line of a batch gets one answer with its id; a bad line gets an error and does not stop the rest."""
    path = tmp_path / "racks.jsonl"
    path.write_text(BATCH, "utf-8")
    if source == "standard input":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BATCH.encode())))
    result = run("check", "--batch", path if source == "file" else "-", "--json")
    assert result.status == 1
    answers = result.documents
    assert [answer["id"] for answer in answers] == [1, None, "x", 3, None, 4]
    assert [answer.get("best") for answer in answers] == ["24", None, None, None, None, "24"]
    errors = [answer.get("error", {}) for answer in answers]
    assert [error.get("code") for error in errors] == [
        None,
        "bad-json",
        "tile-without-suit",
        "missing-field",
        "wrong-type",
        None,
    ]
    assert errors[1]["where"] == "line 2, column 2"
    assert answers[5]["reasons"], "the claim of hand 25 is answered"


def test_options_complete_the_lines_of_a_batch(run: RunCli, tmp_path: Path) -> None:
    """Command line options fill what a line leaves out; the line's own options win."""
    path = tmp_path / "racks.jsonl"
    lose = "1111B 9999B 777B 666C"
    lines = [{"id": 1, "rack": lose}, {"id": 2, "rack": lose, "options": {"near": 4}}]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    result = run("check", "--batch", path, "--card", "nmjl-1976", "--near", "1")
    assert [len(answer["near"]) for answer in result.documents] == [1, 4]


@pytest.mark.parametrize("options", [[], "", 0, False, 3, "near"], ids=repr)
def test_options_of_a_batch_are_an_object(run: RunCli, tmp_path: Path, options: object) -> None:
    """Options must be an object or null; an empty list or text is refused too."""
    path = tmp_path / "racks.jsonl"
    asked = {"id": 7, "rack": WIN, "card": "nmjl-1976"}
    path.write_text(json.dumps({**asked, "options": options}) + "\n" + json.dumps({**asked, "options": None}), "utf-8")
    wrong, right = run("check", "--batch", path).documents
    assert (wrong["id"], wrong["error"]["code"], wrong["error"]["where"]) == (7, "wrong-type", "options")
    assert right["win"]


def test_a_batch_that_is_not_there(run: RunCli, tmp_path: Path) -> None:
    """An unreadable batch file is one error."""
    result = run("check", "--batch", tmp_path / "none.jsonl", "--json")
    assert result.status == 1
    assert result.document["error"]["code"] == "file-not-found"
