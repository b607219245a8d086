// The verdict: the hand as the card has it, or why not and how near it came.

import { h } from "../shared/dom.js";
import { face } from "../rack/tile-face.js";
import { unsure } from "../rack/rack.js";
import { capital, either, handName, list, points, tileName } from "../shared/words.js";

const MOST_ASKED = 4;

function faces(labels, name) {
  return h("ul", { class: "faces", "aria-label": name }, labels.map((label) => h("li", {}, face(label))));
}

function group(part) {
  const jokers = part.tiles.filter((tile) => tile === "J").length;
  const meaning = jokers && part.as && part.as !== "J" && !String(part.as).includes(" ")
    ? `${jokers === 1 ? "Joker" : `${jokers} jokers`} as ${tileName(part.as)}` : "";
  const note = [part.exposed && "exposed", meaning].filter(Boolean).join(" · ");
  return h("li", { class: `group ${part.exposed ? "exposed" : ""}` },
    faces(part.tiles, note || "Group"), note && h("small", {}, note));
}

function match(found, best) {
  return h("div", { class: `match ${best ? "best" : ""}` },
    h("p", { class: "row between" },
      h("strong", {}, capital(handName(found))), h("span", {}, points(found.value ?? found.points))),
    /^\d/.test(found.hand) && h("p", { class: "printed" }, found.title),
    h("ul", { class: "groups" }, found.groups.map(group)),
    found.bonuses?.length > 0 && h("ul", { class: "reasons" }, found.bonuses.map((bonus) =>
      h("li", {}, `${bonus.name}: ${bonus.count} ${bonus.count === 1 ? "double" : "doubles"}`))),
    found.limits?.length > 0 && h("p", {}, `A limit hand: ${found.limits.map((one) => one.name).join(", ")}`),
    h("p", { class: "fine" }, [found.concealed_only && "a concealed hand", found.jokerless && "no joker in it"]
      .filter(Boolean).join(" · ")));
}

function alsoFits(more) {
  if (/^\d/.test(more[0].hand)) return `It also fits ${more.map(handName).join(", ")}`;
  return more.length === 1 ? "Another way to count it" : `${more.length} other ways to count it`;
}

function won(verdict) {
  const [best, ...more] = verdict.matches;
  return [
    h("p", { class: "call good" }, h("span", { "aria-hidden": "true" }, "✓ "), `Mah jongg: ${handName(best)}, ${points(verdict.value)}`),
    match(best, true),
    more.length > 0 && h("details", { "data-key": "more" },
      h("summary", { "data-key": "more-summary" }, alsoFits(more)),
      more.map((found) => match(found, false))),
  ];
}

/** One hand of the card that the rack comes near to; one with a tile too many may lack nothing. */
export function near(hand) {
  const complete = hand.away === 0;
  const spare = complete ? "without" : "instead of";
  return h("li", {},
    h("p", { class: "row between" },
      h("strong", {}, capital(handName(hand))),
      h("span", {}, complete ? "complete" : `${hand.away} ${hand.away === 1 ? "tile" : "tiles"} away`)),
    hand.need.length > 0 && h("div", { class: "swap" }, h("span", {}, "needs"), faces(hand.need, "Needs")),
    hand.drop.length > 0 && h("div", { class: "swap" }, h("span", {}, spare), faces(hand.drop, capital(spare))));
}

function wait({ tile, value, left, self_pick_only: drawn }) {
  const most = [`${left} left`, drawn && "self-drawn only"].filter(Boolean).join(", ");
  return h("li", { class: "row whole" }, face(tile), h("span", { class: "grow" }, points(value), h("small", {}, most)));
}

function waiting({ waits }) {
  return [h("h3", {}, "What it waits for"), h("ul", { class: "waits" }, waits.map(wait))];
}

function reason(one) {
  return h("li", {}, capital(typeof one === "string" ? one : one.text ?? one.message));
}

function lost(verdict) {
  return [
    h("p", { class: "call no" }, h("span", { "aria-hidden": "true" }, "✕ "), verdict.waits?.length > 0 ? "Not yet mah jongg" : "Not mah jongg"),
    verdict.waits?.length > 0 && waiting(verdict),
    verdict.reasons.length > 0 && h("ul", { class: "reasons" }, verdict.reasons.map(reason)),
    verdict.near.length > 0 && [h("h3", {}, "The nearest hands"), h("ul", { class: "near" }, verdict.near.map(near))],
  ];
}

function ask(state, tile, actions) {
  const labels = [...new Set([tile.label, ...tile.alternatives.slice(0, 2)])].filter((label) => label !== "BACK");
  const number = state.tiles.indexOf(tile) + 1;
  const text = tile.label === "BACK" ? `Tile ${number} lies face down` : `Tile ${number}: ${either(labels.map(tileName))}?`;
  return h("li", {}, h("button", { type: "button", class: "wide", "data-key": `ask-${tile.id}`,
    onclick: () => actions.tile(tile.id) }, text));
}

function lookFirst(state, actions) {
  const open = unsure(state.tiles);
  const more = open.length - MOST_ASKED;
  return [
    h("p", { class: "call ask" }, h("span", { "aria-hidden": "true" }, "? "), "Please look first"),
    h("ul", { class: "asks" }, open.slice(0, MOST_ASKED).map((tile) => ask(state, tile, actions))),
    more > 0 && h("p", { class: "fine" }, `and ${more} more, one after another`),
  ];
}

function call(verdict) {
  return verdict.win ? `${capital(handName(verdict.matches[0]))}, ${points(verdict.value)}` : "Not mah jongg";
}

/** The question that the verdict hangs on, with what either answer means. */
function howTheyLie(state, actions) {
  const { doubted, either: { exposed, concealed } } = state.verdict;
  const numbers = doubted.map((id) => String(state.tiles.findIndex((tile) => tile.id === id) + 1));
  const answer = (key, text, verdict, act) => h("li", {},
    h("button", { type: "button", class: "wide", "data-key": key, onclick: act },
      h("span", {}, text, h("small", {}, call(verdict)))));
  return [
    h("p", { class: "call ask" }, h("span", { "aria-hidden": "true" }, "? "), "Please look first"),
    h("p", {}, `The photo does not show whether tiles ${list(numbers)} lie exposed, and the verdict hangs on it.`),
    h("ul", { class: "asks" },
      answer("lie-exposed", "The exposures are as shown", exposed, actions.asShown),
      answer("lie-concealed", "No tile is exposed", concealed, actions.noneExposed)),
    h("p", { class: "fine" }, "If neither is right, tap the tiles and say where each lies."),
  ];
}

/** `actions`: tile(id), asShown(), noneExposed(). */
export function verdictView(actions) {
  return (state) => {
    if (!state.tiles?.length) return null;
    const title = h("h2", { id: "verdict-title" }, "The verdict");
    if (unsure(state.tiles).length) return [title, lookFirst(state, actions)].flat();
    const { verdict } = state;
    if (!verdict) return [title, h("p", { class: "busy" }, "Reading the card …")];
    if (verdict.error) return [title, h("p", { class: "note bad", role: "alert" }, verdict.error.message)];
    if (verdict.either) return [title, howTheyLie(state, actions)].flat();
    return [title, ...(verdict.win ? won(verdict) : lost(verdict))];
  };
}

/** The verdict in one line, for the bar at the foot of the page and for listeners. */
export function verdictLine(state) {
  if (!state.tiles?.length) return null;
  const open = unsure(state.tiles).length;
  if (open) return { kind: "ask", text: `${open} ${open === 1 ? "tile" : "tiles"} to look at` };
  if (!state.verdict) return null;
  if (state.verdict.error) return { kind: "no", text: "This rack cannot be judged" };
  if (state.verdict.either) return { kind: "ask", text: "Which tiles are exposed?" };
  if (state.verdict.win) return { kind: "good", text: `${capital(handName(state.verdict.matches[0]))}: ${points(state.verdict.value)}` };
  if (state.verdict.waits?.length) return { kind: "ask", text: `Not yet: it waits for ${either(state.verdict.waits.map((one) => tileName(one.tile)))}` };
  return { kind: "no", text: "Not mah jongg" };
}
