"""Read faces: what each one is, how sure that is, which way up it stands, and where its corners lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from models import ModelCard, load_model_card
from vision.classification.corner_refinement import astray, refined_corners
from vision.classification.face_crops import FACE_SIZE, FaceCropper, cutter
from vision.errors import VisionError
from vision.host.onnx_network import Network, Runs
from vision.reading import TILE_LABELS

Pixels = npt.NDArray[np.uint8]
Quads = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float32]

NONE: Final = "NONE"
"""The reader's label for what is no tile."""

OUTPUTS: Final = ("logits", "turn", "embedding", "frame")
"""What a reader network gives, in this order (`models/README.md`)."""

BATCH: Final = 64
"""Faces a run of the network: more need more memory and gain no time."""

ASTRAY: Final = 0.1
"""Widths or heights of a face by which its worst corner must be off for it to be cut and read again."""

PLAINLY_ASTRAY: Final = 0.2
"""The same for a face that is plain as it was cut: another cut would tell no more, and its corners are put right all
the same. In 920 rendered scenes and 865 photographs 17 more tiles are sure and none more wrong
(`models/reader-10/README.md`)."""

DOUBTED: Final = 0.998
"""Greatest probability of a face, whatever it is of, below which it is read twice more: above the one from which a
label is sure, so that whoever is barely sure is asked again."""

SIZES: Final = (0.85, 1.15)
"""Sizes of the frames that it is read by then, in its own. Nearer to 1 they make the same mistakes, farther off new
ones: figures stand in `models/reader-10/README.md`."""

DISSENT: Final = 0.1
"""Weight of a turn that no other face shares; a face ten times surer of it than of the common one keeps it."""


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """What the reader says of N faces.

    Attributes:
        labels: the network's alphabet, in the order of the columns of `probabilities`.
        probabilities: (N, labels) float32, calibrated, each row sums to 1.
        turn: (N, 4) float32, probabilities that the face as first cut needs 0 to 3 quarter turns clockwise, those
            of the other faces considered.
        quads: (N, 4, 2) float32 in pixels of the picture read, clockwise from each face's own top left.
        embeddings: (N, E) float32 of unit length.
        crops: (N, 80, 64, 3) uint8 BGR, the faces upright.
    """

    labels: tuple[str, ...]
    probabilities: Floats
    turn: Floats
    quads: Quads
    embeddings: Floats
    crops: Pixels

    def __post_init__(self) -> None:
        count = len(self.quads)
        shapes = {
            "probabilities": (self.probabilities.shape, (count, len(self.labels))),
            "turn": (self.turn.shape, (count, 4)),
            "quads": (self.quads.shape, (count, 4, 2)),
            "embeddings": (self.embeddings.shape[:1], (count,)),
            "crops": (self.crops.shape, (count, *FACE_SIZE, 3)),
        }
        for name, (have, need) in shapes.items():
            if have != need:
                raise VisionError("bad-faces", f"{name} must be {need}, got {have}", f"faces.{name}")

    def __len__(self) -> int:
        return len(self.quads)

    def chosen(self, which: npt.NDArray[np.bool_] | npt.NDArray[np.intp]) -> Faces:
        """Only the faces for which `which` (N,) is true, or those that it numbers, in its order."""
        return Faces(
            self.labels,
            self.probabilities[which],
            self.turn[which],
            self.quads[which],
            self.embeddings[which],
            self.crops[which],
        )

    def mixed(self, other: Faces, which: npt.NDArray[np.bool_]) -> Faces:
        """These faces, with those of `other`, the same faces read otherwise, where `which` (N,) is true."""

        def mix(mine: npt.NDArray[Any], theirs: npt.NDArray[Any]) -> npt.NDArray[Any]:
            return np.where(which.reshape(-1, *[1] * (mine.ndim - 1)), theirs, mine)

        return Faces(
            self.labels,
            mix(self.probabilities, other.probabilities),
            mix(self.turn, other.turn),
            mix(self.quads, other.quads),
            mix(self.embeddings, other.embeddings),
            mix(self.crops, other.crops),
        )


class Classifier:
    """The reader network with what is known about it from its card."""

    def __init__(self, card: ModelCard, network: Runs) -> None:
        """Take the alphabet and the temperature from `card`; `network` gives logits, turns, embeddings and frames.

        Raises ModelError (`wrong-alphabet`, `wrong-input`) for a card of another program version.
        """
        card.require_labels(TILE_LABELS | {NONE})
        card.require_input(*FACE_SIZE)
        self.card = card
        self._network = network

    @classmethod
    def load(cls, threads: int = 2) -> Classifier:
        """The reader in use (`models/active.toml`); raises ModelError where card or weights do not fit."""
        card = load_model_card("reader")
        return cls(card, Network(card, "tiles", OUTPUTS, threads))

    def read(self, pixels: Pixels, quads: Quads) -> Faces:
        """Read the faces under `quads`.

        Every face is read as it lies in one batch. Those that do not stand upright, or lie elsewhere than they were
        cut (far off, where they are plain), are then cut anew from their own top left and read in a second batch, whose
        probabilities alone count: the network reads upright faces in their place best, and an average would mix in a
        crop of something else. What is not plain even then is read by two more frames, one a little closer and one a
        little wider, and the three answers are averaged. The quads that come back are where the faces lie; what is no
        tile stays where it was.

        Args:
            pixels: (H, W, 3) uint8 BGR.
            quads: (N, 4, 2) float32 in pixels of `pixels`, clockwise, all from the corner that is top left in the
                picture.
        """
        with cutter(pixels) as picture:
            crops = picture.cut(quads)
            logits, turn_logits, embeddings, frames = self._run(crops)
            turn = agreed(_softmax(turn_logits))
            turns = turn.argmax(axis=1) if len(turn) else np.zeros(0, np.intp)
            frames[self._nothing(logits)] = 0.0
            upright = turned(refined_corners(quads, frames), turns)
            off, plain = astray(frames), self._probabilities(logits).max(axis=1, initial=0.0) >= DOUBTED
            again = np.flatnonzero((turns > 0) | (off > np.where(plain, PLAINLY_ASTRAY, ASTRAY)))
            if len(again):
                crops[again] = picture.cut(upright[again])
                logits[again], _, embeddings[again], closer = self._run(crops[again])
                closer[self._nothing(logits[again])] = 0.0
                upright[again] = refined_corners(upright[again], closer)
            doubted = np.flatnonzero(self._probabilities(logits).max(axis=1, initial=0.0) < DOUBTED)
            if len(doubted):
                logits[doubted] = self._second_thoughts(picture, upright[doubted], logits[doubted])
        return Faces(self.card.labels, self._probabilities(logits), turn, upright, embeddings, crops)

    def overturned(self, faces: Faces) -> Faces:
        """The same faces read on their heads."""
        crops = np.ascontiguousarray(faces.crops[:, ::-1, ::-1])
        logits, _, embeddings, _ = self._run(crops)
        quads = turned(faces.quads, np.full(len(faces), 2))
        return Faces(
            faces.labels, self._probabilities(logits), np.roll(faces.turn, 2, axis=1), quads, embeddings, crops
        )

    def embed(self, crops: Pixels) -> Floats:
        """Embeddings (N, E) float32 of unit length, of crops (N, 80, 64, 3) uint8 BGR that stand upright."""
        return self._run(crops)[2]

    def _second_thoughts(self, picture: FaceCropper, quads: Quads, logits: Floats) -> Floats:
        """Logits (N, labels) of upright faces that were read with `logits`, once they were read by other frames too.

        What a face is does not depend on how closely it was cut; an answer that does is none to be sure of. The mean
        of all answers counts where it is of another label or less sure. It makes no label surer: of 119 that it would
        have lifted to being sure 4 were wrong (520 rendered scenes, 264 photographs).
        """
        middles = quads.mean(axis=1, keepdims=True)
        frames = [middles + (quads - middles) * np.float32(size) for size in SIZES]
        others = self._run(picture.cut(np.concatenate(frames)))[0]
        mean = np.stack([logits, *np.split(others, len(SIZES))]).mean(axis=0)
        first, second = self._probabilities(logits), self._probabilities(mean)
        surer = (first.argmax(axis=1) == second.argmax(axis=1)) & (first.max(axis=1) < second.max(axis=1))
        return np.where(surer[:, None], logits, mean)

    def _probabilities(self, logits: Floats) -> Floats:
        """Calibrated probabilities (N, labels) of logits (N, labels)."""
        return _softmax(logits / np.float32(self.card.temperature))

    def _nothing(self, logits: Floats) -> npt.NDArray[np.bool_]:
        """(N,) which of the faces are no tiles, by their logits (N, labels)."""
        return np.asarray(logits.argmax(axis=1) == self.card.labels.index(NONE), bool)

    def _run(self, crops: Pixels) -> tuple[Floats, Floats, Floats, Floats]:
        """Logits (N, labels), turn logits (N, 4), embeddings (N, E) and frames (N, 8) of upright or turned crops."""
        parts = [self._network.run(crops[start : start + BATCH]) for start in range(0, len(crops), BATCH)]
        if not parts:
            return tuple(np.zeros((0, size), np.float32) for size in (len(self.card.labels), 4, 1, 8))  # type: ignore[return-value]
        logits, turn, embeddings, frames = (np.concatenate(outputs) for outputs in zip(*parts, strict=True))
        return logits, turn, embeddings, frames


def agreed(turn: Floats) -> Floats:
    """Probabilities of turns (N, 4) after each face has heard the others.

    Many faces look the same on their heads, and most tiles of a rack stand alike: each row is weighted by the mean of
    all, softly enough that a face that plainly stands otherwise keeps its own word.
    """
    if not len(turn):
        return turn
    weighted = turn * (turn.mean(axis=0) + DISSENT)
    return np.asarray(weighted / weighted.sum(axis=1, keepdims=True), np.float32)


def turned(quads: Quads, turns: npt.NDArray[np.integer]) -> Quads:
    """Quads (N, 4, 2) whose faces need `turns` (N,) quarter turns clockwise, renumbered from their own top left.

    A face that needs one quarter turn clockwise has its top left at what was corner 3.
    """
    corners = (np.arange(4)[None, :] - np.asarray(turns)[:, None]) % 4
    rolled: Quads = np.take_along_axis(np.asarray(quads, np.float32), corners[:, :, None], axis=1)
    return rolled


def _softmax(logits: Floats) -> Floats:
    """Probabilities along the last axis."""
    if not logits.size:
        return logits
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)
