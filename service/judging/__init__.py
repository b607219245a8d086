"""Judge racks, settle games and answer rulings, with a photo or without one, on any host."""

from service.judging.answers import DEFAULT_RULESET, MOST_GAMES, check, rule, ruling_list, settle, settle_all
from service.judging.confirmation import confirm
from service.judging.judge_setup import JudgeSetup, make_setup
from service.judging.photo_claim import PhotoClaim, read_claim
from service.judging.rack_check import OpenCheck, RackCheck
from service.judging.verify import PhotoVerdict, verify_photo
from service.judging.win_facts import WinFacts

__all__ = [
    "DEFAULT_RULESET",
    "MOST_GAMES",
    "JudgeSetup",
    "OpenCheck",
    "PhotoClaim",
    "PhotoVerdict",
    "RackCheck",
    "WinFacts",
    "check",
    "confirm",
    "make_setup",
    "read_claim",
    "rule",
    "ruling_list",
    "settle",
    "settle_all",
    "verify_photo",
]
