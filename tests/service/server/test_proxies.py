"""Test whom the server takes for the client behind a proxy: it trusts configured proxies and nobody else."""

from __future__ import annotations

import asyncio
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from service.server.app import create_app
from service.server.transport.connection_limits import ConnectionLimits
from service.server.transport.request_guard import SECURITY_HEADERS
from service.server.transport.trusted_proxies import TrustedProxies
from service.shared.addresses import one_network, plain_address
from service.shared.errors import ServiceError
from service.shared.settings import Settings, settings
from tests.service.conftest import RunCli
from tests.service.helpers import GAME
from tests.service.running_server import PATIENCE, running_server

PROXY = "127.0.0.1"
TRUSTED = frozenset({PROXY, "10.0.0.7", "::1"})
PHONE = "203.0.113.9"


def _scope(peer: str, headers: list[tuple[str, str]]) -> Scope:
    return {
        "type": "http",
        "path": "/api/v1/pair",
        "scheme": "http",
        "client": (peer, 50_000),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
    }


def _seen(peer: str, *headers: tuple[str, str]) -> tuple[str, str]:
    """Return the client address and scheme that the application gets."""
    found: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        found.append(scope)

    asyncio.run(TrustedProxies(app, TRUSTED, ConnectionLimits(4))(_scope(peer, list(headers)), _nothing, _nowhere))
    (scope,) = found
    return scope["client"][0], scope["scheme"]


async def _nothing() -> Message:
    return {"type": "http.request"}


async def _nowhere(message: Message) -> None:
    raise AssertionError(message)


FOR, PROTO = "x-forwarded-for", "x-forwarded-proto"


@pytest.mark.parametrize(
    ("peer", "headers", "seen"),
    [
        pytest.param(PROXY, [(FOR, PHONE), (PROTO, "https")], (PHONE, "https"), id="as told"),
        pytest.param(PHONE, [(FOR, "8.8.8.8"), (PROTO, "https")], (PHONE, "http"), id="a stranger's word"),
        pytest.param(PROXY, [(FOR, f"8.8.8.8, {PHONE}")], (PHONE, "http"), id="what a phone made up stands before"),
        pytest.param(PROXY, [(FOR, "8.8.8.8"), (FOR, PHONE)], (PHONE, "http"), id="in two lines"),
        pytest.param(PROXY, [(FOR, f"8.8.8.8, {PHONE}, 10.0.0.7")], (PHONE, "http"), id="two proxies in a row"),
        pytest.param(PROXY, [(FOR, f"{PHONE}, 10.0.0.8")], ("10.0.0.8", "http"), id="a proxy that was not named"),
        pytest.param(PROXY, [(FOR, "127.0.0.1, 127.0.0.1")], (PROXY, "http"), id="asked on the proxy itself"),
        pytest.param(PROXY, [(FOR, f"{PHONE}, unknown")], (PROXY, "http"), id="no address comes last"),
        pytest.param(PROXY, [(FOR, "")], (PROXY, "http"), id="nothing"),
        pytest.param(PROXY, [], (PROXY, "http"), id="not told"),
        pytest.param(PROXY, [(FOR, "\xff\x00, ,,")], (PROXY, "http"), id="rubbish"),
        pytest.param("::ffff:127.0.0.1", [(FOR, PHONE)], (PHONE, "http"), id="IPv4 seen through IPv6"),
        pytest.param("::1", [(FOR, "2001:DB8:0::1")], ("2001:db8::1", "http"), id="IPv6"),
        pytest.param(PROXY, [(FOR, PHONE), (PROTO, "https, http")], (PHONE, "http"), id="the last proxy's scheme"),
        pytest.param(PROXY, [(FOR, PHONE), (PROTO, "gopher")], (PHONE, "http"), id="no scheme of ours"),
        pytest.param(PROXY, [(FOR, PHONE), ("forwarded", "for=8.8.8.8")], (PHONE, "http"), id="another header"),
        pytest.param("testclient", [(FOR, PHONE)], ("testclient", "http"), id="no address asks"),
    ],
)
def test_who_is_taken_for_the_one_who_asks(peer: str, headers: list[tuple[str, str]], seen: tuple[str, str]) -> None:
    """The client is the last address that is no configured proxy, if a configured proxy sent the request."""
    assert _seen(peer, *headers) == seen


def test_a_phone_that_has_gone_is_let_through() -> None:
    """A request whose connection ended before its head was read comes from no address, and is passed on as it is."""
    found: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        found.append(scope)

    gone = {**_scope(PROXY, [(FOR, PHONE)]), "client": None}
    asyncio.run(TrustedProxies(app, TRUSTED, ConnectionLimits(4))(gone, _nothing, _nowhere))
    assert found == [gone]


def test_requests_behind_a_proxy_are_bounded_by_address() -> None:
    """Behind a proxy each client address has its own limit, then gets 503 with all headers; an answer frees a place."""
    held = ConnectionLimits(2, unbounded=TRUSTED)
    answers: list[Message] = []

    async def go() -> None:
        end = asyncio.Event()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await end.wait()

        async def sending(message: Message) -> None:
            answers.append(message)

        served = TrustedProxies(app, TRUSTED, held)
        waiting = [asyncio.create_task(served(_scope(PROXY, told), _nothing, _nowhere)) for told in many]
        await asyncio.sleep(0)
        await served(_scope(PROXY, [(FOR, PHONE)]), _nothing, sending)
        end.set()
        await asyncio.gather(*waiting)
        await served(_scope(PROXY, [(FOR, PHONE)]), _nothing, _nowhere)

    many: list[list[tuple[str, str]]] = [[(FOR, PHONE)]] * 2 + [[(FOR, "203.0.113.10")]] * 2 + [[]] * 9
    asyncio.run(go())
    begun = answers[0]
    told = {name.decode().lower(): value.decode() for name, value in begun["headers"]}
    assert begun["status"] == 503
    assert {name: told.get(name.lower()) for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert b"busy" in answers[1]["body"]


@pytest.mark.parametrize(
    ("peer", "proto", "origin", "status"),
    [
        (PROXY, "https", "https://mahjong.example.org", 200),
        (PROXY, "https", "http://mahjong.example.org", 400),
        (PROXY, "http", "http://mahjong.example.org", 200),
        (PROXY, "https", "https://mahjong.example.org:8443", 400),
        (PHONE, "https", "https://mahjong.example.org", 400),
    ],
)
def test_an_origin_behind_a_proxy_has_the_proxys_scheme(
    tmp_path: Path, peer: str, proto: str, origin: str, status: int
) -> None:
    """The scheme of the page's origin is what a configured proxy reports; a stranger's header changes nothing."""
    chosen = Settings(data_dir=tmp_path, host_names="mahjong.example.org", proxies=PROXY)
    app = TrustedProxies(create_app(chosen), chosen.trusted_proxies, ConnectionLimits(9))
    with TestClient(app, client=(peer, 50_000)) as client:
        headers = {"host": "mahjong.example.org", FOR: PHONE, PROTO: proto, "origin": origin}
        assert client.post("/api/v1/settle", json=GAME, headers=headers).status_code == status


def test_a_failing_request_is_let_go() -> None:
    """A request whose answer fails no longer counts against the limit."""
    held = ConnectionLimits(1)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise ConnectionError

    for _ in range(3):
        with pytest.raises(ConnectionError):
            asyncio.run(TrustedProxies(app, TRUSTED, held)(_scope(PROXY, [(FOR, PHONE)]), _nothing, _nowhere))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("2001:DB8:0:0::1", "2001:db8::1"),
        ("localhost", None),
        ("10.0.0.0/8", None),
        ("", None),
    ],
)
def test_an_address_is_written_in_one_way(text: str, plain: str | None) -> None:
    """Addresses are normalised, also IPv4 in an IPv6 listener's form; other texts give None."""
    assert plain_address(text) == plain


def test_phones_of_ipv4_are_told_apart_by_a_listener_of_ipv6() -> None:
    """IPv4 clients of an IPv6 listener count separately, though all IPv4 lies in one IPv6 /64."""
    assert one_network("::ffff:10.0.0.7") == one_network("10.0.0.7") != one_network("::ffff:10.0.0.8")


def test_proxies_are_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The setting takes a list of addresses; any other text is an error, since it would silently trust nobody."""
    assert Settings(proxies="127.0.0.1, ::1,").trusted_proxies == {"127.0.0.1", "::1"}
    assert Settings().trusted_proxies == frozenset()
    monkeypatch.setenv("RACKCHECK_PROXIES", "127.0.0.1, nginx")
    settings.cache_clear()
    with pytest.raises(ServiceError, match="nginx is no address") as caught:
        settings()
    assert caught.value.where == "RACKCHECK_PROXIES"


def _told(**variables: str) -> tuple[dict[str, Any], str]:
    """Start a server for this machine alone; return what it prints at the start: JSON and standard error."""
    with running_server(environment={f"RACKCHECK_{name}": value for name, value in variables.items()}) as server:
        # It answers after everything was printed.
        with urllib.request.urlopen(f"{server.address}pair", timeout=PATIENCE) as answer:
            assert answer.status == 200
        server.process.terminate()
        assert server.process.stderr is not None
        return server.told, server.process.stderr.read()


def test_behind_a_proxy_a_code_is_asked_for_and_leads_there() -> None:
    """Behind a proxy the QR code has the proxy's address; without a configured one the server warns."""
    told, said = _told(PROXIES=PROXY, HOST_NAMES="mahjong.example.org, other.example.org")
    code = told["pairing_code"]
    assert told["pairing_address"] == f"https://mahjong.example.org/pair#{code}"
    assert told["more_addresses"] == ["https://mahjong.example.org/"]
    assert said == ""
    told, said = _told(HOST_NAMES="mahjong.example.org")
    assert "pairing_code" not in told
    assert "set RACKCHECK_PROXIES" in " ".join(said.split())


def test_a_proxy_that_is_no_address_ends_the_server_at_once(run: RunCli, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server with an invalid proxy setting does not start."""
    monkeypatch.setenv("RACKCHECK_PROXIES", "proxy.local")
    done = run("serve", "--port", "0", "--json")
    assert done.status == 1
    assert done.document["error"]["where"] == "RACKCHECK_PROXIES"
