"""Whole cards entered on the page of a phone: tapped in, pasted as people type them, and photographed.

`python -m tests.service.page.cards.whole_cards [--lines N] [--way WAY] [FAMILY ...]` enters invented cards of 60 lines,
counts the taps, and says which lines are not as they stand on the card.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Final

from tests.service.cards.printed_cards import (
    FAMILIES,
    HEADINGS,
    Pixels,
    Printed,
    distance,
    in_order,
    photographed,
    printed,
)
from tests.service.page.cards.entering import entered
from tests.service.page.jobs import COUNT
from tests.service.page.phone import chromium, taken_in
from tests.service.running_server import running_server

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Page

PANEL: Final = 12
"""Lines of a panel, which one photo shows."""
SECOND: Final = 1.0
"""Seconds that a person takes for a tap and a look at the card."""
FIRST_SEED: Final = 900
"""Seed of the first panel; no other test reads these panels."""
SUIT: Final = re.compile(r"[abc]\b")

Panels = list[tuple[Pixels, list[Printed]]]


@dataclass
class Entry:
    """The cost of entering a card one way; `looked`: marked lines that a person checked."""

    way: str
    taps: int
    letters: int = 0
    looked: int = 0
    wrong: int = 0

    def told(self, lines: int) -> str:
        """Return one line of the table."""
        minutes = (self.taps + self.letters / 3) * SECOND / 60
        worked = f"{self.taps} taps, {self.letters} letters, {minutes:.1f} minutes at a tap a second"
        return f"  {self.way:13} {lines} lines: {worked}; {self.looked} looked at, {self.wrong} wrong and not marked"


def panels(family: str, lines: int) -> Panels:
    """Return the panels of a card."""
    first = FIRST_SEED + 100 * list(FAMILIES).index(family)
    return [printed(first + at, family, min(PANEL, lines - at * PANEL)) for at in range(-(-lines // PANEL))]


def typed(card: Panels) -> str:
    """Return the card as a person types it: the printed text without colours."""
    rows = []
    for _, lines in card:
        for at, line in enumerate(lines):
            if at % 5 == 0:
                rows.append(HEADINGS[at // 5])
            hands = " or ".join(" ".join(tiles for tiles, _ in hand) for hand in line.hands)
            rows.append(" ".join(filter(None, (hands, line.remark, line.kind, str(line.value)))))
    return "\n".join(rows)


def _texts(page: Page) -> list[str]:
    """Return the lines of the open card, as the phone stores them."""
    kept = json.loads(page.evaluate("localStorage.getItem('rackcheck.1.cards')"))
    sections = kept["drafts"][kept["open"]]["card"]["sections"]
    return [line["text"] for section in sections for line in section["lines"]]


def tap_keys(page: Page, keys: list[str | list[str]]) -> None:
    """Tap keys of the keypad by their names."""
    dialog = page.locator("#line-dialog")
    for key in keys:
        if key == "more-keys":
            more = dialog.locator('details[data-key="more-keys"]')
            if more.get_attribute("open") is None:
                more.locator("summary").click()
        elif isinstance(key, str):
            dialog.locator(f'[data-key="{key}"]').click()
        else:
            place = dialog.locator(f'[data-key="{key[0]}"]')
            place.click()
            place.fill(key[1])
            place.press("Tab")


def _begun(page: Page, title: str) -> int:
    """Open the cards; return the page's number of taps so far."""
    before = int(page.evaluate("taps"))
    page.get_by_role("button", name="Write a card").click()
    page.get_by_label("Name of the card").fill(title)
    page.get_by_label("Name of the card").press("Tab")
    return before


def tap_in(page: Page, card: Panels) -> Entry:
    """Enter every line on the keypad."""
    lines = [line.text for _, panel in card for line in panel]
    plan = entered(page, "card", lines)
    before = _begun(page, "Tapped in")
    page.locator("#card-editor [data-key^=add-]:not([data-key=add-section])").first.click()
    for at, keys in enumerate(plan.keys):
        if at:
            page.locator('#line-dialog [data-key="line-next"]').click()
        tap_keys(page, keys)
    page.locator('#line-dialog [data-key="line-done"]').click()
    found = _texts(page)
    wrong = sum(one != line for one, line in zip(found, lines, strict=True))
    return Entry("tapped in", int(page.evaluate("taps")) - before, plan.letters, wrong=wrong)


def _with_suits(text: str, names: Sequence[str]) -> str:
    """Return the same line with other names for its suits."""
    return SUIT.sub(lambda one: names["abc".index(one[0])], text)


def _nearest(text: str, meant: str) -> str:
    """Rename the suits of the intended line so that most groups match; which colour is which has no meaning."""
    named = [_with_suits(meant, names) for names in permutations("abc")]
    return min(named, key=lambda one: sum(a != b for a, b in zip(one.split(), text.split(), strict=False)))


def _put_right(page: Page, text: str, meant: str) -> int:
    """Change the open line into the intended one by painting groups or retyping; return the number of letters typed."""
    wanted = _nearest(text, meant)
    if in_order(text) == in_order(wanted):
        return 0
    if SUIT.sub("", text) == SUIT.sub("", wanted):
        for which, (hand, other) in enumerate(zip(text.split("-or-"), wanted.split("-or-"), strict=True)):
            for at, (a, b) in enumerate(zip(hand.split(), other.split(), strict=True)):
                if a != b:
                    page.locator(f'#line-dialog [data-key="group-{which}-{at}"]').click()
                    page.locator(f'#line-dialog [data-key="paint-{b[-1]}"]').click()
        return 0
    if page.locator("#line-dialog details[data-key=typed]").get_attribute("open") is None:
        page.locator("#line-dialog details[data-key=typed] summary").click()
    place = page.locator('#line-dialog [data-key="typed-line"]')
    place.click()
    place.fill(wanted)
    with page.expect_response(lambda answer: "cards/draft" in answer.url):
        place.press("Tab")
    taken_in(page)
    return len(wanted)


def _look_at_marked(page: Page, meant: list[str]) -> tuple[int, int]:
    """Check each marked line against the card and correct it; return the lines checked and the letters typed."""
    looked = letters = 0
    while page.locator(".card-line.unsure").count():
        line = page.locator(".card-line.unsure").first
        at = page.locator(".card-line").evaluate_all("(all) => all.findIndex((one) => one.matches('.unsure'))")
        line.locator(".printed-line").click()
        text = _texts(page)[at]
        letters += _put_right(page, text, meant[at])
        if page.locator('#line-dialog [data-key="looked"]').count():
            page.locator('#line-dialog [data-key="looked"]').click()
        page.locator('#line-dialog [data-key="line-done"]').click()
        looked += 1
    return looked, letters


def _ended(page: Page, entry: Entry, meant: list[str]) -> Entry:
    standing = [in_order(one) for one in _texts(page)]
    entry.looked, entry.letters = _look_at_marked(page, meant) if len(standing) == len(meant) else (0, 0)
    found = [in_order(one) for one in _texts(page)]
    left = list(meant)
    for one in found:
        if one in left:
            left.remove(one)
    entry.wrong = len(left)
    for line in left:
        near = min(found, key=lambda one: distance(one, line))
        print(f"      {near}\n        for {line}")  # noqa: T201
    entry.taps = int(page.evaluate("taps")) - entry.taps
    return entry


def paste(page: Page, card: Panels) -> Entry:
    """Paste the card as typed, and check the guessed lines."""
    entry = Entry("pasted", int(page.evaluate("taps")))
    page.get_by_role("button", name="Paste a card").click()
    page.get_by_label("The card as text").fill(typed(card))
    page.get_by_role("button", name="Read it").click()
    page.locator("[data-key=paste-take]").click()
    page.locator("#card-editor .standing", has_not_text="checking").wait_for()
    return _ended(page, entry, [line.text for _, panel in card for line in panel])


def photograph(page: Page, card: Panels) -> Entry:
    """Photograph panel after panel, and check the uncertain lines."""
    # Choosing a photo takes a tap on the button and one in the gallery, which the page does not see.
    entry = Entry("photographed", int(page.evaluate("taps")) - 2 * len(card))
    for nth, (panel, _) in enumerate(card):
        photo: FilePayload = {
            "name": "card.jpg",
            "mimeType": "image/jpeg",
            "buffer": photographed(panel, FIRST_SEED + nth),
        }
        page.set_input_files("#card-photo" if nth == 0 else "#more-photo", photo)
        page.locator("[data-key=paste-take]").click()
    page.locator("#card-editor .standing", has_not_text="checking").wait_for()
    return _ended(page, entry, [line.text for _, lines in card for line in lines])


WAYS: Final = {"tapped": tap_in, "pasted": paste, "photographed": photograph}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*", default=[name for name in FAMILIES if name != "mixed"])
    parser.add_argument("--lines", type=int, default=60)
    parser.add_argument("--way", choices=list(WAYS), action="append", help="one way of entering; may repeat")
    asked = parser.parse_args()
    with running_server() as server, chromium() as browser:
        for family in asked.families:
            print(family, flush=True)  # noqa: T201
            card = panels(family, asked.lines)
            for way in (WAYS[name] for name in asked.way or WAYS):
                context = browser.new_context(viewport={"width": 390, "height": 844})
                context.add_init_script(COUNT)
                page = context.new_page()
                page.goto(f"{server.address.rstrip('/')}/#cards")
                page.get_by_role("heading", name="Your cards").wait_for()
                started = time.monotonic()
                entry = way(page, card)
                took = time.monotonic() - started
                print(entry.told(asked.lines), f"({took:.0f} s here)", flush=True)  # noqa: T201
                context.close()


if __name__ == "__main__":
    main()
