"""Modern cards add to groups and runs: years of choice, bonuses, hands of other sizes, wild flowers."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import Any

import pytest

from rules.card.card import Card, parse_card
from rules.card.card_form import parse_form, read_form
from rules.card.expansion import ExpansionError, expand
from rules.card.line.card_line import parse_line
from rules.card.line.cursor import PatternError
from rules.card.packed_groups import unpack
from rules.card.pattern import HandPattern
from rules.card.words import line_in_words
from rules.claim import WinClaim
from rules.errors import CardError
from rules.hand import Hand, parse_rack
from rules.judging import judge
from rules.matching.prospects import prospects_of, waits_of
from rules.matching.winner import is_winner
from rules.ruleset import load_ruleset
from rules.tiles import Tile, parse_tiles

MODERN = load_ruleset("modern-american")


def only(line: str) -> HandPattern:
    """Return the one hand of a line."""
    (hand,) = parse_line(line).patterns(1, "", "")
    return hand


def card_of(*lines: str, head: str = "") -> Card:
    """Return a card of one section with these lines."""
    rows = ", ".join(f'"{line}"' for line in lines)
    return parse_card(f'id = "a"\ntitle = "A"\n{head}\n[[section]]\ntitle = "S"\nlines = [{rows}]\n')


def meaning(line: str) -> set[tuple[tuple[str, ...], ...]]:
    """Return the concrete hands of a line, each as its sorted groups of sorted codes."""
    return {
        tuple(sorted(tuple(sorted(tile.code for tile in unpack(group).tiles)) for group in hand))
        for hand in expand(only(line))
    }


def _year(year: int, suit: str) -> tuple[str, ...]:
    """Return the tiles of a year in a suit, with Soap for its zeros."""
    return tuple(sorted("0" if digit == "0" else f"{digit}{suit}" for digit in str(year)))


def _set(*groups: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(groups))


def test_any_year_means_every_year() -> None:
    """By brute force: a line gives each year in each deal of suits, the same year in every place."""
    years = range(1998, 2011)
    slow = {
        _set(_year(year, a), ("F", "F"), (f"2{b}",) * 4, (f"6{c}",) * 4)
        for year in years
        for a, b, c in permutations("BCD")
    }
    assert meaning("FF 2026a 2222b 6666c (any year 1998-2010) x25") == slow
    twice = {
        _set(_year(year, a), _year(year, b), ("F",) * 6)
        for year in years
        for a, b in permutations("BCD", 2)
    }  # fmt: skip
    assert meaning("2026a 2026b FFFFFF (any year 1998-2010) x25") == twice


def test_different_years_stand_for_different_years() -> None:
    """By brute force: two different printed years stand for any two years, in one suit or in two."""
    years = range(2000, 2009)
    one = {
        _set(_year(first, suit), _year(second, suit), ("N",) * 6)
        for first, second in combinations(years, 2)
        for suit in "BCD"
        if _buildable(_year(first, suit) + _year(second, suit))
    }
    assert meaning("2025a 2026a NNNNNN (any year 2000-2008) x25") == one
    two = {
        _set(_year(first, a), _year(second, b), ("N",) * 6)
        for first, second in permutations(years, 2)
        for a, b in permutations("BCD", 2)
        if _buildable(_year(first, a) + _year(second, b))
    }
    assert meaning("2025a 2026b NNNNNN (any year 2000-2008) x25") == two


def _buildable(tiles: tuple[str, ...]) -> bool:
    """Return whether eight jokers replace the tiles that a set lacks, beside six winds of which it has four."""
    return 2 + sum(max(0, tiles.count(tile) - 4) for tile in set(tiles)) <= 8


def test_all_years_of_two_centuries() -> None:
    """Without a range, any year from 1900 to 2099 counts."""
    assert len(expand(only("NNNN 2026a FFFFFF (any year) x25"))) == 3 * 200
    assert str(only("NNNN 2026a FFFFFF (any year) x25").rules[0]) == "any year"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("FF 1111a 2222b 3333c (any year) x25", "rule-without-use"),
        ("FF 2026a 2222b 6666c (any year, run) x25", "rule-without-use"),
        ("FF 2026a 2222b 6666c (any year 2026-2001) x25", "rule-without-use"),
        ("FF 2026a 2222b 6666c (any year 1066-2001) x25", "rule-without-use"),
        ("FF 2222a 4444b 6666c x25 +10", "bad-bonus"),
        ("FF 2222a 4444b 6666c x25 +10 if lucky", "bad-bonus"),
        ("FF 2222a 4444b 6666c x25 +0 if concealed", "bad-bonus"),
        ("FF 2222a 4444b 6666c c25 +10 if concealed", "bad-bonus"),
        ("FF 2222a 4444b 6666c x25 nojoker +10 if jokerless", "bad-bonus"),
        ("FF 2222a 4444b 6666c x25 +10 if concealed +5 if concealed", "bad-bonus"),
        ("FF 2222a 4444b 6666c x25 14 tiles", "bad-size"),
        ("FF 2222a 4444b 6666c x25 99 tiles", "bad-size"),
        ("FF 2222a 4444b 6666c x25 15 tiles", "wrong-tile-count"),
    ],
)
def test_what_says_nothing_is_refused(line: str, code: str) -> None:
    """A rule, bonus or size without effect, or against its line, is a fault."""
    with pytest.raises(PatternError) as caught:
        parse_line(line)
    assert caught.value.code == code


def test_too_many_years_are_refused() -> None:
    """Two free years of two centuries in two suits exceed the limit of hands; the message says what to do."""
    with pytest.raises(ExpansionError, match="name fewer years"):
        expand(only("FF 2025a 2026b NNNN (any year) x25"))


@pytest.mark.parametrize(
    "line",
    [
        "FF 2026a 2222b 6666c (any year) x25",
        "FF 2026a 2222b 6666c (any year 1937-2026) c30 sp",
        "FF 2222a 4444b 6666c x25 +10 if concealed",
        "FF 2222a 4444b 6666c x25 nojoker +5 if concealed",
        "FF 2222a 4444b 6666c x25 +10 if concealed +5 if jokerless",
        "FFF 2222a 4444b 6666c x25 15 tiles",
        "FF 2222a 444b 666c x25 +5 if jokerless 12 tiles",
        "FF 2222a 4444b 6666c 22c x25 16 tiles",
        "FF 2222B 4444D 6666C 1C x25 15 tiles",
        "FF 2222a 4444b 6666c 00 x25 16 tiles",
    ],
)
def test_the_printed_form_reads_back(line: str) -> None:
    """A hand prints as it reads, in a file and in a form, and has a description in words."""
    hand = only(line)
    assert hand.text == line
    text = f'id = "a"\ntitle = "A"\n[[section]]\ntitle = "S"\nlines = ["{line}"]\n'
    assert parse_card(read_form(parse_form(text).to_json()).to_toml()) == parse_card(text)
    said = line_in_words(hand)
    for shown in ("1937 to 2026", "10 points more if concealed", "15 tiles"):
        assert (shown in said) == (shown.replace(" to ", "-").replace("points more ", "") in line)


@pytest.mark.parametrize(
    ("rack", "value"),
    [
        ("FF 2222B 4444C 6666D", 40),
        ("FF 2222B 444J C 6666D".replace("444J C", "444C J"), 35),
        ("[2222B] FF 4444C 6666D", 30),
        ("[222B J] FF 4444C 6666D", 25),
    ],
    ids=["concealed and jokerless", "concealed", "jokerless", "neither"],
)
def test_a_bonus_is_added_to_the_value(rack: str, value: int) -> None:
    """A concealed hand and a jokerless hand add their bonus to the printed value."""
    card = card_of("FF 2222a 4444b 6666c x25 +10 if concealed +5 if jokerless")
    verdict = judge(WinClaim(parse_rack(rack)), card, MODERN)
    assert verdict.best is not None
    assert (verdict.best.value, verdict.to_json()["value"]) == (value, value)
    assert len(verdict.to_json()["matches"][0].get("bonuses", [])) == len(verdict.best.bonuses)


SIZED = card_of(
    "FFF 2222a 4444b 6666c x30 15 tiles", "FF 2222a 4444b 6666c x25", "NNNN EEEE WW SS x20 12 tiles"
)  # fmt: skip


@pytest.mark.parametrize(
    ("rack", "hand"),
    [
        ("FFF 2222B 4444C 6666D", "1"),
        ("FF 2222B 4444C 6666D", "2"),
        ("FJ J 2222B 4444C 6666D", "1"),
        ("NNNN EEJE WW SS", "3"),
        ("NNNN EEEE WW SS FF", None),
        ("FFF 2222B 4444C 666D", None),
        ("FFFF 2222B 4444C 6666D", None),
        ("[2222B] FFF 4444C 6666D", "1"),
    ],
)
def test_hands_of_other_sizes(rack: str, hand: str | None) -> None:
    """A rack makes only hands of its own number of tiles, with jokers and exposures as usual."""
    claim = WinClaim(parse_rack(rack))
    verdict = judge(claim, SIZED, MODERN)
    assert (None if verdict.best is None else verdict.best.pattern.number) == hand
    assert is_winner(claim.hand, SIZED, MODERN) == (hand is not None)
    if hand is None:
        assert verdict.reasons


def test_a_rack_with_a_size_that_no_hand_has() -> None:
    """The reason names the sizes of hands on the card."""
    verdict = judge(WinClaim(parse_rack("FFF 2222B 4444C 66D")), SIZED, MODERN)
    assert "a finished hand has 12 or 14 or 15" in str(verdict.reasons[0])


def test_waits_and_prospects_of_hands_of_other_sizes() -> None:
    """A rack waits for a hand with one tile more; near hands count their own missing tiles."""
    waits = waits_of(parse_rack("FF 2222B 4444C 6666D"), SIZED, MODERN)
    assert {wait.tile for wait in waits.waits} == {Tile("F"), Tile("J")}
    possible = prospects_of(parse_rack("FFF 2222B 4444C 666D"), SIZED, MODERN).possible
    assert {near.pattern.number: near.away for near in possible}["1"] == 1
    assert {near.pattern.number: near.away for near in possible}["3"] == 12


def test_distances_to_hands_of_other_sizes_by_brute_force() -> None:
    """The distance of a rack to each hand matches a slow count of its tiles."""
    for text in ("FF 2222B 4444C 666D J", "NN EE W FF 2B 2B 4C 6D 6D 6D", "JJ FF NN EE 22B 44C"):
        rack = parse_rack(text)
        near = {one.pattern.number: one.away for one in prospects_of(rack, SIZED, MODERN).possible}
        for pattern, concrete in zip(SIZED.hands, SIZED.concrete, strict=True):
            assert near[pattern.number] == min(_away(rack, hand) for hand in concrete), (text, pattern.number)


def _away(rack: Hand, concrete: Any) -> int:  # noqa: ANN401 - packed groups
    """Count the tiles that a rack lacks for a hand whose pairs take no joker."""
    groups = [unpack(group).tiles for group in concrete]
    jokers = sum(tile.code == "J" for tile in rack.tiles)
    tiles = [tile for tile in rack.tiles if tile.code != "J"]
    kinds = {group[0] for group in groups}
    held = {kind: tiles.count(kind) for kind in kinds}
    missing = {group[0]: max(0, len(group) - held[group[0]]) for group in groups}
    room = sum(missing[group[0]] for group in groups if len(group) > 2)
    return sum(missing.values()) - min(jokers, room)


def test_the_largest_groups_of_the_largest_hand() -> None:
    """A group may hold all flowers and jokers of a set; single tiles may be as many, where no joker stands for one."""
    card = card_of(f"{'F' * 16} 1111a x25 20 tiles", f"{'F ' * 16}1111a x25 20 tiles")
    rack = parse_rack(f"[1111B] {'F' * 8} {'J' * 8}")
    verdict = judge(WinClaim(rack), card, MODERN)
    assert [match.pattern.number for match in verdict.matches] == ["1"]
    assert "no joker may stand for F in hand 2" in str(judge(WinClaim(rack, claimed_hand="2"), card, MODERN).reasons[0])
    with pytest.raises(CardError, match="it has 20 of F; a set has 8, and 8 jokers"):
        card_of(f"{'F' * 20} x25 20 tiles")


def test_flowers_are_wild_on_a_card_that_says_so() -> None:
    """If the card says so, flowers stand for other tiles wherever jokers may, exposed too, under any rule set."""
    line = "NNNN 2222a 4444b SS x25"
    plain, wild = card_of(line), card_of(line, head='flowers = "wild"')
    for text, wins in (
        ("NNNF 2222B 44FJC SS", True),
        ("[NNNF] 2222B 4444C SS", True),
        ("NNNN 2222B 4444C SF", False),
    ):
        rack = parse_rack(text.replace("44FJC", "44C F J"))
        assert not is_winner(rack, plain, MODERN)
        assert is_winner(rack, wild, MODERN) == wins
        assert judge(WinClaim(rack), wild, MODERN).win == wins
    assert parse_tiles("F")[0] is Tile("F")
    text = 'id = "a"\ntitle = "A"\nflowers = "wild"\n[[section]]\ntitle = "S"\nlines = ["FF 2222a 4444b 6666c x25"]\n'
    assert parse_form(text).flowers == "wild"
    assert parse_card(read_form(parse_form(text).to_json()).to_toml()).flowers_wild


def test_any_tiles_by_brute_force() -> None:
    """By brute force: a group of any tile is every tile except a joker; two groups are every two tiles, each once."""
    kinds = [*(f"{number}{suit}" for number, suit in product("123456789", "BCD")), *"NEWSRG0F"]
    slow = {_set((one,) * 4, (two,) * 4, ("F",) * 6) for one, two in combinations(kinds, 2)}
    assert meaning("AAAA AAAA FFFFFF (differ) x25") == {hand for hand in slow if ("F",) * 4 not in hand}
