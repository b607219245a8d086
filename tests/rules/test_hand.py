import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import HandError, RackError, TileTextError
from rules.hand import Hand, WonBy, is_player_name, parse_rack
from rules.tiles import ALL_TILES, Tile, format_tiles, parse_tiles

names = st.text(min_size=1, max_size=12).filter(is_player_name)
groups = st.lists(st.sampled_from(ALL_TILES), min_size=1, max_size=6).map(tuple)


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Draw any valid hand."""
    exposures = tuple(draw(st.lists(groups, max_size=4)))
    concealed = tuple(draw(st.lists(st.sampled_from(ALL_TILES), min_size=1, max_size=14)))
    ways: list[WonBy | None] = [None, "self-pick", "discard"]
    how = draw(st.sampled_from(ways))
    winning = draw(st.sampled_from(concealed)) if how else None
    return Hand(exposures, concealed, winning, how, draw(names) if how == "discard" else None)


def test_the_contract_example() -> None:
    """Brackets are exposures, + the winning tile, < the discarder; the winning tile is one of the 14."""
    hand = parse_rack("[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea")
    assert [format_tiles(group) for group in hand.exposures] == ["2C 2C J 2C", "3C 3C 3C 3C"]
    assert format_tiles(hand.concealed) == "4C 4C 4C F F 4C"
    assert (hand.winning_tile, hand.won_by, hand.discarder) == (Tile("4C"), "discard", "Bea")
    assert len(hand.tiles) == 14
    assert str(hand) == "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea"


@pytest.mark.parametrize(
    ("text", "printed", "won_by", "discarder"),
    [
        ("111B FF", "1B 1B 1B F F", None, None),
        ("+4C", "+4C", "self-pick", None),
        ("+4C 111B", "1B 1B 1B +4C", "self-pick", None),
        ("FF+Soap", "F F +0", "self-pick", None),
        ("+5 Bam<Bea F", "F +5B<Bea", "discard", "Bea"),
        ('F +N<"Aunt Bea" F', 'F F +N<"Aunt Bea"', "discard", "Aunt Bea"),
        ("F +N<Zoë[RRR]", "[R R R] F +N<Zoë", "discard", "Zoë"),
        ("F +N<عل\u200cرضا", "F +N<عل\u200cرضا", "discard", "عل\u200cرضا"),
        ("[ 2C2C J 2C ][FFF]+1D", "[2C 2C J 2C] [F F F] +1D", "self-pick", None),
        ("1B 55555C", "1B 5C 5C 5C 5C 5C", None, None),
    ],
)
def test_rack_text(text: str, printed: str, won_by: str | None, discarder: str | None) -> None:
    """Rack texts in all typed forms are read, and printed in one form."""
    hand = parse_rack(text)
    assert (str(hand), hand.won_by, hand.discarder) == (printed, won_by, discarder)
    assert parse_rack(printed) == hand


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("", "empty-rack", 1),
        ("  ", "empty-rack", 1),
        ("1B [2B 2B", "open-bracket", 4),
        ("1B [2B [2B] 3B", "stray-bracket", 8),
        ("1B 2B] 3B", "stray-bracket", 6),
        ("1B [ ] 3B", "empty-exposure", 4),
        ("[1B 1B +1B]", "winning-tile-exposed", 8),
        ("1B +2B +3B", "two-winning-tiles", 8),
        ("1B +", "one-winning-tile", 4),
        ("1B + 2B", "one-winning-tile", 4),
        ("1B +22B", "one-winning-tile", 4),
        ("1B +FF", "one-winning-tile", 4),
        ("1B <Bea", "stray-discarder", 4),
        ("1B +2B <Bea", "stray-discarder", 8),
        ("1B +2B<", "bad-name", 7),
        ('1B +2B<"Bea', "bad-name", 7),
        ('1B +2B<" Bea"', "bad-name", 7),
    ],
)
def test_faults_name_their_place(text: str, code: str, position: int) -> None:
    """The error for an unreadable rack text has its code and the character where the fault begins."""
    with pytest.raises(RackError) as caught:
        parse_rack(text)
    assert (caught.value.code, caught.value.position) == (code, position)
    assert caught.value.where == f"character {position}"


def test_a_typo_in_a_tile_is_placed_in_the_whole_text() -> None:
    """The position of an unreadable tile counts from the start of the rack, brackets included."""
    with pytest.raises(TileTextError) as caught:
        parse_rack("[2C 2C J 2C] 4C 5X F")
    assert (caught.value.code, caught.value.position, caught.value.offending) == ("tile-without-suit", 17, "5X")


@pytest.mark.parametrize(
    ("changes", "code", "where"),
    [
        ({"exposures": ((),)}, "empty-exposure", "exposures"),
        ({"winning_tile": None}, "won-by-without-tile", "won_by"),
        ({"won_by": None, "discarder": None}, "won-by-without-tile", "won_by"),
        ({"won_by": "theft"}, "unknown-won-by", "won_by"),
        ({"won_by": "self-pick"}, "discarder-mismatch", "discarder"),
        ({"discarder": None}, "discarder-mismatch", "discarder"),
        ({"discarder": ""}, "bad-name", "discarder"),
        ({"discarder": ' Bea"'}, "bad-name", "discarder"),
        ({"discarder": "Bea\n"}, "bad-name", "discarder"),
        ({"discarder": "\N{ZERO WIDTH JOINER}"}, "bad-name", "discarder"),
        ({"discarder": "\N{ZERO WIDTH JOINER} \N{ZERO WIDTH JOINER}"}, "bad-name", "discarder"),
        ({"winning_tile": Tile("9D")}, "winning-tile-not-held", "winning_tile"),
    ],
)
def test_contradictions_are_refused_when_made(changes: dict[str, Any], code: str, where: str) -> None:
    """A contradictory hand cannot be made; the error names the field."""
    hand = parse_rack("[RRR] 4C +4C<Bea")
    with pytest.raises(HandError) as caught:
        dataclasses.replace(hand, **changes)
    assert (caught.value.code, caught.value.where) == (code, where)


def test_wrong_numbers_and_impossible_copies_still_parse() -> None:
    """A rack with the wrong number of tiles or too many copies parses; only the verdict objects."""
    assert len(parse_rack("11111B").tiles) == 5


def test_hands_are_equal_wherever_the_winning_tile_was_written() -> None:
    """The winning tile moves to the end, so that equal hands compare equal; the other tiles keep their order."""
    assert parse_rack("+4C 1B 4C") == parse_rack("1B 4C +4C") != parse_rack("4C 1B +4C")
    made = Hand((), parse_tiles("4C 1B 4C 2B"), Tile("4C"), "self-pick")
    assert str(made) == "4C 1B 2B +4C"


@given(hands())
def test_round_trip(hand: Hand) -> None:
    """Every hand prints as a text that reads back as an equal hand."""
    assert parse_rack(str(hand)) == hand


@given(st.one_of(st.text(max_size=40), st.text(alphabet='12B[]+<"F Jea', max_size=40)))
def test_any_text_is_read_or_refused_with_the_promised_error(text: str) -> None:
    """Fuzzed text gives a hand that reads back the same, or one of the two promised errors."""
    try:
        hand = parse_rack(text)
    except (RackError, TileTextError) as error:
        refused = error
    else:
        assert parse_rack(str(hand)) == hand
        return
    assert 1 <= refused.position <= len(text) + 1
    assert refused.message


@pytest.mark.parametrize("text", ["NEWS" * 500, "\U0001f010" * 700, "111B" * 250], ids=["winds", "characters", "runs"])
def test_a_rack_that_could_not_be_read_back_is_refused(text: str) -> None:
    """A hand of hundreds of tiles whose own text is too long is refused; with ten tiles less it still reads back."""
    with pytest.raises(TileTextError) as caught:
        parse_rack(text)
    assert caught.value.code == "text-too-long"
    largest = parse_rack("NEWS" * 166)
    assert parse_rack(str(largest)) == largest
