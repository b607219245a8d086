"""One person's own set of tiles, as the reader sees it: taught faces with their embeddings."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from models import ModelCard
from vision.classification.classifier import Classifier
from vision.classification.face_crops import FACE_SIZE
from vision.errors import VisionError
from vision.image.file_header import read_header
from vision.image.photo import check_size, decode
from vision.reading import TILE_LABELS
from vision.tilesets.crop_variants import VIEWS, views

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

MOST_FACES: Final = 400
"""Faces one profile keeps: a set of 160 tiles twice over, and room for corrections."""

QUALITY: Final = 92
"""Of the WebP pictures of the crops: some 2 KB each."""

_NAME: Final = re.compile(r"[^\W_](?:[\w .'-]{0,62}[\w'-])?")
_MOST_RAW: Final = 400
_MOST_BYTES: Final = 80
"""Of a name in UTF-8: it becomes that of a file, where each byte beyond ASCII takes three characters of at most 255."""
_UNIT: Final = 0.01
"""How far the length of an embedding may lie from 1; what is kept has half precision."""


@dataclass(frozen=True, slots=True)
class MadeBy:
    """The reader whose embeddings a profile holds; those of other weights lie in another space."""

    name: str
    sha256: str

    @classmethod
    def of(cls, card: ModelCard) -> MadeBy:
        """The reader of that card."""
        return cls(str(card), card.sha256)


@dataclass(frozen=True, slots=True, eq=False)
class TaughtFace:
    """One face that a person has named.

    Attributes:
        label: a tile code, or `BACK`.
        picture: the crop as it is kept, a WebP file.
        crop: (80, 64, 3) uint8 BGR, the face upright, as the picture shows it.
        views: (V, E) float32 of unit length, embeddings of the crop and of other views of it.
        origin: where it comes from, in words: the photo's name, or `correction`.
    """

    label: str
    picture: bytes
    crop: Pixels
    views: Floats
    origin: str

    def __post_init__(self) -> None:
        if self.label not in TILE_LABELS:
            raise VisionError("bad-label", f"{self.label!r} is no tile; write it as in 5B, N, F or J", "face.label")
        if self.crop.shape != (*FACE_SIZE, 3) or self.crop.dtype != np.uint8:
            message = f"need a crop {(*FACE_SIZE, 3)} uint8, got {self.crop.shape} {self.crop.dtype}"
            raise VisionError("bad-crop", message, "face.crop")
        if self.views.ndim != 2 or not self.views.size or not np.isfinite(self.views).all():
            raise VisionError("bad-embedding", f"need finite views (V, E), got {self.views.shape}", "face.views")
        if np.abs(np.linalg.norm(self.views, axis=1) - 1).max() > _UNIT:
            raise VisionError("bad-embedding", "an embedding has not unit length", "face.views")

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that name the picture: the same face taught twice is one face."""
        return hashlib.sha256(self.picture).hexdigest()[:12]


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """A taught set.

    Attributes:
        name: what its owner calls it.
        made_by: the reader that made the embeddings.
        faces: the taught faces, each crop once, at most `MOST_FACES`; their embeddings have one size.
        renewed_from: the reader whose embeddings it had before it was made over for this one, as `name@version`, or
            None where that never was.
    """

    name: str
    made_by: MadeBy
    faces: tuple[TaughtFace, ...]
    renewed_from: str | None = None

    def __post_init__(self) -> None:
        if set_name(self.name) != self.name:
            raise VisionError("bad-set-name", f"{self.name!r} is not in its plain form", "set.name")
        if len(self.faces) > MOST_FACES:
            message = f"{len(self.faces)} faces are more than a set profile keeps ({MOST_FACES}); remove some"
            raise VisionError("set-full", message, "set.faces")
        if len({face.views.shape for face in self.faces}) > 1:
            raise VisionError("bad-embedding", "the embeddings of a profile have one size", "set.faces")
        if len({face.id for face in self.faces}) < len(self.faces):
            raise VisionError("bad-set", "the same crop is there twice", "set.faces")

    @property
    def labels(self) -> frozenset[str]:
        """The kinds it was taught."""
        return frozenset(face.label for face in self.faces)

    def with_faces(self, faces: Iterable[TaughtFace]) -> TileSet:
        """This profile and these faces; a crop that was there already gets the new label."""
        held = {face.id: face for face in (*self.faces, *faces)}
        return replace(self, faces=tuple(held.values()))

    def without(self, ids: Iterable[str]) -> TileSet:
        """This profile without the faces of those ids.

        Raises:
            VisionError: `unknown-taught-face` for an id it does not have.
        """
        gone = set(ids)
        unknown = gone - {face.id for face in self.faces}
        if unknown:
            raise VisionError("unknown-taught-face", f"the set {self.name} has no face {min(unknown)}", "set.faces")
        return replace(self, faces=tuple(face for face in self.faces if face.id not in gone))

    def fits(self, card: ModelCard) -> bool:
        """Whether its embeddings are those of this reader."""
        return self.made_by == MadeBy.of(card)


def set_name(text: str) -> str:
    """The plain form of a set's name; the curved apostrophes that phones write are straight in it.

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
    """What plain names that differ only in case have in common: a person at a table means one set by them."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


def empty_profile(name: str, classifier: Classifier) -> TileSet:
    """A profile that has been taught nothing yet; raises VisionError (`bad-set-name`)."""
    return TileSet(set_name(name), MadeBy.of(classifier.card), ())


def taught(
    classifier: Classifier, crops: Pixels, labels: Sequence[str], origins: Sequence[str]
) -> tuple[TaughtFace, ...]:
    """Faces to teach, from crops and what a person says of them.

    Args:
        classifier: the classifier in use.
        crops: (N, 80, 64, 3) uint8 BGR, the faces upright.
        labels: N tile codes or `BACK`.
        origins: N texts, where each comes from.

    Raises:
        VisionError: `bad-label`.
    """
    return _seen(classifier, [_encoded(crop) for crop in crops], labels, origins)


def renewed(profile: TileSet, classifier: Classifier) -> TileSet:
    """The profile with embeddings of this reader, made anew from the crops it keeps; every face stays."""
    held = profile.faces
    faces = _seen(
        classifier, [face.picture for face in held], [face.label for face in held], [face.origin for face in held]
    )
    made_by = MadeBy.of(classifier.card)
    before = profile.renewed_from if profile.made_by == made_by else profile.made_by.name
    return TileSet(profile.name, made_by, faces, before)


def crop_of(picture: bytes, where: str = "face.picture") -> Pixels:
    """The crop (80, 64, 3) uint8 BGR that a picture holds.

    Raises:
        VisionError: `bad-crop` for one of another size, or as `vision.image.photo.decode`.
    """
    header = read_header(picture, where)
    check_size(header, 1, where)
    # A file from elsewhere may hold hundreds of pictures, each of which says that it is as large as any photo: what is
    # no crop is never decoded.
    if (header.height, header.width) != FACE_SIZE or header.orientation != 1:
        turned = "" if header.orientation == 1 else ", turned by its EXIF orientation"
        message = f"must be {FACE_SIZE[1]} x {FACE_SIZE[0]} pixels, is {header.width} x {header.height}{turned}"
        raise VisionError("bad-crop", message, where)
    return decode(picture, where).pixels


def _seen(
    classifier: Classifier, pictures: Sequence[bytes], labels: Sequence[str], origins: Sequence[str]
) -> tuple[TaughtFace, ...]:
    """Faces with the embeddings of this reader; of what is kept, not of what it was made from."""
    crops = [crop_of(picture) for picture in pictures]
    shown = views(np.stack(crops) if crops else np.zeros((0, *FACE_SIZE, 3), np.uint8))
    embeddings = classifier.embed(shown.reshape(-1, *FACE_SIZE, 3))
    embeddings = embeddings.reshape(len(crops), VIEWS, embeddings.shape[1])
    return tuple(map(TaughtFace, labels, pictures, crops, embeddings, origins))


def _encoded(crop: Pixels) -> bytes:
    done, data = cv2.imencode(".webp", crop, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    if not done:
        raise VisionError("bad-crop", "the crop cannot be encoded", "face.crop")
    return data.tobytes()
