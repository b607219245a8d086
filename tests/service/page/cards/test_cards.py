"""Write a card on the page, as a person does who has the printed card beside the phone."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.service.cards.printed_cards import in_order, photographed
from tests.service.cards.printed_cards import printed as printed_page
from tests.service.helpers import png, table_cloth
from tests.service.page.axe import faults_of
from tests.service.page.cards.entering import CARDS, entered, lines_of
from tests.service.page.cards.entering import MOST as MOST_TAPS
from tests.service.page.cards.whole_cards import panels, tap_in
from tests.service.page.jobs import COUNT
from tests.service.page.keeping.crossing import CROSSING, kept_at
from tests.service.page.phone import CONTRAST, NAMELESS, RACK, SIDEWAYS, TWICE, enter, only_ours, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FilePayload, Page

    from tests.service.running_server import Server

KONGS = ["F", "×2", "2", "×4", "4", "×4", "red", "6", "×4", "blue"]
"""The taps of FF 2222 4444 6666 in three suits; X 25 stands there already."""

ON_SCREEN = """(one) => { const { top, bottom, left, right } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight
    && one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)); }"""
"""Whether an element is wholly on the screen, and nothing covers its middle."""

NAMED = """async () => {
  const { handName } = await import(new URL("page/js/shared/texts.js", document.baseURI));
  const line = [{ text: "FF", suit: "" }, { text: "1111", suit: "a" }, { text: "2222", suit: "b" }];
  return ["2", "369"].map((section) => handName({ hand: "7", title: "", section, line }));
}"""
"""Name a hand of a section without a heading, and one of a section that numbers head."""

PASTED = """Our winter card
2468
FFFF 2222 4444 88 (any 1 suit) X 25
FF 2222 4444 6666 X 30

ANY LIKE NUMBERS
FF 1111 1111 1111 (any like nos.) C 30
Somebody else has to type the back of it, I have no time.
"""


THEIRS = """id = "four-hands"
title = "Theirs"
[[section]]
title = "Theirs"
lines = ["FF 1111a 2222b 3333c x25"]
"""


@pytest.fixture
def cards(page: Page) -> Page:
    """The page with the list of cards open."""
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("heading", name="Your cards").wait_for()
    return page


def begin(page: Page, title: str) -> None:
    """Begin a card with this name."""
    page.get_by_role("button", name="Write a card").click()
    page.get_by_label("Name of the card").fill(title)
    page.get_by_label("Name of the card").press("Tab")


def tap_keys(page: Page, wanted: list[str]) -> int:
    """Tap keys of the keypad by their labels; return how many."""
    for key in wanted:
        page.locator("#line-dialog .keypad button", has_text=re.compile(f"^{re.escape(key)}$")).first.click()
    return len(wanted)


PRESS = """(wanted) => {
  for (const key of wanted) {
    const found = [...document.querySelectorAll("#line-dialog .keypad button")].find((one) => one.textContent === key);
    if (found.disabled) throw new Error(key);
    found.click();
  }
}"""
"""Press keys of the keypad by their labels; for `evaluate`."""


def keys(page: Page, wanted: list[str]) -> None:
    """Press keys of the keypad, all at once: tests of the keypad itself tap each key."""
    page.locator("#line-dialog .keypad").wait_for()
    page.evaluate(PRESS, wanted)


def add(page: Page, section: int = 0) -> None:
    """Begin a line in a section."""
    page.locator("#card-editor [data-key^=add-]:not([data-key=add-section])").nth(section).click()


def add_kongs(page: Page) -> None:
    """Enter the line `KONGS` in the first section."""
    add(page)
    keys(page, KONGS)
    page.locator("#line-dialog").get_by_role("button", name="Done").click()


def printed(page: Page) -> list[str]:
    """Return the lines of the editor as they are printed."""
    found = page.locator("#card-editor .printed-line").all()
    return [" ".join(one.inner_text().split()) for one in found]


def standing(page: Page, wanted: str) -> None:
    """Wait until the editor says this about the whole card."""
    page.locator("#card-editor .standing", has_text=wanted).wait_for()


def draft_of(page: Page) -> Any:  # noqa: ANN401 - JSON of the page
    """Return the draft of the open card, as the phone stores it."""
    kept = page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1.cards'))")
    return kept["drafts"][kept["open"]]["card"]


def test_a_line_is_tapped_in(cards: Page) -> None:
    """A usual line takes at most 25 taps; its reading, a winning hand and its number of hands show at once."""
    begin(cards, "Tap card")
    add(cards)
    taps = 1 + tap_keys(cards, KONGS)
    dialog = cards.locator("#line-dialog")
    dialog.get_by_text("any 3 suits").wait_for()
    dialog.get_by_text("In a first suit a kong of 2s").or_(
        dialog.get_by_text("in a first suit a kong of 2s")
    ).wait_for()
    dialog.get_by_text("6 ways to make it").wait_for()
    assert dialog.get_by_role("img", name=re.compile("A hand that makes it")).locator("svg").count() == 14
    hand = dialog.get_by_role("img", name=re.compile("A hand"))
    for _ in range(3):
        before = hand.get_attribute("aria-label")
        dialog.get_by_role("button", name="Another hand").click()
        dialog.get_by_role("img", name=before, exact=True).wait_for(state="detached")
    dialog.get_by_role("button", name="Done").click()
    assert taps + 1 <= MOST_TAPS
    standing(cards, "1 line · no fault")
    assert printed(cards) == ["FF 2222 4444 6666 (any 3 suits) X 25"]


def test_the_chosen_group_stands_in_its_line(cards: Page) -> None:
    """The group that the next key changes looks chosen, and stands in one row with the groups before it."""
    begin(cards, "Chosen")
    add(cards)
    keys(cards, ["F", "×2", "2", "×4"])
    first, chosen = cards.locator("#line-dialog .line-now button").all()
    assert [one.get_attribute("aria-pressed") for one in (first, chosen)] == ["false", "true"]
    assert chosen.evaluate("(one) => one.getBoundingClientRect().top") == first.evaluate(
        "(one) => one.getBoundingClientRect().top"
    )
    ground = "(one) => getComputedStyle(one).backgroundColor"
    assert chosen.evaluate(ground) != first.evaluate(ground)


def test_a_value_that_is_no_number_leaves_the_line_alone(cards: Page) -> None:
    """A line keeps its C, its value and its notes if the value is typed with a comma, or emptied and left."""
    begin(cards, "Valued")
    add(cards)
    dialog = cards.locator("#line-dialog")
    dialog.get_by_text("More keys").click()
    keys(cards, [*KONGS, "C", "no jokers"])
    value = dialog.get_by_label("Value", exact=True)
    for typed in ("25,5", ""):
        value.fill(typed)
        value.press("Tab")
        assert value.input_value() == "25"
    assert [line["text"] for line in draft_of(cards)["sections"][0]["lines"]] == ["FF 2222a 4444b 6666c c25 nojoker"]


def test_a_hand_without_a_heading_is_named_by_its_line(cards: Page) -> None:
    """A card written without headings names its hands by the printed line, never by the number of a section."""
    begin(cards, "Unheaded")
    add(cards)
    keys(cards, ["F", "×2", "1", "×4", "2", "×4", "3", "×4", "any run"])
    cards.locator("#line-dialog").get_by_role("button", name="Done").click()
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Unheaded is kept.").wait_for()
    cards.get_by_role("button", name="All cards").click()
    cards.get_by_role("button", name="Play by it: Unheaded").click()
    for width in (720, 820, 390):
        cards.set_viewport_size({"width": width, "height": 844})
        # One line: the buttons beside a name leave it room.
        assert cards.get_by_text("Unheaded", exact=True).evaluate("(one) => one.getClientRects().length") == 1
    cards.get_by_role("button", name="Change: Unheaded").click()
    standing(cards, "1 line · no fault")
    assert cards.get_by_label("Heading of section 1").input_value() == ""
    cards.get_by_role("link", name="Scan", exact=True).click()
    enter(cards, RACK)
    verdict = cards.locator("#verdict")
    verdict.get_by_text("Mah jongg: 25 points").wait_for()
    assert "FF 1111 2222 3333" in " ".join(verdict.inner_text().split())
    assert not re.search(r"^1$", verdict.inner_text(), re.MULTILINE)
    assert cards.evaluate(NAMED) == ["FF 1111 2222", "369"]


def test_what_came_of_keeping_a_card_is_in_view(cards: Page) -> None:
    """On a small phone all of keeping a card is on the screen: a refusal, an answer to a guess, and that it is kept."""
    cards.set_viewport_size({"width": 320, "height": 568})
    cards.get_by_role("button", name="Paste a card").click()
    cards.get_by_label("The card as text").fill(PASTED)
    cards.locator("[data-key=paste-read]").click()
    cards.locator("[data-key=paste-take]").click()
    keep = cards.locator("[data-key=keep-card]")
    keep.click()
    said = cards.locator("#card-editor [data-key=said]")
    said.get_by_text("Look at each of them first").wait_for()
    assert keep.evaluate(ON_SCREEN)
    assert said.evaluate(ON_SCREEN)
    for line in cards.locator("#card-editor .unsure .printed-line").all():
        line.click()
        right = cards.locator("#line-dialog").get_by_role("button", name="That is right")
        assert right.evaluate(ON_SCREEN)
        right.click()
        cards.locator("#line-dialog").get_by_role("button", name="Done").click()
    keep.click()
    said.get_by_text("is kept").wait_for()
    assert said.evaluate(ON_SCREEN)


def test_a_line_without_a_value_keeps_what_stands_beside_it(cards: Page) -> None:
    """A C that is read or tapped, and singles and pairs, stand there until the value comes."""
    cards.get_by_role("button", name="Paste a card").click()
    text = "SINGLES AND PAIRS\nFF 11 33 55 77 99 DD (any 1 suit) C\nFF 22 44 66 88 11 33 (any 1 suit)"
    cards.get_by_label("The card as text").fill(text)
    cards.locator("[data-key=paste-read]").click()
    cards.locator("[data-key=paste-take]").click()
    for nth, taps in enumerate(([], ["C"])):
        cards.locator("#card-editor [data-key^=line-]").nth(nth).click()
        keys(cards, taps)
        cards.locator("#line-dialog [data-key=value]").fill("50")
        cards.locator("#line-dialog [data-key=value]").press("Tab")
        typed = cards.locator("#line-dialog [data-key=typed-line]")
        assert re.search(r"(DDa|33a) c50 sp$", typed.input_value()), typed.input_value()
        cards.locator("#line-dialog").get_by_role("button", name="Done").click()


def test_what_few_lines_need_is_tapped_too(cards: Page) -> None:
    """Rare parts of lines (any-number groups, conditions, years, bonuses, words) can be tapped too."""
    begin(cards, "Rare card")
    add(cards)
    dialog = cards.locator("#line-dialog")
    dialog.get_by_text("More keys").click()
    tap_keys(cards, ["F", "×2", "3", "×2", "same group", "6", "9", "3", "×4", "red", "again"])
    dialog.get_by_role("button", name="Next line").click()
    tap_keys(cards, ["F", "×2", "X", "×4", "Y", "×4", "red", "V", "×4", "blue", "X ≠ Y", "V = X + Y"])
    dialog.get_by_role("button", name="Next line").click()
    tap_keys(
        cards, ["X", "×3", "again", "one higher", "green", "×4", "again", "one higher", "again", "one higher", "red"]
    )
    dialog.get_by_role("group", name="X may be").get_by_role("button", name="2").click()
    dialog.get_by_role("group", name="X may be").get_by_role("button", name="4").click()
    dialog.get_by_role("button", name="Next line").click()
    tap_keys(cards, ["F", "×2", "2", "0", "2", "6", "2", "×4", "red", "again", "any year", "no two alike"])
    for label, said in (
        ("From one year to another", "2001-2026"),
        ("Points more without a joker", "10"),
        ("Tiles of the hand", "14"),
        ("Words before the line", "Any year: at all"),
    ):
        dialog.get_by_label(label).fill(said)
        dialog.get_by_label(label).press("Tab")
    dialog.get_by_role("button", name="Done").click()
    assert [line["text"] for line in draft_of(cards)["sections"][0]["lines"]] == [
        "FF 3369a 3333b 3333c x25",
        "FF XXXXa YYYYb VVVVc (X not Y, V = X+Y) x25",
        "XXXa X+1X+1X+1X+1a X+2X+2X+2X+2b X+3X+3X+3X+3b (X in 2 4) x25",
        "Any year at all: FF 2026a 2222b 2222c (any year 2001-2026, differ) x25 +10 if jokerless 14 tiles",
    ]


def test_signs_groups_without_jokers_and_taps_taken_back(cards: Page) -> None:
    """A sum, a group of any suit without jokers, and keys pressed twice or erased leave the line as it is printed."""
    begin(cards, "Sum card")
    add(cards)
    dialog = cards.locator("#line-dialog")
    dialog.get_by_text("More keys").click()
    key = dialog.locator("[data-key='sign-+'], [data-key='sign-=']")
    keys(cards, ["F", "×2", "8", "×4", "one higher", "one higher"])
    key.first.click()
    keys(cards, ["1", "×4", "red", "one higher"])
    key.last.click()
    keys(cards, ["3", "×4", "any suit"])
    dialog.get_by_label("No joker in this group").check()
    erase = dialog.get_by_role("button", name="Remove the last tile")
    erase.click()
    keys(cards, ["3", "any run", "like", "like", "no jokers", "no jokers", "any year", "any year", "or"])
    erase.click()
    keys(cards, ["or", "N"])
    for _ in range(2):
        erase.click()
    assert [line["text"] for line in draft_of(cards)["sections"][0]["lines"]] == ["FF 1111a + 2222b = 3333*! x25"]
    dialog.get_by_role("button", name="Done").click()
    add(cards)
    dialog.get_by_role("button", name="Done").click()
    assert len(draft_of(cards)["sections"][0]["lines"]) == 1, "a line without tiles goes"


def test_a_card_is_changed_as_a_whole_and_steps_are_done_again(cards: Page) -> None:
    """A step taken back is done again; sections change places; flowers are wild and rules are chosen at a tap."""
    begin(cards, "Whole card")
    add_kongs(cards)
    cards.get_by_label("Heading of section 1").fill("2468")
    cards.get_by_label("Heading of section 1").press("Tab")
    cards.get_by_role("button", name="Add a section").click()
    cards.get_by_label("Heading of section 2").fill("13579")
    cards.get_by_label("Heading of section 2").press("Tab")
    cards.get_by_role("button", name="Move 13579 up").click()
    headings = cards.locator("#card-editor .section-title")
    assert headings.evaluate_all("all => all.map((one) => one.value)") == ["13579", "2468"]
    cards.get_by_role("button", name="Move 13579 down").click()
    cards.get_by_label("Flowers are wild, as jokers are").check()
    cards.get_by_label("Played by the rules of").select_option("nmjl-1976")
    for step in ("Undo", "Undo", "Redo", "Redo", "Undo"):
        cards.get_by_role("button", name=step, exact=True).click()
    assert cards.get_by_label("Flowers are wild, as jokers are").is_checked()
    draft = draft_of(cards)
    assert [one["title"] for one in draft["sections"]] == ["2468", "13579"]
    assert (draft["flowers"], draft["ruleset"]) == ("wild", "modern-american")


APART = """() => {
  const found = document.querySelectorAll(".keypad > .pads, .worths, .fewer > .pads");
  const rows = [...found].map((one) => one.getBoundingClientRect());
  return rows.slice(1).map(({ top }, at) => top - rows[at].bottom);
}"""
"""Return the gaps between the rows of keys."""

CUT = """[...document.querySelectorAll("#card-editor .section-title")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.value)"""
"""List headings of sections that their fields cut off."""


def test_what_a_card_says_is_whole_on_a_small_phone(cards: Page) -> None:
    """Headings of sections and the keys below a line are whole; an empty line asks for tiles; no key is tiny."""
    cards.locator('[data-key="copy-practice"]').click()
    cards.get_by_role("heading", name="Copy of").wait_for()
    assert cards.evaluate(CUT) == []
    add(cards)
    dialog = cards.locator("#line-dialog")
    dialog.get_by_text("Tap the tiles as the card prints them.").wait_for()
    assert dialog.locator(".note.bad").count() == 0
    for name in ("Move this line up", "Move this line down"):
        assert dialog.get_by_role("button", name=name).evaluate("one => one.offsetWidth") >= 44
    cards.set_viewport_size({"width": 320, "height": 700})
    keyboard = dialog.locator(".line-keys")
    assert keyboard.evaluate("one => one.scrollHeight - one.clientHeight") <= 1, "Done is in view"
    dialog.get_by_text("More keys").click()
    keys(cards, ["X", "×3"])
    dialog.get_by_role("group", name="X may be").wait_for()
    assert min(cards.evaluate(APART)) > 3
    dialog.get_by_role("button", name="Done").click()
    cards.get_by_role("button", name="Paste more lines").click()
    assert cards.get_by_label("The card as text").get_attribute("placeholder") == (
        "2468\nFFFF 2222 4444 88 (any 1 suit) X 25"
    )


def test_a_fault_is_marked_and_mended_at_a_tap(cards: Page) -> None:
    """A hand of 13 tiles is marked at its place; one tap corrects it, and undo brings it back."""
    begin(cards, "Mend card")
    add(cards)
    keys(cards, [*KONGS[:-2], "×3", "blue"])
    dialog = cards.locator("#line-dialog")
    dialog.get_by_text("The hand has 13 tiles, not 14.").wait_for()
    assert dialog.locator(".line-now .wrong").count() > 0
    dialog.locator(".faults button").click()
    dialog.get_by_text("6 ways to make it").wait_for()
    dialog.get_by_role("button", name="Undo").click()
    dialog.get_by_text("The hand has 13 tiles, not 14.").wait_for()


def test_a_mend_behind_an_emoji_changes_no_other_character(cards: Page) -> None:
    """A character of two units, as JavaScript counts, does not shift a correction."""
    begin(cards, "Signs")
    add(cards)
    dialog = cards.locator("#line-dialog")
    dialog.get_by_text("Type it instead").click()
    field = dialog.locator("[data-key='typed-line']")
    field.fill("\U0001f004 Kongs: FF 2222a 444b 6666c x25")
    field.blur()
    dialog.locator(".faults").get_by_text("13 tiles").wait_for()
    dialog.locator(".faults button").click()
    dialog.get_by_text("ways to make it").wait_for()
    assert field.input_value() == "\U0001f004 Kongs: FF 2222a 4444b 6666c x25"


def test_a_card_is_kept_and_played_by(cards: Page, server: Server) -> None:
    """A kept card can be played by, changed, deleted and restored."""
    begin(cards, "Kept card")
    add(cards)
    keys(cards, KONGS)
    cards.locator("#line-dialog").get_by_role("button", name="Next line").click()
    keys(cards, ["F", "×2", "1", "×4", "2", "×4", "3", "×4", "any run", "C"])
    cards.locator("#line-dialog").get_by_role("button", name="Done").click()
    standing(cards, "2 lines · no fault")
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Kept card is kept.").wait_for()
    cards.get_by_role("button", name="All cards").click()
    cards.get_by_role("button", name="Play by it: Kept card").click()
    cards.locator("[data-key='card-kept-card']", has_text="you play by it").wait_for()
    text = cards.request.get(f"{server.address.rstrip('/')}/api/v1/cards/kept-card/file").text()
    assert tomllib.loads(text)["section"][0]["lines"] == [
        "FF 2222a 4444b 6666c x25",
        "FF 1111a 2222a 3333a (run) c25",
    ]
    cards.get_by_role("button", name="Delete: Kept card").click()
    cards.get_by_text("Kept card was deleted.").wait_for()
    cards.get_by_role("button", name="Undo").click()
    cards.get_by_role("button", name="Change: Kept card").click()
    standing(cards, "2 lines")


def test_a_card_of_a_long_name_is_kept(cards: Page) -> None:
    """A name whose file name is cut off behind a word is no fault."""
    title = "The card of the Tuesday afternoon ladies at the north lodge, Springfield"
    begin(cards, title)
    add_kongs(cards)
    standing(cards, "1 line · no fault")
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text(f"{title} is kept.").wait_for()


ELSEWHERE = """async ([name, change]) => {
  const { cards } = (await import(document.querySelector('script[src$="/js/main.js"]').src)).$cards_cards_api;
  if (change) await cards.putText(name, change);
  else await cards.remove(name, (await cards.get(name)).version);
}"""
"""Change the card of a name as another phone does: replace it by a text, or delete it."""


def test_what_another_phone_did_is_not_lost(cards: Page) -> None:
    """A card that somebody changed since is not deleted; a deleted card comes back beside a new one of its name."""
    begin(cards, "Four hands")
    add_kongs(cards)
    standing(cards, "no fault")
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Four hands is kept.").wait_for()
    cards.get_by_role("button", name="All cards").click()
    cards.evaluate(ELSEWHERE, ["four-hands", ""])
    cards.evaluate(ELSEWHERE, ["four-hands", THEIRS])
    cards.get_by_role("button", name="Delete: Four hands").click()
    cards.get_by_text("Four hands was not deleted: somebody has changed it meanwhile.").wait_for()
    cards.get_by_role("button", name="Delete: Theirs").click()
    cards.get_by_text("Theirs was deleted.").wait_for()
    cards.evaluate(ELSEWHERE, ["four-hands", THEIRS.replace("Theirs", "Newer")])
    cards.get_by_role("button", name="Undo").click()
    cards.get_by_text("Somebody has made a card of this name meanwhile.").wait_for()
    standing(cards, "1 line")
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Theirs is kept.").wait_for()
    cards.get_by_role("button", name="All cards").click()
    cards.get_by_role("button", name="Delete: Newer").wait_for()
    cards.get_by_role("button", name="Delete: Theirs").wait_for()


def test_a_card_that_another_phone_deleted_is_kept_anew(cards: Page) -> None:
    """The page says that somebody has deleted the card, not changed it; kept once more, the draft is a card again."""
    begin(cards, "Seven hands")
    add_kongs(cards)
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Seven hands is kept.").wait_for()
    cards.evaluate(ELSEWHERE, ["seven-hands", ""])
    cards.get_by_label("Name of the card").fill("Our hands")
    cards.get_by_label("Name of the card").press("Tab")
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Somebody has deleted Our hands meanwhile.").wait_for()
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Our hands is kept.").wait_for()
    cards.get_by_role("button", name="All cards").click()
    cards.get_by_role("button", name="Delete: Our hands").click()
    cards.get_by_text("Our hands was deleted.").wait_for()


def test_a_card_that_another_phone_changed_is_kept_beside_it(cards: Page) -> None:
    """The page says that somebody has changed the card; kept once more, the draft becomes a card of its own."""
    begin(cards, "Five hands")
    add_kongs(cards)
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Five hands is kept.").wait_for()
    cards.evaluate(ELSEWHERE, ["five-hands", ""])
    cards.evaluate(ELSEWHERE, ["five-hands", THEIRS.replace("four-hands", "five-hands").replace("Theirs", "Yours")])
    cards.get_by_label("Name of the card").fill("Mine")
    cards.get_by_label("Name of the card").press("Tab")
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Somebody has changed Mine meanwhile.").wait_for()
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Mine is kept.").wait_for()
    cards.get_by_role("button", name="All cards").click()
    for title in ("Yours", "Mine"):
        cards.get_by_role("button", name=f"Delete: {title}").click()
        cards.get_by_text(f"{title} was deleted.").wait_for()


def test_a_card_that_was_changed_and_not_kept_opens_as_it_was_left(cards: Page) -> None:
    """Change opens the draft of a kept card where it has one with changes, and else the card as it is kept."""
    begin(cards, "Left open")
    add_kongs(cards)
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Left open is kept.").wait_for()
    title = cards.get_by_label("Name of the card")
    title.fill("Left changed")
    title.press("Tab")
    for wanted in ("Left changed", "Left open"):
        cards.get_by_role("button", name="All cards").click()
        if wanted == "Left open":
            cards.get_by_role("button", name="Throw away: Left changed").click()
        cards.get_by_role("button", name="Change: Left open").click()
        title.wait_for()
        assert title.input_value() == wanted


def test_a_second_tap_copies_and_deletes_no_second_time(cards: Page) -> None:
    """A card is copied once, and deleted once, however often its button is tapped."""
    asked: list[tuple[str, str]] = []
    cards.on("request", lambda one: asked.append((one.method, one.url.rpartition("/")[2])))
    cards.get_by_role("button", name="Copy: Rackcheck's own practice card").evaluate(TWICE)
    cards.get_by_label("Name of the card").fill("Twice tapped")
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Twice tapped is kept.").wait_for()
    cards.get_by_role("button", name="All cards").click()
    cards.get_by_role("button", name="Delete: Twice tapped").evaluate(TWICE)
    cards.get_by_text("Twice tapped was deleted.").wait_for()
    assert asked.count(("GET", "practice")) == 1
    assert [method for method, _ in asked].count("DELETE") == 1


def test_two_windows_keep_their_drafts(cards: Page) -> None:
    """A draft in one window of a browser survives what another window writes."""
    other = cards.context.new_page()
    other.goto(cards.url)
    other.get_by_role("heading", name="Your cards").wait_for()
    for page, title in ((cards, "First window"), (other, "Second window")):
        begin(page, title)
        add_kongs(page)
    other.close()
    cards.get_by_label("Name of the card").fill("Still first")
    cards.get_by_label("Name of the card").press("Tab")
    cards.reload()
    cards.get_by_role("button", name="All cards").click()
    cards.get_by_role("button", name="Go on with Still first").wait_for()
    cards.get_by_role("button", name="Go on with Second window").wait_for()


def test_a_draft_thrown_away_in_one_window_stays_away(cards: Page) -> None:
    """A draft that one window throws away leaves the other, whose changes do not bring it back."""
    begin(cards, "Thrown away")
    cards.get_by_role("button", name="All cards").click()
    other = cards.context.new_page()
    other.goto(cards.url)
    thrown = other.get_by_role("button", name="Go on with Thrown away")
    thrown.wait_for()
    cards.get_by_role("button", name="Throw away: Thrown away").click()
    cards.get_by_text("Thrown away was thrown away.").wait_for()
    thrown.wait_for(state="detached")
    begin(other, "Of the other")
    cards.reload()
    cards.get_by_role("button", name="Go on with Of the other").wait_for()
    assert cards.get_by_role("button", name="Go on with Thrown away").count() == 0
    other.close()


def test_a_window_that_writes_while_another_throws_a_draft_away_does_not_bring_it_back(cards: Page) -> None:
    """A window that hears of a dropped draft may still read it, as long as its own last write is on its way."""
    begin(cards, "Read once more")
    cards.get_by_role("button", name="All cards").click()
    cards.get_by_role("button", name="Go on with Read once more").wait_for()
    kept = kept_at(cards, "rackcheck.1.cards")
    cards.evaluate(CROSSING, ["rackcheck.1.cards", {"drafts": {}, "dropped": list(kept["drafts"])}, False])
    cards.get_by_role("button", name="Go on with Read once more").wait_for(state="detached")
    cards.reload()
    cards.get_by_role("heading", name="Your cards").wait_for()
    assert cards.get_by_role("button", name="Go on with Read once more").count() == 0


COVERED = """() => [...document.querySelectorAll('.line-top button:not(.line-now button)')].reverse().filter((one) => {
  one.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((one) => one.textContent)"""
"""Scroll to each button of an open line, as the keyboard does, and list those that something covers."""


def test_an_open_line_covers_no_button_on_a_small_phone(cards: Page) -> None:
    """On the smallest phone the line as printed does not lie over the buttons below it."""
    cards.set_viewport_size({"width": 320, "height": 568})
    begin(cards, "Small phone")
    add(cards)
    keys(cards, KONGS)
    cards.locator("#line-dialog [data-key=line-remove]").wait_for()
    cards.evaluate("document.querySelector('.line-top').scrollTop = 1e4")
    assert cards.evaluate(COVERED) == []


IN_VIEW = """() => {
  const one = document.activeElement;
  const { x, y, width, height } = one.getBoundingClientRect();
  return [y + 2, y + height - 2].every((at) => one.contains(document.elementFromPoint(x + width / 2, at)));
}"""


def test_an_open_line_covers_nothing_that_has_the_focus(cards: Page) -> None:
    """With all keys open, the buttons below the line as printed are in view when Tab or Shift+Tab reaches them."""
    begin(cards, "By keyboard")
    add(cards)
    keys(cards, KONGS)
    cards.locator("#line-dialog .line-top [data-key^=another-]").wait_for()
    cards.locator("#line-dialog").get_by_text("More keys").click()
    cards.locator("#line-dialog .line-now button").last.focus()
    at = "document.activeElement.closest('.line-top') !== null"
    for key in ("Tab", "Shift+Tab"):
        seen = 0
        cards.keyboard.press(key)
        while cards.evaluate(f"{at} && !document.activeElement.closest('.line-now')"):
            assert cards.evaluate(IN_VIEW), cards.evaluate("document.activeElement.textContent")
            cards.keyboard.press(key)
            seen += 1
        assert seen >= 5


def test_two_windows_write_one_draft(cards: Page) -> None:
    """What one window of a browser changes in a draft stands in the other at once, and neither loses it."""
    begin(cards, "In both")
    add_kongs(cards)
    other = cards.context.new_page()
    other.goto(cards.url)
    other.locator("[data-key^=line-]").wait_for()
    add(cards)
    keys(cards, ["F", "×2", "2", "×4"])
    cards.locator("#line-dialog").get_by_role("button", name="Done").click()
    other.locator("[data-key^=line-]").nth(1).wait_for()
    other.get_by_label("Name of the card").fill("In the other")
    other.get_by_label("Name of the card").press("Tab")
    cards.wait_for_function(
        "() => document.querySelector('#card-editor [data-key=card-title]').value === 'In the other'"
    )
    other.close()
    cards.reload()
    cards.locator("[data-key^=line-]").nth(1).wait_for()
    assert cards.get_by_label("Name of the card").input_value() == "In the other"


@pytest.mark.parametrize(
    ("fold", "name"),
    [
        ("More keys", "Words before the line"),
        ("Type it instead", "The line as you would type it"),
        ("Try a rack on this line", "Tiles of the rack"),
    ],
)
def test_a_line_that_another_window_closes_takes_no_text(cards: Page, fold: str, name: str) -> None:
    """A text under way in an open line goes without a fault when another window changes the draft."""
    begin(cards, "Closed elsewhere")
    add_kongs(cards)
    other = cards.context.new_page()
    other.goto(cards.url)
    other.locator("[data-key^=line-]").wait_for()
    cards.locator("[data-key^=line-]").click()
    dialog = cards.locator("#line-dialog")
    dialog.get_by_text(fold).click()
    dialog.get_by_label(name).fill("Typed")
    other.get_by_label("Name of the card").fill("Changed elsewhere")
    other.get_by_label("Name of the card").press("Tab")
    cards.get_by_role("heading", name="Changed elsewhere").wait_for()
    assert dialog.is_hidden()
    other.close()


def test_wild_flowers_stay_wild(cards: Page) -> None:
    """A card with wild flowers keeps them wild when the page changes it."""
    text = THEIRS.replace("[[", 'flowers = "wild"\n[[', 1)
    cards.set_input_files("#card-file", {"name": "wild.toml", "mimeType": "text/plain", "buffer": text.encode()})
    cards.locator("[data-key=paste-take]").click()
    assert cards.get_by_label("Flowers are wild").is_checked()
    add_kongs(cards)
    with cards.expect_download() as saved:
        cards.get_by_role("button", name="Save as a file", exact=True).click()
    assert tomllib.loads(saved.value.path().read_text("utf-8"))["flowers"] == "wild"


def test_comments_of_a_file_stay_in_it(cards: Page) -> None:
    """A card keeps what somebody wrote beside its hands in the file when the page changes it."""
    text = THEIRS.replace("[[", "# from Bea\n[[", 1)
    cards.set_input_files("#card-file", {"name": "bea.toml", "mimeType": "text/plain", "buffer": text.encode()})
    cards.locator("[data-key=paste-take]").click()
    add_kongs(cards)
    with cards.expect_download() as saved:
        cards.get_by_role("button", name="Save as a file", exact=True).click()
    assert "# from Bea" in saved.value.path().read_text("utf-8").splitlines()


def test_a_picture_opened_as_a_file_is_read_as_a_photographed_card(cards: Page) -> None:
    """Its bytes are not taken for the text of a card."""
    refused = {"error": {"code": "no-print", "message": "no print", "where": "image"}}
    cards.route("**/api/v1/cards/photo", lambda route: route.fulfill(status=422, json=refused))
    cards.set_input_files("#card-file", {"name": "a.png", "mimeType": "image/png", "buffer": png(table_cloth())})
    dialog = cards.locator("#paste-dialog")
    dialog.get_by_role("heading", name="Photograph a card").wait_for()
    dialog.get_by_role("alert").get_by_text("No print").wait_for()


def test_nothing_is_lost_on_the_way(cards: Page) -> None:
    """Every tap survives a reload in the middle of a line and leaving the editor; a discarded draft can be restored."""
    begin(cards, "Half a card")
    add(cards)
    keys(cards, ["F", "×2", "2", "×4"])
    cards.reload()
    cards.get_by_role("button", name="All cards").wait_for()
    assert printed(cards) == ["FF 2222 X 25"]
    cards.get_by_role("button", name="All cards").click()
    cards.get_by_role("button", name="Throw away: Half a card").click()
    cards.get_by_role("button", name="Undo").click()
    cards.get_by_role("button", name="Go on with Half a card").click()
    assert printed(cards) == ["FF 2222 X 25"]


def test_undo_in_a_new_line_closes_its_dialog(cards: Page) -> None:
    """Undo takes back each key and then the line itself, and leaves a page that takes taps again."""
    begin(cards, "Taken back")
    add(cards)
    keys(cards, ["1"])
    dialog = cards.locator("#line-dialog")
    dialog.get_by_role("button", name="Undo").click()
    dialog.get_by_text("Tap the tiles as the card prints").wait_for()
    dialog.get_by_role("button", name="Undo").click()
    dialog.wait_for(state="hidden")
    add(cards)
    dialog.get_by_role("button", name="Done").wait_for()


def test_lines_are_moved_copied_and_undone(cards: Page) -> None:
    """Lines move by keys and by dragging, also between sections; undo takes back each step in turn."""
    begin(cards, "Order")
    add(cards)
    keys(cards, ["F", "×2"])
    cards.locator("#line-dialog").get_by_role("button", name="Next line").click()
    keys(cards, ["N", "×4"])
    cards.locator("#line-dialog").get_by_role("button", name="Copy").click()
    keys(cards, ["S", "×4"])
    cards.locator("#line-dialog").get_by_role("button", name="Done").click()
    cards.get_by_role("button", name="Add a section").click()
    first = printed(cards)
    assert first == ["FF X 25", "NNNN X 25", "NNNN SSSS X 25"]
    grip = cards.get_by_role("button", name="Move line 1: drag it")
    grip.press("ArrowDown")
    assert printed(cards) == ["NNNN X 25", "FF X 25", "NNNN SSSS X 25"]
    cards.get_by_role("button", name="Move line 3: drag it").press("ArrowDown")
    assert cards.locator(".card-section").nth(1).locator(".printed-line").count() == 1
    # The card's check shows below its lines; it moves them, so the test waits for it before it drags.
    cards.locator("#card-editor .standing", has_not_text="checking").wait_for()
    last = cards.get_by_role("button", name="Move line 3: drag it")
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    to = cards.locator(".card-line").first.bounding_box()
    assert box
    assert to
    cards.mouse.move(box["x"] + 10, box["y"] + 10)
    cards.mouse.down()
    cards.mouse.move(to["x"] + 10, to["y"] + 5, steps=5)
    cards.mouse.up()
    assert printed(cards) == ["NNNN SSSS X 25", "NNNN X 25", "FF X 25"]
    for _ in range(3):
        cards.locator("[data-key=card-undo]").click()
    assert printed(cards) == first
    for _ in range(20):
        if cards.locator("[data-key=card-undo]").is_enabled():
            cards.locator("[data-key=card-undo]").click()
    assert printed(cards) == []
    assert cards.locator("[data-key=card-undo]").is_disabled()


def in_sections(page: Page) -> list[list[str]]:
    """Return the lines of the open card, section by section."""
    return [[line["text"] for line in section["lines"]] for section in draft_of(page)["sections"]]


def test_what_is_typed_after_a_removal_is_not_undone_with_it(cards: Page) -> None:
    """A tap on Undo of a removed section from a field with a new text keeps that text."""
    begin(cards, "Before the removal")
    cards.get_by_role("button", name="Add a section").click()
    cards.get_by_role("button", name="Remove section 2 with its lines").click()
    cards.get_by_label("Name of the card").fill("After the removal")
    cards.get_by_role("button", name="Undo: The section was removed.").click()
    cards.get_by_text("The section was removed.").wait_for(state="hidden")
    assert cards.get_by_role("heading", name="After the removal").is_visible()


def test_a_line_moves_by_taps(cards: Page) -> None:
    """Up and Down in a line's dialog move it, also between sections and into an empty one, without dragging."""
    begin(cards, "Taps")
    add(cards)
    keys(cards, ["F", "×2"])
    dialog = cards.locator("#line-dialog")
    dialog.get_by_role("button", name="Next line").click()
    keys(cards, ["N", "×4"])
    dialog.get_by_role("button", name="Done").click()
    cards.get_by_role("button", name="Add a section").click()
    cards.locator(".printed-line").nth(1).click()
    down, up = (dialog.get_by_role("button", name=f"Move this line {way}") for way in ("down", "up"))
    down.click()
    cards.locator("#said", has_text="It is line 2 now, in section 2.").wait_for(state="attached")
    assert in_sections(cards) == [["FF x25"], ["NNNN x25"]]
    assert down.is_disabled()
    for _ in range(2):
        up.click()
    assert in_sections(cards) == [["NNNN x25", "FF x25"], []]
    assert up.is_disabled()


def test_a_line_is_dragged_into_an_empty_section(cards: Page) -> None:
    """A dragged line moves into an empty section; a line dropped where it lay stays."""
    begin(cards, "Dragged")
    add(cards)
    keys(cards, ["F", "×2"])
    cards.locator("#line-dialog").get_by_role("button", name="Done").click()
    cards.get_by_role("button", name="Add a section").click()
    cards.locator("#card-editor .standing", has_not_text="checking").wait_for()
    grip = cards.get_by_role("button", name="Move line 1: drag it").bounding_box()
    empty = cards.locator(".card-section").nth(1).bounding_box()
    assert grip
    assert empty
    for below, sections in ((grip["y"] + 12, [["FF x25"], []]), (empty["y"] + 40, [[], ["FF x25"]])):
        cards.mouse.move(grip["x"] + 10, grip["y"] + 10)
        cards.mouse.down()
        cards.mouse.move(grip["x"] + 10, below, steps=5)
        cards.mouse.up()
        assert in_sections(cards) == sections


def test_where_a_dragged_line_goes_shows_in_the_colors_of_the_system(cards: Page) -> None:
    """Where the system forces its colors, a bar in the color of text still marks where the dragged line will be."""
    begin(cards, "Dragged in contrast")
    add_kongs(cards)
    add(cards)
    keys(cards, ["F", "×2"])
    cards.locator("#line-dialog").get_by_role("button", name="Done").click()
    cards.locator("#card-editor .standing", has_not_text="checking").wait_for()  # then no line moves
    cards.emulate_media(forced_colors="active")
    grip, line = (cards.locator(one).bounding_box() for one in (".grip-handle >> nth=0", ".card-line >> nth=1"))
    assert grip
    assert line
    cards.mouse.move(grip["x"] + 10, grip["y"] + 10)
    cards.mouse.down()
    cards.mouse.move(grip["x"] + 10, line["y"] + line["height"] - 5, steps=5)
    bar, ink = cards.locator(".card-line.after").evaluate(
        "(one) => ['borderTop', 'color'].map((part) => getComputedStyle(one, '::after')[part])"
    )
    assert bar == f"3px solid {ink}"
    cards.mouse.up()


def test_a_file_is_there_until_it_is_saved(cards: Page) -> None:
    """The address of a saved file stays valid for a while, since some browsers fetch it later."""
    begin(cards, "Saved")
    add_kongs(cards)
    cards.evaluate("() => { URL.revokeObjectURL = () => { window.revoked = true; }; }")
    with cards.expect_download():
        cards.get_by_role("button", name="Save as a file", exact=True).click()
    assert not cards.evaluate("window.revoked")


def test_a_broken_card_can_be_saved_or_deleted(cards: Page, data: Path) -> None:
    """For an unreadable card the list offers only to save its text or to delete it."""
    broken = data / "cards" / "not-a-card.toml"
    broken.parent.mkdir(exist_ok=True)
    broken.write_text("title = <b>\n")
    cards.reload()
    item = cards.locator("[data-key=card-not-a-card]")
    item.get_by_role("alert").wait_for()
    assert item.locator(".button, button").all_inner_texts() == ["Save as a file", "Delete"]
    item.get_by_role("button", name="Delete").click()
    cards.get_by_text("not-a-card was deleted.").wait_for()


SUITS = """async () => {
  const site = document.querySelector("meta[name=rackcheck-site]")?.content;
  const { printedLine } = await import(`${site ? `./${site}` : ""}/page/js/card/printed-hand.js`);
  const [line] = printedLine({ line: ["B", "C", "D"].map((suit) => ({ text: "1", suit })), rules: [] });
  document.querySelector("main:not([hidden])").append(line);
  return [...line.querySelectorAll("span")].map((one) => getComputedStyle(one).color.match(/\\d+/g).map(Number));
}"""
"""Return the red, green and blue in which a verdict prints Bams, Craks and Dots."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_suits_have_the_colours_of_their_tiles(page: Page, scheme: str) -> None:
    """Bams are green, Craks red, Dots blue."""
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two names
    bam, crak, dot = page.evaluate(SUITS)
    assert [colour.index(max(colour)) for colour in (bam, crak, dot)] == [1, 0, 2]


def test_a_card_is_pasted(cards: Page) -> None:
    """Pasted text becomes sections of lines; a guess stays marked until the person has checked it."""
    cards.get_by_role("button", name="Paste a card").click()
    cards.get_by_label("The card as text").fill(PASTED)
    cards.get_by_role("button", name="Read it").click()
    cards.get_by_text("3 lines; 1 is marked").wait_for()
    cards.get_by_text("1 row was left out").wait_for()
    cards.get_by_role("button", name="Use these 3 lines").click()
    standing(cards, "1 to look at")
    assert [one.input_value() for one in cards.locator(".section-title").all()] == ["2468", "ANY LIKE NUMBERS"]
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Look at each of them first").wait_for()
    cards.locator(".card-line.unsure .printed-line").click()
    dialog = cards.locator("#line-dialog")
    dialog.get_by_text("The colors were not said").wait_for()
    for group, colour in ((2, "red"), (3, "blue")):
        dialog.locator(f"[data-key=group-0-{group}]").click()
        keys(cards, [colour])
    dialog.get_by_role("button", name="That is right").click()
    dialog.get_by_role("button", name="Done").click()
    standing(cards, "3 lines · no fault")
    assert printed(cards)[1] == "FF 2222 4444 6666 (any 3 suits) X 30"


def test_lines_pasted_after_the_reading_are_read_too(cards: Page) -> None:
    """A tap on "Use these lines" after more typing reads what stands there now, and takes it at the next tap."""
    cards.get_by_role("button", name="Paste a card").click()
    text = cards.get_by_label("The card as text")
    text.fill(PASTED)
    cards.get_by_role("button", name="Read it").click()
    take = cards.get_by_role("button", name="Use these 3 lines")
    take.wait_for()
    text.fill("FFFF 2222 4444 88 (any 1 suit) X 25")
    take.click()
    cards.get_by_role("button", name="Use this line").click()
    standing(cards, "1 line · no fault")


def test_each_way_to_make_a_line_says_its_suits(cards: Page) -> None:
    """A line of one suit or of three is printed, and read out, with the suits of both ways."""
    cards.get_by_role("button", name="Paste a card").click()
    cards.get_by_label("The card as text").fill("FF 1111a 2222a 3333a -or- FF 1111a 2222b 3333c (run) x25")
    cards.get_by_role("button", name="Read it").click()
    cards.get_by_role("button", name="Use this line").click()
    standing(cards, "1 line · no fault")
    assert printed(cards) == ["FF 1111 2222 3333 or FF 1111 2222 3333 (any 1 suit or any 3 suits, any run) X 25"]
    said = cards.locator("#card-editor .printed-line").get_attribute("aria-label") or ""
    assert "in any one suit" in said
    assert "in a third suit" in said


def test_a_rack_is_tried_on_the_card(cards: Page) -> None:
    """During writing, the page judges a rack by the whole card or by one line."""
    begin(cards, "Trial")
    add(cards)
    keys(cards, KONGS)
    dialog = cards.locator("#line-dialog")
    dialog.get_by_text("Try a rack on this line").click()
    dialog.get_by_label("Tiles of the rack").fill("FF 2222B 4444C 6666D")
    dialog.get_by_label("Tiles of the rack").press("Enter")
    dialog.get_by_text("Mah jongg").wait_for()
    dialog.get_by_label("Tiles of the rack").fill("FF 2222B 4444C 6667D")
    dialog.get_by_label("Tiles of the rack").press("Enter")
    dialog.locator("[role=status].warn").wait_for()


def test_a_rack_is_tried_again_on_the_card_that_has_changed(cards: Page) -> None:
    """The answer to a tried rack follows the changes of its card, and another card begins without it."""
    begin(cards, "Tried again")
    add_kongs(cards)
    rack = cards.locator("#card-editor").get_by_label("Tiles of the rack")
    answer = cards.locator("#card-editor [data-key=try-card] [role=status]")
    cards.get_by_text("Try a rack on this card").click()
    rack.fill("FF 2222B 4444C 6666D")
    rack.press("Enter")
    answer.get_by_text("Mah jongg").wait_for()
    cards.locator(".printed-line").click()
    cards.locator("#line-dialog").get_by_role("button", name="Remove", exact=True).click()
    cards.locator("#card-editor [data-key=try-card] .warn").wait_for()
    cards.locator("[data-key=card-undo]").click()
    answer.get_by_text("Mah jongg").wait_for()
    cards.locator("[data-key=cards-back]").click()
    cards.locator("[data-key=new-card]").click()
    cards.get_by_text("Try a rack on this card").click()
    assert rack.input_value() == ""
    assert not answer.count()


@pytest.fixture(params=[320, 390, 820])
def screen(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Page]:
    """The list of cards on screens of three widths."""
    context = browser.new_context(viewport={"width": request.param, "height": 800})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda asked: only_ours(asked.url, server.address, faults))
    page.goto(f"{server.address.rstrip('/')}/#cards")
    yield page
    context.close()
    assert faults == []


def test_everybody_can_write_a_card(screen: Page) -> None:
    """At each width, light and dark: no sideways scrolling, named controls, enough contrast, no axe violation."""
    screen.get_by_role("button", name="Paste a card").click()
    screen.get_by_label("The card as text").fill(PASTED)
    screen.get_by_role("button", name="Read it").click()
    screen.get_by_role("button", name="Use these 3 lines").click()
    standing(screen, "1 to look at")
    for scheme in ("light", "dark"):
        screen.emulate_media(color_scheme=scheme)
        for place in ("editor", "line", "list"):
            if place == "line":
                screen.locator(".card-line.unsure .printed-line").click()
                text_of(screen, "line-dialog", "ways to make it")
            if place == "list":
                screen.get_by_role("button", name="All cards").click()
                screen.get_by_text("comes with Rackcheck").first.wait_for()
            assert not screen.evaluate(SIDEWAYS), (scheme, place)
            assert screen.evaluate(NAMELESS) == [], (scheme, place)
            assert screen.evaluate(CONTRAST) == [], (scheme, place)
            assert faults_of(screen) == [], (scheme, place)
            if place == "line":
                screen.get_by_role("button", name="Done").click()
        screen.get_by_role("button", name="Go on with").click()


def test_usual_lines_take_few_taps(page: Page) -> None:
    """The keypad can enter every line of the invented modern cards; half of them take about half the allowed taps."""
    cards = [entered(page, path.stem, lines_of(path)) for path in CARDS]
    assert [line for one in cards for line, taps in zip(one.lines, one.taps, strict=True) if taps is None] == []
    taps = sorted(tap for one in cards for tap in one.tapped)
    assert len(taps) > 150
    assert taps[len(taps) // 2] <= MOST_TAPS // 2 + 2
    assert taps[-1] <= MOST_TAPS
    (year,) = entered(page, "a year", ["FFF 1998a 1111b 2022c x30"]).tapped
    assert year <= MOST_TAPS


def test_the_page_takes_the_taps_that_are_counted(cards: Page) -> None:
    """Lines tapped on the page take as many taps as counted, and come out as intended."""
    card = panels("fixed hands", 4)
    counted = entered(cards, "fixed hands", [line.text for line in card[0][1]])
    cards.evaluate(COUNT)
    entry = tap_in(cards, card)
    assert entry.wrong == 0
    # Two more taps: Write a card, and Done. Typing a value is no tap, and "More keys" stays open.
    assert 0.9 * sum(counted.tapped) <= entry.taps - 2 <= sum(counted.tapped)


def test_a_card_of_sixty_lines_is_photographed(cards: Page) -> None:
    """Five photos of panels make one draft, each line in its place with its strip of the photo; few need checking."""
    pages = [printed_page(seed) for seed in range(101, 106)]
    taps = 0
    for nth, (page, _) in enumerate(pages):
        photo: FilePayload = {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": photographed(page, nth)}
        cards.set_input_files("#card-photo" if nth == 0 else "#more-photo", photo)
        cards.locator("[data-key=paste-take]").click()
        taps += 2
    meant = [line.text for _, lines in pages for line in lines]
    standing(cards, f"{len(meant)} lines")
    unsure = cards.locator(".card-line.unsure")
    looks = unsure.count()
    assert looks <= 0.2 * len(meant)
    for _ in range(looks):
        unsure.first.locator(".printed-line").click()
        cards.locator("#line-dialog img.strip").wait_for()
        cards.get_by_role("button", name="That is right").click()
        cards.get_by_role("button", name="Done").click()
        taps += 3
    assert taps <= 2 * len(meant)
    kept = [in_order(line["text"]) for section in draft_of(cards)["sections"] for line in section["lines"]]
    wrong = [line for line in kept if line not in meant]
    assert len(kept) == len(meant)
    assert len(wrong) <= 0.2 * len(meant)


FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
"""Fill the browser's storage."""


def test_a_draft_that_the_phone_cannot_store_says_so(cards: Page) -> None:
    """With a full storage the line, its card and the list say so; what is typed stays on view and can still be kept."""
    told = "This phone's storage is full"
    begin(cards, "Full phone")
    add(cards)
    assert cards.get_by_text(told).count() == 0
    cards.evaluate(f"() => {{ {FULL}; }}")
    keys(cards, KONGS)
    dialog = cards.locator("#line-dialog")
    dialog.get_by_role("alert").get_by_text(told).wait_for()
    dialog.get_by_role("button", name="Done").click()
    cards.locator("#card-editor").get_by_role("alert").get_by_text(told).wait_for()
    cards.get_by_role("button", name="All cards").click()
    cards.locator("#cards-list").get_by_role("alert").get_by_text(told).wait_for()
    cards.get_by_role("button", name="Go on with Full phone").click()
    standing(cards, "no fault")
    assert printed(cards) == ["FF 2222 4444 6666 (any 3 suits) X 25"]
    cards.get_by_role("button", name="Keep this card").click()
    cards.get_by_text("Full phone is kept.").wait_for()
    cards.locator("#card-editor").get_by_role("alert").wait_for(state="detached")


def test_two_buttons_that_undo_have_a_name_each(cards: Page) -> None:
    """Beside the Undo of the editor the one of the last action says which action it undoes."""
    begin(cards, "Undone")
    cards.get_by_role("button", name="Add a section").click()
    cards.get_by_role("button", name="Remove section 2 with its lines").click()
    cards.get_by_text("The section was removed.").wait_for()
    cards.get_by_role("button", name="Undo", exact=True).wait_for()
    cards.get_by_role("button", name="Undo: The section was removed.").click()
    cards.get_by_role("button", name="Remove section 2 with its lines").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_card_is_printed_with_its_lines(cards: Page, scheme: str) -> None:
    """On paper an open card is its title, headings and lines, dark on white also of a dark screen."""
    cards.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two names
    begin(cards, "Printed card")
    add_kongs(cards)
    standing(cards, "1 line · no fault")
    cards.get_by_label("Heading of section 1").fill("2468")
    cards.get_by_label("Heading of section 1").press("Tab")
    cards.evaluate("window.print = () => { document.title = 'on paper'; }")
    cards.get_by_role("button", name="Print", exact=True).click()
    assert cards.title() == "on paper"
    cards.emulate_media(media="print", color_scheme=scheme)  # type: ignore[arg-type]
    assert printed(cards) == ["FF 2222 4444 6666 (any 3 suits) X 25"]
    assert cards.evaluate("getComputedStyle(document.body).color") == "rgb(31, 43, 40)"
    controls = cards.locator("main :is(button, input, select, summary)").evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility()).map((one) => one.className)"
    )
    assert controls == ["section-title", "printed-line"]
    line = cards.locator(".printed-line")
    assert line.evaluate("(one) => one.closest('li').offsetWidth - one.offsetWidth") == 0
