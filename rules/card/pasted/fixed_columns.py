"""Read a table that blanks set out, as `rackcheck cards show` prints it: number, hand, value, name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rules.card.line.card_line import parse_line
from rules.card.line.cursor import PatternError
from rules.card.line.groups import is_group
from rules.card.pasted.notes import notes_of

_HAND: Final = re.compile(
    r" *+(?P<number>\d{1,3}[a-z]? {2,}+)?(?P<hand>\S.*?)(?<=\S) {2,}+"
    r"(?P<worth>[xXcC] ?\d{1,4}(?: (?:sp|nojoker|\+\d+ if [a-z]+|\d+ tiles))*)(?: {2,}(?P<name>\S.*))? *"
)
"""A row of a hand: its number, its tiles and rules, X or C with the value and the flags, its name."""

_RULES: Final = frozenset({"run", "like", "nojoker", "sp"})
"""Remarks that a line in the card's language has to say itself."""
_KINDS_OF_NUMBERS: Final = frozenset({"odd", "even"})
"""Such remarks where the line has numbers that change."""


@dataclass(slots=True)
class FixedRow:
    """A row of such a table, with those over which its cells go on; ``worth`` is empty for a row without a hand."""

    row: int
    source: str
    hand: str
    worth: str = ""
    name: str = ""
    number: str = ""

    @property
    def text(self) -> str:
        """The row as one line: a hand in the card's language with its name in front, any other as it stands."""
        line = f"{self.hand} {self.worth[:1].lower()}{self.worth[1:].lstrip()}"
        said = notes_of(self.name)
        heeded = _RULES | _KINDS_OF_NUMBERS if re.search(r"[XYUV]|run|like", self.hand) else _RULES
        whole = not (said.rules or "(" in self.name) and all(word in line for word in said.words & heeded)
        whole = whole and said.words & {"x", "c"} <= {self.worth[:1].lower()}
        try:
            parse_line(line)
        except PatternError:
            whole = False
        if not whole:
            # What looks like a number may be tiles, such as 11.
            return "  ".join(filter(None, (self.number, self.hand, self.worth, self.name)))
        return f"{self.name.replace(':', '')}: {line}" if self.name else line


def fixed_rows(rows: list[str]) -> list[FixedRow] | None:
    """Return the rows of a table with a number before each hand, or names behind the values; None for other texts."""
    hands = [match for row in rows if (match := _HAND.fullmatch(row))]
    starts = {(match.start("hand"), match.start("worth")) for match in hands}
    names = {match.start("name") for match in hands if match["name"]}
    if len(hands) < 2 or len(starts) != 1 or len(names) > 1 or not (names or all(match["number"] for match in hands)):
        return None
    columns = (*starts.pop(), *(names or [max(map(len, rows))]))
    found: list[FixedRow] = []
    for number, row in enumerate(rows, 1):
        if match := _HAND.fullmatch(row):
            before, name = ((match[one] or "").strip() for one in ("number", "name"))
            found.append(FixedRow(number, row.strip(), match["hand"], match["worth"], name, before))
        elif row.strip():
            # A row that a blank one parts from the hand above alone belongs to the one below.
            parted = not rows[number - 2].strip() and bool("".join(rows[number : number + 1]).strip())
            _take(found, number, row, columns, parted=number > 1 and parted)
    return found


def _take(found: list[FixedRow], number: int, row: str, columns: tuple[int, ...], *, parted: bool) -> None:
    """Add a row without a value: the rest of the cells above it, a heading with its place, or any other text."""
    at, worth, name = columns
    hand, behind = row[at:worth].strip(), row[name:].strip()
    above = found[-1] if found and found[-1].worth else None
    if len(row) - len(row.lstrip()) not in {at, name} or row[worth:name].strip():
        found.append(FixedRow(number, row.strip(), row.strip()))
    elif above is not None and not parted and _goes_on(above.hand, hand):
        above.hand = f"{above.hand} {hand}".strip()
        above.name = f"{above.name} {behind}".strip()
        above.source += f" / {row.strip()}"
    else:
        found += [FixedRow(number, cell, cell) for cell in (behind, hand) if cell]


def _goes_on(hand: str, below: str) -> bool:
    """Say whether the text below a hand is the rest of its rules or tiles; without any it is the rest of its name."""
    if hand.count("(") > hand.count(")"):
        return True
    # A remark in brackets below tiles of other cards may belong to the next hand.
    tiles = hand if below.startswith("(") else below
    return all(is_group(word) or word in {"+", "="} for word in tiles.split())
