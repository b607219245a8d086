"""Cards: the hands that win, from a TOML file of sections and lines the way people print them.

The grammar of a line is written down in ``rules/README.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from rules.card.card_file import ID_FORM, LARGEST_FILE, CardText, read_card_text
from rules.card.expansion import ConcreteHand, ExpansionError, expand
from rules.card.pattern import NAMED_SUITS, HandPattern, Word
from rules.errors import CardError
from rules.matching.card_index import CardIndex, index_of
from rules.ruleset import list_rulesets, load_ruleset

FOLDER: Final = Path(__file__).parents[1] / "cards"


@dataclass(frozen=True, slots=True)
class Card:
    """A card as loaded: its hands in printed order, each with the concrete hands it means.

    ``source`` is the document the card is read from, ``ruleset`` the id of the rule set it is played under
    unless another is asked for. ``concrete[i]`` are the concrete hands of ``hands[i]``.
    """

    id: str
    title: str
    source: str
    ruleset: str | None
    hands: tuple[HandPattern, ...]
    concrete: tuple[tuple[ConcreteHand, ...], ...] = field(repr=False, compare=False)
    # What has been compiled from it so far, by the ways to play jokers: a cache, no part of the value. Of these there
    # are sixteen; places in a source, which a house words as it likes, would be keys without end.
    indexes: dict[tuple[bool, ...], CardIndex] = field(default_factory=dict, init=False, repr=False, compare=False)
    freed: list[Card] = field(default_factory=list, init=False, repr=False, compare=False)

    def find(self, number: str) -> tuple[int, ...]:
        """Return the places in ``hands`` of the hands of this number; a line's number finds its alternatives."""
        wanted = number.strip().lower()
        return tuple(place for place, hand in enumerate(self.hands) if wanted in {hand.number, hand.line})

    def cite(self, hand: HandPattern) -> str:
        """Return where the card's source prints a hand."""
        return f"{self.source}: hand {hand.line}" + (f", {hand.place}" if hand.place else "")


def list_cards() -> tuple[str, ...]:
    """Return the ids of the cards that ship, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def load_card(name: str | Path) -> Card:
    """Load a card that ships, by its id, or a card file, by a path that holds a slash or ends in ``.toml``.

    Raises `CardError`: ``unknown-card`` for a name that is neither, ``unreadable-file``, or the first fault of
    the file as `parse_card` does.
    """
    if isinstance(name, str) and (ID_FORM.fullmatch(name) or not ("/" in name or "\\" in name or ".toml" in name)):
        return _load_shipped(name)
    return parse_card(_read(Path(name)), str(name))


@lru_cache(maxsize=64)
def _load_shipped(name: str) -> Card:
    if name not in list_cards():
        known = ", ".join(list_cards())
        message = f"there is no card {name!r}; there are {known}, or give the path of a card file"
        raise CardError("unknown-card", message, file="card")
    return parse_card(_read(FOLDER / f"{name}.toml"), f"{name}.toml")


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise CardError("unreadable-file", f"the file cannot be read: {reason}", file=str(path)) from error


def parse_card(text: str, name: str = "card") -> Card:
    """Read the text of a card file; ``name`` is what errors call the file.

    Raises `CardError` with line and column for the first fault: ``bad-toml``, ``too-long``, ``missing-field``,
    ``unknown-field``, ``wrong-type``, ``bad-id``, ``no-hand`` for a hand that no set could build,
    ``too-many-hands``, and the codes of `rules.card.pattern_parser.parse_line`.
    """
    found, faults = read_card_text(text, name)
    if found is None:
        raise faults[0]
    return _card(found)


def check_card(text: str, name: str = "card") -> tuple[CardError, ...]:
    """Return every fault of a card file in the order of its lines; none for a good card.

    Beside those that `parse_card` raises: ``unplayable-hand`` where no set could build a hand under the joker rules of
    the card's own rule set, if that is one that ships.
    """
    found, faults = read_card_text(text, name)
    return faults if found is None else tuple(_unplayable(found, name))


def _unplayable(found: CardText, name: str) -> Iterator[CardError]:
    if found.ruleset not in list_rulesets():
        return
    jokers = load_ruleset(found.ruleset).jokers
    if jokers is None:
        message = f"{found.ruleset} is played without a card"
        yield CardError("no-card-rules", message, file=name, line=1, column=1)
        return
    playable = index_of(_card(found), jokers).playable()
    for hand, (line, column), good in zip(found.hands, found.places, playable, strict=True):
        if not good:
            message = f"no set could build hand {hand.number}: {found.ruleset} lets no joker stand for what is missing"
            yield CardError("unplayable-hand", message, file=name, line=line, column=column)


def _card(found: CardText) -> Card:
    return Card(found.id, found.title, found.source, found.ruleset, found.hands, found.concrete)


def free_suits(card: Card) -> Card:
    """Return the card as a house plays it that lets suits be free: named suits are examples, as under ``suits free``.

    It is worked out once and kept with the card. Raises `CardError` (``too-many-hands``) for a card that then means
    more hands than can be listed.
    """
    if not card.freed:
        hands = tuple(map(_free_suits_of, card.hands))
        concrete = []
        for old, hand, listed in zip(card.hands, hands, card.concrete, strict=True):
            try:
                concrete.append(listed if hand is old else expand(hand))
            except ExpansionError as error:
                message = f"hand {hand.number} with free suits: {error.message}"
                raise CardError(error.code, message, file=card.id) from error
        card.freed.append(replace(card, hands=hands, concrete=tuple(concrete)))
    return card.freed[0]


def _free_suits_of(hand: HandPattern) -> HandPattern:
    free = Word("suits free")
    if free in hand.rules or not any(group.suit and group.suit in NAMED_SUITS for group in hand.groups):
        return hand
    return replace(hand, rules=(*hand.rules, free))
