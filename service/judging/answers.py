"""Answer questions without a photo: judge a rack, settle a game, give a ruling.

The command line, the HTTP interface and the ledger call these functions. `service.shared.errors` has a row for every
exception.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.errors import ClaimError, OutcomeError, RulingError
from rules.hand import parse_rack
from rules.input.strict_fields import StrictFields
from rules.rulings.decide import RulingAnswer, RulingEntry, list_rulings
from rules.rulings.decide import rule as answer_ruling
from rules.rulings.find import find_rulings
from rules.settlement.outcome import parse_outcome
from rules.settling import Settlement
from rules.settling import settle as settle_outcome
from service.cards.card_library import CardSource
from service.judging.judge_seen import judge_seen
from service.judging.judge_setup import JudgeSetup, make_setup
from service.judging.rack_check import OpenCheck, RackCheck
from service.judging.seen_rack import read_seen
from service.shared.errors import ErrorObject, error_object
from service.shared.json_text import JsonObject

DEFAULT_RULESET: Final = "nmjl-1976"
"""The rule set of a ruling question that names none."""

MOST_GAMES: Final = 1_000
"""Maximum number of games in one settle request, more than a year of evenings."""

LONGEST_WORDS: Final = 200
"""Maximum length of the words that look for rulings in one request, in characters."""


def check(question: object, library: CardSource) -> RackCheck:
    """Judge a rack: read `{"id", "rack", "card", "ruleset", "options"}` and return the verdict.

    Raises:
        RulesError: for an unknown or malformed rack, card, rule set or option.
    """
    fields = StrictFields.of(question, "", ClaimError)
    identity = fields.optional_id()
    rack = fields.text("rack", "give the rack as text, such as '[2C 2C J 2C] 4C 4C F F'")
    return replace(_setup(fields, library).judge(parse_rack(rack)), id=identity)


def check_or_ask(question: object, library: CardSource) -> RackCheck | OpenCheck:
    """Judge a rack given as text or as seen in a photo; ask about uncertain tiles that can change the verdict.

    A question with a rack as text goes to `check`. A rack from a photo has a field `seen` in place of `rack`, which
    `read_seen` reads. It raises as `check`.
    """
    fields = StrictFields.of(question, "", ClaimError)
    if not fields.has("seen"):
        return check(question, library)
    if fields.has("rack"):
        fields.fail("rack", "give a rack as text, or one as it was seen, not both", "contradiction")
    identity = fields.optional_id()
    rack, facts = read_seen(fields.child("seen"))
    return replace(judge_seen(rack, _setup(fields, library), facts), id=identity)


def _setup(fields: StrictFields, library: CardSource) -> JudgeSetup:
    """Read the rest of a check question: what the rack is judged by."""
    card, ruleset = fields.optional_text("card"), fields.optional_text("ruleset")
    options = fields.child("options").table if fields.has("options") else {}
    fields.done()
    return make_setup(card, ruleset, options, library)


def settle(question: Any, library: CardSource, ruleset: str | None = None) -> Settlement:  # noqa: ANN401 - any JSON value
    """Return who pays whom in the game of a settle question; `ruleset` is the default for a question without one.

    Raises:
        OutcomeError, RuleSetError: naming the field at fault.
    """
    outcome = parse_outcome(question)
    name = outcome.ruleset or ruleset
    if name is None:
        raise OutcomeError("missing-field", "is missing: name the rule set you play by", "ruleset")
    found = library.ruleset(name)
    # The question may name a file of house rules by its path; the outcome needs the id in that file.
    return settle_outcome(replace(outcome, ruleset=found.id), found)


@dataclass(frozen=True, slots=True)
class FailedQuestion:
    """A question of a batch that we cannot answer."""

    id: str | int | None
    error: ErrorObject

    def to_json(self) -> JsonObject:
        """Return the question's `id`, if it has one, and the `error`."""
        return {**({} if self.id is None else {"id": self.id}), "error": self.error}


def settle_all(questions: Sequence[Any], library: CardSource) -> list[Settlement | FailedQuestion]:
    """Answer each settle question in order; a faulty question does not stop the others.

    Raises:
        OutcomeError: `too-many-items`.
    """
    if len(questions) > MOST_GAMES:
        message = f"holds {len(questions)} games, at most {MOST_GAMES} are settled at once"
        raise OutcomeError("too-many-items", message, "body")
    return [_settle_one(question, f"item {number}", library) for number, question in enumerate(questions, 1)]


def _settle_one(question: Any, where: str, library: CardSource) -> Settlement | FailedQuestion:  # noqa: ANN401 - any JSON value
    try:
        return settle(question, library)
    except Exception as error:  # noqa: BLE001 - one game that cannot be settled must not hide the others
        return FailedQuestion(identity_of(question), error_object(error, where))


def identity_of(question: object) -> str | int | None:
    """Return the `id` of a question that may be malformed otherwise; None without one."""
    identity = question.get("id") if isinstance(question, dict) else None
    return identity if isinstance(identity, str | int) else None


@dataclass(frozen=True, slots=True)
class RulingList:
    """The rulings of the catalogue, each with whether the source of a rule set answers it."""

    ruleset: str
    rulings: tuple[RulingEntry, ...]

    def to_json(self) -> JsonObject:
        """Return the contract's list."""
        return {"ruleset": self.ruleset, "rulings": [entry.to_json() for entry in self.rulings]}


def ruling_list(ruleset: str, library: CardSource, words: str = "") -> RulingList:
    """List every ruling with the facts it asks for, and whether the rule set's source answers it.

    With `words`, list only the rulings that match them, the likeliest first.

    Raises:
        RuleSetError: for an unknown rule set.
    """
    found = library.ruleset(ruleset)
    entries = {entry.spec.id: entry for entry in list_rulings(found)}
    return RulingList(found.id, tuple(entries[ruling] for ruling in find_rulings(words, entries)))


def rule(ruling: str, question: Mapping[str, object], library: CardSource) -> RulingAnswer:
    """Answer one ruling about `{"ruleset", ...facts}`.

    Raises:
        RulingError, OutcomeError, RuleSetError: naming the fact at fault.
    """
    facts = dict(question)
    given = facts.pop("ruleset", None)
    ruleset = DEFAULT_RULESET if given is None else given
    if not isinstance(ruleset, str):
        raise RulingError("wrong-type", "must be the id of a rule set", "ruleset")
    return answer_ruling(ruling, library.ruleset(ruleset), facts)
