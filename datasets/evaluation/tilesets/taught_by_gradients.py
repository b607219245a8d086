"""Print how a nearest taught face by gradients does: ``python -m datasets.evaluation.tilesets.taught_by_gradients``.

No network reads: a face is what the taught face with the nearest gradient histograms and colours is. Beside it stands
the likeness that readings use. Both see the same crops, by the true corners and by the detector's.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from datasets.evaluation.report.text import grid, share
from datasets.evaluation.scoring import match_boxes
from datasets.evaluation.tilesets.teach import scene_photo, visible_truth
from datasets.evaluation.tilesets.teaching_pictures import LIGHTS, photograph, teaching_photo
from datasets.render.design_splits import HELD_OUT_DESIGNS
from datasets.render.faces.novelty_motifs import novelty_designs
from datasets.render.scene.scene import Scene
from vision import Networks, empty_tile_set, observe, teach_faces
from vision.classification.faces import Face, Faces
from vision.geometry import as_quads
from vision.host.face_crops import hulls, rectify
from vision.host.read import likeness
from vision.reading import BACK

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

ORIENTATIONS = 6
CELL = 8
"""Distance of the cells' middles in pixels."""
SIZES = ((48, 64), (72, 96))
"""Widths and heights at which a face is described."""
INSET = 0.05
"""Part of a crop left out on each side."""
COLOUR = 0.5
"""Weight of the colours beside each of the two histograms."""
JITTER = [(scale, x, y) for scale in (0.94, 1.0, 1.06) for x in (-0.06, 0.0, 0.06) for y in (-0.06, 0.0, 0.06)]
"""Scales and shifts, in widths and heights, in which a taught face is described."""


def histograms(grey: Floats) -> Floats:
    """Return the square roots of the gradients by cell and orientation, as a vector of unit length."""
    right = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=1, borderType=cv2.BORDER_REPLICATE)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=1, borderType=cv2.BORDER_REPLICATE)
    angle = np.arctan2(down, right) / np.pi * ORIENTATIONS % ORIENTATIONS
    apart = np.abs(angle[..., None] - np.arange(ORIENTATIONS))
    weights = np.maximum(0, 1 - np.minimum(apart, ORIENTATIONS - apart)) * np.hypot(right, down)[..., None]
    pooled = cv2.GaussianBlur(weights.astype(np.float32), (0, 0), CELL / 2)[CELL // 2 :: CELL, CELL // 2 :: CELL]
    found = np.sqrt(pooled).ravel()
    return np.asarray(found / (np.linalg.norm(found) + 1e-6), np.float32)


def described(crop: Pixels, scale: float = 1.0, x: float = 0.0, y: float = 0.0) -> Floats:
    """Return gradients at both sizes, and Lab colours of 8 x 6 places about their median."""
    high, wide = crop.shape[:2]
    parts, cut = [], []
    for width, height in SIZES:
        across, down = wide * (1 - 2 * INSET) * scale / width, high * (1 - 2 * INSET) * scale / height
        left, top = wide * (0.5 + x) - across * width / 2, high * (0.5 + y) - down * height / 2
        matrix = np.array([[across, 0, left + across / 2 - 0.5], [0, down, top + down / 2 - 0.5]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cut.append(cv2.warpAffine(crop, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE))
        parts.append(histograms(cv2.cvtColor(cut[-1], cv2.COLOR_BGR2GRAY).astype(np.float32)))
    small = cv2.resize(cut[0], (6, 8), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    colours = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).reshape(-1, 3)
    colours = (colours - np.median(colours, axis=0)) * (0.5, 1, 1) / 50 * 2 / np.sqrt(len(colours))
    return np.concatenate([*parts, COLOUR * colours.ravel()]).astype(np.float32)


def nearest(crops: Sequence[Pixels], taught: Sequence[Pixels], labels: Sequence[str]) -> list[str]:
    """Return the label of each crop's nearest taught face."""
    known = np.array([described(crop, *way) for crop in taught for way in JITTER])
    seen = np.array([described(crop) for crop in crops])
    apart = (known**2).sum(axis=1) - 2 * seen @ known.T
    return [labels[at // len(JITTER)] for at in apart.argmin(axis=1)]


def crops_of(scene: Scene, networks: Networks, *, true_corners: bool, laid_out: bool) -> tuple[Faces, list[str]]:
    """Return the faces of known kind that show, with their labels."""
    labels, boxes = visible_truth(scene)
    if true_corners:
        pixels = rectify(scene.pixels, scene.quads)
        output = networks.classifier.classify(pixels)
        alphabet = networks.classifier.card.labels
        even = (1 / len(alphabet),) * len(alphabet)
        faces = Faces(
            alphabet, tuple(map(Face, [even] * len(pixels), as_quads(scene.quads), output.embeddings, pixels))
        )
        pairs = [(at, at) for at in range(len(labels))]
    else:
        faces = observe(scene_photo(scene), networks, laid_out=laid_out).faces
        pairs = list(match_boxes(boxes, hulls(faces.quads)))
    known = [(at, label) for box, at in pairs if (label := labels[box]) is not None and label != BACK]
    return faces.chosen(at for at, _ in known), [label for _, label in known]


def measured(
    designs: Sequence[int], scenes: int, networks: Networks
) -> Iterator[tuple[str, str, list[str], list[str], list[str]]]:
    """Yield corners, light, labels, those by gradients, those by likeness, a photograph at a time."""
    for number in track(designs, description="reading", console=Console(stderr=True), transient=True):
        for corners in ("true", "found"):
            true = corners == "true"
            faces, labels = crops_of(teaching_photo(number), networks, true_corners=true, laid_out=True)
            crops = np.array(faces.crops, np.uint8)
            named = teach_faces(networks.classifier, crops, labels, ["photo"] * len(labels))
            tile_set = empty_tile_set(f"design-{number}", networks.classifier.card).with_faces(named)
            for light in LIGHTS:
                for seed in range(scenes):
                    seen, truth = crops_of(photograph(number, seed, light), networks, true_corners=true, laid_out=False)
                    if truth:
                        alike = [max(like, key=like.__getitem__) for like in likeness(seen, tile_set)]
                        yield corners, light, truth, nearest(seen.crops, list(crops), labels), alike


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure, print."""
    name = "python -m datasets.evaluation.tilesets.taught_by_gradients"
    parser = argparse.ArgumentParser(prog=name, description=__doc__)
    parser.add_argument("--designs", type=int, default=8, help="how many held-out designs")
    parser.add_argument("--scenes", type=int, default=2, help="photographs a design and a light")
    parser.add_argument("--fashion", action="store_true", help="held-out novelty sets in place of others")
    options = parser.parse_args(arguments)
    designs = novelty_designs(held_out=True) if options.fashion else HELD_OUT_DESIGNS
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for corners, light, truth, *answers in measured(designs[: options.designs], options.scenes, Networks.load()):
        row = counts[f"{corners} corners, {light}"]
        row["tiles"] += len(truth)
        for way, said in zip(("gradients", "likeness"), answers, strict=True):
            row[way] += sum(one == other for one, other in zip(said, truth, strict=True))
    rows = [
        (name, str(c["tiles"]), *(share(c[way], c["tiles"]) for way in ("gradients", "likeness")))
        for name, c in counts.items()
    ]
    Console(width=100).print(grid("Right by the nearest taught face", ("", "tiles", "gradients", "likeness"), rows))


if __name__ == "__main__":
    main()
