import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from datasets.photographs.index import read_index
from datasets.render.example import (
    EXAMPLE_EXPOSURES,
    EXAMPLE_HELD,
    EXAMPLE_RACK,
    EXAMPLE_SIZE,
    index_row,
    render_example,
    write_jpeg,
    write_scenes,
)
from datasets.render.scene.scene import PIECES, render_scene
from rules.hand import parse_rack

_EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def test_example_picture_is_what_the_seed_renders() -> None:
    """The seed renders the committed picture and truth; JPEG may differ a little between OpenCV builds."""
    scene = render_example()
    committed = cv2.imread(str(_EXAMPLES / "rack.jpg"))
    assert committed is not None
    assert committed.shape == (EXAMPLE_SIZE[1], EXAMPLE_SIZE[0], 3)
    assert np.abs(committed.astype(int) - scene.pixels.astype(int)).mean() < 4
    truth = json.loads((_EXAMPLES / "rack.json").read_text(encoding="utf-8"))
    np.testing.assert_allclose(np.array(truth["quads"]), scene.quads, atol=0.05)
    assert [box[4] for box in truth["boxes"]] == list(scene.labels)
    assert truth["rack"] == EXAMPLE_RACK


def test_example_is_the_winning_rack() -> None:
    """The example shows exactly the tiles of its rack text, all in view, exposures in row 0 and the rest in row 1."""
    scene = render_example(size=(400, 300))
    hand = parse_rack(EXAMPLE_RACK)
    assert tuple(tuple(t.code for t in group) for group in hand.exposures) == EXAMPLE_EXPOSURES
    assert tuple(t.code for t in hand.concealed) == EXAMPLE_HELD
    order = np.argsort([quad[:, 0].mean() for quad in scene.quads])
    top = [scene.labels[i] for i in order if scene.rows[i] == 0]
    low = [scene.labels[i] for i in order if scene.rows[i] == 1]
    assert top == [label for group in EXAMPLE_EXPOSURES for label in group]
    assert low == list(EXAMPLE_HELD)
    assert scene.visible.min() > 0.85
    assert scene.quads.min() > 0
    assert (scene.quads < (400, 300)).all()


def test_scenes_are_written_as_a_photo_index(tmp_path: Path) -> None:
    """The index reader reads what `write_scenes` wrote: picture, boxes inside it, quads and labels."""
    scenes = [(seed, render_scene(seed, (160, 120), "rows", range(3))) for seed in (1, 2)]
    write_scenes(tmp_path, scenes)
    photos = read_index(tmp_path / "index.jsonl")
    assert [photo.name for photo in photos] == ["scene-0000001.jpg", "scene-0000002.jpg"]
    for photo, (_, scene) in zip(photos, scenes, strict=True):
        picture = cv2.imread(str(photo.path))
        assert picture is not None
        assert picture.shape == scene.pixels.shape
        assert photo.complete
        assert 0 < len(photo.tiles) <= len(scene.labels)
        for tile in photo.tiles:
            x0, y0, x1, y1 = tile.box
            assert 0 <= x0 < x1 <= 160
            assert 0 <= y0 < y1 <= 120
            assert tile.quad is not None


def test_pieces_of_other_games_are_written_apart(tmp_path: Path) -> None:
    """The index lists the corners of pieces beside the boxes of tiles, not among them."""
    scenes = [(seed, render_scene(seed, (160, 120), PIECES, range(3))) for seed in range(4)]
    write_scenes(tmp_path, scenes)
    for photo, (_, scene) in zip(read_index(tmp_path / "index.jsonl"), scenes, strict=True):
        np.testing.assert_allclose(np.reshape(photo.pieces, (-1, 4, 2)), scene.pieces, atol=0.006)
        assert len(photo.tiles) <= len(scene.labels)


def test_tiles_outside_the_picture_have_no_box(tmp_path: Path) -> None:
    """Every box of an index row lies in the picture and has one quad, one visible share and one row."""
    scene = render_scene(3, (120, 120), "pile", range(3))
    row = index_row(scene, "x.jpg")
    for field in ("boxes", "quads", "visible", "rows"):
        value = row[field]
        assert isinstance(value, list)
        assert len(value) == len(row["boxes"])  # type: ignore[arg-type]
    write_jpeg(tmp_path / "x.jpg", scene, 90)
    assert (tmp_path / "x.jpg").stat().st_size > 500


def test_a_face_seen_from_its_edge_is_no_tile_to_find() -> None:
    """A face as flat as a line is among what is ignored; the other tiles keep their boxes."""
    scene = render_example(size=(400, 300))
    flat = scene.quads.copy()
    flat[0, 2:] = flat[0, 1::-1] + (0.0, 1.5)
    before, after = index_row(scene, "x.jpg"), index_row(replace(scene, quads=flat), "x.jpg")
    assert after["quads"] == before["quads"][1:]  # type: ignore[index]
    assert len(after["ignored"]) == 1  # type: ignore[arg-type]
