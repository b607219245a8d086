// The last action on the cards, and its undoing.

import { asking, ifFaster } from "../shared/api.js";
import { alert, told } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { cardsText } from "../shared/texts.js";
import * as api from "./cards-api.js";
import { take } from "./open-draft.js";

/** Say that the browser did not store the drafts, which this page alone has. In a box: it scrolls away, as the last action does not. */
export const unstored = ({ lasts, drafts }) => !lasts && Object.values(drafts).some((draft) => draft.dirty) && element("div", {}, alert(cardsText.notStored));

/** Show what came of the last tap, and what is wrong; `actions`: takeBack(). */
export const lastSaid = (state, actions) => [told(state.said, state.said?.undo && actions.takeBack), unstored(state), alert(state.trouble?.message)];

async function undo(store, reload, said) {
  if (said.undo === "edit") store.undo();
  if (said.undo === "drop") store.restore(said.dropped);
  if (said.undo === "remove") {
    await api.cards.putText(said.name, said.card);
    await reload();
  }
}

/** Undo the last action. */
export function takeBack(store, reload) {
  const { said } = store.state;
  if (!said) return null; // the tap has ended the typing of a text, which is the last action now
  store.set({ said: null });
  const stay = (trouble) => store.set({ trouble, said: store.state.said ?? said }); // to be tapped once more
  return asking(store, () => undo(store, reload, said), ifFaster(store, async () => {
    await reload();
    await asking(store, async () => {
      if ((await api.cards.get(said.name)).text === said.card) return; // it is back, and the answer was lost
      // Somebody has made a card of that name meanwhile: the removed card comes back as a draft.
      take(store, await api.pasted(said.card));
      store.set({ said: { text: cardsText.nameTaken } });
    }, stay);
  }, stay));
}
