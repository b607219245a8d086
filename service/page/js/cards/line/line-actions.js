// Actions of the dialog of a line.

import { asking } from "../../shared/api.js";
import { announce } from "../../shared/dom.js";
import { cardsText } from "../../shared/texts.js";
import * as form from "../card-form.js";
import * as api from "../cards-api.js";
import { tryRack } from "../trial.js";
import { keyActions } from "./keys.js";
import { mended, readLine } from "./line.js";
import { addLine, moveLine, opened, openLine } from "./open-line.js";

/** Let the server read a typed line, and put its reading there, unless the line has changed or gone meanwhile. */
const readTyped = (store, key, text) => asking(store, async () => {
  const found = (await api.pasted(text)).sections.flatMap(({ lines }) => lines);
  if (found.length !== 1 || !store.draft || form.find(store.card, key)?.line.text !== text) return;
  const [one] = found;
  const look = one.sure ? null : one.remarks.filter((remark) => remark.look).map(({ message }) => message);
  // One step with the typing: undo takes both back.
  store.edit(form.setLine(store.card, key, { text: one.text, look, source: look && text }), { past: store.state.past });
  if (store.state.line?.key === key) openLine(store, key);
});

/** Draw another example of the hand `number`. */
async function drawAnother(store, number) {
  const { line } = store.state;
  const draws = (store.state.draws ?? 0) + 1;
  const { section: at, line: own } = opened(store);
  const alone = { ...store.card, sections: [{ ...store.card.sections[at], lines: [own] }] };
  await asking(store, async () => {
    const { hands } = await api.check(form.toForm(alone, cardsText.untitled), draws);
    const letter = /[a-z]*$/.exec(number)[0];
    const found = hands.find((hand) => hand.number === `1${letter}`)?.example;
    if (found && store.state.line?.key === line.key) store.set({ draws, another: { ...store.state.another, [number]: found } });
  });
}

/** Take the last step back; the dialog of a line that this step began closes. */
function undoStep(store) {
  const { key } = store.state.line;
  store.undo();
  if (store.card && form.find(store.card, key)) openLine(store, key);
  else store.set({ line: null });
}

/** Close the dialog; an empty line goes. */
function closeLine(store) {
  const { key } = store.state.line ?? {};
  store.set({ line: null });
  const left = key && form.find(store.card, key);
  if (left && readLine(left.line.text).hands.flat().length === 0) store.edit(form.removeLine(store.card, key));
  if (key) document.querySelector(`[data-key="line-${key}"]`)?.focus();
}

export function lineActions(store) {
  return {
    ...keyActions(store),
    undo: () => undoStep(store),
    copy: () => {
      const { section: at, at: place, line } = opened(store);
      const twin = form.newLine(line.text);
      store.edit(form.addLine(store.card, at, twin, place + 1));
      openLine(store, twin.key);
      announce(cardsText.copied);
    },
    remove: () => {
      const { key } = store.state.line;
      store.set({ line: null });
      store.edit(form.removeLine(store.card, key));
      store.set({ said: { text: cardsText.lineRemoved, undo: "edit" } });
    },
    next: () => {
      const { section: at, at: place, line } = opened(store);
      addLine(store, at, place + 1, line.text);
      announce(cardsText.lineTitle(opened(store).number + 1, store.card.sections[at].title));
    },
    close: () => closeLine(store),
    up: () => moveLine(store, store.state.line.key, -1),
    down: () => moveLine(store, store.state.line.key, 1),
    looked: () => store.edit(form.setLine(store.card, store.state.line.key, { look: null })),
    mend: (mend) => {
      const { key, text } = opened(store).line;
      store.edit(form.setLine(store.card, key, { text: mended(text, mend) }));
      openLine(store, key);
    },
    typed: async (text) => {
      if (!store.state.line) return; // another window has changed the draft, and the field goes with the dialog
      const { key } = store.state.line;
      store.edit(form.setLine(store.card, key, { text, look: null, source: null }));
      openLine(store, key);
      if (!text) return;
      await readTyped(store, key, text);
      if (store.state.line?.key === key) store.set({ line: { ...store.state.line, typed: true } });
    },
    another: (number) => drawAnother(store, number),
    tryRack: (rack) => store.state.line && tryRack(store, rack, store.state.line.key),
  };
}
