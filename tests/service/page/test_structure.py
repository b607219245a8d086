"""Test the structure of the page's modules and that its texts live in one file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from service.server.routes.page_files import PAGE

JS = PAGE / "js"
TEXTS = "shared/texts.js"

MOST = 14
"""Most modules in a folder."""

MAY_IMPORT: dict[str, set[str]] = {
    "shared": set(),
    "rack": {"shared"},
    "camera": {"shared", "rack"},
    "card": {"shared", "rack"},
    "cards": {"shared", "rack", "codes"},
    "codes": {"shared", "vendor"},
    "book": {"shared", "rack", "codes"},
    "table": {"shared"},
    "tilesets": {"shared", "rack"},
    "keeping": {"shared"},
    "local": {"shared", "keeping"},
    "again.js": set(),
    "main.js": {"shared", "rack", "camera", "card", "cards", "book", "table", "tilesets", "keeping"},
}
"""The folders that each folder may import, beside itself."""

VENDOR = "vendor/"
"""Third-party libraries, which we keep as published."""

BEGINNINGS = {"main.js", "again.js", "local/client.js", "local/worker.js", "local/networks-worker.js"}
"""Modules that no other module imports: entry points of the page and of the phone edition."""


IMPORT = re.compile(r'^import\s(?:[^"]*?from\s)?"([^"]+)";', re.MULTILINE)
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|/(?:\\.|[^/\n ])+/[a-z]*', re.DOTALL)
STYLE = re.compile(r"(?:class|style): $")
"""Code before a literal with class names."""

NO_TEXTS = {
    "image/jpeg", "M24 44.5 29 57.5 24 54.5 19 57.5Z", "800 px system-ui, sans-serif", " px system-ui, sans-serif",
    "4B 4B 7D N F", "no answer", "Escape",
    "input, select", "note warn", "Enter", "Content-Type", "Retry-After", "AbortError", "TimeoutError", "AbortSignal",
    "data: ", "import ;", "files.json: ", "no file of this version: ", "QuotaExceededError",
    "InvalidStateError", "UnknownError", "RuntimeError", "PythonError", "JsException",
    "If-Match", "If-None-Match", "Files", 'id = ""', "note bad", "BarcodeDetector", "CompressionStream",
    "DecompressionStream", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:",
    "translate( ) scale()", "0 px", "M HM V", "input, select, textarea, dialog",
    "Adobe", "Exif\\0\\0", "Exif\\0\\0MM\\0*",
}  # fmt: skip
"""Literals that no person reads: platform names, drawings and tile codes."""

SAMPLES = {
    'element("p", {}, "Say who won.")': ["Say who won."],
    'button("undo", "Undo", act, { class: "small plain" })': ["Undo"],
    "button(key, `Add this win to ${title}`, act)": ["Add this win to "],
    'element("path", { d: "M10 36c0-10 2-15" }) // Not a text': [],
    'element("li", { class: `chip ${sure}` }, "+")': [],
}


def modules() -> dict[str, str]:
    """Return the source of each of our modules by its path."""
    found = {path.relative_to(JS).as_posix(): path.read_text("utf-8") for path in sorted(JS.rglob("*.js"))}
    return {name: text for name, text in found.items() if not name.startswith(VENDOR)}


def imports(module: str, text: str) -> list[str]:
    """Return the paths of the modules that a module imports."""
    return [((JS / module).parent / one).resolve().relative_to(JS).as_posix() for one in IMPORT.findall(text)]


def circle(edges: Mapping[str, Iterable[str]]) -> list[str]:
    """Return one import cycle, from a module back to itself; empty if there is none."""
    done: set[str] = set()

    def walk(module: str, path: list[str]) -> list[str]:
        if module in path:
            return [*path[path.index(module) :], module]
        if module in done:
            return []
        for other in edges.get(module, ()):
            if found := walk(other, [*path, module]):
                return found
        done.add(module)
        return []

    return next((found for module in edges if (found := walk(module, []))), [])


def texts(script: str) -> list[str]:
    """Return a script's literals that people read."""
    found = []
    for token in TOKEN.finditer(script):
        literal = token[1] if token[1] is not None else token[2]
        if literal is None or STYLE.search(script[: token.start()]):
            continue
        words = re.sub(r"\$\{[^}]*\}", "", literal)
        sentence = re.search(r"[A-Za-z]{2}", words) and re.search(r"[A-Za-z,.…:;] |^ [A-Za-z]| [A-Za-z]", words)
        if (sentence or re.match(r"[A-Z][a-z]", words)) and words not in NO_TEXTS and not re.match(r"M\d", words):
            found.append(words)
    return found


def test_folders_import_along_the_table() -> None:
    """Each folder imports only what `MAY_IMPORT` allows."""
    found = {name: imports(name, text) for name, text in modules().items()}
    assert {name.partition("/")[0] for name in found} == set(MAY_IMPORT)
    missing = [(name, one) for name, all_of in found.items() for one in all_of if one not in found]
    assert [one for one in missing if not one[1].startswith(VENDOR)] == []
    crossing = {(name.partition("/")[0], one.partition("/")[0]) for name, all_of in found.items() for one in all_of}
    assert [(here, there) for here, there in crossing if here != there and there not in MAY_IMPORT[here]] == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """No modules import each other in a cycle, and each belongs to the page."""
    found = {name: imports(name, text) for name, text in modules().items()}
    assert circle(found) == []
    assert set(found) - {one for all_of in found.values() for one in all_of} == BEGINNINGS


def test_circles_are_found() -> None:
    """`circle` returns the modules of a cycle in their order."""
    found = circle({"a": ["b"], "b": ["c", "d"], "c": [], "d": ["b"]})
    assert found == ["b", "d", "b"]
    assert all(other in {"b": ["c", "d"], "d": ["b"]}[one] for one, other in pairwise(found))


def test_libraries_of_others_are_as_they_were_published() -> None:
    """Each file of `js/vendor` matches the hash in its manifest and has a free licence."""
    manifest = tomllib.loads((JS / VENDOR / "manifest.toml").read_text("utf-8"))
    wanted = {name: digest for library in manifest["library"] for name, digest in library["files"].items()}
    files = [path for path in (JS / VENDOR).rglob("*") if path.is_file() and path.name != "manifest.toml"]
    found = {path.relative_to(JS / VENDOR).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}
    assert found == wanted
    for library in manifest["library"]:
        assert library["licence"] in {"MIT", "Apache-2.0", "BSD-3-Clause", "ISC"}
        assert library["licence"] in (JS / VENDOR / library["licence_file"]).read_text("utf-8")


def test_no_folder_is_crowded() -> None:
    """No folder of the page has more than `MOST` modules."""
    folders = [JS, *(folder for folder in JS.iterdir() if folder.is_dir())]
    assert [folder.name for folder in folders if len(list(folder.iterdir())) > MOST] == []


def test_texts_stand_in_one_module() -> None:
    """All texts for people are in one file, so that they can be read through and translated."""
    assert {name: found for name, text in modules().items() if name != TEXTS and (found := texts(text))} == {}
    assert len(texts(modules()[TEXTS])) > 300


@pytest.mark.parametrize(("script", "found"), SAMPLES.items())
def test_texts_are_told_from_names(script: str, found: list[str]) -> None:
    """`texts` finds words for people and skips class names, drawings and comments."""
    assert texts(script) == found


class _Shown(HTMLParser):
    """Collect the texts of an HTML page, without those for a page whose scripts do not run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.script_runs = True

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where such a text begins."""
        self.script_runs &= tag != "noscript" and ("id", "unloaded") not in attrs

    def handle_endtag(self, tag: str) -> None:
        """Note where it ends."""
        self.script_runs |= tag in {"noscript", "p"}

    def handle_data(self, data: str) -> None:
        """Keep text other than white space."""
        if self.script_runs and data.strip():
            self.found.append(data.strip())


def test_the_frame_holds_no_texts() -> None:
    """The page's HTML holds only the program's name and texts that no script can show."""
    parser = _Shown()
    page: Path = PAGE / "index.html"
    parser.feed(page.read_text("utf-8"))
    assert [one for one in parser.found if one != "Rackcheck"] == []


def test_every_text_is_used() -> None:
    """Some code uses every text."""
    others = "".join(text for name, text in modules().items() if name != TEXTS)
    own = modules()[TEXTS]
    areas = re.findall(r"^export const (\w+Text) = \{\n(.*?)^\};", own, re.DOTALL | re.MULTILINE)
    known = [(area, key) for area, body in areas for key in re.findall(r"^  (\w+):", body, re.MULTILINE)]
    assert len(known) > 200
    assert [one for one in known if f"{one[0]}.{one[1]}" not in others and f'"{one[1]}"' not in others] == []


def test_no_text_has_the_name_of_another() -> None:
    """No object of texts has a key twice: JavaScript takes the last one and says nothing."""
    doubled = []
    for name, body in re.findall(
        r"^export const (\w+) = \{\n(.*?)^\};", (JS / TEXTS).read_text("utf-8"), re.MULTILINE | re.DOTALL
    ):
        found = re.findall(r"^  (\w+)[:(]", body, re.MULTILINE)
        doubled += [f"{name}.{key}" for key in sorted({one for one in found if found.count(one) > 1})]
    assert doubled == []
