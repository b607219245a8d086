// The view of the disputes: the questions, the facts that each asks for, and the ruling with its source.

import { alert, busy, button, check, choice, fine, heading, lostOnClosing, numberField, same, select, several, wholeNumber } from "../../shared/controls.js";
import { bookKnowsEast, unknownToBook } from "../../shared/claim.js";
import { element } from "../../shared/dom.js";
import { bettorNames, playerNames } from "../../shared/page-state.js";
import { capital, commas, disputeText, inOrder, pageText, spoken, winText } from "../../shared/texts.js";
import { transfers } from "../payments-view.js";

const title = (text) => heading("dispute-title", text, { tabindex: "-1" });

/** Return the names that a fact of this kind can take, or null if it takes none. */
export function nameable(kind, table) {
  if (kind === "player" || kind === "players") return playerNames(table);
  if (kind !== "bettor") return null;
  if (table.table) return table.table.waiting;
  const bettors = bettorNames(table);
  return bettors.length ? bettors : [pageText.bettor(1)];
}

/** Return the field for one fact that a ruling asks for. */
function fact(input, state, actions) {
  const names = same(nameable(input.kind, state.table) ?? []);
  const value = state.facts[input.name];
  const say = (given) => actions.fact(input.name, given);
  const [help, key] = [capital(input.help), `fact-${input.name}`];
  switch (input.kind) {
    case "player": return choice(help, key, names, value, say);
    case "players": return several(help, key, names, value ?? [], say);
    case "choice": return choice(help, key, input.choices.map((one) => [one, spoken(one)]), value, say);
    case "points": return numberField(help, key, value, (text) => say(wholeNumber(text)));
    case "bettor": return names.length > 0 && choice(help, key, names, value, say);
    default: return check(help, key, value ?? input.default, say);
  }
}

function answered(answer) {
  const silent = answer.outcome === "silent";
  return element("div", { class: "ruling", role: "group", "aria-label": disputeText.ruling },
    element("p", { class: `call ${silent ? "ask" : "good"}` }, disputeText.outcome(answer.outcome)),
    element("p", { class: "lead" }, inOrder(answer.text)),
    answer.dead.length > 0 && element("p", {}, element("strong", {}, disputeText.dead), commas(answer.dead)),
    answer.transfers.length > 0 ? [element("h3", {}, disputeText.pays), transfers(answer.transfers)]
      : !silent && element("p", {}, disputeText.nobodyPays),
    fine(answer.source));
}

/** Show the button that enters the ruling in the book, or that it is entered; `refused` is the book's reason. */
function entering({ entered, refused }, title, actions) {
  if (entered) return fine(disputeText.entered);
  return [alert(refused),
    button("dispute-enter", disputeText.enter(title), actions.enter, { class: "wide" })];
}

/** Return whether the open game plays by the rules of the question, so that its book can take the ruling. */
export const isOfGame = ({ ruleset, table }) => table.table?.ruleset === ruleset;

/** Return the message of a refusal; a fact that the rules need goes by the words of its field. */
function troubleOf({ trouble }, { inputs }) {
  const wanted = trouble?.code === "missing-field" && inputs.find(({ name }) => name === trouble.where.split(".").at(-1));
  return wanted ? disputeText.sayFirst(wanted.help) : trouble?.message;
}

function asking(state, ruling, actions) {
  const seated = !ruling.inputs.some((one) => one.name === "players");
  const { answer } = state;
  return [
    button("dispute-back", disputeText.back, actions.back, { class: "plain small back" }),
    title(ruling.title),
    (isOfGame(state) ? unknownToBook(ruling) : ruling.inputs).map((input) => fact(input, state, actions)),
    seated && !bookKnowsEast(state.table) && element("details", { "data-key": "dispute-east" },
      element("summary", {}, winText.east),
      choice(disputeText.seat, "dispute-seat", playerNames(state.table).map((name, at) => [at, name]), state.east, actions.east)),
    lostOnClosing(state, Object.keys(state.facts).length > 0),
    alert(troubleOf(state, ruling)),
    button("dispute-ask", disputeText.ask, actions.ask, { class: "main wide" }),
    answer && answered(answer),
    // On a silent ruling there is nothing to enter; the table can still agree on a payment in the book.
    answer && answer.outcome !== "silent" && isOfGame(state) && entering(answer, state.table.table.title, actions),
  ];
}

/** List questions; with `mark`, say so of each on which the rules are silent. */
const questions = (list, actions, { name = null, mark = false } = {}) => element("ul", { class: "questions", "aria-label": name }, list.map((one) =>
  element("li", {}, button(`ruling-${one.id}`, element("span", {}, one.title, mark && one.silent && element("small", {}, disputeText.isSilent)),
    () => actions.open(one.id), { class: "wide" }))));

function search({ words }, actions) {
  return element("label", { class: "field" }, disputeText.what,
    element("input", { type: "search", autocomplete: "off", maxlength: "200", "data-key": "dispute-words", value: words, placeholder: disputeText.words,
      oninput: (event) => actions.find(event.target.value.trim()) }));
}

/** Show the questions that match the words. */
function found({ rulings, found: ids }, actions) {
  if (!ids.length) return element("p", {}, disputeText.noneFound);
  return questions(ids.map((id) => rulings.find((one) => one.id === id)).filter(Boolean), actions, { name: disputeText.found, mark: true });
}

/** `actions`: find(words), choose(ruleset), open(ruling), back(), fact(name, value), east(player), ask(), enter(). */
export function disputeView(actions) {
  return (state) => {
    const { rulings, rulesets, trouble } = state;
    const ruling = rulings?.find((one) => one.id === state.ruling);
    if (ruling) return asking(state, ruling, actions);
    const silent = rulings?.filter((one) => one.silent) ?? [];
    return [
      title(disputeText.title),
      rulesets.length > 0 && state.ruleset !== null && select(pageText.rules, "dispute-rules", rulesets.map((one) => [one.id, one.title]), state.ruleset, actions.choose),
      alert(trouble?.message),
      !rulings && !trouble && busy(disputeText.opening),
      rulings && search(state, actions),
      rulings && !state.found && questions(rulings.filter((one) => !one.silent), actions),
      rulings && state.found && found(state, actions),
      !state.found && silent.length > 0 && element("details", { "data-key": "dispute-silent" },
        element("summary", {}, disputeText.silent(silent.length)), questions(silent, actions)),
    ];
  };
}
