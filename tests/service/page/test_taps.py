"""How many taps the jobs at the table take on a server's page: counted in the page, and held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.service.page.jobs import newcomer, rule_and_correct, scan_and_settle
from tests.service.page.phone import PATIENT
from tests.service.running_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """The page on the phone of somebody who opens it for the first time."""
    context = newcomer(browser)
    found = context.new_page()
    found.set_default_timeout(PATIENT)
    found.goto(server.address)
    yield found
    context.close()


@pytest.mark.usefixtures("networks_wanted")
def test_from_the_first_photo_to_the_money(page: Page) -> None:
    """A photo, the card, who won and how; another card, wrong tiles, a wrong exposure, a hand that is none."""
    scan_and_settle(page)


def test_a_dispute_and_a_mistake_in_the_book(page: Page) -> None:
    """A ruling goes into the book, and a wrong entry is put right."""
    rule_and_correct(page)
