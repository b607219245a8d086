"""Choose the card and rules of a command: the typed ones, or those of `rackcheck use`."""

from __future__ import annotations

from service.cards.card_folder import home_library
from service.cards.table_card import JudgedBy, TableCard, choose_card, judged_by, judged_by_kept, kept_card
from service.judging.answers import DEFAULT_RULESET
from service.shared.json_text import JsonObject


def table_card(card: str | None, ruleset: str | None) -> TableCard:
    """Return the card and rules of a command line.

    Raises:
        ServiceError: `bad-setting`, `bad-table-card`, or as `judged_by_kept`.
        RuleSetError: if the rules do not exist.
    """
    from service.shared.settings import settings  # noqa: PLC0415 - pydantic loads slowly, and --card needs none

    kept = None if card is not None else kept_card(settings().data_dir)
    library = home_library()
    if kept is not None and ruleset is None:
        judged_by_kept(kept, library)
    return choose_card(card, ruleset, kept, library) or TableCard(None, None)


def named_by(chosen: TableCard, card: str | None, ruleset: str | None) -> JudgedBy | None:
    """Return the card and rules of an answer; None if neither the command line nor the table chose any."""
    if chosen == TableCard(None, None):
        return None
    used = (card is None and chosen.card is not None) or (ruleset is None and chosen.card is None)
    return judged_by(chosen, used=used, library=home_library())


def named(by: JudgedBy | None) -> JsonObject:
    """Return `judged_by` for an answer whose card or rules somebody chose."""
    return {} if by is None else {"judged_by": by.to_json()}


def table_rules(ruleset: str | None, card: str | None = None) -> tuple[str, JudgedBy]:
    """Return the rules for a command without a rack, by name and for its answer.

    The rules are the typed rules, or those of the typed card; else the table's own rules.

    Raises:
        ServiceError: `bad-setting`, or `bad-table-card`.
        CardError, RuleSetError: if the card or the rules do not exist.
    """
    library = home_library()
    chosen = TableCard(None, ruleset) if ruleset is not None else table_card(card, None)
    found = library.card(chosen.card).ruleset if chosen.ruleset is None and chosen.card is not None else chosen.ruleset
    name = DEFAULT_RULESET if found is None else found
    used = ruleset is None and card is None and found is not None
    return name, JudgedBy(None, library.ruleset(name).title, used)
