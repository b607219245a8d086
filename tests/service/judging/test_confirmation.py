from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from rules.tiles import Tile
from service.judging.confirmation import confirm, open_tile, parse_correction, parse_exposures
from service.shared.errors import ServiceError, WrongUsageError
from vision import Issue, RackReading, TileReading

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def reading(
    rows: Sequence[str],
    unsure: Mapping[int, tuple[str, ...]] | None = None,
    exposures: tuple[tuple[int, ...], ...] = (),
    aside: tuple[int, ...] = (),
) -> RackReading:
    """Return a reading of rows of labels; `unsure` maps tile indices to alternatives."""
    labels = [(row, label) for row, text in enumerate(rows) for label in text.split()]
    doubts = unsure or {}
    tiles = tuple(
        TileReading(
            label,
            0.5 if index in doubts else 0.99,
            tuple((other, 0.2) for other in doubts.get(index, ())),
            QUAD,
            row,
            index,
            index not in doubts,
        )
        for index, (row, label) in enumerate(labels)
    )
    return RackReading(100, 100, tiles, "", (), "test@1", exposures=exposures, aside=aside)


TWO_ROWS = reading(["2C 2C J 2C 3C 3C 3C", "4C 4C F F"], exposures=((0, 1, 2, 3), (4, 5, 6)))


def test_face_down_tiles_have_no_place_in_the_text() -> None:
    """The rack's text skips a face-down tile, and the program asks about it."""
    hidden = reading(["1B BACK 2B"])
    rack = confirm(hidden, {})
    assert [tile.number for tile in rack.open] == [2]
    assert rack.known.to_json()["concealed"] == ["1B", None, "2B"]


@pytest.mark.parametrize(
    ("label", "alternatives", "choices", "covered"),
    [
        ("0", [("2C", 0.49)], ("0", "2C"), True),
        ("0", [("2C", 0.09), ("BACK", 0.4)], ("0", "2C"), False),
        ("0", [("0", 0.49)], ("0",), False),
        ("0", [("0", 0.99)], ("0",), False),
        ("BACK", [("2C", 0.3), ("0", 0.2)], ("2C", "0"), False),
    ],
    ids=["two labels", "perhaps face down", "one label twice", "one label, likely", "face down"],
)
def test_an_uncertain_tile_is_one_of_its_labels_only_if_they_cover_nearly_all(
    label: str, alternatives: list[tuple[str, float]], choices: tuple[str, ...], *, covered: bool
) -> None:
    """A tile that may well lie face down may be any tile, and one label is no choice."""
    tile = open_tile(1, label, 0.5, alternatives, None)
    assert (tile.choices, tile.covered) == (choices, covered)


def test_a_hand_is_made_of_sure_tiles() -> None:
    """Exposures and concealed tiles keep their places, with the winning tile marked."""
    hand = confirm(TWO_ROWS, {}).hand(Tile("F"), "discard", "Bea", {})
    assert str(hand) == "[2C 2C J 2C] [3C 3C 3C] 4C 4C F +F<Bea"


def test_the_tile_that_the_player_pointed_at_is_the_winning_one() -> None:
    """Whatever it turns out to be, once it is known how the hand was won."""
    rack = replace(confirm(reading(["2C 2C F 5D"], {3: ("6D",)}), {}), winning=4)
    for label in ("5D", "6D"):
        assert rack.hand(Tile("F"), "self-pick", None, {4: label}).winning_tile is Tile(label)
    assert rack.hand(None, None, None, {}).winning_tile is None


def test_a_tile_beside_the_rack_joins_it_when_it_is_named() -> None:
    """A tile aside is neither part of the hand nor asked about, unless a person names it."""
    strewn = reading(["1B 2B 3B"], {2: ("4B",)}, aside=(2,))
    assert str(confirm(strewn, {}).hand(None, None, None, {})) == "1B 2B"
    assert str(confirm(strewn, {3: "3B"}).hand(None, None, None, {})) == "1B 2B 3B"
    assert str(confirm(strewn, {3: "3B"}, [(1, 3)]).hand(None, None, None, {})) == "[1B 3B] 2B"


def test_a_person_has_the_last_word() -> None:
    """A correction replaces a sure label too, NONE removes the tile, and neither is asked about again."""
    shaky = reading(["1B 2B 3B 4B"], {1: ("6B", "8B"), 2: ()})
    rack = confirm(shaky, {1: "9D", 2: "6B", 3: "NONE"})
    assert rack.open == ()
    assert str(rack.hand(None, None, None, {})) == "9D 6B 4B"


def test_what_the_photo_leaves_open_stays_open_until_told() -> None:
    """Unclear exposures and runs keep their tile numbers until a person names the exposures."""
    seen = reading(["1B 2B 3B 5D 5D 5D", "4C 4C F F"], exposures=((0, 1, 2), (3, 4, 5)))
    issues = Issue("exposures-unclear", "?", (3, 4, 5)), Issue("half-hidden", "?", (8,))
    open_ = replace(seen, issues=issues)
    rack = confirm(open_, {6: "NONE"})
    assert (rack.unclear, rack.runs) == ((4, 5), (1, 2, 3))
    told = confirm(open_, {}, [(4, 5, 6)])
    assert (told.unclear, told.runs) == ((), ())
    assert str(rack.unexposed.hand(None, None, None, {})) == "1B 2B 3B 5D 5D 4C 4C F F"


def test_exposures_can_be_told() -> None:
    """The person's exposures replace the reading's, and an exposure without tiles disappears."""
    rack = confirm(TWO_ROWS, {1: "NONE", 2: "NONE"}, [(1, 2), (5, 6, 7)])
    assert str(rack.hand(None, None, None, {})) == "[3C 3C 3C] J 2C 4C 4C F F"


@pytest.mark.parametrize("number", [0, 12])
def test_a_tile_that_is_not_there_cannot_be_corrected(number: int) -> None:
    """The error names the number and how many tiles there are."""
    with pytest.raises(ServiceError, match="the photo shows 11") as caught:
        confirm(TWO_ROWS, {number: "1B"})
    assert caught.value.code == "no-such-tile"


def test_a_tile_lies_in_one_exposure() -> None:
    """A tile named in two exposures is wrong usage."""
    with pytest.raises(WrongUsageError, match="tile 3 is named twice"):
        confirm(TWO_ROWS, {}, [(1, 2, 3), (3, 4, 5)])


@pytest.mark.parametrize(
    ("text", "read"),
    [("7=6B", (7, "6B")), (" 7 = joker ", (7, "J")), ("12=soap", (12, "0")), ("3=none", (3, "NONE"))],
)
def test_corrections_are_read(text: str, read: tuple[int, str]) -> None:
    """Every spelling of a tile works after the number, and so does NONE."""
    assert parse_correction(text) == read


@pytest.mark.parametrize("text", ["", "7", "=6B", "x=6B", "0=6B", "7=", "7=66B", "7=6X", "-1=6B", "7=BACK"])
def test_corrections_that_cannot_be_read_are_wrong_usage(text: str) -> None:
    """Any other correction is refused with the expected form."""
    with pytest.raises(WrongUsageError) as caught:
        parse_correction(text)
    assert caught.value.code == "bad-correction"


@pytest.mark.parametrize(
    ("text", "read"), [("none", ()), ("1-4", ((1, 2, 3, 4),)), ("1-3, 4-6", ((1, 2, 3), (4, 5, 6)))]
)
def test_exposures_are_read(text: str, read: tuple[tuple[int, ...], ...]) -> None:
    """Ranges are inclusive; none means that all tiles are concealed."""
    assert parse_exposures(text) == read


@pytest.mark.parametrize("text", ["1", "4-1", "2-2", "a-b", "1-4-7", "[1-4]", "", " ", ","])
def test_exposures_that_cannot_be_read_are_wrong_usage(text: str) -> None:
    """Any other exposures are refused with the expected form."""
    with pytest.raises(WrongUsageError) as caught:
        parse_exposures(text)
    assert caught.value.code == "bad-exposures"
