"""Merge taught tile sets: add the faces of others to one, and report faces that look like another tile set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from models import ModelCard
from rules.tiles import ALL_TILES
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.tilesets.layout_checks import ENOUGH
from service.tilesets.set_lists import SetAnswer, face_to_json
from service.tilesets.tileset_store import TileSetStore
from vision.classification.faces import Face, Faces
from vision.reading import BACK, Issue
from vision.requests import FACE_SIZE, VIEWS, Measure, Measurement, Steps
from vision.tilesets.group_names import OPEN
from vision.tilesets.set_recognition import SetMatch, recognise
from vision.tilesets.tile_set import TaughtFace, TileSet

_KINDS: Final = (*(tile.code for tile in ALL_TILES), BACK)
"""Labels of a taught face, in the order in which players count tiles."""


@dataclass(frozen=True, slots=True)
class TakenFaces:
    """The faces that one other tile set adds.

    Attributes:
        name: the other set's name.
        faces: the new faces.
        known: how many of its faces the merged set already had.
        otherwise: known faces with a different label in the other set, each with the label that stays.
    """

    name: str
    faces: tuple[TaughtFace, ...]
    known: int
    otherwise: tuple[tuple[TaughtFace, str], ...]

    def to_json(self) -> JsonObject:
        """Return the contract's entry of `taken`."""
        return {
            "set": self.name,
            "faces": [face_to_json(face) for face in self.faces],
            "known": self.known,
            "otherwise": [{"id": face.id, "label": label, "there": face.label} for face, label in self.otherwise],
        }


@dataclass(frozen=True, slots=True)
class Merged(SetAnswer):
    """The result of a merge: `kept` says whether we stored it, `added` is the number of new faces."""

    kept: bool
    added: int
    taken: tuple[TakenFaces, ...]
    issues: tuple[Issue, ...]

    def to_json(self) -> JsonObject:
        """Return the contract's answer."""
        return {
            "set": self.tile_set.name,
            "kept": self.kept,
            "added": self.added,
            "taken": [one.to_json() for one in self.taken],
            "issues": [one.to_json() for one in self.issues],
            **self.summary.to_json(),
        }


def merge_sets(
    name: str, others: Sequence[str], sets: TileSetStore, card: ModelCard, *, keep: bool = True
) -> Steps[Merged]:
    """Add the faces of other tile sets to a set; a face in both keeps its label, and the other sets stay as they are.

    The issues report a set whose tiles do not look alike (`two-sets`), or may not (`set-in-doubt`). Without `keep` we
    store nothing.

    Raises:
        ServiceError: `unknown-set`, `same-set`.
        VisionError: `set-full`, or the fault of a file.
        OSError: for an unreadable file.
    """
    with sets.changing():
        before = after = yield from sets.fitting_kept(name, card)
        taken: list[TakenFaces] = []
        issues: list[Issue] = []
        for other in others:
            if sets.same(name, other):
                raise ServiceError("same-set", f"{other!r} is the set itself; name another", "others")
            added = yield from sets.fitting(other, card)
            taken.append(_take(added, {face.id: face.label for face in after.faces}))
            new = taken[-1].faces
            issues += yield from _oddities(before, replace(added, faces=new), card)
            after = after.with_faces(new)
        if keep:
            sets.put(after)
    return Merged(after, keep, len(after.faces) - len(before.faces), tuple(taken), tuple(issues))


def _take(added: TileSet, own: dict[str, str]) -> TakenFaces:
    """Split the faces of a tile set into new and known ones; `own` maps ids to labels of the faces to merge into."""
    new = [face for face in added.faces if face.id not in own]
    known = [face for face in added.faces if face.id in own]
    otherwise = tuple((face, own[face.id]) for face in known if face.label != own[face.id])
    in_order = sorted(new, key=lambda face: _KINDS.index(face.label))
    return TakenFaces(added.name, tuple(in_order), len(known), otherwise)


def _oddities(known: TileSet, added: TileSet, card: ModelCard) -> Steps[list[Issue]]:
    """Report faces that are not, or may not be, of the tile set to teach.

    We compare the kinds that both sets know, if there are enough faces. We skip flowers and jokers, since a tile set
    may have any number of designs for them.
    """
    kinds = (known.labels & added.labels) - {*OPEN}
    compared = [face for face in added.faces if face.label in kinds]
    if len(compared) < ENOUGH:
        return []
    faces = yield from _as_read(compared, card)
    match = yield from recognise(faces, known.of_kinds(kinds), card)
    if match is SetMatch.OF_IT:
        return []
    if match is SetMatch.IN_DOUBT:
        message = (
            f"The tiles of {added.name} may not be of the set {known.name}. Look whether they are: two sets in one are "
            "read worse."
        )
        return [Issue("set-in-doubt", message)]
    message = (
        f"The tiles of {added.name} do not look like those of the same kinds that {known.name} knows. If they are of "
        "another set, leave the two apart: two sets in one are read worse."
    )
    return [Issue("two-sets", message)]


def _as_read(faces: Sequence[TaughtFace], card: ModelCard) -> Steps[Faces]:
    """Return taught faces in the form of a photo's faces, each with probability 1 for the player's label."""
    labels = card.labels
    height, width = FACE_SIZE
    quad = (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)
    details = yield Measure(Measurement.DETAIL, tuple(face.crop for face in faces))
    return Faces(
        labels,
        tuple(
            Face(
                probabilities=[float(label == face.label) for label in labels],
                quad=quad,
                embedding=face.views[: len(face.views) // VIEWS],
                crop=face.crop,
                detail=tuple(measured),
            )
            for face, measured in zip(faces, details, strict=True)
        ),
    )
