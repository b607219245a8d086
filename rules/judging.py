"""Judge a claim: find the hands of the card that the rack makes, with their value, or say why it does not win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Final, overload

from rules.card.card import Card
from rules.card.card_file import CardDraft, read_draft
from rules.claim import WinClaim
from rules.errors import CardError, ClaimError
from rules.input.declared_types import checked
from rules.input.strict_fields import describe
from rules.matching.dead_hands import why_out_of_reach
from rules.matching.group_assignment import read_hand
from rules.matching.nearest import nearest_hands
from rules.matching.own_exchange import OwnJokers
from rules.matching.played_card import PlayedCard, RackQuery, card_rules
from rules.matching.reasons import broken_hands, colour_clashes, missing_tiles, tile_faults
from rules.melds.meld_verdict import MeldClaim, MeldVerdict, judge_melds
from rules.ruleset import RuleSet
from rules.verdict import HandReading, NearHand, Reason, Verdict

MOST_NEAR: Final = 1_000
"""Most near hands that a caller may ask for; no card has more lines."""


@overload
def judge(claim: WinClaim, card: Card, ruleset: RuleSet, near: int = 3) -> Verdict: ...


@overload
def judge(claim: MeldClaim, card: None, ruleset: RuleSet, near: int = 3) -> MeldVerdict: ...


@checked(ClaimError)
def judge(claim: WinClaim | MeldClaim, card: Card | None, ruleset: RuleSet, near: int = 3) -> Verdict | MeldVerdict:
    """Judge a claim under a rule set, on a card or, in a game without one, by melds.

    ``near`` is how many of the nearest other hands to name. A rack that fits several hands wins with any of them
    claimed, and the verdict lists every reading.

    Raises `ClaimError`: ``no-card-rules`` for a card and a rule set without one, ``no-sets-rules`` for melds and a rule
    set with a card, ``missing-field`` for a claim that needs a card and comes without, ``unknown-hand`` for a claimed
    hand that is not on the card, ``out-of-range`` for ``near``, ``wrong-type`` for what is no claim, card, rule set or
    tile, and the errors of `rules.melds.meld_verdict.judge_melds`.
    """
    if not 0 <= near <= MOST_NEAR:
        raise ClaimError("out-of-range", f"must be 0 to {MOST_NEAR}, not {describe(near)}", "near")
    if isinstance(claim, MeldClaim):
        return judge_melds(claim, ruleset, near)
    if card is None:
        card_rules(ruleset)  # a rule set that is played without a card has another fault
        raise ClaimError("missing-field", f"is missing: {ruleset.id} is played with a card", "card")
    return _judge_on_card(claim, PlayedCard.of(card, ruleset), near)


def _judge_on_card(claim: WinClaim, played: PlayedCard, near: int) -> Verdict:
    claimed = None if claim.claimed_hand is None else played.find(claim.claimed_hand, "claim")
    query = played.query(claim.hand, claim.table, claim.others, joker_was_used=claim.joker_was_used)
    reasons = tile_faults(played, query)
    matches = () if reasons else _readings(played, query)
    nearby = nearest_hands(played, query, near)
    if not reasons:
        hands = played.card.hands
        if claimed is not None and not any(match.pattern == hands[at] for match in matches for at in claimed):
            nearest_claimed = nearest_hands(played, query, 1, claimed)
            reasons = _why_not(played, query, nearest_claimed, claimed, claim.claimed_hand)
        elif not matches:
            reasons = _why_not(played, query, nearby or nearest_hands(played, query, 1), None, None)
        # A player who calls a discard for Mah Jongg exchanges nothing first.
        if not matches and claim.hand.won_by != "discard":
            wanted = None if claimed is None else [hands[at] for at in claimed]
            own = OwnJokers.of(played, claim.hand)
            first = own.first(own.exchanges(query.rack), wanted)
            reasons = reasons if first is None else (*reasons, first.reason)
    elif claim.hand.exposures and query.racks and not (nearby or nearest_hands(played, query, 1)):
        # The right number of tiles would be of no use.
        reasons = (*reasons, *why_out_of_reach(played, query, None, None))
    return Verdict(claim, played.card.id, played.ruleset.id, matches, reasons, nearby)


def _readings(played: PlayedCard, query: RackQuery) -> tuple[HandReading, ...]:
    places = [
        (place, nth)
        for nth, rack in enumerate(query.racks)
        for place in played.index.completed(rack, joker_was_used=query.joker_was_used)
    ]
    readings: list[HandReading] = []
    for place, nths in groupby(sorted(places), itemgetter(0)):
        racks = [query.racks[nth] for _, nth in nths]
        ways = [one for rack in racks for one in read_hand(played.card, played.index, place, query.hand, rack)]
        readings += _distinct(ways)
    if query.joker_was_used:
        readings = [replace(reading, spoiled=True) for reading in readings]
    # Among readings of equal value the winner prefers one that the jokerless bonus may double.
    return tuple(sorted(readings, key=lambda reading: (-reading.value, reading.pattern.singles_and_pairs)))


def _distinct(ways: Sequence[HandReading]) -> Iterable[HandReading]:
    """Return each reading of a concrete hand once.

    Which wild tile stands where makes no other reading, nor which of two like groups is the exposed one.
    """
    if len(ways) < 2:
        return ways
    found: dict[object, HandReading] = {}
    for reading in ways:
        naturals = [tuple(sorted(tile for tile in one.tiles if tile in one.stand_for)) for one in reading.groups]
        stand_for = [one.stand_for for one in reading.groups]
        found.setdefault(tuple(sorted(zip(stand_for, naturals, strict=True))), reading)
    return found.values()


def _why_not(
    played: PlayedCard,
    query: RackQuery,
    nearby: Sequence[NearHand],
    patterns: Sequence[int] | None,
    claimed: str | None,
) -> tuple[Reason, ...]:
    broken = colour_clashes(played, query, patterns) or broken_hands(played, query, patterns)
    if broken or not nearby:
        return broken or why_out_of_reach(played, query, patterns, claimed)
    return (missing_tiles(played, nearby[0], claimed),)


def try_rack(claim: WinClaim, text: str, ruleset: RuleSet, line: int | None = None) -> Verdict:
    """Judge a claim on the readable lines of a card file, or on the line of index ``line`` (from 0) alone.

    Raises `CardError`: ``unknown-line`` for an index that the card does not have, else the first fault of the line, or
    of a card without a readable line. Raises `ClaimError` as `rules.judging.judge` does.
    """
    draft = read_draft(text)
    return judge(claim, _playable(draft, line), ruleset)


def _playable(draft: CardDraft, line: int | None) -> Card:
    if line is not None and not 0 <= line < len(draft.lines):
        message = f"there is no line {line}; the lines of this card are 0 to {len(draft.lines) - 1}"
        raise CardError(
            "unknown-line", message if draft.lines else "this card has no line that can be read", file="line"
        )
    found = [meaning for meaning in draft.meanings if line is None or meaning[0] is draft.lines[line]]
    if not found:
        number = None if line is None else str(draft.lines[line].number)
        faults = [fault for fault in draft.faults if number is None or fault.hand == number]
        raise (faults or draft.faults)[0].error("card")
    head = draft.head
    title = head.get("title", "this card")
    return Card(
        head.get("id", "draft"),
        title,
        head.get("source", title),
        head.get("ruleset"),
        tuple(hand for _, hand, _ in found),
        tuple(concrete for _, _, concrete in found),
        draft.flowers_wild,
    )
