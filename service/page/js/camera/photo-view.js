// The photograph with the tiles that were found in it.

import { mayAsk } from "./camera.js";
import { h, s } from "../shared/dom.js";
import { face } from "../rack/tile-face.js";
import { openIssues } from "../rack/rack.js";
import { setPicker } from "../tilesets/set-picker.js";
import { tileName } from "../shared/words.js";

const MARGIN = 0.05; // of the picture's long side, around the outermost tiles
const NO_LIVE = window.isSecureContext
  ? "This browser gives the page no camera to look through; taking a photo works."
  : "Phones let a page look through the camera over https alone: start the server with --https for that. Taking a photo works without.";
const SAMPLE = ["2C", "2C", "J", "2C", "3C", "F"];

function picker(label, key, capture, onPhoto, style) {
  const id = `pick-${key}`;
  return h("span", { class: "pick" },
    h("input", {
      type: "file", accept: "image/*", id, class: "unseen", "data-key": id, capture: capture && "environment",
      onchange: (event) => {
        const [file] = event.target.files;
        event.target.value = "";
        if (file) onPhoto(file);
      },
    }),
    h("label", { for: id, class: `button ${style}` }, label));
}

function box(tile, name, kind, onTile) {
  const [x0, y0, x1] = tile.box;
  const corners = tile.quad.map((corner) => corner.join(",")).join(" ");
  const width = x1 - x0;
  const size = Math.max(width * 0.42, 1);
  const text = tile.sure ? tile.label : `${tile.label}?`;
  const open = () => onTile(tile.id);
  return s("g", {
    class: `box ${kind}`, role: "button", tabindex: "0",
    "aria-label": name, "data-key": `box-${tile.id}`, onclick: open,
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      open();
    },
  },
  s("polygon", { points: corners, "vector-effect": "non-scaling-stroke" }),
  s("rect", { x: x0 + width / 2 - size * 0.42 * text.length, y: y0 - size * 0.75, width: size * 0.84 * text.length,
    height: size * 1.15, rx: size * 0.25 }),
  s("text", { x: x0 + width / 2, y: y0 + size * 0.1, "font-size": size * 0.95, "text-anchor": "middle" }, text));
}

function named(tile, number) {
  return `Tile ${number}: ${tileName(tile.label)}${tile.sure ? "" : ", not sure"}`;
}

function kind(tile) {
  return tile.said ? "said" : tile.sure ? "" : "unsure";
}

/** The part of the picture worth showing: all tiles with some room around them, as an SVG viewBox. */
function cut(scan, tiles) {
  if (!tiles.length) return `0 0 ${scan.width} ${scan.height}`;
  const room = MARGIN * Math.max(scan.width, scan.height);
  const low = (at, most) => Math.max(0, Math.min(...tiles.map((tile) => tile.box[at]), most) - room);
  const high = (at, most) => Math.min(most, Math.max(...tiles.map((tile) => tile.box[at]), 0) + room);
  const [x0, y0] = [low(0, scan.width), low(1, scan.height)];
  return `${x0} ${y0} ${high(2, scan.width) - x0} ${high(3, scan.height) - y0}`;
}

function trouble(state) {
  if (!state.trouble) return null;
  return h("p", { class: "note bad", role: "alert" }, state.trouble.message);
}

/** That a photo is being read, and the way out for who has waited long enough. */
function waiting(state, actions) {
  return [h("p", { class: "busy", role: "status" }, state.busy),
    h("button", { type: "button", class: "plain small", "data-key": "stop", onclick: actions.stopReading }, "Stop")];
}

function first(state, actions) {
  return [
    h("div", { class: "hero" },
      h("div", { class: "hero-rack", "aria-hidden": "true" }, SAMPLE.map((label) => face(label, { hidden: true }))),
      h("h2", { id: "photo-title" }, "Is it mah jongg?"),
      h("p", { class: "lead" }, "Photograph the rack. Read the verdict, and who owes what."),
      trouble(state),
      state.busy
        ? waiting(state, actions)
        : [
          mayAsk && h("button", { type: "button", class: "main", "data-key": "camera", onclick: actions.camera }, "Use the camera"),
          picker("Take a photo", "take", true, actions.photo, mayAsk ? "" : "main"),
          picker("Choose a photo", "choose", false, actions.photo, ""),
          setPicker(state, actions),
          h("button", { type: "button", class: "plain", "data-key": "by-hand", onclick: actions.byHand }, "Enter the tiles by hand"),
        ],
      !mayAsk && h("p", { class: "fine" }, NO_LIVE),
      h("p", { class: "fine" }, "The photo goes no further than the machine that serves this page.")),
  ];
}

/** The first screen, or the photograph with its boxes. `actions`: camera(), photo(file), stopReading(), byHand(), tile(id), takeIn(id), and those of the set. */
export function photoView(actions) {
  return (state) => {
    if (!state.tiles) return first(state, actions);
    const { photo, scan } = state;
    const again = h("div", { class: "row" },
      state.busy
        ? waiting(state, actions)
        : [mayAsk && h("button", { type: "button", class: "small", "data-key": "camera", onclick: actions.camera }, "Camera"),
          picker("New photo", "take", true, actions.photo, "small"), picker("Choose", "choose", false, actions.photo, "small")]);
    const title = h("h2", { id: "photo-title" }, scan ? "The photo" : "Photograph it instead");
    if (!scan) return [h("div", { class: "row between" }, title, again), trouble(state)];
    const drawn = state.tiles.filter((tile) => tile.quad);
    const picture = s("svg", { class: "boxes", viewBox: cut(scan, [...drawn, ...state.aside]), role: "group",
      "aria-label": "Tiles found in the photo" },
      photo && s("image", { href: photo, width: scan.width, height: scan.height, preserveAspectRatio: "none" }),
      state.aside.map((tile) => box(tile, `Beside the rack: ${tileName(tile.label)}. Take it in`, "aside", actions.takeIn)),
      drawn.map((tile) => box(tile, named(tile, state.tiles.indexOf(tile) + 1), kind(tile), actions.tile)));
    return [
      h("div", { class: "row between" }, title, again),
      setPicker(state, actions),
      trouble(state),
      openIssues(scan, state.laid).map((issue) => h("p", { class: "note warn" }, issue.message)),
      h("figure", {}, picture),
      drawn.length > 0 && h("p", { class: "fine" }, "Tap a tile that was read wrong.",
        state.aside.length > 0 && " Grey ones lie beside the rack: tap one to take it in."),
    ];
  };
}
