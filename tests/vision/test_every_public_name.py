"""Every public function and value of `vision` refuses a value of the wrong type with an error of the package."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import vision
from rules.tiles import may_be_one_meld
from tests.hostile_values import Parameters, faults, public_callables, public_methods
from tests.vision.files import encoded
from tests.vision.toys import LABELS, faces_of, networks, picture
from vision import Live, Photo, RackReading, VisionError, decode, empty_tile_set, observe, start_live, write_tile_set
from vision.geometry import Quad
from vision.live.live_reader import Gate
from vision.reading import Timing

NETWORKS: Final = networks()
PHOTO: Final = Photo.of(picture(400, 300, []))
PLACE: Final[Quad] = ((10.0, 10.0), (60.0, 10.0), (60.0, 80.0), (10.0, 80.0))
SET: Final = empty_tile_set("home", NETWORKS.classifier.card)
SEEN: Final = observe(PHOTO, NETWORKS)
FACES: Final = faces_of(np.ones((3, len(LABELS))) / len(LABELS), [PLACE] * 3, np.zeros((3, 160, 128, 3), np.uint8))
LIVE: Final = start_live(NETWORKS)
READING: Final = RackReading(400, 300, (), "", (), "toy@1")

SEEING: Final[Parameters] = {"photo": (PHOTO, ""), "networks": (NETWORKS, ""), "tile_set": (None, "none")}

CASES: Final[Mapping[str, Parameters]] = {
    "Face": {
        "probabilities": ((), "list"),
        "quad": (PLACE, ""),
        "embedding": ((), "anything"),
        "crop": ((), "anything"),
        "detail": ((0.0, 0.0, 0.0, 0.0), ""),
    },
    "Faces": {"labels": ((), "tuple of texts"), "each": ((), "tuple")},
    "Issue": {"code": ("blurred", "text"), "message": ("m", "text"), "tiles": ((), "tuple")},
    "Live": {"fusion": (LIVE.fusion, ""), "gate": (Gate(), ""), "read": (False, "flag"), "tile_set": (None, "none")},
    "Networks": {"detector": (NETWORKS.detector, ""), "classifier": (NETWORKS.classifier, "")},
    "Observation": {
        "photo": (PHOTO, ""),
        "faces": (SEEN.faces, ""),
        "scores": ((), "tuple"),
        "timing": (Timing(), ""),
        "tile_set": (None, "none"),
        "untaught": (None, "none"),
    },
    "Photo": {
        "pixels": (PHOTO.pixels, "anything"),
        "width": (400, "whole"),
        "height": (300, "whole"),
        "scale": (1.0, "number"),
        "decode_ms": (0.0, "number"),
        "file": (None, "none"),
        "damaged": (False, "flag"),
    },
    "RackReading": {
        "width": (400, "whole"),
        "height": (300, "whole"),
        "tiles": ((), "tuple"),
        "rack": ("", "text"),
        "issues": ((), "tuple"),
        "model": ("toy@1", "text"),
        "timing_ms": (Timing(), ""),
        "exposures": ((), "tuple"),
        "aside": ((), "tuple"),
        "tile_set": (None, "none"),
        "alike": ((), "tuple"),
    },
    "SetInUse": {
        "name": ("home", "text"),
        "used": (True, "flag"),
        "doubted": (False, "flag"),
        "better": (None, "text+none"),
    },
    "TileReading": {
        "label": ("5B", "text"),
        "confidence": (0.9, "number"),
        "alternatives": ((), "tuple"),
        "quad": (PLACE, ""),
        "row": (0, "whole"),
        "index": (0, "whole"),
        "sure": (True, "flag"),
    },
    "TileSet": {
        "name": ("home", "text"),
        "made_by": (SET.made_by, ""),
        "faces": ((), "tuple"),
        "renewed_from": (None, "text+none"),
    },
    "decode": {"data": (encoded(PHOTO.pixels, ".png"), "bytes"), "where": ("image", "text")},
    "empty_tile_set": {"name": ("home", "text"), "card": (NETWORKS.classifier.card, "")},
    "observe": {**SEEING, "laid_out": (False, "flag")},
    "overlay": {"photo": (PHOTO, ""), "reading": (READING, ""), "numbered": (False, "flag")},
    "propose": {"seen": ((), "list"), "known": ((), "texts+any mapping")},
    "read_rack": {**SEEING, "others": (tuple, "function"), "loose": (False, "flag")},
    "read_tile": {
        "photo": (PHOTO, ""),
        "place": (PLACE, "anything"),
        "networks": (NETWORKS, ""),
        "tile_set": (None, "none"),
    },
    "read_tile_set": {"data": (write_tile_set(SET), "bytes"), "where": ("set", "text")},
    "renewed": {"tile_set": (SET, ""), "classifier": (NETWORKS.classifier, "")},
    "start_live": {"networks": (NETWORKS, ""), "every": (0.0, "number"), "tile_set": (None, "none")},
    "step_live": {"live": (LIVE, ""), "photo": (PHOTO, ""), "time": (0.0, "number"), "networks": (NETWORKS, "")},
    "teach_faces": {
        "classifier": (NETWORKS.classifier, ""),
        "crops": (np.zeros((0, 160, 128, 3), np.uint8), ""),
        "labels": ((), "texts"),
        "origins": ((), "texts"),
    },
    "write_tile_set": {"tile_set": (SET, "")},
}
"""Every public function and value, with its parameters."""


METHODS: Final[Mapping[str, tuple[Callable[..., object], Parameters]]] = {
    "Faces.chosen": (FACES.chosen, {"indices": ((0,), "list+object")}),
    "Faces.of": (FACES.of, {"each": ((), "tuple+mapping")}),
    "Live.start": (
        Live.start,
        {
            "cards": (NETWORKS.cards, ""),
            "one_meld": (may_be_one_meld, "function"),
            "every": (0.0, "number"),
            "tile_set": (None, "none"),
        },
    ),
    "Live.step": (LIVE.step, {"photo": (PHOTO, ""), "time": (0.0, "number"), "cards": (NETWORKS.cards, "")}),
    "Observation.chosen": (replace(SEEN, faces=FACES, scores=(0.9,) * 3).chosen, {"indices": ((0,), "list+object")}),
    "Photo.of": (Photo.of, {"pixels": (PHOTO.pixels, "anything")}),
    "RackReading.to_json": (READING.to_json, {"image": ("a.jpg", "text")}),
    "TileSet.of_kinds": (SET.of_kinds, {"kinds": ((), "texts+any mapping")}),
    "TileSet.check_room": (SET.check_room, {"pictures": ((), "tuple+mapping")}),
    "TileSet.with_faces": (SET.with_faces, {"faces": ((), "tuple+mapping")}),
    "TileSet.without": (SET.without, {"ids": ((), "texts+any mapping")}),
    "TileSet.relabelled": (SET.relabelled, {"labels": ({}, "any mapping")}),
    "TileSet.fits": (SET.fits, {"card": (NETWORKS.classifier.card, "")}),
}
"""Every public method of a value that takes an argument, with its parameters."""


def test_every_public_name_has_a_case() -> None:
    """A new public function or value, or one whose name changes, needs a case here."""
    assert set(CASES) == set(public_callables(vision))
    assert set(METHODS) == public_methods(vision)


def test_the_readme_names_every_public_name() -> None:
    """The README's table says of each public name what it is, and names no other."""
    text = (Path(vision.__file__).parent / "README.md").read_text("utf-8")
    table = text.partition("## Public names")[2].partition("\n## ")[0]
    named = [name for row in re.findall(r"^\| (`.+?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == dir(vision)


@pytest.mark.parametrize("name", CASES)
def test_no_value_of_the_wrong_type_reaches_the_networks(name: str) -> None:
    """Each argument of another type gets the code wrong-type and what to give, never an error of Python's own."""
    assert list(faults(getattr(vision, name), CASES[name], VisionError)) == []


@pytest.mark.parametrize("name", METHODS)
def test_no_value_of_the_wrong_type_reaches_a_method(name: str) -> None:
    """A method of a value refuses an argument of another type as a function does."""
    assert list(faults(*METHODS[name], VisionError)) == []


@pytest.mark.parametrize("pixels", [None, b"", [[0]], "photo.jpg"])
def test_a_photo_of_no_array_says_what_pixels_it_needs(pixels: object) -> None:
    """A path or a list in place of a frame gets the shape to give."""
    with pytest.raises(VisionError, match="need pixels") as caught:
        Photo.of(pixels)
    assert caught.value.code == "bad-pixels"


def test_any_buffer_of_bytes_is_decoded() -> None:
    """The array that OpenCV encodes a picture into is as good as its bytes; an error names the caller's place."""
    data = encoded(PHOTO.pixels, ".png")
    array: Any = np.frombuffer(data, np.uint8)
    assert np.array_equal(decode(array).pixels, decode(data).pixels)
    name: Any = "rack.jpg"
    with pytest.raises(VisionError) as caught:
        decode(name, "photos[3]")
    assert (caught.value.code, caught.value.where) == ("wrong-type", "photos[3]")
