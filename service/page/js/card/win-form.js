// The table: which card, who won, and how.

import { betView } from "../book/add-win.js";
import { h } from "../shared/dom.js";
import { seatFields, withoutCard } from "./cardless.js";
import { playerNames } from "../shared/page-state.js";

const MOST_BETTORS = 2;
const NO_CARD = "none:"; // before the id of a rule set that is played without a card

/** One of several answers, as large buttons. `options`: [[value, text]]. */
export function choice(title, key, options, chosen, onChoose) {
  return h("fieldset", { class: "choice" },
    h("legend", {}, title),
    h("div", { class: "options", "data-count": options.length },
      options.map(([value, text]) =>
        h("label", { class: "option" },
          h("input", { type: "radio", name: key, value: String(value), checked: value === chosen,
            "data-key": `${key}-${value}`, onchange: () => onChoose(value) }),
          h("span", {}, text)))));
}

/** What the choice of a card means: another card by its own rules, or a game without one. */
function chosen(value) {
  return value.startsWith(NO_CARD) ? { card: null, ruleset: value.slice(NO_CARD.length) } : { card: value, ruleset: null };
}

function cardPicker(state, actions) {
  if (!state.cards.length) return null;
  return h("label", { class: "field" }, "Card",
    h("select", { "data-key": "card", onchange: (event) => actions.set(chosen(event.target.value)) },
      state.cards.map((card) => h("option", { value: card.id, selected: card.id === state.card }, card.title)),
      state.rulesets.filter((rules) => !rules.takes_card).map((rules) =>
        h("option", { value: NO_CARD + rules.id, selected: withoutCard(state) === rules }, `No card: ${rules.title}`))));
}

function rulesPicker(state, actions) {
  const own = state.cards.find((card) => card.id === state.card)?.ruleset;
  const title = state.rulesets.find((rules) => rules.id === own)?.title;
  return h("label", { class: "field" }, "Rules",
    h("select", { "data-key": "rules", onchange: (event) => actions.set({ ruleset: event.target.value || null }) },
      h("option", { value: "", selected: state.ruleset === null }, title ? `As the card says: ${title}` : "As the card says"),
      state.rulesets.filter((rules) => rules.takes_card).map((rules) =>
        h("option", { value: rules.id, selected: rules.id === state.ruleset }, rules.title))));
}

function nameField(state, at, actions) {
  return h("label", { class: "field" }, `Player ${at + 1}`,
    h("input", { type: "text", value: state.players[at], maxlength: "30", autocomplete: "off", placeholder: `Player ${at + 1}`,
      "data-key": `player-${at}`, onchange: (event) => actions.rename(at, event.target.value) }));
}

function bettorFields(state, names, actions) {
  const rows = state.bettors.map((bettor, at) =>
    h("div", { class: "row bettor" },
      h("label", { class: "field grow" }, `Bettor ${at + 1}`,
        h("input", { type: "text", value: bettor.name, maxlength: "30", autocomplete: "off", placeholder: `Bettor ${at + 1}`,
          "data-key": `bettor-${at}`, onchange: (event) => actions.bettor(at, { name: event.target.value }) })),
      h("label", { class: "field grow" }, "bet on",
        h("select", { "data-key": `bet-${at}`, onchange: (event) => actions.bettor(at, { on: Number(event.target.value) }) },
          names.map((name, player) => h("option", { value: player, selected: player === bettor.on }, name)))),
      h("button", { type: "button", class: "small danger", "aria-label": `Remove bettor ${at + 1}`,
        onclick: () => actions.bettor(at, null) }, "✕")));
  return [
    rows,
    state.bettors.length < MOST_BETTORS && h("button", { type: "button", class: "plain", "data-key": "add-bettor",
      onclick: () => actions.bettor(state.bettors.length, { name: "", on: 0 }) }, "Add a bettor (five or six at the table)"),
  ];
}

/** `actions`: set(patch), rename(player, name), bettor(at, patch or null), bet(name, player or null). */
export function winView(actions) {
  return (state) => {
    if (!state.tiles) return null;
    const names = playerNames(state);
    const others = names.map((name, at) => [at, name]).filter(([at]) => at !== state.winner);
    return [
      h("h2", { id: "win-title" }, "The win"),
      h("div", { class: "pickers" }, cardPicker(state, actions), !withoutCard(state) && rulesPicker(state, actions)),
      withoutCard(state) && seatFields(state, actions),
      choice("Who won?", "winner", names.map((name, at) => [at, name]), state.winner,
        (winner) => actions.set({ winner, discarder: state.discarder === winner ? null : state.discarder })),
      choice("How?", "how", [["self-pick", "Self-picked"], ["discard", "From a discard"]], state.how,
        (how) => actions.set({ how, discarder: how === "discard" ? state.discarder : null })),
      state.how === "discard" && choice("Whose discard?", "discarder", others, state.discarder,
        (discarder) => actions.set({ discarder })),
      state.table ? betView(state, actions) : h("details", { "data-key": "names" },
        h("summary", { "data-key": "names-summary" }, "Names and bettors"),
        h("div", { class: "names" }, names.map((_, at) => nameField(state, at, actions))),
        bettorFields(state, names, actions)),
      !withoutCard(state) && h("label", { class: "check" },
        h("input", { type: "checkbox", checked: state.jokerWasUsed, "data-key": "joker",
          onchange: (event) => actions.set({ jokerWasUsed: event.target.checked }) }),
        h("span", {}, "A joker lay in this hand before and was exchanged")),
    ];
  };
}
