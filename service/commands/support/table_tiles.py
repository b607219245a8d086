"""Read the tiles out of play, typed or from a photo."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from service.commands.support.input_files import PHOTO_SUFFIXES
from service.commands.support.options import option
from service.shared.json_text import JsonObject
from service.shared.wording import plural, tile_name
from service.storage.read_whole import read_whole
from vision.image.photo import MAX_BYTES
from vision.reading import BACK, RackReading

Table = Annotated[
    str | None,
    option(
        "--table",
        "TILES|PHOTO",
        "The tiles already out of play, or a photo of the discards and of what others have exposed: says which "
        "hands are still possible, or why the hand is dead, and which jokers can be exchanged.",
    ),
]


def table_options(table: str | None) -> JsonObject:
    """Return the options of a check for the tiles on the table; for a photo, print the uncertain tiles to stderr.

    Raises:
        OSError, VisionError, ModelError: if we cannot read the photo.
    """
    if table is None:
        return {}
    if Path(table).suffix.lower() not in PHOTO_SUFFIXES:
        return {"table": table}
    from service.photos.scanner import scan_image  # noqa: PLC0415 - the networks load where a photo is read
    from service.shared.networks import load_networks  # noqa: PLC0415

    _, reading = scan_image(read_whole(Path(table), MAX_BYTES), table, load_networks(), loose=True)
    typer.echo(_summary(reading, table), err=True)
    return table_of(reading)


def table_of(reading: RackReading) -> JsonObject:
    """Return the tiles of a photographed table: single tiles, and the exposures of others."""
    exposed = {index for group in reading.exposures for index in group}
    seen = [tile for tile in reading.tiles if tile.label != BACK]
    alone = [tile.label for tile in seen if tile.index not in exposed]
    groups = [[reading.tiles[index].label for index in group] for group in reading.exposures]
    return {"table": " ".join(alone), "others": [" ".join(group) for group in groups]}


def _summary(reading: RackReading, name: str) -> str:
    doubted = [tile_name(reading.tiles[index].label) for index in reading.unsure]
    found = f"{name}: {plural(len(reading.tiles), 'tile')} on the table"
    return found if not doubted else f"{found}, not sure of {', '.join(doubted)}"
