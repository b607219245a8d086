"""Give each group of a drafted hand its suit: from marks and colours, from forced choices, else as a guess."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rules.card.pasted.typed_words import Group

_OF_ONE_TILE: Final = 4
_SUITS: Final = "abc"
_NAMED: Final = frozenset("BCD")
_PRINTED: Final = {"green": "a", "red": "b", "blue": "c"}
_INKS: Final = {"g": "green", "r": "red", "b": "blue", "k": "black"}
_OWN: Final = frozenset({*"abc", *"BCD", "*"})


@dataclass(frozen=True, slots=True)
class SuitChoice:
    """A suit for each group, empty where none is needed; ``why`` explains a guess, empty without one."""

    suits: tuple[str, ...]
    why: str = ""


def choose_suits(groups: tuple[Group, ...], counts: tuple[int, ...], dragons: str) -> SuitChoice:
    """Choose the suits of one hand.

    Args:
        groups: the groups in their order.
        counts: the numbers of suits that the line allows, as in "any 1 or 3 suits"; empty where it says nothing.
        dragons: ``matching``, ``opposite``, ``any`` or empty.
    """
    if dragons == "any":
        groups = tuple(Group(one.faces, "*", one.natural) if _is_dragons(one) else one for one in groups)
    suited = [at for at, group in enumerate(groups) if group.suited and group.mark != "*"]
    chosen = ["*" if group.suited else "" for group in groups]
    marks = _inks([groups[at].mark for at in suited])
    if not suited:
        told = counts not in {(), (1,)}
        return SuitChoice(tuple(chosen), f"the line says {_any_suits(counts)}, its tiles need none" if told else "")
    if all(marks):
        letters, why = _by_marks(marks)
        if not why and set(letters) & _NAMED:
            why = "it names suits: only these make the hand"
    elif any(marks):
        letters, why = _by_some_marks([groups[at] for at in suited], marks)
    else:
        letters, why = _by_numbers([groups[at] for at in suited], counts, dragons)
    for at, letter in zip(suited, letters, strict=True):
        chosen[at] = letter
    if not why and not set(letters) & _NAMED:
        why = _against_remarks([groups[at] for at in suited], letters, counts, dragons)
    return SuitChoice(tuple(chosen), why or ("" if all(marks) else _twice(groups, chosen)))


def _against_remarks(groups: list[Group], letters: list[str], counts: tuple[int, ...], dragons: str) -> str:
    """Say how the suits of a hand contradict the remarks beside it; return an empty text where they agree."""
    numbers, beside = (
        {suit for group, suit in zip(groups, letters, strict=True) if _is_dragons(group) == wanted}
        for wanted in (False, True)
    )
    used = len(numbers | beside)
    # Beside opposite dragons some cards count the suits of the numbers alone.
    if counts and used not in counts and (dragons != "opposite" or len(numbers) not in counts):
        return f"the line says {_any_suits(counts)}, its colors are {used}"
    if dragons == "matching" and not beside <= numbers:
        return "the line says matching dragons, and these match no number of it"
    if dragons == "opposite" and beside & numbers:
        return "the line says opposite dragons, and these match a number of it"
    return ""


def _is_dragons(group: Group) -> bool:
    return set(group.faces) == {"D"}


def _twice(groups: tuple[Group, ...], chosen: list[str]) -> str:
    """Say which tile has two groups in one suit, though no colour says so: hardly a card means that."""
    alike = [
        f"{group.faces[0]}{suit}"
        for group, suit in zip(groups, chosen, strict=True)
        if suit not in {"", "*"} and len(set(group.faces)) == 1
    ]
    return next((f"two groups of {one[0]} stand in one suit" for one, count in Counter(alike).items() if count > 1), "")


def _any_suits(counts: tuple[int, ...]) -> str:
    return f"any {' or '.join(map(str, counts))} suit{'' if counts == (1,) else 's'}"


def _inks(marks: list[str]) -> list[str]:
    """Return colours by their names, so that G, g and green in one line are one colour; suit letters stay."""
    kinds = dict.fromkeys(filter(None, marks))
    if not _colours([*kinds]) or set(kinds) <= {*"bcd"} or {*"bB"} <= set(kinds):
        return marks
    return [_INKS.get(mark.lower(), mark) for mark in marks]


def _by_marks(marks: list[str]) -> tuple[list[str], str]:
    """Turn marks into suits: suit letters of the language stay, colours become a, b and c in their order."""
    if set(marks) <= set("bcd") and "d" in marks:
        return [mark.upper() for mark in marks], ""
    kinds = list(dict.fromkeys(marks))
    letters = _letters(kinds)
    many = _colours(kinds) and len(kinds) > len(_SUITS)
    return [letters[mark] for mark in marks], "there are more than three colors in it" if many else ""


def _letters(kinds: list[str]) -> dict[str, str]:
    """Return a letter for each mark: suit letters stay, green, red and blue are a, b and c, as the page shows them.

    Other colours get their letters by their order.
    """
    if not _colours(kinds):
        return {kind: kind for kind in kinds}
    if set(kinds) <= _PRINTED.keys() and len({_PRINTED[kind] for kind in kinds}) == len(kinds):
        return {kind: _PRINTED[kind] for kind in kinds}
    return {kind: _SUITS[min(at, 2)] for at, kind in enumerate(kinds)}


def _colours(kinds: list[str]) -> bool:
    """Say whether marks are colours: b beside g and r is blue, and a lone B, C or D is a suit."""
    return not set(kinds) <= _OWN or (set(kinds) == {"b", "B"})


def _by_some_marks(groups: list[Group], marks: list[str]) -> tuple[list[str], str]:
    """Give groups without a mark the colour that is left, as a guess."""
    letters = _letters(list(dict.fromkeys(filter(None, marks))))
    free = next((one for one in _SUITS if one not in letters.values()), _SUITS[0])
    bare = dict.fromkeys(group.faces for group, mark in zip(groups, marks, strict=True) if not mark)
    return [letters.get(mark, free) for mark in marks], f"{', '.join(bare)} has no color here"


def _by_numbers(groups: list[Group], counts: tuple[int, ...], dragons: str) -> tuple[list[str], str]:
    """Choose suits where no group has a mark; a choice that the numbers and remarks force is no guess."""
    size = len(groups)
    lone = [group for group in groups if not _is_dragons(group)]
    if size == 1 and lone:
        return ["a"], ""
    if counts == (1,):
        return _opposite(groups) if dragons == "opposite" else ["a"] * size, ""
    if not lone:
        return ["*"] * size if size == 1 else list(_SUITS[:size]) + ["c"] * (size - 3), "" if size == 1 else _WHY
    needed = _suits_needed(lone)
    if size <= len(_SUITS) and (counts == (size,) or needed == size == len(lone)):
        return list(_SUITS[:size]), ""
    letters = _spread(groups, counts[0] if counts else needed, dragons)
    return letters, "" if len(lone) == 1 and dragons == "matching" else _WHY


def _opposite(groups: list[Group]) -> list[str]:
    """Give the dragons the suits that the numbers, all of one suit, leave over."""
    left = iter(_SUITS[1:])
    return [next(left, "c") if _is_dragons(group) else "a" for group in groups]


_WHY: Final = "the colors were not said: they are a guess"


def _suits_needed(groups: list[Group]) -> int:
    """Return how many suits the numbers force: a suit has four of a tile, and like pungs stand apart."""
    counts = Counter(group.faces[0] for group in groups if len(set(group.faces)) == 1)
    tiles = Counter[str]()
    for group in groups:
        tiles.update(group.faces)
    forced = 1
    for face, count in counts.items():
        if tiles[face] > _OF_ONE_TILE and count > 1:
            sizes = [group.size for group in groups if set(group.faces) == {face}]
            forced = max(forced, _bins(sizes))
    return forced


def _bins(sizes: list[int]) -> int:
    """Return the fewest suits that hold groups of one number, four tiles each; a larger group fills a suit alone.

    Stop counting at one suit more than there are.
    """
    bins: list[int] = []
    for size in sorted(sizes, reverse=True):
        if len(bins) > len(_SUITS):
            break
        place = next((at for at, held in enumerate(bins) if held + size <= _OF_ONE_TILE), None)
        if place is None:
            bins.append(size)
        else:
            bins[place] += size
    return len(bins)


def _spread(groups: list[Group], wanted: int, dragons: str) -> list[str]:
    """Guess the suits: rising numbers stay in a suit; a number that repeats or falls begins the next."""
    letters: list[int] = []
    now = 0
    for before, group in pairwise([None, *groups]):
        assert group is not None
        dragon = _is_dragons(group)
        if before is not None and dragon and dragons == "opposite":
            letters.append(min(now + 1, 2))
            continue
        if before is not None and not dragon and _number(group) <= _number(before) and wanted > 1:
            now = min(now + 1, wanted - 1, 2)
        letters.append(now)
    missing = wanted - len(set(letters))
    for step in range(min(max(missing, 0), len(letters) - 1)):
        letters[-1 - step] = max(letters[-1 - step], wanted - 1 - step)
    return [_SUITS[min(one, 2)] for one in letters]


def _number(group: Group) -> int:
    return int(group.faces[0]) if group.faces[0].isdigit() else 0
