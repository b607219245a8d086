"""Prove that reading the camera does not make the page of the phone edition drop frames."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from service.browser.site.build import Site
from tests.service.browser.site.conftest import served
from tests.service.page.phone import text_of
from tests.service.page.test_live_view import MOST_BETWEEN, filming, frames_while_live, opened, unsteady

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLE = Path(__file__).parents[4] / "examples" / "rack.jpg"


def test_the_page_keeps_its_frames_while_the_phone_reads(site: Site, browser: Browser, tmp_path: Path) -> None:
    """The networks run in a worker, so the page draws at its full rate while they read."""
    picture = cv2.imread(str(EXAMPLE))
    assert picture is not None
    faults: list[str] = []
    with served(site.folder) as address, filming(browser, unsteady(tmp_path / "rack.y4m", picture)) as filmed:
        page = opened(filmed, address, faults, service_workers="allow")
        text_of(page, "local", "Stored on this phone")
        assert frames_while_live(page) <= MOST_BETWEEN
    assert faults == []
