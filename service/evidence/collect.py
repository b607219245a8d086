"""Dispute bundles: all that a verdict stands on, gathered when it is given; read back and gone through again later."""

from __future__ import annotations

from pathlib import PurePath
from typing import Final

from models import load_model_card
from models.model_card import TASKS
from rules.errors import ClaimError
from rules.input.strict_fields import StrictFields
from service.cards.card_library import CardLibrary
from service.evidence.bundle_file import Bundle, now_text
from service.flows import Document
from service.judging.judge_setup import JudgeSetup, make_setup
from service.judging.photo_claim import Claim
from service.judging.verify import verify
from service.photos.scanner import Scan, encode_overlay
from service.shared import json_text
from service.shared.version import version
from vision import RackReading, TileSet, write_tile_set

_SETTLED: Final = ("settlement", "unsettled", "error")
_SUFFIXES: Final = ((b"\xff\xd8\xff", "jpg"), (b"\x89PNG", "png"), (b"RIFF", "webp"))


def claim_bench(claim: Claim, shelf: CardLibrary) -> JudgeSetup:
    """The bench a claim asks for.

    Raises:
        RulesError: as `service.judging.judge_setup.lay_out`.
    """
    options = StrictFields.of(claim.options, "options", ClaimError)
    return make_setup(claim.card, claim.ruleset, options, shelf)


def answer(reading: RackReading, image: str, bench: JudgeSetup, claim: Claim) -> Document:
    """The verify document of a claim; raises what `service.judging.verify.verify` raises."""
    return verify(
        reading,
        image,
        bench,
        claim.table,
        corrections=claim.corrections,
        exposures=claim.exposures,
        told=claim.rack,
    )


def gather(
    photo: bytes,
    scan: Scan,
    document: Document,
    claim: Claim,
    shelf: CardLibrary,
    *,
    profile: TileSet | None = None,
    created: str | None = None,
) -> Bundle:
    """All that a verdict stands on.

    Args:
        photo: the bytes as they were given.
        scan: what was read in them.
        document: the verify document of the claim.
        claim: what the person said.
        shelf: where its card and rule set lie.
        profile: the taught set it was read by.
        created: the moment in the place of now.

    Raises:
        RulesError: for a card or rule set that has gone from the shelf.
        ModelError: for a network that has.
    """
    check = document["check"]
    ruleset = shelf.ruleset(claim.ruleset or check["ruleset"])
    parts = {
        _photo_name(photo): photo,
        "overlay.jpg": encode_overlay(scan),
        "reading.json": _json(_lasting(document["scan"])),
        "claim.json": _json({**claim.to_json(), "card": check["card"], "ruleset": check["ruleset"]}),
        "ruleset.toml": shelf.ruleset_text(claim.ruleset or ruleset.id).encode(),
        "verdict.json": _json(check),
        "settlement.json": _json({name: document[name] for name in _SETTLED if name in document}),
    }
    if claim.card is not None:
        parts["card.toml"] = shelf.card_text(claim.card).encode()
    if ruleset.parent is not None:
        parts["ruleset-parent.toml"] = shelf.ruleset_text(ruleset.parent).encode()
    if profile is not None:
        parts["set.json"] = write_tile_set(profile)
    return Bundle(created or now_text(), f"rackcheck {version()}", models_here(), parts)


def _lasting(scan: Document) -> Document:
    """A scan document without its timing, which differs each time, and the folder of the photo, which is private."""
    kept = {name: value for name, value in scan.items() if name != "timing_ms"}
    # A file's name may be bytes that are no UTF-8; what reads the bundle takes text alone.
    return {**kept, "image": PurePath(scan["image"]).name.encode("utf-8", "replace").decode()}


def _photo_name(photo: bytes) -> str:
    return "photo." + next((suffix for magic, suffix in _SUFFIXES if photo.startswith(magic)), "bin")


def _json(document: object) -> bytes:
    return (json_text.dumps(document) + "\n").encode()


def models_here() -> tuple[dict[str, str], ...]:
    """The networks in use here as a bundle names them.

    Raises:
        ModelError: where one is missing.
    """
    cards = [load_model_card(task) for task in TASKS]
    return tuple({"task": card.task, "name": str(card), "sha256": card.sha256} for card in cards)
