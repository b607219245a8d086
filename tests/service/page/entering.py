"""How many taps it takes to enter a card line by line on the keypad.

`python -m tests.service.page.entering [CARD ...]` prints a table; it plays `line.js` of the page in a browser, tap by
tap, and counts only lines that come out as they stand on the card.
"""

from __future__ import annotations

import argparse
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rules.card.card_form import parse_form
from tests.service.page.phone import chromium
from tests.service.running_server import running_server

if TYPE_CHECKING:
    from playwright.sync_api import Page

CARDS: Final = sorted((Path(__file__).parents[2] / "rules/matching/lint/cards").glob("*.toml"))
"""The invented modern cards."""

MOST: Final = 25
"""Taps that a usual line takes at most."""

TAPS: Final = """async (lines) => {
  const edit = await import("/page/js/cards/line.js");
  const KEYS = ["run", "like", "odd", "even"];
  const STEP = 5;
  const faces = (group) => group.faces.match(/[XYUV]\\+[1-8]|[0-9A-Z]/g);
  const count = (line) => line.hands.flat().length;

  /** The taps of a line that comes behind `before`; null where the keypad cannot make it. */
  function taps(text, before) {
    const wanted = edit.readLine(text);
    const { kind, value, notes } = edit.readLine(before ?? "x25");
    let line = { title: "", hands: [[]], rules: [], kind, value, notes };
    let cursor = edit.atEnd(line);
    let made = 1; // Add a line, or Next line
    let opened = false;
    const more = () => { made += opened ? 1 : 2; opened = true; };
    const change = (next) => ({ line, cursor } = next);
    if (wanted.title) return null;
    for (const [nth, hand] of wanted.hands.entries()) {
      if (nth) { more(); change(edit.alternative(line, cursor)); }
      for (const group of hand) {
        if (group.sign) { more(); change(edit.sign(line, cursor, group.sign)); continue; }
        if (!group.faces || group.faces.includes("+")) return null;
        const all = faces(group);
        let next = edit.press(line, cursor, all[0]);
        const before = line.hands[cursor.hand][cursor.at]?.faces;
        if (next.line.hands[cursor.hand][cursor.at]?.faces !== before || count(next.line) === count(line)) {
          // It would join the group before: a new group is begun first.
          made += 1;
          next = edit.press(line, { ...cursor, gap: true }, all[0]);
        }
        change(next); made += 1;
        if (/[UVZAJ]/.test(all[0])) more();
        if (all.length > 1 && all.every((face) => face === all[0])) {
          change(edit.repeat(line, cursor, all.length));
          made += 1;
        } else for (const face of all.slice(1)) { change(edit.press(line, cursor, face)); made += 1; }
        const now = line.hands[cursor.hand][cursor.at];
        if (now.faces !== group.faces) return null;
        if (edit.suited(now) && now.suit !== group.suit) {
          if (!group.suit) return null;
          if ("BCD".includes(group.suit)) more(); else made += 1;
          change({ line: edit.paint(line, cursor, group.suit), cursor });
        }
        if (group.natural) { more(); change({ line: edit.setNatural(line, cursor, true), cursor }); }
      }
    }
    for (const rule of wanted.rules) { // others than those on the keypad are typed
      if (!KEYS.includes(rule)) return null;
      line = edit.toggleRule(line, rule); made += 1;
    }
    if (line.kind !== wanted.kind) { line = { ...line, kind: wanted.kind }; made += 1; }
    if (line.value !== wanted.value) {
      const steps = Math.abs(line.value - wanted.value) / STEP;
      made += Math.min(Number.isInteger(steps) ? steps : Infinity, 1 + String(wanted.value).length);
      line = { ...line, value: wanted.value };
    }
    for (const note of new Set([...line.notes, ...wanted.notes])) {
      if (line.notes.includes(note) === wanted.notes.includes(note)) continue;
      if (!["sp", "nojoker"].includes(note)) return null;
      more(); line = edit.toggleNote(line, note);
    }
    return edit.lineText(line) === text ? made : null;
  }
  return lines.map((text, at) => taps(text, lines[at - 1]));
}"""


@dataclass(frozen=True)
class Entered:
    """The taps of each line of a card, None for those that are typed."""

    name: str
    lines: tuple[str, ...]
    taps: tuple[int | None, ...]

    @property
    def tapped(self) -> list[int]:
        """Taps of the lines that the keypad makes."""
        return [one for one in self.taps if one is not None]


def entered(page: Page, name: str, lines: list[str]) -> Entered:
    """Count the taps of lines that are entered one after the other; the page is one of a server's."""
    return Entered(name, tuple(lines), tuple(page.evaluate(TAPS, lines)))


def lines_of(path: Path) -> list[str]:
    """The lines of a card file as the editor writes them."""
    return [str(line) for section in parse_form(path.read_text("utf-8")).sections for line in section.lines]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cards", nargs="*", type=Path, default=CARDS)
    cards: list[Path] = parser.parse_args().cards
    with running_server() as server, chromium() as browser:
        page = browser.new_page()
        page.goto(server.address)
        for path in cards:
            one = entered(page, path.stem, lines_of(path))
            typed = [line for line, taps in zip(one.lines, one.taps, strict=True) if taps is None]
            median, most = statistics.median(one.tapped), max(one.tapped)
            print(f"{one.name:20} {len(one.lines):3} lines: {sum(one.tapped)} taps, median {median}, most {most}")  # noqa: T201
            for line, taps in zip(one.lines, one.taps, strict=True):
                if taps is not None and taps > MOST:
                    print(f"    {taps}: {line}")  # noqa: T201
            for line in typed:
                print(f"    typed: {line}")  # noqa: T201


if __name__ == "__main__":
    main()
