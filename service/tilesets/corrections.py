"""Teach a tile set from corrections of a photo, and show how they change the photo's reading."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.tiles import may_be_one_meld
from service.shared.json_text import JsonObject
from service.shared.wording import plural, tile_name
from service.tilesets.labels import NamedTile
from service.tilesets.teaching import TaughtPhoto, teach
from service.tilesets.tileset_store import TileSetStore
from vision.geometry import Quad, centre
from vision.image.photo import Photo, open_photo
from vision.observation import NetworkCards
from vision.pipeline import observe, read_rack
from vision.reading import RackReading, TileReading
from vision.requests import Steps
from vision.tilesets.label_proposals import group_faces, propose
from vision.tilesets.tile_set import TileSet

ORIGIN = "correction"
"""Origin of faces taught by corrections, not from photos for teaching."""


@dataclass(frozen=True, slots=True)
class TileChange:
    """A tile whose reading changes; `was` or `now` is None if that reading has no tile there."""

    was: TileReading | None
    now: TileReading | None

    @property
    def quad(self) -> Quad:
        """The quad of the tile in the photo, in pixels."""
        tile = self.was or self.now
        assert tile is not None, "a change is of a tile"
        return tile.quad

    def to_json(self) -> JsonObject:
        """Return the contract's entry."""
        return {
            "quad": [[round(x, 2), round(y, 2)] for x, y in self.quad],
            "index": None if self.was is None else self.was.index,
            "was": _brief(self.was),
            "is": _brief(self.now),
        }

    def __str__(self) -> str:
        """Return the change in a player's words."""
        if self.was is None:
            assert self.now is not None, "a change is of a tile"
            return f"a {tile_name(self.now.label)} would be seen"
        number = self.was.index + 1
        if self.now is None:
            return f"tile {number} would be left out"
        if self.now.label != self.was.label:
            return f"tile {number} as {tile_name(self.now.label)}, not {tile_name(self.was.label)}"
        return f"tile {number} {'surely' if self.now.sure else 'no longer surely'} as {tile_name(self.now.label)}"


def _brief(tile: TileReading | None) -> JsonObject | None:
    return None if tile is None else {"label": tile.label, "sure": tile.sure}


@dataclass(frozen=True, slots=True)
class CorrectionEffect:
    """The effect of corrections on a taught tile set and on the photo's reading.

    Attributes:
        tile_set: the tile set with the corrections.
        kept: whether we stored it.
        faces: ids of the taught and the relabelled faces; the player can remove faces by these ids.
        was: the former labels of the relabelled ones by id; the player can give them back.
        changes: the tiles of the photo whose reading changes, including the corrected ones.
    """

    tile_set: TileSet
    kept: bool
    faces: tuple[str, ...]
    was: Mapping[str, str]
    changes: tuple[TileChange, ...]

    def to_json(self) -> JsonObject:
        """Return the contract's answer."""
        return {
            "set": self.tile_set.name,
            "kept": self.kept,
            "faces": list(self.faces),
            "was": dict(self.was),
            "changes": [change.to_json() for change in self.changes],
            "text": self._text(),
        }

    def _text(self) -> str:
        if not self.changes:
            return "No tile of this photo would be read differently."
        changes = "; ".join(map(str, self.changes))
        return f"{plural(len(self.changes), 'tile')} of this photo would be read differently: {changes}."


def correct(
    data: bytes,
    image: str,
    named: Sequence[NamedTile],
    name: str,
    sets: TileSetStore,
    *,
    cards: NetworkCards,
    keep: bool,
    known: bool = False,
) -> Steps[CorrectionEffect]:
    """Apply corrections of one photo to a taught tile set and return their effect; store the set only with `keep`.

    A new name starts a new tile set, unless the set has to be `known`.

    Raises:
        ServiceError: `nothing-taught`, `shelf-full`, `unknown-set`.
        VisionError: `bad-set-name`, `set-full`, or for bytes that are no image.
    """
    photo = yield from open_photo(data, image)
    with sets.changing():
        before = yield from (sets.fitting_kept if known else sets.begun)(name, cards.classifier)
        (proposal,) = propose(group_faces([(yield from observe(photo, cards))]))
        taught = yield from teach(before, [TaughtPhoto(ORIGIN, photo, proposal, tuple(named))])
        held = {face.id: face for face in before.faces}
        # A known face keeps its origin, so that an undo brings back the very set.
        faces = [replace(held.get(face.id, face), label=face.label) for face in taught.tile_set.faces]
        after = replace(taught.tile_set, faces=tuple(faces))
        was = yield from _read(photo, before, cards)
        changes = _changes(was, (yield from _read(photo, after, cards)))
        if keep:
            sets.put(after)
    taught_ids = tuple(face.id for face in after.faces if face.id not in held or held[face.id].label != face.label)
    former = {name: held[name].label for name in taught_ids if name in held}
    return CorrectionEffect(after, keep, taught_ids, former, changes)


def _read(photo: Photo, tile_set: TileSet, cards: NetworkCards) -> Steps[RackReading]:
    return read_rack(photo, cards, may_be_one_meld, tile_set if tile_set.faces else None)


def _changes(before: RackReading, after: RackReading) -> tuple[TileChange, ...]:
    """Match the tiles of two readings by position; return the tiles that differ."""
    found = []
    waiting = list(after.tiles)
    for tile in before.tiles:
        same = _nearest(tile, waiting)
        if same is not None:
            waiting.remove(same)
        if same is None or same.label != tile.label or same.sure != tile.sure:
            found.append(TileChange(tile, same))
    return (*found, *(TileChange(None, tile) for tile in waiting))


def _nearest(tile: TileReading, others: Sequence[TileReading]) -> TileReading | None:
    """Return the nearest tile within half a tile's width, or None."""
    width = math.dist(tile.quad[0], tile.quad[1])
    best = min(others, key=lambda other: math.dist(centre(tile.quad), centre(other.quad)), default=None)
    return best if best is not None and math.dist(centre(tile.quad), centre(best.quad)) < width / 2 else None
