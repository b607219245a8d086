"""What a win costs each player, for the two kinds of payment the sources know.

`CardPayment`: the hand has a value and each loser pays one or two of it (the four American sources).
`OyaKoPayment`: points are doubled once for each bonus, and the dealer (OYA) pays and receives more than the others
(KO).
A rule set is one of these filled with its numbers; bets come on top (rules.settlement.bets).
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.errors import OutcomeError
from rules.input.strict_fields import StrictFields
from rules.settlement.outcome import Win
from rules.settlement.seats import Seats
from rules.settlement.transfers import Transfer


@dataclass(frozen=True, slots=True)
class CardPayment:
    """Multiples of the value printed on the card.

    ``self_pick`` is paid by each player when the winner picked the tile; on a discard the discarder pays ``discarder``
    and each other player ``other``. ``jokerless`` multiplies all of them when the hand holds no joker, after a
    self-pick and, where ``jokerless_on_discard``, on a discard. Hands of the singles-and-pairs section may be exempt.
    ``redeemed_joker_is_self_pick``: a hand completed by redeeming a joker after calling an exposure is paid as if
    picked. ``score_sheet``: the source keeps a sheet on which the winner rises by the value and the losers fall by what
    they would pay.
    """

    self_pick: int
    discarder: int
    other: int
    jokerless: int
    jokerless_on_discard: bool
    singles_and_pairs_doubled: bool
    redeemed_joker_is_self_pick: bool
    score_sheet: bool

    def picked(self, win: Win) -> bool:
        """Whether the win is paid as self-picked."""
        return win.won_by == "self-pick" or (win.redeemed_joker and self.redeemed_joker_is_self_pick)

    def bonus(self, *, jokerless: bool, singles_and_pairs: bool, picked: bool) -> int:
        """The factor for a hand without jokers, 1 where it earns none."""
        earns = (
            jokerless
            and (picked or self.jokerless_on_discard)
            and (self.singles_and_pairs_doubled or not singles_and_pairs)
        )
        return self.jokerless if earns else 1

    def dues(self, win: Win, seats: Seats) -> tuple[Transfer, ...]:
        """What each loser pays the winner. Raises OutcomeError where the win is not told by its value."""
        for name in ("points", "bonuses", "limit"):
            if getattr(win, name) is not None:
                raise _misplaced(name, "pays the value printed on the card: give value instead")
        value = win.value
        if value is None:
            raise _missing("value", "give the value printed on the card")
        picked = self.picked(win)
        bonus = self.bonus(jokerless=win.jokerless, singles_and_pairs=win.singles_and_pairs, picked=picked)
        worth = f"{value}, x {bonus} for no joker" if bonus != 1 else f"{value}"
        found = []
        for player in seats.others(win.winner):
            if picked:
                factor, what = self.self_pick, f"{win.winner} picked the winning tile"
                if win.won_by == "discard":
                    what = f"{win.winner} redeemed a joker to win, which counts as picked"
            elif player == win.discarder:
                factor, what = self.discarder, f"discarded the tile {win.winner} won on"
            else:
                factor, what = self.other, f"{win.discarder} discarded the tile {win.winner} won on"
            dead = "; a dead hand pays like the others" if player in win.dead else ""
            if factor:
                why = f"{what}: {factor} x {worth}{dead}"
                found.append(Transfer(player, win.winner, factor * bonus * value, why))
        return tuple(found)

    def sheet(self, win: Win, dues: tuple[Transfer, ...], seats: Seats) -> dict[str, int]:
        """The score sheet of a win: losers fall by what they pay, the winner rises by the value and its doublings.

        Unlike the transfers it does not sum to zero (modern-american-guide, Scoring in Mah Jongg).
        """
        picked = self.picked(win)
        bonus = self.bonus(jokerless=win.jokerless, singles_and_pairs=win.singles_and_pairs, picked=picked)
        rise = (win.value or 0) * bonus * (self.self_pick if picked else 1)
        sheet = dict.fromkeys(seats.players, 0)
        for due in dues:
            sheet[due.payer] -= due.points
        sheet[win.winner] = rise
        return sheet


@dataclass(frozen=True, slots=True)
class OyaKoPayment:
    """Points doubled for each bonus, rounded, cut at a limit, and paid by dealer (OYA) and others (KO) unequally.

    ``base`` is part of the points of every hand. ``discard_ko`` and ``discard_oya`` are what the discarder pays alone
    to a KO and to OYA; from the wall a KO gets ``wall_ko_from_ko`` of each KO and ``wall_ko_from_oya`` of OYA, and OYA
    ``wall_oya`` of everyone. A hand needs ``minimum_bonuses`` to go out, OYA after ``streak`` wins in a row
    ``minimum_bonuses_on_streak``: the check of a hand asks for them, a payment does not.
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
        """The doubled points, rounded to the nearest ``round_to`` (half up), never above the limit."""
        doubled = points << bonuses
        if doubled > self.limit:
            return self.limit
        return (doubled + self.round_to // 2) // self.round_to * self.round_to

    def is_limit(self, points: int, bonuses: int) -> bool:
        """Whether the doubled points pass the limit."""
        return (points << bonuses) > self.limit

    def dues(self, win: Win, seats: Seats) -> tuple[Transfer, ...]:
        """What each loser pays the winner.

        Raises OutcomeError where points and bonuses, a limit or East are missing.
        """
        east = seats.east
        if east is None:
            raise OutcomeError("missing-field", "is missing: say who East is, who pays and receives more", "east")
        amount, worth = self._worth(win)
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
        """The amount before the payment's multiplier, and how it came about in words."""
        if win.value is not None:
            raise _misplaced("value", "counts points and bonuses: give these, or limit, instead")
        for name in ("singles_and_pairs", "redeemed_joker"):
            if getattr(win, name):
                raise _misplaced(name, "has no jokers and no such section: leave this out")
        if win.limit == "full":
            return self.limit, f"{self.limit} (limit hand)"
        if win.limit == "half":
            if win.won_by == "self-pick":
                raise OutcomeError(
                    "contradiction",
                    "a half limit (mixed twins) exists on a discard only; drawn from the wall it is the limit",
                    "outcome.limit",
                )
            return self.half_limit, f"{self.half_limit} (half limit)"
        if win.points is None:
            raise _missing("points", "give the points before doubling, or limit")
        if win.bonuses is None:
            raise _missing("bonuses", "give the number of bonuses")
        if win.points < self.base:
            raise OutcomeError(
                "out-of-range", f"must be at least {self.base}, which every hand gets for going out", "outcome.points"
            )
        if win.bonuses > 64:
            raise OutcomeError("out-of-range", "no hand has so many bonuses", "outcome.bonuses")
        amount = self.amount(win.points, win.bonuses)
        if self.is_limit(win.points, win.bonuses):
            return amount, f"{amount} ({win.points} points doubled {win.bonuses} times pass the limit)"
        return amount, f"{amount} ({win.points} points doubled {win.bonuses} times)"


Payment = CardPayment | OyaKoPayment


def load_payment(fields: StrictFields) -> Payment:
    """Read the table ``payment`` of a rule set file; raises the reader's error naming the field."""
    payment: Payment
    if fields.choice("kind", ("card-value", "oya-ko")) == "card-value":
        payment = CardPayment(
            self_pick=fields.whole("self_pick", least=1),
            discarder=fields.whole("discarder", least=1),
            other=fields.whole("other", least=0),
            jokerless=fields.whole("jokerless", least=1),
            jokerless_on_discard=fields.flag("jokerless_on_discard"),
            singles_and_pairs_doubled=fields.flag("singles_and_pairs_doubled"),
            redeemed_joker_is_self_pick=fields.flag("redeemed_joker_is_self_pick"),
            score_sheet=fields.flag("score_sheet"),
        )
    else:
        names = (
            *("base", "limit", "half_limit", "round_to", "discard_ko", "discard_oya", "wall_ko_from_ko"),
            *("wall_ko_from_oya", "wall_oya", "minimum_bonuses", "minimum_bonuses_on_streak", "streak"),
        )
        payment = OyaKoPayment(**{name: fields.whole(name, least=1) for name in names})
    fields.done()
    return payment


def _role(is_oya: bool) -> str:
    return "OYA" if is_oya else "KO"


def _missing(name: str, hint: str) -> OutcomeError:
    return OutcomeError("missing-field", f"is missing: {hint}", f"outcome.{name}")


def _misplaced(name: str, hint: str) -> OutcomeError:
    return OutcomeError("contradiction", f"this rule set {hint}", f"outcome.{name}")
