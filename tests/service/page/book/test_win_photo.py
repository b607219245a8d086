"""Test the photo of a win in either edition: the book keeps it with the win, opens it again, and can remove it."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from tests.service.helpers import jpeg
from tests.service.page.axe import faults_of
from tests.service.page.evening import FRIDAY, ann_won, begin, post, show_game
from tests.service.page.held_requests import HeldRequests
from tests.service.page.jobs import API, BEGIN, PHOTO
from tests.service.page.phone import RACK, SIDEWAYS, choose, photographed, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.service.running_server import Server

COPY = f"""async () => {{
  const {{ answered }} = await {API};
  const copy = await (await answered("/api/v1/copy")).json();
  return copy.games.flatMap((one) => one.evidence ?? []).map((one) => [one.entry, one.file?.length ?? 0]);
}}"""
"""Return the entry of the evidence in a full copy, and its file size, from either edition."""

AGAIN = f"""async (photo) => {{
  const {{ answered, keepWithWin }} = await {API};
  const {{ games }} = await (await answered("/api/v1/games")).json();
  const {{ id }} = games.find((one) => one.title === "Twice");
  const outcome = {{ winner: "Ann", won_by: "self-pick", value: 20 }};
  const body = JSON.stringify({{ kind: "win", outcome, based_on: 1 }});
  const headers = {{ "Content-Type": "application/json" }};
  await answered("/api/v1/games/" + id + "/entries", {{ method: "POST", headers, body }});
  const blob = new Blob([Uint8Array.from(atob(photo), (one) => one.charCodeAt(0))], {{ type: "image/jpeg" }});
  await keepWithWin(id, 2, blob, {{ card: "practice" }}, null);
}}"""
"""Enter another win by its value, and keep a photo with it."""

SHOWN = "() => document.querySelector('.win-photo img')?.naturalWidth > 0"


def _win(page: Page, title: str) -> None:
    """Begin a game, photograph a winning rack, and enter who won and how."""
    # The page's program answers only after the page is drawn.
    page.get_by_text("Choose a photo").wait_for()
    page.evaluate(BEGIN, json.dumps(FRIDAY | {"title": title}))
    page.reload()
    page.get_by_role("link", name="Book").click()
    page.locator(".game", has=page.get_by_text(title, exact=True)).click()
    page.get_by_role("button", name="Scan a winning rack").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Choose a photo").click()
    chooser.value.set_files(PHOTO)
    text_of(page, "verdict", "Mah jongg: 20 points")
    choose(page, "Who won?", "Ann")
    choose(page, "How?", "From a discard")
    choose(page, "Whose discard?", "Bea")


@pytest.mark.usefixtures("networks_wanted")
def test_the_photo_of_a_win_opens_again_from_its_entry(page: Page) -> None:
    """The photo survives a reload, shows the judged rack and its check, goes into copies, is removed for good."""
    _win(page, "Pictured")
    told = text_of(page, "keep", "Keep the photo")
    assert "Everybody who shares this book" in told or "It stays on this phone" in told
    page.get_by_role("button", name="Add this win to Pictured").click()
    photo = page.get_by_role("button", name="Photo of: Ann won")
    photo.wait_for()
    # Its word touches no border.
    assert photo.evaluate("(one) => parseFloat(getComputedStyle(one).paddingLeft)") >= 8
    page.reload()
    # The back button closes it, also in browsers that do not close dialogs themselves.
    page.evaluate("delete window.CloseWatcher")
    photo.click()
    page.locator("#win-photo").wait_for()
    page.go_back()
    page.locator("#win-photo").wait_for(state="hidden")
    photo.click()
    page.wait_for_function(SHOWN)
    opened = page.locator("#win-photo")
    opened.get_by_text("It still stands").wait_for()
    assert "Bea pays Ann 40 points" in opened.inner_text()
    assert faults_of(page) == []
    for width in (320, 390, 820):
        page.set_viewport_size({"width": width, "height": 844})
        assert not page.evaluate(SIDEWAYS)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    assert saved.value.suggested_filename == "rackcheck-evidence.zip"
    ((entry, length),) = page.evaluate(COPY)[-1:]
    assert entry == 1
    assert length > 10_000
    page.get_by_role("button", name="Remove the photo").press("Enter")
    asked = page.get_by_role("group", name="Remove the photo for good? The win stays in the book.")
    page.wait_for_function("() => document.activeElement.dataset.key === 'photo-remove-no'")
    assert asked.get_by_role("button", name="Cancel").count() == 1
    assert page.get_by_text("photos of this game").count() == 0
    page.get_by_role("button", name="Yes, remove it").click()
    text_of(page, "book-history", "The photo was removed.")
    assert page.evaluate(COPY)[-1:] == [[1, 0]]
    assert "Ann won" in text_of(page, "book-history", "Ann")


@pytest.mark.usefixtures("networks_wanted")
def test_all_photos_of_a_game_are_removed_at_once(page: Page) -> None:
    """One tap removes all photos of a game; if several wins have one, the question gives their number."""
    _win(page, "Twice")
    page.get_by_role("button", name="Add this win to Twice").click()
    page.get_by_role("button", name="Photo of: Ann won").wait_for()
    page.evaluate(AGAIN, b64encode(PHOTO.read_bytes()).decode())
    page.reload()
    page.get_by_role("button", name="Photo of: Ann won").last.click()
    page.get_by_role("button", name="Remove the photo").click()
    page.get_by_role("button", name="Remove all 2 photos of this game").click()
    page.get_by_text("The photo was removed.").nth(1).wait_for()
    assert page.evaluate(COPY)[-2:] == [[1, 0], [2, 0]]


@pytest.mark.usefixtures("networks_wanted")
def test_a_game_that_was_asked_for_before_its_photo_hides_no_photo(page: Page) -> None:
    """The page asks for the game once the win is in, and the answer comes only after the photo was kept."""
    _win(page, "Overtaken")
    held = HeldRequests(page, "**/api/v1/games/*/chart")
    with page.expect_response("**/entries/1/evidence"):
        page.get_by_role("button", name="Add this win to Overtaken").click()
    page.locator("#said", has_text="The photo is in the book").wait_for(state="attached")
    for number in range(held.asked):
        held.answer(number)
    held.release()
    page.get_by_role("button", name="Photo of: Ann won").wait_for()


@pytest.mark.usefixtures("networks_wanted")
def test_a_photo_that_somebody_removes_goes_from_the_other_phones(page: Page, server: Server) -> None:
    """Another phone removes a photo: the entry says so at once, without a new entry."""
    _win(page, "Removed meanwhile")
    page.get_by_role("button", name="Add this win to Removed meanwhile").click()
    page.get_by_role("button", name="Photo of: Ann won").wait_for()
    game = page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1.book')).open")
    page.request.delete(f"{server.address}api/v1/games/{game}/entries/1/evidence")
    text_of(page, "book-history", "The photo was removed.")


@pytest.mark.usefixtures("networks_wanted")
def test_a_photo_that_somebody_removed_is_not_sent_again(page: Page, server: Server) -> None:
    """The answer is lost, another phone removes the photo, and the page opens again: the photo stays removed."""
    _win(page, "Removed elsewhere")
    page.route("**/entries/1/evidence", lambda route: (route.fetch(), route.abort()))
    page.get_by_role("button", name="Add this win to Removed elsewhere").click()
    text_of(page, "book-history", "The photo is not in the book yet.")
    page.unroute("**/entries/1/evidence")
    game = page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1.book')).open")
    address = f"{server.address}api/v1/games/{game}/entries/1/evidence"
    assert page.request.delete(address).json()["evidence"][0]["state"] == "removed"
    page.reload()
    text_of(page, "book-history", "The photo was removed.")
    assert page.request.get(address).status == 404


@pytest.mark.usefixtures("networks_wanted")
def test_a_photo_is_left_out_where_the_table_does_not_want_it(page: Page) -> None:
    """Clearing the check mark enters the win without its photo, this time and the next."""
    _win(page, "Unpictured")
    page.get_by_label("Keep the photo with it").uncheck()
    page.get_by_role("button", name="Add this win to Unpictured").click()
    text_of(page, "book-history", "Ann won")
    assert page.get_by_role("button", name="Photo of").count() == 0
    assert page.get_by_text("Keeping the photo").count() == 0
    page.reload()
    assert page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1')).keepPhoto") is False


def test_a_photo_that_is_gone_when_it_is_opened_is_told_in_words(page: Page, server: Server) -> None:
    """Where the file goes after the page has listed the photo, dialog and entry say so without the name of a file."""
    game = begin(server, title="Photo gone")
    won = {"winner": "Ann", "won_by": "self-pick", "value": 20}
    post(server, f"games/{game}/entries", {"kind": "win", "outcome": won, "based_on": 0})

    evidence = {"entry": 1, "of": 1, "state": "kept"}

    def kept(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"evidence": [evidence]})

    gone = {
        "code": "evidence-missing",
        "message": "the evidence is gone: its file 0a.zip is not in the folder evidence",
    }

    def asked(route: Route) -> None:
        evidence["state"] = "missing"
        route.fulfill(status=404, json={"error": gone | {"where": "entry"}})

    page.route(f"**/api/v1/games/{game}", kept)
    page.route("**/entries/1/evidence", asked)
    show_game(page, game)
    page.get_by_role("button", name="Photo of: Ann won").click()
    told = page.locator("#win-photo").get_by_role("alert").inner_text()
    assert told == "The photo kept with this win is gone. A saved copy may still hold it."
    text_of(page, "book-history", told)
    assert page.get_by_role("button", name="Photo of").count() == 0


def test_the_photo_of_a_corrected_win_names_the_entry_it_was_kept_with(page: Page, server: Server) -> None:
    """The photo was judged with the entry that somebody has corrected since, and the dialog says which one that is."""
    game = begin(server, title="Corrected photo")
    won = {"winner": "Ann", "won_by": "discard", "discarder": "Bea", "value": 20}
    post(server, f"games/{game}/entries", {"kind": "win", "outcome": won, "based_on": 0})
    right = {"winner": "Ann", "won_by": "self-pick", "value": 20}
    post(server, f"games/{game}/entries", {"kind": "win", "outcome": right, "instead_of": 1, "based_on": 1})
    photos = {"evidence": [{"entry": seq, "of": 1, "state": "kept"} for seq in (1, 2)]}
    page.route(f"**/api/v1/games/{game}", lambda route: route.fulfill(json=route.fetch().json() | photos))
    page.route("**/evidence", lambda route: route.abort())
    show_game(page, game)
    opened = page.locator("#win-photo")
    for title, told in ((", self-picked", True), (", from Bea", False)):
        page.get_by_role("button", name=f"Photo of: Ann won, 20 points{title}").click()
        opened.wait_for()
        said = opened.get_by_text("It was kept before a correction, with: Ann won, 20 points, from Bea.")
        assert said.is_visible() == told
        opened.get_by_role("button", name="Close").click()


def test_a_photo_that_nobody_saw_here_is_not_removed_with_the_others(page: Page, server: Server) -> None:
    """The page removes the two photos that it counts: a third, which another phone has kept since, stays."""
    game = begin(server, title="Counted")
    won = {"winner": "Ann", "won_by": "self-pick", "value": 20}
    for number in range(3):
        post(server, f"games/{game}/entries", {"kind": "win", "outcome": won, "based_on": number})
    photos = {1: "kept", 2: "kept"}
    removed: list[str] = []

    def shown() -> dict[str, Any]:
        return {"evidence": [{"entry": number, "of": number, "state": state} for number, state in photos.items()]}

    def remove(route: Route) -> None:
        removed.append(route.request.url.partition(f"{game}/")[2])
        photos[len(removed)] = "removed"
        route.fulfill(json=shown())

    page.route(f"**/api/v1/games/{game}", lambda route: route.fulfill(json=route.fetch().json() | shown()))
    show_game(page, game)
    page.get_by_role("button", name="Photo of: Ann won").last.click()
    page.get_by_role("button", name="Remove the photo").click()
    page.route("**/evidence", remove)
    page.get_by_role("button", name="Remove all 2 photos of this game").click()
    page.get_by_text("The photo was removed.").nth(1).wait_for()
    assert removed == ["entries/1/evidence", "entries/2/evidence"]


LARGE = jpeg(np.random.default_rng(1).integers(0, 256, (1000, 2200, 3), np.uint8))
"""A photo of more bytes than the page sends to the book as taken."""


@pytest.mark.parametrize(("sure", "width"), [(True, 2000), (False, 2200)], ids=["all tiles sure", "an open tile"])
def test_a_photo_that_was_refused_is_sent_again(page: Page, server: Server, sure: bool, width: int) -> None:
    """The page says why the book has no photo, and sends it at a tap, and after a reload; open tiles keep its size."""
    show_game(page, begin(server, title="Refused"))
    page.get_by_role("button", name="Scan a winning rack").click()
    scan: Any = photographed(RACK, exposures=[[0, 1, 2, 3], [4, 5, 6, 7]])
    scan["tiles"][0] |= {"sure": sure, "alternatives": [["J", 0.1]]}  # it wins either way
    page.route("**/api/v1/scan", lambda route: route.fulfill(json=scan))
    page.set_input_files("#pick-choose", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": LARGE})
    ann_won(page)
    broken = {"error": {"code": "io-error", "message": "the disk is broken", "where": "x"}}
    page.route("**/evidence", lambda route: route.fulfill(status=500, json=broken))
    page.get_by_role("button", name="Add this win to Refused").click()
    text_of(page, "book-history", "The photo is not in the book yet. The disk is broken.")
    held = HeldRequests(page, "**/evidence")
    page.get_by_role("button", name="Try again").click()
    held.wait()
    page.reload()
    held.wait(2)
    sent = held.sent(1)
    picture = cv2.imdecode(np.frombuffer(sent[sent.index(b"\xff\xd8") :], np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[1] == width
    held.answer(1, json={"evidence": []})
    page.get_by_text("Keeping the photo").wait_for(state="detached")
