"""The cards and rule sets of this installation: shipped ones, added cards, and rules of tables."""

from __future__ import annotations

import logging
import os
from functools import lru_cache
from pathlib import Path
from typing import Final

from rules.card.card import FOLDER as CARDS
from rules.card.card import Card, list_cards, load_card, parse_card
from rules.errors import CardError, RuleSetError
from rules.input.spelling import meant
from rules.ruleset import FOLDER as RULESETS
from rules.ruleset import RuleSet, check_size, list_rulesets, load_ruleset, parse_ruleset, read_ruleset
from service.cards.kept_texts import KeptTexts, exact_text
from service.shared.errors import ServiceError
from service.storage.data_folder import DataFolder, file_version

_log: Final = logging.getLogger(__name__)


class CardFolder:
    """A `CardLibrary` of the shipped cards and a folder of added ones.

    Args:
        kept: the folder of the added cards; it need not exist.
        files: whether a name may also be the path of a file. A request over HTTP must not name paths.
        home: the data folder, shared with other stores; None for the parent of `kept`.
    """

    def __init__(self, kept: Path, *, files: bool, home: DataFolder | None = None) -> None:
        self.kept = kept
        self._files = files
        self._home = home or DataFolder(kept.parent)
        self.added = KeptTexts(kept, self._home, "card")
        self.tables = KeptTexts(kept.parent / "tables", self._home, "table")
        # Shipped files stay the same while the program runs, and a batch asks thousands of times.
        self._shipped = list_cards()
        self._rulesets = list_rulesets()

    def names_only(self) -> CardFolder:
        """Return the same library, but never treat a name as the path of a file."""
        return CardFolder(self.kept, files=False, home=self._home)

    def cards(self) -> tuple[str, ...]:
        """Return the names of all cards, shipped ones first; log and skip an unreadable folder."""
        try:
            return (*self._shipped, *(name for name in self.added.names() if name not in self._shipped))
        except (ServiceError, OSError) as error:
            _log.warning("cards that were added cannot be listed: %s", error)
            return self._shipped

    def rulesets(self) -> tuple[str, ...]:
        """Return the ids of all rule sets, shipped ones first; log and skip an unreadable folder."""
        try:
            return (*self._rulesets, *(name for name in self.tables.names() if name not in self._rulesets))
        except (ServiceError, OSError) as error:
            _log.warning("rules of tables cannot be listed: %s", error)
            return self._rulesets

    def card(self, name: str) -> Card:
        """Return the card of that name.

        Raises:
            CardError: `unknown-card`, or the first fault of a file.
            ServiceError, OSError: if the data folder is gone (`data-folder-gone`) or the cards' folder is unreadable,
                so that we cannot tell whether the card exists.
        """
        if name in self._shipped:
            return load_card(name)
        path = self._card_file(name)
        return _read_card(str(path), file_version(path))

    def _card_file(self, name: str) -> Path:
        path = CARDS / f"{name}.toml" if name in self._shipped else self._path(name, self.added)
        if path is None:
            raise self._unknown(name)
        return path

    def _unknown(self, name: str) -> CardError:
        names = (*self._shipped, *self.added.names())
        message = f"there is no card {name!r}{meant(name, names)}; there are {', '.join(names)}{self._or_a_file()}"
        return CardError("unknown-card", message, file="card")

    def _path(self, name: str, texts: KeptTexts) -> Path | None:
        """Return the file of an added card or a table's rules, or the path that the name gives; None for neither."""
        is_path = self._files and (os.sep in name or name.endswith(".toml"))
        return texts.path(name) or (Path(name) if is_path else None)

    def ruleset(self, name: str) -> RuleSet:
        """Return the rule set of that id, whether shipped, the rules of a table, or a file of house rules.

        Raises:
            RuleSetError: `unknown-ruleset`, or the fault of the file.
        """
        if name in self._rulesets:
            return load_ruleset(name)
        path = self._ruleset_file(name)
        rules = _read_ruleset(str(path), file_version(path))
        if rules.id != name and path == self.tables.path(name):
            # Somebody copied the file of another table; nobody could tell the games of the two apart.
            message = f"the table calls itself {rules.id!r}, and its file {name!r}: make both the same"
            raise RuleSetError("bad-id", message, f"{path.name}: id")
        return rules

    def _ruleset_file(self, name: str) -> Path:
        path = RULESETS / f"{name}.toml" if name in self._rulesets else self._path(name, self.tables)
        if path is not None:
            return path
        names = self.rulesets()
        message = f"there is no rule set {name!r}{meant(name, names)}; there are {', '.join(names)}{self._or_a_file()}"
        raise RuleSetError("unknown-ruleset", message, "ruleset")

    def _or_a_file(self) -> str:
        return "; or name a file that ends in .toml" if self._files else ""

    def card_text(self, name: str) -> str:
        """Return the text of a card's file; raises as `card`."""
        self.card(name)
        return self._card_file(name).read_text(encoding="utf-8-sig")

    def ruleset_text(self, name: str) -> str:
        """Return the text of a rule set's file; raises as `ruleset`."""
        self.ruleset(name)
        return self._ruleset_file(name).read_text(encoding="utf-8-sig")

    def put(self, name: str, text: str, expected: str | None = None) -> tuple[Card, bool]:
        """Parse a card and store it under its id, replacing any card of that id; return it, and whether it is new.

        `expected` is the version to replace, as in `KeptTexts.check_version`.

        Raises:
            CardError: for a fault in the text.
            ServiceError: `bad-id` if the id in the text is not `name`; `shipped-card`; and as `KeptTexts.put`.
        """
        card = parse_card(text, "card")
        if card.id != name:
            raise ServiceError("bad-id", f"the card calls itself {card.id!r}, not {name!r}: make both the same", "id")
        self.refuse_shipped(name)
        return card, self.added.put(name, text, expected)

    def remove(self, name: str, expected: str | None = None) -> str:
        """Remove an added card and return its text; its file moves to the folder `removed`.

        Raises:
            CardError: `unknown-card`.
            ServiceError: `shipped-card`, and as `KeptTexts.remove`.
        """
        self.refuse_shipped(name)
        text = self.added.remove(name, expected)
        if text is None:
            raise self._unknown(name)
        return text

    def ships(self, name: str) -> bool:
        """Say whether a card comes with the program."""
        return name in self._shipped

    def refuse_shipped(self, name: str) -> None:
        """Refuse to change a card that comes with the program; raises ServiceError (`shipped-card`)."""
        if self.ships(name):
            message = f"{name} comes with the program and stays as it is: duplicate it under another id"
            raise ServiceError("shipped-card", message, "card")

    def text_of(self, name: str) -> str:
        """Return the text of a card's file, even of a faulty card.

        Raises:
            CardError: `unknown-card`.
            ServiceError, OSError: as `card`.
        """
        return exact_text(self._card_file(name))

    def put_table(self, name: str, text: str, expected: str | None = None) -> tuple[RuleSet, bool]:
        """Parse and store the rules of a table, as `put` does a card; checks and games can then name them.

        Raises:
            RuleSetError: for a fault in the text, `too-long`, `missing-field` without a parent.
            ServiceError: `bad-id` if the id in the text is not `name`, and as `KeptTexts.put`.
        """
        check_size(text, "table")
        rules = parse_ruleset(text, "table")
        if rules.parent is None:
            raise RuleSetError("missing-field", "is missing: name the rule set the table plays by", "table: parent")
        if rules.id != name:
            raise ServiceError("bad-id", f"the table calls itself {rules.id!r}, not {name!r}: make both the same", "id")
        return rules, self.tables.put(name, text, expected)

    def remove_table(self, name: str, expected: str | None = None) -> str:
        """Remove the rules of a table and return their text; the file moves to the folder `removed`.

        Raises:
            RuleSetError: `unknown-ruleset`.
            ServiceError: as `KeptTexts.remove`.
        """
        text = self.tables.remove(name, expected)
        if text is None:
            raise RuleSetError("unknown-ruleset", f"there are no rules of a table {name!r}", "table")
        return text


@lru_cache(maxsize=32)
def _read_card(path: str, _version: tuple[int, ...]) -> Card:
    return load_card(path)


@lru_cache(maxsize=32)
def _read_ruleset(name: str, _version: tuple[int, ...]) -> RuleSet:
    return read_ruleset(Path(name))


def home_library() -> CardFolder:
    """Return the library of the command line, where a name may be the path of a file.

    Raises:
        ServiceError: `bad-setting`.
    """
    from service.shared.settings import settings  # noqa: PLC0415 - pydantic loads slowly; most commands need no setting

    return CardFolder(settings().cards_dir, files=True)
