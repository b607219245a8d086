"""Replay evenings without a database: seats and points after each entry, also after an entry is undone."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from rules.errors import RulesError
from rules.ruleset import load_ruleset
from rules.settlement.seat_rotation import RotationRules, Sitting
from service.cards.card_folder import CardFolder
from service.ledger.game.entering.complete_entry import enter
from service.ledger.game.entering.entry_context import EntryContext
from service.ledger.game.entry_request import parse_entry_request
from service.ledger.game.records import Entry
from service.ledger.game.state import replay
from service.shared.errors import ServiceError

START = Sitting(("Ann", "Bea", "Cat", "Dee"), ("Eve", "Flo"), "Ann")
FOUR = Sitting(("Ann", "Bea", "Cat", "Dee"), (), "Ann")
RULES = load_ruleset("nmjl-1976")
SHELF = CardFolder(Path("there-is-no-such-folder"), files=False)


@dataclass
class Evening:
    """A game's entries, computed as the ledger does and kept in a list."""

    entries: list[Entry] = field(default_factory=list)
    start: Sitting = START

    def add(self, **request: Any) -> Entry:  # noqa: ANN401 - any JSON value
        """Add an entry after all others."""
        draft = parse_entry_request({"based_on": len(self.entries), **request})
        body = enter(draft, EntryContext(self.start, self.entries, RULES.card, RULES, SHELF)).body
        entry = Entry("game", len(self.entries) + 1, draft.kind, None, "", "", "", None, body)
        self.entries.append(entry)
        return entry


@pytest.mark.parametrize(
    ("way", "after_easts_win", "after_another_win", "after_a_wall"),
    [("right", "Bea", "Bea", "Bea"), ("stays", "Ann", "Bea", "Ann"), ("asked", None, None, None)],
)
def test_a_table_says_once_where_east_goes(
    way: str, after_easts_win: str | None, after_another_win: str | None, after_a_wall: str | None
) -> None:
    """If the rules are silent, the table's choice of East's move holds from that entry on, until it is undone."""
    silent = RotationRules()
    seats = {"players": ["Ann", "Bea", "Cat", "Dee"], "waiting": [], "east": "Ann", "east_goes": way}
    for entry, east in (
        ({"kind": "win", "outcome": {"winner": "Ann", "won_by": "self-pick", "value": 25}}, after_easts_win),
        ({"kind": "win", "outcome": {"winner": "Dee", "won_by": "self-pick", "value": 25}}, after_another_win),
        ({"kind": "wall"}, after_a_wall),
    ):
        evening = Evening()
        evening.add(**seats, kind="seats")
        evening.add(**entry)
        state = replay(START, evening.entries, silent)
        assert state.sitting.east == east
        assert state.east_goes == way
        evening.add(kind="undo", undoes=1)
        assert replay(START, evening.entries, silent).sitting.east is None
    assert RULES.rotation.decided("stays") == RULES.rotation


@pytest.mark.parametrize("at", [pytest.param(1, id="during-that-hand"), pytest.param(2, id="after-it")])
def test_a_newcomer_changes_nothing_about_a_wrong_east(at: int) -> None:
    """Who played out of turn as East loses a turn, also if somebody sits down during that hand or after it."""
    for seats in (False, True):
        evening, easts = Evening(start=FOUR), []
        evening.add(kind="penalty", outcome={"kind": "error", "ruling": "wrong-east", "player": "Dee"})
        for hand in range(1, 6):
            if seats and hand == at:
                now = replay(FOUR, evening.entries, RULES.rotation).sitting
                evening.add(kind="seats", players=["Ann", "Bea", "Cat", "Dee"], waiting=["Gil"], east=now.acting_east)
                evening.add(kind="seats", players=["Ann", "Bea", "Cat", "Dee"], east=now.acting_east)
            evening.add(kind="wall")
            easts.append(replay(FOUR, evening.entries, RULES.rotation).sitting.acting_east)
        assert easts == ["Ann", "Bea", "Cat", "Ann", "Bea"]


def test_an_undone_hand_gives_back_its_seats() -> None:
    """After undoing a hand that was entered twice, the later hands count as if it had never been entered."""
    evening = Evening()
    for _ in range(3):
        evening.add(kind="wall")
    evening.add(kind="undo", undoes=2)
    state = replay(START, evening.entries, RULES.rotation)
    assert (state.hand, state.sitting.passes) == (3, 2)


def test_a_winner_whose_seat_was_taken_back_is_not_east() -> None:
    """After the table undoes a change of seats, a hand that its newcomer won still counts, and moves East on."""
    evening = Evening(start=FOUR)
    evening.add(kind="seats", players=["Gil", "Bea", "Cat", "Dee"], east="Gil")
    evening.add(kind="win", outcome={"winner": "Gil", "won_by": "self-pick", "value": 25})
    evening.add(kind="undo", undoes=1)
    game = load_ruleset("japanese-american-2009").rotation  # in which an East who wins stays
    state = replay(FOUR, evening.entries, game)
    assert (state.sitting.east, state.points["Gil"], state.wins["Gil"]) == ("Bea", 150, 1)


def test_only_what_was_played_has_a_place_to_take() -> None:
    """A hand cannot replace a note or an undo."""
    evening = Evening()
    evening.add(kind="note", note="tea")
    with pytest.raises(ServiceError) as caught:
        evening.add(kind="wall", instead_of=1)
    assert (caught.value.code, caught.value.where) == ("contradiction", "instead_of")


def test_a_bettor_may_not_play_and_a_player_may_not_bet() -> None:
    """Only the waiting person may bet: after the first hand Ann waits and Eve plays."""
    evening = Evening()
    evening.add(kind="wall")
    outcome = {"winner": "Eve", "won_by": "self-pick", "value": 25}
    with pytest.raises(RulesError) as caught:
        evening.add(kind="win", outcome=outcome, bets=[{"name": "Eve", "bet_on": "Bea"}])
    assert caught.value.code == "unknown-name"
    evening.add(kind="win", outcome=outcome, bets=[{"name": "ann", "bet_on": "eve"}])
    assert replay(START, evening.entries, RULES.rotation).points["Ann"] == 150
