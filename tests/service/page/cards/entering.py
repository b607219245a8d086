"""How many taps it takes to enter a card line by line on the keypad.

`python -m tests.service.page.cards.entering [CARD ...]` prints a table; it plays `line.js` of the page in a browser,
tap by tap, and counts only lines that come out as they stand on the card. `whole_cards.py` taps the same keys on the
page.
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

CARDS: Final = sorted((Path(__file__).parents[3] / "rules/matching/lint/cards").glob("*.toml"))
"""The invented modern cards."""

MOST: Final = 25
"""Most taps that a usual line may take."""

TAPS: Final = Path(__file__).with_name("entering.js").read_text("utf-8")
"""A JavaScript function that enters lines with the page's own modules."""


@dataclass(frozen=True)
class Entered:
    """The taps of each line of a card, None for a line that must be typed.

    `letters` counts letters that the tapped lines need besides: words before a line, and years. `keys` lists the keys
    of each line by their names on the page, and [name, text] where text is typed.
    """

    name: str
    lines: tuple[str, ...]
    taps: tuple[int | None, ...]
    letters: int
    keys: tuple[list[str | list[str]], ...]

    @property
    def tapped(self) -> list[int]:
        """Taps of the lines that the keypad can make."""
        return [one for one in self.taps if one is not None]


def entered(page: Page, name: str, lines: list[str]) -> Entered:
    """Count the taps of lines that are entered one after another on a page of a server."""
    found = page.evaluate(TAPS, lines)
    taps = tuple(None if one is None else one[0] for one in found)
    keys = tuple([] if one is None else one[2] for one in found)
    return Entered(name, tuple(lines), taps, sum(one[1] for one in found if one is not None), keys)


def lines_of(path: Path) -> list[str]:
    """Return the lines of a card file as the editor writes them."""
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
            told = f"{sum(one.tapped)} taps, median {median}, most {most}; {one.letters} letters"
            print(f"{one.name:20} {len(one.lines):3} lines: {told}")  # noqa: T201
            for line, taps in zip(one.lines, one.taps, strict=True):
                if taps is not None and taps > MOST:
                    print(f"    {taps}: {line}")  # noqa: T201
            for line in typed:
                print(f"    typed: {line}")  # noqa: T201


if __name__ == "__main__":
    main()
