"""Every decision that a table may make, in a person's words, and how to read it from a rule set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
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

    key: str
    group: str
    say: str
    effect: str
    applies: Callable[[RuleSet], bool]
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


def _card(rules: RuleSet) -> CardPayment:
    assert isinstance(rules.payment, CardPayment), "asked of card values only"
    return rules.payment


def _pays(rules: RuleSet) -> bool:
    return rules.tournament is None


def _may_score(rules: RuleSet) -> bool:
    return isinstance(rules.payment, CardPayment)


def _pays_by_card(rules: RuleSet) -> bool:
    return _may_score(rules) and _pays(rules)


def _pays_jokerless(rules: RuleSet) -> bool:
    return _pays_by_card(rules) and _card(rules).jokerless > 1


def _has_blanks(rules: RuleSet) -> bool:
    return rules.table.blanks > 0


def _scores(rules: RuleSet) -> bool:
    return rules.tournament is not None


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


OPTIONS: Final = (
    OptionSpec(
        "jokers.in_pairs",
        "Jokers",
        "A joker may stand in a pair",
        "Hands of pairs can be made with jokers.",
        _has_jokers,
    ),
    OptionSpec(
        "jokers.in_singles",
        "Jokers",
        "A joker may stand for a single tile",
        "A tile that stands alone on the card may be a joker.",
        _has_jokers,
    ),
    OptionSpec(
        "jokers.in_unlike_groups",
        "Jokers",
        "A joker may stand in NEWS or a year",
        "A group of different tiles may hold jokers.",
        _has_jokers,
    ),
    OptionSpec(
        "jokers.flowers_wild",
        "Jokers",
        "Flowers are wild, as jokers are",
        "A flower may stand for any tile for which a joker may.",
        _has_jokers,
    ),
    OptionSpec(
        "hand.suits_free",
        "Hands",
        "Hands that name their suits may be played in others",
        "Bams, Craks and Dots on the card are an example, and their dragons follow.",
        lambda rules: rules.hand is not None,
        read=lambda rules: rules.hand is not None and rules.hand.suits_free,
    ),
    OptionSpec(
        "exposures.smallest",
        "Hands",
        "An exposure has at least {} tiles",
        "A discard may be called for no smaller group, except for mah jongg.",
        lambda rules: rules.exposures is not None,
        (3, LARGEST_GROUP),
        read=lambda rules: 0 if rules.exposures is None else rules.exposures.smallest,
    ),
    OptionSpec(
        "payment.self_pick",
        "Money",
        "After a self-pick everybody pays {} times the value",
        "What each player pays a winner who drew the last tile.",
        _pays_by_card,
        (1, 8),
    ),
    OptionSpec(
        "payment.discarder",
        "Money",
        "Who discards the winning tile pays {} times the value",
        "What the discarder pays.",
        _pays_by_card,
        (1, 8),
    ),
    OptionSpec(
        "payment.other",
        "Money",
        "After a discard each other player pays {} times the value",
        "What the players pay who did not discard.",
        _pays_by_card,
        (0, 8),
        none="After a discard the discarder pays alone",
    ),
    OptionSpec(
        "payment.jokerless",
        "Money",
        "A hand without jokers pays {} times",
        "The bonus for a jokerless hand.",
        _pays_by_card,
        (1, 8),
        none="A hand without jokers pays no more than others",
    ),
    OptionSpec(
        "payment.jokerless_on_discard",
        "Money",
        "A hand without jokers is paid more after a discard too",
        "Whether the bonus needs a self-pick.",
        _pays_jokerless,
    ),
    OptionSpec(
        "payment.singles_and_pairs_doubled",
        "Money",
        "Singles and pairs are paid more without jokers too",
        "Whether hands of the section singles and pairs, which take no joker anyway, earn the bonus.",
        _pays_jokerless,
    ),
    OptionSpec(
        "payment.redeemed_joker_is_self_pick",
        "Money",
        "Winning by a redeemed joker counts as a self-pick",
        "What is paid when the exchange of a joker after an exposure completes the hand.",
        lambda rules: (
            _pays_by_card(rules)
            and (_card(rules).self_pick, _card(rules).self_pick) != (_card(rules).discarder, _card(rules).other)
        ),
    ),
    OptionSpec(
        "payment.east",
        "Money",
        "East pays and receives {} times",
        "What East pays a winner, and what the others pay East; the game has to say who East is.",
        _pays_by_card,
        (1, 8),
        none="East pays and receives as the others do",
    ),
    OptionSpec(
        "payment.score_sheet",
        "Money",
        "A score sheet is kept beside the chips",
        "On the sheet the winner rises by the value, and the losers fall by what they pay.",
        _pays_by_card,
    ),
    OptionSpec(
        "payment.limit", "Money", "No hand scores more than {} points", "The limit of a hand.", _oya, (1, 100_000)
    ),
    OptionSpec(
        "payment.minimum_bonuses",
        "Hands",
        "A hand needs at least {} bonuses to go out",
        "Which hands may call mah jongg.",
        _oya,
        (1, 13),
    ),
    OptionSpec(
        "bettors.most",
        "Players",
        "Up to {} people may bet on a player",
        "How many may sit out and bet.",
        lambda rules: rules.bettors.most > 0 and _pays(rules),
        (1, 8),
    ),
    OptionSpec(
        "table.rolled_double",
        "Money",
        "A hand for which East rolled a double pays {} times",
        "What is paid after the dice have shown two equal numbers; the win has to say so.",
        _pays,
        (1, MOST_TIMES),
        none="A double on the dice changes nothing",
    ),
    OptionSpec(
        "table.after_wall",
        "Money",
        "The hand after a wall game pays {} times",
        "What is paid for a win in the very next hand.",
        _pays,
        (1, MOST_TIMES),
        none="A wall game changes nothing of the next hand",
    ),
    OptionSpec(
        "table.pie",
        "Money",
        "A pie: nobody loses more than {} points in an evening",
        "Who has lost that much plays on and pays no more.",
        _pays,
        (0, MOST_PIE),
        none="No pie: what a player may lose has no end",
    ),
    OptionSpec(
        "table.cents",
        "Money",
        "A point is worth {} cents",
        "Payments and the end of the evening say dollars too.",
        _pays,
        (0, MOST_CENTS),
        none="Points are not counted in money",
    ),
    OptionSpec(
        "table.last_wall",
        "Wall",
        "The last wall",
        "Who may win on a discard of the last wall, and who pays for it.",
        lambda _rules: True,
        choices=(
            ("usual", "The last wall is played like the others"),
            ("hot", "Hot wall: who discards the winning tile from the last wall pays for everybody"),
            ("cold", "Cold wall: in the last wall only a picked tile wins"),
        ),
    ),
    OptionSpec(
        "table.call_until",
        "Play",
        "Calling a discard",
        "How long a discard may be called; the ruling on a late call goes by it.",
        lambda _rules: True,
        choices=(
            ("source", "The rules do not say how long a discard may be called"),
            ("picks", "A discard may be called until the next player picks"),
            ("racks", "A discard may be called until the next player racks the tile picked"),
            ("discards", "A discard may be called until the next player discards"),
        ),
        read=_call_until,
    ),
    OptionSpec(
        "table.pick_ahead",
        "Play",
        "Players may pick their next tile ahead",
        "The ruling on a tile that was taken or looked at too early.",
        lambda _rules: True,
    ),
    OptionSpec(
        "table.blanks",
        "Blank tiles",
        "The set has {} blank tiles, each to be exchanged for a discarded one",
        "The rulings on blank tiles; a hand with one is never complete.",
        _has_jokers,
        (0, MOST_BLANKS),
        none="There are no blank tiles",
    ),
    OptionSpec(
        "table.blanks_any_time",
        "Blank tiles",
        "A blank tile may be exchanged at any time",
        "Whether a player has to wait for the turn.",
        _has_blanks,
    ),
    OptionSpec(
        "table.blanks_passed",
        "Blank tiles",
        "Blank tiles may be passed in the Charleston",
        "The ruling on a blank tile that was passed.",
        _has_blanks,
    ),
    OptionSpec(
        "tournament.on",
        "Tournament",
        "Tournament: points are scored, and nobody pays",
        "Only the score sheet moves; the figures below say how.",
        _may_score,
        read=lambda rules: rules.tournament is not None,
    ),
    OptionSpec(
        "tournament.self_pick",
        "Tournament",
        "A picked winning tile scores {} points more",
        "What the winner scores beside the value.",
        _scores,
        (0, MOST),
    ),
    OptionSpec(
        "tournament.jokerless",
        "Tournament",
        "A hand without jokers scores {} points more",
        "What the winner scores beside the value; not for singles and pairs.",
        _scores,
        (0, MOST),
    ),
    OptionSpec(
        "tournament.wall",
        "Tournament",
        "After a wall game each player scores {} points",
        "What nobody's win is worth.",
        _scores,
        (0, MOST),
    ),
    OptionSpec(
        "tournament.discarder",
        "Tournament",
        "Who discards the winning tile loses {} points",
        "What the discarder's score falls by.",
        _scores,
        (0, MOST),
    ),
    OptionSpec(
        "tournament.dead",
        "Tournament",
        "A dead hand costs {} points",
        "What the score of a player falls by whose hand is dead when another wins.",
        _scores,
        (0, MOST),
    ),
    OptionSpec(
        "tournament.minutes",
        "Tournament",
        "A round lasts {} minutes",
        "The ruling on the end of the time.",
        _scores,
        (1, MOST),
    ),
    OptionSpec(
        "tournament.finish",
        "Tournament",
        "A hand that is on when the time is up is played to its end",
        "Whether it ends at once, as a wall game.",
        _scores,
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
