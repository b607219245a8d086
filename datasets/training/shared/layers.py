"""Build the layers of all networks, and the form in which the first convolution ships."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

PIXELS = 4
"""Width of a block of ``BytesFirst``, pixels; the widths of pictures and faces are multiples of it."""


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
        """Return a tensor of the shape of ``x`` (n, width, h, w)."""
        return F.relu(x + self.second(self.first(x)))


class BytesFirst(nn.Module):
    """A 3x3 ``Conv`` of stride 2 from RGB, rewritten to read four neighbouring pixels as one place of 12 channels.

    onnxruntime's integer convolutions process channels by fours and are slow with three. The rearranged weights read
    the picture's bytes as they lie. Zeros stand for the pixels of a block that an output does not use.
    """

    kernel: Tensor
    bias: Tensor

    def __init__(self, conv: nn.Module) -> None:
        super().__init__()
        assert isinstance(conv, Conv)
        weight, bias = _folded(conv)
        wide = weight.shape[0]
        # A block's first output uses the last pixel of the block before; no output uses the block after.
        blocks = torch.zeros(2, wide, 3, PIXELS * 3, 3)  # output of the block, channel, row, pixel, colour
        for place in range(2):
            first = PIXELS + 2 * place - 1
            blocks[place, :, :, first : first + 3] = weight.permute(0, 2, 3, 1)
        kernel = blocks.reshape(2 * wide, 3, 3, PIXELS * 3).permute(0, 3, 1, 2)
        self.register_buffer("kernel", kernel.contiguous())
        self.register_buffer("bias", bias.repeat(2))

    def forward(self, image: Tensor) -> Tensor:
        """Map ``image`` (n, H, W, 3) uint8 to the output of the convolution, (n, channels, H / 2, W / 2)."""
        n, h = image.shape[:2]
        blocks = image.reshape(n, h, -1, PIXELS * 3).permute(0, 3, 1, 2).float() / 255.0
        found = F.relu(F.conv2d(blocks, self.kernel, self.bias, stride=(2, 1), padding=1))
        return found.permute(0, 2, 3, 1).reshape(n, h // 2, -1, len(self.bias) // 2).permute(0, 3, 1, 2)


def _folded(conv: Conv) -> tuple[Tensor, Tensor]:
    """Fold the normalisation into a convolution; return weights (channels, 3, 3, 3) and bias (channels,)."""
    plain, norm = conv[0], conv[1]
    assert isinstance(plain, nn.Conv2d)
    assert isinstance(norm, nn.BatchNorm2d)
    assert norm.running_mean is not None
    assert norm.running_var is not None
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weight = plain.weight * scale[:, None, None, None]
    return weight.detach(), (norm.bias - norm.running_mean * scale).detach()
