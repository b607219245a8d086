"""Every decision that a table may make, in a person's words, and how to read it from a rule set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final, Literal

from rules.matching.joker_rules import LARGEST_GROUP
from rules.ruleset import RuleSet
from rules.rulings.table_cases import WINDOWS
from rules.settlement.payments import CardPayment, OyaKoPayment
from rules.settlement.table_terms import MOST_BLANKS, MOST_CENTS, MOST_PIE, MOST_TIMES
from rules.settlement.tournament import MOST, Tournament

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class HouseOption:
    """One decision of a table.

    ``key`` is its name in a house rule set, ``say`` the rule in a person's words, with {} for a number; ``none`` is the
    sentence for the least number where that has a meaning of its own. ``effect`` says what it changes. ``value`` is its
    value under the rule set, ``default`` its value under the rule set's source. ``least`` and ``most`` bound a number;
    both are None for a yes or no and for one of several ``choices``, each with its sentence.
    """

    key: str
    group: str
    say: str
    effect: str
    value: Value
    default: Value
    least: int | None = None
    most: int | None = None
    none: str = ""
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def kind(self) -> Literal["flag", "number", "choice"]:
        """Whether it is a yes or no, a number, or one of several."""
        if self.choices:
            return "choice"
        return "flag" if self.least is None else "number"

    @property
    def file_key(self) -> str:
        """Its name in `RuleSet.changes`: section and key, without a penalty's unit."""
        return ".".join(self.key.split(".")[:2])

    @property
    def said(self) -> str:
        """The sentence for its value."""
        return self._say(self.value)

    @property
    def usual(self) -> str:
        """The sentence for its default; for a flag it does not say whether the default is on."""
        return self._say(self.default)

    def _say(self, value: Value) -> str:
        if self.choices:
            return dict(self.choices)[str(value)]
        if self.none and value == self.least:
            return self.none
        return self.say.format(value).replace(" 1 times the value", " the value").replace(" 1 times", " once")

    def to_json(self) -> dict[str, Any]:
        """Return all its fields."""
        choices = [{"value": value, "said": said} for value, said in self.choices]
        return {**asdict(self), "choices": choices, "kind": self.kind, "said": self.said, "usual": self.usual}


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """How to make a `HouseOption` of a rule set; ``applies`` says whether it changes anything under that rule set.

    ``read`` returns its value, None where ``key`` names the field of the rule set that holds it.
    """

    group: str
    applies: Callable[[RuleSet], bool]
    key: str
    say: str
    effect: str
    bounds: tuple[int, int] | None = None
    none: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    read: Callable[[RuleSet], Value] | None = None

    def value(self, rules: RuleSet) -> Value:
        """Return its value under a rule set; without a tournament, its figures are the usual ones."""
        if self.read is not None:
            return self.read(rules)
        section, _, field = self.key.partition(".")
        holder = getattr(rules, section) or Tournament()
        found: Value = getattr(holder, field)
        return found


def _by_card(rules: RuleSet) -> CardPayment | None:
    """Return the payment by a card's values; None where the game has another, or is a tournament, where nobody pays."""
    return rules.payment if isinstance(rules.payment, CardPayment) and rules.tournament is None else None


def _call_until(rules: RuleSet) -> Value:
    """Return the deadline for calling a discard: the table's decision, or the deadline in the source's cases."""
    if rules.table.call_until != "source":
        return rules.table.call_until
    allowed = {
        str(value)
        for case in rules.rulings.get("late-claim", ())
        if case.allowed
        for condition in case.when
        for value in condition.values
    }
    return next((name for name, window in WINDOWS.items() if allowed == set(window)), "source")


def _has_jokers(rules: RuleSet) -> bool:
    return rules.jokers is not None


def _oya(rules: RuleSet) -> bool:
    return isinstance(rules.payment, OyaKoPayment)


_jokers = partial(OptionSpec, "Jokers", _has_jokers)
_payments = partial(OptionSpec, "Money", lambda rules: _by_card(rules) is not None)
_bonuses = partial(OptionSpec, "Money", lambda rules: (paid := _by_card(rules)) is not None and paid.jokerless > 1)
_terms = partial(OptionSpec, "Money", lambda rules: rules.tournament is None)
_blanks = partial(OptionSpec, "Blank tiles", lambda rules: rules.table.blanks > 0)
_score = partial(OptionSpec, "Tournament", lambda rules: rules.tournament is not None)

OPTIONS: Final = (
    _jokers("jokers.in_pairs", "A joker may stand in a pair", "Hands of pairs can be made with jokers."),
    _jokers(
        "jokers.in_singles",
        "A joker may stand for a single tile",
        "A tile that stands alone on the card may be a joker.",
    ),
    _jokers(
        "jokers.in_unlike_groups", "A joker may stand in NEWS or a year", "A group of different tiles may hold jokers."
    ),
    _jokers(
        "jokers.flowers_wild",
        "Flowers are wild, as jokers are",
        "A flower may stand for any tile for which a joker may.",
    ),
    OptionSpec(
        "Hands",
        lambda rules: rules.hand is not None,
        "hand.suits_free",
        "Hands that name their suits may be played in others",
        "Bams, Craks and Dots on the card are an example, and their dragons follow.",
        read=lambda rules: rules.hand is not None and rules.hand.suits_free,
    ),
    OptionSpec(
        "Hands",
        lambda rules: rules.exposures is not None,
        "exposures.smallest",
        "An exposure has at least {} tiles",
        "A discard may be called for no smaller group, except for mah jongg.",
        (3, LARGEST_GROUP),
        read=lambda rules: 0 if rules.exposures is None else rules.exposures.smallest,
    ),
    _payments(
        "payment.self_pick",
        "After a self-pick everybody pays {} times the value",
        "What each player pays a winner who drew the last tile.",
        (1, 8),
    ),
    _payments(
        "payment.discarder", "Who discards the winning tile pays {} times the value", "What the discarder pays.", (1, 8)
    ),
    _payments(
        "payment.other",
        "After a discard each other player pays {} times the value",
        "What the players pay who did not discard.",
        (0, 8),
        "After a discard the discarder pays alone",
    ),
    _payments(
        "payment.jokerless",
        "A hand without jokers pays {} times",
        "The bonus for a jokerless hand.",
        (1, 8),
        "A hand without jokers pays no more than others",
    ),
    _bonuses(
        "payment.jokerless_on_discard",
        "A hand without jokers is paid more after a discard too",
        "Whether the bonus needs a self-pick.",
    ),
    _bonuses(
        "payment.singles_and_pairs_doubled",
        "Singles and pairs are paid more without jokers too",
        "Whether hands of the section singles and pairs, which take no joker anyway, earn the bonus.",
    ),
    OptionSpec(
        "Money",
        lambda rules: isinstance(rules.payment, CardPayment),
        "payment.redeemed_joker_is_self_pick",
        "Winning by a redeemed joker counts as a self-pick",
        "What is paid or scored when the exchange of a joker after an exposure completes the hand.",
    ),
    _payments(
        "payment.east",
        "East pays and receives {} times",
        "What East pays a winner, and what the others pay East; the game has to say who East is.",
        (1, 8),
        "East pays and receives as the others do",
    ),
    _payments(
        "payment.score_sheet",
        "A score sheet is kept beside the chips",
        "On the sheet the winner rises by the value, and the losers fall by what they pay.",
    ),
    OptionSpec(
        "Money", _oya, "payment.limit", "No hand scores more than {} points", "The limit of a hand.", (1, 100_000)
    ),
    OptionSpec(
        "Hands",
        _oya,
        "payment.minimum_bonuses",
        "A hand needs at least {} bonuses to go out",
        "Which hands may call mah jongg.",
        (1, 13),
    ),
    OptionSpec(
        "Players",
        lambda rules: rules.bettors.most > 0 and rules.tournament is None,
        "bettors.most",
        "Up to {} people may bet on a player",
        "How many may sit out and bet.",
        (1, 8),
    ),
    _terms(
        "table.rolled_double",
        "A hand for which East rolled a double pays {} times",
        "What is paid after the dice have shown two equal numbers; the win has to say so.",
        (1, MOST_TIMES),
        "A double on the dice changes nothing",
    ),
    _terms(
        "table.after_wall",
        "The hand after a wall game pays {} times",
        "What is paid for a win in the very next hand.",
        (1, MOST_TIMES),
        "A wall game changes nothing of the next hand",
    ),
    _terms(
        "table.pie",
        "A pie: nobody loses more than {} points in an evening",
        "Who has lost that much plays on and pays no more.",
        (0, MOST_PIE),
        "No pie: what a player may lose has no end",
    ),
    _terms(
        "table.cents",
        "A point is worth {} cents",
        "Payments and the end of the evening say dollars too.",
        (0, MOST_CENTS),
        "Points are not counted in money",
    ),
    OptionSpec(
        "Wall",
        lambda _rules: True,
        "table.last_wall",
        "The last wall",
        "Who may win on a discard of the last wall, and who pays for it.",
        choices=(
            ("usual", "The last wall is played like the others"),
            ("hot", "Hot wall: who discards the winning tile from the last wall pays for everybody"),
            ("cold", "Cold wall: in the last wall only a picked tile wins"),
        ),
    ),
    OptionSpec(
        "Play",
        lambda _rules: True,
        "table.call_until",
        "Calling a discard",
        "How long a discard may be called; the ruling on a late call goes by it.",
        choices=(
            ("source", "The rules do not say how long a discard may be called"),
            ("picks", "A discard may be called until the next player picks"),
            ("racks", "A discard may be called until the next player racks the tile picked"),
            ("discards", "A discard may be called until the next player discards"),
        ),
        read=_call_until,
    ),
    OptionSpec(
        "Play",
        lambda _rules: True,
        "table.pick_ahead",
        "Players may pick their next tile ahead",
        "The ruling on a tile that was taken or looked at too early.",
    ),
    OptionSpec(
        "Blank tiles",
        _has_jokers,
        "table.blanks",
        "The set has {} blank tiles, each to be exchanged for a discarded one",
        "The rulings on blank tiles; a hand with one is never complete.",
        (0, MOST_BLANKS),
        "There are no blank tiles",
    ),
    _blanks(
        "table.blanks_any_time",
        "A blank tile may be exchanged at any time",
        "Whether a player has to wait for the turn.",
    ),
    _blanks(
        "table.blanks_passed",
        "Blank tiles may be passed in the Charleston",
        "The ruling on a blank tile that was passed.",
    ),
    OptionSpec(
        "Tournament",
        lambda rules: isinstance(rules.payment, CardPayment),
        "tournament.on",
        "Tournament: points are scored, and nobody pays",
        "Only the score sheet moves; the figures below say how.",
        read=lambda rules: rules.tournament is not None,
    ),
    _score(
        "tournament.self_pick",
        "A picked winning tile scores {} points more",
        "What the winner scores beside the value.",
        (0, MOST),
    ),
    _score(
        "tournament.jokerless",
        "A hand without jokers scores {} points more",
        "What the winner scores beside the value; not for singles and pairs.",
        (0, MOST),
    ),
    _score(
        "tournament.wall", "After a wall game each player scores {} points", "What nobody's win is worth.", (0, MOST)
    ),
    _score(
        "tournament.discarder",
        "Who discards the winning tile loses {} points",
        "What the discarder's score falls by.",
        (0, MOST),
    ),
    _score(
        "tournament.dead",
        "A dead hand costs {} points",
        "What the score of a player falls by whose hand is dead when another wins.",
        (0, MOST),
    ),
    _score("tournament.minutes", "A round lasts {} minutes", "The ruling on the end of the time.", (1, MOST)),
    _score(
        "tournament.finish",
        "A hand that is on when the time is up is played to its end",
        "Whether it ends at once, as a wall game.",
    ),
)
"""All options, in the order in which a page shows them."""

PENALTIES: Final = {
    "misnamed-for-mah-jongg": "Misnaming a discard that makes mah jongg",
    "mah-jongg-in-error": "Calling mah jongg in error",
    "dead-hand-disputed": "Calling a hand dead that is not",
    "blind-pass-looked": "Looking at a blind pass",
    "false-woo": "A false woo, by East or paid to East,",
    "false-woo-half": "A false woo, between players who are not East,",
}
"""Errors in words, by the name of their penalty."""
