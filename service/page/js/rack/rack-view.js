// The rack as it was read: exposures on top, the slope beneath, every tile a button.

import { withoutCard } from "../shared/claim.js";
import { button, heading } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { pageText, rackText } from "../shared/texts.js";
import { MOST_TILES, asked, exposureFault, exposures } from "./rack.js";
import { face } from "./tile-face.js";

/** How a tile is marked: one that changes the verdict asks to be looked at, another not sure one only says so. */
function doubt(tile, { verdict }) {
  return !tile.sure && (verdict?.doubts || (verdict?.ask && !verdict.ask.some((one) => one.tile === tile.id))) ? "quiet" : "";
}

function chip(tile, state, actions) {
  const wins = tile.id === state.winning;
  const picking = state.picking !== null && tile.group === 0;
  const picked = picking && state.picking.includes(tile.id);
  const look = [face(tile.label, { hidden: true }), wins && element("span", { class: "flag", "aria-hidden": "true" }, rackText.won)];
  return element("li", {}, button(`chip-${tile.id}`, look, () => (picking ? actions.pick(tile.id) : actions.tile(tile.id)), {
    class: `chip ${tile.sure ? "" : "unsure"} ${doubt(tile, state)} ${wins ? "winning" : ""} ${picked ? "picked" : ""}`,
    "aria-label": rackText.tile(tile, wins), "aria-pressed": picking ? String(picked) : null,
  }));
}

function tray(group, state, actions) {
  const tiles = state.tiles.filter((tile) => tile.group === group);
  const fault = exposureFault(state.tiles, group);
  return element("div", { class: "tray" },
    element("h3", {}, rackText.place(group)),
    group > 0 && fault && !withoutCard(state) && element("p", { class: "fault", role: "status" }, rackText.faults[fault]),
    element("ul", { class: "chips" },
      tiles.map((tile) => chip(tile, state, actions)),
      state.picking === null && element("li", {}, button(`add-${group}`, "+", () => actions.add(group),
        { class: "chip add", "aria-label": rackText.add(group), disabled: state.tiles.length >= MOST_TILES }))));
}

function grouping({ tiles, picking }, actions) {
  if (picking === null) {
    return button("group", rackText.expose, actions.startPicking, { class: "plain", disabled: !tiles.some((tile) => tile.group === 0) });
  }
  return element("div", { class: "row whole" },
    button("group-done", rackText.exposeThese(picking.length), actions.makeExposure, { class: "main grow", disabled: !picking.length }),
    button("group-cancel", pageText.cancel, actions.stopPicking));
}

/** `actions`: tile(id), add(group), pick(id), startPicking(), stopPicking(), makeExposure(). */
export function tilesView(actions) {
  return (state) => state.tiles && [
    element("div", { class: "row between" },
      heading("tiles-title", rackText.title),
      element("p", { class: "count" }, rackText.count(state.tiles.length, state.verdict ? asked(state).length : 0))),
    exposures(state.tiles).map((group) => tray(group, state, actions)),
    tray(0, state, actions),
    grouping(state, actions),
  ];
}
