"""Suggest the name that a player meant."""

import pytest

from rules.input.spelling import meant

KNOWN = ("hoyle-league", "nmjl-1976", "practice")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("nmjl1976", " (did you mean nmjl-1976?)", id="hyphen-forgotten"),
        pytest.param("NMJL-1976", " (did you mean nmjl-1976?)", id="capitals"),
        pytest.param("practise", " (did you mean practice?)", id="another-letter"),
        pytest.param("monopoly", "", id="another-game"),
        pytest.param("", "", id="nothing"),
        pytest.param("nmjl-1976" * 100_000, "", id="longer-than-any-slip"),
    ],
)
def test_what_was_meant(name: str, said: str) -> None:
    """A typing slip gets a suggestion; an unrelated name gets none."""
    assert meant(name, KNOWN) == said
