"""The one table from exceptions to the contract's `error` object."""

from __future__ import annotations

import errno
import json
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NotRequired, TypedDict, TypeVar

from models import ModelError
from rules.errors import CardError, RulesError, restored, shortened
from vision import VisionError

T = TypeVar("T")


class ErrorObject(TypedDict):
    """The contract's `error`: code, message with advice, and place of the fault.

    A fault in a card file also has its `line` and `column`, counted from 1. The error for a ledger entry based on an
    older state also has the newest `version` and the `newer` entries.
    """

    code: str
    message: str
    where: str
    line: NotRequired[int]
    column: NotRequired[int]
    version: NotRequired[int]
    newer: NotRequired[list[dict[str, Any]]]


class ServiceError(Exception):
    """A request that the service refuses; it has the same three fields as the errors of the other areas."""

    def __init__(self, code: str, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.code = code
        self.message = message
        self.where = where

    def __reduce__(self) -> tuple[object, ...]:
        # So that the error survives a trip between processes: a pool of them waits for ever for one that does not.
        return restored, (type(self), self.args), vars(self)


class ConflictError(ServiceError):
    """The game has entries that the caller has not seen; the ledger stored nothing.

    `version` is the number of the newest entry. `newer` holds the documents of all entries after the one that the
    refused entry was based on.
    """

    def __init__(self, version: int, newer: Sequence[dict[str, Any]]) -> None:
        message = "the game has newer entries: look at them, then enter again what still holds"
        super().__init__("conflict", message, "based_on")
        self.version = version
        self.newer = list(newer)


def of_code(code: str) -> Callable[[str, str, str], ServiceError]:
    """Return a function that makes the error of any fault (code, message and place) under this code."""
    return lambda _code, message, where: ServiceError(code, message, where)


class WrongUsageError(ServiceError):
    """Wrong usage of the command line: an argument in the wrong form, or arguments that contradict each other."""


_OS_CODES: Final = {
    errno.ENOENT: (
        "file-not-found",
        "there is no such file or folder: look how its name is spelt, and which folder you are in",
    ),
    errno.ENOTDIR: ("file-not-found", "a file stands where a folder is wanted: move it away, or name another place"),
    errno.EEXIST: ("file-exists", "there is a file of this name already; choose another name"),
    errno.EISDIR: ("is-a-folder", "this is a folder; name a file in it"),
    errno.ESPIPE: ("is-a-pipe", "this is a pipe, and nobody may ever write to it; name a file"),
    errno.EACCES: ("no-permission", "this user may not read or write this; change its owner, or name another place"),
    errno.EPERM: ("no-permission", "this user may not read or write this; change its owner, or name another place"),
    errno.EROFS: (
        "read-only",
        "this file system is read-only: nothing was written; mount it writable, or name another",
    ),
    errno.ENOSPC: ("disk-full", "the disk is full: nothing was written; make room and try again"),
    errno.EDQUOT: ("disk-full", "this user's share of the disk is full: nothing was written; make room and try again"),
    errno.EFBIG: ("disk-full", "a file may not grow so large here: nothing was written; raise the limit, or make room"),
    errno.EIO: ("io-error", "the disk fails to read or write: look at it, and have the last backup at hand"),
    errno.EMFILE: ("too-many-files", "this program has too many files open; try again, or raise the limit (ulimit -n)"),
    errno.ENAMETOOLONG: ("bad-path", "this path is too long"),
    errno.EADDRINUSE: (
        "address-in-use",
        "another program listens there, perhaps another Rackcheck: end it, or choose another --port",
    ),
    errno.EADDRNOTAVAIL: ("bad-address", "this machine has no such address; choose another --host"),
}


def _fault(code: str, message: str, where: str = "") -> ErrorObject:
    return {"code": code, "message": message, "where": where}


def _coded(error: RulesError | VisionError | ModelError | ServiceError) -> ErrorObject:
    return _fault(error.code, error.message, error.where)


def _card_error(error: CardError) -> ErrorObject:
    found = _coded(error)
    if error.line:
        found["line"], found["column"] = error.line, error.column
    return found


def _conflict(error: ConflictError) -> ErrorObject:
    found = _coded(error)
    found["version"], found["newer"] = error.version, error.newer
    return found


def _os_error(error: OSError) -> ErrorObject:
    code, message = _OS_CODES.get(error.errno or 0, ("io-error", error.strerror or "reading or writing failed"))
    return _fault(code, message, str(error.filename or ""))


def _internal(error: Exception) -> ErrorObject:
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    text = f"a fault of the program ({type(error).__name__}: {error}); please report it with what led to it"
    return _fault("internal", text, where)


_TABLE: Final[tuple[tuple[type[Exception], Callable[[Any], ErrorObject]], ...]] = (
    (CardError, _card_error),
    (RulesError, _coded),
    (VisionError, _coded),
    (ModelError, _coded),
    (ConflictError, _conflict),
    (ServiceError, _coded),
    (
        json.JSONDecodeError,
        lambda error: _fault("bad-json", f"this is no JSON: {error.msg}", f"line {error.lineno}, column {error.colno}"),
    ),
    (
        UnicodeDecodeError,
        lambda error: _fault("not-text", "this is no UTF-8 text: save it as UTF-8", f"byte {error.start}"),
    ),
    (OSError, _os_error),
    (RecursionError, lambda _: _fault("bad-json", "this is nested too deeply")),
    (MemoryError, lambda _: _fault("out-of-memory", "this needs more memory than there is")),
    (
        ImportError,
        lambda error: _fault(
            "broken-installation",
            f"a part of the program cannot be loaded ({error}); `rackcheck doctor` says how to mend it",
        ),
    ),
    (Exception, _internal),
)


def error_object(error: Exception, where: str = "") -> ErrorObject:
    """Turn any exception into the contract's `error`; `where` fills in for an exception that names no place.

    An exception that no area documents is a fault of the program: it becomes `internal`, with the source line.
    """
    found = next(describe for kind, describe in _TABLE if isinstance(error, kind))(error)
    if where and not found["where"]:
        found["where"] = where
    elif where and isinstance(error, json.JSONDecodeError | UnicodeDecodeError):
        # A line or a byte offset says nothing without the file or field it counts in.
        found["where"] = f"{where}, {found['where']}"
    found["message"], found["where"] = shortened(found["message"]), shortened(found["where"])
    return found


def unless_damaged(read: Callable[[str], T], name: str) -> T | None:
    """Return what `read` says of a game, or None for a damaged game."""
    try:
        return read(name)
    except ServiceError as error:
        if error.code != "book-damaged":
            raise
        return None
