"""Count the taps of the jobs at the table on the phone edition, the same way as on the server's page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.browser.site.build import Site
from tests.service.browser.site.conftest import served
from tests.service.page.jobs import newcomer, rule_and_correct, scan_and_settle
from tests.service.page.phone import PATIENT, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_the_jobs_take_no_more_taps_without_a_server(site: Site, browser: Browser) -> None:
    """From the photo to the money, with detours, a ruling and a correction: each job stays within its taps."""
    context = newcomer(browser)
    with served(site.folder.parents[1]) as host:
        page = context.new_page()
        page.set_default_timeout(PATIENT)
        page.goto(f"{host}club/rackcheck/")
        text_of(page, "local", "Stored on this phone")
        scan_and_settle(page)
        rule_and_correct(page)
        context.close()
