// What the server finds of the card while it is written.

import { attempt, pause } from "../shared/api.js";
import { cardsText } from "../shared/texts.js";
import * as api from "./cards-api.js";
import { lines, toForm } from "./card-form.js";

const WAIT = 250; // ms after the last change
const AGAIN = 5000; // ms until a card that nobody could check is sent again
const NO_FAULT = ["server-gone", "no-json", "busy", "internal"]; // refusals that say nothing of the card

/** Check the open card a moment after each change; what is found goes into the state as `report`. */
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

/** What the server finds of a card, asked again until it can say; null once `signal` breaks it off. */
async function check(card, signal) {
  while (!signal.aborted) {
    const found = await attempt(() => api.check(toForm(card, cardsText.untitled), 0, signal),
      (error) => (NO_FAULT.includes(error.code) ? null : { faults: [{ ...error, hand: null, line: null }], hands: [], text: null }));
    if (found) return found;
    await pause(AGAIN);
  }
  return null;
}

/** What was found of one line: {faults, hands}; null where it is not known yet. */
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

/** Faults that keep a card from being kept. */
export const errors = (report) => (report?.faults ?? []).filter((fault) => fault.level !== "warning" && fault.level !== "note");
