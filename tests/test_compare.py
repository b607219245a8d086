"""The comparison of two trees finds every difference, and nothing else."""

import json
from collections import Counter

import pytest

from rules.card.card import list_cards, load_card
from rules.claim import WinClaim
from rules.hand import parse_rack
from rules.judging import judge
from rules.ruleset import list_rulesets, load_ruleset
from rules.rulings.catalogue import CATALOGUE
from scripts.compare import compare, kind_of, untimed
from scripts.questions import disputes, outcomes, racks


def test_answers_that_differ_are_counted_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """Another value or a missing answer is a difference."""
    assert compare("check", ['{"win": true}', '{"win": false}'], ['{"win": true}', '{"win": true}']) == 1
    assert compare("check", ['{"win": true}'], ['{"win": true}', '{"win": true}']) == 1
    assert compare("check", ['{"win": true}'], ['{"win": true}'], expected=2) == 1
    assert "win: False -> True" in capsys.readouterr().out


def test_timings_make_no_difference() -> None:
    """Two scans of one photo agree even if one took longer."""
    scans = [json.dumps({"rack": "4C", "timing_ms": {"total": took}}) for took in (120, 240)]
    assert compare("scan", scans[:1], scans[1:]) == 0
    assert untimed('{"win":true}') == '{"win":true}'


def test_answers_are_told_apart_by_kind() -> None:
    """The count by kind shows whether enough racks won."""
    lines = ['{"win": true}', '{"win": false}', '{"error": {}}', '{"net": {}}', "exit 2: no"]
    assert list(map(kind_of, lines)) == ["win", "no win", "error", "answer", "no JSON"]


def test_racks_win_on_every_line_of_every_card() -> None:
    """Each line wins under some rule set, and the racks include near misses and losses."""
    won: set[tuple[str, str]] = set()
    kinds: Counter[bool] = Counter()
    for question in racks(3000, 1):
        if "card" in question:
            card = load_card(str(question["card"]))
            verdict = judge(
                WinClaim(parse_rack(str(question["rack"]))), card, load_ruleset(str(question["ruleset"])), 0
            )
            kinds[verdict.win] += 1
            won.update((card.id, match.pattern.line) for match in verdict.matches)
    assert won == {(card, hand.line) for card in list_cards() for hand in load_card(card).hands}
    assert kinds[False] > 500


def test_the_same_seed_asks_the_same() -> None:
    """Both trees, and a later run, get the same questions; another seed gives others."""
    assert list(racks(40, 3)) == list(racks(40, 3)) != list(racks(40, 4))
    assert list(outcomes(3, 1)) == list(outcomes(3, 1))


def test_every_ruling_is_asked_under_every_rule_set() -> None:
    """The questions cover the whole catalogue."""
    asked = {(one["ruleset"], one["outcome"]["ruling"]) for one in outcomes(1, 1) if "ruling" in one["outcome"]}  # type: ignore[index, operator]
    assert asked == {(ruleset, ruling) for ruleset in list_rulesets() for ruling in CATALOGUE}
    assert [arguments[1] for arguments in disputes(1)] == list(CATALOGUE)
