// The tile keyboard: every kind of tile as a button.

import { element } from "../shared/dom.js";
import { rackText, tileName } from "../shared/texts.js";
import { face } from "./tile-face.js";

const SUITS = [...[..."BCD"].map((suit) => [..."123456789"].map((number) => number + suit)), [..."NEWSRG0FJ"]];

/** Every kind of tile, in the order of the keyboard. */
export const KINDS = SUITS.flat();

export function keyboard(chosen, onLabel) {
  return element("div", { class: "keys", role: "group", "aria-label": rackText.all },
    SUITS.map((labels) => element("div", {}, labels.map((label) => element("button", { type: "button", class: "key", "aria-label": tileName(label),
      "aria-pressed": String(label === chosen), "data-label": label, onclick: () => onLabel(label) }, face(label, { hidden: true }))))));
}
