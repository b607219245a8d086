"""Read a camera's pictures as they come: choose the sharp ones, and fuse their readings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rules.input.declared_types import checked, checked_fields
from vision.errors import VisionError
from vision.geometry import Box
from vision.image.photo import Photo
from vision.layout.exposures import OneMeld
from vision.live.fusion import CLOCK, Fusion
from vision.observation import NetworkCards
from vision.pipeline import observe
from vision.reading import RackReading
from vision.requests import Measure, Measurement, Steps
from vision.tilesets.tile_set import TileSet

RECENT: Final = 1.0
"""Seconds of pictures with which we compare a new one."""

MOST: Final = 120
"""Most pictures of that time that we remember: cameras take up to 60 a second."""

SHARP: Final = 0.7
"""Share of the best sharpness among these that a picture needs before we read it."""

LONGEST: Final = 0.3
"""Seconds after which we read a picture however blurred it is."""

AROUND: Final = 0.25
"""Margin around the rack, as a share of its size, in which we measure sharpness: on the tiles' print, not the table."""


@dataclass(frozen=True, slots=True)
class Gate:
    """Lets a picture through if it is sharp beside the pictures just before.

    Attributes:
        every: least seconds from one picture let through to the next.
        recent: time and sharpness of the latest pictures.
        passed: time of the last picture let through, None before the first.
    """

    every: float = 0.0
    recent: tuple[tuple[float, float], ...] = ()
    passed: float | None = None

    def step(self, sharp: float, time: float) -> tuple[Gate, bool]:
        """Return the gate after one more picture, and whether it lets that one through.

        Args:
            sharp: the picture's sharpness, on any fixed scale.
            time: time of the picture, in seconds that do not go back.
        """
        # Pictures of one time count as one, as sharp as the best of them. If the clock went back, we start again.
        best = max([sharp, *(value for at, value in self.recent if at == time)])
        recent = (*(one for one in self.recent if 0 < time - one[0] <= RECENT), (time, best))[-MOST:]
        since = None if self.passed is None else time - self.passed
        late = since is None or since >= max(LONGEST, self.every)
        due = since is None or since >= self.every - CLOCK
        lets = late or (due and sharp >= SHARP * max(value for _, value in recent))
        return replace(self, recent=recent, passed=time if lets else self.passed), lets


@dataclass(frozen=True, slots=True, eq=False)
@checked_fields(VisionError)
class Live:
    """A camera's state between two pictures. Each step gives a new one; there is no other state.

    A server keeps one value for each phone and replaces it by the next, from any thread: this value is the session.

    Attributes:
        fusion: the fused reading so far.
        gate: the choice of pictures to read.
        read: whether we read the newest picture.
        tile_set: the chosen taught set, or None.
    """

    fusion: Fusion
    gate: Gate = Gate()
    read: bool = False
    tile_set: TileSet | None = None

    @classmethod
    @checked(VisionError)
    def start(cls, cards: NetworkCards, one_meld: OneMeld, every: float = 0.0, tile_set: TileSet | None = None) -> Live:
        """Begin with nothing seen; read at most one picture in `every` seconds."""
        return cls(Fusion.start(cards, one_meld), Gate(every), tile_set=tile_set)

    @checked(VisionError)
    def step(self, photo: Photo, time: float, cards: NetworkCards) -> Steps[Live]:
        """Return the state after one more picture, which we read if it is sharp enough beside the last ones.

        Args:
            photo: the picture.
            time: time of the picture, in seconds of any clock that does not go back.
            cards: the networks' cards.

        Raises:
            VisionError: `bad-time` if `time` is not finite or lies before the last look's; `other-reader` if the taught
                set holds embeddings of other weights.
        """
        # The gate lets no earlier picture through: without this check a clock set back would stop the reading silently.
        self.fusion.check_time(time)
        box = _around(self.fusion.reading, photo)
        ((sharp,),) = yield Measure(Measurement.SHARPNESS, (photo.pixels,), box)
        gate, read = self.gate.step(sharp, time)
        if not read:
            return replace(self, gate=gate, read=False)
        seen = yield from observe(photo, cards, self.tile_set)
        fusion = yield from self.fusion.step(seen, time)
        return replace(self, fusion=fusion, gate=gate, read=True)


def _around(reading: RackReading | None, photo: Photo) -> Box | None:
    """Return the box of the last reading's tiles and a margin, in the working picture; None without tiles."""
    if reading is None or not reading.tiles or (reading.width, reading.height) != (photo.width, photo.height):
        return None
    boxes = [tile.box for tile in reading.tiles]
    x0, y0 = min(box[0] for box in boxes), min(box[1] for box in boxes)
    x1, y1 = max(box[2] for box in boxes), max(box[3] for box in boxes)
    reach = AROUND * max(x1 - x0, y1 - y0)
    low, high = (x0 - reach, y0 - reach), (x1 + reach, y1 + reach)
    return low[0] * photo.scale, low[1] * photo.scale, high[0] * photo.scale, high[1] * photo.scale
