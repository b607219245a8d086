"""Build the classifier: one rectified face in, its label, orientation, embedding and corner offsets out.

The embedding keeps positions on the face (a coarse grid, no average), because tiles of one suit differ by layout alone.
A max pool over all places adds features that may stand anywhere, because a numeral is the same in any corner. A further
head locates numerals and letters place by place; drawn faces supply its targets. Label logits are cosines of the
embedding, so that a person's own tile set can be taught in the same space. The logits also get two votes, for the
numeral and for the family, so that the network learns a 7 from all three suits at once. Each face comes at its own
size, so that its edges correct the detector's corners.
"""

import copy
from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from datasets.training.classifier.labels import FAMILIES, GLYPHS, NUMERALS, TEXTS, family_of, numeral_of
from datasets.training.shared.layers import BytesFirst, Conv, Residual
from vision.requests import FACE_SIZE

EMBEDDING = 128
SHARPNESS = 16.0
"""Factor from cosine to logit; the calibrated temperature divides the result."""


_PLACED = 11
"""Number of body layers before the stage that feeds corners and small features; later stages are coarser."""
GLYPH_STEP = 16
"""Stride of that stage, in pixels of the face."""
SPOTS = 192
"""Number of features for small marks anywhere on the face: numerals, letters, words."""
GLYPH_ANSWERS = len(GLYPHS) + 1 + 5
"""Number of logits per place: nothing and each glyph, then nothing and each turn."""


class ClassifierNet(nn.Module):
    """Map faces (n, 3, *FACE_SIZE) in [0, 1] to label logits, turn logits, unit embeddings and frames."""

    votes: Tensor

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__()
        seen = 48 * (FACE_SIZE[0] // 32) * (FACE_SIZE[1] // 32)
        self.body = nn.Sequential(
            Conv(3, 32, stride=2),
            Conv(32, 32, stride=2),
            Conv(32, 32),
            Conv(32, 64, stride=2),
            *(Residual(64) for _ in range(3)),
            Conv(64, 112, stride=2),
            *(Residual(112) for _ in range(3)),
            Conv(112, 160, stride=2),
            *(Residual(160) for _ in range(2)),
            Conv(160, 48, kernel=1),
        )
        self.spots = Conv(112, SPOTS, kernel=1)
        self.of_spots = nn.Linear(SPOTS, EMBEDDING + len(NUMERALS) + len(FAMILIES) + 4)
        self.glyphs = nn.Sequential(Conv(112, 96), nn.Conv2d(96, GLYPH_ANSWERS, 1))
        self.of_glyphs = nn.Linear(GLYPH_ANSWERS - 2, self.of_spots.out_features)
        self.texts = nn.Linear(SPOTS, len(TEXTS))  # only training uses it
        self.embed = nn.Linear(seen, EMBEDDING)
        self.drop = nn.Dropout(0.15)
        self.faces = nn.Parameter(torch.randn(len(labels), EMBEDDING) * 0.1)
        self.turn = nn.Linear(EMBEDDING, 4)
        self.parts = nn.Linear(seen, len(NUMERALS) + len(FAMILIES))
        self.way = nn.Linear(seen, 4)
        for layer in (self.parts, self.way, self.of_spots, self.of_glyphs):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)
        votes = torch.zeros(len(NUMERALS) + len(FAMILIES), len(labels))
        for number, label in enumerate(labels):
            votes[numeral_of(label), number] = votes[len(NUMERALS) + family_of(label), number] = 1.0
        self.register_buffer("votes", votes, persistent=False)
        self.frame = nn.Sequential(
            Conv(112, 24),
            nn.Flatten(),
            nn.Linear(24 * (FACE_SIZE[0] // 16) * (FACE_SIZE[1] // 16), 64),
            nn.ReLU(inplace=True),
            nn.Linear(64, 8),
        )

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return logits (n, labels), turn (n, 4), embedding (n, EMBEDDING) of unit length and frame (n, 8).

        The frame is the offset of the face's true corners from the corners of the cut: x, y of each corner, clockwise
        from the crop's top left, in widths and heights of the frame.
        """
        cosines, parts, turn, embedding, frame, _, _ = self.told_apart(x)
        return cosines + parts @ self.votes, turn, embedding, frame

    def told_apart(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Return all outputs, those of training included: cosine logits, parts, turn, embedding, frame, texts, glyphs.

        The label logits of ``forward`` are the cosine logits (n, labels) plus the votes of the parts. Parts (n,
        numerals and families) are logits of ``NUMERALS``, then of ``FAMILIES``. Texts (n, texts) are logits that each
        of ``TEXTS`` is anywhere on the face. Glyphs (n, answers, h, w) are logits per place: nothing and each of
        ``GLYPHS``, then nothing and each turn of the glyph.
        """
        places = self.body[:_PLACED](x)
        seen = self.drop(self.body[_PLACED:](places).flatten(1))
        spots = F.adaptive_max_pool2d(self.spots(places), 1).flatten(1)
        glyphs = self.glyphs(places)
        from_spots = self.of_spots(self.drop(spots)) + self.of_glyphs(strongest_glyphs(glyphs))
        of_raw, of_parts, of_turn = from_spots.split([EMBEDDING, self.parts.out_features, 4], 1)
        raw = self.embed(seen) + of_raw
        embedding = F.normalize(raw.float(), dim=1)
        cosines = SHARPNESS * embedding @ F.normalize(self.faces, dim=1).t()
        turn = self.turn(raw).float() + self.way(seen).float() + of_turn.float()
        parts = self.parts(seen).float() + of_parts.float()
        frame, texts = self.frame(places).float(), self.texts(spots).float()
        return cosines, parts, turn, embedding, frame, texts, glyphs.float()


def strongest_glyphs(logits: Tensor) -> Tensor:
    """Return the largest logit margin over "nothing" of each glyph and turn, (n, glyphs + 4), at least 0."""
    named, turned = logits.split([len(GLYPHS) + 1, 5], 1)
    more = torch.cat([named[:, 1:] - named[:, :1], turned[:, 1:] - turned[:, :1]], 1)
    return F.relu(F.adaptive_max_pool2d(more, 1).flatten(1))


class ClassifierExport(nn.Module):
    """The classifier as it ships, with uint8 input."""

    def __init__(self, net: ClassifierNet) -> None:
        super().__init__()
        self.net = copy.deepcopy(net)
        self.net.body[0] = BytesFirst(net.body[0])

    def forward(self, tiles: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Map ``tiles`` (n, *FACE_SIZE, 3) uint8 RGB to logits, turn, embedding, frame."""
        logits, turn, embedding, frame = self.net(tiles)
        return logits, turn, embedding, frame
