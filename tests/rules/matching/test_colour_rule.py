import pytest

from rules.card.card import Card, colour_clash, list_cards, load_card, parse_card
from rules.card.packed_groups import unpack
from rules.claim import WinClaim
from rules.errors import ClaimError
from rules.hand import Hand, parse_rack
from rules.judging import judge
from rules.matching.example_hand import example_hand
from rules.matching.lint.check import check_card, lint_card
from rules.matching.prospects import prospects_of, waits_of
from rules.matching.winner import is_winner
from rules.ruleset import RuleSet, load_ruleset, parse_ruleset
from rules.tiles import parse_tiles

MANUAL = load_ruleset("set-manual")
COLOUR = {"B": "G", "C": "R", "D": "0"}


def text(*lines: str, ruleset: str = "set-manual") -> str:
    """Return the text of a card for a house that plays by the manual."""
    rows = "\n".join(f'    "{line}",' for line in lines)
    return f'id = "own"\ntitle = "Own"\nruleset = "{ruleset}"\n[[section]]\ntitle = "All"\nlines = [\n{rows}\n]\n'


def own(*lines: str) -> Card:
    """Parse such a card."""
    return parse_card(text(*lines))


def house(said: str) -> RuleSet:
    """Return a house of the manual with its colour rule on or off."""
    return parse_ruleset(
        f'id = "ours"\ntitle = "Ours"\nparent = "set-manual"\n[hand]\ncolour_rule = {said}\n', "ours.toml"
    )


@pytest.mark.parametrize(
    ("line", "rack", "win"),
    [
        pytest.param("GGGG 88C EEEE WWWW x20", "GGGG 88C EEEE WWWW", False, id="green beside Craks"),
        pytest.param("RRRR 88C EEEE WWWW x20", "RRRR 88C EEEE WWWW", True, id="red beside Craks"),
        pytest.param("DDDD* 88a EEEE WWWW x20", "GGGG 88B EEEE WWWW", True, id="any dragons, and these match"),
        pytest.param("DDDD* 88a EEEE WWWW x20", "0000 88B EEEE WWWW", False, id="any dragons, and these do not"),
        pytest.param("GGGG 22B 333C EEEEE x20", "GGGG 22B 333C EEEEJ", False, id="green beside Bams, and beside Craks"),
        pytest.param("GGGG RRRR 0000 NN x20", "GGGG RRRR 0000 NN", True, id="no suit"),
        pytest.param("RG0 1111B 2222B NNN x20", "RG0 1111B 2222B NNN", False, id="three dragons as one group"),
        pytest.param("GFF RRRR NNNN EEE x20", "GFF RRRR NNNN EEE", True, id="dragons among others, and no suit"),
        pytest.param("FFFF 2026a 222b 555b x20", "FFFF 20B 26B 222C 555C", True, id="the zero of a year"),
    ],
)
def test_suit_and_dragon_match(line: str, rack: str, win: bool) -> None:
    """A hand needs matching colours: Bams and Green, Craks and Red, Dots and White (Step III, Color Rule)."""
    card = own(line)
    hand = parse_rack(rack.replace("20B 26B", "2B 0 2B 6B"))
    verdict = judge(WinClaim(hand), card, MANUAL)
    assert verdict.win == win == is_winner(hand, card, MANUAL)
    if not win:
        assert "suit and dragon of a hand must match" in verdict.reasons[0].text
        assert verdict.reasons[0].source == "Mahjong set manual: Step III, Color Rule"
        assert judge(WinClaim(hand, claimed_hand="1"), card, MANUAL).reasons == verdict.reasons
    for rules in (house("false"), load_ruleset("nmjl-1976")):
        assert is_winner(hand, card, rules)


def test_a_hand_of_the_wrong_colours_is_neither_near_nor_waited_for() -> None:
    """A hand that breaks the colour rule is out of reach; a card of such hands alone leaves every rack dead."""
    card = own("GGGG 88C EEEE WWWW x20", "RRRR 88C EEEE WWWW x20")
    waiting = parse_rack("GGGG 8C EEEE WWWW")
    assert waits_of(waiting, card, MANUAL).waits == ()
    assert {near.pattern.number for near in prospects_of(waiting, card, MANUAL).possible} == {"2"}
    wrong = own("GGGG 88C EEEE WWWW x20")
    assert prospects_of(waiting, wrong, MANUAL).dead
    assert not judge(WinClaim(waiting), wrong, MANUAL).win


@pytest.mark.parametrize(
    ("lines", "claimed"),
    [
        (["GGGG 88C EEEE WWWW x20", "RRRR 88C EEEE WWWW x20"], "1"),
        (["GGGG 88C EEEE WWWW x20"], None),
    ],
    ids=["claimed", "the whole card"],
)
def test_a_hand_that_the_rule_forbids_in_all_suits_blames_the_rule(lines: list[str], claimed: str | None) -> None:
    """Neither tiles nor exposures are blamed where the colour rule forbids a hand whatever the rack holds."""
    rack = parse_rack("[GGGG] 8C EEEE WWWW 1B")
    reasons = judge(WinClaim(rack, claimed_hand=claimed), own(*lines), MANUAL).reasons
    assert [reason.text.split(":")[0] for reason in reasons] == ["hand 1 has G beside 8C"]


def test_a_hand_that_the_rule_forbids_in_all_suits_has_no_example() -> None:
    """The rule is named where it leaves no example."""
    with pytest.raises(ClaimError, match="suit and dragon of hand 1 do not match") as caught:
        example_hand(own("GGGG 88C EEEE WWWW x20"), "1", MANUAL)
    assert caught.value.code == "no-example"


def test_free_suits_take_their_dragons_along() -> None:
    """With free suits the manual's hand of dragons wins in each suit with its dragon."""
    free = parse_ruleset('id = "ours"\ntitle = "Ours"\nparent = "set-manual"\n[hand]\nsuits_free = true\n', "ours.toml")
    card = load_card("set-manual")
    for suit, dragon in COLOUR.items():
        rack = " ".join([dragon] * 4 + [f"8{suit}"] * 2 + ["E"] * 4 + ["W"] * 4)
        assert is_winner(parse_rack(rack), card, free)


@pytest.mark.parametrize("name", list_cards())
def test_clashes_are_those_of_the_tiles(name: str) -> None:
    """A concrete hand clashes exactly if one of its dragons, except years' zeros, does not match one of its suits."""
    card = load_card(name)
    for concrete in card.concrete:
        for hand in concrete[:40]:
            tiles = [tile.code for tile in Hand((), parse_tiles(_text(hand))).tiles]
            dragons = {code for code in _like(hand) if code in "RG0"}
            suits = {code[1] for code in tiles if len(code) == 2}
            assert (colour_clash(hand) is not None) == any(
                COLOUR[suit] != dragon for suit in suits for dragon in dragons
            )


def test_the_cards_that_ship_keep_the_manual_s_rule() -> None:
    """No hand of the manual breaks its own rule."""
    assert all(colour_clash(hand) is None for concrete in load_card("set-manual").concrete for hand in concrete)


@pytest.mark.parametrize(
    ("line", "level", "says"),
    [
        pytest.param("GGGG 88C EEEE WWWW x20", "warning", "hand 1 has G beside 8C", id="the whole line"),
        pytest.param("DDDD* 88C EEEE WWWW x20", "note", "hand 1 in 2 of 3 hands has", id="some of its hands"),
    ],
)
def test_a_line_of_the_wrong_colours_is_doubted(line: str, level: str, says: str) -> None:
    """Lint reports a line that breaks its own rule set's colour rule, but the card can still be saved."""
    (fault,) = lint_card(text(line)).faults
    assert (fault.code, fault.level) == ("colour-clash", level)
    assert fault.message.startswith(says)
    assert "Step III, Color Rule" in fault.message
    assert check_card(text(line)) == ()
    assert not lint_card(text(line, ruleset="nmjl-1976")).faults


@pytest.mark.parametrize("another", range(4))
def test_an_example_of_a_line_wins(another: int) -> None:
    """Lint draws and counts only hands that win under the card's own rule set."""
    lines = ("DDDD* 88a EEEE WWWW x20", "GGGG 88C EEEE WWWW x20")
    some, none = lint_card(text(*lines), another=another).hands
    assert some.example is not None
    tiles = tuple(tile for group in some.example for tile in group.tiles)
    assert is_winner(Hand((), tiles), own(*lines), MANUAL)
    assert [(hand.concrete, hand.meant) for hand in (some, none)] == [(3, 9), (0, 1)]
    assert none.example is None


def _text(hand: tuple[int, ...]) -> str:
    return " ".join(tile.code for group in hand for tile in unpack(group).tiles)


def _like(hand: tuple[int, ...]) -> list[str]:
    return [unpack(group).tiles[0].code for group in hand if unpack(group).alike]


def test_the_rule_is_told_of_a_hand_with_an_exposure_of_wild_flowers_alone() -> None:
    """Flowers that may be any group of the card are those of a hand that only its colours forbid."""
    card = parse_card('flowers = "wild"\n' + text("RRRR FFFF 888B 999B x20", "NNNN SSSS EEE WWW x20"))
    reasons = judge(WinClaim(parse_rack("[FFFF] RRRR 888B 999B")), card, MANUAL).reasons
    assert [reason.text.partition(":")[0] for reason in reasons] == [
        "hand 1 has R beside 8B",
    ]
    assert reasons[0].source == "Mahjong set manual: Step III, Color Rule"
