// Show a card as QR codes, one after the other.

import { byId, followDialog, section } from "../shared/dom.js";
import { view } from "../shared/navigation.js";
import { canPass, pass } from "../shared/share.js";
import { cardsText } from "../shared/texts.js";
import { codesOf } from "./codes.js";
import { shareView } from "./share-dialog.js";

const TURN = 1600; // ms for which we show each of several codes

/** Return `share(title, text)`, which shows a text as codes; `camera`: {stayAwake()}. */
export function showingCodes(store, camera) {
  let turning = null;
  let rest = () => {}; // lets the screen go dark again
  // What comes after the player has closed the dialog brings no dialog back.
  const shared = (patch) => store.state.shared && store.set({ shared: { ...store.state.shared, ...patch } });
  const turn = (by) => {
    const { at, codes } = store.state.shared;
    shared({ at: (at + by + codes.length) % codes.length });
  };
  const actions = {
    closeShare: () => {
      clearInterval(turning);
      rest();
      store.set({ shared: null });
    },
    turn: (by) => {
      shared({ still: true });
      turn(by);
    },
    still: () => shared({ still: !store.state.shared.still }),
    send: async () => {
      const { title, file } = store.state.shared;
      if (!await pass(file, title)) shared({ trouble: cardsText.notSent });
    },
  };
  section(store, byId("share-dialog"), ["shared"], shareView(actions));
  followDialog(store, byId("share-dialog"), (state) => state.shared, actions.closeShare);

  return async (title, text) => {
    // The text came late: the player has gone to another part or dialog, or looks at the codes of another card.
    if (view() !== "cards" || document.querySelector("dialog[open]:not(#share-dialog)") || (store.state.shared ?? { title }).title !== title) return;
    // Some browsers can pass a file to other apps; they refuse files that are not text, hence .txt.
    const file = new File([text], `${title}.txt`, { type: "text/plain" });
    store.set({ shared: { title, codes: [], at: 0, still: false, file: canPass(file) ? file : null } });
    if (!("CompressionStream" in window)) {
      shared({ trouble: cardsText.tooOldToShow });
      return;
    }
    try {
      const codes = await codesOf(text);
      if (!store.state.shared) return; // closed meanwhile
      shared({ codes });
      rest(); // a second tap shows the codes twice
      rest = camera.stayAwake();
      clearInterval(turning);
      turning = setInterval(() => store.state.shared && !store.state.shared.still && turn(1), TURN);
    } catch (problem) {
      if (!(problem instanceof RangeError)) throw problem;
      shared({ trouble: cardsText.tooLongForCodes });
    }
  };
}
