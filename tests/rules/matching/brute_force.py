"""Build the hands of 1976 and apply the rules of matching again, slowly and in another way.

`hands_of_1976` lists every concrete hand row by row with plain loops over suits and numbers, from the table of the
book's hands and without the card language. `readings` and `away` try every concrete hand on a rack. Nothing here
uses the code under test beyond the types of tiles and hands.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from rules.hand import Hand

SUITS = "BCD"
DRAGON = {"B": "G", "C": "R", "D": "0"}
NO_JOKERS = range(66, 76)
CONCEALED = {3, 4, 5, 10, 11, 14, 22, 23, *range(26, 36), 38, 39, *range(44, 48), *range(49, 53), 55, 58, 59} | {
    *range(66, 72)
}
VALUES = {
    20: {1, 2, 4, 6, 7, 24, 25, 41, 42, 44, 46, 56},
    30: {12, 13, 60, 66, 67, 68, 69, 70, 71},
    35: {72, 73, 74, 75},
}

Group = tuple[str, ...]
Groups = tuple[Group, ...]


def value_of(row: int) -> int:
    """Return the printed value of a row: 25 unless the table says otherwise."""
    return next((value for value, rows in VALUES.items() if row in rows), 25)


def n(number: int, suit: str, size: int) -> Group:
    """Return like tiles of a number."""
    return (f"{number}{suit}",) * size


def h(tile: str, size: int) -> Group:
    """Return like tiles without a suit."""
    return (tile,) * size


def d(suit: str, size: int) -> Group:
    """Return like dragons of a suit."""
    return h(DRAGON[suit], size)


def two_suits() -> Iterator[tuple[str, str]]:
    """List every two suits in order."""
    return permutations(SUITS, 2)


def three_suits() -> Iterator[tuple[str, str, str]]:
    """List every three suits in order."""
    return permutations(SUITS, 3)


def hands_of_1976(row: int) -> set[Groups]:
    """List all concrete hands of a row, each as its sorted groups of sorted tiles."""
    return {tuple(sorted(tuple(sorted(group)) for group in hand)) for hand in _row(row)}


def _row(row: int) -> Iterator[list[Group]]:
    if row <= 15:
        yield from _winds_and_dragons(row)
    elif row <= 28:
        yield from _sevens_and_runs(row)
    elif row <= 40:
        yield from _odds(row)
    elif row <= 48:
        yield from _evens(row)
    elif row <= 58:
        yield from _three_six_nine(row)
    elif row <= 65:
        yield from _like_numbers(row)
    else:
        yield from _no_jokers(row)


def _winds_and_dragons(row: int) -> Iterator[list[Group]]:
    flowers = [h("F", 3), h("F", 3)]
    match row:
        case 1:
            for a in SUITS:
                yield [n(1, a, 4), n(9, a, 4), n(7, a, 3), n(6, a, 3)]
        case 2:
            for a, b in two_suits():
                yield [n(1, a, 4), n(9, a, 4), n(7, b, 3), n(6, b, 3)]
        case 3:
            for a, b, c in three_suits():
                yield [n(1, a, 2), n(9, a, 2), n(1, b, 2), n(9, b, 2), n(7, b, 2), n(6, c, 4)]
        case 4:
            for a in SUITS:
                yield [n(1, a, 2), n(9, a, 2), n(7, a, 3), n(6, a, 3), h("F", 4)]
        case 5:
            for a in SUITS:
                others = [d(suit, 3) for suit in SUITS if suit != a]
                yield [*(n(number, a, 2) for number in (1, 9, 7, 6)), *others]
        case 6:
            yield [h("N", 3), h("S", 3), h("E", 4), h("W", 4)]
        case 7:
            yield [h("N", 4), h("S", 4), h("E", 3), h("W", 3)]
        case 8:
            yield [h("N", 4), h("S", 4), *flowers]
        case 9:
            yield [h("E", 4), h("W", 4), *flowers]
        case 10:
            for x in (1, 3, 5, 7, 9):
                yield [h("N", 4), h("S", 4), *(n(x, suit, 2) for suit in SUITS)]
        case 11:
            for x in (2, 4, 6, 8):
                yield [h("E", 4), h("W", 4), *(n(x, suit, 2) for suit in SUITS)]
        case 12:
            for dragon in "RG0":
                yield [h("N", 5), h("S", 5), h(dragon, 4)]
        case 13:
            for dragon in "RG0":
                yield [h("E", 5), h("W", 5), h(dragon, 4)]
        case 14:
            yield [h("R", 3), h("0", 3), h("G", 3), h("F", 5)]
        case 15:
            yield [h("R", 4), h("0", 4), h("G", 4), h("F", 2)]


def _one_or_three_suits(numbers: tuple[int, ...], size: int, flowers: int, *, three: bool) -> Iterator[list[Group]]:
    suits: Iterator[tuple[str, ...]] = three_suits() if three else iter((suit,) * 3 for suit in SUITS)
    for dealt in suits:
        yield [*(n(number, suit, size) for number, suit in zip(numbers, dealt, strict=True)), h("F", flowers)]


def _sevens_and_runs(row: int) -> Iterator[list[Group]]:
    match row:
        case 16 | 17:
            yield from _one_or_three_suits((1, 6, 7), 4, 2, three=row == 17)
        case 18 | 19:
            yield from _one_or_three_suits((2, 5, 7), 4, 2, three=row == 19)
        case 20 | 21:
            yield from _one_or_three_suits((3, 4, 7), 4, 2, three=row == 21)
        case 22:
            for a in SUITS:
                for low in range(1, 7):
                    yield [*(n(low + step, a, step + 1) for step in range(4)), d(a, 4)]
        case 23:
            for low in range(1, 8):
                yield from _one_or_three_suits((low, low + 1, low + 2), 3, 5, three=False)
        case 24 | 25:
            for low in range(1, 8):
                yield from _one_or_three_suits((low, low + 1, low + 2), 4, 2, three=row == 25)
        case 26:
            for a in SUITS:
                yield [n(1, a, 2), n(2, a, 2), n(3, a, 3), n(4, a, 3), n(5, a, 4)]
        case 27:
            for a in SUITS:
                yield [n(5, a, 2), n(6, a, 2), n(7, a, 3), n(8, a, 3), n(9, a, 4)]
        case 28:
            for a in SUITS:
                for middle in range(2, 9):
                    run = [n(middle - 1, a, 3), n(middle, a, 2), n(middle + 1, a, 3)]
                    yield [*run, *(n(middle, suit, 3) for suit in SUITS if suit != a)]


def _odds(row: int) -> Iterator[list[Group]]:
    match row:
        case 29:
            for a in SUITS:
                yield [n(1, a, 4), n(9, a, 4), n(3, a, 2), n(5, a, 2), n(7, a, 2)]
        case 30:
            for a, b in two_suits():
                yield [n(1, a, 4), n(9, a, 4), n(3, b, 2), n(5, b, 2), n(7, b, 2)]
        case 31:
            for a, b, c in three_suits():
                yield [n(1, a, 2), n(3, a, 2), n(5, b, 3), n(7, b, 3), n(9, c, 4)]
        case 32 | 33:
            yield from _one_or_three_suits((1, 3, 5), 3, 5, three=row == 33)
        case 34 | 35:
            yield from _one_or_three_suits((5, 7, 9), 3, 5, three=row == 35)
        case 36 | 37:
            low, high = (1, 5) if row == 36 else (5, 9)
            for a in SUITS:
                yield [n(low, a, 4), n(high, a, 4), d(a, 4), h("F", 2)]
        case 38 | 39:
            low, high, pair = (1, 5, 3) if row == 38 else (5, 9, 7)
            for a in SUITS:
                yield [n(low, a, 4), n(high, a, 4), *(n(pair, suit, 2) for suit in SUITS)]
        case 40:
            for a in SUITS:
                yield [n(1, a, 4), n(9, a, 4), h("F", 3), h("F", 3)]


def _evens(row: int) -> Iterator[list[Group]]:
    for a, b, c in three_suits():
        match row:
            case 41:
                yield [n(2, a, 3), n(4, a, 3), n(6, a, 4), n(8, a, 4)]
            case 42:
                yield [n(2, a, 3), n(4, a, 3), n(6, b, 4), n(8, b, 4)]
            case 43:
                yield [n(2, a, 4), n(4, b, 4), n(6, c, 4), n(8, b, 2)]
            case 44:
                yield [n(2, a, 2), n(4, a, 2), n(4, b, 3), n(6, b, 3), n(8, c, 4)]
            case 45:
                yield [n(2, a, 2), n(4, a, 2), n(6, a, 2), n(8, b, 4), n(8, c, 4)]
            case 46:
                yield [n(2, a, 2), n(4, a, 2), n(6, a, 3), n(8, a, 3), h("F", 4)]
            case 47:
                yield [n(2, a, 1), n(4, a, 2), n(6, a, 3), n(8, a, 4), d(a, 4)]
            case 48:
                yield [n(2, a, 4), n(8, a, 4), h("F", 3), h("F", 3)]


def _three_six_nine(row: int) -> Iterator[list[Group]]:
    if row in {51, 52}:
        yield from _one_or_three_suits((3, 6, 9), 3, 5, three=row == 52)
    if row in {53, 54}:
        yield from _one_or_three_suits((3, 6, 9), 4, 2, three=row == 54)
    for a, b, c in three_suits():
        pairs = [n(3, a, 2), n(6, a, 2), n(9, a, 2)]
        match row:
            case 49:
                yield [n(3, a, 1), n(6, a, 2), n(9, a, 3), d(a, 4), h("F", 4)]
            case 50:
                for x in (3, 6, 9):
                    yield [*pairs, n(x, b, 4), n(x, c, 4)]
            case 55:
                yield [n(3, a, 4), n(9, a, 4), n(6, a, 2), n(6, b, 2), n(6, c, 2)]
            case 56:
                for x in (3, 6, 9):
                    yield [d(a, 4), d(b, 4), n(x, c, 4), h("F", 2)]
            case 57:
                yield [n(3, a, 4), n(6, a, 2), n(9, a, 4), d(a, 4)]
            case 58:
                yield [*pairs, d(b, 4), d(c, 4)]


def _like_numbers(row: int) -> Iterator[list[Group]]:
    if row == 59:
        for x in range(1, 10):
            yield [*(n(x, suit, 3) for suit in SUITS), h("F", 5)]
    elif row == 60:
        for x in range(1, 10):
            for kong in SUITS:
                yield [n(x, suit, 4 if suit == kong else 5) for suit in SUITS]
    else:
        total = {5: "15", 6: "18", 7: "21", 8: "24", 9: "27"}[row - 56]
        for suit in SUITS:
            digits = (f"{total[0]}{suit}", f"{total[1]}{suit}")
            yield [*(n(row - 56, kong, 4) for kong in SUITS), digits]


def _no_jokers(row: int) -> Iterator[list[Group]]:
    numbers = range(1, 10)
    match row:
        case 66:
            for a in SUITS:
                yield [*(h(wind, 2) for wind in "NEWS"), n(1, a, 1), n(7, a, 2), n(6, a, 1), h("F", 2)]
        case 67:
            for a, b, c in three_suits():
                first, second = [n(3, a, 2), n(6, a, 1)], [n(3, b, 2), n(6, b, 2), n(9, b, 1)]
                yield [*first, *second, n(3, c, 2), n(6, c, 2), n(9, c, 2)]
        case 68 | 69 | 70:
            for a in SUITS:
                yield [n(number, a, 2) for number in range(row - 67, row - 60)]
        case 71:
            for a, b in two_suits():
                low = [n(number, a, 1 + (number in {1, 5})) for number in range(1, 6)]
                yield low + [n(number, b, 1 + (number in {5, 9})) for number in range(5, 10)]
        case 72:
            for x in range(1, 9):
                for pair in combinations(SUITS, 2):
                    yield [*(n(number, suit, 3) for number in (x, x + 1) for suit in pair), h("F", 2)]
        case 73:
            for three in combinations([(number, suit) for number in numbers for suit in SUITS], 3):
                yield [*(n(number, suit, 4) for number, suit in three), h("F", 2)]
        case 74 | 75:
            for x, y in permutations(numbers, 2):
                for pair in combinations(SUITS, 2):
                    yield [*(n(x, suit, 3) for suit in pair), *(n(y, suit, 4) for suit in pair)]


# --- matching ---------------------------------------------------------------------------------------------------------

TakesJokers = Callable[[Group], bool]


def takes_any(group: Group) -> bool:
    """Allow jokers in every group, the rule of 1976."""
    return bool(group)


def takes_three_or_more_alike(group: Group) -> bool:
    """Allow jokers in three or more like tiles, today's rule."""
    return len(group) >= 3 and len(set(group)) == 1


def concealed_parts(hand: Hand, groups: Groups, takes: TakesJokers, *, natural: bool = True) -> Iterator[list[Group]]:
    """Yield the groups left for the concealed tiles, for each way to take the exposures as whole groups.

    Unless ``natural`` is set, an exposure of jokers alone is any group of its size that takes them.
    """
    for chosen in set(permutations(range(len(groups)), len(hand.exposures))):
        for exposure, place in zip(hand.exposures, chosen, strict=True):
            group = groups[place]
            codes = [tile.code for tile in exposure]
            naturals = [code for code in codes if code != "J"]
            if len(set(group)) > 1 or len(codes) != len(group) or len(codes) < 3 or (natural and not naturals):
                break
            if (naturals and set(naturals) != set(group)) or (len(naturals) < len(codes) and not takes(group)):
                break
        else:
            yield [group for place, group in enumerate(groups) if place not in chosen]


def gaps(hand: Hand, left: list[Group], takes: TakesJokers) -> tuple[int, Counter[str], Counter[str]]:
    """Return the slope's jokers, the missing tiles of ``left`` that only a natural fills, and the others.

    A joker that another player discarded is dead and counts as none.
    """
    held = Counter(tile.code for tile in hand.concealed)
    jokers = held.pop("J", 0) - (str(hand.winning_tile) == "J" and hand.won_by == "discard")
    natural: Counter[str] = Counter()
    either: Counter[str] = Counter()
    for group in sorted(left, key=takes):
        for code in group:
            if held[code]:
                held[code] -= 1
            elif takes(group):
                either[code] += 1
            else:
                natural[code] += 1
    return jokers, natural, either


def completes(hand: Hand, groups: Groups, takes: TakesJokers, *, natural: bool = True) -> bool:
    """Return whether the 14 tiles of a hand are exactly these groups."""
    for left in concealed_parts(hand, groups, takes, natural=natural):
        jokers, plain, either = gaps(hand, left, takes)
        if not plain and either.total() == jokers and sum(map(len, left)) == len(hand.concealed):
            return True
    return False


Layout = tuple[tuple[Group, Group], ...]


def layouts(hand: Hand, groups: Groups, takes: TakesJokers) -> set[Layout]:
    """Return every placement of the jokers among these groups: each group beside the tiles in its place."""
    held = Counter(tile.code for tile in hand.concealed)
    jokers = held.pop("J", 0)
    laid = sorted(tuple(sorted(tile.code for tile in exposure)) for exposure in hand.exposures)
    found = set()
    for left in concealed_parts(hand, groups, takes):
        places = [(at, nth) for at, group in enumerate(left) for nth in range(len(group))]
        if len(places) != len(hand.concealed):
            continue
        for wild in combinations([place for place in places if takes(left[place[0]])], jokers):
            if Counter(left[at][nth] for at, nth in places if (at, nth) not in wild) == held:
                made = [
                    (
                        tuple(sorted(group)),
                        tuple(sorted("J" if (at, n) in wild else code for n, code in enumerate(group))),
                    )
                    for at, group in enumerate(left)
                ]
                found.add((*sorted(made), *((exposure, exposure) for exposure in laid)))
    return found


def away(hand: Hand, groups: Groups, takes: TakesJokers, *, natural: bool = True) -> int | None:
    """Count the tiles to add for these groups; None if the set lacks them or an exposure forbids them."""
    held = Counter(tile.code for tile in hand.tiles)
    found = []
    for left in concealed_parts(hand, groups, takes, natural=natural):
        jokers, plain, either = gaps(hand, left, takes)
        # If no copy of a tile is left, only a joker can stand for it: the rack's own or one still to come.
        lacking = 0
        for code in {*plain, *either}:
            rest = (8 if code == "F" else 4) - held[code]
            short = max(0, plain[code] + either[code] - rest)
            if short > either[code]:
                break
            lacking += short
        else:
            if max(0, lacking - jokers) <= 8 - held["J"]:
                found.append(plain.total() + max(0, either.total() - jokers))
    return min(found, default=None)
