"""Test the page in a real browser against a real server."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.evidence.bundle_file import PHOTOS, read_bundle
from service.server.routes.page_files import shell
from tests.service.helpers import png, table_cloth
from tests.service.judging import test_better_paid as better_paid
from tests.service.page.axe import faults_of
from tests.service.page.evening import begin, open_game
from tests.service.page.jobs import API
from tests.service.page.phone import (
    CONTRAST,
    NAMELESS,
    RACK,
    RATIO,
    SIDEWAYS,
    asked_rack,
    by_card,
    chip,
    choose,
    enter,
    expose,
    focused,
    photographed,
    play,
    resume,
    show,
    taken_in,
    text_of,
)
from tests.service.running_server import Server, running_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route


def test_opening_the_page_asks_for_each_file_once(browser: Browser, server: Server) -> None:
    """Opening the page requests each file once and asks a few questions, none for another part; none fails."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="allow")
    page = context.new_page()
    asked: list[tuple[str, int]] = []
    page.on("response", lambda answer: asked.append((answer.url.removeprefix(server.address), answer.status)))
    page.goto(server.address)
    page.locator("#photo .button").first.wait_for()
    page.wait_for_load_state("networkidle")
    context.close()
    assert {status for _, status in asked} == {200}
    questions = [path for path, _ in asked if path.startswith("api/")]
    files = [f"/{path}" for path, _ in asked if path not in questions]
    # The browser requests the tab icon by itself.
    twice = sorted(file for file, count in Counter(files).items() if count > 1 and file != "/page/icons/icon.svg")
    assert twice == []
    assert set(files) <= set(shell())
    assert len(questions) <= 6, questions
    assert not {"api/v1/players", "api/v1/season"} & set(questions), "only the book shows these"


def test_from_tiles_to_who_owes_what(page: Page) -> None:
    """Tiles entered by hand with exposures and a winner give the printed hand, the joker's tile and the payments."""
    play(page)
    verdict = text_of(page, "verdict", "Mah jongg: 20 points")
    assert "Consecutive numbers or runs\n1111\n2222\n3333\nFF" in re.sub(r"\s*\n\s*", "\n", verdict)
    assert "= 2 Crak" in verdict
    # Only its source cites the hand by number.
    assert verdict.count("Let's Play Mah Jongg (National Mah Jongg League, 1976): hand 24, p. 19") == 1
    assert verdict.lower().count("hand 24") == 1
    money = text_of(page, "money", "Together")
    for line in ("Player 2 pays Player 1\n40 points", "Player 3 pays Player 1\n20 points", "Player 4 pays Player 1"):
        assert line in money
    assert "+80" in money
    assert page.locator("#bar").inner_text() == "Mah jongg: 20 points"


def test_the_reason_of_a_payment_writes_its_points_as_the_payment_does(page: Page) -> None:
    """Points of 1,000 and more have a comma in the payment and in its reason."""

    def worth_more(route: Route) -> None:
        body = json.loads(route.request.post_data or "")
        body["outcome"]["value"] = 1500
        route.continue_(post_data=json.dumps(body))

    page.route("**/api/v1/settle", worth_more)
    play(page)
    money = text_of(page, "money", "Together")
    assert "3,000 points" in money
    assert "2 x 1,500" in money
    assert "1500" not in money


def test_singles_and_pairs_are_paid_their_value(page: Page) -> None:
    """A hand of Singles and Pairs earns no double for lacking jokers: 50, picked, costs each player 100."""
    enter(page, ["F", "F", *(f"{number}B" for number in (1, 1, 3, 3, 5, 5, 7, 7, 9, 9)), "G", "G"])
    by_card(page, "practice card")
    choose(page, "Who won?", "Player 1")
    choose(page, "How?", "Self-picked")
    money = text_of(page, "money", "Together")
    for loser in (2, 3, 4):
        assert f"Player {loser} pays Player 1\n100 points" in money


KEEP_CARD = f"""async (text) => {{
  const {{ answered }} = await {API};
  const answer = await answered("/api/v1/cards/doubled", {{
    method: "PUT", headers: {{ "Content-Type": "application/json" }}, body: JSON.stringify({{ text }}) }});
  return answer.ok;
}}"""
"""Keep a card in either edition."""


def test_a_hand_that_pays_more_is_named_and_called_at_a_tap(page: Page) -> None:
    """The page names a hand that pays more than the one judged; a tap calls it, and it is judged and paid."""
    page.locator("#photo .button").first.wait_for()
    assert page.evaluate(KEEP_CARD, better_paid.CARD.replace("{usual}", "15 +10 if concealed"))
    page.reload()
    enter(page, list(better_paid.RACK.replace(" ", "")))
    by_card(page, "Doubled")
    verdict = text_of(page, "verdict", "Another hand pays more")
    assert "Twice is worth 50 points without jokers, this one 30 points" in verdict
    assert page.locator("#verdict .note").get_by_label("NNNN, SSSS, EEEE, WW").is_visible()
    choose(page, "Who won?", "Player 1")
    choose(page, "How?", "Self-picked")
    assert "Player 2 pays Player 1\n60 points" in text_of(page, "money", "Together")
    page.get_by_role("button", name="Call that hand").click()
    verdict = text_of(page, "verdict", "Mah jongg: 25 points")
    assert "You call this hand, not the one for 30 points." in verdict
    assert "10 points more: a concealed hand" in verdict
    assert "Player 2 pays Player 1\n100 points" in text_of(page, "money", "100 points")
    page.reload()
    text_of(page, "verdict", "Mah jongg: 25 points")
    page.get_by_role("button", name="Call the other").click()
    text_of(page, "verdict", "Mah jongg: 30 points")
    assert "Player 2 pays Player 1\n60 points" in text_of(page, "money", "60 points")
    page.get_by_role("button", name="Call that hand").click()
    text_of(page, "verdict", "Mah jongg: 25 points")
    # The called hand holds only for this rack and this card.
    by_card(page, "practice card")
    assert page.evaluate("JSON.parse(localStorage['rackcheck.1']).asHand") is None


def test_everything_survives_a_reload(page: Page) -> None:
    """Tiles, exposures, names and answers survive a reload."""
    play(page)
    page.get_by_text("Names and bettors").click()
    page.get_by_label("Player 1").last.fill("Ann")
    page.get_by_label("Player 1").last.press("Tab")
    before = text_of(page, "money", "Ann"), [one.inner_html() for one in page.locator("#tiles .tray").all()]
    page.reload()
    after = text_of(page, "money", "Ann")
    assert (after, [one.inner_html() for one in page.locator("#tiles .tray").all()]) == before
    page.get_by_role("button", name="Start over").click()
    assert page.locator("#tiles").is_hidden()
    enter(page, RACK)
    assert page.get_by_role("group", name="Who won?").inner_text().splitlines()[1] == "Ann"


@pytest.mark.parametrize(
    "storage",
    [
        pytest.param("get() { throw new DOMException('denied', 'SecurityError'); }", id="forbidden"),
        pytest.param(
            "value: { getItem: () => null, setItem: () => { throw new DOMException('', 'QuotaExceededError'); } }",
            id="full",
        ),
    ],
)
def test_the_page_works_without_storage(page: Page, storage: str) -> None:
    """A browser that forbids cookies, or has no room, keeps nothing: the page still goes from tiles to the money."""
    for name in ("localStorage", "sessionStorage"):
        page.add_init_script(f"Object.defineProperty(window, '{name}', {{ {storage} }})")
    page.reload()
    page.get_by_role("button", name="Try it with an example").click()
    text_of(page, "verdict", "Mah jongg: 25 points")
    choose(page, "Who won?", "Player 1")
    choose(page, "How?", "Self-picked")
    text_of(page, "money", "Together")


def test_names_are_typed_one_after_another(page: Page) -> None:
    """A tap on the next field or button works while the last name is being saved: nothing typed is lost."""
    enter(page, RACK)
    page.get_by_text("Names and bettors").click()
    for number, name in enumerate(("Ann", "Bea", "Cat", "Dee"), 1):
        page.locator(f'[data-key="player-{number - 1}"]').click()
        page.keyboard.type(name)
    page.get_by_role("button", name="Add a bettor").click()
    page.locator('[data-key="bettor-0"]').click()
    page.keyboard.type("Eve")
    choose(page, "Who won?", "Dee")
    kept = page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1'))")
    assert kept["players"] == ["Ann", "Bea", "Cat", "Dee"]
    assert kept["bettors"] == [{"name": "Eve", "on": 0}]
    assert kept["winner"] == 3


def test_an_exchanged_joker_that_makes_the_hand_is_paid_as_self_picked(page: Page) -> None:
    """Modern rules: a player who calls a discard and wins by the joker exchange after it gets double from everybody."""
    page.get_by_role("button", name="Try it with an example").click()
    by_card(page, "practice card")
    choose(page, "Who won?", "Player 1")
    choose(page, "How?", "From a discard")
    choose(page, "Whose discard?", "Player 2")
    text_of(page, "money", "1 x 25")
    page.get_by_label("Exchanging a joker made the hand").check()
    paid = text_of(page, "money", "exchanged a joker to win")
    assert [line for line in paid.splitlines() if line.endswith(" points")] == ["50 points"] * 3
    choose(page, "How?", "Self-picked")
    page.get_by_label("Exchanging a joker made the hand").wait_for(state="hidden")


def test_a_joker_that_was_exchanged_spoils_a_hand_without_jokers(page: Page) -> None:
    """By the book of 1976 a hand played without jokers is none once it had a joker; the answer can be taken back."""
    enter(page, [*["1B"] * 4, *["5C"] * 4, *["9D"] * 4, "F", "F"])
    text_of(page, "verdict", "Mah jongg: 35 points")
    page.get_by_label("A joker in this hand was exchanged earlier").check()
    text_of(page, "verdict", "Not mah jongg")
    page.get_by_label("A joker in this hand was exchanged earlier").uncheck()
    text_of(page, "verdict", "Mah jongg: 35 points")


def test_a_tile_says_what_the_hand_would_be_with_each_of_its_labels(page: Page) -> None:
    """In the dialog of a tile that a photo may show wrongly, each likely label says what the hand would be with it."""
    scan = photographed([*RACK[:-1], "5C"], exposures=[[0, 1, 2, 3], [4, 5, 6, 7]])
    scan["tiles"][13]["alternatives"] = [["4C", 0.1]]  # type: ignore[index]
    show(page, scan)
    text_of(page, "verdict", "Not")
    chip(page, 14).click()
    for label, said in (("4C", "20 points"), ("5C", "no hand")):
        page.locator(f'#tile-dialog .candidate[data-label="{label}"]', has_text=said).wait_for()


def test_who_won_is_asked_once_somebody_has(page: Page) -> None:
    """The verdict comes first and then the question who won; a rack that is no hand raises no question."""
    enter(page, RACK)
    text_of(page, "verdict", "Mah jongg: 20 points")
    win = page.locator("#win")
    win.wait_for()
    assert page.evaluate("!!(verdict.compareDocumentPosition(win) & Node.DOCUMENT_POSITION_FOLLOWING)")
    chip(page, 1).click()
    page.locator('dialog .key[data-label="9D"]').click()
    text_of(page, "verdict", "Not mah jongg")
    win.wait_for(state="hidden")
    by_card(page, "Japanese-American")
    win.wait_for()
    assert page.evaluate("!!(verdict.compareDocumentPosition(win) & Node.DOCUMENT_POSITION_PRECEDING)")


def test_on_paper_nobody_is_asked_for_a_photo_or_a_winner(page: Page) -> None:
    """A verdict is printed without requests that the page alone can take; the photo and the payments are printed."""
    heads = "[...document.querySelectorAll('main h2')].filter((one) => one.checkVisibility()).map((one) => one.id)"
    enter(page, RACK)
    text_of(page, "money", "Say who won.")
    page.emulate_media(media="print")
    assert page.evaluate(heads) == ["tiles-title", "verdict-title"]
    page.emulate_media(media="screen")
    show(page, photographed(RACK))
    page.locator("#photo .boxes").wait_for()
    choose(page, "Who won?", "Player 1")
    choose(page, "How?", "Self-picked")
    text_of(page, "money", "Together")
    page.emulate_media(media="print")
    assert page.evaluate(heads) == ["photo-title", "tiles-title", "verdict-title", "money-title"]


def test_a_bettor_takes_part(page: Page, kept: str) -> None:
    """A fifth person who bet on the winner collects as much from each player; who bet on another or no more, not."""
    resume(page, kept)
    page.get_by_text("Names and bettors").click()
    page.get_by_role("button", name="Add a bettor").click()
    page.get_by_label("Bettor 1", exact=True).fill("Eve")
    page.get_by_label("Bettor 1", exact=True).press("Tab")
    assert "Player 2 pays Eve" in text_of(page, "money", "Eve")
    page.get_by_label("bet on").select_option(label="Player 3")
    assert "pays Eve" not in text_of(page, "money", "Eve pays Player 1")
    page.get_by_role("button", name="Remove bettor 1").click()
    page.locator("#money", has_text="Eve").wait_for(state="detached")
    text_of(page, "money", "Player 2 pays Player 1")


def test_a_lost_hand_says_how_near_it_is(page: Page) -> None:
    """A losing rack shows the nearest hands as tiles with what is missing; nobody pays."""
    enter(page, ["9D" if label == "F" else label for label in RACK])
    # After two tiles the page said "12 tiles away", which also contains "2 tiles away".
    page.locator("#verdict", has_text=re.compile(r"(?<!\d)2 tiles away")).wait_for()
    verdict = text_of(page, "verdict", "Consecutive numbers or runs")
    assert "Not mah jongg" in verdict
    assert page.locator("#verdict .near").get_by_label("Flower, missing").count() >= 2
    assert page.locator("#money").is_hidden()


def test_one_hand_is_not_called_hands(page: Page) -> None:
    """If the exposures leave one hand of the card, the page says "hand", with its missing tiles in one line."""
    enter(page, [*RACK[:8], "9C", *RACK[9:]])
    nearest = page.locator("#verdict h3", has_text="The nearest hand")
    page.get_by_role("heading", name="The nearest hands", exact=True).wait_for()
    expose(page, range(1, 5))
    expose(page, range(5, 9))
    page.get_by_role("heading", name="The nearest hand", exact=True).wait_for()
    assert nearest.count() == 1
    words = page.locator("#verdict .swap span").bounding_box()
    assert words is not None
    assert words["height"] < 30, "the words stand beside the tile"
    page.get_by_role("button", name="Which hands are still possible?").click()
    text_of(page, "prospects", "1 hand is still possible.")


def test_a_tile_can_be_changed_moved_and_removed(page: Page) -> None:
    """A tile's sheet renames it, moves it into an exposure or removes it; the tile count follows."""
    enter(page, ["1B", "1B", "1B", "2B"])
    expose(page, range(1, 4))
    page.get_by_role("button", name="2 Bam on the rack").click()
    page.locator('dialog .key[data-label="1B"]').click()
    page.get_by_role("button", name="1 Bam on the rack").click()
    page.locator("#tile-dialog").get_by_role("button", name="First exposure").click()
    assert page.locator("#tiles .tray").first.locator(".chip:not(.add)").count() == 4
    chip(page, 4).click()
    page.get_by_role("button", name="Not a tile: remove").click()
    assert page.locator("#tiles .count").inner_text() == "3 tiles"


def test_a_winning_tile_that_leaves_the_rack_wins_no_more(page: Page) -> None:
    """Marked twice, exposed or removed, it is the winning tile no more, nor is the tile that comes in its place."""
    enter(page, ["1B", "1B", "1B", "3B", "3B", "3B", "2B"])
    expose(page, range(1, 4))
    expose(page, range(4, 7))
    wins = page.locator("#tiles .winning")
    sheet = page.locator("#tile-dialog")
    for away in ("The winning tile", "First exposure", "Not a tile: remove"):
        chip(page, 7).click()
        sheet.get_by_role("button", name="The winning tile").click()
        assert wins.count() == 1
        chip(page, 7).click()
        sheet.get_by_role("button", name=away).click()
        assert wins.count() == 0
        if away == "First exposure":
            chip(page, 7).click()
            sheet.get_by_role("button", name="On the rack").click()
    page.locator('[data-key="add-0"]').click()
    page.locator('dialog .key[data-label="9D"]').click()
    page.get_by_role("button", name="Done").click()
    chip(page, 7).wait_for()
    assert wins.count() == 0
    for number in (1, 2, 3):
        chip(page, number).click()
        sheet.get_by_role("button", name="Not a tile: remove").click()
    assert page.locator("#tiles .tray h3").all_inner_texts()[0] == "First exposure"


def test_the_keyboard_is_enough(page: Page) -> None:
    """The keyboard suffices: focus moves into the sheet and back, Enter chooses, Escape closes."""
    enter(page, ["1B", "2B"])
    # A closed dialog returns the focus in a later task; focusing before that has no effect.
    page.wait_for_function("() => document.activeElement.dataset.key === 'add-0'")
    chip(page, 1).focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    assert page.locator("#tile-dialog").is_hidden()
    focused(page, "1 Bam on the rack")
    chip(page, 1).press("Enter")
    page.locator('dialog .key[data-label="9D"]').press("Enter")
    page.get_by_role("button", name="9 Dot on the rack").wait_for()
    focused(page, "9 Dot on the rack")


def test_every_control_has_a_name(page: Page, kept: str) -> None:
    """Every control and every drawn tile has an accessible name."""
    assert page.evaluate(NAMELESS) == []
    resume(page, kept)
    page.get_by_text("Names and bettors").click()
    assert page.evaluate(NAMELESS) == []
    chip(page, 3).click()
    assert page.evaluate(NAMELESS) == []


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_nothing_is_cut_off_at_any_width(page: Page, kept: str, width: int) -> None:
    """From 320 pixels up nothing scrolls sideways, and at 320 pixels a person can enter a whole hand by touch."""
    page.set_viewport_size({"width": width, "height": 700})
    assert not page.evaluate(SIDEWAYS)
    if width == 320:
        play(page)
        text_of(page, "money", "Together")
    else:
        resume(page, kept)
    page.get_by_text("Names and bettors").click()
    page.get_by_role("button", name="Add a bettor").click()
    assert not page.evaluate(SIDEWAYS)
    chip(page, 3).click()
    dialog = page.locator("#tile-dialog")
    assert not dialog.evaluate("(one) => one.scrollWidth > one.clientWidth")
    smallest = dialog.evaluate(
        "(one) => Math.min(...[...one.querySelectorAll('button')].map((b) => b.getBoundingClientRect().width))"
    )
    assert smallest >= 24  # CSS pixels: WCAG 2.2, target size (minimum)


def test_a_tap_ends_on_what_it_began_on(page: Page) -> None:
    """A verdict that arrives while a finger is down waits, so that the bar does not cover the tapped button."""
    page.set_viewport_size({"width": 320, "height": 700})
    asked: list[Route] = []
    page.route("**/api/v1/check", lambda route: asked.append(route))  # noqa: PLW0108 - it marks what it is given
    with page.expect_request(
        lambda one: one.url.endswith("/check") and asked_rack(one.post_data_json) == " ".join(RACK)
    ):
        enter(page, RACK)
    button = page.get_by_role("button", name="Make an exposure")
    button.evaluate("(one) => one.scrollIntoView({ block: 'end' })")
    box = button.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)
    with page.expect_response("**/api/v1/check"):
        page.mouse.down()
        for route in asked:
            route.continue_()
    taken_in(page)
    page.mouse.up()
    page.get_by_text("Tap tiles, or swipe over them").wait_for()
    assert page.locator("#bar button").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_light_and_dark(page: Page, kept: str, scheme: str) -> None:
    """All text has a contrast of at least 4.5 to 1 (WCAG 2.2, contrast minimum) in both color schemes."""
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of the two names it takes
    assert page.evaluate(CONTRAST) == []
    resume(page, kept)
    assert page.evaluate(CONTRAST) == []
    chip(page, 3).click()
    assert page.evaluate(CONTRAST) == []
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (dark == "rgb(15, 23, 21)") == (scheme == "dark")


BORDERS = (
    "() => {"
    + RATIO
    + """
  const ground = (one) => {
    const colour = getComputedStyle(one).backgroundColor;
    return /, 0\\)$|transparent/.test(colour) && one.parentElement ? ground(one.parentElement) : colour;
  };
  const fields = "input[type=text], input[type=search], select, textarea, .option input:not(:checked) + span";
  return [...document.querySelectorAll(fields)]
    .filter((one) => one.checkVisibility() && !one.classList.contains("section-title"))
    .flatMap((one) => [one, one.parentElement].map(ground).map((beside) =>
      ratio(getComputedStyle(one).borderTopColor, beside)));
}"""
)
"""Return the contrast of each field's and answer's border with its inside and its surroundings."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_fields_stand_out_in_light_and_dark(page: Page, kept: str, scheme: str) -> None:
    """Every input field and choice has a border of at least 3 to 1 (WCAG 2.2, non-text contrast)."""
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two names
    resume(page, kept)
    page.get_by_text("Names and bettors").click()
    found = page.evaluate(BORDERS)
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("button", name="Paste a card").click()
    found += page.evaluate(BORDERS)
    assert len(found) > 20
    assert min(found) >= 3


def test_what_is_no_photo_is_explained(page: Page, tmp_path: Path) -> None:
    """A file that no browser can show is sent unchanged; the page shows the server's message and goes on."""
    path = tmp_path / "notes.jpg"
    path.write_bytes(b"these are notes")
    page.set_input_files("#pick-choose", path)
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "not a picture" in alert.inner_text()
    assert page.get_by_text("Take a photo").is_visible()


def test_a_server_that_is_gone_is_told_in_words(browser: Browser) -> None:
    """Without a server the page says so."""
    with running_server() as server:
        context = browser.new_context(service_workers="allow")
        page = context.new_page()
        page.goto(server.address)
        page.locator("#photo .button").first.wait_for()
    page.set_input_files("#pick-choose", {"name": "a.png", "mimeType": "image/png", "buffer": png(table_cloth())})
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "does not answer" in alert.inner_text()
    context.close()


def test_a_tile_beside_the_rack_is_taken_in_by_a_tap(page: Page) -> None:
    """A tile beside the rack is shown apart and joins the hand only at a tap."""
    show(page, photographed(["1B", "2B", "9D"], aside=[2]))
    page.locator("#tiles .count", has_text="2 tiles").wait_for()
    page.get_by_role("button", name="Beside the rack: 9 Dot").click()
    page.get_by_role("heading", name="9 Dot on the rack", exact=True).wait_for()
    page.locator("#tile-dialog").press("Escape")
    page.locator("#tiles .count", has_text="3 tiles").wait_for()
    assert page.locator(".boxes .box.aside").count() == 0


def test_a_tile_laid_aside_again_is_itself(page: Page) -> None:
    """A tile that was taken in and laid aside again is told from those that lay there all the time."""
    show(page, photographed(["1B", "2B", "9D", "F", "5C"], aside=[2, 3, 4]))
    page.get_by_role("button", name="Beside the rack: 5 Crak").click()
    page.locator("#tile-dialog").press("Escape")
    page.locator('[data-key="mark"]').click()
    page.locator("#tiles").get_by_role("button", name="5 Crak on the rack").click()
    page.get_by_role("button", name="Not mine").click()
    page.get_by_role("button", name="Beside the rack: 5 Crak").click()
    page.get_by_role("heading", name="5 Crak on the rack", exact=True).wait_for()


def test_how_tiles_lie_is_asked_where_the_verdict_hangs_on_it(page: Page) -> None:
    """If the verdict depends on unclear exposures, the page names both ways; a tap decides, and the choice stays."""
    unclear = {"code": "exposures-unclear", "message": "How do they lie?", "tiles": list(range(8))}
    show(page, photographed(RACK, exposures=[[0, 1, 2], [3, 4, 5, 6, 7]], issues=[unclear]))
    asked = text_of(page, "verdict", "Please look first")
    assert "whether these are exposed" in asked
    assert "3 × 2 Crak, Joker and 4 × 3 Crak" in asked
    assert page.locator("#bar").inner_text() == "Which tiles are exposed?"
    assert page.locator("#money").is_hidden()
    page.get_by_role("button", name="The exposures are as shown Not mah jongg").focus()
    page.get_by_role("button", name="Nothing is exposed Consecutive numbers or runs, 20 points").click()
    for _ in range(2):
        text_of(page, "verdict", "Mah jongg: 20 points")
        assert page.locator("#tiles .tray").count() == 1
        assert page.locator("#photo .note.warn").count() == 0
        page.reload()


def test_a_concealed_hand_in_groups_asks_whether_they_are_exposed(page: Page) -> None:
    """If the photo shows no exposure but the hand must be concealed, one tap says so; no answer is "as shown"."""
    hand = ["F", "F", "4D", "4D", "4D", "4B", "4B", "4B", "4C", "4C", "4C", "S", "S", "S"]
    unclear = {"code": "exposures-unclear", "message": "How do they lie?", "tiles": list(range(2, 14))}
    show(page, photographed(hand, issues=[unclear]))
    text_of(page, "verdict", "Not mah jongg")
    by_card(page, "Hands of a set's manual")
    assert "If they are exposed: not mah jongg" in text_of(page, "verdict", "Please look first")
    assert page.get_by_role("button", name="The exposures are as shown").count() == 0
    page.get_by_role("button", name="Nothing is exposed Pungs and a pair of flowers, 20 points").click()
    text_of(page, "verdict", "Mah jongg: 20 points")


def test_a_group_beside_an_exposure_asks_whether_it_is_exposed_too(page: Page) -> None:
    """The answer "as shown" names the hand that it gives; nobody is told that nothing is exposed."""
    hand = ["5B", "5B", "5B", "J", "5C", "J", "5C", "5C", "5D", "5D", "5D", "5D", "J", "5C"]
    unclear = {"code": "exposures-unclear", "message": "How do they lie?", "tiles": [4, 5, 6, 7]}
    show(page, photographed(hand, exposures=[[0, 1, 2, 3]], issues=[unclear]))
    asked = text_of(page, "verdict", "Please look first")
    assert re.search(r"If they are exposed: .*25 points", asked)
    assert page.locator("[data-key=lie-concealed]").count() == 0
    page.get_by_role("button", name=re.compile("The exposures are as shown .*30 points")).click()
    text_of(page, "verdict", "Mah jongg: 30 points")


def test_a_question_that_changes_nothing_is_folded_away(page: Page) -> None:
    """While the verdict stands however the tiles lie, the photo does not ask for it; by another card it asks again."""
    hand = ["F", "F", "4D", "4D", "4D", "4B", "4B", "4B", "4C", "4C", "4C", "S", "S", "S"]
    unclear = {"code": "exposures-unclear", "message": "How do they lie?", "tiles": list(range(2, 14))}
    cut = {"code": "cut-off", "message": "The edge cuts a tile.", "tiles": [0]}
    show(page, photographed(hand, issues=[unclear, cut]))
    text_of(page, "verdict", "Not mah jongg")
    notes = page.locator("#photo .note.warn")
    asked, missing = notes.filter(has_text="How do they lie?"), notes.filter(has_text="The edge cuts a tile.")
    page.get_by_text("1 note on the photo does not change the answer").wait_for()
    assert asked.is_hidden()
    assert missing.is_visible()
    by_card(page, "Hands of a set's manual")
    text_of(page, "verdict", "Please look first")
    asked.wait_for()
    assert page.get_by_text("does not change the answer").count() == 0


@pytest.mark.parametrize(
    ("rack", "asks"),
    [
        (RACK[:12], "The photo shows 12 tiles. With more of them it may be mah jongg"),
        ([*RACK, "9D"], "The photo shows 15 tiles. With fewer of them it may be mah jongg"),
    ],
    ids=["12", "15"],
)
def test_a_photo_of_too_few_or_too_many_tiles_is_no_sure_loss(page: Page, rack: list[str], asks: str) -> None:
    """Where the other tiles make a hand, the page asks whether this is the rack; said so, it is not mah jongg."""
    show(page, photographed(rack))
    assert asks in text_of(page, "verdict", "Not mah jongg as photographed")
    assert page.locator("#bar").inner_text() == "Is this the whole rack?"
    page.get_by_role("button", name="Yes, this is the rack").click()
    page.locator("#bar", has_text="Not mah jongg").wait_for()
    assert asks not in page.locator("#verdict").inner_text()
    page.get_by_role("button", name="Undo").first.click()
    page.locator("#bar", has_text="Is this the whole rack?").wait_for()


def test_how_many_tiles_a_photo_shows_is_not_asked_where_it_changes_nothing(page: Page) -> None:
    """A rack whose tiles are no part of any hand loses, however many more there may be."""
    missing = {"code": "tiles-missing", "message": "Only 11 tiles were found.", "tiles": []}
    show(page, photographed(["1B", "3C", "5D", "7B", "9C", "N", "E", "W", "S", "R", "G"], issues=[missing]))
    text_of(page, "verdict", "The rack has 11 tiles")
    assert page.locator("#bar").inner_text() == "Not mah jongg"
    page.get_by_text("1 note on the photo does not change the answer").wait_for()


def doubted(labels: list[str], doubts: dict[int, list[list[object]]], **more: object) -> dict[str, object]:
    """Return a scan in which the tiles at some positions are uncertain."""
    scan = photographed(labels, unsure=sorted(doubts), **more)
    tiles = scan["tiles"]
    assert isinstance(tiles, list)
    for at, alternatives in doubts.items():
        tiles[at].update(sure=False, confidence=0.6, alternatives=alternatives)
    return scan


def test_many_tiles_are_compared_with_the_photo_at_once(page: Page) -> None:
    """More than three open tiles stand together, each with its picture: one tap names all but the wrong ones."""
    doubts: dict[int, list[list[object]]] = {at: [["9D", 0.3]] for at in (0, 1, 4, 5, 8)}
    read = ["7D", *RACK[1:], "BACK"]
    show(page, doubted(read, doubts))
    bar = page.locator("#bar button")
    page.locator("#bar", has_text="6 tiles to look at").wait_for()
    bar.click()
    page.get_by_role("heading", name="Are these 5 tiles right?").wait_for()
    assert page.locator("#tile-dialog canvas.crop").count() == 5
    assert faults_of(page) == []
    page.get_by_role("button", name="7 Dot on the rack", exact=True).click()
    page.locator('dialog .key[data-label="2C"]').click()
    page.get_by_role("heading", name="Are these 4 tiles right?").wait_for()
    page.get_by_role("button", name="These 4 are right").click()
    # Nobody confirms a tile that lies face down.
    page.get_by_role("heading", name="Face-down tile on the rack").wait_for()
    page.get_by_role("button", name="Not a tile: remove").click()
    text_of(page, "verdict", "Mah jongg: 20 points")
    for left in (1, 5):
        page.get_by_role("button", name="Undo").first.click()
        page.locator("#bar", has_text=f"{left} tile").wait_for()


def test_which_card_is_asked_once_and_changed_at_a_tap(browser: Browser, server: Server) -> None:
    """Nothing is judged before a card is chosen; the choice survives a reload, and changing it judges anew."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, card_chosen=False)  # type: ignore[call-arg]
    page = context.new_page()
    page.goto(server.address)
    enter(page, RACK)
    page.locator("#card-in-use", has_text="Which card do you play by?").wait_for()
    assert page.locator("#verdict").is_hidden()
    assert page.locator("#bar").inner_text() == "Which card do you play by?"
    page.locator("#card-in-use").get_by_role("button", name="National Mah Jongg League").click()
    for _ in range(2):
        assert "National Mah Jongg League 1976-1977" in text_of(page, "card-in-use", "You play by")
        verdict = text_of(page, "verdict", "Mah jongg: 20 points")
        assert "Judged by National Mah Jongg League 1976-1977, " in verdict
        page.reload()
    page.evaluate(
        """() => {
            const verdict = document.querySelector("#verdict");
            window.shown = [];
            const seen = new MutationObserver(() => window.shown.push(verdict.innerText));
            seen.observe(verdict, { childList: true, subtree: true });
        }"""
    )
    by_card(page, "practice card")
    assert "Judged by Rackcheck's own practice card" in text_of(page, "verdict", "Not mah jongg")
    # The verdict by the earlier card stays a moment longer, under that card's name.
    assert not [text for text in page.evaluate("window.shown") if "20 points" in text and "practice card" in text]
    context.close()


def test_no_answer_stands_before_it_can_say_by_which_card(browser: Browser, server: Server) -> None:
    """A verdict that arrives before the list of cards waits for it, so "judged by" always names a card."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, card_chosen=False)  # type: ignore[call-arg]
    page = context.new_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/v1/cards", hold)
    page.goto(server.address)
    with page.expect_response("**/api/v1/check"):
        page.get_by_role("button", name="Try it with an example").click()
    taken_in(page)
    assert "Mah jongg" not in text_of(page, "verdict", "Reading the card")
    assert page.locator("#bar").is_hidden()
    for one in held:
        one.continue_()
    text_of(page, "verdict", "Judged by Rackcheck's own practice card")
    context.close()


def test_the_example_is_a_hand_of_the_practice_card(browser: Browser, server: Server) -> None:
    """The example shows a modern hand judged by the practice card; the person's own rack still asks for a card."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, card_chosen=False)  # type: ignore[call-arg]
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Try it with an example").click()
    text_of(page, "verdict", "Mah jongg: 25 points")
    text_of(page, "card-in-use", "The example is judged by")
    page.get_by_role("button", name="Start over").click()
    enter(page, RACK)
    page.locator("#card-in-use", has_text="Which card do you play by?").wait_for()
    context.close()


def test_the_example_leaves_the_chosen_card(page: Page) -> None:
    """The example is judged by its own card, whatever is chosen; the choice holds afterwards and in a new game."""
    enter(page, RACK)
    by_card(page, "Hoyle's typical list")
    text_of(page, "card-in-use", "You play by")
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("button", name="Try it with an example").click()
    text_of(page, "verdict", "Mah jongg: 25 points")
    text_of(page, "card-in-use", "The example is judged by")
    page.reload()
    text_of(page, "verdict", "Mah jongg: 25 points")
    page.get_by_role("link", name="Book").click()
    page.locator("select[data-key=new-card]").wait_for()
    chosen = page.locator("#book-start select").evaluate_all("all => all.map((one) => one.selectedOptions[0].text)")
    assert chosen == ["Hoyle's League game", "The card of these rules"]
    page.get_by_role("link", name="Scan", exact=True).click()
    page.get_by_role("button", name="Start over").click()
    enter(page, RACK)
    page.locator("#card-in-use", has_text="You play by").get_by_text("Hoyle's typical list").wait_for()


def test_the_example_in_a_game_where_each_hand_has_its_card(page: Page, server: Server) -> None:
    """A game that is played by no card of its own takes the example's card, and leaves the chosen one too."""
    game = begin(server, title="Each hand its card", ruleset="modern-american", card=None)
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    page.get_by_role("button", name="Scan a winning rack").click()
    page.get_by_role("button", name="Try it with an example").click()
    text_of(page, "verdict", "Mah jongg: 25 points")
    text_of(page, "card-in-use", "The example is judged by")
    page.get_by_role("button", name="Start over").click()
    enter(page, RACK)
    text_of(page, "verdict", "Mah jongg: 20 points")
    page.locator("#card-in-use", has_text="You play by").wait_for()


def test_a_row_of_another_rack_is_laid_aside(page: Page) -> None:
    """One tap lays a whole row aside and updates the verdict; a tap in the photo takes a tile back."""
    scan = photographed([*RACK, "1D", "5D", "9D"], exposures=[[0, 1, 2, 3], [4, 5, 6, 7]])
    tiles = scan["tiles"]
    assert isinstance(tiles, list)
    for tile in tiles[14:]:
        tile["row"] = 1
    show(page, scan)
    text_of(page, "verdict", "Not mah jongg")
    chip(page, 16).click()
    page.get_by_role("button", name="Not my row: 3 tiles").click()
    text_of(page, "verdict", "Mah jongg: 20 points")
    page.get_by_role("button", name="Beside the rack: 5 Dot. Tap to add it").click()
    page.locator("dialog[open]").wait_for()
    assert "15 tiles" in page.locator("#tiles").inner_text()


def test_a_doubt_that_changes_nothing_keeps_nobody_waiting(page: Page) -> None:
    """If no reading of an uncertain tile changes the verdict, the page shows it at once and mentions the tile."""
    show(page, doubted(RACK, {0: [["J", 0.4]]}, exposures=[[0, 1, 2, 3], [4, 5, 6, 7]]))
    verdict = text_of(page, "verdict", "Mah jongg: 20 points")
    assert "1 tile is not sure; whatever it is, the answer is the same" in verdict
    assert "to look at" not in page.locator("#tiles").inner_text()
    # A rack out of reach is told so without the number that its nearest hand has in the card's file.
    page.get_by_role("button", name="Start over").click()
    show(page, doubted([*RACK[:8], "9D", "R", "N", "E", "1D", "5D"], {8: [["8D", 0.4]]}, exposures=[[0, 1, 2, 3]]))
    assert "the nearest hand still lacks" in text_of(page, "verdict", "Not mah jongg")


def test_only_tiles_that_matter_are_asked_about(page: Page) -> None:
    """Of two uncertain tiles the page asks about the decisive one, says what each answer means, and then judges."""
    show(page, doubted(RACK, {0: [["J", 0.4]], 12: [["5D", 0.4]]}, exposures=[[0, 1, 2, 3], [4, 5, 6, 7]]))
    asked = text_of(page, "verdict", "Please look first")
    assert "Flower: Consecutive numbers or runs, 20 points" in asked
    assert "5 Dot: not mah jongg" in asked
    page.locator("#bar button", has_text="1 tile to look at").click()
    page.locator('dialog .candidate[data-label="F"]').click()
    text_of(page, "verdict", "Mah jongg: 20 points")
    assert page.locator("dialog[open]").count() == 0


def test_what_a_rack_of_13_would_wait_for_is_said_with_each_answer(page: Page) -> None:
    """Of a rack that waits, each answer says for which tiles, in the question and in the dialog of the tile."""
    show(page, doubted(RACK[:13], {12: [["5D", 0.4]]}, exposures=[[0, 1, 2, 3], [4, 5, 6, 7]]))
    asked = text_of(page, "verdict", "Please look first")
    assert "Flower: it waits for 2 Crak, 4 Crak or Joker" in asked
    assert "5 Dot: not mah jongg" in asked
    page.locator("#bar button", has_text="1 tile to look at").click()
    text_of(page, "tile-dialog", "it waits for 2 Crak, 4 Crak or Joker")


@pytest.mark.usefixtures("networks_wanted")
class TestPhoto:
    """Tests with the trained networks."""

    def test_a_photo_without_tiles(self, page: Page) -> None:
        """A photo without tiles gives a message, and tiles can be entered by hand."""
        page.set_input_files("#pick-choose", {"name": "a.png", "mimeType": "image/png", "buffer": png(table_cloth())})
        page.locator(".note.warn").first.wait_for()
        assert page.locator(".boxes .box").count() == 0
        assert page.get_by_role("button", name="Add a tile to the rack").is_visible()

    def test_the_example_photo(self, page: Page, example: Path) -> None:
        """The example photo gets boxes and questions about uncertain tiles, then the verdict and who owes what."""
        truth = json.loads(example.with_suffix(".json").read_text("utf-8"))
        page.set_input_files("#pick-choose", example)
        page.locator("#tiles .chip").first.wait_for()
        assert page.locator(".boxes .box").count() == 14
        scan = page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1'))")
        labels = {tile["id"]: _label_at(tile["box"], scan["scan"]["width"], truth) for tile in scan["tiles"]}
        open_tiles = [tile["id"] for tile in scan["tiles"] if not tile["sure"]]
        assert page.locator(".boxes .box.unsure").count() == len(open_tiles)
        if open_tiles:
            assert "Please look first" in page.locator("#verdict").inner_text()
            page.locator("#bar button").click()
        for number in open_tiles:
            page.locator(f'#tile-dialog[data-tile="{number}"]').wait_for()
            page.locator(f'dialog .key[data-label="{labels[number]}"]').click()
        if not page.get_by_text("First exposure").count():
            expose(page, range(1, 5))
            expose(page, range(5, 9))
        choose(page, "Who won?", "Player 3")
        choose(page, "How?", "Self-picked")
        text_of(page, "verdict", "Mah jongg: 20 points")
        assert "+120" in text_of(page, "money", "Together")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Keep as evidence").click()
        parts = read_bundle(saved.value.path().read_bytes(), "evidence").parts
        assert json.loads(parts["verdict.json"])["best"] == "24"
        assert json.loads(parts["settlement.json"])["settlement"]["net"]["Player 3"] == 120
        page.reload()
        text_of(page, "money", "Together")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Keep as evidence").click()
        later = read_bundle(saved.value.path().read_bytes(), "evidence").parts
        (photo,) = set(PHOTOS) & parts.keys()
        assert later[photo] == parts[photo], "the photo itself is still there after a reload"
        page.evaluate("() => new Promise((done) => { indexedDB.deleteDatabase('rackcheck.1').onsuccess = done; })")
        page.reload()
        text_of(page, "money", "Together")
        page.get_by_role("button", name="Keep as evidence").click()
        text_of(page, "evidence", "It holds the small copy of the photo")
        assert page.locator(".boxes image").get_attribute("href").startswith("data:image/jpeg")  # type: ignore[union-attr]

    def test_a_tile_in_the_photo_opens_its_sheet(self, page: Page, example: Path) -> None:
        """A tap or Enter on a box shows the tile's photo, its alternatives first."""
        page.set_input_files("#pick-choose", example)
        box = page.locator(".boxes .box").nth(2)
        box.press("Enter")
        page.get_by_role("heading", name="Joker in the first exposure", exact=True).wait_for()
        assert page.locator("dialog canvas.crop").is_visible()
        page.locator("#tile-dialog").press("Escape")
        box.click()
        assert page.get_by_role("heading", name="Joker in the first exposure", exact=True).is_visible()


def _label_at(box: list[float], width: int, truth: dict[str, object]) -> str:
    """Return the true label of the tile whose box holds the centre of `box`, in a copy of the example `width` wide."""
    scale = float(str(truth["width"])) / width
    x, y = (box[0] + box[2]) / 2 * scale, (box[1] + box[3]) / 2 * scale
    boxes = truth["boxes"]
    assert isinstance(boxes, list)
    (label,) = [one[4] for one in boxes if one[0] <= x <= one[2] and one[1] <= y <= one[3]]
    return str(label)


def test_who_won_is_not_asked_of_a_rack_that_does_not_win(page: Page) -> None:
    """Of a rack that does not win, only what may be the reason is on view; the answers are back once it wins again."""
    play(page)
    text_of(page, "money", "Together")
    win = page.locator("#win")
    win.get_by_label("A joker in this hand was exchanged earlier").check()
    chip(page, 9).click()
    page.locator('dialog .key[data-label="9D"]').click()
    text_of(page, "verdict", "Not mah jongg")
    win.get_by_role("group", name="Who won?").wait_for(state="detached")
    win.get_by_label("A joker in this hand was exchanged earlier").click()
    win.get_by_role("radio", name="Self-picked").click(force=True)
    win.wait_for(state="hidden")
    chip(page, 9).click()
    page.locator('dialog .key[data-label="4C"]').click()
    text_of(page, "money", "Together")
    assert win.get_by_role("group", name="Who won?").get_by_role("radio", name="Player 1").is_checked()
