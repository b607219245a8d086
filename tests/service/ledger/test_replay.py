"""Compare random evenings with a model that shares no code, without a database."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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


def counts(evening: Evening, seq: int) -> bool:
    """Model: an entry counts unless a later entry that stands takes it out."""
    return not any(later.removes == seq and stands(evening, later.seq) for later in evening.entries[seq:])


def stands(evening: Evening, seq: int) -> bool:
    """Model: an entry stands if it counts, or if an entry in its place stands."""
    return counts(evening, seq) or any(
        later.body.instead_of == seq and stands(evening, later.seq) for later in evening.entries[seq:]
    )


def total(evening: Evening) -> dict[str, int]:
    """Model: return the sum of the entries that count."""
    found = dict.fromkeys(START.everyone, 0)
    for entry in evening.entries:
        for name, points in (entry.body.settlement.net if entry.body.settlement else {}).items():
            found[name] += points * counts(evening, entry.seq)
    return found


STEPS = st.tuples(
    st.sampled_from(["win", "win", "discard", "wall", "undo", "instead", "dead", "wrong-east"]),
    st.integers(0, 11),
    st.integers(0, 11),
)


def step(evening: Evening, kind: str, one: int, two: int) -> None:
    """Make one random entry, if it is possible."""
    seats = replay(START, evening.entries, RULES.rotation).sitting
    winner, other = seats.players[one % 4], seats.players[(one + 1 + two % 3) % 4]
    outcome: dict[str, Any] = {"winner": winner, "won_by": "self-pick", "value": 5 * (1 + two)}
    target = 1 + two % max(1, len(evening.entries))
    match kind:
        case "win":
            evening.add(kind="win", outcome=outcome, bets=[{"name": seats.waiting[0], "bet_on": other}])
        case "discard":
            evening.add(kind="win", outcome={**outcome, "won_by": "discard", "discarder": other})
        case "wall":
            evening.add(kind="wall")
        case "undo":
            evening.add(kind="undo", undoes=target)
        case "instead":
            evening.add(kind="wall", instead_of=target)
        case "dead":
            facts = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": winner, "exposed": True}
            evening.add(kind="penalty", outcome=facts)
        case _:
            facts = {"kind": "error", "ruling": "wrong-east", "player": winner}
            evening.add(kind="penalty", outcome=facts)


@settings(max_examples=60)
@given(st.lists(STEPS, max_size=14))
def test_a_random_evening_is_the_models(steps: list[tuple[str, int, int]]) -> None:
    """Balances equal the counting entries and sum to zero; refused entries change nothing; undo restores exactly."""
    evening = Evening()
    for kind, one, two in steps:
        before = list(evening.entries)
        try:
            step(evening, kind, one, two)
        except (ServiceError, RulesError):
            assert evening.entries == before
            continue
        state = replay(START, evening.entries, RULES.rotation)
        assert {entry.seq for entry in state.in_effect} == {
            entry.seq for entry in evening.entries if counts(evening, entry.seq)
        }
        assert state.points == total(evening)
        assert sum(state.points.values()) == 0
        assert set(state.sitting.everyone) == set(START.everyone)
        undone = Evening(list(evening.entries))
        undone.add(kind="undo", undoes=len(undone.entries))
        after, back = replay(START, before, RULES.rotation), replay(START, undone.entries, RULES.rotation)
        assert (back.sitting, back.points, back.dead, back.hand) == (
            after.sitting,
            after.points,
            after.dead,
            after.hand,
        )


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
