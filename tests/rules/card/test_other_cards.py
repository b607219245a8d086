import dataclasses
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from rules.card.card import Card, free_suits, list_cards, load_card
from rules.card.line.card_line import parse_line
from rules.card.packed_groups import unpack
from rules.card.pattern import HandPattern
from tests.rules.card.brute_force_cards import SET_MANUAL, free_suits_of_manual, hands_of
from tests.rules.matching.brute_force import Groups

COUNTS = tomllib.loads((Path(__file__).parent / "card_counts.toml").read_text(encoding="utf-8"))
OTHERS = [name for name in list_cards() if name != "nmjl-1976"]
ROWS = [(name, hand) for name in OTHERS for hand in load_card(name).hands]


def concrete(card: Card, number: str) -> list[Groups]:
    """Return a row's concrete hands from the card language, in the form of the brute force."""
    (place,) = card.find(number)
    return [
        tuple(sorted(tuple(sorted(tile.code for tile in unpack(group).tiles)) for group in hand))
        for hand in card.concrete[place]
    ]


@pytest.mark.parametrize(("name", "hand"), ROWS, ids=lambda value: getattr(value, "number", value))
def test_row_means_the_hands_of_its_words(name: str, hand: HandPattern) -> None:
    """The card language lists exactly the hands of plain loops over the source's rows, each once."""
    listed = concrete(load_card(name), hand.number)
    assert len(set(listed)) == len(listed) == COUNTS[name][hand.number]
    assert set(listed) == hands_of(name, hand.number)


@pytest.mark.parametrize("name", OTHERS)
def test_every_row_is_counted(name: str) -> None:
    """The file of counts names every row of every card, and no other."""
    assert list(COUNTS[name]) == [hand.number for hand in load_card(name).hands]


@pytest.mark.parametrize(("name", "hand"), ROWS, ids=lambda value: getattr(value, "number", value))
def test_printed_form_reads_back(name: str, hand: HandPattern) -> None:
    """Each hand prints in the card language and reads back as the same groups, rules and value."""
    (again,) = parse_line(hand.text).patterns(int(hand.line), hand.section, hand.place)
    assert again == dataclasses.replace(hand, title="", number=hand.line)


SET_MANUAL_VALUES = "x25 x25 x25 c15 c15 x15 x15 x15 x20 x20 c20 c20 c20 x15"
HOYLE_VALUES = "10 10 15 15 15 15 15 10 10 10 10 10 25 25 25 25 25 25 25 25 25 25 25 25"


def printed_values(card: Card) -> list[str]:
    """Return X or C and the value of each hand."""
    return [f"{'c' if hand.concealed_only else 'x'}{hand.value}" for hand in card.hands]


def test_values_are_those_printed() -> None:
    """Values and kinds match the sources; Hoyle's hands may all be exposed, and its row 9 pays 25."""
    assert printed_values(load_card("set-manual")) == SET_MANUAL_VALUES.split()
    assert printed_values(load_card("hoyle-league")) == [f"x{value}" for value in HOYLE_VALUES.split()]
    for name in ("set-manual", "hoyle-league"):
        card = load_card(name)
        assert card.ruleset == name
        assert not any(hand.no_jokers or hand.singles_and_pairs for hand in card.hands)
        assert all(hand.title for hand in card.hands)


@pytest.mark.parametrize("row", SET_MANUAL)
def test_suits_free_moves_every_printed_suit(row: str) -> None:
    """With free suits a hand of the manual wins in any suits that differ as printed, dragons included."""
    freed = free_suits(load_card("set-manual"))
    listed = concrete(freed, row)
    assert set(listed) == free_suits_of_manual(row)
    assert len(listed) == COUNTS["set-manual-free"][row]


def test_a_card_without_named_suits_is_free_already() -> None:
    """Free suits change nothing on a card without named suits."""
    card = load_card("hoyle-league")
    assert free_suits(card).concrete == card.concrete


def test_colour_rule_of_the_manual() -> None:
    """Suit and dragon match in every hand of the manual that has both, as printed and in free suits."""
    own = {"B": "G", "C": "R", "D": "0"}
    card = load_card("set-manual")
    for played in (card, free_suits(card)):
        for row in SET_MANUAL:
            for hand in concrete(played, row):
                codes = Counter(code for group in hand for code in group)
                dragons = set(codes) & set(own.values())
                assert dragons <= {own[code[1]] for code in codes if len(code) == 2}


def test_practice_card_uses_the_whole_language() -> None:
    """The practice card uses every face except the printed joker, and every suit letter, rule and flag."""
    card = load_card("practice")
    text = " ".join(hand.text for hand in card.hands)
    groups = [group for hand in card.hands for group in hand.groups]
    faces = {face.symbol for group in groups for face in group.faces}
    assert faces >= set("123456789XYUVDRG0NEWSZFA")
    assert {group.suit for group in groups} == {"", *"abcBCD*"}
    for word in ("run", "like", "odd", "even", "X in 3 6 9", "X in run", "X not Y", "V = X+Y", "UV = X*Y"):
        assert word in text
    for word in ("suits free", "differ", "sp", "nojoker", "X+1", "!"):
        assert word in text
    assert "own" in card.title
    assert card.ruleset == "modern-american"
    assert 20 <= len({hand.line for hand in card.hands}) <= 30


def test_the_manual_s_card_says_that_a_row_is_missing() -> None:
    """The card's title says that the booklet speaks of 15 hands, and only 14 rows are legible."""
    card = load_card("set-manual")
    assert len(card.hands) == 14
    assert card.title.endswith("(14 of 15 legible)")


def test_no_two_cards_share_a_line() -> None:
    """The practice card repeats no line of the other cards."""
    own = {frozenset(map(str, hand.groups)) for hand in load_card("practice").hands}
    for name in list_cards():
        if name != "practice":
            assert not own & {frozenset(map(str, hand.groups)) for hand in load_card(name).hands}
