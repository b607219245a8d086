"""What the network for upright faces is shown, with the labels of the tiles under it."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is in the train requirements only")
pytest.importorskip("albumentations", reason="albumentations is in the train requirements only")

from datasets.photographs.index import read_index
from datasets.render.design_splits import TILE_SET_DESIGNS
from datasets.render.example import write_scenes
from datasets.render.scene.scene import render_scene
from datasets.training.classifier.labels import LABELS
from datasets.training.classifier.read_pictures import shown_faces
from vision import Networks
from vision.classification.classifier import SIZES
from vision.requests import FACE_SIZE


def test_doubted_faces_carry_the_labels_of_their_tiles(tmp_path: Path) -> None:
    """A rack of a strange set is shown once a size, with the same labels each time, all of them labels of the rack."""
    write_scenes(tmp_path, [(4, render_scene(4, (900, 700), "rack", TILE_SET_DESIGNS))])
    photos = read_index(tmp_path / "index.jsonl")
    batches = list(shown_faces(photos, Networks.load()))
    assert len(batches) % len(SIZES) == 0
    for crops, labels in batches:
        assert crops.shape == (len(labels), *FACE_SIZE, 3)
    first = [[LABELS[label] for label in labels] for _, labels in batches[: len(SIZES)]]
    assert first[0] == first[1] == first[2]
    tiles = {tile.label for tile in photos[0].tiles}
    assert set(first[0]) - {"NONE"} <= tiles
    assert len(set(first[0]) - {"NONE"}) > 2
