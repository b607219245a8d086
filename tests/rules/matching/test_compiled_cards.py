import gc

import pytest

from rules.card.card import FOLDER, Card, load_card, parse_card
from rules.hand import parse_rack
from rules.matching.index import compiled_cards
from rules.matching.index.compiled_cards import freed, index_of
from rules.matching.rack_counts import count_rack
from rules.ruleset import load_ruleset

BOOK = load_ruleset("nmjl-1976")


def new_card() -> Card:
    """Return a new card that no other object holds."""
    return parse_card((FOLDER / "nmjl-1976.toml").read_text(encoding="utf-8"))


def test_a_card_holds_nothing_but_what_its_file_says() -> None:
    """The fields of a card hold only its file's content, so that judging leaves the value unchanged."""
    assert set(Card.__dataclass_fields__) == {
        *("id", "title", "source", "ruleset", "hands", "concrete", "flowers_wild"),
    }


def test_a_card_is_compiled_once() -> None:
    """Each card has its own index and its own card with free suits, both made once."""
    assert BOOK.jokers is not None
    card, other = new_card(), new_card()
    assert card == other
    assert index_of(card, BOOK.jokers) is index_of(card, BOOK.jokers)
    assert index_of(card, BOOK.jokers) is not index_of(other, BOOK.jokers)
    manual = load_card("set-manual")
    assert freed(manual) is freed(manual)


@pytest.mark.parametrize("make", [index_of, lambda card, _: freed(card)], ids=["index", "freed"])
def test_what_was_compiled_goes_with_its_card(make) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """The compiled form is freed with its card, so that a server that loads many cards does not keep them all."""
    gc.collect()  # cards that earlier tests dropped are gone before we count
    before = len(compiled_cards._COMPILED)
    card = new_card()
    make(card, BOOK.jokers)
    assert len(compiled_cards._COMPILED) == before + 1
    del card
    gc.collect()
    assert len(compiled_cards._COMPILED) == before


@pytest.mark.parametrize(
    ("rack", "completes"),
    [
        ("1111B J 999C 999D FFF", True),
        ("1B JJJJ 9C JJ 9D JJ FFF", True),
        ("11111B 999C 999D FFF", False),
        ("1B JJJJ 9C JJ 9D JJ FFJ", False),
    ],
)
def test_no_rack_completes_a_hand_with_more_tiles_than_a_set_holds(rack: str, completes: bool) -> None:
    """Five like tiles or nine jokers complete no hand, even one of five like tiles."""
    assert BOOK.jokers is not None
    assert BOOK.exposures is not None
    lines = '[[section]]\ntitle = "Quint"\nlines = ["11111a 999b 999c FFF x25"]\n'
    index = index_of(parse_card(f'id = "quint"\ntitle = "Quint"\n{lines}'), BOOK.jokers)
    assert bool(index.completed(count_rack(parse_rack(rack), BOOK.jokers, BOOK.exposures))) == completes
