// The tile keyboard: every kind of tile as a button.

import { element } from "../shared/dom.js";
import { rackText, tileName } from "../shared/texts.js";
import { face } from "./tile-face.js";

/** Every kind of tile, in the order of the keyboard. */
export const KINDS = [..."BCD"].flatMap((suit) => [..."123456789"].map((number) => number + suit)).concat("N", "E", "W", "S", "R", "G", "0", "F", "J");

export function keyboard(chosen, onLabel) {
  return element("div", { class: "keys", role: "group", "aria-label": rackText.all },
    KINDS.map((label) => element("button", { type: "button", class: "key", "aria-label": tileName(label), "aria-pressed": String(label === chosen),
      "data-label": label, onclick: () => onLabel(label) }, face(label, { hidden: true }))));
}
