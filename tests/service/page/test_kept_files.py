"""Prove that the phone edition keeps entries through failures of the browser's database."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOST = """async () => {
  const { Storage } = await import("/page/js/local/storage.js");
  const opened = [];
  const opens = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...asked) {
    const opening = opens.apply(this, asked);
    opening.addEventListener("success", () => opened.push(opening.result));
    return opening;
  };
  const folder = (files) => ({
    mkdirTree: () => {},
    readdir: () => [...files.keys()].map((path) => path.slice("/kept/".length)),
    stat: (path) => ({ size: files.get(path).length, mtime: 0, ino: 1, mode: 0 }),
    isDir: () => false,
    readFile: (path) => files.get(path),
    writeFile: (path, data) => files.set(path, data),
    unlink: (path) => files.delete(path),
  });
  const files = new Map();
  const storage = new Storage(folder(files), "/kept");
  await storage.open();
  const put = (name) => () => { files.set(`/kept/${name}`, name); return "kept"; };
  const said = [];
  const write = async (name) => {
    said.push(await storage.during("writes", put(name), () => {}, () => "not kept").catch(String));
  };
  await write("first");
  opened.at(-1).close(); // as a phone does
  await write("second");
  const found = new Map();
  await new Storage(folder(found), "/kept").open();
  return [said, [...found.keys()]];
}"""
"""Lose the database connection between two writes; return their results and the stored files."""


def test_a_lost_connection_is_opened_again(page: Page) -> None:
    """When a phone closes the database in the background, the edition reopens it and stores what comes next."""
    assert page.evaluate(LOST) == [["kept", "kept"], ["/kept/first", "/kept/second"]]
