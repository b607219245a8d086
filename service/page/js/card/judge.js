// Keeping the verdict and the settlement in step with what is on the page.

import * as api from "../shared/api.js";
import { asksOf, betsOf, circumstances, discarderOf, factsOf, wanted, withoutCard } from "../shared/claim.js";
import { playerNames } from "../shared/page-state.js";
import { verdictText } from "../shared/texts.js";
import { doubtful, notation, seenRack } from "../rack/rack.js";
import { hasProspects } from "./prospects-view.js";
import { tableOptions } from "./table-tiles.js";

const SOMEBODY = "discarder"; // a verdict is the same whoever discarded the tile
const PAUSE = 120; // ms after the last change, so that a burst of taps asks once
const SILENT = 20_000; // ms without an answer after which a network is taken for gone: an answer takes a few of them
const AGAIN = 5000; // ms until a machine that did not answer is asked again
const STALE = 500; // ms after which what was said of the rack before is no longer shown, whatever the network does

function checkBody(state, labels) {
  return {
    rack: notation(state.tiles, state.winning, state.how, labels),
    card: withoutCard(state) ? undefined : state.card,
    ruleset: state.ruleset,
    options: circumstances(state),
  };
}

/** What to judge: the rack as it was seen, with what each tile may be and how the tiles may lie. */
function question(state) {
  const { rack, ...body } = checkBody(state);
  const doubted = state.laid ? [] : doubtful(state.tiles, state.scan, !withoutCard(state));
  return { ...body, seen: seenRack(state.tiles, doubted.map((tile) => tile.id), state.winning, state.how, SOMEBODY) };
}

/** What of a hand is paid for: its value by a card; else its points and doubles, or the limit. */
function worth(bare, { value, matches: [best] }) {
  if (!bare) return { value, jokerless: best.jokerless, singles_and_pairs: best.singles_and_pairs };
  return best.limit ? { limit: best.limit } : { points: best.points, bonuses: best.doubles };
}

function settleBody(state) {
  const names = playerNames(state);
  const bare = withoutCard(state);
  return {
    ruleset: state.verdict.ruleset,
    players: names,
    east: bare || asksOf(state).includes("east") ? names[state.seat.east] : undefined,
    bettors: betsOf(state),
    outcome: { kind: "win", winner: names[state.winner], won_by: state.how, discarder: discarderOf(state), ...factsOf(asksOf(state), state.facts, state.how), ...worth(bare, state.verdict) },
  };
}

function isReady(state) {
  return Boolean(state.tiles?.length && (state.card || withoutCard(state)));
}

/** What a question was refused for, in the place of its answer; nothing when a newer question took its place. */
async function answerOf(promise) {
  try {
    return await api.attempt(() => promise, (error) => ({ error }));
  } catch (problem) {
    if (problem.name === "AbortError") return undefined;
    throw problem;
  }
}

/** Ask for one answer whenever `body(state)` changes, and put it into `state[part]`. */
function follow(store, part, send, body, wait) {
  let asked = null;
  let running = null;
  let timer = 0;
  let stale = 0;
  return (state) => {
    const wanted = body(state);
    const text = wanted && JSON.stringify(wanted);
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
    // A quick answer takes the place of the last one without a flicker; a slow one must not leave it standing.
    // It counts from the first change: a burst of them must not either.
    stale ||= setTimeout(() => {
      stale = 0;
      if (store.state[part] && !store.state[part].error) store.set({ [part]: null });
    }, STALE);
    timer = setTimeout(async () => {
      const answer = await answerOf(api.within(SILENT, control.signal, (signal) => send(wanted, signal)));
      if (answer === undefined || asked !== text) return;
      clearTimeout(stale);
      stale = 0;
      store.set({ [part]: answer });
      if (answer.error?.code === "server-gone" && asked === text) {
        // Asked again when it may be there again. Until then a change asks only if it changes the question.
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

/** Judge and settle from now on, whenever something changes; and say what may become of the rack once that was asked. */
export function judge(store) {
  store.listen(follow(store, "prospects", api.check, prospectsBody, PAUSE));
  store.listen(follow(store, "verdict", api.check, (state) => (isReady(state) ? question(state) : null), PAUSE));
  store.listen(follow(store, "settlement", api.settle, (state) => (state.verdict?.win && !wanted(state) ? settleBody(state) : null), 0));
}

/** What the hand would be if the tile were `label`, in words; the other tiles as they stand. */
export async function whatIf(state, id, label) {
  const body = checkBody(state, { [id]: label });
  const { win, matches, value } = await api.check({ ...body, options: { ...body.options, near: 0 } });
  return verdictText.whatIf(win && { ...matches[0], value });
}
