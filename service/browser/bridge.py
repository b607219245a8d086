"""The bridge between JavaScript and the application: plain texts and bytes cross it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from service.browser.application import Application
from service.browser.host import BrowserHost
from service.browser.messages import Answer, Asked, PhotoForm
from service.browser.stores import Stores, network_cards
from service.cards import card_lists, ruleset_lists
from service.shared import json_text


class Bytes(Protocol):
    """Bytes that JavaScript holds."""

    def to_bytes(self) -> bytes:
        """Copy the bytes to Python."""


class Bridge:
    """The application, with methods for JavaScript to call."""

    def __init__(self, folder: Path, host: Any) -> None:  # noqa: ANN401 - an object of JavaScript
        self._application = Application(folder, BrowserHost(host))

    def access(self, method: str, address: str) -> str:
        """Say how a request uses the stored files: `nothing`, `reads` or `writes`."""
        return self._application.access(Asked(method, address))

    async def answer(  # noqa: PLR0917 - JavaScript passes values by place
        self,
        method: str,
        address: str,
        kind: str | None,
        body: Bytes | None,
        fields: str | None,
        name: str | None,
        photo: Bytes | None,
        if_match: str | None = None,
        if_none_match: str | None = None,
    ) -> tuple[int, str, str | None, str | None, bytes]:
        """Answer a request; return status, content type, file name, ETag and body."""
        form = None
        if photo is not None:
            form = PhotoForm(photo.to_bytes(), name or "image", json_text.loads(fields or "{}"))
        asked = Asked(
            method, address, kind or "", b"" if body is None else body.to_bytes(), form, if_match, if_none_match
        )
        return _parts(await self._application.answer(asked))

    def reopen(self) -> None:
        """Read all stored files again."""
        self._application.reopen()

    def not_kept(self) -> tuple[int, str, str | None, str | None, bytes]:
        """Return the error answer for a request whose files did not fit into the browser's storage."""
        return _parts(self._application.not_kept())


def open(folder: str, host: Any) -> Bridge:  # noqa: A001, ANN401 - what JavaScript calls it, and an object of its
    """Make the application over the owner's data folder, with the host from `openHost`."""
    return Bridge(Path(folder), host)


def rehearse(folder: str) -> None:
    """Load the shipped data that first requests need, so that a snapshot of Python's memory holds it.

    Args:
        folder: an empty or missing folder.
    """
    stores = Stores(Path(folder))
    card_lists.card_list(stores.library)
    ruleset_lists.ruleset_list(stores.library)
    network_cards()
    stores.ledger.games(1, 0)
    stores.reopen()


def colour(task: str) -> str:
    """Return the channel order of the input of a task's network: `rgb` or `bgr`."""
    cards = network_cards()
    return {"finder": cards.detector, "reader": cards.classifier, "upright": cards.upright}[task].input.colour


def _parts(answer: Answer) -> tuple[int, str, str | None, str | None, bytes]:
    return answer.status, answer.kind, answer.file, answer.etag, answer.body
