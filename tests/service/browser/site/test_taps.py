"""Count the taps of the jobs at the table on the phone edition, the same way as on the server's page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from service.browser.site.build import Site
from tests.service.browser.site.conftest import served
from tests.service.browser.site.stored_phone import HOME, stored_phone, without_threads
from tests.service.page.jobs import COUNT, rule_and_correct, scan_and_settle

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_the_jobs_take_no_more_taps_without_a_server(site: Site, browser: Browser, profile: Path) -> None:
    """From the photo to the money, with detours, a ruling and a correction: each job stays within its taps."""
    with (
        served(site.folder.parents[1]) as host,
        stored_phone(browser, profile, host, card_chosen=False) as context,
    ):
        context.add_init_script(COUNT)
        page = context.new_page()
        without_threads(page)
        page.goto(HOME)
        page.locator("#local").wait_for(state="hidden")
        scan_and_settle(page)
        rule_and_correct(page)
