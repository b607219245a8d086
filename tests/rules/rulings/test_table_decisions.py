"""Each decision of a table changes a payment, a score or a ruling, shown before and after."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rules.card.card import load_card
from rules.errors import OutcomeError, RuleSetError, RulingError
from rules.hand import parse_rack
from rules.matching.winner import is_winner
from rules.ruleset import RuleSet, load_ruleset, parse_ruleset
from rules.rulings.catalogue import parse_inputs
from rules.rulings.decide import list_rulings, rule
from rules.rulings.house_options import TableRules
from rules.rulings.option_list import OPTIONS, Value
from rules.settlement.outcome import parse_outcome
from rules.settling import Settlement, settle

PLAYERS = ["Ann", "Bea", "Cat", "Dee"]
PICKED = {"kind": "win", "winner": "Ann", "won_by": "self-pick", "value": 25}
THROWN = {"kind": "win", "winner": "Ann", "won_by": "discard", "discarder": "Bea", "value": 25}
WALL = {"kind": "wall"}
POINTS = {"kind": "win", "winner": "Bea", "won_by": "discard", "discarder": "Cat", "points": 40, "bonuses": 3}


def decide(parent: str, decided: dict[str, Value]) -> RuleSet:
    """Return the rules of a table with these decisions."""
    return parse_ruleset(TableRules("our-table", "Our table", parent, decided).to_toml(), "table")


def paid(rules: RuleSet, outcome: dict[str, Any], **more: Any) -> Settlement:  # noqa: ANN401 - fields of a question
    """Return the settlement of one game in which Ann is East."""
    return settle(parse_outcome({"players": PLAYERS, "east": "Ann", "outcome": outcome, **more}), rules)


def moved(rules: RuleSet, outcome: dict[str, Any], **more: Any) -> list[int]:  # noqa: ANN401 - the same
    """Return the change of each player's score."""
    return list(paid(rules, outcome, **more).net.values())


PAYMENTS: list[tuple[str, dict[str, Value], dict[str, Any], list[int], list[int]]] = [
    ("modern-american", {"payment.self_pick": 3}, PICKED, [150, -50, -50, -50], [225, -75, -75, -75]),
    ("modern-american", {"payment.discarder": 4}, THROWN, [100, -50, -25, -25], [150, -100, -25, -25]),
    ("modern-american", {"payment.other": 0}, THROWN, [100, -50, -25, -25], [50, -50, 0, 0]),
    (
        "nmjl-1976",
        {"payment.jokerless": 2},
        {**PICKED, "jokerless": True},
        [150, -50, -50, -50],
        [300, -100, -100, -100],
    ),
    (
        "modern-american",
        {"payment.jokerless_on_discard": False},
        {**THROWN, "jokerless": True},
        [200, -100, -50, -50],
        [100, -50, -25, -25],
    ),
    (
        "modern-american",
        {"payment.singles_and_pairs_doubled": True},
        {**PICKED, "jokerless": True, "singles_and_pairs": True},
        [150, -50, -50, -50],
        [300, -100, -100, -100],
    ),
    (
        "modern-american",
        {"payment.redeemed_joker_is_self_pick": False},
        {**THROWN, "redeemed_joker": True},
        [150, -50, -50, -50],
        [100, -50, -25, -25],
    ),
    ("modern-american", {"payment.east": 2}, THROWN, [100, -50, -25, -25], [200, -100, -50, -50]),
    (
        "modern-american",
        {"table.rolled_double": 2},
        {**THROWN, "rolled_double": True},
        [100, -50, -25, -25],
        [200, -100, -50, -50],
    ),
    ("nmjl-1976", {"table.after_wall": 3}, {**THROWN, "after_wall": True}, [100, -50, -25, -25], [300, -150, -75, -75]),
    (
        "modern-american",
        {"table.last_wall": "hot"},
        {**THROWN, "last_wall": True},
        [100, -50, -25, -25],
        [100, -100, 0, 0],
    ),
    ("modern-american", {"table.pie": 40}, THROWN, [100, -50, -25, -25], [90, -40, -25, -25]),
    ("japanese-american-2009", {"payment.limit": 300}, POINTS, [0, 1280, -1280, 0], [0, 1200, -1200, 0]),
]


@pytest.mark.parametrize(("parent", "decided", "outcome", "before", "after"), PAYMENTS, ids=lambda one: str(one)[:50])
def test_a_decision_changes_what_is_paid(
    parent: str, decided: dict[str, Value], outcome: dict[str, Any], before: list[int], after: list[int]
) -> None:
    """The same game settles differently by the rule set and by the table."""
    assert moved(load_ruleset(parent), outcome) == before
    rules = decide(parent, decided)
    assert moved(rules, outcome) == after
    assert "our-table" in paid(rules, outcome).source


@pytest.mark.parametrize("fact", ["rolled_double", "after_wall", "last_wall"])
def test_a_fact_counts_where_the_table_decided_so_alone(fact: str) -> None:
    """Double dice, the hand after a wall game and the last wall count only by a table's decision, not by a source."""
    for parent in ("nmjl-1976", "modern-american", "set-manual", "hoyle-league"):
        rules = load_ruleset(parent)
        assert fact not in rules.asks
        assert moved(rules, {**THROWN, fact: True}) == moved(rules, THROWN)


def test_doublings_multiply_and_say_why() -> None:
    """A double on the dice after a wall game multiplies both factors, in the payments and on the score sheet."""
    rules = decide("modern-american", {"table.rolled_double": 2, "table.after_wall": 2})
    assert rules.asks == ("redeemed_joker", "rolled_double", "after_wall")
    found = paid(rules, {**THROWN, "rolled_double": True, "after_wall": True})
    assert dict(found.sheet or ()) == {"Ann": 100, "Bea": -200, "Cat": -100, "Dee": -100}
    assert all("double" in one.why and "wall game" in one.why for one in found.transfers)


def test_a_cold_wall_takes_a_self_pick() -> None:
    """A discard of the last wall does not win; a picked tile or an earlier discard does."""
    rules = decide("nmjl-1976", {"table.last_wall": "cold"})
    with pytest.raises(OutcomeError) as caught:
        paid(rules, {**THROWN, "last_wall": True})
    assert (caught.value.code, caught.value.where) == ("contradiction", "outcome.won_by")
    assert moved(rules, {**PICKED, "last_wall": True}) == moved(rules, PICKED)
    assert moved(rules, THROWN) == [100, -50, -25, -25]


@pytest.mark.parametrize("decided", [{}, {"tournament.on": True}])
def test_a_cold_wall_takes_no_joker_redeemed_after_a_call(decided: dict[str, Value]) -> None:
    """A discard of a cold wall is called for nothing, so a win by a joker redeemed after the call is refused too."""
    rules = decide("modern-american", {"table.last_wall": "cold", **decided})
    assert "called for nothing" in rule("last-wall-claim", rules, {}).text
    with pytest.raises(OutcomeError) as caught:
        paid(rules, {**THROWN, "last_wall": True, "redeemed_joker": True})
    assert (caught.value.code, caught.value.where) == ("contradiction", "outcome.won_by")


def test_a_pie_ends_with_what_was_lost_before() -> None:
    """A player pays no more than the rest of the pie, for a penalty too; a player who has won can pay more."""
    rules = decide("nmjl-1976", {"table.pie": 100})
    before = {"Bea": -100, "Cat": -90, "Dee": 40}
    assert moved(rules, PICKED, balances=before) == [60, 0, -10, -50]
    assert "all that is left of the pie" in paid(rules, PICKED, balances=before).transfers[0].why
    error = {"kind": "misnamed", "miscaller": "Cat", "claimant": "Ann", "value": 25}
    assert moved(rules, error, balances=before) == [10, 0, -10, 0]
    bets = [{"name": "Eve", "bet_on": "Ann"}]
    assert moved(rules, PICKED, balances=before, bettors=bets) == [60, 0, -10, -100, 50]


@pytest.mark.parametrize(
    ("outcome", "sheet"),
    [
        pytest.param(THROWN, [25, -40, -25, -25], id="a win"),
        pytest.param(
            {"kind": "misnamed", "miscaller": "Bea", "claimant": "Ann", "value": 25}, [0, -40, 0, 0], id="misnamed"
        ),
    ],
)
def test_the_pie_cuts_sheet_and_chips_alike(outcome: dict[str, Any], sheet: list[int]) -> None:
    """A player goes down on the sheet by what that player pays in chips, in a penalty as in a win."""
    found = paid(decide("modern-american", {"table.pie": 40}), outcome)
    assert list(dict(found.sheet or ()).values()) == sheet
    assert sum(one.points for one in found.transfers if one.payer == "Bea") == 40


@pytest.mark.parametrize(
    ("decided", "chips", "sheet"),
    [
        pytest.param({}, [500, -1000, 250, 250], [0, -1000, 0, 0], id="no pie"),
        pytest.param({"table.pie": 600}, [500, -600, 100, 0], [0, -600, 0, 0], id="a pie"),
    ],
)
def test_the_sheet_counts_every_payment_of_a_penalty(
    decided: dict[str, Value], chips: list[int], sheet: list[int]
) -> None:
    """Who pays a penalty to several players goes down by all of it."""
    error = {"kind": "error", "ruling": "false-woo", "declarer": "Bea", "limit": 500}
    found = paid(decide("hoyle-league", {"payment.score_sheet": True, **decided}), error)
    assert list(found.net.values()) == chips
    assert list(dict(found.sheet or ()).values()) == sheet


def test_a_point_is_worth_money() -> None:
    """A settlement gives payments in dollars too."""
    assert paid(load_ruleset("nmjl-1976"), THROWN).money == ()
    money = dict(paid(decide("nmjl-1976", {"table.cents": 5}), THROWN).money)
    assert money == {"Ann": "$5.00", "Bea": "-$2.50", "Cat": "-$1.25", "Dee": "-$1.25"}


def test_money_is_told_wherever_points_are_paid_and_nowhere_else() -> None:
    """A wall game moves no cent and says so, as an error without a payment does; a tournament pays no points."""
    error = {"kind": "error", "ruling": "dead-hand", "player": "Bea"}
    nothing = dict.fromkeys(PLAYERS, "$0.00")
    for event in (WALL, error):
        assert dict(paid(decide("nmjl-1976", {"table.cents": 5}), event).money) == nothing
    tournament = decide("nmjl-1976", {"table.cents": 5, "tournament.on": True})
    assert all(paid(tournament, event).money == () for event in (WALL, error, THROWN))


@pytest.mark.parametrize("unit", ["limit", "half_limit"])
def test_a_misnamed_discard_may_cost_the_limit_of_the_table(unit: str) -> None:
    """A house may let the penalty go by a limit; the outcome names it where the house fixes none."""
    rules = decide("nmjl-1976", {f"penalties.misnamed-for-mah-jongg.{unit}": 1})
    event = {"kind": "misnamed", "miscaller": "Bea", "claimant": "Ann", "value": 25}
    with pytest.raises(OutcomeError) as caught:
        paid(rules, event)
    assert (caught.value.code, caught.value.where) == ("missing-field", "outcome.limit")
    assert moved(rules, {**event, "limit": 301})[1] == (-301 if unit == "limit" else -151)
    with pytest.raises(OutcomeError) as caught:
        paid(load_ruleset("nmjl-1976"), {**event, "limit": 301})
    assert (caught.value.code, caught.value.where) == ("unknown-field", "outcome.limit")


SCORES: list[tuple[dict[str, Value], dict[str, Any], list[int]]] = [
    ({}, PICKED, [35, 0, 0, 0]),
    ({}, THROWN, [25, -10, 0, 0]),
    ({}, {**THROWN, "jokerless": True}, [45, -10, 0, 0]),
    ({}, {**THROWN, "jokerless": True, "singles_and_pairs": True}, [25, -10, 0, 0]),
    ({}, WALL, [10, 10, 10, 10]),
    ({"tournament.self_pick": 5}, PICKED, [30, 0, 0, 0]),
    ({"tournament.jokerless": 5}, {**THROWN, "jokerless": True}, [30, -10, 0, 0]),
    ({"tournament.wall": 0}, WALL, [0, 0, 0, 0]),
    ({"tournament.discarder": 25}, THROWN, [25, -25, 0, 0]),
    ({"tournament.dead": 15}, {**THROWN, "dead": ["Cat"]}, [25, -10, -15, 0]),
]


@pytest.mark.parametrize(("decided", "outcome", "score"), SCORES)
def test_a_tournament_scores_and_nobody_pays(
    decided: dict[str, Value], outcome: dict[str, Any], score: list[int]
) -> None:
    """The sheet changes by the tournament's figures, and no points go between players."""
    rules = decide("modern-american", {"tournament.on": True, **decided})
    found = paid(rules, outcome)
    assert list(dict(found.sheet or ()).values()) == score
    assert found.transfers == ()
    assert rules.score_sheet


@pytest.mark.parametrize("parent", ["nmjl-1976", "modern-american", "set-manual", "hoyle-league"])
def test_a_tournament_asks_whether_a_redeemed_joker_won_where_that_scores(parent: str) -> None:
    """A win by a redeemed joker scores as a picked one where the rules say so, so the table has to be asked."""
    rules = decide(parent, {"tournament.on": True})
    scores = dict(paid(rules, {**THROWN, "redeemed_joker": True}).sheet or ()) != dict(paid(rules, THROWN).sheet or ())
    assert ("redeemed_joker" in rules.asks) == scores == (parent == "modern-american")


def test_a_penalty_of_a_tournament_moves_the_sheet_alone() -> None:
    """A tournament takes a penalty from the score of the player who erred."""
    rules = decide("modern-american", {"tournament.on": True, "penalties.dead-hand-disputed.points": 30})
    answer = rule("dead-hand-disputed", rules, {"caller": "Ann", "player": "Bea", "players": PLAYERS})
    assert (answer.transfers, dict(answer.sheet or ())["Ann"]) == ((), -30)


LIMITED = """
[penalties]
dead-hand-disputed = { value = 2 }
blind-pass-looked = { limit = 1 }
"""


def test_a_house_may_let_any_ruling_pay_by_a_hand_or_the_limit() -> None:
    """A ruling asks for the figure of a house's penalty that its source does not need; a house may fix the limit."""
    head = "id = 'ours'\ntitle = 'Ours'\nparent = 'modern-american'\n"
    rules = parse_ruleset(head + LIMITED, "ours.toml")
    asked = {one.spec.id: [entry.name for entry in one.spec.inputs] for one in list_rulings(rules)}
    assert (asked["dead-hand-disputed"][-1], asked["blind-pass-looked"][-1]) == ("value", "limit")
    disputed = parse_inputs("dead-hand-disputed", {"caller": "Ann", "player": "Bea", "value": "25"})
    assert dict(rule("dead-hand-disputed", rules, disputed).sheet or ())["Ann"] == -50
    with pytest.raises(RulingError) as caught:
        rule("blind-pass-looked", rules, {"player": "Ann"})
    assert (caught.value.code, caught.value.where) == ("missing-field", "limit")
    limited = parse_ruleset(f"limit = 300\n{head}{LIMITED}", "ours.toml")
    assert dict(rule("blind-pass-looked", limited, {"player": "Ann"}).sheet or ())["Ann"] == -300
    assert all(entry.name != "limit" for one in list_rulings(limited) for entry in one.spec.inputs)


def test_the_limit_of_a_house_is_the_one_that_counts() -> None:
    """A question cannot bring another limit than the table plays with; it may repeat the table's."""
    head = "id = 'ours'\ntitle = 'Ours'\nparent = 'hoyle-league'\nlimit = 500\n"
    rules = parse_ruleset(head, "ours.toml")
    facts = {"declarer": "Bea", "east": "Ann", "players": PLAYERS}
    assert rule("false-woo", rules, {**facts, "limit": 500}).transfers == rule("false-woo", rules, facts).transfers
    with pytest.raises(RulingError) as caught:
        rule("false-woo", rules, {**facts, "limit": 300})
    assert (caught.value.code, caught.value.where) == ("contradiction", "limit")


@pytest.mark.parametrize("parent", ["nmjl-1976", "modern-american"])
def test_a_ruling_of_a_tournament_says_that_nobody_receives_the_penalty(parent: str) -> None:
    """The sentence of a payment ends with what the tournament makes of it; without a payment it stays as it is."""
    rules = decide(parent, {"tournament.on": True})
    facts = {"miscaller": "Bea", "claimant": "Ann", "players": PLAYERS, "value": 25}
    answer = rule("misnamed-discard", rules, {**facts, "wanted_for": "mah-jongg"})
    assert (answer.transfers, dict(answer.sheet or ())["Bea"]) == ((), -100)
    assert answer.text.endswith("In the tournament nobody receives it: it comes off the score.")
    assert "tournament" not in rule("misnamed-discard", rules, {**facts, "wanted_for": "exposure"}).text


def test_a_dead_hand_of_a_tournament_pays_nobody() -> None:
    """The book's sentence that a dead hand pays the winner ends with what it costs in the tournament."""
    text = "In the tournament nobody pays: where somebody wins, a dead hand costs 15 points of the score."
    rules = decide("nmjl-1976", {"tournament.on": True, "tournament.dead": 15})
    for ruling, facts in (
        ("dead-hand", {"player": "Bea"}),
        ("mah-jongg-in-error", {"declarer": "Bea", "exposed": True}),
    ):
        inputs = {**facts, "players": PLAYERS}
        assert rule(ruling, rules, inputs).text.endswith(text)
        assert "tournament" not in rule(ruling, load_ruleset("nmjl-1976"), inputs).text


def test_a_dead_hand_that_costs_nothing_is_told_so() -> None:
    """A tournament that takes nothing from a dead hand says so, and names no 0 points."""
    answer = rule("dead-hand", decide("nmjl-1976", {"tournament.on": True}), {"player": "Bea"})
    assert answer.text.endswith("In the tournament nobody pays, and a dead hand costs nothing.")


@pytest.mark.parametrize("parent", ["nmjl-1976", "set-manual", "hoyle-league"])
@pytest.mark.parametrize("ruling", ["bettor-pays", "bettor-and-penalties", "bettor-on-east"])
def test_a_ruling_of_a_tournament_pays_no_bet(parent: str, ruling: str) -> None:
    """In a tournament the rulings on bettors do not repeat what the source lets them pay."""
    answer = rule(ruling, decide(parent, {"tournament.on": True}), {})
    assert answer.text == "In a tournament nobody pays, so no bet is paid either."
    assert answer.source == "Our table, house rules: tournament"


def test_a_tournament_says_that_it_pays_no_bet() -> None:
    """A win that names bettors is scored without them, and its source says so."""
    settled = paid(decide("nmjl-1976", {"tournament.on": True}), PICKED, bettors=[{"name": "Eve", "bet_on": "Ann"}])
    assert settled.net == dict.fromkeys([*PLAYERS, "Eve"], 0)
    assert settled.source == "Our table, house rules: tournament, where no bet is paid"


def test_a_tournament_builds_no_second_wall() -> None:
    """A manual that plays on after a wall game until somebody wins keeps East in a tournament, which scores it."""
    rules = decide("set-manual", {"tournament.on": True})
    answer = rule("next-east", rules, {"ended": "wall-game"})
    assert (answer.text, answer.source) == ("East stays East.", "Our table, house rules: who is East next")
    assert rule("next-east", rules, {"ended": "east-won"}).source.startswith("Mahjong set manual: Step II")
    assert rule("next-east", decide("nmjl-1976", {"tournament.on": True}), {}).source.startswith("Let's Play")


@pytest.mark.parametrize(
    ("parent", "facts", "lost"),
    [
        ("modern-american", {}, -100),
        ("modern-american", {"jokerless": True}, -180),
        ("modern-american", {"jokerless": True, "singles_and_pairs": True}, -100),
        ("nmjl-1976", {"jokerless": True}, -180),
    ],
)
def test_a_tournament_counts_a_penalty_by_what_the_hand_would_have_scored(
    parent: str, facts: dict[str, Any], lost: int
) -> None:
    """A penalty of four times the value takes the 20 points for no joker that a win scores, and doubles nothing."""
    rules = decide(parent, {"tournament.on": True})
    error = {"kind": "misnamed", "miscaller": "Bea", "claimant": "Ann", "value": 25, **facts}
    assert dict(paid(rules, error).sheet or ())["Bea"] == lost


def test_a_tournament_needs_a_card() -> None:
    """A tournament is refused in a game of points and doubles, which has no hand values to score."""
    with pytest.raises(RuleSetError) as caught:
        decide("japanese-american-2009", {"tournament.on": True})
    assert caught.value.code == "contradiction"


ANSWERS: list[tuple[dict[str, Value], str, dict[str, Any], bool | None, bool | None]] = [
    ({"table.call_until": "picks"}, "late-claim", {"next_player": "drawn"}, True, False),
    ({"table.call_until": "discards"}, "late-claim", {"next_player": "racked"}, False, True),
    ({"table.call_until": "discards"}, "late-claim", {"next_player": "discarded"}, False, False),
    ({"table.pick_ahead": True}, "looking-ahead", {}, False, True),
    ({"table.pick_ahead": True}, "pick-out-of-turn", {}, False, True),
    ({"table.last_wall": "cold"}, "last-wall-claim", {}, None, False),
    ({"table.last_wall": "hot"}, "last-wall-claim", {}, None, True),
    ({"table.blanks": 4}, "blank-exchange", {"own_turn": True}, None, True),
    ({"table.blanks": 4}, "blank-exchange", {"own_turn": False}, None, False),
    ({"table.blanks": 4}, "blank-exchange", {"wanted_is_joker": True}, None, False),
    ({"table.blanks": 4, "table.blanks_any_time": True}, "blank-exchange", {"own_turn": False}, None, True),
    ({"table.blanks": 4}, "blank-passed", {}, None, False),
    ({"table.blanks": 4, "table.blanks_passed": True}, "blank-passed", {}, None, True),
    ({"table.blanks": 4}, "blank-in-hand", {}, None, False),
    ({"tournament.on": True}, "time-up", {}, None, False),
    ({"tournament.on": True, "tournament.finish": True}, "time-up", {}, None, True),
]


@pytest.mark.parametrize(("decided", "ruling", "facts", "before", "after"), ANSWERS)
def test_a_decision_changes_a_ruling(
    decided: dict[str, Value], ruling: str, facts: dict[str, Any], before: bool | None, after: bool | None
) -> None:
    """The table's answer comes before the source's, and says that it is the table's."""
    assert rule(ruling, load_ruleset("modern-american"), facts).allowed is before
    answer = rule(ruling, decide("modern-american", decided), facts)
    assert answer.allowed is after
    assert answer.source.startswith("Our table, house rules: ")


@pytest.mark.parametrize(
    ("decided", "free"),
    [
        pytest.param({"table.last_wall": "hot"}, ["Cat", "Dee"], id="hot wall"),
        pytest.param({"payment.other": 0}, ["Cat", "Dee"], id="the discarder pays alone"),
        pytest.param({"payment.other": 2}, [], id="others pay more"),
    ],
)
def test_a_bet_by_shares_is_paid_by_all_losers_and_says_so(decided: dict[str, Value], free: list[str]) -> None:
    """Hoyle's bettor collects "from the three losers in equal shares", those too whom the table lets pay nothing."""
    win = {"kind": "win", "winner": "Ann", "won_by": "discard", "discarder": "Bea", "value": 10, "last_wall": True}
    settled = paid(decide("hoyle-league", decided), win, bettors=[{"name": "Eve", "bet_on": "Ann"}])
    shares = [one for one in settled.transfers if one.payee == "Eve"]
    assert [(one.payer, one.points) for one in shares] == [("Bea", 4), ("Cat", 4), ("Dee", 4)]
    noted = [one.payer for one in shares if f"{one.payer} too, who pays Ann nothing" in one.why]
    assert noted == free


@pytest.mark.parametrize(
    ("decided", "ruling", "facts"),
    [
        ({"table.last_wall": "hot"}, "last-wall-claim", {}),
        ({"payment.other": 0}, "winner-paid", {"won_by": "discard"}),
    ],
)
@pytest.mark.parametrize(("parent", "noted"), [("hoyle-league", True), ("nmjl-1976", False)])
def test_a_ruling_on_who_pays_alone_tells_what_becomes_of_a_bet_by_shares(
    decided: dict[str, Value], ruling: str, facts: dict[str, Any], parent: str, *, noted: bool
) -> None:
    """Where a bettor copies a player the bet follows the payments, where the losers share it it does not."""
    text = rule(ruling, decide(parent, decided), facts).text
    assert ("Each loser still pays a bettor on the winner a share" in text) == noted


HANDS: list[tuple[tuple[str, dict[str, Value]], str, dict[str, Any], bool | None, bool]] = [
    (("modern-american", {"jokers.in_pairs": True}), "joker-in-pair", {}, False, True),
    (("modern-american", {"jokers.in_pairs": True}), "joker-in-pair", {"no_joker_hand": True}, False, False),
    (("modern-american", {"jokers.in_pairs": True}), "joker-in-pair", {"player": "Ann", "exposed": True}, None, True),
    (("set-manual", {"jokers.in_pairs": True}), "joker-in-pair", {}, False, True),
    (("nmjl-1976", {"jokers.in_pairs": False}), "joker-in-pair", {}, True, False),
    (("nmjl-1976", {"jokers.in_pairs": False}), "joker-in-pair", {"no_joker_hand": True}, False, False),
    (("hoyle-league", {"jokers.in_pairs": False}), "joker-in-pair", {}, True, False),
    (("nmjl-1976", {"jokers.flowers_wild": True}), "flower-as-wild", {}, False, True),
    (("modern-american", {"jokers.flowers_wild": True}), "flower-as-wild", {}, None, True),
    (("hoyle-league", {"jokers.flowers_wild": False}), "flower-as-wild", {}, True, False),
    (("hoyle-league", {"jokers.discarded": "callable"}), "discarded-joker", {}, None, True),
    (("hoyle-league", {"jokers.discarded": "dead"}), "discarded-joker", {}, None, False),
    (("modern-american", {"jokers.used_spoils": True}), "joker-once-used", {}, True, False),
    (("nmjl-1976", {"jokers.used_spoils": False}), "joker-once-used", {}, False, True),
]


@pytest.mark.parametrize("parent", ["nmjl-1976", "modern-american", "set-manual", "hoyle-league"])
@pytest.mark.parametrize("key", ["jokers.in_singles", "jokers.in_unlike_groups"])
@pytest.mark.parametrize("exposed", [True, False])
def test_the_ruling_on_pairs_speaks_of_pairs_alone(parent: str, key: str, *, exposed: bool) -> None:
    """A table may let jokers stand for a single tile and not in a pair, and the ruling on pairs stays true."""
    for decided in (True, False):
        text = rule("joker-in-pair", decide(parent, {key: decided}), {"player": "Ann", "exposed": exposed}).text
        assert "pair" in text
        assert not re.search("single|any tile|three or more", text)


@pytest.mark.parametrize(("table", "ruling", "facts", "before", "after"), HANDS)
def test_a_decision_on_hands_changes_the_ruling_on_them(
    table: tuple[str, dict[str, Value]], ruling: str, facts: dict[str, Any], before: bool | None, after: bool
) -> None:
    """A ruling on hands gives the table's decision, which checks follow, and not the source's."""
    assert rule(ruling, load_ruleset(table[0]), facts).allowed is before
    answer = rule(ruling, decide(*table), facts)
    assert (answer.allowed, answer.outcome, answer.dead) == (after, "play-on", ())
    assert answer.source.startswith("Our table, house rules: ")


@pytest.mark.parametrize(
    ("parent", "decided", "rack", "ruling"),
    [
        ("modern-american", {"jokers.in_pairs": True}, "FJ 2222B GGGG 8888C", "joker-in-pair"),
        ("nmjl-1976", {"jokers.in_pairs": False}, "FJ 2222B GGGG 8888C", "joker-in-pair"),
        ("modern-american", {"jokers.flowers_wild": True}, "FF 222F B GGGG 8888C", "flower-as-wild"),
        ("hoyle-league", {"jokers.flowers_wild": False}, "FF 222F B GGGG 8888C", "flower-as-wild"),
    ],
)
@pytest.mark.parametrize("decides", [False, True])
def test_check_and_ruling_agree(parent: str, decided: dict[str, Value], rack: str, ruling: str, decides: bool) -> None:
    """A rack that the ruling allows wins, and a rack that it forbids does not."""
    rules = decide(parent, decided) if decides else load_ruleset(parent)
    wins = is_winner(parse_rack(rack.replace("222F B", "222B F")), load_card("practice"), rules)
    assert wins == (rule(ruling, rules, {}).allowed is True)


@pytest.mark.parametrize(("smallest", "named"), [(4, "a kong"), (5, "a quint"), (6, "a sextet")])
def test_the_smallest_exposure_is_named(smallest: int, named: str) -> None:
    """The table's smallest exposure refuses a smaller call; for the last tile the source's rule stays."""
    rules = decide("modern-american", {"exposures.smallest": smallest})
    answer = rule("call-for-pair", rules, {"claimant": "Ann"})
    assert (answer.allowed, answer.source) == (False, f"Our table, house rules: the smallest exposure is {named}")
    assert f"to complete {named} or a larger group" in answer.text
    last = rule("call-for-pair", rules, {"claimant": "Ann", "for_mah_jongg": True})
    assert (last.allowed, "Basic rule 2(d)" in last.source) == (True, True)


@pytest.mark.parametrize(
    ("decided", "won_by", "says"),
    [
        ({"payment.discarder": 4}, "discard", "Who discarded the winning tile pays 4 times the value"),
        ({"payment.other": 0}, "discard", "the other players nothing"),
        ({"payment.self_pick": 3}, "self-pick", "Each player pays 3 times the value. A hand without jokers pays 2"),
        ({"payment.jokerless": 1}, "self-pick", "Each player pays 2 times the value."),
        ({"payment.discarder": 4}, "discard", "each other player the value."),
        ({"payment.discarder": 4}, "discard", "A win by a joker redeemed after the call counts as picked."),
        ({"payment.east": 2}, "self-pick", "pays 2 times that; a hand of singles and pairs does not."),
        ({"payment.east": 2}, "discard", "East pays and receives 2 times as much."),
        ({"tournament.on": True}, "self-pick", "nobody pays"),
    ],
)
def test_what_a_table_pays_is_what_its_ruling_says(decided: dict[str, Value], won_by: str, says: str) -> None:
    """The ruling of a table with its own figures gives those, not the source's."""
    answer = rule("winner-paid", decide("modern-american", decided), {"won_by": won_by})
    assert says in answer.text
    assert answer.source.startswith("Our table, house rules: ")


# The house's own changes, the ruling and its inputs, what it says.
HOUSES: list[tuple[str, str, str, dict[str, object], str]] = [
    (
        "japanese-american-2009",
        "[payment]\ndiscard_ko = 3",
        "winner-paid",
        {"won_by": "discard"},
        "3 times the points to",
    ),
    ("japanese-american-2009", "[payment]\nwall_oya = 3", "winner-paid", {"won_by": "self-pick"}, "OYA gets 3 times"),
    ("nmjl-1976", "[bettors]\nkind = 'share'\nmost = 1\nplayers = 4", "bettor-pays", {}, "from the losers together"),
    ("nmjl-1976", "[bettors]\nkind = 'none'", "bettor-and-penalties", {}, "Nobody bets"),
    ("hoyle-league", "[bettors]\nkind = 'mirror'\nmost = 1\nplayers = 4", "bettor-and-penalties", {}, "pays and rec"),
    ("nmjl-1976", "[rotation]\neast_wins = 'stays'", "next-east", {"ended": "east-won"}, "East stays East"),
    ("nmjl-1976", "[rotation]\nwall = 'stays'", "wall-game", {}, "nobody pays. East stays East"),
    ("set-manual", "[rotation]\nwall = 'right'", "wall-game", {}, "to the right of East is East next"),
]


@pytest.mark.parametrize(("parent", "changes", "ruling", "inputs", "says"), HOUSES)
def test_a_house_s_own_figures_are_what_its_ruling_says(
    parent: str, changes: str, ruling: str, inputs: dict[str, object], says: str
) -> None:
    """A ruling that repeats what a house has changed gives the house's rule, as settlement and seats follow it."""
    rules = parse_ruleset(f"id = 'ours'\ntitle = 'Ours'\nparent = '{parent}'\n{changes}\n", "ours.toml")
    answer = rule(ruling, rules, inputs)
    assert says in answer.text
    assert answer.source.startswith("Ours, house rules: ")


def test_a_limit_leaves_the_source_its_word_on_who_pays() -> None:
    """A table's limit and minimum change nothing that the ruling on the payment says."""
    rules = decide("japanese-american-2009", {"payment.limit": 300, "payment.minimum_bonuses": 1})
    assert "four times" in rule("winner-paid", rules, {"won_by": "discard"}).text


@pytest.mark.parametrize(
    ("parent", "ruling"),
    [("hoyle-league", "joker-once-used"), ("hoyle-league", "flower-as-wild"), ("modern-american", "joker-once-used")],
)
def test_the_bonus_of_a_jokerless_hand_is_the_table_s(parent: str, ruling: str) -> None:
    """A ruling that says which hands are jokerless leaves the bonus to the table that pays three times."""
    answer = rule(ruling, decide(parent, {"payment.jokerless": 3}), {})
    assert answer.allowed is True
    assert "double" not in answer.text


def test_a_decision_that_repeats_the_source_leaves_it_the_word() -> None:
    """A decision equal to the source's rule leaves the source's answer."""
    same = decide("modern-american", {"jokers.in_pairs": False, "exposures.smallest": 3})
    for ruling in ("joker-in-pair", "call-for-pair"):
        assert "Basic rule" in rule(ruling, same, {}).source


def test_a_house_s_own_cases_stand() -> None:
    """A house's own cases of a ruling stay in place."""
    text = """
id = "ours"
title = "Ours"
parent = "modern-american"
[jokers]
in_pairs = true
[[rulings.joker-in-pair]]
outcome = "play-on"
allowed = true
text = "One joker, and one alone."
place = "our page 1"
"""
    assert rule("joker-in-pair", parse_ruleset(text, "ours.toml"), {}).text == "One joker, and one alone."


def test_rulings_say_the_figures_of_the_table() -> None:
    """The answer gives the table's pie, minutes of a round, and consequence of a wall game."""
    rules = decide("modern-american", {"table.pie": 500, "table.after_wall": 2})
    assert "500 points" in rule("pie-lost", rules, {"player": "Ann"}).text
    assert "pays 2 times" in rule("wall-game", rules, {}).text
    played = decide("modern-american", {"tournament.on": True, "tournament.minutes": 50, "tournament.wall": 7})
    assert "50 minutes" in rule("time-up", played, {}).source
    assert "7 points" in rule("wall-game", played, {}).text


@pytest.mark.parametrize(
    ("parent", "decided", "ruling", "inputs"),
    [
        (
            "set-manual",
            {"penalties.mah-jongg-in-error.value": 3},
            "mah-jongg-in-error",
            {"declarer": "Ann", "exposed": True, "threw_in": ["Bea", "Cat"], "value": 25},
        ),
        *(
            ("hoyle-league", {"penalties.false-woo.limit": 2}, "false-woo", {"declarer": name, "limit": 300})
            for name in ("Ann", "Bea")
        ),
        ("hoyle-league", {"penalties.false-woo-half.half_limit": 2}, "false-woo", {"declarer": "Bea", "limit": 300}),
    ],
)
def test_a_ruling_names_no_other_amounts_than_the_table_s(
    parent: str, decided: dict[str, Value], ruling: str, inputs: dict[str, object]
) -> None:
    """The sentence of a ruling gives the points of its payments, and does not call them what they are not."""
    answer = rule(ruling, decide(parent, decided), {**inputs, "players": PLAYERS, "east": "Ann"})
    assert {int(number) for number in re.findall(r"\d+", answer.text)} == {one.points for one in answer.transfers}
    assert not re.search("the value|the limit|half", answer.text)


@pytest.mark.parametrize(
    ("parent", "decided", "rack", "card"),
    [
        ("modern-american", {"jokers.in_pairs": True}, "FJ 2222B GGGG 8888C", "practice"),
        ("set-manual", {"hand.suits_free": True}, "RRRR 88B EEEE WWWW", "set-manual"),
    ],
)
def test_a_decision_changes_a_verdict(parent: str, decided: dict[str, Value], rack: str, card: str) -> None:
    """A rack wins at this table and does not by its source."""
    played = load_card(card)
    text = rack.replace("RRRR 88B", "GGGG 88B") if "suits_free" in str(decided) else rack
    assert not is_winner(parse_rack(text), played, load_ruleset(parent))
    assert is_winner(parse_rack(text), played, decide(parent, decided))


TESTED_BESIDE = {
    # Tested by racks of every kind, in test_house_options.py and test_joker_rules.py.
    *("jokers.in_singles", "jokers.in_unlike_groups", "jokers.flowers_wild", "exposures.smallest"),
    # Tested by the sheet, the number of people and the least bonuses: test_ruleset.py, test_japanese_verdict.py.
    *("payment.score_sheet", "payment.minimum_bonuses", "bettors.most"),
}


def test_every_option_has_its_case() -> None:
    """Every option has a case here that changes a payment, score, ruling or rack, or is named as tested elsewhere."""
    shown = {key for row in PAYMENTS for key in row[1]} | {key for row in SCORES for key in row[0]}
    shown |= {key for row in ANSWERS for key in row[0]} | {"table.cents", "jokers.in_pairs", "hand.suits_free"}
    shown |= {"tournament.minutes"}
    assert {spec.key for spec in OPTIONS} == shown | TESTED_BESIDE


def test_a_wall_game_promises_what_the_next_hand_pays() -> None:
    """The ruling promises more for the very next hand, as the book pays, and not for the next win whenever it comes."""
    answer = rule("wall-game", decide("nmjl-1976", {"table.after_wall": 2}), {})
    assert answer.text == "Nobody has won and nobody pays. A win in the very next hand pays 2 times."
