"""Judge hands by a rule set, its card if it has one, and facts that the tiles do not show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

from rules.card.card import Card
from rules.claim import WinClaim
from rules.errors import ClaimError, TileTextError
from rules.hand import Hand
from rules.input.strict_fields import StrictFields
from rules.judging import judge
from rules.matching.joker_exchanges import EXCHANGE, joker_exchanges
from rules.matching.played_card import card_rules
from rules.matching.prospects import Wait, prospects_of, waits_of
from rules.melds.circumstances import Circumstances, read_circumstances
from rules.melds.meld_verdict import MeldClaim
from rules.ruleset import RuleSet
from rules.tiles import Tile, overfull, parse_tiles
from service.cards.card_library import CardSource
from service.judging.better_paid import better_paid, judged_as
from service.judging.rack_check import RackCheck

NEAR: Final = 3
"""Default number of nearest hands to name."""

WAITING: Final = 13
"""Number of tiles in a rack that waits for its last one."""

_UNKNOWN: Final = Circumstances()
"""Circumstances of which nobody has said anything."""


@dataclass(frozen=True, slots=True)
class JudgeSetup:
    """A rule set, its card and the options of a check.

    Attributes:
        card: the card; None in a game without one.
        near: how many nearest hands to name.
        table: tiles out of play; None if unknown, and then we compute no prospects.
        others: exposures of the other players, also out of play; their jokers may be exchanged.
        joker_was_used: with a card: the hand held a joker that was exchanged earlier.
        claimed_hand: with a card: the number of the hand that the player claims.
        as_hand: with a card: the number of the hand to pay if the rack makes several; None for the most valuable.
        picked: with a card: whether the hand is paid as a self-picked one; None where only the rack may say it.
        circumstances: without a card: seat, round, and how the player won the hand.
    """

    ruleset: RuleSet
    card: Card | None
    near: int = NEAR
    table: tuple[Tile, ...] | None = None
    others: tuple[tuple[Tile, ...], ...] = ()
    joker_was_used: bool = False
    claimed_hand: str | None = None
    as_hand: str | None = None
    picked: bool | None = None
    circumstances: Circumstances = _UNKNOWN

    @property
    def out_of_play(self) -> tuple[Tile, ...] | None:
        """Return all tiles known to be out of play; None if unknown."""
        if self.table is None and not self.others:
            return None
        return (*(self.table or ()), *(tile for exposure in self.others for tile in exposure))

    def judge(self, hand: Hand) -> RackCheck:
        """Judge a hand; add its waits, the possible joker exchanges and the hands still possible.

        Raises:
            ClaimError: for facts that contradict each other or the rack, and for a claimed hand not on the card.
        """
        check = self.verdict(hand, self.near)
        if self.card is None or check.win:
            return check
        size = len(hand.tiles) + 1
        if hand.winning_tile is None and any(pattern.size == size for pattern in self.card.hands):
            check = replace(check, waits=self._waits(hand, self.card))
        if self.others and EXCHANGE in self.ruleset.rulings:
            jokers = self.ruleset.jokers
            wild = self.card.flowers_wild or (jokers is not None and jokers.flowers_wild)
            check = replace(check, exchanges=joker_exchanges(hand, self.others, flowers_wild=wild))
        if self.out_of_play is not None:
            table, used = self.table or (), self.joker_was_used
            found = prospects_of(hand, self.card, self.ruleset, table=table, others=self.others, joker_was_used=used)
            check = replace(check, prospects=found)
        return check

    def verdict(self, hand: Hand, near: int = 0) -> RackCheck:
        """Judge a hand and name its `near` nearest hands, without waits or prospects; raises as `judge`."""
        try:
            return self._verdict(hand, near)
        except ClaimError as error:
            # The rules know a claim and its options by themselves, and a question holds them below `options`.
            if error.where in _OPTIONS:
                raise ClaimError(error.code, error.message, f"options.{error.where}") from None
            raise

    def _verdict(self, hand: Hand, near: int) -> RackCheck:
        if self.card is None:
            claimed = MeldClaim(hand, self.circumstances, self.out_of_play or ())
            return RackCheck(judge(claimed, None, self.ruleset, near))
        claim = WinClaim(hand, self.joker_was_used, self.claimed_hand, self.table or (), self.others)
        found = judge(claim, self.card, self.ruleset, near)
        if self.as_hand is not None:
            found = judged_as(found, self.as_hand)
        return RackCheck(found, better=better_paid(found, self.ruleset, self.picked))

    def _waits(self, hand: Hand, card: Card) -> tuple[Wait, ...] | None:
        """Return the waits of a rack; None where only the count of the table is impossible, which rules nothing out."""
        table, used = self.table or (), self.joker_was_used
        try:
            return waits_of(hand, card, self.ruleset, table=table, others=self.others, joker_was_used=used).waits
        except ClaimError as error:
            # An impossible rack waits for nothing; the verdict states its fault.
            return None if error.code == "impossible-rack" and not overfull(hand.tiles) else ()


def make_setup(card: str | None, ruleset: str | None, options: Mapping[str, object], library: CardSource) -> JudgeSetup:
    """Find the card and rule set that a question names, and read its options.

    Raises:
        CardError, RuleSetError: for an unknown or faulty card or rule set.
        ClaimError: for an unknown option, an option of the wrong type, and a missing card or rule set.
    """
    found = None if card is None else library.card(card)
    played = found.ruleset if ruleset is None and found is not None else ruleset
    if played is None and found is not None:
        message = f"the card {found.id} names no rule set: say which one you play by"
        raise ClaimError("missing-field", message, "ruleset")
    rules = None if played is None else library.ruleset(played)
    if rules is None or (found is None and rules.melds is None):
        message = "name a card, such as nmjl-1976; `rackcheck cards list` names all, `rackcheck use CARD` keeps one"
        raise ClaimError("missing-field", message, "card")
    if found is not None:
        card_rules(rules)  # rules that are played without a card judge no hand of one
    fields = StrictFields.of(options, "options", ClaimError)
    near = fields.whole("near", least=0) if fields.has("near") else NEAR
    table = _tiles(fields, "table") if fields.has("table") else None
    others = _groups(fields, "others") if fields.has("others") else ()
    _refuse_options_of_other_games(fields, found, rules)
    if found is None:
        setup = JudgeSetup(rules, None, near, table, others, circumstances=read_circumstances(fields))
    else:
        used = fields.flag("joker_was_used", default=False)
        claimed, as_hand = _number(fields, "claim"), _number(fields, "as_hand")
        if as_hand is not None and not found.find(as_hand):
            first, last = found.hands[0].number, found.hands[-1].number
            message = f"{found.id} has no hand {as_hand!r}; its hands are {first} to {last}"
            fields.fail("as_hand", message, "unknown-hand")
        setup = JudgeSetup(rules, found, near, table, others, used, claimed, as_hand)
    fields.done()
    return setup


_OF_CARDS: Final = ("claim", "as_hand", "joker_was_used")
_OF_NO_CARD: Final = tuple(field.name for field in fields(Circumstances))
_OPTIONS: Final = frozenset({"near", *_OF_CARDS, *_OF_NO_CARD})


def _refuse_options_of_other_games(options: StrictFields, card: Card | None, ruleset: RuleSet) -> None:
    """Refuse options for card games in a game without a card, and the other way round."""
    for name in _OF_CARDS if card is None else _OF_NO_CARD:
        if options.has(name):
            game = f"{ruleset.id} has no card" if card is None else f"{card.id} is a card"
            kind = "with a card" if card is None else "without a card, such as japanese-american-2009"
            options.fail(name, f"is asked only in games {kind}, and {game}: leave it out", "unknown-field")


def _number(options: StrictFields, name: str) -> str | None:
    """Read the number of a hand, which people also write as a JSON number."""
    value = options.table.get(name)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if options.has(name) and is_number else options.optional_text(name)


def _tiles(options: StrictFields, name: str) -> tuple[Tile, ...]:
    """Read the tiles of a text or a list of texts; an empty text means no discards yet."""
    if isinstance(options.table.get(name), list):
        return tuple(tile for group in _groups(options, name) for tile in group)
    if options.table.get(name) == "":
        return ()
    return _read(options, name, options.text(name))


def _groups(options: StrictFields, name: str) -> tuple[tuple[Tile, ...], ...]:
    """Read a list of texts, the tiles of one exposure each."""
    items = [(f"{name}[{at}]", item) for at, item in options.items(name)]
    return tuple(_read(options, place, options.as_text(item, place)) for place, item in items)


def _read(options: StrictFields, place: str, text: str) -> tuple[Tile, ...]:
    try:
        return parse_tiles(text)
    except TileTextError as error:
        options.fail(place, f"{error.message} ({error.where})", error.code)
