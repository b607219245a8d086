"""Teach a set by the corrections of one rack."""

from __future__ import annotations

from collections import Counter

import pytest

from datasets.evaluation.scoring import read_faces
from datasets.evaluation.tilesets.corrected_racks import correct
from datasets.evaluation.tilesets.teach import scene_photo, visible_truth
from datasets.evaluation.tilesets.teaching_pictures import photograph
from datasets.render.design_splits import HELD_OUT_DESIGNS
from vision import Networks, TileReading, TileSet, empty_tile_set, read_rack


@pytest.mark.system
def test_only_tiles_that_are_wrong_or_asked_about_teach() -> None:
    """A rack teaches the tiles that a person has to name, and is read right by them."""
    networks = Networks.load()
    scene = photograph(HELD_OUT_DESIGNS[0], 0, "good")

    def read(tile_set: TileSet | None) -> list[tuple[str, TileReading]]:
        found = read_faces(*visible_truth(scene), read_rack(scene_photo(scene), networks, tile_set))
        return [(label, tile) for _, label, tile in found if tile is not None]

    before = read(None)
    assert any(tile.label != label for label, tile in before)
    taught = correct(scene, empty_tile_set("own", networks.classifier.card), networks)
    named = [label for label, tile in before if not (tile.sure and tile.label == label)]
    assert Counter(face.label for face in taught.faces) == Counter(named)
    assert all(tile.label == label for label, tile in read(taught))
