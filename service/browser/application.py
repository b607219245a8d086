"""Answer the page's requests with the same documents as the server, from the same flows."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Final

from service.browser import card_endpoints, core_endpoints, ledger_endpoints, photo_endpoints, tileset_endpoints
from service.browser.messages import Answer, Asked, answer_error, answer_json
from service.browser.routing import find
from service.browser.stores import AsyncHost, Stores
from service.shared.errors import ServiceError

ENDPOINTS: Final = (
    *core_endpoints.ENDPOINTS,
    *card_endpoints.ENDPOINTS,
    *ledger_endpoints.ENDPOINTS,
    *photo_endpoints.ENDPOINTS,
    *tileset_endpoints.ENDPOINTS,
)
"""All endpoints for the page."""


class Application:
    """Answer one request after another.

    Args:
        folder: the owner's data folder. The caller brings it up to date before a request that reads it, and stores the
            files that a request has written before the page sees the answer.
        host: the host that reads photos; None without one.
    """

    def __init__(self, folder: Path, host: AsyncHost | None = None) -> None:
        self._stores = Stores(folder, host)

    def access(self, asked: Asked) -> str:
        """Say how a request uses the files: `nothing`, `reads` or `writes`."""
        try:
            return find(ENDPOINTS, asked)[0].access
        except Exception:  # noqa: BLE001 - `answer` reports the fault
            return "nothing"

    async def answer(self, asked: Asked) -> Answer:
        """Answer a request; turn any exception into the contract's `error`."""
        try:
            endpoint, parts = find(ENDPOINTS, asked)
            found = endpoint.answer(self._stores, asked, parts)
            if isinstance(found, Generator):
                found = await self._stores.host.drive(found)
            return found if isinstance(found, Answer) else answer_json(found, endpoint.status)
        except Exception as error:  # noqa: BLE001 - the one table knows them all
            return answer_error(error)

    def reopen(self) -> None:
        """Read all files again: another tab has changed them, or the browser could not store a write."""
        self._stores.reopen()

    def not_kept(self) -> Answer:
        """Return the error answer for a request whose files did not fit into the browser's storage."""
        message = "this phone has no room left: nothing was written; make room and try again"
        return answer_error(ServiceError("disk-full", message))
