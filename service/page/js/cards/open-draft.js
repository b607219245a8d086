// Open cards in the editor, as drafts.

import { MODERN } from "../shared/claim.js";
import { byId } from "../shared/dom.js";
import { freshKey } from "../shared/persistent-store.js";
import * as form from "./card-form.js";

/** Open a draft, and focus its title: the button that was tapped is gone. */
export function open(store, draft) {
  store.openDraft(draft);
  byId("editor-title")?.focus();
}

/** Open a card as a new draft. */
export const begin = (store, card, more = {}) =>
  open(store, { key: freshKey(), card, name: null, version: null, dirty: true, ...more });

/** Open what the server read in a text: a card file as it is, else a draft. */
export function take(store, found) {
  if (found.form) begin(store, form.ofForm(found.form));
  else begin(store, { ...form.newCard(found.title, MODERN), sections: form.ofPasted(found) });
}
