// What the page knows of the book. One object, replaced as a whole; what a person has entered is kept over a reload.

import { KeptStore } from "../shared/persistent-store.js";

const KEY = "rackcheck.1.book";

/** A form to begin a game with; without rules of its own it goes by what the table plays. */
export const NEW_GAME = Object.freeze({
  title: "", ruleset: null, card: null, seats: Object.freeze(["", "", "", ""]), waiting: Object.freeze(["", ""]), key: null,
});

const EMPTY = Object.freeze({
  open: null, // id of the game that is open
  game: null, // that game, as the server has it
  live: null, // whether other phones' entries arrive at once; null until that is known
  evening: null, // {version, payments, fewest, chart} of the open game
  games: [],
  known: [], // names of everybody who ever played
  named: [], // names given to the players of the rack on the scan page
  plays: Object.freeze({ card: null, ruleset: null }), // what the rack on the scan page is judged by
  rulesets: [],
  cards: [],
  rulings: null, // {ruleset}, with {rulings} once they are here, or with {trouble}
  trouble: null, // {code, message, where}
  fault: null, // {code, message, where}: why the book takes no entries, on any phone
  draft: NEW_GAME, // the game to begin
  form: null, // what is being entered: {kind, basedOn, ...}, see entry-form.js
  pending: null, // what was entered and is not in the book yet, see outbox.js
  queued: [], // entries behind it, as they were made
  photos: [], // photos of wins that are not in the book yet, see win-photo.js
  photo: null, // the photo of a win that is looked at, see win-photo.js
  season: { seasons: [] }, // the games added up by rule set
  joining: null, // what another phone comes in by: {address} or {trouble}
  by: null, // whose phone this is
  handBasis: null, // {game, version}: what was in the book when the rack on the scan page was begun
});

const KEPT = ["open", "game", "draft", "form", "pending", "queued", "photos", "by", "handBasis"];

/** Whether a person must look at an entry of this phone first; behind one that only waits others can wait too. */
export const isHeldUp = ({ pending }) => pending !== null && !["sending", "waiting"].includes(pending.status);

/** The entries of a state that are not in the book yet. */
export const onTheirWay = ({ pending, queued }) => [pending, ...queued ?? []].filter(Boolean);

export class BookStore extends KeptStore {
  #had = new Set(); // keys of all entries that ever waited in this window

  constructor() {
    super(KEY, KEPT, EMPTY);
    this.#see(this.state);
  }

  #see(state) {
    for (const { entry } of onTheirWay(state)) this.#had.add(entry.key);
  }

  /** Entries that another window of this browser keeps stay kept beside those of this one. */
  merged(mine, kept) {
    this.#see(mine);
    const others = onTheirWay(kept()).filter(({ entry }) => !this.#had.has(entry.key));
    return { ...mine, queued: [...mine.queued, ...others] };
  }
}

/** Card and rules of the game to begin. */
export const begunBy = ({ draft, plays }) => (draft.ruleset === null ? plays : { card: draft.card, ruleset: draft.ruleset });

/** A name for a request that no other request has. */
export function freshKey() {
  // randomUUID is missing where the page came over plain http.
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
