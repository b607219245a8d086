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
        *(("card", {"text": CARD}, action) for action in ("Play by it", "Change", "Copy", "Show as code", "Delete")),
        *(
            ("table", {"table": TABLE}, action)
            for action in ("Play by it", "Change", "Show to another phone", "Save as a file")
        ),
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


@pytest.mark.parametrize("lost", [False, True])
def test_a_deleted_table_comes_back_once_beside_one_of_its_name(page: Page, server: Server, *, lost: bool) -> None:
    """Undo puts it beside the table that another phone has made since; it is there once if only the answer was lost."""
    address = f"{server.address}api/v1/tables/short-lived"
    anew = {"If-None-Match": "*"}
    page.request.put(address, data={"table": TABLE}, headers=anew)
    page.goto(f"{server.address}#cards")
    part = page.locator("#our-table")
    part.get_by_role("button", name="Delete: Short-lived table").click()
    undo = part.get_by_role("button", name="Undo: Short-lived table was deleted.")
    undo.wait_for()
    if lost:
        page.route("**/api/v1/tables/short-lived", lambda route: (route.fetch(), route.abort()), times=1)
        undo.click()
        part.get_by_role("alert").get_by_text("does not answer").wait_for()
    else:
        page.request.put(address, data={"table": {**TABLE, "title": "Their table"}}, headers=anew)
    undo.press("Enter")
    undo.wait_for(state="detached")
    assert page.evaluate("document.activeElement !== document.body")
    part.get_by_role("alert").wait_for(state="detached")
    assert part.get_by_text("Somebody has made a table of this name").count() == (not lost)
    part.get_by_role("button", name="Delete: Short-lived table").click()
    undo.wait_for()
    if not lost:
        part.get_by_role("button", name="Delete: Their table").click()
        part.get_by_text("Their table was deleted.").wait_for()
    assert not part.locator(".card-item", has_text="Short-lived").count()


@pytest.mark.parametrize("arrives", [False, True])
def test_a_deleted_card_can_be_brought_back_after_a_lost_answer(page: Page, server: Server, *, arrives: bool) -> None:
    """The undo stays until the machine has answered it, whether or not the first request came to it."""
    address = f"{server.address}api/v1/cards/short-lived"
    page.request.put(address, data={"text": CARD}, headers={"If-None-Match": "*"})
    page.goto(f"{server.address}#cards")
    item = page.locator(".card-item", has_text="Short-lived")
    item.get_by_role("button", name="Delete").click()
    undo = page.locator("#cards-list").get_by_role("button", name="Undo")
    undo.wait_for()
    page.route("**/cards/short-lived", lambda route: (arrives and route.fetch(), route.abort()), times=1)
    undo.click()
    page.get_by_role("alert").get_by_text("does not answer").wait_for()
    undo.click()
    item.wait_for()
    assert not page.locator("main:not([hidden])").get_by_role("alert").count()
    assert not undo.count()
    item.get_by_role("button", name="Delete").click()
    item.wait_for(state="detached")


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
