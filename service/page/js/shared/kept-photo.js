// Keep the photo of the hand as sent, also over a reload: corrections teach from it, and evidence bundles contain it.

import { connected, ended } from "./persistent-store.js";
import { jpeg, scaled } from "./pictures.js";

const DATABASE = "rackcheck.1";
const STORE = "photo";
const KEY = "sent";

/** Return the name of the taught tile set by which a photo was read, or null. */
export const usedSet = (scan) => (scan?.set?.used ? scan.set.name : null);

let sent = null;

/** Do one request in the browser's database; undefined if the browser keeps nothing (a private window, a full disk). */
async function kept(mode, work) {
  try {
    const database = await connected(DATABASE, STORE);
    try {
      const transaction = database.transaction(STORE, mode);
      const asked = work(transaction.objectStore(STORE));
      await ended(transaction);
      return asked.result;
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/** Keep the sent photo under its name, by which a reading finds its own: other windows keep photos of other racks. */
export function remember(blob, name) {
  sent = { blob, name };
  kept("readwrite", (store) => store.put(sent, KEY));
}

/** Return the photo sent last, {blob, name}, if this page has it in memory; else null. */
export const current = () => sent;

/** Delete the photo sent as `name`, from the database too; the photo of another window stays there. */
export function forget(name) {
  sent = null;
  kept("readwrite", (store) => {
    const asked = store.get(KEY);
    asked.onsuccess = () => asked.result?.name === name && store.delete(KEY);
    return asked;
  });
}

/** Keep another value under its own name, over a reload too, if the browser keeps anything. */
export const keepApart = (name, value) => kept("readwrite", (store) => store.put(value, name));

/** Return the value kept under a name, or undefined. */
export const keptApart = (name) => kept("readonly", (store) => store.get(name));

/** Delete the value kept under a name. */
export const dropApart = (name) => kept("readwrite", (store) => store.delete(name));

/**
 * Return the photo of a reading to send again, {blob, scale}: the photo as sent with scale 1, else the small copy on
 * the page. Multiply the reading's coordinates by `scale`. Null if there is neither.
 */
export async function again(look, { sent: name, width }) {
  const found = sent ?? await kept("readonly", (store) => store.get(KEY));
  if (found && found.name === name) {
    sent = found;
    return { blob: found.blob, scale: 1 };
  }
  if (!look) return null;
  // We do not fetch the data URL: the page's policy lets it fetch from its own server only.
  const picture = new Image();
  picture.src = look;
  await picture.decode();
  const canvas = scaled(picture, picture.naturalWidth, picture.naturalHeight, Infinity);
  return { blob: await jpeg(canvas, 0.92), scale: canvas.width / width };
}
