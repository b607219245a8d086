"""The cards and rule sets of this installation: those that ship, and the cards that were added to it."""

from __future__ import annotations

import logging
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from rules.card.card import FOLDER as CARDS
from rules.card.card import Card, list_cards, load_card, parse_card
from rules.errors import CardError, RuleSetError
from rules.input.spelling import meant
from rules.ruleset import FOLDER as RULESETS
from rules.ruleset import RuleSet, list_rulesets, load_ruleset, read_ruleset
from service.shared.errors import ServiceError
from service.storage.atomic_files import make_folder, write_atomic
from service.storage.data_folder import DataFolder, files_in

MOST_KEPT: Final = 200
"""Added cards an installation keeps: no request fills the disk."""

_log: Final = logging.getLogger(__name__)

_NAME: Final = re.compile(r"(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*")
"""Ids of added cards: the form of every card's id, short enough for a file name."""


class CardFolder:
    """A `CardLibrary` of the cards that ship and a folder of added ones.

    Args:
        kept: the folder of the added cards; it need not exist.
        files: whether a name may also be the path of a file. A request over HTTP must not name paths.
        home: the data folder, where others look at it too.
    """

    def __init__(self, kept: Path, *, files: bool, home: DataFolder | None = None) -> None:
        self.kept = kept
        self._files = files
        self._home = home or DataFolder(kept.parent)
        # Shipped files stay the same while the program runs, and a batch asks thousands of times.
        self._shipped = list_cards()
        self._rulesets = list_rulesets()

    def names_only(self) -> CardFolder:
        """Return the same library, in which no name is the path of a file."""
        return CardFolder(self.kept, files=False, home=self._home)

    def cards(self) -> tuple[str, ...]:
        """Return the names of all cards, those that ship first; a folder that cannot be read adds none."""
        try:
            return (*self._shipped, *self._added())
        except (ServiceError, OSError) as error:
            _log.warning("cards that were added cannot be listed: %s", error)
            return self._shipped

    def _added(self) -> list[str]:
        self._home.check()
        found = files_in(self.kept, ".toml")
        return sorted(path.stem for path in found if _NAME.fullmatch(path.stem) and path.is_file())

    def rulesets(self) -> tuple[str, ...]:
        """Return the ids of all rule sets."""
        return self._rulesets

    def card(self, name: str) -> Card:
        """Return the card of that name.

        Raises:
            CardError: `unknown-card`, or the first fault of a file.
            ServiceError, OSError: the data folder is gone (`data-folder-gone`) or the cards' folder cannot be read, so
                nobody can tell whether the card was added.
        """
        if name in self._shipped:
            return load_card(name)
        path = self._path(name)
        if path is not None:
            return _read_card(str(path), _changed_at(path))
        names = (*self._shipped, *self._added())
        raise CardError(
            "unknown-card",
            f"there is no card {name!r}{meant(name, names)}; there are {', '.join(names)}{self._or_a_file()}",
            file="card",
        )

    def _path(self, name: str) -> Path | None:
        """Return the file of an added card, or the file that the name itself is; None for neither."""
        added = self.kept / f"{name}.toml"
        if _NAME.fullmatch(name) and added.is_file():
            return added
        return Path(name) if self._is_path(name) else None

    def ruleset(self, name: str) -> RuleSet:
        """Return the rule set of that id, or of a house's file.

        Raises:
            RuleSetError: `unknown-ruleset`, or the fault of a house's file.
        """
        if name in self._rulesets:
            return _shipped_ruleset(name)
        if self._is_path(name):
            return _read_ruleset(name, _changed_at(Path(name)))
        known = ", ".join(self._rulesets)
        message = f"there is no rule set {name!r}{meant(name, self._rulesets)}; there are {known}{self._or_a_file()}"
        raise RuleSetError("unknown-ruleset", message, "ruleset")

    def _is_path(self, name: str) -> bool:
        return self._files and (os.sep in name or name.endswith(".toml"))

    def _or_a_file(self) -> str:
        return "; or name a file that ends in .toml" if self._files else ""

    def card_text(self, name: str) -> str:
        """Return the text of a card's file; raises as `card`."""
        self.card(name)
        path = CARDS / f"{name}.toml" if name in self._shipped else self._path(name) or Path(name)
        return path.read_text(encoding="utf-8")

    def ruleset_text(self, name: str) -> str:
        """Return the text of a rule set's file; raises as `ruleset`."""
        self.ruleset(name)
        path = RULESETS / f"{name}.toml" if name in self._rulesets else Path(name)
        return path.read_text(encoding="utf-8")

    def add(self, text: str) -> Card:
        """Check a card and keep it under its own id.

        Raises:
            CardError: for a fault in the text.
            ServiceError: `bad-id` for one that is too long; `card-exists` for one that is taken; `shelf-full`;
                `data-folder-gone`.
        """
        card = parse_card(text, "card")
        if not _NAME.fullmatch(card.id):
            raise ServiceError("bad-id", "a card's id has at most 64 characters", "id")
        if card.id in self.cards():
            raise ServiceError("card-exists", f"there is a card {card.id!r} already; give this one another id", "id")
        if len(self.cards()) >= MOST_KEPT:
            raise ServiceError("shelf-full", f"{MOST_KEPT} cards are kept; remove one from {self.kept}", "cards")
        self._home.check()
        make_folder(self.kept)
        try:
            write_atomic(self.kept / f"{card.id}.toml", text.encode("utf-8"), replace=False, mode=0o600)
        except FileExistsError:
            raise ServiceError("card-exists", f"there is a card {card.id!r} already", "id") from None
        self._home.check()
        return card


def _changed_at(path: Path) -> int:
    """Return when a file was last changed, in nanoseconds; 0 without one, and reading it then says so."""
    return path.stat().st_mtime_ns if path.is_file() else 0


@lru_cache(maxsize=32)
def _read_card(path: str, _changed_at: int) -> Card:
    return load_card(path)


@lru_cache(maxsize=32)
def _shipped_ruleset(name: str) -> RuleSet:
    return load_ruleset(name)


@lru_cache(maxsize=32)
def _read_ruleset(name: str, _changed_at: int) -> RuleSet:
    return read_ruleset(Path(name))


def home_library() -> CardFolder:
    """Return the library of the command line, where a name may be a file.

    Raises:
        ServiceError: `bad-setting`.
    """
    from service.shared.settings import settings  # noqa: PLC0415 - pydantic loads slowly; most commands need no setting

    return CardFolder(settings().cards_dir, files=True)
