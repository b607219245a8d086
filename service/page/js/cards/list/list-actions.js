// Actions of the list of cards.

import { asking, ifFaster, ifGone } from "../../shared/api.js";
import { MODERN } from "../../shared/claim.js";
import { announce } from "../../shared/dom.js";
import { once } from "../../shared/persistent-store.js";
import { cardsText, keptText } from "../../shared/texts.js";
import { newCard, ofForm } from "../card-form.js";
import * as api from "../cards-api.js";
import { begin, open } from "../open-draft.js";

/** `reload()` loads the list again after a change, `play(id)` and `share(title, text)` as in `startCards`. */
export function listActions(store, { reload, play, share }) {
  const gone = ifGone(store, reload);
  const hasGoneOn = () => store.state.open !== null || store.state.paste !== null; // while an answer was on its way
  return {
    newCard: () => begin(store, newCard("", MODERN)),
    openDraft: (key) => open(store, store.state.drafts[key]),
    dropDraft: (key) => {
      const dropped = store.drop(key);
      store.set({ said: { text: cardsText.dropped(dropped.card.title || cardsText.untitled), undo: "drop", dropped } });
    },
    openCard: once(async (id) => {
      const draft = Object.values(store.state.drafts).find((one) => one.name === id);
      if (draft?.dirty) {
        open(store, draft);
        return;
      }
      await asking(store, async () => {
        const found = await api.cards.get(id);
        if (hasGoneOn()) return;
        if (draft) store.drop(draft.key);
        begin(store, ofForm(found.form), { name: id, version: found.version, dirty: false });
      }, gone);
    }),
    copyCard: once((entry) => asking(store, async () => {
      const found = await api.cards.get(entry.id);
      if (!hasGoneOn()) begin(store, { ...ofForm(found.form), id: "", title: cardsText.copyOf(entry.title) });
    }, gone)),
    removeCard: once((entry) => asking(store, async () => {
      const { text } = await api.cards.remove(entry.id, entry.version);
      store.set({ said: { text: keptText.removed(entry.title), undo: "remove", name: entry.id, card: text } });
      await reload();
    }, ifFaster(store, async () => {
      await reload();
      store.set({ said: { text: keptText.notRemoved(entry.title) } });
    }, gone))),
    play: ({ id, title }) => asking(store, async () => {
      await api.cards.get(id); // another phone may have deleted it
      play(id);
      store.set({ played: id });
      announce(cardsText.playsBy(title));
    }, gone),
    shareCard: (entry) => asking(store, async () => share(entry.title, (await api.cards.get(entry.id)).text), gone),
  };
}
