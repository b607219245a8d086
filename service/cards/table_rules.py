"""The rules of a table: a rule set and the table's own decisions, stored by name like cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.errors import RuleSetError
from rules.input.spelling import meant
from rules.input.toml_comments import comments_of
from rules.ruleset import RuleSet, parse_ruleset
from rules.rulings.house_options import LONGEST_TITLE, TableRules, decidable, house_options, read_table, table_of
from rules.rulings.option_list import HouseOption, Value
from service.cards.card_folder import CardFolder
from service.cards.kept_texts import version_of
from service.shared.errors import ErrorObject, ServiceError, error_object
from service.shared.json_text import JsonObject


@dataclass(frozen=True, slots=True)
class KeptTable:
    """The stored rules of a table: the rule set and its text."""

    rules: RuleSet
    text: str

    @property
    def id(self) -> str:
        """The name of the table."""
        return self.rules.id

    @property
    def decisions(self) -> TableRules:
        """The decisions of the table, as far as options cover them, and the comments of its file."""
        return replace(table_of(self.rules), comments=comments_of(self.text))

    @property
    def options(self) -> tuple[HouseOption, ...]:
        """Every option with its present value."""
        return house_options(self.rules)

    @property
    def version(self) -> str:
        """The version of the text."""
        return version_of(self.text)

    @property
    def says_more(self) -> bool:
        """Whether the file changes rules that no option covers, such as the cases of a ruling."""
        decided = parse_ruleset(self.decisions.to_toml(), "table").changes
        options = {option.file_key for option in decidable(self.rules).values()}
        return not set(self.rules.changes) <= options.union(decided)

    def to_json(self) -> JsonObject:
        """Return the table's decisions, the text and version of its file, and the present value of every option."""
        return {
            **self.decisions.to_json(),
            "says_more": self.says_more,
            "version": self.version,
            "text": self.text,
            "options": [option.to_json() for option in self.options],
        }


@dataclass(frozen=True, slots=True)
class FaultyTable:
    """A table whose rules we cannot read."""

    name: str
    error: ErrorObject


@dataclass(frozen=True, slots=True)
class TableList:
    """The stored tables."""

    tables: tuple[KeptTable | FaultyTable, ...]

    def to_json(self) -> JsonObject:
        """Return the contract's list; a faulty table has an `error` and neither rule set nor version."""
        return {"tables": [_entry(one) for one in self.tables]}


def _entry(one: KeptTable | FaultyTable) -> JsonObject:
    if isinstance(one, FaultyTable):
        return {"id": one.name, "title": one.name, "parent": None, "error": one.error}
    return {"id": one.id, "title": one.rules.title, "parent": one.rules.parent, "version": one.version}


@dataclass(frozen=True, slots=True)
class OptionList:
    """All that a table may decide under a rule set, with the present values."""

    rules: RuleSet
    options: tuple[HouseOption, ...]

    def to_json(self) -> JsonObject:
        """Return the contract's list of options."""
        options = [option.to_json() for option in self.options]
        return {"ruleset": self.rules.id, "title": self.rules.title, "parent": self.rules.parent, "options": options}


def kept_table(name: str, library: CardFolder) -> KeptTable:
    """Return the rules of a table.

    Raises:
        ServiceError: `unknown-ruleset`.
        RuleSetError: for the fault of the text.
    """
    text = library.tables.text(name)
    if text is None:
        raise ServiceError("unknown-ruleset", f"there are no rules of a table {name!r}", "table")
    return KeptTable(library.ruleset(name), text)


def table_list(library: CardFolder) -> TableList:
    """List the stored tables, faulty ones too."""
    return TableList(tuple(_listed(name, library) for name in library.tables.names()))


def _listed(name: str, library: CardFolder) -> KeptTable | FaultyTable:
    try:
        return kept_table(name, library)
    except (ValueError, ServiceError, OSError) as error:
        return FaultyTable(name, error_object(error))


def options_of(name: str, library: CardFolder) -> OptionList:
    """Return the options of a table under a rule set.

    Raises:
        RuleSetError: `unknown-ruleset`, or the fault of a table's rules.
    """
    rules = library.ruleset(name)
    return OptionList(rules, house_options(rules))


def decide(name: str, said: Mapping[str, str], rules: str | None, title: str | None, library: CardFolder) -> KeptTable:
    """Change the decisions of a table and store it; a new table plays by the rule set `rules`.

    Args:
        name: the name of the table.
        said: option keys to values as text; "usual" takes a decision back.
        rules: the rule set; None for the table's present one.
        title: the title; None for the table's present one.
        library: the store of the tables.

    Raises:
        RuleSetError: `missing-field`, `unknown-option`, `wrong-type`, `out-of-range`.
        ServiceError: `own-file` if the table's file has rules that no option covers, and as `CardFolder.put_table`.
    """
    known = None if library.tables.path(name) is None else kept_table(name, library)
    if known is not None and known.says_more:
        message = f"the file of {name} says more than these decisions: export it, change it, and keep it anew"
        raise ServiceError("own-file", message, "table")
    now = None if known is None else known.decisions
    parent = rules or (now.parent if now is not None else None)
    if parent is None:
        raise RuleSetError("missing-field", "is missing: name the rule set that the new table plays by", "rules")
    decided = dict(now.decided) if now is not None else {}
    # A file may have a longer title than a form accepts.
    called = title or (now.title[:LONGEST_TITLE] if now is not None else name)
    base = {"id": name, "title": called, "parent": parent, "comments": "" if now is None else now.comments}
    for key, text in said.items():
        held = decided.pop(key, None)
        if text == "usual" and held is not None:
            # It may have gone already with a decision before it, which it depends on.
            continue
        # Some options exist only after another decision, so we read each option under the decisions before it.
        option = _option(key, read_table({**base, "decided": decided}).to_toml(), parent)
        if text != "usual":
            decided[key] = _value(option, text)
    text = read_table({**base, "decided": decided}).to_toml()
    made, _ = library.put_table(name, text, "" if known is None else known.version)
    return KeptTable(made, text)


def _option(key: str, text: str, parent: str) -> HouseOption:
    known = {option.key: option for option in house_options(parse_ruleset(text, "table"))}
    if key not in known:
        message = f"there is no such decision under {parent}{meant(key, known)}; there are {', '.join(known)}"
        raise RuleSetError("unknown-option", message, key)
    return known[key]


_YES, _NO = ("yes", "true", "on"), ("no", "false", "off")


def _value(option: HouseOption, text: str) -> Value:
    match option.kind:
        case "flag":
            if text.lower() not in _YES + _NO:
                raise RuleSetError("wrong-type", f"must be yes or no, not {text!r}", option.key)
            return text.lower() in _YES
        case "number":
            if not text.isdecimal() or len(text) > 6:
                message = f"must be a number from {option.least} to {option.most}, not {text!r}"
                raise RuleSetError("wrong-type", message, option.key)
            return int(text)
        case _:
            return text
