"""Check a card file: its faults, and each hand in words, with its number of concrete hands and an example."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from rules.card.card import Card, card_argument, colour_clash
from rules.card.card_file import CardDraft, DraftLine, read_draft
from rules.card.expansion import ConcreteHand, too_many_of
from rules.card.fault import CardFault
from rules.card.pattern import HandPattern
from rules.card.words import line_in_words, suits_in_words
from rules.errors import CardError, RuleSetError
from rules.input.declared_types import checked
from rules.matching.example_hand import drawn_example
from rules.matching.index.card_index import CardIndex, naturals_only
from rules.matching.joker_rules import JokerRules
from rules.matching.lint.card_doubts import card_doubts
from rules.ruleset import RuleSet, list_rulesets, load_ruleset
from rules.verdict import GroupReading

USUAL_RULES: Final = "modern-american"
"""The rule set that most tables play by, and that of a card without one."""


@dataclass(frozen=True, slots=True)
class LintedHand:
    """One readable hand of a card, with its meaning.

    ``index`` counts the readable hands of the card, ``line`` its lines, both from 0. ``meant`` is the number of
    concrete hands that the line means, ``concrete`` the number that can win under the card's rules. ``example`` is one
    of the latter as groups, None where there is none.
    """

    index: int
    line: int
    section: int
    pattern: HandPattern
    words: str
    suits: str
    concrete: int
    meant: int
    example: tuple[GroupReading, ...] | None

    def to_json(self) -> dict[str, Any]:
        """Return its fields; the pattern as number, text, value and kind."""
        return {
            "index": self.index,
            "line": self.line,
            "section": self.section,
            "number": self.pattern.number,
            "text": self.pattern.text,
            "title": self.pattern.title,
            "value": self.pattern.value,
            "concealed_only": self.pattern.concealed_only,
            "words": self.words,
            "suits": self.suits,
            "concrete": self.concrete,
            "meant": self.meant,
            "example": None if self.example is None else [group.to_json() for group in self.example],
        }


@dataclass(frozen=True, slots=True)
class CardReport:
    """The report on a card file: all its faults in the order of the file, and every readable hand.

    ``card`` is the card, None where a fault keeps it from being played.
    """

    faults: tuple[CardFault, ...]
    hands: tuple[LintedHand, ...]
    card: Card | None = field(repr=False, default=None)

    def to_json(self) -> dict[str, Any]:
        """Return faults and hands."""
        return {"faults": [fault.to_json() for fault in self.faults], "hands": [hand.to_json() for hand in self.hands]}


@checked(card_argument)
def check_card(text: str, name: str = "card") -> tuple[CardError, ...]:
    """Return the faults that keep a card from being played, in the order of its lines; none for a good card.

    These are the faults that `rules.card.card.parse_card` raises, at most `rules.card.card_file.MOST_FAULTS`. A card
    without any may have others under its own rule set: ``unplayable-hand`` where no set could build a hand under its
    joker rules, ``no-card-rules`` where it is played without a card.
    """
    draft = read_draft(text)
    if Card.of(draft) is None:
        return tuple(fault.error(name) for fault in draft.faults)
    rules = _rules_of(draft, list_rulesets(), load_ruleset)
    built = list(_built(draft, rules.jokers)) if rules and rules.jokers else []
    return tuple(fault.error(name) for fault in _faults_of_rules(draft, built, rules))


def lint_card(
    text: str,
    *,
    rulesets: Collection[str] = (),
    load: Callable[[str], RuleSet] = load_ruleset,
    another: int = 0,
    examples: bool = True,
) -> CardReport:
    """Check a card file: list faults and probable mistypings, and say each hand in words with an example.

    ``rulesets`` are ids that the card may name beside the shipped ones, and ``load`` returns the rule set of an id.
    ``another`` chooses other examples; without ``examples`` the report has no hands.
    """
    draft = read_draft(text)
    known = (*list_rulesets(), *(name for name in rulesets if name not in list_rulesets()))
    rules = _rules_of(draft, known, load)
    jokers = (rules and rules.jokers) or load_ruleset(USUAL_RULES).jokers
    assert jokers is not None
    coloured = bool(rules and rules.hand and rules.hand.colour_rule)
    built = list(_built(draft, jokers))
    faults = [*draft.faults, *_faults_of_rules(draft, built, rules), *_notes(draft, built)]
    faults += _colours(draft, built, rules)
    faults += card_doubts(draft, known, rules)
    faults.sort(key=lambda fault: (fault.line, fault.column))
    hands = tuple(_linted(built, jokers, another, coloured=coloured)) if examples else ()
    return CardReport(tuple(faults), hands, Card.of(draft))


def _rules_of(draft: CardDraft, known: Collection[str], load: Callable[[str], RuleSet]) -> RuleSet | None:
    """Return the card's own rule set; None where the card names no rule set that we know and can read."""
    name = draft.head.get("ruleset")
    if name is None or name not in known:
        return None
    with suppress(RuleSetError):
        return load(name)
    return None


def _faults_of_rules(draft: CardDraft, built: list[_Built], rules: RuleSet | None) -> Iterator[CardFault]:
    """Yield the faults under the card's own rule set; ``built`` are the card's hands under its joker rules."""
    if rules is None:
        return
    if rules.jokers is None:
        yield CardFault("no-card-rules", f"{rules.id} is played without a card: name another rule set", 1, 1)
        return
    for line, hand, meant, buildable in built:
        if not buildable:
            why = too_many_of(meant[0], naturals_only(hand, meant[0], rules.jokers))
            message = (
                f"no set could build hand {hand.number}: {rules.id} lets no joker stand for what is missing; {why}"
            )
            yield draft.fault_of(line, "unplayable-hand", message)


def _notes(draft: CardDraft, built: list[_Built]) -> Iterator[CardFault]:
    """Yield a note for each hand of which a set can build only some concrete hands."""
    for line, hand, meant, buildable in built:
        if 0 < len(buildable) < len(meant):
            message = (
                f"hand {hand.number} means {len(meant)} hands, and a set can build {len(buildable)} of them: "
                "no joker may stand for what is missing in the others"
            )
            yield draft.fault_of(line, "fewer-hands", message, "note")


def _colours(draft: CardDraft, built: list[_Built], rules: RuleSet | None) -> Iterator[CardFault]:
    """Yield a fault for each hand whose dragons do not match its suits, where the card's own rule set asks for it."""
    if rules is None or rules.hand is None or not rules.hand.colour_rule:
        return
    for line, hand, meant, _ in built:
        clashes = [clash for clash in map(colour_clash, meant) if clash is not None]
        if clashes:
            dragon, tile = clashes[0]
            some = "" if len(clashes) == len(meant) else f"in {len(clashes)} of {len(meant)} hands "
            message = (
                f"hand {hand.number} {some}has {dragon} beside {tile}, which never wins under {rules.id}: "
                f"suit and dragon must match ({rules.hand.colour_rule})"
            )
            yield draft.fault_of(line, "colour-clash", message, "note" if some else "warning")


_Built = tuple[DraftLine, HandPattern, tuple[ConcreteHand, ...], tuple[ConcreteHand, ...]]


def _built(draft: CardDraft, jokers: JokerRules) -> Iterator[_Built]:
    """Yield each hand with a meaning: line, pattern, concrete hands, and the concrete hands that a set can build."""
    found = draft.meanings
    if not found:
        return
    card = Card("draft", "", "", None, tuple(hand for _, hand, _ in found), tuple(one for _, _, one in found))
    index = CardIndex(card, jokers)
    for place, (line, hand, concrete) in enumerate(found):
        yield line, hand, concrete, tuple(index.hands[at] for at in index.buildable(place))


def _linted(built: list[_Built], jokers: JokerRules, another: int, *, coloured: bool) -> Iterator[LintedHand]:
    for index, (line, hand, concrete, buildable) in enumerate(built):
        playable = [one for one in buildable if not coloured or colour_clash(one) is None]
        yield LintedHand(
            index=index,
            line=line.number - 1,
            section=line.section,
            pattern=hand,
            words=line_in_words(hand),
            suits=suits_in_words(hand),
            concrete=len(playable),
            meant=len(concrete),
            example=drawn_example(hand, playable, jokers, another + index),
        )
