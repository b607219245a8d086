"""Payments of the 1976 book, row by row as printed, and against a second count."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ruleset import load_ruleset
from rules.settlement.outcome import parse_outcome
from rules.settling import Settlement, settle

BOOK = load_ruleset("nmjl-1976")
PLAYERS = ("A", "B", "C", "D")
VALUES = (20, 25, 30, 35)


def settled(
    outcome: dict[str, object], bets: dict[str, str] | None = None, players: tuple[str, ...] = PLAYERS
) -> Settlement:
    """Return the book's settlement of an outcome, with bets as bettor: player."""
    bettors = [{"name": name, "bet_on": backed} for name, backed in (bets or {}).items()]
    return settle(parse_outcome({"players": list(players), "bettors": bettors, "outcome": outcome}), BOOK)


def win(value: int = 20, discarder: str | None = None, **more: object) -> dict[str, object]:
    """Return A's win, self-picked or on the discard of ``discarder``."""
    won_by = "self-pick" if discarder is None else "discard"
    return {"kind": "win", "winner": "A", "won_by": won_by, "discarder": discarder, "value": value, **more}


def paid(settlement: Settlement) -> dict[tuple[str, str], int]:
    """Return points by (payer, payee)."""
    found: Counter[tuple[str, str]] = Counter()
    for transfer in settlement.transfers:
        found[transfer.payer, transfer.payee] += transfer.points
    return dict(found)


@pytest.mark.parametrize("value", VALUES)
def test_self_picked_everyone_pays_double(value: int) -> None:
    """Standard scoring, p. 5: picked own tile, all players pay double the value."""
    assert paid(settled(win(value))) == {("B", "A"): 2 * value, ("C", "A"): 2 * value, ("D", "A"): 2 * value}


@pytest.mark.parametrize("value", VALUES)
def test_on_a_discard_only_the_discarder_pays_double(value: int) -> None:
    """Standard scoring, p. 5: only the discarder pays double score, all other players single."""
    assert paid(settled(win(value, "C"))) == {("B", "A"): value, ("C", "A"): 2 * value, ("D", "A"): value}


SELF_PICK_GUIDE = {20: 40, 25: 50, 30: 60, 35: 70}
DISCARD_GUIDE = {20: (40, 20), 25: (50, 25), 30: (60, 30), 35: (70, 35)}


@pytest.mark.parametrize(("value", "each"), SELF_PICK_GUIDE.items(), ids=lambda row: f"guide-{row}")
def test_guide_bet_on_a_self_picked_winner(value: int, each: int) -> None:
    """Bettor's guide, first table: each player pays `each` to the winner and `each` to the bettor."""
    assert paid(settled(win(value), {"E": "A"})) == {
        (payer, payee): each for payer in ("B", "C", "D") for payee in ("A", "E")
    }


@pytest.mark.parametrize(("value", "rows"), DISCARD_GUIDE.items(), ids=lambda row: f"guide-{row}")
def test_guide_bet_on_a_winner_by_discard(value: int, rows: tuple[int, int]) -> None:
    """Bettor's guide, second table: the discarder pays winner and bettor double, the others both single."""
    discarder, other = rows
    assert paid(settled(win(value, "D"), {"E": "A"})) == {
        ("D", "A"): discarder,
        ("D", "E"): discarder,
        ("B", "A"): other,
        ("B", "E"): other,
        ("C", "A"): other,
        ("C", "E"): other,
    }


@pytest.mark.parametrize(
    ("discarder", "backed", "pays"),
    [
        pytest.param(None, "B", 40, id="self-pick: double, as the player bet on"),
        pytest.param("B", "B", 40, id="bet on the discarder: double, as the discarder"),
        pytest.param("B", "C", 20, id="bet on another loser: single"),
        pytest.param("C", "B", 20, id="the discarder was somebody else: single"),
    ],
)
def test_guide_wrong_bet_pays_what_the_player_bet_on_pays(discarder: str | None, backed: str, pays: int) -> None:
    """Bettor's guide, last sentence: a wrong bettor pays the winner as the player bet on does, and nobody else."""
    payments = paid(settled(win(20, discarder), {"E": backed}))
    assert {pair: points for pair, points in payments.items() if "E" in pair} == {("E", "A"): pays}
    assert payments[backed, "A"] == pays


def test_scoring_with_kards_first_game() -> None:
    """How to play with Mah Jongg Kards, First Game: A picks own tile on 20, E bet wrongly: +160, the rest -40 each."""
    for backed in "BCD":
        result = settled(win(20), {"E": backed})
        assert result.net == {"A": 160, "B": -40, "C": -40, "D": -40, "E": -40}
        assert {name: 1000 + points for name, points in result.net.items()} == dict(
            zip("ABCDE", (1160, 960, 960, 960, 960), strict=True)
        )


SIX = [
    pytest.param(
        None, {"E": "A", "F": "A"}, {"A": 120, "B": -120, "C": -120, "D": -120, "E": 120, "F": 120}, id="both right"
    ),
    pytest.param(
        None, {"E": "A", "F": "B"}, {"A": 160, "B": -80, "C": -80, "D": -80, "E": 120, "F": -40}, id="one right"
    ),
    pytest.param(
        None, {"E": "B", "F": "B"}, {"A": 200, "B": -40, "C": -40, "D": -40, "E": -40, "F": -40}, id="both wrong"
    ),
    pytest.param(
        "B", {"E": "B", "F": "C"}, {"A": 140, "B": -40, "C": -20, "D": -20, "E": -40, "F": -20}, id="discard, wrong"
    ),
    pytest.param(
        "B", {"E": "A", "F": "B"}, {"A": 120, "B": -80, "C": -40, "D": -40, "E": 80, "F": -40}, id="discard, one right"
    ),
]


@pytest.mark.parametrize(("discarder", "bets", "expected"), SIX)
def test_six_handed(discarder: str | None, bets: dict[str, str], expected: dict[str, int]) -> None:
    """Six handed Mah Jongg, p. 11: each bettor pays or receives the full value, separately from the other."""
    result = settled(win(20, discarder), bets)
    assert result.net == expected
    assert not {("E", "F"), ("F", "E")} & paid(result).keys()


def test_a_cancelled_bet_moves_nothing() -> None:
    """Rules for bettors 3: a cancelled bet neither pays nor collects; the players' payments stay."""
    bettors = [{"name": "E", "bet_on": "A", "cancelled": True}, {"name": "F", "bet_on": "B", "cancelled": True}]
    result = settle(parse_outcome({"players": list(PLAYERS), "bettors": bettors, "outcome": win()}), BOOK)
    assert result.net == {"A": 120, "B": -40, "C": -40, "D": -40, "E": 0, "F": 0}


@pytest.mark.parametrize(
    ("players", "discarder", "expected"),
    [
        pytest.param(("A", "B"), None, {"A": 40, "B": -40}, id="two handed, self-pick"),
        pytest.param(("A", "B"), "B", {"A": 40, "B": -40}, id="two handed, discard"),
        pytest.param(("A", "B", "C"), "B", {"A": 60, "B": -40, "C": -20}, id="three handed, discard"),
    ],
)
def test_fewer_players(players: tuple[str, ...], discarder: str | None, expected: dict[str, int]) -> None:
    """Variations of Mah Jongg: two and three play by the same payments."""
    assert settled(win(20, discarder), players=players).net == expected


@pytest.mark.parametrize("flag", ["jokerless", "singles_and_pairs", "redeemed_joker"])
def test_the_book_doubles_nothing_else(flag: str) -> None:
    """A jokerless hand, of any section or completion, costs the same: the book names no such bonus."""
    for discarder in (None, "B"):
        assert settled(win(25, discarder, **{flag: True}), {"E": "B"}) == settled(win(25, discarder), {"E": "B"})


def test_a_dead_hand_pays_as_the_others_do() -> None:
    """Rules and penalties 9(a): a dead hand pays the same as the other players, and the reason says so."""
    result = settled(win(25, "C", dead=["B"]))
    assert paid(result) == paid(settled(win(25, "C")))
    assert [t.payer for t in result.transfers if "dead hand" in t.why] == ["B"]


def test_wall_game_moves_nothing() -> None:
    """The play, p. 7: a wall game does not score, with or without bets."""
    result = settled({"kind": "wall"}, {"E": "A"})
    assert result.transfers == ()
    assert result.net == dict.fromkeys("ABCDE", 0)
    assert result.sheet is None
    assert "p. 7" in result.source


MISNAMED = [
    pytest.param({}, {"A": 0, "B": 100, "C": -100, "D": 0}, id="the others do not pay"),
    pytest.param({"E": "C"}, {"B": 200, "C": -100, "E": -100}, id="bettor on the miscaller pays the penalty in full"),
    pytest.param({"E": "B"}, {"B": 100, "C": -200, "E": 100}, id="bettor on the claimant receives it in full"),
    pytest.param({"E": "A"}, {"B": 100, "C": -100, "E": 0}, id="a bet on anybody else moves nothing"),
    pytest.param({"E": "B", "F": "C"}, {"B": 200, "C": -200, "E": 100, "F": -100}, id="bettors never settle together"),
]


@pytest.mark.parametrize(("bets", "expected"), MISNAMED)
def test_misnamed_discard_wanted_for_mah_jongg(bets: dict[str, str], expected: dict[str, int]) -> None:
    """Rules and penalties 5 and Rules for bettors 5: the miscaller pays four times the value of the claimant's hand."""
    result = settled({"kind": "misnamed", "miscaller": "C", "claimant": "B", "value": 25}, bets)
    assert result.net == dict.fromkeys("ABCD", 0) | expected
    assert "Rules and penalties 5" in result.source
    assert result.ruling is not None
    assert result.ruling.outcome == "game-over"


@pytest.mark.parametrize(
    ("bets", "expected"),
    [
        pytest.param({}, {"A": -50, "D": 50}, id="double the declarer's hand"),
        pytest.param({"E": "A"}, {"A": -50, "D": 100, "E": -50}, id="bettor on the declarer"),
        pytest.param({"E": "D"}, {"A": -100, "D": 50, "E": 50}, id="bettor on the intact hand"),
        pytest.param({"E": "B", "F": "C"}, {"A": -50, "D": 50, "E": 0, "F": 0}, id="bettors on who threw in"),
    ],
)
def test_mah_jongg_in_error_and_two_threw_in(bets: dict[str, str], expected: dict[str, int]) -> None:
    """Mah Jongg in error 4(b): the declarer pays the intact hand double the value; bettors share all penalties."""
    error = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "A", "threw_in": ["B", "C"], "value": 25}
    for exposed in (True, False):
        result = settled({**error, "exposed": exposed}, bets)
        assert result.net == dict.fromkeys("ABCD", 0) | expected
        assert "4(b)" in result.source


def test_every_transfer_says_why_and_the_source_is_named() -> None:
    """A settlement can be read aloud: each payment has a reason, with the book's heading and the contract's fields."""
    answer = settled(win(25, "B"), {"E": "B", "F": "A"}).to_json()
    assert set(answer) >= {"id", "transfers", "net", "sheet", "source"}
    assert answer["transfers"] == [
        {"from": "B", "to": "A", "points": 50, "why": "discarded the tile A won on: 2 x 25"},
        {"from": "C", "to": "A", "points": 25, "why": "B discarded the tile A won on: 1 x 25"},
        {"from": "D", "to": "A", "points": 25, "why": "B discarded the tile A won on: 1 x 25"},
        {"from": "E", "to": "A", "points": 50, "why": "E bet on B and pays A what B pays"},
        {"from": "B", "to": "F", "points": 50, "why": "F bet on A and collects from B what B pays A"},
        {"from": "C", "to": "F", "points": 25, "why": "F bet on A and collects from C what C pays A"},
        {"from": "D", "to": "F", "points": 25, "why": "F bet on A and collects from D what D pays A"},
    ]
    assert "Standard scoring" in str(answer["source"])
    assert "bettors" in str(answer["source"])


wins = st.fixed_dictionaries(
    {
        "value": st.integers(1, 1000),
        "discarder": st.sampled_from([None, "B", "C", "D"]),
        "bets": st.dictionaries(st.sampled_from(["E", "F"]), st.sampled_from(PLAYERS)),
    }
)


@given(wins)
def test_net_agrees_with_a_recount_by_sides(game: dict[str, object]) -> None:
    """A second count by rates and head counts instead of payments gives everybody the same net."""
    value, discarder, bets = game["value"], game["discarder"], game["bets"]
    assert isinstance(value, int)
    assert isinstance(bets, dict)
    rate = {p: 2 if discarder is None or p == discarder else 1 for p in "BCD"}
    right = [bettor for bettor, backed in bets.items() if backed == "A"]
    wrong = [bettor for bettor, backed in bets.items() if backed != "A"]
    expected = {p: -rate[p] * value * (1 + len(right)) for p in "BCD"}
    expected |= {bettor: sum(rate.values()) * value for bettor in right}
    expected |= {bettor: -rate[bets[bettor]] * value for bettor in wrong}
    expected["A"] = value * (sum(rate.values()) + sum(rate[bets[bettor]] for bettor in wrong))
    assert settled(win(value, None if discarder is None else str(discarder)), bets).net == expected
