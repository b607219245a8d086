"""Run a teaching session: propose labels for photos of a tile set, let the player correct them, store the set."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from service.judging.confirmation import split_correction
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.shared.wording import NO_FACES, plural, tile_name
from service.tilesets.labels import NamedTile, as_proposed, parse_label
from service.tilesets.layout_checks import LACKING, MIXED, oddities
from service.tilesets.teaching import Taught, TaughtPhoto, places_of, teach
from service.tilesets.tileset_store import TileSetStore
from vision.classification.faces import NONE
from vision.image.photo import Photo, open_photo
from vision.observation import NetworkCards
from vision.pipeline import observe
from vision.reading import BACK, RackReading, SetInUse, TileReading
from vision.requests import Encode, Encoded, Steps
from vision.tilesets.group_names import family
from vision.tilesets.label_proposals import LaidOutFaces, Proposal, group_faces, propose
from vision.tilesets.tile_set import TileSet

Ask = Callable[[str], str | None]
"""Asks a question and returns the line of the answer; None without anybody to answer."""

Tell = Callable[[str], None]

_YES: Final = frozenset({"y", "yes"})
_PHOTO_FIELDS: Final = ("image", "width", "height", "rows", "unsure", "issues", "model")
_TILE_FIELDS: Final = ("index", "label", "confidence", "sure", "row", "quad", "box")


@dataclass(frozen=True, slots=True, eq=False)
class LaidOut:
    """The grouped faces of photos of one tile set.

    Attributes:
        of: the cache key: photos by name and hash, networks, and the tile set with its faces and their labels.
        photos: names and pictures.
        faces: the faces of the photos.
        of_sets: how well each photo's faces match the tile set to teach; None if the set has no face yet.
    """

    of: object
    photos: tuple[tuple[str, Photo], ...]
    faces: LaidOutFaces
    of_sets: tuple[SetInUse | None, ...]


_LAST: Final[dict[str, LaidOut]] = {}
"""Cache of the last photos, so that new proposals after each answer need not process the photos again."""


@dataclass(frozen=True, slots=True, eq=False)
class TeachingPhoto:
    """One photo for teaching, with the proposed labels of its faces."""

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
    """A session that teaches one tile set: the set, its store, and the cards of the networks."""

    tile_set: TileSet
    sets: TileSetStore
    cards: NetworkCards

    @classmethod
    def open(cls, name: str, sets: TileSetStore, cards: NetworkCards) -> Steps[TeachingSession]:
        """Open the tile set of that name, or start a new one.

        Raises:
            ServiceError: `shelf-full`, `bad-set-name`.
            VisionError: `bad-set-name`, or for a damaged tile set.
        """
        return cls((yield from sets.begun(name, cards.classifier)), sets, cards)

    def look(
        self, photos: Sequence[tuple[str, bytes]], said: Sequence[Sequence[NamedTile]] = ()
    ) -> Steps[tuple[TeachingPhoto, ...]]:
        """Detect the faces of photos (names and bytes), and propose labels for all of them together.

        `said` are the faces of each photo that the player has labelled so far; the proposals for the others take them
        into account.

        Raises:
            VisionError: for bytes that are no image.
        """
        laid_out = yield from self._laid_out(photos)
        named = [places_of(faces, tiles) for (faces, _), tiles in zip(laid_out.faces.photos, said, strict=False)]
        return (yield from self._proposed(laid_out, named))

    def again(
        self, photos: Sequence[TeachingPhoto], said: Sequence[Mapping[int, str]]
    ) -> Steps[tuple[TeachingPhoto, ...]]:
        """Propose labels again; `said` maps face indices of each photo to the player's labels so far."""
        return (yield from self._proposed(photos[0].laid_out, said)) if photos else ()

    def check_room(self, photos: Sequence[TeachingPhoto]) -> Steps[None]:
        """Refuse photos with more faces than the tile set has room for, before the player labels them.

        Raises:
            VisionError: `set-full`.
        """
        crops = [
            face.crop
            for one in photos
            for face, label in zip(one.proposal.faces, one.proposal.labels, strict=True)
            if label != NONE
        ]
        # Only the encoded pictures show which faces the tile set already has.
        if len(crops) > self.tile_set.room:
            encoded: Encoded = yield Encode(tuple(crops))
            self.tile_set.check_room(encoded.pictures)

    def _laid_out(self, photos: Sequence[tuple[str, bytes]]) -> Steps[LaidOut]:
        """Return the grouped faces of photos, from the cache if these were the last photos."""
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
        found = LaidOut(of, tuple(decoded), group_faces(seen), tuple(one.tile_set for one in seen))
        _LAST["photos"] = found
        return found

    def _proposed(self, laid_out: LaidOut, said: Sequence[Mapping[int, str]]) -> Steps[tuple[TeachingPhoto, ...]]:
        known = self.tile_set.labels
        proposals = propose(laid_out.faces, known, said)
        odd = yield from oddities(laid_out.of_sets, proposals, known, self.cards.classifier)
        return tuple(
            TeachingPhoto(name, photo, one, replace(_as_reading(photo, one, self.cards.name), issues=issues), laid_out)
            for (name, photo), one, issues in zip(laid_out.photos, proposals, odd, strict=True)
        )

    def teach(
        self, photos: Sequence[TeachingPhoto], named: Sequence[Sequence[NamedTile]], *, known: bool = False
    ) -> Steps[Taught]:
        """Teach the tile set the labelled faces of the photos, and store it; if `known`, no new one.

        Raises:
            ServiceError: `nothing-taught`, `shelf-full`; `unknown-set` if the set has to be `known`.
            VisionError: `set-full`.
        """
        labelled = [
            TaughtPhoto(one.name, one.photo, one.proposal, tuple(tiles))
            for one, tiles in zip(photos, named, strict=True)
        ]
        with self.sets.changing():
            # Somebody may have taught, renamed or deleted the set since we opened it.
            before = yield from (self.sets.fitting_kept if known else self.sets.begun)(
                self.tile_set.name, self.cards.classifier
            )
            found = yield from teach(before, labelled)
            self.sets.put(found.tile_set)
        # Once the player has labelled the tiles, issues of the proposed labels do not matter.
        return replace(
            found, issues=tuple(one for photo in photos for one in photo.reading.issues if one.code != LACKING)
        )


def propose_labels(
    data: bytes, image: str, said: Sequence[NamedTile], name: str, sets: TileSetStore, *, cards: NetworkCards
) -> Steps[TeachingPhoto]:
    """Propose labels for the faces of one photo, given the labels so far; raises as `TeachingSession`."""
    session = yield from TeachingSession.open(name, sets, cards)
    (look,) = yield from session.look([(image, data)], [said])
    yield from session.check_room([look])
    return look


def teach_photo(
    data: bytes,
    image: str,
    named: Sequence[NamedTile],
    name: str,
    sets: TileSetStore,
    *,
    cards: NetworkCards,
    known: bool = False,
) -> Steps[Taught]:
    """Teach a tile set the faces of one photo, if `known` no new one (`unknown-set`); raises as `TeachingSession`."""
    if known:
        sets.load_kept(name)  # before we look at the photo, which takes a while
    session = yield from TeachingSession.open(name, sets, cards)
    photos = yield from session.look([(image, data)])
    return (yield from session.teach(photos, [named], known=known))


def _as_reading(photo: Photo, proposal: Proposal, model: str) -> RackReading:
    """Return a proposal as a reading without a rack, to show and draw it like any other reading.

    A proposed non-face becomes a face-down tile.
    """
    tiles = tuple(
        TileReading(
            label=BACK if label == NONE else label,
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
    """Ask the player to confirm the labels of photos, family by family, then all of them together.

    We ask once about tiles that look alike. After each answer we propose labels again and ask about the surest open
    family.

    Raises:
        ServiceError: `no-faces` for a photo without faces, before the first question; `mixed-sets` if the faces seem to
            be of another tile set and the player declines to teach them; `not-answered` without anybody to answer.
        VisionError: `set-full` without room for the faces, before the first question.
    """
    for one in photos:
        if not one.reading.tiles:
            raise ServiceError("no-faces", NO_FACES, one.name)
    yield from session.check_room(photos)
    # We ask this before the questions about tiles, so that no answer is in vain.
    for one in photos:
        _ask_about_mixed_sets(one, ask, tell)
    said: list[dict[int, str]] = [{} for _ in photos]
    named: list[tuple[NamedTile, ...]] = []
    for photo in range(len(photos)):
        if photo:
            # The last corrections of a photo name the faces of the next one anew too.
            photos = yield from session.again(photos, said)
        count = len(photos[photo].reading.tiles)
        tell(f"{photos[photo].name}: {plural(count, 'face')}")
        while open_faces := _open_faces(photos[photo], said[photo]):
            _ask_about_family(photos[photo], open_faces, said[photo], ask, tell)
            photos = yield from session.again(photos, said)
        _tell_all(photos[photo], said[photo], tell)
        while answer := _answer(ask, "all right? Enter keeps them; or say which are not, as in 7=6B 12=J 30=NONE:"):
            corrected, _ = _read_corrections(answer.split(), count, tell)
            said[photo] |= corrected
        # What the player has accepted stays, whatever the answers about the next photo would make of it.
        named.append(as_proposed(photos[photo].proposal, {at + 1: label for at, label in said[photo].items()}))
    return named


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
    """Return the faces of the surest family that is still open; an empty list if none is."""
    proposal = photo.proposal
    families: dict[str, list[int]] = {}
    for at, label in enumerate(proposal.labels):
        if at not in said:
            families.setdefault(family(label), []).append(at)
    asked = [faces for faces in families.values() if not all(proposal.sure[at] for at in faces)]
    return max(asked, key=lambda faces: sum(proposal.probabilities[at] for at in faces) / len(faces), default=[])


def _ask_about_family(photo: TeachingPhoto, faces: Sequence[int], said: dict[int, str], ask: Ask, tell: Tell) -> None:
    """Ask once about all faces of one proposed family, and store the answers in `said`."""
    labels, groups = photo.proposal.labels, photo.proposal.groups
    members: dict[int, list[int]] = {}
    for at in sorted(faces, key=lambda at: (labels[at], at)):
        members.setdefault(groups[at], []).append(at)
    tell("are these right?")
    for group in members.values():
        numbers = ", ".join(str(at + 1) for at in group)
        tell(f"  {_face_name(labels[group[0]])}: {'tile' if len(group) == 1 else 'tiles'} {numbers}")
    corrected: dict[int, str] = {}
    understood = False
    while not understood:
        # The tiles that a mistyped word means are not right as they are.
        answer = _answer(ask, "Enter for yes; or say which are not, as in 7=6B 30=NONE; of like tiles one is enough:")
        read, understood = _read_corrections(answer.split(), len(labels), tell)
        corrected |= read
    for group in members.values():
        own = {at: label for at, label in corrected.items() if at in group}
        names = set(own.values())
        whole = own[min(own)] if len(names) == 1 else labels[group[0]]
        said |= {at: own.get(at, whole) for at in group}
    said |= corrected


def _face_name(label: str) -> str:
    return "no face of the set" if label == NONE else tile_name(label)


def _answer(ask: Ask, question: str) -> str:
    answer = ask(question)
    if answer is None:
        message = (
            "nobody answered what the tiles are; say it with --labels FILE (--propose --json prints one to start from)"
        )
        raise ServiceError("not-answered", message, "labels")
    return answer


def _read_corrections(words: Sequence[str], count: int, tell: Tell) -> tuple[dict[int, str], bool]:
    """Read corrections such as `7=6B` by the index of the tile; tell what is wrong, and return whether nothing is."""
    found: dict[int, str] = {}
    faults: list[str] = []
    for word in words:
        try:
            number, name = split_correction(word)
            label = parse_label(name, word)
        except ServiceError as error:
            faults.append(f"  {error.where}: {error.message}")
            continue
        if number > count:
            faults.append(f"  {word}: there is no tile {number}; the last is {count}")
        elif (first := found.setdefault(number - 1, label)) != label:
            faults.append(f"  {word}: tile {number} is named twice; {first} stands until you say otherwise")
    for fault in faults:
        tell(fault)
    return found, not faults
