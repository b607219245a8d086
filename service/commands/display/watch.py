"""Print the progress of a live reading for people."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.text import Text

from service.cards.table_card import JudgedBy
from service.commands.display.scan import show_scan
from service.commands.display.verdict import show_judged_by, show_photo_verdict
from service.commands.support.output import printable
from service.judging.verify import PhotoVerdict
from service.photos.watch import LiveState
from service.shared.wording import plural
from vision import RackReading, State

_STYLES: Final = {State.LOOKING: "yellow", State.STEADY: "bold green", State.MOVED: "yellow"}


def moment_text(moment: LiveState) -> Text:
    """Return one line: time, state, number of tiles, and advice if there is any."""
    line = Text(f"{moment.time:7.1f} s  ", "dim")
    line.append(moment.state.value, _STYLES[moment.state])
    line.append(f"  {plural(moment.tiles, 'tile')}")
    if moment.advice is not None:
        line.append(f"  {printable(moment.advice)}")
    return line


def show_steady(  # noqa: PLR0917 - the parts of one answer
    console: Console,
    image: str,
    reading: RackReading,
    verdict: PhotoVerdict | None,
    by: JudgedBy | None,
    overlay: str | None,
) -> None:
    """Print a reading that stood, with its verdict if there is one."""
    if verdict is None:
        show_scan(console, image, reading, overlay)
    else:
        show_judged_by(console, by)
        show_photo_verdict(console, verdict)
