// Asking the server about cards.

import { ask, post } from "../shared/api.js";

const of = (name, more = "") => `/api/v1/cards/${encodeURIComponent(name)}${more}`;
const versioned = (version) => (version === null ? { "If-None-Match": "*" } : { "If-Match": `"${version}"` });

export const list = () => ask("/api/v1/cards");
export const get = (name) => ask(of(name));

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
export const put = (name, card, version) => ask(of(name), {
  method: "PUT", headers: { "Content-Type": "application/json", ...versioned(version) }, body: JSON.stringify({ card }) });

/** Keep the text of a card that was removed again. */
export const putText = (name, text) => ask(of(name), {
  method: "PUT", headers: { "Content-Type": "application/json", "If-None-Match": "*" }, body: JSON.stringify({ text }) });

/** Remove a card, in that version; where its file could not be read there is none to name. */
export const remove = (name, version) =>
  ask(of(name), { method: "DELETE", headers: version ? { "If-Match": `"${version}"` } : {} });
