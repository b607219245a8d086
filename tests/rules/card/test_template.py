import pytest

from rules.card.card import list_cards, load_card, parse_card
from rules.card.template import TEMPLATE
from rules.claim import WinClaim
from rules.errors import ClaimError
from rules.judging import judge
from rules.matching.example_hand import example_hand
from rules.matching.lint.check import check_card
from rules.ruleset import load_ruleset
from rules.tiles import JOKER

HANDS = [(name, hand.number) for name in list_cards() for hand in load_card(name).hands]


def test_the_template_is_a_card_without_a_fault() -> None:
    """The template of a new card loads, has no lint fault, and explains everything it uses."""
    assert check_card(TEMPLATE, "my-card.toml") == ()
    card = parse_card(TEMPLATE)
    assert all(len(line) <= 120 for line in TEMPLATE.splitlines())
    for word in ("run", "like", "sp", "-or-", "X in run", "suits free", "differ", "nojoker", "X not Y"):
        assert word in TEMPLATE.partition("[[section]]")[0]
    assert len(card.hands) >= 5


@pytest.mark.parametrize(("name", "number"), HANDS)
def test_every_hand_has_an_example(name: str, number: str) -> None:
    """Each hand's example wins as that hand under the rules of its card."""
    card = load_card(name)
    ruleset = load_ruleset(card.ruleset or "")
    hand = example_hand(card, number, ruleset)
    assert not hand.exposures
    matches = judge(WinClaim(hand), card, ruleset, near=0).matches
    assert number in {match.pattern.number for match in matches}


@pytest.mark.parametrize(
    ("name", "number", "jokers"),
    [("nmjl-1976", "1", 0), ("nmjl-1976", "12", 2), ("practice", "26", 4), ("practice", "7", 0)],
)
def test_examples_use_no_joker_without_need(name: str, number: str, jokers: int) -> None:
    """Jokers stand only for tiles that a set lacks; a line's number gives its first alternative."""
    hand = example_hand(load_card(name), number, load_ruleset("modern-american" if name == "practice" else name))
    assert hand.tiles.count(JOKER) == jokers


def test_examples_that_cannot_be_given() -> None:
    """A hand that is missing from the card, or that the rules make impossible, is refused by name."""
    modern = load_ruleset("modern-american")
    with pytest.raises(ClaimError) as unknown:
        example_hand(load_card("practice"), "99", modern)
    assert unknown.value.code == "unknown-hand"
    with pytest.raises(ClaimError) as no_set:
        example_hand(
            parse_card(TEMPLATE.replace("FF 22a 44a 66a 88a DDa DDb", "FF 22a 22a 22a 88a DDa DDb")), "5", modern
        )
    assert no_set.value.code == "no-example"
    assert "no set could build hand 5 under modern-american" in str(no_set.value)
    with pytest.raises(ClaimError) as no_card:
        example_hand(load_card("practice"), "1", load_ruleset("japanese-american-2009"))
    assert no_card.value.code == "no-card-rules"
