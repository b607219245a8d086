"""The finder: a small convolutional network that marks tile centres and points at their corners.

Plain 3x3 convolutions throughout: on the CPUs it runs on they beat depthwise ones of the same accuracy, which are
bound by memory. The coarsest level (32 pixels a cell) sees whole racks, the finest (8) keeps neighbours apart.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from datasets.training.targets import STRIDE

REACH = 16.0
"""Pixels one unit of the corner branch means: keeps its raw output near 1 for common tiles."""


class Conv(nn.Sequential):
    """Convolution, batch normalisation, ReLU."""

    def __init__(self, inside: int, outside: int, kernel: int = 3, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False),
            nn.BatchNorm2d(outside),
            nn.ReLU(inplace=True),
        )


class Residual(nn.Module):
    """Two convolutions beside a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = Conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        """Keep the shape of ``x`` (n, width, h, w)."""
        return F.relu(x + self.second(self.first(x)))


class FinderNet(nn.Module):
    """Pictures (n, 3, H, W) in [0, 1] to heat logits (n, h, w) and corner offsets (n, 8, h, w) in pixels."""

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
        at8 = self.eighth(self.stem(x))
        at16 = self.sixteenth(at8)
        at32 = self.coarse(at16)
        at16 = self.mix16(at16 + F.interpolate(self.down16(at32), scale_factor=2.0, mode="nearest"))
        at8 = self.mix8(at8 + F.interpolate(self.down8(at16), scale_factor=2.0, mode="nearest"))
        features = self.head(at8)
        return self.heat(features)[:, 0], self.corners(features) * REACH


def cell_centres(h: int, w: int, like: Tensor) -> Tensor:
    """Centres of the cells, (8, h, w) pixels: x, y repeated for the four corners."""
    ys = (torch.arange(h, device=like.device, dtype=torch.float32) + 0.5) * STRIDE
    xs = (torch.arange(w, device=like.device, dtype=torch.float32) + 0.5) * STRIDE
    grid = torch.stack([xs[None, :].expand(h, w), ys[:, None].expand(h, w)])
    return grid.repeat(4, 1, 1)


class FinderExport(nn.Module):
    """The graph that ships: uint8 picture in, local peaks and absolute corners out."""

    def __init__(self, net: FinderNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """``image`` (1, H, W, 3) uint8 RGB to ``score`` (1, h, w) and ``corners`` (1, h, w, 8) pixels."""
        heat, offsets = self.net(image.permute(0, 3, 1, 2).float() / 255.0)
        score = heat.sigmoid()
        peak = F.max_pool2d(score[:, None], 3, 1, 1)[:, 0]
        h, w = score.shape[-2], score.shape[-1]
        corners = offsets + cell_centres(h, w, offsets)[None]
        return score * (score >= peak).float(), corners.permute(0, 2, 3, 1)
