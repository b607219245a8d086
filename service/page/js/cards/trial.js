// Try a rack on the open card, or on one of its lines.

import { asking } from "../shared/api.js";
import { field } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { cardsText } from "../shared/texts.js";
import { toForm } from "./card-form.js";
import * as api from "./cards-api.js";

/** Show a field that tries a rack, and the answer to the rack tried last. */
export function trial(key, title, tried, onRack) {
  return element("details", { "data-key": key }, element("summary", {}, title),
    field(cardsText.rack, `${key}-rack`, tried?.rack ?? "", onRack, { placeholder: cardsText.rackExample, autocapitalize: "characters" }),
    tried?.text && element("p", { class: `note ${tried.win ? "good" : "warn"}`, role: "status" }, tried.text));
}

/** Try a rack on a line, counted from 0, or on the whole card if `line` is null. */
export async function tryRack(store, rack, line) {
  if (!rack) {
    store.set({ trial: null });
    return;
  }
  await asking(store, async () => {
    const verdict = await api.tryRack(toForm(store.card, cardsText.untitled), rack, line);
    store.set({ trial: { rack, win: verdict.win, text: cardsText.tried(verdict) } });
  }, (error) => store.set({ trial: { rack, win: false, text: error.message } }));
}
