"""A card: its winning hands, from a TOML file of sections and lines in the notation of printed cards."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from io import TextIOWrapper
from itertools import product
from pathlib import Path
from typing import Final

from rules.card.card_file import ID_FORM, LARGEST_FILE, CardDraft, read_draft
from rules.card.expansion import ConcreteHand, ExpansionError, expand
from rules.card.fault import CardFault
from rules.card.packed_groups import tile_counts
from rules.card.pattern import NAMED_SUITS, HandPattern, Word
from rules.errors import CardError
from rules.input.declared_types import checked, checked_fields
from rules.input.open_file import open_file
from rules.tiles import ALL_TILES, DRAGON_OF_SUIT, DRAGONS, Tile

FOLDER: Final = Path(__file__).parents[1] / "cards"
"""Folder of the shipped cards."""

_SOAP: Final = DRAGON_OF_SUIT["D"]


def card_argument(code: str, message: str, where: str) -> CardError:
    """Make the error of an argument or a field about a card."""
    return CardError(code, message, file=where)


@dataclass(frozen=True, slots=True, weakref_slot=True)
@checked_fields(card_argument)
class Card:
    """The hands of a card in printed order, each with the concrete hands it means.

    ``source`` is the document that prints the card, ``ruleset`` the id of the rule set to play it under unless the
    caller names another. ``flowers_wild``: the card says that flowers stand for any tile, as jokers do, whatever the
    rule set says. ``concrete[i]`` are the concrete hands of ``hands[i]`` (`rules.card.expansion.expand`): each a tuple
    of groups as numbers, which `rules.card.packed_groups.unpack` turns into tiles. Raises `CardError` (``empty-card``)
    for a card without a hand, and for other concrete hands than one tuple a hand.
    """

    id: str
    title: str
    source: str
    ruleset: str | None
    hands: tuple[HandPattern, ...]
    concrete: tuple[tuple[ConcreteHand, ...], ...] = field(repr=False, compare=False)
    flowers_wild: bool = False

    def __post_init__(self) -> None:
        if not self.hands or len(self.concrete) != len(self.hands):
            raise card_argument("empty-card", "give one hand or more, and the concrete hands of each", "concrete")

    @classmethod
    @checked(card_argument)
    def of(cls, draft: CardDraft) -> Card | None:
        """Return the card of a file, None where a fault keeps people from playing by it."""
        if any(fault.level == "error" for fault in draft.faults):
            return None
        head = draft.head
        texts = (head["id"], head["title"], head.get("source", head["title"]), head.get("ruleset"))
        hands = tuple(hand for line in draft.lines for hand in line.hands)
        concrete = tuple(concrete for line in draft.lines for concrete in line.concrete)
        return cls(*texts, hands, concrete, draft.flowers_wild)

    @checked(card_argument)
    def find(self, number: str) -> tuple[int, ...]:
        """Return the places in ``hands`` of the hands of this number; a line's number finds its alternatives."""
        wanted = number.strip().lower()
        return tuple(place for place, hand in enumerate(self.hands) if wanted in {hand.number, hand.line})

    @checked(card_argument)
    def cite(self, hand: HandPattern) -> str:
        """Return the citation of a hand: the card's source, the line of the hand and its place."""
        return f"{self.source}: hand {hand.line}" + (f", {hand.place}" if hand.place else "")


def list_cards() -> tuple[str, ...]:
    """Return the ids of the cards that ship, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@checked(card_argument)
def load_card(name: str | Path) -> Card:
    """Load a card that ships, by its id, or a card file, by a path that holds a slash or ends in ``.toml``.

    Raises `CardError`: ``unknown-card`` for a name that is neither, ``unreadable-file``, or the first fault of the
    file as `parse_card` does.
    """
    if isinstance(name, str) and (ID_FORM.fullmatch(name) or not ("/" in name or "\\" in name or ".toml" in name)):
        return _load_shipped(name)
    return parse_card(_read(Path(name)), str(name))


@lru_cache(maxsize=64)
def _load_shipped(name: str) -> Card:
    if name not in list_cards():
        message = f"there is no card {name!r}; there are {', '.join(list_cards())}, or give the path of a card file"
        raise CardError("unknown-card", message, file="card")
    return parse_card(_read(FOLDER / f"{name}.toml"), f"{name}.toml")


def _read(path: Path) -> str:
    try:
        with TextIOWrapper(open_file(path), encoding="utf-8-sig") as file:
            return file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise CardError("unreadable-file", f"the file cannot be read: {reason}", file=str(path)) from error


@checked(card_argument)
def parse_card(text: str, name: str = "card") -> Card:
    """Read the text of a card file; ``name`` is the file name for errors.

    Raises `CardError` with line and column for the first fault: ``bad-toml``, ``curly-quotes``, ``too-long``,
    ``missing-field``, ``unknown-field``, ``wrong-type``, ``bad-id``, ``unknown-choice``, ``too-many-sections``,
    ``empty-card``, ``duplicate-hand``, ``no-hand`` for a hand that no set could build, ``too-many-hands``, and the
    codes of `rules.card.line.card_line.read_line`.
    """
    found, faults = read_card_text(text)
    if found is None:
        raise faults[0].error(name)
    return found


def read_card_text(text: str) -> tuple[Card | None, tuple[CardFault, ...]]:
    """Return the card of a file and no fault, or None and every fault in the order of the file."""
    draft = read_draft(text)
    return Card.of(draft), tuple(draft.faults)


def free_suits(card: Card) -> Card:
    """Return the card with the rule ``suits free`` on every hand that names a suit.

    Raises `CardError` (``too-many-hands``) for a card that then means more hands than `expand` lists.
    """
    hands = tuple(map(_free_suits_of, card.hands))
    concrete = []
    for old, hand, listed in zip(card.hands, hands, card.concrete, strict=True):
        try:
            concrete.append(listed if hand is old else expand(hand))
        except ExpansionError as error:
            raise CardError(error.code, f"hand {hand.number} with free suits: {error.message}", file=card.id) from error
    return replace(card, hands=hands, concrete=tuple(concrete))


def _free_suits_of(hand: HandPattern) -> HandPattern:
    free = Word("suits free")
    if free in hand.rules or not any(group.suit and group.suit in NAMED_SUITS for group in hand.groups):
        return hand
    return replace(hand, rules=(*hand.rules, free))


def colour_clash(hand: ConcreteHand) -> tuple[Tile, Tile] | None:
    """Return a dragon of a hand and a tile of a suit that does not match it; None where all dragons match.

    A White dragon among different tiles, as in a year, is the number zero and has no colour.
    """
    found = {(ALL_TILES[kind], group > 0) for group in hand for kind, _ in tile_counts(group)}
    dragons = {tile for tile, alike in found if tile in DRAGONS and (alike or tile is not _SOAP)}
    tiles = sorted({tile for tile, _ in found})
    pairs = product(sorted(dragons), tiles)
    return next((pair for pair in pairs if DRAGON_OF_SUIT.get(pair[1].suit, pair[0]) is not pair[0]), None)
