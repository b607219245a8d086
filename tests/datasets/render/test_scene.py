import time
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from datasets.render.faces.tile_design import BACK, FACE_LABELS, draw_design
from datasets.render.scene.camera import CameraPose, aim
from datasets.render.scene.other_games import PIECE, draw_pieces
from datasets.render.scene.placement import leaning
from datasets.render.scene.racks import rack
from datasets.render.scene.rasterizer import Rasterizer
from datasets.render.scene.scene import PIECES, Scene, render_scene
from datasets.render.scene.scene_kinds import PICTURES, SCENE_KINDS
from datasets.render.scene.solids import Lamp, Solid
from vision.host.face_crops import rectify

_DESIGNS = range(6)


def _area(quad: npt.NDArray[np.float32]) -> float:
    """Return the signed area, positive if the corners run clockwise on the screen (y down)."""
    x, y = quad[:, 0].astype(float), quad[:, 1].astype(float)
    return float(0.5 * np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))


@pytest.mark.parametrize("kind", sorted((*SCENE_KINDS, PIECES)))
def test_scene_is_repeatable_and_consistent(kind: str) -> None:
    """Each kind of scene repeats by its seed; its quads are convex and clockwise, its labels legal."""
    for seed in range(3):
        scene = render_scene(seed, (320, 240), kind, _DESIGNS)
        again = render_scene(seed, (320, 240), kind, _DESIGNS)
        np.testing.assert_array_equal(scene.pixels, again.pixels)
        np.testing.assert_array_equal(scene.quads, again.quads)
        assert scene.pixels.shape == (240, 320, 3)
        assert scene.pixels.dtype == np.uint8
        assert scene.quads.dtype == np.float32
        assert len(scene.labels) == len(scene.quads) == len(scene.visible) == len(scene.rows)
        assert set(scene.labels) <= {*FACE_LABELS, BACK}
        assert ((scene.visible > 0) & (scene.visible <= 1)).all()
        for quad in scene.quads:
            assert _area(quad) > 0
            edges = np.roll(quad, -1, axis=0) - quad
            after = np.roll(edges, -1, axis=0)
            assert (edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0] > 0).all()


def test_other_seeds_give_other_scenes() -> None:
    """Five seeds give five pictures."""
    assert len({render_scene(seed, (160, 120), None, _DESIGNS).pixels.tobytes() for seed in range(5)}) == 5


def test_every_kind_of_tile_appears() -> None:
    """A hundred scenes show all 36 kinds and face-down tiles, on several kinds of rows."""
    labels: set[str] = set()
    rows: set[int] = set()
    for seed in range(100):
        scene = render_scene(seed, (160, 160), None, _DESIGNS)
        labels |= set(scene.labels)
        rows |= set(scene.rows.tolist())
    assert labels == {*FACE_LABELS, BACK}
    assert {-1, 0, 1} <= rows


def test_empty_scene_has_no_tiles() -> None:
    """Hard negatives carry no quads."""
    scene = render_scene(4, (160, 120), "empty", _DESIGNS)
    assert scene.quads.shape == (0, 4, 2)
    assert scene.labels == ()


def test_pictures_are_of_another_set_in_every_scene() -> None:
    """Eight scenes in a row show eight sets, and of each only the faces that sets draw in their own way."""
    scenes = [render_scene(seed, (160, 120), PICTURES) for seed in range(8)]
    assert len({scene.design for scene in scenes}) == 8
    shown = {label for scene in scenes for label in scene.labels}
    assert shown == {"1B", "F", "J", "0", "R", "G"}
    others = {render_scene(seed, (64, 48), "rack").design for seed in range(8)}
    assert len(others) == 2, "other scenes draw a set for four of them"


def test_pieces_of_other_games_are_no_tiles() -> None:
    """Scenes of pieces show them alone or among tiles; the corners are known, and no label names the pieces."""
    alone = mixed = 0
    for seed in range(12):
        scene = render_scene(seed, (320, 320), PIECES, _DESIGNS)
        assert PIECE not in scene.labels
        assert scene.pieces.dtype == np.float32
        assert all(_area(quad) > 0 for quad in scene.pieces)
        alone += bool(len(scene.pieces)) and not scene.labels
        mixed += bool(len(scene.pieces)) and bool(scene.labels)
    assert alone >= 3
    assert mixed >= 3


def test_pieces_may_be_of_a_sets_own_body() -> None:
    """Pieces like a design have its body, so that only their print tells them from its tiles."""
    bodies = [draw_pieces(number, like).body for number in range(4) for like in range(4)]
    assert bodies == [draw_design(like).body for _ in range(4) for like in range(4)]
    assert len({draw_pieces(number, 1).faces[PIECE][0].tobytes() for number in range(8)}) == 8


def test_scene_refuses_unequal_fields() -> None:
    """A scene whose labels and quads differ in number cannot be made."""
    with pytest.raises(ValueError, match="1 labels need quads"):
        Scene(
            np.zeros((4, 4, 3), np.uint8),
            np.zeros((0, 4, 2), np.float32),
            ("1B",),
            np.zeros(0, np.float32),
            np.zeros(0, np.int64),
            "x",
        )


def _rectified(pixels: npt.NDArray[np.uint8], quad: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    corners = np.array([[0, 0], [60, 0], [60, 80], [0, 80]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(quad - 0.5, corners)
    crop = cv2.warpPerspective(pixels, matrix, (60, 80), flags=cv2.INTER_AREA)
    return _grey(np.asarray(crop, np.uint8))


def _grey(crop: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    return np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), float)[4:-4, 4:-4].ravel()


def _normed(grey: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Bring greys to mean 0 and length 1: the product of two such vectors is their correlation."""
    centred = grey - grey.mean()
    return np.asarray(centred / np.linalg.norm(centred))


@cache
def _normed_faces(number: int) -> dict[tuple[str, int], npt.NDArray[np.float64]]:
    """Return the pictures (N, pixels) of each face of a design that shows something, upright (0) and turned (2)."""
    found: dict[tuple[str, int], list[npt.NDArray[np.float64]]] = {}
    for name in FACE_LABELS:
        for face in draw_design(number).faces[name]:
            for turn in (0, 2):
                small = cv2.resize(np.rot90(face, turn).copy(), (60, 80), interpolation=cv2.INTER_AREA)
                grey = _grey(np.asarray(small, np.uint8))
                if grey.std() > 0:
                    found.setdefault((name, turn), []).append(_normed(grey))
    return {shown: np.stack(pictures) for shown, pictures in found.items()}


def test_quads_hold_the_face_they_name() -> None:
    """A large visible face of a scene, rectified by its quad, looks like the design's picture, the right way up."""
    seen = right = 0
    for seed in range(24):
        scene = render_scene(seed, (640, 640), ("tray", "single", "rows")[seed % 3], _DESIGNS)
        number = int(scene.design.removeprefix("design-"))
        for quad, label, visible in zip(scene.quads, scene.labels, scene.visible, strict=True):
            if visible < 0.97 or abs(_area(quad)) < 45 * 60 or label in {BACK, "0"}:
                continue
            crop = _rectified(scene.pixels, quad)
            if crop.std() < 12:
                continue  # washed out by glare or blur: nothing to compare
            scores = {shown: float((faces @ _normed(crop)).max()) for shown, faces in _normed_faces(number).items()}
            seen += 1
            right += max(scores, key=lambda key: scores[key]) in {(label, 0), *(((label, 2),) if label == "1D" else ())}
    assert seen >= 40
    # Faces of sets with few inks and heavy blur look alike; a wrong corner order scores near zero.
    assert right / seen > 0.85


def test_visible_counts_what_is_hidden() -> None:
    """A face half covered, or half outside the picture, counts as about half visible, a free one as nearly whole."""
    design = draw_design(1)
    h = 1 / design.aspect
    right, down = np.array([1.0, 0, 0]), np.array([0, -h, 0.0])
    free = Solid("1B", 0, np.array([0.0, 0, 0.6]), right, down, 0.6, 0)
    camera = aim(CameraPose(0, 89.9, 0, 6.0, 0.5, (0.0, 0.0), 0.0), free.corners(), (400, 400))
    raster = Rasterizer(np.zeros((400, 400, 3), np.uint8), camera, Lamp(np.array([0, 0, 1.0]), 0.5))
    raster.tile(free, design)
    # The quad includes the rounded corners, the face does not.
    assert 0.9 < raster.visible()[0] <= 1
    x0, y0 = raster.quads[0].min(axis=0)
    x1, y1 = raster.quads[0].max(axis=0)
    half = np.array([[x0, y0], [(x0 + x1) / 2, y0], [(x0 + x1) / 2, y1], [x0, y1]]).astype(np.int32)
    raster.cover(half, (10, 10, 10))
    assert raster.visible()[0] == pytest.approx(0.5, abs=0.06)


def test_a_translucent_body_lets_through_what_lies_below_and_its_paint_does_not() -> None:
    """On a bright and a dark table, the bare face of a clear tile differs by its translucency, its ink does not."""
    opaque = draw_design(2)
    assert opaque.clear == 0
    h = 1 / opaque.aspect
    solid = Solid("9D", 0, np.array([0.0, 0, 0.6]), np.array([1.0, 0, 0]), np.array([0, -h, 0.0]), 0.6, 0)
    camera = aim(CameraPose(0, 89.9, 0, 6.0, 0.5, (0.0, 0.0), 0.0), solid.corners(), (400, 400))

    def on(table: int, share: float) -> npt.NDArray[np.float32]:
        raster = Rasterizer(np.full((400, 400, 3), table, np.uint8), camera, Lamp(np.array([0, 0, 1.0]), 0.5))
        raster.tile(solid, replace(opaque, clear=share))
        face = rectify(raster.pixels, raster.quads[0][None].astype(np.float32))[0, 24:-24, 24:-24]
        return np.asarray(face, np.float32)

    bare = np.abs(on(120, 0) - opaque.body).max(axis=2) < 25
    painted = np.abs(on(120, 0) - opaque.body).max(axis=2) > 110
    assert bare.mean() > 0.3
    assert painted.mean() > 0.05
    assert np.abs(on(200, 0) - on(60, 0)).max() <= 1
    half, whole = (np.abs(on(200, share) - on(60, share)).mean(axis=2) for share in (0.2, 0.4))
    assert np.median(whole[bare]) > 20
    assert np.median(half[bare]) == pytest.approx(np.median(whole[bare]) / 2, rel=0.1)
    assert np.median(whole[painted]) < 2


def test_some_sets_are_translucent() -> None:
    """Of 400 sets some twenty-eight are translucent, by different shares."""
    shares = [draw_design(number).clear for number in range(400)]
    assert 14 <= sum(share > 0 for share in shares) <= 45
    assert len(set(shares)) > 14


def test_distortion_is_inverted_exactly() -> None:
    """`distort` undoes `undistort` to a hundredth of a pixel over the whole picture."""
    camera = aim(CameraPose(10, 40, 3, 3.0, 0.9, (0.0, 0.0), 0.05), np.array([[0.0, 0, 0], [4, 3, 1]]), (640, 480))
    grid = np.stack(np.meshgrid(np.linspace(0, 640, 9), np.linspace(0, 480, 7)), axis=-1).reshape(-1, 2)
    np.testing.assert_allclose(camera.distort(camera.undistort(grid)), grid, atol=0.01)


def test_racks_hold_tiles_face_down_and_groups_that_touch() -> None:
    """Of 150 racks some show backs among their rows, and some exposures stand apart while others touch."""
    design = draw_design(2)
    backs, widest = 0, []
    for seed in range(150):
        rng = np.random.default_rng([seed, 1])
        solids = rack(rng, design).solids
        held = [b for b in solids if b.row == 1]
        backs += any(float(b.normal[1]) > 0 for b in held)
        places = sorted(float(b.centre[0]) for b in solids if b.row == 0)
        if len(places) > 5:
            widest.append(float(np.diff(places).max()))
    assert 8 < backs < 50
    assert sum(gap < 1.15 for gap in widest) > 8
    assert sum(gap > 1.25 for gap in widest) > 8


def test_a_tile_turned_away_stands_where_it_stood() -> None:
    """A leaning tile shown from behind takes the same space as from the front."""
    design = draw_design(2)
    front, back = (
        leaning(np.random.default_rng(5), design, label, 1.0, (0.3, 0.2), 70.0, 1).corners() for label in ("1B", BACK)
    )
    np.testing.assert_allclose(front[[1, 0, 3, 2, 5, 4, 7, 6]], np.vstack([back[4:], back[:4]]), atol=1e-9)


def test_rendering_is_fast_enough_to_train_with() -> None:
    """A scene takes under half a second of processor time once its designs are drawn (about a twentieth is usual)."""
    for seed in range(4):
        render_scene(seed, (640, 640), None, _DESIGNS)
    started = time.process_time()
    for seed in range(4):
        render_scene(seed, (640, 640), None, _DESIGNS)
    assert (time.process_time() - started) / 4 < 0.5
