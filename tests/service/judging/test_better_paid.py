"""Prove that the verdict names a hand that pays more than the one of highest value, and keeps the hands' order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.card.card import parse_card
from rules.hand import parse_rack
from service.cards.card_folder import home_library
from service.judging.confirmation import ConfirmedRack, ConfirmedTile
from service.judging.judge_seen import judge_seen
from service.judging.judge_setup import JudgeSetup
from service.judging.photo_claim import PhotoClaim
from service.judging.rack_check import RackCheck
from service.judging.verify import verify_photo
from service.judging.win_facts import WinFacts
from tests.service.commands.test_cli_verify import reading_of
from tests.service.conftest import RunCli

CARD = """
id = "doubled"
title = "Doubled"
source = "made up"
ruleset = "modern-american"

[[section]]
title = "Twice"
lines = [
    "Kongs: NNNN SSSS EEEE WW x{usual}",
    "Pairs: NN NN SS SS EE EE WW x30 sp",
]
"""
RACK = "NNNN SSSS EEEE WW"


@pytest.mark.parametrize(("usual", "pays"), [(25, 50), (16, 32), (15, None), (10, None)])
def test_a_doubled_line_that_pays_more_is_named(run: RunCli, tmp_path: Path, usual: int, pays: int | None) -> None:
    """Singles and Pairs earn no double: 30 points pay less than 25 doubled, and as much as 15 doubled."""
    card = tmp_path / "doubled.toml"
    card.write_text(CARD.replace("{usual}", str(usual)), "utf-8")
    found = run("check", RACK, "--card", card, "--json")
    assert found.status == 0, found.out + found.err
    document = found.document
    assert [match["value"] for match in document["matches"]] == [30, usual]
    assert document["value"] == 30
    more = document.get("pays_more")
    assert (more and (more["pays"], more["best_pays"])) == (pays and (pays, 30))
    told = run("check", RACK, "--card", card).out
    assert ("pays more" in told) == ("--as-hand 1 calls it" in " ".join(told.split())) == (pays is not None)


@pytest.mark.parametrize(
    ("card", "rack", "called", "said"),
    [
        pytest.param("doubled", RACK, [], "hand 1 pays more: 50 without jokers, the first 30;", id="doubled"),
        pytest.param(
            "nmjl-1976",
            "FF 1111B 2222B 3333B",
            ["--as-hand", "24"],
            "hand 73 pays more: 35, the first 20;",
            id="a book without a double",
        ),
    ],
)
def test_only_a_rule_set_that_doubles_is_said_to_double(
    run: RunCli, tmp_path: Path, *, card: str, rack: str, called: list[str], said: str
) -> None:
    """The reason names the jokers only where they change the payment; nmjl-1976 pays nothing for their absence."""
    if card == "doubled":
        (tmp_path / "doubled.toml").write_text(CARD.replace("{usual}", "25"), "utf-8")
        card = str(tmp_path / "doubled.toml")
    assert said in " ".join(run("check", rack, "--card", card, *called).out.split())


@pytest.mark.parametrize(("usual", "pays"), [(25, 45), (12, 32), (10, None)])
def test_a_tournament_adds_to_a_hand_without_jokers(tmp_path: Path, usual: int, pays: int | None) -> None:
    """A tournament scores 20 points more for a hand without jokers, and doubles nothing."""
    path = tmp_path / "house.toml"
    path.write_text('parent = "modern-american"\nid = "our-house"\ntitle = "Ours"\n[tournament]\non = true\n', "utf-8")
    setup = JudgeSetup(home_library().ruleset(str(path)), parse_card(CARD.replace("{usual}", str(usual))))
    more = setup.judge(parse_rack(RACK)).better
    assert (more and (more.pays, more.best_pays)) == (pays and (pays, 30))


@pytest.mark.parametrize(
    ("facts", "pays"),
    [
        pytest.param(WinFacts(), 50, id="unknown"),
        pytest.param(WinFacts(won_by="self-pick"), 50, id="self-pick"),
        pytest.param(WinFacts(discarder="Bea"), None, id="discard"),
        pytest.param(WinFacts(discarder="Bea", redeemed_joker=True), 50, id="a redeemed joker counts as picked"),
    ],
)
@pytest.mark.parametrize("told", [False, True], ids=["seen", "told"])
def test_what_pays_more_depends_on_how_the_hand_was_won(
    tmp_path: Path, *, facts: WinFacts, pays: int | None, told: bool
) -> None:
    """A table doubles jokerless hands after a self-pick alone; the facts of the photo say how the hand was won."""
    path = tmp_path / "house.toml"
    path.write_text(
        'parent = "modern-american"\nid = "our-house"\ntitle = "Ours"\n[payment]\njokerless_on_discard = false\n',
        "utf-8",
    )
    setup = JudgeSetup(home_library().ruleset(str(path)), parse_card(CARD.replace("{usual}", "25")))
    if told:
        check = verify_photo(reading_of({}), "a.jpg", setup, PhotoClaim(rack=RACK, facts=facts)).check
    else:
        tiles = enumerate(parse_rack(RACK).concealed, 1)
        rack = ConfirmedRack(tuple(ConfirmedTile(at, tile.code, True, (tile.code,)) for at, tile in tiles))
        check = judge_seen(rack, setup, facts)
    assert isinstance(check, RackCheck)
    assert (check.better and check.better.pays) == pays


@pytest.mark.parametrize(
    ("rack", "called", "best"),
    [
        (RACK, None, ("2", 30)),
        (RACK, "1", ("1", 25)),
        (RACK, 1, ("1", 25)),
        (RACK, "2", ("2", 30)),
        ("[NNNN] SSSS EEEE WW", "2", ("1", 25)),
        ("NNN SSSS EEEE WW F", "1", (None, None)),
    ],
)
def test_the_hand_that_is_called_is_judged_and_paid(
    run: RunCli, tmp_path: Path, rack: str, called: str | int | None, best: tuple[str | None, int | None]
) -> None:
    """A called hand comes first and the other matches follow; a rack that does not make it is judged as usual."""
    card = tmp_path / "doubled.toml"
    card.write_text(CARD.replace("{usual}", "25"), "utf-8")
    options = {} if called is None else {"as_hand": called}
    batch = tmp_path / "batch.jsonl"
    batch.write_text(json.dumps({"id": 1, "rack": rack, "card": str(card), "options": options}), "utf-8")
    (found,) = run("check", "--batch", batch).documents
    assert (found["best"], found["value"]) == best
    assert sorted(match["hand"] for match in found["matches"]) == (["1", "2"] if rack == RACK else ["1"] * found["win"])
    assert ("pays_more" in found) == (rack == RACK and best[0] == "2")
    if called is not None:
        typed = run("check", rack, "--card", card, "--as-hand", str(called), "--json").document
        assert (typed["best"], typed["value"]) == best


@pytest.mark.parametrize(("called", "best"), [("2a", "2a"), ("2A", "2a"), ("2", "2a"), ("9c", "9c"), ("1", "1a")])
def test_a_hand_is_called_as_it_is_found_on_the_card(run: RunCli, called: str, best: str) -> None:
    """A call is in either case, and a line's number calls its alternatives."""
    found = run("check", "JJJJJJJJ FFFFFF", "--card", "hoyle-league", "--as-hand", called, "--json").document
    assert found["best"] == best


@pytest.mark.parametrize(("options", "code"), [({"as_hand": "9"}, "unknown-hand"), ({"as_hand": True}, "wrong-type")])
def test_only_a_hand_of_the_card_can_be_called(
    run: RunCli, tmp_path: Path, options: dict[str, object], code: str
) -> None:
    """Calling a number that is not on the card is an error."""
    card = tmp_path / "doubled.toml"
    card.write_text(CARD.replace("{usual}", "25"), "utf-8")
    batch = tmp_path / "batch.jsonl"
    batch.write_text(json.dumps({"rack": RACK, "card": str(card), "options": options}), "utf-8")
    (found,) = run("check", "--batch", batch).documents
    assert (found["error"]["code"], found["error"]["where"]) == (code, "options.as_hand")
    assert code == "wrong-type" or "; its hands are 1 to " in found["error"]["message"]
