"""Test the pairing page in a real browser, against a real server that asks for its code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.service.page.evening import FRIDAY
from tests.service.page.jobs import BEGIN
from tests.service.running_server import Server, running_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CODE = "CLUB-1976"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that asks for its code, over https with its own certificate authority."""
    folder = str(tmp_path_factory.mktemp("data"))
    with running_server("--https", environment={"RACKCHECK_DATA_DIR": folder, "RACKCHECK_PAIRING_CODE": CODE}) as found:
        yield found


@pytest.fixture(params=["light", "dark"])
def phone(
    browser: Browser,
    server: Server,
    request: pytest.FixtureRequest,
) -> Iterator[BrowserContext]:
    """A small phone that is not paired and accepts the certificate in spite of the browser's warning."""
    found = browser.new_context(
        viewport={"width": 320, "height": 640},
        color_scheme=request.param,
        ignore_https_errors=True,
        service_workers="allow",
    )
    yield found
    found.close()


def _page(phone: BrowserContext, faults: list[str]) -> Page:
    page = phone.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    return page


def test_who_joins_a_game_finds_it_open(browser: Browser, tmp_path: Path) -> None:
    """The QR code on one phone pairs another and opens the game there; its address keeps neither code nor game."""
    data = {"RACKCHECK_DATA_DIR": str(tmp_path), "RACKCHECK_PAIRING_CODE": CODE}
    with running_server("--lan", environment=data) as server:
        first = _page(browser.new_context(), [])
        first.goto(f"{server.address}pair#{CODE}")
        first.get_by_text("Choose a photo").wait_for()
        for title in ("Friday", "Saturday"):
            first.evaluate(BEGIN, json.dumps(FRIDAY | {"title": title}))
        first.reload()
        first.get_by_role("link", name="Book", exact=True).click()
        first.get_by_role("button", name="Friday").click()
        first.get_by_role("button", name="Let another phone join").click()
        told = first.locator("#join-dialog .address").inner_text()
        second = _page(browser.new_context(), [])
        second.goto(told)
        opened = second.locator("#book-table h2", has_text="Friday")
        opened.wait_for()
        assert second.url == f"{server.address}#book"
        second.get_by_role("button", name="Another game").click()
        opened.wait_for(state="hidden")
        second.reload()
        second.get_by_role("heading", name="A new game").wait_for()
        assert opened.is_hidden(), "it is led there once"
        first.context.close()
        second.context.close()


def test_a_phone_types_the_code(phone: BrowserContext, server: Server) -> None:
    """The first visit shows the pairing page; a wrong code gives an error, and the right one pairs for good."""
    faults: list[str] = []
    page = _page(phone, faults)
    page.goto(server.address)
    assert page.url == f"{server.address}pair"
    page.get_by_label("Pairing code").fill("WRONG-ONE")
    page.get_by_role("button", name="Pair", exact=True).click()
    page.get_by_role("alert").get_by_text(re.compile(r"^This is not the code; .*\.$")).wait_for()
    page.get_by_label("Pairing code").fill("club 1976")
    page.get_by_role("button", name="Pair", exact=True).click()
    page.wait_for_url(server.address, wait_until="commit")
    page.get_by_role("heading", name="Rackcheck").wait_for()
    page.reload()
    assert page.url == server.address
    assert page.evaluate("document.cookie") == ""
    page.goto(f"{server.address}pair")
    page.get_by_role("heading", name="This phone is paired").wait_for()
    assert faults == []


def test_a_phone_scans_the_code(phone: BrowserContext, server: Server) -> None:
    """The address of the QR code pairs at once, and the back button does not show the code."""
    faults: list[str] = []
    page = _page(phone, faults)
    assert server.told["pairing_address"] == f"{server.address}pair#CLUB-1976"
    page.goto(server.told["pairing_address"])
    page.wait_for_url(server.address, wait_until="commit")
    assert "CLUB" not in str(page.evaluate("[location.href, document.referrer].join()"))
    assert faults == []


def test_the_page_fits_and_says_how_to_trust(phone: BrowserContext, server: Server) -> None:
    """At 320 pixels the page fits, its text is large, and it explains the certificate that the camera needs."""
    page = _page(phone, [])
    page.goto(f"{server.address}pair")
    page.get_by_role("heading", name="The camera").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.get_by_role("link", name="Get the certificate").get_attribute("href") == "/ca.pem"
    assert page.get_by_text("Certificate Trust Settings").is_visible()
    assert not page.get_by_text("rackcheck serve --lan --https").is_visible()
    texts = "[...document.querySelectorAll('p, li, button, a, input')]"
    sizes = page.evaluate(f"{texts}.map((one) => parseFloat(getComputedStyle(one).fontSize))")
    assert min(sizes) >= 16
