"""The lines of a card as values: groups of printed faces, the rules beside them, and the value of the hand.

`docs/card-language.md` gives the grammar.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

HAND_SIZE: Final = 14
"""Tiles of a hand whose line gives no other number."""
LARGEST_VALUE: Final = 1_000
"""Most points that a line or a bonus may give."""

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2099
"""First and last year that ``any year`` means where it names no others."""

NUMBERS: Final = "123456789"
LETTERS: Final = "UVXY"
"""Letters for a number: the X and Y of printed cards, and U and V, as winds take W and Z."""

SUITED: Final = NUMBERS + LETTERS + "D"
"""Faces that need a suit."""

UNKNOWN_SUITS: Final = "abc"
NAMED_SUITS: Final = "BCD"
ANY_SUIT: Final = "*"


@dataclass(frozen=True, slots=True)
class Face:
    """One printed tile: a number, a letter for a number (``plus`` added to it), or one of ``D R G 0 NEWS Z F J A``."""

    symbol: str
    plus: int = 0

    def __str__(self) -> str:
        return f"{self.symbol}+{self.plus}" if self.plus else self.symbol


@dataclass(frozen=True, slots=True)
class GroupPattern:
    """Faces printed together, one group that never merges with another.

    ``suit`` is ``a``, ``b`` or ``c`` (different suits, free), ``B``, ``C`` or ``D`` (named), ``*`` (any), or empty
    where no face needs one. ``natural_only`` is the printed ``!``: no joker stands in it.
    """

    faces: tuple[Face, ...]
    suit: str = ""
    natural_only: bool = False
    symbols: str = field(init=False, repr=False, compare=False)
    """The symbols of its faces."""
    printed: str = field(init=False, repr=False, compare=False)
    """The faces alone; on a printed card the suit is a colour."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "symbols", "".join([face.symbol for face in self.faces]))
        object.__setattr__(self, "printed", "".join(map(str, self.faces)))

    @property
    def alike(self) -> bool:
        """Whether all its tiles are alike."""
        return all(face == self.faces[0] for face in self.faces)

    @property
    def letters(self) -> str:
        """The letters for numbers in it, each once."""
        return "".join(dict.fromkeys(symbol for symbol in self.symbols if symbol in LETTERS))

    @property
    def year(self) -> int | None:
        """The year that it spells: four digits that begin with 19 or 20; None for any other group."""
        symbols = self.printed
        return int(symbols) if len(symbols) == 4 and symbols.isdigit() and symbols[:2] in ("19", "20") else None

    def __str__(self) -> str:
        return self.printed + self.suit + ("!" if self.natural_only else "")


@dataclass(frozen=True, slots=True)
class Slide:
    """``run``: the printed numbers are an example, and all move together; ``like``: the same for one number."""

    word: Literal["run", "like"]

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class Parity:
    """``odd`` or ``even``, of one letter, or without a letter of every number of the line that may change."""

    word: Literal["odd", "even"]
    letter: str = ""

    def allows(self, number: int) -> bool:
        """Say whether a number is of this kind."""
        return number % 2 == (self.word == "odd")

    def __str__(self) -> str:
        return f"{self.letter} {self.word}".strip()


@dataclass(frozen=True, slots=True)
class Among:
    """``X in 3 6 9``: the letter is one of these numbers."""

    letter: str
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.letter} in {' '.join(map(str, self.numbers))}"


@dataclass(frozen=True, slots=True)
class OfRun:
    """``X in run``: the letter is one of the printed numbers, moved as ``run`` moves them."""

    letter: str

    def __str__(self) -> str:
        return f"{self.letter} in run"


@dataclass(frozen=True, slots=True)
class Unequal:
    """``X not Y``: the two letters are different numbers."""

    first: str
    second: str

    def holds(self, numbers: Mapping[str, int]) -> bool:
        """Say whether numbers for the letters keep the rule."""
        return numbers[self.first] != numbers[self.second]

    def __str__(self) -> str:
        return f"{self.first} not {self.second}"


@dataclass(frozen=True, slots=True)
class Equation:
    """``V = X+Y``, ``Y = X+1`` or ``UV = X*X``; two letters on the left are the two digits of a number."""

    left: str
    first: str
    sign: Literal["+", "*"]
    second: str

    @property
    def letters(self) -> str:
        """The letters it binds together."""
        return "".join(letter for letter in self.left + self.first + self.second if letter in LETTERS)

    def holds(self, numbers: Mapping[str, int]) -> bool:
        """Say whether numbers for the letters keep the rule."""
        first, second = (numbers[term] if term in LETTERS else int(term) for term in (self.first, self.second))
        left = 0
        for letter in self.left:
            left = left * 10 + numbers[letter]
        return left == (first + second if self.sign == "+" else first * second)

    def __str__(self) -> str:
        return f"{self.left} = {self.first}{self.sign}{self.second}"


@dataclass(frozen=True, slots=True)
class Word:
    """``suits free``: named suits are examples, others may take their places; ``differ``: no tile is in two groups."""

    word: Literal["suits free", "differ"]

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class AnyYear:
    """``any year``: each printed year stands for any from ``first`` to ``last``, different ones for different years."""

    first: int = FIRST_YEAR
    last: int = LAST_YEAR

    def __str__(self) -> str:
        whole = (self.first, self.last) == (FIRST_YEAR, LAST_YEAR)
        return "any year" if whole else f"any year {self.first}-{self.last}"


Rule = Slide | Parity | Among | OfRun | Unequal | Equation | AnyYear | Word


@dataclass(frozen=True, slots=True)
class ValueBonus:
    """``+10 if concealed``: points on top of the printed value for a hand that is concealed, or jokerless."""

    points: int
    when: Literal["concealed", "jokerless"]

    def __str__(self) -> str:
        return f"+{self.points} if {self.when}"


@dataclass(frozen=True, slots=True)
class HandPattern:
    """One hand of a card: a line, or one alternative of a line.

    ``number`` is the printed number (``"24"``; alternatives carry a letter, ``"5a"``), ``line`` the number of the line.
    ``value`` is the printed value, never doubled. ``concealed_only``: it may not be exposed. ``no_jokers``: no joker
    may stand in it. ``singles_and_pairs``: it earns no bonus for being jokerless. ``bonuses`` are points that the card
    adds to the value. ``place`` is its place in the card's source.
    """

    number: str
    line: str
    title: str
    groups: tuple[GroupPattern, ...]
    rules: tuple[Rule, ...]
    concealed_only: bool
    value: int
    no_jokers: bool = False
    singles_and_pairs: bool = False
    section: str = ""
    place: str = ""
    bonuses: tuple[ValueBonus, ...] = ()
    size: int = field(init=False, repr=False, compare=False)
    """How many tiles it has."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", sum([len(group.faces) for group in self.groups]))

    def to_json(self) -> dict[str, object]:
        """Return the parts by which people name the hand: section, the printed line group by group, and rules.

        A group's ``suit`` tells its colour: ``a``, ``b`` and ``c`` are three different ones, ``B``, ``C`` and ``D`` the
        named suits, ``*`` any.
        """
        return {
            "section": self.section,
            "line": [{"text": group.printed, "suit": group.suit} for group in self.groups],
            "rules": [str(rule) for rule in self.rules],
        }

    @property
    def text(self) -> str:
        """The hand as a card prints it, with rules and value; it reads back as an equal pattern."""
        parts = [str(group) for group in self.groups]
        if self.rules:
            parts.append(f"({', '.join(map(str, self.rules))})")
        parts.append(f"{'c' if self.concealed_only else 'x'}{self.value}")
        parts += ["sp"] * self.singles_and_pairs + ["nojoker"] * self.no_jokers + list(map(str, self.bonuses))
        parts += [f"{self.size} tiles"] * (self.size != HAND_SIZE)
        return " ".join(parts)
