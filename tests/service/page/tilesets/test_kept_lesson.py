"""Test what the browser keeps of a lesson that has not taught yet, in one window beside others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

LESSON = """async () => {
  const { keepFaces, keepSaid, dropLesson, keptLesson } = await import("/page/js/tilesets/kept-lesson.js");
  const { done, connected } = await import("/page/js/shared/persistent-store.js");
  const stored = async () => {
    const database = await connected("rackcheck.1", "photo");
    const store = database.transaction("photo").objectStore("photo");
    return [await done(store.count()), database.close()][0];
  };
  const told = [];
  const look = async () => {
    const found = await keptLesson();
    told.push([found && [found.name, found.proposal, found.file, await found.photo.upload.text()], await stored()]);
  };
  const photo = (text) => ({ upload: new Blob([text]), look: null });
  await look();
  const mine = keepFaces(photo("faces"), "a.jpg");
  keepSaid({ key: mine, name: "Jade", known: "", proposal: { tiles: [] } });
  await look();
  const theirs = keepFaces(photo("of another window"), "b.jpg");
  await look();
  await dropLesson(mine);
  await look();
  keepSaid({ key: theirs, name: "Oma", known: "", proposal: { tiles: [1] } });
  await look();
  await dropLesson(theirs);
  await look();
  return told;
}"""
"""Return the kept lesson and the number of stored photos: at first; with a photo and answers; after another window has
kept a photo; once this lesson has taught; in that window; once its lesson has taught."""


def test_a_window_comes_back_to_its_own_lesson(page: Page) -> None:
    """Answers belong to a window, and the photo to the one that looked last; a lesson that has taught is gone."""
    assert page.evaluate(LESSON) == [
        [None, 0],
        [["Jade", {"tiles": []}, "a.jpg", "faces"], 1],
        [None, 1],
        [None, 1],
        [["Oma", {"tiles": [1]}, "b.jpg", "of another window"], 1],
        [None, 0],
    ]
