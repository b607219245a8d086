// Actions of the win section, and loading the cards and rule sets.

import * as api from "../shared/api.js";
import { rulesetsOf } from "../shared/claim.js";
import { announce } from "../shared/dom.js";
import { withoutServer } from "../shared/page-state.js";
import { cardText, pageText } from "../shared/texts.js";
import { namesOf } from "./card-in-use.js";
import { shareVerdict } from "./verdict-picture.js";

const AGAIN = 5000; // ms until we ask again after a trouble that may pass

/** Return the actions of the win section. */
export function winActions(store) {
  return {
    set: (patch) => store.set(patch),
    choose: ({ card, ruleset }) => {
      const other = card !== store.state.card;
      store.set({ card, ruleset, before: null, asHand: other ? null : store.state.asHand, cardChosen: true, changingCard: !other && card !== null });
      announce(cardText.judgedBy(namesOf(store.state)));
    },
    callHand: (asHand) => store.set({ asHand }),
    shareVerdict: () => shareVerdict(store.state),
    changeCard: (changingCard) => store.set({ changingCard }),
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

/**
 * Return the cards and rule sets with the choice: the player's, else the server's `used`, if it still exists. Rules that were
 * chosen before a card stay. The open game keeps the card and the rules with which it began.
 */
function known({ cards, rulesets, used }, { before, card, ruleset, cardChosen, table }) {
  const has = (list, id) => list.some((one) => one.id === id && !one.error);
  const rules = rulesetsOf({ table, rulesets });
  const isThere = (by) => (by.card === null ? rules.some((one) => one.id === by.ruleset && !one.takes_card) : by.card === table?.card || has(cards, by.card));
  const today = (choice) => {
    const kept = { ...choice, ruleset: has(rules, choice.ruleset) ? choice.ruleset : null };
    return isThere(kept) ? kept : { ...kept, card: null, cardChosen: false };
  };
  const mine = today({ card, cardChosen, ruleset });
  const byServer = !isThere(mine) && used && isThere(used);
  return { cards, rulesets, before: before && today(before), ...byServer ? { ...used, cardChosen: true } : mine };
}

const lists = api.newest(() => Promise.all([api.cards(), api.rulesets()]));

/** Load the cards and rule sets, then call `more()`; try again until the server answers. */
export async function loadCards(store, more, unanswered = null) {
  await api.attempt(async () => {
    const found = await lists();
    if (found) {
      const [{ cards, used }, { rulesets }] = found;
      store.set(known({ cards, rulesets, used }, store.state));
    }
    // We clear only our own trouble: a photo that got no answer meanwhile keeps its own.
    if (unanswered && store.state.trouble === unanswered) store.set({ trouble: null });
    await more();
  }, (error) => {
    const gone = error.code === "server-gone";
    const trouble = gone && !withoutServer ? { ...error, message: `${error.message} ${pageText.alone}` } : error;
    store.set({ trouble });
    if (api.isPassing(error)) setTimeout(() => loadCards(store, more, trouble), AGAIN);
  });
}
