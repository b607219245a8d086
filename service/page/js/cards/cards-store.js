// The page's state of the cards. Drafts survive a reload; the player can undo each change while the page is open.

import { freshKey, KeptStore } from "../shared/persistent-store.js";

const KEY = "rackcheck.1.cards";

const EMPTY = Object.freeze({
  cards: [], // as the server lists them
  rulesets: [],
  trouble: null, // {code, message, where}
  keeping: null, // key of the draft on its way to the server
  said: null, // {text, undo}: the last action, and how to undo it: "edit", "drop" or "remove"
  drafts: Object.freeze({}), // by key: {key, card, version, name, dirty, changes}; `name` and `version` of the card on the server, or null
  open: null, // key of the open draft
  past: Object.freeze([]), // cards that undo goes back to
  future: Object.freeze([]),
  report: null, // {card, faults, hands, text}: the result of the last check, see checking.js
  line: null, // {key, cursor}: the open line, and where in it the next tile goes
  shared: null, // {title, codes, at, still, trouble}: the card shown as QR codes
  reading: null, // {got, trouble} while the camera reads codes
  paste: null, // {text, busy, trouble, found} while the dialog for pasted cards is open
});

const KEPT = ["drafts", "open"];

const changes = (draft) => draft.changes ?? 0; // of a draft so far, by which windows know the newer one

export class CardsStore extends KeptStore {
  #had = new Set(); // keys of all drafts that this window ever had

  constructor() {
    super(KEY, KEPT, EMPTY);
    this.#see(this.state);
    window.addEventListener("storage", ({ key, oldValue, newValue }) => {
      if (key === KEY && newValue) this.#follow(JSON.parse(newValue), JSON.parse(oldValue ?? "{}"));
    });
  }

  /** Take over the changes that another window has made to drafts of this window; one that it dropped stays if open. */
  #follow({ drafts: kept }, { drafts: before = {} }) {
    const { open } = this.state;
    const gone = Object.keys(this.state.drafts).filter((key) => key in before && !(key in kept) && key !== open);
    const drafts = Object.fromEntries(Object.entries(this.state.drafts).filter(([key]) => !gone.includes(key)));
    const newer = Object.values(kept).filter((one) => one.key in drafts && changes(one) > changes(drafts[one.key]));
    if (!newer.length && !gone.length) return;
    const anew = newer.some(({ key }) => key === open) ? { past: [], future: [], report: null, line: null, said: null } : {};
    this.set({ drafts: { ...drafts, ...Object.fromEntries(newer.map((one) => [one.key, one])) }, ...anew });
  }

  #see({ drafts }) {
    for (const key of Object.keys(drafts)) this.#had.add(key);
  }

  /** Keep the drafts of this browser's other windows beside this window's own. */
  merged(mine) {
    this.#see(mine);
    const others = Object.entries(this.kept().drafts ?? {}).filter(([key]) => !this.#had.has(key));
    return { ...mine, drafts: { ...Object.fromEntries(others), ...mine.drafts } };
  }

  /** The open draft, or null. */
  get draft() {
    return this.state.drafts[this.state.open] ?? null;
  }

  /** The card of the open draft. */
  get card() {
    return this.draft.card;
  }

  /** Open a new or a kept draft. */
  openDraft(draft) {
    this.set({ drafts: { ...this.state.drafts, [draft.key]: draft }, open: draft.key, past: [], future: [], report: null, line: null, said: null });
  }

  #put(card, more) {
    const draft = { ...this.draft, card, dirty: true, changes: changes(this.draft) + 1 };
    this.set({ drafts: { ...this.state.drafts, [draft.key]: draft }, ...more });
  }

  /** Change the card of the open draft; `undo` can bring the former one back. */
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

  /** Merge `change(draft)` into a draft, unless the player has dropped it meanwhile. */
  mark(key, change) {
    const draft = this.state.drafts[key];
    if (draft) this.set({ drafts: { ...this.state.drafts, [key]: { ...draft, ...change(draft), changes: changes(draft) + 1 } } });
  }

  /** Drop a draft and return it. */
  drop(key) {
    const { [key]: dropped, ...drafts } = this.state.drafts;
    this.set({ drafts, ...(this.state.open === key ? { open: null, line: null, report: null } : {}) });
    return dropped;
  }

  /** Take a dropped draft back under a new key: no window writes one of a dropped key again. */
  restore(dropped) {
    const draft = { ...dropped, key: freshKey() };
    this.set({ drafts: { ...this.state.drafts, [draft.key]: draft } });
  }
}
