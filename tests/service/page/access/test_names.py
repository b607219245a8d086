"""Prove that names are shown as text everywhere: markup, bidi controls, long words and line breaks do no harm."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from service.evidence.bundle_file import read_bundle
from tests.service.page.evening import begin, entries, open_game, post, win_by_hand
from tests.service.page.phone import RACK, SIDEWAYS, chip, choose, enter, expose, text_of
from tests.service.running_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

MARKUP = "<img src=x onerror=fetch(1)>"
HEBREW = ["דנה", "אבי", "רות", "גיל"]
ODD = [MARKUP, "דנה &amp; <b>", "𝒜nn 🀄", "W" * 40]
TURNED = "\u202eAnn\u2066<i>\u0007"
"""A typed name with a right-to-left override, an unclosed isolate and a bell."""
LONG = "N" * 500

ALLOWED = "\n\t\u2068\u2069"
"""Control characters allowed in shown text: line breaks between blocks, and paired isolates."""

BEFORE = """(root, names) => {
  const texts = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) texts.push(walk.currentNode);
  const all = texts.map((one) => one.nodeValue).join('');
  const spot = (at) => { let rest = at;
    for (const one of texts) { if (rest < one.length) return [one, rest]; rest -= one.length; } };
  let from = 0;
  const places = names.map((name) => { const at = all.indexOf(name, from); from = at + name.length;
    const range = new Range(); range.setStart(...spot(at)); const [node, end] = spot(at + name.length - 1);
    range.setEnd(node, end + 1); const { left, top } = range.getClientRects()[0];
    return [Math.round(top / 8), left]; });
  return places.every(([top, left], at) => !at || top > places[at - 1][0] || left > places[at - 1][1]);
}"""
"""Say whether the names stand in a text in the order in which they were written."""

Phone = Callable[[], "Page"]


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Phone]:
    """Small phones; the test fails if a script in a name runs, or if only the policy stops it."""
    faults: list[str] = []
    contexts = []

    def made() -> Page:
        context = browser.new_context(viewport={"width": 320, "height": 640})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if "Security Policy" in said.text else None)
        answer = page.goto(server.address)
        assert answer is not None
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        return page

    yield made
    for context in contexts:
        context.close()
    assert faults == []


def _fits(page: Page) -> None:
    assert not page.evaluate(SIDEWAYS)
    assert page.locator("main :is(b, i, img, script):not(h1 *)").count() == 0, "no name has become markup"


def _in_order(place: Locator, names: list[str]) -> bool:
    return bool(place.evaluate(BEFORE, names))


def _plain(text: str) -> str:
    """Return a text without the isolates around names."""
    return text.replace("\u2068", "").replace("\u2069", "")


def _signs(text: str) -> set[str]:
    """Return the control characters in a text that reorder or hide text; paired isolates do not count."""
    return {f"U+{ord(one):04X}" for one in text if unicodedata.category(one) in {"Cc", "Cf"} and one not in ALLOWED}


def test_names_are_text_on_the_scan_page(phone: Phone) -> None:
    """Names with markup, isolates, controls or long words show literally on the scan page and reorder no other text."""
    page = phone()
    enter(page, RACK)
    expose(page, range(1, 5))
    page.get_by_text("Names and bettors").click()
    for number, name in enumerate([MARKUP, TURNED, "שלום", "W" * 30]):
        page.locator(f'[data-key="player-{number}"]').fill(name)
    page.get_by_role("button", name="Add a bettor").click()
    page.locator('[data-key="bettor-0"]').fill("דנה <u>")
    page.locator('[data-key="bettor-0"]').press("Tab")
    choose(page, "Who won?", MARKUP)
    question = page.get_by_role("group", name="Who won?")
    assert question.inner_text().splitlines()[1:] == [MARKUP, "Ann<i>", "שלום", "W" * 30]
    assert _signs(page.locator("body").inner_text()) == set()
    _fits(page)
    choose(page, "How?", "Self-picked")
    money = text_of(page, "money", "Together")
    assert f"Ann<i> pays {MARKUP}" in money
    assert "pays דנה <u>" in money
    _fits(page)
    page.emulate_media(media="print")
    assert f"Ann<i> pays {MARKUP}" in page.locator("#money").inner_text()
    assert page.locator("#bar").is_hidden(), "on paper nothing lies over the text"
    _fits(page)


def test_names_are_text_in_the_book(phone: Phone, server: Server) -> None:
    """Names, title, note and waiting entries show as text in order at 320 pixels; exports keep them unchanged."""
    title = f"<script>1</script>\n{'T' * 50}"
    game = begin(server, players=ODD, title=title, waiting=["רות", "גיל"])
    page = phone()
    page.get_by_role("link", name="Book").click()
    page.locator(f'[data-key="game-{game}"]').wait_for()
    _fits(page)
    open_game(page, game)
    win_by_hand(page, ODD[1], "25")
    assert f"{ODD[1]} won, 25 points" in _plain(text_of(page, "book-history", "won, 25 points"))
    page.get_by_role("button", name="Note").click()
    page.get_by_label("What shall the book say?").fill(f"<u>\u2067טובה {LONG[:400]}")
    page.get_by_role("button", name="Enter the note").click()
    alert = page.locator("#book-form").get_by_role("alert")
    page.locator("#book-history", has_text="N" * 400).or_(alert).first.wait_for()
    if alert.is_visible():
        page.get_by_label("What shall the book say?").fill(f"<u>טובה {LONG[:400]}")
        page.get_by_role("button", name="Enter the note").click()
        page.locator("#book-history", has_text="N" * 400).wait_for()
    page.get_by_role("button", name="Penalty").click()
    _fits(page)
    page.keyboard.press("Escape")
    page.get_by_text("The numbers of the chart").click()
    for section in ("book-table", "book-standings", "book-history", "book-end"):
        assert MARKUP in page.locator(f"#{section}").inner_text()
    waiting = page.request.get(f"{server.address}api/v1/games/{game}").json()["sitting"]["waiting"]
    assert _in_order(page.locator("#book-table p", has_text="Waiting"), waiting)
    assert _signs(page.locator("body").inner_text()) == set()
    _fits(page)
    page.emulate_media(media="print")
    assert MARKUP in page.locator("#book-end").inner_text()
    assert page.get_by_label("This phone is held by").is_hidden()
    for suffix in ("CSV", "JSON"):
        with page.expect_download() as saved:
            page.locator("#book-end a", has_text=suffix).dispatch_event("click")
        text = saved.value.path().read_text("utf-8")
        for name in ODD:
            assert name in (text if suffix == "CSV" else json.dumps(json.loads(text), ensure_ascii=False))


def test_names_from_right_to_left_keep_their_order(phone: Phone, server: Server) -> None:
    """Seats, payments and lists keep the table's order with right-to-left names."""
    game = begin(server, players=HEBREW, title="ערב")
    post(server, f"games/{game}/entries", {
        "kind": "win", "based_on": 0, "outcome": {"winner": HEBREW[0], "won_by": "self-pick", "value": 25},
    })  # fmt: skip
    post(server, f"games/{game}/entries", {"kind": "seats", "based_on": 1, "players": HEBREW, "east": HEBREW[1]})
    page = phone()
    page.set_viewport_size({"width": 1200, "height": 900})
    page.get_by_role("link", name="Book").click()
    line = page.locator(f'[data-key="game-{game}"] small').first
    line.wait_for()
    assert _in_order(line, HEBREW)
    open_game(page, game)
    win = page.locator('[data-key="entry-1"]')
    won, seats = entries(server, game)
    paid = [part for name, value in won["settlement"]["net"].items() for part in (name, str(abs(value)))]
    assert _in_order(win.locator(".fine").last, paid)
    seated = seats["sitting"]["players"]
    assert _in_order(page.locator('[data-key="entry-2"] p').nth(1), [*seated, "East", HEBREW[1]])
    standing = page.locator("#book-standings tr", has_text=HEBREW[0]).locator("th")
    assert _in_order(standing, ["1.", HEBREW[0]])


def test_rulings_keep_their_order_around_names_from_right_to_left(phone: Phone, server: Server) -> None:
    """The points of a ruling stand behind the right-to-left name of who gets them, in a dispute and in the book."""
    game = begin(server, players=HEBREW, title="ערב")
    payee, payer = HEBREW[:2]
    question = {"kind": "error", "ruling": "misnamed-discard", "miscaller": payer, "claimant": payee,
                "wanted_for": "mah-jongg", "value": 25}  # fmt: skip
    post(server, f"games/{game}/entries", {"kind": "penalty", "based_on": 0, "outcome": question})
    said = ["The game ends:", payer, "alone pays", payee, ", 100 points."]
    page = phone()
    page.set_viewport_size({"width": 1200, "height": 900})
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    assert _in_order(page.locator('[data-key="entry-1"] p').nth(1), said)
    page.get_by_role("link", name="Disputes").click()
    page.locator('[data-key="ruling-misnamed-discard"]').click()
    choose(page, "Who named the discard wrongly", payer)
    choose(page, "Who wants it", payee)
    choose(page, "What it is wanted for", "Mah jongg")
    page.locator('[data-key="fact-value"]').fill("25")
    page.get_by_role("button", name="What do the rules say?").click()
    text_of(page, "dispute", "100 points")
    assert _in_order(page.locator("#dispute .lead"), said)


def test_titles_are_text(phone: Phone) -> None:
    """Cards, rule sets and tile sets show the titles of their files as one line of text."""
    page = phone()

    def renamed(route: Route) -> None:
        found: dict[str, Any] = route.fetch().json()
        for one in found.get("cards", found.get("rulesets", [])):
            one["title"] = f"\u202e{one['title']}\n<b>דף</b>"
        found["sets"] = [{"set": "דנה", "faces": 3, "reader": "test@1", "missing": []}]
        route.fulfill(json=found)

    for path in ("cards", "rulesets", "sets"):
        page.route(f"**/api/v1/{path}", renamed)
    page.reload()
    page.get_by_label("Your set").get_by_text("דנה").wait_for(state="attached")
    enter(page, RACK)
    page.get_by_role("button", name="Change", exact=True).click()
    shown = page.locator("#card-in-use :is(li, option)").all_text_contents()
    assert len(shown) > 5
    assert any("<b>דף</b>" in one for one in shown)
    assert _signs("".join(shown)) == set()
    assert "\n" not in "".join(shown)
    page.get_by_role("link", name="Disputes").click()
    page.get_by_text("What happened?").wait_for()
    assert _signs(page.locator("#dispute").inner_text()) == set()
    _fits(page)


def test_a_broken_card_is_listed_with_its_fault(phone: Phone, data: Path) -> None:
    """The list shows a broken card with its fault, and the other cards still work."""
    broken = data / "cards" / "our-own.toml"
    broken.parent.mkdir(exist_ok=True)
    broken.write_text("title = <b>\n")
    try:
        page = phone()
        enter(page, RACK)
        page.get_by_role("button", name="Change", exact=True).click()
        shown = page.locator("#card-in-use li").all_text_contents()
    finally:
        broken.unlink()
    why = "Invalid value; a text stands in straight quotation marks, and yes is written true"
    assert [_plain(one) for one in shown if "our-own" in one] == [
        f"our-own cannot be read: this is no TOML file: {why}"
    ]
    assert any("National Mah Jongg League" in one for one in shown)


@pytest.mark.usefixtures("networks_wanted")
def test_names_are_kept_as_they_are_in_evidence(phone: Phone, example: Path) -> None:
    """Evidence keeps the names exactly as they were typed."""
    page = phone()
    page.set_input_files("#pick-choose", example)
    chip(page, 14).wait_for()
    page.get_by_text("Names and bettors").click()
    names = [MARKUP, "דנה", "𝒜nn 🀄", "W" * 30]
    for number, name in enumerate(names):
        page.locator(f'[data-key="player-{number}"]').fill(name)
    page.locator('[data-key="player-3"]').press("Tab")
    choose(page, "Who won?", names[2])
    choose(page, "How?", "Self-picked")
    text_of(page, "money", f"דנה pays {names[2]}")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Keep as evidence").click()
    parts = read_bundle(saved.value.path().read_bytes(), "evidence").parts
    assert json.loads(parts["claim.json"])["table"]["players"] == names
    text_of(page, "evidence", "Saved as")
    _fits(page)
