// Reorder lines: the player drags them by their handles, or moves them with the arrow keys.

import { followPointer } from "../../shared/controls.js";
import { byId, element } from "../../shared/dom.js";
import { cardsText } from "../../shared/texts.js";

const EDGE = 60; // px from the edge of the window within which a drag scrolls the page
const SCROLL = 12; // px that each step scrolls

/** Return the drop target nearest to height `y`, {node, place}, or null. `place`: "before", "after" or "into". */
function target(y, dragged) {
  let best = null;
  for (const node of byId("card-editor").querySelectorAll("[data-line],[data-empty]")) {
    const { top, bottom } = node.getBoundingClientRect();
    const far = Math.max(top - y, y - bottom, 0);
    const beside = y < (top + bottom) / 2 ? "before" : "after";
    if (best === null || far < best.far) best = { far, node, place: node.dataset.line ? beside : "into" };
  }
  return best?.node === dragged ? null : best;
}

/** Return the handle of a line. `act`: drop(key, other, before), dropInto(key, section), move(key, by). */
export function handle(line, name, act) {
  const down = (event) => {
    if (event.button !== 0) return;
    const row = event.target.closest("[data-line]");
    row.classList.add("dragged");
    let at = null;
    const mark = (next) => {
      at?.node.classList.remove(at.place);
      next?.node.classList.add(next.place);
      at = next;
    };
    followPointer(event, ({ clientY }) => {
      if (clientY < EDGE) window.scrollBy(0, -SCROLL);
      if (clientY > window.innerHeight - EDGE) window.scrollBy(0, SCROLL);
      mark(target(clientY, row));
    }, ({ type }) => {
      row.classList.remove("dragged");
      const to = at;
      mark(null);
      if (type !== "pointerup" || !to) return;
      if (to.place === "into") act.dropInto(line.key, to.node.dataset.empty);
      else act.drop(line.key, to.node.dataset.line, to.place === "before");
    });
  };
  const keys = (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    act.move(line.key, by);
  };
  const node = element("button", { type: "button", class: "grip-handle", "data-key": `grip-${line.key}`, "aria-label": cardsText.moveLine(name), onkeydown: keys }, "⠿");
  node.onpointerdown = down;
  return node;
}
