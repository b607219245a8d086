// The part of the page for cards: puts the list, the editor, the line dialog and the paste dialog together.

import { collectingCodes } from "../codes/collect-codes.js";
import { showingCodes } from "../codes/show-codes.js";
import { asking, ifGone, keepAsking } from "../shared/api.js";
import { announce, byId, followDialog, section } from "../shared/dom.js";
import { onBack, view } from "../shared/navigation.js";
import { cardsText } from "../shared/texts.js";
import * as api from "./cards-api.js";
import { CardsStore } from "./cards-store.js";
import { checkWhileWriting, sayTyped } from "./checking.js";
import { editorView } from "./editor/card-editor.js";
import { editorActions } from "./editor/editor-actions.js";
import { lineActions } from "./line/line-actions.js";
import { lineView } from "./line/line-dialog.js";
import { listView } from "./list/card-list.js";
import { listActions } from "./list/list-actions.js";
import { take } from "./open-draft.js";
import { pasteView } from "./pasting/paste-dialog.js";
import { pastingActions } from "./pasting/pasting.js";
import { takeBack } from "./said.js";
import { followCard } from "./trial.js";

/** Return the open card's entry in the history, which opens with the card. */
function cardBack(store) {
  const back = onBack("cards", () => store.draft !== null, () => {
    const { key, dirty } = store.draft;
    if (!dirty) store.drop(key);
    store.set({ open: null, said: null, report: null, trouble: null });
    byId("cards-title")?.focus();
  });
  let last = store.state.open;
  store.listen(({ open }) => {
    const begun = open !== null && last === null;
    last = open;
    if (begun) back.opened();
  });
  return back;
}

/**
 * Start the part of the page for cards. `played()` returns the id of the table's card, `play(id)` changes it; we call
 * `changed()` after any card changed. `camera` is {mayAsk, open(video), refusal(problem, instead), stayAwake()}. `other(text)`
 * takes a text that is no card, and returns whether it did.
 */
export function startCards({ played, play, changed, camera, other }) {
  const store = new CardsStore();
  const load = () => keepAsking(store, async () => store.set({ ...(await api.cards.list()), played: played(), trouble: null }));
  const reload = async () => {
    await load();
    changed();
  };
  const share = showingCodes(store, camera);
  const readCodes = collectingCodes(store, camera, (text) => asking(store, async () => {
    if (other(text)) return;
    take(store, await api.pasted(text));
    announce(cardsText.received(store.card.title));
  }));
  const back = cardBack(store);
  const pasting = { ...pastingActions(store, other), takeBack: () => takeBack(store, reload) };
  const line = lineActions(store);

  const parts = ["open", "drafts", "lasts", "cards", "rulesets", "said", "trouble", "played", "keeping"];
  section(store, byId("cards-list"), parts, listView({ ...pasting, ...listActions(store, { reload, play, share }), readCodes }));
  section(store, byId("card-editor"), [...parts, "past", "future", "report", "trial"], editorView({ ...pasting, ...editorActions(store, { reload, back, share }) }));
  section(store, byId("line-dialog"), ["open", "drafts", "lasts", "line", "report", "another", "past", "trial"], lineView(line));
  section(store, byId("paste-dialog"), ["paste"], pasteView(pasting));
  followDialog(store, byId("line-dialog"), (state) => state.line, line.close, () => byId("line-title")?.focus());
  followDialog(store, byId("paste-dialog"), (state) => state.paste && view() === "cards", pasting.closePaste);
  checkWhileWriting(store);
  sayTyped(store);
  followCard(store);
  store.set({});
  return {
    shown: () => {
      store.set({}); // opens the dialog that a reload or another part of the page has closed
      load();
    },
    /** Say that a card is gone, and load the list without it. */
    gone: ifGone(store, reload),
    /** Show any text to other phones as codes. */
    share,
    /** Set the rule sets that a card may name. */
    rulesets: (rulesets) => store.set({ rulesets, played: played() }),
  };
}
