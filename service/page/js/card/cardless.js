// The game without a card: what its verdict and its payments ask for beside the tiles.

import { h } from "../shared/dom.js";
import { playerNames } from "../shared/page-state.js";
import { choice } from "./win-form.js";

const WINDS = ["E", "S", "W", "N"];
const WIND_NAMES = { E: "East", S: "South", W: "West", N: "North" };
const WAYS = {
  "self-pick": [["wall", "from the wall"], ["last-tile", "the last tile of the wall"], ["supplement", "a supplement for a kong"],
    ["dealt", "dealt at the start"], ["first-draw", "the first draw"]],
  discard: [["discard", "a discard"], ["last-discard", "the last discard"], ["first-discard", "the first discard"], ["robbed-kong", "a robbed kong"]],
};

/** The rule set of a game without a card, where one is chosen; else null. */
export function withoutCard(state) {
  return (state.card === null && state.rulesets.find((rules) => rules.id === state.ruleset && !rules.takes_card)) || null;
}

function way(state) {
  const ways = WAYS[state.how].map(([name]) => name);
  return ways.includes(state.seat.way) ? state.seat.way : ways[0];
}

/** The options of a check: what is not said yet is left out, and counts for nothing. */
export function circumstances(state) {
  const { east, tableWind, streak } = state.seat;
  const seated = east !== null && state.winner !== null;
  return {
    table_wind: tableWind, streak,
    ...(seated ? { own_wind: WINDS[(state.winner - east + 4) % 4], dealer: state.winner === east } : {}),
    ...(state.how ? { won_by: way(state) } : {}),
  };
}

/** What of a hand is paid for: its points and doubles, or the limit. */
export function worth({ points, doubles, limit }) {
  return limit ? { limit } : { points, bonuses: doubles };
}

/** `actions`: set(patch). */
export function seatFields(state, actions) {
  const seat = (patch) => actions.set({ seat: { ...state.seat, ...patch } });
  const names = playerNames(state);
  return [
    choice("Who is East?", "east", names.map((name, at) => [at, name]), state.seat.east, (east) => seat({ east })),
    h("div", { class: "pickers" },
      h("label", { class: "field" }, "Wind of the round",
        h("select", { "data-key": "table-wind", onchange: (event) => seat({ tableWind: event.target.value }) },
          WINDS.map((wind) => h("option", { value: wind, selected: wind === state.seat.tableWind }, WIND_NAMES[wind])))),
      h("label", { class: "field" }, "Hands East has won in a row",
        h("select", { "data-key": "streak", onchange: (event) => seat({ streak: Number(event.target.value) }) },
          [0, 1, 2, 3, 4, 5, 6, 7, 8].map((count) => h("option", { value: count, selected: count === state.seat.streak }, String(count))))),
      state.how && h("label", { class: "field" }, "The winning tile was",
        h("select", { "data-key": "way", onchange: (event) => seat({ way: event.target.value }) },
          WAYS[state.how].map(([name, text]) => h("option", { value: name, selected: name === way(state) }, text))))),
  ];
}
