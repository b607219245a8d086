// Keep the open draft on the server.

import { asking, attempt, ifFaster } from "../../shared/api.js";
import { withoutServer } from "../../shared/page-state.js";
import { freeName } from "../../shared/save-file.js";
import { cardsText } from "../../shared/texts.js";
import { lines, toForm } from "../card-form.js";
import * as api from "../cards-api.js";
import { errors } from "../checking.js";

/** Note that the server has a draft as it was sent; changes since then are still unsaved. */
function kept(store, { key, card: sent }, name, { title, version }) {
  store.mark(key, (now) => ({ dirty: now.card !== sent, name, version, card: { ...now.card, id: name } }));
  if (store.state.open !== key && store.state.drafts[key]?.dirty === false) store.drop(key);
  store.set({ said: { text: (withoutServer ? cardsText.isKeptHere : cardsText.isKept)(title) }, trouble: null });
}

/** Return the server's card if it is the draft as it was sent before, when the answer was lost; else null. */
const asSent = (name, made) => attempt(async () => {
  const [there, { text }] = await Promise.all([api.cards.get(name), api.check({ ...made, id: name }, 0)]);
  return there.text === text ? there : null;
}, () => null);

/** Make a draft a card of its own, since another phone has changed its card: so both changes survive. */
function keptApart(store, { key }, title) {
  store.mark(key, (now) => ({ name: null, version: null, card: { ...now.card, id: "" } }));
  store.set({ said: { text: cardsText.changedElsewhere(title) } });
}

/** Keep the open draft, and `reload()` the list. */
export async function keep(store, reload) {
  const { draft } = store;
  const { cards, keeping, report } = store.state;
  // A second tap would save the same draft again, and take the first tap's version for another phone's.
  if (keeping) return;
  if (lines(draft.card).some(({ line }) => line.look)) {
    store.set({ said: { text: cardsText.lookFirst } });
    return;
  }
  if (report?.of === draft.card && errors(report).length > 0) {
    store.set({ said: { text: cardsText.mendFirst } });
    return;
  }
  const made = toForm(draft.card, cardsText.untitled);
  const name = draft.name ?? freeName(made.id, cards.map((one) => one.id));
  store.set({ keeping: draft.key });
  try {
    await asking(store, async () => {
      kept(store, draft, name, await api.cards.put(name, { ...made, id: name }, draft.version));
      await reload();
    }, ifFaster(store, async () => {
      const there = await asSent(name, made);
      if (there) kept(store, draft, name, there);
      else keptApart(store, draft, made.title);
      await reload();
    }));
  } finally {
    store.set({ keeping: null });
  }
}
