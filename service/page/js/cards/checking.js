// Let the server check the open card.

import { attempt, pause } from "../shared/api.js";
import { announce } from "../shared/dom.js";
import { cardsText } from "../shared/texts.js";
import * as api from "./cards-api.js";
import { find, lines, toForm } from "./card-form.js";

const WAIT = 250; // ms after the last change before we check
const AGAIN = 5000; // ms until we send a card again that the server could not check
const NO_FAULT = ["server-gone", "no-json", "busy", "internal"]; // refusals that are not about the card

/** Check the open card a moment after each change, and put the result into the state as `report`. */
export function checkWhileWriting(store) {
  let asked = null;
  let control = null;
  store.listen(async () => {
    const card = store.draft?.card ?? null;
    if (card === asked) return;
    asked = card;
    control?.abort();
    if (!card || !lines(card).length) return;
    control = new AbortController();
    const { signal } = control;
    await pause(WAIT);
    try {
      const found = await check(card, signal);
      if (!signal.aborted) store.set({ report: { ...found, of: card } });
    } catch (problem) {
      if (problem.name !== "AbortError") throw problem;
    }
  });
}

/** Return the result of a check, asking again until the server can check; null once `signal` is aborted. */
async function check(card, signal) {
  while (!signal.aborted) {
    const found = await attempt(() => api.check(toForm(card, cardsText.untitled), 0, signal),
      (error) => (NO_FAULT.includes(error.code) ? null : { faults: [{ ...error, hand: null, line: null }], hands: [], text: null }));
    if (found) return found;
    await pause(AGAIN);
  }
  return null;
}

/** Say what a typed line means, or what is wrong with it, once it is checked. */
export function sayTyped(store) {
  store.listen(({ line, report }) => {
    const at = line?.typed && store.draft && find(store.card, line.key);
    const found = at && foundOf(report, store.card, line.key);
    if (!found) return;
    store.set({ line: { ...line, typed: false } });
    announce(cardsText.typedSays(at.line.look ?? [], found));
  });
}

/** Return the result for one line: {number, faults, hands}; null if the report is not about its present text. */
export function foundOf(report, card, key) {
  const at = lines(card).find(({ line }) => line.key === key);
  const same = report && lines(report.of)[at?.number]?.line.text === at?.line.text;
  if (!same) return null;
  const number = String(at.number + 1);
  return {
    number,
    faults: report.faults.filter((fault) => fault.hand === number || fault.hand?.replace(/[a-z]$/, "") === number),
    hands: report.hands.filter((hand) => hand.line === at.number),
  };
}

/** Return the faults with which a card cannot be saved. */
export const errors = (report) => (report?.faults ?? []).filter((fault) => fault.level !== "warning" && fault.level !== "note");
