"""Test large text on a small phone and layout shifts: the page at 320 pixels with the text size doubled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.service.page.axe import faults_of
from tests.service.page.evening import begin, open_game, post, win_by_hand
from tests.service.page.phone import (
    CAMERA,
    CUT_CHOICES,
    RACK,
    SIDEWAYS,
    chip,
    choose,
    enter,
    photographed,
    show,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.service.running_server import Server

SIZED = """addEventListener('DOMContentLoaded', () => {{ document.documentElement.style.fontSize = '{}'; }})"""
LARGE = SIZED.format("200%")
SHIFTS = """window.shifts = []; new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) shifts.push([one.value, ...one.sources.map(
        ({ node }) => (node?.closest?.('section, header, nav, main') ?? node?.parentElement)?.outerHTML.slice(0, 60))]);
}).observe({ type: 'layout-shift', buffered: true });"""
"""Record each layout shift without user input, as the browser counts them, with its element."""

BROKEN = """(within) => [...document.querySelectorAll(`${within} *`)].flatMap((one) => [...one.childNodes])
  .filter((node) => node.nodeType === 3 && node.parentElement.checkVisibility())
  .filter((node) => !node.parentElement.closest('.unseen, svg, option'))
  .flatMap((node) => [...node.data.matchAll(/[\\p{L}\\d']{2,}/gu)].map(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return [word, new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size];
  })).filter(([, lines]) => lines > 1).map(([word]) => word)"""
"""List the words that stand on two lines, for `evaluate` with the selector of a part of the page."""

MOST_SHIFT = 0.1
"""Cumulative layout shift up to which a page counts as good (Web Vitals)."""


def fits(page: Page, name: str) -> None:
    """Check that axe finds no violation and that no content lies outside the width."""
    assert faults_of(page) == [], name
    assert not page.evaluate(SIDEWAYS), name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_large_text_on_a_small_phone(browser: Browser, server: Server, scheme: str) -> None:
    """The first screen, a judged rack, its tools and dialogs, a game of the book and the disputes fit."""
    context = browser.new_context(
        viewport={"width": 320, "height": 700},
        color_scheme=scheme,  # type: ignore[arg-type]  # one of two names
        reduced_motion="reduce",
    )
    context.add_init_script(LARGE)
    page = context.new_page()
    game = begin(server, title=f"Large, {scheme}")
    page.goto(server.address)
    page.locator("#photo .button").first.wait_for()
    fits(page, "first screen")
    show(page, photographed(RACK, exposures=[[0, 1, 2, 3], [4, 5, 6, 7]]))
    text_of(page, "verdict", "Mah jongg: 20 points")
    fits(page, "verdict")
    page.get_by_role("button", name="Mark tiles").click()
    page.locator('#photo [data-pick="1"]').click()
    fits(page, "marking")
    page.get_by_role("button", name="Cancel").click()
    page.locator('#tiles [data-key="chip-1"]').click()
    fits(page, "tile")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    win_by_hand(page, "Ann", "25")
    text_of(page, "book-history", "Ann won, 25 points")
    fits(page, "game")
    page.get_by_role("link", name="Disputes").click()
    page.locator(".questions button").first.wait_for()
    fits(page, "disputes")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_other_views_in_large_text(browser: Browser, server: Server, scheme: str) -> None:
    """The other views fit: card choice, money, near hands, table, book forms, a ruling, the card editor, our table."""
    context = browser.new_context(
        viewport={"width": 320, "height": 700},
        color_scheme=scheme,  # type: ignore[arg-type]  # one of two names
        reduced_motion="reduce",
        card_chosen=False,  # type: ignore[call-arg]
    )
    context.add_init_script(LARGE)
    page = context.new_page()
    game = begin(server, title=f"Others, {scheme}", ruleset="modern-american", card="practice")
    page.goto(server.address)
    show(page, photographed(RACK, exposures=[[0, 1, 2, 3], [4, 5, 6, 7]]))
    page.locator("#card-in-use").get_by_role("button", name="National Mah Jongg League").wait_for()
    fits(page, "which card")
    page.locator("#card-in-use").get_by_role("button", name="National Mah Jongg League").click()
    choose(page, "Who won?", "Player 1")
    choose(page, "How?", "From a discard")
    choose(page, "Whose discard?", "Player 2")
    text_of(page, "money", "Together")
    fits(page, "money")
    page.get_by_role("button", name="Crop").click()
    fits(page, "crop")
    page.get_by_role("button", name="Cancel").click()
    chip(page, 9).click()
    page.locator('dialog .key[data-label="9C"]').click()
    text_of(page, "verdict", "The nearest hand")
    page.get_by_role("button", name="Which hands are still possible?").click()
    text_of(page, "prospects", "still possible")
    fits(page, "why not, and the table")
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    for form in ("Win by hand", "Wall game", "Penalty", "Note", "Change seats"):
        page.get_by_role("button", name=form, exact=True).click()
        fits(page, form)
        page.keyboard.press("Escape")
    win_by_hand(page, "Ann", "25")
    text_of(page, "book-history", "Ann won, 25 points")
    fits(page, "standings with a sheet")
    assert page.evaluate(BROKEN, ".standings thead") == []
    page.get_by_role("button", name="Let another phone join").click()
    page.locator("#join-dialog[open]").wait_for()
    fits(page, "join")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Disputes").click()
    page.locator('[data-key="ruling-joker-exchange"]').click()
    page.get_by_role("button", name="What do the rules say?").click()
    page.locator(".ruling").wait_for()
    fits(page, "ruling")
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("button", name="Set up a table").click()
    page.get_by_role("button", name="All cards and tables").wait_for()
    fits(page, "our table")
    page.get_by_role("button", name="All cards and tables").click()
    page.get_by_role("button", name="Write a card").click()
    page.get_by_role("heading", name="My card").wait_for()
    fits(page, "a card being written")
    context.close()


@pytest.mark.parametrize("size", ["17px", "200%"])
def test_no_word_is_broken(browser: Browser, server: Server, size: str) -> None:
    """On a phone of 390 pixels no word stands on two lines, in text as usual and twice as large; nothing is cut off."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    context.add_init_script(SIZED.format(size))
    page = context.new_page()
    game = begin(server, title=f"Words, {size}", players=["Dorothy", "Bea", "Cat", "Dee"])
    broken: dict[str, list[str]] = {}

    def look(step: str, within: str = "body") -> None:
        assert not page.evaluate(SIDEWAYS), step
        broken[step] = page.evaluate(BROKEN, "dialog[open]" if page.locator("dialog[open]").count() else within)

    page.goto(server.address)
    show(page, photographed(["R", "R", "J", "J", *"GGGJ0J00FJ"]))
    text_of(page, "verdict", "Mah jongg: 25 points")
    page.get_by_text("Names and bettors").click()
    page.get_by_role("button", name="Add a bettor").click()
    look("jokers, names and bettors")
    scan = photographed(RACK, exposures=[[0, 1, 2, 3], [4, 5, 6, 7]], unsure=[12])
    scan["tiles"][12] |= {"sure": False, "alternatives": [["5D", 0.4]]}  # type: ignore[index]
    show(page, scan)
    page.locator("#bar button", has_text="1 tile to look at").click()
    page.locator("#tile-dialog .candidate", has_text="20 points").wait_for()
    if size == "17px":
        look("what an answer means")
    page.keyboard.press("Escape")
    chip(page, 2).click()
    look("tile")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Start over").click()
    enter(page, RACK[:13])
    text_of(page, "verdict", "What it waits for")
    look("near hands")
    page.get_by_role("button", name="Which hands are still possible?").click()
    page.get_by_role("button", name="Count by hand").click()
    page.locator('#tile-dialog .key[data-label="9D"]').click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="1 × 9 Dot on the table").click()
    look("count")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Book").click()
    page.locator(f'[data-key="game-{game}"]').wait_for()
    look("games", f'[data-key="game-{game}"]')  # other tests left games with endless names
    open_game(page, game)
    look("game")
    page.get_by_role("link", name="Cards").click()
    page.locator('[data-key="copy-practice"]').click()
    page.get_by_role("heading", name="Copy of").wait_for()
    look("card")
    page.locator(".printed-line").first.click()
    assert page.locator("#line-dialog .line-top").evaluate("one => one.offsetHeight") > 90, "the line is in view"
    look("line")
    context.close()
    assert broken == {step: [] for step in broken}


SMALL_KEYS = """(keys) => [...document.querySelectorAll(keys)]
  .map((one) => [one.textContent, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 44 || height < 40)"""
"""List the keys that are too small for a finger, for `evaluate` with their selector."""


def test_keys_are_as_large_as_fingers_on_a_small_phone(browser: Browser, server: Server) -> None:
    """At 320 pixels the keys for tiles and those for a line of a card are wide enough, and all tiles are in view."""
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Enter the tiles by hand").click()
    assert page.locator("#tile-dialog .key").count() == 36
    assert page.evaluate(SMALL_KEYS, "#tile-dialog .key") == []
    for label in RACK:
        page.locator(f'#tile-dialog .key[data-label="{label}"]').click()
    assert page.locator("#tile-dialog").evaluate("one => one.scrollTop") == 0
    page.get_by_role("button", name="Done").click()
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("button", name="Write a card").click()
    page.get_by_role("button", name="Add a line").first.click()
    page.locator('#line-dialog [data-key="pad-1"]').wait_for()
    assert page.evaluate(SMALL_KEYS, '#line-dialog [data-key^="pad-"]:not(details *)') == []
    context.close()


@pytest.mark.parametrize("size", ["17px", "22px"])
def test_the_keys_of_a_line_are_as_large_as_fingers_on_a_short_phone(
    browser: Browser, server: Server, size: str
) -> None:
    """At 320 x 568 each key of a line is 44 pixels high, nothing lies beside the screen, and Done stays in view."""
    context = browser.new_context(viewport={"width": 320, "height": 568})
    context.add_init_script(SIZED.format(size))
    page = context.new_page()
    page.goto(f"{server.address}#cards")
    page.get_by_role("button", name="Write a card").click()
    page.get_by_role("button", name="Add a line").first.click()
    keys = page.locator("#line-dialog .pad:not(details *)")
    keys.first.wait_for()
    sizes = keys.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().toJSON())")
    assert min(one["height"] for one in sizes) >= 44
    assert min(one["width"] for one in sizes) >= 44
    assert page.evaluate(SMALL_KEYS, '#line-dialog [data-key^="pad-"]:not(details *)') == []
    assert page.locator(".line-keys").evaluate("one => one.scrollWidth - one.clientWidth") == 0
    assert page.locator('[data-key="line-done"]').evaluate(SEEN)
    for key in ("pad-0", "erase", "rule-run", "more"):
        found = page.locator(f'#line-dialog [data-key="{key}"]')
        found.focus()
        assert found.evaluate(SEEN), key
    context.close()


WHOLE = """(one) => {
  const { top, bottom } = one.getBoundingClientRect();
  const part = one.closest('.line-top');
  const { maskImage, paddingBottom } = getComputedStyle(part);
  const room = part.getBoundingClientRect();
  return maskImage !== 'none' && top >= room.top && bottom <= room.bottom - parseFloat(paddingBottom);
}"""
"""Whether a part of an open line is in view, clear of the edge at which what goes on below fades out."""


@pytest.mark.parametrize("size", [(390, 844), (375, 667), (320, 568)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_words_of_a_line_stay_in_view_above_its_keys(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    """What a usual line means is whole above the keys, and each key for its tiles is 44 pixels wide and high."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.goto(f"{server.address}#cards")
    page.get_by_role("button", name="Write a card").click()
    page.get_by_role("button", name="Add a line").first.click()
    for key in ("F", "many-2", "2", "many-4", "4", "many-4", "paint-b", "6", "many-4", "paint-c"):
        page.locator(f'#line-dialog [data-key="{key}"], #line-dialog [data-key="pad-{key}"]').click()
    words = page.locator("#line-dialog .meaning p", has_text="a third suit a kong of 6s. May be exposed, 25 points.")
    words.wait_for()
    assert words.evaluate(WHOLE)
    assert page.locator("#line-dialog .line-now").evaluate(WHOLE)
    keys = page.locator("#line-dialog .pad:not(details *)")
    sizes = keys.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().toJSON())")
    assert min(min(one["width"], one["height"]) for one in sizes) >= 44
    context.close()


@pytest.mark.parametrize("size", ["17px", "22px"])
def test_the_parts_of_the_page_fit_their_tabs_on_a_small_phone(browser: Browser, server: Server, size: str) -> None:
    """At 320 pixels the name of each part has room beside it in its tab, in larger text too."""
    context = browser.new_context(viewport={"width": 320, "height": 568})
    context.add_init_script(SIZED.format(size))
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("link", name="Disputes").wait_for()
    room = page.locator("#views a").evaluate_all("""(all) => all.map((one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      const [own, words] = [one.getBoundingClientRect(), text.getBoundingClientRect()];
      return Math.min(words.left - own.left, own.right - words.right);
    })""")
    assert min(room) >= 4
    assert not page.evaluate(SIDEWAYS)
    context.close()


@pytest.mark.parametrize(("width", "size"), [(320, "17px"), (320, "200%"), (390, "200%")])
def test_standings_and_choices_are_whole(browser: Browser, server: Server, width: int, size: str) -> None:
    """On a small phone and in large text, standings do not lie beyond the edge, and no choice is cut off."""
    context = browser.new_context(viewport={"width": width, "height": 700}, reduced_motion="reduce")
    context.add_init_script(SIZED.format(size))
    page = context.new_page()
    table = {"id": f"whole-{width}-{len(size)}", "title": "A table with a long name", "parent": "modern-american"}
    assert page.request.put(f"{server.address}api/v1/tables/{table['id']}", data={"table": table}).ok
    game = begin(server, title="Whole", ruleset=table["id"], card="practice")
    win = {"kind": "win", "outcome": {"winner": "Ann", "won_by": "self-pick", "value": 2500}, "based_on": 0}
    post(server, f"games/{game}/entries", win)
    page.goto(server.address)
    page.get_by_role("link", name="Book").click()
    page.locator(f'[data-key="game-{game}"]').wait_for()
    assert page.evaluate(CUT_CHOICES) == []
    open_game(page, game)
    assert page.locator("#book-standings .scroll").evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    assert page.evaluate(BROKEN, ".standings") == []
    page.get_by_role("button", name="Penalty", exact=True).click()
    what = page.get_by_label("What happened?")
    what.locator("option").nth(2).wait_for(state="attached")
    what.select_option(label=max(what.locator("option").all_inner_texts(), key=len))
    assert page.evaluate(CUT_CHOICES) == []
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Cards").click()
    page.locator(f'[data-key="table-edit-{table["id"]}"]').click()
    page.get_by_label("The last wall").wait_for()
    assert page.evaluate(CUT_CHOICES) == []
    context.close()


def drawn(page: Page) -> None:
    """Wait until the page has drawn its answers."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def moved_by(page: Page) -> float:
    """Return the layout shift since the last call."""
    drawn(page)
    return float(sum(one[0] for one in page.evaluate("shifts.splice(0)")))


SLOW = """const ask = window.fetch;
window.fetch = async (...given) => {
  const answer = await ask(...given);
  await new Promise((done) => setTimeout(done, 900));
  return answer;
};"""
"""Let each answer come 0.9 s later: the browser no longer takes what it moves for the effect of the tap."""


@pytest.mark.parametrize("slow", [False, True], ids=["at-once", "late"])
@pytest.mark.parametrize("size", [(320, 700), (390, 844), (820, 1180)], ids=["320", "390", "820"])
def test_nothing_jumps_when_answers_arrive(browser: Browser, server: Server, size: tuple[int, int], slow: bool) -> None:
    """A photo's tiles, its verdict, the money, a ruling or an entry of the book do not move what a person looks at."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.add_init_script(SHIFTS)
    if slow:
        context.add_init_script(SLOW)
    page = context.new_page()
    game = begin(server, title=f"Still, {size[0]}, {slow}")
    moved: dict[str, float] = {}

    def look(step: str) -> None:
        moved[step] = moved_by(page)

    page.goto(server.address)
    show(page, photographed(RACK, exposures=[[0, 1, 2, 3], [4, 5, 6, 7]]))
    text_of(page, "verdict", "Mah jongg: 20 points")
    look("photo and verdict")
    choose(page, "Who won?", "Player 1")
    choose(page, "How?", "Self-picked")
    text_of(page, "money", "Together")
    look("money")
    page.get_by_role("link", name="Disputes").click()
    page.locator('[data-key="ruling-dead-hand"]').click()
    page.get_by_role("button", name="What do the rules say?").click()
    page.locator("#dispute .ruling, #dispute [role=alert]").first.wait_for()
    look("ruling")
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    look("book")
    win_by_hand(page, "Ann", "25")
    text_of(page, "book-history", "Ann won, 25 points")
    look("entry")
    context.close()
    assert {step: value for step, value in moved.items() if value > MOST_SHIFT} == {}


@pytest.mark.parametrize("size", [(390, 844), (820, 1180)], ids=["390", "820"])
def test_nothing_jumps_while_an_answer_takes_long(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    """While a new verdict takes long to replace the old one, the content below stays in place."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.add_init_script(SHIFTS)
    page = context.new_page()
    page.goto(server.address)
    show(page, photographed(RACK, exposures=[[0, 1, 2, 3], [4, 5, 6, 7]]))
    choose(page, "Who won?", "Player 1")
    choose(page, "How?", "Self-picked")
    text_of(page, "money", "Together")
    moved_by(page)
    held: list[Callable[[], None]] = []
    page.route("**/api/v1/check", lambda route: held.append(route.continue_))
    page.locator('[data-key="joker"]').check()
    text_of(page, "verdict", "Reading the card")
    assert moved_by(page) <= MOST_SHIFT
    page.unroute("**/api/v1/check")
    held[-1]()
    text_of(page, "verdict", "Mah jongg: 20 points")
    assert moved_by(page) <= MOST_SHIFT
    assert page.locator("#verdict").evaluate("one => one.style.minHeight") == ""
    context.close()


@pytest.mark.parametrize("size", ["17px", "200%"])
def test_a_name_at_the_table_is_not_broken_on_a_small_phone(browser: Browser, server: Server, size: str) -> None:
    """At 320 pixels long names stand whole at their seats and in choices; a name too long for a line is broken."""
    context = browser.new_context(viewport={"width": 320, "height": 640})
    context.add_init_script(SIZED.format(size))
    page = context.new_page()
    game = begin(server, title=f"Small, {size}", players=["Bartholomew", "Wilhelmina", "Cat", "D" * 40])
    page.goto(server.address)
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    assert page.evaluate(BROKEN, "#book-table .seats") == ["D" * 40]
    page.get_by_role("button", name="Win by hand").click()
    page.get_by_role("group", name="Who won?").wait_for()
    assert page.evaluate(BROKEN, "#book-form .options") == ["D" * 40]
    inside = "[...document.querySelectorAll('.seat, .option span')].every((one) => one.scrollWidth <= one.clientWidth)"
    assert page.evaluate(inside)
    assert not page.evaluate(SIDEWAYS)
    context.close()


SEEN = """(one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const middle = (left + right) / 2;
  return [top + 2, bottom - 2].every((y) => one.contains(document.elementFromPoint(middle, y)));
}"""
"""Whether the upper and the lower edge of an element are in view, for `evaluate`."""


def test_there_is_room_at_a_zoom_of_400_percent(page: Page) -> None:
    """On a laptop zoomed in to 400 %, the camera shows its picture, the bar covers nothing, and keys are in view."""
    page.set_viewport_size({"width": 320, "height": 170})
    page.evaluate(CAMERA)
    page.get_by_role("button", name="Use the camera").click()
    page.locator("#camera-now:enabled").wait_for()
    assert page.locator("#camera .stage").evaluate("(one) => one.clientHeight") >= 80
    page.keyboard.press("Escape")
    enter(page, RACK)
    bar = page.locator("#bar button")
    bar.wait_for()
    page.evaluate("scrollTo(0, 0)")
    assert not bar.evaluate(SEEN)
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("button", name="Write a card").click()
    page.locator("#card-editor .card-section > button").click()
    for key in ("pad-F", "pad-2", "many-4", "rule-run", "kind-c", "value", "line-done"):
        found = page.locator(f'#line-dialog [data-key="{key}"]')
        found.focus()
        assert found.evaluate(SEEN), key


@pytest.mark.parametrize(("width", "height"), [(844, 390), (320, 256)])
def test_done_covers_no_key_that_has_the_focus(page: Page, width: int, height: int) -> None:
    """On a phone on its side, and zoomed in, each key of the tile keyboard is in view when Tab reaches it."""
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("button", name="Enter the tiles by hand").click()
    keys = page.locator("#tile-dialog .key").all()
    keys[0].focus()
    for key in keys:
        assert key.evaluate(SEEN)
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Done"


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844)])
def test_nothing_covers_the_keys_of_a_line_in_large_text(
    browser: Browser, server: Server, width: int, height: int
) -> None:
    """In text twice as large each key of a line is in view when Tab reaches it."""
    context = browser.new_context(viewport={"width": width, "height": height})
    context.add_init_script(LARGE)
    page = context.new_page()
    page.goto(f"{server.address}#cards")
    page.get_by_role("button", name="Write a card").click()
    page.get_by_role("button", name="Add a line").first.click()
    keys = page.locator("#line-dialog .pad:enabled:not(details *)").all()
    keys[0].focus()
    for key in keys:
        while not key.evaluate("(one) => one === document.activeElement"):
            page.keyboard.press("Tab")
        assert key.evaluate(SEEN), key.text_content()
    context.close()


def test_the_value_of_a_line_is_whole_in_large_text(browser: Browser, server: Server) -> None:
    """In text twice as large on a small phone the field of a line's value shows two digits whole."""
    context = browser.new_context(viewport={"width": 320, "height": 640})
    context.add_init_script(LARGE)
    page = context.new_page()
    page.goto(f"{server.address}#cards")
    page.get_by_role("button", name="Write a card").click()
    page.get_by_role("button", name="Add a line").first.click()
    value = page.locator('#line-dialog [data-key="value"]')
    value.wait_for()
    assert value.input_value() == "25"
    assert value.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    context.close()


def test_a_guess_is_confirmed_in_large_text(browser: Browser, server: Server) -> None:
    """In text twice as large the line as printed does not lie over the button that confirms what was guessed."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    context.add_init_script(LARGE)
    page = context.new_page()
    page.goto(f"{server.address}#cards")
    page.get_by_role("button", name="Paste a card").click()
    page.get_by_label("The card as text").fill("FFFF DDDD NEWS DD (any 2 suits) C 30")
    page.locator("[data-key=paste-read]").click()
    page.locator("[data-key=paste-take]").click()
    page.locator("#card-editor .unsure .printed-line").click()
    page.locator("#line-dialog").get_by_role("button", name="That is right").click(timeout=20_000)
    page.locator("#card-editor .unsure").wait_for(state="detached")
    context.close()


def test_no_word_is_broken_in_large_text_on_a_small_phone(browser: Browser, server: Server) -> None:
    """At 320 pixels and twice the size the name has room, and a card's groups and a table's options are whole."""
    context = browser.new_context(viewport={"width": 320, "height": 640}, reduced_motion="reduce")
    context.add_init_script(LARGE)
    page = context.new_page()
    page.goto(f"{server.address}#cards")
    right = page.locator("h1").evaluate("""(one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return text.getBoundingClientRect().right;
    }""")
    assert right <= 312
    page.get_by_role("button", name="Paste a card").click()
    page.get_by_label("The card as text").fill("FFFF 2222 44444 88 (any 1 suit) X 25\nFF 2222 44444 X")
    page.locator("[data-key=paste-read]").click()
    page.locator("[data-key=paste-take]").click()
    page.locator(".printed-line", has_text="no value").wait_for()
    assert page.evaluate(BROKEN, ".printed-line") == []
    page.get_by_role("button", name="All cards").click()
    page.get_by_role("button", name="Set up a table").click()
    page.locator(".option-item").first.wait_for()
    assert page.evaluate(BROKEN, ".option-item") == []
    assert not page.evaluate(SIDEWAYS)
    context.close()


@pytest.mark.parametrize("size", ["17px", "200%"])
def test_the_camera_closes_beside_its_title(browser: Browser, server: Server, size: str) -> None:
    """On a small phone the button that closes the camera stands at the right of the title, which is no banner."""
    context = browser.new_context(viewport={"width": 320, "height": 640})
    context.add_init_script(SIZED.format(size))
    page = context.new_page()
    page.goto(server.address)
    page.evaluate(CAMERA)
    page.get_by_role("button", name="Use the camera").click()
    page.locator("#camera-now:enabled").wait_for()
    title, close = (page.locator(f"#camera {one}").bounding_box() for one in ("h2", ".close"))
    assert title
    assert close
    assert close["x"] >= title["x"] + title["width"]
    assert close["y"] < title["y"] + title["height"]
    assert page.locator("#camera").get_by_role("banner").count() == 0
    context.close()
