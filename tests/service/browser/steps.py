"""Parts of the core that both hosts run, so that tests can compare their answers."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.tiles import may_be_one_meld
from vision.classification.homography import FACE_IN_CROP, rectify_request
from vision.geometry import Quad, turned
from vision.image.photo import Photo, open_photo
from vision.live.live_reader import Live
from vision.observation import NetworkCards
from vision.pipeline import read_rack
from vision.reading import RackReading
from vision.requests import (
    VIEWS,
    Classify,
    Compare,
    Detect,
    EmbedViews,
    Encode,
    Encoded,
    Measure,
    Measurement,
    Pixels,
    Shrink,
    Steps,
)

CARDS = NetworkCards.load()

FRAMES_A_SECOND = 10

OF_CROPS = (Measurement.DETAIL, Measurement.GLARE)


@dataclass(frozen=True, eq=False)
class Known:
    """A taught tile face."""

    crop: Pixels
    views: Sequence[float]


def quads(width: float, height: float) -> list[Quad]:
    """Quads of many sizes and directions, some beyond the picture's edge."""
    found = []
    for number in range(24):
        x, y = width * ((number * 0.618) % 1.1 - 0.05), height * ((number * 0.377) % 1.1 - 0.05)
        side, turn = 12 * 1.22**number, 0.7 * number
        corners = ((-0.36, -0.5), (0.36, -0.46), (0.35, 0.5), (-0.38, 0.48))
        one, two, three, four = (
            (
                x + side * (u * math.cos(turn) - v * math.sin(turn)),
                y + side * (u * math.sin(turn) + v * math.cos(turn)),
            )
            for u, v in corners
        )
        found.append((one, two, three, four))
    return found


def embedding(number: int, length: int) -> list[float]:
    """Return a made-up embedding of unit length."""
    values = [math.sin(number * 12.9 + place * 78.2) for place in range(length)]
    size = math.hypot(*values)
    return [value / size for value in values]


def every_request(data: bytes, moved: bytes) -> Steps[dict[str, Any]]:
    """Yield every kind of request that a host can answer, for two pictures of one size; return the answers by name."""
    photo = yield from open_photo(data)
    pixels = photo.pixels
    height, width = pixels.shape[:2]
    found: dict[str, Any] = {"picture": pixels}
    views = [
        Detect(pixels, (0, 0, width, height), 1, (384, 288)),
        Detect(pixels, (101, 51, width - 2, height - 1), 0, (640, 480)),
        Detect(pixels, (300, 200, 461, 311), 0, (320, 224)),
    ]
    for number, request in enumerate(views):
        output = yield request
        found[f"view {number}"] = output.view
        found[f"scores {number}"], found[f"offsets {number}"] = list(output.scores), list(output.offsets)
    crops = yield rectify_request(pixels, quads(width, height))
    found["crops"] = list(crops)
    found["turned"] = []
    for turns in range(4):
        found["turned"] += yield rectify_request(crops[turns], (turned(FACE_IN_CROP, turns),))
    said = yield Classify(crops)
    found |= {"logits": said.logits, "turns": said.turns, "frames": said.frames, "embeddings": list(said.embeddings)}
    anew = yield Classify(crops, upright=True)
    found["upright logits"] = anew.logits
    for what in OF_CROPS:
        found[what.value] = yield Measure(what, crops)
    found["light"] = yield Measure(Measurement.LIGHT, (pixels,))
    found["sharpness"] = yield Measure(Measurement.SHARPNESS, (pixels, crops[0]))
    found["sharpness of a part"] = yield Measure(Measurement.SHARPNESS, (pixels,), (100.5, 80.2, width - 99.0, 9e9))
    other = yield from open_photo(moved)
    small = yield Shrink(pixels)
    small_other = yield Shrink(other.pixels)
    found["shrunk"] = small
    found["shift"] = yield Measure(Measurement.SHIFT, (small, small_other))
    length = len(said.frames) and said.embeddings[0].shape[0]
    taught = tuple(
        Known(crop, array("f", [value for view in range(VIEWS) for value in embedding(VIEWS * at + view, length)]))
        for at, crop in enumerate(crops[4:9])
    )
    kept: Encoded = yield Encode(crops[4:9])
    shown = yield EmbedViews(kept.crops)
    found |= {
        "kept": list(kept.crops),
        "pictures": [len(one) for one in kept.pictures],
        "views": list(map(list, shown)),
    }
    alike = yield Compare(crops, said.embeddings, taught)
    return found | {"agreements": alike.agreements, "cosines": alike.cosines, "spreads": list(alike.spreads)}


def scan(data: bytes) -> Steps[RackReading]:
    """Read a photo."""
    photo = yield from open_photo(data, "photo")
    return (yield from read_rack(photo, CARDS, may_be_one_meld))


def watch(frames: Sequence[bytes]) -> Steps[list[Live]]:
    """Read the frames of a camera; return the state after each."""
    live, known = Live.start(CARDS, may_be_one_meld), []
    for number, frame in enumerate(frames):
        photo: Photo = yield from open_photo(frame)
        live = yield from live.step(photo, number / FRAMES_A_SECOND, CARDS)
        known.append(live)
    return known


def told(known: Sequence[Live]) -> list[dict[str, Any]]:
    """Return the part of each state that a player sees."""
    return [
        {
            "state": live.fusion.state.value,
            "read": live.read,
            "tiles": [(tile.label, tile.sure) for tile in live.fusion.reading.tiles] if live.fusion.reading else [],
        }
        for live in known
    ]
