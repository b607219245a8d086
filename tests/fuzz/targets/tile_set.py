"""Files of taught sets from another installation."""

from __future__ import annotations

import base64
import binascii
import json
from random import Random

import cv2
import numpy as np

from tests.fuzz.mutate import ODD_VALUES, crafted, dumped, mutated
from tests.fuzz.target import Target, named
from tests.vision import files
from vision import VisionError, read_tile_set, write_tile_set
from vision.requests import FACE_SIZE, VIEWS
from vision.tilesets.tile_set_file import FORMAT, VERSION


def _face(label: str, grey: int) -> dict[str, str]:
    picture = files.encoded(np.full((*FACE_SIZE, 3), grey, np.uint8), ".webp", cv2.IMWRITE_WEBP_QUALITY, 20)
    views = np.tile(np.array([0.6, 0.8], "<f2"), (VIEWS, 1))
    text = {"picture": picture, "views": views.tobytes()}
    return {"label": label, "from": "a.jpg"} | {name: base64.b64encode(held).decode() for name, held in text.items()}


def _file(faces: list[dict[str, str]], name: str = "Grandma's") -> bytes:
    classifier = {"name": "reader@1", "sha256": "0" * 64}
    return json.dumps(
        {"format": FORMAT, "version": VERSION, "name": name, "reader": classifier, "faces": faces}
    ).encode()


def _run(data: bytes) -> None:
    try:
        tile_set = read_tile_set(data, "set.json")
    except VisionError as error:
        named(error)
        return
    again = read_tile_set(write_tile_set(tile_set), "again")
    assert again.name == tile_set.name
    assert [(face.id, face.label, face.origin) for face in again.faces] == [
        (face.id, face.label, face.origin) for face in tile_set.faces
    ]


def _craft(data: bytes, rng: Random) -> bytes:
    """Change the tree, or the bytes of a base64 text in it."""
    try:
        tree = json.loads(data)
        face = rng.choice(tree["faces"])
        field = rng.choice(("picture", "views"))
        if rng.random() < 0.5:
            held = mutated(base64.b64decode(face[field]), rng, (), 3000)
            face[field] = base64.b64encode(held).decode()
            return dumped(tree)
        if rng.random() < 0.3:
            tree["name"] = rng.choice(ODD_VALUES)
        return dumped(crafted(tree, rng))
    except (ValueError, KeyError, IndexError, TypeError, binascii.Error, RecursionError):
        return mutated(data, rng, _WORDS, 6000)


_WORDS = tuple(f'"{name}": '.encode() for name in ("format", "version", "name", "reader", "faces", "label", "views"))
_SEEDS = (
    _file([_face("5B", 90), _face("J", 200)]),
    _file([]),
    _file([_face("BACK", 10)], "\N{CJK UNIFIED IDEOGRAPH-9EBB}"),
)

TARGET = Target(
    "taught sets: one that is written back alike, or a VisionError", _run, _SEEDS, _WORDS, 8000, craft=_craft
)
