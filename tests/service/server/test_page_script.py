"""Test how the page's modules are joined into one script, and how browsers fetch it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from service.server.app import create_app
from service.server.routes.page_files import MAIN, shell
from service.shared.page_script import join_script, joined_modules
from service.shared.settings import Settings

PARTS = {
    "main.js": 'import { say, twice as double } from "./words/say.js";\nimport * as api from "./api.js";\n'
    'import { mark } from "./vendor/mark.js";\n'
    "console.log(say(double(api.answer)), mark, await api.later(), [...api.count(2)].length, new api.One().two);\n",
    "api.js": 'import { twice } from "./words/say.js";\nexport const answer = twice(21);\n'
    'export async function later() { return (await import("./vendor/mark.js")).mark; }\n'
    "export function* count(most) { for (let at = 0; at < most; at++) yield at; }\n"
    'export class One { two = "two"; }\n',
    "words/say.js": "// import nothing\nconst answer = 2;\nexport const twice = (one) => one * answer;\n"
    "export function say(one) { return `says ${one}`; }\n",
    "vendor/mark.js": 'const mark = "!";\nexport { mark };\n',
}
"""A small page: clashing names, renamed imports, a whole module, a third-party one, a lazy one."""


def written(folder: Path, parts: Mapping[str, str]) -> Path:
    """Write the modules; return the main one."""
    for place, text in parts.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, "utf-8")
    return folder / "main.js"


def test_joined_modules_do_what_they_do_apart(tmp_path: Path) -> None:
    """Joined or not, the modules print the same; the joined script loads only third-party modules."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not here")
    main = written(tmp_path / "apart", PARTS)
    joined = written(tmp_path / "joined", {"main.js": join_script(main), "vendor/mark.js": PARTS["vendor/mark.js"]})
    (tmp_path / "package.json").write_text('{"type": "module"}')
    apart, together = (
        subprocess.run([node, str(one)], capture_output=True, text=True, check=True).stdout for one in (main, joined)
    )
    assert apart == together == "says 84 ! ! 2 two\n"


def test_a_module_stays_apart_or_is_joined_though_it_is_imported_later(tmp_path: Path) -> None:
    """A module that stays apart is the same one for all joined modules, those imported later among them."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not here")
    main = written(
        tmp_path / "apart",
        {
            "main.js": 'import { begun } from "./begin.js";\nconsole.log((await import("./later.js")).is(begun));\n',
            "later.js": 'import { begun } from "./begin.js";\nexport const is = (one) => one === begun;\n',
            "begin.js": "export const begun = {};\n",
        },
    )
    script = join_script(main, (main.parent / "begin.js",), later=True)
    assert "later.js" not in script
    main = written(tmp_path / "joined", {"main.js": script, "begin.js": "export const begun = {};\n"})
    (tmp_path / "package.json").write_text('{"type": "module"}')
    assert subprocess.run([node, str(main)], capture_output=True, text=True, check=True).stdout == "true\n"


def test_a_module_stands_before_those_that_import_it(tmp_path: Path) -> None:
    """Each module appears once, before those that import it."""
    main = written(tmp_path, PARTS)
    assert [one.relative_to(tmp_path).as_posix() for one in joined_modules(main)] == [
        "words/say.js",
        "api.js",
        "main.js",
    ]


@pytest.mark.parametrize(
    ("place", "text", "told"),
    [
        pytest.param("api.js", 'import { twice } from "./main.js";\n', "by way of others", id="circle"),
        pytest.param("api.js", 'import all from "./words/say.js";\n', "can be joined", id="default"),
        pytest.param("api.js", "export let answer = 2;\n", "can be joined", id="assigned-later"),
        pytest.param("api.js", "const one = 1;\nexport { one };\n", "can be joined", id="exported-behind"),
        pytest.param("words/say.js", "export const say = 1;\n", "exports no twice", id="not-there"),
    ],
)
def test_what_cannot_be_joined_is_refused(tmp_path: Path, place: str, text: str, told: str) -> None:
    """Syntax that would change its meaning when joined is refused, with its module."""
    main = written(tmp_path, PARTS | {place: text})
    with pytest.raises(ValueError, match=told):
        join_script(main)


def test_a_change_of_a_module_is_seen_at_once(tmp_path: Path) -> None:
    """A changed module shows at the next page load."""
    main = written(tmp_path, PARTS)
    assert "two two" not in join_script(main)
    (tmp_path / "api.js").write_text(PARTS["api.js"].replace('"two"', '"two two"'), "utf-8")
    assert "two two" in join_script(main)


def test_phones_keep_the_script_and_not_its_modules() -> None:
    """Phones store the joined script instead of its modules; third-party and phone edition modules stay separate."""
    joined = {f"/page/{one.relative_to(MAIN.parents[1]).as_posix()}" for one in joined_modules(MAIN)}
    assert len(joined) > 80
    assert joined & set(shell()) == {"/page/js/main.js"}
    assert {"/page/js/vendor/qr/index.js", "/page/js/vendor/qr/decode.js"} <= set(shell())
    assert not [one for one in joined if one.startswith(("/page/js/local/", "/page/js/vendor/"))]


def test_a_browser_that_has_the_script_is_not_sent_it_again(chosen: Settings) -> None:
    """A browser with the current ETag gets 304 until a module changes."""
    with TestClient(create_app(chosen)) as client:
        first = client.get("/page/js/main.js")
        assert first.status_code == 200
        assert first.headers["Content-Type"].startswith("text/javascript")
        tag = first.headers["ETag"]
        for known in (tag, f"W/{tag}", f'"other", {tag}'):
            again = client.get("/page/js/main.js", headers={"If-None-Match": known})
            assert (again.status_code, again.content) == (304, b"")
        assert client.get("/page/js/main.js", headers={"If-None-Match": '"other"'}).content == first.content
        assert client.head("/page/js/main.js").headers["ETag"] == tag
