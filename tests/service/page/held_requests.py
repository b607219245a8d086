"""Hold back answers, so that a test sees what a page does meanwhile."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tests.service.page.phone import PATIENT, taken_in

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


class HeldRequests:
    """Requests to one address that nobody answers until the test says so."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        self._address = address
        self._routes: list[Route] = []
        page.route(address, self._hold)

    def release(self) -> None:
        """Stop holding requests back; later ones go straight to the server."""
        self._page.unroute(self._address)

    def _hold(self, route: Route) -> None:
        self._routes.append(route)

    def wait(self, count: int = 1) -> None:
        """Wait until the page has sent `count` requests."""
        end = time.monotonic() + PATIENT / 1000
        while len(self._routes) < count:
            assert time.monotonic() < end, f"{self._address}: {count} were to be asked, {len(self._routes)} were"
            self._page.wait_for_timeout(20)

    @property
    def asked(self) -> int:
        """Number of requests so far."""
        return len(self._routes)

    def sent(self, number: int) -> bytes:
        """Return the body of one request."""
        return self._routes[number].request.post_data_buffer or b""

    def answer(self, number: int, **answer: Any) -> None:  # noqa: ANN401 - what a route is fulfilled with
        """Answer one request, or let the server answer it if no answer is given, and wait until the page shows it."""
        route = self._routes[number]
        if answer:
            route.fulfill(**answer)
        else:
            with self._page.expect_response(self._address):
                route.continue_()
        taken_in(self._page)
