"""Endpoints for checks, settlements and rulings."""

from __future__ import annotations

from typing import Final

from service.browser.messages import Answer, Asked, answer_json
from service.browser.routing import Access, Endpoint, query_text
from service.browser.stores import Stores
from service.cards import ruleset_lists
from service.judging import answers
from service.shared.errors import ServiceError
from service.shared.json_body import read_object, read_objects
from service.shared.version import version


def _health(_stores: Stores, _asked: Asked) -> Answer:
    return answer_json({"status": "ok", "version": version()})


def _check(stores: Stores, asked: Asked) -> Answer:
    question, library = read_object(asked.body, asked.kind), stores.rules(query_text(asked, "game"))
    return answer_json(answers.check_or_ask(question, library).to_json())


def _settle(stores: Stores, asked: Asked) -> Answer:
    question, library = read_objects(asked.body, asked.kind), stores.rules(query_text(asked, "game"))
    if isinstance(question, list):
        return answer_json([one.to_json() for one in answers.settle_all(question, library)])
    return answer_json(answers.settle(question, library).to_json())


def _rulesets(stores: Stores, _asked: Asked) -> Answer:
    return answer_json(ruleset_lists.ruleset_list(stores.library).to_json())


def _rulings(stores: Stores, asked: Asked) -> Answer:
    ruleset, words = query_text(asked, "ruleset"), query_text(asked, "find") or ""
    if len(words) > answers.LONGEST_WORDS:
        raise ServiceError("bad-field", f"write at most {answers.LONGEST_WORDS} characters", "query.find")
    named = answers.DEFAULT_RULESET if ruleset is None else ruleset
    return answer_json(answers.ruling_list(named, stores.rules(query_text(asked, "game")), words).to_json())


def _rule(stores: Stores, asked: Asked, ruling: str) -> Answer:
    question, library = read_object(asked.body, asked.kind), stores.rules(query_text(asked, "game"))
    return answer_json(answers.rule(ruling, question, library).to_json())


ENDPOINTS: Final = (
    Endpoint("GET", "/healthz", _health, Access.NOTHING),
    Endpoint("POST", "/api/v1/check", _check, Access.READS),
    Endpoint("POST", "/api/v1/settle", _settle, Access.READS),
    Endpoint("GET", "/api/v1/rulesets", _rulesets, Access.READS),
    Endpoint("GET", "/api/v1/rulings", _rulings, Access.READS),
    Endpoint("POST", "/api/v1/rulings/{ruling}", _rule, Access.READS),
)
