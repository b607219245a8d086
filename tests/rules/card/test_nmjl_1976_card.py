import dataclasses
import tomllib
from pathlib import Path

import pytest

from rules.card.card import Card, load_card
from rules.card.line.card_line import parse_line
from rules.card.packed_groups import unpack
from rules.card.pattern import HandPattern
from tests.rules.matching.brute_force import CONCEALED, NO_JOKERS, Groups, hands_of_1976, value_of

COUNTS = tomllib.loads((Path(__file__).parent / "nmjl_1976_counts.toml").read_text(encoding="utf-8"))
ROWS = range(1, 76)


@pytest.fixture(scope="module")
def card() -> Card:
    """Load the card of 1976."""
    return load_card("nmjl-1976")


def concrete(card: Card, row: int) -> list[Groups]:
    """Return a row's concrete hands from the card language, in the form of the brute force."""
    return [
        tuple(sorted(tuple(sorted(tile.code for tile in unpack(group).tiles)) for group in hand))
        for hand in card.concrete[row - 1]
    ]


def test_rows_keep_their_printed_numbers(card: Card) -> None:
    """The card has 75 hands, numbered 1 to 75 as in the book, without alternatives."""
    assert [hand.number for hand in card.hands] == [str(row) for row in ROWS]
    assert (card.id, card.ruleset) == ("nmjl-1976", "nmjl-1976")


@pytest.mark.parametrize("row", ROWS)
def test_row_means_the_hands_of_the_book(card: Card, row: int) -> None:
    """The card language lists exactly the hands of plain loops over the book's row, each once."""
    listed = concrete(card, row)
    assert len(set(listed)) == len(listed) == COUNTS["hands"][str(row)]
    assert set(listed) == hands_of_1976(row)


def test_pinned_counts_add_up(card: Card) -> None:
    """The file of counts names every row and the total."""
    assert set(COUNTS["hands"]) == {str(row) for row in ROWS}
    assert sum(COUNTS["hands"].values()) == COUNTS["total"]["hands"] == sum(map(len, card.concrete))


@pytest.mark.parametrize("row", ROWS)
def test_row_is_printed_with_value_and_kind(card: Card, row: int) -> None:
    """Value, exposure and the ban on jokers of each row match the book."""
    hand = card.hands[row - 1]
    assert hand.value == value_of(row)
    assert hand.concealed_only == (row in CONCEALED)
    assert hand.no_jokers == (row in NO_JOKERS)
    assert hand.title
    assert not hand.singles_and_pairs


@pytest.mark.parametrize(
    ("row", "place"),
    [
        *((1, "p. 15"), (9, "p. 16"), (15, "p. 17"), (21, "p. 18"), (27, "p. 19"), (28, "p. 20"), (32, "p. 20")),
        *((33, "p. 21"), (40, "p. 22"), (42, "p. 22"), (43, "p. 23"), (49, "p. 24"), (59, "p. 25"), (60, "p. 26")),
        *((66, "p. 27"), (75, "p. 28")),
    ],
)
def test_row_names_its_page(card: Card, row: int, place: str) -> None:
    """Each hand cites the page of the book that prints it."""
    assert card.hands[row - 1].place == place
    assert card.cite(card.hands[row - 1]).endswith(f"hand {row}, {place}")


@pytest.mark.parametrize("hand", load_card("nmjl-1976").hands, ids=lambda hand: hand.number)
def test_printed_form_reads_back(hand: HandPattern) -> None:
    """Each hand prints in the card language and reads back as the same groups, rules and value."""
    (again,) = parse_line(hand.text).patterns(int(hand.number), hand.section, hand.place)
    assert again == dataclasses.replace(hand, title="")


def test_every_hand_has_14_tiles_of_one_set(card: Card) -> None:
    """No concrete hand holds more of a kind than a set and its eight jokers provide."""
    for row in ROWS:
        for hand in concrete(card, row):
            codes = [code for group in hand for code in group]
            assert len(codes) == 14
            missing = sum(max(0, codes.count(code) - (8 if code == "F" else 4)) for code in set(codes))
            assert missing <= (0 if row in NO_JOKERS else 8)
