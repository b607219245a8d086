"""Calculate with one byte for each concrete hand of a card, for all hands at once.

A lane is a ``bytes`` or ``bytearray`` of shape (n,). Comparing and clipping are table look-ups (`bytes.translate`).
An addition treats the lane as one long integer; the sum is right as long as no byte passes 255. A mask is an integer
with bit i set for hand i.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Computed(dict[K, V]):
    """Values that are computed once, when a key is first looked up."""

    def __init__(self, compute: Callable[[K], V]) -> None:
        self._compute = compute

    def __missing__(self, key: K) -> V:
        value = self[key] = self._compute(key)
        return value


@cache
def at_least_table(least: int) -> bytes:
    """Return the table that turns a byte into 1 where it is ``least`` or more, else 0; clip ``least`` to 0..256."""
    least = min(max(least, 0), 256)
    return bytes(least) + b"\1" * (256 - least)


@cache
def exactly_table(number: int) -> bytes:
    """Return the table that turns a byte into 1 where it equals ``number``, else 0."""
    return bytes(byte == number for byte in range(256))


@cache
def overlap_table(less: int, most: int) -> bytes:
    """Return the table that takes ``less`` from a byte, not below 0, and clips the rest to ``most``."""
    return bytes(min(max(byte - less, 0), most) for byte in range(256))


_DIGITS = b"01" + b"1" * 254


def mask_of(lane: bytes | bytearray) -> int:
    """Return the mask of the bytes of a lane that are not 0."""
    # int() reads base 2 in time linear in the number of digits; the first digit is the last hand.
    return int(lane.translate(_DIGITS)[::-1], 2) if lane else 0


def positions(mask: int) -> list[int]:
    """Return the places of the set bits of a mask, lowest first."""
    found = []
    while mask:
        place = mask.bit_length() - 1
        found.append(place)
        mask ^= 1 << place
    return found[::-1]


_BLOCKED: Final = b"\xff" + bytes(255)


def blocked(lane: bytes | bytearray) -> int:
    """Return a lane as one integer: 255 where ``lane`` is 0, else 0."""
    return as_number(lane.translate(_BLOCKED))


def as_number(lane: bytes | bytearray) -> int:
    """Return a lane as one integer, for adding."""
    return int.from_bytes(lane, "little")


def as_lane(number: int, length: int) -> bytes:
    """Return the lane of an integer made from lanes of this length."""
    return number.to_bytes(length, "little")
