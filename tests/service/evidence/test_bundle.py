import hashlib
import io
import json
import struct
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import ClaimError
from service.evidence.bundle_file import (
    MANIFEST,
    MOST_BYTES,
    PARTS,
    Bundle,
    UsedNetwork,
    keep_bundle,
    load_bundle,
    now_text,
    read_bundle,
    write_bundle,
)
from service.shared.errors import ServiceError

MODEL = {"task": "reader", "name": "reader-2@2.0", "sha256": "0" * 64}
PARTS_OF_IT = {"photo.jpg": b"\xff\xd8\xffpicture", "claim.json": b"{}\n", "ruleset.toml": b'id = "x"\n'}
BUNDLE = Bundle("2026-03-01T20:15:00Z", "rackcheck 0.1.0", (UsedNetwork(**MODEL),), PARTS_OF_IT)


def _zip(parts: dict[str, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", compression) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return made.getvalue()


def _manifest(**changes: Any) -> bytes:  # noqa: ANN401 - any JSON value
    told = {
        "format": "rackcheck-evidence",
        "version": 1,
        "created": "then",
        "program": "rackcheck 0.1.0",
        "models": [MODEL],
        "parts": {
            name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in PARTS_OF_IT.items()
        },
        **changes,
    }
    return json.dumps({name: value for name, value in told.items() if value is not None}).encode()


def _refusal(data: bytes) -> str:
    with pytest.raises(ServiceError) as error:
        read_bundle(data, "a.zip")
    assert error.value.code in {"bad-evidence", "bad-json"}
    assert error.value.where.startswith("a.zip")
    return error.value.message


def test_what_is_written_is_read_back() -> None:
    """A bundle returns every part byte for byte, with the time, the program and the networks."""
    assert read_bundle(write_bundle(BUNDLE), "a.zip") == BUNDLE


def test_equal_bundles_are_equal_bytes() -> None:
    """The order of parts and the clock do not change the bytes; only the time in the bundle does."""
    other = Bundle(BUNDLE.created, BUNDLE.program, BUNDLE.models, dict(reversed(PARTS_OF_IT.items())))
    assert write_bundle(other) == write_bundle(BUNDLE)
    later = Bundle("2026-03-02T00:00:00Z", BUNDLE.program, BUNDLE.models, PARTS_OF_IT)
    first, second = write_bundle(BUNDLE), write_bundle(later)
    assert first != second
    assert first.replace(b"2026-03-01T20:15:00Z", b"").count(b"picture") == 1


def test_any_zip_program_reads_it() -> None:
    """A bundle is a plain zip: Python's zipfile reads its parts by name."""
    with zipfile.ZipFile(io.BytesIO(write_bundle(BUNDLE))) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [MANIFEST, *sorted(PARTS_OF_IT)]
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        told = json.loads(archive.read(MANIFEST))
    for name, entry in told["parts"].items():
        assert entry == {"bytes": len(PARTS_OF_IT[name]), "sha256": hashlib.sha256(PARTS_OF_IT[name]).hexdigest()}


def test_a_changed_part_is_named() -> None:
    """A part that differs from the manifest is no error; the review names it."""
    changed = _zip({MANIFEST: _manifest(), **PARTS_OF_IT, "claim.json": b"[]\n"})
    assert read_bundle(changed, "a.zip").altered == ("claim.json",)


BAD: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "no zip file"),
    "no zip": (b"hello" * 100, "no zip file"),
    "no manifest": (_zip(PARTS_OF_IT), "no manifest.json"),
    "manifest no json": (_zip({MANIFEST: b"{", **PARTS_OF_IT}), "no JSON"),
    "another format": (_zip({MANIFEST: _manifest(format="x"), **PARTS_OF_IT}), "not that of a dispute bundle"),
    "a later form": (_zip({MANIFEST: _manifest(version=2), **PARTS_OF_IT}), "form 2"),
    "missing part": (_zip({MANIFEST: _manifest(), "photo.jpg": b""}), "claim.json, ruleset.toml"),
    "part not told": (_zip({MANIFEST: _manifest(), **PARTS_OF_IT, "card.toml": b""}), "card.toml"),
    "strange name": (_zip({MANIFEST: _manifest(), "evil.sh": b""}), "'evil.sh' is no part"),
    "path upwards": (_zip({MANIFEST: _manifest(), "../claim.json": b""}), "no part"),
    "absolute path": (_zip({MANIFEST: _manifest(), "/claim.json": b""}), "no part"),
    "folder": (_zip({MANIFEST: _manifest(), "claim.json/": b""}), "no part"),
    "compressed": (_zip({MANIFEST: _manifest(), **PARTS_OF_IT}, zipfile.ZIP_DEFLATED), "compressed or encrypted"),
    "bomb": (_zip({MANIFEST: b" " * 30_000_000}, zipfile.ZIP_DEFLATED), "compressed or encrypted"),
    "large text": (_zip({MANIFEST: _manifest(), "claim.json": b" " * 4_000_001}), "larger than 4 MB"),
    "many parts": (_zip({f"{number}": b"" for number in range(40)}), "more parts"),
    "comment": (write_bundle(BUNDLE)[:-2] + b"\x01\x00x", "no zip file"),
    "cut off": (write_bundle(BUNDLE)[40:], ""),
}


@pytest.mark.parametrize(("data", "words"), BAD.values(), ids=BAD)
def test_what_is_no_bundle_is_refused(data: bytes, words: str) -> None:
    """A file that is no bundle gives one error that says why; nothing is unpacked, and memory does not grow."""
    assert words in _refusal(data)


def test_a_long_name_is_not_told_whole() -> None:
    """An error about a part with an extremely long name stays short."""
    data = bytearray(_zip({"photo.jpg": b"x" * 5_000, MANIFEST: _manifest()}))
    data[26:28] = (3_000).to_bytes(2, "little")
    told = _refusal(bytes(data))
    assert "no whole zip file" in told
    assert len(told) < 200


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_may_stand_once() -> None:
    """Two parts of one name are refused, since readers may pick either."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for text in ("{}", "[]"):
            archive.writestr("claim.json", text)
    assert "twice" in _refusal(made.getvalue())


def test_encrypted_parts_are_refused() -> None:
    """Encrypted parts are refused: everyone at the table must be able to read a bundle."""
    data = bytearray(_zip({MANIFEST: _manifest()}))
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    assert "encrypted" in _refusal(bytes(data))


def test_parts_that_lie_over_each_other_are_refused() -> None:
    """Overlapping parts are refused, so that a small file cannot claim a huge content."""
    data = bytearray(_zip({MANIFEST: _manifest(), **PARTS_OF_IT}))
    size = len(data) - 40
    for name in PARTS_OF_IT:
        if name != "photo.jpg":
            continue
        at = data.rindex(name.encode()) - 46
        struct.pack_into("<II", data, at + 20, size, size)
    assert "over each other" in _refusal(bytes(data))


def test_a_directory_larger_than_any_bundles_is_refused() -> None:
    """A file with an oversized directory or a zip64 end record is refused before it is read."""
    data = bytearray(write_bundle(BUNDLE))
    struct.pack_into("<I", data, len(data) - 10, 1_000_000)
    assert "more parts" in _refusal(bytes(data))
    locator = write_bundle(BUNDLE)
    assert "no zip file" in _refusal(locator[:-22] + b"PK\x06\x07" + bytes(16) + locator[-22:])


@pytest.mark.parametrize(
    "changes",
    [
        {"models": 3},
        {"models": [{"task": "reader"}]},
        {"models": [{**MODEL, "sha256": "x"}]},
        {"created": None},
        {"parts": []},
    ],
    ids=["models a number", "model without hash", "no hash", "no time", "parts a list"],
)
def test_a_manifest_of_the_wrong_kind_is_refused(changes: dict[str, object]) -> None:
    """A manifest of the wrong type gives an error with the file and the field."""
    with pytest.raises(ClaimError) as error:
        read_bundle(_zip({MANIFEST: _manifest(**changes), **PARTS_OF_IT}), "a.zip")
    assert error.value.where.startswith("a.zip: manifest.json: ")


@given(data=st.data())
def test_no_damage_is_more_than_an_error(data: st.DataObject) -> None:
    """However bytes are changed, cut or inserted, a bundle is read or refused with our one error."""
    whole = bytearray(write_bundle(BUNDLE))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        kind = data.draw(st.sampled_from(["change", "cut", "insert"]))
        if kind == "change":
            whole[at] = data.draw(st.integers(0, 255))
        elif kind == "cut":
            del whole[at : at + data.draw(st.integers(1, 40))]
        else:
            whole[at:at] = data.draw(st.binary(min_size=1, max_size=40))
        if not whole:
            break
    try:
        found = read_bundle(bytes(whole), "a.zip")
    except (ServiceError, ClaimError):
        return
    assert set(found.parts) <= PARTS


def test_a_bundle_is_never_written_over_another(tmp_path: Path) -> None:
    """Writing a bundle creates a new file and never overwrites one; the returned hash is that of its bytes."""
    path = tmp_path / "a.zip"
    digest = keep_bundle(BUNDLE, path)
    assert digest == hashlib.sha256(path.read_bytes()).hexdigest()
    assert load_bundle(path) == (BUNDLE, digest)
    with pytest.raises(FileExistsError):
        keep_bundle(BUNDLE, path)
    assert load_bundle(path)[0] == BUNDLE


@pytest.mark.parametrize(
    ("begin", "size", "text"),
    [
        pytest.param(b"\xff\xd8\xff\xe0", MOST_BYTES, "no zip file", id="film"),
        pytest.param(b"PK\x03\x04", MOST_BYTES, "no zip file", id="begins as a zip"),
        pytest.param(b"PK\x03\x04", MOST_BYTES + 1, "larger than", id="too large"),
    ],
)
def test_a_large_file_that_is_no_bundle_is_refused_at_a_glance(
    begin: bytes, size: int, text: str, tmp_path: Path
) -> None:
    """The program tells a film or another zip from a bundle without reading all of it into memory."""
    path = tmp_path / "large.zip"
    path.write_bytes(begin)
    with path.open("r+b") as file:
        file.truncate(size)
    tracemalloc.start()
    try:
        with pytest.raises(ServiceError) as caught:
            load_bundle(path)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (caught.value.code, caught.value.where) == ("bad-evidence", str(path))
    assert text in caught.value.message
    assert most < 1_000_000


def test_a_moment_is_written_in_utc() -> None:
    """Two time zones write the same moment the same way, in UTC."""
    assert now_text().endswith("Z")
    assert len(now_text()) == len(BUNDLE.created)
