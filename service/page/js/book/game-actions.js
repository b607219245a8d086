// Actions of the open game: its seats, its entries, its end.

import { byId } from "../shared/dom.js";
import { go } from "../shared/navigation.js";
import { bookText } from "../shared/texts.js";
import { beginAnew } from "./beginning/begin-anew.js";
import { join } from "./beginning/joining.js";
import { entryTitle, formOf } from "./entering/entry.js";
import { oldestOf } from "./ledger-store.js";
import { load } from "./loading.js";
import { shareStandings } from "./standings/standings-picture.js";

/** `openForm(kind, said)` opens the entry form. */
export function gameActions(store, outbox, openForm) {
  /** Enter who is East, or where East goes. While an entry is on its way, a second tap enters nothing. */
  const seat = (said, title) => {
    const { game } = store.state;
    const { players, waiting } = game.sitting;
    if (!oldestOf(store.state, game.id)) outbox.put(game.id, { kind: "seats", players, waiting, ...said }, game.version, title);
  };
  return {
    form: openForm,
    scan: () => go("scan"),
    by: (by) => store.set({ by }),
    east: (east) => seat({ east }, bookText.eastTitle(east)),
    eastGoes: (way) => seat({ east: store.state.game.sitting.east ?? undefined, east_goes: way }, bookText.eastGoesTitle(way)),
    undo: (entry) => {
      const { id, version, entries } = store.state.game;
      outbox.put(id, { kind: "undo", undoes: entry.seq }, version, bookText.undone(entryTitle(entry, entries)));
    },
    correct: (entry) => {
      const { kind, ...said } = formOf(entry);
      openForm(kind, { ...said, sitting: entry.sitting, hand: entry.hand, insteadOf: entry.seq, corrected: entry.kind, corrects: entryTitle(entry, store.state.game.entries) });
    },
    join: () => join(store),
    sharePicture: () => shareStandings(store.state),
    end: () => {
      byId("end-title").focus({ preventScroll: true });
      byId("book-end").scrollIntoView({ block: "start" });
    },
    reload: () => load(store),
    anew: (stood) => beginAnew(store, outbox, stood),
    leave: async () => {
      store.set({ open: null, game: null, evening: null, rulings: null, form: null });
      window.scrollTo(0, 0);
      await load(store);
    },
  };
}
