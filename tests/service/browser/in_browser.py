"""What the tests let the browser do, told as JSON."""

from __future__ import annotations

import base64
import json
from time import perf_counter
from typing import Any

from opened import host as js_host  # type: ignore[import-not-found]

from service.browser.host import BrowserHost, Held
from service.cards.photographed.read_photo import card_of_photo
from tests.service.browser import steps
from vision.errors import VisionError

Js = Any
"""An object of JavaScript."""

HOST = BrowserHost(js_host)


def _plain(value: object) -> object:
    """Return an answer as JSON can tell it: what the browser holds as its bytes."""
    if isinstance(value, Held):
        array = value.js if len(value.shape) == 1 else getattr(value.js, "data", None) or value.js.values
        return {"shape": value.shape, "bytes": base64.b64encode(array.to_bytes()).decode()}
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value


async def requests(file: Js, moved: Js) -> str:
    """Answer every request."""
    return json.dumps(_plain(await HOST.drive(steps.every_request(file.to_bytes(), moved.to_bytes()))))


async def views(file: Js) -> str:
    """Return the views of a face that is taught."""
    return json.dumps(_plain(await HOST.face_views([HOST.crop_of(file.to_bytes(), "crop")])))


async def scan(file: Js) -> str:
    """Read a photo; return its reading, or the error's code, and the milliseconds that it took."""
    data = file.to_bytes()
    start = perf_counter()
    try:
        reading = await HOST.drive(steps.scan(data))
    except VisionError as error:
        return json.dumps({"error": error.code, "message": str(error)})
    return json.dumps({"reading": reading.to_json("photo"), "ms": (perf_counter() - start) * 1e3})


async def card(file: Js) -> str:
    """Read a photographed card; without the strips of the photo, of which only the kind is told."""
    found = await HOST.drive(card_of_photo(file.to_bytes(), "card"))
    for line in (line for section in found["sections"] for line in section["lines"]):
        line["strip"] = line["strip"].partition(",")[0]
    return json.dumps(found)


async def watch(*frames: Js) -> str:
    """Read the pictures of a camera."""
    return json.dumps(steps.told(await HOST.drive(steps.watch([frame.to_bytes() for frame in frames]))))


async def rest() -> str:
    """Let the networks go."""
    js_host.close()
    return "null"
