"""The embedding that tells prints apart: its pairs, its loss, its training, and its place in the shipped network."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

torch = pytest.importorskip("torch", reason="torch is in the train requirements only")
pytest.importorskip("albumentations", reason="albumentations is in the train requirements only")

from datasets.training.classifier.drawn_shards import draw_patches  # noqa: E402
from datasets.training.classifier.labels import NONE  # noqa: E402
from datasets.training.classifier.likeness import (  # noqa: E402
    FINE_CHANNELS,
    FINE_PLACES,
    LikenessHead,
    Seen,
    same_print_loss,
    see,
    told_apart,
    train_likeness,
)
from datasets.training.classifier.seen_features import COARSE_SIZE  # noqa: E402
from datasets.training.export_onnx import export_likeness  # noqa: E402
from models import load_model_card  # noqa: E402


def _seen(sets: int, faces: int, seed: int) -> Seen:
    """Make faces that each show a faint place of their own beside twenty places that differ from shot to shot."""
    rng = np.random.default_rng(seed)
    count = 2 * sets * faces
    coarse = rng.normal(0, 0.01, (count, COARSE_SIZE)).astype(np.float16)
    fine = np.zeros((count, FINE_CHANNELS, *FINE_PLACES), np.uint8)
    number = np.arange(count) // 2
    coarse[:, 500:520] = rng.normal(0, 3, (count, 20))
    coarse[np.arange(count), number % faces] += 1
    return Seen(coarse, fine, (number // faces).astype(np.int64), number.astype(np.int64))


def test_the_loss_is_small_where_both_shots_agree_and_large_where_they_are_swapped() -> None:
    """Two faces by hand: cosines of 1 and 0, sharpened."""
    one = torch.eye(2)
    right, wrong = float(same_print_loss(one, one)), float(same_print_loss(one, one.flip(0)))
    assert right == pytest.approx(np.log1p(np.exp(-15)), abs=1e-5)
    assert wrong == pytest.approx(15, abs=1e-3)


def test_training_tells_faces_apart_that_no_set_before_showed() -> None:
    """Training tells apart the faces of sets that trained nothing; an untrained head does not."""
    train, held = _seen(40, 8, 1), _seen(12, 8, 2)
    torch.manual_seed(3)
    assert told_apart(LikenessHead().eval(), held) < 0.6
    assert told_apart(train_likeness(train, 300), held) > 0.9


def test_faces_shot_twice_carry_one_number_and_photographs_one_a_label() -> None:
    """Both shots of a drawn face carry one number; patches that are not tiles carry none."""
    patches = draw_patches(range(3, 4), held_out=False, shots=2, art=Path("no-art"))
    tiles = patches.labels != NONE
    _, counts = np.unique(patches.faces[tiles], return_counts=True)
    assert set(counts.tolist()) == {2}
    assert (patches.faces[~tiles] == -1).all()


def test_the_network_answers_as_before_but_for_its_embedding(tmp_path: Path) -> None:
    """Labels, orientations and corners stay the same to the bit; the embedding is the head's, of unit length."""
    import onnxruntime

    card = load_model_card("reader")
    torch.manual_seed(4)
    head = LikenessHead().eval()
    path = export_likeness(head, card.path, tmp_path / "made")
    pixels = np.random.default_rng(5).integers(0, 256, (9, 160, 128, 3), np.uint8)

    def answers(weights: Path) -> dict[str, npt.NDArray[np.float32]]:
        session = onnxruntime.InferenceSession(str(weights), providers=["CPUExecutionProvider"])
        names = [output.name for output in session.get_outputs()]
        return dict(zip(names, session.run(None, {"tiles": pixels}), strict=True))

    before, after = answers(card.path), answers(path)
    assert set(before) == set(after)
    for name in ("logits", "turn", "frame"):
        assert (before[name] == after[name]).all()
    assert np.linalg.norm(after["embedding"], axis=1) == pytest.approx(np.ones(9), abs=1e-3)
    patches = draw_patches(range(3, 4), held_out=False, shots=2, art=Path("no-art"))
    seen = see(path, patches)
    with torch.inference_mode():
        made = head(*seen.of(range(4)))
    assert made.shape == (4, 128)
