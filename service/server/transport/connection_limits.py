"""Limit the connections of each address, and make room for new clients when unpaired ones crowd in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from service.shared.addresses import one_network, plain_address, plain_addresses

Client = tuple[str, int]
"""Address and port of the other side of a connection."""

STRANGERS_OF_ONE: Final = 48
"""Limit on connections of one address that have not shown the cookie of a paired phone yet."""

STRANGERS: Final = 128
"""The same limit for all addresses together; TLS keeps a quarter of a megabyte for each connection."""


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """One connection in the counts: its client, and a function that hangs up."""

    client: Client
    hang_up: Callable[[], None]


class ConnectionLimits:
    """Count the connections of each address, and the requests of each address behind a trusted proxy.

    With pairing, a connection counts as a stranger until it shows the cookie of a paired phone. We never refuse a new
    stranger: instead we hang up on the oldest stranger of the address that holds most. So a paired phone that connects
    again can always send its cookie.

    Args:
        most: the limit for one address; a /64 of IPv6 counts as one.
        unbounded: addresses without a limit: proxies that serve many clients.
        pairing: whether clients have to pair.
    """

    def __init__(self, most: int, unbounded: AbstractSet[str] = frozenset(), *, pairing: bool = False) -> None:
        self._most = most
        self._unbounded = plain_addresses(unbounded)
        self._pairing = pairing
        self._held: Counter[str] = Counter()
        self._connected: set[Counted] = set()
        self._strangers: dict[Client, Counted] = {}

    def enter(self, address: str) -> bool:
        """Count one more for an address; return False without counting if the address is at its limit."""
        if plain_address(address) in self._unbounded:
            return True
        network = one_network(address)
        if self._held[network] >= self._most:
            return False
        self._held[network] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one less for an address."""
        if plain_address(address) in self._unbounded:
            return
        network = one_network(address)
        self._held[network] -= 1
        if not self._held[network]:
            del self._held[network]

    def connect(self, client: Client, hang_up: Callable[[], None]) -> Counted | None:
        """Count a new connection; return None without counting if its address is at its limit."""
        stranger = self._pairing and plain_address(client[0]) not in self._unbounded
        if stranger:
            self._make_room(one_network(client[0]))
        if not self.enter(client[0]):
            return None
        counted = Counted(client, hang_up)
        self._connected.add(counted)
        if stranger:
            self._strangers[client] = counted
        return counted

    def admit(self, client: Client | None) -> None:
        """Mark a connection as that of a paired phone."""
        if client is not None:
            self._strangers.pop(client, None)

    def disconnect(self, counted: Counted) -> None:
        """Remove a connection from the counts; do nothing if it is not counted."""
        if counted in self._connected:
            self._connected.remove(counted)
            self.leave(counted.client[0])
        if self._strangers.get(counted.client) is counted:
            del self._strangers[counted.client]

    def _make_room(self, network: str) -> None:
        """Hang up on the oldest stranger of this network if it is full, or of the largest one if the total is full."""
        networks = [one_network(address) for address, _ in self._strangers]
        full = networks.count(network) >= STRANGERS_OF_ONE or self._held[network] >= self._most
        if not full and len(networks) >= STRANGERS:
            network = Counter(networks).most_common(1)[0][0]
        elif not full or network not in networks:
            return
        oldest = next(one for one in self._strangers.values() if one_network(one.client[0]) == network)
        self.disconnect(oldest)
        oldest.hang_up()
