"""Define the detector's losses."""

import torch
from torch import Tensor

from datasets.training.detector.network import cell_centres


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
