"""Test accessibility: axe finds no violation on any screen, light or dark; also disputes and the installed page."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, ClassVar

import pytest

from tests.service.page.axe import faults_of
from tests.service.page.evening import begin, judge_rack
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import (
    RACK,
    SIDEWAYS,
    by_card,
    chip,
    choose,
    enter,
    expose,
    focused,
    play,
    resume,
    taken_in,
    text_of,
)
from tests.service.running_server import Server, running_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def misnamed(page: Page) -> None:
    """Ask about a discard that player 2 named wrongly and player 1 wants for a hand of 25."""
    page.get_by_role("link", name="Disputes").click()
    page.get_by_role("button", name="A discard was named wrongly and is wanted").click()
    choose(page, "Who named the discard wrongly", "Player 2")
    choose(page, "Who wants it", "Player 1")
    choose(page, "What it is wanted for", "Mah jongg")
    page.get_by_label("What the hand that wants it is worth").fill("25")
    page.get_by_role("button", name="What do the rules say?").click()


COVERED = """() => {
  const [one, bar] = [document.activeElement, document.querySelector("#bar")];
  return !bar.contains(one) && one.getBoundingClientRect().top >= bar.getBoundingClientRect().top;
}"""


def test_the_bar_covers_nothing_that_has_the_focus(page: Page) -> None:
    """The bar never covers the focused element, all the way to the bar itself."""
    page.get_by_role("button", name="Try it with an example").click()
    page.locator("#bar button").wait_for()
    page.evaluate("scrollTo(0, 0)")
    page.locator("#restart").focus()
    covered, seen = [], 0
    while not page.evaluate("document.querySelector('#bar').contains(document.activeElement)"):
        page.keyboard.press("Tab")
        seen += 1
        assert seen < 99, "the bar is reached"
        if page.evaluate(COVERED):
            covered.append(page.evaluate("document.activeElement.outerHTML.slice(0, 99)"))
    assert seen > 20
    assert covered == []


def test_the_focus_is_not_lost_when_a_rack_comes_or_goes(page: Page) -> None:
    """When the pressed button disappears, the photo's heading takes the focus, and Tab goes on from there."""
    at = "() => document.activeElement.id === 'photo-title'"
    page.get_by_role("button", name="Try it with an example").press("Enter")
    page.wait_for_function(at)
    page.get_by_role("button", name="Start over").press("Enter")
    page.wait_for_function(at)
    page.get_by_role("button", name="Enter the tiles by hand").press("Enter")
    page.locator("#tile-dialog").wait_for()
    page.locator('dialog .key[data-label="F"]').press("Enter")
    assert not page.evaluate(at), "it stays in the dialog"


def test_the_focus_is_not_lost_when_a_game_opens_or_closes(page: Page, server: Server) -> None:
    """When the pressed button goes with the list or with the game, Tab goes on from the top of what comes instead."""
    game = begin(server)
    page.goto(f"{page.url}#book")
    page.reload()
    for pressed, section in ((f"game-{game}", "book-table"), ("leave", "book-start")):
        page.locator(f'[data-key="{pressed}"]').press("Enter")
        page.wait_for_function("(id) => document.activeElement.id === id && scrollY === 0", arg=section)


def test_a_button_leads_to_the_top_of_another_part(page: Page, server: Server) -> None:
    """A button of one part leads to the top of another one, with the focus; back leads to where the player was."""
    at = "(id) => document.activeElement.id === id"
    game = begin(server)
    page.goto(f"{page.url}#book")
    page.reload()
    page.locator(f'[data-key="game-{game}"]').click()
    page.get_by_role("button", name="Scan a winning rack").press("Enter")
    page.wait_for_function(at, arg="photo-title")
    judge_rack(page)
    text_of(page, "money", "Bea pays Ann")  # until then, what is above the button changes its height
    add = page.get_by_role("button", name="Add this win")
    add.focus()
    before = page.evaluate("scrollY")
    assert before > 500
    page.evaluate("location.hash = '#disputes'")
    page.wait_for_function("() => scrollY === 0")
    page.go_back()
    page.wait_for_function("(before) => scrollY === before", arg=before)
    add.press("Enter")
    text_of(page, "book-history", "Ann won with Consecutive numbers or runs")
    page.wait_for_function(at, arg="book-table")
    assert page.evaluate("scrollY") == 0


def test_the_win_keeps_the_focus_when_it_changes_places_with_the_answer(page: Page) -> None:
    """When the rules come late and put the win before the answer, the focus stays in the win."""
    enter(page, RACK)
    by_card(page, "Japanese")
    choose(page, "Who won?", "Player 1")
    held = HeldRequests(page, "**/api/v1/rulesets")
    page.reload()
    held.wait()
    page.locator('[data-key="winner-0"]').focus()
    held.answer(0)
    page.get_by_role("group", name="Who is East?").wait_for()
    assert page.evaluate("document.querySelector('#win').nextElementSibling.id") == "verdict"
    assert page.evaluate("document.activeElement.closest('section')?.id") == "win"


def test_the_focus_stays_in_its_section(page: Page) -> None:
    """When the pressed control disappears, Tab goes on from its section and not from the top of the page."""
    enter(page, RACK[:13])
    # Until the answer about all tiles is there, a late one may hide a control just before it is pressed.
    text_of(page, "verdict", "What it waits for")
    for pressed, section in (
        ("group", "tiles"),
        ("group-cancel", "tiles"),
        ("prospects", "prospects"),
        ("change-card", "card-in-use"),
        ("card-practice", "card-in-use"),
    ):
        page.locator(f'[data-key="{pressed}"]').press("Enter")
        page.locator(f'[data-key="{pressed}"]').wait_for(state="detached")
        at = "(id) => document.activeElement.closest('section')?.id === id"
        page.wait_for_function(at, arg=section)
    chip(page, 3).press("Enter")
    page.get_by_role("button", name="Not a tile: remove").press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'tiles-title'")


QUICKLY = """(keys) => keys.forEach((key) => {
  const control = document.querySelector(`[data-key="${key}"]`);
  control.focus();
  control.click();
})"""


def test_a_section_that_hides_until_its_answer_takes_the_focus_back(page: Page) -> None:
    """A section with the focus that hides while the answer is late has the focus again when it shows."""
    enter(page, RACK[:13])
    page.locator('[data-key="prospects"]').wait_for()
    page.get_by_role("button", name="Change", exact=True).click()
    held = HeldRequests(page, "**/api/v1/check")
    page.evaluate(QUICKLY, ["card-practice", "prospects"])
    page.locator("#prospects").wait_for(state="hidden")
    page.wait_for_function("() => document.activeElement === document.body")
    held.wait(2)
    held.release()
    page.locator("#prospects").wait_for()
    page.wait_for_function("() => document.activeElement.id === 'prospects'")


def test_a_dialog_gives_the_focus_back_to_what_opened_it(page: Page) -> None:
    """Closing a dialog returns the focus to the tile that opened it: one on the table, after one of the rack."""
    enter(page, RACK[:13])
    chip(page, 3).click()
    page.keyboard.press("Escape")
    focused(page, "Joker on the rack")
    page.get_by_role("button", name="Count by hand").click()
    page.locator('#tile-dialog .key[data-label="9D"]').click()
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.activeElement.dataset.key === 'add-table'")
    kind = page.get_by_role("button", name="1 × 9 Dot on the table")
    kind.press("Enter")
    page.get_by_role("button", name="One more").click()
    page.keyboard.press("Escape")
    focused(page, "2 × 9 Dot on the table")


def test_a_full_rack_keeps_the_focus(page: Page) -> None:
    """When the rack takes no tile more, the button that opened the dialog is disabled: the heading has the focus."""
    enter(page, ["2B"] * 24)
    page.wait_for_function("() => document.activeElement.id === 'tiles-title'")


def test_what_gets_the_focus_back_by_keyboard_is_in_view(page: Page) -> None:
    """On a short phone Done, pressed by a key, leads to the button behind the rack, and the page shows it."""
    page.set_viewport_size({"width": 320, "height": 568})
    page.get_by_role("button", name="Enter the tiles by hand").press("Enter")
    for label in RACK:
        page.locator(f'dialog .key[data-label="{label}"]').press("Enter")
    page.get_by_role("button", name="Done").press("Enter")
    focused(page, "Add a tile to the rack")
    page.locator("#bar button").wait_for()
    assert page.evaluate("""() => {
      const [{ top, bottom }, bar] =
        [document.activeElement, document.querySelector("#bar")].map((one) => one.getBoundingClientRect());
      return top >= 0 && bottom <= bar.top;
    }""")


def test_announcements_are_heard_from_an_open_dialog(page: Page) -> None:
    """An announcement stands in the open dialog, as screen readers hear nothing beneath it, and afterwards outside."""
    page.get_by_role("button", name="Enter the tiles by hand").click()
    page.locator('dialog .key[data-label="2B"]').click()
    page.locator("#tile-dialog #said:not(:empty)").wait_for(state="attached")
    page.keyboard.press("Escape")
    chip(page, 1).click()
    page.get_by_role("button", name="Not a tile: remove").click()
    page.locator("body > #said:not(:empty)").wait_for(state="attached")


def test_the_first_tab_leads_to_the_answer_once_there_is_one(page: Page) -> None:
    """The first Tab reaches the parts of the page, or the verdict once there is one; the verdict has no empty line."""
    page.get_by_text("Choose a photo").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Scan"
    page.get_by_role("button", name="Try it with an example").click()
    text_of(page, "verdict", "Mah jongg")
    page.evaluate("document.activeElement.blur(); document.querySelector('.skip').focus()")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'verdict'")
    assert page.locator("#verdict p").filter(has_text=re.compile("^$")).count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_screen(page: Page, kept: str, scheme: str) -> None:
    """Axe passes the first screen, a rack with verdict and money, its sheets, the book, the disputes and a ruling."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]  # one of two names
    found = {"first": faults_of(page)}
    page.get_by_role("button", name="Teach a new set").click()
    found["teach"] = faults_of(page)
    page.keyboard.press("Escape")
    resume(page, kept)
    page.get_by_text("Names and bettors").click()
    page.get_by_role("button", name="Add a bettor").click()
    found["rack"] = faults_of(page)
    chip(page, 3).click()
    found["tile"] = faults_of(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Add a tile to the rack").click()
    found["add"] = faults_of(page)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Book").click()
    found["book"] = faults_of(page)
    page.get_by_role("link", name="Disputes").click()
    page.get_by_text("What happened?").wait_for()
    found["disputes"] = faults_of(page)
    misnamed(page)
    text_of(page, "dispute", "Who pays what")
    found["ruling"] = faults_of(page)
    assert found == {name: [] for name in found}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_narrow_phone(page: Page, scheme: str) -> None:
    """At 320 px axe passes the example's verdict, the card list, tiles to check, near hands and the dispute search."""
    page.set_viewport_size({"width": 320, "height": 640})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]  # one of two names
    page.get_by_role("button", name="Try it with an example").click()
    text_of(page, "verdict", "Mah jongg: 25 points")
    found = {"won": faults_of(page)}
    page.get_by_role("button", name="Change", exact=True).click()
    found["cards"] = faults_of(page)
    page.locator("#card-in-use").get_by_role("button", name="Hoyle's typical list").click()
    text_of(page, "verdict", "Not mah jongg")
    found["near hands"] = faults_of(page)
    page.get_by_role("link", name="Disputes").click()
    page.get_by_label("What happened?").fill("too many tiles")
    page.get_by_role("list", name="Questions that may be meant").wait_for()
    found["search"] = faults_of(page)
    assert page.evaluate(SIDEWAYS) is False
    assert found == {name: [] for name in found}


def test_what_is_chosen_shows_in_the_colors_of_the_system(page: Page) -> None:
    """Where the system forces its colors, the part on view, an answer, a key and a card line's group show as chosen."""
    page.emulate_media(forced_colors="active")
    look = "(one) => ['backgroundColor', 'borderWidth'].map((part) => getComputedStyle(one)[part])"

    def differ(chosen: str, other: str) -> bool:
        shown, plain = (page.locator(one).first.evaluate(look) for one in (chosen, other))
        return bool(shown != plain)

    assert differ("#views [aria-current]", "#views a:not([aria-current])")
    enter(page, RACK)
    expose(page, range(1, 5))
    choose(page, "Who won?", "Player 1")
    assert differ("[data-key=winner-0] + span", "[data-key=winner-1] + span")
    chip(page, 14).click()
    assert differ("dialog .key[aria-pressed=true]", "dialog .key[aria-pressed=false]")
    page.get_by_role("button", name="The winning tile").click()
    assert differ(".chip.winning", ".chip:not(.winning)")
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("button", name="Write a card").click()
    page.locator("#card-editor .card-section > button").click()
    for key in ("pad-2", "many-4", "pad-F"):
        page.locator(f'#line-dialog [data-key="{key}"]').click()
    group = page.locator("#line-dialog .line-now button[aria-pressed=true]")
    colors = "(one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
    assert group.evaluate(colors) == page.locator("#views [aria-current]").evaluate(colors)


def test_white_texts_show_on_paper(page: Page, kept: str) -> None:
    """A browser that prints no backgrounds prints those of white texts: the winning tile, the answers of a dispute."""
    white = """() => [...document.querySelectorAll("main:not([hidden]) :is(span, small)")]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).color === "rgb(255, 255, 255)")
      .map((one) => [one.textContent, getComputedStyle(one).printColorAdjust])"""
    resume(page, kept)
    page.emulate_media(media="print")
    assert page.evaluate(white) == [["won", "exact"]]
    page.emulate_media(media="screen")
    misnamed(page)
    page.emulate_media(media="print")
    assert page.evaluate(white) == [["Player 2", "exact"], ["Player 1", "exact"], ["Mah jongg", "exact"]]


def test_a_dispute_names_nobody_who_has_left_the_table(page: Page) -> None:
    """A dispute asks again about a renamed player and keeps the other player that was ticked."""
    enter(page, RACK)
    page.get_by_text("Names and bettors").click()
    page.get_by_role("link", name="Disputes").click()
    page.get_by_role("button", name="Mah Jongg was called in error").click()
    choose(page, "Who called", "Player 2")
    threw = page.get_by_role("group", name="Who else exposed")
    threw.get_by_role("checkbox", name="Player 1").check()
    threw.get_by_role("checkbox", name="Player 3").check()
    page.get_by_role("link", name="Scan").click()
    for at, name in ((0, "Ann"), (1, "Bea")):
        page.locator(f'[data-key="player-{at}"]').fill(name)
        page.locator(f'[data-key="player-{at}"]').blur()
    page.get_by_role("link", name="Disputes").click()
    kept = json.loads(page.evaluate("localStorage.getItem('rackcheck.1.dispute')"))
    assert kept["facts"] == {"threw_in": ["Player 3"]}
    threw.get_by_role("checkbox", name="Player 3").uncheck()
    choose(page, "Who called", "Bea")
    with page.expect_request("**/api/v1/rulings/*") as asking:
        page.get_by_role("button", name="What do the rules say?").click()
    asked = json.loads(asking.value.post_data or "")
    assert (asked["declarer"], asked.get("threw_in")) == ("Bea", None)


def test_a_dispute_is_settled_with_its_source(page: Page) -> None:
    """The answer to a dispute says what happens, who pays whom and its source, with the table's names."""
    misnamed(page)
    answer = text_of(page, "dispute", "Who pays what")
    for wanted in ("The game is over", "Player 2 pays Player 1\n100 points", "Let's Play Mah Jongg", "p. 9"):
        assert wanted in answer
    page.reload()
    page.get_by_role("heading", name="A discard was named wrongly").wait_for()
    assert page.get_by_role("group", name="Who wants it").get_by_role("radio", name="Player 1").is_checked()
    page.get_by_role("button", name="All questions").click()
    page.locator("#dispute").get_by_label("Rules").select_option(label="Hoyle's League game")
    page.get_by_text("What happened?").wait_for()
    page.get_by_text("questions these rules do not answer").click()
    page.get_by_role("button", name="A discard was named wrongly and is wanted").click()
    page.get_by_role("button", name="What do the rules say?").click()
    text_of(page, "dispute", "The rules do not say")


def test_enter_in_a_field_asks_what_the_rules_say(page: Page) -> None:
    """Enter in the last field of a question asks it with what was typed; in the search it leaves the words alone."""
    page.get_by_role("link", name="Disputes").click()
    words = page.get_by_label("What happened?")
    words.fill("misnamed")
    words.press("Enter")
    assert words.input_value() == "misnamed"
    page.locator('[data-key="ruling-misnamed-discard"]').click()
    choose(page, "Who named the discard wrongly", "Player 2")
    choose(page, "Who wants it", "Player 1")
    choose(page, "What it is wanted for", "Mah jongg")
    page.locator('[data-key="fact-value"]').press_sequentially("25")
    page.keyboard.press("Enter")
    page.locator(".ruling", has_text="100 points").wait_for()


def test_a_dispute_asks_for_what_the_rules_need_by_the_words_of_its_field(page: Page) -> None:
    """Without an answer that the rules need, a dispute asks for it as its field is called."""
    page.get_by_role("link", name="Disputes").click()
    page.get_by_role("button", name="A discard was named wrongly").click()
    page.get_by_role("button", name="What do the rules say?").click()
    told = page.locator("#dispute").get_by_role("alert")
    told.wait_for()
    assert told.inner_text() == "The rules need one more answer. Say first: what it is wanted for."


@pytest.fixture
def followed(browser: Browser) -> Iterator[Page]:
    """A page in a browser with its own stored profile."""
    context = browser.new_context(service_workers="allow")
    found = context.new_page()
    yield found
    context.close()


def test_an_installed_page_opens_without_its_machine(followed: Page) -> None:
    """The installed page opens without its server, shows the last rack, and says what does not work."""
    with running_server() as found:
        followed.goto(found.address)
        manifest = followed.evaluate(
            "fetch(document.querySelector('link[rel=manifest]').href).then((one) => one.json())"
        )
        sizes = {icon["sizes"] for icon in manifest["icons"] if "maskable" in icon["purpose"]}
        assert {"192x192", "512x512"} <= sizes
        for icon in manifest["icons"]:
            assert followed.evaluate(
                "(src) => { const one = new Image(); one.src = src; return one.decode().then(() => one.naturalWidth) }",
                icon["src"],
            )
        followed.evaluate("navigator.serviceWorker.ready.then((one) => one.active.state)")
        names = followed.evaluate("caches.keys()")
        assert len(names) == 1
        kept_now = followed.evaluate(KEPT)
        assert "/" in kept_now
        assert "/page/js/main.js" in kept_now
        assert not [one for one in kept_now if one.startswith("/api/")]
        followed.get_by_role("button", name="Enter the tiles by hand").click()
        followed.locator('dialog .key[data-label="9D"]').click()
        followed.get_by_role("button", name="Done").click()
    followed.reload()
    alert = followed.get_by_role("alert").first
    alert.wait_for()
    assert "does not answer" in alert.inner_text()
    assert "you can still fix tiles" in alert.inner_text()
    assert followed.get_by_role("button", name="9 Dot on the rack").is_visible()


class Silent(BaseHTTPRequestHandler):
    """A server that notes the address of a request in `asked` and never answers."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        """Note the address, and wait until the browser hangs up."""
        self.asked.append(self.path)
        self.rfile.read()


def test_an_installed_page_opens_though_its_machine_says_nothing(followed: Page) -> None:
    """When the server accepts requests but never answers, the stored page opens after one wait for all its files."""
    with running_server() as found:
        followed.goto(found.address)
        followed.evaluate("navigator.serviceWorker.ready.then((one) => one.active.state)")
        enter(followed, ["9D"])
        port = int(found.address.rstrip("/").rpartition(":")[2])
        kept_now = followed.evaluate(KEPT)
    with ThreadingHTTPServer(("127.0.0.1", port), Silent) as silent:
        silent.daemon_threads = True
        threading.Thread(target=silent.serve_forever, daemon=True).start()
        followed.reload(wait_until="commit")
        followed.get_by_role("button", name="9 Dot on the rack").wait_for()
        silent.shutdown()
    assert [one for one in Silent.asked if one in kept_now] == ["/"]


KEPT = """caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys())
  .then((all) => all.map((one) => new URL(one.url).pathname))"""


def test_a_game_without_a_card(page: Page) -> None:
    """The Japanese-American game asks for East and the round, names the doubles and pays the limit."""
    enter(page, ["1B", "1B", "1B", "2B", "2B", "2B", "3B", "3B", "3B", "E", "E", "E", "4B", "4B"])
    by_card(page, "Japanese-American game (2009)")
    choose(page, "Who won?", "Player 1")
    choose(page, "How?", "Self-picked")
    chip(page, 14).click()
    page.get_by_role("button", name="The winning tile").click()
    assert "Say who is East." in text_of(page, "money", "East")
    choose(page, "Who is East?", "Player 1")
    verdict = text_of(page, "verdict", "Set of own wind (E): 1 double")
    assert "Mah jongg: 500 points" in verdict
    assert "Four sets and a leg" in verdict
    assert "A limit hand: Four concealed pungs" in verdict
    assert "+3,000" in text_of(page, "money", "Together")
    assert faults_of(page) == []
    page.reload()
    assert "+3,000" in text_of(page, "money", "Together")


def test_a_rack_of_thirteen_is_told_what_it_waits_for(page: Page) -> None:
    """A rack of thirteen lists each tile that completes it, with value, number left and where it must come from."""
    enter(page, ["2C", "2C", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "4C", "F", "F"])
    verdict = text_of(page, "verdict", "What it waits for")
    waits = page.locator("#verdict .waits li")
    assert waits.filter(has=page.get_by_role("img", name="2 Crak")).count() == 1
    joker = waits.filter(has=page.get_by_role("img", name="Joker"))
    assert "only if you pick it yourself" in joker.inner_text()
    assert "20 points" in verdict
    assert "Not yet: it waits for 2 Crak or Joker" in page.locator("#bar").inner_text()
    assert page.locator("#bar .ask").count() == page.locator("#verdict .call.ask").count() == 1, "both are amber"
    assert faults_of(page) == []


def test_the_home_screen_is_offered_once_a_hand_was_paid(page: Page) -> None:
    """The browser's install prompt waits until the first hand was paid; the page offers it only once."""
    asks = """() => { const event = new Event("beforeinstallprompt", { cancelable: true });
      event.prompt = () => { window.prompted = (window.prompted ?? 0) + 1; };
      dispatchEvent(event); return event.defaultPrevented; }"""
    page.locator("#views a").first.wait_for()
    assert page.evaluate(asks) is True
    offer = page.locator("#install")
    assert offer.is_hidden()
    play(page)
    text_of(page, "money", "Together")
    offer.wait_for()
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    offer.wait_for(state="hidden")
    page.evaluate(asks)
    offer.get_by_role("button", name="Put it there").click()
    assert page.evaluate("window.prompted") == 1
    offer.wait_for(state="hidden")
    page.reload()
    text_of(page, "money", "Together")
    page.evaluate(asks)
    taken_in(page)
    assert offer.is_hidden()


def test_the_home_screen_of_an_apple_phone_is_offered_once(page: Page) -> None:
    """On an Apple phone the page says once what to tap, with the icon of the button, unless it is there already."""
    standalone = "Object.defineProperty(navigator, 'standalone', { value: %s, configurable: true })"
    page.add_init_script(standalone % "true")
    page.reload()
    play(page)
    text_of(page, "money", "Together")
    assert page.locator("#install").is_hidden()
    page.add_init_script(standalone % "false")
    page.reload()
    text_of(page, "install", "tap the browser's share button, then “Add to Home Screen”")
    assert page.locator("#install .share-sign").is_visible()
    assert faults_of(page) == []
    page.locator("#install").get_by_role("button", name="All right").click()
    page.reload()
    text_of(page, "money", "Together")
    assert page.locator("#install").is_hidden()


def test_the_back_button_comes_back_from_what_was_opened(page: Page) -> None:
    """The back button closes a dispute or card that was opened in a part and stays in that part."""
    page.get_by_role("link", name="Disputes").click()
    for leave in (page.go_back, lambda: page.get_by_role("button", name="All questions").click()):
        page.locator('[data-key="ruling-misnamed-discard"]').click()
        page.get_by_role("heading", name="A discard was named wrongly").wait_for()
        leave()
        page.get_by_role("heading", name="Settle a dispute").wait_for()
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("button", name="Write a card").click()
    page.get_by_role("heading", name="My card").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Your cards").wait_for()
    page.locator("#card-editor").wait_for(state="hidden")
    page.go_back()
    page.get_by_role("heading", name="Settle a dispute").wait_for()
