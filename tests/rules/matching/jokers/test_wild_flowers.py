import random
from collections import Counter

import pytest

from rules.card.card import Card, load_card, parse_card
from rules.card.packed_groups import unpack
from rules.claim import WinClaim
from rules.hand import Hand, parse_rack
from rules.judging import judge
from rules.matching.index.card_index import naturals_only
from rules.matching.index.compiled_cards import jokers_on
from rules.matching.prospects import prospects_of
from rules.ruleset import RuleSet, load_ruleset
from rules.tiles import ALL_TILES, FLOWER, JOKER, Tile, copies, parse_tiles
from tests.rules.matching.own_card import WHOLE, own_card

ALL_JOKERS = "JJJJJJJJ"


@pytest.mark.parametrize(
    ("rack", "table", "hand", "need"),
    [
        pytest.param("[N N N N F F] SSSS E W F", ALL_JOKERS, "7", "F", id="no-joker-left"),
        pytest.param("NNNN SSSS E W 9B 9C 9D 8D", ALL_JOKERS, "7", "FFFF", id="four-flowers-for-four-winds"),
        pytest.param("NNNN SSSS E W 9B 9C 9D 8D", "JJJJJJJ", "7", "FFF J", id="the-last-joker-first"),
        pytest.param("NNNN SSSS E W 9B 9C 9D 8D", "", "7", "JJJJ", id="jokers-while-there-are-some"),
    ],
)
def test_a_flower_of_the_wall_stands_for_what_is_gone(rack: str, table: str, hand: str, need: str) -> None:
    """Wild flowers in the wall complete a hand whose jokers and naturals are out."""
    card, ruleset = load_card("hoyle-league"), load_ruleset("hoyle-league")
    found = prospects_of(parse_rack(rack), card, ruleset, table=parse_tiles(table))
    assert not found.dead
    near = next(near for near in found.possible if near.pattern.number == hand)
    assert near.need == parse_tiles(need)
    claim = WinClaim(parse_rack(rack), table=parse_tiles(table))
    assert judge(claim, card, ruleset, near=1).near[0].pattern.number == hand


def test_a_hand_is_dead_when_its_wild_tiles_are_all_out() -> None:
    """The shortage counts jokers and flowers together."""
    card, ruleset = load_card("hoyle-league"), load_ruleset("hoyle-league")
    found = prospects_of(parse_rack("[NNNNFF] SSSS E W"), card, ruleset, table=parse_tiles("JJJJJJJJ FFFFF"))
    assert found.dead
    assert found.reasons[0].text.endswith("short by 1 of S")


def test_the_tiles_of_a_near_hand_lie_in_its_groups() -> None:
    """A missing wild tile leaves its place empty, and flowers lie where the rack has them."""
    card, ruleset = load_card("hoyle-league"), load_ruleset("hoyle-league")
    found = prospects_of(parse_rack("NNNN SSSS E W FFF"), card, ruleset, table=parse_tiles(ALL_JOKERS)).possible[0]
    laid = [tile for group in found.groups for tile in group.tiles]
    assert (found.pattern.number, found.need) == ("7", (FLOWER,))
    assert (laid.count(None), laid.count(FLOWER)) == (1, 3)


def slow_away(card: Card, ruleset: RuleSet, hand: Hand, table: tuple[Tile, ...]) -> dict[str, int]:
    """Return the distance of every hand within reach, without exposures, by counting every concrete hand's gaps."""
    assert ruleset.jokers is not None
    jokers = jokers_on(card, ruleset.jokers)
    left = {tile: copies(tile) - hand.tiles.count(tile) - table.count(tile) for tile in ALL_TILES}
    found: dict[str, int] = {}
    for pattern, concrete in zip(card.hands, card.concrete, strict=True):
        for groups in concrete:
            flags = naturals_only(pattern, groups, jokers)
            natural: Counter[Tile] = Counter()
            either: Counter[Tile] = Counter()
            held = Counter(hand.tiles)
            for flag, group in sorted(zip(flags, groups, strict=True), reverse=True):
                for tile in unpack(group).tiles:
                    # A flower in a group that takes wild tiles counts as any wild tile.
                    if held[tile] and (flag or tile is not FLOWER):
                        held[tile] -= 1
                    else:
                        (natural if flag else either)[tile] += 1
            wild = held[JOKER] + held[FLOWER]
            if any(number > left[tile] for tile, number in natural.items()):
                continue
            gone = sum(max(0, number - left[tile] + natural[tile]) for tile, number in either.items() if tile != FLOWER)
            if gone + either[FLOWER] > wild + left[JOKER] + left[FLOWER] - natural[FLOWER]:
                continue
            away = natural.total() + max(0, either.total() - wild)
            found[pattern.number] = min(away, found.get(pattern.number, away))
    return found


@pytest.mark.parametrize("name", ["hoyle-league", "own"])
def test_distances_agree_with_counting_every_gap(name: str) -> None:
    """With many tiles out, the hands within reach and their distances match a slow count of gaps."""
    card, ruleset = (
        (own_card(), load_ruleset("modern-american")) if name == "own" else (load_card(name), load_ruleset(name))
    )
    rng = random.Random(f"wild flowers {name}")
    lacking = 0
    for _ in range(60):
        groups = rng.choice(rng.choice(card.concrete))
        tiles = [tile for group in groups for tile in unpack(group).tiles]
        for at in rng.sample(range(14), 7):
            tiles[at] = rng.choice(WHOLE)
        hand = Hand((), tuple(tiles))
        if any(tiles.count(tile) > copies(tile) for tile in tiles):
            continue
        rest = [tile for tile in ALL_TILES for _ in range(copies(tile) - tiles.count(tile))]
        table = [tile for tile in rest if tile is JOKER]
        rest = [tile for tile in rest if tile is not JOKER]
        gone = (*table[: rng.choice([0, len(table)])], *rng.sample(rest, rng.choice([20, 80, 110])))
        expected = slow_away(card, ruleset, hand, gone)
        found = prospects_of(hand, card, ruleset, table=gone).possible
        assert {near.pattern.number: near.away for near in found} == expected, (str(hand), gone)
        for near in found:
            seen = Counter((*hand.tiles, *gone))
            assert all(seen[tile] + number <= copies(tile) for tile, number in Counter(near.need).items())
            laid = [tile for group in near.groups for tile in group.tiles]
            assert laid.count(None) == near.away, (str(hand), gone, near)
            assert Counter(filter(None, laid)) == Counter(hand.tiles) - Counter(near.drop), (str(hand), gone, near)
        lacking += len(expected) < len(card.hands)
    assert lacking > 5


@pytest.mark.parametrize(
    ("rack", "hands"),
    [
        pytest.param("[FFFF] SSSS 1111BFF", {"1a"}, id="flowers"),
        pytest.param("[FFFJ] SSSS 1111BFF", {"1a"}, id="flowers-and-a-joker"),
        pytest.param("[FFFFJ] [9B9B9BFJJ] JJJ", set(), id="no-hand-of-quint-and-sextet"),
        pytest.param("[FFJJ] [JJFF] [3D3D3DFFJ]", {"1a", "9c"}, id="two-that-leave-a-sextet"),
    ],
)
def test_an_exposure_of_wild_tiles_alone_is_any_group_of_its_size(rack: str, hands: set[str]) -> None:
    """A called flower is as wild on top of the rack as among the concealed tiles."""
    found = judge(WinClaim(parse_rack(rack)), load_card("hoyle-league"), load_ruleset("hoyle-league"))
    assert {match.pattern.number for match in found.matches} == hands
    for match in found.matches:
        for group in match.groups:
            assert all(tile in (FLOWER, JOKER, meant) for tile, meant in zip(group.tiles, group.stand_for, strict=True))


@pytest.mark.parametrize(
    ("rack", "hands"),
    [
        pytest.param("[FFFFF] NNNN SS 777C", {"3"}, id="flowers-of-the-card"),
        pytest.param("[FFF] FFFF 333C 5555C", {"2"}, id="any-pung"),
        pytest.param("[FFFF] 111C 333C 5555C", {"2"}, id="flowers-that-no-joker-replaces"),
        pytest.param("[FFFJ] 111C 333C 5555C", set(), id="a-joker-in-them"),
        pytest.param("[FFFJ] FFFF 111C 333C", {"2"}, id="the-other-kong"),
    ],
)
def test_exposed_flowers_are_themselves_or_wild(rack: str, hands: set[str]) -> None:
    """On a card with printed flowers an exposure of flowers is these, or a group that takes wild tiles."""
    card, ruleset = own_card(), load_ruleset("modern-american")
    found = judge(WinClaim(parse_rack(rack)), card, ruleset)
    assert {match.pattern.number for match in found.matches} == hands


def test_five_exposures_of_wild_tiles_are_read_in_little_time() -> None:
    """We drop a meaning as soon as no hand holds it, instead of trying all of millions."""
    card, ruleset = own_card(), load_ruleset("modern-american")
    assert not judge(WinClaim(parse_rack("[FFF] [FFF] [FFJ] [JJJ] JJ")), card, ruleset).win


@pytest.mark.parametrize(
    ("rack", "says", "place"),
    [
        pytest.param(
            "FFFF 11C 22C 33C 44C 55C",
            "no wild flower may stand for 3C in hand 1",
            "hand 1",
            id="no jokers in the hand",
        ),
        pytest.param(
            "[NNNF] NFF SSSS 9D 9D 9D", "hand 2 takes no wild flower in 4x N", "hand 2", id="an exposure without jokers"
        ),
        pytest.param(
            "FFFFF EEEE WWWW R", "no wild flower may stand for R in hand 3", "Basic rule 1", id="a pair, by the rules"
        ),
        pytest.param(
            "FFFFJ EEEE WWWW R", "no joker may stand for R in hand 3", "Basic rule 1", id="a pair, with a joker"
        ),
    ],
)
def test_a_wild_flower_where_none_may_stand_is_told(rack: str, says: str, place: str) -> None:
    """Where the tiles are there and a flower stands where no wild tile may, the reason says so."""
    text = """
id = "wild"
title = "Wild flowers"
flowers = "wild"
[[section]]
title = "Hands"
lines = [
    "FF 11a 22a 333a 44a 555a c50 nojoker",
    "NNNN FF SSSS 9999D x30 nojoker",
    "FFFF EEEE WWWW RR x30",
]
"""
    reason = judge(WinClaim(parse_rack(rack)), parse_card(text), load_ruleset("modern-american")).reasons[0]
    assert reason.text.startswith(says)
    assert reason.source.endswith(place)
