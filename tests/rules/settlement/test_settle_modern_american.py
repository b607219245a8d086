"""The modern guide's score sheet and chips, with each of its examples."""

import pytest

from rules.errors import OutcomeError
from rules.ruleset import load_ruleset
from rules.settlement.outcome import parse_outcome
from rules.settling import Settlement, settle

GUIDE = load_ruleset("modern-american")


def settled(outcome: dict[str, object]) -> Settlement:
    """Return the guide's settlement among A, B, C and D."""
    return settle(parse_outcome({"players": list("ABCD"), "outcome": outcome}), GUIDE)


def win(discarder: str | None, **facts: object) -> Settlement:
    """Return A's win with a hand of 25."""
    won_by = "self-pick" if discarder is None else "discard"
    outcome = {"kind": "win", "winner": "A", "won_by": won_by, "discarder": discarder, "value": 25, **facts}
    return settled(outcome)


# discarder, facts, the sheet of A B C D, chips of A B C D
ROWS = [
    pytest.param("B", {}, (25, -50, -25, -25), (100, -50, -25, -25), id="subtracting 1: discarder down 50"),
    pytest.param(
        "B", {"jokerless": True}, (50, -100, -50, -50), (200, -100, -50, -50), id="subtracting 2: jokerless, down 100"
    ),
    pytest.param(None, {}, (50, -50, -50, -50), (150, -50, -50, -50), id="adding 2: self-picked, 50"),
    pytest.param(
        None,
        {"jokerless": True},
        (100, -100, -100, -100),
        (300, -100, -100, -100),
        id="adding 2: jokerless and picked, four times",
    ),
    pytest.param(
        None,
        {"jokerless": True, "singles_and_pairs": True},
        (50, -50, -50, -50),
        (150, -50, -50, -50),
        id="adding 1, exception: singles and pairs do not double",
    ),
    pytest.param(
        "B",
        {"jokerless": True, "singles_and_pairs": True},
        (25, -50, -25, -25),
        (100, -50, -25, -25),
        id="adding 1, exception: singles and pairs on a discard",
    ),
    pytest.param(
        "B",
        {"redeemed_joker": True},
        (50, -50, -50, -50),
        (150, -50, -50, -50),
        id="subtracting 4: redeemed, all double",
    ),
    pytest.param(
        "B",
        {"redeemed_joker": True, "jokerless": True},
        (100, -100, -100, -100),
        (300, -100, -100, -100),
        id="adding 3: redeemed the last joker",
    ),
    pytest.param(None, {"redeemed_joker": True}, (50, -50, -50, -50), (150, -50, -50, -50), id="picked and redeemed"),
]


@pytest.mark.parametrize(("discarder", "facts", "sheet", "chips"), ROWS)
def test_a_win(discarder: str | None, facts: dict[str, object], sheet: tuple[int, ...], chips: tuple[int, ...]) -> None:
    """Scoring in Mah Jongg: each sheet changes by the guide's amount, and the losers pay the winner in chips."""
    result = win(discarder, **facts)
    assert result.sheet == tuple(zip("ABCD", sheet, strict=True))
    assert tuple(result.net.values()) == chips


def test_chips_are_what_each_loser_goes_down() -> None:
    """Each loser pays the winner as many chips as he loses on the sheet."""
    result = win("C", jokerless=True)
    assert {t.payer: -t.points for t in result.transfers} == {n: p for n, p in result.sheet or () if p < 0}
    assert {t.payee for t in result.transfers} == {"A"}


MISNAMED = [
    pytest.param({}, 100, id="four times 25"),
    pytest.param({"jokerless": True}, 200, id="penalties 1: no jokers made it 50, so 200"),
    pytest.param({"jokerless": True, "singles_and_pairs": True}, 100, id="singles and pairs are always jokerless"),
]


@pytest.mark.parametrize(("facts", "points"), MISNAMED)
def test_misnamed_for_mah_jongg(facts: dict[str, object], points: int) -> None:
    """Penalties 1: only the miscaller's sheet changes; in chips he pays the claimant."""
    result = settled({"kind": "misnamed", "miscaller": "C", "claimant": "B", "value": 25, **facts})
    assert result.sheet == (("A", 0), ("B", 0), ("C", -points), ("D", 0))
    assert result.net == {"A": 0, "B": points, "C": -points, "D": 0}


@pytest.mark.parametrize(
    ("error", "sheet"),
    [
        pytest.param({"ruling": "dead-hand-disputed", "caller": "B", "player": "C"}, {"B": -25}, id="penalties 2"),
        pytest.param(
            {"ruling": "dead-hand-disputed", "caller": "B", "player": "C", "was_dead": True},
            {},
            id="rightly called dead",
        ),
        pytest.param({"ruling": "blind-pass-looked", "player": "D"}, {"D": -10}, id="penalties 3"),
    ],
)
def test_penalties_nobody_receives(error: dict[str, object], sheet: dict[str, int]) -> None:
    """Penalties 2 and 3: the erring player loses points on the sheet; the guide names nobody who gets them."""
    result = settled({"kind": "error", **error})
    assert result.sheet == tuple((dict.fromkeys("ABCD", 0) | sheet).items())
    assert result.transfers == ()


def test_wall() -> None:
    """Wall games: no one scores, on the sheet or in chips."""
    result = settled({"kind": "wall"})
    assert result.sheet == tuple(dict.fromkeys("ABCD", 0).items())
    assert result.transfers == ()


def test_nobody_bets() -> None:
    """A bet is refused, because the guide has no bettors."""
    game = {"players": list("ABCD"), "bettors": [{"name": "E", "bet_on": "A"}], "outcome": {"kind": "wall"}}
    with pytest.raises(OutcomeError) as caught:
        settle(parse_outcome(game), GUIDE)
    assert (caught.value.where, caught.value.code) == ("bettors", "wrong-number")
