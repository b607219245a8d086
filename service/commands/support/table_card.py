"""What a command judges by: the card that was typed, or the one of `rackcheck use`."""

from __future__ import annotations

from service.cards.card_folder import home_library
from service.cards.table_card import TableCard, choose_card, judged_by, kept_card
from service.shared.json_text import JsonObject


def table_card(card: str | None, ruleset: str | None) -> TableCard:
    """Return the card and rules of a command line.

    Raises:
        ServiceError: `bad-setting`, or `bad-table-card`.
        RuleSetError: for rules that are not there.
    """
    from service.shared.settings import settings  # noqa: PLC0415 - pydantic loads slowly; who names a card needs none

    kept = None if card is not None else kept_card(settings().data_dir)
    return choose_card(card, ruleset, kept, home_library()) or TableCard(None, None)


def named_by(chosen: TableCard, card: str | None, ruleset: str | None) -> JsonObject:
    """Return `judged_by` for an answer; nothing where no card was chosen, and the question says so itself."""
    if chosen == TableCard(None, None):
        return {}
    used = (card is None and chosen.card is not None) or (ruleset is None and chosen.card is None)
    return {"judged_by": judged_by(chosen, used=used, library=home_library())}
