// Keep the verdict and the settlement in step with the page.

import * as api from "../shared/api.js";
import { betsOf, circumstances, discarderOf, eastOf, factsOf, wanted, withoutCard } from "../shared/claim.js";
import { playerNames } from "../shared/page-state.js";
import { verdictText } from "../shared/texts.js";
import { doubtful, notation, seenRack } from "../rack/to-check.js";
import { hasProspects } from "./prospects-view.js";
import { tableOptions } from "./table-tiles.js";

const SOMEBODY = "discarder"; // stands for any discarder: the verdict does not depend on who discarded the tile
const PAUSE = 120; // ms after the last change before we ask, so that a burst of taps asks once
const SILENT = 20_000; // ms without an answer after which we take the network for gone; an answer takes a few ms
const AGAIN = 5000; // ms until we ask a server again that did not judge
const STALE = 500; // ms after a change from which we hide the answer about the previous rack

function checkBody(state, labels) {
  return {
    rack: notation(state.tiles, state.winning, state.how, labels),
    card: withoutCard(state) ? undefined : state.card,
    ruleset: state.ruleset,
    options: circumstances(state),
  };
}

/** Return the request body of a check: the rack as read, with each tile's alternatives and the unclear exposures. */
function question(state) {
  const { rack, ...body } = checkBody(state);
  const doubted = state.laid ? [] : doubtful(state.tiles, state.scan, !withoutCard(state));
  return { ...body, seen: seenRack(state.tiles, doubted.map((tile) => tile.id), state.winning, state.how, SOMEBODY) };
}

/** Return what a settlement pays for: the hand's value by a card; without one its points and doubles, or its limit. */
function worth(bare, { value, matches: [best] }) {
  if (!bare) return { value, jokerless: best.pays_jokerless ?? best.jokerless, singles_and_pairs: best.singles_and_pairs };
  return best.limit ? { limit: best.limit } : { points: best.points, bonuses: best.doubles };
}

function settleBody(state) {
  const names = playerNames(state);
  return {
    ruleset: state.verdict.ruleset,
    players: names,
    east: eastOf(state),
    bettors: betsOf(state),
    balances: state.table?.balances,
    outcome: { kind: "win", winner: names[state.winner], won_by: state.how, discarder: discarderOf(state), dead: state.table?.dead, ...factsOf(state), ...worth(withoutCard(state), state.verdict) },
  };
}

function isReady(state) {
  return Boolean(state.tiles?.length && (state.card || withoutCard(state)));
}

/** Return the answer, or {error} if the server refused; undefined if a newer question replaced this one. */
async function answerOf(promise) {
  try {
    return await api.attempt(() => promise, (error) => ({ error }));
  } catch (problem) {
    if (problem.name === "AbortError") return undefined;
    throw problem;
  }
}

/** Return a listener that asks whenever `body(state)` or the open game changes, and puts the answer into `state[part]`. */
function follow(store, part, send, body, wait) {
  let asked = null;
  let running = null;
  let timer = 0;
  let stale = 0;
  return (state) => {
    const wanted = body(state);
    const text = wanted && JSON.stringify([wanted, state.table?.id]);
    if (text === asked) return;
    asked = text;
    running?.abort();
    clearTimeout(timer);
    if (!wanted) {
      clearTimeout(stale);
      stale = 0;
      if (state[part]) store.set({ [part]: null });
      return;
    }
    const control = new AbortController();
    running = control;
    // A quick answer replaces the last one without a flicker. Before a slow one we clear the last answer, and we count
    // from the first change, so that a burst of changes does not keep the old answer either.
    stale ||= setTimeout(() => {
      stale = 0;
      if (store.state[part] && !store.state[part].error) store.set({ [part]: null });
    }, STALE);
    timer = setTimeout(async () => {
      const answer = await answerOf(api.within(SILENT, control.signal, (signal) => send(wanted, state.table, signal)));
      if (answer === undefined || asked !== text) return;
      clearTimeout(stale);
      stale = 0;
      store.set({ [part]: answer });
      if (answer.error && !api.isOfQuestion(answer.error) && asked === text) {
        // Ask again later. Until then a change asks only if it changes the question.
        timer = setTimeout(() => {
          asked = null;
          store.set({});
        }, AGAIN);
      }
    }, wait);
  };
}

function prospectsBody(state) {
  if (state.lying === null || !hasProspects(state)) return null;
  const body = checkBody(state);
  return { ...body, options: { ...body.options, near: 0, ...tableOptions(state.lying) } };
}

/** Judge and settle whenever the state changes, and ask for the prospects of the rack once the player wants them. */
export function judge(store) {
  store.listen(follow(store, "prospects", api.check, prospectsBody, PAUSE));
  store.listen(follow(store, "verdict", api.check, (state) => (isReady(state) ? question(state) : null), PAUSE));
  store.listen(follow(store, "settlement", api.settle, (state) => (state.verdict?.win && !wanted(state) ? settleBody(state) : null), 0));
}

/** Say what the hand would be if tile `id` were `label` and all other tiles stayed as they are. */
export async function whatIf(state, id, label) {
  const body = checkBody(state, { [id]: label });
  const { win, matches, waits } = await api.check({ ...body, options: { ...body.options, near: 0 } }, state.table);
  return verdictText.meant({ win, match: matches[0], waits_for: waits?.map((one) => one.tile) });
}
