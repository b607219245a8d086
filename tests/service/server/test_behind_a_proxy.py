"""Test the server behind real nginx and Caddy, if installed, with the configuration of docs/club.md."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest

from scripts.load.simulated_phone import photo_form
from service.server.access.pairing_attempts import TRIES_OF_ONE
from tests.service.page.phone import CHROMIUM, FLAGS, NO_CHROMIUM, PATIENT
from tests.service.running_server import PATIENCE, Server, running_server
from tests.service.server.reverse import NAME, Caller, Site, environment, proxied

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

KINDS = ["nginx", "caddy"]
ROOT = Path(__file__).resolve().parents[3]
GAME = {"ruleset": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"]}


def _served(folder: Path) -> Any:  # noqa: ANN401 - a context manager of a server
    return running_server(environment={**environment(), "RACKCHECK_DATA_DIR": str(folder)})


def _port(server: Server) -> int:
    port = urlsplit(server.address).port
    assert port is not None
    return port


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the document's settings."""
    with _served(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture(scope="module", params=KINDS)
def site(server: Server, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A proxy before the server."""
    with proxied(request.param, _port(server), tmp_path_factory.mktemp(request.param)) as found:
        yield found


@pytest.fixture
def caller(site: Site) -> Callable[[], Caller]:
    """A function that makes phones at addresses that no other test has used."""
    return lambda: Caller(site, f"127.0.{site.port % 200 + 1}.{next(_NUMBERS)}")


_NUMBERS = iter(range(1, 255))


def _pair(phone: Caller, code: str = "", **headers: str) -> tuple[int, dict[str, Any], http.client.HTTPMessage]:
    """Type a code, by default the right one; return the status, the document and the headers."""
    typed = json.dumps({"code": code or environment()["RACKCHECK_PAIRING_CODE"]}).encode()
    with phone.write("/api/v1/pair", typed, **headers) as answer:
        return answer.status, json.load(answer), answer.headers


def _paired(phone: Caller) -> Caller:
    status, document, _ = _pair(phone)
    assert (status, document) == (200, {"paired": True})
    return phone


def test_pages_load_and_cookies_are_for_https_alone(caller: Callable[[], Caller]) -> None:
    """A stranger gets the site's pairing page; the cookie is Secure, and HSTS keeps browsers on https."""
    phone = caller()
    with phone.ask("GET", "/") as answer:
        assert (answer.status, answer.headers["Location"]) == (303, "/pair")
    _, _, headers = _pair(phone)
    kinds = {part.strip() for part in headers["Set-Cookie"].split(";")[1:]}
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=strict"} <= kinds
    for path in ("/", "/page/js/main.js", "/api/v1/cards", "/worker.js"):
        with phone.ask("GET", path) as answer:
            assert answer.status == 200
            assert answer.headers.get_all("Strict-Transport-Security") == ["max-age=31536000"]
            assert answer.headers.get_all("X-Frame-Options") == ["DENY"]
            assert answer.read()
    with phone.ask("GET", "/page") as answer:
        assert answer.headers.get("Location", phone.site.origin).startswith(phone.site.origin)


def test_who_types_http_is_led_to_https(site: Site) -> None:
    """Plain http gives only a redirect to https."""
    with closing(http.client.HTTPConnection("127.0.0.1", site.plain, timeout=PATIENCE)) as connection:
        connection.request("GET", "/pair?x=1", headers={"Host": NAME})
        answer = connection.getresponse()
        assert answer.status in {301, 308}
        assert re.fullmatch(rf"https://{re.escape(NAME)}(:{site.port})?/pair\?x=1", answer.headers["Location"])


def test_wrong_codes_are_counted_for_the_phone_that_sent_them(caller: Callable[[], Caller]) -> None:
    """A guessing phone is stopped whatever addresses it forges, and the phone beside it can still pair."""
    guesser, phone = caller(), caller()
    made_up = [{"X_Forwarded_For": f"10.9.9.{number}", "Forwarded": f"for=10.8.8.{number}"} for number in range(9)]
    told = [_pair(guesser, "WRONG-ONE", **headers)[0] for headers in made_up]
    assert told == [403] * TRIES_OF_ONE + [429] * (9 - TRIES_OF_ONE)
    assert _pair(guesser)[0] == 429
    _paired(phone)


def test_writes_of_other_sites_are_refused(caller: Callable[[], Caller]) -> None:
    """The page's own write is accepted; one from another site, port or host name is refused."""
    phone = _paired(caller())
    body = json.dumps(GAME).encode()
    with phone.write("/api/v1/games", body, Sec_Fetch_Site="same-origin") as answer:
        assert answer.status == 201
    for headers in (
        {"Origin": "https://elsewhere.example"},
        {"Origin": f"https://{NAME}:1"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
    ):
        with phone.write("/api/v1/games", body, **headers) as answer:
            assert (answer.status, json.load(answer)["error"]["code"]) == (400, "foreign-origin")
    with phone.ask("GET", "/api/v1/games", headers={"Host": "elsewhere.example"}) as answer:
        assert answer.status != 200 or not answer.read(), "another name shows nothing"


def _large() -> bytes:
    """Return the example at 12 megapixels with so much noise that it exceeds 10 MB."""
    example = cv2.imread(str(ROOT / "examples" / "rack.jpg"))
    assert example is not None
    pixels = cv2.resize(example, (4000, 3000), interpolation=cv2.INTER_LINEAR)
    noise = np.random.default_rng(12).integers(0, 80, pixels.shape, np.uint8)
    done, encoded = cv2.imencode(".jpg", cv2.add(pixels, noise), [cv2.IMWRITE_JPEG_QUALITY, 98])
    assert done
    return encoded.tobytes()


@pytest.mark.usefixtures("networks_wanted")
def test_photos_fit(caller: Callable[[], Caller]) -> None:
    """A photo of 12 megapixels is read; a larger body than allowed is refused, by the proxy or by the server."""
    phone, photo = _paired(caller()), _large()
    assert 10_000_000 < len(photo) < 24_000_000
    for padded, status in ((0, 200), (24_900_000, 200), (26_000_000, 413), (33_000_000, 413)):
        body, kind = photo_form(photo.ljust(padded, b"\0"))
        with phone.ask("POST", "/api/v1/scan", body, {"Content-Type": kind, "Origin": phone.site.origin}) as answer:
            assert answer.status == status
            if status == 200:
                found = json.load(answer)
                assert (found["width"], found["height"]) == (4000, 3000)


def test_new_entries_arrive_at_once(caller: Callable[[], Caller]) -> None:
    """The proxy does not buffer a game's event stream: an entry arrives while the stream is open."""
    phone = _paired(caller())
    with phone.write("/api/v1/games", json.dumps(GAME).encode()) as answer:
        game = json.load(answer)["id"]
    with phone.ask("GET", f"/api/v1/games/{game}/events?after=0") as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        _until(stream, b"event: state")
        entry = json.dumps({"kind": "wall", "based_on": 0}).encode()
        with phone.write(f"/api/v1/games/{game}/entries", entry) as answer:
            assert answer.status == 201
        _until(stream, b"event: entry")


def _until(stream: http.client.HTTPResponse, wanted: bytes) -> None:
    """Read until a line begins like this; the connection has its own timeout."""
    while line := stream.readline():
        if line.startswith(wanted):
            return
    pytest.fail("the stream has ended")


@pytest.fixture
def chromium() -> Iterator[BrowserContext]:
    """A phone's browser that resolves the site to this machine and accepts its certificate."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip(NO_CHROMIUM)
    told = [f"--host-resolver-rules=MAP {NAME} 127.0.0.1", "--ignore-certificate-errors"]
    with api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *told])
        yield found.new_context(viewport={"width": 390, "height": 844}, service_workers="allow")
        found.close()


@pytest.mark.usefixtures("networks_wanted")
@pytest.mark.parametrize("kind", KINDS)
def test_an_evening_in_a_browser(kind: str, chromium: BrowserContext, tmp_path: Path, example: Path) -> None:
    """A phone pairs, may use its camera, and reads a photo; without the server its stored page says so."""
    faults: list[str] = []
    with _served(tmp_path / "data") as server, proxied(kind, _port(server), tmp_path) as site:
        page = chromium.new_page()
        page.set_default_timeout(PATIENT)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{site.origin}/")
        assert page.url == f"{site.origin}/pair"
        # The site has its own certificate, so the page offers none to install.
        page.wait_for_load_state("networkidle")
        assert page.locator("#secure").is_hidden()
        assert page.locator("#plain").is_hidden()
        at = server.told["pairing_address"]
        assert at.startswith(f"https://{NAME}/pair#")
        page.get_by_label("Pairing code").fill(at.partition("#")[2])
        page.get_by_role("button", name="Pair", exact=True).click()
        page.wait_for_url(f"{site.origin}/", wait_until="commit")
        assert page.evaluate("isSecureContext && !!navigator.mediaDevices")
        page.set_input_files("#pick-choose", example)
        page.locator(".boxes .box").nth(13).wait_for()
        page.evaluate("navigator.serviceWorker.ready.then((one) => one.active.state)")
        server.process.terminate()
        server.process.wait(PATIENCE)
        page.reload()
        alert = page.get_by_role("alert").first
        alert.wait_for()
        assert "does not answer" in alert.inner_text()
        page.locator("#tiles .chip:not(.add)").first.wait_for()
    assert faults == []
