// Send entries to the book: those of one game one after the other, each game by itself. The outbox keeps each entry, with
// its key, until the book has it or the player drops it. `queued` are {game, entry, basedOn, form, title, status, error,
// newer, version}; status is "sending", "waiting" (for a connection), "conflict" (others were faster) or "refused".

import { attempt } from "../../shared/api.js";
import { freshKey } from "../../shared/persistent-store.js";
import * as api from "../ledger-api.js";
import { isHeldUp, oldest, oldestOf } from "../ledger-store.js";

const AGAIN = 5000; // ms
const PASSING = ["server-gone", "no-json", "busy", "book-busy", "book-unreachable", "book-lost", "data-folder-gone", "disk-full", "read-only", "io-error", "too-slow"];
const OF_THE_BOOK = ["unknown-game", "bad-version", "key-reused", "book-full", "newer-book", "not-paired", "not-in-effect", "no-such-entry"]; // no form mends these

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
  #asked = false; // whether something is to be sent after the round under way

  /** Call `entered(sent, seq)` when the book has an entry, `dropped(key)` when the player drops one. */
  constructor(store, entered, dropped) {
    this.#store = store;
    this.#entered = entered;
    this.#dropped = dropped;
    window.addEventListener("online", () => this.resume());
    for (const told of ["storage", "pageshow"]) window.addEventListener(told, () => this.#leaveOut());
  }

  /**
   * Queue an entry made from version `basedOn` of the game; `key` identifies it over retries. The entry of a form that
   * changes a queued one takes its place: the hands keep their order.
   */
  put(game, entry, basedOn, title, form = null, key = freshKey()) {
    const { queued } = this.#store.state;
    const by = this.#store.state.by ?? undefined;
    const next = { game, entry: { ...entry, by, key }, basedOn, title, form, status: "sending", error: null };
    const changed = queued.find((one) => one.entry.key === form?.changes);
    this.#store.set({ queued: changed ? queued.map((one) => (one === changed ? next : one)) : [...queued, next] });
    return this.resume();
  }

  /** Drop an entry, in all windows of this browser. */
  drop(key) {
    this.#store.set({ dropped: [...this.#store.state.dropped, key] });
    this.#leaveOut();
  }

  /**
   * Move the entries of a game that the book has lost to `game`, begun in its place, behind those that it has. A
   * correction and an undo stay: the new game lacks their entries.
   */
  move(lost, game) {
    const { queued, photos } = this.#store.state;
    const goes = (one) => one.game === lost && !one.entry.instead_of && !one.entry.undoes;
    const anew = ({ entry, title, form }) => ({ game, entry, basedOn: 0, title, form: form && { ...form, basedOn: 0 }, status: "sending", error: null });
    const keys = queued.filter(goes).map(({ entry }) => entry.key);
    this.#store.set({ queued: [...queued.filter((one) => !goes(one)), ...queued.filter(goes).map(anew)], photos: photos.map((one) => (keys.includes(one.key) ? { ...one, game } : one)) });
    this.resume();
  }

  /** Take out the entries that the player has dropped or another window has sent, and go on with the next. */
  #leaveOut() {
    if (!this.#store.state.queued.length) return;
    const sent = this.#store.enteredElsewhere();
    for (const { game, key, seq } of sent) {
      // The other window sends the photo too. If it closes before, a page opened later does.
      this.#store.set({ photos: this.#store.state.photos.map((one) => (one.key === key ? { ...one, seq } : one)) });
      this.#takeOut({ game, entry: { key } }, seq);
    }
    const gone = this.#store.dropped().map(({ entry }) => entry.key);
    if (gone.length) this.#store.set({ queued: this.#store.state.queued.filter(({ entry }) => !gone.includes(entry.key)) });
    gone.forEach(this.#dropped);
    if (sent.length || gone.length) this.resume();
  }

  #find = ({ game, entry: { key } }) => this.#store.state.queued.find((one) => one.game === game && one.entry.key === key);

  #change(changed, patch) {
    const found = this.#find(changed);
    this.#store.set({ queued: this.#store.state.queued.map((one) => (one === found ? { ...one, ...patch } : one)) });
  }

  /**
   * Take out an entry that the book has taken as `seq`. Those behind that do not know it yet are rebased on it, so that
   * this phone's own entries raise no conflict.
   */
  #takeOut(sent, seq) {
    const found = this.#find(sent);
    if (!found) return;
    const seen = (one) => (one.game === sent.game && one.basedOn <= seq ? { ...one, basedOn: seq } : one);
    const { queued, entered } = this.#store.state;
    this.#store.set({ queued: queued.filter((one) => one !== found).map(seen), entered: [...entered, { game: sent.game, key: sent.entry.key, seq }] });
  }

  /** Send an entry that needs the player once more; after a conflict, on top of the newer entries. */
  async again(held) {
    // The book does not have a refused entry, so its key is still unused.
    if (held.status === "conflict") this.#change(held, { basedOn: held.version });
    // Somebody restored an older copy of the book: we rebase the entry on the version that the book has.
    const found = held.error?.code === "bad-version" && await attempt(() => api.game(held.game), () => null);
    if (found) this.#change(held, { basedOn: found.version });
    if (isHeldUp(held)) this.#change(held, { status: "sending", error: null });
    this.resume();
  }

  /** Send what needs no player: of each game the oldest entry, then those behind. */
  async resume() {
    this.#leaveOut();
    this.#asked = true;
    if (this.#sending) return;
    clearTimeout(this.#timer);
    this.#sending = true;
    try {
      while (this.#asked) {
        this.#asked = false;
        for (const { game } of oldest(this.#store.state)) while (await this.#sendOldest(game));
      }
    } finally {
      this.#sending = false;
    }
    if (oldest(this.#store.state).some(({ status }) => status === "waiting")) this.#timer = setTimeout(() => this.resume(), AGAIN);
  }

  /** Send the oldest entry of a game; return whether the next one may follow. A waiting entry keeps its status meanwhile. */
  async #sendOldest(game) {
    const next = oldestOf(this.#store.state, game);
    if (!next || isHeldUp(next)) return false;
    try {
      const { seq } = await api.enter(game, { ...next.entry, based_on: next.basedOn });
      this.#takeOut(next, seq);
      this.#entered(next, seq);
    } catch (problem) {
      if (!problem.error) throw problem;
      // The player may drop the entry while we send it: the history then shows the outcome.
      if (this.#find(next)) {
        this.#failed(next, problem.error);
        return false;
      }
    }
    return true;
  }

  #failed(sent, error) {
    if (error.code === "conflict") {
      const { newer, version } = error;
      this.#change(sent, { status: "conflict", error: null, newer, version });
    } else if (PASSING.includes(error.code)) {
      this.#change(sent, { status: "waiting", error });
    } else {
      const { open, form } = this.#store.state;
      this.#change(sent, { status: "refused", error });
      // The player can mend this in the form: we open it, unless the player is entering the next hand there.
      if (sent.form && sent.game === open && !form && !OF_THE_BOOK.includes(error.code)) {
        this.#store.set({ form: { ...sent.form, error, changes: sent.entry.key } });
      }
    }
  }
}
