"""Fuse many looks at one rack into one reading, and decide when it is steady."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from models import ModelCard
from vision.errors import VisionError
from vision.geometry import Point
from vision.interpretation import interpret, with_tile_set
from vision.layout.exposures import OneMeld
from vision.live.picture_shift import picture_shift
from vision.live.stability import ReadingSummary
from vision.live.track import Track
from vision.live.tracker import advance, as_faces, in_view, lasting, shown
from vision.observation import NetworkCards, Observation
from vision.reading import RackReading
from vision.requests import Pixels, Shrink, Steps
from vision.tilesets.like_faces import with_alike

ENOUGH: Final = 3
"""Looks at a tile before the reading includes it, and looks that must agree before a reading is steady."""

HOLD: Final = 0.2
"""Seconds that a reading must stay the same before it is steady. An unsure tile does not delay it."""

PATIENCE: Final = 0.6
"""Seconds with tiles in view and no steady reading after which only sure tiles must stay the same: nobody holds a phone
for longer than a second, and we ask about tiles on which the looks still disagree."""

CLOCK: Final = 1e-3
"""Tolerance of times in seconds: rounding of summed fractions must not make a time miss its interval."""

DIFFERENT: Final = 2
"""Looks in a row that must differ before we give up the standing reading."""

GONE: Final = 1.0
"""Seconds without any tile after which we start over in the state `LOOKING`."""


class State(StrEnum):
    """State of a live reading."""

    LOOKING = "looking"
    """No reading is steady yet."""

    STEADY = "steady"
    """The reading has stayed the same long enough for a player to use it."""

    MOVED = "moved"
    """The tiles or the view have changed since the last steady reading."""


@dataclass(frozen=True, slots=True, eq=False)
class Fusion:
    """A live reading after some looks. Each step gives a new one, so that one thread can serve many cameras.

    Attributes:
        card: the classifier's card.
        model: the networks, `name@version`.
        one_meld: which tiles may lie in one exposure.
        state: the state of the reading.
        reading: the fused reading in the newest picture, None before the first look.
        looks: number of looks.
        time: time of the newest look, seconds.
        tracks: the tracked tiles.
        names: track name of each tile of the reading, in its order: the tile's identity while we track it.
        standing: summary of the reading on which the latest looks agree, None before the first look.
        since: time of the first look that agreed with `standing`, seconds.
        agreed: number of looks that agreed with it.
        astray: number of looks since the last one that agreed.
        rival: summary of the last of these.
        rival_since: time of that look, seconds.
        waiting: time since which tiles are in view without a steady reading; None with a steady reading or no tiles.
        patient: whether all tiles must stay the same, not only the sure ones; it does not change while a reading is
            steady.
        tiles_at: time at which a tile was last in view, seconds.
        drift: motion of the picture, x, y in pixels a second.
        next_name: name of the next new track.
        small: the shrunk picture in which the tracks lie: the newest one, unless we could not place the tracks in it.
            None before the first look.
    """

    card: ModelCard
    model: str
    one_meld: OneMeld
    state: State = State.LOOKING
    reading: RackReading | None = None
    looks: int = 0
    time: float = 0.0
    tracks: tuple[Track, ...] = field(default=(), repr=False)
    names: tuple[int, ...] = ()
    standing: ReadingSummary | None = None
    since: float = 0.0
    agreed: int = 0
    astray: int = 0
    rival: ReadingSummary | None = None
    rival_since: float = 0.0
    waiting: float | None = None
    patient: bool = True
    tiles_at: float = 0.0
    drift: Point = (0.0, 0.0)
    next_name: int = 0
    small: Pixels | None = field(default=None, repr=False)

    @classmethod
    def start(cls, cards: NetworkCards, one_meld: OneMeld) -> Fusion:
        """Begin with nothing seen."""
        return cls(cards.classifier, cards.name, one_meld)

    def step(self, seen: Observation, time: float) -> Steps[Fusion]:
        """Return the fusion after one more look.

        Args:
            seen: the look.
            time: time of its picture, in seconds of any clock that does not go back.

        Raises:
            VisionError: `bad-time`, as `check_time`.
        """
        self.check_time(time)
        known = self.tracks if self._same_size(seen) else ()
        small: Pixels = yield Shrink(seen.photo.pixels)
        shift = None
        if known and self.small is not None:
            shift = yield from picture_shift(self.small, small, seen.photo.width)
        followed, drift, placed = advance(known, seen, self.card, self.drift, shift, last=self.time, time=time)
        fresh = sum(track.name < 0 for track in followed)
        names = iter(range(self.next_name, self.next_name + fresh))
        named = [track if track.name >= 0 else replace(track, name=next(names)) for track in followed]
        tracks = lasting(named, last=self.time, time=time)
        labels = seen.faces.labels
        enough = min(ENOUGH, self.looks + 1)
        often = shown(tracks, labels, self.card, seen.photo.area, looks=enough, known=self.names)
        read = [track for track in often if in_view(track, seen)]
        faces = as_faces(read, labels)
        reading, order = yield from interpret(
            seen.photo, faces, self.card, self.one_meld, model=self.model, timing=seen.timing
        )
        if not placed:
            reading = replace(reading, tiles=tuple(replace(tile, sure=False) for tile in reading.tiles))
        reading = with_alike(reading, [faces.each[index] for index in order])
        if seen.tile_set is not None:
            reading = with_tile_set(reading, seen.tile_set)
        after = replace(
            self,
            reading=reading,
            looks=self.looks + 1,
            time=time,
            tracks=tracks,
            names=tuple(read[index].name for index in order),
            drift=drift,
            next_name=self.next_name + fresh,
            small=small if placed else self.small,
            tiles_at=time if reading.tiles else self.tiles_at,
        )
        after = _waited(after)
        # We do not know where the tiles lie: their reading counts again once we find them.
        if not placed:
            return replace(after, state=_unsettled(after))
        judged = _judged(after, ReadingSummary.of(reading, after.names))
        return replace(judged, waiting=None) if judged.state is State.STEADY else judged

    def check_time(self, time: float) -> None:
        """Refuse a time that is not finite or lies before the last look's; raises VisionError (`bad-time`)."""
        if not math.isfinite(time):
            raise VisionError("bad-time", f"a look needs a finite time in seconds, got {time}", "time")
        if self.looks and time < self.time:
            raise VisionError("bad-time", f"looks come in order: {time} s lies before {self.time} s", "time")

    def _same_size(self, seen: Observation) -> bool:
        """Say whether the picture has the size of the last one; corners of another size do not fit it."""
        last = self.reading
        return last is not None and (last.width, last.height) == (seen.photo.width, seen.photo.height)


def _waited(now: Fusion) -> Fusion:
    """Update `waiting` and `patient` after a look."""
    if now.state is State.STEADY:
        return now
    assert now.reading is not None
    waiting = now.waiting
    if now.time - now.tiles_at >= GONE:
        waiting = None
    elif waiting is None and now.reading.tiles:
        waiting = now.time
    return replace(now, waiting=waiting, patient=waiting is None or now.time - waiting < PATIENCE - CLOCK)


def _judged(now: Fusion, summary: ReadingSummary) -> Fusion:
    """Return the fusion after a look with this summary, with a new standing reading and state.

    One look that differs does not replace the standing reading, but its own reading is not steady. If the next look
    agrees with it, both count from the first of the two.
    """
    standing, rival = now.standing, now.rival
    if standing is not None and standing.says(summary, patient=now.patient):
        now = replace(now, standing=standing.then(summary), agreed=now.agreed + 1, astray=0)
    elif now.astray + 1 < DIFFERENT:
        return replace(now, astray=now.astray + 1, rival=summary, rival_since=now.time, state=_unsettled(now))
    elif rival is not None and rival.says(summary, patient=now.patient):
        now = replace(now, standing=rival.then(summary), since=now.rival_since, agreed=2, astray=0)
    else:
        now = replace(now, standing=summary, since=now.time, agreed=1, astray=0)
    assert now.reading is not None
    if now.reading.tiles and now.agreed >= ENOUGH and now.time - now.since >= HOLD - CLOCK:
        return replace(now, state=State.STEADY)
    return now if now.agreed > 1 and now.reading.tiles else replace(now, state=_unsettled(now))


def _unsettled(now: Fusion) -> State:
    """Return the state of a reading that is not steady, from the state before (`now.state`)."""
    if now.time - now.tiles_at >= GONE:
        return State.LOOKING
    return State.MOVED if now.state is State.STEADY else now.state
