"""Test `rackcheck use`: the table's card is stored once and named in every verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.cards.card_folder import home_library
from service.cards.table_card import TableCard, choose_card, kept_card
from service.shared.settings import settings
from tests.service.conftest import RunCli

WON = "FF 2222B GGGG 8888C"


def test_the_table_s_card_judges_where_none_is_named(run: RunCli) -> None:
    """Without --card the stored card judges; the first line names it and says that it was set, and JSON does too."""
    assert run("use", "practice").out.split() == run("use").out.split()
    shown = " ".join(run("check", WON).out.split())
    first = "Rackcheck's own practice card · Modern American game, with the players' own card (set with rackcheck use)"
    assert shown.startswith(f"{first} MAH JONGG")
    document = run("check", WON, "--json").document
    assert (document["card"], document["win"], document["judged_by"]["used"]) == ("practice", True, True)


def test_a_named_card_is_judged_by_and_named(run: RunCli) -> None:
    """A card on the command line wins over the stored one, and brings its own rules."""
    run("use", "practice", "--ruleset", "hoyle-league")
    result = run("check", WON, "--card", "nmjl-1976", "--json").document
    assert (result["card"], result["ruleset"], result["judged_by"]["used"]) == ("nmjl-1976", "nmjl-1976", False)
    shown = run("check", WON, "--card", "nmjl-1976").out
    assert shown.startswith("National Mah Jongg League 1976-1977 · ")
    assert "set with" not in shown


@pytest.mark.parametrize(
    ("card", "ruleset", "chosen"),
    [
        pytest.param(None, None, ("mine", "hers"), id="nothing named: the table's"),
        pytest.param("practice", None, ("practice", None), id="a card by its own rules"),
        pytest.param(None, "set-manual", ("mine", "set-manual"), id="the table's card by other rules"),
        pytest.param(None, "japanese-american-2009", (None, "japanese-american-2009"), id="a game without a card"),
        pytest.param("practice", "set-manual", ("practice", "set-manual"), id="both named"),
    ],
)
def test_what_is_named_goes_before_what_is_kept(
    card: str | None, ruleset: str | None, chosen: tuple[str | None, str | None]
) -> None:
    """A named card brings its own rules; named rules go with the stored card, unless they need none."""
    assert choose_card(card, ruleset, TableCard("mine", "hers"), home_library()) == TableCard(*chosen)


def test_a_line_of_a_batch_with_a_card_is_not_played_by_the_table_s_rules(run: RunCli, tmp_path: Path) -> None:
    """A batch line with its own card does not get the table's rules; a line without a card gets both."""
    run("use", "practice", "--ruleset", "hoyle-league")
    lines = tmp_path / "racks.jsonl"
    lines.write_text(f'{{"rack": "{WON}"}}\n{{"rack": "{WON}", "card": "nmjl-1976"}}\n')
    found = [(one["card"], one["ruleset"]) for one in run("check", "--batch", lines).documents]
    assert found == [("practice", "hoyle-league"), ("nmjl-1976", "nmjl-1976")]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param(("use", "nonesuch"), "unknown-card", id="no such card"),
        pytest.param(("use", "--ruleset", "modern-american"), "missing-field", id="rules that need a card"),
        pytest.param(("use", "practice", "--ruleset", "nonesuch"), "unknown-ruleset", id="no such rules"),
        pytest.param(("use", "practice", "--ruleset", ""), "unknown-ruleset", id="rules without a name"),
        pytest.param(("use", "practice", "--ruleset", "japanese-american-2009"), "no-card-rules", id="no card"),
    ],
)
def test_nothing_is_kept_that_cannot_be_played_by(run: RunCli, arguments: tuple[str, ...], code: str) -> None:
    """An unknown card or rule set is refused, and the stored choice stays."""
    run("use", "practice")
    assert run(*arguments, "--json").document["error"]["code"] == code
    assert run("use", "--json").document["use"] == {"card": "practice", "ruleset": None}


def test_it_is_forgotten_when_it_is_told_to(run: RunCli) -> None:
    """After the choice is cleared each command asks for a card again, and says how to store one."""
    run("use", "practice")
    assert "No card is kept" in run("use", "--forget").out
    refused = run("check", WON)
    assert refused.status == 1
    assert "rackcheck use CARD" in refused.err


@pytest.mark.parametrize("text", ["", "[]", '{"card": 7}', '{"cart": "practice"}', "\\xff"])
def test_a_broken_file_says_what_to_do(run: RunCli, text: str) -> None:
    """A broken stored choice gives an error with the command that repairs it."""
    run("use", "practice")
    (settings().data_dir / "table.json").write_text(text)
    error = run("check", WON, "--json").document["error"]
    assert error["code"] == "bad-table-card"
    assert "rackcheck use CARD" in error["message"]
    assert run("use", "practice").status == 0
    assert kept_card(settings().data_dir) == TableCard("practice", None)


def test_a_table_plays_on_by_a_renamed_card(run: RunCli) -> None:
    """A renamed card stays the table's card; after its removal an error names the command that chooses another."""
    run("cards", "copy", "practice", "ours")
    run("use", "ours", "--ruleset", "modern-american")
    assert run("cards", "rename", "ours", "club").status == 0
    assert run("use", "--json").document["use"] == {"card": "club", "ruleset": "modern-american"}
    assert run("check", WON, "--json").document["win"]
    run("cards", "remove", "club")
    for command in (("use",), ("check", WON), ("game", "new", "Ann,Bea,Cat,Dee"), ("rulings",)):
        refused = run(*command)
        assert (refused.status, "no card 'club'" in refused.err) == (1, True)
        assert "rackcheck use CARD" in refused.err
    assert run("check", WON, "--card", "practice").status == 0


MISNAMED = ("rule", "misnamed-discard", "miscaller=Ann", "claimant=Bea", "wanted_for=mah-jongg", "value=25")


def test_disputes_go_by_the_rules_of_the_table(run: RunCli) -> None:
    """Rulings and the list of questions follow the rules of the stored card, and name them first."""
    before = run(*MISNAMED, "--json").document
    assert (before["judged_by"]["used"], before["source"].split(":")[0]) == (
        False,
        "Let's Play Mah Jongg (National Mah Jongg League, 1976)",
    )
    run("use", "practice")
    after = run(*MISNAMED, "--json").document
    assert (after["judged_by"]["used"], after["source"].split(":")[0]) == (True, "Modern American guide")
    first = "Modern American game, with the players' own card  (set with rackcheck use)"
    assert run(*MISNAMED).out.splitlines()[0] == first
    assert run("rulings", "joker swap").out.splitlines()[0] == first
    named = run(*MISNAMED, "--ruleset", "nmjl-1976").out.splitlines()[0]
    assert named == "National Mah Jongg League, 39th year (1976-1977)"


def test_a_game_without_rules_of_its_own_is_paid_by_those_of_the_table(run: RunCli, tmp_path: Path) -> None:
    """A game with its own rule set keeps it; without a stored one, a game that names none is refused."""
    outcome = '{"kind": "win", "winner": "A", "won_by": "self-pick", "value": 25}'
    won = f'"players": ["A", "B", "C", "D"], "outcome": {outcome}'
    games = tmp_path / "games.jsonl"
    games.write_text(f'{{{won}}}\n{{"ruleset": "nmjl-1976", {won}}}\n')
    assert "error" in run("settle", games, "--json").documents[0]
    run("use", "practice")
    table, named = run("settle", games, "--json").documents
    assert table["sheet"] == {"A": 50, "B": -50, "C": -50, "D": -50}
    assert named["sheet"] is None


@pytest.mark.parametrize(
    ("arguments", "card", "ruleset"),
    [
        pytest.param((), "practice", "modern-american", id="the table's"),
        pytest.param(("--ruleset", "nmjl-1976"), "nmjl-1976", "nmjl-1976", id="rules named"),
        pytest.param(("--card", "hoyle-league"), "hoyle-league", "hoyle-league", id="a card named"),
    ],
)
def test_a_game_goes_by_what_the_table_plays(run: RunCli, arguments: tuple[str, ...], card: str, ruleset: str) -> None:
    """A new game without options takes the stored card and rules; a named card brings its own rules."""
    run("use", "practice")
    begun = run("game", "new", "Ann,Bea,Cat,Dee", *arguments, "--json").document
    assert (begun["card"], begun["ruleset"]) == (card, ruleset)
