"""Prove that bodies made to do harm get an error with its place soon; each case was found by an attack of ours."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rules import errors
from rules.errors import RuleSetError
from rules.input.names import LONGEST_NAME
from rules.input.strict_fields import MOST_ITEMS
from rules.ruleset import parse_ruleset
from service.judging.photo_claim import read_claim
from service.ledger.game.player_names import clean_name, spelled, spelling
from service.server.app import create_app
from service.shared.errors import ServiceError, WrongUsageError
from service.shared.settings import Settings
from service.tilesets.labels import read_labels
from vision import VisionError
from vision.tilesets.tile_set import MOST_FACES, set_name

SECONDS = 2.0
"""Most processor seconds, which other work does not lengthen; without the limits these took minutes to hours."""

MANY = [f"p{number}" for number in range(80_000)]
FOUR = ["Ann", "Bea", "Cat", "Dee"]
ACCENTS = "a" + "\u0315\u0300\u0323" * 100_000


@pytest.fixture
def client(chosen: Settings) -> Iterator[TestClient]:
    """The application; a bug is answered with 500, as a phone would see it."""
    with TestClient(create_app(chosen), raise_server_exceptions=False) as found:
        yield found


@pytest.mark.parametrize(
    ("path", "body", "where"),
    [
        pytest.param("games", {"ruleset": "nmjl-1976", "players": MANY}, "players", id="players of a game"),
        pytest.param("games", {"ruleset": "nmjl-1976", "players": FOUR, "waiting": MANY}, "waiting", id="who wait"),
        pytest.param("settle", {"players": MANY, "outcome": {"kind": "wall"}}, "players", id="players of a hand"),
        pytest.param(
            "settle",
            {"players": FOUR, "bettors": [{"name": name, "bet_on": "Ann"} for name in MANY[:20_000]]},
            "bettors",
            id="bettors",
        ),
        pytest.param(
            "settle",
            {"players": FOUR, "outcome": {"kind": "win", "winner": "Ann", "won_by": "self-pick", "dead": MANY}},
            "outcome.dead",
            id="dead hands",
        ),
        pytest.param(
            "rulings/mah-jongg-in-error",
            {"players": FOUR, "declarer": "Ann", "exposed": True, "threw_in": MANY},
            "threw_in",
            id="people of a ruling",
        ),
    ],
)
def test_a_list_without_end_is_refused_before_its_names_are_compared(
    client: TestClient, path: str, body: dict[str, Any], where: str
) -> None:
    """A list with too many names is refused before names are compared pairwise, partly on the event loop."""
    begun = process_time()
    answer = client.post(f"/api/v1/{path}", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "too-many-items")
    assert answer.json()["error"]["where"] == where
    assert str(MOST_ITEMS) in answer.json()["error"]["message"]
    assert process_time() - begun < SECONDS


LONG = "x" * 50_000
WIN = {"kind": "win", "winner": "Ann", "won_by": "self-pick", "value": 20}
EXPORT = {"format": "rackcheck-game", "format_version": 1, "program": "0.1.0", "game": {}, "entries": []}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        pytest.param("check", {"rack": LONG, "card": "nmjl-1976"}, id="a rack"),
        pytest.param("check", {"rack": "FF", "card": LONG}, id="a card"),
        pytest.param("check", {"rack": "FF", "card": "nmjl-1976", "ruleset": LONG}, id="a rule set"),
        pytest.param("check", {"rack": "FF", "card": "nmjl-1976", LONG: 1}, id="a field"),
        pytest.param("check", {"rack": "FF", "card": "nmjl-1976", "options": {"claim": LONG}}, id="a claim"),
        pytest.param("check", {"rack": "FF", "card": "nmjl-1976", "options": {LONG: 1}}, id="an option"),
        pytest.param("settle", {"players": FOUR, "outcome": {"kind": LONG}}, id="a kind of outcome"),
        pytest.param("settle", {"players": FOUR, "outcome": {**WIN, "winner": LONG}}, id="a winner"),
        pytest.param("settle", {"players": FOUR, "outcome": {**WIN, "won_by": LONG}}, id="a way to win"),
        pytest.param("settle", {"players": FOUR, "outcome": {**WIN, LONG: 1}}, id="a field of an outcome"),
        pytest.param("settle", {"players": FOUR, "east": LONG, "outcome": {"kind": "wall"}}, id="an East"),
        pytest.param("rulings/joker-in-pair", {LONG: 1}, id="an input of a ruling"),
        pytest.param("rulings/misnamed-discard", {"wanted_for": LONG}, id="a choice of a ruling"),
        pytest.param("games", {"ruleset": LONG, "players": FOUR}, id="the rules of a game"),
        pytest.param("games", {"ruleset": "nmjl-1976", "players": [LONG, "B", "C", "D"]}, id="a player"),
        pytest.param("games", {"ruleset": "nmjl-1976", "players": FOUR, LONG: 1}, id="a field of a game"),
        # Found by fuzzing: a whole rule set in place of its kind came back in the error.
        pytest.param("games/import", {**EXPORT, "sources": [{"kind": LONG}]}, id="a kind of source"),
        pytest.param("games/import", {**EXPORT, LONG: 1}, id="a field of an export"),
    ],
)
def test_an_error_repeats_a_part_of_what_was_sent(client: TestClient, path: str, body: dict[str, Any]) -> None:
    """An error quotes at most the beginning and the end of a long text: phones show it and logs store it."""
    answer = client.post(f"/api/v1/{path}", json=body)
    assert answer.status_code in {404, 422}
    error = answer.json()["error"]
    assert len(error["message"]) <= errors.LONGEST
    assert len(error["where"]) <= errors.LONGEST


def test_of_a_long_message_the_end_is_kept() -> None:
    """A long message keeps its end, which says what to do; a message of usual length is unchanged."""
    told = RuleSetError("unknown-choice", f"{LONG!r} is none of 1, 2", LONG)
    assert len(told.message) == len(told.where) == errors.LONGEST
    assert told.message.startswith("'xxx")
    assert told.message.endswith("xxx' is none of 1, 2")
    assert RuleSetError("a", "x" * errors.LONGEST).message == "x" * errors.LONGEST


def _name(text: str) -> None:
    """Check a player's name; raise ValueError if it is refused."""
    assert clean_name("  Zoe\u0308  \t Q ", "name") == "Zo\u00eb Q"
    assert clean_name("x" * LONGEST_NAME, "name")
    try:
        clean_name(text, "name")
    except ServiceError as error:
        raise ValueError(error.code) from None


def _named_player(text: str) -> None:
    """Look a name up among those of a game; raise ValueError if it is nobody's."""
    known = spelled(["Zo\u00eb Q"])
    assert spelling(" ZOE\u0308  q", known) == "Zo\u00eb Q"
    assert spelling(text, known) == text
    raise ValueError("unknown-name")


@pytest.mark.parametrize("make", [set_name, _name, _named_player], ids=["set", "player", "a player of a game"])
def test_accents_without_end_are_refused_before_they_are_composed(make: Callable[[str], object]) -> None:
    """Too many accents are refused before normalisation, whose time grows with the square of their number."""
    begun = process_time()
    with pytest.raises((VisionError, ValueError)) as error:
        make(ACCENTS)
    assert len(str(error.value)) < 1000
    assert process_time() - begun < SECONDS


def test_a_set_has_a_name_that_is_a_name_of_a_file() -> None:
    """Sixty-four letters of three bytes each are refused: file systems could not store that file name."""
    letter = "\N{CJK UNIFIED IDEOGRAPH-9EBB}"
    assert set_name(letter * 26) == letter * 26
    assert set_name("x" * 64) == "x" * 64
    with pytest.raises(VisionError) as error:
        set_name(letter * 27)
    assert error.value.code == "bad-set-name"


def test_a_set_of_too_long_a_name_tells_nothing_of_the_disk(client: TestClient, chosen: Settings) -> None:
    """The error for a too long tile set name repeats the name, and not the folder on the disk."""
    answer = client.get("/api/v1/sets/" + "%E9%BA%BB" * 64)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad-set-name")
    assert str(chosen.data_dir) not in answer.text


def test_two_corrections_of_one_tile_are_refused() -> None:
    """Two numbers that mean one tile are a contradiction: neither answer is dropped silently."""
    with pytest.raises(WrongUsageError, match="tile 3 is named twice") as error:
        read_claim({"corrections": {"3": "5B", "03": "J"}})
    assert error.value.code == "bad-correction"


def test_a_correction_of_thousands_of_digits_is_no_number() -> None:
    """A number with thousands of digits is refused in our words, before Python refuses it in its own."""
    with pytest.raises(WrongUsageError) as error:
        read_claim({"corrections": {"9" * 5000: "5B"}})
    assert error.value.code == "bad-correction"


def test_more_tiles_than_a_set_keeps_are_not_looked_at() -> None:
    """A lesson with more tiles than a tile set holds is refused before each tile is cropped and read."""
    tile = {"quad": [[1, 1], [9, 1], [9, 9], [1, 9]], "label": "5B"}
    assert len(read_labels({"tiles": [tile] * MOST_FACES})) == MOST_FACES
    with pytest.raises(Exception, match=f"names {MOST_FACES + 1} tiles") as error:
        read_labels({"tiles": [tile] * (MOST_FACES + 1)})
    assert getattr(error.value, "code", None) == "bad-labels"


def test_more_sets_than_are_kept_are_not_merged(client: TestClient) -> None:
    """A merge of too many tile sets, or of too many tile faces, is refused before faces are compared."""
    for path, body in (("merge", {"others": ["a"] * 100_000}), ("forget", {"faces": ["a"] * 100_000})):
        answer = client.post(f"/api/v1/sets/a/{path}", json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "out-of-range")


HOUSE = 'id = "club"\ntitle = "The club"\nparent = "nmjl-1976"\n'
CASE = '[[rulings.joker-in-pair]]\noutcome = "play-on"\nplace = "p. 1"\ntext = "{text}"\n'


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a = " + "[" * 100_000, id="nested"),
        pytest.param("limit = " + "9" * 5000, id="digits"),
        pytest.param(HOUSE + CASE.replace("{text}", "{points:999999999}"), id="a width of a gigabyte"),
        pytest.param(HOUSE + CASE.replace("{text}", "{points!r}"), id="another form"),
        pytest.param(HOUSE + CASE.replace("{text}", "{points.real}"), id="an attribute"),
        pytest.param(HOUSE + CASE.replace("{text}", "{points"), id="an open bracket"),
        pytest.param(HOUSE + "[[rulings.mah-jongg-in-error]]\nwhen = { exposed = [[1]] }\n", id="a list in a list"),
        pytest.param(HOUSE + "[[rulings.misnamed-discard]]\nwhen = { wanted_for = [{a = 1}] }\n", id="no text"),
    ],
)
def test_a_house_rule_set_made_to_do_harm_is_refused(text: str) -> None:
    """A harmful house rule set is refused; anyone may write one, since an exported game carries its rule set."""
    begun = process_time()
    with pytest.raises(RuleSetError) as error:
        parse_ruleset(text, "house.toml")
    assert error.value.where.startswith("house.toml")
    assert process_time() - begun < SECONDS


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"[" * 900_000, id="lists in lists"),
        pytest.param(b'{"a":' * 180_000, id="objects in objects"),
        pytest.param(b'{"id": ' + b"9" * 900_000 + b"}", id="digits"),
        pytest.param(b'{"a": 1' + b"0" * 4000 + b"." + b"9" * 900_000 + b"}", id="decimals"),
        pytest.param(json.dumps(dict.fromkeys(MANY[:60000], 1)).encode(), id="fields"),
        pytest.param(b'{"rack": "' + b" " * 900_000 + b'", "card": "nmjl-1976"}', id="blanks"),
        pytest.param(b'{"rack": "1B", "card": "' + b"x" * 900_000 + b'"}', id="a long name"),
        pytest.param(b'{"rack": "1B", "card": "\\ud800"}', id="half a letter"),
        pytest.param(b"\xff\xfe{\0}\0", id="another encoding"),
    ],
)
def test_json_made_to_do_harm_is_refused(client: TestClient, body: bytes) -> None:
    """Any harmful JSON gets one of our errors soon, and never a crash."""
    begun = process_time()
    answer = client.post("/api/v1/check", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in {400, 404, 413, 422}
    assert answer.json()["error"]["code"] not in {"internal", "out-of-memory"}
    assert process_time() - begun < SECONDS
