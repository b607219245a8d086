"""Correct wins whose rack the book has judged: the correction keeps the rack, and the book judges it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.service.page.evening import begin, entries, post, scan_win, show_game
from tests.service.page.phone import choose, enter, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.service.running_server import Server

PLAYERS = ["Ann", "Bea", "Cat O'Neill", "Dee"]
RACK = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F"
DRAGONS = "R R R 2B 3B 4B 6D 7D 8D 5C 6C 7C E"


def _scanned(page: Page, server: Server) -> str:
    """Enter a win of the scan page, won by Ann on Bea's discard, and open its correction."""
    game = begin(server, title="Judged", players=PLAYERS)
    show_game(page, game)
    scan_win(page)
    page.get_by_role("button", name="Add this win to Judged").click()
    page.get_by_role("button", name="Correct: Ann won with Consecutive").click()
    return game


def _corrected(page: Page, server: Server, game: str) -> dict[str, Any]:
    """Submit the correction and return its entry."""
    page.get_by_role("button", name="Correct it").click()
    text_of(page, "book-history", "Taken out")
    *_, found = entries(server, game)
    assert found["instead_of"] is not None
    return found


@pytest.mark.parametrize(
    ("discarder", "mark"),
    [("Dee", '+4C<"Dee"'), ("Cat O'Neill", '+4C<"Cat O\'Neill"'), (None, "+4C")],
    ids=["another-discarder", "a-name-of-two-words", "self-picked"],
)
def test_a_corrected_win_keeps_its_judged_rack(page: Page, server: Server, discarder: str | None, mark: str) -> None:
    """Who won and how is corrected without a word about the hand: the book judges the same rack as won that way."""
    game = _scanned(page, server)
    page.get_by_text("The rack stays with the win").wait_for()
    assert page.get_by_label("Value of the hand").count() == 0
    choose(page, "Who won?", "Bea")
    if discarder is None:
        choose(page, "How?", "Self-picked")
    else:
        choose(page, "Whose discard?", discarder)
    found = _corrected(page, server, game)
    text_of(page, "book-history", "Bea won with Consecutive numbers or runs, 20 points")
    before, _ = entries(server, game)
    assert found["check"]["question"] == before["check"]["question"] | {"rack": f"{RACK} {mark}"}
    assert found["check"]["match"]["hand"] == "24"
    outcome = found["question"]["outcome"]
    assert [outcome[name] for name in ("winner", "value", "jokerless")] == ["Bea", 20, False]
    assert outcome.get("discarder") == discarder


def test_another_sum_is_entered_without_the_rack(page: Page, server: Server) -> None:
    """A rack is worth what its card says: who enters another sum says that it goes without the rack."""
    game = _scanned(page, server)
    page.get_by_label("The table pays another sum").check()
    page.get_by_label("Value of the hand").fill("35")
    found = _corrected(page, server, game)
    text_of(page, "book-history", "Ann won, 35 points, from Bea")
    assert (found["check"], found["question"]["outcome"]["value"]) == (None, 35)


def test_a_corrected_hand_without_a_card_is_scored_by_the_seat_of_its_winner(page: Page, server: Server) -> None:
    """The winds of a rack belong to who won it: corrected to South, an East's rack is scored as South's."""
    game = begin(server, title="Winds", ruleset="japanese-american-2009")
    rack = {"rack": f"{DRAGONS} +E", "options": {"won_by": "last-tile"}}
    win = {"kind": "win", "based_on": 0, "outcome": {"winner": "Ann"}, "check": rack}
    post(server, f"games/{game}/entries", win)
    (first,) = entries(server, game)
    show_game(page, game)
    page.get_by_role("button", name="Correct:").click()
    choose(page, "Who won?", "Bea")
    found = _corrected(page, server, game)
    asked = found["check"]["question"]
    assert asked["rack"] == rack["rack"]
    assert asked["options"] == first["check"]["question"]["options"] | {"own_wind": "S", "dealer": False}
    assert first["question"]["outcome"]["points"] > found["question"]["outcome"]["points"]


def test_the_way_of_a_discard_goes_with_it(page: Page, server: Server) -> None:
    """The last discard, corrected to a self-pick, is a self-pick as any: how the tile came is forgotten."""
    game = begin(server, title="Ways", ruleset="japanese-american-2009")
    rack = {"rack": f'{DRAGONS} +E<"Bea"', "options": {"won_by": "last-discard"}}
    post(server, f"games/{game}/entries", {"kind": "win", "based_on": 0, "outcome": {"winner": "Ann"}, "check": rack})
    show_game(page, game)
    page.get_by_role("button", name="Correct:").click()
    choose(page, "How?", "Self-picked")
    asked = _corrected(page, server, game)["check"]["question"]
    assert asked["rack"] == f"{DRAGONS} +E"
    assert asked["options"]["won_by"] == "wall"


def test_a_hand_without_a_card_is_no_loser_before_its_winner_is_said(page: Page, server: Server) -> None:
    """A complete hand that lacks bonuses only until its seat and way are said is asked about, not called a loser."""
    game = begin(server, title="Whose winds", ruleset="japanese-american-2009")
    show_game(page, game)
    page.get_by_role("link", name="Scan", exact=True).click()
    enter(page, ["E", "E", "E", "1B", "2B", "3B", "4C", "5C", "6C", "7D", "8D", "9D", "5D", "5D"])
    told = text_of(page, "verdict", "Say your own wind")
    assert "Say more about the win" in told
    assert "Not mah jongg" not in told
    page.locator("#bar").get_by_role("button", name="Say more about the win").click()
    assert page.evaluate("document.activeElement.id") == "win"
    choose(page, "Who won?", "Bea")
    choose(page, "How?", "From a discard")
    text_of(page, "verdict", "Not mah jongg")
    choose(page, "Who won?", "Ann")
    assert "no joker" not in text_of(page, "verdict", "Mah jongg:"), "this game has none"
