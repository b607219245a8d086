"""Compare which uncertain tiles matter to a verdict with brute force over all their labels."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, product

import pytest

from rules.card.card import parse_card
from rules.card.packed_groups import unpack
from rules.errors import HandError
from rules.hand import Hand, parse_rack
from rules.melds.circumstances import Circumstances
from rules.tiles import ALL_TILES, JOKER, Tile, parse_tiles
from service.cards.card_folder import home_library
from service.judging.answers import check_or_ask
from service.judging.confirmation import ConfirmedRack, ConfirmedTile, open_tile
from service.judging.exposure_layouts import exposure_layouts
from service.judging.judge_seen import judge_seen
from service.judging.judge_setup import JudgeSetup, make_setup
from service.judging.open_questions import MOST_CASES, outcome, sentence
from service.judging.rack_check import OpenCheck, RackCheck
from service.judging.win_facts import WinFacts

NOBODY = WinFacts()


@pytest.fixture(scope="module", name="cards")
def _cards() -> dict[str, JudgeSetup]:
    """Return the setup of each card, and of the game without one."""
    library = home_library()
    games = {
        name: make_setup(name, None, {}, library) for name in ("nmjl-1976", "practice", "hoyle-league", "set-manual")
    }
    return {**games, "japanese": make_setup(None, "japanese-american-2009", {}, library)}


def seen(
    text: str, doubts: Mapping[int, str] | None = None, *, uncovered: Sequence[int] = (), lying: Sequence[int] = ()
) -> ConfirmedRack:
    """Return a text rack whose numbered tiles (from 1) may be several kinds: `{3: "6B 8B"}`."""
    hand = parse_rack(text)
    places = [at for at, group in enumerate(hand.exposures) for _ in group] + [None] * len(hand.concealed)
    tiles = []
    for number, (tile, exposure) in enumerate(zip(hand.tiles, places, strict=True), 1):
        choices = [one.code for one in parse_tiles((doubts or {}).get(number, tile.code))]
        if len(choices) == 1 and number not in uncovered:
            tiles.append(ConfirmedTile(number, tile.code, True, (tile.code,), exposure))
            continue
        chance = 0.8 if number in uncovered else 1.0
        likely = [(label, chance / len(choices)) for label in choices[1:]]
        tiles.append(open_tile(number, choices[0], chance / len(choices), likely, exposure))
    return ConfirmedRack(tuple(tiles), tuple(lying))


WON_24 = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C 4C F F"


def asked(check: RackCheck | OpenCheck) -> list[int]:
    """Return the tiles that are asked about, in order."""
    assert isinstance(check, OpenCheck)
    return [question.tile.number for question in check.asked]


def test_a_joker_beside_another_makes_no_difference(cards: dict[str, JudgeSetup]) -> None:
    """If the hand already has a joker, a tile that may be another one changes nothing: the verdict stands."""
    check = judge_seen(seen(WON_24, {1: "2C J"}), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, RackCheck)
    assert (check.best, check.value) == ("24", 20)
    document = check.to_json()
    assert [one["tile"] for one in document["doubts"]] == [1]
    assert document["rack"]["exposures"][0] == [None, "2C", "J", "2C"]


@pytest.mark.parametrize(("number", "told"), [(14, "F"), (12, None)], ids=["sure", "uncertain"])
def test_the_winning_tile_is_told_where_it_is_sure(cards: dict[str, JudgeSetup], number: int, told: str | None) -> None:
    """Beside a verdict that stands whatever the uncertain tiles are, the rack names no uncertain winning tile."""
    rack = replace(seen(WON_24, {1: "2C J", 12: "4C J"}), winning=number)
    check = judge_seen(rack, cards["nmjl-1976"], WinFacts(won_by="self-pick"))
    assert isinstance(check, RackCheck)
    assert (check.rack.winning_tile, check.rack.won_by) == (told, "self-pick")


def test_a_first_joker_is_asked_about_for_the_money(cards: dict[str, JudgeSetup]) -> None:
    """A tile that may be the only joker decides the doubling, so the verdict waits for it."""
    jokerless = "FF 2222B GGGG 8888C"
    check = judge_seen(seen(jokerless, {3: "2B J"}), cards["practice"], NOBODY)
    assert asked(check) == [3]
    assert isinstance(check, OpenCheck)
    assert check.reasons[0].endswith("it is hand 5 for 25, but not all of these leave it jokerless")


def test_a_tile_that_lies_face_down_is_named_in_the_sentence(cards: dict[str, JudgeSetup]) -> None:
    """The sentence about a face-down tile reads as one."""
    rack = seen(WON_24)
    down = open_tile(14, "BACK", 1.0, [], None)
    check = judge_seen(replace(rack, tiles=(*rack.tiles[:-1], down)), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, OpenCheck)
    assert check.reasons[0].startswith("cannot say until you look at tile 14, which lies face down")
    assert check.to_json()["ask"][0]["text"] == "tile 14 lies face down"


def test_only_tiles_that_matter_are_asked_about(cards: dict[str, JudgeSetup]) -> None:
    """Of two uncertain tiles only the decisive one is asked about, with the meaning of each answer."""
    check = judge_seen(seen(WON_24, {1: "2C J", 13: "F 5D"}), cards["nmjl-1976"], NOBODY)
    assert asked(check) == [13]
    assert isinstance(check, OpenCheck)
    means = [(meaning.label, meaning.check and meaning.check.best) for meaning in check.asked[0].means]
    assert means == [("F", "24"), ("5D", None)]
    assert check.reasons[0].endswith("with the Flower it is hand 24 for 20, with the 5 Dot no hand")


def test_a_tile_that_may_be_anything_never_passes(cards: dict[str, JudgeSetup]) -> None:
    """Labels that together lack nearly all the probability, or a single label, settle nothing."""
    for doubts in ({1: "2C J"}, {}):
        check = judge_seen(seen(WON_24, doubts, uncovered=[1]), cards["nmjl-1976"], NOBODY)
        assert asked(check) == [1]
        assert isinstance(check, OpenCheck)
        assert not doubts or check.reasons[0].endswith("; whichever of these it is, it is hand 24 for 20")
        beside = judge_seen(seen(WON_24, {**doubts, 13: "F 5D"}, uncovered=[1]), cards["nmjl-1976"], NOBODY)
        assert asked(beside) == [13, 1]
    check = judge_seen(seen(WON_24, {1: "2C J", 2: "2C J"}, uncovered=[1]), cards["nmjl-1976"], NOBODY)
    assert asked(check) == [1]


def test_the_most_telling_tile_comes_first(cards: dict[str, JudgeSetup]) -> None:
    """A tile whose answers settle the verdict in all cases but one comes before a less decisive tile."""
    check = judge_seen(seen(WON_24, {5: "3C 3D", 13: "F 5D 6D"}), cards["nmjl-1976"], NOBODY)
    assert asked(check) == [13, 5]


def test_many_open_tiles_of_a_hopeless_rack_are_not_asked_about(cards: dict[str, JudgeSetup]) -> None:
    """If too few tiles fit together, six uncertain ones cannot make a hand, so none of their labels is tried."""
    hopeless = seen("1B 3B 5C 7C 9D N E S 2D 4D 6C 8B 1C 9B", dict.fromkeys(range(9, 15), "1D 2D 3D 4D"))
    assert MOST_CASES < 4**6
    check = judge_seen(hopeless, cards["nmjl-1976"], NOBODY)
    assert isinstance(check, RackCheck)
    assert not check.win
    assert "with the tiles that are sure the nearest hand" in str(check.verdict.reasons[0])


def test_more_ways_than_can_be_tried_are_asked_about(cards: dict[str, JudgeSetup]) -> None:
    """Beyond the limit all uncertain tiles are asked about, first those that alone change the verdict."""
    many = seen(WON_24, {1: "2C J", 2: "2C J", 9: "4C 4D J", 10: "4C 4D J", 13: "F N J", 14: "F N J"})
    found = asked(judge_seen(many, cards["nmjl-1976"], NOBODY))
    assert sorted(found) == [1, 2, 9, 10, 13, 14]
    assert set(found[-2:]) == {1, 2}


def test_tiles_that_change_nothing_one_by_one_may_together(cards: dict[str, JudgeSetup]) -> None:
    """Beyond the limit no verdict stands: each of eight tiles may be a joker, but a set has only eight of them."""
    rack = seen(WON_24, {1: "2C J"} | dict.fromkeys(range(5, 9), "3C J") | dict.fromkeys(range(9, 12), "4C J"))
    assert asked(judge_seen(rack, cards["nmjl-1976"], NOBODY)) == [1, 5, 6, 7, 8, 9, 10, 11]


def test_how_tiles_lie_is_asked_only_where_it_matters(cards: dict[str, JudgeSetup]) -> None:
    """Unclear exposures that change no verdict are not asked about beside an uncertain tile."""
    check = judge_seen(seen(WON_24, {13: "F 5D"}, lying=range(1, 9)), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, OpenCheck)
    assert (asked(check), check.ask_exposures) == ([13], ())
    check = judge_seen(seen(WON_24, {1: "2C J"}, uncovered=[1], lying=range(1, 9)), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, OpenCheck)
    assert (asked(check), check.ask_exposures) == ([1], ())
    plain = judge_seen(seen("[NNNN] SSSS 11B 11C 11D", {14: "1D J"}), cards["nmjl-1976"], NOBODY)
    assert isinstance(plain, RackCheck), "nobody doubts the kong, which a concealed hand cannot have"


def test_a_way_that_contradicts_the_winning_tile_is_not_told(cards: dict[str, JudgeSetup]) -> None:
    """If the hand was won with a flower, the only tile that can be the flower is no joker; none can be a north."""
    facts = WinFacts(won_by="self-pick", winning_tile=Tile("F"))
    for choices in ("F J", "J F"):
        rack = seen("[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C 4C J F", {14: choices})
        assert isinstance(judge_seen(rack, cards["nmjl-1976"], facts), RackCheck)
        assert asked(judge_seen(rack, cards["nmjl-1976"], replace(facts, winning_tile=Tile("N")))) == [14]


def test_a_rack_of_13_waits_for_the_same_tiles_or_asks(cards: dict[str, JudgeSetup]) -> None:
    """A rack of 13 has one verdict only if all its labels wait for the same tiles; else the program asks."""
    waiting = "2222C 3333C 4444C F"
    assert asked(judge_seen(seen(waiting, {13: "F 5D"}), cards["nmjl-1976"], NOBODY)) == [13]
    check = judge_seen(seen("2C 2C 2C J 3333C 4444C F", {1: "2C J"}), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, RackCheck)
    assert [wait.tile.code for wait in check.waits or ()] == ["2C", "F", "J"]


@pytest.mark.parametrize("choices", ["2C J", "J 2C"])
def test_of_a_tile_that_may_lie_in_the_rack_the_fewest_are_left(cards: dict[str, JudgeSetup], choices: str) -> None:
    """If an uncertain tile may be one of those the rack waits for, one fewer is left of both."""
    check = judge_seen(seen("2C 2C 2C J 3333C 4444C F", {1: choices}), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, RackCheck)
    assert [(wait.tile.code, wait.left) for wait in check.waits or ()] == [("2C", 1), ("F", 7), ("J", 6)]


def test_a_rack_that_loses_either_way_has_no_reason_of_one_way_alone(cards: dict[str, JudgeSetup]) -> None:
    """With unclear exposures a reason that holds as read alone gives way to what is unclear."""
    check = judge_seen(seen("[NNN 1B] SSSS 11B 22C 1D 2D", lying=range(1, 5)), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, RackCheck)
    assert [reason.text for reason in check.verdict.reasons] == [
        "whichever tiles are exposed (unclear: 1, 2, 3, 4), this is no winning hand"
    ]
    assert (check.doubted_exposures, check.seen) == ((1, 2, 3, 4), None)


def test_hands_near_to_a_rack_are_named_however_it_lies(cards: dict[str, JudgeSetup]) -> None:
    """A hand that is near whether kongs lie exposed or not is named, without groups, since these would say how."""
    lost = "[2C 2C J 2C] [3333C] 444C 5B FF"
    told, unclear = (judge_seen(seen(lost, lying=lying), cards["nmjl-1976"], NOBODY) for lying in ((), range(1, 9)))
    assert isinstance(unclear, RackCheck)
    near = {**told.to_json()["near"][0], "groups": []}
    assert (near["hand"], near["need"], near["drop"]) == ("24", ["4C"], ["5B"])
    assert unclear.to_json()["near"] == [near]


def test_exposures_that_change_what_a_rack_of_13_waits_for_are_asked_about(cards: dict[str, JudgeSetup]) -> None:
    """A rack that waits for a concealed hand waits for nothing once its kong is exposed, so the program asks."""
    check = judge_seen(seen("[NNNN] SSSS 11B 11C 1D", lying=range(1, 5)), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, OpenCheck)
    assert check.ask_exposures == (1, 2, 3, 4)
    assert check.reasons[1].endswith("no hand, with none no hand, waiting for 1 Dot or Joker")
    assert "waits" not in check.to_json()
    both = judge_seen(seen("[NNNN] SSSS 11B 11C 1D", {13: "1D 5D"}, lying=range(1, 5)), cards["nmjl-1976"], NOBODY)
    assert isinstance(both, OpenCheck)
    assert (asked(both), both.ask_exposures, len(both.reasons)) == ([13], (1, 2, 3, 4), 2)


def test_a_concealed_hand_that_may_lie_exposed_is_asked_about(cards: dict[str, JudgeSetup]) -> None:
    """The photo shows no exposure, yet groups that lie apart may be exposed: a concealed hand does not stand surely."""
    rack = seen("FF 4D 4D J 444B 444C SSS", {4: "4D J"}, lying=range(3, 15))
    check = judge_seen(rack, cards["set-manual"], NOBODY)
    assert isinstance(check, OpenCheck)
    assert (check.asked, check.ask_exposures) == ((), tuple(range(3, 15)))
    assert check.reasons[1] == "with their groups exposed it is no hand, with none hand 12 for 20"
    meant = check.to_json()["exposures_mean"]
    assert {name: (one["win"], one["value"]) for name, one in meant.items()} == {
        "exposed": (False, None),
        "none": (True, 20),
    }


def test_what_a_rack_of_13_waits_for_may_hang_on_groups_that_lie_apart(cards: dict[str, JudgeSetup]) -> None:
    """The photo shows no exposure, yet a kong that lies apart may be exposed: then no concealed hand is waited for."""
    apart = seen("NNNN SSSS 11B 11C 1D", lying=range(1, 5))
    check = judge_seen(apart, replace(cards["nmjl-1976"], near=0), NOBODY)
    assert isinstance(check, OpenCheck)
    assert check.ask_exposures == (1, 2, 3, 4)
    assert check.reasons[1] == "with their groups exposed it is no hand, with none no hand, waiting for 1 Dot or Joker"
    meant = check.to_json()["exposures_mean"]
    assert {name: one.get("waits_for") for name, one in meant.items()} == {"exposed": None, "none": ["1D", "J"]}
    check = judge_seen(seen("2222C 3333C 4444C F", lying=range(1, 13)), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, RackCheck)
    assert check.doubted_exposures == tuple(range(1, 13))
    quint = judge_seen(seen("F J F J F 99D 555D 777D", lying=range(1, 6)), cards["nmjl-1976"], NOBODY)
    assert isinstance(quint, OpenCheck)
    assert quint.ask_exposures == (1, 2, 3, 4, 5)


def test_what_is_worth_more_concealed_is_asked_about(cards: dict[str, JudgeSetup]) -> None:
    """Without a card four concealed pungs are a limit hand, which melded ones are not."""
    check = judge_seen(seen("111B 888B GGG 555B 66D", lying=range(1, 7)), cards["japanese"], NOBODY)
    assert isinstance(check, OpenCheck)
    assert check.reasons[1] == "with their groups exposed it is hand sets for 150, with none hand sets for 500"


@pytest.mark.parametrize("name", ["nmjl-1976", "hoyle-league", "set-manual"])
def test_a_group_that_lies_apart_is_asked_about_wherever_the_jokers_are(
    cards: dict[str, JudgeSetup], name: str
) -> None:
    """Of a hand or a rack of 13, no verdict stands that changes if the group that lies apart is exposed."""
    setup, rng, smallest = replace(cards[name], near=0), random.Random(8), 4 if name == "hoyle-league" else 3
    assert setup.card is not None
    changed = 0
    for _ in range(100):
        concrete = rng.choice(rng.choice([one for one in setup.card.concrete if one]))
        groups = [[tile.code for tile in unpack(group).tiles] for group in concrete]
        like = [group for group in groups if len(group) >= smallest and len(set(group)) == 1]
        for group in like:
            group[0] = rng.choice([group[0], "J"])
        if not like:
            continue
        apart = rng.choice(like)
        rest = [tile for group in groups if group is not apart for tile in group]
        rng.shuffle(rest)
        exposed = seen(f"[{' '.join(apart)}] {' '.join(rest[rng.randint(0, 1) :])}")
        flat = replace(exposed.unexposed, unclear=tuple(range(1, len(apart) + 1)))
        ways = {outcome(setup.judge(one.hand(None, None, None, {}))) for one in (exposed, flat)}
        changed += len(ways) > 1
        assert len(ways) == 1 or isinstance(judge_seen(flat, setup, NOBODY), OpenCheck), (apart, rest)
    assert changed > 5


def test_which_of_two_hands_a_rack_makes_may_hang_on_groups_that_lie_apart(cards: dict[str, JudgeSetup]) -> None:
    """The photo shows no exposure, yet kongs that lie apart may be exposed: then no quint of the dearer hand stands."""
    check = judge_seen(seen("555B J 5C J 5C 5C 5555D J 5C", lying=range(1, 13)), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, OpenCheck)
    meaning = "with their groups exposed it is hand 61 for 25, with none hand 60 for 30"
    assert check.reasons[1] == meaning
    beside = judge_seen(seen("[555B J] 5C J 5C 5C 5555D J 5C", lying=range(5, 9)), cards["nmjl-1976"], NOBODY)
    assert isinstance(beside, OpenCheck)
    assert beside.reasons[1] == meaning
    meant = [{name: one["best"] for name, one in way.to_json()["exposures_mean"].items()} for way in (check, beside)]
    assert meant == [{"exposed": "61", "none": "60"}, {"exposed": "61", "as_shown": "60"}]


def test_a_run_that_seems_exposed_is_asked_about_in_a_game_without_chows(cards: dict[str, JudgeSetup]) -> None:
    """By a card three tiles in a row are no exposure; a game without a card has chows, which lie as they are read."""
    for name, text, winning, wanted in (
        ("nmjl-1976", "[3C 4C 5C] 11C 22C 33C 44C 555C", "1C", OpenCheck),
        ("japanese", "[3C 4C 5C] 111B 222B 333B 44B", "4B", RackCheck),
    ):
        rack, setup = replace(seen(text), runs=(1, 2, 3)), cards[name]
        hands = (one.hand(Tile(winning), "self-pick", None, {}) for one in (rack, rack.unexposed))
        assert len({outcome(setup.judge(hand)) for hand in hands}) == 2
        check = judge_seen(rack, setup, WinFacts(won_by="self-pick", winning_tile=Tile(winning)))
        assert isinstance(check, wanted)


@pytest.mark.parametrize(
    ("name", "text", "doubts", "lying"),
    [
        ("practice", "N J N N RR GG SS N S 00", {}, range(1, 5)),
        ("nmjl-1976", "7D 7D 7D J 7777C J 1D 7777B", {9: "J 7D 2D"}, range(1, 5)),
        ("nmjl-1976", "J F F 2C J 2C 2C 8C 2C 8C 8C F J F", {}, range(1, 12)),
        ("practice", "8C 8C J 8888B J 8C 4D 2D 6D 6D", {}, range(1, 8)),
    ],
    ids=["a natural tile in hand", "an open tile in hand", "groups of two jokers", "a joker of one's own to redeem"],
)
def test_a_joker_that_may_lie_exposed_stands_for_nothing_else(
    cards: dict[str, JudgeSetup], name: str, text: str, doubts: dict[int, str], lying: Sequence[int]
) -> None:
    """Unclear tiles may lie exposed with the joker among them, also where the best reading has it in another group."""
    check = judge_seen(seen(text, doubts, lying=lying), replace(cards[name], near=0), NOBODY)
    assert isinstance(check, OpenCheck)
    assert set(check.ask_exposures) == set(lying) or asked(check)


def test_groups_that_fit_the_hand_are_the_exposures(cards: dict[str, JudgeSetup]) -> None:
    """Six flowers that may lie exposed are the two pungs of the hand, and no sextet; so nothing is asked."""
    check = judge_seen(seen("FFFFFF NNNN SSSS", lying=range(1, 7)), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, RackCheck)
    assert (check.best, check.doubted_exposures) == ("8", tuple(range(1, 7)))


@pytest.mark.parametrize(
    ("text", "lying", "won"),
    [("FFFFFF NNNN SSSS", range(1, 7), "9B"), ("[555B J] 5C J 5C 5C 5555D J 5C", range(5, 9), "5B")],
    ids=["in no group", "in a clear exposure"],
)
def test_a_winning_tile_that_is_not_concealed_is_refused_however_others_lie(
    cards: dict[str, JudgeSetup], text: str, lying: Sequence[int], won: str
) -> None:
    """Nobody is asked how tiles lie of which none can be the winning tile."""
    facts = WinFacts(won_by="self-pick", winning_tile=Tile(won))
    with pytest.raises(HandError, match="is not among the concealed tiles"):
        judge_seen(seen(text, lying=lying), cards["nmjl-1976"], facts)


def test_a_rack_of_like_tiles_has_few_layouts(cards: dict[str, JudgeSetup]) -> None:
    """Sixty jokers of unclear exposure, which make exposures in thousands of ways, are judged a few times."""
    ruleset = cards["practice"].ruleset
    jokers = range(1, 61)
    assert len(exposure_layouts(seen("J" * 60, lying=jokers), jokers, ruleset, JOKER)) < 100


def test_the_winning_tile_lies_in_no_exposure(cards: dict[str, JudgeSetup]) -> None:
    """Of a hand whose last pung was won with the pointed tile, we try only the other groups as exposures."""
    facts = WinFacts(won_by="self-pick", winning_tile=Tile("S"))
    for tiles, wanted in ((range(3, 15), OpenCheck), (range(12, 15), RackCheck)):
        check = judge_seen(seen("FF 444D 444B 444C SSS", lying=tiles), cards["set-manual"], facts)
        assert isinstance(check, wanted)


def test_tiles_like_the_winning_one_may_lie_exposed(cards: dict[str, JudgeSetup]) -> None:
    """A pung that lies apart may be exposed, also where the chow beside it was won with the fourth such tile."""
    facts = WinFacts(won_by="self-pick", winning_tile=Tile("5C"))
    check = judge_seen(seen("555C 345C 999B EEE NN", lying=range(1, 4)), cards["japanese"], facts)
    assert isinstance(check, OpenCheck)
    assert check.reasons[1] == "with their groups exposed it is no hand, with none hand sets for 320"


@pytest.mark.parametrize("name", ["nmjl-1976", "practice", "hoyle-league", "set-manual"])
def test_only_concealed_hands_hang_on_groups_that_lie_apart(cards: dict[str, JudgeSetup], name: str) -> None:
    """Of a whole hand in groups, how it lies is asked exactly if the hand is a concealed one with a pung or more."""
    setup = replace(cards[name], near=0)
    assert setup.card is not None
    for place, pattern in enumerate(setup.card.hands):
        concrete = [[unpack(group).tiles for group in groups] for groups in setup.card.concrete[place]]
        tiles = [tile.code for group in concrete[0] for tile in group]
        rack = seen(" ".join(tiles), lying=range(1, len(tiles) + 1))
        check = judge_seen(rack, setup, NOBODY)
        if not setup.judge(rack.hand(None, None, None, {})).win:
            continue  # more of a kind than a set has: it takes jokers
        smallest = 4 if name == "hoyle-league" else 3
        pungs = any(len(group) >= smallest and len(set(group)) == 1 for group in concrete[0])
        assert isinstance(check, OpenCheck) == (pattern.concealed_only and pungs), pattern.number


@pytest.mark.parametrize("choices", ["5B 6B", "6B 5B"])
def test_what_depends_on_an_open_tile_is_not_stated_beside_a_sure_verdict(
    cards: dict[str, JudgeSetup], choices: str
) -> None:
    """An uncertain tile that wins with no label buys no joker, and the hands still possible depend on it."""
    setup = replace(cards["practice"], table=(), others=(parse_tiles("5B 5B J"), parse_tiles("2B 2B J")))
    check = judge_seen(seen("FF 2222B GGGG 888C 5B", {14: choices}), setup, NOBODY)
    assert isinstance(check, RackCheck)
    assert [exchange.tile.code for exchange in check.exchanges or ()] == ["2B"]
    assert check.prospects is None


def test_a_dead_hand_is_told_whatever_its_open_tile_is(cards: dict[str, JudgeSetup]) -> None:
    """No hand has these exposures, so that the tile in doubt gives none back."""
    setup = replace(cards["nmjl-1976"], table=())
    check = judge_seen(seen("[222C] [3333D] [4444B] 2C F F", {14: "F 5D"}), setup, NOBODY)
    assert isinstance(check, RackCheck)
    assert check.prospects is not None
    assert (check.prospects.possible, len(check.prospects.reasons)) == ((), 1)


ANY_TILE = """
id = "any-tile"
title = "Any tile"
ruleset = "modern-american"
[[section]]
title = "Hands"
lines = ["NN SS EE WW RR GG 0 A x30 sp", "NN SS EE WW RR GG 0 F x28"]
"""


@pytest.mark.parametrize("choices", ["F 5D", "5D F"])
def test_only_hands_that_every_label_makes_stand_beside_a_sure_verdict(
    cards: dict[str, JudgeSetup], choices: str
) -> None:
    """A hand that only one label makes is not told, and not offered as one that pays more."""
    setup = replace(cards["practice"], card=parse_card(ANY_TILE))
    check = judge_seen(seen("NN SS EE WW RR GG 0 F", {14: choices}), setup, NOBODY)
    assert isinstance(check, RackCheck)
    assert [match["hand"] for match in check.to_json()["matches"]] == ["1"]
    assert check.better is None


@pytest.mark.parametrize("choices", ["F 5D", "5D F"])
def test_only_hands_that_every_label_waits_for_are_told(cards: dict[str, JudgeSetup], choices: str) -> None:
    """A hand that the awaited tile completes with one label alone is not told."""
    setup = replace(cards["practice"], card=parse_card(ANY_TILE))
    check = judge_seen(seen("NN SS EE WW RR GG F", {13: choices}), setup, NOBODY)
    assert isinstance(check, RackCheck)
    assert [(wait.tile.code, [hand.number for hand in wait.hands]) for wait in check.waits or ()] == [("0", ["1"])]


@pytest.mark.parametrize("choices", ["9B 8B", "8B 9B"])
def test_waits_that_the_table_makes_unknown_with_one_label_are_unknown(
    cards: dict[str, JudgeSetup], choices: str
) -> None:
    """If one label is a tile more than a set holds beside the table, nothing is said of the rack's waits."""
    setup = replace(cards["nmjl-1976"], table=parse_tiles("9999B"))
    check = judge_seen(seen("2222C 3333C 444C F 9B", {13: choices}), setup, NOBODY)
    assert isinstance(check, RackCheck)
    assert check.waits is None


def test_an_exchange_that_one_label_needs_first_is_asked_about(cards: dict[str, JudgeSetup]) -> None:
    """If an awaited tile wins at once with one label and after an exchange with another, the program asks."""
    setup, rack = cards["nmjl-1976"], seen("[2C J J] [444C] [6666C] 88C 2C", {13: "2C J"})
    for label in ("2C", "J"):
        waits = setup.judge(rack.hand(None, None, None, {13: label})).waits
        assert [wait.tile.code for wait in waits or ()] == ["2C", "8C", "J"]
    assert asked(judge_seen(rack, setup, NOBODY)) == [13]


@pytest.mark.parametrize("choices", ["G 6D", "6D G"])
def test_remarks_of_every_label_stand_beside_a_sure_verdict(cards: dict[str, JudgeSetup], choices: str) -> None:
    """The least worth of a hand without its winning tile marked is said for each label of an uncertain tile."""
    setup = replace(cards["japanese"], circumstances=Circumstances(won_by="discard"))
    check = judge_seen(seen("111B 888B GGG 555B 6D 6D", {8: choices}), setup, NOBODY)
    assert isinstance(check, RackCheck)
    assert sorted(re.findall(r"is worth (\d+) or more", str(check.to_json()["remarks"]))) == ["190", "400"]


@pytest.mark.parametrize("sure", [True, False], ids=["every tile sure", "an uncertain tile"])
def test_the_numbers_of_exposures_may_have_gaps(*, sure: bool) -> None:
    """A rack whose first exposure was taken away is judged as one whose exposures are counted anew."""
    tiles: list[dict[str, object]] = [
        {
            "tile": number,
            "label": tile.code,
            "sure": True,
            "exposure": (number - 1) // 4 * 2 + 1 if number < 9 else None,
        }
        for number, tile in enumerate(parse_rack(WON_24).tiles, 1)
    ]
    if not sure:
        tiles[0] |= {"sure": False, "confidence": 0.5, "alternatives": [["J", 0.49]]}
    found = check_or_ask({"seen": {"tiles": tiles}, "card": "nmjl-1976"}, home_library())
    assert isinstance(found, RackCheck)
    assert found.best == "24"


def test_the_question_says_what_each_answer_would_mean(cards: dict[str, JudgeSetup]) -> None:
    """One sentence names the tile, its possible labels and the hand each makes."""
    check = judge_seen(seen(WON_24, {13: "8B F"}), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, OpenCheck)
    assert sentence([check.asked[0].tile], check.cases) == (
        "cannot say until you look at tile 13: 8 Bam or Flower; "
        "with the Flower it is hand 24 for 20, with the 8 Bam no hand"
    )


def test_the_question_about_a_rack_of_13_says_what_each_answer_waits_for(cards: dict[str, JudgeSetup]) -> None:
    """Where no answer makes a hand, the sentence names the tiles that each waits for."""
    check = judge_seen(seen("2222C 3333C 4444C F", {13: "F 5D"}), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, OpenCheck)
    assert check.reasons[0].endswith(
        "; with the Flower it is no hand, waiting for Flower or Joker, with the 5 Dot no hand"
    )


def test_the_question_in_a_game_without_a_card_speaks_of_no_card(cards: dict[str, JudgeSetup]) -> None:
    """Without a card no hand is one of a card."""
    rack = seen("111B 888B GGG 555B 6D 7D", {14: "9D 7D"}, uncovered=[14])
    check = judge_seen(rack, cards["japanese"], NOBODY)
    assert isinstance(check, OpenCheck)
    assert check.reasons[0].endswith("; none of these makes a winning hand")


def _racks(setup: JudgeSetup, count: int, seed: int) -> list[ConfirmedRack]:
    """Yield hands of a card and racks close to them, with one to three uncertain tiles and unclear exposures."""
    rng = random.Random(seed)
    assert setup.card is not None
    found: list[ConfirmedRack] = []
    while len(found) < count:
        place = rng.randrange(len(setup.card.hands))
        concrete = rng.choice(setup.card.concrete[place])
        tiles = [ALL_TILES[kind].code for kind, number in enumerate(_counts(concrete)) for _ in range(number)]
        rng.shuffle(tiles)
        for at in rng.sample(range(14), rng.randint(0, 2)):
            tiles[at] = "J"
        doubts = {}
        for number in rng.sample(range(1, len(tiles) + 1), rng.randint(1, 3)):
            others = [tile.code for tile in rng.sample(ALL_TILES, 2)] + ["J"]
            labels = dict.fromkeys([tiles[number - 1], *rng.sample(others, rng.randint(1, 2))])
            if len(labels) > 1:
                doubts[number] = " ".join(rng.sample(list(labels), len(labels)))
        if doubts:
            lying = range(1, 5) if rng.random() < 0.3 else ()
            text = " ".join(tiles)
            if lying:
                text = f"[{' '.join(tiles[:4])}] {' '.join(tiles[4:])}"
            found.append(seen(text, doubts, lying=lying))
    return found


def _counts(concrete: Sequence[int]) -> list[int]:
    from rules.card.packed_groups import tile_counts

    counts = [0] * len(ALL_TILES)
    for group in concrete:
        for kind, number in tile_counts(group):
            counts[kind] += number
    return counts


def _all_ways(rack: ConfirmedRack, setup: JudgeSetup) -> dict[tuple[int, tuple[str, ...]], object]:
    """Return the outcome for each layout and each choice of labels, tried one by one."""
    layouts = (rack, rack.unexposed) if rack.unclear else (rack,)
    found = {}
    for layout, laid in enumerate(layouts):
        for labels in product(*(tile.choices for tile in rack.open)):
            named = dict(zip((tile.number for tile in rack.open), labels, strict=True))
            found[layout, labels] = outcome(setup.judge(laid.hand(None, None, None, named)))
    return found


@pytest.mark.parametrize("name", ["nmjl-1976", "practice", "hoyle-league"])
def test_verdicts_and_questions_agree_with_brute_force(cards: dict[str, JudgeSetup], name: str) -> None:
    """A verdict stands exactly if all choices lead to it, and exactly the tiles that change it are asked about."""
    setup = replace(cards[name], near=0)
    decided = 0
    for rack in _racks(setup, 150, seed=33):
        ways = _all_ways(rack, setup)
        check = judge_seen(rack, setup, NOBODY)
        same = len(set(ways.values())) == 1
        assert isinstance(check, RackCheck) == same, rack
        decided += same
        if isinstance(check, RackCheck):
            assert outcome(check) in ways.values()
            assert check.win or check.verdict.reasons, rack
            assert not check.lost_by_count, rack
            continue
        matter = {
            tile.number
            for at, tile in enumerate(rack.open)
            for one, other in combinations(ways, 2)
            if one[0] == other[0]
            and all((a == b) != (nth == at) for nth, (a, b) in enumerate(zip(one[1], other[1], strict=True)))
            and ways[one] != ways[other]
        }
        assert set(asked(check)) == matter, rack
        lies = any(ways[0, labels] != ways[1, labels] for layout, labels in ways if layout == 0 and (1, labels) in ways)
        assert bool(check.ask_exposures) == lies, rack
    assert 10 < decided < 140


def test_a_rack_out_of_reach_loses_whatever_its_open_tiles_are(cards: dict[str, JudgeSetup]) -> None:
    """A verdict found without trying labels holds for every tile of the tile set in the uncertain place."""
    setup = cards["practice"]
    rng = random.Random(3)
    lost = 0
    for rack in _racks(setup, 60, seed=7):
        number = rng.choice([tile.number for tile in rack.tiles])
        tiles = [
            open_tile(tile.number, "1B", 0.3, [], None)
            if tile.number == number
            else ConfirmedTile(tile.number, tile.choices[0], True, (tile.choices[0],), None)
            for tile in rack.tiles
        ]
        one_open = ConfirmedRack(tuple(tiles))
        check = judge_seen(one_open, setup, NOBODY)
        wins = any(setup.verdict(one_open.hand(None, None, None, {number: tile.code})).win for tile in ALL_TILES)
        assert isinstance(check, RackCheck) == (not wins), rack
        lost += not wins
    assert 0 < lost < 60


def dealt(setup: JudgeSetup, rng: random.Random, count: int) -> list[Tile]:
    """Return so many tiles: most of them of one hand of the card, with other tiles where it has fewer."""
    assert setup.card is not None
    hand = [
        tile
        for group in rng.choice(rng.choice([one for one in setup.card.concrete if one]))
        for tile in unpack(group).tiles
    ]
    rng.shuffle(hand)
    spoilt = rng.choice([0, 0, 1])
    return [*hand[: min(count, len(hand)) - spoilt], *rng.choices(ALL_TILES, k=max(count - len(hand), 0) + spoilt)]


def test_of_too_few_tiles_none_is_asked_about(cards: dict[str, JudgeSetup]) -> None:
    """Whatever the tile in doubt is, 12 tiles are no hand and wait for none."""
    check = judge_seen(seen("2222C 3333C 444C F", {12: "F 5D"}, uncovered=[12]), cards["nmjl-1976"], NOBODY)
    assert isinstance(check, RackCheck)
    assert [reason.text for reason in check.verdict.reasons] == ["the rack has 12 tiles; a finished hand has 14"]


@pytest.mark.parametrize("card", ["nmjl-1976", "set-manual"])
@pytest.mark.parametrize("count", [12, 15])
def test_a_photo_of_too_few_or_too_many_tiles_may_show_a_hand(
    cards: dict[str, JudgeSetup], card: str, count: int
) -> None:
    """The verdict says whether any two more tiles, or any tile less, would make the rack a hand."""
    setup = cards[card]
    rng = random.Random(count)
    told = set()
    for _ in range(30):
        tiles = dealt(setup, rng, count)
        others = (
            ([*tiles, *more] for more in combinations_with_replacement(ALL_TILES, 2))
            if count == 12
            else ([*tiles[:at], *tiles[at + 1 :]] for at in range(count))
        )
        may = any(setup.verdict(Hand((), tuple(rack)), 0).win for rack in others)
        check = judge_seen(seen(" ".join(tile.code for tile in tiles)), setup, NOBODY)
        assert isinstance(check, RackCheck)
        assert (check.win, check.lost_by_count) == (False, may), tiles
        told.add(may)
    assert told == {True, False}


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("1B 2B 3B 4C 4C 4C 7D 8D 9D E E E 5D", True),
        ("1B 2B 3B 4C 4C 4C 7D 8D 9D E E E", True),
        ("1B 2B 3B 4C 4C 4C 7D 8D 9D E E S G", False),
    ],
    ids=["13", "12", "13 that fit no hand"],
)
def test_in_a_game_without_a_card_one_tile_may_be_missing_too(
    cards: dict[str, JudgeSetup], text: str, may: bool
) -> None:
    """Nothing else says there what 13 tiles wait for."""
    check = judge_seen(seen(text), cards["japanese"], NOBODY)
    assert isinstance(check, RackCheck)
    assert (check.win, check.lost_by_count) == (False, may)


def test_a_kong_is_no_tile_too_many(cards: dict[str, JudgeSetup]) -> None:
    """With a kong 15 tiles are a whole rack; one that is not won for another reason does not hang on their number."""
    whole = seen("1B 2B 3B 4C 4C 4C 7D 8D 9D E E E E 5D 5D", {1: "1B 4B", 2: "2B 5B"})
    check = judge_seen(whole, cards["japanese"], NOBODY)
    assert isinstance(check, OpenCheck) or not check.lost_by_count
    spoilt = judge_seen(seen("1B 3B 5B 4C 4C 4C 7D 8D 9D E E E E 5D 5D"), cards["japanese"], NOBODY)
    assert isinstance(spoilt, RackCheck)
    assert (spoilt.win, spoilt.lost_by_count) == (False, False)
    doubtful = judge_seen(seen("1B 2B 3B 4C 4C 4C 7D 8D 1D E E E E 5D 5D", {9: "1D 2D"}), cards["japanese"], NOBODY)
    assert isinstance(doubtful, RackCheck)
    assert (doubtful.win, doubtful.lost_by_count) == (False, False)
