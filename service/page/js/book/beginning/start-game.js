// Begin a game, or open one again.

import { LONGEST_NAME, alert, busy, button, field, fine, heading, lostOnClosing, select } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { bookText, commas, day, entryText, pageText } from "../../shared/texts.js";
import { begunBy } from "../ledger-store.js";

const MOST_OFFERED = 12;

/** Return the names to offer: first the players of the rack on the scan page, then those of the last games. */
function offered(state) {
  return [...new Set([...state.named, ...state.games.flatMap((game) => game.players), ...state.known])].slice(0, MOST_OFFERED);
}

function gameLine(game, actions) {
  return element("li", {}, button(`game-${game.id}`, [
    element("span", {}, element("strong", {}, game.title), element("small", { class: "fine" }, commas(game.players))),
    element("small", { class: "fine" }, day(game.started_at))], () => actions.open(game.id), { class: "wide game" }));
}

function rulesFields(state, actions) {
  const { rulesets, cards } = state;
  const { card: chosen, ruleset } = begunBy(state);
  const rules = rulesets.find((one) => one.id === ruleset);
  return element("div", { class: "pickers" },
    select(pageText.rules, "new-rules", rulesets.map((one) => [one.id, one.title]), ruleset, (other) => actions.draft({ ruleset: other, card: null })),
    rules?.takes_card && select(bookText.card, "new-card", [[null, rules.card ? bookText.rulesCard : bookText.eachCard],
      ...cards.filter((one) => one.id !== rules.card).map((one) => [one.id, one.title])], chosen === rules.card ? null : chosen, (card) => actions.draft({ ruleset, card })));
}

function people(state, actions) {
  const { draft } = state;
  const seated = [...draft.seats, ...draft.waiting];
  const taken = (name) => ({ class: "small", "aria-pressed": String(seated.includes(name)) });
  const names = offered(state);
  const fields = (list, labels, key) => element("div", { class: "names" }, draft[list].map((name, at) =>
    field(labels[at], `${key}-${at}`, name, (value) => actions.seat(list, at, value), { ...LONGEST_NAME, list: "known-players" })));
  return [
    element("fieldset", {}, element("legend", {}, bookText.seats),
      fields("seats", bookText.seatNames, "seat"),
      element("datalist", { id: "known-players" }, state.known.map((name) => element("option", { value: name })))),
    names.length > 0 && [fine(bookText.tapNames), element("div", { class: "offered", role: "group", "aria-label": bookText.offered },
      names.map((name) => button(`take-${name}`, name, () => actions.take(name), taken(name))))],
    element("details", { "data-key": "more-people", open: draft.waiting.some(Boolean) },
      element("summary", { "data-key": "more-people-summary" }, bookText.morePeople),
      fine(bookText.bets),
      fields("waiting", entryText.waits, "waits"),
      field(bookText.gameName, "new-title", draft.title, (title) => actions.draft({ title }), { maxlength: "80", placeholder: day(Date.now()) })),
  ];
}

/** `actions`: draft(patch), seat(list, at, name), take(name), begin(), open(id), older(), reload(). */
export function startView(actions) {
  return (state) => {
    const { open, game, games, listed, total, damaged, trouble, fault } = state;
    const title = heading("start-title", open !== null ? bookText.theGame : fault ? bookText.games : bookText.newGame);
    const bad = trouble && [alert(trouble.message), button("reload", pageText.tryAgain, actions.reload)];
    if (open !== null) return game ? null : [title, bad ?? busy(bookText.opening)];
    const kept = games.length > 0 && [element("ul", { class: "games" }, games.map((one) => gameLine(one, actions))),
      listed < total && button("older", bookText.older, actions.older, { class: "plain" })];
    if (fault) return kept ? [title, bad, kept] : null;
    return [
      title, bad,
      rulesFields(state, actions),
      people(state, actions),
      lostOnClosing(state, [state.draft.title, ...state.draft.seats, ...state.draft.waiting].some(Boolean)),
      button("begin", bookText.begin, actions.begin, { class: "main wide", disabled: begunBy(state).ruleset === null }),
      kept && [element("h3", {}, bookText.games), kept],
      damaged.length > 0 && alert(bookText.gamesDamaged(damaged.length)),
    ];
  };
}
