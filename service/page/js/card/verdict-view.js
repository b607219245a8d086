// The verdict: the hand as the card prints it, or why the rack does not win and how near it came.

import { alert, busy, button, fine, heading } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { capital, cardText, pageText, points, rackText, reasonText, verdictText } from "../shared/texts.js";
import { unsure } from "../rack/rack.js";
import { COUNT, asked, confirmable, hangsOnCount } from "../rack/to-check.js";
import { face } from "../rack/tile-face.js";
import { isUnsaid, namesOf } from "./card-in-use.js";
import { handHead, handTiles, printedLine } from "./printed-hand.js";

const MOST_ASKED = 4;
const MOST_MEANT = 3;

const items = (name, list) => list.length > 0 && element("ul", { class: name }, list);

/** List why a rack does not win. */
export const reasonsOf = (reasons, hands) => items("reasons", reasons.map((one) => reasonText(one, hands)).filter(Boolean).map((text) => element("li", {}, text)));

function call(kind, sign, text) {
  return element("p", { class: `call ${kind}` }, element("span", { "aria-hidden": "true" }, `${sign} `), text);
}

export const faces = (labels, name = null) => element("ul", { class: "faces", "aria-label": name }, labels.map((label) => element("li", {}, face(label))));

function match(found, nth = 0) {
  // A game without a card, whose matches have points, is played without jokers.
  const jokerless = found.jokerless && found.points === undefined;
  const rules = [found.concealed_only && verdictText.concealed, jokerless && verdictText.jokerless].filter(Boolean);
  return element("div", { class: "match" },
    handHead(found, nth >= 0 && element("span", {}, points(found.value))),
    found.line && !found.title.startsWith(found.line[0].text) && fine(found.title),
    handTiles(found.groups),
    found.bonuses && items("reasons", found.bonuses.map((bonus) => element("li", {}, found.line ? verdictText.extra(bonus) : verdictText.bonus(bonus)))),
    found.limits?.length > 0 && element("p", {}, verdictText.limit(found.limits)),
    rules.length > 0 && fine(verdictText.note(rules)),
    fine(found.source));
}

/** Say that another hand of the same rack pays more, or that the player called it, with the button to switch. */
function called({ asHand, verdict: { matches: [best, ...more], pays_more: better } }, actions) {
  const paid = better && more.find((one) => one.hand === better.hand);
  const note = (text, line, way, hand) => element("div", { class: "note warn row" }, element("div", { class: "grow" }, text, line),
    button("call-hand", way, () => actions.callHand(hand), { class: "small" }));
  if (paid) return note(verdictText.paysMore(paid, better), printedLine(paid), verdictText.callThat, paid.hand);
  return asHand === best.hand && more.length > 0 && note(verdictText.called(more[0]), null, verdictText.callOther, null);
}

function won(state, actions) {
  const { matches: [best, ...more], remarks = [] } = state.verdict;
  return [
    call("good", "✓", verdictText.won(state.verdict)),
    reasonsOf(remarks, []),
    match(best, -1),
    called(state, actions),
    more.length > 0 && element("details", { "data-key": "more" },
      element("summary", { "data-key": "more-summary" }, verdictText.alsoFits(more)),
      more.map(match)),
  ];
}

function swap(text, labels) {
  return labels.length > 0 && element("div", { class: "swap" }, element("span", {}, text), faces(labels, capital(text)));
}

/** Show one near hand; a rack with a tile too many may need none for it. */
export function near(hand) {
  return element("li", {},
    handHead(hand, element("span", {}, verdictText.away(hand.away))),
    handTiles(hand.groups),
    !hand.groups?.length && swap(verdictText.needs, hand.need), swap(verdictText.spare(hand), hand.drop));
}

function wait({ tile, value, left, self_pick_only: drawn, exchange, hands }) {
  return element("li", { class: "row whole" }, face(tile), element("span", { class: "grow" }, points(value),
    element("small", {}, verdictText.wait(left, drawn)), exchange && element("small", {}, reasonText(exchange, hands))));
}

/** Ask whether the photo shows the whole rack and nothing else. */
function isThisAll({ tiles }, actions) {
  return [
    call("ask", "?", verdictText.asPhotographed),
    element("p", {}, verdictText.count(tiles.length)),
    element("div", { class: "row" }, button("count-right", verdictText.countRight, () => actions.seenTo(COUNT), { class: "small" }))];
}

function lost(state, actions) {
  const { verdict } = state;
  const { waits = [], reasons, near: hands } = verdict;
  if (verdict.unsaid) return [call("ask", "?", verdictText.sayMore), reasonsOf(reasons, [])];
  return [
    hangsOnCount(state) ? isThisAll(state, actions) : waits.length ? call("ask", "…", verdictText.notYet) : call("no", "✕", verdictText.no),
    waits.length > 0 && [element("h3", {}, verdictText.waitsFor), items("waits", waits.map(wait))],
    reasonsOf(reasons, hands),
    hands.length > 0 && [element("h3", {}, verdictText.nearest(hands.length)), items("near", hands.map(near))],
  ];
}

const meaning = (one) => element("small", {}, verdictText.wouldBe(one));

/** Ask about one tile, and say what each answer would mean. */
function ask(tile, means, actions) {
  const labels = [...new Set([tile.label, ...tile.alternatives.slice(0, 2)])].filter((label) => label !== "BACK");
  const text = tile.label === "BACK" ? verdictText.faceDown(tile.group) : verdictText.ask(labels, tile.group);
  return element("li", {}, button(`ask-${tile.id}`, element("span", {}, text, means.slice(0, MOST_MEANT).map(meaning)),
    () => actions.tile(tile.id), { class: "wide" }));
}

function lookFirst(state, open, actions) {
  const many = confirmable(state);
  const more = open.length - MOST_ASKED;
  const means = new Map(state.verdict.ask.map((one) => [one.tile, one.means]));
  return [
    call("ask", "?", verdictText.look),
    many.length > 0 && button("look", verdictText.lookAtAll(many.length), actions.look, { class: "main wide" }),
    items("asks", open.slice(0, MOST_ASKED).map((tile) => ask(tile, means.get(tile.id) ?? [], actions))),
    more > 0 && fine(verdictText.more(more)),
    state.verdict.ask_exposures && fine(verdictText.lieToo),
  ];
}

/** Ask how the tiles lie, with the verdict that each answer would give. */
function howTheyLie({ tiles, verdict: { ask_exposures: doubted, exposures_mean: found } }, actions) {
  const answer = (key, text, meant, act) => element("li", {},
    button(key, element("span", {}, text, meant && element("small", {}, verdictText.means(meant))), act, { class: "wide" }));
  return [
    call("ask", "?", verdictText.look),
    element("p", {}, verdictText.lie(tiles.filter(({ id }) => doubted.includes(id)).map(({ label }) => label))),
    items("asks", [
      (!found || found.as_shown) && answer("lie-exposed", verdictText.asShown, found?.as_shown, actions.asShown),
      (!found || found.none) && answer("lie-concealed", rackText.guessNone, found?.none, actions.noneExposed)]),
    fine(found?.exposed ? verdictText.ifExposed(found.exposed) : verdictText.neither),
  ];
}

/** List the unsure tiles that do not change the verdict, folded away. */
function doubts({ tiles, verdict }, actions) {
  const open = unsure(tiles).filter((tile) => verdict.doubts?.some((one) => one.tile === tile.id));
  return open.length > 0 && element("details", { "data-key": "doubts" },
    element("summary", { "data-key": "doubts-summary" }, verdictText.noMatter(open.length)),
    element("div", { class: "quiet" }, items("asks", open.map((tile) => ask(tile, [], actions)))));
}

/** Name card and rule set of the verdict, not of the state: the shown verdict may still be the previous card's. */
const judgedBy = ({ verdict: { card, ruleset }, ...state }) => fine(cardText.judgedBy(namesOf({ ...state, card, ruleset })));

function answer(state, actions) {
  const { verdict } = state;
  if (!verdict || !state.cards.length) return busy(verdictText.reading);
  if (verdict.error) return alert(verdict.error.message);
  if (verdict.win === null) {
    const open = asked(state);
    if (open.length) return lookFirst(state, open, actions);
    // The player has answered all questions, and the next verdict is on its way.
    return verdict.ask_exposures ? howTheyLie(state, actions) : busy(verdictText.reading);
  }
  return [verdict.win ? won(state, actions) : lost(state, actions), doubts(state, actions), judgedBy(state),
    element("div", { class: "row" },
      button("share-verdict", pageText.sharePicture, actions.shareVerdict, { class: "small" }),
      button("print-verdict", pageText.print, () => window.print(), { class: "small" }))];
}

/** `actions`: tile(id), look(), asShown(), noneExposed(), seenTo(code), callHand(number or null), shareVerdict(). */
export function verdictView(actions) {
  return (state) => (state.tiles?.length && !isUnsaid(state) ? [heading("verdict-title", verdictText.title), answer(state, actions)] : null);
}
