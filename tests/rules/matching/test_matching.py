import random
from collections import Counter
from functools import cache

import pytest

from rules.card.card import Card
from rules.card.packed_groups import unpack
from rules.claim import WinClaim
from rules.hand import Hand, parse_rack
from rules.judging import judge
from rules.matching.index.compiled_cards import index_of
from rules.matching.winner import is_winner
from rules.ruleset import RuleSet
from rules.tiles import ALL_TILES, FLOWER, JOKER, Tile, copies, format_tiles, overfull
from rules.verdict import HandReading, NearHand, Verdict
from tests.rules.matching.brute_force import (
    CONCEALED,
    NO_JOKERS,
    Groups,
    Layout,
    TakesJokers,
    away,
    completes,
    hands_of_1976,
    layouts,
    takes_any,
    takes_three_or_more_alike,
)
from tests.rules.matching.changed_racks import changed, check_shuffled

ROWS = range(1, 76)


@cache
def all_hands() -> tuple[tuple[int, Groups], ...]:
    """List every concrete hand of 1976 with its row, from the brute force."""
    return tuple((row, groups) for row in ROWS for groups in sorted(hands_of_1976(row)))


def takes_in(row: int, takes: TakesJokers) -> TakesJokers:
    """Return the joker rule of a row."""
    return (lambda _: False) if row in NO_JOKERS else takes


def slow_matches(hand: Hand, takes: TakesJokers, joker_was_used: bool = False) -> list[tuple[int, Groups]]:
    """Return every concrete hand that a rack makes, by trying all of them."""
    if len(hand.tiles) != 14 or overfull(hand.tiles):
        return []
    if hand.winning_tile is JOKER and hand.won_by == "discard":
        return []
    held = Counter(tile.code for tile in hand.tiles if tile is not JOKER)
    found = []
    for row, groups in all_hands():
        if (row in CONCEALED and hand.exposures) or (row in NO_JOKERS and joker_was_used):
            continue
        wanted = Counter(code for group in groups for code in group)
        if held <= wanted and completes(hand, groups, takes_in(row, takes)):
            found.append((row, groups))
    return found


def reading_key(verdict: Verdict) -> list[tuple[int, Groups]]:
    """Return the concrete hands of a verdict's readings, each once, in the form of the brute force."""
    return sorted({(int(match.pattern.number), groups_of(match)) for match in verdict.matches})


def groups_of(match: HandReading) -> Groups:
    """Return the concrete hand of a reading."""
    return tuple(sorted(tuple(sorted(tile.code for tile in group.stand_for)) for group in match.groups))


def layout_of(match: HandReading) -> Layout:
    """Return a reading in the form of `layouts`."""
    sides = [
        (tuple(sorted(tile.code for tile in group.stand_for)), tuple(sorted(tile.code for tile in group.tiles)))
        for group in match.groups
        if not group.exposed
    ]
    laid = sorted(tuple(sorted(tile.code for tile in group.tiles)) for group in match.groups if group.exposed)
    return (*sorted(sides), *((exposure, exposure) for exposure in laid))


@pytest.mark.parametrize("rule", ["book", "modern"])
def test_every_place_for_the_jokers_is_told(card: Card, rule: str, request: pytest.FixtureRequest) -> None:
    """The readings are exactly the possible placements of the jokers, found by trying each place."""
    ruleset: RuleSet = request.getfixturevalue(rule)
    takes = takes_any if rule == "book" else takes_three_or_more_alike
    rng = random.Random(23)
    texts = [
        "5555B 5555C 5555D JJ",
        "5555B J 5555C 5555D 1D",
        "NNNN SSSJ FFFF JJ",
        "[FFF] NNNJ SSSS FFJ",
        "555B JJJ 5555C 555D 1D",
    ]
    several = 0
    for hand in [*map(parse_rack, texts), *(some_rack(rng) for _ in range(25))]:
        verdict = judge(WinClaim(hand), card, ruleset, near=0)
        told = [(int(match.pattern.number), layout_of(match)) for match in verdict.matches]
        assert len(set(told)) == len(told)
        hands = {(int(match.pattern.number), groups_of(match)) for match in verdict.matches}
        several += len(told) > len(hands)
        expected = {(row, layout) for row, groups in hands for layout in layouts(hand, groups, takes_in(row, takes))}
        assert set(told) == expected, str(hand)
    assert several


def some_rack(rng: random.Random) -> Hand:
    """Make a rack near a hand of the card: a concrete hand with jokers, exposures and perhaps a tile or two changed."""
    _, groups = rng.choice([rng.choice(all_hands()), rng.choice(all_hands()[:600])])
    jokers = rng.choice([0, 0, 1, 2, 3, 5, 8])
    exposed = rng.choice([0, 0, 1, 2, 3])
    rack = [[Tile(code) for code in group] for group in groups]
    places = [(at, nth) for at, group in enumerate(rack) for nth in range(len(group))]
    for at, nth in rng.sample(places, min(jokers, len(places))):
        rack[at][nth] = JOKER
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        at, nth = rng.choice(places)
        # Often one more of an existing tile, to overfill a group.
        rack[at][nth] = rng.choice([rng.choice(ALL_TILES), rng.choice(rng.choice(rack))])
    rng.shuffle(rack)
    laid = [tuple(group) for group in rack[:exposed]]
    concealed = [tile for group in rack[exposed:] for tile in group]
    rng.shuffle(concealed)
    if not concealed or rng.random() < 0.5:
        return Hand(tuple(laid), tuple(concealed))
    if rng.random() < 0.5:
        return Hand(tuple(laid), tuple(concealed), rng.choice(concealed), "self-pick")
    return Hand(tuple(laid), tuple(concealed), rng.choice(concealed), "discard", "Bea")


@pytest.mark.parametrize("seed", range(8))
def test_readings_agree_with_trying_every_hand(card: Card, book: RuleSet, seed: int) -> None:
    """On racks with jokers, exposures and wrong tiles, the readings match a trial of every concrete hand."""
    rng = random.Random(seed)
    for _ in range(40):
        hand = some_rack(rng)
        used = rng.random() < 0.2
        verdict = judge(WinClaim(hand, joker_was_used=used), card, book, near=0)
        assert reading_key(verdict) == sorted(slow_matches(hand, takes_any, used)), str(hand)
        assert is_winner(hand, card, book, joker_was_used=used) == verdict.win, str(hand)
        assert verdict.win != bool(verdict.reasons), str(hand)


@pytest.mark.parametrize("seed", range(4))
def test_readings_agree_where_jokers_need_three_like_tiles(card: Card, modern: RuleSet, seed: int) -> None:
    """With today's joker rule the readings also match a trial of every concrete hand."""
    rng = random.Random(1000 + seed)
    for _ in range(40):
        hand = some_rack(rng)
        verdict = judge(WinClaim(hand), card, modern, near=0)
        assert reading_key(verdict) == sorted(slow_matches(hand, takes_three_or_more_alike)), str(hand)
        assert is_winner(hand, card, modern) == verdict.win, str(hand)


def check_groups(hand: Hand, verdict: Verdict) -> None:
    """Check that each reading uses the rack's own tiles, and only jokers stand for others."""
    for match in verdict.matches:
        laid = sorted(group.tiles for group in match.groups if group.exposed)
        assert laid == sorted(hand.exposures)
        assert sorted(tile for group in match.groups for tile in group.tiles) == sorted(hand.tiles)
        for group in match.groups:
            assert len(group.shape) == len(group.tiles) == len(group.stand_for)
            assert all(tile in {JOKER, stands} for tile, stands in zip(group.tiles, group.stand_for, strict=True)) or (
                group.exposed and set(group.tiles) <= {JOKER, *group.stand_for}
            )
        assert match.jokerless == (JOKER not in hand.tiles)


def test_groups_are_made_of_the_tiles_of_the_rack(card: Card, book: RuleSet) -> None:
    """Every reading uses each tile of the rack once, exposures whole, natural tiles as themselves."""
    rng = random.Random(7)
    wins = 0
    for _ in range(300):
        hand = some_rack(rng)
        verdict = judge(WinClaim(hand), card, book, near=0)
        wins += verdict.win
        check_groups(hand, verdict)
        values = [match.pattern.value for match in verdict.matches]
        assert values == sorted(values, reverse=True)
    assert wins > 50


@pytest.mark.parametrize(("rule", "seed"), [("book", 1), ("book", 2), ("book", 3), ("modern", 4), ("modern", 5)])
def test_near_hands_agree_with_trying_every_hand(
    card: Card, rule: str, seed: int, request: pytest.FixtureRequest
) -> None:
    """Distances of all rows within reach are the least over all concrete hands, and adding the needed tiles wins."""
    ruleset: RuleSet = request.getfixturevalue(rule)
    takes = takes_any if rule == "book" else takes_three_or_more_alike
    rng = random.Random(seed)
    for _ in range(16):
        hand = some_rack(rng)
        if rng.random() < 0.4:
            hand = Hand(hand.exposures, tuple(rng.sample(ALL_TILES, 13 - len(hand.tiles) + len(hand.concealed))))
        if overfull(hand.tiles):
            continue
        expected = slow_distances(hand, takes)
        verdict = judge(WinClaim(hand), card, ruleset, near=75)
        found = {int(near.pattern.number): near.away for near in verdict.near}
        assert found == {row: distance for row, distance in expected.items() if distance > 0}, str(hand)
        order = [(near.away, -near.pattern.value, int(near.pattern.number)) for near in verdict.near]
        assert order == sorted(order)
        for near in verdict.near:
            check_near(hand, near, card, ruleset)


def slow_distances(hand: Hand, takes: TakesJokers) -> dict[int, int]:
    """Return each row's distance by trying every concrete hand; leave out rows out of reach."""
    found: dict[int, int] = {}
    for row, groups in all_hands():
        if row in CONCEALED and hand.exposures:
            continue
        distance = away(hand, groups, takes_in(row, takes))
        if distance is not None:
            found[row] = min(distance, found.get(row, 15))
    return found


def check_near(hand: Hand, near: NearHand, card: Card, ruleset: RuleSet) -> None:
    """Check that the rack makes the hand without ``drop`` and with ``need``."""
    made = changed(hand, near)
    assert not overfull(made.tiles)
    matches = judge(WinClaim(made), card, ruleset, near=0).matches
    assert near.pattern in {match.pattern for match in matches}, (str(hand), near)


@pytest.mark.parametrize(
    ("rack", "nearest"),
    [
        ("[2C 2C J 2C] 2C 3333C 444C FF", "24: add 4C, drop 2C"),
        ("[1B 1B 1B] 1B 222B 111C 22C FF", "72: add 2C, drop 1B"),
        ("[1B 1B 1B] 222B 111C 22C J FF", "72: add 2C, drop J"),
        ("NNNN EE SSSS 11B 1C J", "10: add 1D 1D, drop E E"),
        ("2222C 3333C 4444C F", "73: add F, drop"),
        ("2222C 3333C 4444C F 9D", "73: add F, drop 9D"),
        ("[5B 5B 5B J J] 5555C 555D 1B", "60: add 5D J, drop 1B"),
    ],
)
def test_near_hands_worked_by_hand(card: Card, book: RuleSet, rack: str, nearest: str) -> None:
    """The nearest hand, its needed tiles and the tiles to give up match a solution by hand."""
    near = judge(WinClaim(parse_rack(rack)), card, book, near=1).near[0]
    told = f"{near.pattern.number}: add {format_tiles(near.need)}, drop {format_tiles(near.drop)}"
    assert told.strip() == nearest


def test_tiles_on_the_table_put_hands_out_of_reach(card: Card, book: RuleSet) -> None:
    """With three copies of its tile out, a pair needs a joker, and is impossible without jokers."""
    hand = parse_rack("NN EE WW 1B 77B 6B FF S")
    plain = judge(WinClaim(hand), card, book, near=75).near
    nearest = plain[0].to_json()
    assert [nearest[name] for name in ("hand", "away", "need", "drop")] == ["66", 1, ["S"], []]
    dead = judge(WinClaim(hand, table=(Tile("S"),) * 3), card, book, near=75).near
    assert "66" not in {near.pattern.number for near in dead}
    joker = parse_rack("NNNN SSSS FFF FF 1B")
    assert judge(WinClaim(joker), card, book, near=1).near[0].need == (FLOWER,)
    gone = judge(WinClaim(joker, table=(FLOWER,) * 3), card, book, near=1).near[0]
    assert (gone.pattern.number, gone.need, gone.drop) == ("8", (JOKER,), (Tile("1B"),))


def test_shuffling_changes_nothing(card: Card, book: RuleSet) -> None:
    """The order of the concealed tiles, of the exposures and of the tiles in them never changes a verdict."""
    rng = random.Random(11)
    for _ in range(60):
        hand = some_rack(rng)
        check_shuffled(hand, card, book, rng)


def test_a_joker_for_a_tile_never_loses_a_win(card: Card, book: RuleSet) -> None:
    """If a hand takes jokers, replacing a concealed tile by a joker keeps the win, up to eight jokers."""
    rng = random.Random(13)
    takes_jokers = [entry for entry in all_hands() if entry[0] not in NO_JOKERS]
    for _ in range(150):
        row, groups = rng.choice(takes_jokers)
        tiles = [Tile(code) for group in groups for code in group]
        excess = {tile: number - copies(tile) for tile, number in overfull(tiles)}
        order = rng.sample(range(14), 14)
        for tile, number in excess.items():
            for place in [at for at in order if tiles[at] is tile][:number]:
                tiles[place] = JOKER
        while tiles.count(JOKER) <= 8:
            hand = Hand((), tuple(tiles))
            assert str(row) in {match.pattern.number for match in judge(WinClaim(hand), card, book, near=0).matches}
            tiles[rng.choice([at for at in range(14) if tiles[at] is not JOKER])] = JOKER


def test_every_concrete_hand_wins_and_lacks_one_when_short(card: Card, book: RuleSet) -> None:
    """Each concrete hand that a set can build wins; without any one tile the rack waits for it."""
    rng = random.Random(17)
    index = index_of(card, book.jokers) if book.jokers else None
    assert index is not None
    for place in rng.sample(range(len(index.hands)), 200):
        tiles = [tile for group in index.hands[place] for tile in unpack(group).tiles]
        if overfull(tiles):
            continue
        number = card.hands[index.pattern_of(place)].number
        assert is_winner(Hand((), tuple(tiles)), card, book)
        missing = tiles.pop(rng.randrange(14))
        waiting = judge(WinClaim(Hand((), tuple(tiles))), card, book, near=75)
        assert not waiting.win
        assert (number, (missing,)) in {(near.pattern.number, near.need) for near in waiting.near if near.away == 1}


@pytest.mark.parametrize(
    "rack", ["[2C 2C J 2C] 3C 3C 3C J 4C 4C F 9D E E", "NN EE WW 1B 77B 6B FF S", "1234B 567C NEWS JJ F"]
)
def test_near_hands_are_laid_out(card: Card, book: RuleSet, rack: str) -> None:
    """The groups of a near hand hold the rack's own tiles; their empty places are the needed tiles."""
    hand = parse_rack(rack)
    for near in judge(WinClaim(hand), card, book, near=75).near:
        laid = [tile for group in near.groups for tile in group.tiles]
        stands = [tile for group in near.groups for tile in group.stand_for]
        kept = Counter(tile for tile in laid if tile is not None)
        assert len(laid) == len(stands) == 14
        assert laid.count(None) == near.away
        assert kept + Counter(near.drop) == Counter(hand.tiles)
        missing = Counter(stand for tile, stand in zip(laid, stands, strict=True) if tile is None)
        assert not (Counter(near.need) - missing) - Counter([JOKER] * 8)
        assert all(tile in (None, stand, JOKER) for tile, stand in zip(laid, stands, strict=True))
