"""Read lines of a card and judge racks by `docs/card-language.md` alone, slowly and apart from the program.

`printed_lines` lists every concrete hand of a line by trying all suits and all numbers. `judged` tries every concrete
hand on a rack. Nothing here uses the code under test: tiles are their codes, racks lists of codes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Final, NamedTuple

DRAGON: Final = {"B": "G", "C": "R", "D": "0"}
WINDS: Final = "NEWS"
SUITED: Final = [f"{number}{suit}" for suit in "BCD" for number in range(1, 10)]
NATURALS: Final = [*SUITED, *WINDS, *"RG0F"]
_LINE: Final = re.compile(
    r"(?P<hand>.*?)(?: \((?P<rules>[^)]*)\))? (?P<kind>[xc])(?P<value>\d+)(?P<flags>(?: .*)?)", re.DOTALL
)
_FACE: Final = re.compile(r"[XYUV]\+[1-8]|.")


def copies(code: str) -> int:
    """Return how many of this tile a set holds."""
    return 8 if code in {"F", "J"} else 4


class Table(NamedTuple):
    """What a rule set says of jokers and exposures, from the sources."""

    pairs: bool
    singles: bool
    unlike: bool
    wild_flowers: bool
    smallest: int
    natural: bool
    used_spoils: bool
    colours: bool

    def takes(self, group: Sequence[str]) -> bool:
        """Say whether a joker may stand in a group."""
        if len(set(group)) > 1:
            return self.unlike
        return len(group) > 2 or (self.pairs if len(group) == 2 else self.singles)


TABLES: Final = {
    # "The BIG JOKERS may be used to replace any tile ... in any hand"; "is not considered a JOKERLESS hand"
    "nmjl-1976": Table(True, True, True, False, 3, True, True, False),
    # "jokers cannot be used to complete a pair"; "If you use Bams and Dragons in the same hand"
    "set-manual": Table(False, True, True, False, 3, True, False, True),
    # "in a group of 3 or more LIKE tiles"; "A group may consist of all jokers"
    "modern-american": Table(False, False, False, False, 3, False, False, False),
    # "flowers are wild"; "only to complete a kong, quaint, or sextette"
    "hoyle-league": Table(True, True, True, True, 4, True, False, False),
}


class Group(NamedTuple):
    """A group of a concrete hand; ``bare`` takes no joker by the card."""

    tiles: tuple[str, ...]
    bare: bool


Hand = tuple[Group, ...]


@dataclass(frozen=True)
class Printed:
    """One alternative of a line, and all hands that it means with the number of each tile."""

    number: str
    concealed: bool
    value: int
    no_jokers: bool
    bonuses: Mapping[str, int]
    counts: Mapping[Hand, Counter[str]]


def printed_lines(lines: Iterable[str], most: int) -> list[Printed]:
    """Return the alternatives of all lines; raise `OverflowError` where one takes more than ``most`` tries."""
    found = []
    for number, line in enumerate(lines, start=1):
        match = _LINE.fullmatch(line)
        assert match is not None, line
        rules = [rule.strip() for rule in (match["rules"] or "").split(",") if rule]
        flags = match["flags"]
        bonuses = {when: int(points) for points, when in re.findall(r"\+(\d+) if (\w+)", flags)}
        hands = match["hand"].split(" -or- ")
        for letter, hand in zip("abcdefgh" if len(hands) > 1 else [""], hands, strict=False):
            bare = "nojoker" in flags
            meant = {one: Counter(_tiles(one)) for one in _hands(hand.split(), rules, bare, most)}
            number_and_letter = f"{number}{letter}"
            found.append(Printed(number_and_letter, match["kind"] == "c", int(match["value"]), bare, bonuses, meant))
    return found


# --- the hands of a line ----------------------------------------------------------------------------------------------


class _Spelled(NamedTuple):
    faces: tuple[str, ...]
    suit: str
    bare: bool


def _spelled(text: str) -> _Spelled:
    bare = text.endswith("!")
    text = text.removesuffix("!")
    suit = text[-1] if text[-1] in "abcBCD*" else ""
    return _Spelled(tuple(_FACE.findall(text.removesuffix(suit))), suit, bare)


def _is_year(group: _Spelled) -> bool:
    return len(group.faces) == 4 and "".join(group.faces).isdigit() and "".join(group.faces)[:2] in {"19", "20"}


def _hands(texts: Sequence[str], rules: Sequence[str], bare: bool, most: int) -> Iterator[Hand]:
    """Yield each hand once for every way to choose suits, numbers, years and tiles."""
    groups = [_spelled(text) for text in texts]
    years = re.findall(r"any year(?: (\d+)-(\d+))?", ", ".join(rules))
    tried = 0
    for dated in _dated(groups, *(years[0] if years and any(map(_is_year, groups)) else (None, None))):
        faces = [face for group in dated for face in group.faces]
        letters = sorted({face[0] for face in faces if face[0] in "XYUV"})
        digits = {int(face) for face in faces if face in "123456789" and face}
        slides = ("run" in rules and digits) or ("like" in rules and len(digits) == 1)
        for shift in range(-8, 9) if slides else [0]:
            if digits and not all(1 <= digit + shift <= 9 for digit in digits):
                continue
            for numbers in product(range(1, 10), repeat=len(letters)):
                said = dict(zip(letters, numbers, strict=True))
                if not all(_keeps(rule, said, digits if slides else set(), digits, shift) for rule in rules):
                    continue
                for suits in _dealt(dated, rules):
                    ways = [_ways(group, said, shift, suits) for group in dated]
                    for tiles in product(*ways):
                        tried += 1
                        if tried > most:
                            raise OverflowError
                        hand = [Group(one, bare or group.bare) for one, group in zip(tiles, dated, strict=True)]
                        if _stands(hand, differ="differ" in rules):
                            yield tuple(sorted(Group(tuple(sorted(one.tiles)), one.bare) for one in hand))


def _dated(groups: list[_Spelled], first: str | None, last: str | None) -> Iterator[list[_Spelled]]:
    """Yield the groups with each printed year replaced by a year of its own."""
    if first is None:
        yield groups
        return
    printed = sorted({group.faces for group in groups if _is_year(group)})
    for chosen in permutations(range(int(first or 1900), int(last or 2099) + 1), len(printed)):
        year = {old: tuple(str(new)) for old, new in zip(printed, chosen, strict=True)}
        yield [group._replace(faces=year.get(group.faces, group.faces)) for group in groups]


def _keeps(rule: str, said: Mapping[str, int], moved: set[int], digits: set[int], shift: int) -> bool:
    """Say whether numbers for the letters, and for printed numbers that move, keep a rule that can speak of them."""
    words = rule.replace("=", " = ").replace("+", " + ").replace("*", " * ").split()
    if any(word in "XYUV" and word not in said for word in "".join(words) if word.isupper()):
        return True
    match words:
        case ["odd" | "even" as kind]:
            return all(n % 2 == (kind == "odd") for n in [*said.values(), *(digit + shift for digit in moved)])
        case [letter, "odd" | "even" as kind]:
            return said[letter] % 2 == (kind == "odd")
        case [letter, "in", "run"]:
            return not moved or said[letter] - shift in digits
        case [letter, "in", *numbers]:
            return str(said[letter]) in numbers
        case [first, "not", second]:
            return said[first] != said[second]
        case [left, "=", first, sign, second]:
            one, two = (said[term] if term in said else int(term) for term in (first, second))
            return int("".join(str(said[letter]) for letter in left)) == (one + two if sign == "+" else one * two)
        case _:
            return True


def _dealt(groups: Sequence[_Spelled], rules: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield a suit for each suit letter: a, b and c differ, and so do B, C and D, which are themselves unless free."""
    used = [suit for suit in "abc" if any(group.suit == suit for group in groups)]
    for free in permutations("BCD", len(used)):
        for named in permutations("BCD") if "suits free" in rules else [tuple("BCD")]:
            yield dict(zip(used, free, strict=True)) | dict(zip("BCD", named, strict=True))


def _ways(group: _Spelled, said: Mapping[str, int], shift: int, suits: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Return the tiles that a group may be."""
    if group.faces[0] in "ZA":
        return [(kind,) * len(group.faces) for kind in (WINDS if group.faces[0] == "Z" else NATURALS)]
    found = []
    for suit in "BCD" if group.suit == "*" else [suits.get(group.suit, "")]:
        tiles = []
        for face in group.faces:
            if face == "D":
                tiles.append(DRAGON[suit])
            elif face in "123456789":
                tiles.append(f"{int(face) + shift}{suit}")
            elif face[0] in "XYUV":
                number = said[face[0]] + int(face[2:] or 0)
                tiles.append(f"{number}{suit}" if number < 10 else "")
            else:
                tiles.append(face)
        if all(tiles):
            found.append(tuple(tiles))
    return list(dict.fromkeys(found))


def _stands(hand: Sequence[Group], *, differ: bool) -> bool:
    """Say whether the groups differ where they must, and whether a set with eight jokers can build the hand."""
    if differ and sum(len(set(group.tiles)) for group in hand) > len({code for group in hand for code in group.tiles}):
        return False
    whole = Counter(code for group in hand for code in group.tiles)
    bare = Counter(code for group in hand if group.bare for code in group.tiles)
    short = sum(max(0, number - copies(code)) for code, number in whole.items() if code != "J")
    return short + whole["J"] <= 8 and all(number <= copies(code) for code, number in bare.items())


# --- racks ------------------------------------------------------------------------------------------------------------


class Rack(NamedTuple):
    """Exposures, concealed tiles, whether the last concealed tile is a called discard, whether a joker was used."""

    exposures: tuple[tuple[str, ...], ...]
    concealed: tuple[str, ...]
    called: bool = False
    joker_was_used: bool = False

    @property
    def tiles(self) -> tuple[str, ...]:
        """All tiles."""
        return (*(code for exposure in self.exposures for code in exposure), *self.concealed)


class Judged(NamedTuple):
    """The hands that a rack makes, with their values; else how far it is from each hand within reach.

    ``faulty``: some tile or exposure keeps it from every hand. ``barred``: the hands that its tiles are, and
    that a rule forbids.
    """

    wins: dict[str, int]
    away: dict[str, int]
    faulty: bool
    barred: set[str]


def judged(printed: Sequence[Printed], rack: Rack, table: Table, *, distances: bool = True) -> Judged:
    """Judge a rack by trying every concrete hand; without ``distances`` only those that its tiles fit."""
    wild = {"J", "F"} if table.wild_flowers else {"J"}
    held = Counter(rack.tiles)
    sizes = {whole.total() for one in printed for whole in one.counts.values()}
    dead = rack.called and rack.concealed[-1] == "J"
    impossible = any(held[code] > copies(code) for code in held)
    impossible |= not all(_may_lie(exposure, wild, table) for exposure in rack.exposures)
    faulty = impossible or dead or len(rack.tiles) not in sizes
    naturals = {code: number for code, number in held.items() if code not in wild}
    wins, away = {}, {}
    barred: set[str] = set()
    for one in printed:
        playable = not (one.concealed and rack.exposures)
        playable &= not (one.no_jokers and rack.joker_was_used and table.used_spoils)
        near = []
        for hand in one.counts:
            whole = one.counts[hand]
            fits = whole.total() == len(rack.tiles) and all(whole[code] >= naturals[code] for code in naturals)
            if not fits and not distances:
                continue
            clash = table.colours and _clashes(hand)
            fits &= not clash
            for rest in _beside(hand, rack.exposures, wild, table) if playable and not impossible else ():
                hard, far = _away(rest, rack, held, dead, table)
                complete = far == 0 and sum(len(group.tiles) for group in rest) == len(rack.concealed)
                fits &= hard > 0
                if clash:
                    barred |= {one.number} if complete else set()
                elif far is not None:
                    near.append(far)
                    if complete and not faulty:
                        wins[one.number] = _worth(one, rack, table)
            barred |= {one.number} if fits else set()
        if near:
            away[one.number] = min(near)
    return Judged(wins, away, faulty, barred)


def _tiles(hand: Hand) -> list[str]:
    return [code for group in hand for code in group.tiles]


def _clashes(hand: Hand) -> bool:
    """Say whether a dragon of a hand stands beside another suit; a zero in a group of different tiles has none."""
    suits = {code[1] for code in _tiles(hand) if len(code) == 2}
    dragons = {
        code
        for group in hand
        for code in group.tiles
        if code in "RG0" and not (code == "0" and len(set(group.tiles)) > 1)
    }
    return any(DRAGON[suit] != dragon for suit in suits for dragon in dragons)


def _worth(one: Printed, rack: Rack, table: Table) -> int:
    jokerless = "J" not in rack.tiles and not (rack.joker_was_used and table.used_spoils)
    earned = {"concealed": not rack.exposures, "jokerless": jokerless}
    return one.value + sum(points for when, points in one.bonuses.items() if earned[when])


def _may_lie(exposure: Sequence[str], wild: set[str], table: Table) -> bool:
    """Say whether tiles may be one exposure of any hand."""
    kinds = {code for code in exposure if code not in wild}
    if len(exposure) < table.smallest or len(kinds) > 1:
        return False
    return bool(kinds) or not table.natural or "F" in exposure


def _beside(
    hand: Hand, exposures: Sequence[tuple[str, ...]], wild: set[str], table: Table
) -> Iterator[tuple[Group, ...]]:
    """Yield the groups that are left for the concealed tiles, for each way to take the exposures as whole groups."""
    if not exposures:
        yield hand
        return
    first, rest = exposures[0], exposures[1:]
    for at, group in enumerate(hand):
        kind = group.tiles[0]
        if at and hand[at - 1] == group:
            continue
        if len(set(group.tiles)) > 1 or len(group.tiles) != len(first) or len(first) < table.smallest or kind == "J":
            continue
        strange = [code for code in first if code != kind]
        if any(code not in wild for code in strange) or (strange and (group.bare or not table.takes(group.tiles))):
            continue
        # A wild flower that was called is the natural tile of its exposure.
        if table.natural and len(strange) == len(first) and "F" not in first:
            continue
        yield from _beside((*hand[:at], *hand[at + 1 :]), rest, wild, table)


def _away(rest: Sequence[Group], rack: Rack, held: Counter[str], dead: bool, table: Table) -> tuple[int, int | None]:
    """Count the tiles to add where no joker may be, and all to add; None where the set has too few left."""
    bare: Counter[str] = Counter()
    open_: Counter[str] = Counter()
    for group in rest:
        (open_ if not group.bare and table.takes(group.tiles) and group.tiles[0] != "J" else bare).update(group.tiles)
    has = Counter(rack.concealed)
    has["J"] -= dead
    pool = max(0, has["J"] - bare["J"])
    if table.wild_flowers:
        pool += max(0, has["F"] - bare["F"] - open_["F"])
    hard = {code: max(0, number - has[code]) for code, number in bare.items()}
    soft = {code: max(0, number - max(0, has[code] - bare[code])) for code, number in open_.items()}
    left = {code: max(0, copies(code) - held[code]) - hard.get(code, 0) for code in {*hard, *soft, "J", "F"}}
    needed = sum(hard.values())
    if any(number < 0 for number in left.values()):
        return needed, None
    lacking = max(0, sum(soft.values()) - pool)
    to_come = left["J"] + sum(min(number, left[code]) for code, number in soft.items())
    if table.wild_flowers:
        to_come += max(0, left["F"] - soft.get("F", 0))
    return needed, None if lacking > to_come else needed + lacking
