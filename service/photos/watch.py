"""Watch a live picture: tell its state as it changes, and each reading that stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from service.photos.frame_source import CameraFrame
from vision import Networks, Photo, RackReading, State, TileSet, start_live, step_live
from vision.live.stability import ReadingSummary

ADVICE_AFTER: Final = 2.0
"""Seconds without a standing reading after which we say what may be wrong, and between two such words."""

DOUBTED: Final = 0.45
"""Seconds a standing reading must differ in its uncertain tiles alone before we tell it again."""


@dataclass(frozen=True, slots=True, eq=False)
class LiveState:
    """Something to tell.

    Attributes:
        time: seconds from the first picture.
        state: how far the reading is.
        tiles: how many tiles are in view.
        advice: what may be wrong with the picture, in a player's words; None for nothing.
        steady: the photo and its reading where a new one stands; else None.
    """

    time: float
    state: State
    tiles: int
    advice: str | None = None
    steady: tuple[Photo, RackReading] | None = None


def watch(
    frames: Iterable[CameraFrame], networks: Networks, every: float = 0.0, tile_set: TileSet | None = None
) -> Iterator[LiveState]:
    """Yield what there is to tell of pictures as they come.

    We tell when the state changes, when a reading stands that differs from the last one told, and now and then while
    none stands and the picture has faults. A reading differs in its tiles or its exposures at once, and in what is sure
    after some time; one that stands by what is sure alone differs in all else after some time.

    Args:
        frames: the pictures.
        networks: the networks.
        every: least seconds from one look to the next.
        tile_set: the taught set to read by, or None.
    """
    live = start_live(networks, every, tile_set)
    state: State | None = None
    # Of the reading told last: its tiles, the uncertain ones, and what of it stands.
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
    """Return what of a reading we tell at once where it differs."""
    return reading.rows, reading.rack, reading.aside
