"""Another phone deletes a card or a table's rules that stand in this phone's list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.service.running_server import Server

PRACTICE = (Path(__file__).parents[4] / "rules/cards/practice.toml").read_text("utf-8")
CARD = PRACTICE.replace('id = "practice"', 'id = "short-lived"').replace('title = "', 'title = "Short-lived ', 1)
TABLE = {"id": "short-lived", "title": "Short-lived table", "parent": "modern-american", "decided": {}}


@pytest.mark.parametrize(
    ("kind", "body", "action"),
    [
        *(("card", {"text": CARD}, action) for action in ("Change", "Copy", "Show as code", "Delete")),
        *(("table", {"table": TABLE}, action) for action in ("Change", "Show to another phone", "Save as a file")),
    ],
)
def test_what_another_phone_deleted_leaves_the_list(
    page: Page, server: Server, kind: str, body: dict[str, object], action: str
) -> None:
    """A tap on it says that it is gone, in words of the table, and the list no longer holds it."""
    address = f"{server.address}api/v1/{kind}s/short-lived"
    kept = page.request.put(address, data=body, headers={"If-None-Match": "*"}).json()
    page.goto(f"{server.address}#cards")
    item = page.locator(".card-item", has_text="Short-lived")
    item.wait_for()
    assert page.request.delete(address, headers={"If-Match": f'"{kept["version"]}"'}).ok
    item.get_by_role("button", name=action).focus()
    page.keyboard.press("Enter")
    item.wait_for(state="detached")
    told = page.locator("main:not([hidden])").get_by_role("alert").inner_text()
    assert told.endswith(
        {
            "card": "This card is not here any more: somebody has renamed or deleted it. Choose another.",
            "table": "These rules are not here any more: somebody has renamed or deleted them. Choose others.",
        }[kind]
    )
    assert page.evaluate("document.activeElement !== document.body")


def test_the_file_of_a_card_that_another_window_deleted_is_not_saved(page: Page, server: Server) -> None:
    """Save as a file saves the card; once it is deleted, a tap says that it is gone, and the list lacks it."""
    address = f"{server.address}api/v1/cards/short-lived"
    kept = page.request.put(address, data={"text": CARD}, headers={"If-None-Match": "*"}).json()
    page.goto(f"{server.address}#cards")
    item = page.locator(".card-item", has_text="Short-lived")
    save = item.get_by_role("link", name="Save as a file")
    with page.expect_download() as saving:
        save.click()
    assert saving.value.suggested_filename == "short-lived.toml"
    assert saving.value.path().read_text("utf-8") == CARD
    assert page.request.delete(address, headers={"If-Match": f'"{kept["version"]}"'}).ok
    save.click()
    item.wait_for(state="detached")
    told = page.locator("main:not([hidden])").get_by_role("alert").inner_text()
    assert "This card is not here any more" in told
