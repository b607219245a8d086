"""Several windows of one browser: open them, read what the browser keeps, imitate a write that crosses another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

    from tests.service.running_server import Server

CROSSING: Final = """([key, patch, lands]) => {
  const oldValue = localStorage.getItem(key);
  const newValue = JSON.stringify({ ...JSON.parse(oldValue), ...patch });
  if (lands) localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue }));
}"""
"""Tell this window what another process has written: for `evaluate` with [key, the fields that it changed, lands].

Without `lands` this window still reads its own last write, which is on its way; with it the other one has replaced it.
"""


def opened(windows: BrowserContext, server: Server, part: str) -> Page:
    """Open a window at a part of the page."""
    page = windows.new_page()
    page.goto(f"{server.address}#{part}")
    return page


def kept_at(page: Page, key: str) -> Any:  # noqa: ANN401 - JSON of the page
    """Return what the browser keeps under a key."""
    return page.evaluate("(key) => JSON.parse(localStorage.getItem(key))", key)
