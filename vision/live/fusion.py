"""Many looks at one rack become one reading: tiles are followed, what is said of each is fused, and it says when."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.confidence.tile_confidence import Thresholds
from vision.errors import VisionError
from vision.live.image_shift import shift_between, shrunk
from vision.live.stability import ReadingSummary
from vision.live.track import Track
from vision.live.tracker import advance, as_faces, in_view, lasting, shown
from vision.pipeline import Networks, Observation, interpret, with_tile_set
from vision.reading import RackReading

ENOUGH: Final = 3
"""Looks at a tile before it is read, and looks that must agree before a reading is steady."""

HOLD: Final = 0.2
"""Seconds that a reading stays the same before it is steady. A tile that is not sure keeps nothing waiting: a better
look changes the reading when it comes, and till then a person looks. Of 144 films at 30 looks a second 136 stand within
a second, exact in 3,181 of 3,704 standing moments; after 0.25 s 132 and 3,124 of 3,623 (before ``Track.probabilities``
heard all turns)."""

PATIENCE: Final = 0.6
"""Seconds of tiles in view, and no reading that stands, from which only what is sure must stay the same: nobody holds a
phone for longer than a second, and what the looks do not agree on by then is asked about. Of 144 films 131 stand within
a second without and 143 with it, 48 of which were looked at only afterwards; of 4,320 moments 3,212 stand and are exact
without and 3,273 with it, 503 and 616 stand and are not: in 4 of them either way nothing is asked about, and nothing is
surely wrong. After 0.4 s as many stand so soon, but 549 moments of 96 films are not exact in place of 477."""

CLOCK: Final = 1e-3
"""Seconds: times that are sums of fractions must not miss their own interval."""

DIFFERENT: Final = 2
"""Looks in a row that must read something else before what stood is given up."""

GONE: Final = 1.0
"""Seconds without any tile after which what was seen before is forgotten."""


Pixels = npt.NDArray[np.uint8]


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
        standing: what the reading was for some looks now, None before the first look,
        since: since when, seconds, and
        agreed: in how many looks.
        astray: how many looks there were since the last one that agreed,
        rival: what the last one of these read, and
        rival_since: when that was.
        waiting: since when tiles were in view and no reading of them stood; None where one stands, or without tiles.
        patient: whether all that is read must stay the same, not only what is sure; while a reading stands it stays as
            it was when that one came to stand.
        tiles_at: when a tile was last in view.
        drift: x, y in pixels a second that the picture moves.
        next_name: of the next new track.
        small: the picture that the tracks lie in, as `vision.live.image_shift` compares it: the newest one, unless it
        does not say
            where they are. None before the first look.
    """

    thresholds: Thresholds
    model: str
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
    drift: tuple[float, float] = (0.0, 0.0)
    next_name: int = 0
    small: Pixels | None = field(default=None, repr=False)

    @classmethod
    def start(cls, networks: Networks) -> Fusion:
        """Nothing seen yet; raises ModelError where the reader's card lacks a threshold."""
        return cls(Thresholds.of(networks.classifier.card), networks.name)

    def step(self, seen: Observation, time: float) -> Fusion:
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
        small = shrunk(seen.photo.pixels)
        shift = shift_between(self.small, small, seen.photo.width) if known and self.small is not None else None
        followed, drift, placed = advance(known, seen, self.thresholds, self.drift, shift, last=self.time, time=time)
        fresh = sum(track.name < 0 for track in followed)
        names = iter(range(self.next_name, self.next_name + fresh))
        named = [track if track.name >= 0 else replace(track, name=next(names)) for track in followed]
        tracks = lasting(named, time)
        labels = seen.faces.labels
        often = shown(tracks, labels, self.thresholds, min(ENOUGH, self.looks + 1), self.names)
        read = [track for track in often if in_view(track, seen)]
        faces = as_faces(read, labels)
        reading, order = interpret(seen.photo, faces, self.thresholds, self.model, seen.timing)
        if not placed:
            reading = replace(reading, tiles=tuple(replace(tile, sure=False) for tile in reading.tiles))
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
        # Where the tiles lie now is not known: what was read of them stands again once they are found.
        if not placed:
            return replace(after, state=_unsettled(after))
        judged = _judged(after, ReadingSummary.of(reading, after.names))
        return replace(judged, waiting=None) if judged.state is State.STEADY else judged

    def _same_size(self, seen: Observation) -> bool:
        """Whether the picture still has the size of the last one; corners of another size say nothing."""
        last = self.reading
        return last is not None and (last.width, last.height) == (seen.photo.width, seen.photo.height)


def _waited(now: Fusion) -> Fusion:
    """The fusion with since when a reading is waited for, and how much must stay the same by now."""
    if now.state is State.STEADY:
        return now
    assert now.reading is not None
    waiting = now.waiting
    if now.time - now.tiles_at >= GONE:
        waiting = None
    elif waiting is None and now.reading.tiles:
        waiting = now.time
    return replace(now, waiting=waiting, patient=waiting is None or now.time - waiting < PATIENCE - CLOCK)


def _judged(now: Fusion, gist: ReadingSummary) -> Fusion:
    """The fusion after a look that read `gist`, with what stands now and its state.

    One look that differs and is taken back by the next starts nothing anew; nor is what it reads steady. Where the
    next one says the same, it has been so since the first of the two.
    """
    standing, rival = now.standing, now.rival
    if standing is not None and standing.says(gist, patient=now.patient):
        now = replace(now, standing=standing.then(gist), agreed=now.agreed + 1, astray=0)
    elif now.astray + 1 < DIFFERENT:
        return replace(now, astray=now.astray + 1, rival=gist, rival_since=now.time, state=_unsettled(now))
    elif rival is not None and rival.says(gist, patient=now.patient):
        now = replace(now, standing=rival.then(gist), since=now.rival_since, agreed=2, astray=0)
    else:
        now = replace(now, standing=gist, since=now.time, agreed=1, astray=0)
    assert now.reading is not None
    if now.reading.tiles and now.agreed >= ENOUGH and now.time - now.since >= HOLD - CLOCK:
        return replace(now, state=State.STEADY)
    return now if now.agreed > 1 and now.reading.tiles else replace(now, state=_unsettled(now))


def _unsettled(now: Fusion) -> State:
    """The state of what does not stand, after the one before (`now.state`)."""
    if now.time - now.tiles_at >= GONE:
        return State.LOOKING
    return State.MOVED if now.state is State.STEADY else now.state
