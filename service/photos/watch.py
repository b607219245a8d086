"""A live picture watched: its state as it changes, and each reading that stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from service.photos.frame_source import CameraFrame
from vision import Networks, Photo, RackReading, State, TileSet, start_live, step_live
from vision.live.stability import ReadingSummary

ADVICE_AFTER: Final = 2.0
"""Seconds without a reading that stands after which it is said what may be wrong, and between two such words."""

DOUBTED: Final = 0.45
"""Seconds that a reading which stands must differ in what is asked about alone before it is told again."""


@dataclass(frozen=True, slots=True, eq=False)
class LiveState:
    """Something to tell.

    Attributes:
        time: seconds from the first picture.
        state: how far the reading is.
        tiles: how many tiles are in view.
        advice: what may be wrong with the picture, in a player's words; None for nothing.
        steady: the photo and its reading where one stands that was not told before; else None.
    """

    time: float
    state: State
    tiles: int
    advice: str | None = None
    steady: tuple[Photo, RackReading] | None = None


def watch(
    shots: Iterable[CameraFrame], networks: Networks, every: float = 0.0, profile: TileSet | None = None
) -> Iterator[LiveState]:
    """What there is to tell of pictures as they come.

    A moment comes when the state changes, when a reading stands that differs from the last one told (in its tiles, its
    exposures or, for some time, in what is sure; where it stands by what is sure alone, for some time in all else), and
    now and then while none stands and the picture has faults.

    Args:
        shots: the pictures.
        networks: the networks.
        every: seconds at least from one look to the next.
        profile: the taught set that is read by, or None.
    """
    live = start_live(networks, every, profile)
    state: State | None = None
    # Of the reading told last: its tiles, those that are asked about, and what of it stands.
    tiles: tuple[object, ...] | None = None
    unsure: tuple[int, ...] = ()
    gist = ReadingSummary()
    doubted: float | None = None
    spoke = 0.0
    for shot in shots:
        live = step_live(live, shot.photo, shot.time, networks)
        now, reading = live.fusion, live.fusion.reading
        if not live.read or reading is None:
            continue
        steady = advice = None
        if now.state is State.STEADY:
            spoke = shot.time
            here = ReadingSummary.of(reading, now.names)
            alike = _tiles(reading) == tiles
            stands = tiles is not None and not now.patient and gist.says(here, patient=False)
            doubted = shot.time if doubted is None or (alike and reading.unsure == unsure) else doubted
            if not (alike or stands) or shot.time - doubted >= DOUBTED:
                tiles, unsure, gist, doubted = _tiles(reading), reading.unsure, here, None
                steady = (shot.photo, reading)
        elif shot.time - spoke >= ADVICE_AFTER and reading.issues:
            advice, spoke = reading.issues[0].message, shot.time
        if now.state is not state or steady is not None or advice is not None:
            yield LiveState(shot.time, now.state, len(reading.tiles), advice, steady)
        state = now.state


def _tiles(reading: RackReading) -> tuple[object, ...]:
    """What of a reading is told at once where it differs."""
    return reading.rows, reading.rack, reading.aside
