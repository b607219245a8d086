"""Payments of the set manual, row by row."""

import pytest

from rules.ruleset import load_ruleset
from rules.settlement.outcome import parse_outcome
from rules.settling import Settlement, settle
from tests.rules.settlement.test_settle_hoyle_league import win

MANUAL = load_ruleset("set-manual")


def settled(outcome: dict[str, object], bets: dict[str, str] | None = None) -> Settlement:
    """Return the manual's settlement, with bets as bettor: player."""
    bettors = [{"name": name, "bet_on": backed} for name, backed in (bets or {}).items()]
    return settle(parse_outcome({"players": list("ABCD"), "bettors": bettors, "outcome": outcome}), MANUAL)


ROWS = [
    pytest.param(
        25, "B", False, {"A": 100, "B": -50, "C": -25, "D": -25}, id="Step V: discarder double, others single"
    ),
    pytest.param(25, "B", True, {"A": 100, "B": -50, "C": -25, "D": -25}, id="row 11 needs a self-drawn tile as well"),
    pytest.param(20, None, True, {"A": 120, "B": -40, "C": -40, "D": -40}, id="row 11: self-drawn without a joker"),
    pytest.param(20, None, False, {"A": 60, "B": -20, "C": -20, "D": -20}, id="self-drawn with a joker: all single"),
]


@pytest.mark.parametrize(("value", "discarder", "jokerless", "net"), ROWS)
def test_a_win(value: int, discarder: str | None, jokerless: bool, net: dict[str, int]) -> None:
    """A win pays by Step V and rows 10 and 11 of Rules and penalties."""
    assert settled(win(value, discarder, jokerless=jokerless)).net == net


BETS = [
    pytest.param("B", {"E": "A"}, {"A": 100, "B": -100, "C": -50, "D": -50, "E": 100}, id="receives what A receives"),
    pytest.param("B", {"E": "B"}, {"A": 150, "B": -50, "C": -25, "D": -25, "E": -50}, id="pays what B pays"),
    pytest.param("B", {"E": "C"}, {"A": 125, "B": -50, "C": -25, "D": -25, "E": -25}, id="pays what C pays"),
    pytest.param(
        None, {"E": "A", "F": "D"}, {"A": 200, "B": -100, "C": -100, "D": -100, "E": 150, "F": -50}, id="two bets"
    ),
]


@pytest.mark.parametrize(("discarder", "bets", "net"), BETS)
def test_bettors_mirror_whom_they_back(discarder: str | None, bets: dict[str, str], net: dict[str, int]) -> None:
    """Row 13: the bettor pays and receives the full value with the player backed."""
    assert settled(win(25, discarder, jokerless=True), bets).net == net


ERRORS = [
    pytest.param({"exposed": False}, {}, {}, id="row 7: nobody exposed, no penalty"),
    pytest.param({"exposed": True}, {}, {}, id="row 8: pays the winner later, nobody now"),
    pytest.param(
        {"exposed": True, "threw_in": ["B", "C"]},
        {},
        {"A": -25, "B": -25, "C": -25, "D": 75},
        id="row 9: all pay the hand not exposed",
    ),
    pytest.param(
        {"exposed": True, "threw_in": ["B", "C"]},
        {"E": "D", "F": "B"},
        {"A": -50, "B": -50, "C": -50, "D": 100, "E": 75, "F": -25},
        id="row 13: bettors share penalties and awards",
    ),
    pytest.param(
        {"exposed": False, "threw_in": ["B", "C", "D"]}, {}, {}, id="row 9 cannot mean to pay the one who erred"
    ),
]


@pytest.mark.parametrize(("error", "bets", "net"), ERRORS)
def test_mahjong_in_error(error: dict[str, object], bets: dict[str, str], net: dict[str, int]) -> None:
    """Rows 7 to 9 and 13 set the payment; without a named amount it is the value of the hand."""
    outcome = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "A", "value": 25, **error}
    assert settled(outcome, bets).net == dict.fromkeys("ABCD", 0) | dict.fromkeys(bets, 0) | net


def test_a_misnamed_discard_costs_nothing() -> None:
    """Row 6: nobody may take a tile incorrectly named; the manual names no payment."""
    result = settled({"kind": "misnamed", "miscaller": "A", "claimant": "B", "value": 25})
    assert result.transfers == ()
    assert result.ruling is not None
    assert (result.ruling.outcome, result.ruling.allowed) == ("play-on", False)
    assert "row 6" in result.source


def test_wall() -> None:
    """Step IV: nobody wins, another wall is built, nobody pays."""
    assert settled({"kind": "wall"}, {"E": "A"}).net == dict.fromkeys("ABCDE", 0)
