"""Decide whether open tiles can change the verdict; if so, choose the tiles to ask about and explain each answer.

The rack of a photo may have open tiles, each with a few possible labels, and exposures that the photo does not show
plainly. If every combination gives the same verdict, that verdict stands. Otherwise we ask only about tiles that can
change it, most informative first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Final

from rules.errors import HandError
from rules.hand import Hand
from service.judging.confirmation import ConfirmedRack, ConfirmedTile
from service.judging.rack_check import Case, Meaning, Question, RackCheck, question
from service.judging.win_facts import hand_value, jokerless
from service.shared.wording import either, plural, tile_name
from vision.reading import BACK

MOST_CASES: Final = 64
"""Maximum number of label combinations to judge; beyond it we vary one tile at a time."""

_MOST_ASKED: Final = 3
_MOST_WAYS: Final = 4

MakeHand = Callable[[ConfirmedRack, Mapping[int, str]], Hand]
"""Makes the hand from a rack and the labels of its open tiles, by tile number."""

Judge = Callable[[Hand], RackCheck]
"""Judges a hand."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The effect of a rack's open tiles on its verdict.

    Attributes:
        cases: every combination of the open tiles' labels, likeliest first, with its verdict; empty if there are
            more than `MOST_CASES`.
        checks: the verdicts of all combinations of labels and exposures; empty if they differ, or if some tile's
            choices are incomplete.
        asked: the tiles to ask about, most informative first.
        exposures_matter: the verdict depends on which tiles are exposed.
        exposures_mean: if only the exposures matter: the verdict with them `as_shown`, with `none`, and with unclear
            tiles `exposed`; the last one only where neither of the others differs.
    """

    cases: tuple[Case, ...]
    checks: tuple[RackCheck, ...]
    asked: tuple[Question, ...]
    exposures_matter: bool
    exposures_mean: Mapping[str, RackCheck] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Way:
    """One combination: the index of the layout, the labels of the open tiles, and the verdict."""

    layout: int
    labels: tuple[str, ...]
    check: RackCheck

    @property
    def outcome(self) -> object:
        return outcome(self.check)


def outcome(check: RackCheck) -> object:
    """Return the parts of a verdict that must agree: hand, payment, and the waits of a rack of 13 with best hand."""
    waits = frozenset((wait.tile, wait.hands[0].number, wait.exchange) for wait in check.waits or ())
    match = check.match
    if match is None:
        return False, waits
    return check.best, jokerless(match), hand_value(match), waits


def decide(layouts: Sequence[ConfirmedRack], make_hand: MakeHand, judge: Judge) -> Decision:
    """Judge every combination of labels and layouts, and find the open tiles that change the verdict.

    The first layout is the rack with its exposures as read. `make_hand` raises `HandError` for a combination that
    contradicts the player, or whose tiles can lie in no such exposures.
    """
    open_tiles = layouts[0].open
    labels = list(islice(product(*(tile.choices for tile in open_tiles)), MOST_CASES + 1))
    few = len(labels) <= MOST_CASES
    tried = labels if few else list(_one_changed(open_tiles))
    judged = _believable(layouts, _judged(layouts, open_tiles, tried, make_hand, judge))
    numbers = [tile.number for tile in open_tiles]
    cases = tuple(
        Case(dict(zip(numbers, way.labels, strict=True)), way.check) for way in judged if way.layout == 0 and few
    )
    differ = len({way.outcome for way in judged}) > 1
    if few and judged and not differ and all(tile.covered for tile in open_tiles):
        return Decision(cases, tuple(way.check for way in judged), (), exposures_matter=False)
    telling = [at for at in range(len(open_tiles)) if _changes(judged, at)]
    # With too many combinations to judge, a tile may still matter together with another.
    wanted = [at for at, tile in enumerate(open_tiles) if at in telling or not tile.covered or not few]
    lie = len(layouts) > 1 and (_layout_changes(judged) or not (few or telling))
    asked = wanted or ([] if lie else list(range(len(open_tiles))))
    asked.sort(key=lambda at: (at not in telling, _left_open(judged, at), at))
    questions = tuple(Question(open_tiles[at], _meanings(open_tiles[at], at, judged if few else [])) for at in asked)
    return Decision(cases, (), questions, lie, {} if questions or not lie else _exposures_mean(layouts, judged))


def _exposures_mean(layouts: Sequence[ConfirmedRack], judged: Sequence[_Way]) -> dict[str, RackCheck]:
    shown = [way for way in judged if way.layout == 0 and layouts[0].exposures][:1]
    none = [way for way in judged if not layouts[way.layout].exposures][:1]
    told = {way.outcome for way in (*shown, *none)}
    exposed = [way for way in judged if way.outcome not in told][:1] if len(told) == 1 else []
    named = {"as_shown": shown, "exposed": exposed, "none": none}
    return {name: ways[0].check for name, ways in named.items() if ways}


def _believable(layouts: Sequence[ConfirmedRack], judged: Sequence[_Way]) -> list[_Way]:
    """Leave out layouts that expose the same tiles as another one, in groups that fit the verdict less well.

    A layout fits if with some labels it has the verdict of these tiles concealed. Where none of the rivals does, the
    most valuable one stays: whoever exposes tiles exposes groups of the hand. The rack as read always stays.
    """
    base = next((at for at, layout in enumerate(layouts) if not layout.exposures), 0)
    flat = {way.labels: way.outcome for way in judged if way.layout == base}
    fits = {way.layout for way in judged if way.outcome == flat.get(way.labels)}
    worth: dict[int, int] = {}
    for way in judged:
        worth[way.layout] = max(worth.get(way.layout, 0), way.check.value or len(way.check.waits or ()))
    rivals: dict[tuple[int, ...], list[int]] = {}
    for layout in worth:
        exposed = tuple(tile.number for tile in layouts[layout].tiles if tile.exposure is not None)
        rivals.setdefault(exposed, []).append(layout)
    kept = {0}
    for same in rivals.values():
        kept.update([layout for layout in same if layout in fits] or [max(same, key=worth.__getitem__)])
    return [way for way in judged if way.layout in kept]


def _one_changed(open_tiles: Sequence[ConfirmedTile]) -> Iterator[tuple[str, ...]]:
    """Yield the likeliest labels, then each variant in which one tile has another label."""
    likeliest = tuple(tile.choices[0] for tile in open_tiles)
    yield likeliest
    for at, tile in enumerate(open_tiles):
        for label in tile.choices[1:]:
            yield (*likeliest[:at], label, *likeliest[at + 1 :])


def _judged(
    layouts: Sequence[ConfirmedRack],
    open_tiles: Sequence[ConfirmedTile],
    tried: Iterable[tuple[str, ...]],
    make_hand: MakeHand,
    judge: Judge,
) -> list[_Way]:
    """Judge each combination; skip those of which `make_hand` makes no hand."""
    ways = []
    for labels in tried:
        named = {tile.number: label for tile, label in zip(open_tiles, labels, strict=True)}
        for layout, rack in enumerate(layouts):
            try:
                hand = make_hand(rack, named)
            except HandError:
                continue
            ways.append(_Way(layout, labels, judge(hand)))
    return ways


def _changes(judged: Sequence[_Way], at: int) -> bool:
    """Say whether changing this tile alone changes the verdict."""
    others: dict[object, object] = {}
    for way in judged:
        rest = way.layout, way.labels[:at], way.labels[at + 1 :]
        if others.setdefault(rest, way.outcome) != way.outcome:
            return True
    return False


def _layout_changes(judged: Sequence[_Way]) -> bool:
    """Say whether changing the layout alone changes the verdict."""
    found: dict[object, object] = {}
    return any(found.setdefault(way.labels, way.outcome) != way.outcome for way in judged)


def _left_open(judged: Sequence[_Way], at: int) -> float:
    """Return the mean number of verdicts that remain possible after an answer about this tile."""
    left: dict[str, set[object]] = {}
    for way in judged:
        left.setdefault(way.labels[at], set()).add(way.outcome)
    return sum(map(len, left.values())) / max(1, len(left))


def _meanings(tile: ConfirmedTile, at: int, judged: Sequence[_Way]) -> tuple[Meaning, ...]:
    """Return the verdict for each label of a tile; None if it also depends on other tiles."""
    found = []
    for label in tile.choices:
        ways = [way for way in judged if way.labels[at] == label]
        settled = len({way.outcome for way in ways}) == 1
        found.append(Meaning(label, ways[0].check if settled else None))
    return tuple(found)


def sentence(asked: Sequence[ConfirmedTile], tried: Sequence[Case]) -> str:
    """Word which tiles to look at and what each answer would mean, in a player's words."""
    if len(asked) <= _MOST_ASKED:
        ask = "cannot say until you look at " + ", ".join(map(_looked_at, asked))
    else:
        numbers = ", ".join(str(tile.number) for tile in asked)
        ask = f"cannot say until you look at {len(asked)} tiles: {numbers}"
    numbers_asked = [tile.number for tile in asked]
    # Cases that differ only in tiles we do not ask about count as one answer.
    answers: dict[tuple[str, ...], Case] = {}
    for case in tried:
        answers.setdefault(tuple(case.labels[number] for number in numbers_asked), case)
    cases = list(answers.values())
    if not cases:
        return ask
    told = [case for case in cases if case.check.win or case.check.waits]
    if not told:
        return f"{ask}; none of these makes a winning hand"
    won = told[0].check.win
    if len(cases) > 1 and won and len({(case.check.best, case.check.value) for case in cases}) == 1:
        these = "it is" if len(asked) == 1 else "they are"
        bare = {jokerless(case.check.match) for case in cases if case.check.match is not None}
        joker = "" if len(bare) == 1 else ", but not all of these leave it jokerless"
        return f"{ask}; whichever of these {these}, it is {_verdict(told[0].check)}{joker}"
    verdicts = _verdicts(told, numbers_asked)
    ways = [f"with {tiles} it is {verdict}" for tiles, verdict in verdicts[:_MOST_WAYS]]
    if len(verdicts) > _MOST_WAYS:
        more = ("more way wins", "more ways win") if won else ("more way waits", "more ways wait")
        ways.append(f"and {plural(len(verdicts) - _MOST_WAYS, *more)}")
    lost = [case for case in cases if not (case.check.win or case.check.waits)]
    if lost:
        ways.append(f"with {_of(lost[:1], numbers_asked)} no hand" if len(lost) == 1 else "otherwise no hand")
    return f"{ask}; {', '.join(ways)}"


def _looked_at(tile: ConfirmedTile) -> str:
    return f"tile {tile.number}, which lies face down" if tile.label == BACK else question(tile)


def _verdicts(told: Sequence[Case], asked: Sequence[int]) -> list[tuple[str, str]]:
    """Pair tiles with the verdict on them; merge the labels of a single asked tile that have the same verdict."""
    verdicts: dict[object, list[Case]] = {}
    for case in told:
        verdicts.setdefault(_verdict(case.check) if len(asked) == 1 else len(verdicts), []).append(case)
    return [(_of(alike, asked), _verdict(alike[0].check)) for alike in verdicts.values()]


def _of(alike: Sequence[Case], asked: Sequence[int]) -> str:
    if len(asked) == 1:
        return f"the {either([tile_name(case.labels[asked[0]]) for case in alike])}"
    return " and ".join(f"tile {number} a {tile_name(alike[0].labels[number])}" for number in asked)


def how_they_lie(numbers: Sequence[int]) -> str:
    """Word the question which of these tiles are exposed."""
    if len(numbers) == 1:
        return f"cannot say until you tell how tile {numbers[0]} lies: exposed, and with which tiles, or not"
    listed = ", ".join(str(number) for number in numbers)
    return f"cannot say until you tell how tiles {listed} lie: which are exposed, and in which groups, or none"


def what_it_means(exposures: Mapping[str, RackCheck]) -> str:
    """Word the verdict with exposures and without, from `Decision.exposures_mean`."""
    if "exposed" in exposures:
        how, some = "with their groups exposed", exposures["exposed"]
    else:
        how, some = "with exposures as they seem to lie", exposures["as_shown"]
    none = exposures["none"] if "none" in exposures else exposures["as_shown"]
    return f"{how} it is {_verdict(some)}, with none {_verdict(none)}"


def _verdict(check: RackCheck) -> str:
    if check.best is not None:
        return f"hand {check.best} for {check.value}"
    waits = f", waiting for {either([tile_name(wait.tile.code) for wait in check.waits])}" if check.waits else ""
    return f"no hand{waits}"
