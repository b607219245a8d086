"""Options of a table: every option changes something, and a table's file gives its decisions back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.card.card import Card, load_card, parse_card
from rules.errors import OutcomeError, RulesError, RuleSetError
from rules.hand import parse_rack
from rules.input.toml_comments import comments_of
from rules.matching.winner import is_winner
from rules.ruleset import FOLDER, RuleSet, list_rulesets, load_ruleset, parse_ruleset
from rules.rulings.decide import list_rulings, rule
from rules.rulings.house_options import TableRules, house_options, read_table, table_of
from rules.rulings.option_list import HouseOption, Value
from rules.settlement.outcome import parse_outcome
from rules.settling import settle

PLAYERS = ["Ann", "Bea", "Cat", "Dee"]
WINS: list[dict[str, Any]] = [
    {"kind": "win", "winner": winner, **how, **tiles}
    for winner in ("Ann", "Bea")
    for how in (
        {"won_by": "self-pick"},
        {"won_by": "discard", "discarder": "Cat"},
        {"won_by": "discard", "discarder": "Cat", "redeemed_joker": True},
    )
    for tiles in (
        {"value": 25},
        {"value": 25, "jokerless": True},
        {"value": 25, "jokerless": True, "singles_and_pairs": True},
        {"points": 90, "bonuses": 4},
    )
]
WINS += [{**WINS[at], fact: True} for at in (0, 3, 4, 7) for fact in ("rolled_double", "after_wall", "last_wall")]
WINS += [{**WINS[4], "dead": ["Dee"]}, {"kind": "wall"}]
RULINGS: list[tuple[str, dict[str, Any]]] = [
    *(("late-claim", {"next_player": said}) for said in ("not-drawn", "drawn", "racked", "discarded")),
    *((name, {}) for name in ("looking-ahead", "last-wall-claim", "pie-lost", "blank-passed", "blank-in-hand")),
    *(("blank-exchange", {"own_turn": own}) for own in (True, False)),
    *(("time-up", {"in_a_hand": on}) for on in (True, False)),
]
TRIED: Card = parse_card(
    'id = "tried"\ntitle = "Tried"\n[[section]]\ntitle = "All"\n'
    'lines = ["FF 1111B 2222C 3333D x25", "FF 1111B 2222C DDDDD x25", "NEWS 2026a FFF 222b x25", '
    '"N 1B 2222B 3333B 4444B x25"]\n'
)
RACKS = (
    *("FJ 1111B 2222C 0000", "NEW J 2B 0 2B 6B FFF 222C", "J 1B 2222B 3333B 4444B", "FF 1111C 2222B 0000"),
    *("FF 11B FF 2222C 0000", "FF 1111B 2222C [000J]"),
    # Without a dragon beside the suits: one source allows it only in their own colour.
    *("FJ 1111B 2222C 3333D", "FF 11B FF 2222C 3333D", "FF 1111C 2222B 3333D"),
)


def _facts(rules: RuleSet) -> list[Any]:
    """Collect a rule set's results for many games, racks and errors."""
    said: list[Any] = []
    for won in WINS:
        asked = {"players": PLAYERS, "east": "Ann", "outcome": won, "balances": {"Cat": -3}}
        try:
            found = settle(parse_outcome(asked), rules)
            said.append((dict(found.net), found.sheet, found.money))
        except RulesError as error:
            said.append(error.code)
    if rules.jokers is not None:
        said += [is_winner(parse_rack(text), TRIED, rules) for text in RACKS]
    said += [rule(name, rules, facts).text for name, facts in RULINGS]
    said.append((rules.bettors.most, rules.exposures and rules.exposures.smallest))
    said += [rules.penalties.get(name) for name in sorted(rules.penalties)]
    said += [getattr(rules.payment, name, None) for name in ("limit", "minimum_bonuses")]
    return said


def decide(parent: str, **decided: Value) -> RuleSet:
    """Return the rules of a table with these decisions."""
    table = TableRules("our-table", "Our table", parent, decided)
    return parse_ruleset(table.to_toml(), "table")


@pytest.mark.parametrize("parent", list_rulesets())
def test_every_option_does_something(parent: str) -> None:
    """Every option of a rule set changes what some game pays, what some rack makes, or what some error costs."""
    rules = load_ruleset(parent)
    usual = _facts(rules)
    for option in house_options(rules):
        assert any(_facts(decide(parent, **{option.key: value})) != usual for value in _others(option)), option.key


def _others(option: HouseOption) -> list[Value]:
    """Return some values of an option other than its own."""
    if option.choices:
        return [value for value, _ in option.choices if value not in {option.value, "source"}]
    if option.least is None or option.most is None:
        return [not option.value]
    return [value for value in range(option.least, min(option.most, 8) + 1) if value != option.value]


@pytest.mark.parametrize(
    ("first", "group"), [({"tournament.on": True}, "Tournament"), ({"table.blanks": 4}, "Blank tiles")]
)
def test_options_that_another_brings_do_something(first: dict[str, Value], group: str) -> None:
    """Options of tournaments and blank tiles appear only after those are on, and change something."""
    rules = decide("modern-american", **first)
    usual = _facts(rules)
    brought = [option for option in house_options(rules) if option.group == group and option.key not in first]
    assert brought
    for option in brought:
        assert any(
            _facts(decide("modern-american", **first, **{option.key: value})) != usual for value in _others(option)
        )


@pytest.mark.parametrize("parent", list_rulesets())
def test_every_option_is_read_back(parent: str) -> None:
    """A decision survives the table's file, and the page that opens it shows the decision."""
    for option in house_options(load_ruleset(parent)):
        for value in _others(option)[:2]:
            table = read_table({"id": "ours", "title": "Ours", "parent": parent, "decided": {option.key: value}})
            assert table_of(parse_ruleset(table.to_toml(), "table")) == table


@pytest.mark.parametrize("first", [{"payment.other": 2}, {"tournament.on": True}], ids=str)
def test_a_table_keeps_what_it_decided_about_a_redeemed_joker(first: dict[str, Value]) -> None:
    """Where all losers pay alike, or nobody pays, a redeemed joker still counts on the score sheet and is offered."""
    decided = {**first, "payment.redeemed_joker_is_self_pick": False}
    rules = decide("modern-american", **decided)
    assert _facts(rules) != _facts(decide("modern-american", **first))
    assert table_of(rules).decided == decided


def test_a_house_with_jokers_of_its_own_decides_about_them() -> None:
    """Where the source has no jokers, what the house says of them is the usual."""
    _, header, rest = (FOLDER / "nmjl-1976.toml").read_text("utf-8").partition("[jokers]")
    jokers = header + rest.partition("\n[")[0]
    text = f'id = "ours"\ntitle = "Ours"\nparent = "japanese-american-2009"\n{jokers}\n'
    found = {option.key: option for option in house_options(parse_ruleset(text, "ours"))}
    assert all(option.value == option.default for option in found.values() if option.group == "Jokers")
    assert found.keys() > {option.key for option in house_options(load_ruleset("japanese-american-2009"))}


def test_options_without_effect_are_not_offered() -> None:
    """Only a rule set with a bonus for jokerless hands offers the option of when to pay it."""
    keys = {option.key for option in house_options(load_ruleset("nmjl-1976"))}
    assert "payment.jokerless" in keys
    assert "payment.jokerless_on_discard" not in keys
    assert "payment.jokerless_on_discard" in {
        option.key for option in house_options(decide("nmjl-1976", **{"payment.jokerless": 2}))
    }
    assert "jokers.in_pairs" not in {option.key for option in house_options(load_ruleset("japanese-american-2009"))}


@pytest.mark.parametrize("parent", list_rulesets())
def test_options_are_said_with_their_value_and_default(parent: str) -> None:
    """Each option is a sentence; an unchanged option has its default."""
    for option in house_options(load_ruleset(parent)):
        assert option.value == option.default
        assert "{" not in option.said
        assert option.effect.endswith(".")
        json.dumps(option.to_json())


def test_a_false_woo_is_said_with_who_pays_whom() -> None:
    """The two penalties of a false woo are told apart by who pays whom, not by the names they have in the file."""
    said = [option.said for option in house_options(load_ruleset("hoyle-league")) if option.group == "Penalties"]
    assert said == [
        "A false woo, by East or paid to East, costs 1 x the limit",
        "A false woo, between players who are not East, costs 1 x half the limit",
    ]


def test_a_table_keeps_the_comments_of_its_file() -> None:
    """Comments stand at the head of the file, and come back with the table's other fields."""
    asked = {"id": "t", "title": "T", "parent": "nmjl-1976", "decided": {}, "comments": "from Bea\nid = 'b'"}
    table = read_table(asked)
    assert table.to_json() == asked
    assert table.to_toml().splitlines()[:3] == ["# from Bea", "# id = 'b'", 'id = "t"']
    assert comments_of(table.to_toml()) == asked["comments"]


def test_a_table_is_read_back() -> None:
    """A table's decisions become a house file, which gives the same decisions back."""
    asked = {
        "id": "our-table",
        "title": 'Our "table"',
        "parent": "modern-american",
        "decided": {"payment.east": 2, "jokers.in_pairs": True, "penalties.dead-hand-disputed.points": 50},
    }
    table = read_table(asked)
    rules = parse_ruleset(table.to_toml(), "table")
    assert table_of(rules) == table
    assert table_of(rules).to_json() == asked
    assert rules.cite("").endswith("(with the house rules of our-table)")
    answer = rule("dead-hand-disputed", rules, {"player": "Ann", "caller": "Bea", "was_dead": False})
    assert "50" in answer.text
    assert any(not entry.silent for entry in list_rulings(rules))


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        ({"id": None}, "missing-field", "table.id"),
        ({"id": "nmjl-1976"}, "duplicate-name", "table: id"),
        ({"parent": "house"}, "unknown-ruleset", "table.parent"),
        ({"decided": {"payment.dollars": 2}}, "unknown-option", "table.decided.payment.dollars"),
        ({"decided": {"payment.east": 0}}, "out-of-range", "table.decided.payment.east"),
        ({"decided": {"payment.east": True}}, "wrong-type", "table.decided.payment.east"),
        ({"decided": {"jokers.in_pairs": 1}}, "wrong-type", "table.decided.jokers.in_pairs"),
        ({"colour": "red"}, "unknown-field", "table.colour"),
        ({"title": "Our\x07table"}, "wrong-type", "table.title"),
        ({"title": "x" * 81}, "wrong-type", "table.title"),
    ],
)
def test_tables_that_cannot_be_read(change: dict[str, Any], code: str, where: str) -> None:
    """The error for an impossible decision names the field."""
    with pytest.raises(RuleSetError) as caught:
        read_table({"id": "our-table", "title": "Our table", "parent": "modern-american", "decided": {}, **change})
    assert (caught.value.code, caught.value.where) == (code, where)


@pytest.mark.parametrize(
    ("decided", "left"),
    [
        ({"tournament.wall": 7, "tournament.on": False}, {}),
        ({"payment.jokerless_on_discard": False, "payment.jokerless": 1}, {}),
    ],
)
def test_a_decision_that_another_makes_void_is_in_no_file(decided: dict[str, Value], left: dict[str, Value]) -> None:
    """A table's file says nothing that no option shows: such a decision is left out."""
    table = read_table({"id": "t", "title": "T", "parent": "nmjl-1976", "decided": decided})
    rules = parse_ruleset(table.to_toml(), "t")
    assert table_of(rules).decided == left
    assert set(rules.changes) <= {option.file_key for option in house_options(rules)}


def test_payments_outlast_a_tournament() -> None:
    """A table's payments stay in its file while a tournament is on, change nothing of it, and apply again after it."""
    payments: dict[str, Value] = {"payment.east": 2, "table.pie": 100, "table.rolled_double": 2, "bettors.most": 1}
    begun = read_table({"id": "t", "title": "T", "parent": "nmjl-1976", "decided": {**payments, "tournament.on": True}})
    rules, bare = parse_ruleset(begun.to_toml(), "t"), decide("nmjl-1976", **{"tournament.on": True})
    assert table_of(rules).decided == begun.decided == {**payments, "tournament.on": True}
    assert house_options(rules) == house_options(bare)
    assert (rules.asks, rules.most_bets) == (bare.asks, bare.most_bets)
    assert {**rules.rulings} == {**bare.rulings}
    ended = read_table({**begun.to_json(), "decided": {**begun.decided, "tournament.on": False}})
    assert table_of(parse_ruleset(ended.to_toml(), "t")).decided == payments


def test_the_title_of_a_table_is_one_line() -> None:
    """A line break in a table's title becomes a space; a file with a control character in its title still loads."""
    family = "Our \U0001f468\u200d\U0001f469\u200d\U0001f467"
    for title, kept in (("Our\ntable ", "Our table"), (family, family)):
        table = read_table({"id": "ours", "title": title, "parent": "modern-american", "decided": {}})
        assert table.title == parse_ruleset(table.to_toml(), "table").title == kept
    odd = parse_ruleset('id = "ours"\ntitle = "Our\\n\\u202etable"\nparent = "modern-american"\n', "table")
    assert odd.title == "Our table"


@pytest.mark.parametrize(
    ("winner", "net"),
    [
        ("Ann", {"Ann": 200, "Bea": -100, "Cat": -50, "Dee": -50}),
        ("Cat", {"Ann": -50, "Bea": -50, "Cat": 125, "Dee": -25}),
    ],
    ids=["East wins", "East loses"],
)
def test_east_pays_and_receives_double(winner: str, net: dict[str, int]) -> None:
    """East pays double and receives double; without East the settlement is refused."""
    rules = decide("nmjl-1976", **{"payment.east": 2})
    won = {"kind": "win", "winner": winner, "won_by": "discard", "discarder": "Bea", "value": 25}
    assert settle(parse_outcome({"players": PLAYERS, "east": "Ann", "outcome": won}), rules).net == net
    with pytest.raises(OutcomeError) as caught:
        settle(parse_outcome({"players": PLAYERS, "outcome": won}), rules)
    assert caught.value.where == "east"


def test_the_bundled_cards_play_under_a_table() -> None:
    """A rack with jokers in pairs wins at a table that allows them, and not by the parent's rules."""
    card = load_card("practice")
    text = "FJ 2222B GGGG 8888C"
    assert not is_winner(parse_rack(text), card, load_ruleset("modern-american"))
    assert is_winner(parse_rack(text), card, decide("modern-american", **{"jokers.in_pairs": True}))
