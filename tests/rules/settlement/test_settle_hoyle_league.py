"""Payments of Hoyle's League game."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import OutcomeError
from rules.ruleset import load_ruleset, read_ruleset
from rules.settlement.outcome import parse_outcome
from rules.settling import Settlement, settle

HOYLE = load_ruleset("hoyle-league")


def settled(outcome: dict[str, object], bets: dict[str, str] | None = None, east: str | None = "A") -> Settlement:
    """Return Hoyle's settlement, with bets as bettor: player."""
    bettors = [{"name": name, "bet_on": backed} for name, backed in (bets or {}).items()]
    game = {"players": list("ABCD"), "east": east, "bettors": bettors, "outcome": outcome}
    return settle(parse_outcome(game), HOYLE)


def win(value: int, discarder: str | None = None, *, jokerless: bool = False) -> dict[str, object]:
    """Return A's win."""
    won_by = "self-pick" if discarder is None else "discard"
    return {
        "kind": "win",
        "winner": "A",
        "won_by": won_by,
        "discarder": discarder,
        "value": value,
        "jokerless": jokerless,
    }


ROWS = [
    pytest.param(None, False, {"A": 60, "B": -20, "C": -20, "D": -20}, id="picks his own tile: all double"),
    pytest.param("C", False, {"A": 40, "B": -10, "C": -20, "D": -10}, id="discarded tile: discarder double"),
    pytest.param("C", True, {"A": 80, "B": -20, "C": -40, "D": -20}, id="no big joker: paid double"),
    pytest.param(None, True, {"A": 120, "B": -40, "C": -40, "D": -40}, id="no big joker and self-picked: four times"),
]


@pytest.mark.parametrize(("discarder", "jokerless", "net"), ROWS)
@pytest.mark.parametrize("east", ["A", "B", None])
def test_a_win(discarder: str | None, jokerless: bool, net: dict[str, int], east: str | None) -> None:
    """Self-pick, discard and jokerless factors multiply; East neither receives nor pays double."""
    assert settled(win(10, discarder, jokerless=jokerless), east=east).net == net


BETS = [
    pytest.param(15, {"E": "A"}, {"B": -5, "C": -5, "D": -5, "E": 15}, id="right: equal shares from the three losers"),
    pytest.param(10, {"E": "A"}, {"B": -4, "C": -4, "D": -4, "E": 12}, id="right: a third of 10, rounded up"),
    pytest.param(25, {"E": "A"}, {"B": -9, "C": -9, "D": -9, "E": 27}, id="right: a third of 25, rounded up"),
    pytest.param(25, {"E": "B"}, {"A": 25, "E": -25}, id="wrong: pays the winner in full, the single value"),
    pytest.param(25, {"E": "A", "F": "D"}, {"A": 25, "B": -9, "C": -9, "D": -9, "E": 27, "F": -25}, id="two bettors"),
    pytest.param(15, {"E": "A", "F": "A"}, {"B": -10, "C": -10, "D": -10, "E": 15, "F": 15}, id="both right"),
]


@pytest.mark.parametrize(("value", "bets", "extra"), BETS)
@pytest.mark.parametrize("discarder", [None, "B"])
@pytest.mark.parametrize("jokerless", [False, True])
def test_bets(value: int, bets: dict[str, str], extra: dict[str, int], discarder: str | None, jokerless: bool) -> None:
    """A bet moves the single value whatever doubles the hand, in addition to the players' payments."""
    with_bets = settled(win(value, discarder, jokerless=jokerless), bets).net
    without = settled(win(value, discarder, jokerless=jokerless)).net
    assert {n: p - without.get(n, 0) for n, p in with_bets.items() if p != without.get(n, 0)} == extra


@given(st.integers(1, 10_000))
def test_a_share_is_the_smallest_whole_third(value: int) -> None:
    """Three shares cover the value, and one point less each would not."""
    bet = [t for t in settled(win(value), {"E": "A"}).transfers if t.payee == "E"]
    assert len({t.points for t in bet}) == 1
    assert sum(t.points for t in bet) >= value > sum(t.points - 1 for t in bet)


FALSE_WOO = [
    pytest.param("A", 500, {"A": -1500, "B": 500, "C": 500, "D": 500}, id="East: the limit to each other player"),
    pytest.param(
        "C", 500, {"A": 500, "B": 250, "C": -1000, "D": 250}, id="another: the limit to East, half to the rest"
    ),
    pytest.param("C", 25, {"A": 25, "B": 13, "C": -51, "D": 13}, id="half of an odd limit is rounded up"),
]


@pytest.mark.parametrize(("declarer", "limit", "net"), FALSE_WOO)
def test_false_woo(declarer: str, limit: int, net: dict[str, int]) -> None:
    """Additional rules, False woo: the declarer pays the limit, shared by East; the other three settle nothing."""
    result = settled({"kind": "error", "ruling": "false-woo", "declarer": declarer, "limit": limit}, {"E": declarer})
    assert result.net == net | {"E": 0}
    assert all(t.payer == declarer for t in result.transfers)


def test_false_woo_needs_a_limit_and_east() -> None:
    """The source fixes no limit, so the table must give one; and without East nobody knows who gets the whole."""
    woo: dict[str, object] = {"kind": "error", "ruling": "false-woo", "declarer": "C"}
    with pytest.raises(OutcomeError) as caught:
        settled(woo)
    assert (caught.value.where, caught.value.code) == ("outcome.limit", "missing-field")
    with pytest.raises(OutcomeError) as caught:
        settled({**woo, "limit": 500}, east=None)
    assert (caught.value.where, caught.value.code) == ("east", "missing-field")


def test_a_house_fixes_the_limit(tmp_path: Path) -> None:
    """A house sets the limit in one line, and the ruling no longer asks for it."""
    path = tmp_path / "house.toml"
    path.write_text('id = "club"\ntitle = "Club"\nparent = "hoyle-league"\nlimit = 300\n', encoding="utf-8")
    game = {
        "players": list("ABCD"),
        "east": "A",
        "outcome": {"kind": "error", "ruling": "false-woo", "declarer": "A"},
    }
    assert settle(parse_outcome(game), read_ruleset(path)).net == {"A": -900, "B": 300, "C": 300, "D": 300}


def test_wall() -> None:
    """If no one goes out, the game is void."""
    assert settled({"kind": "wall"}, {"E": "A", "F": "B"}).net == dict.fromkeys("ABCDEF", 0)


def test_misnamed_discard_is_not_answered() -> None:
    """A silent source gives no payment, and the answer says why."""
    result = settled({"kind": "misnamed", "miscaller": "A", "claimant": "B", "value": 25})
    assert result.transfers == ()
    assert result.ruling is not None
    assert result.ruling.outcome == "silent"
