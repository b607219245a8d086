"""The mark beside a SQLite ledger: its identity and its counts, to notice lost games or entries."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from service.shared.wording import plural
from service.storage.atomic_files import PRIVATE_FILE, write_atomic


@dataclass(frozen=True, slots=True)
class BookMark:
    """The identity and the counts of a ledger.

    Attributes:
        first_game: the id of the first game, which identifies the ledger. None without a game, and for a damaged mark.
    """

    first_game: str | None
    games: int
    entries: int

    def missing_in(self, held: BookMark | None) -> str:
        """Describe what a ledger of these counts (None without one) lacks compared with this mark; empty if nothing."""
        if held is None or (held.games == 0 and self.games):
            held_before = f": {self}" if self.games else ""
            return f"the book that was here is gone{held_before}"
        if self.first_game is not None and held.first_game != self.first_game:
            return f"another book is in the place of the one that was here: {self}"
        counts = ((self.games - held.games, "game", "games"), (self.entries - held.entries, "entry", "entries"))
        lost = [plural(*count) for count in counts if count[0] > 0]
        return f"the book has lost {' and '.join(lost)} of {self}" if lost else ""

    def __str__(self) -> str:
        return f"{plural(self.games, 'game')} with {plural(self.entries, 'entry', 'entries')}"


def mark_file(book: Path) -> Path:
    """Return the path of a ledger's mark; each ledger of a folder has its own, such as `a.sqlite3` and `a.db`."""
    return book.with_name(f"{book.stem}.mark.json" if book.suffix == ".sqlite3" else f"{book.name}-mark.json")


def copies_folder(book: Path) -> Path:
    """Return the folder for the regular copies of the ledgers beside it."""
    return book.with_name("copies")


def copy_file(book: Path, entries: int) -> Path:
    """Return the path of a ledger's copy after so many entries; each ledger of a folder has its own copies."""
    return copies_folder(book) / f"{book.stem}-after-{entries}{book.suffix}"


def copies_of(book: Path) -> dict[Path, int]:
    """Find the regular copies of a ledger, and the number of entries in the name of each."""
    folder, name = copies_folder(book), re.compile(rf"{re.escape(book.stem)}-after-(\d+){re.escape(book.suffix)}")
    found = ((path, name.fullmatch(path.name)) for path in folder.glob("*"))
    return {path: int(fits[1]) for path, fits in found if fits}


def is_emptied(book: Path) -> bool:
    """Say whether the file of a ledger exists but has 0 bytes."""
    return book.is_file() and book.stat().st_size == 0


def read_mark(book: Path) -> BookMark | None:
    """Read the mark of a ledger; None before the ledger has begun.

    Return an empty mark if the file is damaged, or if it is missing although copies or a ledger file of 0 bytes show
    that there was a ledger. We never begin a ledger as an empty file.
    """
    try:
        found = json.loads(mark_file(book).read_bytes())
        return BookMark(str(found["first_game"]), int(found["games"]), int(found["entries"]))
    except (FileNotFoundError, NotADirectoryError):
        was_there = bool(copies_of(book)) or is_emptied(book)
        return BookMark(None, 0, 0) if was_there else None
    except (OSError, ValueError, TypeError, LookupError):
        return BookMark(None, 0, 0)


def write_mark(book: Path, held: BookMark) -> None:
    """Write the mark of a ledger if it has changed; a ledger without a game gets none.

    A power cut may leave an older mark or an empty one, but either still shows that there was a ledger.

    Raises:
        OSError: if we cannot write it.
    """
    if held.games and read_mark(book) != held:
        text = json.dumps(asdict(held)) + "\n"
        write_atomic(mark_file(book), text.encode("ascii"), replace=True, mode=PRIVATE_FILE, durable=False)
