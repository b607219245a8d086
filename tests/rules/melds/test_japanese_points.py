"""Point values of the Japanese-American booklet, sentence by sentence."""

import pytest

from rules.melds.circumstances import Circumstances
from tests.rules.melds.japanese import best, facts, read

# A rack, the circumstances, and every score beyond the 20 for going out. Own wind S, table wind W unless given.
POINTS = [
    pytest.param("[234B] [567C] 456D 678D 5C +5C", facts(), [], id="chows receive no points"),
    pytest.param("[246B] [357C] 468D 246D 5C +5C", facts(), [], id="jump chows receive no points"),
    pytest.param("[111B] [567C] 456D 678D 5C +5C", facts(), [4], id="pung of ones, melded"),
    pytest.param("[567C] 111B 456D 678D 5C +5C", facts(), [8], id="pung of ones, concealed"),
    pytest.param("[999D] [567C] 456D 678D 5C +5C", facts(), [4], id="pung of nines, melded"),
    pytest.param("[NNN] [567C] 456D 678D 5C +5C", facts(), [4], id="pung of a strange wind, melded"),
    pytest.param("[567C] 000 456D 678D 5C +5C", facts(), [8], id="pung of dragons, concealed"),
    pytest.param("[555B] [567C] 456D 678D 5C +5C", facts(), [2], id="pung of 2-8, melded"),
    pytest.param("[567C] 222B 456D 678D 5C +5C", facts(), [4], id="pung of 2-8, concealed"),
    pytest.param("[EEEE] [567C] 456D 678D 5C +5C", facts(), [16], id="kong of honors, melded"),
    pytest.param("[567C] RRRR 456D 678D 5C +5C", facts(), [32], id="kong of honors, concealed"),
    pytest.param("[8888B] [567C] 456D 678D 5C +5C", facts(), [8], id="kong of 2-8, melded"),
    pytest.param("[567C] 8888B 456D 678D 5C +5C", facts(), [16], id="kong of 2-8, concealed"),
    pytest.param("[567C] 234B 456D 678D S +S", facts(), [2], id="own wind only, as a leg"),
    pytest.param("[567C] 234B 456D 678D W +W", facts(), [2], id="table wind only, as a leg"),
    pytest.param("[567C] 234B 456D 678D W +W", facts("W", "W"), [2, 2], id="own and table wind, as a leg"),
    pytest.param("[567C] 234B 456D 678D N +N", facts(), [], id="strange wind as a leg"),
    pytest.param("[567C] 234B 456D 678D W +W", facts(None, None), [], id="winds nobody named"),
    pytest.param("[567C] 234B 456D 678D G +G", facts(), [2], id="dragons as a leg"),
    pytest.param("[567C] 24B 456D 678D 55C +3B", facts(), [2], id="one chance: the middle tile"),
    pytest.param("[567C] 12B 456D 678D 55C +3B", facts(), [2], id="one chance: 3 after 1-2"),
    pytest.param("[567C] 89B 456D 678D 55C +7B", facts(), [2], id="one chance: 7 before 8-9"),
    pytest.param("[567C] 23B 456D 678D 55C +1B", facts(), [], id="two chances: 1 or 4"),
    pytest.param("[567C] 78B 456D 678D 55C +9B", facts(), [], id="two chances: 6 or 9"),
    pytest.param("[357C] 26B 468D 246D 55C +4B", facts(), [2], id="one chance: the middle of a jump chow"),
    pytest.param("[357C] 24B 468D 246D 55C +6B", facts(), [2], id="one chance: 6 after 2-4, as no 0 is"),
    pytest.param("[357C] 13B 468D 246D 55C +5B", facts(), [2], id="one chance: 5 after 1-3"),
    pytest.param("[357C] 79B 468D 246D 55C +5B", facts(), [2], id="one chance: 5 before 7-9"),
    pytest.param("[357C] 35B 468D 246D 55C +7B", facts(), [], id="two chances: 1 or 7"),
    pytest.param("[357C] 57B 468D 246D 55C +9B", facts(), [], id="two chances: 3 or 9"),
    pytest.param("[567C] 24B 456D 678D 55C +3B<Bea", facts(), [2], id="one chance on a discard"),
    pytest.param("[567C] 234B 456D 678D 55C", facts(), [], id="no chance without a winning tile"),
    pytest.param("[567C] 234B 456D 678D 5C +5C", facts(), [], id="no one chance with the leg"),
    pytest.param("567C 234B 456D 678D 5C +5C<Bea", facts(), [10], id="inside, received from someone else"),
    pytest.param(
        "567C 234B 456D 678D 5C +5C<Bea", facts(won_by="last-discard"), [10], id="inside, on the last discard"
    ),
    pytest.param("567C 23B 456D 678D 55C +4B", facts(won_by="robbed-kong"), [10], id="inside, from a robbed kong"),
    pytest.param("567C 234B 456D 678D 5C +5C", facts(), [], id="inside, pulled from the wall"),
    pytest.param("567C 234B 456D 678D 5C +5C", facts(won_by="last-tile"), [], id="inside, the last tile"),
    pytest.param("567C 234B 456D 678D 55C", facts(), [], id="inside, nobody said how it was won"),
    pytest.param("8888B 567C 456D 678D 5C +5C<Bea", facts(), [16, 10], id="a concealed kong keeps it inside"),
    pytest.param("[567C] 22B 456D 678D 55C +2B<Bea", facts(), [2], id="pung completed by the discard is melded"),
    pytest.param("[567C] 22B 456D 678D 55C +2B", facts(), [4], id="pung completed from the wall is concealed"),
    pytest.param("[567C] 22B 456D 678D 99C +9C<Bea", facts(), [4], id="the other pair is the leg"),
]


@pytest.mark.parametrize(("rack", "circumstances", "scores"), POINTS)
def test_points(rack: str, circumstances: Circumstances, scores: list[int]) -> None:
    """Point values: the reading has each score beside the 20 for going out, with a name and its place in the source."""
    reading = best(rack, circumstances)
    assert [one.points for one in reading.scored] == [20, *scores]
    assert reading.points == 20 + sum(scores)
    assert all(one.name and one.source for one in reading.scored)


def test_a_chow_or_the_leg_may_be_completed() -> None:
    """A 4 beside 2-3 and 4-4 completes the chow or the leg, and the verdict has both readings."""
    found = read("[567C] 23B 44B 456D 678D +4B<Bea")
    assert sorted(group.kind for one in found for group in one.groups if group.completed) == ["chow", "leg"]


def test_a_pung_or_a_chow_may_be_completed() -> None:
    """A discarded 5 beside 5-5-5-6-7 completes the chow first: the pung then stays concealed and scores more."""
    found = read("[234C] 55567B 456C 88D +5B<Bea")
    told = [(next(group.kind for group in one.groups if group.completed), one.points) for one in found]
    assert told == [("chow", 20 + 4), ("pung", 20 + 2)]
