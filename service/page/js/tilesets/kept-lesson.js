// Keep the faces of a photo that has not taught yet over a reload: phones drop a page that lies in the background.

import { dropApart, keepApart, keptApart } from "../shared/kept-photo.js";
import { freshKey, keep } from "../shared/persistent-store.js";

const KEY = "rackcheck.1.lesson"; // this window's answers in its own storage
const PHOTO = "lesson"; // in the browser's database: the photo of the window that looked last

function answers() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null; // a browser that allows no storage
  }
}

/** Keep a photo {upload, look} under the name of its file; return the key by which its answers name it. */
export function keepFaces(photo, file) {
  const key = freshKey();
  keepApart(PHOTO, { key, file, ...photo });
  return key;
}

/** Keep the answers so far: {key, name, known, proposal} of the teaching dialog. */
export const keepSaid = (said) => keep("sessionStorage", KEY, JSON.stringify(said));

/** Forget the photo with this key and its answers. */
export async function dropLesson(key) {
  if (answers()?.key === key) keep("sessionStorage", KEY, null);
  if ((await keptApart(PHOTO))?.key === key) await dropApart(PHOTO);
}

/** Return this window's answers with their `photo` {upload, look} and the name of its `file`, or null. */
export async function keptLesson() {
  const said = answers();
  if (!said) return null;
  const photo = await keptApart(PHOTO);
  return photo?.key === said.key ? { ...said, file: photo.file, photo } : null;
}
