"""Limit simultaneous requests with a body, in total and by address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from service.shared.addresses import one_network
from service.shared.errors import ServiceError


class Places:
    """Count the requests that the application is answering.

    Args:
        most: the limit for all addresses together.
        most_of_one: the limit for one address; a /64 of IPv6 counts as one.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._taken: Counter[str] = Counter()

    @contextmanager
    def take(self, address: str) -> Iterator[None]:
        """Hold a place for the length of the `with` block.

        Raises:
            ServiceError: `busy` if no place is free.
        """
        network = one_network(address)
        if self._taken.total() >= self._most or self._taken[network] >= self._most_of_one:
            raise ServiceError("busy", "too many requests at once; try again in a few seconds", "server")
        self._taken[network] += 1
        try:
            yield
        finally:
            self._taken -= Counter((network,))
