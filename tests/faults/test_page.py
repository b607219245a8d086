"""While the database is away the page says so, keeps the entries over a reload, and enters each once afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.faults.conftest import postgres_place
from tests.faults.nursery import Nursery
from tests.faults.phones import EVENING, Line
from tests.service.page.evening import open_game, win_by_hand
from tests.service.page.phone import PATIENT, browser, text_of  # noqa: F401 - a fixture
from tests.service.postgres import Postgres

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_the_page_while_the_database_is_away(
    browser: Browser,  # noqa: F811 - the fixture
    servers: Nursery,
    postgres: Postgres,
    tmp_path: Path,
) -> None:
    """A win entered while PostgreSQL is stopped waits visibly on the phone, and is in the ledger once afterwards."""
    server = servers.start(environment=postgres_place(tmp_path / "data", postgres).environment)
    line = Line(server.address)
    game = line.post("games", {**EVENING, "title": "Friday"}).document["id"]
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="allow")
    try:
        page = context.new_page()
        page.goto(f"{server.address}#book")
        open_game(page, game)
        postgres.stop()
        try:
            win_by_hand(page, "Dee", "25")
            told = text_of(page, "book-pending", "Kept on this phone")
            assert "Dee won 25 points" in told
            assert "The database does not answer" in told
            assert "entered once" in told
            page.reload()
            text_of(page, "book-pending", "Dee won 25 points")
        finally:
            postgres.start()
        # Nobody touches anything: the page sends it again by itself.
        page.locator("#book-pending").wait_for(state="hidden")
        text_of(page, "book-history", "Dee won, 25 points")
    finally:
        context.close()
    found = line.get(f"games/{game}").document
    assert [entry["kind"] for entry in found["entries"]] == ["win"]
    server.kill()
