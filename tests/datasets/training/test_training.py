"""Training: targets and losses by hand, and one epoch of each network on a tiny set, end to end to ONNX."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from datasets.photographs.boxes import overlap
from datasets.photographs.index import LabelledPhoto, LabelledTile, read_index
from datasets.render.drawing.set_style import draw_style
from datasets.render.faces.novelty_motifs import novelty_of
from datasets.render.patch_size import HEIGHT, MARGIN, WIDTH
from datasets.training.classifier.patches import Patches, cut, no_glyphs
from datasets.training.classifier.shards import write_shard
from datasets.training.detector.targets import STRIDE, build_targets
from datasets.training.run_config import RunConfig, run_config
from vision.requests import FACE_SIZE

torch = pytest.importorskip("torch", reason="torch is in the train requirements only")
pytest.importorskip("albumentations", reason="albumentations is in the train requirements only")

from datasets.training import steps  # noqa: E402 - after the skip above
from datasets.training.classifier import data as classifier_data  # noqa: E402
from datasets.training.classifier import train as classifier_train  # noqa: E402
from datasets.training.classifier.data import (  # noqa: E402
    ANY_WAY,
    DOUBT_FROM,
    LEAST_CUT,
    MOST_COVERED,
    UPRIGHT,
    FaceDataset,
    Poses,
    covered,
    doubt,
    far_away,
    glyph_places,
    part_of,
    turned_corners,
)
from datasets.training.classifier.labels import FAMILIES, GLYPHS, LABELS, NONE, NUMERALS  # noqa: E402
from datasets.training.classifier.network import GLYPH_ANSWERS, GLYPH_STEP, ClassifierNet  # noqa: E402
from datasets.training.classifier.train import (  # noqa: E402
    SMOOTHING,
    glyphs_loss,
    spread_cross_entropy,
)
from datasets.training.detector import data as detector_data  # noqa: E402
from datasets.training.detector import detector_corners  # noqa: E402
from datasets.training.detector import train as detector_train  # noqa: E402
from datasets.training.detector.data import DetectorDataset  # noqa: E402
from datasets.training.detector.network import DetectorNet  # noqa: E402
from datasets.training.detector.train import corner_loss, heat_loss  # noqa: E402
from datasets.training.shared.augmentation import any_colour  # noqa: E402
from datasets.training.shared.optimiser import MuonAndAdamW  # noqa: E402
from datasets.training.shared.training_loop import fit  # noqa: E402

Floats = npt.NDArray[np.float32]


def _quad(x: float, y: float, w: float = 30, h: float = 42) -> list[list[float]]:
    return [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]


def test_targets_peak_at_centres_and_ignore_what_nobody_knows() -> None:
    """Targets have one peak a tile with its corners; ignored ground costs nothing, unboxed ground the stated weight."""
    quads = np.array([_quad(40, 40), _quad(70, 40)], np.float32)
    far = np.array([[200, 200, 240, 250]], np.float32)
    targets = build_targets(quads, np.array([True, False]), far, (320, 320), 0.25)
    peaks = np.argwhere(targets.heat > 0.999)
    assert sorted(map(tuple, peaks.tolist())) == [(7, 6), (7, 10)]
    assert targets.corners[:, 7, 6].reshape(4, 2).tolist() == _quad(40, 40)
    assert (targets.boxed[7, 6], targets.boxed[7, 10]) == (0.0, 1.0)
    assert targets.background_weight[220 // STRIDE, 220 // STRIDE] == 0.0
    assert targets.background_weight[300 // STRIDE, 20 // STRIDE] == 0.25
    assert targets.background_weight[7, 6] == 1.0


def test_a_photograph_moved_away_shows_a_ground_without_tiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ground beside the photograph counts in full as empty; ground on it, between its boxes, has a lower weight."""
    monkeypatch.setattr(detector_data, "GROUND_SHOWN", 1.0)
    monkeypatch.setattr(detector_data, "RECOLOURED", 0.0)
    for name, colour in (("photo", (0, 0, 200)), ("ground", (0, 200, 0))):
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.full((100, 100, 3), colour, np.uint8))
    tile = LabelledTile((40.0, 40.0, 60.0, 68.0), "1B")
    photo = LabelledPhoto(tmp_path / "photo.png", "photo", 100, 100, "here", "here", (tile,))
    ground = replace(photo, name="ground", path=tmp_path / "ground.png", tiles=(), complete=True)
    shown = DetectorDataset([photo, ground], seed=3)
    shown.light = lambda image: {"image": image}
    beside = 0
    for epoch in range(8):
        torch.manual_seed(epoch)
        pixels, _, weight, *_ = shown[0]
        small = pixels[:, STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE].numpy()
        on_ground = (small[1] > 190) & (small[0] < 10)
        beside += int(on_ground.sum())
        assert set(np.unique(weight[on_ground])) <= {1.0}
        assert detector_data.UNBOXED_BACKGROUND_WEIGHT in weight[(small[0] > 190) & (small[1] < 10)]
    assert beside > 1000


def test_other_colours_move_nothing() -> None:
    """Recolouring keeps the border between two fields, and mostly changes their colours; swapped channels may match."""
    picture = np.zeros((32, 32, 3), np.uint8)
    picture[:, :16], picture[:, 16:] = (200, 30, 60), (20, 90, 160)
    colour, changed = any_colour(), 0
    for seed in range(12):
        colour.set_random_seed(seed)
        shown = colour(image=picture)["image"]
        assert (shown[:, :16] == shown[0, 0]).all()
        assert (shown[:, 16:] == shown[0, 31]).all()
        assert (shown[0, 0] != shown[0, 31]).any()
        changed += bool((shown != picture).any())
    assert changed >= 9


@pytest.mark.parametrize(("able", "short"), [({}, False), ({"avx2": True}, False), ({"avx512_bf16": True}, True)])
def test_short_floats_only_where_the_processor_has_them(
    able: dict[str, bool], short: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Training uses bf16 only if the processor has it; an emulated bf16 is far slower than floats."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: able)
    seen = []

    def loss_of(net, batch):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - torch may be missing
        answer = net(batch)
        seen.append(answer.dtype)
        return answer.float().sum(), {}

    net = torch.nn.Conv2d(3, 4, 3)
    fit(net, lambda _: [torch.ones(1, 3, 8, 8)], loss_of, RunConfig(tmp_path, 1, 1, 0, epochs=1))
    assert seen == [torch.bfloat16 if short else torch.float32]


def test_matrices_take_steps_of_like_strength_every_way() -> None:
    """A convolution's step is equally strong in every direction, however lopsided its gradient; biases follow AdamW."""
    net = torch.nn.Conv2d(16, 8, 3).to(memory_format=torch.channels_last)
    before = {name: value.detach().clone() for name, value in net.named_parameters()}
    generator = torch.Generator().manual_seed(1)
    lopsided = torch.randn(8, 16, 3, 3, generator=generator) * torch.logspace(0, -2, 8)[:, None, None, None]
    net.weight.grad = lopsided.to(memory_format=torch.channels_last)
    net.bias.grad = torch.logspace(0, -2, 8)
    MuonAndAdamW(net, 1e-3, 0.0).step(1e-3)
    moved = (net.weight.detach() - before["weight"]).permute(0, 2, 3, 1).flatten(1)
    strengths = torch.linalg.svdvals(moved)
    assert strengths.max() / strengths.min() < 2
    assert torch.linalg.svdvals(lopsided.flatten(1)).max() / torch.linalg.svdvals(lopsided.flatten(1)).min() > 50
    assert (before["bias"] - net.bias.detach()).tolist() == pytest.approx([1e-3] * 8, rel=1e-3)
    assert net.weight.grad is None


TOGETHER = """
import atexit
import os
import sys
from pathlib import Path
import torch
from datasets.training.shared import processes
from datasets.training.run_config import RunConfig
from datasets.training.shared.training_loop import fit
threads = lambda: len(os.listdir("/proc/self/task"))
before = threads()
# Exit handlers run last first: this one sees what is left when the group has ended.
atexit.register(lambda: sys.stdout.write("" if threads() <= before else f"{threads() - before} threads are left\\n"))
number, count = processes.joined()
torch.manual_seed(number)
net = torch.nn.Linear(2, 1)
loss_of = lambda net, batch: ((net(batch) - 1).square().mean(), {})
run = RunConfig(Path(sys.argv[1]) / str(number), 12, 4, 0, epochs=3, rate=0.1, minutes=5)
fit(net, lambda epoch: [torch.full((4, 2), float(number))] * 3, loss_of, run)
# One write: both processes share the pipe, and another line may come between a text and its line end.
sys.stdout.write(f"{number} {count} {[round(float(value), 6) for value in net.weight[0]]}\\n")
"""


def test_processes_that_train_together_take_the_same_steps(tmp_path: Path) -> None:
    """All processes start with the first one's weights, average their gradients, and only the first one writes."""
    script = tmp_path / "together.py"
    script.write_text(TOGETHER)
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd()), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    done = subprocess.run(
        [*command, str(script), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=600,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    first, second = sorted(done.stdout.splitlines())
    assert first.startswith("0 2 [")
    assert second == first.replace("0 2 [", "1 2 [")
    assert (tmp_path / "0/final.pt").exists()
    logged = (tmp_path / "0/log.jsonl").read_text()
    assert logged.count("\n") == 3
    assert all(line in done.stderr for line in logged.splitlines()), "a run shows how far it has come"
    assert not list((tmp_path / "1").iterdir())


def test_a_run_that_ends_while_it_keeps_weights_loses_no_earlier_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk or a kill in the middle of a checkpoint leaves the one of the epoch before."""
    save, kept = torch.save, tmp_path / "checkpoint.pt"

    def full_disk(weights: object, path: Path) -> None:
        if kept.exists():
            path.write_bytes(b"half")
            raise OSError("No space left on device")
        save(weights, path)

    monkeypatch.setattr(torch, "save", full_disk)
    run = RunConfig(tmp_path, 4, 4, 0, epochs=2, rate=0.1)
    with pytest.raises(OSError, match="No space left"):
        fit(torch.nn.Linear(2, 1), lambda _: [torch.ones(4, 2)], lambda net, batch: (net(batch).mean(), {}), run)
    assert set(torch.load(kept)) == {"weight", "bias"}


@pytest.mark.parametrize(("processes", "helpers"), [(1, [5, 5]), (2, [5, 0])], ids=["alone", "together"])
def test_workers_help_as_the_run_says(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int, helpers: list[int]
) -> None:
    """A run's process has ``workers`` helpers; among several processes a finder's each have, a classifier's none."""
    asked: list[int] = []

    def loader(*_: object, num_workers: int, **__: object) -> list[object]:
        asked.append(num_workers)
        return []

    for module in (detector_train, classifier_train):
        monkeypatch.setattr(module.processes, "joined", lambda: (0, processes))
        monkeypatch.setattr(module, "DataLoader", loader)
        monkeypatch.setattr(module, "fit", lambda _net, batches, *_: list(batches(0)))
    short = {"out": tmp_path, "workers": 5}
    steps.detector(run_config("finder", None, short | {"rendered": [tiny]}))
    write_shard(tmp_path / "x.npy", cut(read_index(tiny), None, real=False, seed=1))
    steps.classifier(run_config("reader", None, short | {"shards": {tmp_path: 1.0}}), ANY_WAY)
    assert asked == helpers


def test_corner_loss_is_zero_for_the_truth_in_any_cyclic_order() -> None:
    """The detector may begin at any corner; a shifted quad costs its shift over the tile's size."""
    quads = np.array([_quad(40, 40)], np.float32)
    targets = build_targets(quads, np.array([True]), np.zeros((0, 4), np.float32), (128, 128), 1.0)
    centres = (np.arange(16) + 0.5) * STRIDE
    grid = np.stack([np.broadcast_to(centres, (16, 16)), np.broadcast_to(centres[:, None], (16, 16))])

    def loss(quad: Floats) -> float:
        offsets = quad.reshape(8, 1, 1) - np.tile(grid, (4, 1, 1))
        parts = (offsets.astype(np.float32), targets.corners, targets.corner_weight, targets.boxed)
        return float(corner_loss(*(torch.from_numpy(part)[None] for part in parts)))

    for order in range(4):
        assert loss(np.roll(quads[0], order, axis=0)) == pytest.approx(0, abs=1e-5)
    assert loss(quads[0] + [3, 0]) == pytest.approx(1.5 / (30 * 42) ** 0.5, rel=1e-3)


def test_heat_loss_forgives_where_nobody_knows() -> None:
    """A false alarm on ignored ground costs nothing."""
    heat = torch.zeros(1, 4, 4)
    heat[0, 1, 1] = 1.0
    logits = torch.full((1, 4, 4), -8.0)
    logits[0, 1, 1] = 8.0
    logits[0, 3, 3] = 4.0
    background_weight = torch.ones(1, 4, 4)
    costly = float(heat_loss(logits, heat, background_weight))
    background_weight[0, 3, 3] = 0.0
    assert costly > 3.0
    assert float(heat_loss(logits, heat, background_weight)) < 0.01


def test_turned_corners_and_the_turn_the_reader_reports_agree() -> None:
    """Rolling the corners by the reported orientation puts the face's own top left first (contract: ``turn``)."""
    quad = np.array(_quad(0, 0), np.float32)
    for turns in range(4):
        shown = turned_corners(quad, turns)
        assert np.roll(shown, turns, axis=0).tolist() == quad.tolist()


@pytest.mark.parametrize("seed", range(16))
def test_the_frame_says_where_the_corners_of_the_shown_face_are(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The outline of a white face on black is the crop's frame moved by the wanted offsets, however it lies."""
    monkeypatch.setattr(classifier_data, "COVERED", 0.0)
    patch = np.zeros((1, HEIGHT, WIDTH, 3), np.uint8)
    x, y = round(MARGIN * WIDTH), round(MARGIN * HEIGHT)
    patch[0, y : HEIGHT - y, x : WIDTH - x] = 255
    known = np.ones(1, bool)
    marks = np.zeros(1, np.int64)
    patches = Patches(patch, np.zeros(1, np.int16), known, ~known, marks, marks, marks, no_glyphs(1))
    faces = classifier_data.FaceDataset(patches, seed=seed)
    monkeypatch.setattr(faces, "drawn_light", lambda image: {"image": image})
    pixels, *_, frame, weight, _, _ = faces[0]
    assert weight == 1.0
    corners = faces.crop + frame.numpy().reshape(4, 2) * (faces.crop[2] - faces.crop[0])
    outline = np.zeros(FACE_SIZE, np.uint8)
    cv2.fillConvexPoly(outline, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    # A drawn outline lies about a pixel farther out than a sampled one: 0.04 of the crop.
    assert np.abs(outline.astype(int) - pixels[0].numpy()).mean() < 255 * 0.06


@pytest.mark.parametrize("real", [True, False], ids=["photographed", "drawn"])
@pytest.mark.parametrize(
    ("poses", "least", "most"), [(ANY_WAY, 0.3, 0.7), (UPRIGHT, 0.85, 0.96)], ids=["any-way", "upright"]
)
def test_faces_lie_as_their_poses_say(poses: Poses, least: float, most: float, real: bool) -> None:
    """With any pose about half of the faces stand upright; for the upright network nine in ten do."""
    count, marks = 400, np.zeros(400, np.int64)
    known = np.ones(count, bool)
    pixels = np.zeros((count, HEIGHT, WIDTH, 3), np.uint8)
    labels = np.zeros(count, np.int16)
    patches = Patches(pixels, labels, known, known & real, marks, marks, marks, no_glyphs(count))
    faces = classifier_data.FaceDataset(patches, seed=0, poses=poses)
    upright = sum(faces[place][2] == 0 for place in range(count))
    assert least < upright / count < most


def test_what_is_no_tile_has_no_frame_and_a_photograph_lends_one() -> None:
    """Corners of a photograph come from a detector and count little; a patch without a tile has no corners."""
    known = np.ones(3, bool)
    labels = np.array([0, 0, NONE], np.int16)
    blank = np.zeros((3, HEIGHT, WIDTH, 3), np.uint8)
    marks = np.zeros(3, np.int64)
    patches = Patches(blank, labels, known, np.array([False, True, False]), marks, marks, marks, no_glyphs(3))
    faces = classifier_data.FaceDataset(patches, seed=1, train=False)
    assert [faces[place][-3] for place in range(3)] == [1.0, classifier_data.PHOTO_CORNER_WEIGHT, 0.0]


@pytest.mark.parametrize("seed", range(12))
def test_a_cover_hides_the_share_it_says(seed: int) -> None:
    """The cover shows up to a straight edge, and the rest of the face stays unchanged."""
    face, cover = np.zeros((160, 128, 3), np.uint8), np.full((160, 128, 3), 255, np.uint8)
    shown, share = covered(face, cover, np.random.default_rng(seed))
    assert 0.1 <= share <= MOST_COVERED
    assert (shown > 0).mean() == pytest.approx(share, abs=0.03)


@pytest.mark.parametrize("seed", range(12))
def test_a_face_far_away_keeps_its_colours_and_loses_its_lines(seed: int) -> None:
    """Stripes a pixel wide blend to grey; plain areas keep their colour except for noise."""
    face = np.full((160, 128, 3), 90, np.uint8)
    face[:80, ::2], face[:80, 1::2] = 0, 255
    shown = far_away(face, np.random.default_rng(seed)).astype(np.float32)
    assert shown.shape == face.shape
    assert shown[20:60].mean() == pytest.approx(127.5, abs=4)
    assert shown[20:60].std() < face[20:60].std() / 2
    assert shown[100:].mean() == pytest.approx(90, abs=4)


@pytest.mark.parametrize(
    ("side", "held"),
    [
        (0, ((0, 0), (8, 0), (8, 5), (0, 5))),
        (1, ((4, 0), (8, 0), (8, 10), (4, 10))),
        (2, ((0, 5), (8, 5), (8, 10), (0, 10))),
        (3, ((0, 0), (4, 0), (4, 10), (0, 10))),
    ],
    ids=["above", "right", "below", "left"],
)
def test_half_a_face_keeps_the_order_of_its_corners(side: int, held: tuple[tuple[int, int], ...]) -> None:
    """The half at each side keeps its corners clockwise from the top left one."""
    whole = np.array([[0, 0], [8, 0], [8, 10], [0, 10]], np.float32)
    assert part_of(whole, side, 0.5).tolist() == [list(map(float, corner)) for corner in held]


def test_half_a_face_is_doubted_and_tells_where_the_rest_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wanted label is spread, and the wanted frame reaches a whole frame beyond the cut side."""
    monkeypatch.setattr(classifier_data, "PART_SHOWN", 1.0)
    monkeypatch.setattr(classifier_data, "MOST_CUT", LEAST_CUT)
    pixels = np.full((40, HEIGHT, WIDTH, 3), 128, np.uint8)
    marks = np.zeros(40, np.int64)
    known = np.ones(40, bool)
    patches = Patches(pixels, np.zeros(40, np.int16), known, ~known, marks, marks, marks, no_glyphs(40))
    poses = replace(ANY_WAY, corners_off=0.0)
    for at in range(40):
        *_, unknown, frame, framed, texts, glyphs = FaceDataset(patches, seed=0, poses=poses)[at]
        assert unknown == doubt(0.5)
        assert texts == -1
        assert (glyphs == -1).all()
        assert framed == 1.0
        reached = frame.numpy().reshape(4, 2)
        assert 0.6 < np.abs(reached).max() <= 1.0
        assert (np.abs(reached).max(axis=1) > 0.6).sum() == 2


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("own", [0.0, 180.0], ids=["upright", "on its head"])
def test_a_glyph_is_marked_where_it_stands_and_how_it_is_turned(turns: int, own: float) -> None:
    """The target marks a 7 at the face's top left with its place and orientation, and marks nothing far from it."""
    face = np.array(_quad(MARGIN * WIDTH, MARGIN * HEIGHT, (1 - 2 * MARGIN) * WIDTH, (1 - 2 * MARGIN) * HEIGHT))
    crop = np.array(_quad(0, 0, FACE_SIZE[1], FACE_SIZE[0]), np.float32)
    matrix = cv2.getPerspectiveTransform(turned_corners(face.astype(np.float32), turns), crop)
    corner = (face[0] * 3 + face[2]) / 4
    glyphs = no_glyphs(1)[0]
    glyphs[0] = GLYPHS.index("7"), *corner, 12.0, own
    glyph, turn = glyph_places(glyphs, matrix)
    x, y = cv2.perspectiveTransform(corner.reshape(1, 1, 2), matrix)[0, 0] / GLYPH_STEP
    assert glyph[int(y), int(x)] == 1 + GLYPHS.index("7")
    assert turn[int(y), int(x)] == 1 + (turns + round(own / 90)) % 4
    assert set(np.unique(glyph)) == {-1, 0, 1 + GLYPHS.index("7")}
    assert (glyph > 0).sum() < 12
    assert ((glyph > 0) == (turn > 0)).all()


def test_a_face_without_glyphs_shows_nothing_anywhere() -> None:
    """Every place of a face without glyphs is labelled as empty."""
    assert not glyph_places(no_glyphs(1)[0], np.eye(3)).any()


def test_the_loss_of_glyphs_counts_what_is_known() -> None:
    """A right prediction costs next to nothing, a wrong one much, and an unknown place nothing at all."""
    wanted = torch.zeros(1, 2, 2, 2, dtype=torch.int64)
    wanted[0, 0, 0, 0], wanted[0, 1, 0, 0], wanted[0, :, 1, 1] = 3, 2, -1
    logits = torch.zeros(1, GLYPH_ANSWERS, 2, 2)
    logits[0, 0] = logits[0, len(GLYPHS) + 1] = 12.0
    logits[0, 3, 0, 0] = logits[0, len(GLYPHS) + 3, 0, 0] = 24.0
    assert float(glyphs_loss(logits, wanted)) < 0.01
    logits[0, 5, 1, 1] = 40.0
    assert float(glyphs_loss(logits, wanted)) < 0.01
    logits[0, 5, 0, 0] = 40.0
    assert float(glyphs_loss(logits, wanted)) > 5.0
    assert float(glyphs_loss(logits, torch.full_like(wanted, -1))) == 0.0


def test_doubt_begins_where_a_face_is_no_longer_told() -> None:
    """A small covered share causes no doubt; beyond it, doubt grows with the covered share."""
    shares = (0.0, DOUBT_FROM, (DOUBT_FROM + MOST_COVERED) / 2, MOST_COVERED, 1.0)
    assert [round(doubt(share), 3) for share in shares] == [0.0, 0.0, 0.45, 0.9, 0.9]


def test_a_doubted_face_is_best_answered_with_doubt() -> None:
    """Certainty costs least on a fully visible face, and more than a hedged prediction on a hidden one."""
    labels = torch.tensor([0])
    certain, hedged = torch.tensor([[9.0, 0.0, 0.0, 0.0]]), torch.tensor([[1.5, 0.0, 0.0, 0.0]])
    for answer, other, hidden in ((certain, hedged, 0.0), (hedged, certain, 0.7)):
        doubts = torch.tensor([hidden])
        assert float(spread_cross_entropy(answer, labels, doubts)) < float(spread_cross_entropy(other, labels, doubts))
    plain = torch.nn.functional.cross_entropy(certain, labels, label_smoothing=SMOOTHING)
    assert float(spread_cross_entropy(certain, labels, torch.zeros(1))) == pytest.approx(float(plain))


def test_overlap_by_hand() -> None:
    """Two boxes that share half of each overlap by a third of their union."""
    a = np.array([[0, 0, 10, 10]], np.float32)
    assert overlap(a, np.array([[5, 0, 15, 10]], np.float32))[0, 0] == pytest.approx(1 / 3)


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """Write an index of four pictures: flat tiles on grey, each with one mark, with known quads."""
    rng = np.random.default_rng(5)
    rows = []
    for number in range(4):
        picture = np.full((256, 256, 3), 90, np.uint8)
        quads, boxes = [], []
        for place, label in enumerate(("1D", "5B", "J")):
            x, y = 20 + 75 * place, 60 + int(rng.integers(60))
            cv2.rectangle(picture, (x, y), (x + 44, y + 60), (235, 240, 240), -1)
            cv2.circle(picture, (x + 22, y + 30), 6 + 5 * place, (40 * place, 90, 160), -1)
            quads.append(_quad(x, y, 44, 60))
            boxes.append([x, y, x + 44, y + 60, label])
        name = f"{number}.png"
        cv2.imwrite(str(tmp_path / name), picture)
        rows.append(
            {"image": name, "width": 256, "height": 256, "group": f"g{number}", "source": "test/flat", "boxes": boxes}
            | {"quads": quads, "all_tiles_boxed": True}
        )
    index = tmp_path / "index.jsonl"
    index.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return index


def test_patches_keep_tiles_and_add_places_that_are_none(tiny: Path) -> None:
    """The patches are twelve upright tiles with their labels, and some NONE beside them."""
    patches = cut(read_index(tiny), None, real=False, seed=1)
    names = [LABELS[label] for label in patches.labels]
    assert names.count("5B") == 4
    assert names.count("NONE") >= 8
    assert patches.upright[[name == "J" for name in names]].all()


def test_pieces_of_other_games_are_no_tile_to_the_reader(tiny: Path) -> None:
    """Each piece with known corners adds one patch labelled NONE."""
    photos = read_index(tiny)
    quad = ((20.0, 20.0), (50.0, 20.0), (50.0, 60.0), (20.0, 60.0))
    without, with_piece = (
        cut(some, None, real=False, seed=1) for some in (photos[:1], [replace(photos[0], pieces=(quad, quad))])
    )
    assert len(with_piece.labels) == len(without.labels) + 2
    assert (with_piece.labels == NONE).sum() == (without.labels == NONE).sum() + 2


def test_what_a_finder_sees_on_tables_without_tiles_is_no_tile(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search for false detections looks at some scenes with tiles, and at every scene without."""
    rows = [json.loads(line) for line in tiny.read_text(encoding="utf-8").splitlines()]
    rows[1:3] = [row | {"boxes": [], "quads": []} for row in rows[1:3]]
    tiny.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    quads = np.array([_quad(100, 200, 30, 40)] * 5, np.float32)
    looked: list[str] = []

    def false_detections(_: object, scenes: Sequence[LabelledPhoto]) -> Iterator[Floats]:
        for scene in scenes:
            looked.append(scene.name)
            yield quads

    monkeypatch.setattr(detector_corners, "false_detections", false_detections)
    monkeypatch.setattr(steps, "load_detector", lambda _: DetectorNet())
    shard = steps.cut_shard(None, [tiny], tmp_path / "f.pt", tmp_path / "x.npy")
    assert looked == ["0.png", "1.png", "2.png"]
    plain = cut(read_index(tiny), None, real=False, seed=2)
    assert len(np.load(shard)) == len(plain.labels) + 3 * len(quads)


def test_one_epoch_of_each_network_ends_in_onnx(tiny: Path, tmp_path: Path) -> None:
    """Train both for one epoch, export, and run the graphs as the program does."""
    onnxruntime = pytest.importorskip("onnxruntime")
    short = {"epochs": 1, "rate": 1e-3}
    pictures = {"rendered": [tiny], "out": tmp_path / "f", "per_epoch": 24}
    detector = steps.detector(run_config("finder", None, short | pictures))
    shard = steps.cut_shard(None, [tiny], detector, tmp_path / "faces" / "x.npy")
    asked = short | {"shards": {shard.parent: 1.0}, "out": tmp_path / "r", "per_epoch": 256}
    classifier = steps.classifier(run_config("reader", None, asked), ANY_WAY)
    logged = [json.loads(line) for line in (tmp_path / "r" / "log.jsonl").read_text().splitlines()]
    assert logged[0]["steps"] == 2
    assert np.isfinite(logged[0]["read"])
    graph = onnxruntime.InferenceSession(str(steps.export_checkpoint("finder", detector, tmp_path / "finder-x")))
    picture = np.random.default_rng(3).integers(0, 256, (1, 96, 160, 3), np.uint8)
    score, offsets = graph.run(None, {"image": picture})
    assert (score.shape, offsets.shape) == ((1, 12, 20), (1, 12, 20, 8))
    with torch.inference_mode():  # the graph was traced at another size and in training mode
        heat, corners = steps.load_detector(detector)(torch.from_numpy(picture).permute(0, 3, 1, 2).float() / 255)
    assert offsets == pytest.approx(corners.permute(0, 2, 3, 1).numpy(), abs=0.05)
    peaks = score > 0
    assert peaks.any()
    assert score[peaks] == pytest.approx(heat.sigmoid().numpy()[peaks], abs=1e-3)
    graph = onnxruntime.InferenceSession(str(steps.export_checkpoint("reader", classifier, tmp_path / "reader-x")))
    logits, turn, embedding, frame = graph.run(None, {"tiles": np.zeros((3, 160, 128, 3), np.uint8)})
    assert (logits.shape, turn.shape, embedding.shape) == ((3, len(LABELS)), (3, 4), (3, 128))
    assert frame.shape == (3, 8)
    assert np.linalg.norm(embedding, axis=1) == pytest.approx(1.0, abs=1e-4)
    # A checkpoint made from the shipped graph has the same form and predicts alike.
    again = steps.restore_checkpoint("reader", tmp_path / "reader-x", [tiny], tmp_path / "again" / "reader.pt")
    with torch.inference_mode():
        restored, *_ = steps.load_classifier(again)(torch.zeros(3, 3, 160, 128))
    assert restored.numpy() == pytest.approx(logits, abs=0.05 * float(np.abs(logits).max()))


def test_averaged_weights_lie_between_those_of_the_runs(tmp_path: Path) -> None:
    """Averaging takes the mean of every weight, rounds counters, and writes a file that loads as that network."""
    nets = [DetectorNet(), DetectorNet()]
    for number, net in enumerate(nets):
        torch.save(net.state_dict(), tmp_path / f"{number}.pt")
    steps.average_checkpoints([tmp_path / "0.pt", tmp_path / "1.pt"], tmp_path / "deep" / "mean.pt")
    mean = steps.load_detector(tmp_path / "deep" / "mean.pt").state_dict()
    first, second = (net.state_dict() for net in nets)
    for name, value in mean.items():
        assert value.dtype == first[name].dtype
        if value.is_floating_point():
            assert torch.allclose(value, (first[name] + second[name]) / 2, atol=1e-6)


def test_a_numeral_and_a_family_vote_for_their_labels() -> None:
    """Votes for 7 and for Dots raise 7 Dot by both, other 7s and other Dots by one, and other labels by nothing."""
    net = ClassifierNet(LABELS).eval()
    faces = torch.zeros(1, 3, *FACE_SIZE)
    with torch.inference_mode():
        before = net(faces)[0][0]
        net.parts.bias[NUMERALS.index("7")] = 2.0
        net.parts.bias[len(NUMERALS) + FAMILIES.index("D")] = 3.0
        gained = dict(zip(LABELS, (net(faces)[0][0] - before).tolist(), strict=True))
    for label, gain in gained.items():
        wanted = 2.0 * (label in {"7B", "7C", "7D"}) + 3.0 * (len(label) == 2 and label[1] == "D")
        assert gain == pytest.approx(wanted, abs=1e-4), label


def test_each_label_is_of_one_numeral_and_one_family() -> None:
    """Every label gets exactly two votes; only the winds, and the two dragons, share both."""
    votes = ClassifierNet(LABELS).votes
    assert (votes[: len(NUMERALS)].sum(0) == 1).all()
    assert (votes[len(NUMERALS) :].sum(0) == 1).all()
    alike = [
        {LABELS[other] for other in range(len(LABELS)) if torch.equal(votes[:, other], votes[:, one])}
        for one in range(len(LABELS))
    ]
    assert {frozenset(labels) for labels in alike if len(labels) > 1} == {frozenset("NEWS"), frozenset("RG")}


def test_a_centred_classifier_agrees_with_the_corners_it_is_shown(tiny: Path, tmp_path: Path) -> None:
    """Centring makes the median offset of every corner zero on the faces of the shards, and changes nothing else."""
    torch.manual_seed(4)
    net = ClassifierNet(LABELS).eval()
    torch.save(net.state_dict(), tmp_path / "reader.pt")
    patches = cut(read_index(tiny), None, real=True, seed=1)
    write_shard(tmp_path / "faces" / "x.npy", patches)
    again = steps.load_classifier(
        steps.centre_frame(tmp_path / "reader.pt", [tmp_path / "faces"], tmp_path / "c" / "r.pt")
    )
    data = FaceDataset(patches, seed=0, train=False)
    faces = torch.stack([data[int(i)][0] for i in np.flatnonzero(patches.labels != NONE)]).float() / 255.0
    with torch.inference_mode():
        before, after = net(faces), again(faces)
    assert float(before[3].median(0).values.abs().max()) > 0.001
    assert after[3].median(0).values.numpy() == pytest.approx(np.zeros(8), abs=1e-4)
    for one, other in zip(before[:3], after[:3], strict=True):
        assert torch.equal(one, other)


def test_only_networks_of_one_form_are_averaged(tmp_path: Path) -> None:
    """A single checkpoint, or a detector with a classifier, is refused, and nothing is written."""
    torch.save(DetectorNet().state_dict(), tmp_path / "finder.pt")
    torch.save(ClassifierNet(LABELS[:5]).state_dict(), tmp_path / "reader.pt")
    with pytest.raises(ValueError, match="two checkpoints"):
        steps.average_checkpoints([tmp_path / "finder.pt"], tmp_path / "mean.pt")
    with pytest.raises(ValueError, match=r"reader\.pt holds another network"):
        steps.average_checkpoints([tmp_path / "finder.pt", tmp_path / "reader.pt"], tmp_path / "mean.pt")
    assert not (tmp_path / "mean.pt").exists()


def test_a_checkpoint_of_another_network_is_told(tmp_path: Path) -> None:
    """A detector's checkpoint gives a classifier no weights, and the error names the file in one line."""
    file = tmp_path / "finder.pt"
    torch.save(DetectorNet().state_dict(), file)
    with pytest.raises(ValueError, match=r"finder\.pt holds another network than ClassifierNet$") as caught:
        steps.load_classifier(file)
    assert "\n" not in str(caught.value)


def test_the_command_says_which_weights_do_not_fit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Weights that a step cannot use end the command with status 2 and one line, as a faulty option does."""
    from scripts.train import main

    torch.save(DetectorNet().state_dict(), tmp_path / "one.pt")
    out = tmp_path / "mean.pt"
    monkeypatch.setattr(sys, "argv", ["train", "average", str(tmp_path / "one.pt"), "--out", str(out)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "need two checkpoints or more to average, got 1\n"
    assert not out.exists()


def test_what_is_left_out_trains_nothing(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Training gets only photographs of sources that are not left out."""
    rows = [json.loads(line) for line in tiny.read_text(encoding="utf-8").splitlines()]
    more = [row | {"source": "test/other", "group": f"o{row['group']}"} for row in rows]
    both = tiny.with_name("both.jsonl")
    both.write_text("\n".join(json.dumps(row) for row in rows + more), encoding="utf-8")
    seen: list[str] = []

    def train(real: object, *_: object, **__: object) -> DetectorNet:
        seen.extend(photo.source for photo in real)  # type: ignore[attr-defined]
        return DetectorNet()

    monkeypatch.setattr(steps, "train_detector", train)
    asked = {"photos": both, "out": tmp_path}
    steps.detector(run_config("finder", None, asked))
    assert set(seen) == {"test/flat", "test/other"}
    seen.clear()
    steps.detector(run_config("finder", None, asked | {"leave_out": ["test/other"]}))
    assert set(seen) == {"test/flat"}


def test_held_out_things_of_fashion_sets_train_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Training gets only rendered scenes whose sets show no held-out sticks and Dots."""
    ends = {number: novelty_of(draw_style(number)) for number in range(200)}
    held = {f"design-{number}" for number, end in ends.items() if end is not None and end.held_out}
    assert held
    row = {"width": 64, "height": 64, "source": "rackcheck renderer", "boxes": [], "quads": []}
    index = tmp_path / "index.jsonl"
    names = [f"design-{number}" for number in ends]
    index.write_text(
        "\n".join(json.dumps(row | {"image": f"{name}.jpg", "group": name, "design": name}) for name in names),
        encoding="utf-8",
    )
    seen: list[str] = []

    def train(_: object, rendered: Sequence[LabelledPhoto], *__: object, **___: object) -> DetectorNet:
        seen.extend(str(scene.design) for scene in rendered)
        return DetectorNet()

    monkeypatch.setattr(steps, "train_detector", train)
    steps.detector(run_config("finder", None, {"rendered": [index], "out": tmp_path}))
    assert set(seen) == set(names) - held


def test_a_missing_picture_ends_the_search_for_corners(tmp_path: Path) -> None:
    """A photograph that is not there, or cannot be read, stops the run by its name instead of lending no corners."""
    photo = LabelledPhoto(tmp_path / "a.png", "a.png", 64, 64, "g", "s", (LabelledTile((0, 0, 30, 40), "5D"),))
    (tmp_path / "b.png").write_text("no picture")
    net = DetectorNet().eval()
    for given in (photo, replace(photo, path=tmp_path / "b.png", tiles=())):
        for search in (detector_corners.with_detector_corners, detector_corners.false_detections):
            with pytest.raises(FileNotFoundError, match=r"a\.png: no readable picture"):
                list(search(net, [given]))
    with pytest.raises(FileNotFoundError, match=r"a\.png: no readable picture"):
        list(detector_corners.corners_for_boxes(net, [photo]))


def test_corners_are_lent_where_the_finder_says_the_face_lies(tmp_path: Path) -> None:
    """A detector that sees a 32 x 44 pixel tile around every cell lends its corners to a box of that size and place.

    Such corners are pixels of the whole picture: those from the cell's middle, as the graph gives them, fit no box.
    """
    net = DetectorNet().eval()
    with torch.no_grad():
        for weights in (net.corners.weight, *net.heat.parameters()):
            weights.zero_()
    picture = tmp_path / "tile.png"
    cv2.imwrite(str(picture), np.zeros((640, 640, 3), np.uint8))
    middle_x, middle_y = 204.0, 332.0
    box = (middle_x - 16, middle_y - 22, middle_x + 16, middle_y + 22)
    photo = LabelledPhoto(picture, "tile", 640, 640, "g", "s", (LabelledTile(box, "5D"),), complete=True)
    (lent,) = detector_corners.corners_for_boxes(net, [photo], sides=(640,))
    assert lent[0] == pytest.approx(np.array([box[:2], (box[2], box[1]), box[2:], (box[0], box[3])]), abs=1e-3)
    (bare,) = detector_corners.with_detector_corners(net, [replace(photo, tiles=(), complete=False)])
    assert bare.complete
    assert len(bare.ignored) > 1000, "without boxes every detection may be an unboxed tile"
    (found,) = detector_corners.false_detections(net, [photo])
    middles = found.mean(axis=1)
    assert len(found) > 1000
    assert np.ptp(middles, axis=0).min() > 600, "what it mistakes lies all over the picture"
