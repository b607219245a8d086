// The prospects of a rack that does not win: the hands that the tiles on the table leave possible, nearest first.

import { alert, busy, button, filePicker, fine, heading } from "../shared/controls.js";
import { withoutCard } from "../shared/claim.js";
import { element } from "../shared/dom.js";
import { photoText, prospectsText, tableText, verdictText } from "../shared/texts.js";
import { unsure } from "../rack/rack.js";
import { face } from "../rack/tile-face.js";
import { counted } from "./table-tiles.js";
import { faces, near, reasonsOf } from "./verdict-view.js";

const SHOWN = 5; // hands in view; the others are folded away

/** Return whether the rack has prospects: every tile is sure, a card judges it, and it does not win. */
export function hasProspects(state) {
  const { tiles, card, verdict } = state;
  return Boolean(tiles?.length && card && !withoutCard(state) && !unsure(tiles).length
    && verdict && !verdict.error && verdict.win === false);
}

const hands = (list) => element("ul", { class: "near" }, list.map(near));

/** Fold hands away. All of a card's are ten thousand elements, so we draw them only while the player has opened the list. */
function folded(list, open, unfold) {
  return element("details", { "data-key": "prospects-more" },
    element("summary", { "data-key": "prospects-summary", onclick: ({ currentTarget }) => unfold(!currentTarget.parentElement.open) }, prospectsText.more(list.length)),
    open && hands(list));
}

function answer({ dead, reasons, possible }, open, unfold) {
  if (dead) {
    return [element("p", { class: "note warn", role: "status" }, prospectsText.dead),
      reasonsOf(reasons, [])];
  }
  const more = possible.slice(SHOWN);
  return [
    element("p", { role: "status" }, prospectsText.possible(possible.length)),
    hands(possible.slice(0, SHOWN)),
    more.length > 0 && folded(more, open, unfold),
  ];
}

/** Show the exposed jokers that the rack can exchange. */
function exchanges(list) {
  return list?.length > 0 && element("ul", { class: "near" }, list.map(({ exposure, tile, jokers }) =>
    element("li", {}, faces(exposure.split(" ")),
      element("p", {}, prospectsText.exchange(jokers, tile)))));
}

function chip(label, text, doubt, name, key, act) {
  return element("li", {}, button(key, [face(label, { hidden: true }), element("small", { "aria-hidden": "true" }, text)], act, { class: `chip counted ${doubt ? "unsure" : ""}`, "aria-label": name }));
}

/** Show the tiles on the table: the unsure ones of the photo one by one, the others counted by kind. */
function lies(lying, actions) {
  const doubted = lying.tiles.filter((tile) => !tile.sure);
  return [
    lying.tiles.length > 0 && element("div", { class: "tray" }, element("h3", {}, tableText.loose(lying.tiles.length)),
      element("ul", { class: "chips" },
        doubted.map((tile, at) => chip(tile.label, "", true, tableText.doubted(tile.label), `doubted-${at}`, () => actions.doubted(tile))),
        counted(lying).map(([label, count]) => chip(label, tableText.times(count), false, tableText.counted(label, count), `lies-${label}`, () => actions.kind(label))))),
    lying.exposures.map((group, at) => element("div", { class: "tray" }, element("h3", {}, tableText.exposure),
      element("div", { class: "row" }, faces(group),
        button(`others-${at}`, tableText.apart, () => actions.takeExposureApart(group), { class: "small plain" }))))];
}

/** `actions`: countTable(), clearTable(), addToTable(), photographTable(file), kind(label), doubted(tile), takeExposureApart(group), unfoldProspects(open). */
export function prospectsView(actions) {
  return (state) => {
    if (!hasProspects(state)) return null;
    const { lying, lyingBusy, lyingTrouble, prospects, prospectsOpen } = state;
    return [
      heading("prospects-title", prospectsText.title),
      fine(tableText.lead),
      lying && lies(lying, actions),
      alert(lyingTrouble),
      lyingBusy ? busy(photoText.looking) : element("div", { class: "row" },
        filePicker("pick-table", tableText.photograph, actions.photographTable, { style: "small" }),
        button("add-table", tableText.byHand, actions.addToTable, { class: "small" }),
        lying?.tiles.concat(lying.exposures).length > 0 && button("clear-table", tableText.clear, actions.clearTable, { class: "small plain" })),
      lying === null && button("prospects", prospectsText.ask, actions.countTable, { class: "wide" }),
      lying !== null && !prospects && busy(verdictText.reading),
      alert(prospects?.error?.message),
      exchanges(prospects?.exchanges),
      prospects?.prospects && answer(prospects.prospects, prospectsOpen, actions.unfoldProspects),
    ];
  };
}
