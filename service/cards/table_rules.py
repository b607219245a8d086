"""The rules of a table: a rule set and what the table decided otherwise, kept by name as cards are."""

from __future__ import annotations

from dataclasses import dataclass

from rules.ruleset import RuleSet
from rules.rulings.house_options import house_options, table_of
from service.cards.card_folder import CardFolder
from service.cards.kept_texts import exact_text, version_of
from service.shared.json_text import JsonObject


@dataclass(frozen=True, slots=True)
class KeptTable:
    """The rules of a table as they are kept: their text with its version, and the rule set that it makes."""

    rules: RuleSet
    text: str

    @property
    def version(self) -> str:
        """The version of the text."""
        return version_of(self.text)

    def to_json(self) -> JsonObject:
        """Return what the table decides, the whole file, its version, and all its options as they stand."""
        return {
            **table_of(self.rules).to_json(),
            "version": self.version,
            "text": self.text,
            "options": [option.to_json() for option in house_options(self.rules)],
        }


def kept_table(name: str, library: CardFolder) -> KeptTable:
    """Return the rules of a table.

    Raises:
        RuleSetError: `unknown-ruleset`, or the fault of the text.
    """
    rules = library.ruleset(name)
    path = library.tables.path(name)
    text = library.ruleset_text(name) if path is None else exact_text(path)
    return KeptTable(rules, text)


def table_list(library: CardFolder) -> list[JsonObject]:
    """List the tables whose rules are kept; one with a fault is left out, as it can be played by nobody."""
    found = []
    for name in library.tables.names():
        try:
            rules = library.ruleset(name)
        except ValueError:
            continue
        found.append({"id": rules.id, "title": rules.title, "parent": rules.parent})
    return found


def options_of(name: str, library: CardFolder) -> JsonObject:
    """Return what a table may decide under a rule set.

    Raises:
        RuleSetError: `unknown-ruleset`, or the fault of a table's rules.
    """
    rules = library.ruleset(name)
    options = [option.to_json() for option in house_options(rules)]
    return {"ruleset": rules.id, "title": rules.title, "parent": rules.parent, "options": options}
