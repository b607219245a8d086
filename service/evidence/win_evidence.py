"""Attach evidence bundles to wins of the ledger, and make a win from a bundle."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Final

from rules.errors import ClaimError
from rules.hand import Hand, WonBy, parse_rack
from rules.input.strict_fields import StrictFields
from rules.melds.circumstances import Circumstances
from rules.tiles import Tile
from service.evidence.bundle_file import MOST_TEXT, PHOTOS, Bundle, read_bundle, write_bundle
from service.judging.photo_claim import PhotoClaim, read_claim
from service.shared import json_text
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject

if TYPE_CHECKING:
    from service.ledger.game.shown.documents import ShownState
    from service.ledger.ledger import Ledger

_TELLING: Final = (*PHOTOS, "claim.json", "verdict.json")
"""Parts that differ between the evidence of two photos or two claims."""

_JUDGED_BY: Final = ("as_hand", "joker_was_used", *(one.name for one in fields(Circumstances)))
"""Options of a claim that change the worth of a rack; all others only choose what to show beside the verdict."""


def whole_bundle(data: bytes, where: str = "evidence") -> Bundle:
    """Read a bundle and refuse an altered one.

    Raises:
        ServiceError: `bad-evidence` for no bundle or an altered one.
        ClaimError: as `read_bundle`.
    """
    bundle = read_bundle(data, where)
    if bundle.altered:
        message = f"{', '.join(bundle.altered)} was altered since the evidence was made"
        raise ServiceError("bad-evidence", message, where)
    return bundle


def refuse_unfit(ledger: Ledger, game: str, bundle: Bundle, rack: str | None) -> None:
    """Refuse unfit evidence before we enter its win; `rack` is None for a win entered by its value.

    Raises:
        ServiceError: `other-hand` for the evidence of another rack; as `Ledger.refuse_large_evidence`.
        RulesError: for a malformed rack or part.
    """
    if rack is not None:
        _refuse_other_rack(rack, bundle, "the one to enter")
    ledger.refuse_large_evidence(game, len(_without_outlines(bundle)))


def keep_with_win(ledger: Ledger, game: str, entry: int, bundle: Bundle) -> ShownState:
    """Attach an unaltered bundle to a win of the ledger and return the game's state.

    We drop the overlay: it doubles the size, and the program can draw it again.

    Raises:
        ServiceError: `other-hand` for the evidence of another rack; as `write_bundle` and `Ledger.keep_evidence`.
        RulesError, OSError: for a malformed part; as `Ledger.keep_evidence`.
    """
    entries = ledger.game(game).entries
    check = entries[entry - 1].entry.body.check if 1 <= entry <= len(entries) else None
    if check is not None:
        _refuse_other_rack(check["question"]["rack"], bundle, f"that of entry {entry}")
    try:
        return ledger.keep_evidence(game, entry, _without_outlines(bundle))
    except ServiceError as error:
        # A phone that lost our answer sends its photo again, and the new bundle differs in its time.
        if error.code != "evidence-kept" or not _is_kept(ledger, game, entry, bundle):
            raise
        return ledger.state(game)


def _is_kept(ledger: Ledger, game: str, entry: int, bundle: Bundle) -> bool:
    """Say whether a win already has this photo, claim and verdict; False for unreadable evidence."""
    try:
        kept = read_bundle(ledger.evidence(game, entry), "evidence")
    except (ServiceError, ClaimError):
        return False
    return all(kept.parts.get(name) == bundle.parts.get(name) for name in _TELLING)


def _without_outlines(bundle: Bundle) -> bytes:
    parts = {name: part for name, part in bundle.parts.items() if name != "overlay.jpg"}
    return write_bundle(replace(bundle, parts=parts))


def win_of(bundle: Bundle, discarder: str | None = None) -> JsonObject:
    """Return rack, card and options of the verdict in a bundle, as the `check` of a win to enter.

    `discarder` is the name in the game; None for the name in the evidence.

    Raises:
        ServiceError: `bad-evidence` for a missing part; `no-hand` if the rack does not win; `open-rack` if it wins
            whatever an unsure tile is.
        RulesError: for a field of the wrong type.
    """
    verdict = _part(bundle, "verdict.json")
    if not verdict.flag("win", default=False):
        message = "the verdict in this evidence is no win: give the rack with --rack, or the value with --value"
        raise ServiceError("no-hand", message, "evidence")
    rack = verdict.child("rack")
    if any(code is None for _, code in rack.items("tiles")):
        # The verdict is the same whatever an unsure tile is; the book keeps a whole rack.
        tiles = "; ".join(one.text("text") for one in verdict.optional_children("doubts")) or "a tile is not sure"
        message = f"the rack in this evidence is open ({tiles}): look, then give the rack with --rack"
        raise ServiceError("open-rack", message, "evidence")
    groups = (group if isinstance(group, list) else () for _, group in rack.items("exposures"))
    exposures = tuple(tuple(Tile(str(code)) for code in group) for group in groups)
    concealed = tuple(Tile(str(code)) for _, code in rack.items("concealed"))
    ways: tuple[WonBy, ...] = ("discard", "self-pick")
    by = rack.choice("won_by", ways) if rack.has("won_by") else None
    claim = _claim(bundle)
    told = None if claim.rack is None else parse_rack(claim.rack).discarder
    named = (discarder or claim.facts.discarder or told) if by == "discard" else None
    winning = Tile(rack.text("winning_tile")) if by is not None else None
    check: JsonObject = {
        "rack": str(Hand(exposures, concealed, winning, by, named)),
        "card": verdict.optional_text("card"),
    }
    options = {name: claim.options[name] for name in _JUDGED_BY if claim.options.get(name) is not None}
    return check | ({"options": options} if options else {})


def outcome_of(bundle: Bundle, won_by: WonBy | None, discarder: str | None) -> JsonObject:
    """Return the `outcome` of the win's entry, from the arguments or else from the claim in the bundle.

    Raises:
        ServiceError: `contradiction` if the arguments contradict the claim.
        RulesError: for a field of the wrong type.
    """
    facts = _claim(bundle).facts
    by = won_by or (None if discarder is None else "discard") or facts.won_by
    if facts.won_by is not None and by != facts.won_by:
        message = f"the evidence says {facts.won_by}, not {by}: leave this out, or enter the win without the evidence"
        raise ServiceError("contradiction", message, "won_by" if won_by else "discarder")
    found: JsonObject = {} if by is None else {"won_by": by, "discarder": discarder or facts.discarder}
    # The book knows itself whether the hand before was a wall game.
    return found | {name: True for name in ("redeemed_joker", "rolled_double", "last_wall") if getattr(facts, name)}


def _claim(bundle: Bundle) -> PhotoClaim:
    return read_claim(_part(bundle, "claim.json").table, "evidence: claim.json")


def _part(bundle: Bundle, name: str) -> StrictFields:
    part, where = bundle.parts.get(name), f"evidence: {name}"
    if part is None:
        raise ServiceError("bad-evidence", f"it has no {name}", "evidence")
    return StrictFields.of(json_text.loads(part, where, MOST_TEXT), f"{where}: ", ClaimError)


def _refuse_other_rack(rack: str, bundle: Bundle, whose: str) -> None:
    """Refuse evidence whose tiles differ from the entered rack; null in the verdict matches any tile."""
    verdict = _part(bundle, "verdict.json")
    if not verdict.has("win"):
        return
    entered = Counter(tile.code for tile in parse_rack(rack).tiles)
    tiles = [code for _, code in verdict.child("rack").items("tiles")]
    judged = Counter(str(code) for code in tiles if code is not None)
    if len(tiles) != entered.total() or judged - entered:
        raise ServiceError("other-hand", f"this is the evidence of another rack than {whose}", "evidence")
