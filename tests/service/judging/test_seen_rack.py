"""Read racks as the page sends them, with the tiles of a photo that are open, and refuse what no page sends."""

from __future__ import annotations

from typing import Any

import pytest

from rules.errors import ClaimError
from rules.input.strict_fields import StrictFields
from service.judging.confirmation import ConfirmedRack
from service.judging.seen_rack import MOST_TILES, read_seen
from service.judging.win_facts import WinFacts


def tile(number: int = 1, label: str = "1B", *, sure: bool = True, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON value
    """Return a tile of a rack."""
    return {"tile": number, "label": label, "sure": sure, **more}


def read(*tiles: dict[str, Any], **more: Any) -> tuple[ConfirmedRack, WinFacts]:  # noqa: ANN401 - any JSON value
    """Read a rack of these tiles."""
    return read_seen(StrictFields.of({"tiles": list(tiles), **more}, "seen", ClaimError))


def test_a_rack_is_read_as_it_was_seen() -> None:
    """Labels, exposures without gaps, what is unclear, and how the hand was won come as they were sent."""
    rack, facts = read(
        tile(4, "F", exposure=2, confidence=0.2, alternatives=[["J", 0.1]]),
        tile(6, "5C", sure=False, exposure=2, confidence=0.6, alternatives=[["5D", 0.39]]),
        tile(7, "BACK", sure=False, confidence=1),
        tile(1, "J"),
        unclear=[4],
        winning=1,
        won_by="discard",
        discarder="Bea",
    )
    assert [(one.number, one.label, one.choices, one.exposure, one.sure, one.covered) for one in rack.tiles] == [
        (4, "F", ("F",), 0, True, True),
        (6, "5C", ("5C", "5D"), 0, False, True),
        (7, "BACK", (), None, False, False),
        (1, "J", ("J",), None, True, True),
    ]
    assert (rack.unclear, rack.runs, rack.winning) == ((4,), (), 1)
    assert (facts.won_by, facts.discarder) == ("discard", "Bea")
    rack, facts = read(tile(), tile(2), unclear=[1, 2])
    assert (rack.unclear, rack.winning, facts) == ((1, 2), None, WinFacts())


REFUSED: dict[str, tuple[list[dict[str, Any]], dict[str, Any], str, str]] = {
    "one number twice": ([tile(), tile()], {}, "tiles", "duplicate"),
    "tile nought": ([tile(0)], {}, "tiles[0].tile", "out-of-range"),
    "too many tiles": ([tile(at) for at in range(1, MOST_TILES + 2)], {}, "tiles", "too-many-items"),
    "no tile of that name": ([tile(label="5X")], {}, "tiles[0].label", "bad-label"),
    "surely face down": ([tile(label="BACK")], {}, "tiles[0].label", "bad-label"),
    "an exposure too far": ([tile(exposure=MOST_TILES + 1)], {}, "tiles[0].exposure", "out-of-range"),
    "more than certain": ([tile(sure=False, confidence=1.1)], {}, "tiles[0].confidence", "out-of-range"),
    "half an alternative": ([tile(sure=False, alternatives=[["2B"]])], {}, "tiles[0].alternatives[0]", "wrong-type"),
    "an alternative as text": ([tile(sure=False, alternatives=["2B"])], {}, "tiles[0].alternatives[0]", "wrong-type"),
    "an alternative of no tile": (
        [tile(sure=False, alternatives=[["2X", 0.1]])],
        {},
        "tiles[0].alternatives[0]",
        "bad-label",
    ),
    "a field nobody knows": ([tile(colour="red")], {}, "tiles[0].colour", "unknown-field"),
    "unclear, and not there": ([tile()], {"unclear": [1, 2]}, "unclear", "no-such-tile"),
    "winning, and not there": ([tile()], {"winning": 2}, "winning", "no-such-tile"),
    "winning in an exposure": ([tile(), tile(2, exposure=0)], {"winning": 2}, "winning", "winning-tile-exposed"),
    "discarded by nobody": ([tile()], {"won_by": "discard"}, "discarder", "missing-field"),
    "won by luck": ([tile()], {"won_by": "luck"}, "won_by", "unknown-choice"),
}


@pytest.mark.parametrize(("tiles", "more", "where", "code"), REFUSED.values(), ids=REFUSED)
def test_a_rack_that_nobody_saw_is_refused(
    tiles: list[dict[str, Any]], more: dict[str, Any], where: str, code: str
) -> None:
    """The error names the field."""
    with pytest.raises(ClaimError) as caught:
        read(*tiles, **more)
    assert (caught.value.where, caught.value.code) == (f"seen.{where}", code)
