"""Endpoints for cards and tables: list, show, check while a person writes, store, change and remove."""

from __future__ import annotations

from typing import Final

from service.browser.messages import Answer, Asked
from service.browser.routing import Parts, nothing, reads, writes
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
from service.shared.json_text import JsonObject


def _cards(stores: Stores, _asked: Asked, _of: Parts) -> card_lists.CardList:
    return card_lists.CardList(card_lists.card_list(stores.library), table_card.known_card(stores.library))


def _add(stores: Stores, asked: Asked, _of: Parts) -> Answer:
    return _kept(card_changes.add_card(read_card_text(asked.body, asked.kind), stores.library), 201)


def _export(stores: Stores, _asked: Asked, of: Parts) -> Answer:
    kept = card_changes.kept_card(of["card"], stores.library)
    return Answer(200, kept.text.encode(), "application/toml", f'"{kept.version}"')


def _put(stores: Stores, asked: Asked, of: Parts) -> Answer:
    text, expected = read_card_text(asked.body, asked.kind), expected_version(asked.if_match, asked.if_none_match)
    kept, new = card_changes.put_card(of["card"], text, stores.library, expected)
    return _kept(kept, 201 if new else 200)


def _remove(stores: Stores, asked: Asked, of: Parts) -> JsonObject:
    text = stores.library.remove(of["card"], expected_version(asked.if_match, None))
    return {"removed": of["card"], "text": text}


def _rename(stores: Stores, asked: Asked, of: Parts) -> Answer:
    new, title = new_names(asked.document, of["card"])
    expected = expected_version(asked.if_match, None)
    return _kept(card_changes.rename_card(of["card"], new, title, stores.library, expected))


def _copy(stores: Stores, asked: Asked, of: Parts) -> Answer:
    new, title = new_names(asked.document, None)
    return _kept(card_changes.copy_card(of["card"], new, title, stores.library), 201)


def _put_table(stores: Stores, asked: Asked, of: Parts) -> Answer:
    text, expected = read_table_text(asked.body, asked.kind), expected_version(asked.if_match, asked.if_none_match)
    rules, new = stores.library.put_table(of["table"], text, expected)
    return _kept(table_rules.KeptTable(rules, text), 201 if new else 200)


def _remove_table(stores: Stores, asked: Asked, of: Parts) -> JsonObject:
    text = stores.library.remove_table(of["table"], expected_version(asked.if_match, None))
    return {"removed": of["table"], "text": text}


def _kept(kept: card_changes.KeptCard | table_rules.KeptTable, status: int = 200) -> Answer:
    return Answer(status, json_text.dumps(kept).encode("ascii"), etag=f'"{kept.version}"')


_CARD: Final = "/api/v1/cards/{card}"
_TABLE: Final = "/api/v1/tables/{table}"
_OPTIONS: Final = "/api/v1/rulesets/{ruleset}/options"

ENDPOINTS: Final = (
    reads("GET", "/api/v1/cards", _cards),
    writes("POST", "/api/v1/cards", _add),
    reads("POST", "/api/v1/cards/check", lambda stores, asked, _: check_draft(asked.document, stores.library)),
    reads("POST", "/api/v1/cards/try", lambda stores, asked, _: try_draft(asked.document, stores.library)),
    reads("GET", _CARD, lambda stores, _, of: _kept(card_changes.kept_card(of["card"], stores.library))),
    reads("GET", f"{_CARD}/file", _export),
    writes("PUT", _CARD, _put),
    writes("DELETE", _CARD, _remove),
    writes("POST", f"{_CARD}/name", _rename),
    nothing("POST", "/api/v1/cards/draft", lambda _, asked, __: pasted_draft(read_card_text(asked.body, asked.kind))),
    reads("GET", _OPTIONS, lambda stores, _, of: table_rules.options_of(of["ruleset"], stores.library)),
    reads("GET", "/api/v1/tables", lambda stores, *_: table_rules.table_list(stores.library)),
    reads("GET", _TABLE, lambda stores, _, of: _kept(table_rules.kept_table(of["table"], stores.library))),
    writes("PUT", _TABLE, _put_table),
    writes("DELETE", _TABLE, _remove_table),
    writes("POST", f"{_CARD}/copy", _copy),
)
