"""Who pays whom at the end of the evening, in the fewest payments.

A group of people whose balances sum to zero can settle among themselves with one payment fewer than it has members, and
never with less; so the fewest payments come from the most such groups.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

MOST_EXACT: Final = 14
"""People who owe or are owed up to whom the number of payments is proved to be the least: 2**14 sets are looked at."""


@dataclass(frozen=True, slots=True)
class Payment:
    """``payer`` gives ``payee`` ``points``, more than zero."""

    payer: str
    payee: str
    points: int


@dataclass(frozen=True, slots=True)
class SettlingUp:
    """The payments that bring every balance to zero; ``fewest`` says whether no smaller number could."""

    payments: tuple[Payment, ...]
    fewest: bool


def settle_up(balances: Mapping[str, int]) -> SettlingUp:
    """Return who pays whom so that all balances become zero.

    Those who are owed have a balance above zero. Payments are in the order of ``balances``: the same evening always
    gives the same list. Raises ValueError where the balances do not sum to zero.
    """
    if sum(balances.values()) != 0:
        raise ValueError("balances sum to zero: what one wins another loses")
    names = [name for name, points in balances.items() if points]
    if len(names) > MOST_EXACT:
        return SettlingUp(tuple(_among(names, balances)), fewest=False)
    groups = _most_groups([balances[name] for name in names])
    payments = [payment for group in groups for payment in _among([names[at] for at in group], balances)]
    return SettlingUp(tuple(payments), fewest=True)


def _most_groups(points: Sequence[int]) -> list[list[int]]:
    """Part places into as many groups as can be, each of which sums to zero.

    ``most[mask]`` is the largest number of zero-sum groups met on the way when the places of ``mask`` are taken one by
    one in the best order: each time the running sum is zero, a group is complete.
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


def _among(names: Sequence[str], balances: Mapping[str, int]) -> list[Payment]:
    """Settle one group: with each payment at least one of them is done, with the last one two."""
    left = {name: balances[name] for name in names}
    payments = []
    while any(left.values()):
        payer = min(left, key=lambda name: left[name])
        payee = max(left, key=lambda name: left[name])
        points = min(-left[payer], left[payee])
        payments.append(Payment(payer, payee, points))
        left[payer] += points
        left[payee] -= points
    return payments
