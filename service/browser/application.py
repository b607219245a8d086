"""Answer the page's requests: the same documents as the server's, from the same flows."""

from __future__ import annotations

import errno
import os
from collections.abc import Awaitable
from pathlib import Path
from typing import Final

from service.browser import card_endpoints, core_endpoints, ledger_endpoints, photo_endpoints, tileset_endpoints
from service.browser.messages import Answer, Asked, answer_error
from service.browser.routing import find
from service.browser.stores import AsyncHost, Stores

ENDPOINTS: Final = (
    *core_endpoints.ENDPOINTS,
    *card_endpoints.ENDPOINTS,
    *ledger_endpoints.ENDPOINTS,
    *photo_endpoints.ENDPOINTS,
    *tileset_endpoints.ENDPOINTS,
)
"""All that the page may ask."""


class Application:
    """Answers one request after another.

    Args:
        folder: holds what the owner keeps. Whoever calls brings it up to date before a request that reads it, and
            keeps what a request has written before the page sees the answer.
        host: answers what reading a photo asks for.
    """

    def __init__(self, folder: Path, host: AsyncHost | None = None) -> None:
        self._stores = Stores(folder, host)

    def access(self, asked: Asked) -> str:
        """Say what a request does with the files: `nothing`, `reads` or `writes`."""
        try:
            return find(ENDPOINTS, asked)[0].access.value
        except Exception:  # noqa: BLE001 - `answer` says what is wrong with it
            return "nothing"

    async def answer(self, asked: Asked) -> Answer:
        """Answer a request; whatever is wrong with it becomes the contract's `error`."""
        try:
            endpoint, parts = find(ENDPOINTS, asked)
            found = endpoint.answer(self._stores, asked, **parts)
            return await found if isinstance(found, Awaitable) else found
        except Exception as error:  # noqa: BLE001 - the one table knows them all
            return answer_error(error)

    def reopen(self) -> None:
        """Read all that is kept anew: another tab has changed the files, or what was written could not be kept."""
        self._stores.reopen()

    def not_kept(self) -> Answer:
        """Answer a request whose files the browser had no room for."""
        return answer_error(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
