"""Test what a snapshot of Python's memory contains, and what is unpacked on first use."""

from __future__ import annotations

import importlib
import sys
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from service.browser.book_packages import BookFinder
from service.browser.bridge import rehearse
from service.browser.stores import Stores
from service.cards import card_lists, ruleset_lists


def packed(path: Path, names: tuple[str, ...]) -> Path:
    """Write an archive of empty modules."""
    with tarfile.open(path, "w:bz2") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(name), BytesIO())
    return path


def test_the_books_packages_are_unpacked_when_one_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first import of one of the ledger's packages unpacks them all, once; other modules unpack nothing."""
    archive = packed(tmp_path / "book.tar.bz2", ("mako/__init__.py", "mako/util.py"))
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, BookFinder(archive, folder)])
    for name in [one for one in sys.modules if one.partition(".")[0] == "mako"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [str(folder)])
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("nothing_of_the_book")
    assert archive.is_file()
    assert importlib.import_module("mako.util").__file__ == str(folder / "mako" / "util.py")
    assert not archive.exists()
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("mako.absent")
    for name in ("mako", "mako.util"):
        del sys.modules[name]


def test_a_rehearsal_reads_what_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a rehearsal Python answers for the shipped cards and rule sets without their files."""
    rehearse(str(tmp_path / "rehearsal"))
    stores = Stores(tmp_path / "other")
    monkeypatch.setattr(Path, "open", lambda *_args, **_more: pytest.fail("a file was opened"))
    monkeypatch.setattr(Path, "read_text", lambda *_args, **_more: pytest.fail("a file was read"))
    assert card_lists.card_list(stores.library)
    assert ruleset_lists.ruleset_list(stores.library).rulesets
    assert stores.network_cards.name


def test_a_rehearsal_leaves_no_file_open(tmp_path: Path) -> None:
    """A rehearsal leaves no file open: after a restore the file would be another one, or missing."""
    files = Path("/proc/self/fd")
    if not files.is_dir():
        pytest.skip("this system does not list a process's files")
    rehearse(str(tmp_path / "rehearsal"))
    assert [one for one in files.iterdir() if one.exists() and one.resolve().is_relative_to(tmp_path)] == []
