// The photograph being worked on, as it was sent: it teaches corrections and goes into evidence, after a reload too.

import { jpeg, scaled } from "./pictures.js";

const DATABASE = "rackcheck.1";
const STORE = "photo";
const KEY = "sent";

let sent = null;

/** Ask the browser's database for one thing; undefined where it keeps none (a private window, a full disk). */
function kept(mode, work) {
  return new Promise((done) => {
    let opening;
    try {
      opening = indexedDB.open(DATABASE, 1);
    } catch {
      done(undefined);
      return;
    }
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => done(undefined);
    opening.onsuccess = () => {
      const asked = work(opening.result.transaction(STORE, mode).objectStore(STORE));
      const end = (found) => {
        opening.result.close();
        done(found);
      };
      asked.transaction.oncomplete = () => end(asked.result);
      asked.transaction.onabort = () => end(undefined);
    };
  });
}

/** A name for a photo, by which a reading knows it again: other windows keep photos of other racks. */
export function newName() {
  // randomUUID is missing where the page came over plain http.
  return crypto.getRandomValues(new Uint32Array(3)).join("-");
}

/** Remember what was sent under its name. */
export function remember(blob, name) {
  sent = { blob, name };
  kept("readwrite", (store) => store.put(sent, KEY));
}

/** What was sent last, {blob, name}, as far as this page has it in memory; else null. */
export const current = () => sent;

/** Forget it, on this phone too. */
export function forget() {
  sent = null;
  kept("readwrite", (store) => store.delete(KEY));
}

/** Keep something else under a name of its own, over a reload too, where the browser keeps anything. */
export const keepApart = (name, value) => kept("readwrite", (store) => store.put(value, name));

/** What was kept under that name, or undefined. */
export const keptApart = (name) => kept("readonly", (store) => store.get(name));

/** Keep it no longer. */
export const dropApart = (name) => kept("readwrite", (store) => store.delete(name));

/**
 * The photo of a reading to send again, and what its coordinates are multiplied by: 1 for the photo as it was sent, else
 * it is the small copy that is shown. Null where there is neither.
 */
export async function again(look, { sent: name, width }) {
  const found = sent ?? await kept("readonly", (store) => store.get(KEY));
  if (found && found.name === name) {
    sent = found;
    return { blob: found.blob, scale: 1 };
  }
  if (!look) return null;
  // Not fetched: the page may ask nothing but its own server, not even for what it holds itself.
  const picture = new Image();
  picture.src = look;
  await picture.decode();
  const canvas = scaled(picture, picture.naturalWidth, picture.naturalHeight, Infinity);
  return { blob: await jpeg(canvas, 0.92), scale: canvas.width / width };
}
