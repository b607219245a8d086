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
  store.mark(key, (now) => ({ dirty: now.card !== sent, name, version, sent: null, card: { ...now.card, id: name } }));
  if (store.state.open !== key && store.state.drafts[key]?.dirty === false) store.drop(key);
  store.set({ said: { text: (withoutServer ? cardsText.isKeptHere : cardsText.isKept)(title) }, trouble: null });
}

/** Return the version of the server's card if it is one of the `forms` sent so far, of which an answer was lost; else null. */
const versionSent = ({ name, forms }) => attempt(async () => {
  const [there, ...each] = await Promise.all([api.cards.get(name), ...forms.map((one) => api.check({ ...JSON.parse(one), id: name }, 0))]);
  return each.some(({ text }) => text === there.text) ? there.version : null;
}, () => null);

/** Make a draft a card of its own, since another phone has changed or deleted its card: so both changes survive. */
function keptApart(store, { key }, name, title) {
  store.mark(key, (now) => ({ name: null, version: null, sent: null, card: { ...now.card, id: "" } }));
  const isThere = store.state.cards.some((one) => one.id === name);
  store.set({ said: { text: (isThere ? cardsText.changedElsewhere : cardsText.deletedElsewhere)(title) } });
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
  const name = draft.name ?? draft.sent?.name ?? freeName(made.id, cards.map((one) => one.id));
  const sent = { name, forms: [...new Set([...draft.sent?.forms ?? [], JSON.stringify(made)])] };
  store.mark(draft.key, () => ({ sent }));
  store.set({ keeping: draft.key });
  const put = async (version) => {
    kept(store, draft, name, await api.cards.put(name, { ...made, id: name }, version));
    await reload();
  };
  try {
    await asking(store, () => put(draft.version), ifFaster(store, async () => {
      const version = await versionSent(sent);
      if (version) return asking(store, () => put(version));
      await reload();
      keptApart(store, draft, name, made.title);
    }));
  } finally {
    store.set({ keeping: null });
  }
}
