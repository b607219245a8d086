"""Verdicts in the Japanese-American game: contradictions, reasons, near hands, the document, invariants."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.card.card import load_card
from rules.claim import WinClaim
from rules.errors import ClaimError, RuleSetError
from rules.hand import Hand, parse_rack
from rules.input.strict_fields import StrictFields
from rules.judging import judge
from rules.melds.circumstances import WAYS, Circumstances, Way, read_circumstances
from rules.melds.meld_verdict import MeldClaim
from rules.ruleset import list_rulesets, load_ruleset, read_ruleset
from rules.settlement.outcome import parse_outcome
from rules.settling import settle
from rules.tiles import ALL_TILES, Tile
from tests.rules.melds.japanese import BOOKLET, best, facts, judged

WIN = "123B 456B 789B 234C 5D +5D"
WON_ON_A_DISCARD = WIN + "<Bea"
KONG = "[9999C] 123B 456B 789B 5D +5D"

# The options of a check, the rack, the option at fault and the code.
CONTRADICTIONS = [
    pytest.param({"own_wind": "E", "dealer": False}, WIN, "dealer", "contradiction", id="East is the dealer"),
    pytest.param({"own_wind": "S", "dealer": True}, WIN, "dealer", "contradiction", id="the dealer is East"),
    pytest.param({"won_by": "dealt", "dealer": False}, WIN, "won_by", "contradiction", id="dealt, but a KO"),
    pytest.param({"won_by": "dealt", "own_wind": "N"}, WIN, "won_by", "contradiction", id="dealt, but North"),
    pytest.param({"won_by": "first-draw", "dealer": True}, WIN, "won_by", "contradiction", id="OYA's first draw"),
    pytest.param(
        {"won_by": "first-discard", "own_wind": "E"},
        WON_ON_A_DISCARD,
        "won_by",
        "contradiction",
        id="OYA, first discard",
    ),
    pytest.param({"won_by": "discard"}, WIN, "won_by", "contradiction", id="a discard without a discarder"),
    pytest.param({"won_by": "last-discard"}, WIN, "won_by", "contradiction", id="last discard without a discarder"),
    pytest.param({"won_by": "first-discard"}, WIN, "won_by", "contradiction", id="first discard without a discarder"),
    *(
        pytest.param({"won_by": way}, WON_ON_A_DISCARD, "won_by", "contradiction", id=f"{way} with a discarder")
        for way in ("wall", "last-tile", "supplement", "dealt", "first-draw")
    ),
    pytest.param({"won_by": "supplement"}, WIN, "won_by", "contradiction", id="a supplement without a kong"),
    pytest.param({"won_by": "dealt"}, "[123B] 456B 789B 234C 55D", "won_by", "contradiction", id="dealt an exposure"),
    pytest.param({"won_by": "first-draw"}, "9999C 123B 456B 789B 55D", "won_by", "contradiction", id="a kong first"),
    pytest.param({"streak": 2}, WON_ON_A_DISCARD, "dealer", "missing-field", id="a streak, but who claims?"),
    pytest.param({"streak": -1}, WIN, "streak", "out-of-range", id="a streak below zero"),
    pytest.param({"streak": "2"}, WIN, "streak", "wrong-type", id="a streak in letters"),
    pytest.param({"own_wind": "R"}, WIN, "own_wind", "unknown-choice", id="a dragon for a wind"),
    pytest.param({"table_wind": "Q"}, WIN, "table_wind", "unknown-choice", id="no tile for a wind"),
    pytest.param({"won_by": "luck"}, WIN, "won_by", "unknown-choice", id="no way of winning"),
    pytest.param({"dealer": "yes"}, WIN, "dealer", "wrong-type", id="a text for a fact"),
]


@pytest.mark.parametrize(("options", "rack", "where", "code"), CONTRADICTIONS)
def test_contradictory_options(options: dict[str, object], rack: str, where: str, code: str) -> None:
    """Contradictory or invalid circumstances raise one error that names the option."""
    with pytest.raises(ClaimError) as caught:
        judged(rack, read_circumstances(StrictFields.of(options, "", ClaimError)))
    assert (caught.value.where, caught.value.code) == (where, code)


UNMARKED = [
    pytest.param("discard", "111B 333B 555C 777D 99D", 500, "the hand then is worth 180 or more", id="a limit"),
    pytest.param("discard", "333B 555C 777D 123B 99D", 170, "the hand then may lack bonuses", id="the bonuses"),
    pytest.param("last-discard", "[999C] 123B 456B 789B 55D", 100, None, id="no concealed pung"),
    pytest.param("discard", "RRR GGG 000 234B 5D 5D", 500, None, id="a limit by any tile"),
    pytest.param("robbed-kong", "RRR GGG 345B 567C 9D 9D", 370, None, id="a robbed kong, which leaves no pung here"),
    pytest.param("wall", "111B 333B 555C 777D 99D", 500, None, id="drawn"),
]


@pytest.mark.parametrize(("won_by", "rack", "value", "asked"), UNMARKED)
def test_an_unmarked_discard_that_may_have_completed_a_pung(
    won_by: Way, rack: str, value: int, asked: str | None
) -> None:
    """An unmarked tile of another player is asked for where the hand may be worth less by it, and only there."""
    verdict = judged(rack, facts(won_by=won_by))
    assert verdict.best is not None
    assert verdict.best.value == value
    assert [reason.text.endswith(asked or "") for reason in verdict.remarks] == [True] * (asked is not None)
    assert not verdict.reasons, "a hand that wins has none"


UNSAID = [
    pytest.param("SSS GGG 123B 456C 9D +9D", {}, 140, ["your own wind and the wind of the round: {} 500"], id="winds"),
    pytest.param(
        "SSS GGG 123B 456C 9D +9D",
        {"own_wind": Tile("S")},
        290,
        ["the wind of the round: {} 500"],
        id="the round",
    ),
    pytest.param(
        "SSS GGG 123B 456C 9D +9D", {"own_wind": Tile("S"), "table_wind": Tile("E")}, 290, [], id="all is said"
    ),
    pytest.param("RRR GGG 456C 123B 9D 9D", {}, 140, ["how the hand was won: {} 290"], id="the way"),
    pytest.param(
        "RRRR SSS 123B 33B 789B",
        {"own_wind": Tile("S"), "table_wind": Tile("E")},
        480,
        ["how the hand was won: {} 500"],
        id="as much by either way",
    ),
    pytest.param("11B 33B 55C 77C 99D EE SS", {}, 250, ["how the hand was won: {} 500"], id="mixed twins"),
    pytest.param("11B 33B 55C 77C 99D EE SS", {"won_by": "discard"}, 250, [], id="twins on a discard"),
    pytest.param("SSS GGG RRR 456C 9D +9D", {}, 500, [], id="a limit already"),
]


@pytest.mark.parametrize(("rack", "said", "value", "remarks"), UNSAID)
def test_a_win_that_may_be_worth_more_says_what_is_unsaid(
    rack: str, said: dict[str, Any], value: int, remarks: list[str]
) -> None:
    """A winning hand's remark names the facts that may raise its worth, and the worth; no other fact is asked for."""
    verdict = judged(rack, Circumstances(**said))
    assert verdict.best is not None
    assert verdict.best.value == value
    assert [reason.text for reason in verdict.remarks] == [
        f"say {one.format('the hand may be worth')}" for one in remarks
    ]
    for reason in verdict.remarks:
        assert "2009" in reason.source


@pytest.mark.parametrize("text", ["S", "s", "South", " south ", "\N{MAHJONG TILE SOUTH WIND}"])
def test_winds_are_written_as_on_a_rack(text: str) -> None:
    """A wind is read in either case, by name, or as the Unicode tile."""
    told = read_circumstances(StrictFields.of({"own_wind": text, "table_wind": text}, "", ClaimError))
    assert (told.own_wind, told.table_wind, told.dealer) == (Tile("S"), Tile("S"), False)


@pytest.mark.parametrize("text", ["Q", "R", "NS", "1B", "luck"])
def test_what_is_no_wind(text: str) -> None:
    """The error for an unknown wind lists the four winds."""
    with pytest.raises(ClaimError, match="is none of N, E, W, S") as caught:
        read_circumstances(StrictFields.of({"table_wind": text}, "options", ClaimError))
    assert (caught.value.code, caught.value.where) == ("unknown-choice", "options.table_wind")


def test_a_wind_is_a_tile() -> None:
    """The error for the letter of a wind says to give the tile."""
    letter: Any = "S"
    with pytest.raises(ClaimError, match=r"""'S' is no wind; give a tile such as Tile\("E"\)"""):
        Circumstances(own_wind=letter)


def test_facts_imply_each_other() -> None:
    """East is the dealer and the dealer East; the dealt hand is East's win, the first draw is not."""
    assert Circumstances(own_wind=Tile("E")).dealer is True
    assert Circumstances(own_wind=Tile("N")).dealer is False
    assert Circumstances(dealer=True).own_wind is Tile("E")
    assert Circumstances(won_by="dealt") == Circumstances(Tile("E"), dealer=True, won_by="dealt")
    assert Circumstances(won_by="first-draw").dealer is False
    assert Circumstances() == Circumstances(None, None, None, 0, None)


def test_values_are_checked_when_made() -> None:
    """Direct construction checks values too, not only the parser."""
    faults: list[tuple[str, Any]] = [
        ("own_wind", Tile("1B")),
        ("streak", -1),
        ("streak", 10**5_000),  # more digits than Python writes
        ("won_by", "luck"),
    ]
    for name, value in faults:
        with pytest.raises(ClaimError) as caught:
            Circumstances(**{name: value})
        assert caught.value.where == name


@pytest.mark.parametrize(
    ("rack", "way"),
    [(WIN, "wall"), (WON_ON_A_DISCARD, "discard"), ("123B 456B 789B 234C 55D", None)],
    ids=["marked", "with a discarder", "not marked"],
)
def test_the_rack_says_how_it_was_won(rack: str, way: Way | None) -> None:
    """+5D is drawn from the wall, +5D<Bea is a discard; without a mark the way is unknown."""
    assert judged(rack).circumstances.won_by == way


# --- the minimum ---------------------------------------------------------------------------------------------------

MINIMUM = [
    pytest.param("[567C] 234B 456D 789D 5C +5C", facts(), False, 2, id="all chows alone: one bonus"),
    pytest.param("[345B] 345C 345D 789D 2B +2B", facts(), True, 2, id="all chows and a series"),
    pytest.param("[123B] 789C 123D WWW 9C +9C", facts(), True, 2, id="ichi-kyu-ari chows and the table wind"),
    pytest.param("[345B] 345C 345D 789D 2B +2B", facts("E", streak=1), True, 2, id="East's second win in a row"),
    pytest.param("[345B] 345C 345D 789D 2B +2B", facts("E", streak=2), False, 3, id="East's third: two are too few"),
    pytest.param("345B 345C 345D 789D 2B +2B", facts("E", streak=2), True, 3, id="East's third, with three"),
    pytest.param("345B 345C 345D 789D 2B +2B", facts("E", streak=9), True, 3, id="and thereafter"),
    pytest.param("[345B] 345C 345D 789D 2B +2B", facts("S", streak=2), True, 2, id="South, after East's two wins"),
    pytest.param("9999B 9999C NNNN [567D] 2C +2C", facts("E", streak=2), False, 3, id="past 500, but two bonuses"),
    pytest.param("[123B] 456C 789B 555D 2C +2C", facts(), False, 2, id="no bonus at all"),
]


@pytest.mark.parametrize(("rack", "circumstances", "win", "minimum"), MINIMUM)
def test_minimum(rack: str, circumstances: Circumstances, win: bool, minimum: int) -> None:
    """Playing: two bonuses to Mah Jongg; three for East who has won two hands in a row."""
    verdict = judged(rack, circumstances)
    assert (verdict.win, verdict.minimum) == (win, minimum)
    if not win:
        assert f" {minimum} (" in str(verdict.reasons[0])
        assert "Playing" in verdict.reasons[0].source


def test_a_claim_that_lacks_the_minimum_says_what_it_has() -> None:
    """The reason names the bonuses; `settle` would accept the one bonus, `check` does not."""
    verdict = judged("[567C] 234B 456D 789D 5C +5C")
    assert verdict.reasons[0].text == "four sets and a leg with 1 bonus (All chows: 1); going out takes 2"
    assert verdict.matches == ()
    assert verdict.to_json()["value"] is None


def test_what_nobody_said_is_asked_for() -> None:
    """The reasons of a hand with too few bonuses name the missing fact that could add one."""
    reasons = [str(one) for one in judged("123B 567C 888D SSS 22C", Circumstances()).reasons]
    assert [text.split(":")[0] for text in reasons[1:3]] == ["say your own wind", "say the wind of the round"]
    assert reasons[3].startswith("say how the hand was won:")
    assert len(judged("[123B] 567C 888D SSS 2C +2C", facts()).reasons) == 1


def test_a_player_who_is_not_east_is_not_told_of_the_east_wind() -> None:
    """A set of East is no bonus of the own wind where the player is known not to be the dealer."""
    texts = [reason.text for reason in judged("[EEE] [111B] [NNN] [SSS] 7B +7B", Circumstances(dealer=False)).reasons]
    assert texts[1:] == [
        "say your own wind: a set of N S is a bonus if that is it",
        "say the wind of the round: a set of N E S is a bonus if that is it",
    ]


EASTS = "E E E 1B 2B 3B 4C 5C 6C 7D 8D 9D 5D 5D"


@pytest.mark.parametrize(
    ("rack", "circumstances", "unsaid"),
    [
        pytest.param(EASTS, Circumstances(), ("own_wind", "table_wind", "won_by"), id="all decide"),
        pytest.param(EASTS, facts("S", None), ("table_wind", "won_by"), id="the seat is said"),
        pytest.param(EASTS, facts("E", "E"), (), id="it goes out already"),
        pytest.param(EASTS, facts("S", "S"), (), id="one bonus more is not enough"),
        pytest.param(EASTS, facts(None, "S", won_by="discard"), (), id="two are lacking"),
        pytest.param(EASTS, facts(None, "E", won_by="discard"), ("own_wind",), id="only the seat decides"),
        pytest.param(EASTS, facts(None, "E", won_by="discard", dealer=False), (), id="a player who is not East"),
        pytest.param("[1B 2B 3B] [4C 5C 6C] [7D 8D 9D] 2D 2D 2D 5D 5D", Circumstances(), (), id="no bonus to be had"),
    ],
)
def test_only_facts_that_decide_are_asked_for(rack: str, circumstances: Circumstances, unsaid: tuple[str, ...]) -> None:
    """Facts without which nobody knows whether a hand goes out are named; a hand that none of them saves just loses."""
    verdict = judged(rack, circumstances)
    assert verdict.unsaid == unsaid
    assert verdict.to_json().get("unsaid", []) == list(unsaid)
    tried = {
        (own, table, way): judged(rack, facts(own, table, streak=circumstances.streak, won_by=way)).win
        for own in ("N", "E", "W", "S")
        for table in ("N", "E", "W", "S")
        for way in ("discard", "wall")
        if circumstances.own_wind in {None, Tile(own)} and (circumstances.dealer, own) != (False, "E")
        if circumstances.table_wind in {None, Tile(table)} and circumstances.won_by in {None, way}
    }
    assert bool(unsaid) == (not verdict.win and len({*tried.values()}) == 2)


ONE_SUIT = "[1B 2B 3B] [5B 6B 7B] [R R R] 888B E +E<Bea"


@pytest.mark.parametrize(
    ("rack", "own", "table", "asked"),
    [
        pytest.param(ONE_SUIT, None, None, "your own wind and the wind of the round", id="a wind leg"),
        pytest.param(ONE_SUIT, "S", None, "the wind of the round", id="the round is unsaid"),
        pytest.param(ONE_SUIT, None, "W", "your own wind", id="the seat is unsaid"),
        pytest.param(ONE_SUIT, "S", "W", None, id="both are said"),
        pytest.param("[123B] [567B] [EEE] 888B N +N", None, "W", None, id="two winds and one to say"),
        pytest.param("[123B] [567B] [888B] EEE N +N", None, None, "your own wind and", id="two winds and two to say"),
        pytest.param("[1B 2B 3B] [5C 6C 7C] [R R R] 888B E +E", None, None, None, id="two suits"),
        pytest.param("[123B] [567B] [567B] 888B R +R", None, None, None, id="no wind"),
    ],
)
def test_a_hand_of_one_suit_asks_for_its_winds(
    rack: str, own: str | None, table: str | None, asked: str | None
) -> None:
    """One suit with honors depends on the winds; the reasons of a hand that lacks it ask for them."""
    reasons = [str(reason) for reason in judged(rack, facts(own, table)).reasons]
    told = [text for text in reasons if "one suit with honors" in text]
    assert len(told) == (asked is not None), reasons
    if asked is not None:
        assert told[0].startswith(f"say {asked}")
        assert "All one suit" in told[0]


def test_the_wind_asked_for_makes_the_hand_go_out() -> None:
    """The same rack goes out with the wind given; a player who is not East cannot have the East wind."""
    assert not judged(ONE_SUIT, Circumstances()).win
    assert judged(ONE_SUIT, facts("E", None)).win
    assert judged(ONE_SUIT, facts(None, "E")).win
    reasons = judged(ONE_SUIT, facts(None, "W", dealer=False)).reasons
    assert len(reasons) == 1


@pytest.mark.parametrize(
    ("rack", "win"),
    [
        pytest.param(WIN, True, id="three bonuses are enough for East too"),
        pytest.param("111B 999C 111D 999D 1C +1C", True, id="a limit hand"),
        pytest.param("223344B 556677C 88C", True, id="a limit as twins, and few bonuses as four sets"),
        pytest.param("[123B] 456C 789B 555D 2C +2C", False, id="no bonus at all"),
        pytest.param("123B 456C F", False, id="no hand of this game"),
    ],
)
def test_nobody_asks_for_a_dealer_on_whom_nothing_hangs(rack: str, win: bool) -> None:
    """After East's two wins the verdict does not ask for the dealer if the answer is the same for East and others."""
    assert judged(rack, Circumstances(streak=2)).win == win


# --- reasons -------------------------------------------------------------------------------------------------------

REASONS = [
    pytest.param("123B 456B 789B 234C 5D", "the rack has 13 tiles", "Important rules", id="thirteen tiles"),
    pytest.param("123B 456B 789B 234C 555D", "the rack has 15 tiles", "kong", id="fifteen without a kong"),
    pytest.param("[9999C] 123B 456B 789B 5D", "15 with the kongs", "kong", id="a kong without its supplement"),
    pytest.param("FF 123B 456B 789B 234C", "F cannot be in the rack: this game has neither", "136 tiles", id="flowers"),
    pytest.param(
        "123B 456B 789B 234C 5D J", "J cannot be in the rack: this game has neither", "136 tiles", id="a joker"
    ),
    pytest.param("11111B 456B 789B 234C", "5 of 1B in the rack", "136 tiles", id="five of a tile"),
    pytest.param(
        "[12B 4B] 456B 789B 234C 5D +5D", "[1B 2B 4B] is not a set", "Playing", id="an exposure that is no set"
    ),
    pytest.param("[5D 5D] 456B 789B 234C 123B", "[5D 5D] is not a set", "Playing", id="an exposed leg"),
    pytest.param("[135B] [456B] 789B 234C 5D +5D", "never mix", "Jump chows", id="chow and jump chow exposed"),
    pytest.param("[135B] 456B 789B 234C 5D +5D", "only chows and jump chows together", "Jump chows", id="mixed"),
    pytest.param("123B 456B 789B 234C 5D +6D", "1 tile away, add", "Completing the game", id="one tile away"),
    pytest.param("[123B] [456B] [789B] [234C] [555D]", "5 exposures", "Completing the game", id="five sets and no leg"),
    pytest.param("1122B 1122C 3333D 5D +5D", "four of a tile", "twins", id="seven pairs with four of a tile"),
    pytest.param("[1111B] 22B 33B 44C 55D 66D", "not seven pairs", "twins", id="an exposed kong for two pairs"),
    pytest.param("999C 123B 456B 789B 55D +9C", "fourth of a kong", "Supplement", id="the fourth tile of a kong"),
    pytest.param("[111C] 123B 456B 789B 5D +5D", "1 bonus", "Playing", id="one bonus"),
]


@pytest.mark.parametrize(("rack", "text", "place"), REASONS)
def test_reasons(rack: str, text: str, place: str) -> None:
    """A rack that does not win has its reasons, the most telling first, with the source's place."""
    verdict = judged(rack, facts("N", "N"))
    assert not verdict.win
    assert text in verdict.reasons[0].text
    assert place.lower() in str(verdict.reasons[0]).lower()
    assert BOOKLET.document in str(verdict.reasons[0])


NO_TWINS = [
    pytest.param(
        "1111B 33B 55C 77C 99D NE", "", "seven pairs are not 1 tile away", id="a pair missing beside the four"
    ),
    pytest.param("1111B 33B 55C 77C 9D NES", "", "seven pairs are not 2 tiles away", id="two pairs missing"),
    pytest.param("11B 33B 55C 77C 99D NEWS", "", None, id="no four"),
    pytest.param("1111B 33B 55C 77C 99D NEW", "", None, id="a concealed kong beside"),
    pytest.param("11B 33B 55C 77C 99D 11D N +E", "NNN EEE", None, id="the pair's other tiles lie on the table"),
    pytest.param("1111B 222B 333B 44C 55C", "", None, id="sets are as near"),
]


@pytest.mark.parametrize(("rack", "table", "says"), NO_TWINS)
def test_four_of_a_tile_are_told_where_seven_pairs_would_be_nearer(rack: str, table: str, says: str | None) -> None:
    """Important rules: a player who counts four of a tile as two pairs hears why the hand is further away."""
    first, *more = judged(rack, facts("N", "N"), table=table).reasons
    assert first.text.startswith("no complete hand")
    told = [] if says is None else [f"{says}: four of a tile never count as two pairs"]
    assert [reason.text for reason in more] == told
    assert all("twins" in reason.source for reason in more)


def test_every_fault_of_the_tiles_is_told() -> None:
    """A flower, five of a tile and an illegal exposure are three reasons."""
    verdict = judged("[12B 4B] 55555D F 234C 11C")
    assert len(verdict.reasons) == 3
    assert verdict.near == ()


def test_a_fault_of_two_like_exposures_is_told_once() -> None:
    """Two illegal exposures of the same tiles are one reason."""
    assert len(judged("[12B 4B] [12B 4B] 555D RRR 11C").reasons) == 1


def test_tiles_on_the_table_count() -> None:
    """Four on the table and one in the rack count as five."""
    verdict = judged(WIN, table="5D 5D 5D")
    assert verdict.reasons[0].text == "too many alike: 5 of 5D in the rack and on the table, but a set holds 4"


def test_a_claimed_discard_counts_once() -> None:
    """A list of all discards may include the claimed one, which lies in the rack: it counts once."""
    rack = "123B 456B 789B 55D RR +R"
    assert not any("impossible" in reason.text for reason in judged(f"{rack}<Bea", table="RR").reasons)
    assert judged(rack, table="RR").reasons[0].text.startswith("too many alike: 5 of R in the rack and on the table")


def test_a_robbed_kong_has_the_other_three() -> None:
    """A player who holds a second copy of the tile cannot have robbed a kong of it."""
    assert judged("123B 456B 789B 23C 55D +4C", facts(won_by="robbed-kong")).win
    verdict = judged(WIN, facts(won_by="robbed-kong"))
    assert verdict.reasons[0].text.startswith("too many alike: 5 of 5D in the rack and the robbed kong")


@pytest.mark.parametrize("table", ["4C 4C 4C", "4C 4C 4C 4C", "4C 9D"])
def test_a_robbed_kong_that_lies_on_the_table(table: str) -> None:
    """Who counts the tiles on the table may list the robbed kong, with or without the tile that was robbed."""
    rack = "123B 456B 789B 23C 55D +4C"
    for marked in (rack, f"{rack}<Bea"):
        assert judged(marked, facts(won_by="robbed-kong"), table=table).win


# --- kongs ---------------------------------------------------------------------------------------------------------


def test_a_concealed_kong_is_four_like_tiles_outside_brackets() -> None:
    """A rack with a concealed kong has 15 tiles; with 14 the four tiles are a pung and part of a chow."""
    kong = best("1111B 234C 567C RRR 5D +5D")
    assert (kong.groups[0].kind, kong.groups[0].melded) == ("kong", False)
    assert kong.points == 20 + 32 + 8
    pung = best("1111B 23B 567C RRR 5D +5D")
    assert [group.kind for group in pung.groups] == ["chow", "pung", "chow", "pung", "leg"]


def test_an_exposed_kong_beside_a_concealed_one() -> None:
    """A rack has 14 tiles and one more for each kong."""
    reading = best("[5555C] 1111B 234C RRR 5D +5D")
    assert sum(len(group.tiles) for group in reading.groups) == 16
    assert [(group.kind, group.exposed) for group in reading.groups][:2] == [("kong", True), ("kong", False)]


# --- splits --------------------------------------------------------------------------------------------------------


def test_every_split_is_told() -> None:
    """1-1-1-2-2-2-3-3-3 is three pungs or three chows; the verdict has both, the best-scoring first."""
    found = judged("111222333B 789B 9C +9C").matches
    kinds = [tuple(sorted(group.kind for group in one.groups)) for one in found]
    assert sorted(kinds) == [("chow", "chow", "chow", "chow", "leg"), ("chow", "leg", "pung", "pung", "pung")]
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)


def test_chows_and_jump_chows_never_mix() -> None:
    """2-4-6 is no set beside an exposed 1-2-3, and a jump chow beside 1-3-5."""
    assert not judged("[123B] 246C 888D WWW 5D +5D").win
    assert judged("[135B] 246C 888D WWW 5D +5D", facts("W", "W")).win


# --- near hands ----------------------------------------------------------------------------------------------------


def test_what_a_rack_waits_for() -> None:
    """Each tile that completes 13 is a near hand, with its value from the wall and on a discard."""
    near = judged("234B 345C 567C 88D 67D", near=10).near
    waits = [(one.need[0].code, one.drop, one.worth) for one in near if one.away == 1]
    assert waits == [("5D", (), (160, 120)), ("8D", (), (160, 120))]
    assert judged("234B 345C 567C 678D 5D", near=1).near[0].to_json() == {
        "hand": "sets",
        "away": 1,
        "need": ["5D"],
        "drop": [],
        "from_wall": 160,
        "on_discard": 120,
    }


def test_a_wait_that_could_not_go_out() -> None:
    """A tile that completes the rack with too few bonuses is near, and has no value."""
    near = judged("[NNN] 123B 456C 78D 55C", near=5).near
    assert [(one.need[0].code, one.worth) for one in near if one.away == 1] == [
        ("6D", (None, None)),
        ("9D", (None, None)),
    ]


def test_orphans_wait_for_thirteen() -> None:
    """Thirteen different terminals and honors wait for any of them."""
    near = judged("19B 19C 19D NEWS RG0", near=20).near
    assert [one.form for one in near[:13]] == ["orphans"] * 13
    assert {one.need[0] for one in near[:13]} == {tile for tile in ALL_TILES[:34] if tile.number in {0, 1, 9}}


def test_tiles_that_are_gone_are_not_needed() -> None:
    """A near hand never needs a tile that the table has used up."""
    assert [one.need[0].code for one in judged("234B 345C 567C 888D 5D", near=9).near if one.away == 1] == ["5D"]
    gone = judged("234B 345C 567C 888D 5D", near=9, table="5D 5D 5D").near
    assert all(Tile("5D") not in one.need for one in gone)


def test_further_away() -> None:
    """A poor rack lists its nearest sets, twins and orphans, the nearest first."""
    near = judged("159B 159C 159D NEWS R", near=10).near
    assert [one.away for one in near] == sorted(one.away for one in near)
    assert (near[0].form, near[0].need) == ("orphans", (Tile("1B"), Tile("G"), Tile("0")))
    assert {one.form for one in near} == {"sets", "twins", "orphans"}


def test_a_tile_too_many_is_given_up() -> None:
    """15 tiles that hold a complete hand are zero tiles away, with one tile to give up."""
    (near,) = judged("234B 345C 567C 888D 55D 9D", near=1).near
    assert (near.away, near.drop) == (0, (Tile("9D"),))


def test_a_hand_among_more_tiles_has_all_its_own() -> None:
    """Where four like tiles are no kong, the reason names only the tiles to give up."""
    reason = judged("22C 8888C 6666C 345C 7C 4B 7C").reasons[0].text
    assert reason == "no complete hand; four sets and a leg: all its tiles are there, give up 4B 7C"


def test_near_zero_names_none() -> None:
    """`near` limits the near hands; zero gives none."""
    assert judged("159B 159C 159D NEWS R", near=0).near == ()
    assert judged("159B 159C 159D NEWS R", near=0).reasons


# --- the document --------------------------------------------------------------------------------------------------


def test_the_document_of_a_win() -> None:
    """The document has the contract's fields with the win's values."""
    document = judged("[SSS] 234B 456B 678B 5B +5B<Bea", facts("S", "E")).to_json()
    assert json.loads(json.dumps(document)) == document
    match = document["matches"][0]
    assert document["rack"]["won_by"] == "discard"
    assert (document["card"], document["ruleset"], document["win"]) == (None, "japanese-american-2009", True)
    assert (document["best"], document["value"]) == ("sets", 100)
    assert (match["hand"], match["value"], match["points"], match["doubles"], match["limit"]) == (
        "sets",
        100,
        26,
        2,
        False,
    )
    assert [(one["name"], one["count"]) for one in match["bonuses"]] == [
        ("Set of own wind (S)", 1),
        ("All one suit, with honors", 1),
    ]
    assert all(one["source"] for one in match["bonuses"])
    assert match["groups"][0] == {
        "shape": "SSS",
        "tiles": ["S", "S", "S"],
        "as": "S",
        "exposed": True,
        "kind": "pung",
        "melded": True,
        "completed": False,
    }
    assert [group["shape"] for group in match["groups"]] == ["SSS", "234", "456", "678", "55"]
    assert match["groups"][1]["as"] == "2B 3B 4B"
    assert (match["concealed_only"], match["jokerless"]) == (False, True)
    assert (document["reasons"], document["near"]) == ([], [])
    assert document["minimum_bonuses"] == 2
    assert document["circumstances"] == {
        "own_wind": "S",
        "table_wind": "E",
        "dealer": False,
        "streak": 0,
        "won_by": "discard",
    }


def test_the_document_of_a_loss() -> None:
    """The document of a loss has null for best and value, and no matches."""
    document = judged("159B 159C 159D NEWS R").to_json()
    assert (document["win"], document["best"], document["value"], document["matches"]) == (False, None, None, [])
    assert len(document["near"]) == 3


def test_one_entry_judges_cards_and_sets() -> None:
    """`judge` accepts both kinds of claim and refuses the other kind's rule set."""
    claim = MeldClaim(parse_rack(WIN))
    assert judge(claim, None, BOOKLET).win
    for name in list_rulesets():
        if name != BOOKLET.id:
            with pytest.raises(ClaimError) as caught:
                judge(claim, None, load_ruleset(name))
            assert (caught.value.code, caught.value.where) == ("no-sets-rules", "ruleset")
    with pytest.raises(ClaimError) as caught:
        judge(WinClaim(claim.hand), load_card("nmjl-1976"), BOOKLET)
    assert caught.value.code == "no-card-rules"


# --- house rules ---------------------------------------------------------------------------------------------------


def test_a_house_changes_a_number(tmp_path: Path) -> None:
    """A house gives two bonuses for all pungs, none for nashi, and asks for three."""
    path = tmp_path / "ours.toml"
    path.write_text(
        'id = "ours"\ntitle = "Ours"\nparent = "japanese-american-2009"\n'
        '[bonuses]\nall-pungs = { count = 2, name = "All pungs", place = "House" }\n'
        'ichi-kyu-nashi = { count = 0, name = "Nashi", place = "House" }\n'
        "[payment]\nminimum_bonuses = 3\n",
        encoding="utf-8",
    )
    ours = read_ruleset(path)
    rack = "[333B] [555C] [SSS] 999D 2C +2C"
    assert [one.count for one in best(rack, ruleset=ours).bonuses] == [1, 2]
    assert judged(rack, ruleset=ours).win
    assert not judged("[SSS] [555C] 345D 999D 2C +2C", ruleset=ours).win
    assert best("[234B] 567C 888D 345D 2C +2C", ruleset=ours).bonuses == ()


FAULTS = [
    pytest.param("[bonuses]\nall-pungs = { count = 2 }", "x.toml: bonuses.all-pungs.name", "missing-field", id="name"),
    pytest.param("[bonuses]\nall-pugs = { count = 2 }", "x.toml: bonuses.all-pugs", "unknown-field", id="misspelt"),
    pytest.param(
        '[points]\npung = { melded = -1, concealed = 4, place = "p" }',
        "x.toml: points.pung.melded",
        "out-of-range",
        id="points below zero",
    ),
    pytest.param(
        '[limits]\norphans = { name = "O", place = "p", points = 3 }',
        "x.toml: limits.orphans.points",
        "unknown-field",
        id="points of a limit",
    ),
]


@pytest.mark.parametrize(("text", "where", "code"), FAULTS)
def test_a_broken_house_rule_names_the_field(tmp_path: Path, text: str, where: str, code: str) -> None:
    """A broken house rule raises one error that names the field."""
    path = tmp_path / "x.toml"
    path.write_text(f'id = "ours"\ntitle = "Ours"\nparent = "japanese-american-2009"\n{text}\n', encoding="utf-8")
    with pytest.raises(RuleSetError) as caught:
        read_ruleset(path)
    assert (caught.value.where, caught.value.code) == (where, code)


def test_sets_are_paid_by_points(tmp_path: Path) -> None:
    """A house that pays sets like a card's hands is refused."""
    path = tmp_path / "x.toml"
    payment = (
        'kind = "card-value"\nself_pick = 2\ndiscarder = 2\nother = 1\njokerless = 1\njokerless_on_discard = true\n'
        "singles_and_pairs_doubled = true\nredeemed_joker_is_self_pick = false\nscore_sheet = false\n"
    )
    path.write_text(
        f'id = "ours"\ntitle = "O"\nparent = "japanese-american-2009"\n[payment]\n{payment}', encoding="utf-8"
    )
    with pytest.raises(RuleSetError) as caught:
        read_ruleset(path)
    assert (caught.value.where, caught.value.code) == ("x.toml: payment.kind", "contradiction")


# --- what always holds ---------------------------------------------------------------------------------------------

RACKS = [
    WIN,
    WON_ON_A_DISCARD,
    KONG,
    "1112345678999C +5C",
    "1155B 3377C 4488D N +N<Bea",
    "[345B] 345C 345D 999D 2B +2B",
]


@given(st.sampled_from(RACKS), st.randoms(use_true_random=False))
def test_shuffling_changes_nothing(rack: str, rng: random.Random) -> None:
    """The order of tiles and exposures, and of tiles in an exposure, changes no verdict."""
    hand = parse_rack(rack)
    shown = [tuple(rng.sample(group, len(group))) for group in hand.exposures]
    tiles = rng.sample(hand.concealed, len(hand.concealed))
    mixed = Hand(tuple(shown), tuple(tiles), hand.winning_tile, hand.won_by, hand.discarder)
    one, other = (judge(MeldClaim(each, facts()), None, BOOKLET).to_json() for each in (hand, mixed))
    assert (one["win"], one["value"], one["near"], one["reasons"]) == (
        other["win"],
        other["value"],
        other["near"],
        other["reasons"],
    )
    assert [match["points"] for match in one["matches"]] == [match["points"] for match in other["matches"]]


@given(st.permutations("BCD"), st.sampled_from(["[345B] 345C 345D 999D 2B +2B", "[123B] 456B 789B SSS 2C +2C"]))
def test_suits_are_alike(suits: list[str], rack: str) -> None:
    """Exchanging suits changes no score."""
    renamed = rack.translate(str.maketrans("BCD", "".join(suits)))
    assert [(one.points, one.doubles) for one in judged(renamed).matches] == [
        (one.points, one.doubles) for one in judged(rack).matches
    ]


@given(
    st.lists(st.sampled_from(ALL_TILES), min_size=1, max_size=18),
    st.sampled_from((None, *WAYS)),
    st.sampled_from("NEWS"),
    st.integers(0, 3),
    st.integers(0, 4),
)
def test_any_tiles_get_a_verdict(tiles: list[Tile], way: Way | None, wind: str, streak: int, exposed: int) -> None:
    """Any tiles get a verdict or the promised error, and a loss has reasons."""
    groups = tuple(tuple(tiles[at : at + 3]) for at in range(0, 3 * exposed, 3) if tiles[at : at + 3])
    rest = tuple(tiles[3 * len(groups) :])
    try:
        verdict = judge(
            MeldClaim(Hand(groups, rest), Circumstances(Tile(wind), streak=streak, won_by=way)), None, BOOKLET
        )
    except ClaimError as error:
        refused = error.where
    else:
        refused = ""
        assert verdict.win != bool(verdict.reasons)
    assert refused in {"", "won_by"}


@pytest.mark.parametrize("rack", [*RACKS, "[RRR] [GGG] SSS WWW 5C +5C", "9999B 9999C NNNN [567D] 2C +2C"])
def test_settle_pays_what_check_says(rack: str) -> None:
    """A win by discard settles at four times the best match's value, from its points and bonuses or its limit."""
    reading = best(rack)
    score: dict[str, object] = {"points": reading.points, "bonuses": reading.doubles}
    if reading.limit:
        score = {"limit": reading.limit}
    outcome = {"kind": "win", "winner": "B", "won_by": "discard", "discarder": "C", **score}
    if not reading.limit and not reading.doubles:
        outcome["bonuses"] = 1
    answer = settle(parse_outcome({"players": list("ABCD"), "east": "A", "outcome": outcome}), BOOKLET)
    assert answer.net["B"] == 4 * reading.value


@pytest.mark.parametrize(
    ("rack", "source"),
    [
        pytest.param(WIN, "Completing the game - making Mah Jongg", id="four sets and a leg"),
        pytest.param("22B 44B 66C 88C 33D 55D 7D +7D", "Important rules, and Glossary: Pairs or twins", id="twins"),
        pytest.param("19B 19C 19D NEWS RG0 E", "Glossary: Orphans", id="orphans"),
    ],
)
def test_every_place_of_a_win_names_its_document(rack: str, source: str) -> None:
    """The hand, its points, bonuses and limits each cite document and heading, as in every other rule set."""
    document = judged(rack, facts("E", "E", won_by="wall") if "+" in rack else facts()).to_json()
    book = "Mah-Jongg Basic Rules (Doyle, Fujikawa, Murakami, 2009): "
    match = document["matches"][0]
    assert match["source"] == book + source
    named = [one["source"] for part in ("bonuses", "limits", "scored") for one in match[part]]
    assert named
    assert all(one.startswith(book) and one != book for one in named)


def test_a_win_under_house_rules_says_so(tmp_path: Path) -> None:
    """Each place of a win under house rules names the house, as its reasons do."""
    file = tmp_path / "house.toml"
    file.write_text('id = "ours"\ntitle = "Ours"\nparent = "japanese-american-2009"\n[payment]\nlimit = 300\n')
    match = judged(WIN, ruleset=read_ruleset(file)).to_json()["matches"][0]
    assert match["source"].endswith("(with the house rules of ours)")
    assert match["scored"][0]["source"].endswith("(with the house rules of ours)")
