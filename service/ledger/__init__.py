"""The ledger: games, players, and entries that are added and never changed."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.ledger.add_entry import Entered
    from service.ledger.ledger import Ledger, open_ledger

__all__ = ["Entered", "Ledger", "open_ledger"]


def __getattr__(name: str) -> object:
    # The library of the database is slow to load, and `service.ledger.game` does without it.
    if name not in __all__:
        raise AttributeError(name)
    from service.ledger import add_entry, ledger  # noqa: PLC0415

    return getattr(add_entry if name == "Entered" else ledger, name)
