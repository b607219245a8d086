// The table's card and rule set: we ask the first time, then name them with a button to change them.

import { button, heading, select } from "../shared/controls.js";
import { ownChoice, rulesetsOf, withoutCard } from "../shared/claim.js";
import { element } from "../shared/dom.js";
import { cardText, pageText } from "../shared/texts.js";

/** Return the titles of card and rule set; `own` says whether the rule set is the card's own. */
export function namesOf({ cards, card, ruleset, ...state }) {
  const found = cards.find((one) => one.id === card);
  const rules = rulesetsOf(state).find((one) => one.id === (ruleset ?? found?.ruleset));
  return { card: found?.title ?? null, rules: rules?.title ?? null, own: Boolean(found) && (ruleset === null || ruleset === found.ruleset) };
}

/** Return the table's own rule set if it is in use, else null: it stays when the player chooses another card. */
export const ownRules = (state) => rulesetsOf(state).find((one) => one.id === ownChoice(state).ruleset && one.parent && one.takes_card)?.id ?? null;

function choices(state, actions) {
  const bare = withoutCard(state);
  const one = (key, title, note, chosen, act) => element("li", {},
    button(key, element("span", {}, title, note && element("small", {}, note)), act, { class: "wide", "aria-pressed": String(chosen) }));
  return element("ul", { class: "choices" },
    state.cards.filter(({ error }) => !error).map(({ id, title, ruleset }) =>
      one(`card-${id}`, title, cardText.rulesOf(state.rulesets.find((rules) => rules.id === ruleset)?.title),
        state.cardChosen && state.card === id, () => actions.choose({ card: id, ruleset: ownRules(state) }))),
    rulesetsOf(state).filter((rules) => !rules.takes_card).map(({ id, title }) =>
      one(`rules-${id}`, title, cardText.noCard, bare?.id === id, () => actions.choose({ card: null, ruleset: id }))),
    state.cards.filter(({ error }) => error).map(({ title, error }) => element("li", { class: "note bad" }, cardText.broken(title, error.message))));
}

function rulesPicker(state, actions) {
  const own = state.cards.find((card) => card.id === state.card)?.ruleset;
  const title = state.rulesets.find((rules) => rules.id === own)?.title;
  return state.cardChosen && state.card && select(pageText.rules, "rules",
    [[null, cardText.ownRules(title)], ...rulesetsOf(state).filter((rules) => rules.takes_card).map((rules) => [rules.id, rules.title])],
    state.ruleset, (ruleset) => actions.choose({ card: state.card, ruleset }));
}

/** Return whether nobody has chosen a card, or a rule set without a card, yet. */
export const isUnsaid = (state) => state.cards.length > 0 && !state.card && !withoutCard(state);

/** `actions`: choose({card, ruleset}), changeCard(open). */
export function cardInUseView(actions) {
  return (state) => {
    if (!state.tiles || !state.cards.length) return null;
    const { card, rules, own } = namesOf(state);
    if (!isUnsaid(state) && !state.changingCard) {
      return [element("div", { class: "row between whole" },
        element("p", { class: "grow", id: "card-in-use-title" }, element("small", {}, state.cardChosen ? cardText.by : cardText.example),
          element("strong", {}, card ?? rules), card && rules && element("small", { class: "fine" }, cardText.rulesOf(rules))),
        button("change-card", cardText.change, () => actions.changeCard(true), { class: "small" }))];
    }
    return [
      heading("card-in-use-title", cardText.question),
      choices(state, actions),
      element("p", {}, element("a", { href: "#cards", class: "button wide plain" }, cardText.own)),
      rulesPicker(state, actions),
      state.changingCard && button("keep-card", cardText.keep, () => actions.changeCard(false), { class: "plain" }),
    ];
  };
}
