import json
import re
import string
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from service.server.access.pairing import (
    ALPHABET,
    TOKEN_DAYS,
    Pairing,
    forget,
    load_secret,
    new_code,
    plain_code,
    spoken_code,
)
from service.server.access.pairing_attempts import MOST_TRIES, TRIES_OF_ONE, WINDOW_SECONDS
from service.server.access.policy import OPEN, Access, make_access
from service.server.app import create_app
from service.server.transport.request_guard import SECURITY_HEADERS
from service.shared.errors import ServiceError
from service.shared.settings import Settings, settings
from tests.service.helpers import GAME

CODE = "7KQ2MXRA"


def _secret() -> bytes:
    return b"s" * 32


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still until a test moves it."""
    return Clock()


@pytest.fixture
def tries(tmp_path: Path) -> Path:
    """The file that counts wrong codes."""
    return tmp_path / "tries"


@pytest.fixture
def pairing(tries: Path, clock: Clock) -> Pairing:
    """A pairing with a known code."""
    return Pairing(CODE, _secret, tries, clock)


def _code_of(error: pytest.ExceptionInfo[ServiceError]) -> str:
    return error.value.code


# Codes


def test_codes_are_new_each_time_and_cannot_be_misread() -> None:
    """Each code is new and has eight characters, of which no two look alike."""
    codes = {new_code() for _ in range(500)}
    assert len(codes) == 500
    assert {len(code) for code in codes} == {8}
    assert set("".join(codes)) <= set(ALPHABET)
    assert not set(ALPHABET) & set("01OIL" + string.ascii_lowercase)


@pytest.mark.parametrize(
    "typed",
    [CODE, "7kq2mxra", "7KQ2-MXRA", " 7kq2 mxra\n", "7-K-Q-2-M-X-R-A"],
    ids=["plain", "small", "spoken", "spaces", "parted"],
)
def test_a_code_counts_however_it_is_typed(pairing: Pairing, typed: str) -> None:
    """Case, spaces and hyphens in a typed code do not matter."""
    assert pairing.is_paired(pairing.pair(typed, "10.0.0.7"))


@pytest.mark.parametrize(
    "typed",
    ["", "7KQ2MXR", "7KQ2MXRAA", "7KQ2MXRB", "٧KQ2MXRA", "＊" * 8, "\ud800"],
    ids=["none", "short", "long", "other", "digit", "wide", "surrogate"],
)
def test_a_wrong_code_lets_nobody_in(pairing: Pairing, typed: str) -> None:
    """Only the whole code is right: no part of it, and no look-alike of another script."""
    with pytest.raises(ServiceError) as error:
        pairing.pair(typed, "10.0.0.7")
    assert _code_of(error) == "wrong-code"


def test_a_code_is_printed_in_fours_and_read_back() -> None:
    """The printed form of a code, in groups of four, can be typed."""
    assert spoken_code(CODE) == "7KQ2-MXRA"
    assert plain_code(spoken_code(CODE)) == CODE


# Tries


def test_one_address_may_try_only_so_often(pairing: Pairing, clock: Clock) -> None:
    """After an address's last wrong code even the right one has to wait a minute; other addresses go on."""
    for _ in range(TRIES_OF_ONE):
        with pytest.raises(ServiceError):
            pairing.pair("WRONG", "10.0.0.7")
    with pytest.raises(ServiceError) as error:
        pairing.pair(CODE, "10.0.0.7")
    assert _code_of(error) == "too-many-tries"
    assert pairing.pair(CODE, "10.0.0.8")
    clock.now += WINDOW_SECONDS
    assert pairing.pair(CODE, "10.0.0.7")


def test_all_addresses_together_may_try_only_so_often(pairing: Pairing, tries: Path, clock: Clock) -> None:
    """Guesses from many addresses are limited together, and memory does not grow with the number of addresses."""
    refused = 0
    for number in range(1000):
        with pytest.raises(ServiceError) as error:
            pairing.pair("WRONG", f"10.0.{number // 200}.{number % 200}")
        refused += _code_of(error) == "too-many-tries"
    assert refused == 1000 - MOST_TRIES
    assert len(json.loads(tries.read_text())) == MOST_TRIES
    clock.now += WINDOW_SECONDS
    assert pairing.pair(CODE, "10.0.0.7")


def test_the_addresses_of_one_ipv6_network_are_one(pairing: Pairing) -> None:
    """All IPv6 addresses of one network share their tries; another network has its own."""
    for number in range(TRIES_OF_ONE):
        with pytest.raises(ServiceError):
            pairing.pair("WRONG", f"fd00::1:0:0:{number + 1}")
    with pytest.raises(ServiceError) as error:
        pairing.pair(CODE, "fd00::1:ffff:0:9")
    assert _code_of(error) == "too-many-tries"
    assert pairing.pair(CODE, "fd00:0:0:7::9")


def test_a_clock_that_is_set_back_locks_nobody_out(pairing: Pairing, clock: Clock) -> None:
    """Wrong codes from a time in the future, after the clock was set back, are forgotten."""
    for _ in range(TRIES_OF_ONE):
        with pytest.raises(ServiceError):
            pairing.pair("WRONG", "10.0.0.7")
    clock.now -= 86_400
    assert pairing.pair(CODE, "10.0.0.7")


def test_tries_are_counted_together_and_at_once(tries: Path) -> None:
    """Eight threads, each with a pairing of its own like a worker, get no more wrong codes than one."""

    def guess(number: int) -> str:
        try:
            Pairing(CODE, _secret, tries).pair("WRONG", f"10.1.0.{number}")
        except ServiceError as error:
            return error.code
        return "paired"

    with ThreadPoolExecutor(8) as guessers:
        found = Counter(guessers.map(guess, range(200)))
    assert found == {"wrong-code": MOST_TRIES, "too-many-tries": 200 - MOST_TRIES}
    with pytest.raises(ServiceError, match="too many"):
        Pairing(CODE, _secret, tries).pair(CODE, "10.2.0.1")
    assert tries.stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_counted_cannot_be_tried(tmp_path: Path) -> None:
    """If tries cannot be counted, right and wrong codes get the same answer, so nobody can guess."""
    pairing = Pairing(CODE, _secret, tmp_path / "gone" / "tries")
    for typed in (CODE, "WRONG"):
        with pytest.raises(FileNotFoundError):
            pairing.pair(typed, "10.0.0.7")


@pytest.mark.parametrize(
    "spoilt",
    [b"{", b"[1]", b"[[1]]", b'[["a", "b"]]', b"\xff", b"[" * 60_000],
    ids=["open", "a number", "a list", "texts", "no text", "lists in lists"],
)
def test_a_spoilt_count_is_begun_anew(pairing: Pairing, tries: Path, spoilt: bytes) -> None:
    """A damaged count locks nobody out, and counting starts again."""
    tries.write_bytes(spoilt)
    assert pairing.pair(CODE, "10.0.0.7")
    for _ in range(TRIES_OF_ONE):
        with pytest.raises(ServiceError, match="not the code"):
            pairing.pair("WRONG", "10.0.0.7")
    with pytest.raises(ServiceError, match="too many"):
        pairing.pair(CODE, "10.0.0.7")


# Tokens


def test_a_phone_stays_paired_when_the_server_starts_again(pairing: Pairing, tries: Path, clock: Clock) -> None:
    """A token survives a restart with another code, but not another installation's secret."""
    token = pairing.pair(CODE, "10.0.0.7")
    assert Pairing("OTHERCODE", _secret, tries, clock).is_paired(token)
    assert not Pairing(CODE, lambda: b"t" * 32, tries, clock).is_paired(token)


def test_a_token_ends(pairing: Pairing, clock: Clock) -> None:
    """After half a year a phone has to pair again."""
    token = pairing.pair(CODE, "10.0.0.7")
    clock.now += TOKEN_DAYS * 86_400 - 1
    assert pairing.is_paired(token)
    clock.now += 1
    assert not pairing.is_paired(token)


@given(token=st.text(max_size=120) | st.from_regex(r"[0-9]{1,12}\.[0-9a-f]{16}\.[0-9a-f]{64}", fullmatch=True))
def test_no_made_up_token_is_taken(token: str) -> None:
    """Without the secret no cookie lets anybody in, and none causes a crash."""
    assert not Pairing(CODE, _secret, Path("unused")).is_paired(token.encode("utf-8", "replace").decode("latin-1"))


def test_a_token_cannot_be_made_younger(pairing: Pairing, clock: Clock) -> None:
    """The signature covers each part of a token: changing any character makes it invalid."""
    token = pairing.pair(CODE, "10.0.0.7")
    for at, char in enumerate(token):
        other = "1" if char != "1" else "2"
        assert not pairing.is_paired(token[:at] + other + token[at + 1 :])


def test_the_secret_is_kept_for_its_user_alone(data_dir: Path) -> None:
    """The secret is made once with mode 0600; forgetting it makes another; a damaged one is an error."""
    first = load_secret(data_dir)
    assert load_secret(data_dir) == first
    (path,) = data_dir.iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    forget(data_dir)
    assert load_secret(data_dir) != first
    path.write_bytes(b"short")
    with pytest.raises(ServiceError) as error:
        load_secret(data_dir)
    assert (_code_of(error), error.value.where) == ("bad-secret", str(path))


def test_another_process_ends_the_pairings_of_a_running_server(chosen: Settings) -> None:
    """`--forget-phones` of a second process counts at once; a phone that pairs anew is in, also without the file."""
    running, second = (make_access(chosen.model_copy(update={"pairing_code": CODE}), pairing=True) for _ in range(2))
    assert running.pairing is not None
    lost = running.pairing.pair(CODE, "10.0.0.7")
    assert second.lets_in(lost)
    forget(chosen.data_dir)
    assert not running.lets_in(lost)
    again = running.pairing.pair(CODE, "10.0.0.8")
    assert second.lets_in(again)
    (chosen.data_dir / "pairing.secret").unlink()
    assert running.lets_in(again)


# Over HTTP


@pytest.fixture
def access(chosen: Settings) -> Access:
    """The access of a server that is open to the network."""
    return make_access(chosen.model_copy(update={"pairing_code": CODE}), pairing=True)


@pytest.fixture
def client(chosen: Settings, access: Access) -> Iterator[TestClient]:
    """A server that asks for the code."""
    with TestClient(create_app(chosen, access), raise_server_exceptions=False) as found:
        yield found


def test_nothing_answers_a_phone_that_is_not_paired(client: TestClient) -> None:
    """An unpaired phone gets nothing from any route but the open ones, nor from an unknown path."""
    paths = client.app.openapi()["paths"]  # type: ignore[attr-defined]
    asked = {re.sub(r"\{.*?\}", "x", path) for path in paths} | {
        "/",
        "/worker.js",
        "/page/index.html",
        "/pair/",
        "/PAIR",
        "/nowhere",
        "/openapi.json",
    }
    for path in sorted(asked - OPEN):
        for method in ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"):
            answer = client.request(method, path, follow_redirects=False)
            if path == "/" and method in {"GET", "HEAD"}:
                assert (answer.status_code, answer.headers["location"]) == (303, "/pair")
            else:
                assert answer.status_code == 403, (method, path)
                assert method == "HEAD" or answer.json()["error"]["code"] == "not-paired"
            for name, value in SECURITY_HEADERS.items():
                assert answer.headers[name] == value


def test_a_phone_pairs_and_then_everything_answers(client: TestClient) -> None:
    """The right code sets a cookie for page and API, out of reach of scripts and other sites."""
    page = client.get("/")
    assert page.url.path == "/pair"
    assert "Pair this phone" in page.text
    answer = client.post("/api/v1/pair", json={"code": "7kq2-mxra"})
    assert answer.json() == {"paired": True}
    cookie = answer.headers["set-cookie"].lower()
    assert {"httponly", "samesite=strict", "path=/", f"max-age={TOKEN_DAYS * 86_400}"} <= set(cookie.split("; "))
    assert "secure" not in cookie.split("; ")
    assert "<title>Rackcheck</title>" in client.get("/").text
    assert client.post("/api/v1/settle", json=GAME).status_code == 200


def test_over_https_the_cookie_is_secure(chosen: Settings, access: Access) -> None:
    """A cookie set over https is Secure, so it never travels over plain http."""
    with TestClient(create_app(chosen, access), base_url="https://testserver") as client:
        cookie = client.post("/api/v1/pair", json={"code": CODE}).headers["set-cookie"].lower()
    assert "secure" in cookie.split("; ")


def test_two_servers_of_one_host_keep_their_phones(chosen: Settings, tmp_path: Path) -> None:
    """A browser sends one host's cookies to every port, so pairing with a second installation ends no pairing."""
    browser: dict[str, str] = {}
    servers = [chosen, chosen.model_copy(update={"data_dir": tmp_path / "second"})]
    apps = [
        create_app(one, make_access(one.model_copy(update={"pairing_code": CODE}), pairing=True)) for one in servers
    ]
    for _ in range(2):
        for app in apps:
            with TestClient(app, cookies=browser) as client:
                assert client.post("/api/v1/pair", json={"code": CODE}).status_code == 200
                browser |= dict(client.cookies)
    assert len(browser) == 2, "each server has set its cookie once"
    for app in apps:
        with TestClient(app, cookies=browser) as client:
            assert client.get("/healthz").status_code == 200


def test_a_phone_pairs_over_plain_http_after_https(chosen: Settings, access: Access) -> None:
    """A browser lets plain http replace no cookie of https, so http has one of its own; https takes either."""
    found = {}
    for scheme in ("https", "http"):
        with TestClient(create_app(chosen, access), base_url=f"{scheme}://testserver") as client:
            client.post("/api/v1/pair", json={"code": CODE})
            found[scheme] = dict(client.cookies)
    assert not found["https"].keys() & found["http"].keys()
    with TestClient(create_app(chosen, access), base_url="https://testserver", cookies=found["http"]) as client:
        assert client.get("/healthz").status_code == 200


def test_a_phone_of_the_first_version_stays_paired(chosen: Settings, access: Access) -> None:
    """A token in the cookie that version 0.1.0 set still lets its phone in."""
    assert access.pairing is not None
    token = access.pairing.pair(CODE, "10.0.0.7")
    with TestClient(create_app(chosen, access), cookies={"rackcheck-paired": token}) as client:
        assert client.get("/healthz").status_code == 200


def test_a_paired_phone_may_scan_an_old_code(client: TestClient) -> None:
    """A paired phone that scans an old code stays paired and gets no second cookie."""
    client.post("/api/v1/pair", json={"code": CODE})
    answer = client.post("/api/v1/pair", json={"code": "OLDCODE"})
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"code": "WRONG"}, 403, "wrong-code"),
        ({"code": 12}, 422, "missing-field"),
        ({}, 422, "missing-field"),
        ([], 422, "wrong-type"),
    ],
    ids=["wrong", "number", "nothing", "list"],
)
def test_a_bad_pairing_is_refused(client: TestClient, body: object, status: int, code: str) -> None:
    """A wrong code and a wrong body get different errors and no cookie."""
    answer = client.post("/api/v1/pair", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert "set-cookie" not in answer.headers


def test_guessing_is_answered_429(client: TestClient) -> None:
    """Over HTTP too many guesses get 429, with the time to wait."""
    statuses = [client.post("/api/v1/pair", json={"code": "WRONG"}).status_code for _ in range(TRIES_OF_ONE + 1)]
    assert statuses == [403] * TRIES_OF_ONE + [429]
    refused = client.post("/api/v1/pair", json={"code": CODE})
    assert (refused.status_code, refused.headers["retry-after"]) == (429, str(WINDOW_SECONDS))


def test_another_sites_page_cannot_pair(client: TestClient) -> None:
    """Pairing is a write, so only our own page may do it."""
    answer = client.post("/api/v1/pair", json={"code": CODE}, headers={"origin": "http://elsewhere.example"})
    assert answer.json()["error"]["code"] == "foreign-origin"


@pytest.mark.parametrize(
    ("origin", "code"),
    [
        ("http://testserver", None),
        ("http://testserver:80", None),
        ("HTTP://TESTSERVER", None),
        ("https://testserver", "foreign-origin"),
        ("http://testserver:8152", "foreign-origin"),
        ("http://user@testserver", "foreign-origin"),
        ("https://testserver:443", "foreign-origin"),
        ("ftp://testserver", "foreign-origin"),
        ("null", "foreign-origin"),
        ("http://testserver:x", "foreign-origin"),
        ("http://[", "foreign-origin"),
    ],
)
def test_an_origin_is_scheme_host_and_port(chosen: Settings, origin: str, code: str | None) -> None:
    """A page on another port of this machine, or over http instead of https, is another site."""
    with TestClient(create_app(chosen)) as client:
        answer = client.post("/api/v1/settle", json=GAME, headers={"origin": origin})
    assert answer.json().get("error", {}).get("code") == code


def test_a_web_socket_is_answered_as_no_request_of_ours(client: TestClient, chosen: Settings) -> None:
    """A web socket upgrade is refused before and after pairing, on every path."""
    asked = {"connection": "Upgrade", "upgrade": "WebSocket", "sec-websocket-version": "13"}
    with TestClient(create_app(chosen)) as unguarded:
        for one in (client, unguarded):
            for path in ("/", "/pair", "/healthz", "/nowhere"):
                answer = one.get(path, headers=asked)
                assert (answer.status_code, answer.json()["error"]["where"]) == (400, "Upgrade")


def test_without_pairing_no_cookie_is_asked_for(chosen: Settings) -> None:
    """A server for this machine alone answers without pairing, and pairing with it does no harm."""
    with TestClient(create_app(chosen)) as client:
        assert client.get("/healthz").status_code == 200
        assert client.post("/api/v1/pair", json={"code": ""}).json() == {"paired": True}
        assert "set-cookie" not in client.post("/api/v1/pair", json={"code": ""}).headers
    assert not chosen.data_dir.exists()


def test_a_code_that_is_set_is_always_asked_for(chosen: Settings) -> None:
    """A configured code is always asked for: behind a proxy the server itself listens only on the loopback."""
    access = make_access(chosen.model_copy(update={"pairing_code": "club-night-1976"}), pairing=False)
    assert access.pairing is not None
    assert access.pairing.code == "CLUBNIGHT1976"


def test_a_code_that_is_too_short_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A configured code that is too short gives an error with the variable's name."""
    monkeypatch.setenv("RACKCHECK_PAIRING_CODE", "1234-567")
    settings.cache_clear()
    with pytest.raises(ServiceError) as error:
        settings()
    assert (_code_of(error), error.value.where) == ("bad-setting", "RACKCHECK_PAIRING_CODE")


# Under which names


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1:8152", "[::1]:8152", "192.168.1.5", "10.0.0.9:80", "CLUB.local", "club.local.:8152"],
)
def test_the_server_answers_to_its_own_names(chosen: Settings, host: str) -> None:
    """The server answers under its addresses, its machine's name and configured names."""
    with TestClient(create_app(chosen.model_copy(update={"host_names": "club.local, rack.example"}))) as client:
        assert client.get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "rebind.example",
        "localhost.rebind.example",
        "127.0.0.1.rebind.example",
        "",
        "[",
        "club.local.evil",
        "0x7f.1",
        "a@localhost",
    ],
    ids=["name", "looks local", "looks like an address", "empty", "broken", "ends elsewhere", "odd number", "user"],
)
def test_a_name_that_anyone_may_point_here_is_refused(chosen: Settings, host: str) -> None:
    """DNS rebinding fails: a page under another host name reads and writes nothing."""
    with TestClient(create_app(chosen.model_copy(update={"host_names": "club.local"}))) as client:
        for method, path in [("GET", "/"), ("GET", "/healthz"), ("POST", "/api/v1/settle"), ("GET", "/pair")]:
            answer = client.request(method, path, headers={"host": host, "origin": f"http://{host}"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "foreign-host")


def test_a_web_socket_is_closed(client: TestClient) -> None:
    """The server speaks no web sockets, and none gets past pairing."""
    from starlette.websockets import WebSocketDisconnect

    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/"):
        pass


def test_the_pairing_page_brings_all_it_needs(client: TestClient) -> None:
    """Before pairing the page loads its own style and script, and nothing from elsewhere."""
    text = client.get("/pair").text
    for path in re.findall(r'(?:href|src)="(/[^"]*)"', text):
        if path != "/":
            answer = client.get(path)
            assert answer.status_code == (404 if path == "/ca.pem" else 200), path
    for path in OPEN - {"/ca.pem", "/api/v1/pair"}:
        found = client.get(path).text
        assert "://" not in found
        assert " style=" not in found


def test_without_https_there_is_no_certificate(client: TestClient) -> None:
    """Without https the request for a certificate is answered with how to get one."""
    answer = client.get("/ca.pem")
    assert answer.status_code == 404
    assert "--https" in answer.json()["error"]["message"]


def test_a_phone_that_is_in_can_let_another_in(chosen: Settings) -> None:
    """A paired phone may show the code; an unpaired one may not, and without pairing there is none."""
    with TestClient(create_app(chosen)) as open_to_all:
        assert open_to_all.get("/api/v1/join").json() == {"code": None}
    guarded = create_app(chosen, make_access(chosen, pairing=True))
    with TestClient(guarded) as stranger:
        assert stranger.get("/api/v1/join").status_code == 403
        code = guarded.state.access.pairing.code
        assert stranger.post("/api/v1/pair", json={"code": code}).status_code == 200
        assert plain_code(stranger.get("/api/v1/join").json()["code"]) == code
