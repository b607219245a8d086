"""Change inputs by a seed: fresh inputs for the tests, and crafted changes for structured formats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, Final

ODD_VALUES: Final[tuple[object, ...]] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    2**63,
    -(2**63) - 1,
    10**400,
    0.5,
    -0.0,
    1e308,
    "",
    " ",
    "0",
    "\0",
    "\ud800",
    "\u202e",
    "../../etc/passwd",
    "x" * 300,
    "\N{MAHJONG TILE BACK}",
    [],
    {},
    [[]],
    {"": None},
)
"""Values of the wrong kind for a field, on which a careless parser stumbles."""

_BYTES: Final = (0x00, 0x01, 0x7F, 0x80, 0xFF, 0x0A, 0x22, 0x5B, 0x7B)


def mutated(data: bytes, rng: Random, words: Sequence[bytes], longest: int) -> bytes:
    """Make one to six changes to `data`: bytes turned, pieces cut, doubled or moved, words of the format put in."""
    made = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        at = rng.randint(0, len(made))
        to = min(len(made), at + rng.choice((1, 2, 4, 8, 16, 64)))
        match rng.randrange(8):
            case 0 if at < len(made):
                made[at] ^= 1 << rng.randrange(8)
            case 1 if at < len(made):
                made[at] = rng.choice(_BYTES)
            case 2:
                del made[at:to]
            case 3:
                made[at:at] = made[at:to] * rng.choice((1, 2, 30))
            case 4 if words:
                made[at:at] = rng.choice(words)
            case 5 if words:
                word = rng.choice(words)
                made[at : at + len(word)] = word
            case 6 if rng.random() < 0.3:
                del made[at:]
            case _:
                made[at:to] = rng.randbytes(to - at)
    return bytes(made[:longest])


def json_crafted(data: bytes, rng: Random) -> bytes:
    """Replace, double, remove or move one value in the tree of a JSON text; return other bytes unchanged."""
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError):
        return data
    return dumped(crafted(tree, rng))


def dumped(tree: object) -> bytes:
    """Return a JSON text, even of numbers that Python does not like to print."""
    try:
        return json.dumps(tree).encode()
    except ValueError:
        return b"[1" + b"0" * 5000 + b"]"


def crafted(tree: Any, rng: Random) -> Any:  # noqa: ANN401 - any JSON value
    """Return the tree with one change."""
    holders = [holder for holder in _holders(tree) if holder]
    if not holders or rng.random() < 0.05:
        return rng.choice(ODD_VALUES)
    holder = rng.choice(holders)
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    key = rng.choice(keys)
    other = rng.choice(holders)
    given = rng.choice(list(other.values()) if isinstance(other, dict) else other)
    match rng.randrange(5):
        case 0:
            holder[key] = rng.choice(ODD_VALUES)
        case 1:
            del holder[key]
        case 2:
            # We copy through text, because a tree that holds itself is not JSON.
            holder[key] = json.loads(dumped(given))
        case 3 if isinstance(holder, dict):
            holder[rng.choice((str(key) + "x", "", "id", "kind"))] = rng.choice(ODD_VALUES)
        case _ if isinstance(holder, list):
            holder[key:key] = json.loads(dumped(holder[key : key + 3])) * rng.choice((1, 2, 40))
        case _:
            holder[key] = [holder[key]]
    return tree


def _holders(tree: object) -> list[Any]:
    """Yield every list and object of a tree."""
    found, waiting = [], [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict | list):
            found.append(one)
            waiting += one.values() if isinstance(one, dict) else one
    return found
