// Lines put in another order: dragged by their handles, or moved by the arrow keys.

import { element } from "../shared/dom.js";
import { cardsText } from "../shared/texts.js";

const EDGE = 60; // px from the edge of the window where it scrolls along
const SCROLL = 12; // px a step

/** The line that a point lies on, and whether in its upper half: {key, section, at, before}. */
function target(y, dragged) {
  const rows = [...document.querySelectorAll("#card-editor [data-line]")].filter((one) => one !== dragged);
  let best = null;
  for (const row of rows) {
    const box = row.getBoundingClientRect();
    const middle = box.top + box.height / 2;
    if (best === null || Math.abs(y - middle) < best.far) best = { far: Math.abs(y - middle), row, before: y < middle };
  }
  return best;
}

/** The handle of a line. `act`: place(key, section, at), move(key, by). */
export function handle(line, name, act) {
  const down = (event) => {
    if (event.button !== 0) return;
    const row = event.target.closest("[data-line]");
    const grip = event.currentTarget;
    grip.setPointerCapture(event.pointerId);
    row.classList.add("dragged");
    let at = null;
    const mark = (next) => {
      at?.row.classList.remove("before", "after");
      next?.row.classList.add(next.before ? "before" : "after");
      at = next;
    };
    const move = ({ clientY }) => {
      if (clientY < EDGE) window.scrollBy(0, -SCROLL);
      if (clientY > window.innerHeight - EDGE) window.scrollBy(0, SCROLL);
      mark(target(clientY, row));
    };
    const end = (over) => {
      grip.removeEventListener("pointermove", move);
      grip.removeEventListener("pointerup", end);
      grip.removeEventListener("pointercancel", end);
      row.classList.remove("dragged");
      const to = at;
      mark(null);
      if (over.type === "pointerup" && to) act.drop(line.key, to.row.dataset.line, to.before);
    };
    grip.addEventListener("pointermove", move);
    grip.addEventListener("pointerup", end);
    grip.addEventListener("pointercancel", end);
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
