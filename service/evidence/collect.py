"""Gather the evidence of a claim about a photo, and collect it into a dispute bundle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from models import load_model_card
from models.model_card import TASKS
from rules.tiles import may_be_one_meld
from service.cards.card_library import CardLibrary
from service.evidence.bundle_file import Bundle, UsedNetwork, now_text
from service.judging.photo_claim import PhotoClaim
from service.judging.verify import PhotoVerdict, verify_photo
from service.shared import json_text
from service.shared.json_text import JsonObject
from service.shared.version import version
from service.shared.wording import file_name
from service.tilesets.tileset_store import TileSetStore
from vision import Photo, RackReading, TileSet, pipeline, write_tile_set
from vision.image.photo import open_photo
from vision.observation import NetworkCards
from vision.requests import Steps

_SUFFIXES: Final = ((b"\xff\xd8\xff", "jpg"), (b"\x89PNG", "png"), (b"RIFF", "webp"))


def gather_bundle(
    data: bytes,
    name: str,
    claim: PhotoClaim,
    library: CardLibrary,
    *,
    sets: TileSetStore,
    tile_set: str | None,
    cards: NetworkCards,
    draw: Callable[[Photo, RackReading], bytes] | None = None,
) -> Steps[Bundle]:
    """Read a photo, judge a claim about it, and collect all of it into a bundle.

    `library` holds the card and the rule set of the claim. `tile_set` names the taught set that reads the photo. `draw`
    outlines the tiles, as a JPEG file; None if the host draws no overlay.

    Raises:
        RulesError, ServiceError: as `PhotoClaim.setup`, `TileSetStore.fitting` and `verify_photo`.
        VisionError: for bytes that are no readable image.
    """
    # Read the claim first: a misspelt card must fail before we read the photo.
    setup = claim.setup(library)
    # Read by this tile set alone: the bundle does not hold the others.
    taught = (yield from sets.choose(tile_set, cards.classifier)).tile_set
    photo = yield from open_photo(data, name)
    reading = yield from pipeline.read_rack(photo, cards, may_be_one_meld, taught)
    verdict = verify_photo(reading, name, setup, claim)
    return collect_bundle(data, draw and draw(photo, reading), verdict, library, tile_set=taught)


def collect_bundle(
    photo: bytes, overlay: bytes | None, verdict: PhotoVerdict, library: CardLibrary, *, tile_set: TileSet | None = None
) -> Bundle:
    """Collect photo, reading, claim, card, rules and verdict.

    Args:
        photo: the bytes of the photo file.
        overlay: the photo with its tiles outlined, as a JPEG file; None if the host draws none.
        verdict: the verdict on the photo.
        library: holds the card and the rule set of the claim.
        tile_set: the taught tile set that read the photo.

    Raises:
        RulesError: for a card or rule set that is not in the library.
        ModelError: for a missing network.
    """
    claim, check = verdict.claim, verdict.check
    ruleset = library.ruleset(claim.ruleset or check.ruleset)
    parts = {
        _photo_name(photo): photo,
        "reading.json": _json(_lasting(verdict.scan_json())),
        "claim.json": _json(replace(claim, card=check.card, ruleset=check.ruleset).to_json()),
        "ruleset.toml": library.ruleset_text(claim.ruleset or ruleset.id).encode(),
        "verdict.json": _json(check.to_json()),
        "settlement.json": _json(verdict.settlement_json()),
    }
    if overlay is not None:
        parts["overlay.jpg"] = overlay
    if claim.card is not None:
        parts["card.toml"] = library.card_text(claim.card).encode()
    if ruleset.parent is not None:
        parts["ruleset-parent.toml"] = library.ruleset_text(ruleset.parent).encode()
    if tile_set is not None:
        parts["set.json"] = write_tile_set(tile_set)
    return Bundle(now_text(), f"rackcheck {version()}", models_here(), parts)


def _lasting(scan: JsonObject) -> JsonObject:
    """Drop the timing, which differs at every run, and the photo's folder, which is private."""
    kept = {name: value for name, value in scan.items() if name != "timing_ms"}
    return {**kept, "image": file_name(scan["image"])}


def _photo_name(photo: bytes) -> str:
    return "photo." + next((suffix for magic, suffix in _SUFFIXES if photo.startswith(magic)), "bin")


def _json(document: object) -> bytes:
    return (json_text.dumps(document) + "\n").encode()


def models_here() -> tuple[UsedNetwork, ...]:
    """Return the networks in use on this machine.

    Raises:
        ModelError: for a missing network.
    """
    cards = [load_model_card(task) for task in TASKS]
    return tuple(UsedNetwork(card.task, str(card), card.sha256) for card in cards)
