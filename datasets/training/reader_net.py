"""The reader: one rectified face in, its label, which way up it lies, and an embedding out.

The embedding keeps where things stand on the face (a coarse grid, not an average over it), because tiles of one suit
differ by layout alone. Labels are read from the embedding by cosine, so that a person's own set
can be taught later by embeddings in the same space.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from datasets.training.finder_net import Conv, Residual
from vision.rectify import FACE_SIZE

EMBEDDING = 128
SHARPNESS = 16.0
"""What a cosine is multiplied by to become a logit; the calibration's temperature acts on the result."""


class ReaderNet(nn.Module):
    """Faces (n, 3, *FACE_SIZE) in [0, 1] to label logits, turn logits and unit embeddings."""

    def __init__(self, labels: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Conv(3, 32, stride=2),
            Conv(32, 32),
            Conv(32, 64, stride=2),
            Residual(64),
            Conv(64, 112, stride=2),
            Residual(112),
            Conv(112, 160, stride=2),
            Residual(160),
            Conv(160, 48, kernel=1),
        )
        self.embed = nn.Linear(48 * (FACE_SIZE[0] // 16) * (FACE_SIZE[1] // 16), EMBEDDING)
        self.drop = nn.Dropout(0.15)
        self.faces = nn.Parameter(torch.randn(labels, EMBEDDING) * 0.1)
        self.turn = nn.Linear(EMBEDDING, 4)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return logits (n, labels), turn (n, 4) and embedding (n, EMBEDDING) of unit length."""
        raw = self.embed(self.drop(self.body(x).flatten(1)))
        embedding = F.normalize(raw.float(), dim=1)
        logits = SHARPNESS * embedding @ F.normalize(self.faces, dim=1).t()
        return logits, self.turn(raw).float(), embedding


class ReaderExport(nn.Module):
    """The graph that ships: uint8 faces in."""

    def __init__(self, net: ReaderNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, tiles: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """``tiles`` (n, *FACE_SIZE, 3) uint8 RGB to logits, turn, embedding."""
        logits, turn, embedding = self.net(tiles.permute(0, 3, 1, 2).float() / 255.0)
        return logits, turn, embedding
