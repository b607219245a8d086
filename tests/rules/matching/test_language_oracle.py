"""Compare random cards and racks with a reading of the card language that shares no code with the program."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from rules.card.card import Card, parse_card
from rules.card.packed_groups import GroupId, unpack
from rules.claim import WinClaim
from rules.errors import CardError
from rules.hand import Hand
from rules.judging import judge
from rules.matching.winner import is_winner
from rules.ruleset import load_ruleset
from rules.tiles import Tile
from tests.rules.matching.language_oracle import (
    NATURALS,
    TABLES,
    Group,
    Printed,
    Rack,
    Table,
    copies,
    judged,
    printed_lines,
)

MOST_HANDS = 150
"""Tries of one line's hands; lines that mean more are left out."""
CARDS = 8
RACKS = 25

SUITS = "aaabbcBCD*"
RULES = [
    *("run", "run", "like", "odd", "even", "X odd", "Y even", "X in 3 6 9", "X in run", "X not Y"),
    *("V = X+Y", "Y = X+1", "UV = X*X", "V = X*Y", "suits free", "differ", "any year 2024-2026"),
]


def group(draw: random.Random, size: int) -> str:
    """Return a printed group of a size."""
    suit = draw.choice(SUITS)
    kind = draw.choice("1111111XXYUDDZFFFNRAMMMJ")
    bare = "!" * (draw.random() < 0.06)
    match kind:
        case "1":
            return draw.choice("123456789") * size + suit + bare
        case "X" | "Y" | "U":
            plus = draw.choice(["", "", "+1", "+2"])
            return "".join([kind + plus] * size) + suit + bare
        case "D":
            return "D" * size + suit + bare
        case "N":
            return draw.choice("NEWS") * size + bare
        case "R":
            return draw.choice("RG0") * size + bare
        case "M":
            return mixed(draw, size, suit) + bare
        case "J":
            return "J" * size if size < 3 else "F" * size
        case _:
            return kind * size + bare


def mixed(draw: random.Random, size: int, suit: str) -> str:
    """Return a group of different tiles."""
    match draw.choice("ynrul"):
        case "y" if size == 4:
            return draw.choice(["2024", "2026", "1920"]) + suit
        case "n" if size == 4:
            return "NEWS"
        case "n" if size == 2:
            return draw.choice(["NS", "EW"])
        case "r" if size < 6:
            first = draw.randint(1, 10 - size)
            return "".join(map(str, range(first, first + size))) + suit
        case "u":
            return "".join(draw.choice("UVXY") for _ in range(size)) + suit
        case _:
            return "".join(draw.choice("1379D0R") for _ in range(size - 1)) + "1" + suit


def line(draw: random.Random) -> str:
    """Return a line of a card, which the language may not allow."""
    size = draw.choice([14] * 9 + [13, 15])

    def hand() -> str:
        left, groups = size, []
        while left:
            groups.append(min(left, draw.choice([1, 2, 2, 3, 3, 4, 4, 4, 5, 6])))
            left -= groups[-1]
        return " ".join(group(draw, one) for one in groups)

    text = " -or- ".join(hand() for _ in range(draw.choice([1, 1, 1, 2])))
    rules = draw.sample(RULES, draw.choice([0, 0, 1, 1, 2]))
    text += f" ({', '.join(rules)})" if rules else ""
    text += f" {draw.choice('xxxc')}{draw.choice([20, 25, 30, 35, 50])}"
    for flag in ("sp", "nojoker", "+10 if concealed", "+5 if jokerless"):
        text += f" {flag}" * (draw.random() < 0.1)
    return text + (f" {size} tiles" if size != 14 else "")


def card(draw: random.Random, *, flowers: bool) -> tuple[Card, list[Printed]]:
    """Return a random card of three lines, and its hands as the oracle reads them."""
    head = 'id = "random"\ntitle = "Random"\nsource = "A test"\n' + 'flowers = "wild"\n' * flowers
    lines: list[str] = []
    while len(lines) < 3:
        new = line(draw)
        try:
            if all(one.counts for one in printed_lines([new], MOST_HANDS)):
                parse_card(f'{head}[[section]]\ntitle = "All"\nlines = ["{new}"]\n')
                lines.append(new)
        except (CardError, OverflowError):
            continue
    rows = ", ".join(f'"{one}"' for one in lines)
    return parse_card(f'{head}[[section]]\ntitle = "All"\nlines = [{rows}]\n'), printed_lines(lines, MOST_HANDS)


def rack(draw: random.Random, printed: list[Printed], table: Table) -> Rack:
    """Return a rack near to some hand: jokers, exposures, strange tiles, too many or too few of them."""
    hand = draw.choice(sorted(draw.choice(printed).counts))
    tiles = [list(one.tiles) for one in hand]
    places = [(at, nth) for at, one in enumerate(tiles) for nth in range(len(one))]
    draw.shuffle(places)
    wild = ["J", "F"] if table.wild_flowers else ["J"]
    for at, nth in places:
        if sum(one.count(tiles[at][nth]) for one in tiles) > copies(tiles[at][nth]):
            tiles[at][nth] = draw.choice(wild)
    for at, nth in places[: draw.choice([0, 0, 1, 2, 3])]:
        tiles[at][nth] = draw.choice(wild)
    for at, nth in places[3 : 3 + draw.choice([0, 0, 0, 1, 2])]:
        tiles[at][nth] = draw.choice([draw.choice(NATURALS), "J", draw.choice(draw.choice(tiles))])
    draw.shuffle(tiles)
    tiles.sort(key=lambda one: -len(one) * (draw.random() < 0.7))
    laid = draw.choice([0, 0, 0, 1, 2])
    concealed = [code for one in tiles[laid:] for code in one]
    draw.shuffle(concealed)
    if draw.random() < 0.04:
        concealed = draw.choice([concealed[1:], [*concealed, draw.choice(NATURALS)]])
    if not concealed:
        concealed, laid = tiles.pop(), laid - 1
    exposures = tuple(tuple(one) for one in tiles[:laid])
    return Rack(exposures, tuple(concealed), draw.random() < 0.3, draw.random() < 0.1)


def claim(held: Rack) -> WinClaim:
    """Return the claim of a rack."""
    exposures = tuple(tuple(map(Tile, one)) for one in held.exposures)
    concealed = tuple(map(Tile, held.concealed))
    hand = Hand(exposures, concealed, concealed[-1], "discard", "Bea") if held.called else Hand(exposures, concealed)
    return WinClaim(hand, held.joker_was_used)


def read_group(packed: GroupId, bare: bool) -> Group:
    """Return a group of a concrete hand as the oracle has it."""
    return Group(tuple(sorted(tile.code for tile in unpack(packed).tiles)), bare)


def check_card(found: Card, printed: list[Printed]) -> None:
    """Check that a card means the hands that its words mean, each once."""
    assert [hand.number for hand in found.hands] == [one.number for one in printed]
    for hand, concrete, one in zip(found.hands, found.concrete, printed, strict=True):
        bare = [hand.no_jokers or group.natural_only for group in hand.groups]
        meant = {tuple(sorted(map(read_group, each, bare))) for each in concrete}
        assert meant == one.counts.keys(), hand.text


def check_rack(
    found: Card, printed: list[Printed], held: Rack, ruleset: str, table: Table, *, distances: bool = True
) -> str:
    """Check hands, values, distances and the kind of the reason; return what kind of rack it was."""
    rules, wanted = load_ruleset(ruleset), judged(printed, held, table, distances=distances)
    verdict = judge(claim(held), found, rules, near=1_000 if distances else 0)
    told = "\n".join([ruleset, str(verdict.claim.hand), *(hand.text for hand in found.hands)])
    assert {match.pattern.number: match.value for match in verdict.matches} == wanted.wins, told
    assert [match.value for match in verdict.matches] == sorted((m.value for m in verdict.matches), reverse=True), told
    assert all(match.jokerless == ("J" not in held.tiles) for match in verdict.matches), told
    if not held.joker_was_used:
        assert is_winner(verdict.claim.hand, found, rules) == verdict.win, told
    near = {one.pattern.number: one.away for one in verdict.near}
    complete = {number for number, away in wanted.away.items() if away == 0 and number not in near}
    if distances:
        assert near == {number: away for number, away in wanted.away.items() if number not in complete}, told
    assert [one.away for one in verdict.near] == sorted(near.values()), told
    for one in verdict.near:
        grown = Counter(held.tiles) + Counter(tile.code for tile in one.need)
        dropped = Counter(tile.code for tile in one.drop)
        assert dropped <= grown, told
        assert len(one.need) == one.away, told
        assert (grown - dropped).total() == one.pattern.size, told
    assert bool(verdict.reasons) != verdict.win, told
    if verdict.win:
        return "win"
    first = verdict.reasons[0].text
    missing = first.startswith(("no hand on the card is complete", "no hand on the card can be made"))
    if wanted.faulty:
        assert first.startswith(("too many alike", "the rack has", "a discarded", "whether a discarded", "[")), told
        return "faulty"
    assert missing != bool(wanted.barred), f"{first}\n{told}"
    if wanted.barred:
        named = [re.search(r"\bhand (\w+)", reason.text) for reason in verdict.reasons]
        assert {one[1] for one in named if one} <= wanted.barred, told
        assert all(named), told
        return "barred"
    if distances and near:
        best = verdict.near[0]
        assert f"hand {best.pattern.number} {f'is {best.away} tile' if best.away else 'has all'}" in first, told
    return "missing"


@pytest.mark.parametrize("ruleset", TABLES)
def test_random_racks_on_random_cards_are_judged_as_the_language_reads(ruleset: str) -> None:
    """Hands, values, distances and reasons are those of an independent reading of card and rack."""
    draw, kinds = random.Random(ruleset), Counter[str]()
    for nth in range(CARDS):
        flowers = nth % 4 == 0
        found, printed = card(draw, flowers=flowers)
        table = TABLES[ruleset]._replace(wild_flowers=TABLES[ruleset].wild_flowers or flowers)
        check_card(found, printed)
        for _ in range(RACKS):
            kinds[check_rack(found, printed, rack(draw, printed, table), ruleset, table)] += 1
    assert min(kinds[kind] for kind in ("win", "faulty", "barred", "missing")) > 0
