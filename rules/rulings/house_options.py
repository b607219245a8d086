"""What a table may decide for itself under a rule set, as a person would say it.

An option is one key of a house's file (`rules/rulesets/README.md`). Those that would change nothing under the rule set
at hand are left out, such as who gets the bonus for a jokerless hand where there is none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from rules.errors import RuleSetError
from rules.input.strict_fields import StrictFields
from rules.matching.joker_rules import LARGEST_GROUP
from rules.ruleset import RuleSet, list_rulesets, load_ruleset, parse_ruleset
from rules.settlement.payments import CardPayment, OyaKoPayment
from rules.settlement.penalties import UNITS

Value = bool | int


@dataclass(frozen=True, slots=True)
class HouseOption:
    """One decision of a table.

    ``key`` is its name in a house's file, ``say`` the rule as a person would say it, with {} for a number, ``effect``
    what it changes. ``value`` is how it stands under the rule set, ``default`` how under the one that it comes from.
    ``least`` and ``most`` bound a number; both are None for a yes or no.
    """

    key: str
    group: str
    say: str
    effect: str
    value: Value
    default: Value
    least: int | None = None
    most: int | None = None

    @property
    def kind(self) -> Literal["flag", "number"]:
        """Whether it is a yes or no, or a number."""
        return "flag" if self.least is None else "number"

    @property
    def said(self) -> str:
        """The rule with its number."""
        return self.say.format(self.value).replace(" 1 times the value", " the value").replace(" 1 times", " once")

    def to_json(self) -> dict[str, Any]:
        """Return all its fields."""
        return {**asdict(self), "kind": self.kind, "said": self.said}


@dataclass(frozen=True, slots=True)
class _Option:
    """How to make a `HouseOption` of a rule set; ``applies`` says whether it changes anything under that."""

    key: str
    group: str
    say: str
    effect: str
    read: Callable[[RuleSet], Value]
    applies: Callable[[RuleSet], bool]
    bounds: tuple[int, int] | None = None


def _card(rules: RuleSet) -> CardPayment:
    assert isinstance(rules.payment, CardPayment), "asked of card values only"
    return rules.payment


def _pays_by_card(rules: RuleSet) -> bool:
    return isinstance(rules.payment, CardPayment)


def _pays_jokerless(rules: RuleSet) -> bool:
    return isinstance(rules.payment, CardPayment) and rules.payment.jokerless > 1


def _jokers(name: str) -> Callable[[RuleSet], bool]:
    return lambda rules: bool(getattr(rules.jokers, name))


def _has_jokers(rules: RuleSet) -> bool:
    return rules.jokers is not None


def _oya(rules: RuleSet) -> bool:
    return isinstance(rules.payment, OyaKoPayment)


_OPTIONS: Final = (
    _Option(
        "jokers.in_pairs",
        "Jokers",
        "A joker may stand in a pair",
        "Hands of pairs can be made with jokers.",
        _jokers("in_pairs"),
        _has_jokers,
    ),
    _Option(
        "jokers.in_singles",
        "Jokers",
        "A joker may stand for a single tile",
        "A tile that stands alone on the card may be a joker.",
        _jokers("in_singles"),
        _has_jokers,
    ),
    _Option(
        "jokers.in_unlike_groups",
        "Jokers",
        "A joker may stand in NEWS or a year",
        "A group of different tiles may hold jokers.",
        _jokers("in_unlike_groups"),
        _has_jokers,
    ),
    _Option(
        "jokers.flowers_wild",
        "Jokers",
        "Flowers are wild, as jokers are",
        "A flower may stand for any tile for which a joker may.",
        _jokers("flowers_wild"),
        _has_jokers,
    ),
    _Option(
        "hand.suits_free",
        "Hands",
        "Hands that name their suits may be played in others",
        "Bams, Craks and Dots on the card are an example, and their dragons follow.",
        lambda rules: rules.hand is not None and rules.hand.suits_free,
        lambda rules: rules.hand is not None,
    ),
    _Option(
        "exposures.smallest",
        "Hands",
        "An exposure has at least {} tiles",
        "A discard may be called for no smaller group, except for mah jongg.",
        lambda rules: 0 if rules.exposures is None else rules.exposures.smallest,
        lambda rules: rules.exposures is not None,
        (3, LARGEST_GROUP),
    ),
    _Option(
        "payment.self_pick",
        "Money",
        "After a self-pick everybody pays {} times the value",
        "What each player pays a winner who drew the last tile.",
        lambda rules: _card(rules).self_pick,
        _pays_by_card,
        (1, 8),
    ),
    _Option(
        "payment.discarder",
        "Money",
        "Who discards the winning tile pays {} times the value",
        "What the discarder pays.",
        lambda rules: _card(rules).discarder,
        _pays_by_card,
        (1, 8),
    ),
    _Option(
        "payment.other",
        "Money",
        "After a discard each other player pays {} times the value",
        "What the players pay who did not discard; 0 where the discarder pays alone.",
        lambda rules: _card(rules).other,
        _pays_by_card,
        (0, 8),
    ),
    _Option(
        "payment.jokerless",
        "Money",
        "A hand without jokers pays {} times",
        "The bonus for a jokerless hand; 1 is none.",
        lambda rules: _card(rules).jokerless,
        _pays_by_card,
        (1, 8),
    ),
    _Option(
        "payment.jokerless_on_discard",
        "Money",
        "A hand without jokers is paid more after a discard too",
        "Whether the bonus needs a self-pick.",
        lambda rules: _card(rules).jokerless_on_discard,
        _pays_jokerless,
    ),
    _Option(
        "payment.singles_and_pairs_doubled",
        "Money",
        "Singles and pairs are paid more without jokers too",
        "Whether hands of the section singles and pairs, which take no joker anyway, earn the bonus.",
        lambda rules: _card(rules).singles_and_pairs_doubled,
        _pays_jokerless,
    ),
    _Option(
        "payment.redeemed_joker_is_self_pick",
        "Money",
        "Winning by a redeemed joker counts as a self-pick",
        "What is paid when the exchange of a joker after an exposure completes the hand.",
        lambda rules: _card(rules).redeemed_joker_is_self_pick,
        lambda rules: (
            _pays_by_card(rules)
            and (_card(rules).self_pick, _card(rules).self_pick) != (_card(rules).discarder, _card(rules).other)
        ),
    ),
    _Option(
        "payment.east",
        "Money",
        "East pays and receives {} times",
        "What East pays a winner, and what the others pay East; the game has to say who East is.",
        lambda rules: _card(rules).east,
        _pays_by_card,
        (1, 8),
    ),
    _Option(
        "payment.score_sheet",
        "Money",
        "A score sheet is kept beside the chips",
        "On the sheet the winner rises by the value, and the losers fall by what they pay.",
        lambda rules: rules.score_sheet,
        _pays_by_card,
    ),
    _Option(
        "payment.limit",
        "Money",
        "No hand scores more than {} points",
        "The limit of a hand.",
        lambda rules: rules.payment.limit if isinstance(rules.payment, OyaKoPayment) else 0,
        _oya,
        (1, 100_000),
    ),
    _Option(
        "payment.minimum_bonuses",
        "Hands",
        "A hand needs at least {} bonuses to go out",
        "Which hands may call mah jongg.",
        lambda rules: rules.payment.minimum_bonuses if isinstance(rules.payment, OyaKoPayment) else 0,
        _oya,
        (1, 13),
    ),
    _Option(
        "bettors.most",
        "Players",
        "Up to {} people may bet on a player",
        "How many may sit out and bet.",
        lambda rules: rules.bettors.most,
        lambda rules: rules.bettors.most > 0,
        (1, 8),
    ),
)

_PENALTIES: Final = {
    "misnamed-for-mah-jongg": "Misnaming a discard that makes mah jongg",
    "misnamed": "Misnaming a discard",
    "mah-jongg-in-error": "Calling mah jongg in error",
    "dead-hand-disputed": "Calling a hand dead that is not",
    "blind-pass-looked": "Looking at a blind pass",
}
"""Penalties by what they are for."""


def house_options(rules: RuleSet) -> tuple[HouseOption, ...]:
    """Return what a table may decide under a rule set, without what would change nothing there."""
    source = load_ruleset(rules.parent) if rules.parent in list_rulesets() else rules
    found = [
        HouseOption(
            one.key,
            one.group,
            one.say,
            one.effect,
            one.read(rules),
            one.read(source) if one.applies(source) else one.read(rules),
            *(one.bounds or (None, None)),
        )
        for one in _OPTIONS
        if one.applies(rules)
    ]
    for name, penalty in rules.penalties.items():
        what = _PENALTIES.get(name, name.replace("-", " ").capitalize())
        before = source.penalties.get(name, penalty)
        default = before.times if before.unit == penalty.unit else penalty.times
        say = f"{what} costs {{}} {UNITS[penalty.unit]}"
        key = f"penalties.{name}.{penalty.unit}"
        effect = "What the one who erred pays; the ruling says to whom."
        found.append(HouseOption(key, "Penalties", say, effect, penalty.times, default, 1, 10_000))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class TableRules:
    """The rules of one table: the rule set that it plays by, and what it decided otherwise.

    ``decided`` holds values by the keys of `house_options`.
    """

    id: str
    title: str
    parent: str
    decided: Mapping[str, Value]

    def to_json(self) -> dict[str, Any]:
        """Return its fields; `read_table` reads them back."""
        return {"id": self.id, "title": self.title, "parent": self.parent, "decided": dict(self.decided)}

    def to_toml(self) -> str:
        """Return the text of the house's file."""
        rows = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in self._head()]
        tables: dict[str, list[str]] = {}
        for key, value in self.decided.items():
            section, _, name = key.partition(".")
            name, _, unit = name.partition(".")
            said = json.dumps(value)
            tables.setdefault(section, []).append(f"{name} = {{ {unit} = {said} }}" if unit else f"{name} = {said}")
        for section, lines in tables.items():
            rows += ["", f"[{section}]", *lines]
        return "\n".join(rows) + "\n"

    def _head(self) -> tuple[tuple[str, str], ...]:
        return ("id", self.id), ("title", self.title), ("parent", self.parent)


def table_of(rules: RuleSet) -> TableRules:
    """Return what a house's rule set decides otherwise than its parent, as far as there are options for it."""
    decided = {option.key: option.value for option in house_options(rules) if option.value != option.default}
    return TableRules(rules.id, rules.title, rules.parent or rules.id, decided)


def read_table(value: object, where: str = "table") -> TableRules:
    """Read the rules of a table from their JSON value.

    Raises `RuleSetError`: ``missing-field``, ``wrong-type``, ``unknown-field``, ``unknown-ruleset`` for the parent,
    ``unknown-option`` for a key that decides nothing there, ``out-of-range``.
    """
    fields = StrictFields.of(value, where, RuleSetError)
    head = {name: fields.text(name) for name in ("id", "title", "parent")}
    decided = dict(fields.mapping("decided")) if fields.has("decided") else {}
    fields.done()
    if head["parent"] not in list_rulesets():
        message = f"must be one of {', '.join(list_rulesets())}, not {head['parent']!r}"
        raise RuleSetError("unknown-ruleset", message, f"{where}.parent")
    table = TableRules(**head, decided=_checked(decided, head["parent"], f"{where}.decided"))
    parse_ruleset(table.to_toml(), "table")
    return table


def _checked(decided: Mapping[str, object], parent: str, where: str) -> dict[str, Value]:
    """Return the decisions, each a value that its option takes; what they need of each other is given."""
    made: dict[str, Value] = {}
    fields = StrictFields.of(decided, where, RuleSetError)
    known = {option.key: option for option in house_options(_all_on(parent))}
    for key in decided:
        option = known.get(key)
        if option is None:
            message = f"decides nothing under {parent}; there are {', '.join(known)}"
            raise RuleSetError("unknown-option", message, f"{where}.{key}")
        if option.least is None or option.most is None:
            made[key] = fields.flag(key)
        else:
            made[key] = fields.whole(key, least=option.least, most=option.most)
    return made


def _all_on(parent: str) -> RuleSet:
    """Return a rule set with the bonus on, under which every option of it applies."""
    rules = load_ruleset(parent)
    if not isinstance(rules.payment, CardPayment):
        return rules
    on = TableRules("table", "Table", parent, {"payment.jokerless": max(2, rules.payment.jokerless)})
    return parse_ruleset(on.to_toml(), "table")
