"""The stores behind the endpoints: the owner's data in the browser, and the host that reads photos."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from service.cards.card_folder import CardFolder
from service.cards.card_library import CardLibrary
from service.cards.photographed.print_requests import PrintSteps
from service.photos.live_sessions import LiveSessions
from service.tilesets.tileset_store import TileSetStore, sets_folder
from vision import VisionError
from vision.observation import NetworkCards
from vision.requests import Pixels, Steps

if TYPE_CHECKING:
    from service.ledger.ledger import Ledger


T = TypeVar("T")


@cache
def network_cards() -> NetworkCards:
    """Return the model cards of the shipped networks, which never change."""
    return NetworkCards.load()


class AsyncHost(Protocol):
    """A host that answers the core's requests asynchronously (`service.browser.host`)."""

    async def drive(self, steps: Steps[T] | PrintSteps[T]) -> T:
        """Answer the requests of a part of the core, and return its result."""

    def crop_of(self, picture: bytes, where: str) -> Pixels:
        """Return the crop in the picture of a taught face."""


class Stores:
    """The stores of the browser edition.

    Args:
        folder: the owner's data folder, laid out as that of a server.
        host: the host that reads photos; None without one.
    """

    def __init__(self, folder: Path, host: AsyncHost | None = None) -> None:
        self._host = host
        self.live = LiveSessions()
        self._folder = folder
        self.library = CardFolder(folder / "cards", files=False)
        self.sets = TileSetStore(sets_folder(folder), files=False, crop_of=self._crop_of)
        self._ledger: Ledger | None = None

    def _crop_of(self, picture: bytes, where: str) -> Pixels:
        return self.host.crop_of(picture, where)

    @property
    def host(self) -> AsyncHost:
        """The host that reads photos.

        Raises:
            VisionError: `no-network` without a host.
        """
        if self._host is None:
            raise VisionError("no-network", "this needs the networks, which are not here", "host")
        return self._host

    @property
    def network_cards(self) -> NetworkCards:
        """The model cards of the networks."""
        return network_cards()

    @property
    def ledger(self) -> Ledger:
        """The ledger; its packages load slower than all others together, so we import them at the first use."""
        if self._ledger is None:
            from sqlalchemy.engine import URL  # noqa: PLC0415

            from service.ledger.ledger import Ledger  # noqa: PLC0415

            # The browser stores each state of the file whole, so the ledger needs no copies of it.
            url = URL.create("sqlite", database=str(self._folder / "book.sqlite3"))
            self._ledger = Ledger(url, self.library, copies=0)
        return self._ledger

    def rules(self, game: str | None) -> CardLibrary:
        """Return the cards and rule sets of today, or those that a game of the ledger plays by."""
        return self.library if game is None else self.ledger.library(game)

    def reopen(self) -> None:
        """Read the files again: another tab of the browser has changed them."""
        if self._ledger is not None:
            self._ledger.close()
            self._ledger = None
