"""From what was read in a photo to who owes what: confirm, judge, settle."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

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
class PhotoVerdict:
    """The verdict on a photo, and who owes what for it.

    Attributes:
        reading: what was read in the photo.
        image: the photo's name.
        claim: what the person said of it.
        check: the verdict, or what the person must say first.
        settlement: None where there is nothing to settle or not all of it is known.
        unsettled: why there is no settlement.
        error: what is wrong with the facts of the win; the verdict stands all the same.
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
        return {
            "scan": self._scan(),
            "check": self.check.to_json(),
            "settlement": None if self.settlement is None else self.settlement.to_json(),
            "unsettled": self.unsettled,
            **({} if self.error is None else {"error": self.error}),
        }

    def _scan(self) -> JsonObject:
        """Return the scan document with the person's word beside the reading.

        A tile they named carries `said`. Where they told the whole rack, `told` holds it with the tiles that the photo
        does not show (`added`) and the tiles of the photo that are not in it (`left_out`), corrections counted.
        """
        corrections, rack = self.claim.corrections, self.claim.rack
        scan = self.reading.to_json(self.image)
        for number, tile in enumerate(scan["tiles"], 1):
            if number in corrections:
                tile["said"] = corrections[number]
        if rack is not None:
            shown = Counter(tile.label for tile in confirm(self.reading, corrections).tiles)
            held = Counter(tile.code for tile in parse_rack(rack).tiles)
            added, left_out = sorted((held - shown).elements()), sorted((shown - held).elements())
            scan["told"] = {"rack": rack, "added": added, "left_out": left_out}
        return scan


def verify_photo(reading: RackReading, image: str, setup: JudgeSetup, claim: PhotoClaim) -> PhotoVerdict:
    """Judge what was read in a photo and settle it, as far as a person's word allows.

    An uncertain tile that nobody has named is never judged: the check then asks for it, and says what each answer would
    mean. It also asks where the verdict hangs on which tiles are exposed and the photo does not show it. Where no tile
    is in view there is no verdict, and nothing is asked.

    Raises:
        ServiceError: for a correction or an exposure that names a tile which is not there.
        HandError: for a winning tile that is not on the slope of the rack.
        RulesError: as `JudgeSetup.judge` does.
    """
    rack = confirm(reading, claim.corrections, claim.exposures)
    check = judge_seen(rack, setup, claim.facts) if claim.rack is None else setup.judge(parse_rack(claim.rack))
    unsettled = _why_unsettled(check, claim.facts)
    if unsettled is not None or isinstance(check, OpenCheck) or check.match is None:
        return PhotoVerdict(reading, image, claim, check, unsettled=unsettled)
    try:
        settlement = settle(claim.facts.outcome(check.match), setup.ruleset)
    except Exception as error:  # noqa: BLE001 - the verdict stands whatever is wrong with the facts of the win
        found = error_object(error)
        return PhotoVerdict(reading, image, claim, check, unsettled=found["message"], error=found)
    return PhotoVerdict(reading, image, claim, check, settlement)


def _why_unsettled(check: RackCheck | OpenCheck, facts: WinFacts) -> str | None:
    """Say why nobody can tell who owes what; return None where everything is known."""
    if isinstance(check, OpenCheck):
        if check.asked:
            return "who owes what waits for the tiles to look at"
        if check.ask_exposures:
            return "who owes what waits for which tiles are exposed"
        return "who owes what waits for a photo of the rack"
    if not check.win:
        return "no hand was made, so nobody pays"
    if facts.won_by is None:
        return "say how the hand was won (self-pick or discard) to see who owes what"
    return None
