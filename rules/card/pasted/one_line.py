"""Translate one typed line of a card into the card's language, with remarks on guesses and unknown words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from rules.card.pasted.notes import Notes
from rules.card.pasted.pasted_card import PastedLine, Remark
from rules.card.pasted.source_lines import SourceLine
from rules.card.pasted.suits import choose_suits
from rules.card.pasted.typed_words import SUIT_MARKS, Group, Word, read_word, words_of
from rules.card.pattern import HAND_SIZE
from rules.card.pattern_parser import LARGEST_VALUE, PatternError, parse_line

_INNER: Final = re.compile(r"[(\[]([^()\[\]]*)[)\]]?")
_DRAGONS: Final = {"matching-dragons": "matching", "opposite-dragons": "opposite", "any-dragons": "any"}
_SERIES: Final = 3
"""Fewest groups of consecutive or like numbers that make a line of runs or of like numbers."""
_REMARK_MISSING: Final = "the numbers are consecutive or alike, and no remark was read: may they be others too?"


@dataclass(frozen=True, slots=True)
class Reading:
    """The words of one line, sorted: hands of groups, its title, its value, and the remarks beside it."""

    title: str
    hands: tuple[tuple[Group | str, ...], ...]
    value: int | None
    kind: str
    notes: Notes
    mended: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many tiles its largest alternative has."""
        return max((_size(hand) for hand in self.hands), default=0)


def _size(hand: tuple[Group | str, ...]) -> int:
    return sum(one.size for one in hand if isinstance(one, Group))


def read_line(line: SourceLine) -> Reading:
    """Sort the words of a line; the notes keep every word that is no title, tile or value, so that none gets lost."""
    title, colon, rest = line.text.partition(":")
    skip = 0
    if colon and re.search(r"[A-Za-z]{2}", title) and not _tiles_in(title) and _tiles_in(rest):
        skip = len(title) + 1
    words = []
    for text, at in words_of(line.text[skip:]):
        bracket = _INNER.fullmatch(text)
        inside = _bracketed(bracket[1].strip()) if bracket else None
        words.append(inside or read_word(text, line.ink(skip + at, skip + at + len(text))))
    sorter = _Sorter()
    for word in _joined(words):
        sorter.take(word)
    reading = sorter.done()
    return replace(reading, title=" ".join((title if skip else reading.title).split()))


def _bracketed(text: str) -> Word:
    """Read the text in brackets: a value, X or C, a colour, or a remark."""
    word = read_word(text)
    if word.role in {"value", "kind"} or (word.value is not None and len(text) > 1):
        return replace(word, groups=(), role="value" if word.value is not None else "kind")
    return Word(f"({text})")


def _tiles_in(text: str) -> int:
    return sum(group.size for one, _ in words_of(text) for group in read_word(one).groups)


def _joined(words: list[Word]) -> list[Word]:
    """Join tiles that people typed one by one: F F 2 2 2 2."""
    singles = [word for word in words if word.groups]
    if len(singles) < HAND_SIZE - 2 or any(len(word.text) > 1 for word in singles[:12]):
        return words
    found: list[Word] = []
    for word in words:
        last = found[-1] if found else None
        if last and last.groups and word.groups and last.groups[0].faces[0] == word.text and len(word.text) == 1:
            found[-1] = replace(last, groups=(Group(last.groups[0].faces + word.text),), text=last.text + word.text)
        else:
            found.append(word)
    return found


class _Sorter:
    """One pass over the words of a line."""

    def __init__(self) -> None:
        self._title: list[str] = []
        self._hands: list[list[Group | str]] = [[]]
        self._value: int | None = None
        self._bare: list[Word] = []
        self._kind = ""
        self._worth = False  # the value of this alternative was read: no tiles follow
        self._texts: list[str] = []
        self._mended: list[str] = []
        self._notes = Notes()

    def take(self, word: Word) -> None:
        """Put one word where it belongs."""
        begun = any(self._hands)
        if word.role == "or":
            if begun and self._hands[-1]:
                self._flush()
                self._hands.append([])
                self._worth = False
            return
        if word.role == "sign":
            if begun:
                self._hands[-1].append(word.text)
            return
        if word.role == "kind" and begun:
            self._kind = self._kind or word.kind
            return
        if begun and self._kind and word.value is not None and self._value is None:
            self._take_value(word)
            return
        if word.groups and (not self._texts or _strong(word)) and not self._worth:
            self._flush()
            self._mended += [word.mended] if word.mended else []
            self._hands[-1] += word.groups
            self._bare.append(word)
            return
        if word.value is not None and begun and self._value is None:
            self._take_value(word)
            return
        self._text(word, begun)

    def _take_value(self, word: Word) -> None:
        self._flush()
        self._value = word.value
        self._worth = True
        if word.kind and not self._kind:
            self._kind = word.kind

    def _text(self, word: Word, begun: bool) -> None:
        if not begun and not word.text.startswith("("):
            self._title.append(word.text)
            return
        if word.text.startswith("("):
            self._flush()
            inside = word.text[1:-1] if word.text.endswith(")") else word.text[1:]
            if not self._colour(inside) and not self._colours(inside):
                self._notes.read(inside)
            return
        if not self._texts and self._colour(word.text):
            return
        self._texts.append(word.text)

    def _colour(self, text: str) -> bool:
        """Take a suit's name as the suit of the group before it."""
        mark = SUIT_MARKS.get(text.lower().strip(" .,;")) or (text if re.fullmatch(r"[GRBKgrbk]", text) else "")
        last = self._hands[-1][-1] if self._hands[-1] else None
        if not mark or not isinstance(last, Group) or not last.suited or last.mark:
            return False
        self._hands[-1][-1] = replace(last, mark=mark)
        return True

    def _colours(self, text: str) -> bool:
        """Take a list of colours, one for each group with a suit: (G G R B)."""
        marks = [mark.lower() for mark in re.findall(r"[A-Za-z]+", text)]
        known = [SUIT_MARKS.get(mark, mark if mark in "grbk" else "") for mark in marks]
        hand = self._hands[-1]
        places = [at for at, one in enumerate(hand) if isinstance(one, Group) and one.suited and not one.mark]
        if not all(known) or len(known) != len(places) or len(known) < 2 or re.search(r"\d", text):
            return False
        for at, mark in zip(places, known, strict=True):
            group = self._hands[-1][at]
            assert isinstance(group, Group)
            self._hands[-1][at] = replace(group, mark=mark)
        return True

    def _flush(self) -> None:
        if self._texts:
            self._notes.read(" ".join(self._texts))
            self._texts.clear()

    def done(self) -> Reading:
        """Return the reading; take a bare number at the end as the value where the tiles are complete without it."""
        self._flush()
        last = self._bare[-1] if self._bare else None
        if self._value is None and last and last.value is not None and self._hands[-1]:
            size = _size(tuple(self._hands[-1]))
            without = size - sum(group.size for group in last.groups)
            fits = without == HAND_SIZE or (size != HAND_SIZE and last.value % 5 == 0 and last.value >= 10)
            if fits and 0 < last.value <= LARGEST_VALUE and without:
                del self._hands[-1][-len(last.groups) :]
                self._take_value(last)
        hands = tuple(tuple(hand) for hand in self._hands if hand)
        return Reading(" ".join(self._title), hands, self._value, self._kind, self._notes, tuple(self._mended))


def _strong(word: Word) -> bool:
    """Say whether a word is surely tiles, even after a remark has begun."""
    return (word.text[0].isdigit() and len(word.text) > 1) or (word.text.isupper() and len(word.text) > 2)


def write_line(line: SourceLine, reading: Reading, section: str, more: tuple[Remark, ...] = ()) -> PastedLine:
    """Write a line in the card's language, and check it with the card's parser."""
    as_typed = _own_language(line.text, line.source, line.row)
    if as_typed is not None and not more and not any(line.colours):
        return as_typed
    remarks = [*more, *(Remark("mended", text) for text in reading.mended)]
    notes = reading.notes
    remarks += [Remark("not-understood", f"{text!r} was not understood", text) for text in notes.unknown]
    dragons = next((_DRAGONS[word] for word in notes.words if word in _DRAGONS), "")
    hands = []
    for hand in reading.hands:
        groups = tuple(one for one in hand if isinstance(one, Group))
        if "any-wind" in notes.words:
            groups = _any_wind(groups)
        chosen = choose_suits(groups, notes.suits, dragons)
        if chosen.why and not any(remark.code == "suits-guessed" for remark in remarks):
            remarks.append(Remark("suits-guessed", chosen.why))
        shown = iter(
            f"{group.faces}{suit}{'!' if group.natural else ''}"
            for group, suit in zip(groups, chosen.suits, strict=True)
        )
        hands.append(" ".join(one if isinstance(one, str) else next(shown) for one in hand))
        if (size := _size(hand)) != HAND_SIZE:
            remarks.append(Remark("tile-count", f"the line has {size} tiles, not {HAND_SIZE}"))
    if reading.value is None:
        remarks.append(Remark("value-missing", "the line says no value"))
    elif not reading.kind and not notes.words & {"x", "c"}:
        remarks.append(Remark("exposed-guessed", "the line says neither X nor C: X is a guess"))
    kind = reading.kind or ("c" if "c" in notes.words else "x")
    tail = [] if reading.value is None else [f"{kind}{reading.value}"]
    if "sp" in notes.words or re.search(r"\bsingles\b.*\bpairs\b", section, re.IGNORECASE):
        tail.append("sp")
    tail += ["nojoker"] * ("nojoker" in notes.words)
    rules, unsaid = _rules(notes, reading.hands)
    remarks += [Remark("not-understood", one, line.text) for one in unsaid]
    if any(line.colours) and not rules and "fixed" not in notes.words and any(map(_begs_a_remark, reading.hands)):
        remarks.append(Remark("remark-missing", _REMARK_MISSING))
    title = reading.title.strip(" -.").replace(":", "")
    text = _written(title, hands, rules, tail)
    text, dropped = _without_useless(text, title, hands, rules, tail)
    remarks += [Remark("not-understood", f"'{rule}' says nothing about these tiles", rule) for rule in dropped]
    if not any(remark.look for remark in remarks):
        try:
            parse_line(text)
        except PatternError as error:
            remarks.append(Remark("no-line", error.message, text[error.start :]))
    return PastedLine(text, line.source, line.row, tuple(remarks))


def _rules(notes: Notes, hands: tuple[tuple[Group | str, ...], ...]) -> tuple[list[str], list[str]]:
    """Return the rules in the remarks of a line, and messages for remarks that the language cannot express here."""
    rules = [*notes.rules, *(word for word in ("run", "like", "odd", "even") if word in notes.words)]
    if "different-dragons" not in notes.words:
        return rules, []
    if all(_differ(hand) for hand in hands):
        return [*rules, "differ"], []
    return rules, ["say which of these groups must differ"]


def _begs_a_remark(hand: tuple[Group | str, ...]) -> bool:
    """Say whether numbers rise by ones or are all alike: beside such a hand cards print a rule for other numbers."""
    groups = [group.faces for group in hand if isinstance(group, Group) and len(set(group.faces)) == 1]
    numbers = [int(faces[0]) for faces in groups if faces[0] in "123456789"]
    kinds = list(dict.fromkeys(numbers))
    rise = len(kinds) >= _SERIES and kinds == list(range(kinds[0], kinds[0] + len(kinds)))
    return rise or (len(numbers) >= _SERIES and len(kinds) == 1)


def _differ(hand: tuple[Group | str, ...]) -> bool:
    """Say whether only dragons stand in a hand more than once, so that all groups may have to differ."""
    faces = [group.faces[0] for group in hand if isinstance(group, Group) and set(group.faces) != {"D"}]
    return len(faces) == len(set(faces))


def _own_language(text: str, source: str, row: int) -> PastedLine | None:
    """Return a line that is already in the card's language, unchanged but for blanks; None for any other."""
    try:
        parse_line(text)
    except PatternError:
        return None
    return PastedLine(" ".join(text.split()), source, row)


def _any_wind(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Write the only wind of a hand as ``Z``, any wind."""
    winds = {group.faces[0] for group in groups if set(group.faces) <= set("NEWS")}
    if len(winds) != 1:
        return groups
    return tuple(replace(group, faces="Z" * group.size) if set(group.faces) <= winds else group for group in groups)


def _written(title: str, hands: list[str], rules: list[str], tail: list[str]) -> str:
    parts = [f"{title}:"] if title else []
    parts += [" -or- ".join(hands)] + ([f"({', '.join(rules)})"] if rules else []) + tail
    return " ".join(parts)


def _without_useless(
    text: str, title: str, hands: list[str], rules: list[str], tail: list[str]
) -> tuple[str, list[str]]:
    """Leave out rules that do not apply to the tiles; return them too, so that a person hears of them."""
    dropped = []
    for rule in list(rules):
        try:
            parse_line(text)
        except PatternError as error:
            if error.code not in {"rule-without-use", "contradicting-rules"}:
                break
            start = text.find("(") + 1
            inside = text[start : error.start].count(",")
            rules = [*rules[:inside], *rules[inside + 1 :]] if inside < len(rules) else rules[:-1]
            dropped.append(rule)
            text = _written(title, hands, rules, tail)
    return text, dropped
