"""Merging sets: one learns the faces of others, and it is told which, and whether they look like one set at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from rules.tiles import ALL_TILES
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.tilesets.layout_checks import ENOUGH
from service.tilesets.teaching import summary
from service.tilesets.tileset_store import TileSetStore
from vision import Issue, Networks, TileSet
from vision.classification.faces import Face, Faces
from vision.host.measures import detail
from vision.host.networks import Classifier
from vision.host.read import recognise
from vision.reading import BACK
from vision.requests import FACE_SIZE, VIEWS
from vision.tilesets.label_proposals import OPEN
from vision.tilesets.set_recognition import SetMatch
from vision.tilesets.tile_set import TaughtFace

_KINDS: Final = (*(tile.code for tile in ALL_TILES), BACK)
"""What a taught face may be, in the order in which a person counts tiles."""


def merge_sets(
    name: str, others: Sequence[str], sets: TileSetStore, networks: Networks, *, keep: bool = True
) -> JsonObject:
    """Add the faces of other sets, which stay as they are, to a set; where both know a face the set's own label stands.

    `taken` says of each other set which `faces` come from it, each with its `id`, `label` and where it is `from`, how
    many of its faces are `known` already, and which of these are named `otherwise`: their `label`, which stands, and
    what they are called `there`. The ids are those by which the faces can be forgotten again. `issues` tell sets whose
    tiles do not look alike (`two-sets`), or may not (`set-in-doubt`). Without `keep` nothing is changed, and the answer
    is what would be.

    Raises:
        ServiceError: `unknown-set`, `same-set`.
        VisionError: `set-full`, or the fault of a file.
    """
    with sets.changing():
        before = after = sets.load(name, networks.classifier)
        taken: list[JsonObject] = []
        issues: list[Issue] = []
        for other in others:
            added = sets.load(other, networks.classifier)
            if added.name == before.name:
                raise ServiceError("same-set", f"{other!r} is the set itself; name another", "others")
            own = {face.id: face.label for face in after.faces}
            new = sorted((face for face in added.faces if face.id not in own), key=_in_order)
            taken.append({"set": added.name, "faces": [_entry(face) for face in new], **_known(added, own)})
            issues += _oddities(before, replace(added, faces=tuple(new)), networks.classifier)
            after = after.with_faces(new)
        if keep:
            sets.put(after)
    return {
        "set": after.name,
        "kept": keep,
        "added": len(after.faces) - len(before.faces),
        "taken": taken,
        "issues": [one.to_json() for one in issues],
        **summary(after),
    }


def _in_order(face: TaughtFace) -> int:
    """Where a face's kind stands among all, Bams first, flowers, jokers and face-down tiles last."""
    return _KINDS.index(face.label)


def _entry(face: TaughtFace) -> JsonObject:
    return {"id": face.id, "label": face.label, "from": face.origin}


def _known(added: TileSet, own: dict[str, str]) -> JsonObject:
    """How many faces are known by their ids already, and those that are named otherwise."""
    both = [face for face in added.faces if face.id in own]
    otherwise = [
        {"id": face.id, "label": own[face.id], "there": face.label} for face in both if face.label != own[face.id]
    ]
    return {"known": len(both), "otherwise": otherwise}


def _oddities(known: TileSet, added: TileSet, classifier: Classifier) -> list[Issue]:
    """That faces are not, or may not be, of the set that is to learn them.

    Asked of the kinds that both know, where they are enough. A set may show any number of flowers and jokers: that
    those differ says nothing.
    """
    kinds = (known.labels & added.labels) - {*OPEN}
    asked = [face for face in added.faces if face.label in kinds]
    fit = (
        recognise(_as_read(asked, classifier), known.of_kinds(kinds), classifier)
        if len(asked) >= ENOUGH
        else SetMatch.OF_IT
    )
    if fit is SetMatch.OF_IT:
        return []
    if fit is SetMatch.IN_DOUBT:
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


def _as_read(faces: Sequence[TaughtFace], classifier: Classifier) -> Faces:
    """Taught faces as if a photo of nothing but them had been read, each surely as what a person has named it."""
    labels = classifier.card.labels
    height, width = FACE_SIZE
    quad = (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)
    details = detail(np.array([face.crop for face in faces], np.uint8)).tolist()
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
