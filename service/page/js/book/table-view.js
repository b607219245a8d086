// The book on view: why it takes no entries; the seats of the open game, and the buttons that enter.

import { alert, button, fine, heading, same, select } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { withoutServer } from "../shared/page-state.js";
import { bookText, capital, entryText, sentence, winText } from "../shared/texts.js";
import { asItStood } from "./beginning/begin-anew.js";
import { entryTitle } from "./entering/entry.js";
import { isGone, oldestOf } from "./ledger-store.js";

const FORMS = ["win", "wall", "penalty", "note", "seats"];

function seat(name, { dead, east, winds }) {
  const wind = winText.winds[winds[name]] ?? (name === east ? winText.winds.E : "");
  return element("li", { class: `seat ${name === east ? "east" : ""}` },
    element("span", { class: "wind" }, wind), element("strong", {}, name),
    dead.includes(name) && element("span", { class: "no" }, bookText.deadHand));
}

/** Show why the book takes no entries, or has lost the open game, and what to do. `actions`: reload(), anew(stood), leave(). */
export function faultView(actions) {
  const again = () => button("look-again", bookText.lookAgain, actions.reload);
  return ({ fault, trouble, ...state }) => {
    if (fault) return [heading("fault-title", bookText.faults[fault.code] ?? bookText.faults.other), alert(sentence(fault.message)), again()];
    if (!isGone(state)) return null;
    const stood = asItStood(state.game);
    return [
      heading("fault-title", bookText.gone(state.game.title)),
      element("p", { class: "note bad", role: "alert" }, bookText.goneWhy),
      element("p", {}, bookText.goneAnew),
      element("p", {}, stood ? bookText.goneStood(state.game.score_sheet) : bookText.goneZero),
      trouble && trouble.code !== "unknown-game" && alert(trouble.message),
      element("div", { class: "row" }, again(), stood && button("anew-stood", bookText.anewStood, () => actions.anew(stood)), button("anew", bookText.anew, () => actions.anew()), button("leave-gone", bookText.leave, actions.leave, { class: "plain" })),
    ];
  };
}

/** Ask who is East of the next hand, where the book cannot know. */
function whoIsEast({ players }, waits, actions) {
  return element("div", { class: "note", role: "group", "aria-label": bookText.sayEast }, element("p", {}, bookText.sayEast),
    element("div", { class: "even" }, players.map((name) => button(`east-${name}`, name, () => actions.east(name), { class: "small", disabled: waits }))));
}

/** Ask where East goes, where the rule set is silent: once a game, and the player can change the answer. */
function whereEastGoes({ east_goes: way }, waits, actions) {
  if (way) return select(bookText.eastAfter, "east-goes", Object.entries(bookText.eastGoes), way, actions.eastGoes, { disabled: waits });
  return element("div", { class: "note", role: "group", "aria-label": bookText.eastAfter }, element("p", {}, bookText.eastAsked),
    element("div", { class: "row" }, Object.entries(bookText.eastGoes).map(([id, text]) => button(`east-goes-${id}`, text, () => actions.eastGoes(id), { class: "small", disabled: waits }))));
}

/**
 * Tell or ask about East, one thing at a time: where East goes comes before who is East. `waits`: an entry is on its
 * way, after which somebody else may be East.
 */
function eastOf(sitting, fault, waits, actions) {
  const silent = "east_goes" in sitting;
  const unsaid = sitting.note && !sitting.east && !fault;
  const later = waits && (unsaid || silent) && !fault && fine(bookText.eastLater);
  if (unsaid && silent && !sitting.east_goes) return [whereEastGoes(sitting, waits, actions), later];
  return [
    sitting.note && (unsaid ? whoIsEast(sitting, waits, actions) : element("p", { class: "note warn" }, capital(sitting.note))),
    silent && !fault && whereEastGoes(sitting, waits, actions),
    later,
  ];
}

/** Show the seats and the buttons that enter. `actions`: form(kind), scan(), by(name), east(name), eastGoes(way). */
export function tableView(actions) {
  return ({ game, gone, queued, live, by, trouble, fault }) => {
    if (!game) return null;
    const lost = isGone({ game, gone });
    const shut = fault || lost;
    const { sitting } = game;
    const last = game.entries.at(-1);
    const holders = new Set([...sitting.players, ...sitting.waiting, ...(by === null ? [] : [by])]); // who has left may still hold it
    return [
      heading("table-title", game.title),
      // On a line of its own: beside the title, a longer text would move all that stands below.
      !lost && element("p", { class: live === false ? "note warn" : "fine" }, live ? bookText.live : live === null ? bookText.connecting : bookText.cutOff),
      !lost && alert(trouble?.message),
      element("p", { class: "call good now" }, bookText.now(game)),
      element("p", {}, last ? [element("span", { class: "fine" }, bookText.last), entryTitle(last, game.entries)] : bookText.noEntries),
      sitting.over && element("p", { class: "note" }, bookText.over),
      element("ul", { class: "seats", "aria-label": bookText.turns }, sitting.players.map((name) => seat(name, sitting))),
      sitting.waiting.length > 0 && fine(bookText.waiting(sitting.waiting, sitting.cancelled_bets)),
      !shut && element("div", { class: "enter" },
        button("scan", bookText.scan, actions.scan, { class: "main" }),
        FORMS.map((kind) => button(kind, bookText.forms[kind], () => actions.form(kind)))),
      eastOf(sitting, shut, Boolean(oldestOf({ queued }, game.id)), actions),
      !lost && !withoutServer && button("join", bookText.join, actions.join, { class: "small" }),
      fine(bookText.source(game.ruleset_title, sitting.source)),
      !shut && select(bookText.heldBy, "by", [[null, entryText.notSaid], ...same([...holders])], by, actions.by),
    ];
  };
}
