"""Find the exchange of jokers in a player's own exposures that completes a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from rules.card.pattern import HandPattern
from rules.hand import Hand
from rules.matching.joker_exchanges import EXCHANGE
from rules.matching.played_card import PlayedCard
from rules.matching.rack_counts import RackCounts, exposed_kinds
from rules.ruleset import RuleSet
from rules.tiles import JOKER, Tile, format_tiles
from rules.verdict import Reason


@dataclass(frozen=True, slots=True)
class ExchangeFirst:
    """The hands that a rack makes after an exchange, the most valuable first, and the exchange in words."""

    hands: tuple[HandPattern, ...]
    reason: Reason


class Exchanged(NamedTuple):
    """A rack, in each of its meanings, after ``given`` jokers of each exposure came back."""

    given: tuple[int, ...]
    racks: Sequence[RackCounts]


@dataclass(frozen=True, slots=True)
class OwnJokers:
    """The jokers in a player's own exposures that like tiles bring back in the player's turn.

    ``laid`` holds place, kind and number of jokers of each exposure with such jokers; ``source`` is the place of the
    rule that lets the player exchange them.
    """

    played: PlayedCard
    exposures: tuple[tuple[Tile, ...], ...]
    laid: tuple[tuple[int, Tile, int], ...]
    source: str

    @classmethod
    def of(cls, played: PlayedCard, hand: Hand) -> OwnJokers:
        """Find the jokers in the exposures of a hand; none where the rule set knows no exchange."""
        laid = []
        for place, exposure in enumerate(hand.exposures):
            kinds = exposed_kinds(exposure, flowers_wild=played.jokers.flowers_wild)
            if JOKER in exposure and len(kinds) == 1:
                laid.append((place, kinds.pop(), exposure.count(JOKER)))
        source = _source_in_turn(played.ruleset) if laid else None
        return cls(played, hand.exposures, () if source is None else tuple(laid), source or "")

    def exchanges(self, rack: RackCounts) -> Iterator[Exchanged]:
        """Yield the exchanges for which a rack has the tiles, the fewest jokers first."""
        most = [min(jokers, rack.concealed.get(kind.index, 0)) for _, kind, jokers in self.laid]
        if not any(most):
            return
        for given in sorted(product(*(range(number + 1) for number in most)), key=sum):
            spent: Counter[int] = Counter()
            for (_, kind, _), number in zip(self.laid, given, strict=True):
                spent[kind.index] += number
            if any(given) and all(number <= rack.concealed.get(kind, 0) for kind, number in spent.items()):
                yield Exchanged(given, self.played.index.meanings(self._exchanged(rack, given)))

    def first(
        self, exchanges: Iterable[Exchanged], wanted: Collection[HandPattern] | None = None
    ) -> ExchangeFirst | None:
        """Return the first exchange that completes a hand, of ``wanted`` if these are given; None without one."""
        for given, racks in exchanges:
            made = self.played.completed(racks, joker_was_used=self.played.jokers.used_spoils)
            hands = tuple(hand for hand in made if wanted is None or hand in wanted)
            if hands:
                text = f"in your turn exchange {self._words(given)} first: then hand {hands[0].number} is complete"
                return ExchangeFirst(hands, Reason(text, self.source))
        return None

    def _exchanged(self, rack: RackCounts, given: tuple[int, ...]) -> RackCounts:
        concealed, exposed = Counter(rack.concealed), list(rack.exposed)
        for (place, kind, _), number in zip(self.laid, given, strict=True):
            concealed[kind.index] -= number
            others = len(self.exposures[place]) - self.exposures[place].count(kind)
            exposed[place] = exposed[place]._replace(wild=others > number)
        return rack._replace(concealed=dict(+concealed), jokers=rack.jokers + sum(given), exposed=tuple(exposed))

    def _words(self, given: tuple[int, ...]) -> str:
        return " and ".join(
            f"{format_tiles([kind] * number)} for {format_tiles([JOKER] * number)} in your own "
            f"[{format_tiles(self.exposures[place])}]"
            for (place, kind, _), number in zip(self.laid, given, strict=True)
            if number
        )


_IN_TURN: Final = {"own_turn": True, "exposed_before_error": True}
"""What holds, of the facts of the ruling, when a player in turn exchanges a joker of a good exposure."""


def _source_in_turn(ruleset: RuleSet) -> str | None:
    """Return the place of the case that allows the exchange to a player in turn; None where none does."""
    cases = ruleset.rulings.get(EXCHANGE, ())
    case = next((one for one in cases if all(_IN_TURN.get(fact.name, False) in fact.values for fact in one.when)), None)
    if case is None or not case.allowed:
        return None
    return ruleset.cite_table(case.place) if case.decided else ruleset.cite(case.place)
