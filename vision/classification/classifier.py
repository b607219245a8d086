"""Read faces: the label probabilities, the orientation and the refined corners of each."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import Final

from models import ModelCard
from vision.classification.corner_refinement import corners_off, refined_corners
from vision.classification.faces import NONE, Face, Faces
from vision.classification.homography import rectify_request
from vision.classification.orientation import AT_THE_TABLE, Neighbourhood, agreed_turns
from vision.classification.softmax import softmax
from vision.geometry import Quad, single, single_quad, turned
from vision.requests import ClassifierOutput, Classify, Pixels, Steps, TurnOver

SIZES: Final = (1.0, 0.85, 1.15)
"""Sizes, relative to its own quad, of the upright crops by which we read an uncertain face again."""

Row = Sequence[float]


def read_faces(
    pixels: Pixels, quads: Sequence[Quad], card: ModelCard, expected: Neighbourhood = AT_THE_TABLE
) -> Steps[Faces]:
    """Read the faces under `quads`.

    One batch reads every face as it lies. We cut a face that does not stand upright, or that lies elsewhere than its
    quad, anew from its own top left and read it in a second batch. For this face only the second probabilities count:
    the classifier reads upright faces in their place best. The network for upright faces reads each face that is still
    uncertain, in its own quad, a little closer and a little wider, and we average all logits. It reads the faces of a
    batch in the light of each other, so each of these batches shows every face once: the certain ones come along. Where
    the classifier doubts as many faces as it is certain of, it does not know the set, and may be certain and wrong:
    there both networks decide the certain ones too. The returned quads are where the faces lie; a face that is no tile
    keeps its quad.

    Args:
        pixels: the picture.
        quads: N quads in its pixels, clockwise, all from the corner that is top left in the picture.
        card: the classifier's card.
        expected: how likely faces lie the same way up as their neighbours.
    """
    if not quads:
        return Faces(card.labels, ())
    none, certain = card.labels.index(NONE), card.threshold("certain")
    limit, certain_limit = card.threshold("corners_off"), card.threshold("corners_off_certain")
    crops = yield rectify_request(pixels, quads)
    first: ClassifierOutput = yield Classify(crops)
    crops, logits, embeddings = list(crops), list(first.logits), list(first.embeddings)
    probabilities = [softmax(row, card.temperature) for row in logits]
    turns = agreed_turns(quads, [softmax(row) for row in first.turns], expected)
    frames = [_kept(frame, row, none) for frame, row in zip(first.frames, logits, strict=True)]
    upright = [
        turned(refined_corners(quad, frame), turn) for quad, frame, turn in zip(quads, frames, turns, strict=True)
    ]
    again = [
        index
        for index, turn in enumerate(turns)
        if turn or corners_off(frames[index]) > (certain_limit if max(probabilities[index]) >= certain else limit)
    ]
    if again:
        cut = yield rectify_request(pixels, [upright[index] for index in again])
        second: ClassifierOutput = yield Classify(cut)
        for place, index in enumerate(again):
            crops[index], logits[index], embeddings[index] = cut[place], second.logits[place], second.embeddings[place]
            probabilities[index] = softmax(logits[index], card.temperature)
            upright[index] = refined_corners(upright[index], _kept(second.frames[place], logits[index], none))
    doubted = [index for index, row in enumerate(probabilities) if max(row) < certain]
    if doubted:
        beside = [index for index, row in enumerate(probabilities) if max(row) >= certain > row[none]]
        said = {index: [logits[index]] for index in (*doubted, *beside)}
        for size in SIZES:
            cut = yield rectify_request(pixels, [_resized(upright[index], size) for index in doubted])
            others: ClassifierOutput = yield Classify((*cut, *(crops[index] for index in beside)), upright=True)
            for index, row in zip(said, others.logits, strict=True):
                said[index].append(row)
        for index in doubted:
            probabilities[index] = _averaged(said[index], card.temperature)
        if len(doubted) >= len(beside):
            for index in beside:  # cut in one size, so once is enough
                probabilities[index] = _averaged((said[index][0], said[index][-1]), card.temperature)
    return Faces(card.labels, tuple(map(Face, probabilities, upright, embeddings, crops)))


def read_overturned(faces: Faces, card: ModelCard) -> Steps[Faces]:
    """Read the same faces turned by 180 degrees."""
    crops = yield TurnOver(faces.crops)
    output: ClassifierOutput = yield Classify(crops)
    return faces.of(
        Face(softmax(logits, card.temperature), turned(face.quad, 2), embedding, crop, face.detail)
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


def _kept(frame: Row, logits: Row, none: int) -> Row:
    """Return the corner offsets of a face, or zeros for a face that is no tile."""
    return (0.0,) * 8 if logits.index(max(logits)) == none else frame


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
