"""Test the page in a real browser against an overloaded server."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.service.page.phone import RACK, enter, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

BUSY = {"error": {"code": "busy", "message": "too many photos at once; try again in a few seconds", "where": "scan"}}


def _refuse(page: Page, times: int, after: int) -> list[float]:
    """Refuse the first photos as the server does; return when each arrived, in seconds."""
    came: list[float] = []

    def answer(route: Route) -> None:
        came.append(time.monotonic())
        if len(came) <= times:
            route.fulfill(status=503, headers={"Retry-After": str(after)}, json=BUSY)
        else:
            route.continue_()

    page.route("**/api/v1/scan", answer)
    return came


@pytest.mark.usefixtures("networks_wanted")
def test_a_photo_is_sent_again_while_the_machine_is_busy(page: Page, example: Path) -> None:
    """While the server is busy the page says so, waits as long as Retry-After says, and sends the photo again."""
    came = _refuse(page, 2, 1)
    page.set_input_files("#pick-choose", example)
    page.get_by_text("Rackcheck is busy with other photos").wait_for()
    page.locator(".boxes .box").nth(13).wait_for()
    assert len(came) == 3
    assert min(later - sooner for sooner, later in pairwise(came)) >= 1
    assert not page.get_by_role("alert").count()


def test_a_machine_that_stays_busy_is_told(page: Page, example: Path) -> None:
    """If the wait is longer than a player would accept, the page says so at once and offers to try again."""
    came = _refuse(page, 9, 70)
    page.set_input_files("#pick-choose", example)
    # This message usually follows "error:"; the page shows it as a sentence.
    page.get_by_role("alert").get_by_text("Too many photos at once; try again in a few seconds.", exact=True).wait_for()
    assert len(came) == 1
    assert page.locator("#pick-choose").count() == 1


@pytest.mark.parametrize(
    ("status", "headers", "told"),
    [
        pytest.param(413, {}, "This is too large", id="too large for the proxy"),
        pytest.param(502, {}, "does not answer", id="nobody behind the proxy"),
        pytest.param(504, {}, "does not answer", id="no answer in time"),
        pytest.param(503, {"Retry-After": "70"}, "Rackcheck is busy", id="too many connections"),
        pytest.param(500, {}, "The answer cannot be read (status 500)", id="anything else"),
        pytest.param(200, {}, "Where the network asks you to log in, do that", id="log-in page"),
    ],
)
def test_answers_of_a_proxy_are_told_in_our_words(
    page: Page,
    example: Path,
    status: int,
    headers: dict[str, str],
    told: str,
) -> None:
    """When a reverse proxy answers with its own error page, our page says what it means and what to do."""
    page.route(
        "**/api/v1/scan",
        lambda route: route.fulfill(status=status, headers=headers, content_type="text/html", body="<h1>no</h1>"),
    )
    page.set_input_files("#pick-choose", example)
    page.get_by_role("alert").get_by_text(told).wait_for()
    assert page.locator("#pick-choose").count() == 1


@pytest.mark.parametrize("body", ['{"error": "unauthorized"}', '{"detail": "unauthorized"}', "null"])
def test_json_of_a_proxy_is_told_in_our_words(page: Page, body: str) -> None:
    """When a gateway refuses a request in JSON of its own, our page says that the machine does not answer."""
    page.route("**/api/v1/check", lambda route: route.fulfill(status=401, content_type="application/json", body=body))
    enter(page, RACK)
    text_of(page, "verdict", "does not answer")


def test_what_a_photo_met_is_told_though_the_cards_come_after_it(
    page: Page,
    example: Path,
) -> None:
    """A photo's error stays when the cards arrive later: the server answers again, but nobody has read the photo."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/v1/cards", hold)
    page.route("**/api/v1/scan", lambda route: route.fulfill(status=502, content_type="text/html", body="<h1>no</h1>"))
    page.reload()
    page.set_input_files("#pick-choose", example)
    told = page.get_by_role("alert").get_by_text("does not answer")
    told.wait_for()
    with page.expect_response("**/api/v1/sets"):  # the page requests the tile sets after the cards
        for route in held:
            route.continue_()
    assert told.is_visible()


@pytest.mark.parametrize(
    ("part", "asked", "status", "why"),
    [
        ("Scan", "cards", 502, "does not answer"),
        ("Scan", "cards", 200, "cannot be read"),
        ("Scan", "rulesets", 503, "is busy"),
        ("Book", "games?*", 502, "does not answer"),
        ("Cards", "cards", 502, "does not answer"),
        ("Cards", "tables", 500, "cannot be read"),
        ("Disputes", "rulesets", 502, "does not answer"),
        ("Disputes", "rulings?*", 502, "does not answer"),
    ],
)
def test_a_machine_that_answers_again_is_no_trouble_any_more(
    page: Page, part: str, asked: str, status: int, why: str
) -> None:
    """The page repeats its own failed requests, whoever answered them, and removes the message once they succeed."""
    address = f"**/api/v1/{asked}"
    page.get_by_text("Choose a photo").wait_for()
    page.clock.install()
    page.route(address, lambda route: route.fulfill(status=status, content_type="text/html", body="<h1>no</h1>"))
    page.get_by_role("link", name=part, exact=True).click()
    if part == "Scan":
        page.reload()
    told = page.get_by_role("alert").get_by_text(why)
    told.first.wait_for()
    page.unroute(address)
    page.clock.run_for(5000)
    told.first.wait_for(state="detached")


def test_a_search_that_failed_is_made_again(page: Page) -> None:
    """The words of a dispute find their questions once the machine answers again, without being typed again."""
    page.get_by_role("link", name="Disputes").click()
    words = page.get_by_label("What happened?")
    words.wait_for()
    page.clock.install()
    page.route("**/api/v1/rulings?*find=*", lambda route: route.abort())
    words.fill("misnamed")
    page.locator("#dispute").get_by_role("alert").get_by_text("does not answer").wait_for()
    page.unroute("**/api/v1/rulings?*find=*")
    page.clock.run_for(5000)
    page.get_by_role("list", name="Questions that may be meant").wait_for()
    assert not page.locator("#dispute").get_by_role("alert").count()


def test_a_machine_that_is_gone_says_nothing_about_the_rack(page: Page) -> None:
    """While the server does not answer, the bar says that there is no answer yet, and not that the rack is at fault."""
    page.route("**/api/v1/check", lambda route: route.fulfill(status=502, content_type="text/html", body="<h1>no</h1>"))
    enter(page, RACK)
    text_of(page, "verdict", "does not answer")
    assert page.locator("#bar").inner_text() == "No answer yet: see why"


@pytest.mark.parametrize(
    ("status", "body", "why"),
    [
        (500, "<h1>no</h1>", "The answer cannot be read"),
        (503, '{"error": {"code": "book-busy", "message": "the book is busy", "where": "book"}}', "The book is busy"),
    ],
    ids=["unreadable", "busy"],
)
def test_a_machine_in_trouble_says_nothing_about_the_rack(page: Page, status: int, body: str, why: str) -> None:
    """While the server fails, the bar does not say that the rack is at fault, and the page asks again by itself."""
    page.clock.install()
    page.route("**/api/v1/check", lambda route: route.fulfill(status=status, content_type="text/html", body=body))
    enter(page, RACK)
    text_of(page, "verdict", why)
    assert page.locator("#bar").inner_text() == "No answer yet: see why"
    page.unroute("**/api/v1/check")
    page.clock.run_for(5000)
    text_of(page, "verdict", "Mah jongg")
