"""Bonuses and limit hands of the Japanese-American booklet, entry by entry."""

import pytest

from rules.melds.circumstances import Circumstances
from rules.melds.meld_rules import BONUSES, LIMITS
from tests.rules.melds.japanese import BOOKLET, best, facts, judged

SPLIT = "[567C] 23B 456D 789D 55C +4B"

# A rack, the circumstances, and every bonus of its best reading. Own wind S, table wind W unless given.
ROWS = [
    pytest.param("[SSS] [567C] 456D 789D 5C +5C", facts(), {"own-wind": 1}, id="set of own wind"),
    pytest.param("[WWW] [567C] 456D 789D 5C +5C", facts(), {"table-wind": 1}, id="set of table wind"),
    pytest.param("[WWW] [567C] 456D 789D 5C +5C", facts("W", "W"), {"own-wind": 1, "table-wind": 1}, id="double wind"),
    pytest.param("[NNN] [567C] 456D 789D 5C +5C", facts(), {}, id="a strange wind is none"),
    pytest.param("[SSS] [567C] 456D 789D 5C +5C", facts(None, None), {}, id="nor one nobody named"),
    pytest.param("[567C] [234B] 456D 789D S +S", facts(), {}, id="a wind as leg is none"),
    pytest.param("[567C] [234B] 456D 789D R +R", facts(), {}, id="dragons as leg are none"),
    pytest.param("[RRR] [567C] 456D 789D 5C +5C", facts(), {"dragons": 1}, id="set of dragons"),
    pytest.param("[RRRR] [000] 456D 789D 5C +5C", facts(), {"dragons": 2}, id="two sets of dragons, one a kong"),
    pytest.param("[333B] [333C] 333D 789D 5C +5C", facts(), {"pung-series": 1}, id="three-pung series"),
    pytest.param("[3333B] [333C] 3333D 789D 5C +5C", facts(), {"pung-series": 1}, id="series with kongs"),
    pytest.param("[NNN] [EEE] [RRR] 789D 5C +5C", facts(), {"dragons": 1}, id="winds and dragons are no series"),
    pytest.param("[333B] [555C] [NNN] 999D 2C +2C", facts(), {"all-pungs": 1}, id="all pungs"),
    pytest.param("[333B] [555C] [NNN] 99D 22C +9D<Bea", facts(), {"all-pungs": 1}, id="all pungs, none concealed"),
    pytest.param("333B 555C NNN [789D] 2C +2C", facts(), {"three-concealed-pungs": 2}, id="three concealed pungs"),
    pytest.param(
        "[333B] 555C NNN 999D 2C +2C",
        facts(),
        {"three-concealed-pungs": 2},
        id="all pungs, three concealed: two in place of one",
    ),
    pytest.param(
        "333B 555C NNN 99D 22C +9D<Bea", facts(), {"three-concealed-pungs": 2}, id="the fourth pung from a discard"
    ),
    pytest.param("333B 555C 99D [NNN] 22C +9D<Bea", facts(), {"all-pungs": 1}, id="the third pung from a discard"),
    pytest.param("333B 5555C NNNN [789D] 2C +2C", facts(), {"three-concealed-pungs": 2}, id="concealed kongs count"),
    pytest.param("[567C] 234B 456D 789D 5C +5C", facts(), {"all-chows": 1}, id="all chows"),
    pytest.param("[567C] 234B 456D 789D 9B +9B", facts(), {"all-chows": 1}, id="all chows, leg of nines"),
    pytest.param("[567C] 234B 456D 789D S +S", facts(), {}, id="all chows, but a leg of winds"),
    pytest.param("[567C] 234B 456D 789D R +R", facts(), {}, id="all chows, but a leg of dragons"),
    pytest.param("[357C] 246B 468D 579D 5C +5C", facts(), {"all-chows": 1}, id="all jump chows"),
    pytest.param("[345B] 345C 345D 999D 2B +2B", facts(), {"chow-series": 1}, id="three-chow series"),
    pytest.param("[345B] 345C 345D NNN 2B +2B", facts(), {"chow-series": 1}, id="chow series beside a set of winds"),
    pytest.param("[345B] 345C 345D 999D N +N", facts(), {}, id="chow series, but a leg of winds"),
    pytest.param("[135B] 135C 135D NNN 2B +2B", facts(), {"chow-series": 1}, id="series of jump chows"),
    pytest.param(
        "[345B] 345C 345D 789D 2B +2B", facts(), {"all-chows": 1, "chow-series": 1}, id="all chows with a series"
    ),
    pytest.param("[123B] 456B 789B 555D 2C +2C", facts(), {"run": 1}, id="three-chow run in one suit"),
    pytest.param("[123B] 456B 789B SSS 2C +2C", facts(), {"own-wind": 1, "run": 1}, id="run beside a set of winds"),
    pytest.param("[123B] 456B 789B 555D N +N", facts(), {}, id="run, but a leg of winds"),
    pytest.param("[123B] 456C 789B 555D 2C +2C", facts(), {}, id="run in two suits"),
    pytest.param("[123B] 789C 111D NNN 9C +9C", facts(), {"ichi-kyu-ari": 1}, id="ichi-kyu-ari"),
    pytest.param("[135B] 579C 111D NNN 9C +9C", facts(), {"ichi-kyu-ari": 1}, id="ari of jump chows"),
    pytest.param("[123B] 789C 111D NNN E +E", facts(), {"ichi-kyu-ari": 1}, id="ari with a leg of winds"),
    pytest.param("[123B] 789C 111D NNN 2C +2C", facts(), {}, id="ari, but for the leg"),
    pytest.param("[234B] 567C 888D 345D 2C +2C", facts(), {"ichi-kyu-nashi": 1}, id="ichi-kyu-nashi"),
    pytest.param("[234B] 567C 888D 345D N +N", facts(), {}, id="nashi, but for the leg"),
    pytest.param("[234B] 567C 888D 345D 9C +9C", facts(), {}, id="nashi, but a leg of nines"),
    pytest.param("123B 567C 888D 345D 2C +2C", facts(), {"concealed": 1}, id="concealed and self-drawn: one bonus"),
    pytest.param("123B 567C 888D 345D 2C +2C<Bea", facts(), {}, id="concealed, on a discard: none"),
    pytest.param("[123B] 567C 888D 345D 2C +2C", facts(), {}, id="exposed, self-drawn: none"),
    pytest.param("123B 567C 8888D 345D 2C +2C", facts(), {"concealed": 1}, id="a concealed kong keeps it inside"),
    pytest.param("123B 567C 888D 345D 22C", facts(), {}, id="concealed, nobody said how it was won"),
    pytest.param("123B 567C 888D 345D 22C", facts(won_by="wall"), {"concealed": 1}, id="concealed, said to be drawn"),
    pytest.param(
        "123B 567C 888D 345D 2C +2C",
        facts(won_by="last-tile"),
        {"concealed": 1, "last-tile": 1},
        id="concealed, last tile of the wall",
    ),
    pytest.param(
        "[SSS] 456B [888B] 123B 2B +2B", facts(), {"own-wind": 1, "one-suit-with-honors": 1}, id="one suit and own wind"
    ),
    pytest.param(
        "[WWW] 456B [RRR] 123B 2B +2B",
        facts(),
        {"table-wind": 1, "dragons": 1, "one-suit-with-honors": 1},
        id="one suit, table wind and dragons",
    ),
    pytest.param("[123B] 456B [888B] 123B R +R", facts(), {"one-suit-with-honors": 1}, id="one suit, leg of dragons"),
    pytest.param("[123B] 456B [888B] 123B S +S", facts(), {"one-suit-with-honors": 1}, id="one suit, leg of own wind"),
    pytest.param("[NNN] 456B [888B] 123B 2B +2B", facts(), {}, id="one suit, a strange wind"),
    pytest.param("[SSS] 456B [888B] 123B N +N", facts(), {"own-wind": 1}, id="one suit, a leg of a strange wind"),
    pytest.param("[123B] 456B [888B] 123B 5B +5B", facts(), {"pure-suit": 4}, id="pure one-suit hand"),
    pytest.param(SPLIT, facts(won_by="last-tile"), {"all-chows": 1, "last-tile": 1}, id="last tile of the wall"),
    pytest.param(
        SPLIT + "<Bea", facts(won_by="last-discard"), {"all-chows": 1, "last-discard": 1}, id="last discarded tile"
    ),
    pytest.param(SPLIT, facts(won_by="robbed-kong"), {"all-chows": 1, "robbed-kong": 1}, id="robbing a kong"),
    pytest.param(
        SPLIT + "<Bea", facts(won_by="robbed-kong"), {"all-chows": 1, "robbed-kong": 1}, id="robbing a claimed kong"
    ),
    pytest.param(
        "[5555C] 23B 456D 789D 55B +4B",
        facts(won_by="supplement"),
        {"supplement": 1},
        id="supplement for a melded kong",
    ),
    pytest.param(
        "5555C 23B 456D 789D 55B +4B",
        facts(won_by="supplement"),
        {"concealed": 1, "supplement": 1},
        id="supplement for a concealed kong is self-drawn",
    ),
]


@pytest.mark.parametrize(("rack", "circumstances", "expected"), ROWS)
def test_bonuses(rack: str, circumstances: Circumstances, expected: dict[str, int]) -> None:
    """Bonuses (doubles): the reading has exactly these, each with its name and its place in the source."""
    reading = best(rack, circumstances)
    found: dict[str, int] = {}
    for bonus in reading.bonuses:
        found[bonus.key] = found.get(bonus.key, 0) + bonus.count
    assert found == expected
    assert reading.doubles == sum(expected.values())
    assert reading.limits == ()
    assert all(bonus.name and bonus.source for bonus in reading.bonuses)


def test_every_bonus_is_tried() -> None:
    """The table above has each bonus at least once."""
    tried = {key for row in ROWS for key in row.values[2]}  # type: ignore[union-attr]
    assert tried == set(BONUSES)


# A rack, the circumstances, and its limit hands.
LIMIT_ROWS = [
    pytest.param("[RRR] [GGG] 000 456D 2B +2B", facts(), {"three-dragons"}, id="sets of all three dragons"),
    pytest.param("[RRR] [GGG] [234B] 456D 0 +0", facts(), set(), id="two and a leg of the third"),
    pytest.param("[NNN] [EEE] [WWW] 456D S +S", facts(), {"all-winds"}, id="three wind pungs and a pair of the 4th"),
    pytest.param("[NNN] [EEE] [WWW] [SSSS] 2B +2B", facts(), {"all-winds"}, id="all four winds"),
    pytest.param("[NNN] [EEE] [WWW] 456D 2B +2B", facts(), set(), id="three wind pungs, another leg"),
    pytest.param("[NNN] [EEE] [RRR] [GGG] S +S", facts(), {"winds-and-dragons"}, id="all dragons and winds"),
    pytest.param("333B 555C NNN 999D 2C +2C", facts(), {"four-concealed-pungs"}, id="four concealed pungs"),
    pytest.param(
        "333B 555C NNN 999D 2C +2C<Bea", facts(), {"four-concealed-pungs"}, id="four concealed, the leg from a discard"
    ),
    pytest.param("333B 555C NNN 99D 22C +9D<Bea", facts(), set(), id="the fourth from a discard is melded"),
    pytest.param("3333B 5555C NNN 999D 2C +2C", facts(), {"four-concealed-pungs"}, id="four, two of them kongs"),
    pytest.param("[111B] [999C] [111D] 999D 1C +1C", facts(), {"ones-and-nines"}, id="pungs and leg of 1's and 9's"),
    pytest.param("[111B] [999C] [111D] 999D N +N", facts(), set(), id="1's and 9's, but a leg of winds"),
    pytest.param("[111C] [333C] [444C] [777C] 9C +9C", facts(), {"pungs-in-one-suit", "pure-suit"}, id="one suit"),
    pytest.param("[111C] [333C] [444C] [SSS] 9C +9C", facts(), set(), id="pungs in one suit do not have honors"),
    pytest.param("[333B] [444C] [555B] [666D] 7C +7C", facts(), {"sky-ladder"}, id="sky ladder, leg above"),
    pytest.param("[333B] [4444C] [555B] [666D] 2D +2D", facts(), {"sky-ladder"}, id="sky ladder, leg below"),
    pytest.param("[333B] [444C] [555B] [666D] 8C +8C", facts(), set(), id="leg not in sequence"),
    pytest.param("[333B] [444B] [555C] [666D] 7C +7C", facts(), set(), id="suit not changing"),
    pytest.param("[333B] [444C] [666B] [777D] 8C +8C", facts(), set(), id="numbers with a gap"),
    pytest.param("[222B] [222C] [333D] [444B] 5C +5C", facts(), set(), id="a number twice"),
    pytest.param("[NNN] [111C] [222D] [333B] 4C +4C", facts(), set(), id="a wind is no rung"),
    pytest.param("[3333B] [5555C] [NNNN] 2222D 9C +9C", facts(), {"four-kongs"}, id="four kongs"),
    pytest.param("[3333B] [5555C] [NNNN] [222D] 9C +9C", facts(), set(), id="three kongs"),
    pytest.param("[222B] [234B] 666B 888B G +G", facts(), {"all-green"}, id="all green, leg of dragons"),
    pytest.param("[GGG] [234B] [6666B] 888B 3B +3B", facts(), {"all-green"}, id="all green, dragons a set"),
    pytest.param("[222B] [234B] [666B] 888B 4B +4B", facts(), {"pure-suit"}, id="no green dragon: a pure suit"),
    pytest.param("[222B] [234B] [666B] 555B G +G", facts(), set(), id="a 5 is not green"),
    pytest.param("1112345678999C +5C", facts(), {"pure-suit", "nine-gates"}, id="nine gates"),
    pytest.param("1112345678999C +9C<Bea", facts(), {"pure-suit", "nine-gates"}, id="nine gates on a discard"),
    pytest.param("11123455678999C", facts(), {"pure-suit", "nine-gates"}, id="nine gates, last tile unknown"),
    pytest.param("1112355678999C +4C", facts(), {"pure-suit"}, id="the last tile was not the fourteenth"),
    pytest.param("[999C] 1112345678C +5C", facts(), {"pure-suit"}, id="exposed: not every tile could have won"),
    pytest.param("[123B] 456B [888B] 789B 5B +5B", facts(), {"pure-suit"}, id="pure, with a 1-9 series"),
    pytest.param("[123B] [456B] [234B] [678B] 5B +5B", facts(), {"pure-suit"}, id="pure, with all chows"),
    pytest.param("[246B] [357B] [246B] [579B] 9B +9B", facts(), {"pure-suit"}, id="pure, with all jump chows"),
    pytest.param("[123B] [789B] [111B] [789B] 9B +9B", facts(), {"pure-suit"}, id="pure, with all ari"),
    pytest.param("[234B] [567B] [888B] [678B] 5B +5B", facts(), {"pure-suit"}, id="pure, with all nashi"),
    pytest.param("123B 456B 888B 234B 6B +6B", facts(), {"pure-suit"}, id="pure, all concealed"),
    pytest.param("[123B] 111B [888B] 456B 9B +9B", facts(), set(), id="pure, with 10 points"),
    pytest.param("[123B] 111B 888B 456B 9B +9B", facts(), {"pure-suit"}, id="pure, with 12 points"),
    pytest.param("123B 456B 789B 234C 5D +5D", facts("E", won_by="dealt"), {"dealt"}, id="oya out with the hand dealt"),
    pytest.param("123B 456C 789B 234C N +N<Bea", facts(won_by="first-discard"), {"first-tile"}, id="first discard"),
    pytest.param("123B 456C 789B 234C N +N", facts(won_by="first-draw"), {"first-tile"}, id="first draw"),
]


@pytest.mark.parametrize(("rack", "circumstances", "expected"), LIMIT_ROWS)
def test_limit_hands(rack: str, circumstances: Circumstances, expected: set[str]) -> None:
    """A rack has exactly these limit hands, is worth 500 and goes out with any number of bonuses."""
    reading = best(rack, circumstances)
    assert {one.key for one in reading.limits} == expected
    assert all(one.name and one.source for one in reading.limits)
    if expected:
        assert (reading.limit, reading.value) == (True, 500)
        streak = Circumstances(
            circumstances.own_wind, circumstances.table_wind, circumstances.dealer, 5, circumstances.won_by
        )
        assert judged(rack, streak).win
    else:
        assert reading.limit == (reading.points << reading.doubles > 500)


# Seven pairs and orphans: a rack, the circumstances, the limit hands, and their value.
SPECIAL = [
    pytest.param("1199B 1199C NN EE R +R", facts(), {"twins-ari"}, True, 500, id="twins, all honors"),
    pytest.param("1199B 1199C NN EE R +R<Bea", facts(), {"twins-ari"}, True, 500, id="all honors, on a discard"),
    pytest.param("2255B 3377C 4488D 6D +6D<Bea", facts(), {"twins-nashi"}, True, 500, id="twins without honors"),
    pytest.param("11224455667B 88B +7B<Bea", facts(), {"twins-in-one-suit"}, True, 500, id="twins in one suit"),
    pytest.param("NN EE SS WW RR GG 0 +0<Bea", facts(), {"twins-ari"}, True, 500, id="twins of winds and dragons"),
    pytest.param("1155B 3377C 4488D N +N<Bea", facts(), {"mixed-twins"}, "half", 250, id="mixed twins on a discard"),
    pytest.param(
        "1155B 3377C 4488D N +N<Bea", facts(won_by="last-discard"), {"mixed-twins"}, "half", 250, id="last discard"
    ),
    pytest.param("1155B 3377C 4488D N +N", facts(), {"mixed-twins"}, True, 500, id="mixed twins from the wall"),
    pytest.param("1155B 3377C 4488D N +N", facts(won_by="last-tile"), {"mixed-twins"}, True, 500, id="last tile"),
    pytest.param("1155B 3377C 4488D NN", facts(), {"mixed-twins"}, "half", 250, id="nobody said how they were won"),
    pytest.param(
        "1155B 3377C 4488D N +N<Bea", facts(won_by="first-discard"), {"first-tile"}, True, 500, id="first discard"
    ),
    pytest.param("19B 19C 19D NEWS RG0 +0<Bea", facts(), {"orphans"}, True, 500, id="orphans on a discard"),
    pytest.param("19B 19C 19D NEWS RG0 +1C", facts(), {"orphans"}, True, 500, id="orphans from the wall"),
    pytest.param("99B 1B 19C 19D NEWS RG0", facts(), {"orphans"}, True, 500, id="orphans, no tile marked"),
]


@pytest.mark.parametrize(("rack", "circumstances", "limits", "limit", "value"), SPECIAL)
def test_twins_and_orphans(
    rack: str, circumstances: Circumstances, limits: set[str], limit: bool | str, value: int
) -> None:
    """Twins and orphans are these whole or half limit hands, and are enough for East's third win too."""
    reading = best(rack, circumstances)
    assert reading.form in {"twins", "orphans"}
    assert {one.key for one in reading.limits} == limits
    assert (reading.limit, reading.value) == (limit, value)
    assert (reading.points, reading.bonuses) == (30 if circumstances.discarded or "<" in rack else 20, ())
    verdict = judged(rack, facts(dealer=True, own_wind="E", streak=2, won_by=None))
    assert verdict.win
    assert verdict.minimum == 3


def test_every_limit_is_tried() -> None:
    """The tables above have each limit hand at least once."""
    tried = {key for row in (*LIMIT_ROWS, *SPECIAL) for key in row.values[2]}  # type: ignore[union-attr]
    assert tried == set(LIMITS)


def test_twins_that_are_sets_too() -> None:
    """2-2-3-3-4-4 reads both ways; the limit hand comes first, the sets follow."""
    found = judged("223344B 556677C 8D +8D").matches
    assert [(one.form, one.value) for one in found] == [("twins", 500), ("sets", 160)]


def test_the_name_of_a_pure_limit_tells_what_was_added() -> None:
    """The name of a pure limit hand includes the addition that makes it one."""
    reading = best("[123B] 111B 888B 456B 9B +9B")
    assert [one.name for one in reading.limits] == ["All one suit, with 12 points"]


def test_doubled_points_above_500_are_a_limit_hand() -> None:
    """Scoring: 500 points are not a limit hand, 32 x 16 are; both are worth 500."""
    assert BOOKLET.melds is not None
    # Own wind, table wind, two sets of dragons, all pungs, one suit with honors, last tile.
    rack = "[RRR] [GGG] SSS WWW 5C +5C"
    reading = best(rack, facts(won_by="last-tile"))
    assert (reading.points, reading.doubles, reading.limits) == (20 + 4 + 4 + 8 + 8, 7, ())
    assert (reading.limit, reading.value) == (True, 500)
    lower = best("[SSS] [567C] 888D 789D 5C +5C", facts("S", "S"))
    assert (lower.points, lower.doubles) == (28, 2)
    assert (lower.limit, lower.value) == (False, 110)
