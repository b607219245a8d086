"""Payments of the Japanese-American booklet: the whole printed chart, OYA and KO, limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import OutcomeError
from rules.melds.circumstances import Circumstances
from rules.ruleset import RuleSet, load_ruleset, parse_ruleset
from rules.settlement.outcome import parse_outcome
from rules.settlement.payments import OyaKoPayment
from rules.settling import Settlement, settle

BOOKLET = load_ruleset("japanese-american-2009")


def payment() -> OyaKoPayment:
    """Return the booklet's way of payment."""
    assert isinstance(BOOKLET.payment, OyaKoPayment)
    return BOOKLET.payment


# The chart as printed, misprints included: points, then a cell each for 1, 2, 3 and 4 bonuses.
PRINTED = """
20  40/160/240   80/320/480   160/640/960    320/280/1920
22  40/170/270   90/360/560   180/720/1080   350/1400/2100
24  50/200/300   100/390/570  190/760/1140   380/1520/2280
26  50/200/300   100/400/600  210/840/1260   420/1680/2520
28  60/240/360   110/440/660  220/880/1320   450/1800/2700
30  60/240/360   120/480/720  240/960/1440   480/1920/2880
32  60/240/360   130/520/780  260/1040/1560
34  70/280/420   140/560/840  270/1080/1620
36  70/280/420   140/560/840  290/1160/1740
38  80/320/480   150/600/900  300/1200/1800
40  80/320/480   160/640/960  320/1280/1920
42  80/320/480   170/680/1020 340/1360/2040
44  90/360/540   180/720/1080 350/1400/2100
46  90/360/540   180/720/1080 350/1400/2100
48  100/400/600  190/760/1140 380/1520/2280
50  100/400/600  200/800/1200 400/1600/2400
52  100/400/600  210/840/1260 420/1680/2560
54  110/400/600  220/880/1320 430/1720/2580
56  110/440/660  220/880/1320 450/1800/2700
58  120/480/720  230/920/1380 460/1840/2760
"""

# Cells that the rule set treats as misprints: points and bonuses.
MISPRINTS = {(20, 4), (22, 1), (22, 2), (24, 2), (46, 3), (52, 3), (54, 1)}


def printed_cells() -> dict[tuple[int, int], str]:
    """Return the printed chart by points and bonuses."""
    rows = [line.split() for line in PRINTED.strip().splitlines()]
    return {(int(row[0]), bonuses): cell for row in rows for bonuses, cell in enumerate(row[1:], start=1)}


def settled(outcome: dict[str, object], east: str | None = "A") -> Settlement:
    """Return the booklet's settlement among A, B, C and D."""
    return settle(parse_outcome({"players": list("ABCD"), "east": east, "outcome": outcome}), BOOKLET)


def win(winner: str, discarder: str | None, **score: object) -> dict[str, object]:
    """Return a win by points and bonuses or a limit."""
    won_by = "self-pick" if discarder is None else "discard"
    return {"kind": "win", "winner": winner, "won_by": won_by, "discarder": discarder, **score}


@pytest.mark.parametrize(("points", "bonuses"), printed_cells())
def test_every_cell_of_the_printed_chart(points: int, bonuses: int) -> None:
    """Scoring chart: KO from the wall / discarder to KO / KO to OYA settle as printed, except in the misprints."""
    score = {"points": points, "bonuses": bonuses}
    from_the_wall = settled(win("B", None, **score)).net
    to_ko = settled(win("B", "C", **score)).net
    to_oya = settled(win("A", "C", **score)).net
    cell = f"{-from_the_wall['C']}/{-to_ko['C']}/{-to_oya['C']}"
    assert (cell != printed_cells()[points, bonuses]) == ((points, bonuses) in MISPRINTS)
    # "OYA pays double that amount"; "if OYA wins from the wall, all KO pay double the 1st number"
    assert from_the_wall["A"] == 2 * from_the_wall["C"]
    assert settled(win("A", None, **score)).net == {n: from_the_wall["A"] * (-3 if n == "A" else 1) for n in "ABCD"}


def test_the_chart_marks_its_misprints() -> None:
    """The program's own chart has every printed row and column, and marks exactly the misprinted cells."""
    assert BOOKLET.chart is not None
    cells = {(cell.points, cell.bonuses): cell for row in BOOKLET.chart.cells(payment()) for cell in row}
    for place, printed in printed_cells().items():
        assert cells[place].printed == (printed if place in MISPRINTS else None)
        assert (str(cells[place]) == printed) == (place not in MISPRINTS)
    assert set(cells) >= set(printed_cells())
    # beyond the print, the fourth column is the limit: 500/2000/3000
    beyond = set(cells) - set(printed_cells())
    assert {(points, 4) for points in range(32, 60, 2)} == beyond
    assert {(cells[place].limit, str(cells[place])) for place in beyond} == {(True, "500/2000/3000")}


CORRECT = [
    ((20, 4), "320/1280/1920"),
    ((22, 1), "40/160/240"),
    ((22, 2), "90/360/540"),
    ((24, 2), "100/400/600"),
    ((46, 3), "370/1480/2220"),
    ((52, 3), "420/1680/2520"),
    ((54, 1), "110/440/660"),
]


@pytest.mark.parametrize(("place", "right"), CORRECT)
def test_what_stands_in_place_of_a_misprint(place: tuple[int, int], right: str) -> None:
    """Each misprinted cell has its calculated value."""
    assert BOOKLET.chart is not None
    assert [str(c) for row in BOOKLET.chart.cells(payment()) for c in row if (c.points, c.bonuses) == place] == [right]


LIMITS = [
    pytest.param("B", "C", {"limit": True}, {"B": 2000, "C": -2000}, id="KO on a discard: 500 x 4"),
    pytest.param("A", "C", {"limit": True}, {"A": 3000, "C": -3000}, id="OYA on a discard: 500 x 6"),
    pytest.param(
        "B",
        None,
        {"limit": True},
        {"A": -1000, "B": 2000, "C": -500, "D": -500},
        id="KO from the wall: OYA pays double",
    ),
    pytest.param(
        "A", None, {"limit": True}, {"A": 3000, "B": -1000, "C": -1000, "D": -1000}, id="OYA from the wall: all double"
    ),
    pytest.param("B", "A", {"limit": "half"}, {"B": 1000, "A": -1000}, id="mixed twins: 250 x 4"),
    pytest.param("A", "D", {"limit": "half"}, {"A": 1500, "D": -1500}, id="mixed twins to OYA: 250 x 6"),
    pytest.param("B", "C", {"points": 32, "bonuses": 4}, {"B": 2000, "C": -2000}, id="512 exceeds 500: a limit hand"),
    pytest.param("B", "C", {"points": 20, "bonuses": 60}, {"B": 2000, "C": -2000}, id="however many bonuses"),
    pytest.param("B", "C", {"points": 62, "bonuses": 3}, {"B": 2000, "C": -2000}, id="496 rounds to 500"),
]


@pytest.mark.parametrize(("winner", "discarder", "score", "net"), LIMITS)
def test_limits(winner: str, discarder: str | None, score: dict[str, object], net: dict[str, int]) -> None:
    """Scoring: the limit applies before the factor of 4 or 6."""
    assert settled(win(winner, discarder, **score)).net == dict.fromkeys("ABCD", 0) | net


@pytest.mark.parametrize(
    ("points", "bonuses", "said"),
    [
        pytest.param(24, 1, "4 x 50 (24 points doubled once)", id="one bonus"),
        pytest.param(36, 3, "4 x 290 (36 points doubled 3 times)", id="three bonuses"),
        pytest.param(300, 1, "4 x 500 (300 points doubled once pass the limit)", id="one bonus, past the limit"),
    ],
)
def test_a_payment_says_how_its_points_came_about(points: int, bonuses: int, said: str) -> None:
    """The reason gives the amount, the points and how often they are doubled, as a player says it."""
    (paid,) = settled(win("B", "C", points=points, bonuses=bonuses)).transfers
    assert paid.why.endswith(said)


def house(line: str) -> RuleSet:
    """Return the booklet's rules with one figure of the payment changed."""
    head = 'id = "house"\ntitle = "House"\nparent = "japanese-american-2009"\n'
    return parse_ruleset(f"{head}[payment]\n{line}\n", "house.toml")


@pytest.mark.parametrize(("minimum", "on_streak"), [(1, 3), (3, 3), (5, 5)])
def test_a_streak_never_lowers_the_minimum_of_a_house(minimum: int, on_streak: int) -> None:
    """East's third win in a row takes three bonuses, or as many as the table asks of every hand."""
    ours = house(f"minimum_bonuses = {minimum}").payment
    assert isinstance(ours, OyaKoPayment)
    assert Circumstances(dealer=True, streak=2).minimums(ours) == (on_streak,)
    assert Circumstances(dealer=True).minimums(ours) == (minimum,)


@pytest.mark.parametrize(
    ("limit", "score", "paid"),
    [
        pytest.param(328, {"points": 82, "bonuses": 2}, 4 * 328, id="328 would round to 330"),
        pytest.param(200, {"limit": "half"}, 4 * 200, id="the half limit of 250 is more than the limit"),
        pytest.param(1000, {"limit": "half"}, 4 * 250, id="a higher limit leaves the half limit"),
    ],
)
def test_no_hand_pays_more_than_the_limit_of_a_house(limit: int, score: dict[str, object], paid: int) -> None:
    """A table decides on the limit: neither rounding nor the half limit passes it."""
    ours = house(f"limit = {limit}")
    game = {"players": list("ABCD"), "east": "A", "outcome": win("B", "C", **score)}
    assert settle(parse_outcome(game), ours).net["B"] == paid


@pytest.mark.parametrize("discarder", ["C", None])
def test_points_that_a_house_rounds_down_to_none_are_not_paid(discarder: str | None) -> None:
    """A house that rounds to hundreds pays nothing for 40 points."""
    game = {"players": list("ABCD"), "east": "A", "outcome": win("B", discarder, points=20, bonuses=1)}
    assert settle(parse_outcome(game), house("round_to = 100")).transfers == ()


REFUSED = [
    pytest.param(win("B", "C", value=25), "A", "outcome.value", "contradiction", id="a value"),
    pytest.param(win("B", "C", bonuses=2), "A", "outcome.points", "missing-field", id="no points"),
    pytest.param(win("B", "C", points=30), "A", "outcome.bonuses", "missing-field", id="no bonuses"),
    pytest.param(win("B", "C", points=18, bonuses=2), "A", "outcome.points", "out-of-range", id="less than going out"),
    pytest.param(win("B", "C", points=30, bonuses=0), "A", "outcome.bonuses", "out-of-range", id="no bonus at all"),
    pytest.param(win("B", "C", points=30, bonuses=65), "A", "outcome.bonuses", "out-of-range", id="absurd bonuses"),
    pytest.param(win("B", "C", points=30, bonuses=2), None, "east", "missing-field", id="nobody is East"),
    pytest.param(win("B", None, limit="half"), "A", "outcome.limit", "contradiction", id="mixed twins from the wall"),
    pytest.param(
        win("B", "C", limit=True, redeemed_joker=True), "A", "outcome.redeemed_joker", "contradiction", id="a joker"
    ),
]


@pytest.mark.parametrize(("outcome", "east", "where", "code"), REFUSED)
def test_refused(outcome: dict[str, object], east: str | None, where: str, code: str) -> None:
    """The error names a field that this game lacks or needs."""
    with pytest.raises(OutcomeError) as caught:
        settled(outcome, east)
    assert (caught.value.where, caught.value.code) == (where, code)


@pytest.mark.parametrize("ruling", ["mah-jongg-in-error", "false-woo"])
def test_a_wrong_mah_jongg_pays_everyone_100(ruling: str) -> None:
    """Important rules, and Point values: the declarer pays 100 points to everyone, East or not."""
    for east in "AB":
        result = settled({"kind": "error", "ruling": ruling, "declarer": "B"}, east)
        assert result.net == {"A": 100, "B": -300, "C": 100, "D": 100}


def test_wall() -> None:
    """After a draw the deal passes and nobody pays."""
    assert settled({"kind": "wall"}, None).net == dict.fromkeys("ABCD", 0)


@given(st.integers(20, 2000), st.integers(1, 20))
def test_amount_against_decimal_rounding(points: int, bonuses: int) -> None:
    """The amount is the points doubled for each bonus, rounded to 10 with half up, at most 500, by a slow count."""
    doubled = points
    for _ in range(bonuses):
        doubled += doubled
    expected = 0
    while expected + 5 <= doubled and expected < 500:
        expected += 10
    assert payment().amount(points, bonuses) == expected
