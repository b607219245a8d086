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
"""Cards an installation keeps: a request must not fill a disk."""

_log: Final = logging.getLogger(__name__)

_NAME: Final = re.compile(r"(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*")
"""Ids of kept cards: the form every card's id has, short enough for a file name."""


class CardLibrary:
    """Where questions find the cards and rule sets that they name.

    Args:
        kept: the folder of the cards that were added; it need not exist.
        files: whether a name may also be the path of a file. Requests over HTTP must not name paths.
        home: the data folder, where others look at it too.
    """

    def __init__(self, kept: Path, *, files: bool, home: DataFolder | None = None) -> None:
        self.kept = kept
        self._files = files
        self._home = home or DataFolder(kept.parent)
        # What ships does not change while the program runs, and a batch asks thousands of times.
        self._shipped = list_cards()
        self._rulesets = list_rulesets()

    def cards(self) -> tuple[str, ...]:
        """The names of all cards, those that ship first; of a folder that cannot be read, none that was added."""
        try:
            return (*self._shipped, *self._added())
        except (ServiceError, OSError) as error:
            _log.warning("cards that were added cannot be listed: %s", error)
            return self._shipped

    def _added(self) -> list[str]:
        """The names of the cards that were added; raises where their folder is gone or cannot be read."""
        self._home.check()
        found = files_in(self.kept, ".toml")
        return sorted(path.stem for path in found if _NAME.fullmatch(path.stem) and path.is_file())

    def rulesets(self) -> tuple[str, ...]:
        """The ids of all rule sets."""
        return self._rulesets

    def card(self, name: str) -> Card:
        """The card of that name.

        Raises:
            CardError: `unknown-card`, or the first fault of a file.
            ServiceError, OSError: where nobody can tell whether it was added: the data folder is gone
                (`data-folder-gone`), or that of the cards cannot be read.
        """
        if name in self._shipped:
            return load_card(name)
        path = self.kept / f"{name}.toml"
        if _NAME.fullmatch(name) and path.is_file():
            return _card_file(str(path), path.stat().st_mtime_ns)
        if self._files and _is_path(name):
            return _card_file(name, _changed(name))
        names = (*self._shipped, *self._added())
        raise CardError(
            "unknown-card",
            f"there is no card {name!r}{meant(name, names)}; there are {', '.join(names)}{self._or()}",
            file="card",
        )

    def ruleset(self, name: str) -> RuleSet:
        """The rule set of that id, or of a house's file.

        Raises:
            RuleSetError: `unknown-ruleset`, or the fault of a house's file.
        """
        if name in self._rulesets:
            return _ruleset(name)
        if self._files and _is_path(name):
            return _ruleset_file(name, _changed(name))
        known = ", ".join(self._rulesets)
        message = f"there is no rule set {name!r}{meant(name, self._rulesets)}; there are {known}{self._or()}"
        raise RuleSetError("unknown-ruleset", message, "ruleset")

    def _or(self) -> str:
        return "; or name a file that ends in .toml" if self._files else ""

    def card_text(self, name: str) -> str:
        """The file's text of the card of that name.

        Raises:
            CardError, ServiceError, OSError: as `card`.
        """
        self.card(name)
        kept = self.kept / f"{name}.toml"
        path = CARDS / f"{name}.toml" if name in self._shipped else kept if kept.is_file() else Path(name)
        return path.read_text(encoding="utf-8")

    def ruleset_text(self, name: str) -> str:
        """The file's text of the rule set of that id, or of a house's file.

        Raises:
            RuleSetError: as `ruleset`.
        """
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
        self._write(self.kept / f"{card.id}.toml", text)
        return card

    def _write(self, path: Path, text: str) -> None:
        """Write a file whole or not at all, and never over another."""
        self._home.check()
        make_folder(self.kept)
        try:
            write_atomic(path, text.encode("utf-8"), replace=False, mode=0o600)
        except FileExistsError:
            raise ServiceError("card-exists", f"there is a card {path.stem!r} already", "id") from None
        self._home.check()


def _is_path(name: str) -> bool:
    return os.sep in name or name.endswith(".toml")


def _changed(path: str) -> int:
    """When a file was last changed, in nanoseconds; 0 where there is none, which reading it then says."""
    return Path(path).stat().st_mtime_ns if Path(path).is_file() else 0


@lru_cache(maxsize=32)
def _card_file(path: str, _changed: int) -> Card:
    """A card file as it was when last changed."""
    return load_card(path)


@lru_cache(maxsize=32)
def _ruleset(name: str) -> RuleSet:
    return load_ruleset(name)


@lru_cache(maxsize=32)
def _ruleset_file(path: str, _changed: int) -> RuleSet:
    """A house's file as it was when last changed."""
    return read_ruleset(Path(path))


def home_library() -> CardLibrary:
    """The shelf of the command line, where a name may be a file.

    Raises:
        ServiceError: `bad-setting`.
    """
    from service.shared.settings import settings  # noqa: PLC0415 - pydantic is slow to load and most commands need no setting

    return CardLibrary(settings().cards_dir, files=True)
