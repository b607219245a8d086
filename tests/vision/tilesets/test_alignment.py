"""Taught faces laid exactly over faces seen."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import pytest

from vision.host.crop_variants import views
from vision.host.template_match import align, compare, displaced_templates
from vision.requests import VIEWS, KnownFace, Pixels


@dataclass(frozen=True, eq=False)
class Known:
    """A taught face."""

    crop: Pixels
    views: tuple[float, ...] = (1.0, 0.0) * VIEWS


def numbered(text: str) -> np.ndarray[Any, Any]:
    """Draw a face of a set whose kinds differ in a small numeral alone."""
    crop = np.full((80, 64, 3), (225, 240, 245), np.uint8)
    cv2.ellipse(crop, (32, 46), (18, 20), 20, 0, 360, (60, 40, 180), 3, cv2.LINE_AA)
    cv2.putText(crop, text, (12, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (20, 20, 20), 1, cv2.LINE_AA)
    return crop


def displaced(crop: np.ndarray[Any, Any], x: float, y: float, larger: float) -> np.ndarray[Any, Any]:
    """Return a face as corners that are off show it, in another light."""
    matrix = np.array([[larger, 0, x + 32 * (1 - larger)], [0, larger, y + 40 * (1 - larger)]], np.float64)
    seen = cv2.warpAffine(crop, matrix, (64, 80), borderMode=cv2.BORDER_REPLICATE)
    light = np.linspace(0.6, 1.0, 64)[None, :, None]
    return np.clip(seen * light, 0, 255).astype(np.uint8)


FACES = [numbered(text) for text in "123456789"]


@pytest.mark.parametrize(("x", "y", "larger"), [(0, 0, 1), (3, -2, 1), (0, 4, 1.06), (-2, -3, 0.95)])
def test_a_displaced_face_agrees_with_its_own_kind_alone(x: float, y: float, larger: float) -> None:
    """Corners that are a twentieth off, and a slanting light, do not make one numeral pass for another."""
    seen = np.array([displaced(face, x, y, larger) for face in FACES])
    known: tuple[KnownFace, ...] = tuple(map(Known, FACES))
    found = compare(seen, np.tile(np.array([1, 0], np.float32), (9, 1)), known)
    rows = align(seen, [known] * 9, found.displacements)
    assert [int(np.argmax(row)) for row in rows] == list(range(9))
    assert min(row[at] for at, row in enumerate(rows)) > 0.85


def test_a_face_agrees_with_itself_from_most_displacements() -> None:
    """Most alignments that start somewhere near end where the face lies exactly."""
    ways = len(displaced_templates(FACES[0][None])[0])
    known: KnownFace = Known(FACES[3])
    row = align(FACES[3][None], [[known] * ways], [range(ways)])[0]
    assert sum(value > 0.9 for value in row) > 0.6 * ways


def test_a_blank_face_agrees_with_nothing() -> None:
    """A Soap has no print that could be laid over one."""
    blank = np.full((1, 80, 64, 3), 230, np.uint8)
    assert views(blank).shape[1] == VIEWS
    assert align(blank, [[Known(FACES[0])]], [[0]])[0][0] < 0.1
