"""List the decisions that a table may make under a rule set, in a person's words.

An option is one key of a house rule set (`rules/rulesets/README.md`). The list leaves out options that would change
nothing under the rule set at hand, such as who gets the bonus for a jokerless hand where there is none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.errors import RuleSetError
from rules.input.one_line import is_one_line
from rules.input.strict_fields import StrictFields
from rules.input.toml_comments import comment_rows
from rules.ruleset import RuleSet, list_rulesets, load_ruleset, parse_ruleset
from rules.rulings.option_list import OPTIONS, PENALTIES, HouseOption, OptionSpec, Value
from rules.settlement.payments import CardPayment
from rules.settlement.penalties import UNITS

LONGEST_TITLE: Final = 80
"""Most characters of the title of a table, as of a game: the title is the game's name."""


def house_options(rules: RuleSet) -> tuple[HouseOption, ...]:
    """Return the options of a table under a rule set; leave out options that would change nothing there."""
    source = load_ruleset(rules.parent) if rules.parent in list_rulesets() else rules
    found = [_option(spec, rules, source) for spec in OPTIONS if spec.applies(rules)]
    for name, penalty in rules.penalties.items():
        what = PENALTIES.get(name, name.replace("-", " ").capitalize())
        before = source.penalties.get(name, penalty)
        default = before.times if before.unit == penalty.unit else penalty.times
        say = f"{what} costs {{}} {UNITS[penalty.unit]}"
        key = f"penalties.{name}.{penalty.unit}"
        effect = "What the one who erred pays; the ruling says to whom."
        found.append(HouseOption(key, "Penalties", say, effect, penalty.times, default, 1, 10_000))
    return tuple(found)


def decidable(rules: RuleSet) -> dict[str, HouseOption]:
    """Return the options of a table by their keys, in a tournament also the payments that apply again after it."""
    return {option.key: option for one in (replace(rules, tournament=None), rules) for option in house_options(one)}


def _option(spec: OptionSpec, rules: RuleSet, source: RuleSet) -> HouseOption:
    value = spec.value(rules)
    # A house with another kind of payment, or with rules for jokers of its own, has no figure of its source as default.
    unlike = type(source.payment) is not type(rules.payment) or (spec.group == "Jokers" and source.jokers is None)
    default = value if unlike else spec.value(source)
    least, most = spec.bounds or (None, None)
    left_out = {"source"} if default != "source" else set()
    left_out |= {"hot"} if rules.tournament is not None else set()
    return HouseOption(
        spec.key,
        spec.group,
        spec.say,
        spec.effect,
        value,
        default,
        least,
        most,
        spec.none,
        tuple(choice for choice in spec.choices if choice[0] not in left_out or choice[0] == value),
    )


@dataclass(frozen=True, slots=True)
class TableRules:
    """The rules of one table: its rule set, and its own decisions.

    ``decided`` holds values by the keys of `house_options`, ``comments`` the file's comments, each in a row.
    """

    id: str
    title: str
    parent: str
    decided: Mapping[str, Value]
    comments: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return its fields; `read_table` reads them back. ``comments`` are left out where there are none."""
        made = {"id": self.id, "title": self.title, "parent": self.parent, "decided": dict(self.decided)}
        return made | ({"comments": self.comments} if self.comments else {})

    def to_toml(self) -> str:
        """Return the text of the table's house rule set file."""
        head = ("id", self.id), ("title", self.title), ("parent", self.parent)
        rows = comment_rows(self.comments)
        rows += [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in head]
        tables: dict[str, list[str]] = {}
        for key, value in self.decided.items():
            section, _, name = key.partition(".")
            name, _, unit = name.partition(".")
            said = json.dumps(value)
            tables.setdefault(section, []).append(f"{name} = {{ {unit} = {said} }}" if unit else f"{name} = {said}")
        for section, lines in tables.items():
            rows += ["", f"[{section}]", *lines]
        return "\n".join(rows) + "\n"


def table_of(rules: RuleSet) -> TableRules:
    """Return the decisions by which a house rule set differs from its parent, as far as options cover them."""
    decided = {key: option.value for key, option in decidable(rules).items() if option.value != option.default}
    return TableRules(rules.id, rules.title, rules.parent or rules.id, decided)


def read_table(value: object) -> TableRules:
    """Read the rules of a table from their JSON value.

    Raises `RuleSetError`: ``missing-field``, ``wrong-type``, ``unknown-field``, ``unknown-ruleset`` for the parent,
    ``unknown-option`` for a key that is no option there, ``out-of-range``.
    """
    fields = StrictFields.of(value, "table", RuleSetError)
    head = {name: fields.text(name) for name in ("id", "title", "parent")}
    head["title"] = " ".join(head["title"].split())  # as a card's
    if len(head["title"]) > LONGEST_TITLE or not is_one_line(head["title"]):
        fields.fail("title", f"must be a text of one line, at most {LONGEST_TITLE} characters", "wrong-type")
    decided = dict(fields.mapping("decided")) if fields.has("decided") else {}
    comments = fields.raw_text("comments") if fields.has("comments") else ""
    fields.done()
    if head["parent"] not in list_rulesets():
        message = f"must be one of {', '.join(list_rulesets())}, not {head['parent']!r}"
        raise RuleSetError("unknown-ruleset", message, "table.parent")
    made = _checked(decided, head["parent"])
    rules = parse_ruleset(TableRules(**head, decided=made).to_toml(), "table")
    # What means nothing beside the others, such as a figure of a tournament that is off, stands in no file.
    there = decidable(rules)
    return TableRules(**head, decided={key: value for key, value in made.items() if key in there}, comments=comments)


def _checked(decided: Mapping[str, object], parent: str) -> dict[str, Value]:
    """Check each decision against its option; return them, with a decision added that others need."""
    made: dict[str, Value] = {}
    fields = StrictFields.of(decided, "table.decided", RuleSetError)
    known = {option.key: option for rules in _all_on(parent) for option in house_options(rules)}
    for key in decided:
        option = known.get(key)
        if option is None:
            message = f"decides nothing under {parent}; there are {', '.join(known)}"
            raise RuleSetError("unknown-option", message, f"table.decided.{key}")
        if option.choices:
            made[key] = fields.choice(key, [value for value, _ in option.choices])
        elif option.least is None or option.most is None:
            made[key] = fields.flag(key)
        else:
            made[key] = fields.whole(key, least=option.least, most=option.most)
    # The figures of a tournament mean nothing without the tournament.
    if any(key.startswith("tournament.") for key in made):
        made.setdefault("tournament.on", True)
    return made


def _all_on(parent: str) -> tuple[RuleSet, ...]:
    """Return rule sets that together cover every option of the parent."""
    rules = load_ruleset(parent)
    decided: dict[str, Value] = {"table.blanks": 1}
    if not isinstance(rules.payment, CardPayment):
        return (rules,)
    decided["payment.jokerless"] = max(2, rules.payment.jokerless)
    return tuple(
        parse_ruleset(TableRules("table", "Table", parent, more).to_toml(), "table")
        for more in ({"tournament.on": True}, decided)
    )
