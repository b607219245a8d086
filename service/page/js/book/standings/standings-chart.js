// The chart of the evening: everybody's running total, hand by hand.

import { element, svg } from "../../shared/dom.js";
import { fontOf, measure } from "../../shared/share.js";
import { bookText, signed } from "../../shared/texts.js";

const [WIDTH, HEIGHT] = [340, 230];
const EDGE = { right: 92, top: 12, bottom: 30 };
const DIGIT = 10; // width of a digit or sign, in the units of the drawing
const GAP = 6; // between a number and its line
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 50_000];
const LABEL = 14; // least distance of two names
const MOST_TICKS = 5;
const STYLES = 8; // colours and dashes of lines in ledger.css; whoever sits in later begins them anew

/** Return round numbers that span `low` to `high`; zero alone while both are zero. */
function ticks(low, high) {
  const step = STEPS.find((one) => (high - low) / one < MOST_TICKS) ?? high - low;
  const found = [];
  for (let at = Math.floor(low / step) * step; at < high + step; at += step) found.push(at);
  return found;
}

/** Move overlapping names apart; `wanted` are their heights. */
function apart(wanted) {
  const order = wanted.map((_, at) => at).sort((a, b) => wanted[a] - wanted[b]);
  const found = [...wanted];
  let free = 0;
  for (const at of order) {
    found[at] = Math.max(found[at], free);
    free = found[at] + LABEL;
  }
  // Names below the chart move up, and push up only the names in their way.
  free = HEIGHT - EDGE.bottom;
  for (const at of order.reverse()) {
    found[at] = Math.min(found[at], free);
    free = found[at] - LABEL;
  }
  return found;
}

const LETTERS = 8; // most of a name beside its line
const END = 3; // letters from the end of names that begin alike
const BESIDE = 13; // from the end of a line to its name

/** Return a name, or its beginning and its last `end` letters, as many as there is room for. */
function cut(name, end, measured) {
  const within = (most) => (name.length > most ? [...name.slice(0, most - 1 - end), "…", ...name.slice(name.length - end)] : name).join("");
  let most = LETTERS;
  while (most > end + 1 && measured(within(most)) > EDGE.right - BESIDE) most -= 1;
  return within(most);
}

/** Return names cut by code points, so that no surrogate pair is cut in two; those that would look alike keep their ends. */
function short(names) {
  const measured = measure(fontOf(700, 13)); // as ledger.css draws them
  const begins = names.map((name) => cut([...name], 0, measured));
  return begins.map((one, at) => (begins.indexOf(one) === begins.lastIndexOf(one) ? one : cut([...names[at]], END, measured)));
}

const style = (at) => `line-${at % STYLES}`;

function drawing(totals, names) {
  const hands = totals[names[0]].length - 1;
  const all = names.flatMap((name) => totals[name]);
  const marks = ticks(Math.min(0, ...all), Math.max(0, ...all));
  const [low, high] = [marks[0], marks.at(-1)];
  const left = GAP + DIGIT * Math.max(...marks.map((mark) => signed(mark).length));
  const x = (at) => left + (at / hands) * (WIDTH - left - EDGE.right);
  // All even are half-way up.
  const y = (value) => EDGE.top + (high === low ? 0.5 : (high - value) / (high - low)) * (HEIGHT - EDGE.top - EDGE.bottom);
  const heights = apart(names.map((name) => y(totals[name].at(-1))));
  const last = names.map((name) => [name, totals[name].at(-1)]);
  const shown = short(names);
  return svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": bookText.chart(last) },
    marks.map((mark) => [
      svg("line", { class: mark === 0 ? "zero" : "grid", x1: left, x2: WIDTH - EDGE.right, y1: y(mark), y2: y(mark) }),
      svg("text", { x: left - GAP, y: y(mark) + 4, "text-anchor": "end" }, signed(mark))]),
    svg("text", { x: x(0), y: HEIGHT - 8, "text-anchor": "middle" }, bookText.start),
    svg("text", { x: x(hands), y: HEIGHT - 8, "text-anchor": "middle" }, bookText.handNumber(hands)),
    names.map((name, at) => [
      svg("polyline", { class: style(at), points: totals[name].map((value, hand) => `${x(hand)},${y(value)}`).join(" ") }),
      svg("circle", { class: style(at), cx: x(hands), cy: y(totals[name].at(-1)), r: 3.5 }),
      svg("line", { class: "leader", x1: x(hands) + 5, y1: y(totals[name].at(-1)), x2: x(hands) + 11, y2: heights[at] }),
      svg("text", { class: style(at), x: x(hands) + BESIDE, y: heights[at] + 4 }, shown[at])]));
}

function table({ hands, totals }, names) {
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": bookText.table },
    element("table", { class: "net numbers" },
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, bookText.entry), names.map((name) => element("th", { scope: "col" }, name)))),
      element("tbody", {}, hands.map((hand, at) =>
        element("tr", {}, element("th", { scope: "row" }, String(hand.seq)), names.map((name) => element("td", {}, signed(totals[name][at + 1]))))))));
}

/** Show the chart and its numbers; null before the first payment. */
export function chartView(chart) {
  const names = Object.keys(chart.totals);
  if (!chart.hands.length) return null;
  return [
    element("h3", {}, bookText.evening),
    element("figure", {}, drawing(chart.totals, names)),
    element("details", { "data-key": "numbers" }, element("summary", { "data-key": "numbers-summary" }, bookText.numbers), table(chart, names)),
  ];
}
