"""Endpoints for checks, settlements and rulings."""

from __future__ import annotations

from typing import Final

from service.browser.messages import Asked
from service.browser.routing import Parts, nothing, query_text, reads
from service.browser.stores import Stores
from service.cards import ruleset_lists
from service.judging import answers
from service.shared.errors import ServiceError
from service.shared.json_body import read_objects
from service.shared.version import version


def _check(stores: Stores, asked: Asked, _of: Parts) -> object:
    return answers.check_or_ask(asked.document, stores.rules(query_text(asked, "game")))


def _settle(stores: Stores, asked: Asked, _of: Parts) -> object:
    question, library = read_objects(asked.body, asked.kind), stores.rules(query_text(asked, "game"))
    return answers.settle_all(question, library) if isinstance(question, list) else answers.settle(question, library)


def _rulings(stores: Stores, asked: Asked, _of: Parts) -> object:
    ruleset, words = query_text(asked, "ruleset"), query_text(asked, "find") or ""
    if len(words) > answers.LONGEST_WORDS:
        raise ServiceError("bad-field", f"write at most {answers.LONGEST_WORDS} characters", "query.find")
    named = answers.DEFAULT_RULESET if ruleset is None else ruleset
    return answers.ruling_list(named, stores.rules(query_text(asked, "game")), words)


def _rule(stores: Stores, asked: Asked, of: Parts) -> object:
    return answers.rule(of["ruling"], asked.document, stores.rules(query_text(asked, "game")))


ENDPOINTS: Final = (
    nothing("GET", "/healthz", lambda *_: {"status": "ok", "version": version()}),
    reads("POST", "/api/v1/check", _check),
    reads("POST", "/api/v1/settle", _settle),
    reads("GET", "/api/v1/rulesets", lambda stores, *_: ruleset_lists.ruleset_list(stores.library)),
    reads("GET", "/api/v1/rulings", _rulings),
    reads("POST", "/api/v1/rulings/{ruling}", _rule),
)
