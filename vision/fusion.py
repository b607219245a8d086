"""Many looks at one rack become one reading: tiles are followed, what is said of each is fused, and it says when."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from vision.doubt import Thresholds
from vision.errors import VisionError
from vision.order import arrange
from vision.pipeline import Eyes, Glimpse, believe
from vision.reading import RackReading
from vision.track import Track
from vision.tracking import advance, as_faces, distinct, in_view, shown

ENOUGH: Final = 3
"""Looks at a tile before it is read, and looks that must agree before a reading is steady."""

HOLD: Final = 0.4
"""Seconds that a reading stays the same before it is steady."""

PATIENCE: Final = 0.8
"""The same where a tile is still not sure: a better look may come."""

GONE: Final = 1.0
"""Seconds without any tile after which what was seen before is forgotten."""


class State(StrEnum):
    """How far a live reading is."""

    LOOKING = "looking"
    """No reading stands yet."""

    STEADY = "steady"
    """The reading has stood long enough to be acted on."""

    MOVED = "moved"
    """A steady reading stands no longer: the tiles or the view have changed since."""


@dataclass(frozen=True, slots=True, eq=False)
class Fusion:
    """All that is known after some looks. Each step gives a new one, so that one thread can serve many cameras.

    Attributes:
        thresholds: where belief ends.
        model: the networks, `name@version`.
        state: how far the reading is.
        reading: the fused reading in the newest picture, None before the first look.
        looks: how many looks there were.
        time: of the newest look, seconds.
        tracks: the tiles followed.
        names: `tracks[i].name` of each tile of the reading, in its order: the tile's identity while it is followed.
        since: when the reading last changed, seconds, and
        agreed: how many looks ago.
        tiles_at: when a tile was last in view.
        drift: x, y in pixels a second that the picture moves.
        next_name: of the next new track.
    """

    thresholds: Thresholds
    model: str
    state: State = State.LOOKING
    reading: RackReading | None = None
    looks: int = 0
    time: float = 0.0
    tracks: tuple[Track, ...] = field(default=(), repr=False)
    names: tuple[int, ...] = ()
    since: float = 0.0
    agreed: int = 0
    tiles_at: float = 0.0
    drift: tuple[float, float] = (0.0, 0.0)
    next_name: int = 0

    @classmethod
    def start(cls, eyes: Eyes) -> Fusion:
        """Nothing seen yet; raises ModelError where the reader's card lacks a threshold."""
        return cls(Thresholds.of(eyes.reader.card), eyes.name)

    def step(self, seen: Glimpse, time: float) -> Fusion:
        """What is known after one more look.

        Args:
            seen: the look.
            time: when its picture was taken, in seconds of any clock that does not go back.

        Raises:
            VisionError: `bad-time` where `time` lies before the last look's.
        """
        if self.looks and time < self.time:
            raise VisionError("bad-time", f"looks come in order: {time} s lies before {self.time} s", "time")
        known = self.tracks if self._same_size(seen) else ()
        followed, drift = advance(known, seen, self.drift, self.time, time)
        fresh = sum(track.name < 0 for track in followed)
        names = iter(range(self.next_name, self.next_name + fresh))
        named = [track if track.name >= 0 else replace(track, name=next(names)) for track in followed]
        tracks = distinct(named, time)
        labels = seen.faces.labels
        often = shown(tracks, labels, self.thresholds, min(ENOUGH, self.looks + 1), self.names)
        read = [track for track in often if in_view(track, seen)]
        faces = as_faces(read, labels)
        reading = believe(seen.photo, faces, self.thresholds, self.model, seen.timing)
        order = [index for row in arrange(faces.quads).rows for index in row]
        after = replace(
            self,
            reading=reading,
            looks=self.looks + 1,
            time=time,
            tracks=tracks,
            names=tuple(read[index].name for index in order),
            drift=drift,
            next_name=self.next_name + fresh,
            tiles_at=time if reading.tiles else self.tiles_at,
        )
        same = self.reading is not None and _gist(self.reading) == _gist(reading)
        since, agreed = (self.since, self.agreed + 1) if same else (time, 1)
        return replace(after, since=since, agreed=agreed, state=_state(after, same=same, since=since, agreed=agreed))

    def _same_size(self, seen: Glimpse) -> bool:
        """Whether the picture still has the size of the last one; corners of another size say nothing."""
        last = self.reading
        return last is not None and (last.width, last.height) == (seen.photo.width, seen.photo.height)


def _state(now: Fusion, *, same: bool, since: float, agreed: int) -> State:
    """The state after a look, from the one before it (`now.state`) and whether the reading is still the same."""
    reading = now.reading
    if reading is None or not reading.tiles:
        if now.time - now.tiles_at >= GONE:
            return State.LOOKING
        return State.MOVED if now.state is State.STEADY else now.state
    hold = PATIENCE if any(index not in reading.aside for index in reading.unsure) else HOLD
    if agreed >= ENOUGH and now.time - since >= hold:
        return State.STEADY
    return State.MOVED if now.state is State.STEADY and not same else now.state


def _gist(reading: RackReading) -> tuple[object, ...]:
    """What of a reading must stay the same for it to stand: the rack's tiles and how they are grouped."""
    tiles = tuple((tile.label, tile.row) for tile in reading.tiles if tile.index not in reading.aside)
    return tiles, reading.rack
