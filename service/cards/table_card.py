"""The default card and rule set of this installation, stored in the data folder."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rules.errors import RulesError
from rules.input.strict_fields import StrictFields
from service.cards.card_folder import CardFolder
from service.cards.card_library import CardSource
from service.shared import json_text
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.storage.atomic_files import make_folder, write_atomic
from service.storage.data_folder import DataFolder
from service.storage.read_whole import read_whole

_FILE: Final = "table.json"
_MOST_BYTES: Final = 100_000
"""Maximum size of the file; it holds two names."""

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card and rule set for a question that names none.

    Attributes:
        card: the card's name; None in a game without one.
        ruleset: the rule set's name; None for the card's own.
    """

    card: str | None
    ruleset: str | None

    def to_json(self) -> JsonObject:
        """Return both names."""
        return {"card": self.card, "ruleset": self.ruleset}


@dataclass(frozen=True, slots=True)
class JudgedBy:
    """The card and rules of an answer, as people name them.

    Attributes:
        card: the card's title; None in a game without one.
        rules: the rule set's title; None if neither the question nor the card names rules.
        used: whether they are those of the table.
    """

    card: str | None
    rules: str | None
    used: bool

    def to_json(self) -> JsonObject:
        """Return the contract's `judged_by`."""
        return {"card": self.card, "rules": self.rules, "used": self.used}


def kept_card(folder: Path) -> TableCard | None:
    """Return the table's card and rule set; None if nobody has chosen any.

    Raises:
        ServiceError: `bad-table-card` for a malformed file.
        OSError: if we cannot read the file.
    """
    file = folder / _FILE
    try:
        text = read_whole(file, _MOST_BYTES).decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise _unreadable("is no text", str(file)) from None
    try:
        fields = StrictFields.of(json_text.loads(text, str(file)), "", _unreadable_field)
        kept = TableCard(fields.optional_text("card"), fields.optional_text("ruleset"))
        fields.done()
    except ServiceError as error:
        raise _unreadable(error.message, str(file)) from None
    return kept if kept != TableCard(None, None) else None


def _unreadable(why: str, file: str) -> ServiceError:
    text = f"what the table plays by cannot be read ({why}): say it anew with `rackcheck use CARD`"
    return ServiceError("bad-table-card", text, file)


def _unreadable_field(code: str, message: str, where: str) -> ServiceError:
    return ServiceError(code, f"{where} {message}", where)


def known_card(library: CardFolder) -> TableCard | None:
    """Return the table's card and rule set; log a fault or a missing card and return None."""
    try:
        kept = kept_card(library.kept.parent)
        if kept is not None:
            judged_by(kept, used=True, library=library)
    except (ServiceError, RulesError, OSError) as error:
        _log.warning("what the table plays by: %s", error)
        return None
    return kept


def keep_card(chosen: TableCard, folder: Path) -> None:
    """Store the table's card and rule set.

    Raises:
        ServiceError: `data-folder-gone`.
        OSError: if we cannot write the file.
    """
    home = DataFolder(folder)
    make_folder(folder)
    home.check()
    text = json.dumps(chosen.to_json()) + "\n"
    write_atomic(folder / _FILE, text.encode("utf-8"), replace=True, mode=0o600)


def follow_rename(old: str, new: str, folder: Path) -> None:
    """Let the table play on by a card that has a new id; log a fault, since the card has that id already."""
    try:
        kept = kept_card(folder)
        if kept is not None and kept.card == old:
            keep_card(TableCard(new, kept.ruleset), folder)
    except (ServiceError, OSError) as error:
        _log.warning("what the table plays by: %s", error)


def forget_card(folder: Path) -> None:
    """Forget the table's card, so that every question must name one; raises `OSError` if we cannot remove the file."""
    (folder / _FILE).unlink(missing_ok=True)


def choose_card(card: str | None, ruleset: str | None, kept: TableCard | None, library: CardSource) -> TableCard | None:
    """Return the card and rule set of a question, completed by those of the table; None without either.

    A named card goes with its own rules, unless the question names rules too. Named rules alone go with the table's
    card, unless they need no card.

    Raises:
        RuleSetError: for unknown rules.
    """
    if card is not None:
        return TableCard(card, ruleset)
    if ruleset is not None:
        bare = library.ruleset(ruleset).melds is not None
        return TableCard(None if bare or kept is None else kept.card, ruleset)
    return kept


def judged_by(chosen: TableCard, *, used: bool, library: CardSource) -> JudgedBy:
    """Return the titles of card and rules; `used` says whether they are those of the table.

    Raises:
        CardError, RuleSetError: for an unknown or faulty card or rule set.
    """
    card = None if chosen.card is None else library.card(chosen.card)
    rules = card.ruleset if chosen.ruleset is None and card is not None else chosen.ruleset
    title = None if rules is None else library.ruleset(rules).title
    return JudgedBy(None if card is None else card.title, title, used)


def judged_by_kept(kept: TableCard, library: CardSource) -> JudgedBy:
    """Return `judged_by` of what the table plays by.

    Raises:
        ServiceError: for a missing or faulty card or rule set, with the command that chooses another.
    """
    try:
        return judged_by(kept, used=True, library=library)
    except RulesError as error:
        message = f"{error.message}. The table plays by it: choose anew with `rackcheck use CARD`"
        raise ServiceError(error.code, message, "rackcheck use") from error
