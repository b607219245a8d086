// Actions of the open game: its seats, its entries, its end.

import { attempt } from "../shared/api.js";
import { byId } from "../shared/dom.js";
import { go } from "../shared/navigation.js";
import { bookText } from "../shared/texts.js";
import { join } from "./beginning/joining.js";
import { entryTitle, formOf } from "./entering/entry.js";
import * as api from "./ledger-api.js";
import { oldestOf } from "./ledger-store.js";
import { load, openGame } from "./loading.js";
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
      openForm(kind, { ...said, sitting: entry.sitting, hand: entry.hand, insteadOf: entry.seq, corrects: entryTitle(entry, store.state.game.entries) });
    },
    join: () => join(store),
    sharePicture: () => shareStandings(store.state),
    end: () => {
      byId("end-title").focus({ preventScroll: true });
      byId("book-end").scrollIntoView({ block: "start" });
    },
    reload: () => load(store),
    /** Begin a game that the book has lost once more; all phones that saw the same of it begin the same game. */
    anew: () => {
      const { id, title, ruleset, card, sitting: { players, waiting, east } } = store.state.game;
      return attempt(async () => {
        const begun = await api.begin({ title, ruleset, card: card ?? undefined, players, waiting, east: east ?? undefined, key: `anew-${id}` });
        await openGame(store, begun.id);
        outbox.move(id, begun.id);
      }, (trouble) => store.set({ trouble: trouble.code === "key-reused" ? { ...trouble, message: bookText.anewElsewhere } : trouble }));
    },
    leave: async () => {
      store.set({ open: null, game: null, evening: null, rulings: null, form: null });
      window.scrollTo(0, 0);
      await load(store);
    },
  };
}
