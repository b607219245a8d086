import gzip
import io
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from service.judging.answers import MOST_GAMES
from service.photos.scan_queue import ScanPool
from service.server.app import create_app
from service.server.transport.request_guard import SECURITY_HEADERS
from service.shared.settings import Settings
from tests.service.helpers import CARD, GAME, WIN, Answer, error_of, jpeg, table_cloth
from tests.service.running_server import PATIENCE, wait_until
from vision.reading import RackReading


def test_the_program_answers(client: TestClient) -> None:
    """The health route tells a watchdog that the program runs."""
    assert client.get("/healthz").json()["status"] == "ok"


def test_a_rack_is_checked(client: TestClient) -> None:
    """Body and answer equal those of the command line."""
    answer = client.post("/api/v1/check", json={"id": 7, "rack": WIN, "card": "nmjl-1976"})
    assert answer.status_code == 200
    assert (answer.json()["id"], answer.json()["win"], answer.json()["best"]) == (7, True, "24")


def test_a_tile_that_was_missed_is_read_where_a_person_points(client: TestClient) -> None:
    """A point near a tile of the example photo gives the same tile as the photo's own reading."""
    photo = Path("examples/rack.jpg").read_bytes()
    tile = client.post("/api/v1/scan", files={"image": photo}).json()["tiles"][4]
    place = json.dumps([[x + 6, y - 5] for x, y in tile["quad"]])
    found = client.post("/api/v1/scan/tile", files={"image": photo}, data={"quad": place}).json()["tile"]
    assert (found["label"], found["sure"]) == (tile["label"], False)


@pytest.mark.parametrize(
    ("quad", "code"),
    [
        (None, "missing-field"),
        ("[[1, 2]", "bad-json"),
        ("7", "bad-quad"),
        ("[[0, 0], [9, 0], [9, 9]]", "bad-quad"),
        ("[[0, 0], [0, 90], [90, 90], [90, 0]]", "bad-quad"),
        ("[[0, 0], [1, 0], [1, 1], [0, 1]]", "bad-quad"),
        ("[[0, 0], [1e9, 0], [1e9, 1e9], [0, 1e9]]", "bad-quad"),
        (f"[[0, 0], [{10**400}, 0], [9, 9], [0, 9]]", "bad-quad"),
    ],
    ids=[
        "none",
        "no JSON",
        "a number",
        "three corners",
        "the wrong way round",
        "no larger than a dot",
        "far away",
        "no float",
    ],
)
def test_a_place_that_is_none_is_refused(client: TestClient, quad: str | None, code: str) -> None:
    """An invalid place of a tile is refused by its name, with what to send."""
    data = {} if quad is None else {"quad": quad}
    answer = client.post("/api/v1/scan/tile", files={"image": jpeg(table_cloth())}, data=data)
    assert error_of(answer, 400 if code == "bad-json" else 422)["code"] == code


@pytest.mark.parametrize(
    ("x", "y", "seen"), [(-90, 0, (-89, 0)), (0, -90, (0, -89)), (1200, 0, (1199, 0)), (0, 900, (0, 899))]
)
def test_a_place_outside_the_photo_is_no_tile(client: TestClient, x: int, y: int, seen: tuple[int, int]) -> None:
    """Where the photo shows nothing we guess no tile, and say how large the photo is; a pixel of it is a place."""
    photo = jpeg(np.full((900, 1200, 3), 90, np.uint8))

    def pointed(left: int, top: int) -> Answer:
        quad = [[left, top], [left + 90, top], [left + 90, top + 90], [left, top + 90]]
        return client.post("/api/v1/scan/tile", files={"image": photo}, data={"quad": json.dumps(quad)})

    error = error_of(pointed(x, y), 422)
    assert (error["code"], "1200 x 900 pixels" in error["message"]) == ("bad-quad", True)
    assert pointed(*seen).json()["tile"]["sure"] is False


def test_a_photo_of_the_table_counts_what_lies_there(client: TestClient) -> None:
    """A table photo contains no rack: all tiles count, and rows of one kind with jokers are exposures."""
    photo = Path("examples/rack.jpg").read_bytes()
    found = client.post("/api/v1/scan", files={"image": photo}, data={"shows": "table"}).json()
    assert found["aside"] == []
    assert found["counts"] == {"2C": 3, "J": 1, "3C": 4, "4C": 4, "F": 2}
    groups = sorted(" ".join(found["tiles"][at]["label"] for at in group) for group in found["exposures"])
    assert groups == ["2C 2C J 2C", "3C 3C 3C 3C", "4C 4C 4C 4C"]
    error = error_of(client.post("/api/v1/scan", files={"image": photo}, data={"shows": "cards"}), 422)
    assert (error["code"], error["where"]) == ("unknown-choice", "shows")


def test_jokers_of_others_are_offered(client: TestClient) -> None:
    """The other players' exposures are out of play, and their jokers can be exchanged."""
    rack = "1D 1D 1D 2D 2D 4B 4B 6B 6B F F N 9B"
    asked = {"rack": rack, "card": "practice", "options": {"others": ["9B 9B J"], "table": "5C"}}
    body = client.post("/api/v1/check", json=asked).json()
    assert body["exchanges"] == [{"exposure": "9B 9B J", "own": False, "tile": "9B", "jokers": 1}]
    assert "prospects" in body
    asked = {"rack": "[N N N N J] SSSS RRRR 1B", "card": "nmjl-1976", "options": {"others": ["1B J J J", "2B J J J J"]}}
    body = client.post("/api/v1/check", json=asked).json()
    assert body["exchanges"] == [{"exposure": "1B J J J", "own": False, "tile": "1B", "jokers": 1}]
    assert (body["prospects"]["dead"], body["near"][0]["need"]) == (False, ["J"])


def test_waits_and_hands_still_possible(client: TestClient) -> None:
    """Thirteen tiles get their waits, and the tiles on the table limit the possible hands, as on the command line."""
    asked = {"rack": "2222C 3333C 444C FF", "card": "nmjl-1976", "options": {"table": "4C"}}
    body = client.post("/api/v1/check", json=asked).json()
    assert [wait["tile"] for wait in body["waits"]] == ["J"]
    assert body["prospects"]["possible"][0]["hand"] == "24"
    dead = {"rack": "[2222B] [8888D] [NNNN]", "card": "nmjl-1976", "options": {"table": ""}}
    assert client.post("/api/v1/check", json=dead).json()["prospects"]["dead"] is True


def test_a_game_is_settled(client: TestClient) -> None:
    """Body and answer equal those of the command line."""
    answer = client.post("/api/v1/settle", json=GAME)
    assert answer.status_code == 200
    assert answer.json()["net"] == {"Ann": 80, "Bea": -40, "Cat": -20, "Dee": -20}


def test_several_games_are_settled_at_once(client: TestClient) -> None:
    """An array is answered in order, as on the command line; a game that cannot be settled gets an error and its id."""
    games = [{**GAME, "id": 7}, {**GAME, "id": "b", "players": []}, 5, {"kind": "wall"}]
    answer = client.post("/api/v1/settle", json=games)
    assert answer.status_code == 200
    first, *failed = answer.json()
    assert (first["id"], first["net"]) == (7, {"Ann": 80, "Bea": -40, "Cat": -20, "Dee": -20})
    assert [one.get("id") for one in failed] == ["b", None, None]
    assert [set(one["error"]) for one in failed] == [{"code", "message", "where"}] * 3
    assert client.post("/api/v1/settle", json=[]).json() == []
    too_many = [{"outcome": {"kind": "wall"}}] * (MOST_GAMES + 1)
    assert error_of(client.post("/api/v1/settle", json=too_many), 422)["code"] == "too-many-items"


def test_the_cards_are_listed_and_shown(client: TestClient) -> None:
    """Each hand of a listed card can be read."""
    names = {card["id"]: card["hands"] for card in client.get("/api/v1/cards").json()["cards"]}
    assert names["nmjl-1976"] == 75
    lines = client.get("/api/v1/cards/nmjl-1976").json()["lines"]
    assert lines[23]["hand"] == "24"


def test_rulings_are_listed_and_given(client: TestClient) -> None:
    """A listed ruling answers with its text, source and payments."""
    listed = client.get("/api/v1/rulings", params={"ruleset": "nmjl-1976"}).json()["rulings"]
    assert "misnamed-discard" in {ruling["id"] for ruling in listed}
    facts = {"ruleset": "nmjl-1976", "miscaller": "Bea", "claimant": "Ann", "wanted_for": "mah-jongg", "value": 25}
    answer = client.post("/api/v1/rulings/misnamed-discard", json=facts).json()
    assert [(one["from"], one["to"], one["points"]) for one in answer["transfers"]] == [("Bea", "Ann", 100)]


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte order mark"])
def test_a_card_is_kept_and_used(client: TestClient, mark: str) -> None:
    """A posted card is kept under its id, and a check can name it at once."""
    answer = client.post("/api/v1/cards", content=mark + CARD, headers={"content-type": "text/plain"})
    assert answer.status_code == 201, answer.text
    assert answer.json()["id"] == "our-club"
    assert "our-club" in {card["id"] for card in client.get("/api/v1/cards").json()["cards"]}
    check = {"rack": "1111B 2222B 3333B FF", "card": "our-club"}
    assert client.post("/api/v1/check", json=check).json()["win"] is True


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte order mark"])
def test_a_card_may_come_as_json(client: TestClient, mark: str) -> None:
    """The text may also be the field of a JSON object."""
    assert client.post("/api/v1/cards", json={"text": mark + CARD}).status_code == 201


def test_a_taken_card_id_is_a_conflict(client: TestClient, chosen: Settings) -> None:
    """A posted card never replaces another, shipped or kept."""
    assert client.post("/api/v1/cards", json={"text": CARD}).status_code == 201
    assert error_of(client.post("/api/v1/cards", json={"text": CARD}), 409)["code"] == "card-exists"
    shipped = CARD.replace("our-club", "nmjl-1976")
    assert error_of(client.post("/api/v1/cards", json={"text": shipped}), 409)["code"] == "card-exists"
    assert [path.name for path in chosen.cards_dir.iterdir() if path.name != ".lock"] == ["our-club.toml"]


def test_a_bad_card_is_refused_with_line_and_column(client: TestClient, chosen: Settings) -> None:
    """The error has the fault's place as numbers too, and nothing is kept."""
    text = CARD.replace("FF x25", "QQ x25")
    error = error_of(client.post("/api/v1/cards", content=text, headers={"content-type": "text/plain"}), 422)
    line = next(number for number, line in enumerate(text.splitlines(), 1) if "QQ" in line)
    assert (error["line"], error["column"]) == (line, text.splitlines()[line - 1].index("QQ") + 1)
    assert not chosen.cards_dir.exists()


@pytest.mark.parametrize("name", ["/etc/passwd", "../secret.toml", "secret.toml", "./secret"])
def test_no_request_reads_a_file_by_its_path(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Over HTTP a request names a card or rule set by id, never by path."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.toml").write_text(CARD, "utf-8")
    error = error_of(client.post("/api/v1/check", json={"rack": WIN, "card": name}), 404)
    assert error["code"] == "unknown-card"
    asked = {"rack": WIN, "card": "nmjl-1976", "ruleset": name}
    assert error_of(client.post("/api/v1/check", json=asked), 404)["code"] == "unknown-ruleset"
    assert error_of(client.post("/api/v1/settle", json={**GAME, "ruleset": name}), 404)["code"] == "unknown-ruleset"


Ask = Callable[[TestClient], Any]
BAD: dict[str, tuple[Ask, int, str]] = {
    "no such address": (lambda client: client.get("/nowhere"), 404, "not-found"),
    "no such page file": (lambda client: client.get("/page/../http.py"), 404, "not-found"),
    "wrong method": (lambda client: client.get("/api/v1/check"), 405, "method-not-allowed"),
    "no json": (
        lambda client: client.post("/api/v1/check", content=b"{", headers={"content-type": "application/json"}),
        400,
        "bad-json",
    ),
    "json bytes": (
        lambda client: client.post("/api/v1/settle", content=b"\xff", headers={"content-type": "application/json"}),
        400,
        "bad-json",
    ),
    "more json than is read": (
        lambda client: client.post(
            "/api/v1/check", content=b" " * 1_000_001, headers={"content-type": "application/json"}
        ),
        413,
        "too-large",
    ),
    "form for json": (lambda client: client.post("/api/v1/settle", data={"a": "b"}), 415, "unsupported-type"),
    "json for form": (lambda client: client.post("/api/v1/scan", json={}), 415, "unsupported-type"),
    "a list": (lambda client: client.post("/api/v1/check", json=[1]), 422, "wrong-type"),
    "no rack": (lambda client: client.post("/api/v1/check", json={"card": "nmjl-1976"}), 422, "missing-field"),
    "rack typo": (
        lambda client: client.post("/api/v1/check", json={"rack": "5X", "card": "nmjl-1976"}),
        422,
        "tile-without-suit",
    ),
    "unknown card": (lambda client: client.post("/api/v1/check", json={"rack": WIN, "card": "x"}), 404, "unknown-card"),
    "unknown option": (
        lambda client: client.post("/api/v1/check", json={"rack": WIN, "card": "nmjl-1976", "options": {"x": 1}}),
        422,
        "unknown-field",
    ),
    "unknown ruling": (lambda client: client.post("/api/v1/rulings/x", json={}), 404, "unknown-ruling"),
    "unknown rule set": (lambda client: client.get("/api/v1/rulings?ruleset=x"), 404, "unknown-ruleset"),
    "no image": (lambda client: client.post("/api/v1/scan", files={"photo": b"x"}), 422, "missing-field"),
    "image as text": (
        lambda client: client.post("/api/v1/scan", files={"image": (None, "x")}),
        422,
        "missing-field",
    ),
    "form that breaks off": (
        lambda client: client.post(
            "/api/v1/scan", content=b"--x\r\nbad", headers={"content-type": "multipart/form-data; boundary=x"}
        ),
        422,
        "missing-field",
    ),
    "card without text": (lambda client: client.post("/api/v1/cards", json={}), 422, "missing-field"),
    "card in bytes": (
        lambda client: client.post("/api/v1/cards", content=b"\xff", headers={"content-type": "text/plain"}),
        422,
        "not-text",
    ),
}


@pytest.mark.parametrize(("ask", "status", "code"), BAD.values(), ids=BAD)
def test_every_refusal_has_the_one_error_form(client: TestClient, ask: Ask, status: int, code: str) -> None:
    """Every refused request gets `{"error": {code, message, where}}` with its status."""
    assert error_of(ask(client), status)["code"] == code


NULLS: dict[str, tuple[str, dict[str, object], list[str]]] = {
    "check": ("check", {"rack": WIN, "card": "nmjl-1976"}, ["id", "seen", "ruleset", "options"]),
    "settle": ("settle", GAME, ["east", "bettors", "balances"]),
    "ruling": ("rulings/misnamed-discard", {"miscaller": "Bea", "wanted_for": "exposure"}, ["ruleset", "players"]),
}


@pytest.mark.parametrize(("path", "question", "optional"), NULLS.values(), ids=NULLS)
def test_null_leaves_an_optional_field_out(
    client: TestClient, path: str, question: dict[str, object], optional: list[str]
) -> None:
    """A program that sends null for every field that it does not fill in gets the same answer."""
    answer = client.post(f"/api/v1/{path}", json={**question, **dict.fromkeys(optional)})
    assert (answer.status_code, answer.json()) == (200, client.post(f"/api/v1/{path}", json=question).json())


def test_a_fault_of_the_program_is_an_error_too(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A bug is answered as `internal` in the same error form, with the traceback only in the log."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("service.judging.answers.settle", broken)
    error = error_of(client.post("/api/v1/settle", json=GAME), 500)
    assert error["code"] == "internal"
    assert "Traceback" not in json.dumps(error)
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("path", ["/", "/page/js/main.js", "/api/v1/cards", "/nowhere", "/openapi.json"])
def test_every_answer_carries_the_security_headers(client: TestClient, path: str) -> None:
    """Pages, data and errors alike forbid foreign scripts, framing and type sniffing."""
    answer = client.get(path)
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_the_page_names_nothing_from_elsewhere(client: TestClient) -> None:
    """The page and its files contain no address of another site."""
    page = client.get("/")
    assert page.status_code == 200
    folder = Path(__file__).resolve().parents[3] / "service" / "page"
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        answer = client.get(f"/page/{path.relative_to(folder)}")
        assert answer.status_code == 200
        text = answer.text.replace("http://www.w3.org/2000/svg", "")
        # Third-party files stay as published, comments included; a manifest holds their hashes.
        assert "://" not in text or "vendor" in path.parts, path
        assert " style=" not in text, path
        assert "innerHTML" not in text, path


def test_a_page_of_another_site_cannot_write(client: TestClient) -> None:
    """A request with another site's Origin changes nothing."""
    answer = client.post("/api/v1/cards", json={"text": CARD}, headers={"origin": "http://elsewhere.example"})
    assert error_of(answer, 400)["code"] == "foreign-origin"
    assert client.post("/api/v1/cards", json={"text": CARD}, headers={"origin": "http://testserver"}).status_code == 201


def test_a_photo_that_is_too_large_is_refused(chosen: Settings) -> None:
    """Beyond the limit the answer is 413, with or without an announced length."""
    small = chosen.model_copy(update={"upload_megabytes": 1})
    big = b"x" * 1_200_000
    with TestClient(create_app(small)) as client:
        assert error_of(client.post("/api/v1/scan", files={"image": big}), 413)["code"] == "too-large"

        def pieces() -> Iterator[bytes]:
            yield b'--b\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n'
            yield from (big[at : at + 65_536] for at in range(0, len(big), 65_536))

        unannounced = client.post(
            "/api/v1/scan", content=pieces(), headers={"content-type": "multipart/form-data; boundary=b"}
        )
        assert error_of(unannounced, 413)["code"] == "too-large"


@pytest.mark.parametrize(
    ("path", "body", "status", "message"),
    [
        ("/api/v1/settle", b"3", 422, "send one JSON object, or an array of them"),
        ("/api/v1/check", b"3", 422, "send one JSON object"),
        ("/api/v1/check", b" " * 8_000_001, 413, "this is larger than 8 MB; no text is so long"),
    ],
    ids=["settle takes arrays", "check takes none", "a text and no photo"],
)
def test_a_body_of_the_wrong_shape_is_told_what_its_route_takes(
    client: TestClient, path: str, body: bytes, status: int, message: str
) -> None:
    """The refusal of a body names what this route takes, and of what size."""
    refused = error_of(client.post(path, content=body, headers={"content-type": "application/json"}), status)
    assert refused["message"].partition("; a photo")[0] == message
    assert refused["where"] == "body"


@pytest.mark.usefixtures("networks_wanted")
class TestScan:
    """Scan photos with the trained networks."""

    def test_a_photo_without_tiles(self, client: TestClient) -> None:
        """A table cloth gives a reading without tiles and an issue, not an error."""
        answer = client.post("/api/v1/scan", files={"image": ("cloth.jpg", jpeg(table_cloth()), "image/jpeg")})
        assert answer.status_code == 200
        document = answer.json()
        assert (document["image"], document["width"], document["height"]) == ("cloth.jpg", 640, 480)
        assert document["tiles"] == []
        assert document["issues"][0]["code"] == "no-tiles"

    def test_the_example_is_read(self, client: TestClient, example: Path) -> None:
        """The document has the contract's form, and the exposures by tile index."""
        answer = client.post("/api/v1/scan", files={"image": ("rack.jpg", example.read_bytes(), "image/jpeg")})
        document = answer.json()
        assert len(document["tiles"]) == 14
        grouped = [[document["tiles"][index]["label"] for index in group] for group in document["exposures"]]
        assert "".join(f"[{' '.join(group)}] " for group in grouped) in f"{document['rack']} "

    @pytest.mark.parametrize(
        ("data", "status", "code"),
        [(b"hello", 415, "not-an-image"), (b"", 422, "empty"), (jpeg(table_cloth())[:3000], 422, "truncated")],
        ids=["text", "empty", "truncated"],
    )
    def test_what_is_no_photo_is_refused(self, client: TestClient, data: bytes, status: int, code: str) -> None:
        """The error names the file as the form did."""
        error = error_of(client.post("/api/v1/scan", files={"image": ("a.jpg", data, "image/jpeg")}), status)
        assert (error["code"], error["where"]) == (code, "a.jpg")


def test_more_photos_than_the_machine_can_bear_are_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the pool is full a photo gets 503 with Retry-After at once, and other requests go on."""
    go_on, begun = threading.Event(), threading.Semaphore(0)

    def slow(_steps: object) -> RackReading:
        begun.release()
        assert go_on.wait(PATIENCE)
        return RackReading(1, 1, (), "", (), "a.jpg")

    monkeypatch.setattr("service.server.routes.core.read_here", slow)
    client.app.state.scans = pool = ScanPool(workers=1, queue=1)  # type: ignore[attr-defined]
    done: list[int] = []

    def send() -> None:
        done.append(client.post("/api/v1/scan", files={"image": ("a.jpg", io.BytesIO(b"x"), "image/jpeg")}).status_code)

    senders = [threading.Thread(target=send) for _ in range(2)]
    try:
        for sender in senders:
            sender.start()
        assert begun.acquire(timeout=PATIENCE)
        wait_until(lambda: pool.taken == 2)
        refused = client.post("/api/v1/scan", files={"image": ("b.jpg", b"x", "image/jpeg")})
        assert error_of(refused, 503)["code"] == "busy"
        assert int(refused.headers["retry-after"]) > 0
        assert client.get("/healthz").status_code == 200
    finally:
        go_on.set()
        for sender in senders:
            sender.join(PATIENCE)
    assert done == [200, 200]
    wait_until(lambda: pool.taken == 0)


def test_openapi_describes_every_route(client: TestClient) -> None:
    """The OpenAPI document has every API route with a body, an answer and the error form."""
    document = client.get("/openapi.json").json()
    names = set(document["components"]["schemas"])
    asked = {
        ("/healthz", "get"),
        ("/api/v1/pair", "post"),
        ("/api/v1/scan", "post"),
        ("/api/v1/check", "post"),
        ("/api/v1/settle", "post"),
        ("/api/v1/cards", "get"),
        ("/api/v1/cards", "post"),
        ("/api/v1/cards/{card}", "get"),
        ("/api/v1/rulesets", "get"),
        ("/api/v1/rulings", "get"),
        ("/api/v1/rulings/{ruling}", "post"),
    }
    found = {(path, method) for path, methods in document["paths"].items() for method in methods}
    assert asked <= found
    for path, method in asked:
        route = document["paths"][path][method]
        assert ("requestBody" in route) == (method == "post")
        if path.startswith("/api/"):
            assert route["responses"]["422"]["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorAnswer")
    for reference in _references(document):
        assert reference.removeprefix("#/components/schemas/") in names


def _references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "$ref":
                yield str(inner)
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


def test_examples_of_the_document_are_answered(client: TestClient) -> None:
    """Every example body of the OpenAPI document is accepted unchanged."""
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    for name, path in [
        ("CheckQuestion", "/api/v1/check"),
        ("SettleQuestion", "/api/v1/settle"),
        ("RulingQuestion", "/api/v1/rulings/misnamed-discard"),
    ]:
        for body in schemas[name]["examples"]:
            answer = client.post(path, json=body)
            assert answer.status_code == 200, (path, answer.text)


@pytest.mark.parametrize(("coding", "status"), [("gzip", 415), ("br", 415), ("identity", 200)])
def test_a_compressed_body_is_told_to_come_as_it_is(client: TestClient, coding: str, status: int) -> None:
    """A body in a coding that we do not unpack is no bad JSON: 415 names the header (RFC 9110, 15.5.16)."""
    body = json.dumps({"rack": "NNNN", "card": "nmjl-1976"}).encode()
    headers = {"Content-Type": "application/json", "Content-Encoding": coding}
    answer = client.post("/api/v1/check", content=gzip.compress(body) if coding == "gzip" else body, headers=headers)
    assert answer.status_code == status
    if status == 415:
        assert error_of(answer, 415)["where"] == "Content-Encoding"


@pytest.mark.parametrize(
    "wanted",
    [
        *("bytes=abc", "bytes=", "bytes=-", "lines=0-3", "bytes=0-3;", "bytes=9-3", "bytes=0-1,9-3"),
        pytest.param(f"bytes={'9' * 5000}-", id="digits"),
    ],
)
@pytest.mark.parametrize("address", ["/", "/page/css/style.css"])
def test_a_range_that_is_none_is_not_looked_at(client: TestClient, address: str, wanted: str) -> None:
    """An invalid Range header is ignored, so the whole file comes (RFC 9110, 14.2)."""
    answer = client.get(address, headers={"Range": wanted})
    assert answer.status_code == 200
    assert answer.text == client.get(address).text


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/v1/cards", "/page/css/style.css", "/api/v1/cards/none"])
def test_a_head_comes_without_the_body(client: TestClient, path: str) -> None:
    """HEAD is answered as GET is, without the body (RFC 9110, 9.3.2)."""
    head, whole = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert head.headers["content-length"] == str(len(whole.content))


def test_the_head_of_a_stream_ends(client: TestClient) -> None:
    """The head of an endless answer ends the request."""
    game = client.post("/api/v1/games", json={"ruleset": "nmjl-1976", "players": ["Ann", "Bea"]}).json()["id"]
    head = client.head(f"/api/v1/games/{game}/events")
    assert head.headers["content-type"].startswith("text/event-stream")


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        pytest.param("/api/v1/check", "POST", id="one route"),
        pytest.param("/api/v1/cards", "GET, HEAD, POST", id="two routes"),
        pytest.param("/api/v1/cards/practice", "DELETE, GET, HEAD, PUT", id="three routes"),
        pytest.param("/page/index.html", "GET, HEAD", id="a file"),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(client: TestClient, path: str, allowed: str) -> None:
    """`Allow` names the methods of every route at an address (RFC 9110, 15.5.6)."""
    answer = client.patch(path)
    assert error_of(answer, 405)["code"] == "method-not-allowed"
    assert answer.headers["allow"] == allowed
