"""Read version numbers and ranges with the standard library alone: the package `packaging` may be missing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import zip_longest
from operator import eq, ge, gt, le, lt, ne
from typing import Final

_RELEASE: Final = re.compile(r"\d+(?:\.\d+)*")
_CLAUSE: Final = re.compile(r"\s*(>=|<=|==|!=|>|<)\s*(\d+(?:\.\d+)*)\s*")
_PIN: Final = re.compile(r"([A-Za-z0-9._-]+)==([\w.]+)")
_ASKED: Final = re.compile(r"([A-Za-z0-9._-]+)\s*([^;\[]*?)\s*(?:;.*)?")
_COMPARE: Final[dict[str, Callable[[int, int], bool]]] = {">=": ge, "<=": le, "==": eq, "!=": ne, ">": gt, "<": lt}


def canonical(name: str) -> str:
    """Normalise the name of a distribution (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def release(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version, without a pre-release suffix; empty if there are none."""
    found = _RELEASE.match(version)
    return tuple(map(int, found[0].split("."))) if found else ()


def _order(left: str, right: str) -> int:
    """Compare two versions: -1, 0 or 1; missing numbers count as 0."""
    pairs = zip_longest(release(left), release(right), fillvalue=0)
    return next((1 if a > b else -1 for a, b in pairs if a != b), 0)


def within(version: str, asked: str) -> bool:
    """Say whether a version lies in a range such as `>=4.11,<6`; an empty range takes any.

    Raises:
        ValueError: if the range has operators other than `>= <= == != > <`.
    """
    for clause in filter(None, map(str.strip, asked.split(","))):
        found = _CLAUSE.fullmatch(clause)
        if found is None:
            raise ValueError(f"{clause!r} is no range this program writes")
        if not _COMPARE[found[1]](_order(version, found[2]), 0):
            return False
    return True


def read_pins(text: str) -> dict[str, str]:
    """Read the `name==version` lines of a pin file by canonical name; skip other lines."""
    found = (_PIN.fullmatch(line.strip()) for line in text.splitlines())
    return {canonical(one[1]): one[2] for one in found if one}


def read_asked(lines: Iterable[str]) -> dict[str, str]:
    """Read requirements such as `fastapi>=0.115` as ranges by canonical name; skip requirements of extras."""
    found = (_ASKED.fullmatch(line.strip()) for line in lines if "extra ==" not in line)
    return {canonical(one[1]): one[2].strip("() ") for one in found if one}
