"""Train a head that reads all faces of a picture together, behind the shipped classifier of upright faces.

A player names an unfamiliar tile by comparing it with the others. The head does so: every face is a token of what the
classifier holds of it, layers of attention let the tokens see each other, and a correction is added to each face's
logits. It learns in episodes of random tile sets, some faces of one set at a time, and then on pictures as the program
reads them. The body keeps its shipped 8-bit weights. Whether a face is a tile at all stays what the face alone says.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from datasets.photographs.index import LabelledPhoto
from datasets.training.classifier.labels import FAMILIES, GLYPHS, LABELS, NONE, NUMERALS
from datasets.training.classifier.network import EMBEDDING, SPOTS
from datasets.training.classifier.patches import Patches
from datasets.training.classifier.read_pictures import shown_faces
from datasets.training.classifier.seen_features import COARSE, COARSE_SIZE, open_inside, printed_faces, seen_features
from vision import Networks

INPUTS = {
    "logits": len(LABELS),
    "embedding": EMBEDDING,
    "/net/Add_4_output_0_DequantizeLinear_Output": len(NUMERALS) + len(FAMILIES),
    "/net/Relu_output_0": len(GLYPHS) + 4,
    "/net/Flatten_1_output_0": SPOTS,
    COARSE: COARSE_SIZE,
}
"""Tensors of the exported classifier that a token consists of, and their sizes: logits, embedding, numeral and family,
strongest glyphs, small features, and the input of the embedding."""
PREFIX, ALONE = "context/", "logits.alone"
"""Names in the shipped network: the prefix of this head's nodes, and the logits of each face by itself."""
WIDTH, HEADS, LAYERS = 96, 4, 3
"""Numbers of a token, heads of attention, layers."""
DROP = 0.3
RATE, RATE_SHOWN, DECAY = 1e-3, 4e-4, 0.05
EPISODES, SHOWN = 24, 14
"""Number of pictures per step, and how many of them the program has read, in the second part."""
SECOND = 0.62
"""Share of the weights after the second part in the mean with those before it, which keeps known sets as they were."""

COPIES = {"F": 1, "J": 4, "BACK": 1}
"""Number of tiles of each printed face in a set of four of a kind, eight flowers and eight jokers; others: 4."""

Picture = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Tokens:
    """What the classifier holds of n faces.

    Attributes:
        features: (n, sum of the sizes of ``INPUTS``) float16, in their order.
        labels: (n,) int64.
        sets: (n,) int64.
        faces: (n,) int64, the number of the printed face; -1 for a patch that is no tile.
    """

    features: npt.NDArray[np.float16]
    labels: npt.NDArray[np.int64]
    sets: npt.NDArray[np.int64]
    faces: npt.NDArray[np.int64]

    def of(self, rows: npt.NDArray[np.intp]) -> Tensor:
        """Return the features of some faces as floats."""
        return torch.from_numpy(self.features[rows].astype(np.float32))


def tokens_of(model: Path, patches: Patches) -> Tokens:
    """Run an exported classifier over patches."""
    rows = np.arange(len(patches.labels))
    features = np.empty((len(rows), sum(INPUTS.values())), np.float16)
    for some, outputs in seen_features(model, patches, rows, _names(model)):
        features[some] = np.concatenate(outputs, axis=1)
    return Tokens(features, patches.labels.astype(np.int64), patches.sets, printed_faces(patches))


def shown_tokens(model: Path, photos: Iterable[LabelledPhoto], networks: Networks) -> Tokens:
    """Run an exported classifier over the upright faces that the program sees in pictures; each batch is a set."""
    inside = open_inside(model, _names(model))
    features, labels = [], []
    for crops, names in shown_faces(photos, networks):
        features.append(np.concatenate(inside(crops), axis=1).astype(np.float16))
        labels.append(names)
    numbers = np.repeat(np.arange(len(labels)), [len(one) for one in labels])
    return Tokens(np.concatenate(features), np.concatenate(labels), numbers, np.full(len(numbers), -1))


def _names(model: Path) -> list[str]:
    """Return the names of ``INPUTS`` in a graph that may have such a head already."""
    own = ALONE if has_context(onnx.load(str(model))) else "logits"
    return [own if name == "logits" else name for name in INPUTS]


def has_context(network: onnx.ModelProto) -> bool:
    """Say whether an exported classifier has, or had, such a head."""
    return any(ALONE in node.output for node in network.graph.node)


class Attention(nn.Module):
    """A layer in which every token looks at all others of its picture, the more the more alike they look."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.between = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.asked = nn.Linear(WIDTH, 3 * WIDTH)
        self.alike = nn.Parameter(torch.linspace(0.0, 6.0, HEADS).reshape(HEADS, 1, 1))
        self.seen = nn.Linear(WIDTH, WIDTH)
        self.wider, self.back = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, WIDTH)
        self.drop = nn.Dropout(DROP)

    def forward(self, tokens: Tensor, alike: Tensor, apart: Tensor | None) -> Tensor:
        """Map tokens (n, WIDTH) to tokens; ``alike`` (n, n) cosines; ``apart`` (n, n) true where they are apart."""
        parts = self.asked(self.before(tokens)).reshape(-1, 3, HEADS, WIDTH // HEADS).permute(1, 2, 0, 3)
        scores = parts[0] @ parts[1].transpose(1, 2) / math.sqrt(WIDTH / HEADS) + self.alike * alike
        if apart is not None:
            scores = scores.masked_fill(apart, -1e4)
        seen = (scores.softmax(-1) @ parts[2]).permute(1, 0, 2).reshape(-1, WIDTH)
        tokens = tokens + self.drop(self.seen(seen))
        return tokens + self.drop(self.back(F.relu(self.wider(self.between(tokens)))))


class ContextHead(nn.Module):
    """Map what the classifier holds of the n faces of a picture, (n, features), to label logits (n, labels)."""

    mean: Tensor
    spread: Tensor

    def __init__(self) -> None:
        super().__init__()
        size = sum(INPUTS.values())
        self.register_buffer("mean", torch.zeros(size))
        self.register_buffer("spread", torch.ones(size))
        self.drop = nn.Dropout(DROP)
        self.token = nn.Linear(size, WIDTH)
        self.layers = nn.ModuleList(Attention() for _ in range(LAYERS))
        self.last = nn.LayerNorm(WIDTH)
        self.change = nn.Linear(WIDTH, NONE)  # of the labels before NONE
        nn.init.zeros_(self.change.weight)
        nn.init.zeros_(self.change.bias)

    def forward(self, features: Tensor, apart: Tensor | None = None) -> Tensor:
        """Return logits; ``apart`` (n, n) is true for two faces of different pictures, None if all are of one."""
        logits, embedding = features[:, : len(LABELS)], features[:, len(LABELS) : len(LABELS) + EMBEDDING]
        alike = embedding @ embedding.t()
        tokens = self.token(self.drop((features - self.mean) / self.spread))
        for layer in self.layers:
            tokens = layer(tokens, alike, apart)
        tiles = logits[:, :NONE]
        named = tiles + self.change(self.last(tokens))
        # The probability of NONE stays: the change moves probability between tiles only.
        return torch.cat([named + (tiles.logsumexp(1) - named.logsumexp(1))[:, None], logits[:, NONE:]], 1)


@dataclass(frozen=True, slots=True)
class _TileSet:
    """Rows of a set's faces: those of each printed face, how many tiles bear it, and rows that show no tile."""

    faces: tuple[npt.NDArray[np.intp], ...]
    copies: npt.NDArray[np.intp]
    nothing: npt.NDArray[np.intp]


def _tile_sets(tokens: Tokens) -> list[_TileSet]:
    found = []
    for rows in _split(np.lexsort((tokens.faces, tokens.sets)), tokens.sets):
        faces = [one for one in _split(rows, tokens.faces) if tokens.faces[one[0]] >= 0]
        copies = np.array([COPIES.get(LABELS[tokens.labels[one[0]]], 4) for one in faces], np.intp)
        found.append(_TileSet(tuple(faces), copies, rows[tokens.faces[rows] < 0]))
    return found


def _split(rows: Picture, numbers: npt.NDArray[np.int64]) -> list[Picture]:
    """Split rows wherever the number of the next row is another."""
    return np.split(rows, np.flatnonzero(np.diff(numbers[rows])) + 1)


def _hand(tile_set: _TileSet, rng: np.random.Generator) -> list[int]:
    """Return the faces of 13 or 14 tiles as a hand holds them: a few kinds, most of them several times."""
    hand: list[int] = []
    size = int(rng.integers(13, 15))
    for face in rng.permutation(len(tile_set.faces)).tolist():
        hand += [face] * min(int(rng.integers(1, 5)), int(tile_set.copies[face]))
        if len(hand) >= size:
            return hand[:size]
    return hand


def _episode(tile_set: _TileSet, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """Return rows of the faces in view: a hand, a few tiles, or a table, all of one set."""
    walls = np.repeat(np.arange(len(tile_set.faces)), tile_set.copies)
    kind = rng.random()
    if kind < 0.45:
        faces = _hand(tile_set, rng)
    else:
        most = 7 if kind < 0.6 else 20 if kind < 0.75 else 60
        faces = rng.permutation(walls)[: int(rng.integers(1, most))].tolist()
    rows = [int(rng.choice(tile_set.faces[face])) for face in faces]
    if len(tile_set.nothing) and rng.random() < 0.3:
        rows += rng.choice(tile_set.nothing, int(rng.integers(1, 4))).tolist()
    return np.array(rows, np.intp)


def _shown(tokens: Tokens) -> list[Picture]:
    """Return the rows of each picture that shows a labelled face."""
    pictures = _split(np.argsort(tokens.sets, kind="stable"), tokens.sets)
    return [rows for rows in pictures if (tokens.labels[rows] != NONE).any()]


def _batch(pictures: Sequence[tuple[Tokens, Picture]]) -> tuple[Tensor, Tensor, Tensor]:
    """Return the features, the labels, and which two faces lie apart, (n, n), of several pictures."""
    numbers = torch.from_numpy(np.repeat(np.arange(len(pictures)), [len(rows) for _, rows in pictures]))
    features = torch.cat([tokens.of(rows) for tokens, rows in pictures])
    labels = torch.from_numpy(np.concatenate([tokens.labels[rows] for tokens, rows in pictures]))
    return features, labels, numbers[:, None] != numbers[None]


def _episodes(tokens: Tokens, rng: np.random.Generator) -> Iterator[tuple[Tokens, Picture]]:
    tile_sets = _tile_sets(tokens)
    while True:
        yield tokens, _episode(tile_sets[int(rng.integers(len(tile_sets)))], rng)


def train_context(tokens: Tokens, shown: Tokens, steps: int) -> ContextHead:
    """Train a head on episodes of random sets, then for a twelfth of the steps on pictures as the program reads them.

    ``tokens``: faces of drawn sets. ``shown``: faces of pictures (`shown_tokens`), as found, cut and doubted at the
    table. Returns the mean of both parts' weights; prints twenty progress lines a part.
    """
    torch.manual_seed(1)
    head = ContextHead()
    some = tokens.of(np.arange(0, len(tokens.labels), max(len(tokens.labels) // 20000, 1)))
    head.mean.copy_(some.mean(0))
    head.spread.copy_(some.std(0) + 0.05)
    rng = np.random.default_rng(1)
    episodes = _episodes(tokens, rng)
    _fit(head, (list(islice(episodes, EPISODES)) for _ in range(steps)), steps, RATE)
    pictures = _shown(shown)
    mixed = (
        [
            *islice(episodes, EPISODES - SHOWN),
            *((shown, pictures[at]) for at in rng.integers(len(pictures), size=SHOWN)),
        ]
        for _ in range(steps // 12)
    )
    first = {name: value.clone() for name, value in head.state_dict().items()}
    _fit(head, mixed, steps // 12, RATE_SHOWN)
    second = head.state_dict()
    head.load_state_dict({name: torch.lerp(value, second[name], SECOND) for name, value in first.items()})
    return head.eval()


def _fit(head: ContextHead, batches: Iterable[Sequence[tuple[Tokens, Picture]]], steps: int, rate: float) -> None:
    optimiser = torch.optim.AdamW(head.parameters(), lr=rate, weight_decay=DECAY)
    losses: list[float] = []
    for step, pictures in enumerate(batches):
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, 20 * step / steps) * 0.5 * (1 + math.cos(math.pi * step / steps))
        features, labels, apart = _batch(pictures)
        loss = F.cross_entropy(head(features, apart)[:, :NONE], labels, ignore_index=NONE)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(head.parameters(), 1.0)
        optimiser.step()
        losses.append(float(loss.detach()))
        if (step + 1) % max(steps // 20, 1) == 0:
            print(f"step {step + 1}: {np.mean(losses[-max(steps // 20, 1) :]):.3f}", flush=True)


def right_in_context(head: ContextHead, tokens: Tokens, batches: int = 40) -> tuple[float, float]:
    """Return the shares of tiles read right one by one and together, over random episodes of held-out sets."""
    episodes = _episodes(tokens, np.random.default_rng(7))
    alone = together = count = 0
    for _ in range(batches):
        features, labels, apart = _batch(list(islice(episodes, EPISODES)))
        with torch.inference_mode():
            alone += int((features[:, :NONE].argmax(1) == labels).sum())
            together += int((head(features, apart)[:, :NONE].argmax(1) == labels).sum())
        count += int((labels != NONE).sum())
    return alone / count, together / count
