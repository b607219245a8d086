// Beginning a game, or opening one again.

import { select } from "./fields.js";
import { day } from "./entry-words.js";
import { h } from "../shared/dom.js";

const SEATS = ["East, who begins", "to East's right", "opposite East", "to East's left"];
const MOST_OFFERED = 12;

function input(label, key, value, onInput, more = {}) {
  return h("label", { class: "field" }, label, h("input", { type: "text", autocomplete: "off", value, "data-key": key,
    maxlength: "40", onchange: (event) => onInput(event.target.value.trim()), ...more }));
}

/** Names: those of the rack that is being judged first, then those of the last games. */
function offered(state) {
  return [...new Set([...state.named, ...state.games.flatMap((game) => game.players), ...state.known])].slice(0, MOST_OFFERED);
}

function gameLine(game, actions) {
  return h("li", {}, h("button", { type: "button", class: "wide game", "data-key": `game-${game.id}`, onclick: () => actions.open(game.id) },
    h("span", {}, h("strong", {}, game.title), h("small", { class: "fine" }, game.players.join(", "))),
    h("small", { class: "fine" }, day(game.started_at))));
}

/** `actions`: draft(patch), seat(list, at, name), take(name), begin(), open(id), reload(). */
export function startView(actions) {
  return (state) => {
    const { draft, open, trouble } = state;
    const title = h("h2", { id: "start-title" }, open === null ? "A new game" : "The game");
    const bad = trouble && [h("p", { class: "note bad", role: "alert" }, trouble.message),
      h("button", { type: "button", "data-key": "reload", onclick: actions.reload }, "Try again")];
    if (open !== null) return state.game ? null : [title, ...(bad ?? [h("p", { class: "busy" }, "Opening the book …")])];
    const rules = state.rulesets.find((one) => one.id === draft.ruleset);
    const names = offered(state);
    const seated = [...draft.seats, ...draft.waiting];
    return [
      title, bad,
      h("div", { class: "pickers" },
        select("Rules", "new-rules", state.rulesets.map((one) => [one.id, one.title]), draft.ruleset, (ruleset) => actions.draft({ ruleset, card: null })),
        rules?.takes_card && select("Card", "new-card", [[null, rules.card ? "The card of these rules" : "Each hand names its card"],
          ...state.cards.filter((one) => one.id !== rules.card).map((one) => [one.id, one.title])], draft.card, (card) => actions.draft({ card }))),
      h("fieldset", {}, h("legend", {}, "Who sits where, in the order of turns"),
        h("div", { class: "names" }, draft.seats.map((name, at) =>
          input(SEATS[at], `seat-${at}`, name, (value) => actions.seat("seats", at, value), { list: "known-players" }))),
        h("datalist", { id: "known-players" }, state.known.map((name) => h("option", { value: name })))),
      names.length > 0 && h("p", { class: "fine" }, "Tap the names in the order of turns, or type others."),
      names.length > 0 && h("div", { class: "offered", role: "group", "aria-label": "Players: tap to seat, tap again to take away" }, names.map((name) =>
        h("button", { type: "button", class: "small", "data-key": `take-${name}`, "aria-pressed": String(seated.includes(name)), onclick: () => actions.take(name) }, name))),
      h("details", { "data-key": "more-people", open: draft.waiting.some(Boolean) },
        h("summary", { "data-key": "more-people-summary" }, "Five or six people, and a name for the game"),
        h("p", { class: "fine" }, "Who waits may bet, and enters where the rules say so."),
        h("div", { class: "names" }, draft.waiting.map((name, at) =>
          input(at ? "Waits second" : "Waits first", `waits-${at}`, name, (value) => actions.seat("waiting", at, value), { list: "known-players" }))),
        input("Name of the game", "new-title", draft.title, (value) => actions.draft({ title: value }), { maxlength: "80", placeholder: day(Date.now()) })),
      h("button", { type: "button", class: "main wide", "data-key": "begin", onclick: actions.begin }, "Begin the game"),
      state.games.length > 0 && [h("h3", {}, "Games in the book"), h("ul", { class: "games" }, state.games.map((game) => gameLine(game, actions)))],
    ].flat();
  };
}
