// Try a rack on the open card, or on one of its lines.

import { asking } from "../shared/api.js";
import { field } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { cardsText } from "../shared/texts.js";
import { find, toForm } from "./card-form.js";
import * as api from "./cards-api.js";

/** Show a field that tries a rack, and the answer to the rack tried last. */
export function trial(key, title, tried, onRack) {
  return element("details", { "data-key": key }, element("summary", {}, title),
    field(cardsText.rack, `${key}-rack`, tried?.rack ?? "", onRack, { placeholder: cardsText.rackExample, autocapitalize: "characters" }),
    tried?.text && element("p", { class: `note ${tried.win ? "good" : "warn"}`, role: "status" }, tried.text));
}

/** Try a rack on the line with the key `line`, or on the whole card if `line` is null. */
export async function tryRack(store, rack, line) {
  const tried = rack ? { rack, line, of: store.card } : null;
  store.set({ trial: tried });
  if (!tried) return;
  const show = (answer) => store.state.trial === tried && store.set({ trial: { ...tried, ...answer } });
  await asking(store, async () => {
    const verdict = await api.tryRack(toForm(tried.of, cardsText.untitled), rack, line && find(tried.of, line).number);
    show({ win: verdict.win, text: cardsText.tried(verdict) });
  }, ({ message }) => show({ win: false, text: message }));
}

/** Try a rack again on the card that has changed since; one that was tried on a line goes. */
export function followCard(store) {
  store.listen(({ trial }) => {
    if (!trial || !store.draft || trial.of === store.card) return;
    if (trial.line) store.set({ trial: null });
    else tryRack(store, trial.rack, null);
  });
}
