// What a person says of the win, and the cards it may be judged by.

import * as api from "../shared/api.js";
import { pageText } from "../shared/texts.js";

const AGAIN = 5000; // ms until a machine that did not answer is asked again
const FIRST_CARD = "nmjl-1976"; // until a person has chosen another

/** The actions of the section about the win. */
export function winActions(store) {
  return {
    set: (patch) => store.set(patch),
    rename: (at, name) => store.set({ players: store.state.players.map((old, player) => (player === at ? name : old)) }),
    bet: (name, on) => {
      const others = store.state.bettors.filter((one) => one.name !== name);
      store.set({ bettors: on === null ? others : [...others, { name, on }] });
    },
    bettor: (at, patch) => {
      const bettors = [...store.state.bettors];
      if (patch === null) bettors.splice(at, 1);
      else bettors[at] = { ...bettors[at], ...patch };
      store.set({ bettors });
    },
  };
}

function known({ cards, rulesets }, { card, ruleset }) {
  const has = (list, id) => list.some((one) => one.id === id);
  const bare = card === null && rulesets.some((one) => one.id === ruleset && !one.takes_card);
  const first = has(cards, FIRST_CARD) ? FIRST_CARD : cards[0]?.id ?? null;
  return { cards, rulesets, card: has(cards, card) || bare ? card : first, ruleset: has(rulesets, ruleset) ? ruleset : null };
}

/** Load the cards and rules, and `more` after them; asked again until the machine answers. */
export async function loadCards(store, more, unanswered = null) {
  await api.attempt(async () => {
    const [{ cards }, { rulesets }] = await Promise.all([api.cards(), api.rulesets()]);
    store.set(known({ cards, rulesets }, store.state));
    // Only that: a photo that nobody answered meanwhile has still to be sent again.
    if (unanswered && store.state.trouble === unanswered) store.set({ trouble: null });
    await more();
  }, (error) => {
    const gone = error.code === "server-gone";
    const trouble = gone ? { ...error, message: `${error.message} ${pageText.alone}` } : error;
    store.set({ trouble });
    if (gone) setTimeout(() => loadCards(store, more, trouble), AGAIN);
  });
}
