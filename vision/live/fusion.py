"""Fuse many looks at one rack into one reading, and say when it stands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from vision.confidence.thresholds import Thresholds
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

ENOUGH: Final = 3
"""Looks at a tile before it is read, and looks that must agree before a reading is steady."""

HOLD: Final = 0.2
"""Seconds that a reading stays the same before it is steady. A tile that is not sure keeps nothing waiting."""

PATIENCE: Final = 0.6
"""Seconds of tiles in view, and no reading that stands, from which only what is sure must stay the same: nobody holds a
phone for longer than a second, and we ask about what the looks do not agree on by then."""

CLOCK: Final = 1e-3
"""Seconds: times that are sums of fractions must not miss their own interval."""

DIFFERENT: Final = 2
"""Looks in a row that must read something else before what stood is given up."""

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
        thresholds: from the classifier's card.
        model: the networks, `name@version`.
        one_meld: which tiles may lie in one exposure.
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
        small: the picture that the tracks lie in, shrunk: the newest one, unless it does not say where they are. None
            before the first look.
    """

    thresholds: Thresholds
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
        """Begin with nothing seen; raises ModelError where the classifier's card lacks a threshold."""
        return cls(Thresholds.of(cards.classifier), cards.name, one_meld)

    def step(self, seen: Observation, time: float) -> Steps[Fusion]:
        """Return what is known after one more look.

        Args:
            seen: the look.
            time: when its picture was taken, in seconds of any clock that does not go back.

        Raises:
            VisionError: `bad-time` where `time` lies before the last look's.
        """
        if self.looks and time < self.time:
            raise VisionError("bad-time", f"looks come in order: {time} s lies before {self.time} s", "time")
        known = self.tracks if self._same_size(seen) else ()
        small: Pixels = yield Shrink(seen.photo.pixels)
        shift = None
        if known and self.small is not None:
            shift = yield from picture_shift(self.small, small, seen.photo.width)
        followed, drift, placed = advance(known, seen, self.thresholds, self.drift, shift, last=self.time, time=time)
        fresh = sum(track.name < 0 for track in followed)
        names = iter(range(self.next_name, self.next_name + fresh))
        named = [track if track.name >= 0 else replace(track, name=next(names)) for track in followed]
        tracks = lasting(named, time)
        labels = seen.faces.labels
        often = shown(tracks, labels, self.thresholds, min(ENOUGH, self.looks + 1), self.names)
        read = [track for track in often if in_view(track, seen)]
        faces = as_faces(read, labels)
        reading, order = yield from interpret(
            seen.photo, faces, self.thresholds, self.one_meld, model=self.model, timing=seen.timing
        )
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
        """Say whether the picture still has the size of the last one; corners of another size say nothing."""
        last = self.reading
        return last is not None and (last.width, last.height) == (seen.photo.width, seen.photo.height)


def _waited(now: Fusion) -> Fusion:
    """Note since when a reading is waited for, and how much must stay the same by now."""
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
    """Return the fusion after a look that read `summary`, with what stands now and its state.

    One look that differs and is taken back by the next starts nothing anew, and its reading is not steady. Where the
    next one says the same, it has been so since the first of the two.
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
    """Return the state of a reading that does not stand, after the one before (`now.state`)."""
    if now.time - now.tiles_at >= GONE:
        return State.LOOKING
    return State.MOVED if now.state is State.STEADY else now.state
