"""Rulings of the 1976 book; each row quotes its place."""

import re

import pytest

from rules.errors import OutcomeError
from rules.ruleset import load_ruleset
from rules.rulings.decide import list_rulings, rule
from rules.settlement.outcome import parse_outcome
from rules.settling import settle

BOOK = load_ruleset("nmjl-1976")
FOUR = {"players": ["Ann", "Bea", "Cat", "Dee"]}

Row = tuple[str, dict[str, object], str, list[str], dict[tuple[str, str], int], str]

# ruling, inputs, outcome, dead hands, {(from, to): points}, place
ROWS: list[Row] = [
    ("winner-paid", {"won_by": "discard"}, "play-on", [], {}, "Standard scoring"),
    ("winner-paid", {"won_by": "self-pick"}, "play-on", [], {}, "Standard scoring"),
    ("mah-jongg-in-error", {"declarer": "Ann", "exposed": False}, "play-on", [], {}, "in error 2, p. 10"),
    ("mah-jongg-in-error", {"declarer": "Ann", "exposed": True}, "dead-hand", ["Ann"], {}, "in error 3(a), p. 10"),
    (
        "mah-jongg-in-error",
        {"declarer": "Ann", "exposed": True, "threw_in": ["Bea"]},
        "dead-hand",
        ["Ann", "Bea"],
        {},
        "in error 4(a), p. 11",
    ),
    (
        "mah-jongg-in-error",
        {"declarer": "Ann", "exposed": False, "threw_in": ["Cat"]},
        "dead-hand",
        ["Ann", "Cat"],
        {},
        "in error 4(a), p. 11",
    ),
    (
        "mah-jongg-in-error",
        {"declarer": "Ann", "exposed": True, "threw_in": ["Bea", "Cat"], "value": 30},
        "game-over",
        [],
        {("Ann", "Dee"): 60},
        "in error 4(b), p. 11",
    ),
    (
        "mah-jongg-in-error",
        {"declarer": "Dee", "exposed": False, "threw_in": ["Cat", "Ann"], "value": 20},
        "game-over",
        [],
        {("Dee", "Bea"): 40},
        "in error 4(b), p. 11",
    ),
    ("threw-in-early", {"player": "Bea"}, "play-on", [], {}, "in error 1, p. 10"),
    ("unmixed-tiles", {}, "play-on", [], {}, "Rules and penalties 1, p. 9"),
    ("looking-ahead", {"player": "Bea"}, "play-on", [], {}, "Rules and penalties 2, p. 9"),
    ("pick-out-of-turn", {"player": "Bea"}, "play-on", [], {}, "Rules and penalties 2, p. 9"),
    ("next-east", {"ended": "wall-game"}, "play-on", [], {}, "Rules and penalties 4, p. 9"),
    (
        "misnamed-discard",
        {"miscaller": "Bea", "claimant": "Ann", "wanted_for": "exposure"},
        "play-on",
        [],
        {},
        "Rules and penalties 5, p. 9",
    ),
    (
        "misnamed-discard",
        {"miscaller": "Bea", "claimant": "Ann", "wanted_for": "mah-jongg", "value": 35},
        "game-over",
        [],
        {("Bea", "Ann"): 140},
        "Rules and penalties 5, p. 9",
    ),
    ("discard-taken-back", {"player": "Bea"}, "play-on", [], {}, "Rules and penalties 6, p. 10"),
    ("wrong-east", {"player": "Bea"}, "play-on", [], {}, "Rules and penalties 7, p. 10"),
    (
        "wrong-tile-count",
        {"players": ["Bea"], "when": "before-charleston"},
        "replay",
        [],
        {},
        "Rules and penalties 8, p. 10",
    ),
    (
        "wrong-tile-count",
        {"players": ["Dee"], "when": "before-first-discard", "left_of_east": True},
        "play-on",
        [],
        {},
        "Rules and penalties 8, p. 10",
    ),
    (
        "wrong-tile-count",
        {"players": ["Bea"], "when": "after-first-discard"},
        "dead-hand",
        ["Bea"],
        {},
        "Rules and penalties 9(a), p. 10",
    ),
    (
        "wrong-tile-count",
        {"players": ["Bea", "Dee"], "when": "after-first-discard"},
        "dead-hand",
        ["Bea", "Dee"],
        {},
        "9(a) and 9(b), p. 10",
    ),
    (
        "wrong-tile-count",
        {"players": ["Ann", "Bea", "Dee"], "when": "after-first-discard"},
        "replay",
        [],
        {},
        "Rules and penalties 9(c), p. 10",
    ),
    ("wrong-exposure", {"player": "Cat"}, "dead-hand", ["Cat"], {}, "in error 3(a), and Rules and penalties 9(a)"),
    ("late-claim", {"claimant": "Cat", "next_player": "drawn"}, "play-on", [], {}, "Rules and penalties 10, p. 10"),
    ("late-claim", {"claimant": "Cat", "next_player": "discarded"}, "play-on", [], {}, "Rules and penalties 10, p. 10"),
    ("rapid-discards", {"second_is_joker": False}, "play-on", [], {}, "Rules and penalties 11, p. 10"),
    ("rapid-discards", {"second_is_joker": True}, "play-on", [], {}, "Rules and penalties 11, p. 10"),
    ("claim-after-mah-jongg", {"claimant": "Cat"}, "play-on", [], {}, "Rules and penalties 12, p. 10"),
    ("two-claimants", {"for_mah_jongg": ["Cat"]}, "play-on", [], {}, "Rules and penalties 13, p. 10"),
    ("joker-exchange", {"player": "Cat"}, "play-on", [], {}, "big jokers and flowers 3, p. 9"),
    ("joker-in-pair", {}, "play-on", [], {}, "big jokers and flowers 2, p. 9"),
    ("joker-in-pair", {"no_joker_hand": True}, "play-on", [], {}, "No joker hands (66 to 75)"),
    ("joker-in-pair", {"player": "Bea", "exposed": True}, "dead-hand", ["Bea"], {}, "in error 3(a), p. 10"),
    ("joker-once-used", {}, "play-on", [], {}, "big jokers and flowers 5, p. 9"),
    ("joker-passed", {}, "play-on", [], {}, "Charleston 5, p. 7"),
    ("discarded-joker", {}, "play-on", [], {}, "big jokers and flowers 5, p. 9"),
    ("flower-as-wild", {}, "play-on", [], {}, "big jokers and flowers 9, p. 9"),
    ("dead-hand", {"player": "Dee"}, "dead-hand", ["Dee"], {}, "A dead hand, p. 8"),
    ("bettor-conduct", {"what": "shows-bet"}, "play-on", [], {}, "Rules for bettors 1"),
    ("bettor-conduct", {"what": "changes-bet"}, "play-on", [], {}, "Rules for bettors 2"),
    ("bettor-conduct", {"what": "gives-information"}, "bet-cancelled", [], {}, "Rules for bettors 3"),
    ("bettor-conduct", {"what": "corrects-payment"}, "play-on", [], {}, "Rules for bettors 7"),
    ("bettor-pays", {}, "play-on", [], {}, "Rules for bettors 4"),
    ("bettor-and-penalties", {}, "play-on", [], {}, "Rules for bettors 5"),
    ("bettor-on-east", {}, "play-on", [], {}, "Rules for bettors 6"),
    ("wall-game", {}, "play-on", [], {}, "The play, p. 7"),
    ("east-dealt-out", {}, "play-on", [], {}, "The play, p. 7"),
    ("call-for-pair", {"for_mah_jongg": True}, "play-on", [], {}, "Definitions: To take"),
    ("call-for-pair", {}, "play-on", [], {}, "Definitions: To take"),
    ("concealed-hand-exposed", {}, "play-on", [], {}, "A concealed hand, p. 8"),
    ("charleston-stopped", {"charleston": "first"}, "play-on", [], {}, "The first Charleston, p. 5"),
    ("charleston-stopped", {"charleston": "second"}, "play-on", [], {}, "p. 6"),
    ("charleston-stopped", {"charleston": "courtesy"}, "play-on", [], {}, "The second Charleston 1, p. 6"),
    ("short-pass", {"pass": "any-other"}, "play-on", [], {}, "The first Charleston, p. 5"),
    ("short-pass", {"pass": "last-of-a-charleston"}, "play-on", [], {}, "The second Charleston 3, p. 6"),
    ("short-pass", {"pass": "courtesy"}, "play-on", [], {}, "The second Charleston 1, p. 6"),
    ("charleston-players", {}, "play-on", [], {}, "Variations of Mah Jongg, p. 11"),
]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row[0]}: {row[5]}" for row in ROWS])
def test_ruling(row: Row) -> None:
    """The book answers the question as in this row, with its place."""
    ruling, inputs, outcome, dead, paid, place = row
    table = {} if ruling == "wrong-tile-count" else FOUR
    answer = rule(ruling, BOOK, {**table, **inputs})
    assert (answer.outcome, list(answer.dead)) == (outcome, dead)
    assert {(t.payer, t.payee): t.points for t in answer.transfers} == paid
    assert place in answer.source
    assert answer.text[0].isupper()


ALLOWED = [
    ("late-claim", {"next_player": "drawn"}, True),
    ("late-claim", {"next_player": "discarded"}, False),
    ("joker-exchange", {}, True),
    ("joker-exchange", {"own_turn": False}, False),
    ("joker-exchange", {"owner_is_dead": True}, True),
    ("joker-exchange", {"owner_is_dead": True, "exposed_before_error": False}, False),
    ("joker-exchange", {"owner_is_dead": True, "concealed_hand": True}, False),
    ("joker-in-pair", {}, True),
    ("joker-in-pair", {"no_joker_hand": True}, False),
    ("joker-passed", {}, False),
    ("discarded-joker", {}, False),
    ("flower-as-wild", {}, False),
    ("joker-once-used", {}, False),
    ("bettor-on-east", {}, True),
    ("claim-after-mah-jongg", {}, False),
    ("wrong-east", {}, None),
]


@pytest.mark.parametrize(("ruling", "inputs", "allowed"), ALLOWED)
def test_whether_it_may_be_done(ruling: str, inputs: dict[str, object], allowed: bool | None) -> None:
    """Questions of "may I" have a plain yes or no, other questions neither."""
    assert rule(ruling, BOOK, inputs).allowed is allowed


# in the order of turns Ann, Bea, Cat, Dee; Bea discarded
CLAIMS = [
    pytest.param({"for_exposure": ["Ann", "Cat"]}, "Cat", id="13: nearest in turn for an exposure"),
    pytest.param({"for_exposure": ["Dee", "Ann"]}, "Dee", id="13: Dee before Ann"),
    pytest.param({"for_exposure": ["Cat"], "for_mah_jongg": ["Ann"]}, "Ann", id="13: Mah Jongg always preferred"),
    pytest.param({"for_mah_jongg": ["Ann", "Dee"]}, "Dee", id="13: nearest in turn for Mah Jongg"),
    pytest.param({"for_mah_jongg": ["Ann", "Dee", "Cat"]}, "Cat", id="13: three want it"),
]


@pytest.mark.parametrize(("claims", "awarded"), CLAIMS)
def test_two_claimants(claims: dict[str, object], awarded: str) -> None:
    """Rules and penalties 13 decides who gets the tile."""
    answer = rule("two-claimants", BOOK, {**FOUR, "discarder": "Bea", **claims})
    assert answer.awarded == awarded
    assert answer.text.startswith(awarded)


def test_two_claimants_without_the_order_of_turns() -> None:
    """Without the order of turns the answer gives the rule and guesses no name."""
    answer = rule("two-claimants", BOOK, {"discarder": "Bea", "for_exposure": ["Ann", "Cat"]})
    assert answer.awarded is None
    assert "nearest in turn" in answer.text


SILENT = [
    ("false-woo", {"declarer": "Ann"}),
    ("foul-hand", {"player": "Ann"}),
    ("dead-hand-disputed", {"caller": "Ann", "player": "Bea"}),
    ("blind-pass-looked", {"player": "Ann"}),
    ("mah-jongg-in-error", {"declarer": "Ann", "threw_in": ["Bea", "Cat", "Dee"]}),
    ("mah-jongg-in-error", {"declarer": "Ann", "threw_in": ["Bea"], "players": ["Ann", "Bea", "Cat"]}),
    ("mah-jongg-in-error", {"declarer": "Ann", "threw_in": ["Cat"], "dead": ["Bea"]}),
    ("mah-jongg-in-error", {"declarer": "Ann", "threw_in": ["Cat", "Dee"], "dead": ["Bea"]}),
    ("wrong-tile-count", {"players": ["Bea"], "when": "before-first-discard"}),
    ("incorrect-claim", {"claimant": "Ann"}),
]


@pytest.mark.parametrize(("ruling", "inputs"), SILENT)
def test_where_the_book_is_silent_it_says_so(ruling: str, inputs: dict[str, object]) -> None:
    """A silent book gives no payment and no dead hand, and the answer says that the source is silent."""
    answer = rule(ruling, BOOK, inputs)
    assert answer.outcome == "silent"
    assert (answer.dead, answer.transfers, answer.allowed, answer.awarded) == ((), (), None, None)
    assert "source" in answer.text


@pytest.mark.parametrize("count", ["too-few", "too-many", None])
def test_a_wrong_number_before_the_first_discard_is_told_as_far_as_the_book_goes(count: str | None) -> None:
    """Rule 8 lets one player pick; "at any time" of a dead hand and rule 9(a) contradict each other on all others."""
    facts = {"players": ["Bea"], "when": "before-first-discard"} | ({"count": count} if count else {})
    answer = rule("wrong-tile-count", BOOK, facts)
    assert (answer.outcome, answer.dead) == ("silent", ())
    for said in ("only the player to the left of East", "at any time during the game", "only after East's first"):
        assert said in answer.text
    assert answer.source.endswith("3, p. 9, 8 and 9(a), p. 10, and Definitions: A dead hand, p. 8")


@pytest.mark.parametrize(
    ("count", "outcome", "place"),
    [("too-few", "play-on", "8, p. 10"), (None, "play-on", "8, p. 10"), ("too-many", "replay", "8, p. 10")],
)
def test_the_player_left_of_east_picks_the_thirteenth_tile_alone(count: str | None, outcome: str, place: str) -> None:
    """Rule 8 lets a player with twelve tiles pick, but not a player with too many."""
    facts = {"players": ["Dee"], "when": "before-charleston", "left_of_east": True}
    answer = rule("wrong-tile-count", BOOK, facts if count is None else {**facts, "count": count})
    assert answer.outcome == outcome
    assert ("twelve" in answer.text) == (outcome == "play-on")
    assert place in answer.source


@pytest.mark.parametrize(("player", "outcome"), [("Bea", None), ("Dee", None), ("Ann", "play-on"), ("Cat", None)])
def test_only_the_player_left_of_east_is_the_player_left_of_east(player: str, outcome: str | None) -> None:
    """Each player sits to the right of the one before, so Ann sits left of Bea; the table says so, not the claim."""
    error = {
        "kind": "error",
        "ruling": "wrong-tile-count",
        "players": [player],
        "when": "before-charleston",
        "left_of_east": True,
    }
    question = {"players": ["Ann", "Bea", "Cat", "Dee"], "east": "Bea", "outcome": error}
    if outcome is None:
        with pytest.raises(OutcomeError) as caught:
            settle(parse_outcome(question), BOOK)
        assert (caught.value.code, caught.value.where) == ("contradiction", "outcome.left_of_east")
        return
    answer = settle(parse_outcome(question), BOOK).ruling
    assert answer is not None
    assert answer.outcome == outcome


def test_two_dead_hands_of_two_players_leave_nobody_to_go_on() -> None:
    """Rule 9(b) lets the other players continue, and at a table of two there are none."""
    error = {"kind": "error", "ruling": "wrong-tile-count", "players": ["Ann", "Bea"], "when": "after-first-discard"}
    outcomes = []
    for players in (["Ann", "Bea"], ["Ann", "Bea", "Cat"]):
        answer = settle(parse_outcome({"players": players, "outcome": error}), BOOK).ruling
        assert answer is not None
        outcomes.append(answer.outcome)
    assert outcomes == ["silent", "dead-hand"]


def test_every_entry_of_rules_and_penalties_is_cited() -> None:
    """Some ruling cites each of the thirteen numbers."""
    numbers: set[int] = set()
    for case in (case for cases in BOOK.rulings.values() for case in cases):
        spoken = re.split(r', and [A-Z"]', case.place.partition("Rules and penalties ")[2])[0]
        numbers |= {int(number) for number in re.findall(r"\d+", re.sub(r"pp?\. [\d-]+", "", spoken))}
    assert numbers == set(range(1, 14))


def test_every_answered_ruling_has_a_row() -> None:
    """Every ruling that the book answers has a row here."""
    answered = {entry.spec.id for entry in list_rulings(BOOK) if not entry.silent}
    assert answered == {row[0] for row in ROWS}


def test_the_bet_that_a_bettor_loses_is_canceled_as_on_the_page() -> None:
    """The ruling spells the word as the page and the other rule sets do."""
    found = rule("bettor-conduct", BOOK, {"bettor": "Eve", "what": "gives-information"})
    assert found.text.endswith("loses the bet: Eve's bet is canceled.")
