// The photo with its tiles outlined, and the issues of the photo.

import { exposureRules } from "../shared/claim.js";
import { alert, busy, button, filePicker, fine, heading } from "../shared/controls.js";
import { element, svg } from "../shared/dom.js";
import { withoutServer } from "../shared/page-state.js";
import { issueText, photoText, teachText, verdictText } from "../shared/texts.js";
import { RATIO } from "../rack/face-picture.js";
import { boxOf, openIssues } from "../rack/from-photo.js";
import { exposureFault, exposures } from "../rack/rack.js";
import { isGuess, undoButton } from "../rack/rack-view.js";
import { face, faceIn } from "../rack/tile-face.js";
import { isWeighed } from "../rack/to-check.js";
import { mayAsk } from "./camera.js";
import { overlay, ringed, toolRow } from "./photo-tools.js";

const MARGIN = 0.05; // room around the outermost tiles, as a share of the photo's long side
const SAMPLE = ["2B", "2B", "J", "G", "8C", "F"];
const SMALL = 0.56; // width of the drawn tile, as a share of the tile's width in the photo

/** Outline a tile, and draw its label as a tile at its upper edge; a tap calls `onTile(id)`. */
function box(tile, name, kind, onTile, picking = null) {
  const [x0, y0, x1] = tile.box;
  const wide = (x1 - x0) * SMALL;
  const left = (x0 + x1 - wide) / 2;
  const open = () => onTile(tile.id);
  const onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    open();
  };
  const picked = picking?.includes(tile.id) ?? false;
  return svg("g", { class: `box ${kind} ${picked ? "picked" : ""}`, role: "button", tabindex: "0", "aria-label": name, "data-key": `box-${tile.id}`,
    "data-pick": picking && tile.id, "aria-pressed": picking && String(picked), onclick: open, onkeydown },
    ringed("polygon", { points: tile.quad.map((corner) => corner.join(",")).join(" ") }),
    faceIn(tile.label, left, y0 - wide * RATIO * 0.75, wide),
    !tile.sure && svg("text", { class: "doubt", x: left + wide, y: y0 - wide * 0.5, "font-size": wide * 0.8, "text-anchor": "middle" }, "?"));
}

const kind = ({ said, sure }) => (said ? "said" : sure ? "" : "unsure");

/** Frame the tiles of each exposure: dashed while the exposure is a guess, red if the rules do not allow it. */
function frames(state) {
  return exposures(state.tiles).map((group) => {
    const lie = state.tiles.filter((tile) => tile.group === group && tile.quad);
    if (!lie.length) return null;
    const [x0, y0, x1, y1] = boxOf(lie.flatMap((tile) => tile.quad));
    const room = ((x1 - x0) / lie.length) * 0.12;
    return svg("rect", { class: `exposure ${isGuess(state) ? "guess" : ""} ${exposureFault(state.tiles, group, exposureRules(state)) ? "faulty" : ""}`, "aria-hidden": "true",
      x: x0 - room, y: y0 - room, width: x1 - x0 + 2 * room, height: y1 - y0 + 2 * room, rx: room, "vector-effect": "non-scaling-stroke" });
  });
}

/** Return the box of the photo to show: all tiles with some room around them, or the whole photo for a tool. */
function cut({ scan, tool }, tiles) {
  if (!tiles.length || tool) return [0, 0, scan.width, scan.height];
  const room = MARGIN * Math.max(scan.width, scan.height);
  const low = (at) => Math.max(0, Math.min(...tiles.map((tile) => tile.box[at])) - room);
  const high = (at, most) => Math.min(most, Math.max(...tiles.map((tile) => tile.box[at])) + room);
  // `box` draws each label over the tile's upper edge, which needs room.
  const over = Math.max(...tiles.map(({ box: [x0, , x1] }) => x1 - x0)) * SMALL;
  return [low(0), Math.max(0, low(1) - over), high(2, scan.width), high(3, scan.height)];
}

/** Say that the program reads the photo, with a button to stop it. */
function waiting(state, actions) {
  return [busy(state.busy), button("stop", photoText.stop, actions.stopReading, { class: "plain small" })];
}

const FOCUSED = { tabindex: "-1" }; // main.js focuses the heading

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
    heading("photo-title", verdictText.title, FOCUSED),
    element("p", { class: "lead" }, photoText.lead),
    alert(state.trouble?.message),
    state.busy ? waiting(state, actions) : ways(),
    !mayAsk && fine(window.isSecureContext ? photoText.noCamera : withoutServer ? photoText.noHttpsHere : photoText.noHttps),
    fine(mayAsk && photoText.asks, withoutServer ? photoText.privateHere : photoText.private))];
}

function picture(state, drawn, actions) {
  const { photo, scan, aside, tool, picking } = state;
  const part = cut(state, [...drawn, ...aside]);
  const [x0, y0, x1, y1] = part;
  return element("figure", {}, svg("svg", { class: "boxes", viewBox: `${x0} ${y0} ${x1 - x0} ${y1 - y0}`, role: "group", "aria-label": tool ? photoText.hints[tool.kind] : photoText.tiles,
    "data-tool": tool?.kind, "data-wipe": picking !== null },
    photo && svg("image", { href: photo, width: scan.width, height: scan.height, preserveAspectRatio: "none" }),
    !tool && [
      frames(state),
      picking === null && aside.map((tile) => box(tile, photoText.aside(tile.label), "aside", actions.takeIn)),
      drawn.map((tile) => box(tile, photoText.tile(tile), kind(tile), picking === null ? actions.tile : actions.pick, picking))],
    tool && overlay(state, actions)));
}

const CUT = ["cut-off", "too-many-tiles", "few-tiles", "stray-tile", "tiles-small", "odd-size", "too-many-copies", "no-tiles"]; // a new frame may help

/** Show an issue of the photo, the buttons that may solve it, and the button that dismisses it. */
function warning({ code, message }, state, actions) {
  return element("div", { class: "note warn", role: "note", "data-key": `issue-${code}` },
    element("p", {}, issueText(message, state.tiles)),
    element("div", { class: "row" },
      code === "strange-set" && button("teach-strange", teachText.title, () => actions.teachSet(state.set ?? ""), { class: "small" }),
      CUT.includes(code) && !state.tool && button(`crop-${code}`, photoText.crop, actions.startCrop, { class: "small" }),
      button(`looked-${code}`, photoText.seenTo, () => actions.seenTo(code), { class: "small plain" })));
}

/** Show the issues of the photo; those that change nothing any more are folded away. */
function warnings(state, actions) {
  const open = openIssues(state);
  const weighed = open.filter((issue) => isWeighed(issue, state));
  const shown = (issues) => issues.map((issue) => warning(issue, state, actions));
  return [
    shown(open.filter((issue) => !weighed.includes(issue))),
    weighed.length > 0 && element("details", { "data-key": "weighed" },
      element("summary", { "data-key": "weighed-summary" }, photoText.weighed(weighed.length)),
      shown(weighed))];
}

/**
 * Show the first screen, or the photo with its tiles. `actions`: camera(), photo(file), stopReading(), byHand(),
 * tile(id), takeIn(id), teachSet(name or ""), and those of the tools; `setPicker(state)` draws the choice of tile set.
 */
export function photoView(actions, setPicker) {
  return (state) => {
    if (!state.tiles) return first(state, actions, setPicker);
    const { scan } = state;
    const drawn = state.tiles.filter((tile) => tile.quad);
    const again = state.busy ? waiting(state, actions) : [
      camera(photoText.cameraAgain, "small", actions),
      filePicker("pick-take", photoText.takeAgain, actions.photo, { capture: true, style: "small" }),
      filePicker("pick-choose", photoText.chooseAgain, actions.photo, { style: "small" })];
    const issues = () => warnings(state, actions);
    const outlined = () => [
      picture(state, drawn, actions),
      toolRow(state, actions, undoButton(state, "undo-photo", actions)),
      !state.tool && state.picking === null && drawn.length > 0 && fine(photoText.tap, state.aside.length > 0 && photoText.tapAside)];
    return [
      heading("photo-title", scan ? photoText.title : photoText.instead, FOCUSED),
      element("div", { class: state.busy ? "row" : "even" }, again),
      scan && setPicker(state),
      alert(state.trouble?.message),
      scan && (drawn.length ? [outlined(), issues()] : [issues(), outlined()]), // without tiles the issues say why
    ];
  };
}
