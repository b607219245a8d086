import random
from collections import Counter
from functools import cache

import pytest

from rules.card.card import Card, load_card
from rules.claim import WinClaim
from rules.hand import Hand, parse_rack
from rules.judging import judge
from rules.matching.winner import is_winner
from rules.ruleset import RuleSet, load_ruleset
from rules.tiles import ALL_TILES, FLOWER, JOKER, Tile, copies, overfull
from tests.rules.card.brute_force_cards import hands_of
from tests.rules.matching.brute_force import (
    Groups,
    TakesJokers,
    away,
    completes,
    takes_any,
    takes_three_or_more_alike,
)
from tests.rules.matching.changed_racks import changed, check_shuffled

NAMES = ("set-manual", "hoyle-league", "practice")


def load(name: str) -> tuple[Card, RuleSet]:
    """Load a card and the rules it is played under."""
    card = load_card(name)
    assert card.ruleset is not None
    return card, load_ruleset(card.ruleset)


@cache
def all_hands(name: str) -> tuple[tuple[str, Groups], ...]:
    """List every concrete hand of a card with its row, from the brute force."""
    rows = [hand.number for hand in load_card(name).hands]
    return tuple((row, groups) for row in rows for groups in sorted(hands_of(name, row)))


def takes_in(name: str, row: str) -> TakesJokers:
    """Return where jokers stand: not in pairs (the manual), anywhere (Hoyle), or in three like tiles (today)."""
    if name == "hoyle-league":
        return takes_any
    if name == "set-manual":
        return lambda group: len(group) != 2
    if row == "25":
        return lambda _: False
    if row == "15":
        return lambda group: takes_three_or_more_alike(group) and "F" not in group
    return takes_three_or_more_alike


def wildly(name: str, hand: Hand) -> Hand:
    """Count wild flowers as jokers; no hand of Hoyle's list holds a flower."""
    if name != "hoyle-league":
        return hand
    plain = [tuple(JOKER if tile is FLOWER else tile for tile in group) for group in (*hand.exposures, hand.concealed)]
    return Hand(tuple(plain[:-1]), plain[-1])


def slow_rows(name: str, hand: Hand) -> set[str]:
    """Return the rows that a rack makes, by trying every concrete hand."""
    if len(hand.tiles) != 14 or overfull(hand.tiles) or (hand.winning_tile is JOKER and hand.won_by == "discard"):
        return set()
    smallest = 4 if name == "hoyle-league" else 3
    if any(len(exposure) < smallest for exposure in hand.exposures):
        return set()
    concealed = {pattern.number for pattern in load_card(name).hands if pattern.concealed_only}
    plain = wildly(name, hand)
    held = Counter(tile.code for tile in plain.tiles if tile is not JOKER)
    return {
        row
        for row, groups in all_hands(name)
        if not (row in concealed and hand.exposures)
        and held <= Counter(code for group in groups for code in group)
        and completes(plain, groups, takes_in(name, row))
    }


def some_rack(rng: random.Random, name: str, changes: tuple[int, ...] = (0, 0, 0, 1)) -> Hand:
    """Make a rack near a hand: wild tiles and exposures, overfull kinds replaced by jokers, a tile changed."""
    row = rng.choice([pattern.number for pattern in load_card(name).hands])
    rack: list[list[Tile]] = [[Tile(code) for code in group] for group in rng.choice(sorted(hands_of(name, row)))]
    wild = [JOKER, FLOWER] if name == "hoyle-league" else [JOKER]
    places = [(at, nth) for at, group in enumerate(rack) for nth in range(len(group))]
    rng.shuffle(places)
    for at, nth in places:
        tile = rack[at][nth]
        if sum(group.count(tile) for group in rack) > copies(tile):
            rack[at][nth] = rng.choice(wild)
    for at, nth in rng.sample(places, rng.choice([0, 0, 1, 2, 3])):
        rack[at][nth] = rng.choice(wild)
    for at, nth in rng.sample(places, rng.choice(changes)):
        rack[at][nth] = rng.choice([rng.choice(ALL_TILES), rng.choice(rng.choice(rack))])
    rng.shuffle(rack)
    laid = rng.choice([0, 0, 0, 1, 2])
    concealed = [tile for group in rack[laid:] for tile in group]
    rng.shuffle(concealed)
    exposures = tuple(tuple(group) for group in rack[:laid])
    if not concealed or rng.random() < 0.6:
        return Hand(exposures, tuple(concealed))
    return Hand(exposures, tuple(concealed), rng.choice(concealed), "discard", "Bea")


@pytest.mark.parametrize("name", NAMES)
def test_readings_agree_with_trying_every_hand(name: str) -> None:
    """On racks with jokers, exposures and wrong tiles, the hands match a trial of every concrete hand."""
    card, ruleset = load(name)
    rng = random.Random(name)
    wins = 0
    for _ in range(60):
        hand = some_rack(rng, name)
        verdict = judge(WinClaim(hand), card, ruleset, near=0)
        assert {match.pattern.number for match in verdict.matches} == slow_rows(name, hand), str(hand)
        assert is_winner(hand, card, ruleset) == verdict.win, str(hand)
        assert verdict.win != bool(verdict.reasons), str(hand)
        values = [match.pattern.value for match in verdict.matches]
        assert values == sorted(values, reverse=True)
        wins += verdict.win
    assert 10 < wins < 60


def slow_distances(name: str, hand: Hand) -> dict[str, int]:
    """Return each row's distance by trying every concrete hand; leave out rows out of reach."""
    concealed = {pattern.number for pattern in load_card(name).hands if pattern.concealed_only}
    found: dict[str, int] = {}
    for row, groups in all_hands(name):
        if not (row in concealed and hand.exposures):
            distance = away(wildly(name, hand), groups, takes_in(name, row))
            if distance is not None:
                found[row] = min(distance, found.get(row, 15))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_near_hands_agree_with_trying_every_hand(name: str) -> None:
    """Distances of all rows within reach are the least over all concrete hands, and adding the needed tiles wins."""
    card, ruleset = load(name)
    rng = random.Random(f"near {name}")
    for _ in range(8):
        hand = some_rack(rng, name, (1, 2, 4))
        if overfull(hand.tiles) or judge(WinClaim(hand), card, ruleset, near=0).reasons[:1] == ():
            continue
        expected = slow_distances(name, hand)
        smallest = 4 if name == "hoyle-league" else 3
        if any(
            len(group) < smallest or not set(group) - {JOKER} or len(set(group) - {JOKER}) > 1
            for group in hand.exposures
        ):
            continue
        near = judge(WinClaim(hand), card, ruleset, near=100).near
        assert {found.pattern.number: found.away for found in near} == expected, str(hand)
        for found in near[:6]:
            assert is_winner(changed(hand, found), card, ruleset), (str(hand), found)


@pytest.mark.parametrize("name", NAMES)
def test_shuffling_changes_nothing(name: str) -> None:
    """The order of tiles, of exposures and of the tiles in them never changes a verdict."""
    card, ruleset = load(name)
    rng = random.Random(f"shuffle {name}")
    for _ in range(25):
        hand = some_rack(rng, name)
        check_shuffled(hand, card, ruleset, rng)


@pytest.mark.parametrize("name", NAMES)
def test_a_joker_for_a_tile_never_loses_a_win(name: str) -> None:
    """In a group that takes jokers, replacing a tile by a joker keeps the win, up to eight jokers."""
    card, ruleset = load(name)
    rng = random.Random(f"joker {name}")
    for _ in range(40):
        row, groups = rng.choice(all_hands(name))
        rack = [[Tile(code) for code in group] for group in groups]
        open_places = [
            (at, nth) for at, group in enumerate(groups) if takes_in(name, row)(group) for nth in range(len(group))
        ]
        rng.shuffle(open_places)
        while True:
            tiles = [tile for group in rack for tile in group]
            if tiles.count(JOKER) > copies(JOKER):
                break
            too_many = {tile for tile, _ in overfull(tiles)}
            if not too_many:
                matches = judge(WinClaim(Hand((), tuple(tiles))), card, ruleset, near=0).matches
                assert row in {match.pattern.number for match in matches}, (row, tiles)
            left = [(at, nth) for at, nth in open_places if rack[at][nth] is not JOKER]
            first = [(at, nth) for at, nth in left if rack[at][nth] in too_many]
            if not left or (too_many and not first):
                break
            at, nth = (first or left)[0]
            rack[at][nth] = JOKER


@pytest.mark.parametrize(
    ("name", "rack", "hands"),
    [
        ("set-manual", "333B 444B 3333D 4444D", "1"),
        ("set-manual", "[333B] [44B J] 3333D 444D +J", "1"),
        ("set-manual", "333C 444C 3333D 4444D", ""),
        ("set-manual", "RRRR 88C EEEE WWWW", "9"),
        ("set-manual", "GGGG 88C EEEE WWWW", ""),
        ("set-manual", "RRRR 8C J EEEE WWWW", ""),
        ("set-manual", "RRRJ 8C EEEJ WWWW +8C<Bea", "9"),
        ("set-manual", "[111D] 111B 111C NNN FF", ""),
        ("set-manual", "111D 111B 111C NNJ F +F<Bea", "11"),
        ("set-manual", "[0000] [SSSS] NNNN 8D +8D<Bea", "10"),
        ("hoyle-league", "NNNN SSSS 3333B JJ", "1a"),
        ("hoyle-league", "NNNN SSSS 3333B FJ", "1a"),
        ("hoyle-league", "EEEE WWWW 3333B FJ", ""),
        ("hoyle-league", "[NNNN] [SSSJ] 333B FFF", "1a"),
        ("hoyle-league", "RRRR 0000 GGGG NN", "9a"),
        ("hoyle-league", "RRRR 0000 GGGG FF", "9a 9b 13"),
        ("hoyle-league", "RRRR GGGG 111B [111C]", ""),
        ("hoyle-league", "RRRR GGGG 111B 111C", "4"),
        ("hoyle-league", "6666B JJ 6666C FF 3D 6D", "10"),
        ("hoyle-league", "5555B JJ 6666C FF 1D J", "12 6"),
        ("hoyle-league", "NNNN JJ SSSS FF EW", "7"),
        ("practice", "FFFF 1B 9B 2B 0 111C 999C", "1"),
        ("practice", "FFFF 1B 9B 2B J 111C 999C", ""),
        ("practice", "FFJJ 1B 9B 2B 0 11C J 9C JJ", "1"),
        ("practice", "NEWS 1B 9B 2B 0 2222C 22D", "3"),
        ("practice", "NEWJ 1B 9B 2B 0 2222C 22D", ""),
        ("practice", "FF 1234B 2222C 2222D", "10"),
        ("practice", "FF 1234B 5555C 5555D", ""),
        ("practice", "FF 2222C 5555B 8888D", "24"),
        ("practice", "FFFF GG 3333B 3333C", "25"),
        ("practice", "FFFF GG 3333B 333C J", ""),
        ("practice", "FFFJ 33B 333C 3333D J", ""),
        ("practice", "FFFF 33B 333C 3333D J", "15"),
        ("practice", "7777B JJ 3333C JJ FF", "26 19"),
        ("practice", "FF 11B 33B 55B 77B 99B GG", "27"),
        ("practice", "FF 11B 33B 55B 77B 99B GJ", ""),
        ("practice", "1D 22D 3D 44D 5D 66D 7D 88C 99C", "29"),
    ],
)
def test_racks_worked_by_hand(name: str, rack: str, hands: str) -> None:
    """Each rack is exactly these hands."""
    card, ruleset = load(name)
    verdict = judge(WinClaim(parse_rack(rack)), card, ruleset)
    assert sorted({match.pattern.number for match in verdict.matches}) == sorted(set(hands.split()))
    assert verdict.win == bool(hands)


def test_wild_flowers_leave_a_hand_jokerless() -> None:
    """Hoyle counts a hand without a joker as jokerless, however many flowers stand for other tiles."""
    card, ruleset = load("hoyle-league")
    flowers, joker = (
        judge(WinClaim(parse_rack(rack)), card, ruleset).matches[0]
        for rack in ("NNNN SSSS 3333B FF", "NNNN SSSS 3333B FJ")
    )
    assert flowers.jokerless
    assert not joker.jokerless


def test_a_rack_of_several_lines_pays_the_highest() -> None:
    """The verdict lists all lines that a rack fits; the most valuable is the best."""
    card, ruleset = load("practice")
    verdict = judge(WinClaim(parse_rack("7777B JJ 3333C JJ FF")), card, ruleset).to_json()
    assert [(match["hand"], match["value"]) for match in verdict["matches"]] == [("26", 40), ("19", 25)]
    assert (verdict["best"], verdict["value"]) == ("26", 40)
