"""Expand a printed hand into every concrete hand that it means.

A concrete hand is a tuple of packed groups (`rules.card.packed_groups`), in the order of the pattern's groups. Hands
that differ only in the order of their groups are one hand. Hands that no tile set could build, even with all eight
jokers, are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations_with_replacement, permutations, product
from math import comb, prod
from typing import Final

from rules.card.packed_groups import SIZE_BITS, SIZE_MASK, GroupId, pack, tile_counts
from rules.card.pattern import (
    ANY_SUIT,
    LETTERS,
    NAMED_SUITS,
    NUMBERS,
    UNKNOWN_SUITS,
    Among,
    AnyYear,
    Equation,
    Face,
    GroupPattern,
    HandPattern,
    OfRun,
    Parity,
    Slide,
    Unequal,
    Word,
)
from rules.tiles import ALL_TILES, COPIES_OF_ALL, DRAGON_OF_SUIT, JOKER, SUITS, WINDS, Tile, copies

MOST_HANDS: Final = 100_000
"""Most combinations to try for one hand; far above the need of any known card."""

_TRIED: Final = 4
"""Tries of numbers for letters that take as long as one combination."""

ConcreteHand = tuple[GroupId, ...]

_Choices = tuple[tuple[GroupId, ...], bool]
"""The groups that a printed group may be, and whether it takes naturals only."""

_DRAGONS: Final = tuple(DRAGON_OF_SUIT[suit].index for suit in SUITS)
_WINDS: Final = tuple(tile.index for tile in WINDS)
_ANY: Final = tuple(tile.index for tile in ALL_TILES if tile is not JOKER)
_FREE_FACES: Final = {"Z": _WINDS, "A": _ANY}


class ExpansionError(Exception):
    """A pattern that means no hand (``no-hand``) or too many to list (``too-many-hands``)."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Budget:
    """The work left for all hands of a card together, in combinations to try."""

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, work: int) -> None:
        """Use up some work; raise `ExpansionError` (``too-many-hands``) where too little is left."""
        self.left -= work
        if self.left < 0:
            raise ExpansionError("too-many-hands", "the hands of this card take too many combinations to list")


def expand(pattern: HandPattern, budget: Budget | None = None) -> tuple[ConcreteHand, ...]:
    """Return every concrete hand of a pattern, in a fixed order; raise `ExpansionError`.

    ``budget`` is the budget of the whole card.
    """
    hard = tuple(pattern.no_jokers or group.natural_only for group in pattern.groups)
    mixed = any(hard) and not all(hard)
    differ = Word("differ") in pattern.rules
    found: dict[tuple[int, ...], ConcreteHand] = {}
    lacking: ConcreteHand | None = None
    for hand in _hands(pattern, budget):
        # Where some groups take jokers and others not, the key has to tell them apart.
        marked = [group * 2 + flag for group, flag in zip(hand, hard, strict=True)] if mixed else hand
        key = tuple(sorted(marked))
        if key not in found and (not differ or _groups_differ(hand)) and _buildable(hand, hard):
            found[key] = hand
        lacking = lacking or hand
    if not found:
        raise ExpansionError("no-hand", f"no set of tiles could build this hand{_why(lacking, hard)}")
    return tuple(found.values())


_TAKES_A_YEAR: Final = 4
"""Combinations that take as long as writing a year into a hand."""


def _hands(pattern: HandPattern, budget: Budget | None) -> Iterator[ConcreteHand]:
    """Yield the hands of a pattern, one year after another where it leaves the year open."""
    rule = next((rule for rule in pattern.rules if isinstance(rule, AnyYear)), None)
    printed = list(dict.fromkeys(group.year for group in pattern.groups if group.year is not None))
    if rule is None or not printed:
        yield from _Plan(pattern).hands(budget)
        return
    rest = tuple(other for other in pattern.rules if other is not rule)
    plain = not any(_chooses(group) or group.letters for group in pattern.groups)
    tried = 0
    for years in permutations(range(rule.first, rule.last + 1), len(printed)):
        chosen = dict(zip(printed, years, strict=True))
        groups = tuple(_in_year(group, chosen) for group in pattern.groups)
        hands = list(_Plan(replace(pattern, groups=groups, rules=rest)).hands(None if plain else budget))
        tried += len(hands)
        if tried > MOST_HANDS:
            message = (
                f"the hand takes more than {MOST_HANDS} combinations to list; name fewer years, "
                "as in any year 2001-2026"
            )
            raise ExpansionError("too-many-hands", message)
        if budget is not None and plain:
            budget.take(_TAKES_A_YEAR + len(hands))
        yield from hands


def _in_year(group: GroupPattern, chosen: Mapping[int, int]) -> GroupPattern:
    """Return a group with its year, if it spells one, replaced by the chosen one."""
    if group.year is None:
        return group
    return replace(group, faces=tuple(map(Face, str(chosen[group.year]))))


def _why(hand: ConcreteHand | None, hard: Sequence[bool]) -> str:
    """Say why a pattern means no hand: too many of a tile, with ``hard`` groups without jokers, or its rules."""
    if hand is None:
        return " under its rules"
    said = too_many_of(hand, hard) or too_many_of(hand, [True] * len(hand))
    return f": {said}" if said else " under its rules"


def too_many_of(hand: ConcreteHand, hard: Sequence[bool]) -> str:
    """Say which tile a hand needs more often than a set holds; return an empty text where there is none.

    ``hard`` groups take no joker; in the other groups up to eight jokers make up for missing tiles.
    """
    natural: Counter[int] = Counter()
    whole: Counter[int] = Counter()
    for group, is_hard in zip(hand, hard, strict=True):
        for index, number in tile_counts(group):
            whole[index] += number
            natural[index] += number if is_hard else 0
    for index, number in whole.items():
        most = COPIES_OF_ALL[index]
        if index == JOKER.index and number > most:
            return f"it has {number} jokers; a set has {most}"
        if natural[index] > most:
            return f"it needs {natural[index]} of {ALL_TILES[index].code} without a joker; a set has {most}"
        if number > most + COPIES_OF_ALL[JOKER.index]:
            return f"it has {number} of {ALL_TILES[index].code}; a set has {most}, and {copies(JOKER)} jokers"
    return ""


def _groups_differ(hand: ConcreteHand) -> bool:
    kinds = [index for group in hand for index, _ in tile_counts(group)]
    return len(set(kinds)) == len(kinds)


def _buildable(hand: ConcreteHand, hard: Sequence[bool]) -> bool:
    """Say whether a tile set holds the tiles, with jokers for the copies that it lacks."""
    kinds = {group >> SIZE_BITS for group in hand}
    if len(kinds) == len(hand) and all(group > 0 and group & SIZE_MASK <= 4 for group in hand):
        return True
    needed: dict[int, int] = {}
    for group in hand:
        for index, number in tile_counts(group):
            needed[index] = needed.get(index, 0) + number
    missing = sum(number - COPIES_OF_ALL[index] for index, number in needed.items() if number > COPIES_OF_ALL[index])
    if not missing:
        # Nearly every hand ends here: it needs no joker, so the groups that take none make no difference.
        return True
    natural = Counter({JOKER.index: needed.get(JOKER.index, 0)})
    for group, flag in zip(hand, hard, strict=True):
        if flag:
            natural.update({index: number for index, number in tile_counts(group) if index != JOKER.index})
    return missing + needed.get(JOKER.index, 0) <= copies(JOKER) and all(
        number <= COPIES_OF_ALL[index] for index, number in natural.items()
    )


class _Plan:
    """Lists the hands of a pattern from choices that the whole hand shares and choices of single groups.

    The whole hand shares one shift of the printed numbers, one number for each letter that ties groups together, and
    one deal of the unknown suits. A group of any suit, wind or tile chooses for itself; so does a letter that stands in
    such a group only. Groups with the same choices are combined, not permuted.
    """

    def __init__(self, pattern: HandPattern) -> None:
        self._groups = pattern.groups
        self._rules = pattern.rules
        self._free = [index for index, group in enumerate(pattern.groups) if _chooses(group)]
        self._tied = [index for index in range(len(pattern.groups)) if index not in self._free]
        self._own = {index: self._own_letters(index) for index in self._free}
        owned = "".join(self._own.values())
        used = dict.fromkeys(letter for group in pattern.groups for letter in group.letters)
        self._shared = [letter for letter in used if letter not in owned]

    def _own_letters(self, index: int) -> str:
        elsewhere = {letter for other, group in enumerate(self._groups) if other != index for letter in group.letters}
        for rule in self._rules:
            if isinstance(rule, Unequal):
                elsewhere |= {rule.first, rule.second}
            elif isinstance(rule, Equation):
                elsewhere |= set(rule.letters)
        return "".join(letter for letter in self._groups[index].letters if letter not in elsewhere)

    def hands(self, budget: Budget | None) -> Iterator[ConcreteHand]:
        """Yield hands, some of them more than once; raise `ExpansionError` (``too-many-hands``)."""
        deals = self._deals()
        tried = 0
        for shift in self._shifts():
            if budget is not None:
                budget.take(self._steps(self._shared, shift))
            for numbers in self._numbers(shift):
                if budget is not None:
                    # Finding the choices of a group takes as long as several combinations.
                    budget.take(10 * len(self._groups) + sum(self._steps(own, shift) for own in self._own.values()))
                tied = [_by_suit(self._groups[index], shift, numbers) for index in self._tied]
                free = [self._choices(index, shift, numbers) for index in self._free]
                if not all(tied) or not all(choices for choices, _ in free):
                    continue
                tried += len(deals) * _count(free)
                if tried > MOST_HANDS:
                    message = (
                        f"the hand takes more than {MOST_HANDS} combinations to list; name more of its suits or numbers"
                    )
                    raise ExpansionError("too-many-hands", message)
                if budget is not None:
                    budget.take(len(deals) * _count(free))
                yield from self._combine(deals, tied, free)

    def _combine(
        self, deals: list[tuple[int, ...]], tied: list[tuple[GroupId, ...]], free: list[_Choices]
    ) -> Iterator[ConcreteHand]:
        slots = [_SLOTS[self._groups[index].suit] for index in self._tied]
        columns = list(zip(tied, slots, strict=True))
        if not free:
            for deal in deals:
                yield tuple([column[deal[slot]] for column, slot in columns])
            return
        order = self._order(free)
        chosen = list(_combinations(free))
        for deal in deals:
            start = [column[deal[slot]] for column, slot in columns]
            for choice in chosen:
                hand = (*start, *choice)
                yield tuple([hand[place] for place in order])

    def _order(self, free: list[_Choices]) -> list[int]:
        """Return, for each group of the pattern, its place in the tied groups followed by the chosen groups."""
        placed = self._tied + [self._free[place] for place in chain.from_iterable(_alike(free).values())]
        return [placed.index(index) for index in range(len(self._groups))]

    def _printed(self) -> list[int]:
        return [int(symbol) for group in self._groups for symbol in group.symbols if symbol in NUMBERS]

    def _shifts(self) -> list[int]:
        digits = self._printed()
        if not any(isinstance(rule, Slide) for rule in self._rules):
            return [0]
        kinds = [rule for rule in self._rules if isinstance(rule, Parity) and not rule.letter]
        return [
            shift
            for shift in range(1 - min(digits), 10 - max(digits))
            if all(kind.allows(digit + shift) for kind in kinds for digit in digits)
        ]

    def _range(self, letter: str, shift: int) -> list[int]:
        numbers = list(range(1, 10))
        for rule in self._rules:
            if isinstance(rule, Among) and rule.letter == letter:
                numbers = [number for number in numbers if number in rule.numbers]
            elif isinstance(rule, OfRun) and rule.letter == letter:
                numbers = [number for number in numbers if number - shift in self._printed()]
            elif isinstance(rule, Parity) and rule.letter in ("", letter):
                numbers = [number for number in numbers if rule.allows(number)]
        return numbers

    def _steps(self, letters: Iterable[str], shift: int) -> int:
        """Return the work of trying every number of some letters, however few of them fit the rules."""
        return prod(len(self._range(letter, shift)) for letter in letters) // _TRIED

    def _numbers(self, shift: int) -> Iterator[dict[str, int]]:
        """Yield numbers for the letters that groups share."""
        ties = [rule for rule in self._rules if isinstance(rule, Unequal | Equation)]
        for values in product(*(self._range(letter, shift) for letter in self._shared)):
            numbers = dict(zip(self._shared, values, strict=True))
            if all(rule.holds(numbers) for rule in ties):
                yield numbers

    def _deals(self) -> list[tuple[int, ...]]:
        """Return the ways to deal suits to the slots a, b, c, then to B, C, D."""
        suits = {group.suit for group in self._groups}
        unknown = [suit for suit in UNKNOWN_SUITS if suit in suits]
        named = permutations(range(3)) if Word("suits free") in self._rules else [(0, 1, 2)]
        deals = []
        for dealt, names in product(permutations(range(3), len(unknown)), named):
            places = dict(zip(unknown, dealt, strict=True))
            deals.append((*(places.get(suit, 0) for suit in UNKNOWN_SUITS), *names))
        return deals

    def _choices(self, index: int, shift: int, shared: Mapping[str, int]) -> _Choices:
        group, own = self._groups[index], self._own[index]
        found: dict[GroupId, None] = {}
        for values in product(*(self._range(letter, shift) for letter in own)):
            numbers = {**shared, **dict(zip(own, values, strict=True))}
            if group.faces[0].symbol in _FREE_FACES:
                options = tuple(pack([tile] * len(group.faces)) for tile in _FREE_FACES[group.faces[0].symbol])
            else:
                options = _by_suit(group, shift, numbers)
            found.update(dict.fromkeys(options))
        return tuple(found), group.natural_only


_SLOTS: Final = {**{suit: slot for slot, suit in enumerate(UNKNOWN_SUITS + NAMED_SUITS)}, "": 0}


def _chooses(group: GroupPattern) -> bool:
    return group.suit == ANY_SUIT or group.faces[0].symbol in _FREE_FACES


def _by_suit(group: GroupPattern, shift: int, numbers: Mapping[str, int]) -> tuple[GroupId, ...]:
    """Return the group in Bams, Craks and Dots; nothing where a number would leave 1 to 9."""
    if group.alike and group.faces[0].symbol in NUMBERS:
        # Most groups of most cards: one printed number, several times.
        first = int(group.faces[0].symbol) + shift - 1
        size = len(group.faces)
        return (first << SIZE_BITS | size, first + 9 << SIZE_BITS | size, first + 18 << SIZE_BITS | size)
    found = []
    for suit in range(3):
        tiles = []
        for face in group.faces:
            if face.symbol == "D":
                tiles.append(_DRAGONS[suit])
            elif face.symbol in NUMBERS or face.symbol in LETTERS:
                number = int(face.symbol) + shift if face.symbol in NUMBERS else numbers[face.symbol] + face.plus
                if not 1 <= number <= 9:
                    return ()
                tiles.append(suit * 9 + number - 1)
            else:
                tiles.append(Tile(face.symbol).index)
        found.append(pack(tiles))
    return tuple(found)


def _alike(free: list[_Choices]) -> dict[_Choices, list[int]]:
    """Return the places of groups that have the same choices, and so may swap them."""
    places: dict[_Choices, list[int]] = {}
    for place, choices in enumerate(free):
        places.setdefault(choices, []).append(place)
    return places


def _count(free: list[_Choices]) -> int:
    return prod(comb(len(choices) + len(places) - 1, len(places)) for (choices, _), places in _alike(free).items())


def _combinations(free: list[_Choices]) -> Iterable[tuple[GroupId, ...]]:
    parts = [combinations_with_replacement(choices, len(places)) for (choices, _), places in _alike(free).items()]
    return (tuple(chain.from_iterable(choice)) for choice in product(*parts))
