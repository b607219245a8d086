"""Turn texts into one line."""

from __future__ import annotations

import pytest

from rules.input.one_line import is_one_line, one_line

FAMILY = "Our table \U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("Friday\nat Bea's", "Friday at Bea's", id="a-line-break"),
        pytest.param(" a\t\tb \r\n", "a b", id="blanks"),
        pytest.param("a\x07b\x1b[2Jc", "a b [2Jc", id="control-characters"),
        pytest.param("\u202egnp.exe", "gnp.exe", id="the-other-way-round"),
        pytest.param("\ud800x", "x", id="half-a-character"),
        pytest.param(FAMILY, FAMILY, id="a-family"),
        pytest.param("\n\x00", "", id="nothing-to-see"),
    ],
)
def test_a_text_in_one_line(text: str, line: str) -> None:
    """The result is one line, and a second pass leaves it as it is."""
    assert one_line(text) == one_line(one_line(text)) == line
    assert is_one_line(line)
