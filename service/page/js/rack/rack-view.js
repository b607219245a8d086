// The rack as it was read: exposures on top, the slope beneath, every tile a button.

import { h } from "../shared/dom.js";
import { face } from "./tile-face.js";
import { MOST_TILES, exposures, unsure } from "./rack.js";
import { tileName } from "../shared/words.js";

function chip(tile, number, state, actions) {
  const winning = tile.id === state.winning;
  const picking = state.picking !== null && tile.group === 0;
  const picked = picking && state.picking.includes(tile.id);
  const marks = [!tile.sure && "not sure, please look", winning && "the winning tile"].filter(Boolean);
  const name = [`Tile ${number}: ${tileName(tile.label)}`, ...marks].join(", ");
  return h("li", {},
    h("button", {
      type: "button", class: `chip ${tile.sure ? "" : "unsure"} ${winning ? "winning" : ""} ${picked ? "picked" : ""}`,
      "aria-label": name, "aria-pressed": picking ? String(picked) : null, "data-key": `chip-${tile.id}`,
      onclick: () => (picking ? actions.pick(tile.id) : actions.tile(tile.id)),
    }, face(tile.label, { hidden: true }), winning && h("span", { class: "flag", "aria-hidden": "true" }, "won")));
}

function tray(title, group, state, actions) {
  const tiles = state.tiles.filter((tile) => tile.group === group);
  const plus = h("li", {},
    h("button", {
      type: "button", class: "chip add", "aria-label": `Add a tile to: ${title}`, "data-key": `add-${group}`,
      disabled: state.tiles.length >= MOST_TILES, onclick: () => actions.add(group),
    }, "+"));
  return h("div", { class: "tray" },
    h("h3", {}, title),
    h("ul", { class: "chips" },
      tiles.map((tile) => chip(tile, state.tiles.indexOf(tile) + 1, state, actions)),
      state.picking === null && plus));
}

function count(state) {
  const open = unsure(state.tiles).length;
  const tiles = `${state.tiles.length} ${state.tiles.length === 1 ? "tile" : "tiles"}`;
  return open ? `${tiles}, ${open} to look at` : tiles;
}

function grouping(state, actions) {
  if (state.picking === null) {
    return h("button", { type: "button", class: "plain", "data-key": "group",
      disabled: !state.tiles.some((tile) => tile.group === 0), onclick: actions.startPicking }, "Make an exposure");
  }
  const count = state.picking.length;
  return h("div", { class: "row whole" },
    h("button", { type: "button", class: "main grow", "data-key": "group-done", disabled: count === 0,
      onclick: actions.makeExposure }, count ? `Make an exposure of ${count}` : "Tap the tiles of one exposure"),
    h("button", { type: "button", "data-key": "group-cancel", onclick: actions.stopPicking }, "Cancel"));
}

/** `actions`: tile(id), add(group), pick(id), startPicking(), stopPicking(), makeExposure(). */
export function tilesView(actions) {
  return (state) => {
    if (!state.tiles) return null;
    return [
      h("div", { class: "row between" },
        h("h2", { id: "tiles-title" }, "The tiles"),
        h("p", { class: "count" }, count(state))),
      exposures(state.tiles).map((group) => tray(`Exposure ${group}`, group, state, actions)),
      tray("On the rack", 0, state, actions),
      grouping(state, actions),
    ];
  };
}
