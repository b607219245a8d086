// The page's state of the book: one object, replaced as a whole. The fields in `KEPT` survive a reload.

import { KeptStore } from "../shared/persistent-store.js";

const KEY = "rackcheck.1.book";

const MOST_TOLD = 50; // a window that has slept learns of as many dropped, and of as many entered entries
const PLACES = 4; // at the table, and for those who wait

/** Return the names of `PLACES` people, empty where a place is free. */
export const places = (names) => [...names, ...Array(PLACES).fill("")].slice(0, PLACES);

/** An empty form for a new game. `ruleset` null: the new game takes card and rule set of the scan page. */
export const NEW_GAME = Object.freeze({
  title: "", ruleset: null, card: null, seats: Object.freeze(places([])), waiting: Object.freeze(places([])), key: null,
});

const EMPTY = Object.freeze({
  open: null, // id of the open game
  game: null, // the open game, as the server has it
  live: null, // whether the stream of other phones' entries is open; null until we know
  evening: null, // {version, payments, fewest, chart} of the open game
  games: [], // the newest
  listed: 20, // how many of all games we have asked for, with the damaged ones
  total: 0,
  damaged: [], // ids of games that cannot be opened
  known: [], // names of everybody who ever played
  named: [], // names given to the players of the rack on the scan page
  plays: Object.freeze({ card: null, ruleset: null }), // card and rule set of the rack on the scan page
  rulesets: [],
  cards: [],
  rulings: null, // {game}, the id of the game, with {rulings} once loaded, or {trouble} if that failed
  trouble: null, // {code, message, where}
  gone: null, // id of the open game if the book no longer has it
  fault: null, // {code, message, where}: why the book takes no entries, on any phone
  draft: NEW_GAME, // the form for a new game
  form: null, // the open entry form: {kind, basedOn, ...}, see entry-form.js
  queued: [], // the entries on their way to the book, oldest first, see outbox.js
  dropped: [], // keys (`keysOf`) of the entries that the player dropped last, and of the photos that left last, in any window
  entered: [], // {game, key, seq}: the entries that the book took last, from any window
  photos: [], // photos of wins on their way to the book, see win-photo.js
  photo: null, // the open photo of a win, see win-photo.js
  season: { seasons: [] }, // the points of all games, added up by rule set
  joining: null, // how another phone joins: {address} or {trouble}
  by: null, // the player who holds this phone
  handBasis: null, // {game, version}: the state of the book when the player began the rack on the scan page
});

const KEPT = ["open", "game", "draft", "form", "pending", "queued", "dropped", "entered", "photos", "by", "handBasis"];

const OF_WINDOW = ["open", "game", "draft", "form", "by", "handBasis"]; // each window comes back to its own

/** Return the oldest entry on its way to a game, or undefined; only this one can be sent. */
export const oldestOf = ({ queued }, game) => queued.find((one) => one.game === game);

/** Return the oldest entry on its way to each game. */
export const oldest = (state) => state.queued.filter((one) => one === oldestOf(state, one.game));

/** Return whether the player must first look at an entry. While it only waits, others can queue behind it. */
export const isHeldUp = (one) => ["conflict", "refused"].includes(one?.status);

/** Return the entry to show: one that needs the player before one that only waits, the open game's before another's. */
export function shownFirst(state) {
  const each = [oldestOf(state, state.open), ...oldest(state)].filter(Boolean);
  return each.find(isHeldUp) ?? each[0] ?? null;
}

/** Return whether the book no longer has the open game, of which the page shows what it saw last. */
export const isGone = ({ gone, game }) => game !== null && gone === game.id;

const photoKey = (key) => `photo-${key}`;

/** How the windows of a browser know the entries and photos on their way. */
const KEYS = { queued: ({ entry }) => entry.key, photos: ({ key }) => photoKey(key) };

const keysOf = (state) => Object.entries(KEYS).flatMap(([part, keyOf]) => state[part].map(keyOf));
const doneWith = ({ dropped, entered }) => [...dropped, ...entered.map(({ key }) => key)];

/** Return what a window has kept as a whole state. Version 0.1.0 kept the first entry on its way as `pending`. */
const whole = ({ pending, queued = [], ...kept }) => ({ photos: [], dropped: [], entered: [], ...kept, queued: [pending, ...queued].filter(Boolean) });

export class BookStore extends KeptStore {
  constructor() {
    super(KEY, KEPT, EMPTY, OF_WINDOW);
    // Version 0.1.0 kept only two places for those who wait.
    const { draft } = this.state;
    const { queued, photos } = this.merged(this.state); // a full browser may have kept this window's apart
    this.state = { ...this.state, queued, photos, draft: { ...draft, waiting: places(draft.waiting) } };
  }

  kept() {
    return whole(super.kept());
  }

  /** Return what windows tell each other: which entries and photos the player dropped, and which entries the book took. */
  #told(theirs) {
    const both = (part) => [...new Map([...theirs[part], ...this.state[part]].map((one) => [JSON.stringify(one), one])).values()];
    return { dropped: both("dropped"), entered: both("entered") };
  }

  /** Keep the entries and photos of this browser's other windows, and what the player dropped there, beside this window's own. */
  merged(mine) {
    const kept = this.kept();
    const told = this.#told(kept);
    const has = [...keysOf(mine), ...doneWith(told)];
    const all = (part) => [...mine[part], ...kept[part].filter((one) => !has.includes(KEYS[part](one)))];
    return { ...mine, queued: all("queued"), photos: all("photos"), dropped: told.dropped.slice(-MOST_TOLD), entered: told.entered.slice(-MOST_TOLD) };
  }

  /** Leave out the entries and photos that are new since the browser had room for them. */
  less(all) {
    const [kept, has] = [this.kept(), keysOf(all)];
    const still = (part) => kept[part].filter((one) => has.includes(KEYS[part](one)));
    return { queued: still("queued"), photos: still("photos"), dropped: all.dropped, entered: all.entered };
  }

  /** Note what another window tells, and write again if its write lacks an entry or photo of this window, or brings one back. */
  heard(kept, insists = false) {
    const theirs = whole(kept);
    const told = this.#told(theirs);
    const [mine, there, done, known] = [keysOf(this.state), keysOf(theirs), doneWith(told), doneWith(this.state)];
    const isLost = mine.some((key) => !there.includes(key) && !done.includes(key));
    const isBack = !insists && there.some((key) => done.includes(key));
    if (isLost || isBack || done.some((key) => !known.includes(key))) {
      this.set({ ...told, photos: this.state.photos.filter((one) => !done.includes(KEYS.photos(one))) });
    }
  }

  /** Take out the photo of a win, in all windows of this browser. */
  dropPhoto(key) {
    const { photos, dropped } = this.state;
    const left = photos.filter((one) => one.key !== key);
    if (left.length < photos.length) this.set({ photos: left, dropped: [...dropped, photoKey(key)] });
  }

  /** Return the entries on their way that another window of this browser has sent and the book has taken: {game, key, seq}. */
  enteredElsewhere() {
    const isOnItsWay = ({ game, key }) => this.state.queued.some((one) => one.game === game && one.entry.key === key);
    return this.#told(this.kept()).entered.filter(isOnItsWay);
  }

  /** Return the entries on their way that the player has dropped, here or in another window of this browser. */
  dropped() {
    const { dropped } = this.#told(this.kept());
    return this.state.queued.filter(({ entry }) => dropped.includes(entry.key));
  }
}

/** Return whether a list that has loaded lacks a card or a rule set. */
export const isDeleted = (list, id) => list.length > 0 && !list.some((one) => one.id === id);

/** Return card and rule set of the new game: those chosen for it, unless somebody has deleted them. */
export function begunBy({ draft: { card, ruleset }, plays, cards, rulesets }) {
  return ruleset === null || isDeleted(rulesets, ruleset) ? plays : { card: isDeleted(cards, card) ? null : card, ruleset };
}
