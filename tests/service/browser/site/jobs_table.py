"""Say how many taps and seconds the eight jobs at a table take: `python -m tests.service.browser.site.jobs_table`.

Both editions do them in one run, each on a phone that opens the page for the first time. A script taps, without a
moment to read: the seconds are those that the program and this machine take.
"""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from service.browser.site.build import build_site
from tests.service.browser.site.conftest import cache, served
from tests.service.page import jobs
from tests.service.page.phone import chromium, text_of
from tests.service.running_server import running_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser


class Figures(logging.Handler):
    """Collect taps and seconds by the name of a job from what the jobs log."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.found: dict[str, tuple[int, float]] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Store the figures of one job."""
        if isinstance(record.args, tuple):
            name, taps, _, seconds = record.args
            self.found[str(name)] = int(str(taps)), float(str(seconds))


def figures_of(browser: Browser, address: str, ready: str) -> dict[str, tuple[int, float]]:
    """Do the jobs on the page at an address, once its section `local` shows the text `ready`."""
    heard = Figures()
    log = logging.getLogger(jobs.__name__)
    log.setLevel(logging.INFO)
    log.addHandler(heard)
    context = jobs.newcomer(browser)
    page = context.new_page()
    page.goto(address)
    if ready:
        text_of(page, "local", ready)
    jobs.scan_and_settle(page)
    jobs.rule_and_correct(page)
    context.close()
    log.removeHandler(heard)
    return heard.found


def table(server: dict[str, tuple[int, float]], phone: dict[str, tuple[int, float]]) -> str:
    """Return both editions' figures as a Markdown table."""
    rows = ["| job | taps at most | server | phone edition |", "|---|---|---|---|"]
    for name, most in jobs.MOST.items():
        told = (
            f"{taps} {'tap' if taps == 1 else 'taps'}, {seconds:.1f} s" for taps, seconds in (server[name], phone[name])
        )
        rows.append(f"| {name} | {most} | {' | '.join(told)} |")
    return "\n".join(rows) + "\n"


def main() -> None:
    """Do the jobs and print."""
    with TemporaryDirectory() as folder, chromium() as browser:
        with running_server(environment={"RACKCHECK_DATA_DIR": f"{folder}/data"}) as server:
            ours = figures_of(browser, server.address, "")
        site = build_site(Path(folder) / "site", cache())
        with served(site.folder) as address:
            theirs = figures_of(browser, address, "Stored on this phone")
    sys.stdout.write(table(ours, theirs))


if __name__ == "__main__":
    main()
