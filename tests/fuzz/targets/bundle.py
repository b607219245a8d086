"""Evidence bundles: zip files that one player sends another."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NoReturn

from rules.errors import RulesError
from rules.tiles import Tile
from service.cards.card_folder import CardFolder
from service.evidence.bundle_file import Bundle, UsedNetwork, read_bundle, write_bundle
from service.evidence.collect import collect_bundle
from service.evidence.recheck import recheck
from service.judging.photo_claim import PhotoClaim
from service.judging.verify import verify_photo
from service.judging.win_facts import WinFacts
from service.photos.scanner import encode_overlay
from service.shared import json_text
from service.shared.errors import ServiceError
from tests.fuzz.mutate import json_crafted, mutated
from tests.fuzz.target import Target, named
from tests.service.helpers import jpeg, table_cloth
from vision import Photo, RackReading, TileReading, VisionError

SHELF = CardFolder(Path("none"), files=False)
_LABELS = ("2C", "2C", "J", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "4C", "6B", "F")
_CLAIM = PhotoClaim(
    "practice",
    "modern-american",
    {"near": 1},
    {13: "F"},
    ((1, 2, 3, 4), (5, 6, 7, 8)),
    facts=WinFacts(discarder="Bea", players=("Ann", "Bea", "Cat", "Dee"), east="Cat", winning_tile=Tile("4C")),
)


def _bundle(claim: PhotoClaim) -> Bundle:
    pixels = table_cloth(12, 16)
    tiles = tuple(
        TileReading(label, 0.9, (), ((at, 0.0), (at + 1.0, 0.0), (at + 1.0, 1.0), (at, 1.0)), 0, at, sure=at != 12)
        for at, label in enumerate(_LABELS)
    )
    reading = RackReading(16, 12, tiles, "2C 2C J 2C 3C 3C 3C 3C 4C 4C 4C 4C 6B F", (), "other@9")
    verdict = verify_photo(reading, "a.jpg", claim.setup(SHELF), claim)
    overlay = encode_overlay(Photo.of(pixels), reading)
    made = collect_bundle(jpeg(pixels), overlay, verdict, SHELF)
    return replace(made, created="2026-03-01T20:15:00Z", models=(UsedNetwork("reader", "other@9", "0" * 64),))


def _no_eyes() -> NoReturn:
    raise ServiceError("no-eyes", "no networks are asked here", "eyes")


def _run(data: bytes) -> None:
    try:
        bundle = read_bundle(data, "a.zip")
        found = recheck(bundle, "a.zip", _no_eyes)
    except (ServiceError, RulesError, VisionError) as error:
        named(error)
        return
    json_text.dumps(found.to_json())


def _craft(data: bytes, rng: Random) -> bytes:
    """Change one part of a bundle and mend the manifest too, or sometimes change the zip itself."""
    try:
        bundle = read_bundle(data, "a.zip")
    except (ServiceError, RulesError):
        return mutated(data, rng, _WORDS, 40_000)
    parts = dict(bundle.parts)
    if not parts:
        return mutated(data, rng, _WORDS, 40_000)
    name = rng.choice(sorted(parts))
    if name.endswith(".json"):
        for _ in range(rng.randint(1, 3)):
            parts[name] = json_crafted(parts[name], rng)
    elif name.endswith(".toml") or rng.random() < 0.5:
        parts[name] = mutated(parts[name], rng, _WORDS, 20_000)
    else:
        del parts[name]
    try:
        return write_bundle(replace(bundle, parts=parts))
    except (ValueError, RecursionError):
        return data


_WORDS = (
    b"PK\x05\x06",
    b"PK\x01\x02",
    b"PK\x03\x04",
    b"PK\x06\x07",
    b"\x08\0",
    b"manifest.json",
    b"../a",
    b"claim.json",
)
_SEEDS = (
    write_bundle(_bundle(_CLAIM)),
    write_bundle(_bundle(replace(_CLAIM, card=None, ruleset="japanese-american-2009", options={}))),
    write_bundle(Bundle("then", "rackcheck 0", (), {"claim.json": json.dumps({}).encode()})),
)

TARGET = Target(
    "dispute bundles: one that is gone through again, or a ServiceError, RulesError or VisionError",
    _run,
    _SEEDS,
    _WORDS,
    longest=60_000,
    craft=_craft,
)
