// Pasted cards, files and photographed cards: the server reads them, and the player takes the result.

import { asking } from "../../shared/api.js";
import { announce } from "../../shared/dom.js";
import { prepare } from "../../shared/pictures.js";
import { cardsText } from "../../shared/texts.js";
import * as form from "../card-form.js";
import * as api from "../cards-api.js";
import { take } from "../open-draft.js";

/** Show the result of `read()` in the dialog, unless the player closed it, reopened it or typed in it meanwhile. */
async function readInto(store, paste, read) {
  const reading = { ...paste, busy: true };
  store.set({ paste: reading });
  const show = (answer) => store.state.paste === reading && store.set({ paste: { ...paste, ...answer } });
  await asking(store, async () => show({ found: await read() }), ({ message }) => show({ trouble: message }));
}

/** `other(text)` takes a text that is no card, and returns whether it did. */
export function pastingActions(store, other) {
  const readText = (text) => readInto(store, { text }, () => api.pasted(text));
  const openPhoto = (file) => readInto(store, { text: "", photo: true }, async () => api.photographed((await prepare(file)).upload));
  return {
    openPhoto,
    openFile: async (file) => {
      if (file.type.startsWith("image/")) return openPhoto(file);
      const text = await file.text();
      return other(text) || readText(text);
    },
    openPaste: () => store.set({ paste: { text: "" } }),
    closePaste: () => store.set({ paste: null }),
    pasteText: (text) => store.set({ paste: { text } }),
    readPasted: () => readText(document.querySelector("[data-key=paste-text]")?.value || store.state.paste.text),
    takePasted: () => {
      const { found, text } = store.state.paste;
      // The tap has ended the typing of another text.
      if (!found) return readText(text);
      store.set({ paste: null });
      if (store.draft) store.edit(form.addSections(store.card, form.ofPasted(found)));
      else take(store, found);
      return announce(cardsText.pasteFound(found.lines, found.look));
    },
  };
}
