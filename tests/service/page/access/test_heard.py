"""What a screen reader says: names that hold what is visible, what a key has made, and why something is asked again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.service.helpers import png, table_cloth
from tests.service.page.evening import begin, open_game, post, scan_win, win_by_hand
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import RACK, chip, choose, enter, photographed, play, show, text_of

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.service.running_server import Server

OTHERWISE_NAMED = """() => [...document.querySelectorAll('button[aria-label], a[aria-label]')]
  .filter((one) => one.checkVisibility() && /[a-z]{2}/i.test(one.innerText) && !one.querySelector('.print'))
  .map((one) => [one.innerText.trim(), one.getAttribute('aria-label')])
  .filter(([text, name]) => !name.toLowerCase().includes(text.toLowerCase()))"""
"""List the controls whose visible words are no part of their name: who says what they see cannot press them."""

SPOKEN = """(text) => [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]
  .filter((one) => one.textContent.includes(text)).map((one) => one.id)"""
"""List the ids of the live regions that hold a text."""


HEARD = """addEventListener('DOMContentLoaded', () => {
  const said = document.getElementById('said');
  const texts = [];
  new MutationObserver(() => texts.push({ text: said.textContent, at: performance.now() }))
    .observe(said, { childList: true });
  window.heard = (text) => texts.some((one, at) => one.text.includes(text)
    && (texts[at + 1]?.at ?? performance.now()) - one.at >= 90);
})"""
"""Define `heard(text)`: whether the page has announced a text, and left it for as long as screen readers need."""


def _said(page: Page, text: str) -> None:
    """Wait until the page announces a text in the topmost dialog."""
    page.locator("dialog[open] #said", has_text=text).wait_for(state="attached")


def test_the_name_of_a_control_holds_its_words(page: Page, server: Server) -> None:
    """Cards and tables, drafts, lines, their keypad and entries are named by what stands on their buttons."""
    table = {"id": "named", "title": "Named", "parent": "modern-american"}
    assert page.request.put(f"{server.address}api/v1/tables/named", data={"table": table}).ok
    game = begin(server, title="By name")
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("button", name="Write a card").click()
    page.get_by_label("Name of the card").fill("Half of it")
    page.get_by_role("button", name="Add a line").first.click()
    page.locator('#line-dialog [data-key="pad-F"]').click()
    page.get_by_text("More keys").click()
    found = {"line": page.evaluate(OTHERWISE_NAMED)}
    page.locator("#line-dialog").get_by_role("button", name="Done").click()
    found["card"] = page.evaluate(OTHERWISE_NAMED)
    page.get_by_role("button", name="All cards").click()
    page.get_by_role("button", name="Play by it: Named").click()
    page.get_by_role("button", name="Playing: Named").wait_for()
    found["cards"] = page.evaluate(OTHERWISE_NAMED)
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    page.route("**/entries", lambda route: route.abort())
    for _ in range(2):
        page.get_by_role("button", name="Wall game").first.click()
        page.get_by_role("button", name="Enter a wall game").click()
    page.get_by_role("button", name="Drop it:").wait_for()
    found["book"] = page.evaluate(OTHERWISE_NAMED)
    assert found == {name: [] for name in found}


@pytest.mark.parametrize(
    ("sure", "said"), [(True, "2 tiles found."), (False, "2 tiles found, 1 to look at.")], ids=["all-sure", "one-open"]
)
def test_a_photo_says_how_many_tiles_are_open_where_one_is(page: Page, sure: bool, said: str) -> None:
    """A photo that leaves nothing open says only how many tiles it shows."""
    scan = json.loads(json.dumps(photographed(["1B", "2B"])))
    scan["tiles"][0]["sure"] = sure
    page.route("**/api/v1/check", lambda _: None)  # the verdict, which is announced next, does not come
    show(page, scan)
    page.locator(f'#said:text-is("{said}")').wait_for(state="attached")


def test_the_keypad_says_what_a_key_has_made(page: Page) -> None:
    """Each key of the keypad announces its group, also after the line was checked and drawn again."""
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("button", name="Write a card").click()
    page.get_by_role("button", name="Add a line").first.click()
    for keys, said in (
        (["pad-F", "pad-F"], "2 × Flower"),
        (["pad-2", "many-4"], "4 × 2 · green"),
        (["paint-b"], "4 × 2 · red"),
        (["again"], "4 × 2 · blue"),
        (["pad-N"], "North"),
        (["erase", "erase"], "3 × 2 · blue"),
        (["more"], "X 30"),
    ):
        for key in keys:
            page.locator(f'#line-dialog [data-key="{key}"]').click()
        _said(page, said)
    page.locator("#line-dialog .meaning").wait_for()
    assert page.locator("#said").count() == 1


def test_an_entry_is_heard_once(page: Page, server: Server) -> None:
    """A hand on its way is on view and not spoken; once the book has it, one live region says so."""
    game = begin(server, title="Heard once")
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    held = HeldRequests(page, "**/entries")
    win_by_hand(page, "Dee", "25")
    held.wait()
    text_of(page, "book-pending", "Dee won 25 points")
    assert page.evaluate(SPOKEN, "Dee won") == []
    held.answer(0)
    page.locator("#said", has_text="Entered: Dee won, 25 points, self-picked.").wait_for(state="attached")
    assert page.evaluate(SPOKEN, "Dee won") == ["said"]


def test_a_winner_who_was_seated_out_is_told(page: Page, server: Server) -> None:
    """An entry of another phone seats the winner out: the page says who, why and what to do."""
    game = begin(server, title="Seated out", waiting=["Eve"])
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    scan_win(page)
    text_of(page, "money", "Together")
    seats = {"kind": "seats", "players": ["Eve", "Bea", "Cat", "Dee"], "waiting": ["Ann"], "east": "Eve", "based_on": 0}
    post(server, f"games/{game}/entries", seats)
    told = text_of(page, "money", "Ann no longer plays")
    assert "undo that change in the book first" in told
    assert "Say who won." in told
    page.locator("#said", has_text="Ann no longer plays").wait_for(state="attached")
    page.reload()
    text_of(page, "money", "Ann no longer plays")
    choose(page, "Who won?", "Eve")
    assert "no longer plays" not in text_of(page, "money", "Together")


def test_the_correction_of_a_scanned_win_is_no_win_by_hand(page: Page, server: Server) -> None:
    """The form of a correction says that it corrects, whichever way the win came into the book."""
    game = begin(server, title="Scanned before")
    rack = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea"
    win = {"kind": "win", "outcome": {"winner": "Ann"}, "check": {"rack": rack, "card": "nmjl-1976"}, "based_on": 0}
    post(server, f"games/{game}/entries", win)
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    page.get_by_role("button", name="Correct: Ann won").click()
    page.get_by_role("dialog", name="Correct the win").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Win by hand").click()
    page.get_by_role("dialog", name="A win by hand").wait_for()


def test_who_pays_is_heard(page: Page) -> None:
    """Once it is known who won and how, the page says who pays whom, once for each change."""
    play(page)
    paid = "Player 2 pays Player 1 40 points, Player 3 pays Player 1 20 points, Player 4 pays Player 1 20 points."
    page.locator(f'#said:text-is("{paid}")').wait_for(state="attached")
    choose(page, "Whose discard?", "Player 3")
    page.locator("#said", has_text="Player 2 pays Player 1 20 points, Player 3 pays").wait_for(state="attached")


def test_two_announcements_at_a_time_are_both_heard(page: Page) -> None:
    """The verdict is not lost where the payments follow at once, as on a page that opens with a rack."""
    page.add_init_script(HEARD)
    play(page)
    text_of(page, "money", "Together")
    page.reload()
    page.wait_for_function("() => heard('Mah jongg: 20 points') && heard('Player 2 pays Player 1 40 points')")


def test_marking_says_what_to_do(page: Page) -> None:
    """The button that begins to mark tiles vanishes: the page says what comes next."""
    enter(page, RACK)
    chip(page, 1).wait_for()
    page.locator("[data-key=group]").press("Enter")
    page.locator("#said", has_text="Choose tiles, then say what becomes of them.").wait_for(state="attached")


def test_the_search_says_what_it_has_found(page: Page) -> None:
    """Words in the search of the disputes are answered with the number of questions, and with none."""
    page.get_by_role("link", name="Disputes").click()
    words = page.get_by_label("What happened?")
    words.fill("too many tiles")
    listed = page.get_by_role("list", name="Questions that may be meant")
    listed.wait_for()
    count = listed.get_by_role("listitem").count()
    page.locator(f'#said:text-is("{count} questions may be meant.")').wait_for(state="attached")
    words.fill("xyzzy")
    page.locator("#said", has_text="Nothing matches.").wait_for(state="attached")
    assert page.evaluate(SPOKEN, "Nothing matches") == ["said"]


def test_a_typed_line_says_what_it_means_or_what_is_wrong(page: Page) -> None:
    """A typed line announces its meaning and what was guessed, a wrong one its faults, the next line its number."""
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("button", name="Write a card").click()
    page.get_by_role("button", name="Add a line").first.click()
    page.get_by_text("Type it instead").click()
    typed = page.get_by_label("The line as you would type it")
    for text, said in (
        ("FFFF 2222 4444 88 X 25", "The colors were not said: they are a guess. A kong of flowers; in any one suit"),
        ("FFFF 2222a 4444a 88a x25", "A kong of flowers; in any one suit a kong of 2s"),
        ("FFFF 2222a QQ x25", "'QQ' was not understood. The line has 8 tiles, not 14."),
    ):
        typed.fill(text)
        typed.press("Enter")
        _said(page, said)
    page.get_by_role("button", name="That is right").click()
    page.get_by_role("button", name="Next line").click()
    _said(page, "Line 2")


def test_numbers_of_a_table_are_named_by_what_they_decide(page: Page) -> None:
    """No two fields of a table's own rules have the same name."""
    page.get_by_role("link", name="Cards").click()
    page.get_by_label("Name of the table").fill("Numbered")
    page.get_by_role("button", name="Set up a table").click()
    page.get_by_role("textbox", name="After a self-pick everybody pays 2 times the value: How many, 1 to 8").wait_for()
    names = page.locator("#our-table input").evaluate_all(
        "(all) => all.map((one) => one.ariaLabel ?? one.labels[0].textContent)"
    )
    assert len(names) > 20
    assert len(set(names)) == len(names)


def test_a_refused_name_of_a_set_is_told_with_its_field(page: Page, tmp_path: Path) -> None:
    """The field of a name that does not fit is marked as wrong, and described by what is wrong with it."""
    photo = tmp_path / "set.png"
    photo.write_bytes(png(table_cloth()))
    page.get_by_role("button", name="Teach a new set").click()
    name = page.get_by_label("What to call the set")
    assert name.get_attribute("aria-invalid") is None
    page.set_input_files("#teach-choose", photo)
    page.locator("#teach-dialog").get_by_role("alert").wait_for()
    assert name.get_attribute("aria-invalid") == "true"
    described = f"#{name.get_attribute('aria-describedby')}"
    assert page.locator(described).inner_text() == "Give the set a name first."
