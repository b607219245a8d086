// Load the book: the list of its games, and the open game.

import { keepAsking, newest } from "../shared/api.js";
import { announce } from "../shared/dom.js";
import { view } from "../shared/navigation.js";
import { bookText } from "../shared/texts.js";
import { entryTitle } from "./entering/entry.js";
import * as api from "./ledger-api.js";

const read = newest((id) => Promise.all([api.game(id), api.settleUp(id), api.chart(id)]));
const list = newest(api.games);

/** Load the open game again, with its payments and chart. */
export async function refresh(store) {
  const { open } = store.state;
  if (open === null) return;
  await keepAsking(store, async () => {
    const found = await read(open);
    // The newest answer counts, even with fewer entries; the player may have opened another game meanwhile.
    if (!found || store.state.open !== open) return;
    const [game, payments, chart] = found;
    const before = store.state.game?.version ?? game.version;
    // Before the page takes it in: what that has to say is heard instead.
    if (game.version > before) announce(bookText.entered(entryTitle(game.entries.at(-1), game.entries)));
    store.set({ game, evening: { ...payments, chart }, gone: null });
  }, () => refresh(store));
  if (store.state.trouble?.code !== "unknown-game" || store.state.open !== open) return;
  // A game that the page has shown stays on view: its results and what was typed are nowhere else.
  store.set(store.state.game ? { gone: open } : { open: null, form: null });
}

const loadList = (store) => keepAsking(store, async () => {
  const found = await list(store.state.listed);
  if (!found) return;
  const { games, total, fault = null, damaged } = found;
  store.set({ games, total, fault, damaged });
  // A book that takes no entries needs no names, and may have none. Another part of the page shows neither.
  if (!fault && view() === "book") store.set({ known: (await api.players()).players.map((one) => one.name), season: await api.season() });
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
