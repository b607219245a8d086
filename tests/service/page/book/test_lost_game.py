"""Replace the book under an open game: the page says so, keeps what it knows and what was typed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.service.page.axe import faults_of
from tests.service.page.evening import ann_won, begin, entries, open_game, post, win_by_hand
from tests.service.page.phone import RACK, SIDEWAYS, photographed, show, text_of
from tests.service.running_server import free_port, running_server

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from playwright.sync_api import Browser, Page, Route

    from tests.service.running_server import Server

GONE = "Club night is no longer in the book"


class Club:
    """Two books of one club, of which one server at one address shows one or the other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = str(free_port())

    def book(self, name: str) -> AbstractContextManager[Server]:
        """Serve a book until the context ends."""
        return running_server("--port", self._port, environment={"RACKCHECK_DATA_DIR": str(self._folder / name)})

    def back_up(self, name: str, copy: str) -> None:
        """Copy a book that no server has open."""
        shutil.copytree(self._folder / name, self._folder / copy)


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A club with two books."""
    return Club(tmp_path)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A small phone."""
    context = browser.new_context(viewport={"width": 320, "height": 640})
    yield context.new_page()
    context.close()


def _evening(phone: Page, server: Server) -> str:
    """Begin a game with one hand, and open it."""
    game = begin(server, title="Club night", east="Bea")
    phone.goto(f"{server.address}#book")
    open_game(phone, game)
    win_by_hand(phone, "Ann", "25")
    text_of(phone, "book-history", "Ann won, 25 points")
    return game


def _typed_without_a_server(phone: Page) -> None:
    """Enter a win that waits, and type a note without entering it."""
    win_by_hand(phone, "Cat", "30")
    text_of(phone, "book-pending", "Kept on this phone")
    phone.get_by_role("button", name="Note", exact=True).click()
    phone.get_by_label("What shall the book say?").fill("Tea at nine")
    phone.get_by_label("What shall the book say?").press("Tab")


def test_a_game_of_a_replaced_book_is_begun_anew_with_what_waits(phone: Page, club: Club) -> None:
    """What was typed and what waits goes into the game that is begun in its place, once, with the same people."""
    with club.book("old") as server:
        _evening(phone, server)
    _typed_without_a_server(phone)
    with club.book("new") as server:
        phone.reload()
        form = phone.locator("#book-form")
        form.get_by_role("alert").filter(has_text="no longer in the book").wait_for()
        assert phone.get_by_label("What shall the book say?").input_value() == "Tea at nine"
        form.get_by_role("button", name="Enter the note").click()
        phone.get_by_role("heading", name=GONE).wait_for()
        assert "Ann won, 25 points" in phone.locator("#book-history").inner_text()
        assert "1,0" in phone.locator("#book-standings").inner_text()
        assert phone.get_by_role("button", name="Win by hand").count() == 0
        assert phone.get_by_role("button", name="Undo: Ann won").is_disabled()
        waits = text_of(phone, "book-pending", "It was not entered")
        assert "Cat won 30 points" in waits
        assert "Tea at nine" in waits
        assert not phone.evaluate(SIDEWAYS)
        assert faults_of(phone) == []
        phone.get_by_role("button", name="Begin it anew").click()
        text_of(phone, "book-history", "Tea at nine")
        phone.locator("#book-pending").wait_for(state="hidden")
        assert phone.locator("#book-fault").is_hidden()
        game = str(phone.evaluate("JSON.parse(localStorage['rackcheck.1.book']).open"))
        won, note = entries(server, game)
        assert (won["question"]["outcome"]["winner"], note["note"]) == ("Cat", "Tea at nine")
        seats = won["sitting"]
        assert (seats["players"], seats["east"]) == (["Ann", "Bea", "Cat", "Dee"], "Cat")


def test_the_photo_of_a_win_goes_with_it_into_the_game_begun_anew(phone: Page, club: Club) -> None:
    """The photo of a win that waits for a lost game is kept with the win in the new game."""
    kept: list[str] = []

    def keep(route: Route) -> None:
        kept.append(route.request.url)
        route.fulfill(json={"evidence": []})

    phone.route("**/evidence", keep)
    with club.book("old") as server:
        game = begin(server, title="Club night")
        phone.goto(f"{server.address}#book")
        open_game(phone, game)
        phone.route("**/entries", lambda route: route.abort())
        phone.get_by_role("button", name="Scan a winning rack").click()
        show(phone, photographed(RACK, exposures=[[0, 1, 2, 3], [4, 5, 6, 7]]))
        ann_won(phone)
        phone.get_by_role("button", name="Add this win to Club night").click()
        text_of(phone, "book-pending", "Kept on this phone")
    phone.unroute("**/entries")
    with club.book("new") as server:
        phone.reload()
        phone.get_by_role("heading", name=GONE).wait_for()
        phone.get_by_role("button", name="Begin it anew").click()
        text_of(phone, "book-history", "Ann won with")
        phone.get_by_text("Keeping the photo").wait_for(state="detached")
        anew = str(phone.evaluate("JSON.parse(localStorage['rackcheck.1.book']).open"))
        assert kept == [f"{server.address}api/v1/games/{anew}/entries/1/evidence"]


def test_a_lost_game_goes_on_with_its_points_once(phone: Page, browser: Browser, club: Club) -> None:
    """Both phones of a table go on with the points that they saw: the new game has them once, before what waits."""
    other = browser.new_context().new_page()
    with club.book("old") as server:
        game = _evening(phone, server)
        other.goto(f"{server.address}?game={game}#book")
        text_of(other, "book-history", "Ann won, 25 points")
        win_by_hand(phone, "Bea", "20")
        for page in (phone, other):
            text_of(page, "book-history", "Bea won, 20 points")
        first, second = (entry["settlement"]["net"] for entry in entries(server, game))
        before = {name: first[name] + second[name] for name in first}
        assert sum(points > 0 for points in before.values()) == 2
    win_by_hand(phone, "Cat", "30")
    text_of(phone, "book-pending", "Cat won 30 points")
    with club.book("new") as server:
        for page in (other, phone):
            page.reload()
            page.get_by_role("heading", name=GONE).wait_for()
            page.get_by_role("button", name="Go on with these points").click()
            text_of(page, "book-history", "As it stood in the game that the book has lost")
        text_of(phone, "book-history", "Cat won, 30 points")
        text_of(other, "book-history", "Cat won, 30 points")
        anew = str(phone.evaluate("JSON.parse(localStorage['rackcheck.1.book']).open"))
        stood, won = entries(server, anew)
        assert stood["settlement"]["net"] == before
        assert won["question"]["outcome"]["winner"] == "Cat"
        assert {one["by"] for one in (stood, won)} == {None}
    other.context.close()


@pytest.mark.parametrize("why", ["somebody left", "everybody is even"])
def test_points_that_cannot_go_along_are_told(phone: Page, club: Club, why: str) -> None:
    """Where payments among those at the table would not say all, the page says that the new game begins at zero."""
    with club.book("old") as server:
        _evening(phone, server)
        if why == "somebody left":
            phone.get_by_role("button", name="Change seats").click()
            phone.locator("#book-form").get_by_label("First seat").fill("Zoe")
            phone.get_by_role("button", name="Change the seats").click()
            text_of(phone, "book-history", "Seats: Zoe")
        else:
            phone.get_by_role("button", name="Undo: Ann won").click()
            text_of(phone, "book-end", "Everybody is even")
    with club.book("new"):
        phone.reload()
        phone.get_by_role("heading", name=GONE).wait_for()
        text_of(phone, "book-fault", "All begin at zero")
        assert phone.get_by_role("button", name="Go on with these points").count() == 0


def test_two_phones_begin_a_lost_game_once(phone: Page, browser: Browser, club: Club) -> None:
    """Both phones of a table find the game gone and begin it anew: they share the one game that comes of it."""
    other = browser.new_context().new_page()
    with club.book("old") as server:
        game = _evening(phone, server)
        other.goto(f"{server.address}?game={game}#book")
        text_of(other, "book-history", "Ann won, 25 points")
    with club.book("new") as server:
        for page in (phone, other):
            page.reload()
            page.get_by_role("heading", name=GONE).wait_for()
            page.get_by_role("button", name="Begin it anew").click()
            page.locator("#book-fault").wait_for(state="hidden")
            text_of(page, "book-table", "Hand 1 · Cat is East")
        win_by_hand(other, "Dee", "20")
        text_of(phone, "book-history", "Dee won, 20 points")
    other.context.close()


def test_a_book_that_comes_back_goes_on(phone: Page, club: Club) -> None:
    """With the old book back, Look again shows the game as it was, and the win that waited is entered in it once."""
    with club.book("old") as server:
        game = _evening(phone, server)
    _typed_without_a_server(phone)
    phone.keyboard.press("Escape")
    with club.book("new"):
        phone.get_by_role("heading", name=GONE).wait_for()
    with club.book("old") as server:
        post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 1})
        phone.get_by_role("button", name="Look again").click()
        text_of(phone, "book-history", "Wall game")
        assert phone.locator("#book-fault").is_hidden()
        phone.get_by_role("button", name="Send it now").click()
        text_of(phone, "book-pending", "Somebody entered something first")
        phone.get_by_role("button", name="Enter mine too").click()
        text_of(phone, "book-history", "Cat won, 30 points")
        assert [entry["kind"] for entry in entries(server, game)] == ["win", "wall", "win"]


def test_what_waits_goes_into_an_older_copy_of_the_book(phone: Page, club: Club) -> None:
    """A backup lacks an entry that the phone has seen: what waits is refused, and enters behind what the backup has."""
    with club.book("old") as server:
        game = begin(server, title="Club night")
    club.back_up("old", "older")
    with club.book("old") as server:
        phone.goto(f"{server.address}#book")
        open_game(phone, game)
        win_by_hand(phone, "Ann", "25")
        text_of(phone, "book-history", "Ann won, 25 points")
    win_by_hand(phone, "Cat", "30")
    text_of(phone, "book-pending", "Kept on this phone")
    with club.book("older") as server:
        text_of(phone, "book-pending", "It was not entered")
        phone.get_by_role("button", name="Send it now").click()
        text_of(phone, "book-history", "Cat won, 30 points")
        phone.locator("#book-pending").wait_for(state="hidden")
        assert [entry["question"]["outcome"]["winner"] for entry in entries(server, game)] == ["Cat"]


def test_what_waits_for_a_lost_game_goes_into_no_other(phone: Page, club: Club) -> None:
    """Beside another game the page says that the win is not of this one, and that game goes on."""
    with club.book("old") as server:
        _evening(phone, server)
    win_by_hand(phone, "Cat", "30")
    with club.book("new") as server:
        other = begin(server, title="The other table")
        phone.reload()
        phone.get_by_role("heading", name=GONE).wait_for()
        phone.locator("#book-fault").get_by_role("button", name="Another game").click()
        open_game(phone, other)
        text_of(phone, "book-pending", "Yours for another game, not in the book yet: Cat won 30 points")
        phone.get_by_role("button", name="Wall game").click()
        phone.get_by_role("button", name="Enter a wall game").click()
        text_of(phone, "book-history", "Wall game")
        text_of(phone, "book-pending", "Yours for another game, not in the book yet: Cat won 30 points")
        phone.locator("[data-key=drop]").click()
        phone.locator("#book-pending").wait_for(state="hidden")
        assert [entry["kind"] for entry in entries(server, other)] == ["wall"]
