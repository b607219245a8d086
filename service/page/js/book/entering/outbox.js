// Send entries to the book, one after the other. The outbox keeps each, with its key, until the book has it or the
// player drops it. pending is {game, entry, basedOn, form, title, status, error, newer, version}; its status is
// "sending", "waiting" (for a connection), "conflict" (others were faster) or "refused". queued are the entries behind.

import { attempt } from "../../shared/api.js";
import * as api from "../ledger-api.js";
import { freshKey, onTheirWay } from "../ledger-store.js";

const AGAIN = 5000; // ms
const PASSING = ["server-gone", "no-json", "busy", "book-busy", "book-unreachable", "book-lost", "data-folder-gone", "disk-full", "read-only", "io-error", "too-slow"];
const OF_THE_GAME = ["unknown-game", "bad-version", "key-reused", "book-full", "newer-book", "not-paired"]; // no form mends these

/**
 * Return the version that a form or a rack begun at `version` knows after this phone's entry `seq`, made from `basedOn`:
 * the player knows that entry, but no entries of other phones before it.
 */
export const knows = (version, { basedOn }, seq) => (version >= basedOn ? Math.max(version, seq) : version);

export class Outbox {
  #store;
  #entered;
  #dropped;
  #timer = 0;
  #sending = false;

  /** Call `entered(pending, seq)` when the book has an entry, `dropped(key)` when the player drops one. */
  constructor(store, entered, dropped) {
    this.#store = store;
    this.#entered = entered;
    this.#dropped = dropped;
    window.addEventListener("online", () => this.resume());
    window.addEventListener("storage", () => this.#leaveOut());
  }

  /**
   * Queue an entry made from version `basedOn` of the game; `key` identifies it over retries. The entry of a form that
   * changes the pending one takes its place, before those behind: the hands keep their order.
   */
  put(game, entry, basedOn, title, form = null, key = freshKey()) {
    const { pending, queued } = this.#store.state;
    const by = this.#store.state.by ?? undefined;
    const next = { game, entry: { ...entry, by, key }, basedOn, title, form, status: "sending", error: null };
    if (pending && pending.entry.key !== form?.changes) {
      this.#store.set({ queued: [...queued, next] });
      return null;
    }
    this.#set(next);
    return this.#send();
  }

  /** Drop an entry, in all windows of this browser. */
  drop(key) {
    this.#store.set({ dropped: [...this.#store.state.dropped, key] });
    this.#leaveOut();
  }

  /**
   * Move the entries of a game that the book has lost to `game`, begun in its place. A correction and an undo stay: the
   * new game lacks their entries.
   */
  move(lost, game) {
    const all = onTheirWay(this.#store.state);
    const goes = (one) => one.game === lost && !one.entry.instead_of && !one.entry.undoes;
    const anew = ({ entry, title, form }) => ({ game, entry, basedOn: 0, title, form: form && { ...form, basedOn: 0 }, status: "sending", error: null });
    const moved = all.filter(goes).map(anew);
    const [pending = null, ...queued] = [...moved, ...all.filter((one) => !goes(one))];
    const keys = moved.map(({ entry }) => entry.key);
    this.#store.set({ pending, queued, photos: this.#store.state.photos.map((one) => (keys.includes(one.key) ? { ...one, game } : one)) });
    this.resume();
  }

  /** Take out the entries that the player has dropped, perhaps in another window, and go on with the next. */
  #leaveOut() {
    const gone = this.#store.dropped();
    for (const { entry: { key } } of gone) {
      const { pending, queued } = this.#store.state;
      if (pending?.entry.key === key) this.#next();
      else this.#store.set({ queued: queued.filter((one) => one.entry.key !== key) });
      this.#dropped(key);
    }
    if (gone.length) this.resume();
  }

  /**
   * Make the first queued entry the pending one. `done` is the entry that the book has just taken: queued entries that
   * do not know it yet are rebased on it, so that this phone's own entries raise no conflict.
   */
  #next(done = null) {
    const [first = null, ...queued] = this.#store.state.queued;
    const seen = (one) => (done && one?.game === done.game && one.basedOn <= done.seq ? { ...one, basedOn: done.seq } : one);
    this.#store.set({ pending: seen(first), queued: queued.map(seen) });
  }

  /** Send the pending entry if it waits for a connection. */
  resume() {
    // Entries of another window can be queued although nothing is pending here.
    if (!this.#store.state.pending && this.#store.state.queued.length) this.#next();
    const { pending } = this.#store.state;
    if (pending && ["waiting", "sending"].includes(pending.status)) this.#send();
  }

  /** Send the pending entry once more; after a conflict, on top of the newer entries. */
  async again() {
    const { pending } = this.#store.state;
    // The book does not have a refused entry, so its key is still unused.
    if (pending.status === "conflict") this.#set({ ...pending, basedOn: pending.version });
    if (pending.error?.code === "bad-version") await this.#baseAnew(pending);
    this.#send();
  }

  /** Rebase the pending entry on the version that the book has: somebody restored an older copy of the book. */
  async #baseAnew(pending) {
    const found = await attempt(() => api.game(pending.game), () => null);
    if (found && this.#store.state.pending?.entry.key === pending.entry.key) this.#set({ ...pending, basedOn: found.version });
  }

  #set(pending) {
    this.#store.set({ pending });
  }

  async #send() {
    this.#leaveOut();
    if (this.#sending || !this.#store.state.pending) return;
    clearTimeout(this.#timer);
    this.#sending = true;
    const { pending } = this.#store.state;
    // A waiting entry keeps its status while we try again.
    if (pending.status !== "waiting") this.#set({ ...pending, status: "sending", error: null });
    // The player may drop the entry while we send it: the history then shows the outcome, and another may be pending.
    const kept = () => this.#store.state.pending?.entry.key === pending.entry.key && this.#store.state.pending.game === pending.game;
    try {
      const { seq } = await api.enter(pending.game, { ...pending.entry, based_on: pending.basedOn });
      if (kept()) this.#next({ game: pending.game, seq });
      this.#entered(pending, seq);
    } catch (problem) {
      if (!problem.error) throw problem;
      if (kept()) this.#failed(pending, problem.error);
    } finally {
      this.#sending = false;
    }
    if (!kept()) this.resume();
  }

  #failed(pending, error) {
    if (error.code === "conflict") {
      const { newer, version } = error;
      this.#set({ ...pending, status: "conflict", error: null, newer, version });
    } else if (PASSING.includes(error.code)) {
      this.#set({ ...pending, status: "waiting", error });
      this.#timer = setTimeout(() => this.resume(), AGAIN);
    } else {
      const { open, form } = this.#store.state;
      // The player can mend this in the form: we open it, unless the player is entering the next hand there.
      const mends = pending.form && pending.game === open && !form && !OF_THE_GAME.includes(error.code);
      this.#store.set({ pending: { ...pending, status: "refused", error }, ...(mends && { form: { ...pending.form, error, changes: pending.entry.key } }) });
    }
  }
}
