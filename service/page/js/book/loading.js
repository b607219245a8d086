// Load the book: the list of its games, and the open game.

import { asked, cards, rulesets } from "../shared/api.js";
import { announce } from "../shared/dom.js";
import { bookText } from "../shared/texts.js";
import { entryTitle } from "./entering/entry.js";
import * as api from "./ledger-api.js";

const readings = { asked: 0, shown: 0 }; // numbers of the last loads; the newest counts, even with fewer entries

/** Load the open game again, with its payments and chart. */
export async function refresh(store) {
  const { open } = store.state;
  if (open === null) return;
  readings.asked += 1;
  const number = readings.asked;
  await asked(store, async () => {
    const [game, payments, chart] = await Promise.all([api.game(open), api.settleUp(open), api.chart(open)]);
    // Answers can overtake each other, and the player may have opened another game meanwhile.
    if (store.state.open !== open || number < readings.shown) return;
    readings.shown = number;
    const before = store.state.game?.version ?? game.version;
    store.set({ game, evening: { ...payments, chart } });
    if (game.version > before) announce(bookText.entered(entryTitle(game.entries.at(-1), game.entries)));
  });
  if (store.state.trouble?.code === "unknown-game") store.set({ open: null, game: null, form: null });
}

let lists = 0; // number of the last load of the list

const loadList = (store) => asked(store, async () => {
  lists += 1;
  const number = lists;
  const [{ games, fault = null, damaged = [] }, { cards: allCards }, { rulesets: allRules }] = await Promise.all([api.games(), cards(), rulesets()]);
  if (number !== lists) return; // a newer load is under way
  store.set({ games, fault, damaged, cards: allCards, rulesets: allRules });
  // A book that takes no entries needs no names, and may have none.
  if (!fault) store.set({ known: (await api.players()).players.map((one) => one.name), season: await api.season() });
});

/** Load the list of games, and the open game. */
export async function load(store) {
  await loadList(store);
  await refresh(store);
}

/** Open a game. */
export async function openGame(store, id) {
  store.set({ open: id, game: null, evening: null, live: null, by: null });
  await refresh(store);
  window.scrollTo(0, 0);
}
