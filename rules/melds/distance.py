"""Say how many tiles a rack lacks for the nearest complete hand, and name one such hand.

The tiles of a hand of melds and a leg fall into lanes that do not depend on each other: the numbers of a suit (for jump
chows its odd and its even ones), each wind and each dragon. The table of a lane holds the fewest missing tiles for each
number of melds, with or without the leg; the search adds up the tables of all lanes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from rules.melds.decomposition import MELDS, Counts, chows_beside
from rules.melds.melds import KINDS, Chow, Meld
from rules.melds.special_hands import ORPHANS, PAIRS
from rules.tiles import COPIES

_SAME_CHOWS: Final = 2
"""Most chows that begin with the same tile; three of them are the tiles of three pungs."""


class Target(NamedTuple):
    """A complete hand, or a part of one: the number of missing tiles, and its number of tiles of each kind."""

    missing: int
    counts: Counts


Table = dict[tuple[int, int], Target]
"""The nearest target by number of melds and of legs (0 or 1)."""


def _lanes(chow: Chow) -> tuple[tuple[int, ...], ...]:
    starts = (0, 9, 18)
    if chow == "chow":
        suits = [tuple(range(start, start + 9)) for start in starts]
    else:
        suits = [tuple(range(start + odd, start + 9, 2)) for start in starts for odd in (0, 1)]
    return (*suits, *((kind,) for kind in range(27, KINDS)))


_LANES: Final[dict[Chow, tuple[tuple[int, ...], ...]]] = {"chow": _lanes("chow"), "jump-chow": _lanes("jump-chow")}


def nearest_by_melds(
    concealed: Counts, left: Counts, exposed: Sequence[Meld], chow: Chow
) -> tuple[Target, Counts] | None:
    """Return the nearest hand of melds and a leg, and the counts of concealed tiles outside its kongs.

    ``left`` counts the tiles that can still come. Try four like tiles as a kong too, and take them as one where that is
    as near. Return None where the exposures hold the other kind of chow, or too few tiles are left.
    """
    if chow not in chows_beside(exposed):
        return None
    open_melds = MELDS - len(exposed)
    quads = [kind for kind, held in enumerate(concealed) if held == COPIES]
    best: tuple[Target, Counts] | None = None
    for number in range(min(len(quads), open_melds) + 1):
        for kongs in combinations(quads, number):
            rest = tuple(0 if kind in kongs else held for kind, held in enumerate(concealed))
            found = _nearest(rest, left, open_melds - number, chow)
            if found is not None and (best is None or found.missing <= best[0].missing):
                best = found, rest
    return best


def _nearest(held: Counts, left: Counts, melds: int, chow: Chow) -> Target | None:
    lanes = _LANES[chow]
    table: Table = {(0, 0): Target(0, ())}
    for lane in lanes:
        own = lane_table(tuple(held[kind] for kind in lane), tuple(left[kind] for kind in lane))
        added: Table = {}
        _add(added, table, own, melds)
        table = added
    found = table.get((melds, 1))
    if found is None:
        return None
    counts = [0] * KINDS
    for kind, number in zip((kind for lane in lanes for kind in lane), found.counts, strict=True):
        counts[kind] = number
    return Target(found.missing, tuple(counts))


def _add(into: Table, table: Table, lane: Table, most: int) -> None:
    """Keep in ``into`` the sums of the targets of two tables, of at most ``most`` melds."""
    for (melds, legs), one in table.items():
        for (more, leg), other in lane.items():
            if melds + more <= most and legs + leg <= 1:
                _keep(into, (melds + more, legs + leg), Target(one.missing + other.missing, one.counts + other.counts))


def _keep(table: Table, key: tuple[int, int], target: Target) -> None:
    """Keep the nearer target, of equally near ones the one with more of the lower tiles."""
    known = table.get(key)
    if known is None or (target.missing, known.counts) < (known.missing, target.counts):
        table[key] = target


@lru_cache(maxsize=32_768)
def lane_table(held: Counts, left: Counts) -> Table:
    """Return the nearest targets of one lane, in which three neighbours are a chow; do not change the table."""
    size = len(held)
    # Two numbers of a state: chows that began one tile before, and two tiles before, and still need the tile here.
    states: dict[tuple[int, int], Table] = {(0, 0): {(0, 0): Target(0, ())}}
    for at in range(size):
        most = min(COPIES, held[at] + left[at])
        following: dict[tuple[int, int], Table] = {}
        for (one_before, two_before), table in states.items():
            begun = one_before + two_before
            for chows in range((_SAME_CHOWS if at + 2 < size else 0) + 1):
                for pungs, legs in ((0, 0), (1, 0), (0, 1)):
                    number = begun + chows + 3 * pungs + 2 * legs
                    if number <= most:
                        here = {(chows + pungs, legs): Target(max(0, number - held[at]), (number,))}
                        _add(following.setdefault((chows, one_before), {}), table, here, MELDS)
        states = following
    return states.get((0, 0), {})


def nearest_twins(concealed: Counts, left: Counts) -> Target | None:
    """Return the nearest seven pairs; None where too few tiles are left."""
    return _cheapest(
        PAIRS, ((2 - min(held, 2), kind, 2) for kind, held in enumerate(concealed) if held + left[kind] >= 2)
    )


def nearest_orphans(concealed: Counts, left: Counts) -> Target | None:
    """Return the nearest orphans; None where one of their tiles has no copy left."""
    if any(concealed[kind] + left[kind] == 0 for kind in ORPHANS):
        return None
    pairs = [kind for kind in ORPHANS if concealed[kind] + left[kind] >= 2]
    if not pairs:
        return None
    second = min(pairs, key=lambda kind: (concealed[kind] < 2, concealed[kind] < 1, kind))
    return _cheapest(
        len(ORPHANS), ((max(0, 1 + (kind == second) - concealed[kind]), kind, 1 + (kind == second)) for kind in ORPHANS)
    )


def _cheapest(number: int, choices: Iterator[tuple[int, int, int]]) -> Target | None:
    """Take the ``number`` kinds that lack the fewest tiles; a choice is (tiles missing, kind, tiles wanted)."""
    chosen = sorted(choices)[:number]
    if len(chosen) < number:
        return None
    counts = [0] * KINDS
    for _, kind, wanted in chosen:
        counts[kind] = wanted
    return Target(sum(missing for missing, _, _ in chosen), tuple(counts))
