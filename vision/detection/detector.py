"""Find the tile faces of a photo: four corners each."""

from __future__ import annotations

from typing import Final

from models import ModelCard
from vision.detection.decoding import Detections, decode_output
from vision.detection.nms import nms
from vision.detection.zoom import better_zoom, shows_tiles, whole
from vision.geometry import centre, contains, short_side
from vision.image.photo import Photo
from vision.image.view import View, close_enough, view_from_afar, view_of
from vision.requests import Detect, DetectorOutput, Pixels, Steps

QUICK: Final = 384
"""Long side in pixels of the first look, a third of the work of the card's size."""

MORE_LOOKS: Final = 2
"""Most further looks: one finds the rack, another one shows tiles that are too small even then."""

FAR: Final = 128
"""Long side in pixels of the view from far away."""

MIDDLE: Final = 288
"""Long side in pixels of the middle view, for photos whose far view shows something large."""

LARGE_FACE: Final = 0.15
"""Short side of a face, as a share of the photo's long side, from which the middle view detects it best."""

HUGE_FACE: Final = 0.28
"""The same for the far view."""

CROWD: Final = 8
"""Number of faces from which the quick look may be enough and, with the score of a close-up, we look for no larger
face: from far away, many tiles together may pass for a large one."""

BEST: Final = 3
"""Number of faces inside a large one, the best ones, whose mean score competes with its score."""


def find_tiles(photo: Photo, card: ModelCard) -> Steps[Detections]:
    """Find every tile face in view, each once, highest score first.

    A quick look is enough if it shows many faces and all their scores are high; otherwise we look at the photo in the
    card's size. If the tiles come out small or large, or most are doubtful, we look again at the part of the photo that
    holds them, at a better size; if no face is plain, at the whole photo. If we find few tiles, we also look from far
    away: there a tile that fills the picture is no larger than the tiles that the network knows.
    """
    stride = card.input.stride
    last = whole(photo, min(QUICK, card.input.long_side))
    pixels, view, found = yield from _look(*view_of(photo, last.side, stride), card)
    if len(found) < CROWD or min(found.scores) < card.threshold("quick_look"):
        last = whole(photo, card.input.long_side)
        pixels, view, found = yield from _look(*view_of(photo, last.side, stride), card)
    for number in range(MORE_LOOKS):
        photo = yield from close_enough(photo, found.quads if shows_tiles(found, card) else ())
        again = better_zoom(photo, found, last, card, first=not number)
        if again is None:
            break
        last = again
        _, _, closer = yield from _look(*view_of(photo, last.side, stride, last.region), card)
        found = _merged(closer, found, card)
    if sum(score >= card.threshold("close_up") for score in found.scores) < CROWD:
        found = yield from _with_close_ups(pixels, view, found, card)
    return found.chosen(sorted(range(len(found)), key=lambda index: -found.scores[index]))


def _look(request: Detect, view: View, card: ModelCard) -> Steps[tuple[Pixels, View, Detections]]:
    """Run the network on a view; return the view's pixels, its place, and its detections in pixels of the photo."""
    output: DetectorOutput = yield request
    found = decode_output(output, card.threshold("score"))
    found = found.chosen(nms(found.quads, found.scores, card.threshold("nms")))
    return output.view, view, Detections(tuple(map(view.to_photo, found.quads)), found.scores)


def _merged(closer: Detections, before: Detections, card: ModelCard) -> Detections:
    """Merge two looks: keep all faces of the closer one, and those faces of the other that the closer one missed."""
    both = Detections(closer.quads + before.quads, closer.scores + before.scores)
    ranks = [score + 1 for score in closer.scores] + list(before.scores)
    return both.chosen(nms(both.quads, ranks, card.threshold("nms")))


def _with_close_ups(pixels: Pixels, view: View, found: Detections, card: ModelCard) -> Steps[Detections]:
    """Replace the detections on a tile that fills much of the picture by the tile itself.

    The print of a large face may look like small tiles, and tiles side by side may look like a large one from far away:
    the better score decides. We make the views from the pixels of the look at the whole photo.
    """
    stride, least_score = card.input.stride, card.threshold("close_up")
    full = max(pixels.shape[0] / view.scale_y, pixels.shape[1] / view.scale_x)
    _, _, far = yield from _look(*view_from_afar(pixels, view, FAR, stride), card)
    if all(short_side(quad) < LARGE_FACE * full for quad in far.quads):
        return found
    _, _, middle = yield from _look(*view_from_afar(pixels, view, MIDDLE, stride), card)
    faces = list(zip(found.quads, found.scores, strict=True))
    for large, least in ((middle, LARGE_FACE), (far, HUGE_FACE)):
        for quad, score in zip(large.quads, large.scores, strict=True):
            if short_side(quad) < least * full or score < least_score:
                continue
            inside = [contains(quad, centre(face)) for face, _ in faces]
            best = sorted(rival for (_, rival), within in zip(faces, inside, strict=True) if within)[-BEST:]
            if not best or score > sum(best) / len(best):
                faces = [face for face, within in zip(faces, inside, strict=True) if not within] + [(quad, score)]
    return Detections(tuple(quad for quad, _ in faces), tuple(score for _, score in faces))
