"""Places for requests that bring a body: so many at the same time, and so many of one address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from service.shared.addresses import one_network
from service.shared.errors import ServiceError


class Places:
    """Count requests while they are answered.

    Args:
        most: of all addresses together.
        most_of_one: of one address; a /64 of IPv6 counts as one.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._taken: Counter[str] = Counter()

    @contextmanager
    def take(self, address: str) -> Iterator[None]:
        """Hold a place as long as the block lasts.

        Raises:
            ServiceError: `busy` where none is free.
        """
        network = one_network(address)
        if self._taken.total() >= self._most or self._taken[network] >= self._most_of_one:
            raise ServiceError("busy", "too many requests at once; try again in a few seconds", "server")
        self._taken[network] += 1
        try:
            yield
        finally:
            self._taken -= Counter((network,))
