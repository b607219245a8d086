"""Test that declared types are checked on every call, however often classes have fitted before."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rules.errors import ClaimError
from rules.input.declared_types import checked
from rules.tiles import Tile


class Wide(str):
    """A text of another class, which fits as a text does."""

    __slots__ = ()


@checked(ClaimError)
def join(first: str, second: str | None = None) -> str:
    """Return both texts; their classes alone say whether they fit."""
    return first + (second or "")


@checked(ClaimError)
def times(text: str, number: int = 1) -> str:
    """Return the text so many times; the class of true is no class of whole numbers."""
    return text * number


@checked(ClaimError)
def codes(tiles: tuple[Tile, ...]) -> object:
    """Return the tiles as they came; their classes do not say whether all items fit."""
    return tiles


@checked(ClaimError)
def half(number: float) -> float:
    """Return half a number."""
    return number / 2


@pytest.mark.parametrize("wrong", [(1,), ("a", 2), (None, "a")], ids=repr)
def test_a_class_that_fits_lets_no_other_pass(wrong: tuple[object, ...]) -> None:
    """After good calls of the same form a wrong argument is refused, by place and by name."""
    for _ in range(3):
        assert join("a") + join("b", "c") + join(Wide("d")) + join("e", second=None) == "abcde"
        with pytest.raises(ClaimError) as caught:
            join(*wrong)  # type: ignore[arg-type]
        assert caught.value.code == "wrong-type"
        with pytest.raises(ClaimError):
            join("a", second=b"c")  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [True, 2.0, "2", None], ids=repr)
def test_a_whole_number_that_fits_lets_no_other_class_pass(wrong: object) -> None:
    """After good calls, by place and by name, true and what is no whole number are refused in both ways."""
    for _ in range(3):
        assert times("a", 2) + times("b", number=2) + times(text="c", number=2) == "aabbcc"
        with pytest.raises(ClaimError, match="give a whole number"):
            times("a", wrong)  # type: ignore[arg-type]
        with pytest.raises(ClaimError, match="give a whole number"):
            times("a", number=wrong)  # type: ignore[arg-type]
        with pytest.raises(ClaimError, match="give a whole number"):
            times(number=wrong, text="a")  # type: ignore[arg-type]


def test_names_of_arguments_do_not_change_places() -> None:
    """Classes that fitted in one order of names say nothing of the same classes in another."""
    for _ in range(3):
        assert times(text="a", number=2) == "aa"
        with pytest.raises(ClaimError) as caught:
            times(number="a", text=2)  # type: ignore[arg-type]
        assert caught.value.where == "number"


def test_items_are_looked_at_every_time() -> None:
    """A list becomes a tuple on every call, and a tuple with a wrong item is refused after a good one."""
    for _ in range(3):
        assert codes([Tile("2C")]) == (Tile("2C"),)  # type: ignore[arg-type]
        assert codes((Tile("2C"),)) == (Tile("2C"),)
        with pytest.raises(ClaimError, match="each item a tile"):
            codes(("2C",))  # type: ignore[arg-type]


@pytest.mark.parametrize("right", [1, 0.5, Fraction(1, 3), np.float32(0.5), np.int64(2), float("inf")], ids=repr)
def test_any_real_number_is_a_number(right: float) -> None:
    """Numbers of numpy fit too, without a warning about their range."""
    assert half(right) == right / 2


@pytest.mark.parametrize("wrong", [True, 10**400, Fraction(10**400), "1", 1j, None], ids=lambda one: type(one).__name__)
def test_what_no_float_holds_is_no_number(wrong: object) -> None:
    """Numbers too large for a float, and what is no number, are refused."""
    with pytest.raises(ClaimError, match="give a number"):
        half(wrong)  # type: ignore[arg-type]


def test_python_tells_of_too_many_arguments() -> None:
    """A call with an argument too many fails as that of any function."""
    for _ in range(2):
        assert join("a", "b") == "ab"
        with pytest.raises(TypeError):
            join("a", "b", "c")  # type: ignore[call-arg]
