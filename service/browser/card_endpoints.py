"""Endpoints for cards and tables: list, show, check while a person writes, store, change and remove."""

from __future__ import annotations

from typing import Final

from service.browser.messages import Answer, Asked, answer_json
from service.browser.routing import Access, Endpoint
from service.browser.stores import Stores
from service.cards import card_changes, card_lists, table_card, table_rules
from service.cards.card_questions import (
    check_draft,
    expected_version,
    new_names,
    pasted_draft,
    read_card_text,
    read_table_text,
    try_draft,
)
from service.shared import json_text
from service.shared.json_body import read_object


def _cards(stores: Stores, _asked: Asked) -> Answer:
    used = table_card.known_card(stores.library)
    return answer_json(card_lists.CardList(card_lists.card_list(stores.library), used).to_json())


def _add(stores: Stores, asked: Asked) -> Answer:
    return _kept(card_changes.add_card(read_card_text(asked.body, asked.kind), stores.library), 201)


def _check(stores: Stores, asked: Asked) -> Answer:
    return answer_json(check_draft(read_object(asked.body, asked.kind), stores.library).to_json())


def _try(stores: Stores, asked: Asked) -> Answer:
    return answer_json(try_draft(read_object(asked.body, asked.kind), stores.library).to_json())


def _card(stores: Stores, _asked: Asked, card: str) -> Answer:
    return _kept(card_changes.kept_card(card, stores.library))


def _export(stores: Stores, _asked: Asked, card: str) -> Answer:
    kept = card_changes.kept_card(card, stores.library)
    return Answer(200, kept.text.encode(), "application/toml", f"{kept.id}.toml", f'"{kept.version}"')


def _put(stores: Stores, asked: Asked, card: str) -> Answer:
    text, expected = read_card_text(asked.body, asked.kind), expected_version(asked.if_match, asked.if_none_match)
    kept, new = card_changes.put_card(card, text, stores.library, expected)
    return _kept(kept, 201 if new else 200)


def _remove(stores: Stores, asked: Asked, card: str) -> Answer:
    text = stores.library.remove(card, expected_version(asked.if_match, None))
    return answer_json({"removed": card, "text": text})


def _rename(stores: Stores, asked: Asked, card: str) -> Answer:
    new, title = new_names(read_object(asked.body, asked.kind), card)
    return _kept(card_changes.rename_card(card, new, title, stores.library, expected_version(asked.if_match, None)))


def _copy(stores: Stores, asked: Asked, card: str) -> Answer:
    new, title = new_names(read_object(asked.body, asked.kind), None)
    return _kept(card_changes.copy_card(card, new, title, stores.library), 201)


def _draft(_stores: Stores, asked: Asked) -> Answer:
    return answer_json(pasted_draft(read_card_text(asked.body, asked.kind)).to_json())


def _options(stores: Stores, _asked: Asked, ruleset: str) -> Answer:
    return answer_json(table_rules.options_of(ruleset, stores.library).to_json())


def _tables(stores: Stores, _asked: Asked) -> Answer:
    return answer_json(table_rules.table_list(stores.library).to_json())


def _table(stores: Stores, _asked: Asked, table: str) -> Answer:
    return _kept(table_rules.kept_table(table, stores.library))


def _put_table(stores: Stores, asked: Asked, table: str) -> Answer:
    text, expected = read_table_text(asked.body, asked.kind), expected_version(asked.if_match, asked.if_none_match)
    rules, new = stores.library.put_table(table, text, expected)
    return _kept(table_rules.KeptTable(rules, text), 201 if new else 200)


def _remove_table(stores: Stores, asked: Asked, table: str) -> Answer:
    text = stores.library.remove_table(table, expected_version(asked.if_match, None))
    return answer_json({"removed": table, "text": text})


def _kept(kept: card_changes.KeptCard | table_rules.KeptTable, status: int = 200) -> Answer:
    return Answer(status, json_text.dumps(kept.to_json()).encode("ascii"), etag=f'"{kept.version}"')


_CARD: Final = "/api/v1/cards/{card}"

ENDPOINTS: Final = (
    Endpoint("GET", "/api/v1/cards", _cards, Access.READS),
    Endpoint("POST", "/api/v1/cards", _add, Access.WRITES),
    Endpoint("POST", "/api/v1/cards/check", _check, Access.READS),
    Endpoint("POST", "/api/v1/cards/try", _try, Access.READS),
    Endpoint("GET", _CARD, _card, Access.READS),
    Endpoint("GET", f"{_CARD}/file", _export, Access.READS),
    Endpoint("PUT", _CARD, _put, Access.WRITES),
    Endpoint("DELETE", _CARD, _remove, Access.WRITES),
    Endpoint("POST", f"{_CARD}/name", _rename, Access.WRITES),
    Endpoint("POST", "/api/v1/cards/draft", _draft, Access.NOTHING),
    Endpoint("GET", "/api/v1/rulesets/{ruleset}/options", _options, Access.READS),
    Endpoint("GET", "/api/v1/tables", _tables, Access.READS),
    Endpoint("GET", "/api/v1/tables/{table}", _table, Access.READS),
    Endpoint("PUT", "/api/v1/tables/{table}", _put_table, Access.WRITES),
    Endpoint("DELETE", "/api/v1/tables/{table}", _remove_table, Access.WRITES),
    Endpoint("POST", f"{_CARD}/copy", _copy, Access.WRITES),
)
