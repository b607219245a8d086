"""Addresses: where this machine can be reached, under which names, and what counts as one caller."""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Iterable
from contextlib import closing, suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - what --lan asks for; the pairing code stands before it
"""The address that means all of this machine's addresses."""

_SIOCGIFADDR: Final = 0x8915  # Linux: the IPv4 address of an interface
_NOWHERE: Final = ("192.0.2.1", 9)  # an address of documents (RFC 5737): nothing is ever sent to it


def lan_addresses() -> tuple[str, ...]:
    """The IPv4 addresses other machines may reach this one at, the one towards the router first; none without a net."""
    found = [_towards_the_router(), *(_address_of(name) for _, name in socket.if_nameindex())]
    good = (one for one in found if one is not None and not is_loopback(one))
    return tuple(dict.fromkeys(good))


def _towards_the_router() -> str | None:
    """The address this machine would send from; a datagram socket that is connected sends nothing."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe, suppress(OSError):
        probe.connect(_NOWHERE)
        return str(probe.getsockname()[0])
    return None


def _address_of(interface: str) -> str | None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe, suppress(OSError):
        answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
        return socket.inet_ntoa(answer[20:24])
    return None


def machine_names() -> tuple[str, ...]:
    """The names this machine goes by: its own, and that with `.local` as phones find it."""
    own = socket.gethostname().strip(".").lower()
    first = own.partition(".")[0]
    return tuple(dict.fromkeys(name for name in (own, f"{first}.local") if first))


def is_address(host: str) -> bool:
    """Whether a host is written as an IP address, and not as a name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether only this machine itself reaches a host."""
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)


def plain_address(text: str) -> str | None:
    """An IP address in the one way of writing it, None for what is none.

    A listener of IPv6 that takes IPv4 too calls 192.168.1.5 `::ffff:192.168.1.5`.
    """
    found = _parsed(text)
    return None if found is None else str(found)


def plain_addresses(texts: Iterable[str]) -> frozenset[str]:
    """Write IP addresses in the one way of writing them, and leave out what is none."""
    return frozenset(found for one in texts if (found := plain_address(one)) is not None)


def one_network(address: str) -> str:
    """What counts as one address: a house has a whole /64 of IPv6 addresses."""
    found = _parsed(address)
    if found is None:
        return address
    return found.exploded[:19] if isinstance(found, IPv6Address) else str(found)


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped if isinstance(found, IPv6Address) else None) or found
