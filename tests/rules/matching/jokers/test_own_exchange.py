"""Compare waits for a tile that wins after an exchange of own exposed jokers with brute force over all exchanges."""

import json
import random
from collections.abc import Iterator

import pytest

from rules.card.card import load_card
from rules.claim import WinClaim
from rules.hand import Hand, parse_rack
from rules.judging import judge
from rules.matching.prospects import Wait, waits_of
from rules.ruleset import load_ruleset
from rules.rulings.decide import rule
from rules.tiles import ALL_TILES, FLOWER, JOKER, Tile, copies, overfull, parse_tiles
from tests.rules.matching.brute_force import CONCEALED, NO_JOKERS, takes_any
from tests.rules.matching.test_matching import all_hands, slow_matches
from tests.rules.matching.test_other_matching import load, slow_rows, some_rack

WAITING = "[2C 2C J] [4C 4C J] [6666C] 88C 2C"


def exchange_waits(rack: str, name: str = "nmjl-1976", table: str = "") -> dict[str, Wait]:
    """Return the waits of a rack on a card that need an exchange first, by their tile."""
    found = waits_of(parse_rack(rack), *load(name), table=parse_tiles(table)).waits
    return {wait.tile.code: wait for wait in found if wait.exchange is not None}


def test_a_tile_that_wins_after_an_exchange_is_waited_for_in_the_own_turn() -> None:
    """The wait says which exchange comes first, with its place, and that the player must pick the tile."""
    found = exchange_waits(WAITING)
    assert sorted(found) == ["4C", "8C", "J"]
    eight = found["8C"]
    assert ([hand.number for hand in eight.hands], eight.left, eight.self_pick_only) == (["41"], 2, True)
    said = json.loads(json.dumps(eight.to_json()))["exchange"]
    assert said.startswith("in your turn exchange 2C for J in your own [2C 2C J] first: then hand 41 is complete (")
    assert "Special rulings for the use of big jokers and flowers 3" in said
    assert "2C for J in your own [2C 2C J] and 4C for J in your own [4C 4C J]" in str(found["4C"].exchange)


@pytest.mark.parametrize(
    ("rack", "table", "tiles"),
    [
        ("[2222C] [333C J] 444C FF", "", ["3C"]),
        ("[2222C] [333C J] 444C FF", "3C", []),
        ("[2C 2C J] [4C 4C J] [6666C] 88C 2C", "88C", ["4C", "J"]),
        ("[2C 2C J] [4C 4C J] [6666C] 88C 2C", "JJJJJJ", ["4C", "8C"]),
        ("[F F J] [F F J] NNNN SS F", "", ["F", "J", "S"]),
        ("[F F J] [F F J] NNNN SS 5B", "", []),
    ],
    ids=["tile itself", "no copy left", "tile discarded", "no joker left", "each for one", "one for two"],
)
def test_tiles_that_win_only_after_an_exchange(rack: str, table: str, tiles: list[str]) -> None:
    """Only tiles with a copy left count, and the last joker brings no second one."""
    assert sorted(exchange_waits(rack, table=table)) == tiles


def test_one_tile_for_the_jokers_of_two_like_exposures() -> None:
    """A single flower redeems the joker of one of two flower exposures, never of both."""
    verdict = judge(WinClaim(parse_rack("[F F J] [F F J] NNNN SS 5B F")), *load("nmjl-1976"))
    assert not verdict.win
    assert not any("exchange" in reason.text for reason in verdict.reasons)


@pytest.mark.parametrize("name", ["nmjl-1976", "modern-american", "hoyle-league", "set-manual"])
def test_an_exchange_rests_on_the_ruling_for_a_player_in_turn(name: str) -> None:
    """A wait by an exchange cites what the ruling cites, and there is none where the ruling is silent."""
    rack, ruleset = parse_rack("[N N N J] [SSSS] 000 88D"), load_ruleset(name)
    found = [wait.exchange for wait in waits_of(rack, load_card("set-manual"), ruleset).waits if wait.exchange]
    ruling = rule("joker-exchange", ruleset, {"own_turn": True})
    assert [reason.source for reason in found] == [ruling.source] * bool(ruling.allowed)


def rows_of(name: str, hand: Hand) -> set[str]:
    """Return the rows that a rack makes once a joker was exchanged, by trying every concrete hand."""
    if name == "nmjl-1976":
        return {str(row) for row, _ in slow_matches(hand, takes_any, joker_was_used=True)}
    return slow_rows(name, hand)


def exchanged(name: str, hand: Hand) -> Iterator[Hand]:
    """Yield every hand that one exchange of an own exposed joker makes."""
    for place, exposure in enumerate(hand.exposures):
        for at, tile in enumerate(exposure):
            kinds = set(exposure) - {JOKER}
            kinds = kinds - {FLOWER} if name == "hoyle-league" and len(kinds) > 1 else kinds
            if tile is JOKER and len(kinds) == 1 and (given := min(kinds)) in hand.concealed:
                laid = (*exposure[:at], given, *exposure[at + 1 :])
                rest = list(hand.concealed)
                rest[rest.index(given)] = JOKER
                yield Hand((*hand.exposures[:place], laid, *hand.exposures[place + 1 :]), tuple(rest))


def rows_after_exchange(name: str, hand: Hand) -> set[str]:
    """Return the rows that the fewest exchanges make."""
    reached = [hand]
    while reached:
        reached = list({str(after): after for before in reached for after in exchanged(name, before)}.values())
        if rows := {row for after in reached for row in rows_of(name, after)}:
            return rows
    return set()


def some_exchange(rng: random.Random, name: str) -> Hand | None:
    """Make a rack of 13 with exposed jokers whose like tiles it may hold; None if the draw gave none."""
    if name == "nmjl-1976":
        groups = rng.choice([groups for row, groups in all_hands() if row not in CONCEALED and row < min(NO_JOKERS)])
        first, second, *rest = sorted([tuple(map(Tile, group)) for group in groups], key=lambda group: -len(group))
        whole = Hand((first, second), tuple(tile for group in rest for tile in group))
    else:
        whole = some_rack(rng, name, (0,))
    exposures, concealed = [list(exposure) for exposure in whole.exposures], list(whole.concealed)
    for exposure in exposures:
        at = rng.randrange(len(exposure))
        if exposure[at] is not JOKER and exposure.count(exposure[at]) > 1:
            concealed[rng.randrange(len(concealed))], exposure[at] = exposure[at], JOKER
    concealed.pop(rng.randrange(len(concealed)))
    hand = Hand(tuple(map(tuple, exposures)), tuple(concealed))
    smallest = 4 if name == "hoyle-league" else 3
    kinds = [set(exposure) - {JOKER} for exposure in exposures]
    if overfull(hand.tiles) or not exposures or min(map(len, exposures)) < smallest:
        return None
    return hand if all(len(one - {FLOWER} or one) == 1 for one in kinds) and len(hand.tiles) == 13 else None


@pytest.mark.parametrize("name", ["nmjl-1976", "set-manual", "hoyle-league", "practice"])
def test_exchange_waits_agree_with_trying_every_exchange(name: str) -> None:
    """A rack waits for a tile by an exchange exactly if it wins after one and not before; the claim says the same."""
    card, ruleset = load(name)
    rng = random.Random(f"own exchange {name}")
    waiting = 0
    for hand in filter(None, (some_exchange(rng, name) for _ in range(20 if name == "nmjl-1976" else 40))):
        found = {wait.tile: wait for wait in waits_of(hand, card, ruleset).waits}
        for tile in ALL_TILES:
            drawn = Hand(hand.exposures, (*hand.concealed, tile))
            left, wait = copies(tile) - hand.tiles.count(tile), found.get(tile)
            at_once = rows_of(name, drawn) if left else set()
            later = rows_after_exchange(name, drawn) if left and not at_once and name != "set-manual" else set()
            assert {row.number for row in (wait.hands if wait else ())} == at_once | later, (str(hand), tile)
            if wait is None:
                continue
            assert (wait.exchange is not None) == bool(later), (str(hand), tile)
            if wait.exchange is not None:
                claim = WinClaim(Hand(drawn.exposures, drawn.concealed, tile, "self-pick"))
                assert judge(claim, card, ruleset, near=0).reasons[-1] == wait.exchange
                waiting += 1
    assert (waiting > 5) == (name != "set-manual"), waiting
