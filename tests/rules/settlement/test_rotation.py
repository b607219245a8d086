"""Decide who is East next, by the five sources, one hand after the other."""

import dataclasses
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import OutcomeError, RuleSetError
from rules.ruleset import FOLDER, list_rulesets, load_ruleset, parse_ruleset
from rules.rulings.decide import rule
from rules.settlement.seat_rotation import HandEnd, RotationRules, Sitting, begin_as_wrong_east, next_sitting

TABLE = Sitting(("Ann", "Bea", "Cat", "Dee"), east="Ann")
ANN, BEA = HandEnd("win", "Ann"), HandEnd("win", "Bea")
WALL = HandEnd("wall")


def rules(name: str) -> RotationRules:
    """Return the rotation of a shipped rule set."""
    return load_ruleset(name).rotation


# rule set, the end of the hand, the next East (None: the source is silent)
NEXT = [
    pytest.param("nmjl-1976", ANN, "Bea", id="nmjl-east-wins"),
    pytest.param("nmjl-1976", BEA, "Bea", id="nmjl-other-wins"),
    pytest.param("nmjl-1976", WALL, "Bea", id="nmjl-wall"),
    pytest.param("nmjl-1976", HandEnd("error", offender="Cat"), "Bea", id="nmjl-game-over"),
    pytest.param("set-manual", ANN, "Bea", id="manual-east-wins"),
    pytest.param("set-manual", WALL, "Ann", id="manual-another-wall-is-built"),
    pytest.param("modern-american", ANN, None, id="modern-silent-on-wins"),
    pytest.param("modern-american", WALL, None, id="modern-silent-on-walls"),
    pytest.param("hoyle-league", BEA, None, id="hoyle-silent-on-wins"),
    pytest.param("hoyle-league", WALL, None, id="hoyle-silent-on-walls"),
    pytest.param("hoyle-league", HandEnd("error", offender="Ann"), "Bea", id="hoyle-east-erred-and-loses-it"),
    pytest.param("hoyle-league", HandEnd("error", offender="Cat"), "Ann", id="hoyle-east-keeps-it"),
    pytest.param("hoyle-league", HandEnd("error"), None, id="hoyle-nobody-knows-who-erred"),
    pytest.param("japanese-american-2009", ANN, "Ann", id="oya-wins-and-stays"),
    pytest.param("japanese-american-2009", BEA, "Bea", id="ko-wins"),
    pytest.param("japanese-american-2009", WALL, "Bea", id="draw-passes-the-deal"),
]


@pytest.mark.parametrize(("name", "end", "east"), NEXT)
def test_who_is_east_next(name: str, end: HandEnd, east: str | None) -> None:
    """Each source gives its own answer; a silent source leaves East unknown and borrows no answer."""
    following = next_sitting(TABLE, end, rules(name))
    assert following.east == east
    assert following.players == TABLE.players


@pytest.mark.parametrize("name", list_rulesets())
@pytest.mark.parametrize(("ended", "end"), [("east-won", ANN), ("another-won", BEA), ("wall-game", WALL)])
def test_the_ruling_and_the_rotation_say_the_same(name: str, ended: str, end: HandEnd) -> None:
    """The ruling on the next East agrees with the ledger: East stays, goes to the right, or is unknown."""
    answer = rule("next-east", load_ruleset(name), {"ended": ended})
    following = next_sitting(TABLE, end, rules(name)).east
    if answer.outcome == "silent":
        assert following is None
    else:
        assert following == ("Ann" if "stays" in answer.text else "Bea")


@pytest.mark.parametrize("name", list_rulesets())
def test_a_replayed_hand_changes_nothing(name: str) -> None:
    """The same people in the same seats replay a hand, with East's wins in a row, or with the wrong East."""
    for sitting in (TABLE, dataclasses.replace(TABLE, streak=2), dataclasses.replace(TABLE, mistaken="Cat")):
        assert next_sitting(sitting, HandEnd("replay"), rules(name)) == sitting


@pytest.mark.parametrize("name", list_rulesets())
def test_a_rule_that_is_given_has_its_place(name: str) -> None:
    """Every rotation rule of a rule set cites its place in the source."""
    found = rules(name)
    says = {found.east_wins, found.other_wins, found.wall, found.east_errs, found.other_errs} != {"unsaid"}
    assert bool(found.place) == says
    assert bool(found.waiting_place) == found.east_rises


def test_unknown_east_stays_unknown() -> None:
    """A win does not reveal an unknown East."""
    nobody = dataclasses.replace(TABLE, east=None)
    assert next_sitting(nobody, BEA, rules("nmjl-1976")).east is None
    assert nobody.winds == {}


def test_five_handed() -> None:
    """After being East a player is out, the fifth comes in, and the player on the right is East (p. 11)."""
    sitting = Sitting(("Ann", "Bea", "Cat", "Dee"), ("Eve",), "Ann")
    easts, out = [], []
    for _ in range(5):
        easts.append(sitting.east)
        out.append(sitting.waiting)
        sitting = next_sitting(sitting, WALL, rules("nmjl-1976"))
    assert easts == ["Ann", "Bea", "Cat", "Dee", "Eve"]
    assert out == [("Eve",), ("Ann",), ("Bea",), ("Cat",), ("Dee",)]
    assert sitting.east == "Ann"


def test_six_handed() -> None:
    """Each bettor remains out for two consecutive games, and after each game one takes East's place (p. 11)."""
    sitting = Sitting(("Ann", "Bea", "Cat", "Dee"), ("Eve", "Flo"), "Ann")
    out: dict[str, list[int]] = {name: [] for name in sitting.everyone}
    for game in range(12):
        for name in sitting.waiting:
            out[name].append(game)
        before = sitting
        sitting = next_sitting(sitting, WALL, rules("nmjl-1976"))
        seat = before.players.index(str(before.east))
        assert sitting.players[seat] == before.waiting[0]
        assert sitting.waiting == (before.waiting[1], before.east)
    runs = {name: [b - a for a, b in pairwise(games)] for name, games in out.items()}
    assert out["Ann"][:2] == [1, 2]
    assert all(gap in {1, 5} for gaps in runs.values() for gap in gaps)


def test_bettors_stay_where_the_source_is_silent() -> None:
    """The set's manual has bettors and does not say who replaces whom, so the bettors stay."""
    sitting = Sitting(("Ann", "Bea", "Cat", "Dee"), ("Eve",), "Ann")
    assert next_sitting(sitting, ANN, rules("set-manual")).waiting == ("Eve",)


def test_a_wrong_east_loses_the_own_turn() -> None:
    """The next game reverts to the rightful East, and the round skips the player who erred (Rules and penalties 7)."""
    book = rules("nmjl-1976")
    sitting = begin_as_wrong_east(TABLE, "Cat", book)
    assert (sitting.acting_east, sitting.winds["Cat"]) == ("Cat", "E")
    easts = []
    for _ in range(6):
        sitting = next_sitting(sitting, WALL, book)
        easts.append(sitting.east)
    assert easts == ["Ann", "Bea", "Dee", "Ann", "Bea", "Cat"]


def test_a_wrong_east_whose_turn_is_past_loses_the_next_one() -> None:
    """Bea has been East in this round, so she loses the turn of the next one; the ruling says the same."""
    book = load_ruleset("nmjl-1976")
    sitting = begin_as_wrong_east(dataclasses.replace(TABLE, east="Cat", passes=2), "Bea", book.rotation)
    easts = []
    for _ in range(4):
        sitting = next_sitting(sitting, WALL, book.rotation)
        easts.append(sitting.east)
    assert easts == ["Cat", "Dee", "Ann", "Cat"]
    assert rule("wrong-east", book, {"player": "Bea"}).text.endswith("and Bea's next turn as East is skipped.")


def test_a_wrong_east_elsewhere_is_the_tables_business() -> None:
    """A source without a rule for it changes nothing, and the rightful East cannot be a wrong East."""
    assert begin_as_wrong_east(TABLE, "Cat", rules("set-manual")) == TABLE
    with pytest.raises(OutcomeError) as caught:
        begin_as_wrong_east(TABLE, "Ann", rules("nmjl-1976"))
    assert caught.value.code == "contradiction"


def test_the_rounds_of_the_japanese_american_game() -> None:
    """A game has four rounds, East, South, West and North; a round ends when all four have held and lost the deal."""
    game = rules("japanese-american-2009")
    sitting, winds = TABLE, []
    for _ in range(16):
        winds.append(sitting.table_wind(game))
        stayed = next_sitting(sitting, HandEnd("win", sitting.east), game)
        assert (stayed.east, stayed.streak, stayed.round) == (sitting.east, sitting.streak + 1, sitting.round)
        assert not sitting.is_over(game)
        sitting = next_sitting(stayed, WALL, game)
        assert sitting.streak == 0
    assert winds == ["E"] * 4 + ["S"] * 4 + ["W"] * 4 + ["N"] * 4
    assert sitting.is_over(game)
    assert sitting.table_wind(game) == "N"
    assert TABLE.table_wind(rules("nmjl-1976")) is None


def test_winds_follow_the_order_of_turns() -> None:
    """South sits to East's right, West across, North to the left (japanese-american-2009, Seating)."""
    sitting = dataclasses.replace(TABLE, east="Cat")
    assert sitting.winds == {"Cat": "E", "Dee": "S", "Ann": "W", "Bea": "N"}
    assert Sitting(("Ann", "Bea", "Cat"), east="Ann").winds == {}


@pytest.mark.parametrize(
    ("make", "where"),
    [
        pytest.param(lambda: Sitting(("Ann",)), "players", id="alone"),
        pytest.param(lambda: Sitting(("Ann", "Ann")), "players", id="twice-at-the-table"),
        pytest.param(lambda: Sitting(("Ann", "Bea"), ("Ann",)), "waiting", id="plays-and-waits"),
        pytest.param(lambda: Sitting(("Ann", "Bea"), ("Eve",), "Eve"), "east", id="east-waits"),
        pytest.param(lambda: Sitting(("Ann", "Bea"), passes=-1), "passes", id="before-the-first-round"),
        pytest.param(lambda: Sitting(("Ann", "Bea"), streak=-1), "streak", id="less-than-no-win"),
    ],
)
def test_impossible_seats(make: "type[Sitting]", where: str) -> None:
    """Nobody sits twice, East plays, and no count is below zero; otherwise the error names the field."""
    with pytest.raises(OutcomeError) as caught:
        make()  # type: ignore[call-arg]
    assert caught.value.where == where


@given(
    st.sampled_from(list_rulesets()),
    st.integers(0, 4),
    st.lists(st.tuples(st.sampled_from(["win", "wall", "error", "replay", "wrong"]), st.integers(0, 5)), max_size=30),
)
def test_nobody_is_lost(name: str, waiting: int, events: list[tuple[str, int]]) -> None:
    """After any hand the same people are there, as many play, and East is one of them."""
    everyone = ("Ann", "Bea", "Cat", "Dee", "Eve", "Flo", "Gil", "Hal")
    sitting = Sitting(everyone[:4], everyone[4 : 4 + waiting], "Ann")
    start = sitting
    for kind, number in events:
        player = sitting.players[number % 4]
        if kind == "wrong":
            if player != sitting.east:
                sitting = begin_as_wrong_east(sitting, player, rules(name))
            continue
        end = HandEnd("win", player) if kind == "win" else HandEnd(kind, offender=player)  # type: ignore[arg-type]
        sitting = next_sitting(sitting, end, rules(name))
        assert set(sitting.everyone) == set(start.everyone)
        assert len(sitting.players) == 4
        assert sitting.east is None or sitting.east in sitting.players


def test_a_house_says_what_its_source_does_not() -> None:
    """A house of the modern game may add who is East next, with its own place."""
    house = (
        'id = "our-house"\ntitle = "Ours"\nparent = "modern-american"\n[rotation]\nother_wins = "right"\n'
        'east_wins = "stays"\nplace = "the table"\n'
    )
    found = parse_ruleset(house, "house.toml").rotation
    assert next_sitting(TABLE, ANN, found).east == "Ann"
    assert next_sitting(TABLE, BEA, found).east == "Bea"
    assert next_sitting(TABLE, WALL, found).east is None


@pytest.mark.parametrize(
    ("line", "where", "code"),
    [
        pytest.param('wall = "left"', "x.toml: rotation.wall", "unknown-choice", id="unknown-move"),
        pytest.param("rounds = 0", "x.toml: rotation.rounds", "out-of-range", id="no-round"),
        pytest.param("east_rises = 1", "x.toml: rotation.east_rises", "wrong-type", id="no-flag"),
        pytest.param('wall = "right"\nbettors = "none"', "x.toml: rotation.bettors", "unknown-field", id="unknown-key"),
    ],
)
def test_faults_of_a_rotation(line: str, where: str, code: str) -> None:
    """The error for a faulty rotation names the file and the key."""
    text = (FOLDER / "modern-american.toml").read_text(encoding="utf-8") + f'\n[rotation]\nplace = "x"\n{line}\n'
    with pytest.raises(RuleSetError) as caught:
        parse_ruleset(text, "x.toml")
    assert (caught.value.where, caught.value.code) == (where, code)


@pytest.mark.parametrize(("end", "field"), [(("tie",), "kind"), (("win",), "winner")])
def test_an_end_that_no_hand_has(end: tuple[Any, ...], field: str) -> None:
    """A hand ends in one of the four ways, and a win names its winner."""
    with pytest.raises(OutcomeError) as caught:
        HandEnd(*end)
    assert caught.value.where == field


def test_one_person_in_two_spellings_takes_no_two_seats() -> None:
    """Ann and ann wait and play as one person, as in the book."""
    with pytest.raises(OutcomeError) as caught:
        Sitting(("Ann", "Bea", "Cat", "Dee"), waiting=("ann",))
    assert (caught.value.code, caught.value.where) == ("duplicate-name", "waiting")
