"""Rule set files: shipped ones load, faults are named, and a house changes only what it states."""

import dataclasses
import tomllib
from pathlib import Path

import pytest

from rules.card.card import load_card
from rules.claim import WinClaim
from rules.errors import RuleSetError
from rules.hand import parse_rack
from rules.judging import judge
from rules.matching.winner import is_winner
from rules.ruleset import FOLDER, RuleSet, list_rulesets, load_ruleset, read_ruleset
from rules.rulings.catalogue import CATALOGUE
from rules.rulings.decide import rule
from rules.settlement.outcome import parse_outcome
from rules.settlement.payments import CardPayment
from rules.settling import settle


@pytest.mark.parametrize("name", list_rulesets())
def test_what_ships_loads(name: str) -> None:
    """Each shipped rule set has its file's name as id, a title, a source, and answers some ruling."""
    rules = load_ruleset(name)
    assert rules.id == name
    assert rules.title
    assert rules.document
    assert rules.rulings
    assert rules.parent is None
    assert rules.changes == ()
    assert set(rules.rulings) <= set(CATALOGUE)


def test_unknown_rule_set() -> None:
    """The error lists the rule sets; a path is not an id, so that no request can read a file."""
    for name in ("nmjl-1977", "", "../rulesets/nmjl-1976", "nmjl-1976.toml"):
        with pytest.raises(RuleSetError) as caught:
            load_ruleset(name)
        assert caught.value.code == "unknown-ruleset"
        assert "nmjl-1976" in caught.value.message


def test_frozen() -> None:
    """A rule set and its tables are frozen."""
    rules = load_ruleset("nmjl-1976")
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.title = "ours"  # type: ignore[misc]
    with pytest.raises(TypeError):
        rules.penalties["misnamed-for-mah-jongg"] = None  # type: ignore[index]


BASE = (FOLDER / "nmjl-1976.toml").read_text(encoding="utf-8")

# a text of the shipped file, its replacement, the place of the error, its code
FAULTS = [
    pytest.param('title = "', 'titel = "', "x.toml: title", "missing-field", id="misspelt key"),
    pytest.param("self_pick = 2\n", "", "x.toml: payment.self_pick", "missing-field", id="missing number"),
    pytest.param("self_pick = 2", "self_pick = -2", "x.toml: payment.self_pick", "out-of-range", id="negative number"),
    pytest.param("self_pick = 2", 'self_pick = "2"', "x.toml: payment.self_pick", "wrong-type", id="text for a number"),
    pytest.param(
        "self_pick = 2", "self_pick = 2\nsurcharge = 1", "x.toml: payment.surcharge", "unknown-field", id="unknown key"
    ),
    pytest.param('kind = "card-value"', 'kind = "chess"', "x.toml: payment.kind", "unknown-choice", id="payment kind"),
    pytest.param('kind = "mirror"', 'kind = "odds"', "x.toml: bettors.kind", "unknown-choice", id="bettors kind"),
    pytest.param("[4, 3, 2]", "[5]", "x.toml: players.at_table[0]", "out-of-range", id="five at the table"),
    pytest.param("[4, 3, 2]", "[]", "x.toml: players.at_table", "missing-field", id="nobody at the table"),
    pytest.param(
        "{ value = 4 }",
        "{ value = 4, points = 2 }",
        "x.toml: penalties.misnamed-for-mah-jongg",
        "wrong-penalty",
        id="two units",
    ),
    pytest.param(
        "[[rulings.threw-in-early]]",
        "[[rulings.threw-out]]",
        "x.toml: rulings.threw-out",
        "unknown-ruling",
        id="ruling",
    ),
    pytest.param(
        "when = { exposed = false, threw_in = 0 }",
        "when = { expsed = false }",
        "x.toml: rulings.mah-jongg-in-error[0].when.expsed",
        "wrong-condition",
        id="condition on no input",
    ),
    pytest.param(
        "when = { exposed = false, threw_in = 0 }",
        "when = { exposed = 0 }",
        "x.toml: rulings.mah-jongg-in-error[0].when.exposed",
        "wrong-condition",
        id="condition of the wrong type",
    ),
    pytest.param(
        "when = { for_mah_jongg = true }",
        "when = { mah_jongg_is_next = true }",
        "x.toml: rulings.call-for-pair[0].when.mah_jongg_is_next",
        "wrong-condition",
        id="turn of nobody in a list",
    ),
    pytest.param(
        "when = { exposed = false, threw_in = 0 }",
        'when = { chow_is_next = "unsaid" }',
        "x.toml: rulings.mah-jongg-in-error[0].when.chow_is_next",
        "wrong-condition",
        id="turn of a list that the ruling lacks",
    ),
    pytest.param(
        'wanted_for = "exposure"',
        'wanted_for = "fun"',
        "x.toml: rulings.misnamed-discard[0].when.wanted_for",
        "wrong-condition",
        id="condition on no choice",
    ),
    pytest.param(
        'dead = ["declarer"]',
        'dead = ["claimant"]',
        "x.toml: rulings.mah-jongg-in-error[1]",
        "unknown-role",
        id="role of another ruling",
    ),
    pytest.param(
        "but {declarer}'s hand",
        "but {caller}'s hand",
        "x.toml: rulings.mah-jongg-in-error[1].text",
        "unknown-role",
        id="role in a text",
    ),
    pytest.param(
        'penalty = "mah-jongg-in-error"',
        'penalty = "a-drink"',
        "x.toml: rulings.mah-jongg-in-error[3].pay[0].penalty",
        "unknown-choice",
        id="penalty nobody set",
    ),
    pytest.param(
        'outcome = "replay"',
        'outcome = "again"',
        "x.toml: rulings.wrong-tile-count[1].outcome",
        "unknown-choice",
        id="unknown outcome",
    ),
    pytest.param("[places]\n", '[places]\nlunch = "p. 9"\n', "x.toml: places.lunch", "unknown-field", id="place"),
    pytest.param("[players]", "[players", "x.toml", "bad-toml", id="no TOML"),
]


@pytest.mark.parametrize(("old", "new", "where", "code"), FAULTS)
def test_a_broken_file_names_file_and_field(tmp_path: Path, old: str, new: str, where: str, code: str) -> None:
    """A broken file raises one error with the file and the place."""
    assert old in BASE
    path = tmp_path / "x.toml"
    path.write_text(BASE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RuleSetError) as caught:
        read_ruleset(path)
    assert (caught.value.where, caught.value.code) == (where, code)


def test_a_misspelt_ruling_is_told_which_there_are(tmp_path: Path) -> None:
    """A house that misspells a ruling hears the one it means, and all others."""
    path = tmp_path / "x.toml"
    path.write_text(BASE.replace("rulings.threw-in-early", "rulings.threw-in-erly"), encoding="utf-8")
    with pytest.raises(RuleSetError, match=r"\(did you mean threw-in-early\?\); there are mah-jongg-in-error, "):
        read_ruleset(path)


@pytest.mark.parametrize("name", ["none.toml", "\0.toml", "\ud800.toml"])
def test_a_file_that_is_not_there(tmp_path: Path, name: str) -> None:
    """A missing file raises the promised error too, also under a name that no file can have."""
    with pytest.raises(RuleSetError) as caught:
        read_ruleset(tmp_path / name)
    assert (caught.value.code, caught.value.message) == ("unreadable-file", "cannot be read: No such file or directory")


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    """Some editors of Windows write one before the text."""
    path = tmp_path / "nmjl-1976.toml"
    path.write_text(BASE, encoding="utf-8-sig")
    assert read_ruleset(path) == load_ruleset("nmjl-1976")


def house(tmp_path: Path, text: str, parent: str = "nmjl-1976") -> RuleSet:
    """Return a house rule set with these changes."""
    path = tmp_path / "house.toml"
    path.write_text(f'id = "house"\ntitle = "Our house"\nparent = "{parent}"\n{text}', encoding="utf-8")
    return read_ruleset(path)


def test_a_house_changes_one_number(tmp_path: Path) -> None:
    """One line switches on the bonus for a hand without jokers, which doubles that hand and nothing else."""
    ours = house(tmp_path, "[payment]\njokerless = 2\n")
    book = load_ruleset("nmjl-1976")
    assert isinstance(book.payment, CardPayment)
    assert ours.payment == dataclasses.replace(book.payment, jokerless=2)
    assert (ours.parent, ours.changes) == ("nmjl-1976", ("payment.jokerless",))
    # Only one ruling speaks of the payment of a win.
    assert {name for name, cases in ours.rulings.items() if cases != book.rulings[name]} == {"winner-paid"}
    for name in ("bettors", "penalties", "places", "players", "hand", "jokers", "exposures", "card"):
        assert getattr(ours, name) == getattr(book, name)
    game = {
        "players": ["A", "B", "C", "D"],
        "outcome": {"kind": "win", "winner": "A", "won_by": "self-pick", "value": 25, "jokerless": True},
    }
    assert settle(parse_outcome(game), ours).net["A"] == 2 * settle(parse_outcome(game), book).net["A"] == 300
    assert "house rules of house" in settle(parse_outcome(game), ours).source


def test_a_house_changes_a_penalty_and_a_ruling(tmp_path: Path) -> None:
    """A house replaces a penalty whole, with its unit, and a ruling with all its cases."""
    ours = house(
        tmp_path,
        """
        [penalties]
        misnamed-for-mah-jongg = { points = 100 }
        [[rulings.looking-ahead]]
        outcome = "dead-hand"
        dead = ["player"]
        text = "{player}'s hand is dead."
        place = "agreed in May"
        """,
    )
    misnamed = {"miscaller": "Ann", "claimant": "Bea", "wanted_for": "mah-jongg", "value": 25}
    assert [t.points for t in rule("misnamed-discard", ours, misnamed).transfers] == [100]
    assert rule("looking-ahead", ours, {"player": "Ann"}).dead == ("Ann",)
    assert rule("discard-taken-back", ours, {}) == dataclasses.replace(
        rule("discard-taken-back", load_ruleset("nmjl-1976"), {}),
        ruleset="house",
        source=rule("discard-taken-back", ours, {}).source,
    )


PENALTIES = {
    "misnamed": ("nmjl-1976", "misnamed-for-mah-jongg", "misnamed-discard", 'wanted_for = "mah-jongg"'),
    "misnamed, modern": ("modern-american", "misnamed-for-mah-jongg", "misnamed-discard", 'wanted_for = "mah-jongg"'),
    "in error": ("nmjl-1976", "mah-jongg-in-error", "mah-jongg-in-error", "exposed = true"),
}


@pytest.mark.parametrize(("parent", "penalty", "ruling", "facts"), PENALTIES.values(), ids=PENALTIES)
def test_a_ruling_names_the_house_s_own_penalty(
    tmp_path: Path, parent: str, penalty: str, ruling: str, facts: str
) -> None:
    """If a house fixes a penalty, the answer gives that amount and does not ask for the book's."""
    ours = house(tmp_path, f"[penalties]\n{penalty} = {{ points = 35 }}\n", parent)
    people = {"miscaller": "Ann", "claimant": "Bea", "declarer": "Ann", "threw_in": ["Cat", "Dee"], "value": 25}
    inputs = {**people, **tomllib.loads(facts), "players": ["Ann", "Bea", "Cat", "Dee"]}
    wanted = {one.name for one in CATALOGUE[ruling].inputs} & set(inputs)
    answer = rule(ruling, ours, {name: inputs[name] for name in wanted})
    assert [one.points for one in answer.transfers] == [35]
    assert "35 points" in answer.text
    assert not any(word in answer.text for word in ("four", "double", "times", "value"))


def test_the_readme_s_examples_load(tmp_path: Path) -> None:
    """The house file and the ruling in the folder's README load as they are."""
    case, club = (
        part.split("```", 1)[0] for part in (FOLDER / "README.md").read_text(encoding="utf-8").split("```toml\n")[1:]
    )
    path = tmp_path / "club.toml"
    path.write_text(club + case, encoding="utf-8")
    ours = read_ruleset(path)
    assert ours.changes == ("payment.jokerless", "penalties.misnamed-for-mah-jongg", "rulings.misnamed-discard")
    misnamed = {"miscaller": "Ann", "claimant": "Bea", "wanted_for": "mah-jongg", "value": 25}
    assert [t.points for t in rule("misnamed-discard", ours, misnamed).transfers] == [100]


def test_a_house_plays_with_other_bets(tmp_path: Path) -> None:
    """Another kind of bet replaces the parent's kind with all its numbers."""
    ours = house(tmp_path, '[bettors]\nkind = "none"\n')
    assert (ours.bettors.kind, ours.bettors.most) == ("none", 0)


HOUSE_FAULTS = [
    pytest.param('parent = "nobody"', "house.toml: parent", "unknown-ruleset", id="unknown parent"),
    pytest.param("parent = 3", "house.toml: parent", "unknown-ruleset", id="parent is a number"),
    pytest.param(
        'parent = "nmjl-1976"\nparent_text = 3', "house.toml: parent_text", "wrong-type", id="parent's text is a number"
    ),
    pytest.param('parent = "nmjl-1976"\npayment = 2', "house.toml: payment", "wrong-type", id="section is a number"),
    pytest.param(
        'parent = "nmjl-1976"\n[payment]\njokerles = 2', "house.toml: payment.jokerles", "unknown-field", id="misspelt"
    ),
    # Found by fuzzing: every verdict on a rack with an exposure ended in a KeyError.
    pytest.param(
        'parent = "modern-american"\n[exposures]\nsmallest = 7',
        "house.toml: exposures.smallest",
        "out-of-range",
        id="exposures larger than any group",
    ),
]


@pytest.mark.parametrize(("text", "where", "code"), HOUSE_FAULTS)
def test_a_broken_house_file(tmp_path: Path, text: str, where: str, code: str) -> None:
    """The error for a house's fault names the house's file."""
    path = tmp_path / "house.toml"
    path.write_text(f'id = "house"\ntitle = "Our house"\n{text}', encoding="utf-8")
    with pytest.raises(RuleSetError) as caught:
        read_ruleset(path)
    assert (caught.value.where, caught.value.code) == (where, code)


@pytest.mark.parametrize(
    ("line", "field", "code"), [("title", "id", "missing-field"), ("id", "title", "missing-field")]
)
def test_a_house_has_its_own_name(tmp_path: Path, line: str, field: str, code: str) -> None:
    """A house rule set cannot take its parent's name."""
    path = tmp_path / "house.toml"
    path.write_text(f'{line} = "house"\nparent = "nmjl-1976"\n', encoding="utf-8")
    with pytest.raises(RuleSetError) as caught:
        read_ruleset(path)
    assert (caught.value.where, caught.value.code) == (f"house.toml: {field}", code)
    path.write_text('id = "nmjl-1976"\ntitle = "Not ours"\nparent = "nmjl-1976"\n', encoding="utf-8")
    with pytest.raises(RuleSetError) as caught:
        read_ruleset(path)
    assert caught.value.code == "duplicate-name"


@pytest.mark.parametrize("name", list_rulesets())
def test_every_case_of_a_ruling_can_be_reached(name: str) -> None:
    """No case stands behind one that always decides first."""
    for ruling, cases in tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["rulings"].items():
        for case in cases[:-1]:
            assert case.get("when"), f"{name}: {ruling} has cases after one without conditions"


FULL_HOUSE = """
limit = 300
[hand]
suits_free = true
[payment]
jokerless = 1
[penalties]
mah-jongg-in-error = { points = 40 }
"""


def test_a_house_turns_every_dial(tmp_path: Path) -> None:
    """Free suits, the jokerless bonus, the limit and the value of a penalty are one line each in a house's file."""
    ours, parent = house(tmp_path, FULL_HOUSE, "set-manual"), load_ruleset("set-manual")
    assert ours.hand is not None
    assert parent.hand is not None
    assert (ours.hand.suits_free, parent.hand.suits_free) == (True, False)
    assert (ours.limit, parent.limit) == (300, None)
    assert ours.hand.place == parent.hand.place
    assert ours.penalties["mah-jongg-in-error"] != parent.penalties["mah-jongg-in-error"]
    assert set(ours.changes) == {"limit", "hand.suits_free", "payment.jokerless", "penalties.mah-jongg-in-error"}
    assert "house" in ours.cite("Step V")


def test_free_suits_decide_a_verdict(tmp_path: Path) -> None:
    """A hand of the manual in other suits, with their dragons, wins only in a house with free suits."""
    card, printed = load_card("set-manual"), load_ruleset("set-manual")
    free = house(tmp_path, "[hand]\nsuits_free = true\n", "set-manual")
    for rack, wins in [("333C 444C 3333B 4444B", True), ("GGGG 88B EEEE WWWW", True), ("RRRR 88B EEEE WWWW", False)]:
        hand = parse_rack(rack)
        assert judge(WinClaim(hand), card, free).win == is_winner(hand, card, free) == wins
        assert not judge(WinClaim(hand), card, printed).win
        assert not is_winner(hand, card, printed)
    claimed = judge(WinClaim(parse_rack("333C 444C 3333B 4444B"), claimed_hand="1"), card, free)
    assert claimed.reasons == ()


@pytest.mark.parametrize(("bonus", "paid"), [(1, 25), (2, 50), (3, 75)])
def test_a_house_sets_the_jokerless_bonus(tmp_path: Path, bonus: int, paid: int) -> None:
    """A loser pays the value times the house's bonus for a hand without jokers."""
    ours = house(tmp_path, f"[payment]\njokerless = {bonus}\n", "modern-american")
    outcome = parse_outcome(
        {
            "players": ["Ann", "Bea", "Cat", "Dee"],
            "east": "Ann",
            "outcome": {
                "kind": "win",
                "winner": "Ann",
                "won_by": "discard",
                "discarder": "Bea",
                "value": 25,
                "jokerless": True,
            },
        }
    )
    assert settle(outcome, ours).net["Cat"] == -paid
