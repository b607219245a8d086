// The win: which card, who won, and how.

import { LONGEST_NAME, button, check, choice, field, heading, same, select } from "../shared/controls.js";
import { WAYS, asksOf, bookKnowsEast, factsToAsk, mostBets, rulesOf, wayOf, withoutCard } from "../shared/claim.js";
import { element } from "../shared/dom.js";
import { playerNames } from "../shared/page-state.js";
import { pageText, winText } from "../shared/texts.js";

const STREAKS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const numbered = (names) => names.map((name, at) => [at, name]);

/** Show the fields of a game without a card. */
function seatFields(state, actions) {
  const seat = (patch) => actions.set({ seat: { ...state.seat, ...patch } });
  return [
    !bookKnowsEast(state) && choice(winText.east, "east", numbered(playerNames(state)), state.seat.east, (east) => seat({ east })),
    element("div", { class: "pickers" },
      !state.table?.tableWind && select(winText.tableWind, "table-wind", Object.entries(winText.winds), state.seat.tableWind, (tableWind) => seat({ tableWind })),
      !state.table && select(winText.streak, "streak", same(STREAKS), state.seat.streak, (streak) => seat({ streak: Number(streak) })),
      state.how && select(winText.way, "way", WAYS[state.how].map((way) => [way, winText.wayNames[way]]), wayOf(state), (way) => seat({ way }))),
  ];
}

function people(state, actions) {
  const names = playerNames(state);
  const most = mostBets(rulesOf(state), names.length);
  const bettors = most > 0 && state.bettors.map((bettor, at) =>
    element("div", { class: "row bettor" },
      field(pageText.bettor(at + 1), `bettor-${at}`, bettor.name, (name) => actions.bettor(at, { name }), { ...LONGEST_NAME, placeholder: pageText.bettor(at + 1) }),
      select(winText.betOn, `bet-${at}`, numbered(names), bettor.on, (on) => actions.bettor(at, { on: Number(on) })),
      button(null, "✕", () => actions.bettor(at, null), { class: "small danger", "aria-label": winText.removeBettor(at + 1) })));
  return element("details", { "data-key": "names" },
    element("summary", { "data-key": "names-summary" }, most > 0 ? winText.names : winText.namesOnly),
    element("div", { class: "names" }, names.map((_, at) =>
      field(pageText.player(at + 1), `player-${at}`, state.players[at], (name) => actions.rename(at, name), { ...LONGEST_NAME, placeholder: pageText.player(at + 1) }))),
    bettors,
    state.bettors.length < most && button("add-bettor", winText.addBettor, () => actions.bettor(state.bettors.length, { name: "", on: 0 }), { class: "plain" }));
}

/**
 * Return whether to hide the form: the rack has no verdict yet, and the player has said nothing about a win. A form
 * shown before the answer above it would move down when the answer comes.
 */
const isIdle = ({ verdict, winner, how, jokerWasUsed }) => !verdict && winner === null && how === null && !jokerWasUsed;

/** `actions`: set(patch), rename(player, name), bettor(at, patch or null); `betView(state)` draws a game's people. */
export function winView(actions, betView) {
  let shown = null; // the hand whose form is on view: it stays, with what is open and typed in it, until the next answer
  return (state) => {
    const bare = withoutCard(state);
    const waits = shown === state.hand;
    shown = null;
    if (!state.tiles || (!bare && !waits && isIdle(state))) return null;
    const how = choice(winText.how, "how", Object.entries(winText.ways), state.how,
      (way) => actions.set({ how: way, discarder: way === "discard" ? state.discarder : null }));
    const joker = check(winText.jokerWasUsed, "joker", state.jokerWasUsed, (jokerWasUsed) => actions.set({ jokerWasUsed }));
    if (!bare && state.verdict?.win === false) {
      // Nobody won: only what may be the reason can still be taken back.
      const reasons = [state.winning !== null && state.how === "discard" && how, state.jokerWasUsed && joker].filter(Boolean);
      return reasons.length ? [heading("win-title", winText.title), reasons] : null;
    }
    shown = state.hand;
    const players = numbered(playerNames(state));
    const asks = asksOf(state);
    return [
      heading("win-title", winText.title),
      bare && seatFields(state, actions),
      !bare && !state.table && asks.includes("east") && choice(winText.east, "east", players, state.seat.east, (east) => actions.set({ seat: { ...state.seat, east } })),
      choice(winText.who, "winner", players, state.winner,
        (winner) => actions.set({ winner, discarder: state.discarder === winner ? null : state.discarder })),
      how,
      state.how === "discard" && choice(winText.whose, "discarder", players.filter(([at]) => at !== state.winner), state.discarder,
        (discarder) => actions.set({ discarder })),
      // The book knows from its entries whether the hand follows a wall game.
      factsToAsk(asks, state.how).filter((name) => name in winText.facts && !(state.table && name === "after_wall")).map((name) =>
        check(winText.facts[name], `fact-${name}`, state.facts[name], (yes) => actions.set({ facts: { ...state.facts, [name]: yes } }))),
      state.table ? betView(state) : people(state, actions),
      !bare && joker,
    ];
  };
}
