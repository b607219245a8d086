// Turn the player's answers about a win into the terms of the API, also for a game without a card.

import { bettorNames, playerNames } from "./page-state.js";

const WINDS = ["E", "S", "W", "N"];

/** The rule set that most tables play by. */
export const MODERN = "modern-american";

/** The ways in which a winning tile comes in a game without a card; the first is the ordinary one. */
export const WAYS = {
  "self-pick": ["wall", "last-tile", "supplement", "dealt", "first-draw"],
  discard: ["discard", "last-discard", "first-discard", "robbed-kong"],
};

/** Return the rule sets of today, but that of the open game as it began: its table may have changed or deleted it since. */
export function rulesetsOf({ table, rulesets }) {
  const own = table?.rules;
  return own ? [...rulesets.filter((one) => one.id !== own.id), own] : rulesets;
}

/** Return the chosen rule set if it plays without a card, else null. */
export function withoutCard(state) {
  return (state.card === null && rulesetsOf(state).find((rules) => rules.id === state.ruleset && !rules.takes_card)) || null;
}

/** Return card and rule set of the player: those of an example are not theirs. */
export const ownChoice = ({ before, card, cardChosen, ruleset }) => before ?? { card, cardChosen, ruleset };

/** Return the table's card and rule set: the chosen ones, else null and `MODERN`; nulls until the cards have loaded. */
export function played(state) {
  const { cards } = state;
  const { card, cardChosen, ruleset } = ownChoice(state);
  if (!cards.length) return { card: null, ruleset: null };
  const found = cardChosen ? cards.find((one) => one.id === card) : null;
  return { card: found?.id ?? null, ruleset: ruleset ?? found?.ruleset ?? MODERN };
}

/** Return the rule set in use, or undefined before it has loaded. */
export function rulesOf(state) {
  const used = state.ruleset ?? state.cards?.find((one) => one.id === state.card)?.ruleset;
  return rulesetsOf(state).find((one) => one.id === used);
}

/** Return the names of the extra facts that the rule set in use asks about a win. */
export const asksOf = (state) => rulesOf(state)?.asks ?? [];

/** Return what the rule set in use allows as an exposure; before it has loaded, what any rule set allows. */
export const exposureRules = (state) => rulesOf(state)?.exposures ?? { smallest: 3, natural: false };

/** Return the facts to ask about a win that was won `how`: a joker's exchange counts only after a called discard. */
export const factsToAsk = (asks, how) => asks.filter((name) => name !== "east" && (name !== "redeemed_joker" || how === "discard"));

/** Return the true facts that the rules ask for, in the form of a settlement's outcome; the book knows of wall games. */
export function factsOf(state) {
  const facts = state.table ? { ...state.facts, after_wall: state.table.afterWall } : state.facts;
  return Object.fromEntries(factsToAsk(asksOf(state), state.how).filter((name) => facts[name]).map((name) => [name, true]));
}

/** Return whether the open game of the book knows who is East. */
export const bookKnowsEast = ({ table, players }) => Boolean(table?.east) && players.includes(table.east);

/** Return the facts of a ruling that its book cannot know: whose hands were dead before, it knows. */
export const unknownToBook = ({ inputs }) => inputs.filter(({ name }) => name !== "dead");

/** Return the place of East among the players, as the book or else the player says; null if neither does. */
const eastPlace = (state) => (bookKnowsEast(state) ? state.players.indexOf(state.table.east) : state.seat.east);

/** Return the name of East where a payment depends on it, else undefined; with a card only the book knows East of its game. */
export function eastOf(state) {
  const bare = withoutCard(state);
  if (!bare && !asksOf(state).includes("east")) return undefined;
  return (bare || !state.table ? playerNames(state)[eastPlace(state)] : state.table.east) ?? null;
}

/** Return the way in which the winning tile came. */
export function wayOf({ how, seat }) {
  return WAYS[how].includes(seat.way) ? seat.way : WAYS[how][0];
}

/** Return the wind of the round and the hands that East has won in a row, as the open game knows them or the player says. */
const roundOf = ({ table, seat }) => ({ table_wind: table?.tableWind ?? seat.tableWind, streak: (table ?? seat).streak });

/** Return the options of a check, without those that the player has not answered yet. */
export function circumstances(state) {
  if (!withoutCard(state)) return { joker_was_used: state.jokerWasUsed, as_hand: state.asHand ?? undefined };
  const east = eastPlace(state);
  const seated = east !== null && state.winner !== null;
  return {
    ...roundOf(state),
    ...(seated ? { own_wind: WINDS[(state.winner - east + 4) % 4], dealer: state.winner === east } : {}),
    ...(state.how ? { won_by: wayOf(state) } : {}),
  };
}

/** Return the name of who discarded the winning tile, or undefined. */
export function discarderOf(state) {
  return state.how === "discard" ? playerNames(state)[state.discarder] : undefined;
}

/** Put the discarder's name into the text of a rack. */
export function discardedBy(rack, name) {
  return rack.replace("<Discarder", () => `<"${name}"`);
}

/** Return how many people may bet beside so many players: none by the rules of most games, and in tournaments. */
export const mostBets = (rules, players) => (rules?.bettors?.players === players ? rules.bettors.most : 0);

/** Return who bet on whom, if the rules take bets; the open game knows the bets that a ruling has cancelled. */
export function betsOf(state, rules = rulesOf(state)) {
  const [names, bettors] = [playerNames(state), bettorNames(state)];
  if (mostBets(rules, names.length) === 0) return [];
  const cancelled = (name) => (state.table?.cancelled?.includes(name) ? { cancelled: true } : {});
  return state.bettors.map(({ on }, at) => ({ name: bettors[at], bet_on: names[on], ...cancelled(bettors[at]) }));
}

/** Return the key of the text that asks for the first missing answer about the payment, or null. */
export function wanted(state) {
  if (eastOf(state) === null) return state.table && !withoutCard(state) ? "sayEastThere" : "sayEast";
  if (state.winner === null) return "sayWho";
  if (state.how === null) return "sayHow";
  return state.how === "discard" && state.discarder === null ? "sayWhose" : null;
}
