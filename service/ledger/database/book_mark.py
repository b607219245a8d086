"""The mark beside a book: which book it was and how much it held, to notice when a part of it is gone."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from service.shared.wording import plural
from service.storage.atomic_files import PRIVATE_FILE, write_atomic


@dataclass(frozen=True, slots=True)
class BookMark:
    """What a book holds.

    Attributes:
        first_game: the id of the game that was put in first: it tells this book from every other. None where the mark
            itself cannot be read, or the book has no game.
        games, entries: how many.
    """

    first_game: str | None
    games: int
    entries: int

    def missing_in(self, held: BookMark | None) -> str:
        """Say what is missing in a book that this mark belongs to; empty where nothing is.

        Args:
            held: what the book holds now; None where there is none.
        """
        if held is None or (held.games == 0 and self.games):
            held_before = f": {self}" if self.games else ""
            return f"the book that was here is gone{held_before}"
        if self.first_game is not None and held.first_game != self.first_game:
            return f"another book is in the place of the one that was here: {self}"
        lost = [
            plural(before - now, one, many)
            for before, now, one, many in (
                (self.games, held.games, "game", "games"),
                (self.entries, held.entries, "entry", "entries"),
            )
            if now < before
        ]
        return f"the book has lost {' and '.join(lost)} of {self}" if lost else ""

    def __str__(self) -> str:
        return f"{plural(self.games, 'game')} with {plural(self.entries, 'entry', 'entries')}"


def mark_file(book: Path) -> Path:
    """Name the mark of a book."""
    return book.with_name(f"{book.stem}.mark.json")


def copies_folder(book: Path) -> Path:
    """Name the folder of the copies that are made of the books beside it every few entries."""
    return book.with_name("copies")


def copy_file(book: Path, entries: int) -> Path:
    """Name the copy of a book with so many entries; books in one folder have copies of their own."""
    return copies_folder(book) / f"{book.stem}-after-{entries}.sqlite3"


def copies_of(book: Path) -> dict[Path, int]:
    """Find the copies that were made of a book every few entries, and how many entries each has by its name."""
    folder, name = copies_folder(book), re.compile(rf"{re.escape(book.stem)}-after-(\d+)\.sqlite3")
    found = ((path, name.fullmatch(path.name)) for path in folder.glob("*.sqlite3"))
    return {path: int(fits[1]) for path, fits in found if fits}


def is_emptied(book: Path) -> bool:
    """Say whether the file of a book has lost all that it held."""
    return book.is_file() and book.stat().st_size == 0


def read_mark(book: Path) -> BookMark | None:
    """Read the mark of a book; None where no book has been begun.

    The mark is an empty one where it is damaged, or is gone while copies, or a file of 0 bytes, tell that a book was
    there: no book is begun as an empty file.
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
    """Write down what a book holds; one without a game gets no mark.

    A power cut may leave an older mark, or an empty one: either still tells that a book was there.

    Raises:
        OSError: where it cannot be written.
    """
    if held.games:
        text = json.dumps(asdict(held)) + "\n"
        write_atomic(mark_file(book), text.encode("ascii"), replace=True, mode=PRIVATE_FILE, durable=False)
