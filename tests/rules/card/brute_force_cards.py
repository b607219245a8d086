"""List the hands of the other shipped cards again, row by row with plain loops, from the words of their sources.

`hands_of` lists every concrete hand of a row, alternatives apart, without the card language. Each hand is its sorted
groups of sorted tile codes, as in `tests.rules.matching.brute_force`.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product

from tests.rules.matching.brute_force import SUITS, Group, Groups, d, h, n, three_suits, two_suits

NUMBERS = range(1, 10)
WINDS = "NEWS"
DRAGONS = "RG0"
Row = Iterator[list[Group]]


def hands_of(card: str, row: str) -> set[Groups]:
    """List all concrete hands of a row of a card, by its printed number."""
    listed = CARDS[card](row)
    return {tuple(sorted(tuple(sorted(group)) for group in hand)) for hand in listed}


def digits(text: str, suit: str) -> Group:
    """Return different numbers of a suit side by side; 0 is the white dragon."""
    return tuple("0" if digit == "0" else f"{digit}{suit}" for digit in text)


def any_dragons(size: int) -> list[Group]:
    """Return `count` of each dragon."""
    return [h(dragon, size) for dragon in DRAGONS]


# --- the manual of a set: suits as printed ----------------------------------------------------------------------------

SET_MANUAL: dict[str, list[Group]] = {
    "1": [n(3, "B", 3), n(4, "B", 3), n(3, "D", 4), n(4, "D", 4)],
    "2": [n(5, "C", 3), n(6, "C", 3), n(7, "B", 4), n(8, "B", 4)],
    "3": [n(1, "D", 3), n(9, "D", 3), n(2, "C", 4), n(3, "C", 4)],
    "4": [n(1, "D", 2), n(2, "D", 2), n(3, "D", 2), n(4, "D", 3), n(5, "D", 3), h("F", 2)],
    "5": [n(5, "B", 2), n(6, "B", 2), n(7, "B", 2), n(8, "B", 3), n(9, "B", 3), h("F", 2)],
    "6": [n(3, "D", 2), n(4, "D", 2), n(5, "D", 3), n(6, "D", 3), h("F", 4)],
    "7": [n(1, "B", 2), n(2, "B", 2), n(3, "B", 3), n(4, "B", 3), h("F", 4)],
    "8": [n(5, "C", 2), n(6, "C", 2), n(7, "C", 3), n(8, "C", 3), h("F", 4)],
    "9": [h("R", 4), n(8, "C", 2), h("E", 4), h("W", 4)],
    "10": [h("0", 4), n(8, "D", 2), h("S", 4), h("N", 4)],
    "11": [n(1, "D", 3), n(1, "B", 3), n(1, "C", 3), h("N", 3), h("F", 2)],
    "12": [n(4, "D", 3), n(4, "B", 3), n(4, "C", 3), h("S", 3), h("F", 2)],
    "13": [n(9, "D", 3), n(9, "B", 3), n(9, "C", 3), h("E", 3), h("F", 2)],
    "14": [n(1, "D", 3), n(9, "C", 3), n(4, "B", 3), n(5, "B", 3), h("F", 2)],
}


def _set_manual(row: str) -> Row:
    yield SET_MANUAL[row]


def free_suits_of_manual(row: str) -> set[Groups]:
    """List a row of the manual in all suits that differ as printed, dragons with their suits."""
    dragons = {"B": "G", "C": "R", "D": "0"}
    found = set()
    for moved in permutations(SUITS):
        suit = dict(zip(SUITS, moved, strict=True))
        tiles = {f"{x}{old}": f"{x}{suit[old]}" for x in NUMBERS for old in SUITS}
        tiles |= {dragons[old]: dragons[suit[old]] for old in SUITS}
        hand = [tuple(sorted(tiles.get(code, code) for code in group)) for group in SET_MANUAL[row]]
        found.add(tuple(sorted(hand)))
    return found


# --- Hoyle's typical list ---------------------------------------------------------------------------------------------


def _hoyle(row: str) -> Row:
    match row:
        case "1a" | "1b":
            winds = "NS" if row == "1a" else "EW"
            for x, a in product(NUMBERS, SUITS):
                if x % 2 == (row == "1a"):
                    yield [h(winds[0], 4), h(winds[1], 4), n(x, a, 6)]
        case "2a" | "2b":
            winds = "NS" if row == "2a" else "EW"
            for kong in any_dragons(4):
                yield [h(winds[0], 5), h(winds[1], 5), kong]
        case "3a" | "3b":
            for a in SUITS:
                yield [n(x, a, 4 if x in {3, 7} else 5) for x in ((1, 3, 5) if row == "3a" else (5, 7, 9))]
        case "4":
            for kongs, x, pungs in product(combinations(any_dragons(4), 2), NUMBERS, combinations(SUITS, 2)):
                yield [*kongs, *(n(x, suit, 3) for suit in pungs)]
        case "5a" | "5b" | "5c" | "5d":
            low, high, between = {"5a": (3, 9, 6), "5b": (5, 7, 6), "5c": (6, 8, 7), "5d": (7, 9, 8)}[row]
            for a, b, c in three_suits():
                yield [n(low, a, 5), n(high, b, 5), n(between, c, 4)]
        case "6":
            for x, y in permutations(NUMBERS, 2):
                if x + y <= 9:
                    yield from ([n(x, a, 5), n(y, b, 5), n(x + y, c, 4)] for a, b, c in three_suits())
        case "7":
            yield [h("N", 6), h("S", 6), h("E", 1), h("W", 1)]
        case "8a" | "8b":
            low, high = (1, 9) if row == "8a" else (2, 8)
            for (a, b), kong in product(two_suits(), any_dragons(4)):
                yield [n(low, a, 5), n(high, b, 5), kong]
        case "8c":
            for x, (a, b), kong in product(NUMBERS, combinations(SUITS, 2), any_dragons(4)):
                yield [n(x, a, 5), n(x, b, 5), kong]
        case "9a" | "9b":
            yield [*any_dragons(4), h("N" if row == "9a" else "S", 2)]
        case "9c":
            for kongs, x, a in product(combinations(any_dragons(4), 2), (3, 6, 9), SUITS):
                yield [*kongs, n(x, a, 6)]
        case "10":
            for x in range(4, 10):
                yield from ([n(x, a, 6), n(x, b, 6), digits(str(x * x), c)] for a, b, c in three_suits())
        case "11a" | "11b":
            low, high = (1, 9) if row == "11a" else (2, 8)
            for (a, b), pair in product(two_suits(), any_dragons(2)):
                yield [n(low, a, 6), n(high, b, 6), pair]
        case "12":
            for x in range(5, 9):
                yield from ([n(x, a, 6), n(x + 1, b, 6), digits(str(2 * x + 1), c)] for a, b, c in three_suits())
        case "13":
            yield [h("R", 5), h("G", 5), h("0", 4)]


# --- the practice card ------------------------------------------------------------------------------------------------


def _practice(row: str) -> Row:
    number = int(row.rstrip("ab"))
    if number <= 7:
        yield from _year_and_steps(row)
    elif number <= 12:
        yield from _runs(number)
    elif number <= 18:
        yield from _like_numbers(number)
    else:
        yield from _others(row)


def _year_and_steps(row: str) -> Row:
    for a, b, c in three_suits():
        match row:
            case "1":
                yield [h("F", 4), digits("1920", a), n(1, b, 3), n(9, b, 3)]
            case "2":
                yield [n(1, a, 2), n(9, b, 4), n(2, c, 3), h("0", 5)]
            case "3":
                yield [tuple(WINDS), digits("1920", a), n(2, b, 4), n(2, c, 2)]
            case "4":
                yield [n(2, a, 2), n(4, a, 3), n(6, a, 2), n(8, b, 3), n(8, c, 4)]
            case "5":
                yield [h("F", 2), n(2, a, 4), d(a, 4), n(8, b, 4)]
            case "6":
                yield [n(1, a, 2), n(3, a, 3), n(5, a, 4), n(7, b, 3), n(9, b, 2)]
            case "7a":
                yield [digits("135", a), n(5, b, 4), n(7, b, 4), n(9, c, 3)]
            case "7b":
                yield [digits("579", a), n(1, b, 4), n(3, b, 4), n(5, c, 3)]


def _runs(number: int) -> Row:
    for (a, b, c), x in product(three_suits(), NUMBERS):
        match number:
            case 8 if x <= 4:
                yield [digits(f"{x}{x + 1}{x + 2}", a), n(x + 3, a, 4), n(x + 4, b, 4), n(x + 5, c, 3)]
            case 9 if x <= 7:
                yield [h("F", 3), n(x, a, 2), n(x + 1, a, 3), n(x + 2, a, 4), d(a, 2)]
            case 10 if x <= 6:
                run = digits(f"{x}{x + 1}{x + 2}{x + 3}", a)
                yield from ([h("F", 2), run, n(y, b, 4), n(y, c, 4)] for y in range(x, x + 4))
            case 11 if x <= 5:
                yield [n(x, a, 2), n(x + 1, b, 2), n(x + 2, a, 3), n(x + 3, b, 3), n(x + 4, c, 4)]
            case 12 if x <= 6:
                yield [n(x, a, 3), n(x + 1, a, 3), n(x + 2, b, 4), n(x + 3, b, 4)]


def _like_numbers(number: int) -> Row:
    for (a, b, c), x in product(three_suits(), NUMBERS):
        match number:
            case 13:
                yield [n(x, a, 4), d(a, 3), n(x, b, 4), d(b, 3)]
            case 14 if x % 2:
                yield from ([h(wind, 3), n(x, a, 3), n(x, b, 4), n(x, c, 4)] for wind in WINDS)
            case 15:
                yield [h("F", 4), n(x, a, 2), n(x, b, 3), n(x, c, 5)]
            case 16 if x % 2 == 0:
                yield [h("F", 4), n(x, a, 3), n(x, b, 3), n(x, c, 4)]
            case 17 if x == 1:
                yield [h("F", 3), n(3, a, 2), n(6, b, 4), n(9, a, 2), d(b, 3)]
            case 18 if x in {3, 6, 9}:
                for y, suits in product((3, 6, 9), product(SUITS, repeat=3)):
                    if x != y:
                        yield [digits("369", suits[0]), n(x, suits[1], 5), n(y, suits[2], 4), h("F", 2)]


def _others(row: str) -> Row:
    match row:
        case "19" | "20":
            for x, y in permutations(NUMBERS, 2):
                for a, b, c in three_suits():
                    if row == "19" and x + y <= 9:
                        yield [h("F", 2), n(x, a, 4), n(y, b, 4), n(x + y, c, 4)]
                    elif row == "20" and x * y > 10 and "0" not in str(x * y):
                        yield [h("F", 4), n(x, a, 4), n(y, b, 4), digits(str(x * y), c)]
        case "21":
            for pair in any_dragons(2):
                yield [h("N", 4), h("E", 2), h("W", 2), h("S", 4), pair]
        case "22":
            for winds, dragons in product(combinations(WINDS, 2), combinations(DRAGONS, 2)):
                yield [*(h(wind, 4) for wind in winds), *(h(dragon, 3) for dragon in dragons)]
        case "23a" | "23b":
            yield [*any_dragons(2), *(h(wind, 4) for wind in ("NS" if row == "23a" else "EW"))]
        case "24":
            for a, b, c in three_suits():
                yield [h("F", 2), n(2, a, 4), n(5, b, 4), n(8, c, 4)]
        case "25":
            for (a, b), x in product(two_suits(), NUMBERS):
                yield [h("F", 4), d(a, 2), n(x, a, 4), n(x, b, 4)]
        case "26":
            kinds = [*(f"{x}{a}" for x in NUMBERS for a in SUITS), *WINDS, *DRAGONS]
            for first, second in combinations(kinds, 2):
                yield [h(first, 6), h(second, 6), h("F", 2)]
        case "27":
            for a in SUITS:
                yield [h("F", 2), *(n(x, a, 2) for x in (1, 3, 5, 7, 9)), d(a, 2)]
        case "28":
            for a in SUITS:
                yield [*(h(wind, 2) for wind in WINDS), digits("1920", a), h("F", 2)]
        case "29":
            for a, b in two_suits():
                yield [*(n(x, a, 2 - x % 2) for x in range(1, 8)), n(8, b, 2), n(9, b, 2)]


CARDS: dict[str, Callable[[str], Row]] = {"set-manual": _set_manual, "hoyle-league": _hoyle, "practice": _practice}
