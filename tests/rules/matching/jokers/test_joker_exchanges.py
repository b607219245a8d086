"""List the exposed jokers that a rack has the tile for."""

import pytest

from rules.card.card import Card, load_card
from rules.claim import WinClaim
from rules.hand import parse_rack
from rules.judging import judge
from rules.matching.joker_exchanges import joker_exchanges, jokers_to_redeem
from rules.ruleset import RuleSet, load_ruleset
from rules.tiles import parse_tiles


@pytest.mark.parametrize(
    ("rack", "others", "found"),
    [
        ("9B 2C", ["9B 9B J"], [("9B", 1, False)]),
        ("9B 9B", ["9B J J"], [("9B", 2, False)]),
        ("9B", ["9B J J"], [("9B", 1, False)]),
        ("2C", ["9B 9B J"], []),
        ("9B", ["9B 9B 9B"], []),
        ("9B", ["J J J"], []),
        ("[3C J 3C] 3C", [], [("3C", 1, True)]),
        ("[3C 3C 3C] 2C", ["3C J J"], []),
        ("9B 3C", ["9B J 9B", "3C 3C J"], [("9B", 1, False), ("3C", 1, False)]),
    ],
    ids=["one", "two", "as many as held", "another tile", "no joker", "all jokers", "in my own", "laid down", "of two"],
)  # fmt: skip
def test_jokers_that_a_rack_has_the_tile_for(rack: str, others: list[str], found: list[tuple[str, int, bool]]) -> None:
    """A natural tile on the slope redeems a joker in any exposure, one for each such tile."""
    exchanges = joker_exchanges(parse_rack(rack), [parse_tiles(one) for one in others])
    assert [(one.tile.code, one.jokers, one.own) for one in exchanges] == found


@pytest.mark.parametrize(
    ("exposure", "wild", "plain"),
    [
        ("N N F J", [("N", 1)], []),
        ("N F F J J", [("N", 2)], []),
        ("F F F J", [("F", 1)], [("F", 1)]),
        ("N N N F", [], []),
        ("N E F J", [], []),
    ],
    ids=["a flower beside Norths", "two flowers", "flowers alone", "no joker", "two kinds"],
)
def test_a_wild_flower_in_an_exposure(exposure: str, wild: list[tuple[str, int]], plain: list[tuple[str, int]]) -> None:
    """If flowers are wild, a flower in an exposure stands for its kind, which redeems the joker beside it."""
    hand, others = parse_rack("N N F 5B"), [parse_tiles(exposure)]
    found = joker_exchanges(hand, others, flowers_wild=True)
    assert [(one.tile.code, one.jokers) for one in found] == wild
    assert [(one.tile.code, one.jokers) for one in joker_exchanges(hand, others)] == plain


@pytest.mark.parametrize(
    ("rack", "others", "table", "number"),
    [
        ("5B", ["9B 9B J J J"], "", 2),
        ("5B", ["9B J J"], "9B 9B", 1),
        ("5B", ["9B J J"], "9B 9B 9B", 0),
        ("5B", ["9B 9B J", "9B J J"], "", 1),
        ("[9B 9B J] 9B", ["9B J J"], "", 1),
        ("[9B J J] 5B", [], "", 2),
        ("5B", ["J J J"], "", 3),
        ("5B", ["9B 8B J"], "", 0),
    ],
    ids=["some", "one left", "none left", "of one kind", "mine too", "mine alone", "all jokers", "faulty"],
)  # fmt: skip
def test_jokers_for_which_a_like_tile_may_come(rack: str, others: list[str], table: str, number: int) -> None:
    """An exposed joker can be had as long as not all like tiles lie on the table."""
    exposures = [parse_tiles(one) for one in others]
    laid = (*parse_tiles(table), *(tile for exposure in exposures for tile in exposure))
    assert jokers_to_redeem(parse_rack(rack), exposures, laid) == number


_BOTH = "exchange 2C for J in your own [2C 2C J] and 4C for J in your own [4C 4C J] first: then hand 41"


@pytest.mark.parametrize(
    ("rack", "said"),
    [
        ("[2C 2C J] [4C 4C J] [6666C] 888C 2C", "exchange 2C for J in your own [2C 2C J] first: then hand 41"),
        ("[2C 2C J] [4C 4C J] [6666C] 88C 4C +2C", _BOTH),
        ("[2C J J] [4C 4C J] [6666C] 88C 2C +2C", "exchange 2C 2C for J J in your own [2C J J] first: then hand 41"),
    ],
    ids=["one", "two exposures, one tile just picked", "two of one exposure"],
)
def test_an_exchange_of_the_own_joker_that_completes_a_hand_is_named(
    rack: str, said: str, card: Card, book: RuleSet
) -> None:
    """Who can win after exchanging an own exposed joker is told so, with the place, after the distance."""
    verdict = judge(WinClaim(parse_rack(rack)), card, book)
    assert not verdict.win
    first, second = verdict.reasons
    assert "away" in first.text
    assert said in second.text
    assert "Special rulings for the use of big jokers" in second.source


@pytest.mark.parametrize(
    ("rack", "claimed"),
    [
        ("[2C 2C J] [4C 4C J] [6666C] 888C +2C<Bea", None),
        ("[2C 2C J] [4C 4C J] [6666C] 888C 2C", "42"),
        ("[2C 2C J] [4C 4C J] [6666C] 88C 9B 2C", None),
        ("[111B] [2B 2B J] 111C 222C 2B F", "72"),
    ],
    ids=["tile called for mah jongg", "another hand is claimed", "still a tile short", "no hand with jokers"],
)
def test_no_exchange_is_named_that_wins_nothing(rack: str, claimed: str | None, card: Card, book: RuleSet) -> None:
    """No exchange is proposed for a called tile, for another hand than the claimed one, or where it completes none."""
    reasons = judge(WinClaim(parse_rack(rack), claimed_hand=claimed), card, book).reasons
    assert reasons
    assert not any("exchange" in reason.text for reason in reasons)


def test_an_own_exchange_is_named_only_where_the_source_knows_it(book: RuleSet) -> None:
    """The set's booklet knows no exchange of a joker, so no reason names one on its card."""
    card, claim = load_card("set-manual"), WinClaim(parse_rack("[333B] [4B 4B J] [3333D] 444D 4B"))
    said = [judge(claim, card, rules).reasons[-1].text for rules in (book, load_ruleset("set-manual"))]
    assert ["exchange 4B for J in your own" in text for text in said] == [True, False]
