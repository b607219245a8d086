// The tools of the photo: frame the part to read, add a missed tile, mark tiles.

import { button, fine } from "../shared/controls.js";
import { element, svg } from "../shared/dom.js";
import { pageText, photoText } from "../shared/texts.js";
import { markedBar } from "../rack/rack-view.js";

const STEP = 0.02; // share of the photo's side by which an arrow key moves an edge or the cross
const LEAST = 0.05; // least side of the frame, as a share of the photo's side
const EDGES = ["left", "top", "right", "bottom"]; // in the order of a box x0, y0, x1, y1
const ARROWS = { ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1] };
const NEAR = 28; // distance at which a finger takes hold of an edge, in pixels of the screen

const SLIP = 8; // pixels of the screen that a finger may slip during a tap
const PART = 0.15; // upper limit of that distance, as a share of the frame's side

const between = (value, low, high) => Math.min(high, Math.max(low, value));

/** Return the frame with one edge moved, inside the photo and no smaller than `LEAST`. */
function moved(box, edge, to, { width, height }) {
  const side = edge % 2 ? height : width;
  const found = [...box];
  found[edge] = edge < 2 ? between(to, 0, box[edge + 2] - LEAST * side) : between(to, box[edge - 2] + LEAST * side, side);
  return found;
}

/** Return the frame with its corner nearest to a point moved to that point. */
function cornered(box, [x, y], scan) {
  const [x0, y0, x1, y1] = box;
  const [across, down] = [x - x0 < x1 - x ? 0 : 2, y - y0 < y1 - y ? 1 : 3];
  return moved(moved(box, across, x, scan), down, y, scan);
}

function edge(at, box, scan, actions) {
  const [x0, y0, x1, y1] = box;
  const upright = at % 2 === 0;
  const side = upright ? scan.width : scan.height;
  const [cx, cy] = upright ? [box[at], (y0 + y1) / 2] : [(x0 + x1) / 2, box[at]];
  const onkeydown = (event) => {
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    const by = (upright ? dx : dy) * STEP * side;
    if (!by) return;
    event.preventDefault();
    actions.setCrop(moved(box, at, box[at] + by, scan));
  };
  const long = Math.max(scan.width, scan.height) * 0.05;
  return svg("rect", { class: "edge", role: "slider", tabindex: "0", "data-first": at === 0, "data-key": `edge-${EDGES[at]}`, "aria-label": photoText.edges[EDGES[at]],
    "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": Math.round((box[at] / side) * 100), onkeydown,
    x: cx - (upright ? long / 4 : long), y: cy - (upright ? long : long / 4), width: upright ? long / 2 : 2 * long, height: upright ? 2 * long : long / 2, rx: long / 4 });
}

/** Return a shape whose lines keep their width at any scale, above the one that rings it while it has the focus. */
export const ringed = (tag, shape) => ["ring", null].map((name) => svg(tag, { ...shape, class: name, "vector-effect": "non-scaling-stroke" }));

const around = ({ width, height }, [x0, y0, x1, y1]) => `M0 0H${width}V${height}H0ZM${x0} ${y0}V${y1}H${x1}V${y0}Z`;

function crop({ scan, tool: { box } }, actions) {
  return [svg("path", { class: "shade", d: around(scan, box) }), EDGES.map((_, at) => edge(at, box, scan, actions))];
}

function cross({ scan, tool: { at: [x, y] } }, actions) {
  const size = scan.width / 12;
  const onkeydown = (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      actions.addAt([x, y]);
      return;
    }
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    if (!dx && !dy) return;
    event.preventDefault();
    actions.setCross([between(x + dx * STEP * scan.width, 0, scan.width), between(y + dy * STEP * scan.height, 0, scan.height)]);
  };
  return svg("g", { class: "cross", role: "button", tabindex: "0", "data-first": true, "data-key": "cross", "aria-label": photoText.cross, onkeydown },
    ringed("path", { d: `M${x - size} ${y}H${x + size}M${x} ${y - size}V${y + size}` }));
}

/** Draw the tool in use over the photo. */
export function overlay(state, actions) {
  return state.tool.kind === "crop" ? crop(state, actions) : cross(state, actions);
}

/** Show the buttons under the photo: the tools with `undo` beside them, or the buttons of the tool in use. */
export function toolRow(state, actions, undo) {
  const { tool, picking, busy } = state;
  if (tool) {
    return [fine(photoText.hints[tool.kind]), element("div", { class: "row" },
      tool.kind === "crop" && button("crop-read", photoText.readPart, actions.readPart, { class: "main grow", disabled: Boolean(busy) }),
      button("tool-cancel", pageText.cancel, actions.stopTool, { class: "grow" }))];
  }
  if (picking !== null) return markedBar(state, "photo", actions);
  return element("div", { class: "even" },
    button("mark", photoText.mark, () => actions.startPicking("photo"), { class: "small", disabled: !state.tiles.some((tile) => tile.quad) }),
    button("add-missed", photoText.addMissed, actions.startAdd, { class: "small" }),
    button("crop", photoText.crop, actions.startCrop, { class: "small" }),
    undo);
}

/** Let fingers work the tools on the photo in `root`; `tool()` is the tool in use. */
export function followTools(root, tool, scan, actions) {
  let drag = null; // {drawing, box, edges, from, at, onEdge, now}; `at`: on the screen; `now`: the new frame
  const place = (drawing, event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
    const { width, height } = scan();
    return [between(x, 0, width), between(y, 0, height)];
  };
  root.addEventListener("pointerdown", (event) => {
    const drawing = event.target.closest("svg[data-tool=crop]");
    if (!drawing || event.button !== 0) return;
    const { box } = tool();
    const [x, y] = place(drawing, event);
    // The middle of a small frame must stay free, so that the player can begin another one there.
    const near = [0, 1].map((axis) => Math.min(NEAR / drawing.getScreenCTM().a, PART * (box[axis + 2] - box[axis])));
    const edges = [0, 1, 2, 3].filter((at) => {
      const [axis, other] = [at % 2, 1 - (at % 2)];
      const [across, along] = axis ? [y, x] : [x, y];
      return Math.abs(across - box[at]) < near[axis] && along > box[other] - near[other] && along < box[other + 2] + near[other];
    });
    drag = { drawing, box, edges, from: [x, y], at: [event.clientX, event.clientY], onEdge: event.target.closest(".edge") !== null };
  });
  root.addEventListener("pointermove", (event) => {
    if (tool()?.kind !== "crop") drag = null; // the frame was read meanwhile
    if (!drag || (!drag.now && Math.hypot(event.clientX - drag.at[0], event.clientY - drag.at[1]) < SLIP)) return;
    const [x, y] = place(drag.drawing, event);
    const [u, v] = drag.from;
    drag.now = drag.edges.length
      ? drag.edges.reduce((box, at) => moved(box, at, at % 2 ? y : x, scan()), drag.box)
      : [Math.min(u, x), Math.min(v, y), Math.max(u, x), Math.max(v, y)];
    drag.drawing.querySelector(".shade").setAttribute("d", around(scan(), drag.now));
  });
  const end = ({ type }) => {
    if (!drag) return;
    const { now, box, from, onEdge } = drag;
    drag = null;
    if (tool()?.kind !== "crop") return;
    if (!now) {
      // Players who cannot drag set one corner after the other; a tap on an edge only focuses it, for the arrow keys.
      if (type === "pointerup" && !onEdge) actions.setCrop(cornered(box, from, scan()));
      return;
    }
    const { width, height } = scan();
    const large = now[2] - now[0] >= LEAST * width && now[3] - now[1] >= LEAST * height;
    actions.setCrop(large ? now : [...box]);
  };
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
  root.addEventListener("click", (event) => {
    const drawing = event.target.closest("svg[data-tool=add]");
    if (drawing) actions.addAt(place(drawing, event));
  });
}
