// The question of a dispute: its facts, and the request that asks for the ruling.

import { betsOf, bookKnowsEast } from "../../shared/claim.js";
import { playerNames } from "../../shared/page-state.js";
import { nameable } from "./dispute-view.js";

const isGiven = (value) => value !== "" && value !== null && value !== undefined && !(Array.isArray(value) && !value.length);

/** Return the facts that the player has given. */
export const given = (facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => isGiven(value)));

/** Drop the names of people who left the table from the facts: no field on the page would show them. */
export function ofThoseHere(facts, { inputs }, table) {
  const here = ({ name, kind }) => {
    const names = nameable(kind, table);
    const value = facts[name];
    if (!names) return value;
    return Array.isArray(value) ? value.filter((one) => names.includes(one)) : names.find((one) => one === value);
  };
  return Object.fromEntries(inputs.filter(({ name }) => name in facts).map((input) => [input.name, here(input)]));
}

/** Return the bets, also those that nobody has named of the bettors that the ruling is about: they pay nothing. */
function bettors({ ruleset, rulesets, ruling, rulings, facts, table }) {
  const bets = betsOf(table, rulesets.find((one) => one.id === ruleset));
  const { inputs } = rulings.find((one) => one.id === ruling);
  const about = inputs.filter(({ kind }) => kind === "bettor").map(({ name }) => facts[name]).filter(Boolean);
  const silent = about.filter((one) => !bets.some(({ name }) => name === one));
  return bets.length ? [...bets, ...silent.map((name) => ({ name, cancelled: true }))] : undefined;
}

/** Return who sits at the table, who is East, and who bet. */
function people(state) {
  const { east, table } = state;
  const players = playerNames(table);
  return { players, east: bookKnowsEast(table) ? table.table.east : players[east], bettors: bettors(state) };
}

/** Return the request body for a ruling: the given facts, and who sits at the table. */
export function question(state) {
  const { ruleset, ruling, rulings, facts } = state;
  const { inputs } = rulings.find((one) => one.id === ruling);
  // Some rulings have a fact named "players" that means only some of them: then the body does not name the table.
  return { ruleset, ...(inputs.some((one) => one.name === "players") ? {} : people(state)), ...given(facts) };
}

/** Return the facts that the book of the open game adds: whose hands were dead before, of those not named otherwise. */
function ofBook({ ruling, rulings, facts, table: { table } }) {
  const { inputs } = rulings.find((one) => one.id === ruling);
  const named = Object.values(facts).flat();
  return inputs.some(({ name }) => name === "dead") ? { dead: table.dead.filter((name) => !named.includes(name)) } : {};
}

/** Return the request body that settles a ruling in the open game, as its book does: a player may have no more to pay. */
export const settlement = (state) => ({
  ruleset: state.ruleset, ...people(state), balances: state.table.table.balances,
  outcome: { kind: "error", ruling: state.ruling, ...given({ ...ofBook(state), ...state.facts }) },
});
