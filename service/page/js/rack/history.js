// Change the rack in steps, and undo them one after the other.

import { announce } from "../shared/dom.js";
import { current, remember } from "../shared/kept-photo.js";
import { pageText } from "../shared/texts.js";

const PARTS = ["photo", "scan", "tiles", "aside", "laid", "looked", "winning"];
const MOST = 30; // most steps that we keep

/** Change the rack in a step that the player can undo, and announce `text`. */
export function step(store, patch, text) {
  const { state } = store;
  const before = Object.fromEntries(PARTS.map((part) => [part, state[part]]));
  store.set({ ...patch, picking: null, tool: null, past: [...state.past, { before, text, sent: current() }].slice(-MOST) });
  announce(text);
}

/** Undo the last step. */
export function takeBack(store) {
  const last = store.state.past.at(-1);
  if (!last) return;
  if (last.sent && last.sent !== current()) remember(last.sent.blob, last.sent.name);
  store.set({ ...last.before, picking: null, tool: null, past: store.state.past.slice(0, -1) });
  announce(pageText.takenBack(last.text));
}
