// The verdict: the hand as the card has it, or why not and how near it came.

import { alert, busy, button, fine, heading } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { capital, points, verdictText } from "../shared/texts.js";
import { unsure } from "../rack/rack.js";
import { face } from "../rack/tile-face.js";

const MOST_ASKED = 4;

const items = (name, list) => list.length > 0 && element("ul", { class: name }, list);

function call(kind, sign, text) {
  return element("p", { class: `call ${kind}` }, element("span", { "aria-hidden": "true" }, `${sign} `), text);
}

function faces(labels, name) {
  return element("ul", { class: "faces", "aria-label": name }, labels.map((label) => element("li", {}, face(label))));
}

function group(part) {
  const jokers = part.tiles.filter((tile) => tile === "J").length;
  const stands = jokers && part.as && part.as !== "J" && !String(part.as).includes(" ");
  const note = verdictText.note([part.exposed && verdictText.exposed, stands && verdictText.jokers(jokers, part.as)]);
  return element("li", { class: `group ${part.exposed ? "exposed" : ""}` },
    faces(part.tiles, note || verdictText.group), note && element("small", {}, note));
}

function match(found) {
  return element("div", { class: "match" },
    element("p", { class: "row between" },
      element("strong", {}, verdictText.hand(found)), element("span", {}, points(found.value ?? found.points))),
    /^\d/.test(found.hand) && element("p", { class: "printed" }, found.title),
    items("groups", found.groups.map(group)),
    found.bonuses && items("reasons", found.bonuses.map((bonus) => element("li", {}, verdictText.bonus(bonus)))),
    found.limits?.length > 0 && element("p", {}, verdictText.limit(found.limits)),
    fine(verdictText.note([found.concealed_only && verdictText.concealed, found.jokerless && verdictText.jokerless])));
}

function won({ matches: [best, ...more], value }) {
  return [
    call("good", "✓", verdictText.won({ ...best, value })),
    match(best),
    more.length > 0 && element("details", { "data-key": "more" },
      element("summary", { "data-key": "more-summary" }, verdictText.alsoFits(more)),
      more.map(match)),
  ];
}

function swap(text, labels) {
  return labels.length > 0 && element("div", { class: "swap" }, element("span", {}, text), faces(labels, capital(text)));
}

/** One hand of the card that the rack comes near to; one with a tile too many may lack nothing. */
export function near(hand) {
  return element("li", {},
    element("p", { class: "row between" },
      element("strong", {}, verdictText.hand(hand)), element("span", {}, verdictText.away(hand.away))),
    swap(verdictText.needs, hand.need), swap(verdictText.spare(hand), hand.drop));
}

function wait({ tile, value, left, self_pick_only: drawn }) {
  return element("li", { class: "row whole" }, face(tile), element("span", { class: "grow" }, points(value), element("small", {}, verdictText.wait(left, drawn))));
}

const reason = (one) => element("li", {}, capital(typeof one === "string" ? one : one.text ?? one.message));

function lost({ waits = [], reasons, near: hands }) {
  return [
    call("no", "✕", waits.length ? verdictText.notYet : verdictText.no),
    waits.length > 0 && [element("h3", {}, verdictText.waitsFor), items("waits", waits.map(wait))],
    items("reasons", reasons.map(reason)),
    hands.length > 0 && [element("h3", {}, verdictText.nearest), items("near", hands.map(near))],
  ];
}

function ask(tile, actions) {
  const labels = [...new Set([tile.label, ...tile.alternatives.slice(0, 2)])].filter((label) => label !== "BACK");
  const text = tile.label === "BACK" ? verdictText.faceDown(tile.group) : verdictText.ask(labels, tile.group);
  return element("li", {}, button(`ask-${tile.id}`, text, () => actions.tile(tile.id), { class: "wide" }));
}

function lookFirst(open, actions) {
  const more = open.length - MOST_ASKED;
  return [
    call("ask", "?", verdictText.look),
    items("asks", open.slice(0, MOST_ASKED).map((tile) => ask(tile, actions))),
    more > 0 && fine(verdictText.more(more)),
  ];
}

/** The question that the verdict hangs on, with what either answer means. */
function howTheyLie({ tiles, verdict: { doubted, either: { exposed, concealed } } }, actions) {
  const answer = (key, text, { win, matches, value }, act) => element("li", {},
    button(key, element("span", {}, text, element("small", {}, verdictText.means(win && { ...matches[0], value }))), act, { class: "wide" }));
  return [
    call("ask", "?", verdictText.look),
    element("p", {}, verdictText.lie(tiles.filter(({ id }) => doubted.includes(id)).map(({ label }) => label))),
    items("asks", [
      answer("lie-exposed", verdictText.asShown, exposed, actions.asShown),
      answer("lie-concealed", verdictText.noneExposed, concealed, actions.noneExposed)]),
    fine(verdictText.neither),
  ];
}

function answer(state, actions) {
  const open = unsure(state.tiles);
  const { verdict } = state;
  if (open.length) return lookFirst(open, actions);
  if (!verdict) return busy(verdictText.reading);
  if (verdict.error) return alert(verdict.error.message);
  if (verdict.either) return howTheyLie(state, actions);
  return verdict.win ? won(verdict) : lost(verdict);
}

/** `actions`: tile(id), asShown(), noneExposed(). */
export function verdictView(actions) {
  return (state) => (state.tiles?.length ? [heading("verdict-title", verdictText.title), answer(state, actions)] : null);
}
