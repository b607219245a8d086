"""A lesson: photos of a set's faces are looked at, a person says what they are, and the set is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from service.judging.confirmation import parse_correction
from service.photos.scanner import Scan, load_networks, write_overlay
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.shared.wording import NO_FACES, plural, tile_name
from service.tilesets.layout_checks import LACKING, MIXED, oddities
from service.tilesets.teaching import (
    NamedTile,
    TaughtPhoto,
    as_proposed,
    labels_of,
    parse_told,
    proposed_reading,
    teach,
)
from service.tilesets.tileset_store import TileSetStore
from vision import Networks, Photo, RackReading, TileSet, decode, empty_tile_set, observe, propose
from vision.tilesets.label_proposals import Proposal

Ask = Callable[[str], str | None]
"""From a question to a line of answer; None where there is nobody to ask."""

Tell = Callable[[str], None]

_YES: Final = frozenset({"y", "yes"})


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One photo of laid-out faces, and what is proposed for them."""

    name: str
    photo: Photo
    proposal: Proposal
    reading: RackReading

    def document(self) -> JsonObject:
        """What is proposed, in the form of labels: `{"image", "tiles": [{"index", "label", "quad", "sure", ...}]}`."""
        scan = self.reading.to_json(self.name)
        kept = ("index", "label", "confidence", "sure", "row", "quad", "box")
        return {
            **{field: scan[field] for field in ("image", "width", "height", "rows", "unsure", "issues", "model")},
            "tiles": [{field: tile[field] for field in kept} for tile in scan["tiles"]],
        }


@dataclass(frozen=True, slots=True, eq=False)
class TeachingSession:
    """Where one set is taught.

    Attributes:
        profile: the set so far.
        sets: where it is kept.
        eyes: the networks.
    """

    profile: TileSet
    sets: TileSetStore
    networks: Networks

    @classmethod
    def open(cls, name: str, sets: TileSetStore) -> TeachingSession:
        """The set of that name, or a new one.

        Raises:
            VisionError: `bad-set-name`, or for a kept set that is damaged.
            ModelError: where a network is missing or does not fit.
        """
        networks = load_networks()
        new = empty_tile_set(name, networks.classifier.card)
        return cls(sets.load(new.name, networks.classifier) if sets.has(new.name) else new, sets, networks)

    def look(self, photos: Sequence[tuple[str, bytes]]) -> tuple[Look, ...]:
        """Find the faces of photos, each a name and its bytes, and propose what they are, all photos together.

        Raises:
            VisionError: for bytes that are no picture.
        """
        decoded = [(name, decode(data, name)) for name, data in photos]
        before = self.profile if self.profile.faces else None
        seen = [observe(photo, self.networks, before) for _, photo in decoded]
        known = self.profile.labels
        proposals = propose(seen, known)
        odd = oddities([one.tile_set for one in seen], proposals, known, self.networks)
        return tuple(
            Look(name, photo, proposal, replace(proposed_reading(photo, proposal, self.networks), issues=issues))
            for (name, photo), proposal, issues in zip(decoded, proposals, odd, strict=True)
        )

    def teach(self, looks: Sequence[Look], told: Sequence[Sequence[NamedTile]]) -> JsonObject:
        """Keep what a person says of the photos; the contract's teach document, with what was odd about them.

        Raises:
            ServiceError: `nothing-taught`, `shelf-full`.
            VisionError: `set-full`.
        """
        lessons = [
            TaughtPhoto(one.name, one.photo, one.proposal, tuple(said)) for one, said in zip(looks, told, strict=True)
        ]
        with self.sets.changing():
            name = self.profile.name
            before = self.sets.load(name, self.networks.classifier) if self.sets.has(name) else self.profile
            after, document = teach(before, lessons, self.networks)
            self.sets.put(after)
        # What was proposed matters no more once a person has named the tiles.
        odd = [one for look in looks for one in look.reading.issues if one.code != LACKING]
        return {**document, "issues": [one.to_json() for one in odd]}


def told_by_file(looks: Sequence[Look], given: Sequence[object]) -> list[tuple[NamedTile, ...]]:
    """What the labels of a file say of each photo.

    Raises:
        ServiceError: `no-labels` for a photo they do not name, `bad-labels`, `bad-label`.
    """
    labels = [one for one in given if isinstance(one, Mapping)]
    if len(labels) < len(given) or not labels:
        raise ServiceError("bad-labels", 'give one JSON object an image: {"image": ..., "tiles": [...]}', "labels")
    if len(looks) == len(labels) == 1 and "image" not in labels[0]:
        return [parse_told(labels[0], looks[0].name)]
    return [parse_told(labels_of(one.name, labels), one.name) for one in looks]


def answers(looks: Sequence[Look], ask: Ask, tell: Tell) -> list[tuple[NamedTile, ...]]:
    """What a person says of each photo.

    Raises:
        ServiceError: `no-faces` where one shows none, before anything is asked; `mixed-sets` where its faces seem to be
            of another set and are not to be learnt all the same; `not-answered` where there is nobody to ask.
    """
    for one in looks:
        if not one.reading.tiles:
            raise ServiceError("no-faces", NO_FACES, one.name)
    # Asked before the tiles: no answer is given in vain.
    for one in looks:
        _agree(one, ask, tell)
    return [_asked(one, ask, tell) for one in looks]


def _agree(look: Look, ask: Ask, tell: Tell) -> None:
    """Ask whether faces that seem to be of two sets are to be learnt as one."""
    mixed = [issue for issue in look.reading.issues if issue.code in MIXED]
    for issue in mixed:
        tell(f"{look.name}: {issue.message}")
    if mixed and _answer(ask, "teach them all the same? yes, or Enter for no:").lower() not in _YES:
        raise ServiceError("mixed-sets", "nothing is taught; choose another NAME, or photos of one set", look.name)


def _asked(look: Look, ask: Ask, tell: Tell) -> tuple[NamedTile, ...]:
    """What a person says of one photo: first of each tile the reader is not sure of, then of all."""
    tell(f"{look.name}: {plural(len(look.reading.tiles), 'face')}")
    for line, row in enumerate(look.reading.rows):
        first = next(tile.index for tile in look.reading.tiles if tile.row == line) + 1
        tell(f"  {first}-{first + len(row) - 1}: {' '.join(row)}")
    for issue in look.reading.issues:
        if issue.code not in MIXED:
            tell(f"  {issue.message}")
    said: dict[int, str] = {}
    for tile in look.reading.tiles:
        if not tile.sure:
            said |= _one(tile.index + 1, tile.label, ask, tell)
    while answer := _answer(ask, "all right? Enter keeps them; or say which are not, as in 7=6B 12=J 30=NONE:"):
        said |= _corrections(answer.split(), len(look.reading.tiles), tell)
    return as_proposed(look.proposal, said)


def _one(number: int, label: str, ask: Ask, tell: Tell) -> Mapping[int, str]:
    """What a person says of one tile; nothing where the proposal is right."""
    while answer := _answer(ask, f"tile {number}: {tile_name(label)}? Enter for yes, or its name, or NONE:"):
        found = _corrections([f"{number}={answer}"], number, tell)
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


def _corrections(words: Sequence[str], count: int, tell: Tell) -> dict[int, str]:
    """The corrections of some words; those that cannot be read are told and left out."""
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


def write_overlays(looks: Sequence[Look], folder: Path) -> None:
    """Save each photo with its faces outlined; raises OSError where they cannot be written."""
    taken: set[str] = set()
    for one in looks:
        write_overlay(Scan(one.photo, one.reading), folder, one.name, taken)
