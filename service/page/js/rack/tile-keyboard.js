// The tile keyboard: every kind of tile as a button.

import { element } from "../shared/dom.js";
import { rackText, tileName } from "../shared/texts.js";
import { face } from "./tile-face.js";

const SUITS = [...[..."BCD"].map((suit) => [..."123456789"].map((number) => number + suit)), [..."NEWSRG0FJ"]];

/** Every kind of tile, in the order of the keyboard. */
export const KINDS = SUITS.flat();

const ROW = ["offsetTop", "offsetLeft"];
const COLUMN = ["offsetLeft", "offsetTop"];
const STEPS = { ArrowLeft: [ROW, -1], ArrowRight: [ROW, 1], ArrowUp: [COLUMN, -1], ArrowDown: [COLUMN, 1], Home: [ROW, -Infinity], End: [ROW, Infinity] };

/** Focus the key to which an arrow, Home or End leads within its row or column, as they are shown at this width. */
function step(event) {
  const { target, currentTarget } = event;
  const [[line, along], by] = STEPS[event.key] ?? [[]];
  if (!by || event.altKey || event.ctrlKey || event.metaKey) return; // with Alt an arrow goes back in the browser
  event.preventDefault();
  const keys = [...currentTarget.querySelectorAll(".key")].filter((one) => one[line] === target[line]).sort((one, other) => one[along] - other[along]);
  keys[Math.min(Math.max(keys.indexOf(target) + by, 0), keys.length - 1)].focus();
}

export function keyboard(chosen, onLabel) {
  return element("div", { class: "keys", role: "group", "aria-label": rackText.all, onkeydown: step },
    SUITS.map((labels) => element("div", {}, labels.map((label) => element("button", { type: "button", class: "key", "aria-label": tileName(label),
      "aria-pressed": String(label === chosen), "data-label": label, onclick: () => onLabel(label) }, face(label, { hidden: true }))))));
}
