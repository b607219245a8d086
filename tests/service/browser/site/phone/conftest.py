"""Phones that open the page for the first time, and one that has stored it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.browser.site.build import Site
from tests.service.browser.site.conftest import Host, hosted
from tests.service.browser.site.phone.phone_page import Phone, watch
from tests.service.browser.site.stored_phone import FORGET, HOME, stored_phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that never opened the page."""
    found = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="allow")
    yield found
    found.close()


@pytest.fixture(scope="module")
def stored(site: Site, browser: Browser, profile: Path) -> Iterator[tuple[BrowserContext, Host]]:
    """A phone that has stored the page and made its snapshot, with the page's host."""
    with hosted(site.folder.parents[1]) as host, stored_phone(browser, profile, host.address) as context:
        yield context, host


@pytest.fixture
def phone(stored: tuple[BrowserContext, Host]) -> Iterator[Phone]:
    """A page that has yet to open `HOME`, on a phone that has stored it and whose owner has entered nothing."""
    context, host = stored
    faults: list[str] = []
    page = context.new_page()
    # No script of the page runs at this address; one would write its state again.
    page.goto(f"{HOME}manifest.webmanifest")
    page.evaluate(FORGET)
    watch(page, HOME, faults)
    yield Phone(page, host, faults)
    page.close()
    host.gone = False
