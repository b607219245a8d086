// The photograph with the tiles that were found in it.

import { alert, busy, button, filePicker, fine, heading } from "../shared/controls.js";
import { element, svg } from "../shared/dom.js";
import { photoText } from "../shared/texts.js";
import { openIssues } from "../rack/rack.js";
import { face } from "../rack/tile-face.js";
import { mayAsk } from "./camera.js";

const MARGIN = 0.05; // of the picture's long side, around the outermost tiles
const SAMPLE = ["2B", "2B", "J", "G", "8C", "F"];

/** The outline of a tile, its name on it; `onTile` is called for a tap. */
function box(tile, name, kind, onTile) {
  const [x0, y0, x1] = tile.box;
  const middle = (x0 + x1) / 2;
  const size = Math.max((x1 - x0) * 0.42, 1);
  const text = tile.sure ? tile.label : `${tile.label}?`;
  const wide = size * 0.84 * text.length;
  const open = () => onTile(tile.id);
  const onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    open();
  };
  return svg("g", { class: `box ${kind}`, role: "button", tabindex: "0", "aria-label": name, "data-key": `box-${tile.id}`, onclick: open, onkeydown },
    svg("polygon", { points: tile.quad.map((corner) => corner.join(",")).join(" "), "vector-effect": "non-scaling-stroke" }),
    svg("rect", { x: middle - wide / 2, y: y0 - size * 0.75, width: wide, height: size * 1.15, rx: size * 0.25 }),
    svg("text", { x: middle, y: y0 + size * 0.1, "font-size": size * 0.95, "text-anchor": "middle" }, text));
}

const kind = ({ said, sure }) => (said ? "said" : sure ? "" : "unsure");

/** The part of the picture worth showing: all tiles with some room around them, as an SVG viewBox. */
function cut(scan, tiles) {
  if (!tiles.length) return `0 0 ${scan.width} ${scan.height}`;
  const room = MARGIN * Math.max(scan.width, scan.height);
  const low = (at) => Math.max(0, Math.min(...tiles.map((tile) => tile.box[at])) - room);
  const high = (at, most) => Math.min(most, Math.max(...tiles.map((tile) => tile.box[at])) + room);
  const [x, y] = [low(0), low(1)];
  return `${x} ${y} ${high(2, scan.width) - x} ${high(3, scan.height) - y}`;
}

/** That a photo is being read, and the way out for who has waited long enough. */
function waiting(state, actions) {
  return [busy(state.busy), button("stop", photoText.stop, actions.stopReading, { class: "plain small" })];
}

const camera = (text, style, actions) => mayAsk && button("camera", text, actions.camera, { class: style });

function first(state, actions, setPicker) {
  const ways = () => [
    camera(photoText.camera, "main", actions),
    filePicker("pick-take", photoText.take, actions.photo, { capture: true, style: mayAsk ? "" : "main" }),
    filePicker("pick-choose", photoText.choose, actions.photo),
    setPicker(state),
    button("by-hand", photoText.byHand, actions.byHand, { class: "plain" }),
    button("example", photoText.example, actions.example, { class: "plain" }),
  ];
  return [element("div", { class: "hero" },
    element("div", { class: "hero-rack", "aria-hidden": "true" }, SAMPLE.map((label) => face(label, { hidden: true }))),
    heading("photo-title", photoText.question),
    element("p", { class: "lead" }, photoText.lead),
    alert(state.trouble?.message),
    state.busy ? waiting(state, actions) : ways(),
    !mayAsk && fine(window.isSecureContext ? photoText.noCamera : photoText.noHttps),
    fine(photoText.private))];
}

function picture({ photo, scan, aside }, drawn, actions) {
  return element("figure", {}, svg("svg", { class: "boxes", viewBox: cut(scan, [...drawn, ...aside]), role: "group", "aria-label": photoText.tiles },
    photo && svg("image", { href: photo, width: scan.width, height: scan.height, preserveAspectRatio: "none" }),
    aside.map((tile) => box(tile, photoText.aside(tile.label), "aside", actions.takeIn)),
    drawn.map((tile) => box(tile, photoText.tile(tile), kind(tile), actions.tile))));
}

/** The first screen, or the photograph with its boxes. `actions`: camera(), photo(file), stopReading(), byHand(), tile(id), takeIn(id); `setPicker(state)` is the choice of the set to read by. */
export function photoView(actions, setPicker) {
  return (state) => {
    if (!state.tiles) return first(state, actions, setPicker);
    const { scan } = state;
    const drawn = state.tiles.filter((tile) => tile.quad);
    const again = state.busy ? waiting(state, actions) : [
      camera(photoText.cameraAgain, "small", actions),
      filePicker("pick-take", photoText.takeAgain, actions.photo, { capture: true, style: "small" }),
      filePicker("pick-choose", photoText.chooseAgain, actions.photo, { style: "small" })];
    return [
      element("div", { class: "row between" }, heading("photo-title", scan ? photoText.title : photoText.instead), element("div", { class: "row" }, again)),
      scan && setPicker(state),
      alert(state.trouble?.message),
      scan && openIssues(scan, state.laid).map((issue) => element("p", { class: "note warn" }, issue.message)),
      scan && picture(state, drawn, actions),
      drawn.length > 0 && scan && fine(photoText.tap, state.aside.length > 0 && photoText.tapAside),
    ];
  };
}
