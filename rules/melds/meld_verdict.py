"""Judge a claim in a game without a card: find the ways to go out, with their value, or say why there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Any, Final

from rules.errors import ClaimError
from rules.hand import Hand, out_of_play
from rules.input.declared_types import checked_fields
from rules.melds.circumstances import AT_ONCE, Circumstances, agree_with_rack
from rules.melds.decomposition import MELDS, Counts, count_kinds
from rules.melds.meld_reasons import (
    faulty_exposures,
    impossible_tiles,
    no_hand,
    read_melds,
    too_few_bonuses,
    wrong_count,
)
from rules.melds.melds import KINDS
from rules.melds.nearest_melds import NearMelds, near_melds
from rules.melds.scoring import MeldRack, MeldReading, Scoring, readings
from rules.ruleset import RuleSet
from rules.settlement.payments import OyaKoPayment
from rules.tiles import ALL_TILES, COPIES, WINDS, Tile
from rules.verdict import Reason


@dataclass(frozen=True, slots=True)
@checked_fields(ClaimError)
class MeldClaim:
    """A claim to go out: the hand, the facts that its tiles do not show, and the tiles known to be out of play."""

    hand: Hand
    circumstances: Circumstances = field(default_factory=Circumstances)
    table: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
@checked_fields(ClaimError)
class MeldVerdict:
    """The answer to a claim.

    ``matches`` are all ways in which the rack can go out, the best-scoring first; empty unless it wins.
    ``circumstances`` are the claim's facts, completed from the rack, ``minimum`` the bonuses that going out takes.
    ``reasons`` say why it does not win, most telling first; ``near`` are then the nearest hands. ``unsaid`` are the
    facts that the claim leaves out and that decide whether a complete hand goes out; empty where it cannot, whatever
    they are. ``remarks`` say which fact left out of the claim may make a winning hand worth more or less.
    """

    claim: MeldClaim
    circumstances: Circumstances
    minimum: int
    ruleset: str
    matches: tuple[MeldReading, ...] = ()
    reasons: tuple[Reason, ...] = ()
    remarks: tuple[Reason, ...] = ()
    near: tuple[NearMelds, ...] = ()
    unsaid: tuple[str, ...] = ()

    @property
    def win(self) -> bool:
        """Whether the rack goes out."""
        return bool(self.matches)

    @property
    def best(self) -> MeldReading | None:
        """The best-scoring way, which the payment uses."""
        return self.matches[0] if self.matches else None

    def to_json(self) -> dict[str, Any]:
        """Return the contract's check document; ``best`` and ``value`` are null for a losing claim."""
        facts = self.circumstances
        return {
            "rack": self.claim.hand.to_json(),
            "card": None,
            "ruleset": self.ruleset,
            "circumstances": {
                "own_wind": None if facts.own_wind is None else facts.own_wind.code,
                "table_wind": None if facts.table_wind is None else facts.table_wind.code,
                "dealer": facts.dealer,
                "streak": facts.streak,
                "won_by": facts.won_by,
            },
            "minimum_bonuses": self.minimum,
            "win": self.win,
            "matches": [match.to_json() for match in self.matches],
            "best": None if self.best is None else self.best.form,
            "value": None if self.best is None else self.best.value,
            "reasons": [str(reason) for reason in self.reasons],
            "near": [near.to_json() for near in self.near],
            **({"unsaid": list(self.unsaid)} if self.unsaid else {}),
            **({"remarks": [str(remark) for remark in self.remarks]} if self.remarks else {}),
        }


def judge_melds(claim: MeldClaim, ruleset: RuleSet, near: int = 3) -> MeldVerdict:
    """Judge a claim under a rule set without a card; name ``near`` of the hands nearest to a losing rack.

    Raises `ClaimError`: ``no-sets-rules`` for a rule set that is played with a card, ``contradiction`` where the facts
    of the claim and the rack cannot all be true, ``missing-field`` where the answer depends on a missing fact;
    ``where`` names the option.
    """
    rules, payment = ruleset.melds, ruleset.payment
    if rules is None or not isinstance(payment, OyaKoPayment):
        raise ClaimError("no-sets-rules", f"{ruleset.id} is played with a card: name one", "ruleset")
    circumstances = agree_with_rack(claim.circumstances, claim.hand)
    scoring = Scoring(rules.cited(ruleset.cite), payment, circumstances)
    verdict, *raised = (
        _judge(MeldVerdict(claim, circumstances, minimum, ruleset.id), scoring, near)
        for minimum in circumstances.minimums(payment)
    )
    for strict in raised:
        if (strict.best, strict.near) != (verdict.best, verdict.near):
            text = f"is missing: after {circumstances.streak} wins in a row East needs more bonuses; say who claims"
            raise ClaimError("missing-field", text, "dealer")
        # Whoever claims goes out with these readings, the best among them.
        verdict = replace(verdict, matches=strict.matches, remarks=strict.remarks)
    return verdict


def _judge(verdict: MeldVerdict, scoring: Scoring, near: int) -> MeldVerdict:
    """Complete a verdict that has its claim and minimum."""
    claim, circumstances, minimum = verdict.claim, verdict.circumstances, verdict.minimum
    hand, rules = claim.hand, scoring.rules
    table = out_of_play(hand, claim.table)
    robbed = hand.winning_tile if circumstances.won_by == "robbed-kong" else None
    faults = (*impossible_tiles(hand.tiles, table, robbed, rules), *faulty_exposures(hand.exposures, rules))
    if faults:
        return _lost(verdict, faults)
    tiles = _tiles(hand)
    left = _left(hand, table)
    miscounted = tuple(wrong_count(tiles, rules))
    if miscounted:
        return _lost(verdict, miscounted, near_melds(tiles, left, scoring, minimum, near))
    _refuse_impossible_way(circumstances, tiles)

    found = readings(tiles, scoring)
    matches = tuple(reading for reading in found if reading.goes_out(minimum))
    if matches:
        remarks = (*_unsaid(tiles, scoring, matches[0]), *_unmarked(tiles, scoring, minimum, matches[0].value))
        return replace(verdict, matches=matches, remarks=remarks)
    if found:
        unsaid, _ = _deciding(tiles, scoring, bool)
        reasons = tuple(too_few_bonuses(found, minimum, scoring, unsaid))
        return replace(_lost(verdict, reasons, near_melds(tiles, left, scoring, minimum, near)), unsaid=unsaid)
    nearby = near_melds(tiles, left, scoring, minimum, max(near, 1))
    return _lost(verdict, tuple(no_hand(tiles, nearby, rules)), nearby[:near])


def _lost(verdict: MeldVerdict, reasons: tuple[Reason, ...], near: tuple[NearMelds, ...] = ()) -> MeldVerdict:
    return replace(verdict, reasons=tuple(dict.fromkeys(reasons)), near=near)


def _deciding(tiles: MeldRack, scoring: Scoring, told: Callable[[int], object]) -> tuple[tuple[str, ...], int]:
    """Return the unknown facts that decide what is ``told`` of a complete hand's worth, by trying what each can be.

    The worth is 0 where the hand does not go out; the second part is the highest worth.
    """
    known = scoring.circumstances
    # Of the ways to win the two usual ones: nobody is asked for a last tile or a robbed kong on the off chance. Each of
    # the two may add as much, so that only leaving the way out makes a difference.
    ways = ("discard", "wall", None)
    choices: dict[str, tuple[Any, ...]] = {"own_wind": WINDS, "table_wind": WINDS, "won_by": ways}
    unknown = {name: values for name, values in choices.items() if getattr(known, name) is None}
    worth: dict[tuple[Any, ...], int] = {}
    for values in product(*unknown.values()):
        try:
            facts = replace(known, **dict(zip(unknown, values, strict=True)))
        except ClaimError:
            continue  # what is known rules this out
        found = readings(tiles, replace(scoring, circumstances=facts))
        (minimum,) = facts.minimums(scoring.payment)
        worth[values] = max((reading.value for reading in found if reading.goes_out(minimum)), default=0)
    names = tuple(
        name
        for at, name in enumerate(unknown)
        if any(
            one[:at] + one[at + 1 :] == other[:at] + other[at + 1 :] and told(worth[one]) != told(worth[other])
            for one, other in combinations(worth, 2)
        )
    )
    return names, max(worth.values(), default=0)


_SAID: Final = {
    "own_wind": ("your own wind", "own-wind"),
    "table_wind": ("the wind of the round", "table-wind"),
    "won_by": ("how the hand was won", "concealed"),
}
"""Each fact in a player's words, and the bonus that hangs on it."""


def _unsaid(tiles: MeldRack, scoring: Scoring, best: MeldReading) -> Iterator[Reason]:
    """Yield a remark where facts left out of the claim may make a winning hand worth more."""
    names, most = _deciding(tiles, scoring, lambda worth: max(worth, best.value))
    if names:
        text = f"say {' and '.join(_SAID[name][0] for name in names)}: the hand may be worth {most}"
        bonus = scoring.rules.bonuses[_SAID[names[0]][1]]
        yield Reason(text, best.source if best.form == "twins" else bonus.place)


def _tiles(hand: Hand) -> MeldRack:
    exposed = read_melds(hand.exposures)
    # Each exposure is a meld, so the concealed tiles beyond melds and leg are the fourth tiles of kongs.
    kongs = len(hand.concealed) - 3 * (MELDS - len(exposed)) - 2
    return MeldRack(exposed, count_kinds(hand.concealed), kongs, hand.winning_tile)


def _left(hand: Hand, table: tuple[Tile, ...]) -> Counts:
    seen = count_kinds([tile for tile in (*hand.tiles, *table) if tile.index < KINDS])
    return tuple(max(0, COPIES - number) for number in seen)


def _refuse_impossible_way(circumstances: Circumstances, tiles: MeldRack) -> None:
    """Refuse a way of winning that the kongs of the rack rule out."""
    way, kongs = circumstances.won_by, tiles.kongs + sum(one.shape == "kong" for one in tiles.exposed)
    if way == "supplement" and not kongs:
        text = "a supplement tile is drawn for a kong, and the rack has none: a kong is one tile more than 14"
        raise ClaimError("contradiction", text, "won_by")
    if way in AT_ONCE and kongs:
        text = f"{way!r} leaves no time to have made a kong: its supplement tile was drawn later"
        raise ClaimError("contradiction", text, "won_by")


def _unmarked(tiles: MeldRack, scoring: Scoring, minimum: int, value: int) -> Iterator[Reason]:
    """Yield a remark where an unmarked discard may have completed a pung, so that the hand is worth less."""
    if tiles.winning_tile is not None or not scoring.circumstances.discarded:
        return
    robbed = scoring.circumstances.won_by == "robbed-kong"
    least = value
    for tile, held in zip(ALL_TILES, tiles.concealed, strict=False):
        # The other three tiles of a robbed kong lie before its owner.
        if not held or (robbed and held > 1):
            continue
        found = readings(replace(tiles, winning_tile=tile), scoring)
        if found:
            least = min(least, max((reading.value for reading in found if reading.goes_out(minimum)), default=0))
    if least < value:
        worth = f"is worth {least} or more" if least else "may lack bonuses"
        text = f"mark the tile that won: a pung that it completed counts as melded, and the hand then {worth}"
        yield Reason(text, scoring.rules.points["pung"].place)
