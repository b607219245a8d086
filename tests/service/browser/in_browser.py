"""Functions that the tests call inside the browser; each answers in JSON."""

from __future__ import annotations

import base64
import json
from time import perf_counter
from typing import Any

import opened  # type: ignore[import-not-found]

from service.browser.host.browser_host import BrowserHost, Held
from service.cards.photographed.read_photo import card_of_photo
from tests.service.browser import steps
from vision.errors import VisionError

Js = Any
"""A JavaScript object."""

HOST = BrowserHost(opened.host)


def _plain(value: object) -> object:
    """Make an answer fit for JSON: replace arrays that the browser holds by shape and base64 bytes."""
    if isinstance(value, Held):
        array = value.js if len(value.shape) == 1 else getattr(value.js, "data", None) or value.js.values
        return {"shape": value.shape, "bytes": base64.b64encode(array.to_bytes()).decode()}
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value


async def requests(file: Js, moved: Js) -> str:
    """Run every request of `steps.every_request` and return the answers."""
    return json.dumps(_plain(await HOST.drive(steps.every_request(file.to_bytes(), moved.to_bytes()))))


async def views(file: Js) -> str:
    """Return the gallery views of a taught tile face."""
    crop = HOST.crop_of(file.to_bytes(), "crop")
    return json.dumps(_plain([Held(view, crop.shape) for view in opened.faceViews(await crop.js)]))


async def scan(file: Js) -> str:
    """Read a photo; return the reading or the error's code, and the milliseconds that it took."""
    data = file.to_bytes()
    start = perf_counter()
    try:
        reading = await HOST.drive(steps.scan(data))
    except VisionError as error:
        return json.dumps({"error": error.code, "message": str(error)})
    return json.dumps({"reading": reading.to_json("photo"), "ms": (perf_counter() - start) * 1e3})


async def card(file: Js) -> str:
    """Read a photographed card; of each line's photo strip keep only the media type."""
    found = (await HOST.drive(card_of_photo(file.to_bytes(), "card"))).to_json()
    for line in (line for section in found["sections"] for line in section["lines"]):
        line["strip"] = line["strip"].partition(",")[0]
    return json.dumps(found)


async def watch(*frames: Js) -> str:
    """Read the frames of a camera."""
    return json.dumps(steps.told(await HOST.drive(steps.watch([frame.to_bytes() for frame in frames]))))


async def rest() -> str:
    """Free the memory of the networks."""
    opened.host.close()
    return "null"
