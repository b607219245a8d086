"""Read a rack from the page's JSON: tiles of a photo with their possible labels and the player's corrections."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules.input.strict_fields import StrictFields
from rules.settlement.outcome import WAYS
from service.judging.confirmation import ConfirmedRack, ConfirmedTile, open_tile, without_gaps
from service.judging.win_facts import WinFacts
from vision.reading import BACK, TILE_LABELS

MOST_TILES: Final = 60
"""Maximum number of tiles of a rack: more than any hand holds, and few enough to judge quickly."""


def read_seen(fields: StrictFields) -> tuple[ConfirmedRack, WinFacts]:
    """Read `{"tiles", "unclear", "winning", "won_by", "discarder"}`.

    A tile is `{"tile", "label", "sure", "exposure", "confidence", "alternatives"}`: its number, its label, whether the
    player or the reading is sure of it, the index of its exposure (counted from 0, or null), and for an uncertain tile
    the probabilities of the scan. `unclear` holds the numbers of the tiles whose exposure is unknown, `winning` the
    number of the winning tile.

    Raises:
        ClaimError: naming the field at fault.
    """
    tiles = tuple(_read_tile(one) for one in fields.children("tiles", most=MOST_TILES))
    numbers = {tile.number for tile in tiles}
    if len(numbers) < len(tiles):
        fields.fail("tiles", "two tiles have one number", "duplicate")
    unclear = fields.wholes("unclear", least=1) if fields.has("unclear") else ()
    winning = fields.whole("winning", least=1) if fields.has("winning") else None
    for name, wanted in (("unclear", set(unclear)), ("winning", {winning} - {None})):
        if not wanted <= numbers:
            fields.fail(name, "names a tile that is not there", "no-such-tile")
    if any(tile.number == winning and tile.exposure is not None for tile in tiles):
        fields.fail("winning", "the winning tile lies in no exposure", "winning-tile-exposed")
    won_by = fields.choice("won_by", WAYS) if fields.has("won_by") else None
    discarder = fields.optional_text("discarder")
    if won_by == "discard" and discarder is None:
        fields.fail("discarder", "is missing: a win on a discard needs the player who discarded", "missing-field")
    fields.done()
    rack = replace(without_gaps(tiles), unclear=unclear, winning=winning)
    return rack, WinFacts(won_by=won_by, discarder=discarder)


def _read_tile(fields: StrictFields) -> ConfirmedTile:
    number, label = fields.whole("tile", least=1), _read_label(fields, "label", fields.text("label"))
    sure = fields.flag("sure")
    exposure = fields.whole("exposure", least=0, most=MOST_TILES) if fields.has("exposure") else None
    confidence = fields.number("confidence", least=0, most=1) if fields.has("confidence") else 0.0
    alternatives = read_alternatives(fields) if fields.has("alternatives") else ()
    fields.done()
    if sure and label == BACK:
        fields.fail("label", "a face-down tile is never sure", "bad-label")
    if sure:
        return ConfirmedTile(number, label, True, (label,), exposure)
    return open_tile(number, label, confidence, alternatives, exposure)


def read_alternatives(fields: StrictFields) -> tuple[tuple[str, float], ...]:
    """Read the field `alternatives`: pairs of a tile label and its probability.

    Raises:
        Exception: the error of `fields`, naming the pair at fault.
    """
    return tuple(_read_alternative(fields, f"alternatives[{at}]", one) for at, one in fields.items("alternatives"))


def _read_alternative(fields: StrictFields, name: str, item: object) -> tuple[str, float]:
    if not isinstance(item, list) or len(item) != 2:
        fields.fail(name, "must be a label and a number", "wrong-type")
    return _read_label(fields, name, fields.as_text(item[0], name)), fields.as_number(item[1], name, least=0, most=1)


def _read_label(fields: StrictFields, name: str, label: str) -> str:
    if label not in TILE_LABELS:
        fields.fail(name, f"{label!r} is no tile", "bad-label")
    return label
