// Keeping the verdict and the settlement in step with what is on the page.

import * as api from "../shared/api.js";
import { circumstances, withoutCard, worth } from "./cardless.js";
import { conceal, doubtful, rackText, unsure } from "../rack/rack.js";
import { playerNames } from "../shared/page-state.js";
import { hasProspects } from "./prospects-view.js";
import { handName, points } from "../shared/words.js";

const PAUSE = 120; // ms after the last change, so that a burst of taps asks once
const SILENT = 20_000; // ms without an answer after which a network is taken for gone: an answer takes a few of them
const AGAIN = 5000; // ms until a machine that did not answer is asked again
const STALE = 500; // ms after which what was said of the rack before is no longer shown, whatever the network does

function checkBody(state, labels) {
  const rack = rackText(state.tiles, state.winning, state.how, labels);
  if (withoutCard(state)) return { rack, ruleset: state.ruleset, options: circumstances(state) };
  return {
    rack,
    card: state.card,
    ruleset: state.ruleset,
    options: { joker_was_used: state.jokerWasUsed },
  };
}

/** What to judge: the rack, and where it hangs on how some tiles lie, the same tiles with none of them exposed. */
function question(state) {
  const body = checkBody(state);
  const doubted = state.laid ? [] : doubtful(state.tiles, state.scan, !withoutCard(state));
  if (!doubted.length) return { body };
  return { body, flat: rackText(conceal(state.tiles), state.winning, state.how), doubted: doubted.map((tile) => tile.id) };
}

/** The verdict; where it hangs on how the `doubted` tiles lie, `win` is null and `either` holds both. */
async function judged({ body, flat, doubted }, signal) {
  if (!doubted) return api.check(body, signal);
  const [exposed, concealed] = await Promise.all([api.check(body, signal), api.check({ ...body, rack: flat }, signal)]);
  if (["win", "best", "value"].every((part) => exposed[part] === concealed[part])) return exposed;
  return { ...exposed, win: null, matches: [], near: [], waits: [], doubted, either: { exposed, concealed } };
}

function settleBody(state) {
  const names = playerNames(state);
  const best = state.verdict.matches[0];
  const bare = withoutCard(state);
  const paid = bare ? worth(best)
    : { value: state.verdict.value, jokerless: best.jokerless, singles_and_pairs: best.singles_and_pairs };
  const outcome = { kind: "win", winner: names[state.winner], won_by: state.how, ...paid };
  if (state.how === "discard") outcome.discarder = names[state.discarder];
  return {
    ruleset: state.verdict.ruleset,
    players: names,
    ...(bare ? { east: names[state.seat.east] } : {}),
    bettors: state.bettors.map((bettor, at) => ({ name: bettor.name.trim() || `Bettor ${at + 1}`, bet_on: names[bettor.on] })),
    outcome,
  };
}

function ready(state) {
  return Boolean(state.tiles?.length && (state.card || withoutCard(state)) && !unsure(state.tiles).length);
}

function told(state) {
  if (withoutCard(state) && state.seat.east === null) return false;
  return state.verdict?.win && state.winner !== null && (state.how === "self-pick" || (state.how === "discard" && state.discarder !== null));
}

/** What a question was refused for, in the place of its answer; nothing when a newer question took its place. */
async function answerOf(promise) {
  try {
    return await promise;
  } catch (problem) {
    if (problem.name === "AbortError") return undefined;
    if (problem.error) return { error: problem.error };
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
  if (state.outOfPlay === null || !hasProspects(state)) return null;
  const body = checkBody(state);
  return { ...body, options: { ...body.options, near: 0, table: state.outOfPlay } };
}

/** Judge and settle from now on, whenever something changes; and say what may become of the rack once that was asked. */
export function judge(store) {
  store.listen(follow(store, "prospects", api.check, prospectsBody, PAUSE));
  store.listen(follow(store, "verdict", judged, (state) => (ready(state) ? question(state) : null), PAUSE));
  store.listen(follow(store, "settlement", api.settle, (state) => (told(state) ? settleBody(state) : null), 0));
}

/** What the hand would be if the tile were `label`, in words; the other tiles as they stand. */
export async function whatIf(state, id, label) {
  const body = checkBody(state, { [id]: label });
  const verdict = await api.check({ ...body, options: { ...body.options, near: 0 } });
  return verdict.win ? `${handName(verdict.matches[0])}, ${points(verdict.value)}` : "no hand";
}
