// What the page knows of cards. Drafts are kept over a reload; each change can be undone while the page is open.

import { KeptStore } from "../shared/persistent-store.js";

const KEY = "rackcheck.1.cards";

const EMPTY = Object.freeze({
  cards: [], // as the server lists them
  rulesets: [],
  trouble: null, // {code, message, where}
  keeping: null, // key of the draft that is on its way to the server
  said: null, // {text, undo}: what was done last, and the name of what takes it back
  drafts: Object.freeze({}), // by key: {key, card, version, name, dirty}; `name` and `version` of the card on the server, or null
  open: null, // key of the draft that is open
  past: Object.freeze([]), // cards to go back to
  future: Object.freeze([]),
  report: null, // {card, faults, hands, text}: what was found of a card, see checking.js
  line: null, // {key, cursor}: the line that is open, and where in it the next tile goes
  shared: null, // {title, codes, at, still, trouble}: a card that is shown as QR codes
  reading: null, // {got, trouble} while codes are read
  fetches: false, // whether what reads print is fetched with the first photo
  paste: null, // {text, busy, trouble, found} while a card is pasted
});

const KEPT = ["drafts", "open"];

export class CardsStore extends KeptStore {
  #had = new Set(); // keys of all drafts that ever were in this window

  constructor() {
    super(KEY, KEPT, EMPTY);
    this.#see(this.state);
  }

  #see({ drafts }) {
    for (const key of Object.keys(drafts)) this.#had.add(key);
  }

  /** Drafts that another window of this browser keeps stay kept beside those of this one. */
  merged(mine, kept) {
    this.#see(mine);
    const others = Object.entries(kept().drafts ?? {}).filter(([key]) => !this.#had.has(key));
    return { ...mine, drafts: { ...Object.fromEntries(others), ...mine.drafts } };
  }

  /** The draft that is open, or null. */
  get draft() {
    return this.state.drafts[this.state.open] ?? null;
  }

  /** Open a draft, a new one or one that is kept. */
  openDraft(draft) {
    this.set({ drafts: { ...this.state.drafts, [draft.key]: draft }, open: draft.key, past: [], future: [], report: null, line: null, said: null });
  }

  #put(card, more) {
    const draft = { ...this.draft, card, dirty: true };
    this.set({ drafts: { ...this.state.drafts, [draft.key]: draft }, ...more });
  }

  /** Change the card of the open draft; what it was can be had back. */
  edit(card, more = {}) {
    if (card === this.draft.card) return;
    this.#put(card, { past: [...this.state.past, this.draft.card], future: [], said: null, ...more });
  }

  undo() {
    const { past, future } = this.state;
    if (past.length) this.#put(past.at(-1), { past: past.slice(0, -1), future: [this.draft.card, ...future] });
  }

  redo() {
    const { past, future } = this.state;
    if (future.length) this.#put(future[0], { past: [...past, this.draft.card], future: future.slice(1) });
  }

  /** Change what is known of a draft by `change(draft)`; one that was thrown away meanwhile stays away. */
  mark(key, change) {
    const draft = this.state.drafts[key];
    if (draft) this.set({ drafts: { ...this.state.drafts, [key]: { ...draft, ...change(draft) } } });
  }

  /** Forget a draft. */
  drop(key) {
    const { [key]: dropped, ...drafts } = this.state.drafts;
    this.set({ drafts, ...(this.state.open === key ? { open: null, line: null, report: null } : {}) });
    return dropped;
  }
}
