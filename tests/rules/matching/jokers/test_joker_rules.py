import dataclasses

import pytest

from rules.card.card import Card, load_card, parse_card
from rules.claim import WinClaim
from rules.hand import parse_rack
from rules.judging import judge
from rules.matching.index.compiled_cards import index_of
from rules.matching.winner import is_winner
from rules.ruleset import RuleSet, parse_ruleset
from rules.tiles import parse_tiles
from rules.verdict import Verdict


def small_card(*lines: str) -> Card:
    """Return a card of these lines."""
    text = ", ".join(f"'{line}'" for line in lines)
    return parse_card(f"id = 'small'\ntitle = 'Small'\nsource = 'test'\n[[section]]\ntitle = 'S'\nlines = [{text}]\n")


@pytest.fixture(scope="module")
def wild_flowers(book: RuleSet) -> RuleSet:
    """Return rules where flowers are wild like jokers, and no pung is exposed."""
    assert book.jokers is not None
    assert book.exposures is not None
    return dataclasses.replace(
        book,
        jokers=dataclasses.replace(book.jokers, flowers_wild=True),
        exposures=dataclasses.replace(book.exposures, smallest=4),
    )


def verdict_on(card: Card, ruleset: RuleSet, rack: str) -> Verdict:
    """Judge a rack, and check the verdict against `is_winner`."""
    hand = parse_rack(rack)
    verdict = judge(WinClaim(hand), card, ruleset)
    assert verdict.win == is_winner(hand, card, ruleset)
    return verdict


@pytest.mark.parametrize(
    ("rack", "reason"),
    [
        ("NNNN EW SSSS GGGG", None),
        ("NNNJ EW [SSSJ] JJJJ", None),
        ("NNNN EW [SSJJ] GGGG", None),
        ("NNNN EJ SSSS GGGG", "no joker may stand for W in hand 1, 4x N, E W, 4x S, 4x G"),
        ("[NNNN] JW SSSS RRRR", "no joker may stand for E in hand 1"),
    ],
)
def test_jokers_only_in_three_like_tiles(modern: RuleSet, rack: str, reason: str | None) -> None:
    """Under today's rule a joker stands in pungs and kongs, up to a whole group, and never in EW or a pair."""
    verdict = verdict_on(small_card("NNNN EW SSSS DDDDa x25"), modern, rack)
    assert verdict.win == (reason is None)
    if reason:
        assert verdict.reasons[0].text.startswith(reason)
        assert "Special rulings" in verdict.reasons[0].source


@pytest.mark.parametrize(
    ("rack", "win"),
    [
        ("RRR 1111C 2222C 333C", True),
        ("RRJ 1111C 2222C 333C", True),
        ("[RRJ] 1111C 2222C 333C", True),
        ("GGR 1111B 2222B 333B", True),
        ("GJR 1111B 2222B 333B", False),
        ("GGJ 1111B 2222B 333B", False),
    ],
)
def test_different_faces_may_be_like_tiles(modern: RuleSet, rack: str, win: bool) -> None:
    """The dragon of the Craks beside a Red one makes three like tiles, in which a joker stands."""
    assert verdict_on(small_card("DDRa 1111a 2222a 333a x25"), modern, rack).win == win


@pytest.mark.parametrize(("rack", "win"), [("11D", True), ("1D J", False), ("1D F", False)])
def test_two_digits_may_be_a_pair(rack: str, win: bool) -> None:
    """The two digits of eleven are a pair, in which a table of Hoyle's game may forbid jokers."""
    house = 'id = "ours"\ntitle = "Ours"\nparent = "hoyle-league"\n[jokers]\nin_pairs = false\n'
    verdict = verdict_on(load_card("hoyle-league"), parse_ruleset(house, "ours.toml"), f"5555B JJ 6666C FF {rack}")
    assert ("12" in {match.pattern.number for match in verdict.matches}) == win


def test_a_group_of_jokers_may_be_any_dragon(modern: RuleSet) -> None:
    """A group of jokers alone gives every reading."""
    verdict = verdict_on(small_card("NNNN EW SSSS DDDDa x25"), modern, "NNNN EW SSSS JJJJ")
    assert {match.groups[3].stand_for[0].code for match in verdict.matches} == {"G", "R", "0"}


@pytest.mark.parametrize(
    ("rack", "win"),
    [
        ("222B 222C 3333D FFFF", True),
        ("222B 22C J 3333D FFFF", True),
        ("[222B] 22C J 3333D FFFF", True),
        ("[222B] [22C J] 3333D FFFF", True),
        ("[22B J] 222C 3333D FFFF", True),
        ("[22B J] [22C J] 3333D FFFF", False),
        ("[22B J] 22C J 3333D FFFF", False),
    ],
)
def test_naturals_only_groups(book: RuleSet, rack: str, win: bool) -> None:
    """No joker stands in 222a!, but one may stand in the pung beside it, exposed or not."""
    card = small_card("222a! 222b 3333c FFFF x25")
    assert verdict_on(card, book, rack).win == win


def test_naturals_only_group_exposed_beside_its_like(book: RuleSet) -> None:
    """If one of two like groups is for naturals only, it is the exposure without a joker."""
    card = small_card("FFF! FFF 1111a 2222a x25")
    for rack, win in (
        ("[FFF] FF J 1111B 2222B", True),
        ("[FFJ] FFF 1111B 2222B", True),
        ("[FFJ] FF J 1111B 2222B", False),
        ("[FFF] [FFJ] 1111B 2222B", True),
        ("[FFJ] [FFJ] 1111B 2222B", False),
        ("[FFF] [FFF] [1111B] 2222B", True),
    ):
        verdict = verdict_on(card, book, rack)
        assert verdict.win == win, rack
        if not win:
            assert "takes no joker" in verdict.reasons[0].text or "no joker may stand" in verdict.reasons[0].text
    short = judge(WinClaim(parse_rack("[FFF] F J 1111B 2222B")), card, book, near=1).near[0]
    assert (short.away, [tile.code for tile in short.need]) == (1, ["F"])


@pytest.mark.parametrize(
    ("rack", "win", "away"),
    [
        ("FF JJ 1111B 222B 333B", True, None),
        ("FF JJ 1111B 222B 33B J", True, None),
        ("FJ JJ 1111B 222B 33B J", True, None),
        ("FF J 1111B 222B 333B", False, 1),
        ("FF 1111B 222B 333B 9D 9D", False, 2),
        ("FF 1111B 222B 333B J 9D", False, 1),
    ],
)
def test_jokers_printed_on_the_card(book: RuleSet, rack: str, win: bool, away: int | None) -> None:
    """A printed pair of jokers needs jokers; further jokers stand for other tiles."""
    verdict = verdict_on(small_card("FF JJ 1111a 222a 333a x25"), book, rack)
    assert verdict.win == win
    assert [near.away for near in verdict.near] == ([] if away is None else [away])


@pytest.mark.parametrize(
    ("rack", "win", "away"),
    [
        ("NNNN SSSS 333333B", False, None),
        ("NNNN SSSS 3333B FF", True, None),
        ("NNNN SSSS 3333B JF", True, None),
        ("NNFF SSSS 3333B FF", True, None),
        ("[NNNF] SSSS 3333B FF", True, None),
        ("[NFFF] [SSSJ] 3333B FF", True, None),
        ("NNNN SSSS 3333B F 9D", False, 1),
        ("NNN SSS 3333B FF", False, 2),
        ("[NNN] NSSSS 3333B FF", False, None),
    ],
)
def test_wild_flowers(wild_flowers: RuleSet, rack: str, win: bool, away: int | None) -> None:
    """Wild flowers fill gaps as jokers do, and exposures begin with kongs."""
    verdict = verdict_on(small_card("NNNN SSSS XXXXXX* (X odd) x10"), wild_flowers, rack)
    assert verdict.win == win
    if away is not None:
        assert [near.away for near in verdict.near] == [away]
    for match in verdict.matches:
        assert sorted(tile for group in match.groups for tile in group.tiles) == sorted(verdict.claim.hand.tiles)
        assert match.jokerless == ("J" not in rack)


def test_flowers_in_a_hand_stay_flowers_where_they_are_wild(wild_flowers: RuleSet) -> None:
    """Flowers fill a printed pair of flowers first; the others are wild."""
    verdict = verdict_on(small_card("FF NNNN SSSS 1111a x10"), wild_flowers, "FFFF NNNN SSSS 11B")
    flowers, _, _, ones = verdict.matches[0].groups
    assert (flowers.tiles, ones.tiles) == (parse_tiles("FF"), parse_tiles("11B FF"))


def test_unlike_groups_are_never_exposed(book: RuleSet) -> None:
    """NEWS cannot be exposed, even if the tiles are there."""
    card = small_card("NEWS 2222a 3333a FF x25")
    assert verdict_on(card, book, "NEWS 2222B 3333B FF").win
    verdict = verdict_on(card, book, "[NEWS] 2222B 3333B FF")
    assert "its tiles differ" in verdict.reasons[0].text


def test_shapes_are_those_of_the_card_with_numbers_filled_in(book: RuleSet) -> None:
    """A shape shows the actual numbers, letters and any-tiles; dragons of a suit stay D."""
    verdict = verdict_on(small_card("XXXa DDDa ZZ AAAA FF x25"), book, "777B GGG NN 5555C FF")
    assert [group.shape for group in verdict.matches[0].groups] == ["777", "DDD", "NN", "5555", "FF"]
    run = verdict_on(small_card("FF 1111a 2222a 34a 55* (run) x25"), book, "FF 3333C 4444C 56C 77B")
    assert [group.shape for group in run.matches[0].groups] == ["FF", "3333", "4444", "56", "77"]
    assert run.matches[0].groups[3].to_json()["as"] == "5C 6C"


def test_alternatives_are_reported_by_their_letter(book: RuleSet) -> None:
    """The second alternative of line 1 is hand 1b, and it meets a claim of hand 1."""
    card = small_card("FF 1111a 2222a 3333a -or- FF 2222a 4444a 6666a x25")
    verdict = judge(WinClaim(parse_rack("FF 2222B 4444B 6666B"), claimed_hand="1"), card, book)
    assert [match.pattern.number for match in verdict.matches] == ["1b"]
    assert verdict.reasons == ()


def test_a_card_is_compiled_once_for_rules_that_play_alike(book: RuleSet) -> None:
    """Rule sets that differ only in citations share one index; separate ones would hold a megabyte each for good."""
    assert book.jokers is not None
    card = load_card("nmjl-1976")
    compiled = index_of(card, book.jokers)
    for page in range(3):
        assert index_of(card, dataclasses.replace(book.jokers, place=f"p. {page}", used_place="our house")) is compiled
    for other in (
        dataclasses.replace(book.jokers, in_pairs=not book.jokers.in_pairs),
        dataclasses.replace(book.jokers, in_singles=not book.jokers.in_singles),
        dataclasses.replace(book.jokers, in_unlike_groups=not book.jokers.in_unlike_groups),
        dataclasses.replace(book.jokers, flowers_wild=not book.jokers.flowers_wild),
    ):
        assert index_of(card, other) is not compiled
        assert index_of(card, other) is index_of(card, other)


@pytest.mark.parametrize(
    ("line", "rack"),
    [
        ("NN EE WW SS 11a 22a JJ x25", "NN EE WW SS 11B 22B JJ"),
        ("JJJJ! NN EE WW SS RR x25", "JJJJ NN EE WW SS RR"),
        ("111a! 222a! 333a! 44a JJJ x25", "111B 222B 333B 44B JJJ"),
        ("NN EE WW SS JJ 1111a x25", "NN EE WW SS JJ 1B JJJ"),
    ],
)
def test_printed_jokers_need_no_room_for_jokers(modern: RuleSet, line: str, rack: str) -> None:
    """A hand with printed jokers is won with them where no other tile of it may be a joker."""
    assert verdict_on(small_card(line), modern, rack).win
    assert not verdict_on(
        small_card(line), modern, rack.replace("NN", "NJ").replace("11B", "1B J").replace("44B", "4B J")
    ).win
