"""Run a lesson: look at photos of a set's faces, let a person say what they are, and keep the set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from service.judging.confirmation import parse_correction
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.shared.networks import load_networks
from service.shared.wording import NO_FACES, plural, tile_name
from service.tilesets.labels import NamedTile, as_proposed
from service.tilesets.layout_checks import LACKING, MIXED, oddities
from service.tilesets.teaching import Taught, TaughtPhoto, teach
from service.tilesets.tileset_store import TileSetStore
from vision import Networks, Photo, RackReading, TileReading, TileSet, decode, empty_tile_set, observe, propose
from vision.tilesets.label_proposals import Proposal

Ask = Callable[[str], str | None]
"""From a question to a line of answer; None where there is nobody to ask."""

Tell = Callable[[str], None]

_YES: Final = frozenset({"y", "yes"})
_PHOTO_FIELDS: Final = ("image", "width", "height", "rows", "unsure", "issues", "model")
_TILE_FIELDS: Final = ("index", "label", "confidence", "sure", "row", "quad", "box")


@dataclass(frozen=True, slots=True, eq=False)
class TeachingPhoto:
    """One photo of laid-out faces, and what we propose for them."""

    name: str
    photo: Photo
    proposal: Proposal
    reading: RackReading

    def to_json(self) -> JsonObject:
        """Return the proposal in the form of labels: `{"image", "tiles": [{"index", "label", "quad", ...}]}`."""
        scan = self.reading.to_json(self.name)
        tiles = [{field: tile[field] for field in _TILE_FIELDS} for tile in scan["tiles"]]
        return {**{field: scan[field] for field in _PHOTO_FIELDS}, "tiles": tiles}


@dataclass(frozen=True, slots=True, eq=False)
class TeachingSession:
    """Where one set is taught: the set so far, its store, and the networks."""

    tile_set: TileSet
    sets: TileSetStore
    networks: Networks

    @classmethod
    def open(cls, name: str, sets: TileSetStore) -> TeachingSession:
        """Open the set of that name, or begin one.

        Raises:
            VisionError: `bad-set-name`, or for a kept set that is damaged.
            ModelError: where a network is missing or does not fit.
        """
        networks = load_networks()
        new = empty_tile_set(name, networks.classifier.card)
        return cls(sets.load(new.name, networks.classifier) if sets.has(new.name) else new, sets, networks)

    def look(self, photos: Sequence[tuple[str, bytes]]) -> tuple[TeachingPhoto, ...]:
        """Find the faces of photos, each a name and its bytes, and propose labels for all of them together.

        Raises:
            VisionError: for bytes that are no picture.
        """
        decoded = [(name, decode(data, name)) for name, data in photos]
        before = self.tile_set if self.tile_set.faces else None
        seen = [observe(photo, self.networks, before, laid_out=True) for _, photo in decoded]
        known = self.tile_set.labels
        proposals = propose(seen, known)
        odd = oddities([one.tile_set for one in seen], proposals, known, self.networks)
        return tuple(
            TeachingPhoto(name, photo, one, replace(_as_reading(photo, one, self.networks.name), issues=issues))
            for (name, photo), one, issues in zip(decoded, proposals, odd, strict=True)
        )

    def teach(self, photos: Sequence[TeachingPhoto], named: Sequence[Sequence[NamedTile]]) -> Taught:
        """Keep what a person says of the photos.

        Raises:
            ServiceError: `nothing-taught`, `shelf-full`.
            VisionError: `set-full`.
        """
        told = [
            TaughtPhoto(one.name, one.photo, one.proposal, tuple(tiles))
            for one, tiles in zip(photos, named, strict=True)
        ]
        with self.sets.changing():
            name = self.tile_set.name
            before = self.sets.load(name, self.networks.classifier) if self.sets.has(name) else self.tile_set
            found = teach(before, told, self.networks)
            self.sets.put(found.tile_set)
        # An oddity of the proposal matters no more once a person has named the tiles.
        return replace(
            found, issues=tuple(one for photo in photos for one in photo.reading.issues if one.code != LACKING)
        )


def _as_reading(photo: Photo, proposal: Proposal, model: str) -> RackReading:
    """Return a proposal as a reading, to be shown and drawn like any other; it is no rack."""
    faces = proposal.faces
    tiles = tuple(
        TileReading(
            label=label,
            confidence=min(1.0, face.probabilities[faces.labels.index(label)]),
            alternatives=(),
            quad=face.quad,
            row=line,
            index=index,
            sure=sure,
        )
        for index, (label, face, line, sure) in enumerate(
            zip(proposal.labels, faces, proposal.rows, proposal.sure, strict=True)
        )
    )
    return RackReading(photo.width, photo.height, tiles, "", (), model)


def ask_person(photos: Sequence[TeachingPhoto], ask: Ask, tell: Tell) -> list[tuple[NamedTile, ...]]:
    """Ask a person what the faces of each photo are.

    Raises:
        ServiceError: `no-faces` where a photo shows none, before anything is asked; `mixed-sets` where its faces seem
            to be of another set and the person does not want them taught; `not-answered` where there is nobody to ask.
    """
    for one in photos:
        if not one.reading.tiles:
            raise ServiceError("no-faces", NO_FACES, one.name)
    # Asked before the tiles: no answer is given in vain.
    for one in photos:
        _ask_about_mixed_sets(one, ask, tell)
    return [_ask_about_tiles(one, ask, tell) for one in photos]


def _ask_about_mixed_sets(photo: TeachingPhoto, ask: Ask, tell: Tell) -> None:
    mixed = [issue for issue in photo.reading.issues if issue.code in MIXED]
    for issue in mixed:
        tell(f"{photo.name}: {issue.message}")
    if mixed and _answer(ask, "teach them all the same? yes, or Enter for no:").lower() not in _YES:
        raise ServiceError("mixed-sets", "nothing is taught; choose another NAME, or photos of one set", photo.name)


def _ask_about_tiles(photo: TeachingPhoto, ask: Ask, tell: Tell) -> tuple[NamedTile, ...]:
    """Ask about each uncertain tile of one photo, then about all of them."""
    tiles = photo.reading.tiles
    tell(f"{photo.name}: {plural(len(tiles), 'face')}")
    for line, row in enumerate(photo.reading.rows):
        first = next(tile.index for tile in tiles if tile.row == line) + 1
        tell(f"  {first}-{first + len(row) - 1}: {' '.join(row)}")
    for issue in photo.reading.issues:
        if issue.code not in MIXED:
            tell(f"  {issue.message}")
    said: dict[int, str] = {}
    for tile in tiles:
        if not tile.sure:
            said |= _ask_about_one(tile.index + 1, tile.label, ask, tell)
    while answer := _answer(ask, "all right? Enter keeps them; or say which are not, as in 7=6B 12=J 30=NONE:"):
        said |= _read_corrections(answer.split(), len(tiles), tell)
    return as_proposed(photo.proposal, said)


def _ask_about_one(number: int, label: str, ask: Ask, tell: Tell) -> Mapping[int, str]:
    """Return a person's correction of one tile; nothing where the proposal is right."""
    while answer := _answer(ask, f"tile {number}: {tile_name(label)}? Enter for yes, or its name, or NONE:"):
        found = _read_corrections([f"{number}={answer}"], number, tell)
        if found:
            return found
    return {}


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
