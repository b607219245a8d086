"""The small values of settlements and rule sets refuse impossible content."""

from pathlib import Path

import pytest

from rules.errors import OutcomeError, RuleSetError
from rules.input.strict_fields import StrictFields, describe
from rules.ruleset import FOLDER, load_ruleset, read_ruleset
from rules.settlement.payments import OyaKoPayment
from rules.settlement.seats import Bettor, Seats
from rules.settlement.transfers import Transfer
from rules.settling import Settlement


@pytest.mark.parametrize(("payer", "payee", "points"), [("A", "B", 0), ("A", "B", -5), ("A", "A", 5)])
def test_a_transfer_moves_points_between_two_people(payer: str, payee: str, points: int) -> None:
    """A transfer of nothing, of less, or to oneself is refused."""
    with pytest.raises(OutcomeError, match=r"points: a transfer|payee: A cannot pay"):
        Transfer(payer, payee, points, "because")


@pytest.mark.parametrize(("payer", "payee"), [("Zed", "Ann"), ("Ann", "Zed"), ("ann", "Bea")])
def test_a_settlement_pays_nobody_without_a_seat_or_a_bet(payer: str, payee: str) -> None:
    """A transfer from or to a stranger is refused, in place of a gain or loss that nobody has."""
    seats = Seats(("Ann", "Bea"), bettors=(Bettor("Eve", "Ann"),))
    assert Settlement(seats, (Transfer("Bea", "Eve", 5, "bet"),), "p. 1").net == {"Ann": 0, "Bea": -5, "Eve": 5}
    with pytest.raises(OutcomeError) as caught:
        Settlement(seats, (Transfer("Bea", "Eve", 5, "bet"), Transfer(payer, payee, 5, "won")), "p. 1")
    assert (caught.value.code, caught.value.where) == ("unknown-name", "transfers[1]")


def test_field_names_are_text() -> None:
    """A table with numbers as field names is refused."""
    with pytest.raises(OutcomeError) as caught:
        StrictFields.of({3: "win"}, "outcome", OutcomeError)
    assert (caught.value.where, caught.value.code) == ("outcome", "wrong-type")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        (True, "true"),
        ("x" * 99, f"the text {'x' * 40!r}"),
        (2.5, "the number 2.5"),
        (float("nan"), "a number without bounds"),
        (10**5000, "a number without bounds"),
        ([], "a list"),
        ({}, "an object"),
        ({1}, "a set"),
    ],
    ids=lambda item: item if isinstance(item, str) and len(item) < 40 else "value",
)
def test_what_an_error_calls_a_value(value: object, words: str) -> None:
    """An error describes any value in short words, however large it is."""
    assert describe(value) == words


def test_a_chart_cell_as_json() -> None:
    """A chart cell has three payments, a mark for the limit, and the misprint it replaces."""
    rules = load_ruleset("japanese-american-2009")
    assert rules.chart is not None
    assert isinstance(rules.payment, OyaKoPayment)
    first_row = rules.chart.cells(rules.payment)[0]
    assert first_row[3].to_json() == {
        "points": 20,
        "bonuses": 4,
        "ko_pays": 320,
        "discarder_pays_ko": 1280,
        "discarder_pays_oya": 1920,
        "limit": False,
        "printed": "320/280/1920",
    }


@pytest.mark.parametrize(
    ("new", "where", "code"),
    [
        pytest.param("threw-in-early = []", "x.toml: rulings.threw-in-early", "missing-field", id="no case"),
        pytest.param(
            'misnamed-discard = [{ when = { value = 25 }, outcome = "play-on", text = "Go on.", place = "p. 1" }]',
            "x.toml: rulings.misnamed-discard[0].when.value",
            "wrong-condition",
            id="points cannot decide",
        ),
    ],
)
def test_rulings_that_decide_nothing(tmp_path: Path, new: str, where: str, code: str) -> None:
    """A ruling without cases, or one that depends on an amount, is a fault of the file."""
    head, _ = (FOLDER / "nmjl-1976.toml").read_text(encoding="utf-8").split("[[rulings", 1)
    path = tmp_path / "x.toml"
    path.write_text(f"{head}[rulings]\n{new}\n", encoding="utf-8")
    with pytest.raises(RuleSetError) as caught:
        read_ruleset(path)
    assert (caught.value.where, caught.value.code) == (where, code)
