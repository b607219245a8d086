"""Test the files of a built site."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from service.browser.site import packages
from service.browser.site.build import Site, build_site, print_networks
from service.browser.site.packages import archive_of, pinned_packages
from service.browser.site.serve import site_server
from service.browser.site.sizes import PACKED
from service.server.routes.page_files import PAGE
from service.shared.errors import ServiceError, error_object
from tests.service.browser.site.conftest import cache

MOST_SENT = 12_000_000
MOST_NETWORK = 3_100_000
"""Bytes of the network for upright tiles, which the page fetches once the program runs."""
MOST_LATER = 11_500_000
"""Bytes of the text recognition for cards; a phone fetches it with the first photo of a card."""

BROTLI = """
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
// A host compresses what it keeps at quality 11, which takes these files half a minute; so they come out larger here.
const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window } = constants;
const params = (size) => ({ [quality]: size > 1e5 && size < 1.8e6 ? 10 : 9, [window]: 24 });
const sizes = readFileSync(0, "utf8").split("\\n").map((name) => {
  const data = readFileSync(name);
  return Math.min(data.length, brotliCompressSync(data, { params: params(data.length) }).length);
});
console.log(sizes.reduce((sum, size) => sum + size, 0));
"""
"""Print how many bytes a host sends that compresses by brotli; the input lists the files."""


def test_the_same_program_builds_the_same_bytes(site: Site, tmp_path: Path) -> None:
    """Two builds of the same program agree in every file name and every byte."""
    again = build_site(tmp_path / "again", cache())
    found = {
        path.relative_to(again.folder).as_posix(): path.read_bytes()
        for path in again.folder.rglob("*")
        if path.is_file()
    }
    first = {
        path.relative_to(site.folder).as_posix(): path.read_bytes() for path in site.folder.rglob("*") if path.is_file()
    }
    assert found.keys() == first.keys()
    assert [name for name in found if found[name] != first[name]] == []


def test_every_file_is_listed_by_its_hash(site: Site) -> None:
    """The version's list names every file with its hash and size, except three files."""
    listed = json.loads((site.folder / f"v-{site.version}" / "files.json").read_text("utf-8"))["files"]
    for place, (digest, size) in listed.items():
        data = (site.folder / place).read_bytes()
        assert (hashlib.sha256(data).hexdigest(), len(data)) == (digest, size), place
    there = {path.relative_to(site.folder).as_posix() for path in site.folder.rglob("*") if path.is_file()}
    assert there - listed.keys() == {"worker.js", "rackcheck-files.json", f"v-{site.version}/files.json"}


def test_no_phone_stores_the_frame_twice_or_the_servers_worker(site: Site) -> None:
    """A version's folder holds neither a second frame nor the service worker of the server."""
    page = site.folder / f"v-{site.version}" / "page"
    assert sorted(path.name for path in page.iterdir()) == ["css", "icons", "js"]


def test_the_page_comes_as_one_script(site: Site) -> None:
    """A phone stores the page's modules as one script, and one by one only those that the workers load."""
    scripts = {place.partition("/page/js/")[2] for place in site.files if "/page/js/" in place}
    apart = {one for one in scripts if not one.startswith(("local/", "vendor/"))}
    assert apart == {"again.js", "main.js", "keeping/stored-zip.js", "shared/persistent-store.js"}
    assert "local/client.js" not in scripts, "the page loads this one"


def test_what_is_fetched_when_first_needed_stays_small(site: Site) -> None:
    """The files that a phone fetches on first use are few and stay below the size bound."""
    later = {place: len(data) for place, data in site.files.items() if site.is_later(place)}
    network = later.pop(f"v-{site.version}/models/upright.onnx")
    assert network <= MOST_NETWORK
    assert len(later) == 2
    assert sum(later.values()) <= MOST_LATER


def test_what_is_kept_packed_is_told_alike() -> None:
    """The build counts packed sizes for the same file types that a phone packs."""
    text = (PAGE / "js/local/files.js").read_text("utf-8")
    found = re.search(r"const isPacked = .*\(([a-z|]+)\)\$", text)
    assert found is not None
    assert {f".{end}" for end in found[1].split("|")} == set(PACKED)


def test_it_is_soon_fetched(site: Site) -> None:
    """All files of a first visit together, compressed as web hosts do it, stay below the bound."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not here")
    names = "\n".join(str(site.folder / place) for place in site.files if not site.is_later(place))
    command = [node, "--input-type=module", "-e", BROTLI]
    said = subprocess.run(command, input=names, capture_output=True, text=True, check=True)
    assert int(said.stdout) <= MOST_SENT


def test_the_frame_names_files_of_its_own_version(site: Site) -> None:
    """The page refers only to files of its own version on its own host."""
    text = (site.folder / "index.html").read_text("utf-8")
    named = re.findall(r'(?:href|src)="([^"#]+)"', text)
    assert len(named) > 5
    assert [one for one in named if not (site.folder / one).is_file()] == []
    assert all(one.startswith((f"v-{site.version}/", "manifest.")) for one in named)
    manifest = json.loads((site.folder / "manifest.webmanifest").read_text("utf-8"))
    assert all((site.folder / icon["src"]).is_file() for icon in manifest["icons"])


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    """A build never writes over files that it did not make."""
    (tmp_path / "letters.txt").write_text("dear")
    with pytest.raises(ServiceError, match="holds other files"):
        build_site(tmp_path, cache())
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


def test_other_bytes_than_those_pinned_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a registry sends other bytes than those pinned, the build fails and keeps none of them."""
    monkeypatch.setattr(packages, "_fetch", lambda _package, folder: (folder / "a.tgz").write_bytes(b"else"))
    with pytest.raises(ServiceError) as caught:
        archive_of(pinned_packages()[0], tmp_path)
    assert caught.value.code == "altered-package"
    assert list(tmp_path.iterdir()) == []


def test_without_the_client_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without npm the error says to install it."""
    monkeypatch.setattr("shutil.which", lambda _name: None)
    with pytest.raises(ServiceError, match="npm fetches this") as caught:
        archive_of(pinned_packages()[0], tmp_path)
    assert caught.value.code == "no-client"


def test_without_the_package_that_makes_the_networks_its_installation_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the environment of the clone: another pip would install for another Python."""
    monkeypatch.setitem(sys.modules, "onnx", None)
    monkeypatch.delitem(sys.modules, "service.browser.site.print_networks", raising=False)
    with pytest.raises(ServiceError, match=r"\.venv/bin/python -m pip install -r requirements/site\.txt") as caught:
        print_networks({})
    assert caught.value.code == "no-onnx"


def test_a_folder_without_a_site_is_not_served(tmp_path: Path) -> None:
    """Serving a folder without a site fails, and the error names the command that builds one."""
    with pytest.raises(ServiceError, match="site build"):
        site_server(tmp_path)


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    """Whoever starts the site twice reads at which address the other one listens."""
    (tmp_path / "index.html").touch()
    with site_server(tmp_path) as first, pytest.raises(OSError, match="Address already in use") as caught:
        site_server(tmp_path, first.server_port)
    assert error_object(caught.value)["code"] == "address-in-use"
    assert caught.value.filename == f"127.0.0.1:{first.server_port}"
