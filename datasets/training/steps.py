"""Run the steps of a training run for ``scripts/train.py``."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from datasets.photographs.index import LabelledPhoto, read_index
from datasets.photographs.label_errata import read_corrected
from datasets.photographs.splits import Split, is_left_out, split
from datasets.progress import progress
from datasets.render.design_splits import TILE_SET_DESIGNS, design_number, is_held_out
from datasets.render.drawing.set_style import draw_style
from datasets.render.faces.novelty_motifs import novelty_of
from datasets.training import export_onnx, quantise
from datasets.training.checkpoint_from_onnx import restore
from datasets.training.classifier.context import right_in_context, shown_tokens, tokens_of, train_context
from datasets.training.classifier.data import FaceDataset, Poses
from datasets.training.classifier.labels import LABELS, NONE
from datasets.training.classifier.likeness import see, told_apart, train_likeness
from datasets.training.classifier.network import ClassifierNet
from datasets.training.classifier.patches import Patches, cut, joined
from datasets.training.classifier.shards import read_shards, write_shard
from datasets.training.classifier.train import Shares, temperature, train_classifier
from datasets.training.detector import detector_corners
from datasets.training.detector.network import DetectorNet
from datasets.training.detector.train import train_detector
from datasets.training.run_config import RunConfig
from datasets.training.shared.checkpoints import load_weights
from datasets.training.shared.reliability import calibration_error
from models.model_card import Task
from vision import Networks

FRAME_FACES = 2000
"""Number of photographed faces from which we take the median corner offsets."""
AT_ONCE = 64
"""Most faces in one run of a network that we measure."""
TILES_OF_A_SCENE = 16
"""Most tiles of a rendered scene for the classifier: more designs teach more than more tiles of each."""
MISTAKES_OF = 6
"""We collect false detections from one in so many scenes, and from all scenes without tiles."""


def load_detector(checkpoint: Path) -> DetectorNet:
    """Load a detector's averaged weights."""
    return load_weights(DetectorNet(), checkpoint).eval()


def load_classifier(checkpoint: Path) -> ClassifierNet:
    """Load a classifier's averaged weights."""
    return load_weights(ClassifierNet(LABELS), checkpoint).eval()


def _saved(weights: dict[str, Any], out: Path) -> Path:
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(weights, out)
    return out


def average_checkpoints(checkpoints: Sequence[Path], out: Path) -> Path:
    """Write the mean of the weights of checkpoints from one line of training, each continued from another.

    Such a mean generalises better than any one of them at no cost (Wortsman et al., "Model soups", 2022).

    Raises:
        ValueError: for fewer than two checkpoints, or for networks of different architectures.
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
    return _saved(mean, out)


def centre_frame(checkpoint: Path, shards: Sequence[Path], out: Path) -> Path:
    """Write a classifier whose median corner offset on photographed faces is zero.

    Drawn faces end where their body ends, a detector's quads on photographs a little within. So training with much
    drawn art moves the predicted corners outwards on photographs too, and we correct this in the last layer's bias.
    ``shards``: folders of shards of photographs that train.
    """
    net, (patches, _) = load_classifier(checkpoint), read_shards(shards)
    tiles = np.flatnonzero(patches.labels != NONE)
    chosen = np.unique(tiles[np.linspace(0, len(tiles) - 1, min(FRAME_FACES, len(tiles))).astype(int)])
    frames = torch.cat([frame for _, _, _, frame in _answers(net, patches, chosen)])
    last = net.frame[-1]
    assert isinstance(last, torch.nn.Linear)
    last.bias.data -= frames.median(0).values
    return _saved(net.state_dict(), out)


def restore_checkpoint(
    task: Task, model: Path, calibration: Sequence[Path], out: Path, leave_out: Collection[str] = ()
) -> Path:
    """Write a checkpoint from the shipped weights in the folder ``model``, so that training can continue from it.

    ``calibration``: indexes like those of the coming training; only their training split counts.
    """
    net: DetectorNet | ClassifierNet = DetectorNet() if task == "finder" else ClassifierNet(LABELS)
    shown = [photo for index in calibration for photo in _photographs(index, leave_out).train]
    restore(net, model / "model.onnx", quantise.batches(task, shown))
    return _saved(net.state_dict(), out)


def _photographs(index: Path, leave_out: Collection[str]) -> Split:
    return split(read_corrected(index), leave_out)


def _rendered(indexes: Sequence[Path]) -> list[LabelledPhoto]:
    """Return the scenes that may train, without those of held-out designs and motifs."""
    return [photo for index in indexes for photo in read_index(index) if not _held_out(photo.design)]


def _held_out(design: str | None) -> bool:
    if is_held_out(design):
        return True
    number = design_number(design)
    novelty = None if number is None or number in TILE_SET_DESIGNS else novelty_of(draw_style(number))
    return novelty is not None and novelty.held_out


def detector(run: RunConfig) -> Path:
    """Train a detector and return its weights; the training of ``start`` and ``teacher`` left out the same."""
    real: Sequence[LabelledPhoto] = _photographs(run.photos, run.leave_out).train if run.photos else ()
    if run.teacher is not None:
        real = tuple(detector_corners.with_detector_corners(load_detector(run.teacher), progress(real, "corners")))
    train_detector(real, _rendered(run.rendered), run)
    return run.out / "final.pt"


def faces(photos: Sequence[LabelledPhoto], finder: Path) -> Patches:
    """Cut the labelled faces out of photographs, using a detector's corners."""
    quads = list(detector_corners.corners_for_boxes(load_detector(finder), progress(photos, "corners")))
    return cut(progress(photos, "faces"), quads, real=True, seed=1)


def classifier(run: RunConfig, poses: Poses) -> Path:
    """Train a classifier on shards and return its weights; new shards join in at the next epoch."""

    def shown() -> tuple[Patches, Shares]:
        patches, numbers = read_shards([folder for folder, _ in run.shards])
        return patches, [(numbers == number, share) for number, (_, share) in enumerate(run.shards)]

    train_classifier(shown, run, poses)
    return run.out / "final.pt"


def cut_shard(
    photos: Path | None, rendered: Sequence[Path], finder: Path, out: Path, leave_out: Collection[str] = ()
) -> Path:
    """Write a shard to train classifiers on: faces of photographs and rendered scenes, and places without a tile."""
    parts = []
    if photos is not None:
        parts.append(faces(_photographs(photos, leave_out).train, finder))
    scenes = _rendered(rendered)
    if scenes:
        nothing: list[npt.NDArray[np.float32]] = [np.zeros((0, 4, 2), np.float32)] * len(scenes)
        asked = [number for number, scene in enumerate(scenes) if number % MISTAKES_OF == 0 or not scene.tiles]
        looked_at = progress([scenes[number] for number in asked], "false detections")
        found = detector_corners.false_detections(load_detector(finder), looked_at)
        for number, quads in zip(asked, found, strict=True):
            nothing[number] = quads
        parts.append(
            cut(progress(scenes, "scenes"), None, real=False, seed=2, nothing_of=nothing, most=TILES_OF_A_SCENE)
        )
    return write_shard(out, joined(parts))


def likeness(model: Path, shards: Sequence[Path], held_out: Path, into: Path, steps: int) -> str:
    """Train a likeness embedding for the classifier in ``model``, write both to ``into``, return its accuracy.

    ``shards``: folders with two shots of each face, or of photographs; ``held_out``: one to measure on only.
    """
    weights = model / "model.onnx"
    patches, _ = read_shards(shards)
    head = train_likeness(see(weights, patches), steps)
    export_onnx.export_likeness(head, weights, into)
    export_onnx.stamp(into)
    measured, _ = read_shards([held_out])
    return f"{told_apart(head, see(weights, measured)):.2%} of the held-out faces are most like their other shot"


def context(
    model: Path,
    shards: Sequence[Path],
    held_out: Path,
    into: Path,
    steps: int,
    *,
    rendered: Sequence[Path],
    photos: Path | None,
) -> str:
    """Train a head that reads all faces of a picture together, write it behind the upright classifier in ``model``.

    ``shards``: folders with every face of drawn sets. ``rendered``, ``photos``: indexes of pictures that the networks
    in use read for it. ``held_out``: a folder to measure on only. Writes to ``into``; returns the accuracy of both.
    """
    weights = model / "model.onnx"
    patches, _ = read_shards(shards)
    pictures = _rendered(rendered)
    if photos is not None:
        pictures += [photo for photo in _photographs(photos, ()).train if not (photo.single_tile or photo.mirrored)]
    shown = shown_tokens(weights, pictures, Networks.load())
    head = train_context(tokens_of(weights, patches), shown, steps)
    export_onnx.export_context(head, weights, into)
    export_onnx.stamp(into)
    measured, _ = read_shards([held_out])
    alone, together = right_in_context(head, tokens_of(weights, measured))
    return f"{alone:.2%} of the held-out faces are read right one by one, {together:.2%} together"


def _answers(
    net: ClassifierNet, patches: Patches, rows: npt.NDArray[np.intp]
) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]]:
    """Yield the answers of a network to some patches without augmentation, batch by batch."""
    data = FaceDataset(patches, seed=0, train=False)
    with torch.inference_mode():
        for some in np.array_split(rows, len(rows) // AT_ONCE + 1):
            yield net(torch.stack([data[int(row)][0] for row in some]).float() / 255.0)


def calibrate(
    checkpoint: Path, photos: Path, rendered: Sequence[Path], finder: Path, leave_out: Collection[str] = ()
) -> str:
    """Return the temperature of the softmax that validation photographs and held-out scenes ask for.

    Also returns the expected calibration error that it leaves. ``leave_out``: sources and tile sets to exclude too.
    """
    measuring = _photographs(photos, leave_out).validation
    parts = [faces([photo for photo in measuring if not is_left_out(photo, leave_out)], finder)]
    if rendered:
        scenes = [photo for index in rendered for photo in read_index(index)]
        parts.append(cut(progress(scenes, "scenes"), None, real=False, seed=3))
    patches = joined(parts)
    answers = _answers(load_classifier(checkpoint), patches, np.arange(len(patches.labels)))
    logits = torch.cat([one for one, *_ in answers])
    labels = torch.from_numpy(patches.labels.astype(np.int64))
    # Places between tiles are easy and many, so only tiles count here.
    tiles = labels != NONE
    best = temperature(logits[tiles], labels[tiles])
    confidence, named = (logits[tiles] / best).softmax(1).max(1)
    error = calibration_error(list(zip(confidence.tolist(), (named == labels[tiles]).tolist(), strict=True)))
    return f"temperature {best:.4f}, calibration error {error:.4f}"


def export_checkpoint(
    task: Task, checkpoint: Path, into: Path, calibration: Sequence[Path] = (), leave_out: Collection[str] = ()
) -> Path:
    """Export a checkpoint into its model folder and write its hash into the card.

    ``calibration``: indexes of pictures to fit the 8-bit ranges to; only their training split counts.
    """
    pictures = [photo for index in calibration for photo in _photographs(index, leave_out).train]
    inputs = quantise.batches(task, pictures) if calibration else None
    if task == "finder":
        path = export_onnx.export_detector(load_detector(checkpoint), into, inputs)
    else:
        path = export_onnx.export_classifier(load_classifier(checkpoint), into, inputs)
    export_onnx.stamp(into)
    return path
