"""A taught tile set: the faces that a person has named, with the classifier's embeddings of them."""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from array import array
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from models import ModelCard
from vision.errors import VisionError
from vision.reading import TILE_LABELS
from vision.requests import FACE_SIZE, VIEWS, Pixels

MOST_FACES: Final = 400
"""Faces that one tile set keeps: a set of 160 tiles twice over, and room for corrections."""

_NAME: Final = re.compile(r"[^\W_](?:[\w .'-]{0,62}[\w'-])?")
_MOST_RAW: Final = 400
_MOST_BYTES: Final = 80
"""Of a name in UTF-8: it becomes that of a file, where each byte beyond ASCII takes three characters of at most 255."""
_UNIT: Final = 0.01
"""How far the length of an embedding may lie from 1; files keep half precision."""


@dataclass(frozen=True, slots=True)
class MadeBy:
    """The classifier whose embeddings a tile set holds; those of other weights lie in another space."""

    name: str
    sha256: str

    @classmethod
    def of(cls, card: ModelCard) -> MadeBy:
        """Return the classifier of that card."""
        return cls(str(card), card.sha256)


@dataclass(frozen=True, slots=True, eq=False)
class TaughtFace:
    """One face that a person has named.

    Attributes:
        label: a tile code, or `BACK`.
        picture: the crop as it is kept, a WebP file.
        crop: the host's, the face upright, as the picture shows it.
        views: single-precision embeddings of unit length of the crop and of other views of it, `VIEWS` of one size one
            after another.
        origin: where it comes from, in words: the photo's name, or `correction`.
    """

    label: str
    picture: bytes
    crop: Pixels
    views: array[float]
    origin: str

    def __post_init__(self) -> None:
        if self.label not in TILE_LABELS:
            raise VisionError("bad-label", f"{self.label!r} is no tile; write it as in 5B, N, F or J", "face.label")
        if self.crop.shape != (*FACE_SIZE, 3):
            raise VisionError("bad-crop", f"need a crop {(*FACE_SIZE, 3)}, got {self.crop.shape}", "face.crop")
        size, rest = divmod(len(self.views), VIEWS)
        if rest or not size or not math.isfinite(sum(self.views)):
            message = f"need {VIEWS} finite embeddings, got {len(self.views)} numbers"
            raise VisionError("bad-embedding", message, "face.views")
        for start in range(0, len(self.views), size):
            if abs(math.hypot(*self.views[start : start + size]) - 1) > _UNIT:
                raise VisionError("bad-embedding", "an embedding has not unit length", "face.views")

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that name the picture, so that the same face taught twice is one face."""
        return face_id(self.picture)


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """A taught tile set.

    Attributes:
        name: what its owner calls it.
        made_by: the classifier that made the embeddings.
        faces: the taught faces, each crop once, at most `MOST_FACES`; their embeddings have one size.
        renewed_from: the classifier whose embeddings it had before it was made over for this one, as `name@version`,
            or None.
    """

    name: str
    made_by: MadeBy
    faces: tuple[TaughtFace, ...]
    renewed_from: str | None = None

    def __post_init__(self) -> None:
        if set_name(self.name) != self.name:
            raise VisionError("bad-set-name", f"{self.name!r} is not in its plain form", "set.name")
        if len(self.faces) > MOST_FACES:
            message = f"{len(self.faces)} faces are more than a taught set keeps ({MOST_FACES}); remove some"
            raise VisionError("set-full", message, "set.faces")
        if len({len(face.views) for face in self.faces}) > 1:
            raise VisionError("bad-embedding", "the embeddings of a set have one size", "set.faces")
        if len({face.id for face in self.faces}) < len(self.faces):
            raise VisionError("bad-set", "the same crop is there twice", "set.faces")

    @property
    def labels(self) -> frozenset[str]:
        """The kinds it was taught."""
        return frozenset(face.label for face in self.faces)

    def of_kinds(self, kinds: Collection[str]) -> tuple[TaughtFace, ...]:
        """Return the faces of these kinds."""
        return tuple(face for face in self.faces if face.label in kinds)

    @property
    def room(self) -> int:
        """How many faces more it may hold."""
        return MOST_FACES - len(self.faces)

    def check_room(self, pictures: Iterable[bytes]) -> None:
        """Refuse pictures of crops that it could not keep; those of faces it knows take no room.

        Raises:
            VisionError: `set-full`.
        """
        new = len({face_id(picture) for picture in pictures} - {face.id for face in self.faces})
        if new > self.room:
            message = (
                f"the set {self.name} has {len(self.faces)} faces and would learn {new} more, and it keeps "
                f"{MOST_FACES}: take some out first, or teach them to another set"
            )
            raise VisionError("set-full", message, "set.faces")

    def with_faces(self, faces: Iterable[TaughtFace]) -> TileSet:
        """Return the set with these faces too; a crop that was there already gets the new label."""
        held = {face.id: face for face in (*self.faces, *faces)}
        return replace(self, faces=tuple(held.values()))

    def without(self, ids: Iterable[str]) -> TileSet:
        """Return the set without the faces of those ids.

        Raises:
            VisionError: `unknown-taught-face` for an id it does not have.
        """
        gone = set(ids)
        unknown = gone - {face.id for face in self.faces}
        if unknown:
            raise VisionError("unknown-taught-face", f"the set {self.name} has no face {min(unknown)}", "set.faces")
        return replace(self, faces=tuple(face for face in self.faces if face.id not in gone))

    def fits(self, card: ModelCard) -> bool:
        """Say whether its embeddings are those of this classifier."""
        return self.made_by == MadeBy.of(card)


def face_id(picture: bytes) -> str:
    """Return the id of a face with this picture."""
    return hashlib.sha256(picture).hexdigest()[:12]


def set_name(text: str) -> str:
    """Return the plain form of a set's name, with straight apostrophes for the curved ones that phones write.

    Raises:
        VisionError: `bad-set-name` for one that is empty, too long or holds odd characters.
    """
    # Long runs of accents take the composing of letters hours: what is far too long is not looked at.
    plain = text.replace("\u2019", "'").replace("\u2018", "'") if len(text) <= _MOST_RAW else ""
    name = unicodedata.normalize("NFC", " ".join(plain.split()))
    if not _NAME.fullmatch(name) or len(name.encode()) > _MOST_BYTES:
        message = (
            f"{text[:_MOST_RAW]!r} is no name for a set: use up to 64 letters, digits, spaces, - _ . and ', beginning "
            "with a letter or a digit; 26 where a letter takes three bytes"
        )
        raise VisionError("bad-set-name", message, "set.name")
    return name


def folded(name: str) -> str:
    """Return a name without the difference of case: a person at a table means one set by both."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


def empty_tile_set(name: str, card: ModelCard) -> TileSet:
    """Return a set that has been taught nothing yet; raises VisionError (`bad-set-name`)."""
    return TileSet(set_name(name), MadeBy.of(card), ())
