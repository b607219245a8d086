"""A phone that has stored the page: one Chromium profile for a whole test run, and a copy of it wherever one is needed.

A first visit takes far more processor time than a later one, so tests that are not about it begin with a later one.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.service.page.phone import CHOSEN, CHROMIUM, FLAGS, PATIENT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

HOME = "http://phone.localhost/club/rackcheck/"
"""The address of the page: a browser stores by address, and each test's server has another port."""

FORGET = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) {
    await new Promise((done) => { indexedDB.deleteDatabase(name).onsuccess = done; });
  }
}"""
"""Forget all that the owner entered; the program itself stays stored."""


def opened(browser: Browser, profile: Path, host: str, *flags: str) -> BrowserContext:
    """Start a browser that keeps what it stores in the folder `profile`."""
    context = browser.browser_type.launch_persistent_context(
        profile,
        executable_path=CHROMIUM,
        args=[*FLAGS, *flags, f"--host-resolver-rules=MAP phone.localhost {urlsplit(host).netloc}"],
        viewport={"width": 390, "height": 844},
        service_workers="allow",
        timeout=PATIENT,
    )
    context.set_default_timeout(PATIENT)
    return context


@contextmanager
def stored_phone(
    browser: Browser, profile: Path, host: str, *flags: str, card_chosen: bool = True
) -> Iterator[BrowserContext]:
    """Open a phone like that of `profile`, whose owner has entered nothing yet; the server at `host` answers `HOME`."""
    with TemporaryDirectory() as folder:
        copy = shutil.copytree(profile, Path(folder) / "profile")
        with opened(browser, copy, host, *flags) as context:
            if card_chosen:
                context.add_init_script(CHOSEN)
            yield context


def without_threads(page: Page) -> None:
    """Let a page load past the service worker, so that its networks run without threads, as on a first visit.

    On a busy machine threads of one network wait for each other.
    """
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setBypassServiceWorker", {"bypass": True})
