"""Name the hands near to a rack: the tiles that would complete them, and their value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rules.melds.decomposition import LEG_TILES, MELD_TILES, Counts
from rules.melds.distance import Target, nearest_by_melds, nearest_orphans, nearest_twins
from rules.melds.melds import CHOWS, KINDS
from rules.melds.scoring import Form, MeldRack, MeldReading, Scoring, readings
from rules.tiles import ALL_TILES, Tile


class Worth(NamedTuple):
    """The value of a hand with the last tile drawn, and with it discarded; None where it cannot go out that way."""

    from_wall: int | None
    on_discard: int | None


@dataclass(frozen=True, slots=True)
class NearMelds:
    """A complete hand within reach: ``need`` are the tiles to add, ``drop`` the tiles to give up, both in tile order.

    ``worth`` is None where more than one tile is missing.
    """

    form: Form
    need: tuple[Tile, ...]
    drop: tuple[Tile, ...]
    worth: Worth | None = None

    @property
    def away(self) -> int:
        """Number of missing tiles."""
        return len(self.need)

    @property
    def goes_out(self) -> bool:
        """Whether it wins once the tile has come."""
        return self.worth is not None and self.worth != (None, None)

    def to_json(self) -> dict[str, object]:
        """Return the contract's near hand, with its value where a single tile is missing."""
        near: dict[str, object] = {
            "hand": self.form,
            "away": self.away,
            "need": [tile.code for tile in self.need],
            "drop": [tile.code for tile in self.drop],
        }
        return near if self.worth is None else near | self.worth._asdict()


def near_melds(rack: MeldRack, left: Counts, scoring: Scoring, minimum: int, count: int) -> tuple[NearMelds, ...]:
    """Return the ``count`` hands nearest to a rack without being complete; going out takes ``minimum`` bonuses.

    ``left`` counts the tiles that can still come. Where one tile is missing, each tile that would complete the rack is
    a hand of its own, the best-paying first. Further away each kind of hand (with chows, with jump chows, twins,
    orphans) comes once.
    """
    if count < 1 or rack.open_melds < 0:
        return ()
    # The nearest hand may be the same with chows and with jump chows: one without any.
    forms = list(dict.fromkeys(_nearest_forms(rack, left)))
    found: list[NearMelds] = []
    if any(near.away <= 1 for near in forms):
        found = sorted(_one_away(rack, left, scoring, minimum), key=_best_first)
    if any(not near.need and not near.drop for near in forms):
        # The rack is a complete hand that lacks bonuses: only a hand with enough of them is of use.
        found = [near for near in found if near.goes_out]
    others = [near for near in forms if (near.away != 1 or not found) and (near.need or near.drop)]
    return tuple(sorted([*found, *others], key=lambda near: near.away)[:count])


def _best_first(near: NearMelds) -> tuple[object, ...]:
    return -max(value or 0 for value in near.worth or (0,)), near.need, near.drop


def _nearest_forms(rack: MeldRack, left: Counts) -> Iterator[NearMelds]:
    concealed = rack.concealed
    for chow in CHOWS:
        if (nearby := nearest_by_melds(concealed, left, rack.exposed, chow)) is not None:
            yield _gap("sets", *nearby)
    if not rack.exposed:
        if (twins := nearest_twins(concealed, left)) is not None:
            yield _gap("twins", twins, concealed)
        if (orphans := nearest_orphans(concealed, left)) is not None:
            yield _gap("orphans", orphans, concealed)


def _gap(form: Form, target: Target, held: Counts) -> NearMelds:
    pairs = list(zip(ALL_TILES, target.counts, held, strict=False))
    need = tuple(tile for tile, wanted, has in pairs for _ in range(wanted - has))
    drop = tuple(tile for tile, wanted, has in pairs for _ in range(has - wanted))
    return NearMelds(form, need, drop)


def _one_away(rack: MeldRack, left: Counts, scoring: Scoring, minimum: int) -> Iterator[NearMelds]:
    """Yield every complete hand that one more tile makes, with or without giving up another."""
    wall, discard = scoring.won("wall"), scoring.won("discard")
    drops = [None, *(kind for kind in range(KINDS) if rack.concealed[kind])]
    for drop in drops:
        rest = list(rack.concealed)
        if drop is not None:
            rest[drop] -= 1
        kongs = sum(rest) + 1 - LEG_TILES - MELD_TILES * rack.open_melds
        if not 0 <= kongs <= rack.open_melds:
            continue
        for need in range(KINDS):
            if need == drop or not left[need]:
                continue
            rest[need] += 1
            tiles = MeldRack(rack.exposed, tuple(rest), kongs, ALL_TILES[need])
            rest[need] -= 1
            drawn = readings(tiles, wall)
            if drawn:
                dropped = () if drop is None else (ALL_TILES[drop],)
                yield _completed(ALL_TILES[need], dropped, (drawn, readings(tiles, discard)), minimum)


def _completed(
    need: Tile, drop: tuple[Tile, ...], found: tuple[tuple[MeldReading, ...], tuple[MeldReading, ...]], minimum: int
) -> NearMelds:
    """Return a hand that one tile completes; ``found`` are its readings with the tile drawn, and with it discarded."""
    drawn, discarded = (next((one for one in ways if one.goes_out(minimum)), None) for ways in found)
    best = drawn or discarded or found[0][0]
    worth = Worth(*(None if one is None else one.value for one in (drawn, discarded)))
    return NearMelds(best.form, (need,), drop, worth)
