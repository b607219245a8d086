"""Test the HTTP interface against its OpenAPI document: true examples, and requests generated from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings

from rules.card.card import FOLDER
from service.server.app import create_app
from service.server.schemas.core import CheckDocument, CheckQuestion
from service.shared.settings import Settings
from tests.service.helpers import GAME
from tests.service.running_server import Server, running_server

FORM = "multipart/form-data"
STREAMS = "/events"
"""Routes that stream without an end; other tests cover them."""


@pytest.fixture
def client(chosen: Settings) -> Iterator[TestClient]:
    """The application, in this process."""
    with TestClient(create_app(chosen)) as found:
        yield found


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The OpenAPI document, made once."""
    with TestClient(create_app(Settings(data_dir=tmp_path_factory.mktemp("data"), host_names="testserver"))) as client:
        found: dict[str, Any] = client.get("/openapi.json").json()
    return found


def _routes(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            yield method, path, route


def _has_example(content: dict[str, Any], schemas: dict[str, Any]) -> bool:
    """Say whether a body or an answer has an example, itself or field by field in its model."""
    if "example" in content or "examples" in content:
        return True
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    model = schemas.get(name, {})
    fields = model.get("properties", {})
    return "examples" in model or (bool(fields) and all("examples" in field for field in fields.values()))


def test_every_route_has_examples(document: dict[str, Any]) -> None:
    """Each POST and PUT describes its body; each JSON body, answer, error of ours and path parameter has an example."""
    schemas = document["components"]["schemas"]
    missing = []
    for method, path, route in _routes(document):
        body = route.get("requestBody", {}).get("content", {}).get("application/json")
        is_missing = method in {"post", "put"} and "requestBody" not in route
        if is_missing or (body is not None and not _has_example(body, schemas)):
            missing.append(f"{method} {path}: body")
        for status, answer in route["responses"].items():
            content = answer.get("content", {}).get("application/json")
            is_ours = status != "default" and content is not None
            if is_ours and not _has_example(content, schemas):
                missing.append(f"{method} {path}: {status}")
        missing += [
            f"{method} {path}: {one['name']}"
            for one in route.get("parameters", ())
            if one["in"] == "path" and "example" not in one
        ]
    assert not missing


def test_every_route_tells_what_is_answered_before_it(document: dict[str, Any]) -> None:
    """Any request may come from another site or an unpaired phone, be too slow or too large, or come at a busy time."""
    for method, path, route in _routes(document):
        assert {"400", "403", "408", "413", "503"} <= set(route["responses"]), (method, path)


def test_examples_of_the_book_are_what_the_book_answers(client: TestClient, document: dict[str, Any]) -> None:
    """The example game, begun and entered over HTTP, equals the examples except for its id and times."""
    schemas, paths = document["components"]["schemas"], document["paths"]
    begun = client.post("/api/v1/games", json=schemas["NewGame"]["examples"][0]).json()
    entered = client.post(f"/api/v1/games/{begun['id']}/entries", json=schemas["NewEntry"]["examples"][0])
    assert entered.status_code == 201
    routes = [
        (path, route["get"]) for path, route in paths.items() if path.startswith("/api/v1/games") and "get" in route
    ]
    shown = {path: _shown(route) for path, route in routes if _shown(route) is not None}
    assert len(shown) == 8
    for path, example in shown.items():
        answer = client.get(path.format(game=begun["id"])).json()
        assert _timeless(answer) == _timeless(example), path


def _shown(route: dict[str, Any]) -> object:
    return route["responses"]["200"]["content"].get("application/json", {}).get("example")


def _timeless(value: object) -> object:
    """Return a document without its game's id and times."""
    if isinstance(value, dict):
        return {name: _timeless(one) for name, one in value.items() if name != "id" and not name.endswith("_at")}
    return [_timeless(one) for one in value] if isinstance(value, list) else value


def test_examples_of_answers_are_what_is_answered(client: TestClient, document: dict[str, Any]) -> None:
    """Each example question is answered with its example answer."""
    schemas = document["components"]["schemas"]
    asked = {
        "/api/v1/check": "CheckQuestion",
        "/api/v1/settle": "SettleQuestion",
        "/api/v1/rulings/{ruling}": "RulingQuestion",
    }
    for path, model in asked.items():
        route = document["paths"][path]["post"]
        names = {one["name"]: one["example"] for one in route.get("parameters", ()) if "example" in one}
        answer = client.post(path.format(**names), json=schemas[model]["examples"][0])
        assert answer.status_code == 200
        assert answer.json() == route["responses"]["200"]["content"]["application/json"]["example"]
    for path in ("/healthz", "/api/v1/rulesets", "/api/v1/cards", "/api/v1/rulings", "/api/v1/cards/{card}"):
        route = document["paths"][path]["get"]
        names = {one["name"]: one["example"] for one in route.get("parameters", ()) if "example" in one}
        shown = route["responses"]["200"]["content"]["application/json"]["example"]
        found = client.get(path.format(**names)).json()
        for field, value in shown.items():
            assert value == found[field] or all(one in found[field] for one in value), (path, field)


_PRACTICE = {"text": (FOLDER / "practice.toml").read_text("utf-8"), "rack": "1111B 2222B 3333B FF"}
ANSWERED: dict[str, tuple[str, object]] = {
    "a verdict with its id": ("/api/v1/check", {"id": 7, "rack": "NNNN SSSS FFF FF 1B", "card": "nmjl-1976"}),
    "a game without a card": ("/api/v1/check", {"rack": "SSS 1B", "ruleset": "japanese-american-2009"}),
    "a settlement": ("/api/v1/settle", {**GAME, "outcome": {"kind": "error", "ruling": "joker-exchange"}}),
    "a ruling": ("/api/v1/rulings/{ruling}", {"ruleset": "hoyle-league"}),
    "a card that is checked": ("/api/v1/cards/check", {"text": _PRACTICE["text"]}),
    "a rack that is tried": ("/api/v1/cards/try", _PRACTICE),
    "a card with a fault": ("/api/v1/cards", {"text": "id ="}),
}


@pytest.mark.parametrize("asked", ANSWERED.values(), ids=ANSWERED)
def test_every_field_of_an_answer_is_described(
    client: TestClient, document: dict[str, Any], asked: tuple[str, object]
) -> None:
    """The document leaves out no field of an answer."""
    path, body = asked
    answer = client.post(path.format(ruling="joker-exchange"), json=body)
    described = document["paths"][path]["post"]["responses"][str(answer.status_code)]["content"]["application/json"]
    assert list(_undescribed(described["schema"], answer.json(), document["components"]["schemas"])) == []


def test_every_field_of_an_example_is_described(document: dict[str, Any]) -> None:
    """The document describes every field of the answers that it shows."""
    found = [
        (path, field)
        for _, path, route in _routes(document)
        for answer in route["responses"].values()
        if "example" in (content := answer.get("content", {}).get("application/json", {}))
        for field in _undescribed(content["schema"], content["example"], document["components"]["schemas"])
    ]
    assert found == []


def _undescribed(schema: dict[str, Any], value: object, schemas: dict[str, Any], where: str = "") -> Iterator[str]:
    """Yield the fields of an answer that its schema does not name; an object described as any object names none."""
    schema = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    if "anyOf" in schema:
        # A dict is described by one of the objects, a list by one of the arrays.
        kinds = [one for one in schema["anyOf"] if (one.get("type") == "array") is isinstance(value, list)]
        kinds = [one for one in kinds if one.get("type") in {"array", "object", None}]
        found = [list(_undescribed(one, value, schemas, where)) for one in kinds]
        yield from min(found, key=len, default=[])
    elif isinstance(value, dict):
        known = schema.get("properties", {})
        yield from (f"{where}.{name}" for name in value if known and name not in known)
        for name in value.keys() & known.keys():
            yield from _undescribed(known[name], value[name], schemas, f"{where}.{name}")
    elif isinstance(value, list):
        for one in value if "items" in schema else ():
            yield from _undescribed(schema["items"], one, schemas, f"{where}[]")


CHECKS = [
    {"rack": "1111B 6666B 7777B FF", "card": "nmjl-1976"},
    {"rack": "NNNN", "card": "nmjl-1976", "options": {"table": ["9B", "9B"], "claim": 24, "near": 0}},
    {"rack": "11C 22C 33C 44C 55C 66C 7D +7D", "ruleset": "japanese-american-2009"},
    {
        "rack": "[NNN] 123C 456C 789C 5C +5C<Bea",
        "ruleset": "japanese-american-2009",
        "options": {"own_wind": "N", "table_wind": "E", "dealer": False, "streak": 1, "won_by": "last-discard"},
    },
]


@pytest.mark.parametrize("question", CHECKS, ids=["won", "lost", "twins", "one suit with honors"])
def test_checks_with_and_without_a_card_are_as_described(client: TestClient, question: dict[str, Any]) -> None:
    """Questions and answers for every kind of game match the models of the document."""
    CheckQuestion.model_validate(question)
    answer = client.post("/api/v1/check", json=question)
    assert answer.status_code == 200
    CheckDocument.model_validate(answer.json())


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/v1/cards/our-card", {"card": {"id": "our-card", "title": "Ours", "source": None, "sections": []}}),
        ("/api/v1/tables/our-table", {"table": {"id": "our-table", "title": "Ours", "parent": "modern-american"}}),
    ],
    ids=["card", "table"],
)
def test_keeping_it_anew_and_again_answers_as_described(
    path: str, body: dict[str, Any], client: TestClient, document: dict[str, Any]
) -> None:
    """Keeping something new is answered with 201, and changing it with 200."""
    if "card" in body:
        body["card"]["sections"] = [{"title": "2026", "place": None, "lines": ["FF 2222a 4444b 6666c x25"]}]
    first = client.put(path, json=body)
    assert first.status_code == 201, first.text
    again = client.put(path, json=body, headers={"If-Match": first.headers["ETag"]})
    assert again.status_code == 200
    described = document["paths"][re.sub(r"[^/]+$", lambda name: "{" + name[0].partition("-")[2] + "}", path)]["put"]
    assert {"200", "201"} <= set(described["responses"])


def test_json_is_described_as_json(document: dict[str, Any]) -> None:
    """No JSON answer is described as plain text, which generated clients would believe."""
    for method, path, route in _routes(document):
        for status, answer in route["responses"].items():
            content = answer.get("content", {}).get("application/json", {})
            assert content.get("schema", {}).get("type") != "string", (method, path, status)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server with a data folder of its own."""
    with running_server(environment={"RACKCHECK_DATA_DIR": str(tmp_path_factory.mktemp("data"))}) as found:
        yield found


def test_nothing_the_description_allows_breaks_it(server: Server) -> None:
    """Generated requests, valid and invalid, get the promised status, form and headers.

    Two of the tool's checks are left out. Valid requests may be refused: no JSON schema can say whether a text is a
    rack or bytes are a photo. And a form with a list in it is accepted: it sends each item as a text of that name.
    """
    tool = pytest.importorskip("schemathesis", reason="schemathesis is not installed; scripts/test installs it")
    from schemathesis.core.failures import AcceptedNegativeData, FailureGroup
    from schemathesis.openapi.checks import RejectedPositiveData

    schema = tool.openapi.from_url(f"{server.address}openapi.json")
    faults: list[str] = []
    asked = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if STREAMS in operation.path:
            continue
        has_input = bool(operation.body) or bool(operation.query) or bool(operation.path_parameters)
        modes = [tool.GenerationMode.POSITIVE]
        # Routes whose only possible error is the method have no invalid requests to generate, nor have bytes.
        if operation.query or any(one.media_type != "application/octet-stream" for one in operation.body):
            modes.append(tool.GenerationMode.NEGATIVE)
        for mode in modes:

            @settings(
                max_examples=5 if has_input else 1,
                database=None,
                deadline=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy(generation_mode=mode))
            def ask(case: Any) -> None:  # noqa: ANN401 - a class of the tool
                nonlocal asked
                asked += 1
                try:
                    answer = case.call()
                    # 501: this machine has no text recognition.
                    if answer.status_code != 501:
                        case.validate_response(answer)
                except FailureGroup as group:
                    faults.extend(
                        re.sub(r"\s+", " ", f"{type(one).__name__}: {one}; {case.as_curl_command()[:300]}")
                        for one in group.exceptions
                        if not isinstance(one, RejectedPositiveData)
                        and not (isinstance(one, AcceptedNegativeData) and case.media_type == FORM)
                    )

            ask()
    assert asked > 50
    assert not faults, "\n".join(faults)
