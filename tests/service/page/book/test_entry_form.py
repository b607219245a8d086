"""The form of an entry: which bets it asks for, Enter and Escape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.service.page.book.test_book import PLACED
from tests.service.page.evening import begin, entries, post, show_game, win_by_hand
from tests.service.page.phone import RACK, choose, enter, play, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.service.running_server import Server

CUP = {"id": "cup", "title": "The cup", "parent": "nmjl-1976", "decided": {"tournament.on": True}}


@pytest.mark.parametrize(
    ("changes", "takes"),
    [
        pytest.param({"title": "Bets"}, True, id="four-players"),
        pytest.param({"title": "Bets of three", "players": ["Ann", "Bea", "Cat"]}, False, id="three-players"),
        pytest.param(
            {"title": "No bettors", "ruleset": "modern-american", "card": "nmjl-1976"}, False, id="no-bettors"
        ),
        pytest.param({"title": "Cup", "ruleset": "cup"}, False, id="a-tournament"),
    ],
)
def test_bets_are_asked_where_the_book_takes_them(
    page: Page, server: Server, changes: dict[str, object], takes: bool
) -> None:
    """The form of a win and the scan page ask on whom Eve bet only where the book takes a bet."""
    page.request.put(f"{server.address}api/v1/tables/cup", data={"table": CUP})
    game = begin(server, waiting=["Eve"], **changes)
    show_game(page, game)
    page.get_by_role("button", name="Win by hand").click()
    page.get_by_role("group", name="Who won?").wait_for()
    assert page.get_by_label("Eve bet on").count() == takes
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Scan a winning rack").click()
    enter(page, RACK)
    page.get_by_text(f"The players are those of {changes['title']}").wait_for()
    assert page.get_by_label("Eve bet on").count() == takes


def test_a_bettor_of_the_last_card_pays_nothing_where_nobody_bets(page: Page) -> None:
    """By rules without bettors the page neither offers a bettor nor sends the one who was named for another card."""
    play(page)
    page.get_by_text("Names and bettors").click()
    page.get_by_role("button", name="Add a bettor").click()
    page.get_by_label("Bettor 1", exact=True).fill("Eve")
    page.get_by_label("Bettor 1", exact=True).press("Tab")
    text_of(page, "money", "Eve")
    page.evaluate("""() => { const kept = JSON.parse(sessionStorage['rackcheck.1']);
        sessionStorage['rackcheck.1'] = JSON.stringify({ ...kept, ruleset: 'modern-american' }); }""")
    page.goto(str(page.evaluate("document.querySelector('link[rel=manifest]').href")))
    page.go_back()
    assert "Eve" not in text_of(page, "money", "Together")
    page.locator('[data-key="names-summary"]', has_text="Names").click()
    assert page.get_by_role("button", name="Add a bettor").count() == 0
    assert page.locator("#win").get_by_text("bettor").count() == 0


def _meets_a_newer_entry(page: Page, server: Server, game: str) -> None:
    """Enter a win that meets the entry of another phone."""
    show_game(page, game)
    page.get_by_role("button", name="Win by hand").click()
    page.route("**/events?*", lambda route: route.abort())
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
    choose(page, "Who won?", "Ann")
    choose(page, "How?", "Self-picked")
    page.get_by_label("Value of the hand").fill("25")
    page.get_by_role("button", name="Enter the win").click()
    text_of(page, "book-pending", "Somebody entered something first")


def test_who_leaves_the_form_keeps_the_entry_that_waits(page: Page, server: Server) -> None:
    """Change mine, then Escape: the entry waits as it was. Sent changed, it takes the place of the one that waited."""
    game = begin(server, title="Escaped")
    _meets_a_newer_entry(page, server, game)
    page.get_by_role("button", name="Change mine").click()
    page.get_by_label("Value of the hand").fill("30")
    page.keyboard.press("Escape")
    page.locator("#book-form").wait_for(state="hidden")
    assert "Ann won 25 points" in text_of(page, "book-pending", "Somebody entered something first")
    page.reload()
    text_of(page, "book-pending", "Ann won 25 points")
    page.get_by_role("button", name="Change mine").click()
    page.get_by_label("Value of the hand").fill("30")
    page.get_by_role("button", name="Enter the win").click()
    text_of(page, "book-history", "Ann won, 30 points")
    page.locator("#book-pending").wait_for(state="hidden")
    assert [entry["kind"] for entry in entries(server, game)] == ["wall", "win"]


def test_who_leaves_the_form_of_a_refused_entry_keeps_it(page: Page, server: Server) -> None:
    """The form opens with the reason; Escape leaves the entry on the phone, and a corrected one takes its place."""
    game = begin(server, title="Refused")
    show_game(page, game)
    win_by_hand(page, "Ann", "0")
    page.locator("#book-form").get_by_role("alert").wait_for()
    page.keyboard.press("Escape")
    text_of(page, "book-pending", "It was not entered")
    page.get_by_role("button", name="Change it").click()
    page.locator("#book-form").get_by_role("alert").wait_for()
    page.get_by_label("Value of the hand").fill("25")
    page.get_by_role("button", name="Enter the win").click()
    text_of(page, "book-history", "Ann won, 25 points")
    page.locator("#book-pending").wait_for(state="hidden")
    assert [entry["kind"] for entry in entries(server, game)] == ["win"]


def test_enter_submits_the_form(page: Page, server: Server) -> None:
    """Enter in a field says what is missing and keeps the focus there, then enters the win with what was typed last."""
    game = begin(server, title="By Enter")
    show_game(page, game)
    page.get_by_role("button", name="Win by hand").click()
    value = page.get_by_label("Value of the hand")
    value.fill("25")
    value.press("Enter")
    page.locator("#form-wanted.danger", has_text="Say who won.").wait_for()
    assert value.evaluate("(one) => one === document.activeElement")
    choose(page, "Who won?", "Ann")
    choose(page, "How?", "Self-picked")
    value.fill("30")
    value.press("Enter")
    text_of(page, "book-history", "Ann won, 30 points")
    assert [entry["kind"] for entry in entries(server, game)] == ["win"]
    page.get_by_role("button", name="Note").click()
    page.get_by_label("What shall the book say?").press_sequentially("Tea at four")
    page.keyboard.press("Enter")
    text_of(page, "book-history", "Tea at four")


PRESS = "document.querySelector('#book-form').querySelector('%s').click()"
"""Press a button of the form as voice control does: the focus stays in the field. For `evaluate`."""


def test_a_form_that_is_left_while_typing_closes_for_good(page: Page, server: Server) -> None:
    """The field still has the focus when voice control closes the form: the book stays as it is, after a reload too."""
    show_game(page, begin(server, title="Left"))
    form = page.locator("#book-form")
    for _ in range(2):
        page.get_by_role("button", name="Note").click()
        page.get_by_label("What shall the book say?").press_sequentially("Half a")
        page.evaluate(PRESS % "[aria-label=Close]")
        form.wait_for(state="hidden")
        page.reload()
        text_of(page, "book-history", "No entry is in the book yet.")


def test_what_is_typed_is_entered_where_the_field_keeps_the_focus(page: Page, server: Server) -> None:
    """Voice control and some phones press a button without leaving the field first."""
    show_game(page, begin(server, title="Spoken"))
    page.get_by_role("button", name="Note").click()
    page.get_by_label("What shall the book say?").press_sequentially("Dee is late")
    page.evaluate(PRESS % "[data-key=submit]")
    text_of(page, "book-history", "Dee is late")


def test_a_dispute_about_a_bettor_who_named_no_bet_goes_into_the_book(page: Page, server: Server) -> None:
    """Of two who wait only Eve's bet is named: a ruling about Fay is answered and entered beside it."""
    game = begin(server, title="Two bettors", waiting=["Eve", "Fay"])
    show_game(page, game)
    page.get_by_role("button", name="Scan a winning rack").click()
    enter(page, RACK)
    page.get_by_label("Eve bet on").select_option("Ann")
    page.get_by_role("link", name="Disputes").click()
    page.locator('[data-key="ruling-bettor-conduct"]').click()
    choose(page, "Which bettor", "Fay")
    choose(page, "What the bettor did", "Gives information")
    page.get_by_role("button", name="What do the rules say?").click()
    page.get_by_role("button", name="Enter it in Two bettors").click()
    text_of(page, "book-table", "Fay's bet is canceled")


def test_a_third_who_waits_is_asked_for_no_bet_beside_two(page: Page, server: Server) -> None:
    """Two of three who wait may bet: with two bets nobody else is asked, until one of them takes the bet back."""
    game = begin(server, title="Three wait", waiting=["Eve", "Fay", "Gus"])
    show_game(page, game)
    page.get_by_role("button", name="Win by hand").click()
    form = page.locator("#book-form")
    for name in ("Gus", "Eve"):
        assert form.get_by_label("bet on").count() == 3
        form.get_by_label(f"{name} bet on").select_option("Ann")
    form.get_by_text("No more than 2 may bet").wait_for()
    assert form.get_by_label("Fay bet on").count() == 0
    form.get_by_label("Eve bet on").select_option("nobody")
    form.get_by_label("Fay bet on").select_option("Bea")
    choose(page, "Who won?", "Ann")
    choose(page, "How?", "Self-picked")
    form.get_by_label("Value of the hand").fill("25")
    form.get_by_role("button", name="Enter the win").click()
    text_of(page, "book-history", "Ann won, 25 points")
    (entry,) = entries(server, game)
    assert {one["name"]: one["bet_on"] for one in entry["question"]["bettors"]} == {"Fay": "Bea", "Gus": "Ann"}


def test_a_refused_form_says_first_which_answer_is_wrong(page: Page, server: Server) -> None:
    """The form of a refused win opens with the reason in view, above its fields, and names the field."""
    game = begin(server, title="Long form", waiting=["Eve", "Fay", "Gus"])
    page.set_viewport_size({"width": 320, "height": 568})
    show_game(page, game)
    win_by_hand(page, "Ann", "0")
    said = page.locator("#book-form").get_by_role("alert")
    said.get_by_text("Value of the hand, in points: must be at least 1, not the number 0.").wait_for()
    assert said.evaluate(
        "one => { const { top, bottom } = one.getBoundingClientRect(); return top > 0 && bottom < innerHeight }"
    )
    page.locator("#book-form").get_by_role("button", name="Close").click()
    assert page.locator("#book-pending .main").inner_text() == "Change it", "the same once more would be refused again"


def test_a_wall_game_that_somebody_won_is_corrected(page: Page, server: Server) -> None:
    """A win takes the place of a wall game that was entered by mistake: the next hand stays that of the next East."""
    game = begin(server, title="Won after all")
    for based_on in (0, 1):
        post(server, f"games/{game}/entries", {"kind": "wall", "based_on": based_on})
    show_game(page, game)
    page.locator("[data-key=correct-1]").click()
    page.get_by_text("In place of: Wall game: nobody won.").wait_for()
    choose(page, "Who won?", "Cat")
    choose(page, "How?", "Self-picked")
    page.get_by_label("Value of the hand").fill("25")
    page.get_by_role("button", name="Correct it").click()
    text_of(page, "book-history", "Cat won, 25 points")
    wall, _, win = entries(server, game)
    assert (wall["in_effect"], win["instead_of"], win["hand"]) == (False, 1, 1)
    text_of(page, "book-table", "Hand 3")


def _points(page: Page, name: str, wanted: str) -> None:
    """Wait until the standings give a player so many points won or lost."""
    page.locator("#book-standings tr", has_text=name).get_by_role("cell", name=wanted, exact=True).wait_for()


def test_what_doubles_a_win_is_entered_and_corrected(page: Page, server: Server) -> None:
    """An exchanged joker and a hand without jokers each double; corrected to Singles and Pairs it pays its value."""
    game = begin(server, title="Doubled", ruleset="modern-american", card="nmjl-1976")
    show_game(page, game)
    page.get_by_role("button", name="Win by hand").click()
    choose(page, "Who won?", "Ann")
    choose(page, "How?", "From a discard")
    choose(page, "Whose discard?", "Bea")
    page.get_by_label("Exchanging a joker made the hand").check()
    page.get_by_label("Value of the hand").fill("25")
    page.get_by_label("No jokers in the hand").check()
    page.get_by_role("button", name="Enter the win").click()
    page.locator("[data-key=correct-1]").click()
    assert page.get_by_label("No jokers in the hand").is_checked()
    page.get_by_label("A Singles and Pairs hand").check()
    page.get_by_role("button", name="Correct it").click()
    page.locator("[data-key=correct-2]").click()
    assert page.get_by_label("A Singles and Pairs hand").is_checked()
    assert [entry["settlement"]["net"]["Ann"] for entry in entries(server, game)] == [300, 150]


def test_a_payment_a_ruling_and_seats_are_entered_as_filled_in(page: Page, server: Server) -> None:
    """Who pays whom and what for, who threw in a hand, and who is East go into the book as the form has them."""
    game = begin(server, title="Filled in")
    show_game(page, game)
    form = page.locator("#book-form")
    page.get_by_role("button", name="Penalty").click()
    form.get_by_label("What happened?").select_option(label="A payment the table agreed on")
    form.get_by_label("Who pays?").select_option("Bea")
    form.get_by_label("To whom?").select_option("Dee")
    form.get_by_label("Points", exact=True).fill("15")
    form.get_by_label("What for?").fill("A lost bet")
    form.get_by_role("button", name="Enter it").click()
    text_of(page, "book-history", "A lost bet")
    page.get_by_role("button", name="Penalty").click()
    form.get_by_label("What happened?").select_option(label="Mah Jongg was called in error")
    form.get_by_label("Who called").select_option("Dee")
    threw_in = form.get_by_role("group", name="Who else exposed or threw in a hand")
    for name in ("Ann", "Cat"):
        threw_in.get_by_label(name).check()
    threw_in.get_by_label("Ann").uncheck()
    form.get_by_role("button", name="Enter it").click()
    page.locator("#book-history .entry").nth(1).wait_for()
    page.get_by_role("button", name="Change seats").click()
    form.get_by_label("Who is East?").select_option("Cat")
    form.get_by_role("button", name="Change the seats").click()
    text_of(page, "book-table", "Cat is East")
    paid, ruled, seated = entries(server, game)
    assert paid["settlement"]["transfers"] == [{"from": "Bea", "to": "Dee", "points": 15, "why": "A lost bet"}]
    assert (ruled["question"]["outcome"]["threw_in"], seated["sitting"]["east"]) == (["Cat"], "Cat")


def test_a_win_that_nobody_won_is_corrected_to_a_wall_game(page: Page, server: Server) -> None:
    """The wall game has the hand of the win, no rack and no bets; undoing and redoing it moves the standings along."""
    game = begin(server, title="Nobody won", waiting=["Eve"])
    rack = {"rack": "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C", "card": "nmjl-1976"}
    win = {
        "kind": "win",
        "outcome": {"winner": "Ann"},
        "check": rack,
        "note": "Was it?",
        "bets": [{"name": "Eve", "bet_on": "Ann"}],
    }
    post(server, f"games/{game}/entries", win | {"based_on": 0})
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 1})
    before = entries(server, game)[0]["settlement"]["net"]
    show_game(page, game)
    page.locator("[data-key=correct-1]").click()
    page.get_by_label("What was it?").select_option(label="A wall game")
    page.get_by_text("Nobody won hand 1.").wait_for()
    page.get_by_role("button", name="Correct it").click()
    _points(page, "Ann", "0")
    won, _, wall = entries(server, game)
    assert (won["in_effect"], won["check"]["match"]["hand"]) == (False, "24"), "the book keeps the win with its rack"
    assert (wall["kind"], wall["instead_of"], wall["hand"], wall["note"]) == ("wall", 1, 1, "Was it?")
    assert (wall["check"], wall["question"]["bettors"]) == (None, [])
    for nth, points in ((3, f"+{before['Ann']}"), (4, "0")):
        page.locator(f"[data-key=undo-{nth}]").click()
        _points(page, "Ann", points)


def test_a_win_on_its_way_is_changed_to_a_wall_game(page: Page, server: Server) -> None:
    """Change mine turns a win that meets a newer entry into a wall game, which takes its place on the way."""
    game = begin(server, title="Nobody after all")
    _meets_a_newer_entry(page, server, game)
    page.get_by_role("button", name="Change mine").click()
    page.get_by_label("What was it?").select_option(label="A wall game")
    page.get_by_role("button", name="Enter a wall game").click()
    page.locator("#book-pending").wait_for(state="hidden")
    assert [entry["kind"] for entry in entries(server, game)] == ["wall", "wall"]


def test_a_win_is_corrected_to_a_ruling_and_back(page: Page, server: Server) -> None:
    """What was filled in stays while the player looks at another kind; the ruling takes the place of the win."""
    game = begin(server, title="A ruling after all")
    win = {"kind": "win", "outcome": {"winner": "Ann", "won_by": "self-pick", "value": 25}, "based_on": 0}
    post(server, f"games/{game}/entries", win)
    show_game(page, game)
    page.locator("[data-key=correct-1]").click()
    page.get_by_label("What was it?").select_option(label="A penalty")
    page.get_by_label("What happened?").select_option(label="Mah Jongg was called in error")
    page.get_by_label("What was it?").select_option(label="A win")
    assert page.get_by_label("Value of the hand").input_value() == "25"
    page.get_by_label("What was it?").select_option(label="A penalty")
    page.get_by_label("Who called").select_option(label="Ann")
    page.get_by_role("button", name="Correct it").click()
    text_of(page, "book-history", "Taken out")
    won, ruling = entries(server, game)
    assert (won["in_effect"], ruling["kind"], ruling["instead_of"]) == (False, "penalty", 1)
    page.locator("[data-key=correct-2]").click()
    page.get_by_label("What was it?").select_option(label="A win")
    choose(page, "Who won?", "Bea")
    choose(page, "How?", "Self-picked")
    page.get_by_label("Value of the hand").fill("30")
    page.get_by_role("button", name="Correct it").click()
    text_of(page, "book-history", "Bea won, 30 points")
    assert [entry["in_effect"] for entry in entries(server, game)] == [False, False, True]


def test_a_payment_that_the_table_agreed_on_is_corrected(page: Page, server: Server) -> None:
    """The book says what it was for, and its form comes back filled in; points that a win counts are no payment."""
    game = begin(server, title="Agreed", ruleset="japanese-american-2009")
    paid = {"from": "Ann", "to": "Bea", "points": 10, "why": "A lost bet"}
    post(server, f"games/{game}/entries", {"kind": "penalty", "transfers": [paid], "based_on": 0})
    show_game(page, game)
    assert "A lost bet" in text_of(page, "book-history", "A payment the table agreed on")
    page.get_by_role("button", name="Correct:").click()
    sum_paid = page.locator("#book-form").get_by_label("Points", exact=True)
    assert (sum_paid.input_value(), page.get_by_label("What for?").input_value()) == ("10", "A lost bet")
    page.get_by_label("What was it?").select_option(label="A win")
    assert sum_paid.input_value() == ""
    page.get_by_label("What was it?").select_option(label="A penalty")
    sum_paid.fill("20")
    page.get_by_role("button", name="Correct it").click()
    text_of(page, "book-history", "Taken out")
    before, after = entries(server, game)
    assert (before["in_effect"], after["instead_of"], after["settlement"]["net"]["Bea"]) == (False, 1, 20)
    assert after["settlement"]["transfers"] == [paid | {"points": 20}]


def test_a_tournament_shows_what_was_scored(page: Page, server: Server) -> None:
    """Each entry of a tournament shows what it scored; no chips are counted, and nobody is said to be even.

    A line break parts no name from its points.
    """
    page.request.put(f"{server.address}api/v1/tables/cup", data={"table": CUP})
    game = begin(server, title="Cup final", ruleset="cup")
    win_of_ann = {"winner": "Ann", "won_by": "discard", "discarder": "Bea", "value": 25}
    for one in (game, begin(server, title="No tournament")):  # a season shows once it has two games
        post(server, f"games/{one}/entries", {"kind": "win", "outcome": win_of_ann, "based_on": 0})
    paid = {"from": "Cat", "to": "Ann", "points": 5}
    post(server, f"games/{game}/entries", {"kind": "penalty", "transfers": [paid], "based_on": 1})
    show_game(page, game)
    history = text_of(page, "book-history", "A payment the table agreed on")
    assert "Ann\u00a0+25 · Bea\u00a0−10" in history
    assert "Ann\u00a0+5 · Cat\u00a0−5" in history
    text_of(page, "book-end", "In a tournament nobody pays")
    rows = page.locator("#book-standings tr").evaluate_all(
        "all => all.map((row) => [...row.children].map((one) => one.innerText))"
    )
    assert rows == [["Player", "Sheet"], ["1. Ann", "+30"], ["2. Dee", "0"], ["3. Cat", "−5"], ["4. Bea", "−10"]]
    page.evaluate(PLACED)
    with page.expect_download():
        page.get_by_role("button", name="Share as a picture").click()
    texts = [one["text"] for one in page.evaluate("placed")]
    assert [text for text in texts if text in ("+30", "0", "−5", "−10")] == ["+30", "0", "−5", "−10"]
    begin(server, title="Cup semi-final", ruleset="cup")
    page.get_by_role("button", name="Another game").click()
    cup = page.get_by_role("group", name="The cup, 1 game of a tournament")
    cup.wait_for()
    heads = cup.get_by_role("columnheader").all_inner_texts()
    assert heads == ["Player", "Games", "Wins", "Sheet"]


def test_a_correction_of_an_entry_that_no_longer_counts_opens_no_form(page: Page, server: Server) -> None:
    """Somebody took back the entry meanwhile: the page says so beside the correction, which no answer could mend."""
    game = begin(server, title="Too late")
    win = {"kind": "win", "outcome": {"winner": "Ann", "won_by": "self-pick", "value": 25}, "based_on": 0}
    post(server, f"games/{game}/entries", win)
    show_game(page, game)
    page.locator("[data-key=correct-1]").click()
    page.get_by_label("What was it?").select_option(label="A wall game")
    post(server, f"games/{game}/entries", {"kind": "undo", "undoes": 1, "based_on": 1})
    page.get_by_role("button", name="Correct it").click()
    text_of(page, "book-pending", "Somebody entered something first")
    page.get_by_role("button", name="Enter mine too").click()
    text_of(page, "book-pending", "Entry 1 no longer counts: entry 2 undid it.")
    assert page.locator("#book-form").is_hidden()
