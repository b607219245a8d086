"""`tests.rules.melds.japanese_brute_force` splits and scores thousands of racks a second time."""

import random
from collections import Counter
from dataclasses import dataclass

import pytest

from rules.hand import Hand, parse_rack
from rules.melds.circumstances import DRAWN, WAYS, Circumstances, Way
from rules.melds.decomposition import count_kinds
from rules.melds.meld_verdict import MeldClaim, judge_melds
from rules.melds.melds import read_meld
from rules.melds.nearest_melds import NearMelds
from rules.melds.scoring import MeldRack, MeldReading, Scoring, readings
from rules.ruleset import load_ruleset
from rules.settlement.payments import OyaKoPayment
from rules.tiles import Tile, parse_tiles
from tests.rules.melds import japanese_brute_force as slow
from tests.rules.melds.japanese_brute_force import CHOWS, JUMPS, KINDS, KONGS, PUNGS, Facts, Group

Groups = tuple[Group, ...]
View = tuple[Groups, Groups, str, Group | str | None, tuple[int, int, bool, int]]
"""Exposed sets, concealed sets, leg, completed group; points, bonuses, limit by name, value."""

BOOKLET = load_ruleset("japanese-american-2009")
SIMPLE = [group for group in (*CHOWS, *PUNGS, *KONGS) if not set(group) & slow.HONORS]
ARI = [group for group in (*CHOWS, *JUMPS, *PUNGS) if set(group) & slow.HONORS]
GREEN = [group for group in (*CHOWS, *PUNGS, *KONGS) if set(group) <= {"2B", "3B", "4B", "6B", "8B", "G"}]


def pools() -> dict[str, list[Group]]:
    """Return sets to build hands from, so that every bonus and limit comes up often."""
    bams = [group for group in (*CHOWS, *PUNGS) if group[0].endswith("B")]
    found: dict[str, list[Group]] = {
        "chows": CHOWS,
        "jump chows": JUMPS,
        "jump chows and pungs": [*JUMPS, *PUNGS],
        "pungs": PUNGS,
        "kongs": KONGS,
        "anything": [*CHOWS, *PUNGS, *KONGS],
        "chows and jump chows": [*CHOWS, *JUMPS],
        "one suit": bams,
        "jumps in one suit": [group for group in (*JUMPS, *PUNGS) if group[0].endswith("B")],
        "one suit and honors": [*bams, *(group for group in PUNGS if len(group[0]) == 1)],
        "honors": [group for group in (*PUNGS, *KONGS) if len(group[0]) == 1],
        "ones and nines": [group for group in (*PUNGS, *KONGS) if group[0][0] in "19"],
        "no honors": SIMPLE,
        "ari": ARI,
        "green": GREEN,
    }
    found |= {f"series of {n}": [g for g in (*CHOWS, *PUNGS) if g[0].startswith(str(n))] for n in (3, 7)}
    found["ladder"] = [group for group in PUNGS if group[0] in {"2B", "3C", "4B", "5D", "3D", "4C"}]
    found["run"] = [group for group in CHOWS if group[0] in {"1C", "4C", "7C", "2B"}]
    return found


@dataclass(frozen=True)
class RulingCase:
    """A rack with its circumstances; ``winning`` is None if no tile is marked."""

    exposed: list[Group]
    concealed: list[str]
    winning: str | None
    facts: Facts

    @property
    def hand(self) -> Hand:
        """Return the rack as a `Hand`."""
        shown = tuple(parse_tiles(" ".join(group)) for group in self.exposed)
        tiles = parse_tiles(" ".join(self.concealed))
        if self.winning is None:
            return Hand(shown, tiles)
        if self.facts.given:
            return Hand(shown, tiles, Tile(self.winning), "discard", "Bea")
        return Hand(shown, tiles, Tile(self.winning), "self-pick")

    @property
    def circumstances(self) -> Circumstances:
        """Return the circumstances in the program's form."""
        way = next((way for way in WAYS if way == self.facts.way), None)
        dealer = True if self.facts.own == "E" else None
        return Circumstances(Tile(self.facts.own), Tile(self.facts.table), dealer, won_by=way)


def build(rng: random.Random, pool: list[Group]) -> tuple[list[Group], str] | None:
    """Return four sets of a pool and a leg, if one tile set holds them."""
    sets = [rng.choice(pool) for _ in range(4)]
    leg = rng.choice(rng.choice(pool) if rng.random() < 0.7 else KINDS)
    counts = Counter(tile for group in sets for tile in group) + Counter({leg: 2})
    return None if max(counts.values()) > 4 else (sets, leg)


def deal(rng: random.Random, pool: list[Group]) -> RulingCase | None:
    """Deal a hand of a pool: some sets exposed, some way of winning that the tiles allow."""
    built = build(rng, pool)
    if built is None:
        return None
    sets, leg = built
    exposed = [group for group in sets if rng.random() < rng.choice((0, 0.5))]
    hidden = list((Counter(sets) - Counter(exposed)).elements())
    concealed = [tile for group in hidden for tile in group] + [leg, leg]
    rng.shuffle(concealed)
    own, table = rng.choice("NEWS"), rng.choice("NEWS")
    winnable = [tile for group in hidden if len(group) == 3 for tile in group] + [leg, leg]
    winning = rng.choice([*winnable, None])
    at_once = [] if exposed or len(concealed) > 14 else (["dealt"] if own == "E" else ["first-discard", "first-draw"])
    kongs = any(len(group) == 4 for group in sets)
    usual: list[Way] = ["discard", "wall", "last-tile", "last-discard"]
    way = rng.choice([*usual, *usual, *at_once, *(["supplement"] if kongs else [])])
    everywhere = Counter([*concealed, *(tile for group in exposed for tile in group)])
    if winning is not None and everywhere[winning] == 1 and rng.random() < 0.2:
        way = "robbed-kong"
    return RulingCase(exposed, concealed, winning, Facts(own, table, None if winning is None else way))


def fast_view(reading: MeldReading) -> View:
    """Convert a reading of the program to the form of the brute force."""
    sets = [group for group in reading.groups if group.kind != "leg"]
    (leg,) = (group for group in reading.groups if group.kind == "leg")
    shown = tuple(sorted(tuple(sorted(tile.code for tile in group.tiles)) for group in sets if group.exposed))
    hidden = tuple(sorted(tuple(tile.code for tile in group.tiles) for group in sets if not group.exposed))
    completed = [tuple(tile.code for tile in group.tiles) for group in reading.groups if group.completed]
    last = None if not completed else "leg" if leg.completed else completed[0]
    worth = (reading.points, reading.doubles, bool(reading.limits), reading.value)
    return shown, hidden, leg.tiles[0].code, last, worth


def slow_views(case: RulingCase) -> Counter[View]:
    """Return all readings of the brute force."""
    found: Counter[View] = Counter()
    for way in slow.ways(case.exposed, case.concealed, case.winning):
        score = slow.score(way, case.facts, case.winning)
        shown = tuple(sorted(tuple(sorted(group)) for group in way.exposed))
        worth = (score.points, score.bonuses, score.named_limit, score.value)
        found[shown, tuple(sorted(way.concealed)), way.leg, way.completed, worth] += 1
    return found


def fast_readings(case: RulingCase) -> tuple[MeldReading, ...]:
    """Return all readings of the program, with or without enough bonuses."""
    assert BOOKLET.melds is not None
    assert isinstance(BOOKLET.payment, OyaKoPayment)
    hand = case.hand
    shown = tuple(one for group in hand.exposures if (one := read_meld(group)) is not None)
    kongs = len(hand.concealed) - 3 * (4 - len(shown)) - 2
    tiles = MeldRack(shown, count_kinds(hand.concealed), kongs, hand.winning_tile)
    return readings(tiles, Scoring(BOOKLET.melds, BOOKLET.payment, case.circumstances))


@pytest.mark.parametrize(("name", "pool"), pools().items(), ids=list(pools()))
def test_every_split_and_its_score(name: str, pool: list[Group]) -> None:
    """On random hands both agree on splits, completions, points, bonuses, limits, values and winners."""
    rng = random.Random(f"hands of {name}")
    seen = 0
    while seen < 120:
        case = deal(rng, pool)
        if case is None:
            continue
        seen += 1
        found = fast_readings(case)
        views = Counter(fast_view(reading) for reading in found if reading.form == "sets")
        expected = slow_views(case)
        assert views == expected, case
        verdict = judge_melds(MeldClaim(case.hand, case.circumstances), BOOKLET, near=0)
        values = [worth[3] for *_, worth in expected if worth[2] or worth[1] >= 2]
        other = slow.special(case.exposed, case.concealed, case.facts)
        values += [] if other is None else [other]
        assert verdict.win == bool(values), case
        assert verdict.win == (not verdict.reasons)
        assert (None if verdict.best is None else verdict.best.value) == max(values, default=None), case


def test_twins_and_orphans() -> None:
    """Seven pairs and orphans of random tiles, won in any way, have the source's value."""
    rng = random.Random("pairs")
    choices = [KINDS, sorted(slow.HONORS), sorted(set(KINDS) - slow.HONORS), [f"{n}C" for n in range(1, 10)]]
    for turn in range(300):
        tiles = (
            [*slow.HONORS, rng.choice(sorted(slow.HONORS))] if turn % 5 == 0 else rng.sample(choices[turn % 4], 7) * 2
        )
        own = rng.choice("NEWS")
        out = {"first-discard", "first-draw"} if own == "E" else {"dealt"}
        ways = [way for way in WAYS if way not in {"supplement", "robbed-kong", *out}]
        case = RulingCase([], tiles, rng.choice(tiles), Facts(own, rng.choice("NEWS"), rng.choice(ways)))
        special = [reading for reading in fast_readings(case) if reading.form != "sets"]
        assert [reading.value for reading in special] == [slow.special([], tiles, case.facts)]
        half = special[0].value == 250
        assert special[0].limit == ("half" if half else True)
        assert half <= (case.facts.way not in DRAWN)


def complete(exposed: list[Group], concealed: list[str], last: str | None = None) -> bool:
    """Return whether tiles are a complete hand of any kind with this number of kongs.

    A last tile must complete something other than a kong.
    """
    if max(Counter([*concealed, *(tile for group in exposed for tile in group)]).values()) > 4:
        return False
    held = Counter(concealed)
    twins = not exposed and len(concealed) == 14 and set(held.values()) == {2}
    orphans = not exposed and len(concealed) == 14 and set(held) == slow.HONORS
    kongs = len(concealed) - 3 * (4 - len(exposed)) - 2
    if kongs < 0:
        return False
    return twins or orphans or any(True for _ in slow.ways(exposed, concealed, last))


def after(concealed: list[str], near: NearMelds) -> list[str]:
    """Return the concealed tiles after adding and giving up a near hand's tiles."""
    left = list(concealed)
    for tile in near.drop:
        left.remove(tile.code)
    return [*left, *(tile.code for tile in near.need)]


@pytest.mark.parametrize("missing", [1, 2, 3])
def test_near_hands(missing: int) -> None:
    """A near hand is complete with its tiles, no hand is nearer, and the list has every hand one tile away."""
    rng = random.Random(f"near {missing}")
    choices = pools()
    seen = 0
    while seen < 25:
        case = deal(rng, choices[rng.choice(sorted(choices))])
        if case is None or not complete(case.exposed, case.concealed) or len(case.concealed) <= missing + 1:
            continue
        seen += 1
        concealed = case.concealed[missing:]
        if seen % 2:
            seven = [kind for kind in KINDS if kind not in concealed]
            concealed += rng.sample(seven, missing)
        if complete(case.exposed, concealed):
            continue
        hand = Hand(tuple(parse_tiles(" ".join(group)) for group in case.exposed), parse_tiles(" ".join(concealed)))
        verdict = judge_melds(MeldClaim(hand), BOOKLET, near=1000)
        assert not verdict.win
        for near in verdict.near:
            assert complete(case.exposed, after(concealed, near)), (hand, near)
        told = {(near.need, near.drop) for near in verdict.near if near.away == 1}
        tiles = {kind: Tile(kind) for kind in KINDS}
        one_away = {
            ((tiles[need],), () if drop is None else (tiles[drop],))
            for drop in (None, *sorted(set(concealed)))
            for need in KINDS
            if need != drop and complete(case.exposed, [*_less(concealed, drop), need], need)
        }
        assert told >= one_away, (str(hand), verdict.near, verdict.reasons)
        assert verdict.near[0].away <= missing, (case, str(hand), verdict.near)
        if verdict.near[0].away > 1:
            assert not one_away


def _less(concealed: list[str], drop: str | None) -> list[str]:
    left = list(concealed)
    if drop is not None:
        left.remove(drop)
    return left


def test_a_waiting_rack_is_worth_what_it_is_then_judged() -> None:
    """The value of a wait, from the wall and on a discard, is the verdict's value for the rack with that tile."""
    rng = random.Random("waiting")
    choices = pools()
    seen = 0
    while seen < 60:
        case = deal(rng, choices[rng.choice(sorted(choices))])
        if case is None:
            continue
        seen += 1
        hand = Hand(case.hand.exposures, parse_tiles(" ".join(case.concealed[1:])))
        facts = Circumstances(Tile(case.facts.own), Tile(case.facts.table))
        for near in judge_melds(MeldClaim(hand, facts), BOOKLET, near=1000).near:
            if near.worth is None or near.drop:
                continue
            (tile,) = near.need
            for mark, worth in (("", near.worth.from_wall), ("<Bea", near.worth.on_discard)):
                rack = parse_rack(f"{hand} +{tile}{mark}")
                best = judge_melds(MeldClaim(rack, facts), BOOKLET).best
                assert (None if best is None else best.value) == worth
