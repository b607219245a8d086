import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import TileTextError
from rules.tiles import (
    ALL_TILES,
    CODES,
    JOKER,
    Tile,
    copies,
    format_tiles,
    may_be_one_meld,
    overfull,
    parse_tiles,
)

tiles = st.lists(st.sampled_from(ALL_TILES), max_size=20)


def test_a_set_has_152_tiles_of_36_kinds() -> None:
    """The kinds and their copies add up to the set of the sources."""
    assert len(ALL_TILES) == 36
    assert sum(copies(tile) for tile in ALL_TILES) == 152
    assert [tile.index for tile in ALL_TILES] == list(range(36))
    assert " ".join(CODES) == (
        "1B 2B 3B 4B 5B 6B 7B 8B 9B 1C 2C 3C 4C 5C 6C 7C 8C 9C 1D 2D 3D 4D 5D 6D 7D 8D 9D N E W S R G 0 F J"
    )


@pytest.mark.parametrize("tile", ALL_TILES, ids=str)
def test_tile_is_one_unchangeable_object(tile: Tile) -> None:
    """However made, copied or stored, a tile is the same frozen object."""
    assert Tile(tile.code) is tile
    assert eval(repr(tile)) is tile  # noqa: S307
    assert pickle.loads(pickle.dumps(tile)) is tile  # noqa: S301
    assert copy.deepcopy(tile) is tile
    with pytest.raises(AttributeError):
        tile.code = "2B"
    with pytest.raises(AttributeError):
        del tile.code


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("5B", "5B"),
        ("5b 5c 5d", "5B 5C 5D"),
        ("111B", "1B 1B 1B"),
        ("1234C", "1C 2C 3C 4C"),
        ("FFFF", "F F F F"),
        ("NEWS", "N E W S"),
        ("news", "N E W S"),
        ("JJ", "J J"),
        ("RG0", "R G 0"),
        ("000", "0 0 0"),
        ("RD GD WD", "R G 0"),
        ("rdgdwd", "R G 0"),
        ("NEWD", "N E 0"),
        ("WDW", "0 W"),
        ("Soap Red green WHITE", "0 R G 0"),
        ("Red Dragon, green dragon", "R G"),
        ("North East West South", "N E W S"),
        ("northwind", "N"),
        ("North, South", "N S"),
        ("Flower Joker Bird", "F J 1B"),
        ("Big Joker", "J"),
        ("5Bam 5Crak 5Dot", "5B 5C 5D"),
        ("55Bams 5 Cracks 12dots", "5B 5B 5C 1D 2D"),
        ("FF2222B4444C", "F F 2B 2B 2B 2B 4C 4C 4C 4C"),
        ("1BN", "1B N"),
        ("1D", "1D"),
        ("0 1B", "0 1B"),
        ("2B0", "2B 0"),
        ("\N{MAHJONG TILE ONE OF BAMBOOS}\N{MAHJONG TILE NINE OF BAMBOOS}", "1B 9B"),
        ("\N{MAHJONG TILE ONE OF CHARACTERS} \N{MAHJONG TILE NINE OF CHARACTERS}", "1C 9C"),
        ("\N{MAHJONG TILE ONE OF CIRCLES}\N{MAHJONG TILE NINE OF CIRCLES}", "1D 9D"),
        (
            "\N{MAHJONG TILE EAST WIND}\N{MAHJONG TILE SOUTH WIND}\N{MAHJONG TILE NORTH WIND}",
            "E S N",
        ),
        (
            "\N{MAHJONG TILE RED DRAGON}\ufe0f\N{MAHJONG TILE GREEN DRAGON}\ufe0e\N{MAHJONG TILE WHITE DRAGON}",
            "R G 0",
        ),
        (
            "\N{MAHJONG TILE PLUM}\N{MAHJONG TILE CHRYSANTHEMUM}\N{MAHJONG TILE SPRING}\N{MAHJONG TILE WINTER}",
            "F F F F",
        ),
        ("\N{MAHJONG TILE JOKER}", "J"),
        ("", ""),
        (" \t\n , ", ""),
    ],
)
def test_every_input_form(text: str, codes: str) -> None:
    """Every written form of tiles in the contract reads as its codes."""
    assert format_tiles(parse_tiles(text)) == codes


@pytest.mark.parametrize(
    ("text", "code", "position", "offending"),
    [
        ("5B 5X", "tile-without-suit", 4, "5X"),
        ("2B 3B 7", "tile-without-suit", 7, "7"),
        ("D", "unknown-tile", 1, "D"),
        ("N D", "unknown-tile", 3, "D"),
        ("1DD", "unknown-tile", 3, "D"),
        ("Q", "unknown-tile", 1, "Q"),
        ("2C Sope", "unknown-tile", 4, "Sope"),
        ("FF Nroth", "unknown-tile", 4, "Nroth"),
        ("FFx", "unknown-tile", 1, "FFx"),
        ("10B", "zero-with-suit", 1, "10B"),
        ("01B", "zero-with-suit", 1, "01B"),
        ("2B0 2B02B", "zero-with-suit", 7, "02B"),
        ("1B \N{MAHJONG TILE BACK}", "face-down", 4, "\N{MAHJONG TILE BACK}"),
        ("5\N{KELVIN SIGN}", "tile-without-suit", 1, "5\N{KELVIN SIGN}"),
        ("[1B", "unknown-tile", 1, "["),
        ("1B " * 1000, "text-too-long", 2001, ""),
    ],
)
def test_errors_name_text_and_place(text: str, code: str, position: int, offending: str) -> None:
    """The error for an unreadable text has its code, the faulty text and its start."""
    with pytest.raises(TileTextError) as caught:
        parse_tiles(text)
    error = caught.value
    assert (error.code, error.position, error.offending) == (code, position, offending)
    assert error.where == f"character {position}"
    assert offending in error.message


def test_unknown_code_is_refused() -> None:
    """`Tile` takes the 36 codes and no other form of input."""
    for code in ("5b", "Soap", "", "10B", "D"):
        with pytest.raises(TileTextError) as caught:
            Tile(code)
        assert caught.value.code == "unknown-tile"


@given(tiles)
def test_codes_read_back(some: list[Tile]) -> None:
    """Printed codes read back as the same tiles in the same order."""
    assert list(parse_tiles(format_tiles(some))) == some


@given(tiles)
def test_order_is_that_of_the_codes(some: list[Tile]) -> None:
    """Tiles sort in the order of their codes."""
    assert [tile.code for tile in sorted(some)] == sorted((tile.code for tile in some), key=CODES.index)


@given(
    st.one_of(
        st.text(max_size=40), st.text(alphabet="0123456789BCDNEWSRGFJdoapm ,[]+<\N{MAHJONG TILE BACK}", max_size=40)
    )
)
def test_any_text_is_read_or_refused_with_the_promised_error(text: str) -> None:
    """Fuzzed text gives tiles that read back the same, or `TileTextError` with a place inside the text."""
    try:
        some = parse_tiles(text)
    except TileTextError as error:
        refused = error
    else:
        assert parse_tiles(format_tiles(some)) == some
        return
    assert 1 <= refused.position <= len(text)
    assert text[refused.position - 1 :].startswith(refused.offending)


def test_overfull_names_each_tile_held_too_often() -> None:
    """Five of a kind and nine jokers are more than a set holds; four and eight are not."""
    assert overfull(parse_tiles("5555B FFFFFFFF JJJJJJJJ")) == ()
    assert overfull(parse_tiles("55555B JJJJJJJJJ 1B")) == ((Tile("5B"), 5), (JOKER, 9))


@pytest.mark.parametrize(
    ("codes", "one"),
    [
        ("1B 2B 3B", True),
        ("1B 3B 5B", True),
        ("9D 5D 7D", True),
        ("1B 3B 4B", False),
        ("1B 4B 7B", False),
        ("1B 3C 5B", False),
        ("1B 3B J", False),
        ("1B 3B 5B 7B", False),
        ("N N J N", True),
        ("N N N F", False),
        ("J J J", False),
        ("0B 1B 2B", False),
        ("1Z 2Z 3Z", False),
        ("xB 1B 2B", False),
        ("BACK 1B 2B", False),
    ],
)
def test_what_may_be_one_meld(codes: str, one: bool) -> None:
    """Like tiles, chows and jump chows may be a meld; the rules of the table decide on wild flowers."""
    assert may_be_one_meld(codes.split()) == one
