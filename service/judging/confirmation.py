"""Turn a reading into a rack: the player confirms, corrects and groups its tiles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.errors import TileTextError
from rules.hand import Hand, WonBy
from rules.tiles import Tile, is_run, parse_tiles
from service.shared.errors import ServiceError, WrongUsageError
from service.shared.json_text import JsonObject
from vision import RackReading, TileReading
from vision.classification.faces import NONE
from vision.reading import BACK, UNCLEAR

COVERED: Final = 0.98
"""Total probability of a tile's listed labels from which we treat the list as complete."""

WEIGHED: Final = frozenset({UNCLEAR, "face-down", "half-hidden", "too-many-copies", "tiles-missing"})
"""Codes of a photo's issues that ask nothing more once a verdict stands: it has tried every answer."""

LONGEST_NUMBER: Final = 6
"""Maximum number of digits of a tile number."""


@dataclass(frozen=True, slots=True)
class ConfirmedTile:
    """One tile of a photo, from the reading and the player's corrections.

    Attributes:
        number: its place in reading order, counted from 1, as in overlays and messages.
        label: a tile code, or `BACK` for a face-down tile.
        sure: the reading is sure of the label, or the player gave it.
        choices: the possible labels, likeliest first; only its own label for a sure tile.
        exposure: the index of its exposure, counted from 0; None for a concealed tile.
        covered: `choices` is complete; if not, the tile may be any other tile, or none.
    """

    number: int
    label: str
    sure: bool
    choices: tuple[str, ...]
    exposure: int | None = None
    covered: bool = True


@dataclass(frozen=True, slots=True)
class KnownRack:
    """The rack of a check as codes, with None for an uncertain tile."""

    exposures: tuple[tuple[str | None, ...], ...]
    concealed: tuple[str | None, ...]
    winning_tile: str | None = None
    won_by: WonBy | None = None

    def to_json(self) -> JsonObject:
        """Return the contract's `rack`."""
        return {
            "tiles": [*(label for group in self.exposures for label in group), *self.concealed],
            "exposures": [list(group) for group in self.exposures],
            "concealed": list(self.concealed),
            "winning_tile": self.winning_tile,
            "won_by": self.won_by,
        }


def known_hand(hand: Hand) -> KnownRack:
    """Return the rack of a hand, with every tile known."""
    return KnownRack(
        tuple(tuple(tile.code for tile in group) for group in hand.exposures),
        tuple(tile.code for tile in hand.concealed),
        None if hand.winning_tile is None else hand.winning_tile.code,
        hand.won_by,
    )


@dataclass(frozen=True, slots=True)
class ConfirmedRack:
    """The rack of a photo after the player's corrections, in reading order.

    Attributes:
        tiles: every tile of the rack, without detections that are no tile.
        unclear: numbers of the tiles whose exposure is known neither from the photo nor from the player.
        runs: numbers of the tiles that seem exposed as runs, which most American rules do not have.
        winning: number of the winning tile, if the player pointed at it.
    """

    tiles: tuple[ConfirmedTile, ...]
    unclear: tuple[int, ...] = ()
    runs: tuple[int, ...] = ()
    winning: int | None = None

    @property
    def open(self) -> tuple[ConfirmedTile, ...]:
        """Return the tiles that are still uncertain."""
        return tuple(tile for tile in self.tiles if not tile.sure)

    @property
    def exposures(self) -> tuple[tuple[ConfirmedTile, ...], ...]:
        """Return the tiles of each exposure."""
        count = 1 + max((tile.exposure for tile in self.tiles if tile.exposure is not None), default=-1)
        return tuple(tuple(tile for tile in self.tiles if tile.exposure == at) for at in range(count))

    @property
    def unexposed(self) -> ConfirmedRack:
        """Return the same rack with every tile concealed."""
        return ConfirmedRack(tuple(replace(tile, exposure=None) for tile in self.tiles), winning=self.winning)

    @property
    def sure_hand(self) -> Hand:
        """Return the sure tiles as a hand, all concealed."""
        return Hand((), tuple(Tile(tile.label) for tile in self.tiles if tile.sure))

    def hand(
        self, winning_tile: Tile | None, won_by: WonBy | None, discarder: str | None, as_if: Mapping[int, str]
    ) -> Hand:
        """Return the hand; `as_if` maps the numbers of open tiles to codes, and any other keeps its likeliest label.

        A tile that the player pointed at is the winning tile, whatever its label, as long as `won_by` is known.

        Raises:
            TileTextError: for an open tile that seems to lie face down.
            HandError: for a winning tile that is not among the concealed tiles, or contradictory facts of the win.
        """
        tiles = {tile.number: Tile(as_if.get(tile.number, tile.label)) for tile in self.tiles}
        exposures = tuple(tuple(tiles[tile.number] for tile in group) for group in self.exposures)
        concealed = tuple(tiles[tile.number] for tile in self.tiles if tile.exposure is None)
        if self.winning is not None and won_by is not None:
            winning_tile = tiles[self.winning]
        return Hand(exposures, concealed, winning_tile, won_by, discarder)

    @property
    def known(self) -> KnownRack:
        """Return the rack without the labels of the uncertain tiles."""
        return KnownRack(
            tuple(tuple(_known(tile) for tile in group) for group in self.exposures),
            tuple(_known(tile) for tile in self.tiles if tile.exposure is None),
        )


def _known(tile: ConfirmedTile) -> str | None:
    return tile.label if tile.sure else None


def parse_correction(text: str) -> tuple[int, str]:
    """Read `7=6B` (tile 7 is a 6 Bam) or `7=NONE` (number 7 is no tile of the rack); raises as `split_correction`."""
    number, name = split_correction(text)
    if name.strip().upper() == NONE:
        return number, NONE
    try:
        tiles = parse_tiles(name)
    except TileTextError as error:
        raise WrongUsageError("bad-correction", error.message, text) from None
    if len(tiles) != 1:
        raise WrongUsageError("bad-correction", f"{name.strip()!r} names {len(tiles)} tiles; name one", text)
    return number, tiles[0].code


def split_correction(text: str) -> tuple[int, str]:
    """Return the number of a correction and the text after its equals sign.

    Raises:
        WrongUsageError: `bad-correction`.
    """
    number, sign, name = text.partition("=")
    if name.count("=") or "," in name:
        raise WrongUsageError("bad-correction", "write each tile by itself, as in --tile 7=6B --tile 8=F", text)
    # No photo has millions of tiles, and Python refuses to parse a number of thousands of digits.
    if not sign or not number.strip().isdecimal() or len(number) > LONGEST_NUMBER or int(number) < 1:
        place = text if text.strip() else "tile"
        raise WrongUsageError("bad-correction", "write the tile's number, = and what it is, as in 7=6B", place)
    return int(number), name


def parse_corrections(texts: Iterable[str]) -> dict[int, str]:
    """Read one correction a tile; raises as `split_correction`, also for a tile that is named twice."""
    found: dict[int, str] = {}
    for text in texts:
        number, label = parse_correction(text)
        if number in found:
            raise WrongUsageError("bad-correction", f"tile {number} is named twice; say once what it is", text)
        found[number] = label
    return found


def parse_exposures(text: str) -> tuple[tuple[int, ...], ...]:
    """Read `1-4 5-7` (tiles 1 to 4 are one exposure, 5 to 7 another) or `none` (all tiles are concealed).

    Raises:
        WrongUsageError: `bad-exposures`.
    """
    groups = []
    # We refuse an empty text: it may come from an unset shell variable.
    for word in [] if text.strip().lower() == "none" else text.replace(",", " ").split() or [""]:
        found = re.fullmatch(r"(\d{1,3})-(\d{1,3})", word)
        if found is None or int(found[1]) >= int(found[2]):
            raise WrongUsageError(
                "bad-exposures",
                f"{word!r}: write the first and the last tile of each exposure, as in 1-4 5-7, or none",
                text if text.strip() else "exposures",
            )
        groups.append(tuple(range(int(found[1]), int(found[2]) + 1)))
    return tuple(groups)


def confirm(
    reading: RackReading, corrections: Mapping[int, str], exposures: Sequence[Sequence[int]] | None = None
) -> ConfirmedRack:
    """Apply the player's corrections and exposures to a reading.

    Args:
        reading: the reading of the photo.
        corrections: tile number, counted from 1, to a tile code or `NONE`.
        exposures: the tile numbers of each exposure; None keeps the reading's grouping.

    Raises:
        ServiceError: `no-such-tile` for a tile number outside the reading.
        WrongUsageError: `tile-in-two-exposures`.
    """
    for number in (*corrections, *(number for group in exposures or () for number in group)):
        if not 1 <= number <= len(reading.tiles):
            text = f"there is no tile {number}; the photo shows {len(reading.tiles)}, counted from 1"
            raise ServiceError("no-such-tile", text, f"tile {number}")
    groups = reading.exposures if exposures is None else _indices(exposures)
    place = {index: at for at, group in enumerate(groups) for index in group}
    # A tile aside joins the rack only if the player names it.
    named = {number - 1 for number in corrections} | set(place)
    tiles = (
        _confirmed(tile, corrections.get(tile.index + 1), place.get(tile.index))
        for tile in reading.tiles
        if tile.index not in reading.aside or tile.index in named
    )
    rack = without_gaps(tuple(tile for tile in tiles if tile.label != NONE))
    if exposures is not None:
        return rack
    kept = {tile.number for tile in rack.tiles}
    unclear = {index + 1 for issue in reading.issues if issue.code == UNCLEAR for index in issue.tiles}
    return replace(rack, unclear=tuple(sorted(unclear & kept)), runs=_runs(rack))


def _confirmed(tile: TileReading, said: str | None, exposure: int | None) -> ConfirmedTile:
    if said is not None:
        return ConfirmedTile(tile.index + 1, said, True, (said,), exposure)
    if tile.sure and tile.label != BACK:
        return ConfirmedTile(tile.index + 1, tile.label, True, (tile.label,), exposure)
    return open_tile(tile.index + 1, tile.label, tile.confidence, tile.alternatives, exposure)


def open_tile(
    number: int, label: str, confidence: float, alternatives: Sequence[tuple[str, float]], exposure: int | None
) -> ConfirmedTile:
    """Return an uncertain tile with its possible labels."""
    # A tile that may lie face down may be any tile, so that probability covers none.
    likely = {name: value for name, value in ((label, confidence), *alternatives) if name != BACK}
    covered = len(likely) > 1 and sum(likely.values()) >= COVERED
    return ConfirmedTile(number, label, False, tuple(likely), exposure, covered)


def _indices(exposures: Sequence[Sequence[int]]) -> list[list[int]]:
    """Turn tile numbers, counted from 1, into indices, counted from 0."""
    numbers = [number for group in exposures for number in group]
    for number in numbers:
        if numbers.count(number) > 1:
            raise WrongUsageError("tile-in-two-exposures", f"tile {number} is named twice", "exposures")
    return [[number - 1 for number in group] for group in exposures]


def _runs(rack: ConfirmedRack) -> tuple[int, ...]:
    """Return the numbers of the tiles in exposures that are runs."""
    return tuple(tile.number for group in rack.exposures if is_run([one.label for one in group]) for tile in group)


def without_gaps(tiles: tuple[ConfirmedTile, ...]) -> ConfirmedRack:
    """Renumber the exposures, since one may have lost all its tiles."""
    used = sorted({tile.exposure for tile in tiles if tile.exposure is not None})
    return ConfirmedRack(
        tuple(tile if tile.exposure is None else replace(tile, exposure=used.index(tile.exposure)) for tile in tiles)
    )
