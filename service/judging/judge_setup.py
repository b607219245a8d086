"""The bench on which hands are judged: a rule set, its card where it has one, and the facts no tile shows."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Final

from rules.card.card import Card
from rules.claim import WinClaim, judge
from rules.errors import ClaimError, TileTextError
from rules.hand import Hand
from rules.input.strict_fields import StrictFields
from rules.matching.prospects import prospects_of, waits_of
from rules.melds.circumstances import Circumstances, read_circumstances
from rules.melds.meld_verdict import MeldClaim
from rules.ruleset import RuleSet
from rules.tiles import Tile, parse_tiles
from service.cards.card_library import CardLibrary

NEAR: Final = 3
"""Nearest hands named where nobody says how many."""

WAITING: Final = 13
"""Tiles of a rack that waits for its last one."""


@dataclass(frozen=True, slots=True)
class JudgeSetup:
    """A rule set and the options of a check, laid out to judge hands by.

    Attributes:
        card: None in a game without a card.
        near: how many of the nearest hands to name.
        table: tiles that are out of play already; None where nobody has said, and no prospects are asked for.
        joker_was_used: with a card: a joker lay in the hand before and was exchanged.
        claimed_hand: with a card: the hand the player claims.
        circumstances: without a card: seat, round, and how the hand was won.
    """

    ruleset: RuleSet
    card: Card | None
    near: int = NEAR
    table: tuple[Tile, ...] | None = None
    joker_was_used: bool = False
    claimed_hand: str | None = None
    circumstances: Circumstances = field(default_factory=Circumstances)

    def judge(self, hand: Hand, near: int | None = None) -> dict[str, Any]:
        """The check document of a hand; `near` in the place of the bench's own.

        With a card, a rack of 13 comes with `waits`, the tiles that complete it, and where the tiles on the table are
        known a rack that does not win comes with `prospects`: the hands still possible, or why it is dead.

        Raises:
            ClaimError: for facts that contradict each other or the rack, and a claimed hand that the card has not.
        """
        wanted = self.near if near is None else near
        if self.card is None:
            return judge(MeldClaim(hand, self.circumstances, self.table or ()), None, self.ruleset, wanted).to_json()
        claim = WinClaim(hand, self.joker_was_used, self.claimed_hand, self.table or ())
        document = judge(claim, self.card, self.ruleset, wanted).to_json()
        if len(hand.tiles) == WAITING and hand.winning_tile is None:
            document["waits"] = self._waits(claim, self.card)
        if self.table is not None and not document["win"]:
            found = prospects_of(
                hand, self.card, self.ruleset, table=self.table, joker_was_used=self.joker_was_used
            ).to_json()
            document["prospects"] = {name: found[name] for name in ("dead", "reasons", "possible")}
        return document

    def _waits(self, claim: WinClaim, card: Card) -> list[dict[str, Any]]:
        try:
            found = waits_of(
                claim.hand, card, self.ruleset, table=claim.table, joker_was_used=claim.joker_was_used
            ).to_json()
        except ClaimError:
            # A rack that no set holds waits for nothing; the verdict says what is wrong with it.
            return []
        waits: list[dict[str, Any]] = found["waits"]
        return waits


def make_setup(card: str | None, ruleset: str | None, options: StrictFields, shelf: CardLibrary) -> JudgeSetup:
    """The bench that a question asks for.

    Raises:
        CardError, RuleSetError: for a card or a rule set that is not there or has a fault.
        ClaimError: for an option that is unknown or of the wrong type, and where a card or a rule set is missing.
    """
    found = None if card is None else shelf.card(card)
    played = ruleset or (found.ruleset if found is not None else None)
    if played is None and found is not None:
        raise _missing("ruleset", f"the card {found.id} names no rule set: say which one you play by")
    rules = None if played is None else shelf.ruleset(played)
    if rules is None or (found is None and rules.sets is None):
        raise _missing("card", "name a card, such as nmjl-1976; `rackcheck cards list` names all")
    near = options.whole("near", least=0) if options.has("near") else NEAR
    table = _tiles(options, "table") if options.has("table") else None
    _refuse_of_other_games(options, found, rules)
    if found is None:
        bench = JudgeSetup(rules, None, near, table, circumstances=read_circumstances(options))
    else:
        used = options.flag("joker_was_used", default=False)
        bench = JudgeSetup(rules, found, near, table, joker_was_used=used, claimed_hand=_claimed(options))
    options.done()
    return bench


_OF_CARDS: Final = ("claim", "joker_was_used")
_OF_NO_CARD: Final = tuple(field.name for field in fields(Circumstances))


def _refuse_of_other_games(options: StrictFields, card: Card | None, ruleset: RuleSet) -> None:
    """Say of a fact that belongs to games with a card, or to those without, that this is not such a game."""
    other = _OF_CARDS if card is None else _OF_NO_CARD
    game = f"{ruleset.id} has no card" if card is None else f"{card.id} is a card"
    kind = "with a card" if card is None else "without a card, such as japanese-american-2009"
    for name in other:
        if options.has(name):
            options.fail(name, f"is asked only in games {kind}, and {game}: leave it out", "unknown-field")


def _missing(name: str, message: str) -> ClaimError:
    return ClaimError("missing-field", message, name)


def _claimed(options: StrictFields) -> str | None:
    """The number of the claimed hand, which people also write as a number."""
    value = options.table.get("claim")
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if options.has("claim") and is_number else options.optional_text("claim")


def _tiles(options: StrictFields, name: str) -> tuple[Tile, ...]:
    """The tiles of an option, a text or a list of texts; none of a blank text, where nothing has been discarded yet."""
    if isinstance(options.table.get(name), list):
        items = [(f"{name}[{at}]", item) for at, item in options.items(name)]
        return tuple(tile for place, item in items for tile in _read(options, place, options.as_text(item, place)))
    if options.table.get(name) == "":
        return ()
    return _read(options, name, options.text(name))


def _read(options: StrictFields, place: str, text: str) -> tuple[Tile, ...]:
    try:
        return parse_tiles(text)
    except TileTextError as error:
        options.fail(place, f"{error.message} ({error.where})", error.code)
