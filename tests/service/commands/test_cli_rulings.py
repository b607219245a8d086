import pytest

from tests.service.conftest import RunCli


def test_rulings_are_listed_with_what_they_ask_for(run: RunCli) -> None:
    """The list has the contract's ids with their inputs."""
    listed = {entry["id"]: entry for entry in run("rulings", "--json").document["rulings"]}
    assert {"declarer", "exposed", "threw_in", "value"} <= {
        fact["name"] for fact in listed["mah-jongg-in-error"]["inputs"]
    }
    assert {"misnamed-discard", "wrong-tile-count", "joker-exchange", "false-woo"} <= set(listed)
    assert "misnamed-discard" in run("rulings").out
    assert "east: who is East" not in run("rulings").out
    assert "east: who is East" in run("rulings", "--ruleset", "hoyle-league").out


def test_a_ruling_is_given(run: RunCli) -> None:
    """Facts are written key=value: names, comma-separated lists, yes and no, numbers."""
    facts = ["declarer=Ann", "exposed=yes", "threw_in=Bea,Cat", "value=25", "players=Ann,Bea,Cat,Dee"]
    result = run("rule", "mah-jongg-in-error", *facts, "--ruleset", "nmjl-1976", "--json")
    assert result.status == 0
    answer = result.document
    assert (answer["ruling"], answer["outcome"]) == ("mah-jongg-in-error", "game-over")
    assert [(one["from"], one["to"], one["points"]) for one in answer["transfers"]] == [("Ann", "Dee", 50)]
    assert "p. 11" in answer["source"]
    assert "Ann" in run("rule", "mah-jongg-in-error", *facts).out


def test_facts_that_were_left_out_are_said(run: RunCli) -> None:
    """For omitted facts the text lists the assumptions; with all facts given, and in JSON, it lists none."""

    def told(*facts: str) -> str:
        return " ".join(run("rule", *facts).out.split())

    alone = told("mah-jongg-in-error")
    assert "nothing was said of it: exposed no, jokerless no, singles_and_pairs no, threw_in nobody" in alone
    some = told("mah-jongg-in-error", "declarer=Ann", "exposed=yes", "threw_in=Bea,Cat", "value=25")
    assert "nothing was said of it: jokerless no, singles_and_pairs no" in some
    for whole in (["threw-in-early"], ["false-woo"]):
        assert "nothing was said" not in told(*whole)
    assert "nothing was said" not in run("rule", "mah-jongg-in-error", "--json").out


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (["no-such-ruling"], 1, "unknown-ruling"),
        (["misnamed-discard", "miscaller=Bea", "colour=red"], 1, "unknown-field"),
        (["misnamed-discard", "miscaller"], 2, "bad-fact"),
        (["mah-jongg-in-error", "declarer=Ann", "threw_in=Bea", "threw_in=Cat"], 2, "fact-given-twice"),
        (["misnamed-discard", "--ruleset", "house"], 1, "unknown-ruleset"),
    ],
    ids=["ruling", "fact", "form", "twice", "rule set"],
)
def test_what_cannot_be_ruled_on(run: RunCli, arguments: list[str], status: int, code: str) -> None:
    """Each refusal is one error object with its exit status."""
    result = run("rule", *arguments, "--json")
    assert (result.status, result.document["error"]["code"]) == (status, code)
