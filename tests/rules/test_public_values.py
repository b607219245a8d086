"""The public values and errors can be copied, pickled and imported as those of any package."""

import copy
import pickle
from collections.abc import Callable

import pytest

import rules
from rules.card.card import load_card, parse_card
from rules.claim import WinClaim
from rules.errors import CardError, HandError, RulesError
from rules.hand import Hand, parse_rack
from rules.judging import judge
from rules.melds.meld_verdict import MeldClaim
from rules.ruleset import list_rulesets, load_ruleset
from rules.rulings.decide import rule
from rules.settlement.outcome import parse_outcome
from rules.settling import settle
from rules.tiles import parse_tiles
from service.shared.errors import error_object

BOOK, CARD = load_ruleset("nmjl-1976"), load_card("nmjl-1976")
RACK = parse_rack("[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea")
ERROR = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Ann", "exposed": True, "value": 25}
ACCUSED = {**ERROR, "threw_in": ["Bea", "Cat"]}
GAME = parse_outcome({"players": ["Ann", "Bea", "Cat", "Dee"], "outcome": ERROR, "balances": {"Ann": -5}})

VALUES: dict[str, object] = {
    **{name: load_ruleset(name) for name in list_rulesets()},
    "card": CARD,
    "hand": RACK,
    "claim without a card": MeldClaim(RACK),
    "verdict": judge(WinClaim(RACK), CARD, BOOK),
    "outcome": GAME,
    "outcome with a list": parse_outcome({"players": ["Ann", "Bea", "Cat", "Dee"], "outcome": ACCUSED}),
    "settlement": settle(GAME, BOOK),
    "ruling": rule("mah-jongg-in-error", BOOK, {"declarer": "Cat", "exposed": True}),
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_can_be_pickled_and_copied(value: object) -> None:
    """A value comes back equal from another process and from a deep copy, with the same hash."""
    for made in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):  # noqa: S301
        assert made == value
        assert hash(made) == hash(value)
        assert repr(made) == repr(value)


def test_an_outcome_keeps_the_names_that_it_was_read_with() -> None:
    """A program that goes on with its list of names changes no outcome that was read from it."""
    names = ["Bea"]
    outcome = parse_outcome({"players": ["Ann", "Bea", "Cat", "Dee"], "outcome": {**ACCUSED, "threw_in": names}})
    before = settle(outcome, BOOK)
    names.append("Cat")
    assert settle(outcome, BOOK) == before


def test_a_verdict_by_a_copied_rule_set_is_the_same() -> None:
    """The copy of a rule set judges and pays as the rule set does."""
    made = pickle.loads(pickle.dumps(BOOK))  # noqa: S301
    assert judge(WinClaim(RACK), CARD, made) == judge(WinClaim(RACK), CARD, BOOK)
    assert settle(GAME, made) == settle(GAME, BOOK)


@pytest.mark.parametrize(
    "fails",
    [
        lambda: parse_tiles("5B 5X"),
        lambda: parse_rack("[5B 5B 5B"),
        lambda: Hand((), parse_tiles("5B"), won_by="discard"),
        lambda: parse_card("id = 3"),
        lambda: load_ruleset("ours"),
        lambda: rule("no-such-ruling", BOOK, {}),
    ],
)
def test_an_error_can_be_pickled_and_copied(fails: Callable[[], object]) -> None:
    """A worker process hands an error back with its text and all its fields."""
    with pytest.raises(RulesError) as caught:
        fails()
    error = caught.value
    for made in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):  # noqa: S301
        assert (type(made), str(made), vars(made)) == (type(error), str(error), vars(error))


def test_an_error_of_several_words_keeps_its_place() -> None:
    """Line and column survive the pickle of a card's error, and the raised copy prints the same."""
    error = CardError("bad-toml", "this is no TOML file", file="ours.toml", line=3, column=7)
    made = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (made.line, made.column, error_object(made)) == (3, 7, error_object(error))
    assert str(made) == "ours.toml:3:7: this is no TOML file"
    assert isinstance(made, CardError)
    assert not isinstance(made, HandError)


def test_a_star_imports_every_public_name() -> None:
    """An interactive session gets all public names by ``from rules import *``."""
    found: dict[str, object] = {}
    exec("from rules import *", found)  # noqa: S102
    assert set(dir(rules)) <= set(found)
