"""Train the classifier and calibrate its probabilities."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, WeightedRandomSampler

from datasets.training.classifier.data import ANY_WAY, FaceDataset, Poses
from datasets.training.classifier.labels import GLYPHS, NUMERALS, TEXTS
from datasets.training.classifier.network import ClassifierNet
from datasets.training.classifier.patches import Patches
from datasets.training.shared import processes
from datasets.training.shared.training_loop import Plan, device, fit

SMOOTHING = 0.02
"""Share of every answer that is spread over all labels, so that confidence stays behind knowledge."""


def spread_cross_entropy(logits: Tensor, labels: Tensor, doubts: Tensor) -> Tensor:
    """Return the cross entropy of logits (n, labels), a share ``doubts`` (n,) of each answer spread over all labels.

    A half-hidden face may be one of several tiles: to be sure of it would be a mistake even where it is right.
    """
    spread = SMOOTHING + (1 - SMOOTHING) * doubts
    names = F.log_softmax(logits, 1)
    named = names.gather(1, labels[:, None])[:, 0]
    return -((1 - spread) * named + spread * names.mean(1)).mean()


def texts_loss(logits: Tensor, texts: Tensor) -> Tensor:
    """Return the cross entropy, added up over ``TEXTS``, of logits (n, texts) and bits (n,) of ``texts_of``.

    Faces of which nobody knows what is written on them (-1) do not count.
    """
    bits = (texts[:, None] >> torch.arange(len(TEXTS), device=texts.device)) & 1
    known = (texts >= 0).float()
    each = F.binary_cross_entropy_with_logits(logits, bits.float(), reduction="none").sum(1)
    return (each * known).sum() / known.sum().clamp(min=1.0)


NOTHING_SHARE = 0.1
"""Weight of a place without a glyph beside one with a glyph: there are fifty times as many."""


def glyphs_loss(logits: Tensor, glyphs: Tensor) -> Tensor:
    """Return the mean cross entropy of logits (n, answers, h, w) at the places of ``glyphs`` (n, 2, h, w) int64.

    The first plane says what stands at a place (0: nothing), the second how it is turned (0: nothing); -1 does not
    count.
    """
    loss = logits.new_zeros(())
    for answers, wanted in zip(logits.split([len(GLYPHS) + 1, 5], 1), glyphs.unbind(1), strict=True):
        weights = torch.full((answers.shape[1],), 1.0, device=logits.device)
        weights[0] = NOTHING_SHARE
        # Divided by the places that count, as the library does; none may be known in a batch.
        each = F.cross_entropy(answers, wanted, weight=weights, ignore_index=-1, reduction="sum")
        known = weights[wanted.clamp(min=0)] * (wanted >= 0)
        loss = loss + each / known.sum().clamp(min=1.0)
    return loss


OF_EMBEDDING, OF_PARTS, OF_TURN, OF_FRAME, OF_TEXTS, OF_GLYPHS = 0.5, 0.25, 0.5, 5.0, 0.3, 2.0
"""Weights beside the label's: what the embedding alone and the parts alone say, turn, frame, texts and glyphs."""


def _loss(net: nn.Module, batch: Sequence[Tensor]) -> tuple[Tensor, dict[str, float]]:
    assert isinstance(net, ClassifierNet)
    pixels, labels, turns, weights, doubts, frames, framed, texts, glyphs = (
        part.to(device(), non_blocking=True) for part in batch
    )
    cosines, parts, turn, _, frame, said_texts, said_glyphs = net.told_apart(
        (pixels.float() / 255.0).contiguous(memory_format=torch.channels_last)
    )
    with torch.autocast(device().type, enabled=False):
        doubts = doubts.float()
        logits = cosines.float() + parts @ net.votes
        read = spread_cross_entropy(logits, labels, doubts)
        alone = spread_cross_entropy(cosines.float(), labels, doubts)
        # Where a label's column of votes is one, there its numeral and its family stand.
        numeral, family = net.votes[: len(NUMERALS)].argmax(0)[labels], net.votes[len(NUMERALS) :].argmax(0)[labels]
        named = spread_cross_entropy(parts[:, : len(NUMERALS)], numeral, doubts)
        of_suit = spread_cross_entropy(parts[:, len(NUMERALS) :], family, doubts)
        each = F.cross_entropy(turn.float(), turns, reduction="none")
        turned = (each * weights.float()).sum() / weights.sum().clamp(min=1.0)
        off = (frame.float() - frames.float()).abs().mean(1)
        placed = (off * framed.float()).sum() / framed.sum().clamp(min=1.0)
        written = texts_loss(said_texts, texts)
        loss = read + OF_EMBEDDING * alone + OF_PARTS * (named + of_suit) + OF_TURN * turned + OF_FRAME * placed
        found = glyphs_loss(said_glyphs, glyphs.long())
        loss = loss + OF_TEXTS * written + OF_GLYPHS * found
    right = float((logits.argmax(1) == labels).float().mean())
    said = {"read": float(read.detach()), "turn": float(turned.detach()), "frame": float(placed.detach())}
    said |= {"numeral": float(named.detach()), "family": float(of_suit.detach()), "texts": float(written.detach())}
    said |= {"glyphs": float(found.detach())}
    return loss, said | {"right": right}


Shares = Sequence[tuple[npt.NDArray[np.bool_], float]]
"""Which patches (n,) make up which share of what is shown."""


def drawn(patches: Patches, shares: Shares, labels: int) -> npt.NDArray[np.float64]:
    """Return how often each patch is shown, (n,), as a share of all.

    Within each part rare kinds and rare tile sets are drawn more often than they occur.
    """
    weights = np.zeros(len(patches.labels))
    for chosen, share in shares:
        kinds = np.bincount(patches.labels[chosen], minlength=labels)
        _, number, sizes = np.unique(patches.sets[chosen], return_inverse=True, return_counts=True)
        # Halfway between drawing kinds (and sets) evenly and drawing tiles evenly: the rare gain, none is worn out.
        weights[chosen] = 1.0 / np.sqrt(kinds[patches.labels[chosen]] * sizes[number].astype(np.float64))
        if chosen.any():
            weights[chosen] *= share / weights[chosen].sum()
    return weights


def train_classifier(
    patches: Patches,
    labels: Sequence[str],
    folder: Path,
    plan: Plan,
    *,
    start: Path | None = None,
    batch: int = 128,
    workers: int = 1,
    real_share: float = 0.4,
    faces: int = 24000,
    seed: int = 1,
    poses: Poses = ANY_WAY,
    again: Callable[[], tuple[Patches, Shares]] | None = None,
) -> ClassifierNet:
    """Train on ``faces`` an epoch in ``poses``, ``real_share`` of them from photographs, ``batch`` a step.

    ``again``: called before each epoch for the patches to show, and their shares, in place of ``patches``: shards that
    were drawn meanwhile join in. Several processes (``processes.joined``) divide epoch and batch among them, and each
    cuts its faces itself.
    """
    number, count = processes.joined()
    torch.manual_seed(seed)
    shares: Shares = ((patches.real, real_share), (~patches.real, 1 - real_share))
    net = ClassifierNet(labels)
    lacking: Sequence[str] = ()
    if start is not None:
        # Weights that were made without the layer that training alone asks, or without glyphs, may start it too.
        lacking = net.load_state_dict(torch.load(start, map_location="cpu"), strict=False).missing_keys
        if any(not name.startswith(("texts.", "glyphs.", "of_glyphs.")) for name in lacking):
            raise ValueError(f"{start}: no weights of this reader: {', '.join(lacking)} missing")

    def batches(epoch: int) -> Iterator[Any]:
        torch.manual_seed((seed * 1000 + epoch) * count + number)
        shown, parts = (patches, shares) if again is None else again()
        nothing = len(labels) - 1  # "NONE" is the last of the labels
        data = FaceDataset(shown, seed=seed, nothing=nothing, poses=poses)
        sampler = WeightedRandomSampler(drawn(shown, parts, len(labels)).tolist(), faces // count, replacement=True)
        helpers = workers if count == 1 else 0
        yield from DataLoader(data, batch // count, sampler=sampler, num_workers=helpers, drop_last=True)

    fit(net, batches, _loss, plan, folder=folder, steps_per_epoch=max(faces // batch, 1), fresh=lacking)
    return net


def temperature(logits: Tensor, labels: Tensor) -> float:
    """Return the temperature that calibrates softmax(logits / t) on validation faces (Guo et al. 2017).

    ``logits`` (n, labels) float32, ``labels`` (n,) int64.
    """
    grid = torch.logspace(-1.0, 0.7, 200)
    losses = torch.stack([F.cross_entropy(logits / t, labels) for t in grid])
    return float(grid[int(losses.argmin())])
