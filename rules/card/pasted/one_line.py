"""Translate one typed line of a card into the card's language, with remarks on guesses and unknown words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from rules.card.line.card_line import Line, parse_line
from rules.card.line.cursor import PatternError
from rules.card.pasted.notes import Notes
from rules.card.pasted.pasted_card import PastedLine, Remark
from rules.card.pasted.source_lines import SourceLine
from rules.card.pasted.suits import choose_suits
from rules.card.pasted.typed_words import SUIT_MARKS, Group, Word, read_word, words_of
from rules.card.pattern import HAND_SIZE, LARGEST_VALUE

_INNER: Final = re.compile(r"[(\[]([^()\[\]]*)[)\]]?")
_DRAGONS: Final = {"matching-dragons": "matching", "opposite-dragons": "opposite", "any-dragons": "any"}
_SERIES: Final = 3
"""Fewest groups of consecutive or like numbers that make a line of runs or of like numbers."""
_SINGLES_AND_PAIRS: Final = re.compile(r"\bsingles?\b.*\bpairs?\b", re.IGNORECASE)
_REMARK_MISSING: Final = "the numbers are consecutive or alike, and no remark was read: may they be others too?"


@dataclass(frozen=True, slots=True)
class Reading:
    """The words of one line, sorted: hands of groups, its title, its value, and the remarks beside it.

    ``kinds`` are the x and c that it says, ``notes`` the remarks of each hand; a remark behind the last of several
    hands is of all where no other has one. ``doubts`` are words with a letter among digits. ``early`` is a bare
    number before the tiles, which may be the value, the number of the row, or tiles.
    """

    title: str
    hands: tuple[tuple[Group | str, ...], ...]
    value: int | None
    kinds: frozenset[str]
    notes: tuple[Notes, ...]
    mended: tuple[str, ...]
    doubts: tuple[str, ...]
    early: str = ""

    @property
    def remarked(self) -> bool:
        """Whether it holds a remark that we understand."""
        return any(one.words or one.suits or one.rules for one in self.notes)

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
    if colon and re.search(r"[A-Za-z]{2}", title) and not tiles_in(title) and tiles_in(rest):
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


def tiles_in(text: str) -> int:
    """Count the tiles that the words of a text name."""
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
        self._kinds: set[str] = set()
        self._worth_kind = ""
        self._cents = False
        self._worth = False  # the value of this alternative was read: no tiles follow
        self._texts: list[str] = []
        self._mended: list[str] = []
        self._doubts: list[str] = []
        self._notes = [Notes()]

    def take(self, word: Word) -> None:
        """Put one word where it belongs."""
        begun = any(self._hands)
        if word.role == "or":
            if begun and self._hands[-1]:
                self._flush()
                self._hands.append([])
                self._notes.append(Notes())
                self._worth = False
            return
        if word.text == "-" and begun:
            return  # a dash between groups, remarks or the value only separates
        if word.role == "sign":
            if begun:
                self._hands[-1].append(word.text)
            return
        if word.role == "kind" and begun:
            self._kinds.add(word.kind)
            return
        if begun and self._kinds and word.value is not None and self._value is None:
            self._take_value(word)
            return
        if word.groups and (not self._texts or _strong(word)) and not self._worth:
            self._flush()
            self._mended += [word.mended] if word.mended else []
            self._doubts += [word.text] if word.mixed else []
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
        self._cents = word.cents
        self._worth_kind = word.kind

    def _text(self, word: Word, begun: bool) -> None:
        if not begun and not word.text.startswith("("):
            self._title.append(word.text)
            return
        if word.text.startswith("("):
            self._flush()
            inside = word.text[1:-1] if word.text.endswith(")") else word.text[1:]
            if not self._colour(inside) and not self._colours(inside):
                self._notes[-1].read(inside)
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
            self._notes[-1].read(" ".join(self._texts))
            self._texts.clear()

    def _early_value(self) -> Word | None:
        """Return a bare number before the tiles that may be the value: they are complete without it."""
        first = self._bare[0] if self._bare else None
        (hand, *others) = self._hands
        if self._value is not None or first is None or not re.fullmatch(r"[1-9]\d?[05]", first.text) or any(others):
            return None
        rest = hand[len(first.groups) :]
        return first if hand[: len(first.groups)] == list(first.groups) and _size(tuple(rest)) == HAND_SIZE else None

    def _late_value(self) -> Word | None:
        """Return a bare number behind the tiles that may be the value: they are complete without it."""
        last = self._bare[-1] if self._bare else None
        if self._value is not None or last is None or last.value is None or not self._hands[-1]:
            return None
        size = _size(tuple(self._hands[-1]))
        without = size - sum(group.size for group in last.groups)
        fits = without == HAND_SIZE or (size != HAND_SIZE and last.value % 5 == 0 and last.value >= 10)
        return last if fits and 0 < last.value <= LARGEST_VALUE and without else None

    def done(self) -> Reading:
        """Return the reading; take a bare number at an end as the value where the tiles are complete without it."""
        self._flush()
        early, late = self._early_value(), self._late_value()
        # A pair such as 55 is hardly a value beside a number that can be nothing else.
        if early is not None and (late is None or len(set(late.text)) == 1):
            del self._hands[0][: len(early.groups)]
            self._take_value(early)
        elif late is not None:
            del self._hands[-1][-len(late.groups) :]
            self._take_value(late)
        hands = tuple(tuple(hand) for hand in self._hands if hand)
        kinds = set(self._kinds)
        if self._worth_kind and not (kinds and self._cents):
            kinds.add(self._worth_kind)
        return Reading(
            " ".join(self._title),
            hands,
            self._value,
            frozenset(kinds),
            self._notes_of_hands(),
            tuple(self._mended),
            tuple(self._doubts),
            "" if early is None else early.text,
        )

    def _notes_of_hands(self) -> tuple[Notes, ...]:
        """Return the remarks of each hand; a remark behind an "or" without tiles is of the hand before."""
        notes: list[Notes] = []
        for hand, said in zip(self._hands, self._notes, strict=True):
            if notes and not hand:
                notes[-1].add(said)
            else:
                notes.append(said)
        return tuple(notes[-1:] * len(notes) if all(one.empty for one in notes[:-1]) else notes)


def _strong(word: Word) -> bool:
    """Say whether a word is surely tiles, even after a remark has begun."""
    return (word.text[0].isdigit() and len(word.text) > 1) or (word.text.isupper() and len(word.text) > 2)


def write_line(line: SourceLine, reading: Reading, section: str, more: tuple[Remark, ...] = ()) -> PastedLine:
    """Write a line in the card's language, and check it with the card's parser."""
    as_typed = _own_language(line.text, line.source, line.row)
    if as_typed is not None and not more and not any(line.colours):
        return as_typed
    words = {word for notes in reading.notes for word in notes.words}
    hands, of_hands = _hands(reading)
    tail, of_value = _tail(reading, words, section)
    rules, of_rules = _all_rules(line, reading, words, section)
    title = reading.title.strip(" -.|>").replace(":", "")
    title = title if re.search(r"\w", title) else ""  # a bullet is no title
    text = _written(title, hands, rules, tail)
    text, dropped = _without_useless(text, title, hands, rules, tail)
    remarks = [*more, *_of_words(reading), *of_hands, *of_value, *of_rules]
    remarks += [Remark("not-understood", f"'{rule}' says nothing about these tiles", rule) for rule in dropped]
    if not any(remark.look for remark in remarks):
        try:
            read = parse_line(text)
        except PatternError as error:
            remarks.append(Remark("no-line", error.message, text[error.start :]))
        else:
            remarks += _of_one_way(read, reading)
    return PastedLine(text, line.source, line.row, tuple(remarks))


def _of_words(reading: Reading) -> Iterator[Remark]:
    """Yield remarks on corrected, doubtful and unknown words."""
    for text in reading.mended:
        yield Remark("mended", text)
    for text in reading.doubts:
        yield Remark("unsure-letters", f"{text!r} mixes a letter with digits", text)
    for text in dict.fromkeys(text for notes in reading.notes for text in notes.unknown):
        yield Remark("not-understood", f"{text!r} was not understood", text)


def _hands(reading: Reading) -> tuple[list[str], list[Remark]]:
    """Write the hands of a line with their suits; return remarks on suits, winds and sizes too."""
    hands = []
    remarks: list[Remark] = []
    for hand, notes in zip(reading.hands, reading.notes, strict=False):
        groups = tuple(one for one in hand if isinstance(one, Group))
        if "any-wind" in notes.words:
            groups, heeded = _any_wind(groups)
            if not heeded:
                remarks.append(Remark("not-understood", "any wind needs one wind in the line, and no other"))
        elif (doubt := _wind_or_five(groups)) is not None:
            remarks.append(Remark("unsure-letters", f"{doubt!r} may be winds or fives: S and 5 look alike", doubt))
        if (apart := _apart(groups)) is not None:
            remarks.append(Remark("not-understood", f"is {apart!r} one group, and the blank in it a mistake?", apart))
        dragons = [said for word, said in _DRAGONS.items() if word in notes.words]
        if len(dragons) > 1:
            remarks.append(Remark("not-understood", f"the line says {' dragons and '.join(dragons)} dragons"))
        chosen = choose_suits(groups, notes.suits, dragons[0] if dragons else "")
        if chosen.why and not any(remark.code == "suits-guessed" for remark in remarks):
            remarks.append(Remark("suits-guessed", chosen.why))
        shown = iter(
            f"{group.faces}{suit}{'!' if group.natural else ''}"
            for group, suit in zip(groups, chosen.suits, strict=True)
        )
        hands.append(" ".join(one if isinstance(one, str) else next(shown) for one in hand))
        if (size := _size(hand)) != HAND_SIZE:
            remarks.append(Remark("tile-count", f"the line has {size} tiles, not {HAND_SIZE}"))
    return hands, remarks


def _tail(reading: Reading, words: set[str], section: str) -> tuple[list[str], list[Remark]]:
    """Write the value and the flags of a line; return a remark where the value, or X or C, is a guess."""
    kinds = reading.kinds | (words & {"x", "c"})
    flags = ["sp"] * bool("sp" in words or _SINGLES_AND_PAIRS.search(section)) + ["nojoker"] * ("nojoker" in words)
    if reading.value is None:
        return ["c"] * (kinds == {"c"}) + flags, [Remark("value-missing", "the line says no value")]
    tail = [f"{'c' if kinds == {'c'} else 'x'}{reading.value}", *flags]
    remarks = []
    if reading.early:
        remarks.append(
            Remark("value-missing", f"{reading.early} stands before the tiles: is it the value?", reading.early)
        )
    if len(kinds) != 1:
        said = "both X and C" if kinds else "neither X nor C"
        remarks.append(Remark("exposed-guessed", f"the line says {said}: X is a guess"))
    return tail, remarks


def _all_rules(line: SourceLine, reading: Reading, words: set[str], section: str) -> tuple[list[str], list[Remark]]:
    """Return the rules of a line; remark on rules that we cannot write, and on a rule that only the heading says."""
    rules, unsaid = _rules(reading.notes, reading.hands)
    remarks = [Remark("not-understood", one, line.text) for one in unsaid]
    if {"run", "like"} & set(rules) or "fixed" in words:
        return rules, remarks
    headed = _rule_of_heading(section, reading.hands)
    if headed:
        message = f"the heading {section!r} says ({headed}), and the line does not"
        return [*rules, headed], [*remarks, Remark("remark-missing", message)]
    if any(line.colours) and not rules and any(_begs_a_remark(hand) for hand in reading.hands):
        remarks.append(Remark("remark-missing", _REMARK_MISSING))
    return rules, remarks


def _of_one_way(read: Line, reading: Reading) -> list[Remark]:
    """Return a remark where one way to make a line would get the rule or flag of another way."""
    for applied, notes in zip(read.rules, reading.notes, strict=True):
        own, _ = _rules((notes,), reading.hands)
        said = {"sp", "nojoker"} & set().union(*(one.words for one in reading.notes))
        if not {str(rule) for rule in applied} <= set(own) or not said <= notes.words:
            return [Remark("not-understood", "only one of its ways has this remark: make a line of each way")]
    return []


def _wind_or_five(groups: tuple[Group, ...]) -> str | None:
    """Return fives beside all winds but South, which are probably a misread South."""
    fives = next((group.faces for group in groups if set(group.faces) == {"5"}), None)
    winds = {face for group in groups for face in group.faces if face in "NEWS"}
    return fives if winds == set("NEW") else None


def _apart(groups: tuple[Group, ...]) -> str | None:
    """Return two groups that no card prints beside each other: WWW W, or 22 22 in one color."""
    for one, other in pairwise(groups):
        apart = one.mark == other.mark != "" if one.suited else 1 in {one.size, other.size}
        if apart and len({*one.faces, *other.faces}) == 1:
            return f"{one.faces} {other.faces}"
    return None


def _rules(notes: tuple[Notes, ...], hands: tuple[tuple[Group | str, ...], ...]) -> tuple[list[str], list[str]]:
    """Return the rules in the remarks of a line, and messages for remarks that the language cannot express here."""
    words = {word for one in notes for word in one.words}
    rules = [rule for one in notes for rule in one.rules]
    rules = list(dict.fromkeys([*rules, *(word for word in ("run", "like", "odd", "even") if word in words)]))
    if "different-dragons" not in words:
        return rules, []
    if all(_differ(hand) for hand in hands):
        return [*rules, "differ"], []
    return rules, ["say which of these groups must differ"]


def _rule_of_heading(section: str, hands: tuple[tuple[Group | str, ...], ...]) -> str:
    """Return run or like where the heading says it and the numbers of a hand fit it; empty otherwise."""
    if re.search(r"\bconsec|\bruns?\b", section, re.IGNORECASE) and any(_rise(_numbers(hand), 2) for hand in hands):
        return "run"
    alike = any(len(numbers) > 1 and len(set(numbers)) == 1 for numbers in map(_numbers, hands))
    return "like" if alike and re.search(r"\blike\s+(?:nos?\b|num)", section, re.IGNORECASE) else ""


def _numbers(hand: tuple[Group | str, ...]) -> list[int]:
    groups = [group.faces for group in hand if isinstance(group, Group) and len(set(group.faces)) == 1]
    return [int(faces[0]) for faces in groups if faces[0] in "123456789"]


def _begs_a_remark(hand: tuple[Group | str, ...]) -> bool:
    """Say whether numbers rise by ones or are all alike: beside such a hand cards print a rule for other numbers."""
    numbers = _numbers(hand)
    return _rise(numbers, _SERIES) or (len(numbers) >= _SERIES and len(set(numbers)) == 1)


def _rise(numbers: list[int], fewest: int) -> bool:
    """Say whether at least ``fewest`` different numbers rise by ones."""
    kinds = list(dict.fromkeys(numbers))
    return len(kinds) >= fewest and kinds == list(range(kinds[0], kinds[0] + len(kinds)))


def _differ(hand: tuple[Group | str, ...]) -> bool:
    """Say whether only dragons stand in a hand more than once, so that all groups may have to differ."""
    faces = [group.faces[0] for group in hand if isinstance(group, Group) and set(group.faces) != {"D"}]
    return len(faces) == len(set(faces))


def _own_language(text: str, source: str, row: int) -> PastedLine | None:
    """Return a line that is already in the card's language, unchanged but for blanks; None for any other.

    Tiles typed one by one are groups of that language too, but nobody means these.
    """
    try:
        hands = parse_line(text).hands
    except PatternError:
        return None
    if any(_apart(tuple(Group("".join(face.symbol for face in one.faces)) for one in hand)) for hand in hands):
        return None
    return PastedLine(" ".join(text.split()), source, row)


def _any_wind(groups: tuple[Group, ...]) -> tuple[tuple[Group, ...], bool]:
    """Write the only wind of a hand as ``Z``, any wind; say whether there is such a wind."""
    winds = {group.faces[0] for group in groups if len(set(group.faces)) == 1 and group.faces[0] in "NEWS"}
    if len(winds) != 1:
        return groups, any(group.faces[0] == "Z" for group in groups)
    return (
        tuple(replace(group, faces="Z" * group.size) if set(group.faces) <= winds else group for group in groups),
        True,
    )


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
