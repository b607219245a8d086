import errno
import json

import pytest

from models import ModelError
from rules.errors import CardError, RulesError, TileTextError
from service import jsontext
from service.errors import ServiceError, error_object
from service.web.errors import status_of
from vision.errors import VisionError


def _fault_of_the_program() -> ZeroDivisionError:
    try:
        1 / 0  # noqa: B018 - only the exception counts
    except ZeroDivisionError as error:
        return error
    raise AssertionError


CASES = {
    "rules": (RulesError("no", code="bad-thing", where="field"), "bad-thing", "field"),
    "tile": (TileTextError("no", code="unknown-tile", position=4, offending="X"), "unknown-tile", "character 4"),
    "vision": (VisionError("not-an-image", "no", "a.jpg"), "not-an-image", "a.jpg"),
    "model": (ModelError("missing-model", "no", "active.toml"), "missing-model", "active.toml"),
    "service": (ServiceError("busy", "no", "scan"), "busy", "scan"),
    "missing file": (FileNotFoundError(errno.ENOENT, "No such file", "a.jpg"), "file-not-found", "a.jpg"),
    "folder": (IsADirectoryError(errno.EISDIR, "Is a directory", "d"), "is-a-folder", "d"),
    "forbidden": (PermissionError(errno.EACCES, "Permission denied", "f"), "no-permission", "f"),
    "full disk": (OSError(errno.ENOSPC, "No space left", "f"), "disk-full", "f"),
    "other system error": (OSError(errno.EIO, "Input/output error", "f"), "io-error", "f"),
    "no text": (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), "not-text", "byte 0"),
    "bad json": (json.JSONDecodeError("Expecting value", "x", 0), "bad-json", "line 1, column 1"),
    "memory": (MemoryError(), "out-of-memory", "here"),
    "package that does not load": (ImportError("libGL.so.1"), "broken-installation", "here"),
    "bug": (_fault_of_the_program(), "internal", "test_errors.py:16"),
}


@pytest.mark.parametrize(("error", "code", "where"), CASES.values(), ids=CASES)
def test_every_exception_has_a_row(error: Exception, code: str, where: str) -> None:
    """Each kind of exception becomes an error object with code, place and a message."""
    found = error_object(error, "here")
    assert (found["code"], found["where"]) == (code, where)
    assert found["message"]


def test_a_fault_in_a_card_has_line_and_column() -> None:
    """The error object of a card's fault adds line and column, as the HTTP interface promises."""
    found = error_object(CardError("no", code="bad-toml", file="my.toml", line=3, column=7))
    assert (found["line"], found["column"], found["where"]) == (3, 7, "my.toml:3:7")


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("bad-json", 400),
        ("unknown-card", 404),
        ("card-exists", 409),
        ("too-large", 413),
        ("heic-not-supported", 415),
        ("unknown-tile", 422),
        ("busy", 503),
        ("broken-installation", 503),
        ("internal", 500),
    ],
)
def test_codes_have_their_status(code: str, status: int) -> None:
    """The HTTP status goes by the code alone; a code without a row is 422."""
    assert status_of(code) == status


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1,]", "NaN", '{"a": Infinity}', "[" * 100_000, "9" * 5000, b"\xff\xfe{", '"\x01"', "1 2"],
    ids=["empty", "open", "comma", "nan", "infinity", "deep", "digits", "bytes", "control", "two"],
)
def test_json_that_cannot_be_read_is_refused(text: str | bytes) -> None:
    """Whatever is wrong with a JSON text, it is one `bad-json` error."""
    with pytest.raises(ServiceError) as caught:
        jsontext.loads(text)
    assert caught.value.code == "bad-json"


def test_json_is_printed_as_one_ascii_line() -> None:
    """Names in any script, and even half a surrogate pair, pass through every terminal unharmed."""
    value = {"name": "Zoë 蓮\nx", "half": "\ud800"}
    line = jsontext.dumps(value)
    assert line.isascii()
    assert "\n" not in line
    assert jsontext.loads(line) == value
