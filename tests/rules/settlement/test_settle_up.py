"""Settle the evening with the fewest payments, and with chips."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import OutcomeError
from rules.settlement.chips import START, START_POINTS, in_chips
from rules.settlement.fewest_payments import MOST_EXACT, settle_up


def fewest_by_brute_force(points: list[int]) -> int:
    """Find the least number of payments without groups: somebody pays somebody, then settle the rest.

    The first person becomes even by paying (or being paid by) one other person in one of the ways of a shortest list:
    entirely with one other person.
    """
    left = [one for one in points if one]
    if not left:
        return 0
    first, rest = left[0], left[1:]
    return 1 + min(
        fewest_by_brute_force([*rest[:at], rest[at] + first, *rest[at + 1 :]])
        for at in range(len(rest))
        if rest[at] * first < 0
    )


def balanced(numbers: list[int]) -> dict[str, int]:
    """Draw balances that sum to zero; the last person has the opposite of the others' sum."""
    return {f"p{at}": points for at, points in enumerate([*numbers, -sum(numbers)])}


@given(st.lists(st.integers(-6, 6).map(lambda number: number * 5), max_size=6))
def test_the_number_of_payments_is_the_least(numbers: list[int]) -> None:
    """An independent brute force needs as many payments; nobody pays what another is to receive, and all are even."""
    balances = balanced(numbers)
    found = settle_up(balances)
    assert found.fewest
    assert len(found.payments) == fewest_by_brute_force(list(balances.values()))
    for payment in found.payments:
        assert 0 < payment.points <= min(-balances[payment.payer], balances[payment.payee])
        balances[payment.payer] += payment.points
        balances[payment.payee] -= payment.points
    assert set(balances.values()) <= {0}


def test_two_pairs_need_two_payments() -> None:
    """Paying the largest debt first would take three: 30 and 20 are owed, 30 and 20 are due, crosswise."""
    found = settle_up({"Ann": 30, "Bea": -20, "Cat": -30, "Dee": 20})
    assert [(one.payer, one.payee, one.points) for one in found.payments] == [("Cat", "Ann", 30), ("Bea", "Dee", 20)]


def test_groups_that_the_greedy_way_misses() -> None:
    """Five people form two groups, 9 of 4 and 5, and 7 of 7; a greedy split pays 9 of 7 first and needs four."""
    found = settle_up({"Ann": 9, "Bea": 7, "Cat": -7, "Dee": -5, "Eve": -4})
    assert len(found.payments) == 3


def test_a_large_party_is_settled_too() -> None:
    """Above the number of people for which the least is proved, everybody is still even, and the answer says so."""
    balances = balanced([7 * number % 31 - 15 or 1 for number in range(MOST_EXACT + 4)])
    found = settle_up(balances)
    assert not found.fewest
    assert len(found.payments) < len(balances)
    left = dict(balances)
    for payment in found.payments:
        left[payment.payer] += payment.points
        left[payment.payee] -= payment.points
    assert set(left.values()) == {0}


def test_what_does_not_sum_to_zero_is_refused() -> None:
    """Balances that do not sum to zero are a mistake of the caller."""
    with pytest.raises(OutcomeError, match="balances: balances sum to zero"):
        settle_up({"Ann": 5, "Bea": -4})


def test_everybody_starts_with_a_thousand_points() -> None:
    """A thousand points are four of 200, six of 25 and ten of 5 (Use of chips, p. 4; Step II, Chips)."""
    assert START == {200: 4, 25: 6, 5: 10}
    assert START_POINTS == 1000


@given(st.integers(0, 3000))
def test_chips_are_worth_the_points_and_are_few(points: int) -> None:
    """The chips are worth the points, and no other such chips are fewer."""
    found = in_chips(points)
    assert sum(value * number for value, number in found.items()) == points
    assert found[1] < 5
    fives = (points - found[1]) // 5
    fewest = min(
        large + middle + fives - 40 * large - 5 * middle
        for large in range(fives // 40 + 1)
        for middle in range((fives - 40 * large) // 5 + 1)
    )
    assert sum(number for value, number in found.items() if value > 1) == fewest


def test_no_chips_for_less_than_nothing() -> None:
    """Points below zero are a mistake of the caller."""
    with pytest.raises(OutcomeError, match="points: chips are worth zero or more"):
        in_chips(-5)


def test_brute_force_knows_the_easy_cases() -> None:
    """The brute force itself is right: no debt needs no payment, two people need one, pairs one each."""
    assert fewest_by_brute_force([0, 0]) == 0
    assert fewest_by_brute_force([5, -5]) == 1
    assert fewest_by_brute_force([points for pair in combinations((1, 2), 1) for points in (pair[0], -pair[0])]) == 2
