"""Judge a rack with uncertain (open) tiles: give the verdict if none can change it, else ask the player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from rules.card.pattern import HAND_SIZE
from rules.errors import HandError
from rules.hand import Hand
from rules.matching.prospects import Wait
from rules.melds.meld_verdict import MeldVerdict
from rules.verdict import NearHand, Reason, Verdict
from service.judging.confirmation import ConfirmedRack
from service.judging.exposure_layouts import exposure_layouts, may_be_exposed
from service.judging.judge_setup import WAITING, JudgeSetup
from service.judging.open_questions import decide, how_they_lie, sentence, what_it_means
from service.judging.rack_check import OpenCheck, RackCheck
from service.judging.win_facts import WinFacts
from service.shared.wording import plural

_KONG: Final = 4

_Item = TypeVar("_Item")
_Verdict = TypeVar("_Verdict", Verdict, MeldVerdict)


def judge_seen(rack: ConfirmedRack, setup: JudgeSetup, facts: WinFacts) -> RackCheck | OpenCheck:
    """Return the verdict if no open tile and no unclear exposure can change it; else the questions to ask.

    Raises:
        HandError: for a winning tile that is not among the concealed tiles.
        RulesError: as `JudgeSetup.judge` does.
    """
    check = _judge_seen(rack, setup, facts)
    # Where one tile is missing, what the rack waits for says it; a hand that lacks a fact of the win has all its tiles.
    if isinstance(check, OpenCheck) or check.win or check.waits is not None or _lacks_a_fact(check):
        return check
    return replace(check, lost_by_count=_hangs_on_count(rack, setup))


def _lacks_a_fact(check: RackCheck) -> bool:
    return isinstance(check.verdict, MeldVerdict) and bool(check.verdict.unsaid)


def _hangs_on_count(rack: ConfirmedRack, setup: JudgeSetup) -> bool:
    """Say whether a rack with too few or too many tiles may be a hand with more of them, or without some."""
    # Without a card a hand has one tile more for each kong.
    kongs = list(Counter(tile.label for tile in rack.tiles).values()).count(_KONG)
    sizes = {HAND_SIZE, HAND_SIZE + kongs} if setup.card is None else {hand.size for hand in setup.card.hands}
    count = len(rack.tiles)
    few = count < min(sizes)
    if not few and count <= max(sizes):
        return False
    nearest = setup.verdict(rack.sure_hand, 1).verdict.near
    return any(not hand.drop if few else hand.away <= len(rack.open) for hand in nearest)


def _judge_seen(rack: ConfirmedRack, setup: JudgeSetup, facts: WinFacts) -> RackCheck | OpenCheck:
    def hand(layout: ConfirmedRack, as_if: Mapping[int, str]) -> Hand:
        known = facts.won_by is not None and (layout.winning is not None or facts.winning_tile is not None)
        won = (facts.winning_tile, facts.won_by, facts.discarder) if known else (None, None, None)
        made = layout.hand(*won, as_if)
        if layout is not rack and not all(may_be_exposed(group, setup.ruleset) for group in made.exposures):
            raise HandError("no-exposure", "these tiles lie in no exposure", "exposures")
        return made

    setup = replace(setup, picked=facts.picked(setup.ruleset))
    card = None if setup.card is None else setup.card.id
    if not rack.tiles:
        return OpenCheck(rack, card, setup.ruleset.id, ("cannot say: no tile is in view",))
    # Games without a card have chows, and an exposed chow is a run.
    lying = rack.unclear or (rack.runs if setup.card is not None else ())
    if not rack.open and not lying:
        return setup.judge(hand(rack, {}))
    lost = _out_of_reach(rack, setup) if rack.open else None
    if lost is not None:
        return lost
    layouts = exposure_layouts(rack, lying, setup.ruleset, facts.winning_tile) if lying else (rack,)
    decision = decide(layouts, hand, setup.judge)
    if decision.checks:
        return _whatever(rack, decision.checks, lying)
    if not decision.asked and not decision.exposures_matter:
        hand(rack, {})  # raises: in no way to lie is the winning tile concealed
    tiles = [question.tile for question in decision.asked]
    reasons = [sentence(tiles, decision.cases)] if tiles else []
    found = OpenCheck(rack, card, setup.ruleset.id, (), decision.asked, decision.cases)
    if decision.exposures_matter:
        reasons.append(how_they_lie(lying))
        found = replace(found, ask_exposures=tuple(lying))
    if decision.exposures_mean:
        reasons.append(what_it_means(decision.exposures_mean))
        found = replace(found, exposures_mean=decision.exposures_mean)
    return replace(found, reasons=tuple(reasons))


def _whatever(rack: ConfirmedRack, checks: Sequence[RackCheck], lying: Sequence[int]) -> RackCheck:
    """Return the common verdict of all checks, with the reasons and near hands that every check has.

    Where each check loses for a reason of its own, the verdict says so: it never loses without a reason.
    """
    first = _as_all(checks[0], checks)
    reasons = _common(first.verdict.reasons, [check.verdict.reasons for check in checks])
    if not first.win and not reasons:
        tiles = "uncertain tile is" if len(rack.open) == 1 else "uncertain tiles are"
        lie = f"whichever tiles are exposed (unclear: {', '.join(map(str, lying))})"
        unsure = f"whatever the {tiles}" if rack.open else lie
        reasons = (Reason(f"{unsure}, this is no winning hand", first.verdict.reasons[0].source),)
    found: Verdict | MeldVerdict
    match first.verdict:
        case Verdict() as verdict:
            found = replace(verdict, reasons=reasons, near=_near_of_all(_of(Verdict, checks)))
        case MeldVerdict() as melds:
            found = replace(melds, reasons=reasons, near=_common(melds.near, [check.verdict.near for check in checks]))
    seen = rack if rack.open else None
    return replace(first, verdict=found, seen=seen, doubted_exposures=tuple(lying))


def _near_of_all(verdicts: Sequence[Verdict]) -> tuple[NearHand, ...]:
    """Return the near hands that every verdict has; where tiles lie otherwise in one of them, without its groups."""
    bare = [[replace(hand, groups=()) for hand in verdict.near] for verdict in verdicts]
    same = _common(verdicts[0].near, [verdict.near for verdict in verdicts])
    pairs = zip(verdicts[0].near, bare[0], strict=True)
    return tuple(full if full in same else hand for full, hand in pairs if all(hand in others for others in bare))


def _as_all(check: RackCheck, checks: Sequence[RackCheck]) -> RackCheck:
    """Return the check with the hands, the exchanges, the prospects and the better-paid hand that every check has.

    All wait for the same tiles; of each we name the hands that it always completes and the fewest that are left. A
    remark says which fact may lower the worth, so we keep the remarks of each check.
    """
    waits = None
    if all(one.waits is not None for one in checks):
        waits = tuple(_wait_of_all(same) for same in zip(*(one.waits or () for one in checks), strict=True))
    exchanges = None if check.exchanges is None else _common(check.exchanges, [one.exchanges or () for one in checks])
    differ = len({one.prospects and (one.prospects.reasons, one.prospects.possible) for one in checks}) > 1
    paid = {one.better and (one.better.match.pattern.number, one.better.pays) for one in checks}
    found: Verdict | MeldVerdict
    match check.verdict:
        case Verdict() as verdict:
            made = [{match.pattern.number for match in other.matches} for other in _of(Verdict, checks)]
            matches = tuple(match for match in verdict.matches if all(match.pattern.number in one for one in made))
            found = replace(verdict, matches=matches)
        case MeldVerdict() as melds:
            others = _of(MeldVerdict, checks)
            remarks = dict.fromkeys(remark for other in others for remark in other.remarks)
            unsaid = dict.fromkeys(name for other in others for name in other.unsaid)
            found = replace(melds, remarks=tuple(remarks), unsaid=tuple(unsaid))
    return replace(
        check,
        verdict=found,
        waits=waits,
        exchanges=exchanges,
        prospects=None if differ else check.prospects,
        better=check.better if len(paid) == 1 else None,
    )


def _wait_of_all(same: Sequence[Wait]) -> Wait:
    return replace(
        same[0],
        hands=_common(same[0].hands, [wait.hands for wait in same]),
        left=min(wait.left for wait in same),
        self_pick_only=any(wait.self_pick_only for wait in same),
    )


def _of(kind: type[_Verdict], checks: Sequence[RackCheck]) -> list[_Verdict]:
    return [check.verdict for check in checks if isinstance(check.verdict, kind)]


def _common(items: tuple[_Item, ...], lists: Sequence[Container[object]]) -> tuple[_Item, ...]:
    """Return the items that every list has."""
    return tuple(one for one in items if all(one in others for others in lists))


def _out_of_reach(rack: ConfirmedRack, setup: JudgeSetup) -> RackCheck | None:
    """Return the losing verdict if no labels of the open tiles can make the rack a hand of the card; else None.

    We treat the sure tiles as concealed, since exposures only rule out hands. An open tile may also be no tile.
    """
    if setup.card is None or setup.ruleset.hand is None:
        return None
    if any(hand.size != HAND_SIZE for hand in setup.card.hands):
        # The right number of tiles then depends on the hand, so we must judge every possibility.
        return None
    sure, size = rack.sure_hand, len(rack.tiles)
    check = setup.verdict(sure, 1)
    if len(sure.tiles) > HAND_SIZE:
        return _lost(rack, check, check.verdict.reasons)
    if size < WAITING:
        text = f"the rack has {plural(size, 'tile')}; a finished hand has {HAND_SIZE}"
        return _lost(rack, check, (Reason(text, setup.ruleset.cite(setup.ruleset.hand.place)),))
    # A rack of 13 may still get one more tile.
    fill = min(len(rack.open), HAND_SIZE - len(sure.tiles)) + (size == WAITING)
    if check.win or (check.verdict.near and check.verdict.near[0].away <= fill):
        return None
    if not check.verdict.near:
        return _lost(rack, check, (Reason("no hand on the card holds the tiles that are sure", setup.card.source),))
    nearest = check.verdict.near[0]
    assert isinstance(nearest, NearHand), "a game with a card has hands of the card"
    text = f"with the tiles that are sure the nearest hand, {nearest.pattern.number}, still lacks {nearest.away}"
    return _lost(rack, check, (Reason(text, setup.card.cite(nearest.pattern)),))


def _lost(rack: ConfirmedRack, check: RackCheck, reasons: Sequence[Reason]) -> RackCheck:
    assert isinstance(check.verdict, Verdict), "only a rack judged by a card is out of its reach"
    waits = () if len(rack.tiles) == WAITING else None
    return RackCheck(replace(check.verdict, reasons=tuple(reasons), near=()), waits, seen=rack)
