"""List the exposed jokers that a rack has the tile for."""

import pytest

from rules.hand import parse_rack
from rules.matching.joker_exchanges import joker_exchanges, jokers_to_redeem
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
