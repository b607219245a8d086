"""The parts that all rulings share: inputs, people, lists, command-line texts."""

import pytest

from rules.errors import OutcomeError, RulesError, RulingError
from rules.ruleset import list_rulesets, load_ruleset
from rules.rulings.catalogue import CATALOGUE, RulingSpec, parse_inputs
from rules.rulings.decide import list_rulings, rule

BOOK = load_ruleset("nmjl-1976")


def test_the_list_shows_every_ruling_with_its_inputs() -> None:
    """The list has every id of the contract, in every rule set, with the contract's inputs."""
    listed = {str(entry.to_json()["id"]): entry for entry in list_rulings(BOOK)}
    assert list(listed) == list(CATALOGUE)
    promised = {
        "mah-jongg-in-error": {"declarer", "exposed", "threw_in", "value"},
        "misnamed-discard": {"miscaller", "claimant", "wanted_for", "value"},
        "wrong-tile-count": {"players", "when"},
        "false-woo": {"declarer", "limit"},
    }
    for ruling, inputs in promised.items():
        assert inputs <= {entry.name for entry in listed[ruling].spec.inputs}
    named = "two-claimants joker-exchange joker-in-pair wrong-exposure looking-ahead wrong-east joker-passed"
    assert {*named.split(), "dead-hand-disputed", "foul-hand"} <= set(listed)
    assert listed["foul-hand"].silent
    assert not listed["mah-jongg-in-error"].silent


@pytest.mark.parametrize("ruleset", list_rulesets())
@pytest.mark.parametrize("ruling", CATALOGUE)
def test_every_rule_set_answers_every_question_or_says_what_it_lacks(ruleset: str, ruling: str) -> None:
    """Without facts, a ruling answers in full sentences or names the first fact it needs."""
    needed = {"east", *(entry.name for entry in CATALOGUE[ruling].inputs)}
    fault: RulesError | None = None
    try:
        answer = rule(ruling, load_ruleset(ruleset), {})
    except RulesError as error:
        fault = error
    else:
        assert answer.text.endswith(".")
        assert answer.source.startswith(load_ruleset(ruleset).document)
    if fault is not None:
        assert fault.code == "missing-field"
        assert fault.where in needed


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_the_list_says_which_answers_need_east(ruleset: str) -> None:
    """East is no input of a ruling; the list says where a rule set's answer depends on it."""
    rules = load_ruleset(ruleset)
    needing = [entry for entry in list_rulings(rules) if entry.to_json()["needs_east"]]
    assert [entry.spec.id for entry in needing] == (["false-woo"] if ruleset == "hoyle-league" else [])
    for entry in needing:
        with pytest.raises(RulingError) as caught:
            rule(entry.spec.id, rules, {"declarer": "Bea", "limit": 300})
        assert (caught.value.code, caught.value.where) == ("missing-field", "east")


REFUSED = [
    ("no-such", {}, "ruling", "unknown-ruling"),
    ("looking-ahead", {"player": 3}, "player", "wrong-type"),
    ("looking-ahead", {"who": "Ann"}, "who", "unknown-field"),
    ("looking-ahead", {"player": "Zoe", "players": ["Ann", "Bea"]}, "player", "unknown-name"),
    ("misnamed-discard", {"miscaller": "Ann", "claimant": "Ann"}, "claimant", "contradiction"),
    ("misnamed-discard", {"miscaller": "Ann", "claimant": "Bea"}, "wanted_for", "missing-field"),
    ("misnamed-discard", {"wanted_for": "glory"}, "wanted_for", "unknown-choice"),
    ("misnamed-discard", {"wanted_for": "mah-jongg", "value": 25}, "miscaller", "missing-field"),
    ("misnamed-discard", {"wanted_for": "mah-jongg", "miscaller": "A", "claimant": "B"}, "value", "missing-field"),
    ("mah-jongg-in-error", {"declarer": "A", "threw_in": ["B", "B"]}, "threw_in[1]", "duplicate-name"),
    ("mah-jongg-in-error", {"declarer": "A", "threw_in": "B"}, "threw_in", "wrong-type"),
    ("mah-jongg-in-error", {"declarer": "A", "threw_in": ["B", "C", "D", "E"]}, "players", "wrong-number"),
    ("mah-jongg-in-error", {"declarer": "A", "exposed": True, "value": -1}, "value", "out-of-range"),
    ("mah-jongg-in-error", {"exposed": True}, "declarer", "missing-field"),
    ("mah-jongg-in-error", {"declarer": "A", "players": ["A"]}, "players", "wrong-number"),
    ("two-claimants", {"discarder": "A"}, "for_mah_jongg", "missing-field"),
    ("wrong-tile-count", {"when": "after-first-discard"}, "players", "missing-field"),
    ("wrong-tile-count", {"when": "in-june", "players": ["A"]}, "when", "unknown-choice"),
    ("wrong-tile-count", {"players": ["A"]}, "when", "missing-field"),
    ("two-claimants", {"for_exposure": ["A"], "for_mah_jongg": ["A"]}, "for_exposure", "contradiction"),
    ("two-claimants", {"for_exposure": ["A"], "already_exposing": "B"}, "already_exposing", "contradiction"),
    ("wrong-tile-count", {"players": ["South"], "left_of_east": True}, "left_of_east", "contradiction"),
    ("wrong-tile-count", {"players": ["A"], "east": "A", "left_of_east": True}, "left_of_east", "contradiction"),
    (
        "bettor-conduct",
        {"bettor": "X", "what": "shows-bet", "players": list("ABCD"), "bettors": [{"name": "E", "bet_on": "A"}]},
        "bettor",
        "unknown-name",
    ),
]


@pytest.mark.parametrize(("ruling", "inputs", "where", "code"), REFUSED)
def test_refused(ruling: str, inputs: dict[str, object], where: str, code: str) -> None:
    """A faulty input raises one RulingError that names it."""
    with pytest.raises(RulingError) as caught:
        rule(ruling, BOOK, inputs)
    assert (caught.value.where, caught.value.code) == (where, code)


@pytest.mark.parametrize(
    ("ruling", "inputs", "says"),
    [
        ("two-claimants", {"for_mah_jongg": ["A"], "for_chow": ["A"]}, "A is already among those who want it for Mah"),
        ("two-claimants", {"discarder": "A", "for_exposure": ["A"]}, "A is already the discarder"),
        ("last-wall-claim", {"claimant": "A", "discarder": "A"}, "A is already the player who wants it"),
    ],
)
def test_a_player_named_twice_is_told_in_words(ruling: str, inputs: dict[str, object], says: str) -> None:
    """The message says what the player is already, in the words of the ruling and not by the name of an input."""
    with pytest.raises(RulingError, match=says):
        rule(ruling, BOOK, inputs)


@pytest.mark.parametrize("name", ["nmjl-1976", "modern-american", "hoyle-league"])
@pytest.mark.parametrize("dead", [None, "owner_is_dead", "concealed_hand"])
def test_a_joker_of_the_own_exposure_is_exchanged_too(name: str, dead: str | None) -> None:
    """A player may take a joker of any exposure, their own too; a player whose hand is dead takes none."""
    facts: dict[str, object] = {"player": "Cat", "owner": "Cat"}
    if dead is None:
        assert rule("joker-exchange", load_ruleset(name), facts).allowed is True
        return
    with pytest.raises(RulingError) as caught:
        rule("joker-exchange", load_ruleset(name), {**facts, dead: True})
    assert (caught.value.where, caught.value.code) == ("owner", "contradiction")


def test_bettors_who_cannot_be() -> None:
    """A ruling checks its players and bettors as a settlement does."""
    inputs = {"declarer": "A", "players": list("ABCD"), "bettors": [{"name": "B", "bet_on": "A"}]}
    with pytest.raises(OutcomeError) as caught:
        rule("mah-jongg-in-error", BOOK, inputs)
    assert caught.value.where == "bettors[0].name"


def test_seats_stand_for_names() -> None:
    """A table without names may speak of East, South, West and North."""
    answer = rule("mah-jongg-in-error", BOOK, {"declarer": "West", "threw_in": ["East", "North"], "value": 20})
    assert [(t.payer, t.payee, t.points) for t in answer.transfers] == [("West", "South", 40)]


UNNAMED = [
    ("modern-american", "call-for-pair", {"for_mah_jongg": True}, "The player who wants it may call it: for the last"),
    ("hoyle-league", "incorrect-claim", {"caught_before_next_draw": True}, "The player who called it may put it right"),
]


@pytest.mark.parametrize(("ruleset", "ruling", "facts", "text"), UNNAMED)
def test_who_calls_a_discard_is_told_in_players_words(
    ruleset: str, ruling: str, facts: dict[str, object], text: str
) -> None:
    """The ruling never says "claimant", because nobody at a table does; it says what the player does."""
    assert rule(ruling, load_ruleset(ruleset), facts).text.startswith(text)


@pytest.mark.parametrize("spec", CATALOGUE.values(), ids=CATALOGUE)
def test_no_player_is_called_the_claimant(spec: RulingSpec) -> None:
    """No input calls a player the claimant, because the page shows its words for an unnamed player."""
    assert not [entry.name for entry in spec.inputs if "claimant" in entry.called]


def test_a_player_nobody_named_is_still_paid() -> None:
    """The facts name three of four players; the fourth, unnamed, receives the payment."""
    answer = rule("mah-jongg-in-error", BOOK, {"declarer": "Ann", "threw_in": ["Bea", "Cat"], "value": 20})
    assert [(t.payer, t.payee, t.points) for t in answer.transfers] == [("Ann", "player 4", 40)]


def test_a_player_named_as_a_nameless_one_in_capitals_pays_no_second_self() -> None:
    """Player 4 of an earlier answer is one person, however the question writes it."""
    answer = rule("mah-jongg-in-error", BOOK, {"declarer": "Player 4", "threw_in": ["Bea", "Cat"], "value": 20})
    assert [(t.payer, t.payee, t.points) for t in answer.transfers] == [("Player 4", "player 3", 40)]


def test_players_nobody_named_are_told_apart() -> None:
    """With East known, a payment is shared between East and two unnamed players."""
    woo = {"declarer": "Ann", "limit": 500}
    hoyle = load_ruleset("hoyle-league")
    answer = rule("false-woo", hoyle, {**woo, "east": "Bea"})
    assert [(t.payee, t.points) for t in answer.transfers] == [("Bea", 500), ("player 3", 250), ("player 4", 250)]
    answer = rule("false-woo", hoyle, {**woo, "east": "player 3"})
    assert [(t.payee, t.points) for t in answer.transfers] == [("player 3", 500), ("player 2", 250), ("player 4", 250)]
    seats = rule("false-woo", hoyle, {"declarer": "East", "limit": 500})
    assert [(t.payee, t.points) for t in seats.transfers] == [("South", 500), ("West", 500), ("North", 500)]


def test_bettors_share_penalties_in_a_ruling() -> None:
    """Rules for bettors 5 apply in a ruling."""
    answer = rule(
        "misnamed-discard",
        BOOK,
        {
            "miscaller": "A",
            "claimant": "B",
            "wanted_for": "mah-jongg",
            "value": 25,
            "players": list("ABCD"),
            "bettors": [{"name": "E", "bet_on": "A"}],
        },
    )
    assert [(t.payer, t.payee, t.points) for t in answer.transfers] == [("A", "B", 100), ("E", "B", 100)]


@pytest.mark.parametrize(
    ("ruleset", "ruling", "inputs", "why"),
    [
        ("modern-american", "misnamed-discard", {"jokerless": True}, "4 x 25, x 2 for no joker"),
        ("modern-american", "misnamed-discard", {"jokerless": True, "singles_and_pairs": True}, "4 x 25"),
        ("nmjl-1976", "misnamed-discard", {"jokerless": True}, "4 x 25"),
        ("hoyle-league", "false-woo", {"declarer": "A", "limit": 250}, "1 x the limit"),
        ("japanese-american-2009", "false-woo", {"declarer": "A"}, "100 points"),
    ],
)
def test_a_penalty_says_how_it_comes_about(ruleset: str, ruling: str, inputs: dict[str, object], why: str) -> None:
    """The reason of a payment gives the value and what multiplies it, as the reason of a win does."""
    if ruling == "misnamed-discard":
        inputs = {"miscaller": "A", "claimant": "B", "wanted_for": "mah-jongg", "value": 25, **inputs}
    answer = rule(ruling, load_ruleset(ruleset), {**inputs, "players": list("ABCD"), "east": "A"})
    assert {one.why for one in answer.transfers} == {f"{CATALOGUE[ruling].title}: {why}"}


def test_inputs_from_a_command_line() -> None:
    """Command-line texts become the input types; the ruling refuses unknown names."""
    texts = {"declarer": "Ann", "exposed": "yes", "threw_in": "Bea, Cat", "value": "25"}
    table = {"players": "Ann,Bea,Cat,Dee", "bettors": "Eve:Ann,Fay:Bea", "colour": "red"}
    assert parse_inputs("mah-jongg-in-error", {**texts, **table}) == {
        "declarer": "Ann",
        "exposed": True,
        "threw_in": ["Bea", "Cat"],
        "value": 25,
        "players": ["Ann", "Bea", "Cat", "Dee"],
        "bettors": [{"name": "Eve", "bet_on": "Ann"}, {"name": "Fay", "bet_on": "Bea"}],
        "colour": "red",
    }


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Bea,Cat", ["Bea", "Cat"]),
        (" Bea , Cat ,", ["Bea", "Cat"]),
        ('["Bea", "Cat"]', ["Bea", "Cat"]),
        ("[Bea,Cat]", ["Bea", "Cat"]),
        ("[]", []),
        ("D'Arcy", ["D'Arcy"]),
        ('["Bea, Jr.", "Cat"]', ["Bea, Jr.", "Cat"]),
    ],
    ids=["commas", "blanks", "JSON", "brackets", "nobody", "apostrophe", "comma-in-a-name"],
)
def test_lists_of_names_on_a_command_line(text: str, names: list[str]) -> None:
    """A list of names has commas, or the form of a JSON list."""
    assert parse_inputs("mah-jongg-in-error", {"threw_in": text}) == {"threw_in": names}


@pytest.mark.parametrize(
    ("texts", "where"),
    [
        ({"exposed": "perhaps"}, "exposed"),
        ({"value": "-3"}, "value"),
        ({"value": "²"}, "value"),
        ({"value": "9" * 9999}, "value"),
        ({"threw_in": '["Bea","Cat"'}, "threw_in"),
        ({"players": '["Bea" "Cat"]'}, "players"),
        ({"bettors": "[" * 9999}, "bettors"),
    ],
)
def test_command_line_texts_that_cannot_be(texts: dict[str, str], where: str) -> None:
    """A text that is not a yes or no, or not a number, raises an error that names the input."""
    with pytest.raises(RulingError) as caught:
        parse_inputs("mah-jongg-in-error", texts)
    assert (caught.value.where, caught.value.code) == (where, "wrong-type")


@pytest.mark.parametrize(
    ("texts", "bet"),
    [
        ({"bettors": "Eve: out:Ann"}, ("Eve: out", "Ann")),
        ({"bettors": "Eve: Ann:2", "players": "Ann:2,Bea"}, ("Eve", "Ann:2")),
        ({"bettors": "Eve:x : Ann:2", "players": "Ann:2,Bea"}, ("Eve:x", "Ann:2")),
    ],
)
def test_a_name_in_a_bet_may_hold_a_colon(texts: dict[str, str], bet: tuple[str, str]) -> None:
    """A player's name tells which of several colons is the bet's; without players it is the last one."""
    assert parse_inputs("bettor-pays", texts)["bettors"] == [dict(zip(("name", "bet_on"), bet, strict=True))]


@pytest.mark.parametrize("text", ["Eve", "Eve:", ":Ann", "Eve:Ann,Fay"])
def test_half_a_bet_says_how_to_write_one(text: str) -> None:
    """A bet without a bettor or a player is refused, and the message shows a whole one."""
    with pytest.raises(RulingError, match="as in Eve:Ann") as caught:
        parse_inputs("bettor-pays", {"bettors": text})
    assert (caught.value.where, caught.value.code) == ("bettors", "bad-bettor")
