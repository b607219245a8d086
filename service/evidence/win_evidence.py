"""Evidence that the book keeps with a win: what may be kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from rules.errors import ClaimError
from rules.hand import Hand, WonBy, parse_rack
from rules.input.strict_fields import StrictFields
from rules.tiles import Tile
from service.evidence.bundle_file import Bundle, read_bundle, write_bundle
from service.shared import json_text
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject

if TYPE_CHECKING:
    from service.ledger.ledger import Ledger

_OVERLAY: Final = "overlay.jpg"


def keep_with_win(ledger: Ledger, game: str, entry: int, data: bytes) -> JsonObject:
    """Keep a bundle with a win of the book and show the game's state.

    The photo with outlines is left out, which doubles the size and can be drawn anew.

    Raises:
        ServiceError: `bad-evidence` for what is no whole bundle; `other-hand` for the evidence of another rack; as
            `Ledger.keep_evidence`.
        ClaimError, OSError: as `read_bundle` and `Ledger.keep_evidence`.
    """
    bundle = read_bundle(data, "evidence")
    if bundle.altered:
        message = f"{', '.join(bundle.altered)} was altered since the evidence was made"
        raise ServiceError("bad-evidence", message, "evidence")
    entries = ledger.game(game)["entries"]
    if 1 <= entry <= len(entries):
        _refuse_other_hand(entries[entry - 1], bundle)
    parts = {name: part for name, part in bundle.parts.items() if name != _OVERLAY}
    return ledger.keep_evidence(game, entry, write_bundle(replace(bundle, parts=parts)))


def win_of(bundle: Bundle) -> JsonObject:
    """Return rack and card of the verdict in a bundle, as the `check` of a win that the book is asked to enter.

    Raises:
        ServiceError: `bad-evidence` without a whole rack; `no-hand` where it does not win.
        RulesError: for a field of the wrong kind.
    """
    verdict = _part(bundle, "verdict.json")
    if not verdict.flag("win", default=False):
        message = "the verdict in this evidence is no win: give the rack with --rack, or the value with --value"
        raise ServiceError("no-hand", message, "evidence")
    rack = verdict.child("rack")
    exposures = tuple(
        tuple(Tile(str(code)) for code in group) if isinstance(group, list) else ()
        for _, group in rack.items("exposures")
    )
    concealed = tuple(Tile(str(code)) for _, code in rack.items("concealed"))
    ways: tuple[WonBy, ...] = ("discard", "self-pick")
    by = rack.choice("won_by", ways) if rack.has("won_by") else None
    claim = _part(bundle, "claim.json")
    table = claim.child("table")
    discarder = table.optional_text("discarder") if by == "discard" else None
    winning = Tile(rack.text("winning_tile")) if by is not None else None
    rack_text = str(Hand(exposures, concealed, winning, by, discarder))
    check: JsonObject = {"rack": rack_text, "card": verdict.optional_text("card")}
    options = claim.child("options").table if claim.has("options") else {}
    if options.get("as_hand") is not None:  # of several hands that the rack is, the one that was called
        check["options"] = {"as_hand": options["as_hand"]}
    return check


def _part(bundle: Bundle, name: str) -> StrictFields:
    part = bundle.parts.get(name)
    if part is None:
        raise ServiceError("bad-evidence", f"it has no {name}", "evidence")
    return StrictFields.of(json_text.loads(part, f"evidence: {name}"), f"evidence: {name}: ", ClaimError)


def _refuse_other_hand(entry: Mapping[str, Any], bundle: Bundle) -> None:
    """Compare the tiles of the rack that was entered with those of the verdict; null stands for an unnamed one."""
    verdict = _part(bundle, "verdict.json")
    if entry["check"] is None or not verdict.has("win"):
        return
    entered = Counter(tile.code for tile in parse_rack(entry["check"]["question"]["rack"]).tiles)
    tiles = [code for _, code in verdict.child("rack").items("tiles")]
    judged = Counter(str(code) for code in tiles if code is not None)
    if len(tiles) != entered.total() or judged - entered:
        message = f"this is the evidence of another rack than that of entry {entry['seq']}"
        raise ServiceError("other-hand", message, "evidence")
