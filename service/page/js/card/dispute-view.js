// Settling a dispute: the questions, the facts each asks for, and the answer with its source.

import { h } from "../shared/dom.js";
import { playerNames } from "../shared/page-state.js";
import { transfer } from "./payments-view.js";
import { choice } from "./win-form.js";

const OUTCOMES = {
  "play-on": "The game goes on",
  "dead-hand": "A hand is dead",
  "game-over": "The game is over",
  replay: "The game is played again",
  silent: "The rules do not say",
};

/** "dead-hand" as "A hand is dead". */
export function outcomeWords(outcome) {
  return OUTCOMES[outcome] ?? sentence(outcome);
}

function sentence(text) {
  const words = text.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function several(input, names, chosen, onChoose) {
  const toggle = (name) => onChoose(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return h("fieldset", { class: "choice" },
    h("legend", {}, sentence(input.help)),
    h("div", { class: "options", "data-count": names.length },
      names.map((name) => h("label", { class: "option" },
        h("input", { type: "checkbox", checked: chosen.includes(name), "data-key": `fact-${input.name}-${name}`, onchange: () => toggle(name) }),
        h("span", {}, name)))));
}

function number(input, value, onChange) {
  return h("label", { class: "field" }, sentence(input.help),
    h("input", { type: "text", inputmode: "numeric", pattern: "[0-9]*", maxlength: "6", autocomplete: "off", value: value ?? "",
      "data-key": `fact-${input.name}`, onchange: (event) => {
        const text = event.target.value.trim();
        onChange(/^\d+$/.test(text) ? Number(text) : text);
      } }));
}

function fact(input, state, actions) {
  const names = playerNames(state.table);
  const value = state.facts[input.name];
  const say = (given) => actions.fact(input.name, given);
  const key = `fact-${input.name}`;
  const title = sentence(input.help);
  if (input.kind === "player") return choice(title, key, names.map((name) => [name, name]), value, say);
  if (input.kind === "players") return several(input, names, value ?? [], say);
  if (input.kind === "choice") return choice(title, key, input.choices.map((one) => [one, sentence(one)]), value, say);
  if (input.kind === "points") return number(input, value, say);
  if (input.kind === "bettor") {
    const bettors = state.table.bettors.map((one, at) => one.name.trim() || `Bettor ${at + 1}`);
    return choice(title, key, (bettors.length ? bettors : ["Bettor 1"]).map((name) => [name, name]), value, say);
  }
  return h("label", { class: "check" },
    h("input", { type: "checkbox", checked: value ?? input.default ?? false, "data-key": key, onchange: (event) => say(event.target.checked) }),
    h("span", {}, title));
}

function answered(answer) {
  return h("div", { class: "ruling", role: "group", "aria-label": "The ruling" },
    h("p", { class: `call ${answer.outcome === "silent" ? "ask" : "good"}` }, outcomeWords(answer.outcome)),
    h("p", { class: "lead" }, answer.text),
    answer.dead.length > 0 && h("p", {}, h("strong", {}, "Dead: "), answer.dead.join(", ")),
    answer.transfers.length > 0 && [
      h("h3", {}, "Who pays what"),
      h("ul", { class: "transfers" }, answer.transfers.map(transfer))],
    answer.transfers.length === 0 && answer.outcome !== "silent" && h("p", {}, "Nobody pays for it now."),
    h("p", { class: "fine" }, answer.source));
}

function asking(state, ruling, actions) {
  const seated = !ruling.inputs.some((one) => one.name === "players");
  const names = playerNames(state.table);
  const game = state.table.table;
  return [
    h("button", { type: "button", class: "plain small back", "data-key": "dispute-back", onclick: () => actions.open(null) }, "← All questions"),
    h("h2", { id: "dispute-title", tabindex: "-1" }, ruling.title),
    ruling.inputs.map((input) => fact(input, state, actions)),
    seated && h("details", { "data-key": "dispute-east" },
      h("summary", {}, "Who is East?"),
      choice("East", "dispute-seat", names.map((name, at) => [at, name]), state.east, actions.east)),
    state.trouble && h("p", { class: "note bad", role: "alert" }, state.trouble.message),
    h("button", { type: "button", class: "main wide", "data-key": "dispute-ask", onclick: actions.ask }, "What do the rules say?"),
    state.answer && answered(state.answer),
    // A source that says nothing has nothing to enter; the table may still agree on a payment in the book.
    state.answer && state.answer.outcome !== "silent" && game?.ruleset === state.ruleset && h("button", { type: "button", class: "wide",
      "data-key": "dispute-enter", onclick: actions.enter }, `Enter it in ${game.title}`),
  ];
}

function questions(list, actions) {
  return h("ul", { class: "questions" }, list.map((one) =>
    h("li", {}, h("button", { type: "button", class: "wide", "data-key": `ruling-${one.id}`, onclick: () => actions.open(one.id) }, one.title))));
}

/** `actions`: choose(ruleset), open(ruling or null), fact(name, value), east(player), ask(), enter(). */
export function disputeView(actions) {
  return (state) => {
    const ruling = state.rulings?.find((one) => one.id === state.ruling);
    if (ruling) return asking(state, ruling, actions);
    const silent = state.rulings?.filter((one) => one.silent) ?? [];
    return [
      h("h2", { id: "dispute-title", tabindex: "-1" }, "Settle a dispute"),
      state.rulesets.length > 0 && h("label", { class: "field" }, "Rules",
        h("select", { "data-key": "dispute-rules", onchange: (event) => actions.choose(event.target.value) },
          state.rulesets.map((one) => h("option", { value: one.id, selected: one.id === state.ruleset }, one.title)))),
      state.trouble && h("p", { class: "note bad", role: "alert" }, state.trouble.message),
      !state.rulings && !state.trouble && h("p", { class: "busy" }, "Opening the rules …"),
      state.rulings && [
        h("p", {}, "What happened?"),
        questions(state.rulings.filter((one) => !one.silent), actions)],
      silent.length > 0 && h("details", { "data-key": "dispute-silent" },
        h("summary", {}, `${silent.length} questions these rules are silent on`),
        questions(silent, actions)),
    ];
  };
}
