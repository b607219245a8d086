"""A taught tile set: the faces that a person has named, with the classifier's embeddings of these faces."""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from array import array
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from models import ModelCard
from rules.input.declared_types import checked, checked_fields
from vision.errors import VisionError
from vision.reading import TILE_LABELS
from vision.requests import FACE_SIZE, VIEWS, Pixels

MOST_FACES: Final = 400
"""Most faces of one taught tile set: a tile set of 160 tiles twice over, and room for corrections."""

TAKE_SAVED: Final = "take the file that `sets export` wrote, or the page by “Save as a file”"
"""What to do about a file that holds no set, or a changed one."""

_MOST_LETTERS: Final = 64
_NAME: Final = re.compile(rf"[^\W_](?:[\w\u200c\u200d .'-]{{0,{_MOST_LETTERS - 2}}}[\w'-])?")
_JOINERS: Final = re.compile("[\u200c\u200d]")
"""Joiner and non-joiner, with which Persian and Sinhala write; between other letters nobody sees them."""
_MOST_RAW: Final = 400
_MOST_BYTES: Final = 80
"""Most bytes of a name in UTF-8: in a file name of at most 255 characters, each byte beyond ASCII takes three."""
_UNIT: Final = 0.01
"""Tolerance of an embedding's length, which should be 1; files keep half precision."""


@dataclass(frozen=True, slots=True)
class MadeBy:
    """The classifier whose embeddings a tile set holds; other weights embed into another space."""

    name: str
    sha256: str

    @classmethod
    def of(cls, card: ModelCard) -> MadeBy:
        """Return the classifier of a card."""
        return cls(str(card), card.sha256)


@dataclass(frozen=True, slots=True, eq=False)
class TaughtFace:
    """One face that a person has named.

    Attributes:
        label: a tile code, or `BACK`.
        picture: the crop as a picture file, WebP or PNG.
        crop: the host's crop, the face upright, as decoded from the picture.
        views: `VIEWS` embeddings of one size one after another, of the crop and of other views of it; single precision,
            unit length.
        origin: where the face comes from, in words: the photo's name, or `correction`.

    Raises:
        VisionError: `bad-label`, `bad-crop`, `bad-embedding`.
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
@checked_fields(VisionError)
class TileSet:
    """A taught tile set.

    Attributes:
        name: the owner's name for it.
        made_by: the classifier that made the embeddings.
        faces: the taught faces, each crop once, at most `MOST_FACES`; their embeddings have one size.
        renewed_from: the classifier of the embeddings that `renewed` replaced, as `name@version`, or None.

    Raises:
        VisionError: `bad-set-name`, `set-full`, `bad-embedding` for sizes that differ, `bad-set` for a crop twice.
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
        """The taught kinds."""
        return frozenset(face.label for face in self.faces)

    @checked(VisionError)
    def of_kinds(self, kinds: Collection[str]) -> tuple[TaughtFace, ...]:
        """Return the faces of these kinds."""
        return tuple(face for face in self.faces if face.label in kinds)

    @property
    def room(self) -> int:
        """Number of faces that still fit."""
        return MOST_FACES - len(self.faces)

    @checked(VisionError)
    def check_room(self, pictures: Iterable[bytes]) -> None:
        """Refuse pictures of crops for which the set has no room; pictures of its own faces take none.

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

    @checked(VisionError)
    def with_faces(self, faces: Iterable[TaughtFace]) -> TileSet:
        """Return the set with these faces too; a crop that it already has gets the new label."""
        held = {face.id: face for face in (*self.faces, *faces)}
        return replace(self, faces=tuple(held.values()))

    @checked(VisionError)
    def without(self, ids: Iterable[str]) -> TileSet:
        """Return the set without the faces of these ids.

        Raises:
            VisionError: `unknown-taught-face` for an id it does not have.
        """
        gone = set(ids)
        self._require(gone)
        return replace(self, faces=tuple(face for face in self.faces if face.id not in gone))

    @checked(VisionError)
    def relabelled(self, labels: Mapping[str, str]) -> TileSet:
        """Return the set with other labels for the faces of these ids.

        Raises:
            VisionError: `unknown-taught-face` for an id it does not have; `bad-label`.
        """
        self._require(labels)
        return replace(self, faces=tuple(replace(one, label=labels.get(one.id, one.label)) for one in self.faces))

    def _require(self, ids: Collection[str]) -> None:
        if unknown := set(ids) - {face.id for face in self.faces}:
            raise VisionError("unknown-taught-face", f"the set {self.name} has no face {min(unknown)}", "set.faces")

    @checked(VisionError)
    def fits(self, card: ModelCard) -> bool:
        """Say whether this classifier made its embeddings."""
        return self.made_by == MadeBy.of(card)


def face_id(picture: bytes) -> str:
    """Return the id of a face with this picture."""
    return hashlib.sha256(picture).hexdigest()[:12]


def set_name(text: str) -> str:
    """Return the plain form of a set's name, with straight apostrophes for the curved ones that phones write.

    Raises:
        VisionError: `bad-set-name` for a name that is empty, too long or holds odd characters.
    """
    # Unicode normalisation of long runs of accents takes hours: we do not look at a text that is far too long.
    plain = text.replace("\u2019", "'").replace("\u2018", "'") if len(text) <= _MOST_RAW else ""
    name = unicodedata.normalize("NFC", " ".join(plain.split()))
    if not _NAME.fullmatch(_marks_as_letters(name)) or len(name.encode()) > _MOST_BYTES:
        message = (
            f"{text[:_MOST_RAW]!r} is no name for a set: use up to 64 letters, digits, spaces, - _ . and ', beginning "
            "with a letter or a digit; 26 where a letter takes three bytes"
        )
        raise VisionError("bad-set-name", message, "set")
    return name


def _marks_as_letters(name: str) -> str:
    """Return a name with a letter for each mark after the first character: Thai and Hindi write vowels as marks."""
    return name[:1] + "".join("a" if unicodedata.category(sign).startswith("M") else sign for sign in name[1:])


def numbered(name: str, number: int) -> str:
    """Return the plain name of a set with a number behind it, shortened to what a name may hold."""
    end = f" {number}"
    short = name.encode()[: _MOST_BYTES - len(end)].decode(errors="ignore")[: _MOST_LETTERS - len(end)]
    return f"{short.rstrip()}{end}"


def folded(name: str) -> str:
    """Return a name folded to one case without joiners: names that look the same mean one set to a player."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", _JOINERS.sub("", name)).casefold())


@checked(VisionError)
def empty_tile_set(name: str, card: ModelCard) -> TileSet:
    """Return a set without any taught face; raises VisionError (`bad-set-name`)."""
    return TileSet(set_name(name), MadeBy.of(card), ())
