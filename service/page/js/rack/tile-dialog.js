// The dialog of a tile: its likely labels, the tile keyboard, and its place.

import { exposureRules } from "../shared/claim.js";
import { busy, button, dialogHead, leaveOut } from "../shared/controls.js";
import { element, nodesOf } from "../shared/dom.js";
import { CLOSE, crop } from "../shared/pictures.js";
import { pageText, rackText, tableText, tileName } from "../shared/texts.js";
import { exposures, likeBeside, rowOf, sameFace } from "./rack.js";
import { face } from "./tile-face.js";
import { keyboard } from "./tile-keyboard.js";

const CROP = 132; // pixels, shown at half that: sharp on a phone
const MOST_CANDIDATES = 4;

const title = (text) => element("h3", {}, text);

/** Open the dialog. `dialog.dataset.opener` is the key of what opened it, and gets the focus back, else its section `within`. */
function open(dialog, name, head, ...nodes) {
  const from = document.activeElement;
  if (!dialog.open) Object.assign(dialog.dataset, { opener: from?.dataset.key ?? "", within: from?.closest("section")?.id ?? "tiles" });
  dialog.replaceChildren(...nodesOf([dialogHead("tile-dialog-title", name, () => dialog.close(), head), nodes]));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

/** Return the likeliest labels of a tile under their title, or null: a face-down tile may have none. */
function candidates(text, tile, hints, onLabel) {
  const labels = [...new Set([tile.label, ...tile.alternatives])].filter((label) => label !== "BACK").slice(0, MOST_CANDIDATES);
  return labels.length === 0 ? null : [title(text), element("div", { class: "candidates", role: "group", "aria-label": rackText.likely },
    labels.map((label, at) => {
      const hint = hints && element("small", {});
      hints?.(label).then((text) => { hint.textContent = text; }, () => {});
      return element("button", { type: "button", class: "candidate", "data-label": label, autofocus: at === 0, onclick: () => onLabel(label) },
        face(label, { hidden: true }), element("span", {}, tileName(label)), hint);
    }))];
}

function places(state, tile, act) {
  const like = likeBeside(state.tiles, tile.id, exposureRules(state));
  const groups = exposures(state.tiles);
  if (!groups.length && !like.length) return null;
  return [title(rackText.places), element("div", { class: "places", role: "group", "aria-label": rackText.places },
    [0, ...groups].map((group) => button(null, rackText.place(group), () => act.move(group),
      { class: "small", "aria-pressed": String(tile.group === group) })),
    like.length > 0 && button(null, rackText.exposeLike(like.length), () => act.expose(like), { class: "small" }),
    tile.group > 0 && button(null, rackText.takeApart(tile.group), () => act.takeApart(tile.group), { class: "small" }))];
}

function readAs({ said, label, sure }) {
  if (said) return rackText.said(label);
  if (label === "BACK") return rackText.faceDown;
  return sure ? rackText.read(label) : rackText.unsure(label);
}

/**
 * Open the dialog on a tile. An answer about an unsure tile also names the tiles with the same print, which the player
 * sees and may leave out. `act`: label(code, ids of those tiles), move(group), expose(ids), takeApart(group), winning(), remove(),
 * notMine(); `hints(code)` promises what the hand would be with that tile, in words, or is null.
 */
export function openTile(dialog, state, tile, act, hints) {
  const look = tile.box && state.photo ? crop(state.photo, state.scan, tile.box, CROP) : face(tile.label, { hidden: true });
  const wins = state.winning === tile.id;
  const row = rowOf(state.tiles, tile.id);
  const same = tile.sure || !state.photo ? [] : sameFace(state.tiles, tile.id);
  const left = new Set();
  const label = (code) => act.label(code, same.filter((one) => !left.has(one)).map((one) => one.id));
  dialog.dataset.tile = tile.id;
  open(dialog, rackText.which(tile), { look, hint: readAs(tile) },
    same.length > 0 && [element("p", {}, rackText.sameFace(same.length)), element("div", { class: "row" },
      leaveOut(same, left, { picture: (one) => crop(state.photo, state.scan, one.box, CROP), name: (_, at) => rackText.oneOfSame(at + 1, same.length) }))],
    (tile.alternatives.length > 0 || !tile.sure) && candidates(tile.sure ? rackText.maybe : rackText.likely, tile, hints, label),
    title(rackText.any),
    keyboard(tile.label, label),
    places(state, tile, act),
    element("div", { class: "row" },
      tile.group === 0 && button(null, wins ? rackText.isWinning : rackText.winning, act.winning, { class: "small grow", "aria-pressed": String(wins) }),
      button(null, rackText.remove(1), act.remove, { class: "small danger grow" }),
      row.length > 0 && button(null, rackText.notMyRow(row.length), act.notMine, { class: "small danger grow" })));
}

/** Open the dialog on unsure tiles of the photo, to compare each with its label. `onTile(id)` takes one that is wrong, `onRight()` that all are right. */
export function openCompared(dialog, state, tiles, onTile, onRight) {
  open(dialog, rackText.compare(tiles.length), { hint: rackText.compareHint },
    element("div", { class: "candidates" }, tiles.map((tile) => element("button",
      { type: "button", class: "candidate", "data-key": `compare-${tile.id}`, "aria-label": rackText.which(tile), onclick: () => onTile(tile.id) },
      crop(state.photo, state.scan, tile.box, CROP, CLOSE), face(tile.label, { hidden: true }), tileName(tile.label)))),
    // Below the last tile, not in view before it: nobody confirms what nobody has seen.
    element("div", {}, button("all-right", rackText.allRight(tiles.length), onRight, { class: "main wide" })));
}

/**
 * Open the dialog on a place of the photo where the reading missed a tile; `reading` promises the likeliest labels
 * there. `onLabel(code)` takes the player's answer.
 */
export function openMissed(dialog, state, box, reading, onLabel) {
  const likely = element("div", {}, busy(rackText.lookingThere));
  open(dialog, rackText.missedTitle, { look: state.photo && crop(state.photo, state.scan, box, CROP), hint: rackText.missedHint },
    likely, title(rackText.any), keyboard(null, onLabel));
  reading.then(
    (tile) => likely.replaceChildren(...nodesOf([candidates(rackText.likely, tile, null, onLabel)])),
    () => likely.remove());
}

/** Open the dialog on an unsure tile of the table; `onLabel(code)` takes the player's answer, null for no tile. */
export function openLoose(dialog, tile, onLabel) {
  open(dialog, tileName(tile.label), { look: face(tile.label, { hidden: true }), hint: readAs(tile) },
    candidates(rackText.likely, tile, null, onLabel), title(rackText.any), keyboard(null, onLabel),
    button(null, rackText.remove(1), () => onLabel(null), { class: "small danger" }));
}

/** Open the dialog on a kind of tile on the table; `count()` returns their number, `change(by)` adds 1 or -1. */
export function openKind(dialog, label, count, change) {
  const number = element("p", { class: "call", role: "status" }, tableText.counted(label, count()));
  const by = (step) => () => {
    change(step);
    number.textContent = tableText.counted(label, count());
    if (!count()) dialog.close();
  };
  open(dialog, tileName(label), { look: face(label, { hidden: true }) }, number,
    element("div", { class: "even" }, button(null, tableText.less, by(-1)), button(null, tableText.more, by(1))),
    button(null, pageText.done, () => dialog.close(), { class: "main wide" }));
}

/** Open the dialog to add tiles, one after another; `to` says where. `onLabel(code)` returns whether it added one. */
export function openAdd(dialog, to, onLabel) {
  const added = element("ul", { class: "chips added", "aria-label": rackText.added });
  const add = (label) => {
    if (onLabel(label)) added.append(element("li", {}, face(label)));
  };
  open(dialog, rackText.addTitle, { hint: to }, keyboard(null, add), added,
    button(null, pageText.done, () => dialog.close(), { class: "main wide" }));
}
