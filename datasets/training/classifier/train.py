"""Train the classifier and calibrate its probabilities."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, WeightedRandomSampler

from datasets.training.classifier.data import FaceDataset, Poses
from datasets.training.classifier.labels import GLYPHS, LABELS, NUMERALS, TEXTS
from datasets.training.classifier.network import ClassifierNet
from datasets.training.classifier.patches import Patches
from datasets.training.run_config import RunConfig
from datasets.training.shared import processes
from datasets.training.shared.checkpoints import load_weights
from datasets.training.shared.training_loop import device, fit

SMOOTHING = 0.02
"""Label smoothing: share of every target spread over all labels, against overconfidence."""


def spread_cross_entropy(logits: Tensor, labels: Tensor, doubts: Tensor) -> Tensor:
    """Return the cross entropy of logits (n, labels), a share ``doubts`` (n,) of each target spread over all labels.

    A half-hidden face may be one of several tiles, so a confident answer would be a mistake even if it is right.
    """
    spread = SMOOTHING + (1 - SMOOTHING) * doubts
    names = F.log_softmax(logits, 1)
    named = names.gather(1, labels[:, None])[:, 0]
    return -((1 - spread) * named + spread * names.mean(1)).mean()


def texts_loss(logits: Tensor, texts: Tensor) -> Tensor:
    """Return the cross entropy, summed over ``TEXTS``, of logits (n, texts) and bits (n,) of ``texts_of``.

    Faces with unknown texts (-1) do not count.
    """
    bits = (texts[:, None] >> torch.arange(len(TEXTS), device=texts.device)) & 1
    known = (texts >= 0).float()
    each = F.binary_cross_entropy_with_logits(logits, bits.float(), reduction="none").sum(1)
    return (each * known).sum() / known.sum().clamp(min=1.0)


NOTHING_SHARE = 0.1
"""Loss weight of a place without a glyph, below 1 because such places are about fifty times as many."""


def glyphs_loss(logits: Tensor, glyphs: Tensor) -> Tensor:
    """Return the mean cross entropy of logits (n, answers, h, w) at the places of ``glyphs`` (n, 2, h, w) int64.

    The first plane holds the glyph at each place (0: nothing), the second its turn (0: nothing); places of -1 do not
    count.
    """
    loss = logits.new_zeros(())
    for answers, wanted in zip(logits.split([len(GLYPHS) + 1, 5], 1), glyphs.unbind(1), strict=True):
        weights = torch.full((answers.shape[1],), 1.0, device=logits.device)
        weights[0] = NOTHING_SHARE
        # Divide by the weight of the known places, as torch's mean does, but allow for a batch without any.
        each = F.cross_entropy(answers, wanted, weight=weights, ignore_index=-1, reduction="sum")
        known = weights[wanted.clamp(min=0)] * (wanted >= 0)
        loss = loss + each / known.sum().clamp(min=1.0)
    return loss


OF_EMBEDDING, OF_PARTS, OF_TURN, OF_FRAME, OF_TEXTS, OF_GLYPHS = 0.5, 0.25, 0.5, 5.0, 0.3, 2.0
"""Loss weights relative to the label's: labels by the embedding alone, parts, turn, frame, texts, glyphs."""


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
        # The ones in a label's column of votes mark its numeral and its family.
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
"""Masks of patches (n,), each with its share of the faces shown."""


def drawn(patches: Patches, shares: Shares) -> npt.NDArray[np.float64]:
    """Return the sampling probability of each patch, (n,).

    Within each part, rare kinds and rare tile sets get more than their natural frequency.
    """
    weights = np.zeros(len(patches.labels))
    for chosen, share in shares:
        kinds = np.bincount(patches.labels[chosen], minlength=len(LABELS))
        _, number, sizes = np.unique(patches.sets[chosen], return_inverse=True, return_counts=True)
        # Halfway between uniform over kinds (and sets) and uniform over tiles: rare ones gain without overfitting.
        weights[chosen] = 1.0 / np.sqrt(kinds[patches.labels[chosen]] * sizes[number].astype(np.float64))
        if chosen.any():
            weights[chosen] *= share / weights[chosen].sum()
    return weights


def train_classifier(shown: Callable[[], tuple[Patches, Shares]], run: RunConfig, poses: Poses) -> ClassifierNet:
    """Train on faces in ``poses``; each epoch asks ``shown`` for the patches and their shares.

    Several processes (``processes.joined``) divide epoch and batch among them, and each augments its own faces.
    """
    number, count = processes.joined()
    torch.manual_seed(1)
    net = ClassifierNet(LABELS)
    if run.start is not None:
        load_weights(net, run.start)

    def batches(epoch: int) -> Iterator[Any]:
        torch.manual_seed((1000 + epoch) * count + number)
        patches, shares = shown()
        data = FaceDataset(patches, seed=1, poses=poses)
        often = drawn(patches, shares).tolist()
        sampler = WeightedRandomSampler(often, run.per_epoch // count, replacement=True)
        helpers = run.workers if count == 1 else 0
        yield from DataLoader(data, run.batch // count, sampler=sampler, num_workers=helpers, drop_last=True)

    return fit(net, batches, _loss, run)


def temperature(logits: Tensor, labels: Tensor) -> float:
    """Return the temperature t that calibrates softmax(logits / t) on validation faces (Guo et al. 2017).

    ``logits`` (n, labels) float32, ``labels`` (n,) int64.
    """
    grid = torch.logspace(-1.0, 0.7, 200)
    losses = torch.stack([F.cross_entropy(logits / t, labels) for t in grid])
    return float(grid[int(losses.argmin())])
