"""Why a hand is dead: what the reasons say holds when every concrete hand of the book is tried on the exposures."""

import random
import re
from collections import Counter

from rules.card.card import Card
from rules.hand import Hand, parse_rack
from rules.matching.prospects import Prospects, prospects_of
from rules.matching.reasons import MOST_NAMED
from rules.ruleset import RuleSet
from rules.tiles import ALL_TILES, copies, format_tiles, overfull
from tests.rules.matching.brute_force import CONCEALED, NO_JOKERS, Groups, hands_of_1976, value_of

ROWS = {row: sorted(hands_of_1976(row)) for row in range(1, 76)}


def holding(row: int, exposures: Groups) -> list[Groups]:
    """Return the concrete hands of a row that hold all exposures, each without them."""
    rests = []
    for hand in ROWS[row]:
        rest = list(hand)
        for group in exposures:
            if group not in rest:
                break
            rest.remove(group)
        else:
            rests.append(tuple(rest))
    return rests


def shortage(rest: Groups, had: Counter[str], *, wild: bool) -> int:
    """Count the tiles of the groups that nothing fills: those that are gone, beyond the jokers to be had."""
    needed = Counter(code for group in rest for code in group)
    gone = sum(max(0, number - had[code]) for code, number in needed.items())
    return gone - min(gone, had["J"]) if wild else gone


def exposed(rng: random.Random, number: int) -> Groups:
    """Draw like tiles, three or more, of one concrete hand of the book, or of several; no more than a set holds."""
    several = [rng.choice(rng.choice(list(ROWS.values()))) for _ in range(rng.choice((1, number)))]
    groups = [group for hand in several for group in hand if len(group) > 2 and len(set(group)) == 1]
    laid = tuple(rng.sample(groups, min(number, len(groups))))
    return laid if laid and not overfull(rack_of(laid).tiles) else exposed(rng, number)


def rack_of(laid: Groups) -> Hand:
    """Return the rack of a player of whom only the exposures are seen."""
    return parse_rack(" ".join(f"[{' '.join(group)}]" for group in laid))


def test_tiles_that_have_run_out_are_counted(card: Card, book: RuleSet) -> None:
    """A reason names the fewest tiles that any concrete hand of its number lacks; the hands that lack fewest lead."""
    rng = random.Random("short")
    told = 0
    while told < 40:
        laid = exposed(rng, 2)
        rack = rack_of(laid)
        unseen = [tile for tile in ALL_TILES for _ in range(copies(tile) - rack.tiles.count(tile))]
        table = rng.sample(unseen, rng.randrange(60, 120))
        found = prospects_of(rack, card, book, table=tuple(table))
        if not shorts(found):
            continue
        told += 1
        had = Counter(tile.code for tile in unseen)
        had.subtract(tile.code for tile in table)
        fewest = {}
        for row in set(ROWS) - CONCEALED:
            lacking = [shortage(rest, had, wild=row not in NO_JOKERS) for rest in holding(row, laid)]
            if lacking:
                fewest[row] = min(lacking)
        order = sorted(fewest, key=lambda row: (fewest[row], -value_of(row), row))[:MOST_NAMED]
        assert shorts(found) == [(row, fewest[row]) for row in order], (str(rack), table)


def test_exposures_that_only_forbidden_hands_hold(card: Card, book: RuleSet) -> None:
    """The reason lists every hand that holds the exposures, or says which group none holds."""
    rng = random.Random("forbidden")
    seen: Counter[str] = Counter()
    for _ in range(400):
        laid, used = exposed(rng, rng.choice((1, 2, 2))), rng.random() < 0.5
        rack = rack_of(laid)
        found = prospects_of(rack, card, book, joker_was_used=used)
        fitting = [row for row in sorted(ROWS) if holding(row, laid)]
        barred = CONCEALED | (set(NO_JOKERS) if used else set())
        shown = " ".join(f"[{format_tiles(tiles)}]" for tiles in rack.exposures)
        assert found.dead == (set(fitting) <= barred), str(rack)
        if not found.dead:
            continue
        if fitting:
            kind = "only concealed hands hold" if set(fitting) <= CONCEALED else "hands that are concealed or played"
            assert found.reasons[0].text.endswith(f"{shown}: {', '.join(f'hand {row}' for row in fitting)}")
        else:
            alone = [
                tiles
                for tiles, group in zip(rack.exposures, laid, strict=True)
                if not any(holding(row, (group,)) for row in ROWS)
            ]
            kind = "a group of" if alone else "together"
            assert found.reasons[0].text.startswith(
                f"no hand on the card holds [{format_tiles(alone[0])}], "
                if alone
                else f"no hand on the card holds {shown}"
            )
        assert kind in found.reasons[0].text, str(rack)
        seen[kind] += 1
    assert len(seen) == 3, seen


def shorts(found: Prospects) -> list[tuple[int, int]]:
    """Return the number of each hand named in the reasons, and how many tiles it is short by."""
    told = [re.fullmatch(r"hand (\d+) cannot .* short by (.*)", reason.text) for reason in found.reasons]
    return [(int(match[1]), sum(map(int, re.findall(r"(\d+) of", match[2])))) for match in told if match]
