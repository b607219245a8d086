"""Train an embedding that recognises the same print, and add it to the shipped classifier.

A taught tile set compares faces by the embedding. The labels' own embedding separates kinds, not the prints of an
unfamiliar set, where 6 and 8 may differ in a small numeral alone. So the likeness embedding is a layer of its own. It
reads two stages of the body, the finer one for small numerals, and learns from drawn sets with two shots of every face
(InfoNCE; A. van den Oord et al., "Representation Learning with Contrastive Predictive Coding", 2018). The body keeps
its shipped 8-bit weights: labels, turns and corners do not change by a bit.
"""

import math
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from datasets.training.classifier.network import EMBEDDING
from datasets.training.classifier.patches import Patches
from datasets.training.classifier.seen_features import COARSE, COARSE_SIZE, FINE, printed_faces, seen_features
from vision.requests import FACE_SIZE

PREFIX, LABELS_EMBEDDING = "likeness/", "embedding.labels"
"""Names in the shipped network: the prefix of this head's nodes, and the embedding that the label logits come from."""
FINE_CHANNELS, FINE_PLACES = 112, (FACE_SIZE[0] // 16, FACE_SIZE[1] // 16)
KEPT_CHANNELS = 24
"""Number of channels to which the head reduces the fine features."""

STEP = 0.05
"""Step size in which we store fine features as bytes."""
SHARPNESS = 15.0
"""Factor from the cosine to the logit of "same print"."""
SETS = 5
"""Number of tile sets per batch."""
RATE, DECAY = 1e-3, 0.05


@dataclass(frozen=True, slots=True)
class Seen:
    """Features of n faces from the classifier's body.

    Attributes:
        coarse: (n, COARSE_SIZE) float16.
        fine: (n, FINE_CHANNELS, *FINE_PLACES) uint8, in steps of ``STEP``.
        sets: (n,) int64.
        faces: (n,) int64, the number of the printed face.
    """

    coarse: npt.NDArray[np.float16]
    fine: npt.NDArray[np.uint8]
    sets: npt.NDArray[np.int64]
    faces: npt.NDArray[np.int64]

    def of(self, rows: Sequence[int]) -> tuple[Tensor, Tensor]:
        """Return coarse and fine features of some faces as floats."""
        chosen = np.asarray(rows)
        fine = torch.from_numpy(self.fine[chosen]).float() * STEP
        return torch.from_numpy(self.coarse[chosen].astype(np.float32)), fine


class LikenessHead(nn.Module):
    """Map coarse (n, COARSE_SIZE) and fine (n, FINE_CHANNELS, *FINE_PLACES) features to unit embeddings."""

    mean: Tensor
    spread: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(COARSE_SIZE))
        self.register_buffer("spread", torch.ones(COARSE_SIZE))
        self.drop = nn.Dropout(0.2)
        self.coarse = nn.Linear(COARSE_SIZE, EMBEDDING)
        self.fewer = nn.Conv2d(FINE_CHANNELS, KEPT_CHANNELS, 1)
        self.fine = nn.Linear(KEPT_CHANNELS * FINE_PLACES[0] * FINE_PLACES[1], EMBEDDING)

    def forward(self, coarse: Tensor, fine: Tensor) -> Tensor:
        """Return (n, EMBEDDING)."""
        of_coarse = self.coarse(self.drop((coarse - self.mean) / self.spread))
        of_fine = self.fine(self.drop(F.relu(self.fewer(fine)).flatten(1)))
        return F.normalize(of_coarse + of_fine, dim=1)


def see(model: Path, patches: Patches) -> Seen:
    """Run the body of an exported classifier over all patches of a known printed face (``printed_faces``)."""
    faces = printed_faces(patches)
    known = np.flatnonzero(faces >= 0)
    coarse = np.empty((len(known), COARSE_SIZE), np.float16)
    # Gigabytes: keep them on disk, in an unnamed file that disappears with the array.
    with tempfile.TemporaryFile() as file:
        fine = np.memmap(file, np.uint8, "w+", shape=(len(known), FINE_CHANNELS, *FINE_PLACES))
    for some, (one, other) in seen_features(model, patches, known, (COARSE, FINE)):
        coarse[some] = one
        fine[some] = np.round(other / STEP).clip(0, 255)
    return Seen(coarse, fine, patches.sets[known], faces[known])


def same_print_loss(one: Tensor, other: Tensor) -> Tensor:
    """Return the contrastive loss of matching the n faces of a set between two shots, embeddings (n, e) each."""
    alike = SHARPNESS * one @ other.t()
    itself = torch.arange(len(one))
    return (F.cross_entropy(alike, itself) + F.cross_entropy(alike.t(), itself)) / 2


def _pairs(seen: Seen) -> Iterator[list[list[tuple[int, int]]]]:
    """Yield batches without end: for each of ``SETS`` random sets, a random pair of shots of every face with two."""
    rng = np.random.default_rng(1)
    shots: dict[int, dict[int, list[int]]] = {}
    for row, (number, face) in enumerate(zip(seen.sets.tolist(), seen.faces.tolist(), strict=True)):
        shots.setdefault(number, {}).setdefault(face, []).append(row)
    paired = [[rows for rows in faces.values() if len(rows) > 1] for faces in shots.values()]
    paired = [faces for faces in paired if len(faces) > 1]
    while True:
        chosen = [paired[at] for at in rng.integers(len(paired), size=SETS)]
        yield [[tuple(rng.choice(rows, 2, replace=False).tolist()) for rows in faces] for faces in chosen]


def train_likeness(seen: Seen, steps: int) -> LikenessHead:
    """Train an embedding on pairs of shots; print a progress line ten times."""
    torch.manual_seed(1)
    head = LikenessHead()
    first = torch.from_numpy(seen.coarse[:: max(len(seen.coarse) // 20000, 1)].astype(np.float32))
    head.mean.copy_(first.mean(0))
    head.spread.copy_(first.std(0) + STEP)
    optimiser = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=DECAY)
    batches = _pairs(seen)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1.0, step / 50) * 0.5 * (1 + math.cos(math.pi * step / steps))
        sets = next(batches)
        rows = [row for shot in (0, 1) for pairs in sets for row in (pair[shot] for pair in pairs)]
        one, other = head(*seen.of(rows)).chunk(2)
        sizes = [len(pairs) for pairs in sets]
        losses = [same_print_loss(*both) for both in zip(one.split(sizes), other.split(sizes), strict=True)]
        loss = torch.stack(losses).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        if step % max(steps // 10, 1) == 0:
            print(f"step {step}: {float(loss.detach()):.3f}", flush=True)
    return head.eval()


def told_apart(head: LikenessHead, seen: Seen) -> float:
    """Return the share of faces shot twice whose nearest face among the set's second shots is the same print."""
    first: dict[tuple[int, int], int] = {}
    second: dict[tuple[int, int], int] = {}
    for row, key in enumerate(zip(seen.sets.tolist(), seen.faces.tolist(), strict=True)):
        (second if key in first else first).setdefault(key, row)
    right = count = 0
    for number in {key[0] for key in second}:
        keys = [key for key in second if key[0] == number]
        with torch.inference_mode():
            one, other = (head(*seen.of([rows[key] for key in keys])) for rows in (first, second))
        right += int(((one @ other.t()).argmax(1) == torch.arange(len(keys))).sum())
        count += len(keys)
    return right / max(count, 1)
