"""Read faces: the label probabilities, the orientation and the refined corners of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import add
from typing import Final

from models import ModelCard
from vision.classification.corner_refinement import corners_off, refined_corners
from vision.classification.faces import NONE, Face, Faces
from vision.classification.homography import FACE_IN_CROP, rectify_request
from vision.classification.orientation import AT_THE_TABLE, Neighbourhood, agreed_turns
from vision.classification.softmax import softmax
from vision.geometry import Quad, single, single_quad, turned
from vision.requests import ClassifierOutput, Classify, Embedding, Pixels, Steps

SIZES: Final = (1.0, 0.85, 1.15)
"""Sizes, relative to its own quad, of the upright crops by which we read an uncertain face again."""

Row = Sequence[float]


@dataclass(slots=True, eq=False)
class _Readings:
    """What is read of N faces so far, a value a face; each look at some of the faces overwrites theirs.

    Attributes:
        quads: where the faces lie, each from its own top left.
    """

    quads: list[Quad]
    crops: list[Pixels]
    logits: list[Row]
    embeddings: list[Embedding]
    probabilities: list[Row]


def read_faces(
    pixels: Pixels, quads: Sequence[Quad], card: ModelCard, expected: Neighbourhood = AT_THE_TABLE
) -> Steps[Faces]:
    """Read the faces under `quads`.

    One batch reads every face as it lies. We cut a face that does not stand upright, or that lies elsewhere than its
    quad, anew from its own top left and read it in a second batch. For this face only the second probabilities count:
    the classifier reads upright faces in their place best. The network for upright faces then reads each face that is
    still uncertain. The returned quads are where the faces lie; a face that is no tile keeps its quad.

    Args:
        pixels: the picture.
        quads: N quads in its pixels, clockwise, all from the corner that is top left in the picture.
        card: the classifier's card.
        expected: how likely faces lie the same way up as their neighbours.
    """
    if not quads:
        return Faces(card.labels, ())
    read, cut_badly = yield from _as_they_lie(pixels, quads, card, expected)
    if cut_badly:
        yield from _cut_anew(pixels, read, cut_badly, card)
    certain = card.threshold("certain")
    doubted = [index for index, row in enumerate(read.probabilities) if max(row) < certain]
    if doubted:
        yield from _doubted(pixels, read, doubted, card)
    return Faces(card.labels, tuple(map(Face, read.probabilities, read.quads, read.embeddings, read.crops)))


def _as_they_lie(
    pixels: Pixels, quads: Sequence[Quad], card: ModelCard, expected: Neighbourhood
) -> Steps[tuple[_Readings, list[int]]]:
    """Read every face as it lies; return the indices of those to cut anew, too."""
    limit, certain_limit = card.threshold("corners_off"), card.threshold("corners_off_certain")
    crops = yield rectify_request(pixels, quads)
    output: ClassifierOutput = yield Classify(crops)
    probabilities: list[Row] = [softmax(row, card.temperature) for row in output.logits]
    turns = agreed_turns(quads, [softmax(row) for row in output.turns], expected)
    frames = [_kept(frame, row, card) for frame, row in zip(output.frames, output.logits, strict=True)]
    upright = [
        turned(refined_corners(quad, frame), turn) for quad, frame, turn in zip(quads, frames, turns, strict=True)
    ]
    cut_badly = [
        index
        for index, (frame, turn, row) in enumerate(zip(frames, turns, probabilities, strict=True))
        if turn or corners_off(frame) > (certain_limit if max(row) >= card.threshold("certain") else limit)
    ]
    return _Readings(upright, [*crops], [*output.logits], [*output.embeddings], probabilities), cut_badly


def _cut_anew(pixels: Pixels, read: _Readings, indices: Sequence[int], card: ModelCard) -> Steps[None]:
    """Cut these faces from their own top left, and read them."""
    cut = yield rectify_request(pixels, [read.quads[index] for index in indices])
    output: ClassifierOutput = yield Classify(cut)
    for place, index in enumerate(indices):
        row = output.logits[place]
        read.crops[index], read.logits[index], read.embeddings[index] = cut[place], row, output.embeddings[place]
        read.probabilities[index] = softmax(row, card.temperature)
        read.quads[index] = refined_corners(read.quads[index], _kept(output.frames[place], row, card))


def _doubted(pixels: Pixels, read: _Readings, doubted: Sequence[int], card: ModelCard) -> Steps[None]:
    """Let the network for upright faces read the doubted faces: each in its own quad, a little closer, a little wider.

    We average all logits. The network reads the faces of a batch in the light of each other, so each batch shows every
    face once: the certain ones come along. Where the classifier doubts as many faces as it is certain of, it does not
    know the set, and may be certain and wrong: there both networks decide the certain ones too.
    """
    none, certain = card.labels.index(NONE), card.threshold("certain")
    beside = [index for index, row in enumerate(read.probabilities) if max(row) >= certain > row[none]]
    said = {index: [read.logits[index]] for index in (*doubted, *beside)}
    for size in SIZES:
        cut = yield rectify_request(pixels, [_resized(read.quads[index], size) for index in doubted])
        output: ClassifierOutput = yield Classify((*cut, *(read.crops[index] for index in beside)), upright=True)
        for index, row in zip(said, output.logits, strict=True):
            said[index].append(row)
    for index in doubted:
        read.probabilities[index] = _averaged(said[index], card.temperature)
    if len(doubted) >= len(beside):
        for index in beside:  # cut in one size, so once is enough
            read.probabilities[index] = _averaged((said[index][0], said[index][-1]), card.temperature)


def read_turned(faces: Faces, turns: int, card: ModelCard) -> Steps[Faces]:
    """Read the same faces turned by `turns` quarter turns clockwise."""
    crops: list[Pixels] = []
    for crop in faces.crops:
        crops += yield rectify_request(crop, (turned(FACE_IN_CROP, turns),))
    output: ClassifierOutput = yield Classify(tuple(crops))
    return faces.of(
        Face(softmax(logits, card.temperature), turned(face.quad, turns), embedding, crop, face.detail)
        for face, logits, embedding, crop in zip(faces, output.logits, output.embeddings, crops, strict=True)
    )


def _averaged(said: Sequence[Row], temperature: float) -> tuple[float, ...]:
    """Return the probabilities of one face from the mean of several logits; `said` are the logits of each crop.

    A face's label does not depend on how closely we cut it.
    """
    total = said[0]
    for row in said[1:]:
        total = single(list(map(add, total, row)))
    return softmax(single([value / len(said) for value in total]), temperature)


def _kept(frame: Row, logits: Row, card: ModelCard) -> Row:
    """Return the corner offsets of a face, or zeros for a face that is no tile."""
    return (0.0,) * 8 if card.labels[logits.index(max(logits))] == NONE else frame


def _resized(quad: Quad, size: float) -> Quad:
    """Return the quad made larger or smaller about its middle, in single precision."""
    total: Sequence[float] = quad[0]
    for corner in quad[1:]:
        total = single(list(map(add, total, corner)))
    middle = single([value / 4 for value in total])
    (factor,) = single((size,))
    away = single([value - middle[axis] for corner in quad for axis, value in enumerate(corner)])
    away = single([value * factor for value in away])
    return single_quad([value + middle[place % 2] for place, value in enumerate(away)])
