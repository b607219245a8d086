// Asking the server about cards.

import { ask, collection, post } from "../shared/api.js";

const cards = collection("/api/v1/cards");

export const list = cards.list;
export const get = cards.get;
export const remove = cards.remove;

/** Check a card while it is written; another `another` draws other examples. */
export const check = (card, another, signal) => post("/api/v1/cards/check", { card, another }, signal);

/** Judge a rack on a card while it is written, or on one of its lines, counted from 0. */
export const tryRack = (card, rack, line) => post("/api/v1/cards/try", { card, rack, ...(line === null ? {} : { line }) });

/** A draft of pasted text. */
export const pasted = (text) => post("/api/v1/cards/draft", { text });

/** A draft of a photographed card: its picture as `prepare` has made it ready. */
export function photographed(blob) {
  const form = new FormData();
  form.append("image", blob, "card.jpg");
  return ask("/api/v1/cards/photo", { method: "POST", body: form });
}

/** Keep a card: a new one where `version` is null, else in the place of that version. */
export const put = (name, card, version) => cards.put(name, { card }, version);

/** Keep the text of a card that was removed again. */
export const putText = (name, text) => cards.put(name, { text }, null);
