"""A mapping that nobody can change, for the fields of frozen values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenMapping(Mapping[K, V]):
    """A copy of a mapping, read only.

    Unlike `types.MappingProxyType` it can be pickled and copied deeply, and has a hash where its values have one.
    """

    __slots__ = ("_held",)

    def __init__(self, held: Mapping[K, V]) -> None:
        self._held = dict(held)

    def __getitem__(self, key: K) -> V:
        return self._held[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def __hash__(self) -> int:
        return hash(frozenset(self._held.items()))

    def __repr__(self) -> str:
        return repr(self._held)
