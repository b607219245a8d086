"""Turn the reading of a photo into a verdict and payments: confirm, judge, settle."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from rules.hand import parse_rack
from rules.settling import Settlement, settle
from service.judging.confirmation import confirm
from service.judging.judge_seen import judge_seen
from service.judging.judge_setup import JudgeSetup
from service.judging.photo_claim import PhotoClaim
from service.judging.rack_check import OpenCheck, RackCheck
from service.judging.win_facts import WinFacts
from service.shared.errors import ErrorObject, error_object
from service.shared.json_text import JsonObject
from vision import RackReading


@dataclass(frozen=True, slots=True)
class ToldRack:
    """A rack that the player gave whole, compared with the corrected photo.

    Attributes:
        added: its tiles that the corrected photo lacks.
        left_out: the tiles of the corrected photo that it lacks.
    """

    rack: str
    added: tuple[str, ...]
    left_out: tuple[str, ...]

    def to_json(self) -> JsonObject:
        """Return all its fields."""
        return {"rack": self.rack, "added": list(self.added), "left_out": list(self.left_out)}


@dataclass(frozen=True, slots=True)
class PhotoVerdict:
    """The verdict on a photo and its settlement.

    Attributes:
        check: the verdict, or the questions that the player must answer first.
        settlement: the settlement; None if there is nothing to settle or a fact is missing.
        unsettled: why there is no settlement.
        error: the fault in the facts of the win; the verdict stands all the same.
    """

    reading: RackReading
    image: str
    claim: PhotoClaim
    check: RackCheck | OpenCheck
    settlement: Settlement | None = None
    unsettled: str | None = None
    error: ErrorObject | None = None

    def to_json(self) -> JsonObject:
        """Return the contract's verify document."""
        return {"scan": self.scan_json(), "check": self.check.to_json(), **self.settlement_json()}

    def settlement_json(self) -> JsonObject:
        """Return the settlement, or why there is none."""
        return {
            "settlement": None if self.settlement is None else self.settlement.to_json(),
            "unsettled": self.unsettled,
            **({} if self.error is None else {"error": self.error}),
        }

    def scan_json(self) -> JsonObject:
        """Return the scan document with the player's corrections beside the reading.

        A corrected tile has `said`. If the player gave the whole rack, `told` holds it.
        """
        corrections, told = self.claim.corrections, self.told
        scan = self.reading.to_json(self.image)
        for number, tile in enumerate(scan["tiles"], 1):
            if number in corrections:
                tile["said"] = corrections[number]
        if told is not None:
            scan["told"] = told.to_json()
        return scan

    @property
    def told(self) -> ToldRack | None:
        """The rack that the player gave whole; None without one."""
        rack = self.claim.rack
        if rack is None:
            return None
        shown = Counter(tile.label for tile in confirm(self.reading, self.claim.corrections).tiles)
        held = Counter(tile.code for tile in parse_rack(rack).tiles)
        added, left_out = sorted((held - shown).elements()), sorted((shown - held).elements())
        return ToldRack(rack, tuple(added), tuple(left_out))


def verify_photo(reading: RackReading, image: str, setup: JudgeSetup, claim: PhotoClaim) -> PhotoVerdict:
    """Judge the reading of a photo with the player's claim, and settle it if all facts are known.

    The check asks about an uncertain tile that can change the verdict, and says what each answer would mean. It also
    asks which tiles are exposed if the verdict depends on it and the photo does not show it. Without tiles in view the
    check has no verdict and no questions.

    Raises:
        ServiceError: for a correction or an exposure with an unknown tile number.
        HandError: for a winning tile that is not among the concealed tiles.
        RulesError: as `JudgeSetup.judge` does.
    """
    rack, setup = confirm(reading, claim.corrections, claim.exposures), _as_won(setup, claim.facts)
    if claim.rack is None:
        check: RackCheck | OpenCheck = judge_seen(rack, setup, claim.facts)
    else:
        check = replace(setup, picked=claim.facts.picked(setup.ruleset)).judge(parse_rack(claim.rack))
    unsettled = _why_unsettled(check, claim.facts)
    if unsettled is not None or isinstance(check, OpenCheck) or check.match is None:
        return PhotoVerdict(reading, image, claim, check, unsettled=unsettled)
    try:
        settlement = settle(claim.facts.outcome(check.match), setup.ruleset)
    except Exception as error:  # noqa: BLE001 - the verdict stands whatever is wrong with the facts of the win
        found = error_object(error)
        return PhotoVerdict(reading, image, claim, check, unsettled=found["message"], error=found)
    return PhotoVerdict(reading, image, claim, check, settlement)


def _as_won(setup: JudgeSetup, facts: WinFacts) -> JudgeSetup:
    """Let a game without a card judge by the way of winning that we settle by."""
    known = setup.circumstances
    if setup.card is not None or facts.won_by is None or known.won_by is not None:
        return setup
    return replace(setup, circumstances=known.won("discard" if facts.won_by == "discard" else "wall"))


def _why_unsettled(check: RackCheck | OpenCheck, facts: WinFacts) -> str | None:
    """Return why we cannot settle the win; None if every fact is known."""
    if isinstance(check, OpenCheck):
        if check.asked:
            return "who owes what waits for the tiles to look at"
        if check.ask_exposures:
            return "who owes what waits for which tiles are exposed"
        return "who owes what waits for a photo of the rack"
    if check.lost_by_count:
        return "who owes what waits for a photo of the whole rack and nothing else"
    if not check.win:
        return "no hand was made, so nobody pays"
    if facts.won_by is None:
        return "say how the hand was won (self-pick or discard) to see who owes what"
    return None
