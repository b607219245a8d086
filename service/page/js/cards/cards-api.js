// Requests about cards.

import { collection, post, send } from "../shared/api.js";

export const cards = collection("card");

/** Check a card in the editor; another number `another` draws other examples. */
export const check = (card, another, signal) => post("/api/v1/cards/check", { card, another }, signal);

/** Judge a rack on a card in the editor, or on one of its lines, counted from 0; `line` null means all. */
export const tryRack = (card, rack, line) => post("/api/v1/cards/try", { card, rack, ...(line === null ? {} : { line }) });

/** Ask for a draft made from pasted text. */
export const pasted = (text) => post("/api/v1/cards/draft", { text });

/** Ask for a draft made from the photo of a card; `blob` is the `upload` of `prepare`. */
export const photographed = (blob) => send("/api/v1/cards/photo", blob, "card.jpg", {});
