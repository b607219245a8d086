"""Examples of every answer for `/openapi.json`, made by the program itself, so that they never tell of another."""

from __future__ import annotations

from typing import Any, Final

from service.cards import card_lists
from service.cards.card_library import CardLibrary
from service.judging import answers
from service.server.schemas import core
from service.server.schemas.ledger_examples import GAME, ledger_answers
from service.shared.errors import ConflictError, error_object
from service.shared.version import version
from vision import RackReading, TileReading

Document = dict[str, Any]

_CARD: Final = "nmjl-1976"
_RULING: Final = "misnamed-discard"
_NAMES: Final = {
    "card": _CARD,
    "face": "0123456789ab",
    "game": GAME,
    "name": "Grandma's",
    "ruling": _RULING,
    "ruleset": answers.DEFAULT_RULESET,
}
"""What parameters of these names may say."""


def add_examples(schema: Document, library: CardLibrary) -> None:
    """Give every answer and every parameter that is ours an example, where none stands yet; changes `schema`."""
    answers = {**_answers(library), **ledger_answers(library)}
    exported = answers["get", "/api/v1/games/{game}/export.json"]
    _json(schema["paths"]["/api/v1/games/import"]["post"]["requestBody"])["example"] = exported
    listed = answers["get", "/api/v1/games/{game}/entries"]
    _json(schema["paths"]["/api/v1/games/{game}/entries"]["post"]["responses"]["409"])["example"] = {
        "error": error_object(ConflictError(listed["version"], listed["entries"]))
    }
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            for parameter in route.get("parameters", ()):
                if parameter["name"] in _NAMES:
                    parameter.setdefault("example", _NAMES[parameter["name"]])
            found = answers.get((method, path))
            if found is not None:
                _first_answer(route)["example"] = found
            _refusals(route)


def _first_answer(route: Document) -> Document:
    return _json(next(answer for status, answer in route["responses"].items() if status.startswith("2")))


def _json(described: Document) -> Document:
    """The JSON of a body or an answer."""
    content: Document = described["content"]["application/json"]
    return content


def _refusals(route: Document) -> None:
    """Where an answer is our error object, show one."""
    for status, answer in route["responses"].items():
        content = answer.get("content", {}).get("application/json")
        if content is not None and str(content.get("schema", {}).get("$ref", "")).endswith("/ErrorAnswer"):
            content.setdefault("example", {"error": _ERRORS.get(status, _ERRORS["422"])})


_ERRORS: Final = {
    "400": {"code": "bad-json", "message": "this is no JSON: Expecting value", "where": "body, line 1, column 1"},
    "403": {"code": "wrong-code", "message": "this is not the code", "where": "code"},
    "404": {"code": "unknown-card", "message": "there is no card 'x'", "where": "card"},
    "408": {"code": "too-slow", "message": "the rest did not come within 60 seconds", "where": "body"},
    "409": {"code": "card-exists", "message": "there is a card 'our-club' already", "where": "id"},
    "413": {"code": "too-large", "message": "this is larger than 25 MB", "where": "body"},
    "415": {"code": "unsupported-type", "message": "send application/json", "where": "Content-Type"},
    "422": {"code": "unknown-tile", "message": "'5' names no tile", "where": "character 4"},
    "429": {"code": "too-many-tries", "message": "too many wrong codes; wait a minute", "where": "code"},
    "503": {"code": "busy", "message": "too many photos at once; try again in a few seconds", "where": "scan"},
}


def _answers(library: CardLibrary) -> dict[tuple[str, str], Document]:
    """The answer to each route's example question, by method and path."""
    card, listed = card_lists.show_card(_CARD, library), card_lists.card_list(library)[:1]
    return {
        ("get", "/healthz"): {"status": "ok", "version": version()},
        ("post", "/api/v1/pair"): {"paired": True},
        ("post", "/api/v1/scan"): _reading().to_json("rack.jpg"),
        ("post", "/api/v1/live"): {
            "session": "q1Zz0b2mJp0C6oQmPqv2xA",
            "state": "steady",
            "read": True,
            "looks": 4,
            "names": [0, 1],
            "reading": _reading().to_json("live"),
        },
        ("post", "/api/v1/check"): answers.check(_question(core.CheckQuestion), library).to_json(),
        ("post", "/api/v1/settle"): answers.settle(_question(core.SettleQuestion), library).to_json(),
        ("get", "/api/v1/cards"): {"cards": listed},
        ("get", "/api/v1/cards/{card}"): {**card, "lines": card["lines"][:1]},
        ("post", "/api/v1/cards"): {**card, "id": "our-club", "title": "Our club", "lines": card["lines"][:1]},
        ("get", "/api/v1/rulesets"): {"rulesets": card_lists.ruleset_list(library)[:1]},
        ("get", "/api/v1/rulings"): _one_ruling(answers.ruling_list(answers.DEFAULT_RULESET, library).to_json()),
        ("post", "/api/v1/rulings/{ruling}"): answers.rule(_RULING, _question(core.RulingQuestion), library).to_json(),
    }


def _question(model: type[core.CheckQuestion | core.SettleQuestion | core.RulingQuestion]) -> Document:
    examples: list[Document] = model.model_json_schema()["examples"]
    return examples[0]


def _one_ruling(listed: Document) -> Document:
    return {**listed, "rulings": [one for one in listed["rulings"] if one["id"] == _RULING]}


def _reading() -> RackReading:
    """A small reading with a tile to look at."""
    tiles = tuple(
        TileReading(
            label,
            0.999 - 0.6 * index,
            (("6B", 0.38),) if index else (),
            (
                (10.0 + 60 * index, 20.0),
                (60.0 + 60 * index, 20.0),
                (60.0 + 60 * index, 90.0),
                (10.0 + 60 * index, 90.0),
            ),
            0,
            index,
            sure=not index,
        )
        for index, label in enumerate(("5B", "8B"))
    )
    return RackReading(640, 480, tiles, "5B 8B", (), "finder@1+reader@1")
