"""Read tiles: from a photo to a rack reading, with a pure core and its native host."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from vision.classification.faces import Face as Face
    from vision.classification.faces import Faces as Faces
    from vision.errors import VisionError as VisionError
    from vision.host.networks import Networks as Networks
    from vision.host.overlay import overlay as overlay
    from vision.host.read import decode as decode
    from vision.host.read import observe as observe
    from vision.host.read import propose as propose
    from vision.host.read import read_rack as read_rack
    from vision.host.read import read_tile as read_tile
    from vision.host.read import start_live as start_live
    from vision.host.read import step_live as step_live
    from vision.host.teaching import read_tile_set as read_tile_set
    from vision.host.teaching import renewed as renewed
    from vision.host.teaching import teach_faces as teach_faces
    from vision.image.photo import Photo as Photo
    from vision.live.fusion import State as State
    from vision.live.live_reader import Live as Live
    from vision.observation import Observation as Observation
    from vision.reading import Issue as Issue
    from vision.reading import RackReading as RackReading
    from vision.reading import SetInUse as SetInUse
    from vision.reading import TileReading as TileReading
    from vision.tilesets.tile_set import TileSet as TileSet
    from vision.tilesets.tile_set import empty_tile_set as empty_tile_set
    from vision.tilesets.tile_set_file import write_tile_set as write_tile_set

_HOMES: Final = {
    "classification.faces": ("Face", "Faces"),
    "errors": ("VisionError",),
    "host.networks": ("Networks",),
    "host.overlay": ("overlay",),
    "host.read": ("decode", "observe", "propose", "read_rack", "read_tile", "start_live", "step_live"),
    "host.teaching": ("read_tile_set", "renewed", "teach_faces"),
    "image.photo": ("Photo",),
    "live.fusion": ("State",),
    "live.live_reader": ("Live",),
    "observation": ("Observation",),
    "reading": ("Issue", "RackReading", "SetInUse", "TileReading"),
    "tilesets.tile_set": ("TileSet", "empty_tile_set"),
    "tilesets.tile_set_file": ("write_tile_set",),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:  # so that a type checker refuses a misspelt name
    __all__ = list(_HOME_OF)

    def __getattr__(name: str) -> object:
        """Import a public name on first use, so that names of the core load neither numpy nor OpenCV."""
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_HOME_OF)
