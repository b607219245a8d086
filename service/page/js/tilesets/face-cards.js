// The faces that a photo teaches, as cards: those that look alike lie on one card, which a tap names.

import { button, leaveOut } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { teachText, tileName } from "../shared/texts.js";
import { keyboard, KINDS } from "../rack/tile-keyboard.js";

export const NOTHING = "NONE"; // label of what is no face of the set
const ORDER = [...KINDS, "BACK", NOTHING];

export const named = (label) => (label === NOTHING ? teachText.noFace : tileName(label));

/** Return cards of like faces with one label, in the order of the keyboard, so that a wrong one stands out. */
export function cardsOf(tiles) {
  const cards = new Map();
  tiles.forEach((tile, at) => {
    const key = `${tile.group} ${tile.label}`;
    if (!cards.has(key)) cards.set(key, { at, label: tile.label, sure: true, tiles: [] });
    const card = cards.get(key);
    card.tiles.push(tile);
    card.sure &&= tile.sure;
  });
  return [...cards.values()].sort((one, other) => ORDER.indexOf(one.label) - ORDER.indexOf(other.label) || one.at - other.at);
}

/** Show the issues of the faces; missing kinds only while faces are unsure, which may be the missing ones. */
export function notes({ issues, tiles }) {
  const open = tiles.some((tile) => !tile.sure);
  return issues.filter(({ code }) => open || code !== "kinds-lacking").map(({ message }) => element("p", { class: "note warn" }, message));
}

/** Show cards, or nothing where there are none; `crop(tile)` draws a face, a tap calls `choose(card)`. */
export function cardList(cards, crop, choose, style = "") {
  const card = (one) => element("li", {}, button(null,
    [element("span", { class: `crops ${one.tiles.length > 1 ? "several" : ""}` }, one.tiles.map(crop)), element("span", {}, named(one.label))],
    () => choose(one), { class: `learn ${style}`, "data-face": one.at, "aria-label": teachText.face(named(one.label), one.tiles.length, one.sure) }));
  return cards.length > 0 && element("ul", { class: "learns" }, cards.map(card));
}

/** Ask for the label of a card; `say(tiles, label)` hears it, without the faces of another tile that the player left out. */
export function labelChoice({ label, tiles }, crop, say) {
  const left = new Set();
  const saying = (now) => say(tiles.filter((tile) => !left.has(tile)), now);
  const answer = (text, now, style = "") => button(null, text, () => saying(now), { class: `small ${style}` });
  const likeFaces = () => leaveOut(tiles, left, { picture: crop, name: (_, at) => teachText.oneOf(at + 1, tiles.length), most: tiles.length - 1 });
  return [
    tiles.length > 1
      ? [element("p", {}, teachText.read(named(label)), " ", teachText.like(tiles.length)), element("div", { class: "row" }, likeFaces())]
      : element("div", { class: "row" }, crop(tiles[0]), element("p", { class: "grow" }, teachText.read(named(label)))),
    keyboard(label, saying),
    element("div", { class: "row" },
      answer(teachText.right, label), answer(teachText.faceDown, "BACK"), answer(teachText.notOfSet, NOTHING, "danger"))];
}
