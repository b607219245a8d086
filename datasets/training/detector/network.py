"""Build the detector: a small convolutional network that marks tile centres and predicts their corners.

On a CPU plain 3x3 convolutions beat depthwise ones of the same accuracy, because depthwise ones are memory-bound. The
coarsest level (32 pixels a cell) sees whole racks, the finest (8) separates neighbours.
"""

import copy

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from datasets.training.detector.targets import STRIDE
from datasets.training.shared.layers import BytesFirst, Conv, Residual

REACH = 16.0
"""Pixels per unit of the corner branch, chosen so that its raw output stays near 1 for common tiles."""


class DetectorNet(nn.Module):
    """Map pictures (n, 3, H, W) in [0, 1] to heat logits (n, h, w) and corner offsets (n, 8, h, w) in pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(Conv(3, 16, stride=2), Conv(16, 32, stride=2), Conv(32, 32))
        self.eighth = nn.Sequential(Conv(32, 64, stride=2), Residual(64))
        self.sixteenth = nn.Sequential(Conv(64, 112, stride=2), Residual(112), Residual(112))
        self.coarse = nn.Sequential(Conv(112, 144, stride=2), Residual(144), Residual(144))
        self.down16 = Conv(144, 112, kernel=1)
        self.mix16 = Conv(112, 112)
        self.down8 = Conv(112, 64, kernel=1)
        self.mix8 = Conv(64, 64)
        self.head = Conv(64, 80)
        self.heat = nn.Conv2d(80, 1, 1)
        self.corners = nn.Conv2d(80, 8, 1)
        nn.init.constant_(self.heat.bias, -4.0)  # type: ignore[arg-type]
        with torch.no_grad():  # begin with an upright tile of 32 x 44 pixels rather than with a point
            self.corners.bias.copy_(  # type: ignore[union-attr]
                torch.tensor([-16.0, -22.0, 16.0, -22.0, 16.0, 22.0, -16.0, 22.0]) / REACH
            )

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return heat logits and corner offsets from each cell's centre."""
        features = self.features(x)
        return self.heat(features)[:, 0], self.corners(features) * REACH

    def features(self, x: Tensor) -> Tensor:
        """Return the features that both heads read, (n, 80, h, w)."""
        at8 = self.eighth(self.stem(x))
        at16 = self.sixteenth(at8)
        at32 = self.coarse(at16)
        at16 = self.mix16(at16 + doubled(self.down16(at32), at16))
        at8 = self.mix8(at8 + doubled(self.down8(at16), at8))
        return self.head(at8)  # type: ignore[no-any-return]


def doubled(x: Tensor, like: Tensor) -> Tensor:
    """Upsample ``x`` (n, c, h, w) to the shape of ``like`` (n, c, 2h, 2w) by repeating every cell.

    Two concatenations take onnxruntime far less time than an equal nearest-neighbour resize.
    """
    cells = x.permute(0, 2, 3, 1)
    twice = torch.cat([cells, cells], 3)
    return torch.cat([twice, twice], 2).reshape_as(like.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


def cell_centres(h: int, w: int, like: Tensor) -> Tensor:
    """Return the centres of the cells, (8, h, w) pixels: x, y repeated for the four corners."""
    ys = (torch.arange(h, device=like.device, dtype=torch.float32) + 0.5) * STRIDE
    xs = (torch.arange(w, device=like.device, dtype=torch.float32) + 0.5) * STRIDE
    grid = torch.stack([xs[None, :].expand(h, w), ys[:, None].expand(h, w)])
    return grid.repeat(4, 1, 1)


class DetectorExport(nn.Module):
    """The detector as it ships: uint8 picture in, scores of local peaks and corner offsets out."""

    weight: Tensor
    bias: Tensor

    def __init__(self, net: DetectorNet) -> None:
        super().__init__()
        self.net = copy.deepcopy(net)
        self.net.stem[0] = BytesFirst(net.stem[0])
        # Compute both heads by one matrix product, in the channel layout that the convolutions leave.
        heads = ((net.heat, 1.0), (net.corners, REACH))
        weights = [head.weight.detach()[:, :, 0, 0] * unit for head, unit in heads]
        self.register_buffer("weight", torch.cat(weights).t())
        self.register_buffer("bias", torch.cat([head.bias.detach() * unit for head, unit in heads]))  # type: ignore[union-attr]

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Map ``image`` (1, H, W, 3) uint8 RGB to ``score`` (1, h, w) and ``offsets`` (1, h, w, 8).

        Offsets are pixels from the cell's centre, x and y of each corner; ``vision/detection/detector.py`` adds the
        centres, for the few peak cells only.
        """
        cells = self.net.features(image).permute(0, 2, 3, 1)
        heat, offsets = (cells @ self.weight + self.bias).split([1, 8], 3)
        score = heat[..., 0].sigmoid()
        peak = F.max_pool2d(score[:, None], 3, 1, 1)[:, 0]
        return score * (score >= peak).float(), offsets
