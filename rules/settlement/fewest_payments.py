"""Settle the balances of an evening in the fewest payments.

A group of n people whose balances sum to zero settles with n - 1 payments, and with fewer only if it splits into
smaller such groups. So the fewest payments come from the largest number of groups.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import OutcomeError
from rules.input.declared_types import checked

MOST_EXACT: Final = 14
"""Most people for whom we find the provably smallest number of payments; the proof looks at 2**14 groups."""


@dataclass(frozen=True, slots=True)
class FinalPayment:
    """``payer`` gives ``payee`` ``points``, more than zero."""

    payer: str
    payee: str
    points: int


@dataclass(frozen=True, slots=True)
class SettlingUp:
    """The payments that bring every balance to zero; ``fewest`` says whether their number is provably the smallest."""

    payments: tuple[FinalPayment, ...]
    fewest: bool


@checked(OutcomeError)
def settle_up(balances: Mapping[str, int]) -> SettlingUp:
    """Return payments that bring all balances to zero; a person who is to receive has a balance above zero.

    Whoever owes most pays first, in each group of people who settle among themselves; of equal balances the first in
    ``balances`` comes first, so the same balances always give the same list. Raises `OutcomeError` (``contradiction``)
    where the balances do not sum to zero.
    """
    if sum(balances.values()) != 0:
        raise OutcomeError("contradiction", "balances sum to zero: what one wins another loses", "balances")
    names = [name for name, points in balances.items() if points]
    if len(names) > MOST_EXACT:
        return SettlingUp(tuple(_among(names, balances)), fewest=False)
    groups = _most_groups([balances[name] for name in names])
    payments = [payment for group in groups for payment in _among([names[at] for at in group], balances)]
    return SettlingUp(tuple(payments), fewest=True)


def _most_groups(points: Sequence[int]) -> list[list[int]]:
    """Split places into the largest number of groups that each sum to zero.

    Take the places of a mask one by one: each time the running sum is zero, a group is complete. ``most[mask]`` is the
    number of groups in the best order, ``last[mask]`` the place taken last in it.
    """
    size = 1 << len(points)
    total, most, last = [0] * size, [0] * size, [0] * size
    for mask in range(1, size):
        low = (mask & -mask).bit_length() - 1
        total[mask] = total[mask & (mask - 1)] + points[low]
        best = -1
        for at in range(len(points)):
            if mask >> at & 1 and most[mask ^ 1 << at] > best:
                best, last[mask] = most[mask ^ 1 << at], at
        most[mask] = best + (total[mask] == 0)
    groups: list[list[int]] = []
    mask = size - 1
    while mask:
        if total[mask] == 0:
            groups.append([])
        groups[-1].append(last[mask])
        mask ^= 1 << last[mask]
    return sorted(sorted(group) for group in groups)


def _among(names: Sequence[str], balances: Mapping[str, int]) -> list[FinalPayment]:
    """Settle one group: each payment brings at least one person to zero, the last one two."""
    left = {name: balances[name] for name in names}
    payments = []
    while any(left.values()):
        payer = min(left, key=lambda name: left[name])
        payee = max(left, key=lambda name: left[name])
        points = min(-left[payer], left[payee])
        payments.append(FinalPayment(payer, payee, points))
        left[payer] += points
        left[payee] -= points
    return payments
