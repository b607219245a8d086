// Actions of the card editor.

import { asking } from "../../shared/api.js";
import { saveText } from "../../shared/save-file.js";
import { cardsText } from "../../shared/texts.js";
import * as form from "../card-form.js";
import * as api from "../cards-api.js";
import { addLine, moveLine, openLine } from "../line/open-line.js";
import { tryRack } from "../trial.js";
import { keep } from "./keep.js";

const focus = (key) => document.querySelector(`[data-key="${key}"]`)?.focus();

/** Return the open card as a form, and as the text of a file. */
async function asFile(store) {
  const made = form.toForm(store.card, cardsText.untitled);
  return { made, text: (await api.check(made, 0)).text };
}

/** `reload()` loads the list of cards again, `back` is the card's entry in the history; `share` as in `startCards`. */
export function editorActions(store, { reload, back, share }) {
  return {
    openLine: (key) => openLine(store, key),
    addLine: (at) => addLine(store, at),
    closeCard: back.leave,
    undo: () => store.undo(),
    redo: () => store.redo(),
    title: (title) => store.edit({ ...store.card, title }),
    ruleset: (ruleset) => store.edit({ ...store.card, ruleset }),
    wildFlowers: (yes) => store.edit({ ...store.card, flowers: yes ? "wild" : "" }),
    nameSection: (at, title) => store.edit(form.setSection(store.card, at, { title })),
    moveSection: (at, by) => store.edit(form.moveSection(store.card, at, by)),
    addSection: () => {
      const added = form.newSection();
      store.edit({ ...store.card, sections: [...store.card.sections, added] });
      focus(`title-${added.key}`);
    },
    removeSection: (at) => {
      store.edit(form.removeSection(store.card, at));
      store.set({ said: { text: cardsText.sectionRemoved, undo: "edit" } });
    },
    move: (key, by) => {
      moveLine(store, key, by);
      focus(`grip-${key}`);
    },
    drop: (key, other, before) => {
      const without = form.removeLine(store.card, key);
      const { section: at, at: place } = form.find(without, other);
      store.edit(form.placeLine(store.card, key, at, before ? place : place + 1));
    },
    dropInto: (key, into) => store.edit(form.placeLine(store.card, key, store.card.sections.findIndex((one) => one.key === into), 0)),
    keep: () => keep(store, reload),
    saveFile: () => asking(store, async () => {
      const { made, text } = await asFile(store);
      saveText(text, `${made.id}.toml`);
    }),
    shareDraft: () => asking(store, async () => {
      const { made, text } = await asFile(store);
      await share(made.title, text);
    }),
    tryCard: (rack) => tryRack(store, rack, null),
  };
}
