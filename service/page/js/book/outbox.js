// Entries on their way into the book, one after the other. Each is kept, with its key, until the book has it or a
// person drops it: pending is {game, entry, basedOn, form, title, status, error, newer, version}, status one of
// "sending", "waiting" (for a connection), "conflict" (others were faster) and "refused"; queued are those behind it.

import { attempt } from "../shared/api.js";
import * as api from "./ledger-api.js";
import { freshKey } from "./ledger-store.js";

const AGAIN = 5000; // ms
const PASSING = ["server-gone", "no-json", "busy", "book-busy", "book-unreachable", "book-lost", "data-folder-gone", "disk-full", "read-only", "io-error", "too-slow"];
const OF_THE_GAME = ["unknown-game", "bad-version", "key-reused", "book-full", "newer-book", "not-paired"]; // nothing in the form mends these

export class Outbox {
  #store;
  #entered;
  #dropped;
  #timer = 0;
  #sending = false;

  /** `entered(pending, seq)` when the book has it, `dropped(key)` when a person drops it. */
  constructor(store, entered, dropped) {
    this.#store = store;
    this.#entered = entered;
    this.#dropped = dropped;
    window.addEventListener("online", () => this.resume());
  }

  /** Enter something on top of what was known at `basedOn`; `key` is its own. */
  put(game, entry, basedOn, title, form = null, key = freshKey()) {
    const { pending, queued } = this.#store.state;
    const by = this.#store.state.by ?? undefined;
    const next = { game, entry: { ...entry, by, key }, basedOn, title, form, status: "sending", error: null };
    if (pending) {
      this.#store.set({ queued: [...queued, next] });
      return null;
    }
    this.#set(next);
    return this.#send();
  }

  /** Drop one that stands behind. */
  forget(key) {
    this.#store.set({ queued: this.#store.state.queued.filter((one) => one.entry.key !== key) });
    this.#dropped(key);
  }

  /** The next one comes to the front. What was entered on the same state of the game as the last has seen that too. */
  #next(done = null) {
    const [first = null, ...queued] = this.#store.state.queued;
    const seen = (one) => (done && one?.game === done.game && one.basedOn <= done.seq ? { ...one, basedOn: done.seq } : one);
    this.#store.set({ pending: seen(first), queued: queued.map(seen) });
  }

  /** Send what is waiting for a connection. */
  resume() {
    // Another window may have kept entries behind none of its own.
    if (!this.#store.state.pending && this.#store.state.queued.length) this.#next();
    const { pending } = this.#store.state;
    if (pending && ["waiting", "sending"].includes(pending.status)) this.#send();
  }

  /** Send it once more: on top of the newer entries, where there were some. */
  async again() {
    const { pending } = this.#store.state;
    // A refused entry is not in the book, so its key is still its own.
    if (pending.status === "conflict") this.#set({ ...pending, basedOn: pending.version });
    if (pending.error?.code === "bad-version") await this.#baseAnew(pending);
    this.#send();
  }

  /** The book is an older copy of itself: what was entered goes on top of what that has. */
  async #baseAnew(pending) {
    const found = await attempt(() => api.game(pending.game), () => null);
    if (found && this.#store.state.pending?.entry.key === pending.entry.key) this.#set({ ...pending, basedOn: found.version });
  }

  drop() {
    clearTimeout(this.#timer);
    const { key } = this.#store.state.pending.entry;
    this.#next();
    this.#dropped(key);
    this.resume();
  }

  #set(pending) {
    this.#store.set({ pending });
  }

  async #send() {
    if (this.#sending || !this.#store.state.pending) return;
    clearTimeout(this.#timer);
    this.#sending = true;
    const { pending } = this.#store.state;
    // One that waits goes on saying so while it is tried again.
    if (pending.status !== "waiting") this.#set({ ...pending, status: "sending", error: null });
    // Dropped while it was under way: whatever came of it shows in the history, and another may be waiting in its place.
    const kept = () => this.#store.state.pending?.entry.key === pending.entry.key;
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
    } else if (pending.form && pending.game === this.#store.state.open && !this.#store.state.form && !OF_THE_GAME.includes(error.code)) {
      // What a person can put right is put right where it was entered, unless the next hand is being entered there.
      this.#next();
      this.#store.set({ form: { ...pending.form, error } });
    } else {
      this.#set({ ...pending, status: "refused", error });
    }
  }
}
