"""Test the way in with a real server: the code on the screen, a phone that reads it, https, and odd requests."""

from __future__ import annotations

import http.client
import io
import json
import ssl
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from rich.console import Console

from service.commands.display.server import qr_code, show_address
from service.commands.support.started import Pairing, StartedServer
from service.server.access.certificates import Certificates
from service.shared.addresses import is_loopback, lan_addresses, machine_names
from tests.service.conftest import RunCli
from tests.service.helpers import GAME
from tests.service.running_server import PATIENCE, Server, running_server

NETWORK = lan_addresses()
ADDRESS = "https://192.168.178.23:8152/pair#7KQ2-MXRA"


def _look(lines: list[str], *, ground: int) -> np.ndarray:
    """Return a camera's picture of half blocks on a terminal: (h, w) uint8, 8 pixels a half block.

    Blocks are white on black, as their colours ask; `ground` is the brightness of the terminal around them.
    """
    halves = {" ": (0, 0), "▀": (255, 0), "▄": (0, 255), "█": (255, 255)}
    rows = [[halves[char][half] for char in line] for line in lines for half in (0, 1)]
    seen = np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8))
    return np.pad(seen, 40, constant_values=ground)


@pytest.mark.parametrize("ground", [0, 255], ids=["dark terminal", "light terminal"])
def test_a_camera_reads_the_code_off_the_screen(ground: int) -> None:
    """A QR reader that shares no code with our encoder decodes the drawn blocks to the address."""
    text = qr_code(ADDRESS, 80)
    assert str(text.style or text.spans[0].style) == "#ffffff on #000000"
    found, _, _ = cv2.QRCodeDetector().detectAndDecode(_look(text.plain.split("\n"), ground=ground))
    assert found == ADDRESS


def test_the_colours_are_sent_where_there_are_any() -> None:
    """A terminal gets white on black whatever its own colours are; a pipe gets blocks without colours."""
    colours, bare = io.StringIO(), io.StringIO()
    started = StartedServer("http://192.168.1.5:8152/", "192.168.1.5", 8152, pairing=Pairing("7KQ2-MXRA", ADDRESS))
    show_address(Console(file=colours, force_terminal=True, color_system="truecolor", width=80), started)
    show_address(Console(file=bare, width=80), started)
    assert "38;2;255;255;255;48;2;0;0;0" in colours.getvalue()
    assert "\x1b" not in bare.getvalue()
    assert "7KQ2-MXRA" in bare.getvalue()
    blocks = [line for line in bare.getvalue().splitlines() if set(line) <= set(" ▀▄█") and line.strip()]
    assert cv2.QRCodeDetector().detectAndDecode(_look(blocks, ground=0))[0] == ADDRESS


def test_a_narrow_terminal_is_told_so() -> None:
    """A code that would wrap into two lines is not printed."""
    assert "needs a terminal" in qr_code(ADDRESS, 20).plain


def test_the_loopback_prints_no_code() -> None:
    """No QR code is printed for the loopback, since phones could not reach the address."""
    shown = io.StringIO()
    show_address(Console(file=shown, width=80), StartedServer("http://127.0.0.1:8152/", "127.0.0.1", 8152))
    assert shown.getvalue() == "Rackcheck is at http://127.0.0.1:8152/   (Ctrl-C ends it)\n"


def test_an_address_the_certificate_cannot_name_is_said() -> None:
    """If https cannot be trusted at an address, the terminal shows the address and what to do."""
    console = Console(file=io.StringIO(), width=120)
    made = Certificates(b"", "AA:BB", Path("chain.pem"), Path("key.pem"), new_authority=False, hosts=())
    address = "https://192.0.2.2:8152/"
    show_address(console, StartedServer(address, "192.0.2.2", 8152, certificates=made, unnamed=("192.0.2.2",)))
    assert "No phone trusts https at 192.0.2.2" in console.file.getvalue()  # type: ignore[attr-defined]
    assert "leave --https out" in console.file.getvalue()  # type: ignore[attr-defined]


def test_addresses_and_names_of_this_machine() -> None:
    """The network's addresses are unique and without the loopback; the host name is one that phones find."""
    assert len(set(NETWORK)) == len(NETWORK)
    assert not any(is_loopback(one) for one in NETWORK)
    assert machine_names()[-1].endswith(".local")


def _opener(server: Server, jar: CookieJar, trust: ssl.SSLContext | None = None) -> urllib.request.OpenerDirector:
    handlers: list[urllib.request.BaseHandler] = [urllib.request.HTTPCookieProcessor(jar)]
    if trust is not None:
        handlers.append(urllib.request.HTTPSHandler(context=trust))
    handlers.append(urllib.request.ProxyHandler({}))
    return urllib.request.build_opener(*handlers)


def _post(address: str, body: object) -> urllib.request.Request:
    return urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})


def _refused(opener: urllib.request.OpenerDirector, request: str | urllib.request.Request) -> tuple[int, str]:
    with pytest.raises(urllib.error.HTTPError) as error:
        opener.open(request, timeout=PATIENCE)
    with error.value as answer:
        return answer.code, json.load(answer)["error"]["code"]


def test_a_phone_comes_in_over_the_network_and_stays_in(data_dir: Path) -> None:
    """With --lan nothing answers before pairing and everything after, even after a restart with another code."""
    if not NETWORK:
        pytest.skip("this machine is in no network")
    jar = CookieJar()
    with running_server("--lan") as server:
        assert urlsplit(server.address).hostname in NETWORK
        assert server.told["pairing_address"] == f"{server.address}pair#{server.told['pairing_code']}"
        opener = _opener(server, jar)
        assert _refused(opener, f"{server.address}healthz") == (403, "not-paired")
        with opener.open(server.address, timeout=PATIENCE) as page:
            assert page.url == f"{server.address}pair"
        assert _refused(opener, _post(f"{server.address}api/v1/pair", {"code": "WRONG"})) == (403, "wrong-code")
        opener.open(
            _post(f"{server.address}api/v1/pair", {"code": server.told["pairing_code"]}), timeout=PATIENCE
        ).close()
        with opener.open(_post(f"{server.address}api/v1/settle", GAME), timeout=PATIENCE) as answer:
            assert json.load(answer)["net"]["Ann"] == 80
        first = server.told["pairing_code"]
    (cookie,) = jar
    with running_server("--lan") as server:
        assert server.told["pairing_code"] != first
        bare = urllib.request.Request(f"{server.address}healthz", headers={"Cookie": f"{cookie.name}={cookie.value}"})
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(bare, timeout=PATIENCE) as answer:
            assert answer.status == 200
    with running_server("--lan", "--forget-phones") as server:
        bare = urllib.request.Request(f"{server.address}healthz", headers={"Cookie": f"{cookie.name}={cookie.value}"})
        assert _refused(urllib.request.build_opener(urllib.request.ProxyHandler({})), bare) == (403, "not-paired")


def test_https_by_the_authority_the_server_offers(data_dir: Path) -> None:
    """With the authority from /ca.pem a phone trusts the server, whose cookie is then Secure."""
    with running_server("--https", environment={"RACKCHECK_PAIRING_CODE": "CLUB-1976"}) as server:
        assert server.address.startswith("https://127.0.0.1:")
        unknown = ssl.create_default_context()
        with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
            _opener(server, CookieJar(), unknown).open(server.told["authority"], timeout=PATIENCE)
        careless = ssl.create_default_context()
        careless.check_hostname, careless.verify_mode = False, ssl.CERT_NONE
        with _opener(server, CookieJar(), careless).open(server.told["authority"], timeout=PATIENCE) as answer:
            assert answer.headers["content-type"] == "application/x-x509-ca-cert"
            authority = answer.read().decode()
        trusting = ssl.create_default_context(cadata=authority)
        jar = CookieJar()
        opener = _opener(server, jar, trusting)
        opener.open(_post(f"{server.address}api/v1/pair", {"code": "club1976"}), timeout=PATIENCE).close()
        (cookie,) = jar
        assert cookie.secure
        with opener.open(f"{server.address}healthz", timeout=PATIENCE) as health:
            assert json.load(health)["status"] == "ok"
        assert server.told["new_authority"] is True
        port = urlsplit(server.address).port
        assert port is not None
        with _opener(server, jar, trusting).open(f"https://localhost:{port}/pair", timeout=PATIENCE) as page:
            assert page.status == 200


def test_odd_requests_find_no_side_door(data_dir: Path) -> None:
    """Differently written paths, absolute URLs and missing Host headers do not get past pairing."""
    with running_server(environment={"RACKCHECK_PAIRING_CODE": "CLUB-1976"}) as server:
        port = urlsplit(server.address).port
        paths = [
            "//healthz",
            "/pair/../healthz",
            "/pair/..%2fhealthz",
            "/%68ealthz",
            "/pair%00/healthz",
            "/pair;/healthz",
            "/pair?/healthz/..",
            f"http://127.0.0.1:{port}/healthz",
            "/ca.pem/../healthz",
            "/page/index.html",
            "/page/../pair/../page/index.html",
        ]
        for path in paths:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            connection.putrequest("GET", path, skip_host=True, skip_accept_encoding=True)
            connection.putheader("Host", f"127.0.0.1:{port}")
            connection.endheaders()
            answer = connection.getresponse()
            text = answer.read().decode()
            assert "version" not in text, path
            assert answer.status in {400, 403, 404} or (path.startswith("/pair?") and answer.status == 200), path
            connection.close()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection.putrequest("GET", "/pair", skip_host=True)
        connection.endheaders()
        assert connection.getresponse().status == 400
        connection.close()


def test_contradictory_ways_to_listen_are_wrong_usage(run: RunCli) -> None:
    """--lan already sets where to listen; an additional --host is refused before anything listens."""
    result = run("serve", "--lan", "--host", "127.0.0.1", "--json")
    assert (result.status, result.document["error"]["code"]) == (2, "contradiction")
