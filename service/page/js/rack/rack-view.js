// The rack on the page: exposures on top, the slope beneath, every tile a button.

import { exposureRules, withoutCard } from "../shared/claim.js";
import { button, heading, lostOnClosing } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { pageText, rackText } from "../shared/texts.js";
import { MOST_TILES, exposureFault, exposures } from "./rack.js";
import { asked } from "./to-check.js";
import { face } from "./tile-face.js";

/** Return "quiet" for an unsure tile that does not change the verdict: only tiles that change it call for a look. */
function doubt(tile, { verdict }) {
  return !tile.sure && (verdict?.doubts || (verdict?.ask && !verdict.ask.some((one) => one.tile === tile.id))) ? "quiet" : "";
}

function chip(tile, state, actions) {
  const wins = tile.id === state.winning;
  const picking = state.picking !== null;
  const picked = picking && state.picking.includes(tile.id);
  const look = [face(tile.label, { hidden: true }), wins && element("span", { class: "flag", "aria-hidden": "true" }, rackText.won)];
  return element("li", {}, button(`chip-${tile.id}`, look, () => (picking ? actions.pick(tile.id) : actions.tile(tile.id)), {
    class: `chip ${tile.sure ? "" : "unsure"} ${doubt(tile, state)} ${wins ? "winning" : ""} ${picked ? "picked" : ""}`,
    "aria-label": rackText.tile(tile, wins), "aria-pressed": picking ? String(picked) : null, "data-pick": tile.id,
  }));
}

function tray(group, state, actions) {
  const tiles = state.tiles.filter((tile) => tile.group === group);
  const rules = exposureRules(state);
  const fault = exposureFault(state.tiles, group, rules);
  const guess = group > 0 && isGuess(state);
  return element("div", { class: `tray ${guess ? "guess" : ""} ${group > 0 && fault ? "faulty" : ""}` },
    element("h3", {}, rackText.place(group), guess && element("small", {}, rackText.guess)),
    group > 0 && fault && !withoutCard(state) && element("p", { class: "fault", role: "status" }, rackText.faults[fault](rules)),
    element("ul", { class: "chips", "data-wipe": state.picking !== null },
      tiles.map((tile) => chip(tile, state, actions)),
      state.picking === null && element("li", {}, button(`add-${group}`, "+", () => actions.add(group),
        { class: "chip add", "aria-label": rackText.add(group), disabled: state.tiles.length >= MOST_TILES }))));
}

/** Return whether the exposures are only a guess from the photo, which the player has not confirmed. */
export const isGuess = ({ scan, laid, tiles }) => Boolean(scan) && !laid && exposures(tiles).length > 0;

/** Show the buttons for the marked tiles, if the player began marking on `where`: "rack" or "photo". */
export function markedBar({ tiles, picking, pickingOn }, where, actions) {
  if (picking === null || pickingOn !== where) return null;
  const of = tiles.filter((tile) => picking.includes(tile.id));
  const small = (key, text, act) => button(key, text, act, { class: "small grow" });
  return element("div", { class: "marked", role: "group", "aria-label": rackText.marking },
    button("group-done", rackText.exposeThese(picking.length), actions.makeExposure, { class: "main grow", disabled: !picking.length }),
    of.length > 0 && [
      of.some((tile) => tile.group > 0) && small("mark-back", rackText.putBack(of.length), actions.putBack),
      of.length === 2 && small("mark-swap", rackText.swap, actions.swap),
      of.every((tile) => tile.quad) && small("mark-aside", rackText.notMine(of.length), actions.asideMarked),
      small("mark-remove", rackText.remove(of.length), actions.removeMarked)],
    button("group-cancel", pageText.cancel, actions.stopPicking, { class: "small grow" }));
}

/** Show the button that undoes the last step. */
export function undoButton({ past }, key, actions) {
  const last = past.at(-1);
  return last && button(key, pageText.undo, actions.takeBack, { class: "plain small", "aria-label": pageText.undoThat(last.text) });
}

function howTheyLie(state, actions) {
  return isGuess(state) && element("div", { class: "note" }, rackText.guessed,
    element("div", { class: "row" },
      button("guess-right", rackText.guessRight, actions.asShown, { class: "small" }),
      button("guess-none", rackText.guessNone, actions.noneExposed, { class: "small" })));
}

/** `actions`: tile(id), add(group), pick(id), startPicking(where), takeBack(), and the actions of marked tiles. */
export function tilesView(actions) {
  return (state) => state.tiles && [
    element("div", { class: "row between" },
      heading("tiles-title", rackText.title, { tabindex: "-1" }),
      undoButton(state, "undo-rack", actions),
      element("p", { class: "count" }, rackText.count(state.tiles.length, state.verdict ? asked(state).length : 0))),
    howTheyLie(state, actions),
    exposures(state.tiles).map((group) => tray(group, state, actions)),
    tray(0, state, actions),
    state.picking === null && button("group", rackText.expose, () => actions.startPicking("rack"), { class: "plain", disabled: !state.tiles.length }),
    markedBar(state, "rack", actions),
    lostOnClosing(state),
  ];
}
