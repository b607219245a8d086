"""The head that reads all faces of a picture together: its episodes, its training, its place in the shipped network."""

import re
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

torch = pytest.importorskip("torch", reason="torch is in the train requirements only")
pytest.importorskip("albumentations", reason="albumentations is in the train requirements only")

from torch import Tensor  # noqa: E402 - after the skips above

from datasets.render.design_splits import TILE_SET_DESIGNS  # noqa: E402
from datasets.render.example import write_scenes  # noqa: E402
from datasets.render.scene.scene import render_scene  # noqa: E402
from datasets.training import steps  # noqa: E402
from datasets.training.classifier import context  # noqa: E402
from datasets.training.classifier.context import ContextHead, Tokens, right_in_context, train_context  # noqa: E402
from datasets.training.classifier.drawn_shards import draw_patches, draw_shard  # noqa: E402
from datasets.training.classifier.labels import LABELS, NONE  # noqa: E402
from datasets.training.classifier.seen_features import open_inside  # noqa: E402
from datasets.training.export_onnx import export_context  # noqa: E402
from models import load_model_card  # noqa: E402

FEATURES = sum(context.INPUTS.values())
TELLING, SILENT = LABELS.index("5B"), (LABELS.index("1C"), LABELS.index("1D"))
PIXELS = np.random.default_rng(5).integers(0, 256, (9, 160, 128, 3), np.uint8)


def _tokens(sets: int, seed: int) -> Tokens:
    """Make sets of two faces: one shows whether the set's other, blank face is 1 Crak or 1 Dot."""
    rng = np.random.default_rng(seed)
    shots = 8
    kinds = rng.integers(0, 2, sets)
    features = rng.normal(0, 0.1, (sets, 2, shots, FEATURES)).astype(np.float16)
    features[:, 0, :, TELLING] = 9
    features[:, 0, :, -1] = np.where(kinds, 3, -3)[:, None]
    labels = np.stack([np.full(sets, TELLING), np.array(SILENT)[kinds]], 1)
    return Tokens(
        features.reshape(-1, FEATURES),
        np.repeat(labels.ravel(), shots),
        np.repeat(np.arange(sets), 2 * shots),
        np.repeat(np.arange(2 * sets), shots),
    )


def _stirred() -> ContextHead:
    """Return a head whose correction is not zero, as it is at the start."""
    torch.manual_seed(4)
    head = ContextHead()
    torch.nn.init.normal_(head.change.weight, 0, 0.3)
    return head.eval()


def _answers(weights: Path, pixels: npt.NDArray[np.uint8] = PIXELS) -> dict[str, npt.NDArray[np.float32]]:
    import onnxruntime

    session = onnxruntime.InferenceSession(str(weights), providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    return dict(zip(names, session.run(None, {"tiles": pixels}), strict=True))


def test_a_face_that_says_nothing_is_named_by_the_faces_beside_it() -> None:
    """Sets that trained nothing: half of the blank faces are read right one by one, nearly all of them together."""
    held = _tokens(40, 2)
    alone, together = right_in_context(train_context(_tokens(400, 1), _tokens(50, 3), 240), held, 10)
    assert alone < 0.65
    assert together > 0.85


def test_pictures_of_one_batch_do_not_see_each_other() -> None:
    """Faces of two pictures get the logits that each picture gets by itself, in any order of its faces."""
    head, features = _stirred(), torch.randn(9, FEATURES)
    numbers = torch.tensor([0, 0, 0, 0, 1, 1, 1, 1, 1])
    with torch.inference_mode():
        both = head(features, numbers[:, None] != numbers[None])
        parts: list[Tensor] = [head(features[:4]), head(features[4:])]
        turned = head(features[4:].flip(0)).flip(0)
    assert torch.allclose(both, torch.cat(parts), atol=1e-3)
    assert torch.allclose(turned, parts[1], atol=1e-3)


def test_whether_a_face_is_a_tile_stays_what_the_face_says() -> None:
    """The other faces move probability from tile to tile, and none of it to or from NONE."""
    features = torch.randn(9, FEATURES)
    with torch.inference_mode():
        before, after = features[:, : len(LABELS)].softmax(1), _stirred()(features).softmax(1)
    assert LABELS[NONE] == "NONE"
    assert torch.allclose(before[:, NONE], after[:, NONE], atol=1e-5)
    assert (before - after).abs().max() > 0.05


def test_an_episode_holds_the_tiles_of_one_set() -> None:
    """All faces are of one set, and none is there more often than a set has tiles of it."""
    labels = np.array([LABELS.index(label) for label in ("1B", "F", "J", "BACK", "NONE")])
    faces = np.array([0, 1, 2, 3, -1])
    tokens = Tokens(
        np.zeros((10, FEATURES), np.float16),
        np.tile(labels, 2),
        np.repeat([7, 8], 5),
        np.concatenate([faces, faces + 10]),
    )
    tokens.faces[9] = -1
    rng = np.random.default_rng(3)
    seen = set()
    for _ in range(300):
        rows = context._episode(context._tile_sets(tokens)[int(rng.integers(2))], rng)
        assert len(set(tokens.sets[rows].tolist())) == 1
        for label, most in (("1B", 4), ("F", 1), ("J", 4), ("BACK", 1), ("NONE", 3)):
            assert (tokens.labels[rows] == LABELS.index(label)).sum() <= most
        seen |= set(tokens.labels[rows].tolist())
    assert seen == set(labels.tolist())


def test_the_network_answers_as_before_but_for_its_logits(tmp_path: Path) -> None:
    """Embedding, orientation and corners stay to the bit; logits change by what the head says of all faces."""
    card = load_model_card("upright")
    before, after = _answers(card.path), _answers(export_context(_stirred(), card.path, tmp_path / "made"))
    assert set(before) == set(after)
    for name in ("embedding", "turn", "frame"):
        assert (before[name] == after[name]).all()
    assert np.abs(before["logits"] - after["logits"]).max() > 0.5
    again = _answers(export_context(ContextHead().eval(), tmp_path / "made" / "model.onnx", tmp_path / "again"))
    fresh = _answers(export_context(ContextHead().eval(), card.path, tmp_path / "fresh"))
    assert (again["logits"] == fresh["logits"]).all()


def test_the_exported_head_says_what_the_trained_one_says(tmp_path: Path) -> None:
    """The graph's logits are those of the head, but for its 8-bit weights, on what the body holds of each face."""
    card, head = load_model_card("upright"), _stirred()
    patches = draw_patches(range(3, 4), held_out=False, art=Path("no-art"))
    pixels = np.ascontiguousarray(patches.pixels[:9, 8:168, 6:134])
    made = export_context(head, card.path, tmp_path)
    features = np.concatenate(open_inside(made, context._names(made))(pixels), axis=1)
    body = np.concatenate(open_inside(card.path, context._names(card.path))(pixels), axis=1)
    assert (features == body).all(), "a head sees what each face says alone, not what an earlier head made of it"
    with torch.inference_mode():
        said = head(torch.from_numpy(features)).numpy()
    alone, logits = features[:, : len(LABELS)], _answers(made, pixels)["logits"]
    assert np.abs(said - logits).max() < 0.35
    assert np.corrcoef((said - alone).ravel(), (logits - alone).ravel())[0, 1] > 0.98


def test_one_command_teaches_and_exports_the_head(tmp_path: Path) -> None:
    """From drawn faces and a rendered scene to a network that ships, with the shares read right one by one and so."""
    for name, seeds, held_out in (("art", range(3, 5), False), ("held", range(5_100_000, 5_100_001), True)):
        draw_shard(tmp_path / name, seeds, held_out=held_out, shots=2, art=Path("no-art"))
    write_scenes(tmp_path / "scenes", [(4, render_scene(4, (900, 700), "rack", TILE_SET_DESIGNS))])
    folder, scenes = load_model_card("upright").path.parent, tmp_path / "scenes" / "index.jsonl"
    made, held = tmp_path / "made", tmp_path / "held"
    said = steps.context(folder, [tmp_path / "art"], held, made, 12, rendered=[scenes], photos=None)
    assert re.fullmatch(r"[\d.]+% of the held-out faces are read right one by one, [\d.]+% together", said)
    assert _answers(made / "model.onnx")["logits"].shape == (len(PIXELS), len(LABELS))
