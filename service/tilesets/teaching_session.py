"""Run a lesson: look at photos of a set's faces, let a person say what they are, and keep the set."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from service.judging.confirmation import parse_correction
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.shared.wording import NO_FACES, plural, tile_name
from service.tilesets.labels import NOT_A_TILE, NamedTile, as_proposed
from service.tilesets.layout_checks import LACKING, MIXED, oddities
from service.tilesets.teaching import Taught, TaughtPhoto, places_of, teach
from service.tilesets.tileset_store import TileSetStore
from vision.image.photo import Photo, open_photo
from vision.observation import NetworkCards
from vision.pipeline import observe
from vision.reading import BACK, RackReading, SetInUse, TileReading
from vision.requests import Encode, Encoded, Steps
from vision.tilesets.group_names import family
from vision.tilesets.label_proposals import Gathered, Proposal, gather, propose
from vision.tilesets.tile_set import TileSet

Ask = Callable[[str], str | None]
"""From a question to a line of answer; None where there is nobody to ask."""

Tell = Callable[[str], None]

_YES: Final = frozenset({"y", "yes"})
_PHOTO_FIELDS: Final = ("image", "width", "height", "rows", "unsure", "issues", "model")
_TILE_FIELDS: Final = ("index", "label", "confidence", "sure", "row", "quad", "box")


@dataclass(frozen=True, slots=True, eq=False)
class LaidOut:
    """The faces of photos of one set, grouped.

    Attributes:
        of: what was looked at: photos by name and hash, networks, and the set with its faces and their labels.
        photos: names and pictures.
        gathered: their faces.
        of_sets: how well each photo's faces match the set that is to learn them; None where it has no face yet.
    """

    of: object
    photos: tuple[tuple[str, Photo], ...]
    gathered: Gathered
    of_sets: tuple[SetInUse | None, ...]


_LAST: Final[dict[str, LaidOut]] = {}
"""The photos looked at last: each answer of a person names the others anew, which looks at no pixel again."""


@dataclass(frozen=True, slots=True, eq=False)
class TeachingPhoto:
    """One photo of laid-out faces, and what we propose for them."""

    name: str
    photo: Photo
    proposal: Proposal
    reading: RackReading
    laid_out: LaidOut

    def to_json(self) -> JsonObject:
        """Return the proposal in the form of labels: `{"image", "tiles": [{"index", "label", "quad", ...}]}`."""
        scan = self.reading.to_json(self.name)
        tiles = [
            {**{field: tile[field] for field in _TILE_FIELDS}, "label": label, "group": group}
            for tile, label, group in zip(scan["tiles"], self.proposal.labels, self.proposal.groups, strict=True)
        ]
        return {**{field: scan[field] for field in _PHOTO_FIELDS}, "tiles": tiles}


@dataclass(frozen=True, slots=True, eq=False)
class TeachingSession:
    """Where one set is taught: the set so far, its store, and the networks' cards."""

    tile_set: TileSet
    sets: TileSetStore
    cards: NetworkCards

    @classmethod
    def open(cls, name: str, sets: TileSetStore, cards: NetworkCards) -> Steps[TeachingSession]:
        """Open the set of that name, or begin one.

        Raises:
            ServiceError: `shelf-full`, `bad-set-name`.
            VisionError: `bad-set-name`, or for a kept set that is damaged.
        """
        return cls((yield from sets.begun(name, cards.classifier)), sets, cards)

    def look(
        self, photos: Sequence[tuple[str, bytes]], said: Sequence[Sequence[NamedTile]] = ()
    ) -> Steps[tuple[TeachingPhoto, ...]]:
        """Find the faces of photos, each a name and its bytes, and propose labels for all of them together.

        `said` are the faces of each photo that a person has named so far: the others are named in their light.

        Raises:
            VisionError: for bytes that are no picture.
        """
        laid_out = yield from self._laid_out(photos)
        named = [places_of(faces, tiles) for (faces, _), tiles in zip(laid_out.gathered.photos, said, strict=False)]
        return (yield from self._proposed(laid_out, named))

    def again(
        self, photos: Sequence[TeachingPhoto], said: Sequence[Mapping[int, str]]
    ) -> Steps[tuple[TeachingPhoto, ...]]:
        """Propose anew, in the light of names that a person gave faces of each photo, by their places."""
        return (yield from self._proposed(photos[0].laid_out, said)) if photos else ()

    def check_room(self, photos: Sequence[TeachingPhoto]) -> Steps[None]:
        """Refuse photos whose faces the set could not keep, so that nobody names them in vain.

        Raises:
            VisionError: `set-full`.
        """
        crops = [
            face.crop
            for one in photos
            for face, label in zip(one.proposal.faces, one.proposal.labels, strict=True)
            if label != NOT_A_TILE
        ]
        # Only the pictures tell which of the faces it knows already.
        if len(crops) > self.tile_set.room:
            encoded: Encoded = yield Encode(tuple(crops))
            self.tile_set.check_room(encoded.pictures)

    def _laid_out(self, photos: Sequence[tuple[str, bytes]]) -> Steps[LaidOut]:
        """Return the faces of photos; those of the last photos are kept, as a person names them one after the other."""
        digests = tuple((name, hashlib.sha256(data).digest()) for name, data in photos)
        of = digests, self.cards.name, self.tile_set.name, tuple((face.id, face.label) for face in self.tile_set.faces)
        kept = _LAST.get("photos")
        if kept is not None and kept.of == of:
            return kept
        before = self.tile_set if self.tile_set.faces else None
        decoded, seen = [], []
        for name, data in photos:
            photo = yield from open_photo(data, name)
            decoded.append((name, photo))
            seen.append((yield from observe(photo, self.cards, before, laid_out=True)))
        gathered = yield from gather(seen)
        found = LaidOut(of, tuple(decoded), gathered, tuple(one.tile_set for one in seen))
        _LAST["photos"] = found
        return found

    def _proposed(self, laid_out: LaidOut, said: Sequence[Mapping[int, str]]) -> Steps[tuple[TeachingPhoto, ...]]:
        known = self.tile_set.labels
        proposals = propose(laid_out.gathered, known, said)
        odd = yield from oddities(laid_out.of_sets, proposals, known, self.cards.classifier)
        return tuple(
            TeachingPhoto(name, photo, one, replace(_as_reading(photo, one, self.cards.name), issues=issues), laid_out)
            for (name, photo), one, issues in zip(laid_out.photos, proposals, odd, strict=True)
        )

    def teach(self, photos: Sequence[TeachingPhoto], named: Sequence[Sequence[NamedTile]]) -> Steps[Taught]:
        """Keep what a person says of the photos.

        Raises:
            ServiceError: `nothing-taught`, `shelf-full`.
            VisionError: `set-full`.
        """
        labelled = [
            TaughtPhoto(one.name, one.photo, one.proposal, tuple(tiles))
            for one, tiles in zip(photos, named, strict=True)
        ]
        with self.sets.changing():
            name = self.tile_set.name
            kept = self.sets.has(name)
            before = (yield from self.sets.fitting_kept(name, self.cards.classifier)) if kept else self.tile_set
            found = yield from teach(before, labelled)
            self.sets.put(found.tile_set)
        # An oddity of the proposal matters no more once a person has named the tiles.
        return replace(
            found, issues=tuple(one for photo in photos for one in photo.reading.issues if one.code != LACKING)
        )


def propose_labels(
    data: bytes, image: str, said: Sequence[NamedTile], name: str, sets: TileSetStore, *, cards: NetworkCards
) -> Steps[TeachingPhoto]:
    """Propose what the faces of one photo are, in the light of what was said so far; raises as `TeachingSession`."""
    session = yield from TeachingSession.open(name, sets, cards)
    (look,) = yield from session.look([(image, data)], [said])
    yield from session.check_room([look])
    return look


def teach_photo(
    data: bytes, image: str, named: Sequence[NamedTile], name: str, sets: TileSetStore, *, cards: NetworkCards
) -> Steps[Taught]:
    """Teach a set the faces of one photo; raises as `TeachingSession`."""
    session = yield from TeachingSession.open(name, sets, cards)
    photos = yield from session.look([(image, data)])
    return (yield from session.teach(photos, [named]))


def _as_reading(photo: Photo, proposal: Proposal, model: str) -> RackReading:
    """Return a proposal as a reading, to be shown and drawn like any other; it is no rack.

    What may be no face of the set is shown as a tile that lies face down.
    """
    tiles = tuple(
        TileReading(
            label=BACK if label == NOT_A_TILE else label,
            confidence=min(1.0, probability),
            alternatives=(),
            quad=face.quad,
            row=line,
            index=index,
            sure=sure,
        )
        for index, (label, probability, face, line, sure) in enumerate(
            zip(proposal.labels, proposal.probabilities, proposal.faces, proposal.rows, proposal.sure, strict=True)
        )
    )
    return RackReading(photo.width, photo.height, tiles, "", (), model)


def ask_person(
    session: TeachingSession, photos: Sequence[TeachingPhoto], ask: Ask, tell: Tell
) -> Steps[list[tuple[NamedTile, ...]]]:
    """Ask a person what the faces of photos are: family by family, like tiles once, then about all of them.

    Each answer names the others anew, and the family that is surest then comes next.

    Raises:
        ServiceError: `no-faces` where a photo shows none, before anything is asked; `mixed-sets` where its faces seem
            to be of another set and the person does not want them taught; `not-answered` where there is nobody to ask.
        VisionError: `set-full` where the set has no room for them, before anything is asked.
    """
    for one in photos:
        if not one.reading.tiles:
            raise ServiceError("no-faces", NO_FACES, one.name)
    yield from session.check_room(photos)
    # Asked before the tiles: no answer is given in vain.
    for one in photos:
        _ask_about_mixed_sets(one, ask, tell)
    said: list[dict[int, str]] = [{} for _ in photos]
    for photo in range(len(photos)):
        count = len(photos[photo].reading.tiles)
        tell(f"{photos[photo].name}: {plural(count, 'face')}")
        while open_faces := _open_faces(photos[photo], said[photo]):
            _ask_about_family(photos[photo], open_faces, said[photo], ask, tell)
            photos = yield from session.again(photos, said)
        _tell_all(photos[photo], said[photo], tell)
        while answer := _answer(ask, "all right? Enter keeps them; or say which are not, as in 7=6B 12=J 30=NONE:"):
            for number, label in _read_corrections(answer.split(), count, tell).items():
                said[photo][number - 1] = label
    return [
        as_proposed(one.proposal, {at + 1: label for at, label in names.items()})
        for one, names in zip(photos, said, strict=True)
    ]


def _tell_all(photo: TeachingPhoto, said: Mapping[int, str], tell: Tell) -> None:
    for line in range(max(photo.proposal.rows) + 1):
        row = [at for at, of in enumerate(photo.proposal.rows) if of == line]
        names = " ".join(said.get(at, photo.proposal.labels[at]) for at in row)
        tell(f"  {row[0] + 1}-{row[-1] + 1}: {names}")
    for issue in photo.reading.issues:
        if issue.code not in MIXED:
            tell(f"  {issue.message}")


def _ask_about_mixed_sets(photo: TeachingPhoto, ask: Ask, tell: Tell) -> None:
    mixed = [issue for issue in photo.reading.issues if issue.code in MIXED]
    for issue in mixed:
        tell(f"{photo.name}: {issue.message}")
    if mixed and _answer(ask, "teach them all the same? yes, or Enter for no:").lower() not in _YES:
        raise ServiceError("mixed-sets", "nothing is taught; choose another NAME, or photos of one set", photo.name)


def _open_faces(photo: TeachingPhoto, said: Mapping[int, str]) -> list[int]:
    """Return the faces of the family to ask about next, the surest one; none where nothing is open."""
    proposal = photo.proposal
    families: dict[str, list[int]] = {}
    for at, label in enumerate(proposal.labels):
        if at not in said:
            families.setdefault(family(label), []).append(at)
    asked = [faces for faces in families.values() if not all(proposal.sure[at] for at in faces)]
    return max(asked, key=lambda faces: sum(proposal.probabilities[at] for at in faces) / len(faces), default=[])


def _ask_about_family(photo: TeachingPhoto, faces: Sequence[int], said: dict[int, str], ask: Ask, tell: Tell) -> None:
    """Ask once about all faces that are proposed as one family; put what a person says into `said`."""
    labels, groups = photo.proposal.labels, photo.proposal.groups
    members: dict[int, list[int]] = {}
    for at in sorted(faces, key=lambda at: (labels[at], at)):
        members.setdefault(groups[at], []).append(at)
    tell("are these right?")
    for group in members.values():
        numbers = ", ".join(str(at + 1) for at in group)
        tell(f"  {_face_name(labels[group[0]])}: {'tile' if len(group) == 1 else 'tiles'} {numbers}")
    answer = _answer(ask, "Enter for yes; or say which are not, as in 7=6B 30=NONE; of like tiles one is enough:")
    corrected = _read_corrections(answer.split(), len(labels), tell)
    for group in members.values():
        own = {number - 1: label for number, label in corrected.items() if number - 1 in group}
        names = set(own.values())
        whole = own[min(own)] if len(names) == 1 else labels[group[0]]
        said |= {at: own.get(at, whole) for at in group}
    said |= {number - 1: label for number, label in corrected.items()}


def _face_name(label: str) -> str:
    return "no face of the set" if label == NOT_A_TILE else tile_name(label)


def _answer(ask: Ask, question: str) -> str:
    answer = ask(question)
    if answer is None:
        message = (
            "nobody answered what the tiles are; say it with --labels FILE (--propose --json prints one to start from)"
        )
        raise ServiceError("not-answered", message, "labels")
    return answer


def _read_corrections(words: Sequence[str], count: int, tell: Tell) -> dict[int, str]:
    """Read corrections such as `7=6B`; tell about those that cannot be read and leave them out."""
    found = {}
    for word in words:
        try:
            number, label = parse_correction(word)
        except ServiceError as error:
            tell(f"  {error.where}: {error.message}")
            continue
        if number <= count:
            found[number] = label
        else:
            tell(f"  {word}: there is no tile {number}; the last is {count}")
    return found
