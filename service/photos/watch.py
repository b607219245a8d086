"""Watch live frames: report each change of state and each steady reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from service.photos.frame_source import CameraFrame
from vision import Networks, Photo, RackReading, State, TileSet, start_live, step_live
from vision.live.stability import ReadingSummary

ADVICE_AFTER: Final = 2.0
"""Seconds without a steady reading after which we give advice, and between two pieces of advice."""

DOUBTED: Final = 0.45
"""Seconds for which a steady reading must differ in its uncertain tiles alone before we report it again."""


@dataclass(frozen=True, slots=True, eq=False)
class LiveState:
    """One report of the watch.

    Attributes:
        time: seconds from the first frame.
        state: how far the reading is.
        tiles: number of tiles in view.
        advice: what may be wrong with the picture, in a player's words; or None.
        steady: the photo and its reading if a new reading is steady; else None.
    """

    time: float
    state: State
    tiles: int
    advice: str | None = None
    steady: tuple[Photo, RackReading] | None = None


def watch(
    frames: Iterable[CameraFrame], networks: Networks, every: float = 0.0, tile_set: TileSet | None = None
) -> Iterator[LiveState]:
    """Yield the reports of frames as they arrive.

    We report a change of state, a steady reading that differs from the last one reported, and, every few seconds
    without a steady reading, advice about a poor picture. A difference in tiles or exposures counts at once. A
    difference only in which tiles are uncertain counts after `DOUBTED` seconds. When the reading is steady in its sure
    tiles alone, every other difference counts after `DOUBTED` seconds too.

    Args:
        frames: the frames.
        networks: the networks.
        every: minimum seconds between two frames that we read.
        tile_set: the taught tile set to read with, or None.
    """
    live = start_live(networks, every, tile_set)
    state: State | None = None
    # The reading reported last: its tiles, its uncertain tiles, and its summary.
    tiles: tuple[object, ...] | None = None
    unsure: tuple[int, ...] = ()
    summary = ReadingSummary()
    doubted: float | None = None
    spoke = 0.0
    for frame in frames:
        live = step_live(live, frame.photo, frame.time, networks)
        now, reading = live.fusion, live.fusion.reading
        if not live.read or reading is None:
            continue
        steady = advice = None
        if now.state is State.STEADY:
            spoke = frame.time
            here = ReadingSummary.of(reading, now.names)
            alike = _tiles(reading) == tiles
            stands = tiles is not None and not now.patient and summary.says(here, patient=False)
            doubted = frame.time if doubted is None or (alike and reading.unsure == unsure) else doubted
            if not (alike or stands) or frame.time - doubted >= DOUBTED:
                tiles, unsure, summary, doubted = _tiles(reading), reading.unsure, here, None
                steady = (frame.photo, reading)
        elif frame.time - spoke >= ADVICE_AFTER and reading.issues:
            advice, spoke = reading.issues[0].message, frame.time
        if now.state is not state or steady is not None or advice is not None:
            yield LiveState(frame.time, now.state, len(reading.tiles), advice, steady)
        state = now.state


def _tiles(reading: RackReading) -> tuple[object, ...]:
    """Return the parts of a reading in which we report a difference at once."""
    return reading.rows, reading.rack, reading.aside
