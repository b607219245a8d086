// The page's state of the cards. Drafts survive a reload; the player can undo each change while the page is open.

import { freshKey, KeptStore } from "../shared/persistent-store.js";

const KEY = "rackcheck.1.cards";

const MOST_TOLD = 50; // a window that has slept learns of as many dropped drafts

const EMPTY = Object.freeze({
  cards: [], // as the server lists them
  rulesets: [],
  trouble: null, // {code, message, where}
  keeping: null, // key of the draft on its way to the server
  said: null, // {text, undo}: the last action, and how to undo it: "edit", "drop" or "remove"
  drafts: Object.freeze({}), // by key: {key, card, version, name, dirty, changes, sent}; `name` and `version` of the card on the server, or null
  // `sent` of a draft: {name, forms}, as which card and in which forms (JSON) it was sent since the server last answered
  dropped: [], // keys of the drafts that the player dropped last, in any window
  open: null, // key of the open draft
  past: Object.freeze([]), // cards that undo goes back to
  future: Object.freeze([]),
  report: null, // {card, faults, hands, text}: the result of the last check, see checking.js
  line: null, // {key, cursor}: the open line, and where in it the next tile goes
  trial: null, // {rack, line, of, win, text}: the rack tried last, on which line and card, and its answer, see trial.js
  shared: null, // {title, codes, at, still, trouble}: the card shown as QR codes
  reading: null, // {got, trouble, refused} while the camera reads codes
  paste: null, // {text, photo, busy, trouble, found} while the dialog for pasted and photographed cards is open
});

const KEPT = ["drafts", "dropped", "open", "paste"];

/** What belongs to the card on view: another card begins without it. */
const OF_A_CARD = Object.freeze({ past: EMPTY.past, future: EMPTY.future, report: null, line: null, trial: null, said: null });

const changes = (draft) => draft.changes ?? 0; // of a draft so far, by which windows know the newer one

export class CardsStore extends KeptStore {
  constructor() {
    super(KEY, KEPT, EMPTY, ["open", "paste"]);
    const { drafts } = this.merged(this.state); // a full browser may have kept this window's apart
    const { paste } = this.state; // what was typed or found comes back; a reading under way has ended with the page
    this.state = { ...this.state, drafts, paste: paste?.text || paste?.found ? { ...paste, busy: false } : null };
    this.heard(this.kept());
  }

  /**
   * Take over what another window has changed or dropped, and write again if its write lacks a draft or brings one back. A
   * draft that both have changed at once becomes two, and one that the other has dropped goes on under a new key if open.
   */
  heard({ drafts: theirs = {}, dropped: told = [] }, insists = false) {
    const { drafts: mine, dropped: known, open: was } = this.state;
    const dropped = [...new Set([...known, ...told])];
    const drafts = { ...mine };
    let open = was in mine ? was : null;
    const setApart = (draft) => {
      const key = freshKey();
      drafts[key] = { ...draft, key };
      if (draft.key === was) open = key;
    };
    for (const draft of Object.values(mine)) {
      const { key } = draft;
      const { [key]: other = draft } = theirs;
      const isApart = changes(other) === changes(draft) && JSON.stringify(other) > JSON.stringify(draft);
      if (isApart || (told.includes(key) && key === was)) setApart(draft);
      if (told.includes(key)) delete drafts[key];
      else if (isApart || changes(other) > changes(draft)) drafts[key] = other;
    }
    const isLost = Object.keys(drafts).some((key) => !(key in theirs));
    const isBack = !insists && Object.keys(theirs).some((key) => dropped.includes(key));
    const isChanged = open !== was || Object.values(mine).some((draft) => drafts[draft.key] !== draft);
    if (!isLost && !isBack && !isChanged && dropped.length === known.length) return;
    this.set({ drafts, dropped, open, ...(drafts[was] === mine[was] || open !== was ? {} : OF_A_CARD) });
  }

  /** Keep the drafts of this browser's other windows beside this window's own. */
  merged(mine) {
    const { drafts: kept = {}, dropped: told = [] } = this.kept();
    const dropped = [...new Set([...told, ...mine.dropped])];
    const others = Object.entries(kept).filter(([key]) => !dropped.includes(key));
    return { ...mine, dropped: dropped.slice(-MOST_TOLD), drafts: { ...Object.fromEntries(others), ...mine.drafts } };
  }

  /** Leave out the drafts that have changed since the browser had room for them. */
  less({ drafts, dropped }) {
    const kept = Object.entries(this.kept().drafts ?? {});
    return { dropped, drafts: Object.fromEntries(kept.filter(([key, one]) => key in drafts && changes(one) === changes(drafts[key]))) };
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
    this.set({ drafts: { ...this.state.drafts, [draft.key]: draft }, open: draft.key, ...OF_A_CARD });
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
    this.set({ drafts, dropped: [...this.state.dropped, key], ...(this.state.open === key ? { open: null, line: null, report: null } : {}) });
    return dropped;
  }

  /** Take a dropped draft back under a new key: no window writes one of a dropped key again. */
  restore(dropped) {
    const draft = { ...dropped, key: freshKey() };
    this.set({ drafts: { ...this.state.drafts, [draft.key]: draft } });
  }
}
