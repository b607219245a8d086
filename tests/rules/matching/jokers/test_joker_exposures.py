"""Exposures of jokers alone, discarded jokers, and exchanged jokers, as each source rules them."""

import random
from itertools import combinations
from time import thread_time

import pytest

from rules.card.card import load_card, parse_card
from rules.claim import WinClaim
from rules.hand import Hand, parse_rack
from rules.judging import judge
from rules.matching.example_hand import example_hand
from rules.matching.prospects import prospects_of, waits_of
from rules.matching.winner import is_winner
from rules.ruleset import RuleSet, load_ruleset, parse_ruleset
from rules.tiles import ALL_TILES, FLOWER, JOKER, copies, overfull, parse_tiles
from tests.rules.matching.brute_force import away, completes
from tests.rules.matching.test_other_matching import all_hands, load, takes_in


def house(parent: str, text: str) -> RuleSet:
    """Return a house's rule set."""
    return parse_ruleset(f'id = "ours"\ntitle = "Ours"\nparent = "{parent}"\n{text}', "ours.toml")


# --- exposures of jokers alone -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rack", "hands"),
    [
        pytest.param("[JJJJ] GGGG 8888C FF", "5", id="one kong"),
        pytest.param("[JJJJ] GGG J 8888C FF", "5", id="beside another joker"),
        pytest.param("[JJJJ] [8888C] GGGG FF", "5", id="beside an exposure with naturals"),
        pytest.param("[JJJJ] [JJJJ] GGGG FF", "5", id="two of them"),
        pytest.param("[JJJ] 8888B FFFF 888C", "16", id="a pung"),
        pytest.param("[JJJJ] NNNN EE WW RR", "21", id="the kong of Souths"),
        pytest.param("[JJJJ] GGGG 8888C F 9D", "", id="no pair of flowers"),
        pytest.param("[JJJJJJ] GGGG RR FF", "", id="no sextet on that hand"),
        pytest.param("[JJJJ] 11B 333B 777C 99C", "", id="the kong may not be exposed twice"),
    ],
)
def test_a_group_may_be_all_jokers(rack: str, hands: str) -> None:
    """Basic rule 1 of the guide: a group may consist of all jokers, and may be exposed so."""
    card, ruleset = load("practice")
    hand = parse_rack(rack)
    found = {match.pattern.number for match in judge(WinClaim(hand), card, ruleset).matches}
    expected = {
        row
        for row, groups in all_hands("practice")
        if completes(hand, groups, takes_in("practice", row), natural=False)
    }
    assert found == expected
    assert set(hands.split()) <= found or not hands
    assert is_winner(hand, card, ruleset) == bool(found)


@pytest.mark.parametrize(
    ("name", "rack", "reason"),
    [
        pytest.param("nmjl-1976", "[JJJJ] 3333C 4444C FF", "is never a joker", id="the book of 1976"),
        pytest.param("set-manual", "[JJJJ] RRRR 88C EEEE", "is never a joker", id="the manual"),
        pytest.param(
            "hoyle-league", "[JJJJ] NNNN SSSS EW", "the source does not say: the table has to agree", id="Hoyle"
        ),
        pytest.param("practice", "[JJ] GGGG 8888C FF 22B", "a pair is never an exposure", id="a pair, in the guide"),
    ],
)
def test_jokers_alone_that_may_not_lie_open(name: str, rack: str, reason: str) -> None:
    """If the called tile lies in the exposure, one tile of the exposure is natural."""
    card, ruleset = load(name)
    verdict = judge(WinClaim(parse_rack(rack)), card, ruleset)
    assert not verdict.win
    assert any(reason in text.text for text in verdict.reasons)
    assert not is_winner(parse_rack(rack), card, ruleset)


@pytest.mark.parametrize(
    ("rack", "reason"),
    [
        pytest.param("[JJJ] [JJJJJ] FFFFFF", "[J J J J J] is not a whole group of hand 1", id="one fits, one does not"),
        pytest.param("[JJJ] [JJJ] FFFFFF J N", "no joker may stand for", id="both fit"),
    ],
)
def test_a_card_of_many_hands_says_soon_what_jokers_alone_do_not_fit(rack: str, reason: str) -> None:
    """We fit exposures of jokers alone to each hand, and do not try each meaning they may have on the whole card."""
    lines = '"XXX* YYY* UUU* FFF NN x25", "XXX* YYY* AAA FFF 11* x25"'
    head = 'id = "wild"\ntitle = "Wild"\nruleset = "modern-american"\nflowers = "wild"\n'
    card = parse_card(f'{head}[[section]]\ntitle = "Many"\nlines = [{lines}]\n')
    begun = thread_time()
    reasons = judge(WinClaim(parse_rack(rack)), card, load_ruleset("modern-american")).reasons
    assert thread_time() - begun < 10
    assert reasons[0].text.startswith(reason)
    assert not any("[J J J] is not" in one.text for one in reasons)


def test_a_house_asks_for_a_natural_tile_or_not() -> None:
    """`[exposures] natural` decides whether an exposure needs a natural tile, under every rule set with a card."""
    hand = parse_rack("[JJJJ] GGGG 8888C FF")
    assert judge(WinClaim(hand), load_card("practice"), house("nmjl-1976", "[exposures]\nnatural = false\n")).win
    strict = house("modern-american", "[exposures]\nnatural = true\n")
    assert not judge(WinClaim(hand), load_card("practice"), strict).win


def test_exposures_of_jokers_agree_with_trying_every_hand() -> None:
    """Wins, distances and possible hands match a trial of each group for each exposure of jokers."""
    card, ruleset = load("practice")
    concealed = {pattern.number for pattern in card.hands if pattern.concealed_only}
    rng = random.Random("jokers alone")
    whole = [tile for tile in ALL_TILES for _ in range(copies(tile))]
    wins = 0
    for _ in range(25):
        row, groups = rng.choice(all_hands("practice"))
        takes = takes_in("practice", row)
        fitting = [group for group in groups if takes(group)]
        if not fitting or row in concealed:
            continue
        opened = rng.choice([[one] for one in fitting] + [list(two) for two in combinations(fitting, 2)])
        rest = [list(group) for group in groups]
        for group in opened:
            rest.remove(list(group))
        tiles = list(parse_tiles(" ".join(code for group in rest for code in group)))
        for at in rng.sample(range(len(tiles)), rng.choice([0, 0, 1, 3])):
            tiles[at] = rng.choice(whole)
        hand = Hand(tuple((JOKER,) * len(group) for group in opened), tuple(tiles))
        if overfull(hand.tiles):
            continue
        expected: dict[str, int] = {}
        for other, concrete in all_hands("practice"):
            far = None if other in concealed else away(hand, concrete, takes_in("practice", other), natural=False)
            if far is not None:
                expected[other] = min(far, expected.get(other, far))
        found = prospects_of(hand, card, ruleset).possible
        assert {near.pattern.number: near.away for near in found} == expected, str(hand)
        matches = judge(WinClaim(hand), card, ruleset, near=0).matches
        assert {match.pattern.number for match in matches} == {number for number, far in expected.items() if not far}
        for near in found:
            assert sum(tile is None for group in near.groups for tile in group.tiles) == near.away
        wins += bool(matches)
    assert wins > 3


@pytest.mark.parametrize(
    ("name", "rack"),
    [
        ("practice", "[JJJJ] JJJJ 8888C FF"),
        ("hoyle-league", "[FFFF] JJJJ 3333DFF"),
        ("hoyle-league", "[FFJJ] [JJFF] [3D3D3DFFJ]"),
    ],
)
def test_an_exposure_of_wild_tiles_makes_each_hand_once(name: str, rack: str) -> None:
    """With as many wild tiles in each group it is one hand, whichever of the groups is the exposed one."""
    card, ruleset = load(name)
    wild = {JOKER, FLOWER} if name == "hoyle-league" else {JOKER}
    hands = [
        sorted((group.stand_for, sum(tile in wild for tile in group.tiles)) for group in match.groups)
        for match in judge(WinClaim(parse_rack(rack)), card, ruleset).matches
    ]
    assert len(hands) > 2
    assert all(hands.count(hand) == 1 for hand in hands)


def test_what_waits_and_dies_beside_jokers_alone() -> None:
    """A rack of 13 waits for the tiles of every meaning; the reason gives the size of an exposure that no hand has."""
    card, ruleset = load("practice")
    waits = waits_of(parse_rack("[JJJJ] GGG 8888C FF"), card, ruleset).waits
    assert {wait.tile.code for wait in waits} == {"G", "J"}
    dead = prospects_of(parse_rack("[JJJJJ]"), load_card("set-manual"), house("modern-american", ""))
    assert dead.reasons[0].text == "no hand on the card holds [J J J J J], a group of 5 like tiles with a joker in it"


# --- discarded jokers --------------------------------------------------------------------------------------------

CALLED = {"nmjl-1976": "2222C 3333C 4444C F", "hoyle-league": "NNNN SSSS JJ E W JJ", "practice": "GGGG 8888C FF 222B"}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nmjl-1976", "a discarded joker cannot be called"),
        ("practice", "a discarded joker cannot be called"),
        ("hoyle-league", "whether a discarded joker may be called the source does not say: the table has to agree"),
    ],
)
def test_a_discarded_joker(name: str, reason: str) -> None:
    """Three sources forbid a discarded joker; Hoyle leaves it open, and the reason and the ruling say so."""
    card, ruleset = load(name)
    rack = CALLED[name].replace("JJ E W JJ", "JJ E W J")
    verdict = judge(WinClaim(parse_rack(f"{rack} +J<Bea")), card, ruleset)
    assert not verdict.win
    assert verdict.reasons[0].text == reason
    assert judge(WinClaim(parse_rack(f"{rack} +J")), card, ruleset).win


@pytest.mark.parametrize(
    ("name", "number", "need"), [("nmjl-1976", "24", "F"), ("hoyle-league", "7", "J"), ("practice", "5", "2B")]
)
def test_a_dead_joker_is_given_up_in_the_nearest_hand(name: str, number: str, need: str) -> None:
    """The hand that a dead joker seems to complete is one tile away, with the joker given up."""
    card, ruleset = load(name)
    hand = parse_rack(CALLED[name].replace("JJ E W JJ", "JJ E W J") + " +J<Bea")
    nearest = next(near for near in judge(WinClaim(hand), card, ruleset).near if near.pattern.number == number)
    assert (nearest.need, nearest.drop) == (parse_tiles(need), (JOKER,))
    assert sum(tile is None for group in nearest.groups for tile in group.tiles) == 1
    assert min(near.away for near in prospects_of(hand, card, ruleset).possible) == 1


@pytest.mark.parametrize("name", ["nmjl-1976", "hoyle-league", "practice"])
def test_a_house_lets_a_discarded_joker_be_called(name: str) -> None:
    """With `[jokers] discarded = "callable"` a discarded joker wins, and a wait for a joker includes discards."""
    card, ruleset = load(name)
    ours = house(ruleset.id, '[jokers]\ndiscarded = "callable"\n')
    rack = CALLED[name].replace("JJ E W JJ", "JJ E W J")
    claimed = parse_rack(f"{rack} +J<Bea")
    assert judge(WinClaim(claimed), card, ours).win
    assert is_winner(claimed, card, ours)
    assert not is_winner(claimed, card, ruleset)
    for rules, drawn_only in ((ours, False), (ruleset, True)):
        waits = waits_of(parse_rack(rack), card, rules).waits
        assert [wait.self_pick_only for wait in waits if wait.tile is JOKER] == [drawn_only]


# --- jokers that were exchanged ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "spoils"),
    [("nmjl-1976", True), ("set-manual", False), ("modern-american", False), ("hoyle-league", False)],
)
def test_a_joker_once_used_spoils_a_hand_in_the_book_alone(ruleset: str, spoils: bool) -> None:
    """Only the book of 1976 considers an exchanged joker; other sources judge the hand as it is displayed."""
    card, rules = load_card("practice"), load_ruleset(ruleset)
    if ruleset == "set-manual":
        # The hand breaks the manual's colour rule.
        rules = house(ruleset, "[hand]\ncolour_rule = false\n")
    hand = example_hand(card, "25", rules)
    claim = WinClaim(hand, joker_was_used=True)
    verdict = judge(claim, card, rules)
    assert verdict.win != spoils
    assert is_winner(hand, card, rules, joker_was_used=True) != spoils
    waiting = Hand((), hand.concealed[1:])
    assert bool(waits_of(waiting, card, rules, joker_was_used=True).waits) != spoils
    near = judge(WinClaim(waiting, joker_was_used=True), card, rules, near=100).near
    assert ("25" in {one.pattern.number for one in near}) != spoils
    if verdict.win:
        assert verdict.matches[0].jokerless


def test_rule_sets_kept_from_before_play_as_they_did() -> None:
    """A rule set without the three fields forbids a discarded joker, a used joker and an exposure of jokers alone."""
    text = """
id = "kept"
title = "Kept"
document = "Kept"
[players]
at_table = [4]
[hand]
place = "1"
set_place = "2"
[jokers]
in_pairs = false
in_singles = false
in_unlike_groups = false
flowers_wild = false
place = "3"
discard_place = "4"
used_place = "5"
[exposures]
smallest = 3
place = "6"
concealed_place = "7"
[payment]
kind = "card-value"
self_pick = 2
discarder = 2
other = 1
jokerless = 2
jokerless_on_discard = true
singles_and_pairs_doubled = false
redeemed_joker_is_self_pick = true
score_sheet = true
[places]
self_pick = "8"
discard = "9"
wall = "10"
[bettors]
kind = "none"
[rulings]
"""
    kept, card = parse_ruleset(text, "kept.toml"), load_card("practice")
    for claim in (
        WinClaim(parse_rack("[JJJJ] GGGG 8888C FF")),
        WinClaim(parse_rack("GGGG 8888C FF 222B +J<Bea")),
        WinClaim(example_hand(card, "25", kept), joker_was_used=True),
    ):
        assert not judge(claim, card, kept).win
