"""Train the detector: its losses, and the mix of its pictures."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, WeightedRandomSampler

from datasets.photographs.index import LabelledPhoto
from datasets.photographs.physical_sets import tile_set
from datasets.training.detector.data import DetectorDataset
from datasets.training.detector.network import DetectorNet, cell_centres
from datasets.training.run_config import RunConfig
from datasets.training.shared import processes
from datasets.training.shared.checkpoints import load_weights
from datasets.training.shared.training_loop import device, fit


def heat_loss(logits: Tensor, heat: Tensor, background_weight: Tensor) -> Tensor:
    """Return the penalty-reduced focal loss (Zhou et al. 2019, eq. 1) with weighted negatives.

    All inputs are (n, h, w); the loss is the sum divided by the number of tiles.
    """
    probability = logits.sigmoid().clamp(1e-5, 1 - 1e-5)
    positive = (heat > 0.999).float()
    hit = -((1 - probability) ** 2) * probability.log() * positive
    miss = -((1 - heat) ** 4) * probability**2 * (1 - probability).log() * (1 - positive) * background_weight
    return (hit.sum() + miss.sum()) / positive.sum().clamp(min=1.0)


def corner_loss(offsets: Tensor, corners: Tensor, corner_weight: Tensor, boxed: Tensor) -> Tensor:
    """Return the L1 distance of the corners in units of the tile's size; a boxed tile compares hulls instead.

    ``offsets``, ``corners`` (n, 8, h, w) pixels; ``corner_weight``, ``boxed`` (n, h, w). The detector does not predict
    orientation, so the nearest of the four cyclic orders counts.
    """
    h, w = corner_weight.shape[-2:]
    where = corner_weight > 0
    answer = (offsets + cell_centres(h, w, offsets)[None]).permute(0, 2, 3, 1)[where].view(-1, 4, 2)
    wanted = corners.permute(0, 2, 3, 1)[where].view(-1, 4, 2)
    low, high = wanted.amin(1), wanted.amax(1)
    size = (high - low).prod(1).clamp(min=1.0).sqrt()
    orders = torch.stack([(answer - wanted.roll(shift, 1)).abs().mean((1, 2)) for shift in range(4)])
    by_corner = orders.amin(0)
    hull = torch.cat([answer.amin(1) - low, answer.amax(1) - high], 1).abs().mean(1)
    only_hull = boxed[where]
    # A hull does not determine the corners inside it, so pull the corners gently to the hull's own corners. For
    # upright tiles these are the face's corners, for others a fair start.
    by_hull = hull + 0.1 * by_corner
    distance = torch.where(only_hull > 0, by_hull, by_corner) / size
    weight = corner_weight[where]
    return (distance * weight).sum() / weight.sum().clamp(min=1.0)


def _loss(net: nn.Module, batch: Sequence[Tensor]) -> tuple[Tensor, dict[str, float]]:
    pixels, heat, background_weight, corners, corner_weight, boxed = (
        part.to(device(), non_blocking=True) for part in batch
    )
    logits, offsets = net((pixels.float() / 255.0).contiguous(memory_format=torch.channels_last))
    with torch.autocast(device().type, enabled=False):
        found = heat_loss(logits.float(), heat, background_weight)
        placed = corner_loss(offsets.float(), corners, corner_weight, boxed)
        loss = found + 4.0 * placed
    return loss, {"heat": float(found.detach()), "corners": float(placed.detach())}


def train_detector(real: Sequence[LabelledPhoto], rendered: Sequence[LabelledPhoto], run: RunConfig) -> DetectorNet:
    """Train on photographs and rendered scenes mixed, half of each epoch's pictures photographs."""
    torch.manual_seed(1)
    data = DetectorDataset([*real, *rendered], seed=1)
    # Single tiles add designs, not scenes, so together they count as a tenth of the photographs.
    singles = sum(photo.single_tile for photo in real)
    share = 0.5 if rendered else 1.0
    alone = 0.1 * share / max(singles, 1)
    # Three tile sets fill most photographs. Sample halfway between uniform over sets and uniform over pictures.
    sizes = Counter(tile_set(photo) for photo in real if not photo.single_tile)
    scenes = share - (0.1 * share if singles else 0.0)
    scene = scenes / max(sum(size**0.5 for size in sizes.values()), 1.0)
    weights = [alone if photo.single_tile else scene * sizes[tile_set(photo)] ** -0.5 for photo in real]
    weights += [(1 - share) / max(len(rendered), 1)] * len(rendered)
    number, count = processes.joined()
    net = DetectorNet()
    if run.start is not None:
        load_weights(net, run.start)

    def batches(epoch: int) -> Iterator[Any]:
        torch.manual_seed((1000 + epoch) * count + number)
        sampler = WeightedRandomSampler(weights, run.per_epoch // count, replacement=True)
        yield from DataLoader(data, run.batch // count, sampler=sampler, num_workers=run.workers, drop_last=True)

    return fit(net, batches, _loss, run)
