"""The steps of a training run: what ``scripts/train.py`` does with its arguments."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
import torch

from datasets.errata import corrected
from datasets.index import LabelledPhoto, read_index
from datasets.render.fashion import fashion
from datasets.render.style import draw_style
from datasets.scoring import calibration_error
from datasets.splits import Split, is_left_out, split
from datasets.training import borrow, export, quantise
from datasets.training.finder_fit import train_finder
from datasets.training.finder_net import FinderNet
from datasets.training.fit import Plan
from datasets.training.patches import Patches, cut, joined
from datasets.training.reader_data import Faces
from datasets.training.reader_fit import Shares, temperature, train_reader
from datasets.training.reader_net import ReaderNet
from datasets.training.restore import restore
from datasets.training.shards import read_shards, write_shard
from rules.tiles import ALL_TILES

WRONG_WHILE_SURE = 0.001
"""Share of sure tiles that may be wrong."""
TILES_OF_A_SCENE = 16
"""Tiles of a rendered scene that train the reader: memory for more designs rather than for more tiles of each."""
MISTAKES_OF = 6
"""Every so many scenes the finder's mistakes are looked for, which takes longer than cutting the tiles; besides in all
scenes without tiles, which show nothing else."""
LABELS = (*(tile.code for tile in ALL_TILES), "BACK", "NONE")
"""What the reader tells apart, in the order of its answer; ``NONE`` is no tile at all."""


def load_finder(checkpoint: Path) -> FinderNet:
    """Load averaged weights."""
    net = FinderNet()
    net.load_state_dict(torch.load(checkpoint, map_location="cpu"))
    return net.eval()


def load_reader(checkpoint: Path) -> ReaderNet:
    """Load averaged weights."""
    net = ReaderNet(len(LABELS))
    net.load_state_dict(torch.load(checkpoint, map_location="cpu"))
    return net.eval()


def averaged(checkpoints: Sequence[Path], out: Path) -> Path:
    """Write the mean of the weights of checkpoints of one line, each of which went on from another.

    Weights that lie in one valley of the loss answer better on pictures unlike those that trained than any one of them
    (Wortsman et al., "Model soups", 2022), for no work at run time.

    Raises:
        ValueError: for fewer than two checkpoints, or for networks of different forms.
    """
    states = [torch.load(checkpoint, map_location="cpu") for checkpoint in checkpoints]
    if len(states) < 2:
        raise ValueError(f"need two checkpoints or more to average, got {len(states)}")
    for checkpoint, state in zip(checkpoints, states, strict=True):
        if {name: value.shape for name, value in state.items()} != {
            name: value.shape for name, value in states[0].items()
        }:
            raise ValueError(f"{checkpoint} holds another network than {checkpoints[0]}")
    mean = {}
    for name, first in states[0].items():
        values = torch.stack([state[name].double() for state in states])
        mean[name] = values.mean(dim=0).to(first.dtype)
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(mean, out)
    return out


def restored(
    task: Literal["finder", "reader"],
    model: Path,
    pictures: Sequence[Path],
    out: Path,
    leave_out: Collection[str] = (),
) -> Path:
    """Write a checkpoint to go on from, of the weights that ship in the folder ``model``.

    ``pictures``: indexes like those that training will use; of these only what may train is looked at.
    """
    net: FinderNet | ReaderNet = FinderNet() if task == "finder" else ReaderNet(len(LABELS))
    shown = [photo for index in pictures for photo in _photographs(index, leave_out).train]
    restore(net, model / "model.onnx", quantise.batches(task, shown))
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), out)
    return out


def _photographs(index: Path, leave_out: Collection[str]) -> Split:
    return split(corrected(read_index(index)), leave_out)


def _rendered(indexes: Sequence[Path]) -> list[LabelledPhoto]:
    """The scenes that may train: of no set that shows a thing which is held out (``datasets/render/fashion.py``)."""
    return [photo for index in indexes for photo in read_index(index) if not _held_out(photo.design)]


def _held_out(design: str | None) -> bool:
    name, _, number = (design or "").partition("-")
    followed = fashion(draw_style(int(number))) if name == "design" and number.isdecimal() else None
    return followed is not None and followed.held_out


def finder(
    photos: Path | None,
    rendered: Sequence[Path],
    out: Path,
    plan: Plan,
    *,
    teacher: Path | None = None,
    start: Path | None = None,
    pictures: int = 2400,
    leave_out: Collection[str] = (),
) -> Path:
    """Train a finder; ``teacher`` is an earlier checkpoint that lends corners to photographs with boxes only.

    ``leave_out``: sources and tile sets that train nothing (``datasets.splits``); what starts or teaches the finder
    must have been trained without them too.
    """
    real: Sequence[LabelledPhoto] = _photographs(photos, leave_out).train if photos else ()
    if teacher is not None:
        real = tuple(borrow.taught(load_finder(teacher), real))
    net = train_finder(real, _rendered(rendered), out, plan, start=start, pictures=pictures)
    torch.save(net.state_dict(), out / "final.pt")
    return out / "final.pt"


def faces(photos: Sequence[LabelledPhoto], finder_checkpoint: Path) -> Patches:
    """Cut the labelled faces of photographs, their corners lent by a finder."""
    quads = list(borrow.borrow(load_finder(finder_checkpoint), photos))
    return cut(photos, quads, LABELS, real=True, seed=1)


def reader(
    photos: Path | None,
    rendered: Sequence[Path],
    finder_checkpoint: Path,
    out: Path,
    plan: Plan,
    *,
    start: Path | None = None,
    per_epoch: int = 24000,
    leave_out: Collection[str] = (),
) -> Path:
    """Train a reader on the faces of photographs and rendered scenes; ``leave_out`` as in ``finder``."""
    patches = joined(_cut(photos, rendered, finder_checkpoint, leave_out))
    net = train_reader(patches, len(LABELS), out, plan, start=start, faces=per_epoch)
    torch.save(net.state_dict(), out / "final.pt")
    return out / "final.pt"


def _cut(
    photos: Path | None, rendered: Sequence[Path], finder_checkpoint: Path, leave_out: Collection[str]
) -> list[Patches]:
    """Cut what trains a reader: faces of photographs, faces of rendered scenes and places that are no tile."""
    parts = []
    if photos is not None:
        parts.append(faces(_photographs(photos, leave_out).train, finder_checkpoint))
    scenes = _rendered(rendered)
    if scenes:
        nothing: list[npt.NDArray[np.float32]] = [np.zeros((0, 4, 2), np.float32)] * len(scenes)
        asked = [number for number, scene in enumerate(scenes) if number % MISTAKES_OF == 0 or not scene.tiles]
        found = borrow.mistakes(load_finder(finder_checkpoint), [scenes[number] for number in asked])
        for number, quads in zip(asked, found, strict=True):
            nothing[number] = quads
        parts.append(cut(scenes, None, LABELS, real=False, seed=2, nothing_of=nothing, most=TILES_OF_A_SCENE))
    return parts


def cut_shard(
    photos: Path | None, rendered: Sequence[Path], finder_checkpoint: Path, out: Path, leave_out: Collection[str] = ()
) -> Path:
    """Cut what ``reader`` would train on and keep it as a shard, so that many runs share the cutting."""
    return write_shard(out, joined(_cut(photos, rendered, finder_checkpoint, leave_out)))


def reader_of_shards(
    folders: Sequence[tuple[Path, float]], out: Path, plan: Plan, *, start: Path | None = None, per_epoch: int = 24000
) -> Path:
    """Train a reader on shards; each folder makes up its share of what is shown. New ones join with the next epoch."""

    def again() -> tuple[Patches, Shares]:
        patches, numbers = read_shards([folder for folder, _ in folders])
        return patches, [(numbers == number, share) for number, (_, share) in enumerate(folders)]

    net = train_reader(again()[0], len(LABELS), out, plan, start=start, faces=per_epoch, again=again)
    torch.save(net.state_dict(), out / "final.pt")
    return out / "final.pt"


def answers(net: ReaderNet, patches: Patches) -> tuple[torch.Tensor, torch.Tensor]:
    """Logits (n, labels) and turn logits (n, 4) for patches as they are."""
    data = Faces(patches, seed=0, nothing=LABELS.index("NONE"), train=False)
    logits, turns = [], []
    with torch.inference_mode():
        for begin in range(0, len(data), 256):
            pixels = torch.stack([data[i][0] for i in range(begin, min(begin + 256, len(data)))])
            some, turn, _, _ = net(pixels.float() / 255.0)
            logits.append(some)
            turns.append(turn)
    return torch.cat(logits), torch.cat(turns)


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the reader's card needs to speak of probability.

    ``temperature`` of the softmax; ``sure``: least confidence of which at most one face in 1,000 is wrong;
    ``coverage``: share of the faces that reach it; ``error``: expected calibration error after the temperature.
    """

    temperature: float
    sure: float
    coverage: float
    error: float


def sure_threshold(confidence: npt.NDArray[np.float64], right: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Return the least confidence above which at most one in 1,000 is wrong, and the share above it.

    ``confidence``, ``right`` (n,). Where even the most confident is wrong the threshold is above 1 and covers nothing.
    """
    order = np.argsort(-confidence, kind="stable")
    wrong = np.cumsum(~right[order])
    good = np.flatnonzero(wrong <= WRONG_WHILE_SURE * np.arange(1, len(order) + 1))
    if not len(good):
        return 1.01, 0.0
    last = int(good[-1])
    return float(confidence[order[last]]), (last + 1) / len(order)


def calibrate(
    checkpoint: Path,
    photos: Path,
    rendered: Sequence[Path],
    finder_checkpoint: Path,
    leave_out: Collection[str] = (),
) -> Calibration:
    """Calibrate on the validation photographs and on rendered scenes of designs that train nothing.

    ``leave_out``: sources and tile sets that choose no temperature and no threshold either, so that figures on them
    speak of sets that had no say in anything.
    """
    measuring = _photographs(photos, leave_out).validation
    parts = [faces([photo for photo in measuring if not is_left_out(photo, leave_out)], finder_checkpoint)]
    if rendered:
        scenes = [photo for index in rendered for photo in read_index(index)]
        parts.append(cut(scenes, None, LABELS, real=False, seed=3))
    patches = joined(parts)
    logits, _ = answers(load_reader(checkpoint), patches)
    labels = torch.from_numpy(patches.labels.astype(np.int64))
    # Places between tiles are easy and many; the confidence that matters is that of tiles.
    tiles = labels != LABELS.index("NONE")
    best = temperature(logits[tiles], labels[tiles])
    confidence, named = (logits[tiles] / best).softmax(1).max(1)
    right = (named == labels[tiles]).numpy()
    sure, coverage = sure_threshold(confidence.double().numpy(), right)
    pairs = list(zip(confidence.tolist(), right.tolist(), strict=True))
    return Calibration(best, sure, coverage, calibration_error(pairs))


def ship(
    task: Literal["finder", "reader"],
    checkpoint: Path,
    folder: Path,
    calibration: Sequence[Path] = (),
    leave_out: Collection[str] = (),
) -> Path:
    """Export a checkpoint into its model folder and stamp the card with the new hash.

    ``calibration``: indexes of pictures to store 8-bit integers by; of these only what may train is looked at.
    """
    pictures = [photo for index in calibration for photo in _photographs(index, leave_out).train]
    inputs = quantise.batches(task, pictures) if calibration else None
    if task == "finder":
        path = export.export_finder(load_finder(checkpoint), folder, inputs)
    else:
        path = export.export_reader(load_reader(checkpoint), folder, inputs)
    if (folder / "card.toml").exists():
        export.stamp(folder)
    return path
