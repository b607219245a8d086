"""The payments for a win, in the two kinds that the sources know.

`CardPayment`: the hand has a value, and each loser pays one or two of it (the American sources). `OyaKoPayment`: each
bonus doubles the points, and the dealer (OYA) pays and receives more than the others (KO). A rule set fills one of them
with its numbers; `rules.settlement.bets` adds the bets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rules.errors import OutcomeError
from rules.input.strict_fields import LARGEST, StrictFields, read_table
from rules.settlement.outcome import Win
from rules.settlement.seats import Seats
from rules.settlement.transfers import Transfer

MOST_EAST: Final = 8
"""Largest factor on East's payments and receipts."""
MOST_BONUSES: Final = 64
"""Most bonuses of a payment; no hand has as many."""


@dataclass(frozen=True, slots=True)
class CardPayment:
    """Multiples of the value printed on the card.

    Each player pays ``self_pick`` when the winner picked the tile; on a discard the discarder pays ``discarder`` and
    each other player ``other``. ``jokerless`` multiplies all of them when the hand holds no joker, after a self-pick
    and, where ``jokerless_on_discard``, on a discard; the singles-and-pairs section may be exempt.
    ``redeemed_joker_is_self_pick``: players pay as for a picked tile where redeeming a joker after an exposure
    completed the hand. ``east`` multiplies East's payments and receipts. ``score_sheet``: the source keeps a sheet on
    which the winner rises by the value and the losers fall by their payments.
    """

    self_pick: int
    discarder: int
    other: int
    jokerless: int
    jokerless_on_discard: bool
    singles_and_pairs_doubled: bool
    redeemed_joker_is_self_pick: bool
    score_sheet: bool
    east: int = 1

    def picked(self, win: Win) -> bool:
        """Say whether players pay as for a self-picked tile."""
        return win.won_by == "self-pick" or (win.redeemed_joker and self.redeemed_joker_is_self_pick)

    def bonus(self, *, jokerless: bool, singles_and_pairs: bool, picked: bool) -> int:
        """Return the factor for a hand without jokers, 1 where it earns none."""
        doubled = (picked or self.jokerless_on_discard) and (self.singles_and_pairs_doubled or not singles_and_pairs)
        return self.jokerless if jokerless and doubled else 1

    def dues(self, win: Win, seats: Seats) -> tuple[Transfer, ...]:
        """Return each loser's payment to the winner; raise `OutcomeError` for a win without a value."""
        for name in ("points", "bonuses", "limit"):
            if getattr(win, name) is not None:
                message = "this rule set pays the value printed on the card: give value instead"
                raise OutcomeError("contradiction", message, f"outcome.{name}")
        value = win.value
        if value is None:
            raise OutcomeError("missing-field", "is missing: give the value printed on the card", "outcome.value")
        picked = self.picked(win)
        bonus = self.bonus(jokerless=win.jokerless, singles_and_pairs=win.singles_and_pairs, picked=picked)
        worth = f"{value}, x {bonus} for no joker" if bonus != 1 else f"{value}"
        if self.east != 1 and seats.east is None:
            message = f"is missing: say who East is, who pays and receives {self.east} times"
            raise OutcomeError("missing-field", message, "east")
        found = []
        for player in seats.others(win.winner):
            if picked:
                factor, what = self.self_pick, f"{win.winner} picked the winning tile"
                if win.won_by == "discard":
                    what = f"{win.winner} exchanged a joker to win, which counts as picked"
            elif player == win.discarder:
                factor, what = self.discarder, f"discarded the tile {win.winner} won on"
            else:
                factor, what = self.other, f"{win.discarder} discarded the tile {win.winner} won on"
            dead = "; a dead hand pays like the others" if player in win.dead else ""
            east = self.east if seats.east in (player, win.winner) else 1
            if factor:
                doubled = f", x {east} for East" if east != 1 else ""
                why = f"{what}: {factor} x {worth}{doubled}{dead}"
                found.append(Transfer(player, win.winner, factor * bonus * east * value, why))
        return tuple(found)

    def sheet(self, win: Win, paid: tuple[Transfer, ...], seats: Seats, factor: int) -> dict[str, int]:
        """Return the score sheet: losers fall by what they pay, the winner rises by the value and its doublings.

        ``factor`` is the table's own factor, on top of these. The sheet leaves bettors out. It does not sum to zero,
        unlike the transfers (modern-american-guide, Scoring in Mah Jongg).
        """
        picked = self.picked(win)
        bonus = self.bonus(jokerless=win.jokerless, singles_and_pairs=win.singles_and_pairs, picked=picked)
        east = self.east if win.winner == seats.east else 1
        rise = (win.value or 0) * bonus * east * (self.self_pick if picked else 1) * factor
        sheet = dict.fromkeys(seats.players, 0)
        for one in paid:
            if one.payee == win.winner and one.payer in sheet:
                sheet[one.payer] -= one.points
        sheet[win.winner] = rise
        return sheet


@dataclass(frozen=True, slots=True)
class OyaKoPayment:
    """Points doubled for each bonus, rounded and cut at a limit; dealer (OYA) and others (KO) pay unequally.

    ``base`` is part of the points of every hand. The discarder alone pays ``discard_ko`` to a KO, ``discard_oya`` to
    OYA. From the wall a KO gets ``wall_ko_from_ko`` of each KO and ``wall_ko_from_oya`` of OYA, and OYA ``wall_oya`` of
    everyone. A hand needs ``minimum_bonuses`` to go out, OYA after ``streak`` wins in a row
    ``minimum_bonuses_on_streak``; judging a hand enforces these minimums, a payment does not.
    """

    base: int
    limit: int
    half_limit: int
    round_to: int
    discard_ko: int
    discard_oya: int
    wall_ko_from_ko: int
    wall_ko_from_oya: int
    wall_oya: int
    minimum_bonuses: int
    minimum_bonuses_on_streak: int
    streak: int

    def amount(self, points: int, bonuses: int) -> int:
        """Return the doubled points, rounded to the nearest ``round_to`` (half up), never above the limit."""
        doubled = points << bonuses
        if doubled > self.limit:
            return self.limit
        # A house's limit need not be a round number.
        return min((doubled + self.round_to // 2) // self.round_to * self.round_to, self.limit)

    def is_limit(self, points: int, bonuses: int) -> bool:
        """Say whether the doubled points pass the limit."""
        return (points << bonuses) > self.limit

    def dues(self, win: Win, seats: Seats) -> tuple[Transfer, ...]:
        """Return each loser's payment to the winner; raise `OutcomeError` without points and bonuses, limit or East."""
        east = seats.east
        if east is None:
            raise OutcomeError("missing-field", "is missing: say who East is, who pays and receives more", "east")
        amount, worth = self._worth(win)
        if not amount:
            return ()  # a house rounds few points down to none
        is_oya = win.winner == east
        if win.won_by == "discard":
            assert win.discarder is not None  # Win refuses a discard without a discarder
            factor = self.discard_oya if is_oya else self.discard_ko
            why = f"discarded the tile {win.winner} ({_role(is_oya)}) won on and pays alone: {factor} x {worth}"
            return (Transfer(win.discarder, win.winner, factor * amount, why),)
        found = []
        for player in seats.others(win.winner):
            pays_as_oya = player == east
            to_ko = self.wall_ko_from_oya if pays_as_oya else self.wall_ko_from_ko
            factor = self.wall_oya if is_oya else to_ko
            drew = f"{win.winner} ({_role(is_oya)}) drew the winning tile"
            why = f"{drew}, {_role(pays_as_oya)} pays: {factor} x {worth}"
            found.append(Transfer(player, win.winner, factor * amount, why))
        return tuple(found)

    def _worth(self, win: Win) -> tuple[int, str]:
        """Return the amount before the payment's multiplier, and its derivation in words."""
        if win.value is not None:
            message = "this rule set counts points and bonuses: give these, or limit, instead"
            raise OutcomeError("contradiction", message, "outcome.value")
        for name in ("singles_and_pairs", "redeemed_joker"):
            if getattr(win, name):
                message = "this rule set has no jokers and no such section: leave this out"
                raise OutcomeError("contradiction", message, f"outcome.{name}")
        if win.limit == "full":
            return self.limit, f"{self.limit} (limit hand)"
        if win.limit == "half":
            if win.won_by == "self-pick":
                message = "a half limit (mixed twins) exists on a discard only; drawn from the wall it is the limit"
                raise OutcomeError("contradiction", message, "outcome.limit")
            return self.half_limit, f"{self.half_limit} (half limit)"
        points, bonuses = self._counted(win)
        amount = self.amount(points, bonuses)
        times = "once" if bonuses == 1 else f"{bonuses} times"
        passed = " pass the limit" if self.is_limit(points, bonuses) else ""
        return amount, f"{amount} ({points} points doubled {times}{passed})"

    def _counted(self, win: Win) -> tuple[int, int]:
        """Return the points and bonuses of a win; raise `OutcomeError` for missing or impossible numbers."""
        if win.points is None:
            message = "is missing: give the points before doubling, or limit"
            raise OutcomeError("missing-field", message, "outcome.points")
        if win.bonuses is None:
            raise OutcomeError("missing-field", "is missing: give the number of bonuses", "outcome.bonuses")
        if win.points < self.base:
            message = f"must be at least {self.base}, which every hand gets for going out"
            raise OutcomeError("out-of-range", message, "outcome.points")
        if win.bonuses > MOST_BONUSES:
            raise OutcomeError("out-of-range", "no hand has so many bonuses", "outcome.bonuses")
        return win.points, win.bonuses


Payment = CardPayment | OyaKoPayment


def load_payment(fields: StrictFields) -> Payment:
    """Read the table ``payment`` of a rule set file; raise the reader's error naming the field."""
    if fields.choice("kind", ("card-value", "oya-ko")) == "card-value":
        return read_table(CardPayment, fields, other=(0, LARGEST), east=(1, MOST_EAST))
    payment = read_table(OyaKoPayment, fields)
    # A table decides on the limit and the minimum alone; the figures beside them follow.
    return replace(
        payment,
        half_limit=min(payment.half_limit, payment.limit),
        minimum_bonuses_on_streak=max(payment.minimum_bonuses_on_streak, payment.minimum_bonuses),
    )


def _role(is_oya: bool) -> str:
    return "OYA" if is_oya else "KO"
