"""Find the addresses and names of this machine, and normalise the addresses of its callers."""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Iterable
from contextlib import closing, suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - what --lan asks for; the pairing code stands before it
"""The wildcard address: a server that binds it listens on every address of this machine."""

_SIOCGIFADDR: Final = 0x8915  # Linux: the IPv4 address of an interface
_NOWHERE: Final = ("192.0.2.1", 9)  # an address for documentation (RFC 5737): we never send anything to it


def lan_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses, the one towards the router first; an empty tuple without a network."""
    found = [_towards_the_router(), *(_address_of(name) for _, name in socket.if_nameindex())]
    good = (one for one in found if one is not None and not is_loopback(one))
    return tuple(dict.fromkeys(good))


def _towards_the_router() -> str | None:
    """Return the address this machine sends from; connecting a datagram socket sends nothing."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe, suppress(OSError):
        probe.connect(_NOWHERE)
        return str(probe.getsockname()[0])
    return None


def _address_of(interface: str) -> str | None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe, suppress(OSError):
        answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
        return socket.inet_ntoa(answer[20:24])
    return None


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there.

    Raises:
        OSError, UnicodeError: if nobody knows the name, or nothing can listen there.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, proto, _, address = found[0]
    listener = socket.socket(family, kind, proto)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def machine_names() -> tuple[str, ...]:
    """Return the names of this machine: its host name, and its `.local` name, by which phones find it."""
    own = socket.gethostname().strip(".").lower()
    first = own.partition(".")[0]
    return tuple(dict.fromkeys(name for name in (own, f"{first}.local") if first))


def is_address(host: str) -> bool:
    """Say whether a host is an IP address and not a name."""
    return _parsed(host) is not None


def is_loopback(host: str) -> bool:
    """Say whether only this machine can reach a host."""
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)


def plain_address(text: str) -> str | None:
    """Return an IP address in canonical form, or None if the text is no IP address.

    An IPv6 listener that also accepts IPv4 reports 192.168.1.5 as `::ffff:192.168.1.5`.
    """
    found = _parsed(text)
    return None if found is None else str(found)


def plain_addresses(texts: Iterable[str]) -> frozenset[str]:
    """Return the IP addresses in canonical form; skip texts that are no IP address."""
    return frozenset(found for one in texts if (found := plain_address(one)) is not None)


def one_network(address: str) -> str:
    """Return the key by which we count a caller: the address, or its /64 for IPv6, since one house has a whole /64."""
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
