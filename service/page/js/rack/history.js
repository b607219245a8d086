// Taking back what was done to the rack, one step after the other.

import { announce } from "../shared/dom.js";
import { current, remember } from "../shared/kept-photo.js";
import { pageText } from "../shared/texts.js";

const PARTS = ["photo", "scan", "tiles", "aside", "laid", "looked", "winning"];
const MOST = 30; // steps that are kept

/** Change the rack, and say so in `text`; the step can be taken back. */
export function step(store, patch, text) {
  const { state } = store;
  const before = Object.fromEntries(PARTS.map((part) => [part, state[part]]));
  store.set({ ...patch, picking: null, tool: null, past: [...state.past, { before, text, sent: current() }].slice(-MOST) });
  announce(text);
}

/** Take the last step back. */
export function takeBack(store) {
  const last = store.state.past.at(-1);
  if (!last) return;
  if (last.sent && last.sent !== current()) remember(last.sent.blob, last.sent.name);
  store.set({ ...last.before, picking: null, tool: null, past: store.state.past.slice(0, -1) });
  announce(pageText.takenBack(last.text));
}
