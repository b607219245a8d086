"""Rulings of the other four sources; each row quotes its place."""

import re

import pytest

from rules.ruleset import load_ruleset
from rules.rulings.decide import list_rulings, rule
from rules.settlement.outcome import parse_outcome
from rules.settling import settle

FOUR = {"players": ["Ann", "Bea", "Cat", "Dee"], "east": "Ann"}

# ruling, inputs, outcome, allowed, dead hands, {(from, to): points}, place
Row = tuple[str, dict[str, object], str, bool | None, list[str], dict[tuple[str, str], int], str]

SET_MANUAL: list[Row] = [
    ("winner-paid", {"won_by": "discard"}, "play-on", None, [], {}, "row 10"),
    ("winner-paid", {"won_by": "self-pick", "jokerless": True}, "play-on", None, [], {}, "row 11"),
    ("winner-paid", {"won_by": "self-pick"}, "play-on", None, [], {}, "row 11"),
    ("pick-out-of-turn", {"player": "Bea"}, "play-on", False, [], {}, "Rules and penalties, row 1"),
    ("looking-ahead", {"player": "Bea"}, "play-on", False, [], {}, "Rules and penalties, row 2"),
    ("two-claimants", {"for_exposure": ["Bea"], "for_mah_jongg": ["Dee"]}, "play-on", None, [], {}, "row 3"),
    ("wrong-tile-count", {"players": ["Bea"], "when": "after-first-discard"}, "dead-hand", None, ["Bea"], {}, "row 4"),
    ("dead-hand", {"player": "Bea"}, "dead-hand", None, ["Bea"], {}, "Dead hand, p. 12"),
    ("discard-taken-back", {"player": "Bea"}, "play-on", False, [], {}, "row 5"),
    ("misnamed-discard", {"wanted_for": "exposure"}, "play-on", False, [], {}, "row 6"),
    ("misnamed-discard", {"wanted_for": "mah-jongg", "value": 25}, "play-on", False, [], {}, "row 6"),
    ("mah-jongg-in-error", {"declarer": "Ann"}, "play-on", None, [], {}, "row 7"),
    ("mah-jongg-in-error", {"declarer": "Ann", "exposed": True}, "dead-hand", None, ["Ann"], {}, "row 8"),
    (
        "mah-jongg-in-error",
        {"declarer": "Ann", "exposed": True, "threw_in": ["Cat"]},
        "dead-hand",
        None,
        ["Ann", "Cat"],
        {},
        "row 8",
    ),
    ("mah-jongg-in-error", {"declarer": "Ann", "threw_in": ["Cat"]}, "dead-hand", None, ["Cat"], {}, "row 8"),
    (
        "mah-jongg-in-error",
        {"declarer": "Ann", "exposed": True, "threw_in": ["Bea", "Cat"], "value": 15},
        "game-over",
        None,
        [],
        {("Ann", "Dee"): 15, ("Bea", "Dee"): 15, ("Cat", "Dee"): 15},
        "row 9",
    ),
    ("joker-in-pair", {}, "play-on", False, [], {}, "Step IV, note"),
    ("discarded-joker", {}, "play-on", False, [], {}, "Step IV, note"),
    ("joker-passed", {}, "play-on", False, [], {}, "Step III, Exchange"),
    ("unmixed-tiles", {}, "play-on", False, [], {}, "Step III, Setting up B"),
    ("next-east", {"ended": "east-won"}, "play-on", None, [], {}, "Step II, Dice"),
    ("bettor-conduct", {"what": "shows-bet"}, "bets-cancelled", False, [], {}, "row 12"),
    ("bettor-pays", {}, "play-on", None, [], {}, "row 13"),
    ("bettor-and-penalties", {}, "play-on", None, [], {}, "row 13"),
    ("wall-game", {}, "play-on", None, [], {}, "Step IV, end"),
    ("charleston-stopped", {"charleston": "first"}, "play-on", False, [], {}, "Step III, Exchange"),
    ("charleston-stopped", {"charleston": "second"}, "play-on", True, [], {}, "Step III, Exchange"),
    ("short-pass", {"pass": "any-other"}, "play-on", True, [], {}, "Definitions: Blind pass, p. 12"),
    ("short-pass", {"pass": "last-of-a-charleston"}, "play-on", True, [], {}, "Step III, Exchange"),
    ("short-pass", {"pass": "courtesy"}, "silent", None, [], {}, "Mahjong set manual"),
    ("call-for-pair", {"for_mah_jongg": True}, "play-on", True, [], {}, "Step IV"),
    ("call-for-pair", {}, "play-on", False, [], {}, "Step IV, note"),
    ("concealed-hand-exposed", {}, "play-on", False, [], {}, "Step IV (a)"),
]

MODERN_AMERICAN: list[Row] = [
    ("winner-paid", {"won_by": "discard"}, "play-on", None, [], {}, "subtracting 1"),
    ("winner-paid", {"won_by": "discard", "jokerless": True}, "play-on", None, [], {}, "subtracting 2"),
    ("winner-paid", {"won_by": "self-pick"}, "play-on", None, [], {}, "adding 2"),
    ("winner-paid", {"won_by": "self-pick", "jokerless": True}, "play-on", None, [], {}, "adding 1 and 2"),
    ("misnamed-discard", {"wanted_for": "exposure"}, "play-on", None, [], {}, "Additional rule 1(g)"),
    (
        "misnamed-discard",
        {"wanted_for": "mah-jongg", "miscaller": "Bea", "claimant": "Ann", "value": 25, "jokerless": True},
        "game-over",
        None,
        ["Bea", "Ann", "Cat", "Dee"],
        {("Bea", "Ann"): 200},
        "Penalties 1",
    ),
    ("dead-hand-disputed", {"caller": "Ann", "player": "Bea"}, "play-on", None, [], {}, "Penalties 2"),
    (
        "dead-hand-disputed",
        {"caller": "Ann", "player": "Bea", "was_dead": True},
        "dead-hand",
        None,
        ["Bea"],
        {},
        "Additional rule 1",
    ),
    ("blind-pass-looked", {"player": "Ann"}, "play-on", False, [], {}, "Penalties 3"),
    (
        "wrong-tile-count",
        {"players": ["Bea"], "when": "before-first-discard"},
        "play-on",
        None,
        [],
        {},
        "procedures 13",
    ),
    (
        "wrong-tile-count",
        {"players": ["Bea"], "when": "after-first-discard"},
        "dead-hand",
        None,
        ["Bea"],
        {},
        "rule 1(a)",
    ),
    ("concealed-hand-exposed", {"player": "Bea"}, "dead-hand", None, ["Bea"], {}, "Additional rule 1(b)"),
    ("wrong-exposure", {"player": "Bea"}, "dead-hand", None, ["Bea"], {}, "Additional rule 1(c)"),
    ("wrong-exposure", {"player": "Bea", "fits_another_hand": True}, "play-on", None, [], {}, "Additional rule 1(c)"),
    ("wrong-wall", {"player": "Bea", "discarded": True}, "dead-hand", None, ["Bea"], {}, "Additional rule 1(d)"),
    ("wrong-wall", {"player": "Bea", "discarded": False}, "play-on", None, [], {}, "Additional rule 1(d)"),
    ("unplayable-hand", {"player": "Bea"}, "dead-hand", None, ["Bea"], {}, "Additional rule 1(e)"),
    (
        "joker-in-pair",
        {"player": "Bea", "exposed": True},
        "dead-hand",
        None,
        ["Bea"],
        {},
        "Additional rule 1(c) and 1(f)",
    ),
    ("joker-in-pair", {"player": "Bea"}, "play-on", False, [], {}, "Basic rule 1"),
    ("dead-hand", {"player": "Bea"}, "dead-hand", None, ["Bea"], {}, "Additional rule 1"),
    ("joker-exchange", {"own_turn": False}, "play-on", False, [], {}, "Basic rule 6"),
    ("joker-exchange", {}, "play-on", True, [], {}, "Basic rule 6"),
    ("joker-exchange", {"concealed_hand": True}, "play-on", False, [], {}, "Basic rule 6"),
    ("joker-exchange", {"owner_is_dead": True}, "play-on", True, [], {}, "Additional rule 2"),
    (
        "joker-exchange",
        {"owner_is_dead": True, "exposed_before_error": False},
        "play-on",
        False,
        [],
        {},
        "Additional rule 2",
    ),
    ("joker-once-used", {}, "play-on", True, [], {}, "Scoring in Mah Jongg, adding 1"),
    ("joker-passed", {}, "play-on", False, [], {}, "Basic rule 7"),
    ("discarded-joker", {}, "play-on", False, [], {}, "Basic rule 5"),
    ("two-claimants", {"for_exposure": ["Bea"], "for_mah_jongg": ["Dee"]}, "play-on", None, [], {}, "3(b) and 3(c)"),
    ("two-claimants", {"for_exposure": ["Bea"]}, "play-on", None, [], {}, "Additional rule 3(a)"),
    ("two-claimants", {"for_exposure": ["Bea", "Cat"], "already_exposing": "Cat"}, "play-on", None, [], {}, "3(e)"),
    ("late-claim", {"next_player": "not-drawn"}, "play-on", True, [], {}, "Game procedures 15"),
    ("late-claim", {"next_player": "drawn"}, "play-on", True, [], {}, "Additional rule 4"),
    ("late-claim", {"next_player": "racked"}, "play-on", False, [], {}, "Additional rule 4"),
    ("late-claim", {"next_player": "discarded"}, "play-on", False, [], {}, "Additional rule 4"),
    ("rapid-discards", {}, "play-on", None, [], {}, "Basic rule 2(a)"),
    ("rapid-discards", {"second_is_joker": True}, "play-on", False, [], {}, "Basic rule 5"),
    ("looking-ahead", {"player": "Bea"}, "play-on", False, [], {}, "Game procedures 16"),
    ("pick-out-of-turn", {"player": "Bea"}, "play-on", False, [], {}, "Basic rule 3"),
    ("call-for-pair", {"claimant": "Ann"}, "play-on", False, [], {}, "2(b) and 2(d), and Additional rule 1(f)"),
    ("call-for-pair", {"claimant": "Ann", "for_mah_jongg": True}, "play-on", True, [], {}, "Basic rule 2(d)"),
    ("call-after-picking", {"claimant": "Ann"}, "play-on", False, [], {}, "Additional rule 4"),
    ("charleston-stopped", {"charleston": "first"}, "play-on", False, [], {}, "First Mandatory Charleston"),
    ("charleston-stopped", {"charleston": "second"}, "play-on", True, [], {}, "Second Optional Charleston"),
    ("charleston-stopped", {"charleston": "courtesy"}, "play-on", True, [], {}, "The Courtesy Pass"),
    ("short-pass", {"pass": "any-other"}, "play-on", False, [], {}, "First and Second Charleston"),
    ("short-pass", {"pass": "last-of-a-charleston"}, "play-on", True, [], {}, "Blind Passing or Stealing"),
    ("short-pass", {"pass": "courtesy"}, "play-on", True, [], {}, "The Courtesy Pass"),
    ("charleston-players", {}, "play-on", False, [], {}, "The Charleston"),
    ("wall-game", {}, "play-on", None, [], {}, "Wall games"),
]

HOYLE: list[Row] = [
    ("winner-paid", {"won_by": "discard"}, "play-on", None, [], {}, "East does not"),
    ("winner-paid", {"won_by": "discard", "jokerless": True}, "play-on", None, [], {}, "no-joker hand"),
    ("winner-paid", {"won_by": "self-pick"}, "play-on", None, [], {}, "East does not"),
    ("winner-paid", {"won_by": "self-pick", "jokerless": True}, "play-on", None, [], {}, "no-joker hand"),
    ("imperfect-set", {}, "replay", None, [], {}, "Additional rules: Imperfect set"),
    ("imperfect-set", {"won": True}, "play-on", None, [], {}, "Additional rules: Imperfect set"),
    ("exposed-wall-tile", {"when": "building"}, "replay", None, [], {}, "Additional rules: Exposed tile"),
    ("exposed-wall-tile", {"when": "drawing"}, "play-on", None, [], {}, "Additional rules: Exposed tile"),
    (
        "wrong-exposure",
        {"player": "Bea", "caught_before_next_discard": True},
        "play-on",
        True,
        [],
        {},
        "Additional rules: Incorrect set",
    ),
    ("wrong-exposure", {"player": "Bea"}, "cannot-win", False, [], {}, "Additional rules: Incorrect set"),
    ("foul-hand", {"player": "Bea", "count": "too-many"}, "cannot-win", False, [], {}, "Foul hands"),
    ("foul-hand", {"player": "Bea", "count": "too-few"}, "cannot-win", False, [], {}, "Foul hands"),
    ("wrong-tile-count", {"players": ["Bea"]}, "cannot-win", False, [], {}, "Foul hands"),
    ("incorrect-claim", {"caught_before_next_draw": True}, "play-on", True, [], {}, "Incorrect claim"),
    ("incorrect-claim", {}, "play-on", False, [], {}, "Incorrect claim"),
    (
        "false-woo",
        {"declarer": "Ann", "limit": 500},
        "game-over",
        None,
        [],
        {("Ann", "Bea"): 500, ("Ann", "Cat"): 500, ("Ann", "Dee"): 500},
        "Additional rules: False woo",
    ),
    (
        "false-woo",
        {"declarer": "Cat", "limit": 500},
        "game-over",
        None,
        [],
        {("Cat", "Ann"): 500, ("Cat", "Bea"): 250, ("Cat", "Dee"): 250},
        "Additional rules: False woo",
    ),
    ("mah-jongg-in-error", {"declarer": "Bea"}, "dead-hand", None, ["Bea"], {}, "after the list of hands"),
    (
        "mah-jongg-in-error",
        {"declarer": "Bea", "exposed": True, "threw_in": ["Ann", "Cat"]},
        "dead-hand",
        None,
        ["Bea"],
        {},
        "after the list of hands",
    ),
    ("dead-hand", {"player": "Bea"}, "dead-hand", None, ["Bea"], {}, "after the list of hands"),
    ("joker-exchange", {}, "play-on", True, [], {}, "In the so-called modern game"),
    ("joker-exchange", {"own_turn": False}, "play-on", False, [], {}, "In the so-called modern game"),
    ("joker-in-pair", {}, "play-on", True, [], {}, "In the so-called modern game"),
    ("joker-in-pair", {"exposed": True}, "play-on", False, [], {}, "concealed or exposed"),
    ("concealed-hand-exposed", {"player": "Bea"}, "play-on", True, [], {}, "concealed or exposed"),
    ("joker-once-used", {}, "play-on", True, [], {}, "no-joker hand"),
    ("flower-as-wild", {}, "play-on", True, [], {}, "In the so-called modern game"),
    ("discarded-joker", {}, "play-on", None, [], {}, "In the so-called modern game"),
    ("joker-passed", {"blind_pass": True}, "play-on", True, [], {}, "Charlestons"),
    ("joker-passed", {}, "play-on", False, [], {}, "Charlestons"),
    ("bettor-pays", {}, "play-on", None, [], {}, "a fifth player may bet"),
    ("wall-game", {}, "play-on", None, [], {}, "if no one goes out, the game is void"),
    ("charleston-stopped", {"charleston": "second"}, "play-on", True, [], {}, "Charlestons"),
    ("charleston-stopped", {"charleston": "first"}, "silent", None, [], {}, "Hoyle"),
    ("short-pass", {"pass": "any-other"}, "play-on", False, [], {}, "Charlestons"),
    ("short-pass", {"pass": "last-of-a-charleston"}, "play-on", None, [], {}, "Charlestons"),
    ("short-pass", {"pass": "courtesy"}, "silent", None, [], {}, "Hoyle"),
    ("call-for-pair", {"for_mah_jongg": True}, "play-on", True, [], {}, "concealed or exposed"),
    ("call-for-pair", {}, "play-on", False, [], {}, "concealed or exposed"),
]

JAPANESE: list[Row] = [
    ("winner-paid", {"won_by": "discard"}, "play-on", None, [], {}, "Scoring"),
    ("winner-paid", {"won_by": "self-pick"}, "play-on", None, [], {}, "Scoring"),
    (
        "mah-jongg-in-error",
        {"declarer": "Bea"},
        "penalty",
        None,
        [],
        {("Bea", "Ann"): 100, ("Bea", "Cat"): 100, ("Bea", "Dee"): 100},
        "Important rules, and Point values",
    ),
    (
        "false-woo",
        {"declarer": "Ann"},
        "penalty",
        None,
        [],
        {("Ann", "Bea"): 100, ("Ann", "Cat"): 100, ("Ann", "Dee"): 100},
        "Important rules, and Point values",
    ),
    ("wrong-tile-count", {"players": ["Bea"]}, "cannot-win", False, [], {}, "Important rules"),
    ("wrong-tile-count", {"players": ["Bea"], "count": "too-few"}, "cannot-win", False, [], {}, "Important rules"),
    ("two-claimants", {"for_mah_jongg": ["Bea"], "for_exposure": ["Cat"]}, "play-on", None, [], {}, "Playing"),
    ("two-claimants", {"for_exposure": ["Cat"], "for_chow": ["Bea"]}, "play-on", None, [], {}, "Playing"),
    ("two-claimants", {"for_chow": ["Bea"]}, "play-on", None, [], {}, "Playing"),
    ("late-claim", {"next_player": "not-drawn"}, "play-on", True, [], {}, "Playing"),
    ("late-claim", {"next_player": "drawn"}, "play-on", False, [], {}, "Playing"),
    ("call-for-pair", {"for_mah_jongg": True}, "play-on", True, [], {}, "Playing, and Glossary: Call"),
    ("call-for-pair", {}, "play-on", False, [], {}, "Playing, and Glossary: Call"),
    ("tempai-not-declared", {"player": "Bea"}, "play-on", False, [], {}, "Important rules"),
    ("own-discard-wanted", {"player": "Bea"}, "play-on", True, [], {}, "Completing the game"),
    ("two-claimants", {"for_mah_jongg": ["Bea"], "for_exposure": ["Cat"]}, "play-on", None, [], {}, "Robbing a kong"),
    ("robbed-kong", {"player": "Bea", "claimant": "Cat"}, "play-on", True, [], {}, "Glossary: Robbing a kong"),
    ("four-like-first-discards", {}, "replay", None, [], {}, "Important rules"),
    ("next-east", {"ended": "east-won"}, "play-on", None, [], {}, "The course of the game"),
    ("next-east", {"ended": "wall-game"}, "play-on", None, [], {}, "The course of the game"),
    ("wall-game", {}, "play-on", None, [], {}, "The course of the game after the first hand"),
    ("east-dealt-out", {}, "play-on", True, [], {}, "Oya out with hand dealt"),
]

SOURCES = {
    "set-manual": SET_MANUAL,
    "modern-american": MODERN_AMERICAN,
    "hoyle-league": HOYLE,
    "japanese-american-2009": JAPANESE,
}


@pytest.mark.parametrize(
    ("ruleset", "row"),
    [pytest.param(name, row, id=f"{name}: {row[0]}: {row[6]}") for name, rows in SOURCES.items() for row in rows],
)
def test_ruling(ruleset: str, row: Row) -> None:
    """The source answers the question as in this row, with its place."""
    ruling, inputs, outcome, allowed, dead, paid, place = row
    table = {} if ruling == "wrong-tile-count" else FOUR
    answer = rule(ruling, load_ruleset(ruleset), {**table, **inputs})
    assert (answer.outcome, answer.allowed, list(answer.dead)) == (outcome, allowed, dead)
    assert {(t.payer, t.payee): t.points for t in answer.transfers} == paid
    assert place in answer.source
    assert answer.text[0].isupper()


@pytest.mark.parametrize("ruleset", SOURCES)
def test_every_answered_ruling_has_a_row(ruleset: str) -> None:
    """Every ruling that a source answers has a row here."""
    answered = {entry.spec.id for entry in list_rulings(load_ruleset(ruleset)) if not entry.silent}
    assert answered == {row[0] for row in SOURCES[ruleset]}


# rule set, claims on Bea's discard (turns go Ann, Bea, Cat, Dee), who gets the tile
CLAIMS = [
    pytest.param("set-manual", {"for_exposure": ["Cat"], "for_mah_jongg": ["Ann"]}, "Ann", id="manual: Mahjong first"),
    pytest.param("modern-american", {"for_exposure": ["Ann", "Dee"]}, "Dee", id="guide 3(a): next in turn"),
    pytest.param("modern-american", {"for_exposure": ["Dee"], "for_mah_jongg": ["Ann"]}, "Ann", id="guide 3(b)"),
    pytest.param("modern-american", {"for_mah_jongg": ["Ann", "Cat"]}, "Cat", id="guide 3(c)"),
    pytest.param(
        "modern-american", {"for_exposure": ["Ann", "Cat"], "already_exposing": "Ann"}, "Ann", id="guide 3(e): too late"
    ),
    pytest.param(
        "modern-american",
        {"for_exposure": ["Ann"], "already_exposing": "Ann", "for_mah_jongg": ["Dee"]},
        "Dee",
        id="guide 3(d) is crossed out: Mah Jongg still first",
    ),
    pytest.param(
        "japanese-american-2009", {"for_exposure": ["Ann"], "for_chow": ["Cat"]}, "Ann", id="pung before chow"
    ),
    pytest.param(
        "japanese-american-2009",
        {"for_mah_jongg": ["Ann", "Dee"], "for_exposure": ["Cat"]},
        "Dee",
        id="Mah Jongg, whose turn is next",
    ),
]


@pytest.mark.parametrize(("ruleset", "claims", "awarded"), CLAIMS)
def test_two_claimants(ruleset: str, claims: dict[str, object], awarded: str) -> None:
    """The answer and its sentence name the player who gets the tile."""
    answer = rule("two-claimants", load_ruleset(ruleset), {**FOUR, "discarder": "Bea", **claims})
    assert answer.awarded == awarded
    assert answer.text.startswith(awarded)


BEGUN = {"for_exposure": ["Ann"], "already_exposing": "Ann"}


@pytest.mark.parametrize(
    ("facts", "awarded"),
    [
        pytest.param({**FOUR, "discarder": "Bea", "for_mah_jongg": ["Cat"]}, None, id="the next in turn"),
        pytest.param({**FOUR, "discarder": "Bea", "for_mah_jongg": ["Dee", "Cat"]}, None, id="the next of two"),
        pytest.param({**FOUR, "discarder": "Bea", "for_mah_jongg": ["Dee"]}, "Dee", id="another than the next"),
        pytest.param({**FOUR, "discarder": "Dee", "for_mah_jongg": ["Bea"]}, "Bea", id="the next is exposing"),
        pytest.param({**FOUR, "for_mah_jongg": ["Cat"]}, None, id="who discarded is unsaid"),
        pytest.param({"discarder": "Bea", "for_mah_jongg": ["Cat"]}, None, id="how they sit is unsaid"),
    ],
)
def test_mah_jongg_of_the_next_in_turn_over_a_begun_exposure_is_left_to_the_table(
    facts: dict[str, object], awarded: str | None
) -> None:
    """The guide's 3(b) gives Mah Jongg the tile and 3(e) calls the player next in turn too late; neither goes first."""
    answer = rule("two-claimants", load_ruleset("modern-american"), {**BEGUN, **facts})
    assert (answer.awarded, answer.outcome) == (awarded, "silent" if awarded is None else "play-on")
    assert "3(b)" in answer.source
    asked = not {"discarder", "players"} <= facts.keys()
    assert ("Say who discarded it and how the players sit" in answer.text) == asked
    assert ("too late for the player next in turn once Ann" in answer.text) == (awarded is None)


@pytest.mark.parametrize(
    ("ruleset", "ruling", "facts", "says"),
    [
        pytest.param(
            "hoyle-league",
            "incorrect-claim",
            {"claimant": "Ann", "caught_before_next_draw": True},
            "Whether it stays on the table where nobody does, or is mixed into the wall as a tile that was seen",
            id="Hoyle: otherwise, where nobody else claims",
        ),
        pytest.param(
            "hoyle-league",
            "incorrect-claim",
            {"claimant": "Ann"},
            "may also mean only a discard that nobody else calls",
            id="Hoyle: otherwise, where it is not corrected",
        ),
        pytest.param(
            "set-manual",
            "misnamed-discard",
            {"miscaller": "Ann", "claimant": "Bea", "wanted_for": "mah-jongg"},
            "speaks of the player who calls the tile; whether it means the one who discards it too",
            id="manual: to claim a tile, the player must name it",
        ),
    ],
)
def test_an_answer_tells_the_other_reading_of_its_source(
    ruleset: str, ruling: str, facts: dict[str, object], says: str
) -> None:
    """Where the words of a source bear two readings the answer gives both, and leaves them to the table."""
    text = rule(ruling, load_ruleset(ruleset), facts).text
    assert says in text
    assert text.endswith("the table has to agree.")


def test_every_row_of_the_manual_s_penalties_is_cited() -> None:
    """The table Rules / Penalties has thirteen rows, and a ruling cites each."""
    cited = {
        int(number)
        for cases in load_ruleset("set-manual").rulings.values()
        for case in cases
        for number in re.findall(r"row (\d+)", case.place)
    }
    assert cited == set(range(1, 14))


@pytest.mark.parametrize("ruleset", ["nmjl-1976", "set-manual", "modern-american", "hoyle-league"])
@pytest.mark.parametrize("won_by", ["discard", "self-pick"])
@pytest.mark.parametrize("jokerless", [False, True])
def test_what_the_ruling_says_is_what_is_settled(ruleset: str, won_by: str, jokerless: bool) -> None:
    """The ruling's sentence gives the largest payment of the settlement."""
    rules = load_ruleset(ruleset)
    outcome = {"kind": "win", "winner": "Ann", "won_by": won_by, "value": 10, "jokerless": jokerless}
    outcome |= {"discarder": "Bea"} if won_by == "discard" else {}
    settled = settle(parse_outcome({**FOUR, "outcome": outcome}), rules)
    most = max(transfer.points for transfer in settled.transfers) // 10
    text = rule("winner-paid", rules, {"won_by": won_by, "jokerless": jokerless}).text
    assert {1: "single worth", 2: "double", 4: "four times"}[most] in text


@pytest.mark.parametrize(
    ("facts", "awarded", "allowed"),
    [
        pytest.param({**FOUR, "discarder": "Ann", "for_chow": ["Bea"]}, "Bea", None, id="from the left"),
        pytest.param({**FOUR, "discarder": "Dee", "for_chow": ["Ann"]}, "Ann", None, id="round the table"),
        pytest.param({**FOUR, "discarder": "Ann", "for_chow": ["Cat"]}, None, False, id="from opposite"),
        pytest.param({**FOUR, "discarder": "Ann", "for_chow": ["Dee"]}, None, False, id="from the right"),
        pytest.param({**FOUR, "discarder": "Ann", "for_chow": ["Cat", "Bea"]}, "Bea", None, id="two, one of them next"),
        pytest.param(
            {**FOUR, "discarder": "Ann", "for_chow": ["Cat", "Dee"]}, None, False, id="two, none of them next"
        ),
        pytest.param({"discarder": "East", "for_chow": ["South"]}, "South", None, id="by seats"),
        pytest.param({"discarder": "East", "for_chow": ["West"]}, None, False, id="by seats, from opposite"),
        pytest.param({**FOUR, "for_chow": ["Bea"]}, None, None, id="who discarded is unsaid"),
        pytest.param({"discarder": "Ann", "for_chow": ["Bea"]}, None, None, id="how they sit is unsaid"),
    ],
)
def test_a_chow_is_taken_from_the_left_alone(
    facts: dict[str, object], awarded: str | None, allowed: bool | None
) -> None:
    """Playing: a player may take a chow only from the player to the left."""
    answer = rule("two-claimants", load_ruleset("japanese-american-2009"), facts)
    assert (answer.awarded, answer.allowed, answer.outcome) == (awarded, allowed, "play-on")
    assert "Playing" in answer.source


@pytest.mark.parametrize("ruleset", ["nmjl-1976", "modern-american"])
@pytest.mark.parametrize("players", [["Ann", "Bea"], ["Ann", "Bea", "Cat"]], ids=["two", "three"])
@pytest.mark.parametrize(
    ("ruling", "inputs"),
    [("charleston-stopped", {"charleston": "first"}), ("short-pass", {"pass": "any-other"})],
)
def test_fewer_than_four_have_no_charleston(
    ruleset: str, players: list[str], ruling: str, inputs: dict[str, object]
) -> None:
    """No ruling asks two or three players for a pass of the Charleston, which they leave out."""
    rules = load_ruleset(ruleset)
    answer, without = rule(ruling, rules, {**inputs, "players": players}), rule("charleston-players", rules, {})
    assert (answer.text, answer.source) == (without.text, without.source)


SILENT = [
    ("set-manual", "joker-exchange", {}),
    ("set-manual", "wrong-exposure", {"player": "Ann"}),
    ("set-manual", "false-woo", {"declarer": "Ann"}),
    ("set-manual", "two-claimants", {"for_mah_jongg": ["Ann", "Bea"]}),
    ("set-manual", "two-claimants", {"for_exposure": ["Ann", "Bea"]}),
    ("set-manual", "mah-jongg-in-error", {"declarer": "Ann", "threw_in": ["Bea", "Cat", "Dee"]}),
    ("set-manual", "mah-jongg-in-error", {"declarer": "Ann", "exposed": True, "threw_in": ["Bea", "Cat", "Dee"]}),
    ("set-manual", "mah-jongg-in-error", {"declarer": "Ann", "exposed": True, "threw_in": ["Cat"], "dead": ["Bea"]}),
    ("set-manual", "mah-jongg-in-error", {"declarer": "Ann", "exposed": True, "threw_in": ["B", "C"], "dead": ["D"]}),
    ("modern-american", "mah-jongg-in-error", {"declarer": "Ann", "exposed": True}),
    ("modern-american", "wrong-east", {"player": "Ann"}),
    ("modern-american", "wrong-tile-count", {"players": ["Ann"], "when": "before-charleston"}),
    ("modern-american", "bettor-pays", {}),
    (
        "hoyle-league",
        "misnamed-discard",
        {"miscaller": "Ann", "claimant": "Bea", "wanted_for": "mah-jongg", "value": 9},
    ),
    ("hoyle-league", "two-claimants", {"for_mah_jongg": ["Ann", "Bea"]}),
    ("hoyle-league", "joker-exchange", {"owner_is_dead": True}),
    ("hoyle-league", "wrong-east", {"player": "Ann"}),
    ("japanese-american-2009", "misnamed-discard", {"miscaller": "Ann", "claimant": "Bea", "wanted_for": "exposure"}),
    ("japanese-american-2009", "joker-exchange", {}),
    ("japanese-american-2009", "wrong-tile-count", {"players": ["Ann"], "count": "too-many"}),
]


@pytest.mark.parametrize(("ruleset", "ruling", "inputs"), SILENT)
def test_a_silent_source_borrows_no_answer(ruleset: str, ruling: str, inputs: dict[str, object]) -> None:
    """A silent source gives no payment and no dead hand, and the answer says that the source is silent."""
    answer = rule(ruling, load_ruleset(ruleset), inputs)
    assert answer.outcome == "silent"
    assert (answer.dead, answer.transfers, answer.awarded) == ((), (), None)
    assert "source" in answer.text


@pytest.mark.parametrize("ruleset", ["nmjl-1976", "modern-american"])
@pytest.mark.parametrize("never", [{"concealed_hand": True}, {"owner_is_dead": True, "exposed_before_error": False}])
def test_a_joker_that_stays_is_worth_no_waiting(ruleset: str, never: dict[str, object]) -> None:
    """A joker that nobody may take is told as such out of turn too, where "wait for your turn" would promise it."""
    rules = load_ruleset(ruleset)
    answers = [rule("joker-exchange", rules, {**never, "own_turn": own_turn}) for own_turn in (True, False)]
    assert answers[0] == answers[1]
    assert "turn" not in answers[0].text


@pytest.mark.parametrize(
    ("ruleset", "place", "says"),
    [
        ("nmjl-1976", "in error 3(a), p. 10", "ask about an exposure put up wrongly"),
        ("modern-american", "Additional rule 1(f)", "dead once somebody at the table calls it"),
        ("japanese-american-2009", "Playing, and Glossary: Call", "laid out at once"),
    ],
)
def test_a_call_that_the_caller_cannot_use_is_told_as_far_as_the_source_goes(
    ruleset: str, place: str, says: str
) -> None:
    """The source binds every call to a set, and the answer says so, and where the source ends."""
    answer = rule("incorrect-claim", load_ruleset(ruleset), {"claimant": "Ann"})
    assert (answer.outcome, answer.dead) == ("silent", ())
    assert place in answer.source
    assert says in answer.text
    assert answer.text.endswith("the table has to agree.")


@pytest.mark.parametrize("ruleset", ["nmjl-1976", "set-manual", "hoyle-league"])
@pytest.mark.parametrize(("dead", "goes_on"), [(["Bea", "Cat"], True), (["Bea", "Cat", "Dee"], False)])
def test_a_hand_that_dies_last_leaves_nobody_to_go_on(ruleset: str, dead: list[str], goes_on: bool) -> None:
    """Play goes on without a dead hand, of which no source speaks where all other hands were dead before."""
    facts = {**FOUR, "declarer": "Ann", "exposed": True, "dead": dead}
    answer = rule("mah-jongg-in-error", load_ruleset(ruleset), facts)
    assert (answer.outcome, answer.dead) == (("dead-hand", ("Ann",)) if goes_on else ("silent", ()))


@pytest.mark.parametrize(("ruleset", "players"), [("set-manual", 4), ("modern-american", 4), ("modern-american", 2)])
def test_no_table_plays_on_with_dead_hands_alone(ruleset: str, players: int) -> None:
    """A wrong number of tiles in every hand of the table is a case that the source does not foresee."""
    error = {"kind": "error", "ruling": "wrong-tile-count", "when": "after-first-discard"}
    table = FOUR["players"][:players]
    for wrong in (table[1:], table):
        outcome = parse_outcome({"players": table, "outcome": {**error, "players": wrong}})
        answer = settle(outcome, load_ruleset(ruleset)).ruling
        assert answer is not None
        assert answer.outcome == ("silent" if wrong == table else "dead-hand")


def test_a_false_woo_of_two_players_names_nobody_else() -> None:
    """Where two play, East is the only one whom the declarer pays, and the sentence names no other player."""
    facts = {"declarer": "Ann", "players": ["Ann", "Bea"], "east": "Bea", "limit": 500}
    answer = rule("false-woo", load_ruleset("hoyle-league"), facts)
    assert [(one.payer, one.payee, one.points) for one in answer.transfers] == [("Ann", "Bea", 500)]
    assert answer.text == "The hand is over. Ann pays Bea 500 points. Bea stays East."
