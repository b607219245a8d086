"""Recheck a dispute bundle: its parts, the reading of its photo, its verdict and its payments."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from models import ModelError
from rules.card.card import Card, parse_card
from rules.ruleset import RuleSet, parse_ruleset
from service.evidence.bundle_file import MOST_TEXT, PHOTOS, Bundle
from service.evidence.collect import models_here
from service.evidence.reading_json import read_reading
from service.judging.judge_setup import JudgeSetup
from service.judging.photo_claim import PhotoClaim, read_claim
from service.judging.verify import PhotoVerdict, verify_photo
from service.photos.photo_reading import read_by
from service.shared import json_text
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from vision.errors import VisionError
from vision.geometry import centre, short_side
from vision.observation import NetworkCards
from vision.reading import UNCLEAR, RackReading, TileReading
from vision.requests import Steps
from vision.tilesets.taught_faces import renewed
from vision.tilesets.tile_set_file import CropOf, read_tile_set

if TYPE_CHECKING:
    from vision.host.networks import Networks

_NEAR: Final = 0.5
"""Largest difference of a probability between two hosts. Where a tenth of the colours differ by one, as between two
decoders, it is 0.02 in the median and 0.41 for one of a hundred unsure tiles of unfamiliar sets (344 tiles)."""

LoadNetworks = Callable[[], "Networks"]
"""Loads the networks, if we need them to read the photo again."""


class _BundledCards:
    """The one card and the one rule set of a bundle."""

    def __init__(self, card: Card | None, ruleset: RuleSet) -> None:
        self._card, self._ruleset = card, ruleset

    def card(self, name: str) -> Card:
        """Return the bundle's card."""
        if self._card is None or self._card.id != name:
            raise ServiceError("bad-evidence", f"the claim is by the card {name!r}, which is not there", "card.toml")
        return self._card

    def ruleset(self, name: str) -> RuleSet:
        """Return the bundle's rule set."""
        if self._ruleset.id != name:
            text = f"the claim is by the rule set {name!r}, which is not there"
            raise ServiceError("bad-evidence", text, "ruleset.toml")
        return self._ruleset


@dataclass(frozen=True, slots=True)
class _Contents:
    """The parsed parts of a bundle; scan, check and settlement as it keeps them, also those of earlier versions."""

    reading: RackReading
    scan: JsonObject
    check: JsonObject
    settled: JsonObject
    claim: PhotoClaim
    setup: JudgeSetup


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: whether it `agrees`; None if we cannot check it on this machine."""

    what: str
    agrees: bool | None
    text: str


@dataclass(frozen=True, slots=True)
class Recheck:
    """Whether a bundle agrees with a fresh verdict, and that verdict.

    Attributes:
        where: the bundle's file.
        was: the check and settlement documents of the bundle.
        now: the fresh verdict.
    """

    where: str
    bundle: Bundle
    findings: tuple[Finding, ...]
    claim: PhotoClaim
    was: JsonObject
    now: PhotoVerdict

    @property
    def agrees(self) -> bool:
        """Whether nothing disagrees."""
        return all(one.agrees is not False for one in self.findings)

    def to_json(self) -> JsonObject:
        """Return the contract's evidence document."""
        return {
            "evidence": self.where,
            "created": self.bundle.created,
            "program": self.bundle.program,
            "models": [asdict(model) for model in self.bundle.models],
            "agrees": self.agrees,
            "checks": [asdict(one) for one in self.findings],
            "claim": self.claim.to_json(),
            "was": self.was,
            **self.now.to_json(),
        }


def recheck(bundle: Bundle, where: str, load_networks: LoadNetworks) -> Recheck:
    """Recheck a bundle with this machine's networks (`check_again`); load them only if they read its photo."""
    from service.shared.networks import drive_with  # noqa: PLC0415 - a browser has no OpenCV
    from vision.host.native import drive  # noqa: PLC0415
    from vision.host.teaching import crop_of  # noqa: PLC0415

    steps = check_again(bundle, where, crop_of)
    return drive_with(load_networks(), steps) if _why_not_here(bundle) is None else drive(steps)


def _why_not_here(bundle: Bundle) -> str | None:
    """Say why this machine cannot read the photo by the same networks; None if it can."""
    try:
        if models_here() == bundle.models:
            return None
    except ModelError as error:
        return error.message
    names = " and ".join(model.name for model in bundle.models) or "other networks"
    return f"it was read by {names}, which are not in use here"


def check_again(bundle: Bundle, where: str, crop_of: CropOf) -> Steps[Recheck]:
    """Recheck a bundle: its parts, the reading of its photo, the verdict and the payments.

    We compare labels, hands, values and payments, and ignore the wording of reasons.

    Raises:
        ServiceError, RulesError, VisionError: for malformed parts.
    """
    contents = _read(bundle, where)
    now = verify_photo(contents.reading, str(contents.scan.get("image", "")), contents.setup, contents.claim)
    reading = yield from _check_reading(bundle, contents.reading, crop_of)
    scan, check, settled = contents.scan, contents.check, contents.settled
    again = "follows again from"
    findings = (
        _check_parts(bundle),
        reading,
        _compared("corrections", _marks(scan), _marks(now.scan_json()), "marked in the reading as they were claimed"),
        _compared("verdict", _decided(check), _decided(now.check.to_json()), f"{again} reading, card and rules"),
        _compared("settlement", _paid(settled), _paid(now.settlement_json()), f"{again} the verdict and the rules"),
    )
    return Recheck(where, bundle, findings, contents.claim, {"check": check, **settled}, now)


def _read(bundle: Bundle, where: str) -> _Contents:
    def part(name: str) -> bytes:
        if name not in bundle.parts:
            raise ServiceError("bad-evidence", f"it has no {name}", where)
        return bundle.parts[name]

    def table(name: str) -> JsonObject:
        found = json_text.loads(part(name), f"{where}: {name}", MOST_TEXT)
        if not isinstance(found, dict):
            raise ServiceError("bad-evidence", f"{name} is no object", where)
        return found

    def text(name: str) -> str:
        try:
            return part(name).decode()
        except UnicodeDecodeError:
            raise ServiceError("bad-evidence", f"{name} is no UTF-8 text", where) from None

    scan, claim = table("reading.json"), read_claim(table("claim.json"), f"{where}: claim.json")
    parent = text("ruleset-parent.toml") if "ruleset-parent.toml" in bundle.parts else None
    ruleset = parse_ruleset(text("ruleset.toml"), "ruleset.toml", parent)
    card = parse_card(text("card.toml"), "card.toml") if "card.toml" in bundle.parts else None
    return _Contents(
        reading=read_reading(scan, "reading.json"),
        scan=scan,
        check=table("verdict.json"),
        settled=table("settlement.json"),
        claim=claim,
        setup=claim.setup(_BundledCards(card, ruleset)),
    )


def _check_parts(bundle: Bundle) -> Finding:
    if bundle.altered:
        return Finding("parts", False, f"not as they were written: {', '.join(bundle.altered)}")
    return Finding("parts", True, f"all {len(bundle.parts)} are as they were written")


def _marks(scan: JsonObject) -> JsonObject:
    """Return the player's corrections in a scan document; its tiles must be objects."""
    return {"said": [tile.get("said") for tile in scan["tiles"]], "told": scan.get("told")}


def _check_reading(bundle: Bundle, before: RackReading, crop_of: CropOf) -> Steps[Finding]:
    """Read the photo again, if this machine has the same networks."""
    if (why := _why_not_here(bundle)) is not None:
        return Finding("reading", None, f"not read again: {why}")
    photos = [name for name in bundle.parts if name in PHOTOS]
    if len(photos) != 1:
        return Finding("reading", False, f"the bundle holds {len(photos)} photos")
    (name,) = photos
    try:
        kept = bundle.parts.get("set.json")
        tile_set = None if kept is None else read_tile_set(kept, "set.json", crop_of)
        cards = NetworkCards.load()
        if tile_set is not None:
            # A bundle may come from anyone: only its crops, not its embeddings, show what the faces look like.
            tile_set = yield from renewed(tile_set, cards.classifier)
        again = yield from read_by(bundle.parts[name], name, tile_set, cards)
    except VisionError as error:
        return Finding("reading", False, f"the photo can no longer be read: {error.message}")
    was, now = len(before.tiles), len(again.tiles)
    if was != now:
        return Finding("reading", False, f"it showed {was} tiles; the photo now shows {now}")
    same = zip(before.tiles, again.tiles, _decisive(before), _decisive(again), strict=True)
    other = [str(a.index + 1) for a, b, one, two in same if one != two or not _agree(a, b)]
    if not other:
        return Finding("reading", True, f"the photo reads the same: {now} tiles")
    return Finding("reading", False, f"the photo now reads otherwise at tile {', '.join(other)}")


def _decisive(reading: RackReading) -> list[tuple[object, ...]]:
    """Return for each tile its label, whether it is sure, its row, and whether it is aside, exposed or asked about."""
    place = {index: at for at, group in enumerate(reading.exposures) for index in group}
    unclear = {index for issue in reading.issues if issue.code == UNCLEAR for index in issue.tiles}
    return [
        (tile.label, tile.sure, tile.row, tile.index in reading.aside, place.get(tile.index), tile.index in unclear)
        for tile in reading.tiles
    ]


def _agree(was: TileReading, now: TileReading) -> bool:
    """Say whether a tile lies where it lay and, if we ask about it, may be what it could have been."""
    if math.dist(centre(was.quad), centre(now.quad)) > short_side(now.quad) / 2:
        return False
    before, after = _chances(was), _chances(now)
    return now.sure or all(abs(before[label] - after[label]) <= _NEAR for label in {*before, *after})


def _chances(tile: TileReading) -> Mapping[str, float]:
    """Return the probability of each label that a tile may have, 0 for others; a label that stands twice adds up."""
    found: defaultdict[str, float] = defaultdict(float)
    for label, value in ((tile.label, tile.confidence), *tile.alternatives):
        found[label] += value
    return found


def _compared(what: str, was: JsonObject, now: JsonObject, same: str) -> Finding:
    changed = [name for name in now if was.get(name) != now[name]]
    if not changed:
        return Finding(what, True, same)
    changes = "; ".join(f"{name} was {_short(was.get(name))}, is now {_short(now[name])}" for name in changed)
    return Finding(what, False, changes)


def _short(value: object) -> str:
    text = json_text.dumps(value)
    return text if len(text) <= 120 else f"{text[:117]}..."


def _decided(check: JsonObject) -> JsonObject:
    """Return the fields of a check document that decide, without its wording."""
    said = ("rack", "card", "ruleset", "win", "best", "value", "ask", "ask_exposures", "cases")
    decided = {name: check.get(name) for name in said}
    hands = ("hand", "value", "points", "bonuses", "limit", "concealed_only", "jokerless")
    plain: JsonObject = json_text.loads(json_text.dumps({**decided, "matches": _rows(check.get("matches"), hands)}))
    return plain


def _paid(document: JsonObject) -> JsonObject:
    """Return who pays whom, without the wording."""
    settlement, error = document.get("settlement"), document.get("error")
    found = settlement if isinstance(settlement, dict) else {}
    return {
        "settled": settlement is not None,
        "error": error.get("code") if isinstance(error, dict) else None,
        "payments": _rows(found.get("transfers"), ("from", "to", "points")),
        "net": found.get("net"),
        "sheet": found.get("sheet"),
        "money": found.get("money"),
    }


def _rows(items: object, names: Sequence[str]) -> list[object]:
    """Return some fields of each object of a list; text for other items, so that they never match a valid document."""
    if not isinstance(items, list | tuple):
        return [] if items is None else [str(items)]
    return [[_unsourced(one.get(name)) for name in names] if isinstance(one, dict) else str(one) for one in items]


def _unsourced(value: object) -> object:
    """Return a field of a document without its sources, since a citation is wording."""
    if isinstance(value, list):
        return [_unsourced(one) for one in value]
    if isinstance(value, dict):
        return {name: one for name, one in value.items() if name != "source"}
    return value
