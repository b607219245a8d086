// What a person has said of a win, in the words of the API: the game without a card among them.

import { bettorNames, playerNames } from "./page-state.js";

const WINDS = ["E", "S", "W", "N"];

/** The rules that most tables play by. */
export const MODERN = "modern-american";

/** In which ways a winning tile comes in a game without a card; the first is the plain one. */
export const WAYS = {
  "self-pick": ["wall", "last-tile", "supplement", "dealt", "first-draw"],
  discard: ["discard", "last-discard", "first-discard", "robbed-kong"],
};

/** The rule set of a game without a card, where one is chosen; else null. */
export function withoutCard({ card, ruleset, rulesets }) {
  return (card === null && rulesets.find((rules) => rules.id === ruleset && !rules.takes_card)) || null;
}

/** Card and rules of the table: those that are chosen, else the rules of the modern game and no card; none before the cards are here. */
export function played({ card, cards, cardChosen, ruleset }) {
  if (!cards.length) return { card: null, ruleset: null };
  const found = cardChosen ? cards.find((one) => one.id === card) : null;
  return { card: found?.id ?? null, ruleset: (cardChosen && (ruleset ?? found?.ruleset)) || MODERN };
}

/** The rule set in use, or undefined before it is here. */
function rulesOf({ card, cards, ruleset, rulesets }) {
  const used = ruleset ?? cards?.find((one) => one.id === card)?.ruleset;
  return rulesets.find((one) => one.id === used);
}

/** What the rules in use have a table say of a win beside the usual. */
export const asksOf = (state) => rulesOf(state)?.asks ?? [];

/** What may lie exposed by the rules in use; before they are known, what may by any. */
export const exposureRules = (state) => rulesOf(state)?.exposures ?? { smallest: 3, natural: false };

/** What to ask of a win, told how it was won: a joker's exchange counts where a discard was called before it. */
export const factsToAsk = (asks, how) => asks.filter((name) => name !== "east" && (name !== "redeemed_joker" || how === "discard"));

/** Facts of a win that the rules ask for, as a settlement takes them. */
export function factsOf(asks, facts, how) {
  return Object.fromEntries(factsToAsk(asks, how).filter((name) => facts?.[name]).map((name) => [name, true]));
}

/** In which way the winning tile came. */
export function wayOf({ how, seat }) {
  return WAYS[how].includes(seat.way) ? seat.way : WAYS[how][0];
}

/** The options of a check: what is not said yet is left out, and counts for nothing. */
export function circumstances(state) {
  if (!withoutCard(state)) return { joker_was_used: state.jokerWasUsed, as_hand: state.asHand ?? undefined };
  const { east, tableWind, streak } = state.seat;
  const seated = east !== null && state.winner !== null;
  return {
    table_wind: tableWind, streak,
    ...(seated ? { own_wind: WINDS[(state.winner - east + 4) % 4], dealer: state.winner === east } : {}),
    ...(state.how ? { won_by: wayOf(state) } : {}),
  };
}

/** Who discarded the winning tile, or undefined. */
export function discarderOf(state) {
  return state.how === "discard" ? playerNames(state)[state.discarder] : undefined;
}

/** The text of a rack with the discarder's own name in it. */
export function discardedBy(rack, name) {
  return rack.replace("<Discarder", () => `<"${name}"`);
}

/** Who bet on whom. */
export function betsOf(state) {
  const [names, bettors] = [playerNames(state), bettorNames(state)];
  return state.bettors.map(({ on }, at) => ({ name: bettors[at], bet_on: names[on] }));
}

/** Whether all is said that a payment needs; `wanted` else names what is missing first. */
export function wanted(state) {
  const needsEast = withoutCard(state) || (!state.table && asksOf(state).includes("east"));
  if (needsEast && state.seat.east === null) return "sayEast";
  if (state.winner === null) return "sayWho";
  if (state.how === null) return "sayHow";
  return state.how === "discard" && state.discarder === null ? "sayWhose" : null;
}
