"""The ledger: games, players, and append-only entries."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.ledger.add_entry import Entered
    from service.ledger.ledger import Ledger, open_ledger

__all__ = ["Entered", "Ledger", "open_ledger"]


def __getattr__(name: str) -> object:
    # SQLAlchemy is slow to load, and `service.ledger.game` does not need it.
    if name not in __all__:
        raise AttributeError(name)
    from service.ledger import add_entry, ledger  # noqa: PLC0415

    return getattr(add_entry if name == "Entered" else ledger, name)
