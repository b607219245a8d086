"""Decide whether two fused readings agree."""

import pytest

from vision import RackReading, TileReading
from vision.live.stability import ReadingSummary
from vision.reading import Timing

QUAD = ((0.0, 0.0), (40.0, 0.0), (40.0, 50.0), (0.0, 50.0))


def gist(text: str, rack: str = "", aside: int = 0) -> ReadingSummary:
    """Return the summary of a row of tiles, named by place: "?" before an unsure tile, "-" for an empty place.

    The last `aside` tiles do not belong to the rack.
    """
    places = [(name, said) for name, said in enumerate(text.split()) if said != "-"]
    tiles = tuple(
        TileReading(said.strip("?"), 0.9, (), QUAD, 0, index, not said.startswith("?"))
        for index, (_, said) in enumerate(places)
    )
    reading = RackReading(
        width=800,
        height=600,
        tiles=tiles,
        rack=rack,
        issues=(),
        model="toy",
        timing_ms=Timing(),
        aside=tuple(range(len(tiles) - aside, len(tiles))),
    )
    return ReadingSummary.of(reading, [name for name, _ in places])


@pytest.mark.parametrize(
    ("one", "other", "patient", "not_patient"),
    [
        pytest.param(gist("1B 2B 3B"), gist("1B 2B 3B"), True, True, id="the-same"),
        pytest.param(gist("1B ?2B 3B"), gist("1B 2B 3B"), True, True, id="surer"),
        pytest.param(gist("1B ?2B 3B"), gist("1B ?3B 3B"), False, True, id="what-is-asked-about-differs"),
        pytest.param(gist("1B 2B 3B"), gist("1B ?2C 3B"), False, False, id="what-was-sure-is-another-tile"),
        pytest.param(gist("1B ?2B 3B"), gist("1B 2C 3B"), False, False, id="what-is-sure-was-another-tile"),
        pytest.param(gist("1B 2B 3B"), gist("1B 2C 3B"), False, False, id="surely-another-tile"),
        pytest.param(gist("1B 2B"), gist("1B 2B ?3B ?4B"), False, True, id="two-tiles-come"),
        pytest.param(gist("?1B - 3B ?4B"), gist("?1B ?2B 3B -"), False, True, id="one-comes-and-one-goes"),
        pytest.param(gist("1B 2B"), gist("1B 2B ?3B ?4B ?5B"), False, False, id="three-tiles-come"),
        pytest.param(gist("1B 2B 3B"), gist("1B 2B"), False, False, id="a-sure-tile-goes"),
        pytest.param(gist("1B 2B"), gist("1B 2B 3B"), False, False, id="a-sure-tile-comes"),
        pytest.param(
            gist("1B 1B ?1B", "[1B 1B 1B]"), gist("1B 1B ?1B", "1B 1B 1B"), False, True, id="grouped-otherwise"
        ),
        pytest.param(gist("1B 2B 3B"), gist("1B 2B 3B", aside=1), False, True, id="a-tile-lies-aside"),
        pytest.param(gist(""), gist(""), True, True, id="nothing"),
    ],
)
def test_two_looks_say_the_same(one: ReadingSummary, other: ReadingSummary, patient: bool, not_patient: bool) -> None:
    """Patient readings must agree in everything; after a long wait they must agree in their sure tiles."""
    assert one.says(other, patient=True) is patient
    assert one.says(other, patient=False) is not_patient
    assert other.says(one, patient=False) is not_patient, "whichever comes first"


def test_what_was_sure_is_not_forgotten() -> None:
    """A tile swapped in small steps still differs from the tile that was sure at first."""
    first, doubted, other = gist("1B 2B 3B"), gist("1B ?2B 3B"), gist("1B ?7D 3B")
    assert doubted.says(other, patient=False)
    assert not first.then(doubted).says(other, patient=False)


def test_what_left_the_view_is_forgotten() -> None:
    """Tiles followed under new names, as after a jump, are not compared with those of the first names."""
    first, anew = gist("1B 2B ?3B"), gist("- - - 1B 2B ?3B")
    assert first.says(anew, patient=True)
    assert first.then(anew).says(gist("- - - 1B 2B ?4B"), patient=False)


def test_names_tell_tiles_apart_not_places() -> None:
    """Tiles that moved on by a place, as another came into view on their left, are the same tiles."""
    assert gist("- 2B 3B 4B").says(gist("?1B 2B 3B 4B"), patient=False)
