"""Test the decisions of a table: they are made and taken back by key, and a mistyped one names what there is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rules.errors import RuleSetError
from service.cards.card_folder import CardFolder
from service.cards.table_rules import decide, kept_table
from service.shared.errors import ServiceError


@pytest.fixture
def library(tmp_path: Path) -> CardFolder:
    """The shipped rule sets, and a table that plays a tournament."""
    found = CardFolder(tmp_path / "cards", files=False)
    decide("club", {"tournament.on": "yes", "tournament.dead": "15"}, "nmjl-1976", "The club", found)
    return found


SAID: dict[str, tuple[dict[str, str], dict[str, object]]] = {
    "nothing": ({}, {"tournament.on": True, "tournament.dead": 15}),
    "one more": ({"jokers.in_pairs": "No"}, {"jokers.in_pairs": False, "tournament.on": True, "tournament.dead": 15}),
    "another value": ({"tournament.dead": "20"}, {"tournament.on": True, "tournament.dead": 20}),
    "one taken back": ({"tournament.dead": "usual"}, {"tournament.on": True}),
    "both taken back": ({"tournament.dead": "usual", "tournament.on": "usual"}, {}),
    "both, in the other order": ({"tournament.on": "usual", "tournament.dead": "usual"}, {}),
    "one off, and what depends on it": ({"tournament.on": "OFF", "tournament.dead": "usual"}, {}),
    "what was never decided": ({"jokers.in_pairs": "usual"}, {"tournament.on": True, "tournament.dead": 15}),
}
"""What is said of the decisions of the table, and what it has decided then."""


@pytest.mark.parametrize(("said", "decided"), SAID.values(), ids=SAID)
def test_decisions_are_made_and_taken_back(
    library: CardFolder, said: Mapping[str, str], decided: Mapping[str, object]
) -> None:
    """A table keeps its rule set, title and other decisions; the order in which they are taken back does not matter."""
    decide("club", said, None, None, library)
    kept = kept_table("club", library)
    assert dict(kept.decisions.decided) == decided
    assert (kept.rules.parent, kept.rules.title) == ("nmjl-1976", "The club")


FAULTS: dict[str, tuple[dict[str, str], str, str, str]] = {
    "no such decision": ({"tournament.ded": "2"}, "unknown-option", "tournament.ded", "did you mean tournament.dead?"),
    "none to take back": (
        {"tournament.ded": "usual"},
        "unknown-option",
        "tournament.ded",
        "there are jokers.",
    ),
    "neither yes nor no": ({"tournament.on": "perhaps"}, "wrong-type", "tournament.on", "yes or no, not 'perhaps'"),
    "no number": ({"tournament.dead": "ten"}, "wrong-type", "tournament.dead", "a number from "),
    "a number without end": ({"tournament.dead": "9" * 5000}, "wrong-type", "tournament.dead", "a number from "),
    "too much": ({"tournament.dead": "999999"}, "out-of-range", "table.decided.tournament.dead", "at most"),
}


@pytest.mark.parametrize(("said", "code", "where", "message"), FAULTS.values(), ids=FAULTS)
def test_a_decision_that_is_none_changes_nothing(
    library: CardFolder, said: Mapping[str, str], code: str, where: str, message: str
) -> None:
    """A mistyped key or value is refused with what there is, and the decisions said before it are not kept either."""
    before = kept_table("club", library).text
    with pytest.raises(RuleSetError) as caught:
        decide("club", {"jokers.in_pairs": "yes", **said}, None, None, library)
    assert (caught.value.code, caught.value.where) == (code, where)
    assert message in caught.value.message
    assert kept_table("club", library).text == before


def test_a_new_table_names_its_rule_set(library: CardFolder) -> None:
    """Without a rule set a new table is refused; without a title it has its name as one."""
    with pytest.raises(RuleSetError) as caught:
        decide("new", {}, None, None, library)
    assert (caught.value.code, caught.value.where) == ("missing-field", "rules")
    assert decide("new", {}, "modern-american", None, library).rules.title == "new"
    assert decide("new", {}, "nmjl-1976", None, library).rules.parent == "nmjl-1976"


@pytest.mark.parametrize("name", ["none", "nmjl-1976"])
def test_what_is_no_table_has_no_rules_of_one(library: CardFolder, name: str) -> None:
    """A name that nobody has given, and that of a rule set that ships, are those of no table."""
    with pytest.raises(ServiceError, match="no rules of a table") as caught:
        kept_table(name, library)
    assert caught.value.code == "unknown-ruleset"


def test_a_file_that_says_more_is_changed_as_a_file(library: CardFolder) -> None:
    """Decisions would write over what no decision can say, such as the cases of a ruling; so the table stays."""
    case = '[[rulings.dead-hand]]\noutcome = "play-on"\ntext = "The game goes on."\nplace = "our table"\n'
    text = f"{kept_table('club', library).text}\n{case}"
    library.tables.put("club", text)
    with pytest.raises(ServiceError) as caught:
        decide("club", {"jokers.in_pairs": "yes"}, None, None, library)
    assert (caught.value.code, library.tables.text("club")) == ("own-file", text)
