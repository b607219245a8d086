"""How many connections an address may hold, and which of them make room where clients that are not paired crowd in."""

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
"""Connections of one address that have brought no cookie of a paired phone yet."""

STRANGERS: Final = 128
"""Such connections of all addresses together; TLS keeps a quarter of a megabyte for each."""


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """One connection that is counted: whose it is, and how to hang up on it."""

    client: Client
    hang_up: Callable[[], None]


class ConnectionLimits:
    """Count what each address holds: connections, and behind a trusted proxy requests.

    Where pairing is asked for, a connection is a stranger's until it brings the cookie of a paired phone. One stranger
    too many is never refused: the oldest one of the address that holds most makes room, so that a paired phone which
    connects anew gets as far as its cookie.

    Args:
        most: what one address may hold; a /64 of IPv6 counts as one.
        unbounded: addresses that may hold as many as they like, which are proxies of many.
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
        """Count one more of an address; False, and not counted, where it holds as many as it may."""
        if plain_address(address) in self._unbounded:
            return True
        network = one_network(address)
        if self._held[network] >= self._most:
            return False
        self._held[network] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one less of an address."""
        if plain_address(address) in self._unbounded:
            return
        network = one_network(address)
        self._held[network] -= 1
        if not self._held[network]:
            del self._held[network]

    def connect(self, client: Client, hang_up: Callable[[], None]) -> Counted | None:
        """Count a new connection; None, and not counted, where its address holds as many as it may."""
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
        """Take a connection for that of a paired phone from now on."""
        if client is not None:
            self._strangers.pop(client, None)

    def disconnect(self, counted: Counted) -> None:
        """Count a connection no more; one that is not counted changes nothing."""
        if counted in self._connected:
            self._connected.remove(counted)
            self.leave(counted.client[0])
        if self._strangers.get(counted.client) is counted:
            del self._strangers[counted.client]

    def _make_room(self, network: str) -> None:
        """Hang up on the oldest stranger of the network, or of the one that has most, where there are too many."""
        networks = [one_network(address) for address, _ in self._strangers]
        full = networks.count(network) >= STRANGERS_OF_ONE or self._held[network] >= self._most
        if not full and len(networks) >= STRANGERS:
            network = Counter(networks).most_common(1)[0][0]
        elif not full or network not in networks:
            return
        oldest = next(one for one in self._strangers.values() if one_network(one.client[0]) == network)
        self.disconnect(oldest)
        oldest.hang_up()
