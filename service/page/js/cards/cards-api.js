// Requests about cards.

import { collection, post, send } from "../shared/api.js";

const cards = collection("/api/v1/cards");

export const list = cards.list;
export const get = cards.get;
export const remove = cards.remove;

/** Check a card in the editor; another number `another` draws other examples. */
export const check = (card, another, signal) => post("/api/v1/cards/check", { card, another }, signal);

/** Judge a rack on a card in the editor, or on one of its lines, counted from 0; `line` null means all. */
export const tryRack = (card, rack, line) => post("/api/v1/cards/try", { card, rack, ...(line === null ? {} : { line }) });

/** Ask for a draft made from pasted text. */
export const pasted = (text) => post("/api/v1/cards/draft", { text });

/** Ask for a draft made from the photo of a card; `blob` is the `upload` of `prepare`. */
export const photographed = (blob) => send("/api/v1/cards/photo", blob, "card.jpg", {});

/** Save a card: as a new card if `version` is null, else in place of that version. */
export const put = (name, card, version) => cards.put(name, { card }, version);

/** Save the text of a removed card again. */
export const putText = (name, text) => cards.put(name, { text }, null);
