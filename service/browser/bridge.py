"""The bridge between JavaScript and the application: plain texts and bytes cross it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from service.browser.application import Application
from service.browser.host.browser_host import BrowserHost
from service.browser.messages import Asked, PhotoForm
from service.browser.stores import Stores, network_cards
from service.cards import card_lists, ruleset_lists
from service.shared import json_text


class Bytes(Protocol):
    """Bytes that JavaScript holds."""

    def to_bytes(self) -> bytes:
        """Copy the bytes to Python."""


def open(folder: str, host: Any) -> Application:  # noqa: A001, ANN401 - what JavaScript calls it, and an object of its
    """Make the application over the owner's data folder, with the host from `openHost`."""
    return Application(Path(folder), BrowserHost(host))


def asked(  # noqa: PLR0917 - JavaScript passes values by place
    method: str,
    address: str,
    kind: str | None,
    body: Bytes | None,
    fields: str | None,
    name: str | None,
    photo: Bytes | None,
    if_match: str | None = None,
    if_none_match: str | None = None,
) -> Asked:
    """Make a request from the values of JavaScript; the form's `fields` are a JSON object."""
    form = None
    if photo is not None:
        form = PhotoForm(photo.to_bytes(), name or "image", json_text.loads(fields or "{}"))
    return Asked(method, address, kind or "", b"" if body is None else body.to_bytes(), form, if_match, if_none_match)


def rehearse(folder: str) -> None:
    """Load the shipped data that first requests need, so that a snapshot of Python's memory holds it.

    The folder is empty or missing.
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
