import copy
import errno
import json
import pickle

import pytest

from models import ModelError
from rules.errors import CardError, RulesError, TileTextError
from service.photos.scan_queue import BusyError
from service.shared import json_text
from service.shared.errors import ConflictError, ServiceError, WrongUsageError, error_object
from service.shared.http_status import status_of
from vision import VisionError


def _fault_of_the_program() -> ZeroDivisionError:
    try:
        1 / 0  # noqa: B018 - only the exception counts
    except ZeroDivisionError as error:
        return error
    raise AssertionError


CASES = {
    "rules": (RulesError("bad-thing", "no", "field"), "bad-thing", "field"),
    "tile": (TileTextError("unknown-tile", "no", position=4, offending="X"), "unknown-tile", "character 4"),
    "vision": (VisionError("not-an-image", "no", "a.jpg"), "not-an-image", "a.jpg"),
    "model": (ModelError("missing-model", "no", "active.toml"), "missing-model", "active.toml"),
    "service": (ServiceError("busy", "no", "scan"), "busy", "scan"),
    "missing file": (FileNotFoundError(errno.ENOENT, "No such file", "a.jpg"), "file-not-found", "a.jpg"),
    "folder": (IsADirectoryError(errno.EISDIR, "Is a directory", "d"), "is-a-folder", "d"),
    "forbidden": (PermissionError(errno.EACCES, "Permission denied", "f"), "no-permission", "f"),
    "full disk": (OSError(errno.ENOSPC, "No space left", "f"), "disk-full", "f"),
    "other system error": (OSError(errno.EIO, "Input/output error", "f"), "io-error", "f"),
    "no text": (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), "not-text", "here, byte 0"),
    "bad json": (json.JSONDecodeError("Expecting value", "x", 0), "bad-json", "here, line 1, column 1"),
    "memory": (MemoryError(), "out-of-memory", "here"),
    "package that does not load": (ImportError("libGL.so.1"), "broken-installation", "here"),
    "bug": (_fault_of_the_program(), "internal", "test_errors.py:19"),
}


@pytest.mark.parametrize(("error", "code", "where"), CASES.values(), ids=CASES)
def test_every_exception_has_a_row(error: Exception, code: str, where: str) -> None:
    """Each type of exception becomes an error object with code, place and message."""
    found = error_object(error, "here")
    assert (found["code"], found["where"]) == (code, where)
    assert found["message"]


@pytest.mark.parametrize(
    "error",
    [
        ServiceError("busy", "no", "scan"),
        WrongUsageError("blank", "no"),
        ConflictError(3, [{"number": 3}]),
        BusyError(7),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_of_the_service_survives_a_trip_between_processes(error: ServiceError) -> None:
    """An error of a worker process reaches the program that waits for it, with all that it holds."""
    for made in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):  # noqa: S301 - our own bytes
        assert type(made) is type(error)
        assert (str(made), vars(made)) == (str(error), vars(error))


def test_a_text_in_another_encoding_is_told_how_to_save_it() -> None:
    """A file that an editor saved in another encoding says what to do, and not only what is wrong."""
    assert error_object(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"))["message"].endswith("save it as UTF-8")


def test_a_fault_in_a_card_has_line_and_column() -> None:
    """The error object of a card's fault adds line and column, as the HTTP interface promises."""
    found = error_object(CardError("bad-toml", "no", file="my.toml", line=3, column=7))
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
    """The code alone decides the HTTP status; a code without a row is 422."""
    assert status_of(code) == status


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1,]", "NaN", '{"a": Infinity}', "[" * 100_000, "9" * 5000, b"\xff\xfe{", '"\x01"', "1 2"],
    ids=["empty", "open", "comma", "nan", "infinity", "deep", "digits", "bytes", "control", "two"],
)
def test_json_that_cannot_be_read_is_refused(text: str | bytes) -> None:
    """Every JSON text with any fault gives one `bad-json` error."""
    with pytest.raises(ServiceError) as caught:
        json_text.loads(text, "body")
    assert caught.value.code == "bad-json"
    assert caught.value.where.startswith("body"), "NaN and a field given twice have a place too"
    assert "recursion" not in caught.value.message
    assert "set_int_max" not in caught.value.message


@pytest.mark.parametrize("text", ['{"card": "a", "card": "b"}', '[{"n": {"card": 1, "is": 2, "c\\u0061rd": 1}}]'])
def test_a_field_given_twice_is_refused(text: str) -> None:
    """We never guess which of two values of one field is meant."""
    with pytest.raises(ServiceError) as caught:
        json_text.loads(text, "body")
    assert (caught.value.code, caught.value.message) == (
        "bad-json",
        "the field 'card' is given twice in one object; leave one out",
    )
    assert caught.value.where == "body"


def test_json_is_printed_as_one_ascii_line() -> None:
    """Names in any script, and even half a surrogate pair, print as ASCII on every terminal."""
    value = {"name": "Zoë 蓮\nx", "tile": "\U0001f004"}
    line = json_text.dumps(value)
    assert line.isascii()
    assert "\n" not in line
    assert json_text.loads(line) == value
    assert json_text.dumps("caf\udce9.jpg") == '"caf\\udce9.jpg"'


@pytest.mark.parametrize(
    ("text", "where"),
    [
        pytest.param(r'"\ud800"', "body, column 2", id="the first half"),
        pytest.param(r'"a \uDFFF"', "body, column 4", id="the second half"),
        pytest.param(b'{"a": 1,\n "\\uDC00": 2}', "body, line 2, column 3", id="in a name, in the second line"),
        pytest.param(r'"\ud800\ud83c\udc04"', "body, column 2", id="before a whole pair"),
        pytest.param(r'"\ud83c\udc04\udc04"', "body, column 14", id="after a whole pair"),
        pytest.param(r'"\ud83c\u0041"', "body, column 2", id="before another letter"),
        pytest.param(r'"\ud83c\n\udc04"', "body, column 2", id="halves apart"),
        pytest.param(r'"\\\ud800"', "body, column 4", id="after a backslash"),
        pytest.param('"caf\udce9"', "body, column 5", id="bare, as an undecodable byte is kept"),
    ],
)
def test_half_a_surrogate_pair_is_refused_where_it_stands(text: str | bytes, where: str) -> None:
    """Half a surrogate pair is refused first, since no file, hash or database accepts it."""
    with pytest.raises(ServiceError) as caught:
        json_text.loads(text, "body")
    assert (caught.value.code, caught.value.where) == ("bad-json", where)
    assert caught.value.message[6:].startswith(" is half a character: write the whole pair")
    assert 0xD800 <= int(caught.value.message.removeprefix("\\u")[:4], 16) < 0xE000


def test_a_text_is_read_up_to_its_limit() -> None:
    """A text of as many characters as may be is read, and one more is refused before anything in it is."""
    assert json_text.loads("[1]", "body", 3) == [1]
    for text in ("[10]", b"[1]\xff"):
        with pytest.raises(ServiceError) as caught:
            json_text.loads(text, "body", 3)
        assert (caught.value.code, caught.value.where) == ("too-large", "body")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param(r'"\ud83c\udc04"', "\U0001f004", id="a pair"),
        pytest.param(r'"\uD83C\uDC04\ud83c\udc04"', "\U0001f004" * 2, id="two pairs"),
        pytest.param(r'"\\ud800"', "\\ud800", id="a backslash and letters"),
        pytest.param('"\U0001f004"'.encode(), "\U0001f004", id="the character itself"),
        pytest.param(b'\xef\xbb\xbf"a"', "a", id="after a byte order mark"),
        pytest.param(r'"\ud7ff\ue000"', "\ud7ff\ue000", id="the neighbours of the surrogates"),
    ],
)
def test_whole_characters_are_read(text: str | bytes, value: str) -> None:
    """Text that only looks like half a pair is read as in any JSON parser."""
    assert json_text.loads(text) == value == json.loads(text)
