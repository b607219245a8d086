import math
from dataclasses import dataclass
from typing import Literal

import pytest

from rules.errors import ClaimError, OutcomeError, RulesError
from rules.input.strict_fields import StrictFields, read_table


def reader(**fields: object) -> StrictFields:
    """Return a reader of the fields of an outcome."""
    return StrictFields.of(fields, "outcome", OutcomeError)


def test_a_field_that_nobody_took_is_refused() -> None:
    """A misspelt option raises an error that lists the known names."""
    fields = reader(value=25, valeu=30)
    assert fields.points("value") == 25
    with pytest.raises(OutcomeError, match="known: value") as caught:
        fields.done()
    assert (caught.value.code, caught.value.where) == ("unknown-field", "outcome.valeu")


@pytest.mark.parametrize(("of", "name", "where"), [("outcome", " ", "outcome.' '"), ("", "", "''")])
def test_a_field_without_a_name_has_a_place(of: str, name: str, where: str) -> None:
    """The place of a field whose name is blank shows that name in quotes."""
    with pytest.raises(OutcomeError) as caught:
        StrictFields.of({name: 1}, of, OutcomeError).done()
    assert (caught.value.code, caught.value.where) == ("unknown-field", where)


@pytest.mark.parametrize("blank", ["", "  ", "\t\n"])
def test_a_blank_text_says_what_belongs_there(blank: str) -> None:
    """The error of a blank field has the hint of a missing one."""
    fields = reader(winner=blank)
    with pytest.raises(OutcomeError, match="must not be blank: name the winner") as caught:
        fields.text("winner", "name the winner")
    assert (caught.value.code, caught.value.where) == ("blank", "outcome.winner")
    with pytest.raises(OutcomeError, match="must not be blank: give one of A, B"):
        fields.choice("winner", "AB")


def test_a_null_field_is_an_absent_one() -> None:
    """A form that fills in null for every field that it knows is refused for none of them."""
    fields = reader(value=25, limit=None, east_goes=None)
    assert (fields.points("value"), fields.has("limit")) == (25, False)
    fields.done()


def test_an_error_may_be_a_function_that_fixes_the_code() -> None:
    """A reader of one kind of file reports every fault under that file's code."""

    def bad_file(_: str, message: str, where: str) -> ClaimError:
        return ClaimError("bad-file", message, where)

    with pytest.raises(ClaimError, match="must be text") as caught:
        StrictFields.of({"name": 3}, "a.json: ", bad_file).text("name")
    assert (caught.value.code, caught.value.where) == ("bad-file", "a.json: name")


def test_a_raw_text_stays_as_it_stands() -> None:
    """A text that the program only passes on keeps its blanks, and may be blank; another value is still refused."""
    assert [reader(text=text).raw_text("text") for text in ("", " a\n")] == ["", " a\n"]
    with pytest.raises(OutcomeError, match="must be text, not the number 3") as caught:
        reader(text=3).raw_text("text")
    assert (caught.value.code, caught.value.where) == ("wrong-type", "outcome.text")


def test_a_choice_is_the_value_that_was_allowed() -> None:
    """`choice` returns only an allowed value."""
    assert reader(kind="wall").choice("kind", ("win", "wall")) == "wall"
    with pytest.raises(OutcomeError, match="none of win, wall") as caught:
        reader(kind="draw").choice("kind", ("win", "wall"))
    assert caught.value.code == "unknown-choice"


@pytest.mark.parametrize("value", [True, "3", None, math.nan, math.inf, -1, 11])
def test_a_number_is_a_number_within_its_bounds(value: object) -> None:
    """A truth value, text, NaN, or a number out of bounds is refused."""
    with pytest.raises(OutcomeError):
        reader(at=value).number("at", least=0, most=10)


def test_numbers_may_be_whole_or_not() -> None:
    """A number field also accepts a whole number."""
    assert reader(at=3).number("at", least=0, most=10) == 3.0
    assert reader(at=2.5).number("at", least=0, most=10) == 2.5


def test_wholes_name_the_item_at_fault() -> None:
    """The error names the item of a list that is not a whole number within its bounds."""
    assert reader(tiles=[3, 0, 1]).wholes("tiles", least=0) == (3, 0, 1)
    with pytest.raises(OutcomeError) as caught:
        reader(tiles=[3, 1.5]).wholes("tiles", least=0)
    assert caught.value.where == "outcome.tiles[1]"
    with pytest.raises(OutcomeError) as caught:
        reader(tiles=[3, 4]).wholes("tiles", least=0, most_items=1)
    assert caught.value.code == "too-many-items"


def test_children_are_read_with_their_own_places() -> None:
    """Each mapping in a list has its own reader, whose faults name the item."""
    first, second = reader(bets=[{"name": "Eve"}, {"name": 3}]).children("bets")
    assert first.text("name") == "Eve"
    with pytest.raises(OutcomeError) as caught:
        second.text("name")
    assert caught.value.where == "outcome.bets[1].name"
    assert not list(reader().optional_children("bets"))


def test_a_mapping_is_handed_on_unread() -> None:
    """A mapping for another reader is checked only for being an object."""
    assert reader(check={"rack": "4C"}).mapping("check") == {"rack": "4C"}
    with pytest.raises(OutcomeError, match="not a list") as caught:
        reader(check=[]).mapping("check")
    assert caught.value.code == "wrong-type"


def test_the_root_of_a_document_is_an_object_with_text_keys() -> None:
    """A document must be an object with text keys, because nothing else has named fields."""
    with pytest.raises(RulesError, match="not a list"):
        StrictFields.of([], "", RulesError)
    with pytest.raises(RulesError, match="field name 3"):
        StrictFields.of({3: 4}, "", RulesError)


def test_a_question_is_called_by_a_text_or_a_whole_number() -> None:
    """A missing id is None; an id that is neither text nor a whole number is refused at its place."""
    assert [reader(id=name).optional_id() for name in ("g1", "", 7)] == ["g1", "", 7]
    assert reader().optional_id() is None
    for wrong in (True, 1.5, ["g1"]):
        with pytest.raises(OutcomeError, match="a text or a whole number") as caught:
            reader(id=wrong).optional_id()
        assert (caught.value.code, caught.value.where) == ("wrong-type", "outcome.id")


@dataclass(frozen=True)
class Terms:
    """A value that a table of a file spells out."""

    times: int
    wall: Literal["hot", "cold"]
    place: str
    ahead: bool = False
    pie: int = 7


def test_a_table_is_read_by_the_fields_of_its_value() -> None:
    """Each field has its declared type; one with a default may be absent or null."""
    given = {"times": 2, "wall": "cold", "place": " p. 4 ", "ahead": True, "pie": None}
    assert read_table(Terms, StrictFields.of(given, "table", OutcomeError)) == Terms(2, "cold", "p. 4", ahead=True)


@pytest.mark.parametrize(
    ("changed", "code", "where"),
    [
        ({"times": None}, "missing-field", "table.times"),
        ({"times": 0}, "out-of-range", "table.times"),
        ({"pie": 9}, "out-of-range", "table.pie"),
        ({"wall": "warm"}, "unknown-choice", "table.wall"),
        ({"place": 4}, "wrong-type", "table.place"),
        ({"ahead": "yes"}, "wrong-type", "table.ahead"),
        ({"tea": 1}, "unknown-field", "table.tea"),
    ],
)
def test_a_faulty_table_names_its_field(changed: dict[str, object], code: str, where: str) -> None:
    """A field that is missing, of another type, out of its bounds or unknown is refused."""
    fields = StrictFields.of({"times": 2, "wall": "hot", "place": "p. 4", **changed}, "table", OutcomeError)
    with pytest.raises(OutcomeError) as caught:
        read_table(Terms, fields, pie=(0, 8))
    assert (caught.value.code, caught.value.where) == (code, where)
