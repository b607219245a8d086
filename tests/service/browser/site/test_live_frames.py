"""Prove that reading the camera does not make the page of the phone edition drop frames."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from service.browser.site.build import Site
from tests.service.browser.site.conftest import served
from tests.service.browser.site.stored_phone import HOME, stored_phone, without_threads
from tests.service.page.camera.test_live_view import MOST_HELD_UP, camera, held_up_while_live, unsteady

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLE = Path(__file__).parents[4] / "examples" / "rack.jpg"


def test_the_page_keeps_its_frames_while_the_phone_reads(
    site: Site, browser: Browser, profile: Path, tmp_path: Path
) -> None:
    """The networks run in a worker, so the page draws at its full rate while they read."""
    picture = cv2.imread(str(EXAMPLE))
    assert picture is not None
    faults: list[str] = []
    film = camera(unsteady(tmp_path / "rack.y4m", picture))
    with served(site.folder.parents[1]) as host, stored_phone(browser, profile, host, *film) as phone:
        page = phone.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        without_threads(page)
        page.goto(HOME)
        page.locator("#local").wait_for(state="hidden")
        assert held_up_while_live(page) <= MOST_HELD_UP
    assert faults == []
