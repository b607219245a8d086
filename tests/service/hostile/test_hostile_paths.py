"""Prove that no request reads or writes a file outside the data folder: every route with a name, links, archives."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import onnxruntime  # noqa: F401 - it reads the system's name on its first import
import pytest
from fastapi.testclient import TestClient

from service.evidence.bundle_file import MANIFEST, read_bundle
from service.server.app import create_app
from service.shared.errors import ServiceError
from service.shared.settings import Settings
from tests.fuzz.targets.form import PHOTO
from tests.fuzz.targets.tile_set import TARGET as TILE_SETS
from tests.vision import toys
from vision import VisionError, read_tile_set

ROOT = Path(__file__).resolve().parents[3]

NAMES = [
    "../secret",
    "../../secret.json",
    "..%2fsecret",
    "....//secret",
    "/etc/passwd",
    "//etc/passwd",
    "..\\secret",
    "C:\\secret",
    "secret\0.json",
    "secret%00",
    ".",
    "..",
    "~",
    "~root/x",
    "$HOME",
    "file:///etc/passwd",
    "\\\\host\\share",
    "a/../../secret",
    "secret.toml",
    "./secret.toml",
    "\N{FULLWIDTH FULL STOP}\N{FULLWIDTH FULL STOP}/secret",
    "\N{ONE DOT LEADER}\N{ONE DOT LEADER}/secret",
    "x" * 5000,
]
"""Ways to name a file elsewhere."""


class Touched:
    """The files that Python code opens, creates, moves, links or deletes while `watching`."""

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self.watching = False
        sys.addaudithook(self._heard)

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.watching and event in _EVENTS:
            self.paths |= {
                os.path.realpath(os.fsdecode(one))
                for one in arguments[:2]
                if isinstance(one, str | bytes | os.PathLike)
            }

    @contextmanager
    def during(self) -> Iterator[None]:
        """Record from here on, with an empty list."""
        self.paths.clear()
        self.watching = True
        try:
            yield
        finally:
            self.watching = False


_EVENTS = frozenset(
    {"open", "os.listdir", "os.scandir", "os.mkdir", "os.rename", "os.link", "os.symlink", "os.remove", "os.rmdir"}
    | {"os.chmod", "os.truncate", "shutil.copyfile", "sqlite3.connect", "tempfile.mkstemp", "tempfile.mkdtemp"}
)

TOUCHED = Touched()
"""One for all tests, since an audit hook cannot be removed."""


@pytest.fixture
def secret(data_dir: Path) -> Path:
    """A file beside the data folder, of a type that each reader would accept."""
    path = data_dir.parent / "secret"
    data_dir.mkdir()
    for name in ("secret", "secret.json", "secret.toml"):
        (data_dir.parent / name).write_text('id = "secret"\ntitle = "S3CRET"\n', encoding="utf-8")
    return path


@pytest.fixture
def client(chosen: Settings, secret: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The application with fake networks."""
    monkeypatch.setattr("service.shared.networks._networks", toys.networks)
    with TestClient(create_app(chosen), raise_server_exceptions=False) as found:
        yield found


def _own(path: str, data_dir: Path) -> bool:
    """Say whether a request may touch the file: it is in the data folder or part of the program."""
    program = (data_dir, ROOT, Path(sysconfig.get_path("stdlib")), Path(sys.prefix), Path(sys.base_prefix))
    return any(path == os.path.realpath(one) or path.startswith(f"{os.path.realpath(one)}/") for one in program)


def _ask(client: TestClient, name: str) -> Iterator[Any]:
    """Yield each request of the interface that takes a name, with this name in it."""
    said, form = quote(name, safe=""), {"image": (name, PHOTO, "image/jpeg")}
    labels = '{"tiles": [{"box": [20, 25, 60, 65], "label": "5B"}]}'
    for at in (said, name):
        for path in ("cards", "rulings", "sets", "games"):
            if "\0" not in at:
                yield client.get(f"/api/v1/{path}/{at}")
        if "\0" not in at:
            yield client.get(f"/page/{at}")
            yield client.get(f"/pair/{at}")
    for rest in ("file", "faces/x", f"faces/{said}"):
        yield client.get(f"/api/v1/sets/{said}/{rest}")
    yield client.get(f"/api/v1/sets/x/faces/{said}")
    yield client.delete(f"/api/v1/sets/{said}/faces/x")
    yield client.delete(f"/api/v1/sets/{said}")
    for rest in ("chart", "recompute", "settle-up"):
        yield client.get(f"/api/v1/games/{said}/{rest}")
    yield client.get(f"/api/v1/games/{said}/entries/1/evidence")
    yield client.post(f"/api/v1/games/{said}/entries/1/evidence", content=b"PK")
    yield client.delete(f"/api/v1/games/{said}/entries/1/evidence")
    yield client.delete(f"/api/v1/games/{said}/evidence")
    yield client.post("/api/v1/pair", json={"code": name})
    yield client.post("/api/v1/players", json={"name": name})
    for path in ("healthz", "api/v1/cards", "api/v1/games", "api/v1/players", "api/v1/rulesets", "api/v1/sets"):
        yield client.get(f"/{path}", params={"most": name, "skip": name, "name": name, "card": name})
    for rest in ("export.csv", "export.json", "entries", "standings", "events"):
        yield client.get(f"/api/v1/games/{said}/{rest}")
    yield client.get("/api/v1/rulings", params={"ruleset": name})
    yield client.post("/api/v1/check", json={"rack": "1B", "card": name})
    yield client.post("/api/v1/check", json={"rack": "1B", "card": "nmjl-1976", "ruleset": name})
    yield client.post("/api/v1/settle", json={"ruleset": name, "players": ["A", "B"], "outcome": {"kind": "wall"}})
    yield client.post(f"/api/v1/rulings/{said}", json={"ruleset": name})
    yield client.post("/api/v1/cards", json={"text": f'id = "{quote(name)}"\ntitle = "T"\n'})
    yield client.post("/api/v1/cards/check", json={"text": f'id = "{quote(name)}"\n'})
    yield client.post("/api/v1/cards/try", json={"text": 'id = "a"\n', "rack": "1B", "ruleset": name})
    yield client.post("/api/v1/cards/draft", json={"text": name})
    yield client.post("/api/v1/cards/photo", files=form)
    yield client.get(f"/api/v1/rulesets/{said}/options")
    yield client.get("/api/v1/tables")
    yield client.get(f"/api/v1/tables/{said}")
    yield client.put(f"/api/v1/tables/{said}", json={"table": {"id": name, "title": "T", "parent": name}})
    yield client.put(
        f"/api/v1/tables/{said}", json={"text": f'id = "{quote(name)}"\ntitle = "T"\nparent = "hoyle-league"\n'}
    )
    yield client.delete(f"/api/v1/tables/{said}")
    yield client.get(f"/api/v1/cards/{said}/file")
    yield client.put(f"/api/v1/cards/{said}", json={"text": 'id = "a"\ntitle = "T"\n'})
    yield client.delete(f"/api/v1/cards/{said}")
    for way in ("name", "copy"):
        yield client.post(f"/api/v1/cards/{said}/{way}", json={"id": "b"})
        yield client.post(f"/api/v1/cards/nmjl-1976/{way}", json={"id": name, "title": name})
    yield client.post("/api/v1/games", json={"ruleset": name, "players": ["A", "B", "C", "D"]})
    yield client.post("/api/v1/games", json={"ruleset": "nmjl-1976", "card": name, "players": ["A", "B", "C", "D"]})
    yield client.post("/api/v1/games/import", json={"format": "rackcheck-game", "game": {"id": name}})
    yield client.post(f"/api/v1/games/{said}/entries", json={"kind": "note", "based_on": 0, "note": "x"})
    yield client.post("/api/v1/sets", params={"name": name}, content=TILE_SETS.seeds[0])
    yield client.post("/api/v1/sets/x/name", json={"name": name})
    yield client.post("/api/v1/sets/x/merge", json={"others": [name]})
    yield client.post(f"/api/v1/sets/{said}/merge", json={"others": ["x"]})
    yield client.post(f"/api/v1/sets/{said}/forget", json={"faces": [name]})
    yield client.post("/api/v1/scan", files=form, data={"set": name})
    at_tile = "[[20, 25], [60, 25], [60, 65], [20, 65]]"
    yield client.post("/api/v1/scan/tile", files=form, data={"set": name, "quad": at_tile})
    yield client.get("/api/v1/join", params={"name": name})
    yield client.get("/api/v1/season", params={"since": name})
    yield client.post("/api/v1/live", files=form, data={"set": name, "time": "1", "session": name})
    yield client.post("/api/v1/evidence", files=form, data={"claim": f'{{"card": "{quote(name)}"}}', "set": name})
    yield client.post("/api/v1/evidence/recheck", content=name.encode("utf-8", "surrogatepass"))
    yield client.get("/api/v1/copy")
    card, table = (
        f'id = "{quote(name)}"\ntitle = "T"\n',
        f'id = "{quote(name)}"\ntitle = "T"\nparent = "hoyle-league"\n',
    )
    copied = {
        "cards": [{"name": name, "text": card}, {"name": name, "text": 'id = "a"\ntitle = "T"\n'}],
        "tables": [{"name": name, "text": table}],
        "sets": [{"name": name}],
        "games": [{"format": "rackcheck-game", "game": {"id": name, "title": name}}],
    }
    yield client.post("/api/v1/copy", json={"format": "rackcheck-copy", "version": 1, **copied})
    yield client.post(f"/api/v1/sets/{said}/lessons", files=form, data={"labels": labels})
    yield client.post(f"/api/v1/sets/{said}/corrections", files=form, data={"labels": labels, "keep": "yes"})
    yield client.post(f"/api/v1/sets/{said}/proposal", files=form)


def test_no_name_leads_out_of_the_data_folder(client: TestClient, chosen: Settings) -> None:
    """Whatever name a request gives a card, rule set, tile set, game, face or file, it touches nothing elsewhere."""
    before = {path: path.read_bytes() for path in chosen.data_dir.parent.glob("secret*")}
    # Once a process, Python reads the system's list of file types.
    client.get("/")
    for name in NAMES:
        answers = 0
        with TOUCHED.during():
            for answer in _ask(client, name):
                answers += 1
                # 501: this machine has no text recognition.
                assert answer.status_code < 500 or answer.status_code == 501, (name, answer.text)
                assert "S3CRET" not in answer.text, name
                assert "root:" not in answer.text, name
        assert answers > 30
        assert not [path for path in TOUCHED.paths if not _own(path, chosen.data_dir)], name
    assert {path: path.read_bytes() for path in chosen.data_dir.parent.glob("secret*")} == before


def test_every_address_is_asked(client: TestClient) -> None:
    """The test above covers every operation of the interface; a new one has to be added."""
    described = client.get("/openapi.json").json()["paths"]
    left = {(method.upper(), path) for path, operations in described.items() for method in operations}
    for answer in _ask(client, "probe"):
        asked = answer.request.method, answer.request.url.path
        left -= {(way, path) for way, path in left if way == asked[0] and _fits(asked[1], path)}
    assert left == set()


def _fits(asked: str, path: str) -> bool:
    return re.fullmatch(re.sub(r"\{[^}]*\}", "[^/]+", path), asked) is not None


def test_the_watching_sees_what_it_should(tmp_path: Path) -> None:
    """The hook notices an opened file and a listed folder, so the test above can fail."""
    (tmp_path / "a").write_text("x", encoding="utf-8")
    with TOUCHED.during():
        (tmp_path / "a").read_bytes()
        list(tmp_path.iterdir())
        (tmp_path / "a").rename(tmp_path / "b")
    real = os.path.realpath(tmp_path)
    assert {f"{real}/a", real, f"{real}/b"} <= TOUCHED.paths
    assert not _own(f"{real}/a", tmp_path / "data")


@pytest.mark.parametrize("path", ["/page/link", "/page/folder/secret", "/page/js/../link", "/page/js/%2e%2e/link"])
def test_a_link_out_of_the_page_is_not_followed(
    client: TestClient, secret: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, path: str
) -> None:
    """A link among the page's files that leads out of them is not served."""
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "link").symlink_to(secret)
    (folder / "folder").symlink_to(secret.parent)
    files: Any = next(route.app for route in client.app.routes if getattr(route, "name", "") == "page")  # type: ignore[attr-defined]
    monkeypatch.setattr(files, "all_directories", [str(folder)])
    assert client.get(path).status_code == 404


def test_a_link_in_the_data_folder_is_the_owners_own(client: TestClient, chosen: Settings, secret: Path) -> None:
    """A link that the owner put into the data folder is allowed, but a request never writes through it."""
    chosen.cards_dir.mkdir(parents=True)
    card = (ROOT / "rules" / "cards" / "practice.toml").read_text(encoding="utf-8").replace('"practice"', '"mine"', 1)
    (chosen.cards_dir / "mine.toml").symlink_to(secret)
    before = secret.read_bytes()
    answer = client.post("/api/v1/cards", json={"text": card})
    assert answer.status_code == 409
    assert secret.read_bytes() == before


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/evil", "a/../../evil", "..\\evil", "photo.jpg/../../evil", "manifest.json/"]
)
def test_no_part_of_a_bundle_has_a_name_of_its_own(name: str, tmp_path: Path) -> None:
    """A bundle is read in memory, and a part with an unexpected name is an error."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(MANIFEST, "{}")
        archive.writestr(name, "evil")
    with TOUCHED.during(), pytest.raises(ServiceError) as error:
        read_bundle(made.getvalue(), "a.zip")
    assert error.value.code == "bad-evidence"
    assert not [path for path in TOUCHED.paths if not _own(path, tmp_path)]


def test_a_link_in_a_bundle_is_bytes(tmp_path: Path) -> None:
    """A zip entry that claims to be a symbolic link is read like any part: nothing is unpacked."""
    info = zipfile.ZipInfo("photo.jpg")
    info.create_system, info.external_attr = 3, 0o120777 << 16
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(MANIFEST, "{}")
        archive.writestr(info, "../../etc/passwd")
    with TOUCHED.during(), pytest.raises(Exception, match=r"manifest|format") as error:
        read_bundle(made.getvalue(), "a.zip")
    assert getattr(error.value, "code", "")
    assert not [path for path in TOUCHED.paths if not _own(path, tmp_path)]


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_no_name_of_a_set_is_a_path(name: str) -> None:
    """A tile set's own name becomes a file name without path separators."""
    data = TILE_SETS.seeds[0].replace(b"Grandma's", b"@@", 1)
    text = json.dumps(name)[1:-1]
    try:
        profile = read_tile_set(data.replace(b"@@", text.encode(), 1), "set.json")
    except VisionError:
        return
    assert not set(profile.name) & set("/\\\0")
    assert not profile.name.startswith((".", "~"))
