// The sheet that opens on a tile: what it may be, the tile keyboard, and where it lies.

import { h } from "../shared/dom.js";
import { face } from "./tile-face.js";
import { drawCrop } from "../shared/prepare-photo.js";
import { exposures } from "./rack.js";
import { KEYBOARD, tileName } from "../shared/words.js";

const CROP = 132; // pixels, shown at half that: sharp on a phone

function header(dialog, title, text, look) {
  return h("header", {},
    look,
    h("div", { class: "grow" }, h("h2", { id: "sheet-title" }, title), text && h("p", {}, text)),
    h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() }, "✕"));
}

function keyboard(chosen, onLabel) {
  return h("div", { class: "keys", role: "group", "aria-label": "All tiles" },
    KEYBOARD.flat().map((label) =>
      h("button", { type: "button", class: "key", "aria-label": tileName(label), "aria-pressed": String(label === chosen),
        "data-label": label, onclick: () => onLabel(label) }, face(label, { hidden: true }))));
}

function candidates(tile, hints, onLabel) {
  const labels = [...new Set([tile.label, ...tile.alternatives])].filter((label) => label !== "BACK").slice(0, 4);
  return h("div", { class: "candidates", role: "group", "aria-label": "Most likely" },
    labels.map((label, at) => {
      const hint = hints && h("small", {});
      hints?.(label).then((text) => { hint.textContent = text; }, () => {});
      return h("button", { type: "button", class: "candidate", "data-label": label, autofocus: at === 0,
        onclick: () => onLabel(label) },
        face(label, { hidden: true }), h("span", {}, tileName(label)), hint);
    }));
}

function places(state, tile, act) {
  const groups = exposures(state.tiles);
  const place = (title, group) =>
    h("button", { type: "button", class: "small", "aria-pressed": String(tile.group === group),
      onclick: () => act.move(group) }, title);
  return h("div", { class: "places", role: "group", "aria-label": "Where it lies" },
    place("On the rack", 0),
    groups.map((group) => place(`Exposure ${group}`, group)));
}

function open(dialog, nodes) {
  dialog.replaceChildren(h("div", { class: "grip", "aria-hidden": "true" }), ...nodes.flat(2).filter(Boolean));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

/**
 * Open the sheet on a tile. `act`: label(code), move(group), winning(), remove(); `hints(code)` promises what the
 * hand would be with that tile, in words, or is null.
 */
export function openTile(dialog, state, tile, act, hints) {
  const number = state.tiles.indexOf(tile) + 1;
  const canvas = tile.box && state.photo
    ? h("canvas", { class: "crop", width: CROP, height: CROP, "aria-hidden": "true" }) : null;
  if (canvas) drawCrop(canvas, state.photo, state.scan, tile.box);
  const read = tile.said
    ? `You said ${tileName(tile.label)}.`
    : tile.label === "BACK" ? "It lies face down. Which tile is it?"
      : tile.sure ? `Read as ${tileName(tile.label)}.` : `Read as ${tileName(tile.label)}, but not sure. Which is it?`;
  const won = state.winning === tile.id;
  open(dialog, [
    header(dialog, `Tile ${number}`, read, canvas ?? face(tile.label, { hidden: true })),
    (tile.alternatives.length > 0 || !tile.sure) && [
      h("h3", {}, tile.sure ? "It might also be" : "Most likely"), candidates(tile, hints, act.label)],
    h("h3", {}, "Any tile"),
    keyboard(tile.label, act.label),
    exposures(state.tiles).length > 0 && [h("h3", {}, "Where it lies"), places(state, tile, act)],
    h("div", { class: "row" },
      tile.group === 0 && h("button", { type: "button", class: "small grow", "aria-pressed": String(won),
        onclick: act.winning }, won ? "✓ The winning tile" : "The winning tile"),
      h("button", { type: "button", class: "small danger grow", onclick: act.remove }, "Not a tile: remove")),
  ]);
}

/** Open the sheet to add tiles to a group; it stays open until it is closed. `onLabel(code)`. */
export function openAdd(dialog, title, onLabel) {
  const added = h("ul", { class: "chips added", "aria-label": "Added" });
  open(dialog, [
    header(dialog, "Add tiles", title),
    keyboard(null, (label) => {
      if (onLabel(label)) added.append(h("li", {}, face(label)));
    }),
    added,
    h("button", { type: "button", class: "main wide", onclick: () => dialog.close() }, "Done"),
  ]);
}
