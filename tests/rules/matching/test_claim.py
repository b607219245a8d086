import dataclasses
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.card.card import Card, load_card, parse_card
from rules.claim import WinClaim
from rules.errors import ClaimError
from rules.hand import Hand, parse_rack
from rules.judging import judge
from rules.matching.winner import is_winner
from rules.ruleset import RuleSet, load_ruleset
from rules.tiles import ALL_TILES, Tile, parse_tiles


def test_the_contract_example(card: Card, book: RuleSet) -> None:
    """The contract's rack is hand 24 for 20; the document lists each group's tiles and the kinds they stand for."""
    rack = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea"
    document = judge(WinClaim(parse_rack(rack)), card, book).to_json()
    assert document == {
        "rack": {
            "tiles": ["2C", "2C", "J", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "F", "F", "4C"],
            "exposures": [["2C", "2C", "J", "2C"], ["3C", "3C", "3C", "3C"]],
            "concealed": ["4C", "4C", "4C", "F", "F", "4C"],
            "winning_tile": "4C",
            "won_by": "discard",
        },
        "card": "nmjl-1976",
        "ruleset": "nmjl-1976",
        "win": True,
        "matches": [
            {
                "hand": "24",
                "title": "Kongs of any three in a row, one suit",
                "value": 20,
                "concealed_only": False,
                "jokerless": False,
                "section": "Consecutive numbers or runs",
                "line": [
                    {"text": "1111", "suit": "a"},
                    {"text": "2222", "suit": "a"},
                    {"text": "3333", "suit": "a"},
                    {"text": "FF", "suit": ""},
                ],
                "rules": ["run"],
                "groups": [
                    {"shape": "2222", "tiles": ["2C", "2C", "J", "2C"], "as": "2C", "exposed": True},
                    {"shape": "3333", "tiles": ["3C"] * 4, "as": "3C", "exposed": True},
                    {"shape": "4444", "tiles": ["4C"] * 4, "as": "4C", "exposed": False},
                    {"shape": "FF", "tiles": ["F", "F"], "as": "F", "exposed": False},
                ],
                "source": "Let's Play Mah Jongg (National Mah Jongg League, 1976): hand 24, p. 19",
            }
        ],
        "best": "24",
        "value": 20,
        "reasons": [],
        "near": [],
    }


@pytest.mark.parametrize(
    ("card", "rack", "source"),
    [
        (
            "nmjl-1976",
            "222C J 3333C 4444C FF",
            "Let's Play Mah Jongg (National Mah Jongg League, 1976): hand 24, p. 19",
        ),
        ("set-manual", "333B 444B 3333D 4444D", "Mahjong set manual: hand 1, Examples of Hands, p. 14"),
        (
            "hoyle-league",
            "NNNN JJ SSSS JJ E W",
            "Hoyle, Mah-Jongg variations: A typical list of hands and values: hand 7",
        ),
        ("practice", "FF 2222B GGGG 8888C", "Rackcheck practice card: hand 5"),
    ],
)
def test_a_win_names_the_place_in_its_source(card: str, rack: str, source: str) -> None:
    """Every match names the document that prints the hand, and the place."""
    found = load_card(card)
    assert found.ruleset is not None
    document = judge(WinClaim(parse_rack(rack)), found, load_ruleset(found.ruleset)).to_json()
    assert document["matches"][0]["source"] == source


SECTIONS = """
id = "sections"
title = "Sections"
source = "A card of two sections"
ruleset = "modern-american"
[[section]]
title = "Singles and pairs"
lines = ["11a 22a 33a 44a 55a 66a 77a c25 sp", "33a 44a 55a 66a 77a 88a 99a c50 sp"]
[[section]]
title = "Runs"
lines = ["11a 22a 33a 44a 55a 66a 77a x25", "33a 44a 55a 66a 77a 88a 99a x25"]
"""


@pytest.mark.parametrize(
    ("rack", "matches"),
    [
        ("11223344556677B", [("3", None), ("1", True)]),
        ("33445566778899B", [("2", True), ("4", None)]),
        ("NNNN", []),
    ],
    ids=["of one value the one that may be doubled", "the value goes first", "no hand"],
)
def test_a_match_says_that_it_is_singles_and_pairs(rack: str, matches: list[tuple[str, bool | None]]) -> None:
    """A match is marked as singles and pairs, which the settlement never doubles for being jokerless."""
    sections = parse_card(SECTIONS, "sections.toml")
    document = judge(WinClaim(parse_rack(rack)), sections, load_ruleset("modern-american")).to_json()
    assert [(match["hand"], match.get("singles_and_pairs")) for match in document["matches"]] == matches


@pytest.mark.parametrize(
    ("rack", "hands"),
    [
        ("2222C 3333C 4444C FF", "73 24"),
        ("222C J 3333C 4444C FF", "24"),
        ("222C J 333C J 444C J F J", "23 24"),
        ("11223344556677B", "68"),
        ("2233445566778B 8B", "69"),
        ("NN EE WW SS 1B 77B 6B FF", "66"),
        ("777B 777C 2222B 2222C", "74 75"),
        ("555B 555C 555D FFFF 5B", ""),
        ("55555B 5555C 5555D", ""),
        ("5555B J 5555C 5555D 1D", "61 61"),
        ("5555B 5555C 5555D JJ", "60 60 60 61 61 61 61 61 61"),
        ("NNNN SSSS 9B 9B 9C J 9D J", "10"),
        ("111B 222B 111D 222D FF", "72"),
        ("1111B 2222C 1111D FF", "73"),
        ("J 44B 666B 8888B GGGG", "47"),
        ("[NNN] [SSS] [EEEE] WWWW", "6"),
        ("NNN SSS EEEE WWWW", "6"),
        ("[1111B] [6666C] [777D J] F +F", "17"),
        ("[RRRR] [0000] [GGGJ] FF", "15"),
        ("[FFF] [FFJ] [1111D] 9999D", "40"),
        ("[777B] 777C [2222B] 2222C", "74 75"),
    ],
)
def test_racks_that_win(card: Card, book: RuleSet, rack: str, hands: str) -> None:
    """Each rack gives exactly these hands, the most valuable first, one for each reading."""
    verdict = judge(WinClaim(parse_rack(rack)), card, book)
    found = [match.pattern.number for match in verdict.matches]
    assert sorted(found) == sorted(hands.split())
    assert found == sorted(found, key=lambda number: (-card.hands[int(number) - 1].value, int(number)))
    assert verdict.win == bool(hands) == (not verdict.reasons)


BOOK = "Let's Play Mah Jongg (National Mah Jongg League, 1976)"


@pytest.mark.parametrize(
    ("rack", "reason", "place"),
    [
        ("55555B 5555C 5555D", "too many alike: 5 of 5B in the rack, but a set holds 4", "pp. 1-2"),
        ("JJJJJJJJJ 5555C 1D", "too many alike: 9 of J", "pp. 1-2"),
        ("2222C 3333C 4444C F", "the rack has 13 tiles; a finished hand has 14", "p. 8"),
        ("2C", "the rack has 1 tile; a finished hand has 14", "p. 8"),
        ("2222C 3333C 4444C FFF", "the rack has 15 tiles", "p. 8"),
        ("J J", "the rack has 2 tiles", "p. 8"),
        ("2222C 3333C 4444C F +J<Bea", "a discarded joker cannot be called", "p. 9"),
        ("2222C 3333C 4444C [FF]", "[F F] cannot be exposed: a pair is never an exposure", "p. 7"),
        ("[2C] 222C 3333C 4444C FF", "[2C] cannot be exposed: a single tile is never an exposure", "p. 7"),
        ("[JJJJ] 2222C 4444C FF", "[J J J J] cannot be exposed: it is all jokers", "p. 7"),
        ("[2222C 3C] 333C 4444C FF", "its tiles differ", "p. 7"),
        ("[111B] 333B 555B FFFFF", "hand 32 is concealed: no part of it may be exposed", "p. 8"),
        ("111B 222B 111D 22D J FF", "hand 72 is played without jokers; the rack holds 1", "hand 72, p. 28"),
        ("[222C] 2C 3333C 444C J FF", "[2C 2C 2C] is not a whole group of hand 24", "p. 19"),
        ("2222C 3333C 444C 9D FF", "no hand on the card is complete; hand 73 is 1 tile away", "p. 28"),
        (
            "[2222C] [9999C] [NNNN] FF",
            "no hand on the card can be made with [2C 2C 2C 2C] and [9C 9C 9C 9C] and [N N N N] exposed",
            "p. 7",
        ),
    ],
)
def test_reasons_are_most_telling_first(card: Card, book: RuleSet, rack: str, reason: str, place: str) -> None:
    """The first reason names the rack's main fault, with its place in the book."""
    verdict = judge(WinClaim(parse_rack(rack)), card, book)
    assert not verdict.win
    assert not is_winner(parse_rack(rack), card, book)
    assert (verdict.best, verdict.to_json()["best"], verdict.to_json()["value"]) == (None, None, None)
    assert reason in verdict.reasons[0].text
    assert place in verdict.reasons[0].source
    assert verdict.to_json()["reasons"][0].endswith(f"({verdict.reasons[0].source})")
    assert BOOK in verdict.reasons[0].source


@pytest.mark.parametrize(
    ("rack", "said"),
    [
        ("[444D] [4C 4C J] [6666C] 88C 4C", ["13 tiles", "no hand on the card can be made with [4D 4D 4D]"]),
        ("[2222C] [3333C] 444C FF", ["13 tiles"]),
        ("[44C] [6666C] 88C 4C", ["9 tiles", "cannot be exposed"]),
    ],
    ids=["exposures of no hand", "exposures of a hand", "an exposed pair"],
)
def test_exposures_that_no_hand_holds_are_told_beside_a_wrong_count(
    card: Card, book: RuleSet, rack: str, said: list[str]
) -> None:
    """A rack of a wrong number of tiles whose exposures fit no hand is told both: the right number would not help."""
    reasons = judge(WinClaim(parse_rack(rack)), card, book).reasons
    assert len(reasons) == len(said)
    assert all(words in reason.text for words, reason in zip(said, reasons, strict=True))


def test_every_broken_rule_is_told(card: Card, book: RuleSet) -> None:
    """A rack that breaks two rules of a hand gets a reason for each."""
    spoilt = judge(WinClaim(parse_rack("111B 222B 111D 22D J FF"), joker_was_used=True), card, book)
    assert [reason.text for reason in spoilt.reasons] == [
        "hand 72 is played without jokers; the rack holds 1",
        "hand 72 is played without jokers; one was used, and exchanging it later changes nothing",
    ]


def test_a_fault_of_two_like_exposures_is_told_once(card: Card, book: RuleSet) -> None:
    """Two exposures of the same tiles share their reason."""
    faulty = judge(WinClaim(parse_rack("[22C] [22C] 3333C 4444C FF")), card, book)
    assert len(faulty.reasons) == 1
    hoyle = judge(
        WinClaim(parse_rack("[FFFF] [FFFF] SSSS JJ")), load_card("hoyle-league"), load_ruleset("hoyle-league")
    )
    assert len(set(hoyle.reasons)) == len(hoyle.reasons)


def test_a_joker_once_used_spoils_a_hand_without_jokers(card: Card, book: RuleSet) -> None:
    """A joker once used, as the player states, spoils only hands without jokers."""
    rack = parse_rack("2222C 3333C 4444C FF")
    verdict = judge(WinClaim(rack, joker_was_used=True), card, book)
    assert [match.pattern.number for match in verdict.matches] == ["24"]
    pairs = parse_rack("11223344556677B")
    assert judge(WinClaim(pairs), card, book).win
    spoilt = judge(WinClaim(pairs, joker_was_used=True), card, book)
    assert not spoilt.win
    assert "Special rulings" in spoilt.reasons[0].source
    assert "68" not in {near.pattern.number for near in spoilt.near}


@pytest.mark.parametrize(
    ("rules", "rack", "used", "pays"),
    [
        pytest.param("nmjl-1976", "1111C 6666C 7777C FF", False, True, id="no joker ever"),
        pytest.param("nmjl-1976", "1111C 6666C 7777C FF", True, False, id="the book: once used"),
        pytest.param("nmjl-1976", "1111C 6666C 777C J FF", True, False, id="a joker still there"),
        pytest.param("modern-american", "1111C 6666C 7777C FF", True, True, id="the guide: as displayed"),
    ],
)
def test_a_joker_once_used_costs_the_bonus_of_a_jokerless_hand(
    card: Card, rules: str, rack: str, used: bool, pays: bool
) -> None:
    """A rule set by which a used joker spoils a hand gives it no bonus; the rack's own ``jokerless`` stays."""
    found = judge(WinClaim(parse_rack(rack), joker_was_used=used), card, load_ruleset(rules)).best
    assert found is not None
    assert found.pays_jokerless == pays
    assert found.to_json()["jokerless"] == ("J" not in rack)
    assert found.to_json().get("pays_jokerless", found.jokerless) == pays


def test_a_self_drawn_joker_wins(card: Card, book: RuleSet) -> None:
    """A self-drawn joker may be the winning tile; only a discarded one may not."""
    assert judge(WinClaim(parse_rack("2222C 3333C 4444C F +J")), card, book).win


@pytest.mark.parametrize(
    ("rack", "claimed", "verdict"),
    [
        ("2222C 3333C 4444C FF", "24", "win"),
        ("2222C 3333C 4444C FF", "73", "win"),
        ("2222C 3333C 4444C FF", "25", "win; hand 25 is 8 tiles away: add"),
        ("2222C 3333C 444C J 9D F", "24", "no; hand 24 is 1 tile away: add F, give up 9D"),
        ("[111B] 333B 555B FFFFF", "32", "no; hand 32 is concealed"),
        ("[NNN] 333B 555B FFFFF", "32", "no; hand 32 cannot be made with [N N N] exposed"),
        ("2222C 3333C 4444C F", "24", "no; the rack has 13 tiles"),
    ],
)
def test_reasons_speak_of_the_claimed_hand(card: Card, book: RuleSet, rack: str, claimed: str, verdict: str) -> None:
    """The reasons concern the claimed hand; a rack that makes another hand still wins."""
    found = judge(WinClaim(parse_rack(rack), claimed_hand=claimed), card, book)
    told = "; ".join(["win" if found.win else "no", *(reason.text for reason in found.reasons)])
    assert told == verdict if verdict == "win" else told.startswith(verdict)


@pytest.mark.parametrize(
    ("rack", "facts", "reasons"),
    [
        pytest.param(
            "[NNNN] [SSSS] FFF FF 1D",
            {"claimed_hand": "8", "table": parse_tiles("FFF JJJJJJJJ")},
            ["hand 8 cannot be made any more: too few tiles are left, short by 1 of F"],
            id="tiles that are gone",
        ),
        pytest.param(
            "[2222C] [3333C] 444C 9D FF",
            {"claimed_hand": "73", "joker_was_used": True},
            ["hand 73 is played without jokers; one was used, and exchanging it later changes nothing"],
            id="a joker once used",
        ),
        pytest.param(
            "[NNNN] [SSSS] [FFF] FF +J<Bea",
            {"table": parse_tiles("FFF JJJJJJJ")},
            [
                "a discarded joker cannot be called",
                "no hand on the card can be made any more",
                "hand 8 cannot be made any more: too few tiles are left, short by 1 of F",
            ],
            id="no hand at all",
        ),
        pytest.param(
            "[NNNN] [4444B] FFF FF 1D",
            {"claimed_hand": "8"},
            ["hand 8 cannot be made with [N N N N] and [4B 4B 4B 4B] exposed"],
            id="exposures of another hand",
        ),
    ],
)
def test_a_hand_out_of_reach_is_told_what_is_in_its_way(
    card: Card, book: RuleSet, rack: str, facts: dict[str, Any], reasons: list[str]
) -> None:
    """Exposures are blamed only where no open hand holds them; else the tiles that are gone, or a used joker."""
    found = judge(WinClaim(parse_rack(rack), **facts), card, book)
    assert [reason.text for reason in found.reasons] == reasons


def test_a_set_hand_waits_for_its_tiles(card: Card, book: RuleSet) -> None:
    """Thirteen tiles name the hand they wait for as the nearest, one away, with nothing to give up."""
    verdict = judge(WinClaim(parse_rack("2222C 3333C 4444C F")), card, book, near=2)
    told = [near.to_json() for near in verdict.near]
    assert [(one["hand"], one["away"], one["need"], one["drop"]) for one in told] == [
        ("73", 1, ["F"], []),
        ("24", 1, ["F"], []),
    ]


def test_as_many_near_hands_as_asked_for(card: Card, book: RuleSet) -> None:
    """`near` limits the list; a rack out of every hand's reach, or impossible, has none."""
    rack = WinClaim(parse_rack("1234B 567C NEWS JJ F"))
    assert [len(judge(rack, card, book, near).near) for near in (0, 1, 3, 75, 1000)] == [0, 1, 3, 75, 75]
    assert judge(WinClaim(parse_rack("[11B] 222B 3333B FFFFF")), card, book).near == ()
    assert judge(WinClaim(parse_rack("11111B 222B 333B FFF")), card, book).near == ()


@pytest.mark.parametrize(
    ("claimed", "near", "error"),
    [
        ("76", 3, "unknown-hand at claim"),
        ("", 3, "unknown-hand at claim"),
        (None, -1, "out-of-range at near"),
        (None, 1001, "out-of-range at near"),
    ],
)
def test_contradictory_claims_are_refused(
    card: Card, book: RuleSet, claimed: str | None, near: int, error: str
) -> None:
    """A claim of an unknown hand, or an impossible number of near hands, raises an error that names the option."""
    with pytest.raises(ClaimError) as caught:
        judge(WinClaim(parse_rack("FF"), claimed_hand=claimed), card, book, near)
    assert f"{caught.value.code} at {caught.value.where}" == error


def test_rule_sets_without_cards_judge_none(card: Card, book: RuleSet) -> None:
    """A rule set without cards refuses to judge a card claim."""
    bare = dataclasses.replace(book, hand=None, jokers=None, exposures=None)
    rack = parse_rack("FF")
    for ask in (lambda: judge(WinClaim(rack), card, bare), lambda: is_winner(rack, card, bare)):
        with pytest.raises(ClaimError) as caught:
            ask()
        assert caught.value.code == "no-card-rules"
        assert caught.value.message.endswith("leave it out, or name another rule set")


def test_the_table_counts_among_the_tiles_of_the_set(card: Card, book: RuleSet) -> None:
    """Rack and table together cannot hold five of a kind."""
    claim = WinClaim(parse_rack("2222C 3333C 4444C FF"), table=parse_tiles("2C"))
    verdict = judge(claim, card, book)
    assert not verdict.win
    assert verdict.reasons[0].text == "too many alike: 5 of 2C in the rack and on the table, but a set holds 4"


def test_a_claimed_discard_counts_once(card: Card, book: RuleSet) -> None:
    """A list of all discards may include the claimed one, which lies in the rack: it counts once."""
    rack = parse_rack("[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea")
    assert judge(WinClaim(rack, table=parse_tiles("4C 9D")), card, book).win
    twice = judge(WinClaim(rack, table=parse_tiles("4C 4C")), card, book)
    assert twice.reasons[0].text == "too many alike: 5 of 4C in the rack and on the table, but a set holds 4"
    drawn = parse_rack("[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C")
    assert not judge(WinClaim(drawn, table=parse_tiles("4C")), card, book).win


@settings(deadline=None)
@given(
    st.lists(st.lists(st.sampled_from(ALL_TILES), min_size=1, max_size=7).map(tuple), max_size=4),
    st.lists(st.sampled_from(ALL_TILES), min_size=1, max_size=40),
)
def test_any_hand_gets_a_verdict(exposures: list[tuple[Tile, ...]], concealed: list[Tile]) -> None:
    """Every rack gets a verdict without an error: it wins, or has reasons."""
    hand = Hand(tuple(exposures), tuple(concealed))
    verdict = judge(WinClaim(hand), load_card("nmjl-1976"), load_ruleset("nmjl-1976"))
    assert verdict.win != bool(verdict.reasons)
    for near in verdict.near:
        assert near.away == 14 - len(hand.tiles) + len(near.drop)


def test_a_rack_with_a_tile_too_many_is_nearest_to_the_hand_it_holds(card: Card, book: RuleSet) -> None:
    """A whole hand and a tile to give up are no win, and no other hand is nearer."""
    nearest, other = judge(WinClaim(parse_rack("2222C 3333C 444C J FF 9D")), card, book, near=2).near
    assert (nearest.pattern.number, nearest.away, nearest.need, nearest.drop) == ("24", 0, (), parse_tiles("9D"))
    assert other.away > 0


def test_the_reason_says_what_to_give_up_where_nothing_is_missing() -> None:
    """On a card with hands of 15 tiles a rack of 15 may hold one of 14."""
    lines = '"FFF 2222a 4444b 6666c x30 15 tiles", "FF 1111a 3333b 5555c x25"'
    text = f'id = "a"\ntitle = "A"\n[[section]]\ntitle = "S"\nlines = [{lines}]\n'
    verdict = judge(WinClaim(parse_rack("1111B 3333C 5555D FF 9D")), parse_card(text), load_ruleset("modern-american"))
    assert not verdict.win
    assert verdict.reasons[0].text == "no hand on the card is complete; hand 2 has all its tiles: give up 9D"
