// Draw tile faces: a numeral or letter in the colour of its suit, and the suit's mark beneath.

import { svg } from "../shared/dom.js";
import { tileName } from "../shared/texts.js";

const STICK = (x) => svg("path", { d: `M${x} 44v13M${x - 1.6} 50.5h3.2`, class: "stroke" });

const MARKS = {
  // Bams: three bamboo sticks.
  B: () => [STICK(18), STICK(24), STICK(30)],
  // Craks: the character for ten thousand, in three strokes.
  C: () => [svg("path", { d: "M15 45h18M22 45c0 6-2 10-6 13M22.5 50h8c0 5-.5 7.5-3.5 8", class: "stroke" })],
  // Dots: a ring.
  D: () => [svg("circle", { cx: 24, cy: 51, r: 6.5, class: "stroke" }), svg("circle", { cx: 24, cy: 51, r: 2.2 })],
};

const ARROW = "M24 44.5 29 57.5 24 54.5 19 57.5Z";
const TURN = { N: 0, E: 90, S: 180, W: 270 };

function wind(label) {
  return [letter(label), svg("path", { d: ARROW, transform: `rotate(${TURN[label]} 24 51)` })];
}

function letter(text, props = {}) {
  return svg("text", { x: 24, y: 35, "text-anchor": "middle", class: "numeral", ...props }, text);
}

function petals() {
  const around = [0, 72, 144, 216, 288].map((turn) =>
    svg("ellipse", { cx: 24, cy: 21, rx: 6, ry: 9, transform: `rotate(${turn} 24 32)`, class: "petal" }));
  return [...around, svg("circle", { cx: 24, cy: 32, r: 4.5, class: "heart" }), letter("F", { y: 59, class: "small" })];
}

function joker() {
  return [
    svg("path", { d: "M10 36c0-10 2-15 5-19 2 7 5 9 9-2 4 11 7 9 9 2 3 4 5 9 5 19Z", class: "cap" }),
    ...[[15, 15], [24, 12.5], [33, 15]].map(([cx, cy]) => svg("circle", { cx, cy, r: 2.6, class: "bell" })),
    svg("text", { x: 24, y: 54, "text-anchor": "middle", class: "word" }, "JOKER"),
  ];
}

function soap() {
  return [
    svg("rect", { x: 10, y: 11, width: 28, height: 42, rx: 3, class: "stroke" }),
    svg("rect", { x: 15, y: 16, width: 18, height: 32, rx: 1.5, class: "thin" }),
    letter("0", { y: 40, class: "middle" }),
  ];
}

function dragon(label) {
  const mark = label === "R"
    // Red: the character for the middle.
    ? svg("path", { d: "M16 46.5h16v6.5h-16zM24 43v16", class: "stroke" })
    // Green: three blades of a sprout.
    : svg("path", { d: "M24 59c0-7 0-10 0-15M24 55c-6 0-8-3-8.5-7 5 0 8 2 8.5 7M24 55c6 0 8-3 8.5-7-5 0-8 2-8.5 7", class: "stroke" });
  return [letter(label), mark];
}

function back() {
  return [svg("path", { d: "M12 16 36 40M12 28 30 46M12 40l12 12M24 16 36 28", class: "thin" })];
}

function drawing(label) {
  if (label === "BACK") return back();
  if (label === "F") return petals();
  if (label === "J") return joker();
  if (label === "0") return soap();
  if (label === "R" || label === "G") return dragon(label);
  if (label in TURN) return wind(label);
  return [letter(label[0]), ...MARKS[label[1]]()];
}

const COLOURS = { B: "bam", C: "crak", D: "dot" };

function colour(label) {
  if (label.length === 2) return COLOURS[label[1]];
  return { R: "crak", G: "bam", 0: "dot", F: "flower", J: "joker", BACK: "backside" }[label] ?? "wind";
}

function parts(label) {
  return [
    svg("rect", { x: 1, y: 4, width: 46, height: 61, rx: 7, class: "edge" }),
    svg("rect", { x: 1, y: 1, width: 46, height: 60.5, rx: 7, class: "body" }),
    ...drawing(label)];
}

/** Draw a tile face inside another drawing; x, y are its upper left corner. */
export function faceIn(label, x, y, width) {
  return svg("g", { class: `face ${colour(label)}`, "aria-hidden": "true", transform: `translate(${x} ${y}) scale(${width / 48})` }, parts(label));
}

/** Draw a tile face as a picture with a name, by default the tile's; `hidden` hides it from screen readers. */
export function face(label, { hidden = false, name = tileName(label) } = {}) {
  const named = hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": name };
  return svg("svg", { viewBox: "0 0 48 66", class: `face ${colour(label)}`, focusable: "false", ...named }, parts(label));
}
