"""Ask the questions of an entry after the hands before it as they count now, which a correction may have changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from rules.ruleset import RuleSet
from service.ledger.game.entering.complete_entry import with_past
from service.ledger.game.entering.judged_win import circumstances
from service.ledger.game.entering.people import dead_before, takes_dead
from service.ledger.game.records import Entry
from service.ledger.game.state import GameState
from service.shared.json_text import JsonObject

T = TypeVar("T")


def asked_now(
    entry: Entry, now: GameState, then: Callable[[], GameState], ruleset: RuleSet
) -> tuple[JsonObject, JsonObject]:
    """Return the settle question of a settled entry, and the options of its check (none without a check).

    `now` is the state before the entry, `then` computes that by which it was entered. What the ledger filled in follows
    a correction; what the request said otherwise stays.
    """
    body = entry.body
    question = with_past(dict(body.question or {}), now, ruleset)
    options = dict(body.check["question"].get("options") or {}) if body.check else {}
    if question["players"] != list(now.sitting.players):
        return question, options

    def followed(stored: T, fill: Callable[[GameState], T]) -> T:
        filled = fill(now)
        return filled if stored != filled and stored == fill(then()) else stored

    def cancelled(bet: JsonObject) -> bool:
        return followed(bool(bet.get("cancelled")), lambda state: bet["name"] in state.cancelled)

    outcome = question["outcome"]
    if takes_dead(outcome):
        dead = followed(outcome.get("dead") or [], lambda state: dead_before(outcome, state))
        question = {**question, "outcome": {**outcome, "dead": dead}}
    question["bettors"] = [{**bet, "cancelled": cancelled(bet)} for bet in question["bettors"]]
    if body.check is not None and ruleset.melds is not None:

        def known(name: str, state: GameState) -> object:
            return circumstances(outcome, state, ruleset).get(name)

        for name in circumstances(outcome, now, ruleset):
            options[name] = followed(options.get(name), partial(known, name))
    return question, options
