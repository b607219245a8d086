"""Going through a dispute bundle again: is it whole, does its photo read the same, do verdict and money follow?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models import ModelError
from rules.card.card import Card, parse_card
from rules.ruleset import RuleSet, parse_ruleset
from service.cards.card_library import CardLibrary
from service.evidence.bundle_file import PHOTOS, Bundle
from service.evidence.collect import answer, claim_bench, models_here
from service.evidence.reading_json import read_reading
from service.flows import Document
from service.judging.judge_setup import JudgeSetup
from service.judging.photo_claim import Claim, read_claim
from service.photos.scanner import scan_image
from service.shared import json_text
from service.shared.errors import ServiceError
from vision import Networks, RackReading, VisionError, read_tile_set

LoadEyes = Callable[[], Networks]
"""Where the networks come from, should they be asked."""


class _BundledShelf(CardLibrary):
    """A shelf that holds the one card and the one rule set of a bundle, whatever they are called."""

    def __init__(self, card: Card | None, ruleset: RuleSet) -> None:
        super().__init__(Path(), files=False)
        self._card, self._ruleset = card, ruleset

    def card(self, name: str) -> Card:
        """The bundle's card."""
        if self._card is None or self._card.id != name:
            raise ServiceError("bad-evidence", f"the claim is by the card {name!r}, which is not there", "card.toml")
        return self._card

    def ruleset(self, name: str) -> RuleSet:
        """The bundle's rule set."""
        if self._ruleset.id != name:
            text = f"the claim is by the rule set {name!r}, which is not there"
            raise ServiceError("bad-evidence", text, "ruleset.toml")
        return self._ruleset


@dataclass(frozen=True, slots=True)
class _Told:
    """What a bundle's parts say."""

    reading: RackReading
    scan: Document
    check: Document
    settled: Document
    claim: Claim
    bench: JudgeSetup


def review(bundle: Bundle, where: str, load_networks: LoadEyes) -> Document:
    """Go through a bundle again: are its parts whole, does the photo still read so, do verdict and money still follow?

    `checks` answers each of these: `agrees` is true, false, or null where it could not be asked here; `agrees` of the
    whole is false as soon as one is. What is compared is what decides: labels, hands, values and payments, not how
    reasons are worded.

    Raises:
        ServiceError, RulesError, VisionError: for parts that cannot be read.
    """
    told = _read(bundle, where)
    now = answer(told.reading, str(told.scan.get("image", "")), told.bench, told.claim)
    checks = [
        _parts_check(bundle),
        _reading_check(bundle, told, load_networks),
        _compared("corrections", _marks(told.scan), _marks(now["scan"]), "marked in the reading as they were claimed"),
        _compared(
            "verdict", _decided(told.check), _decided(now["check"]), "follows again from reading, card and rules"
        ),
        _compared("settlement", _paid(told.settled), _paid(now), "follows again from the verdict and the rules"),
    ]
    return {
        "evidence": where,
        "created": bundle.created,
        "program": bundle.program,
        "models": [dict(model) for model in bundle.models],
        "agrees": all(one["agrees"] is not False for one in checks),
        "checks": checks,
        "claim": told.claim.to_json(),
        "was": {"check": told.check, **told.settled},
        **now,
    }


def _read(bundle: Bundle, where: str) -> _Told:
    def part(name: str) -> bytes:
        if name not in bundle.parts:
            raise ServiceError("bad-evidence", f"it has no {name}", where)
        return bundle.parts[name]

    def table(name: str) -> dict[str, Any]:
        found = json_text.loads(part(name), f"{where}: {name}")
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
    return _Told(
        reading=read_reading(scan, "reading.json"),
        scan=scan,
        check=table("verdict.json"),
        settled=table("settlement.json"),
        claim=claim,
        bench=claim_bench(claim, _BundledShelf(card, ruleset)),
    )


def _check(what: str, agrees: bool | None, text: str) -> Document:
    return {"what": what, "agrees": agrees, "text": text}


def _parts_check(bundle: Bundle) -> Document:
    if bundle.altered:
        return _check("parts", False, f"not as they were written: {', '.join(bundle.altered)}")
    return _check("parts", True, f"all {len(bundle.parts)} are as they were written")


def _marks(scan: Mapping[str, Any]) -> dict[str, Any]:
    """What is marked as the person's word, in a scan document whose tiles are known to be objects."""
    return {"said": [tile.get("said") for tile in scan["tiles"]], "told": scan.get("told")}


def _reading_check(bundle: Bundle, told: _Told, load_networks: LoadEyes) -> Document:
    """Read the photo again, where the same networks are there to do it."""
    try:
        here = models_here()
    except ModelError as error:
        return _check("reading", None, f"not read again: {error.message}")
    if here != bundle.models:
        names = " and ".join(model["name"] for model in bundle.models) or "other networks"
        return _check("reading", None, f"not read again: it was read by {names}, which are not in use here")
    photos = [name for name in bundle.parts if name in PHOTOS]
    if len(photos) != 1:
        return _check("reading", False, f"the bundle holds {len(photos)} photos")
    (name,) = photos
    try:
        profile = read_tile_set(bundle.parts["set.json"], "set.json") if "set.json" in bundle.parts else None
        again = scan_image(bundle.parts[name], name, load_networks(), profile).reading
    except VisionError as error:
        return _check("reading", False, f"the photo can no longer be read: {error.message}")
    was, now = _seen(told.reading), _seen(again)
    if was == now:
        return _check("reading", True, f"the photo reads the same: {len(now)} tiles")
    if len(was) != len(now):
        return _check("reading", False, f"it showed {len(was)} tiles; the photo now shows {len(now)}")
    other = ", ".join(str(number) for number, (a, b) in enumerate(zip(was, now, strict=True), 1) if a != b)
    return _check("reading", False, f"the photo now reads otherwise at tile {other}")


def _seen(reading: RackReading) -> list[tuple[object, ...]]:
    """What a reading decides of each tile."""
    place = {index: at for at, group in enumerate(reading.exposures) for index in group}
    return [(tile.label, tile.sure, tile.index in reading.aside, place.get(tile.index)) for tile in reading.tiles]


def _compared(what: str, was: Mapping[str, Any], now: Mapping[str, Any], same: str) -> Document:
    changed = [name for name in now if was.get(name) != now[name]]
    if not changed:
        return _check(what, True, same)
    told = "; ".join(f"{name} was {_short(was.get(name))}, is now {_short(now[name])}" for name in changed)
    return _check(what, False, told)


def _short(value: object) -> str:
    text = json_text.dumps(value)
    return text if len(text) <= 120 else f"{text[:117]}..."


def _decided(check: Mapping[str, Any]) -> dict[str, Any]:
    """What a verdict decides, without the words it is told in."""
    said = ("card", "ruleset", "win", "best", "value", "ask", "ask_exposures", "cases")
    decided = {name: check.get(name) for name in said}
    hands = ("hand", "value", "points", "bonuses", "limit", "concealed_only", "jokerless")
    plain: dict[str, Any] = json_text.loads(json_text.dumps({**decided, "matches": _rows(check.get("matches"), hands)}))
    return plain


def _paid(document: Mapping[str, Any]) -> dict[str, Any]:
    """Who pays whom, without the words it is told in."""
    settlement, error = document.get("settlement"), document.get("error")
    found = settlement if isinstance(settlement, dict) else {}
    return {
        "settled": settlement is not None,
        "error": error.get("code") if isinstance(error, dict) else None,
        "payments": _rows(found.get("transfers"), ("from", "to", "points")),
        "net": found.get("net"),
    }


def _rows(items: object, names: Sequence[str]) -> list[object]:
    """Some fields of each object of a list; what is no such list comes out as nothing an honest document has."""
    if not isinstance(items, list | tuple):
        return [] if items is None else [str(items)]
    return [[one.get(name) for name in names] if isinstance(one, dict) else str(one) for one in items]
