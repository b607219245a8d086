// The state of the page: one object, replaced as a whole. The fields in `KEPT` survive a reload.

import { KeptStore, keep } from "./persistent-store.js";
import { pageText } from "./texts.js";

const KEY = "rackcheck.1";
const PHOTO_KEY = "rackcheck.1.photo";

/** What belongs to one hand: the next begins without it. */
const OF_A_HAND = Object.freeze({
  // The photo and its reading.
  photo: null, // data URL of the small copy on the page
  scan: null, // {width, height, issues, model, set, sent, count}; sent: the name of the photo in kept-photo.js
  lesson: null, // teaching from corrections: {step: "name" | "effect" | "taught" | "no", name, text, set, faces, was, key, trouble}
  lessonBusy: null, // text for the request about the lesson that is under way
  forgotten: null, // {name, file} of the tile set that the player forgot last
  trouble: null, // {code, message, where} of the last failed request
  // The rack. group 0 is the slope of the rack, 1.. are the exposures.
  tiles: null, // [{id, label, group, sure, confidence, alternatives, quad, box}] or null before the first
  aside: Object.freeze([]), // tiles of the photo that lie beside the rack; laidAside: the player has laid them there
  picking: null, // ids of the marked tiles while the player marks tiles; else null
  pickingOn: "rack", // where the player began to mark: "rack" or "photo"
  tool: null, // the tool in use on the photo: {kind: "crop", box}, {kind: "add", at}, or null
  past: Object.freeze([]), // steps to undo, see rack/history.js
  laid: false, // the player has said which tiles are exposed, which overrides the photo
  looked: Object.freeze([]), // codes of the photo's issues that the player has dismissed
  winning: null, // id of the winning tile
  // The win.
  before: null, // {card, cardChosen, ruleset} of the player, while an example is judged by its own card; else null
  changingCard: false, // the list of cards is open
  winner: null,
  how: null, // "self-pick" or "discard"
  discarder: null,
  seatedOut: Object.freeze([]), // names of winner and discarder of this hand who no longer play in the open game
  jokerWasUsed: false,
  asHand: null, // number of the hand that the player calls, where the rack makes several; null: the most valuable
  facts: Object.freeze({}), // extra facts of a win that the rules ask for: {rolled_double, after_wall, last_wall}
  entryKey: null, // key of the entry with which this hand last went to the book
  // The answers.
  verdict: null,
  settlement: null,
  lying: null, // tiles on the table: {tiles: [{label, sure, alternatives}], exposures: [[label]]}; null at first
  lyingBusy: false, // the reading of a photo of the table is under way
  lyingTrouble: null, // why that reading failed, in words
  prospects: null, // the answer about the prospects
  prospectsOpen: false, // the player has unfolded the hands further away
  evidence: null, // {busy} while the request is under way, {saved, small}, or {trouble: "..."}
});

const EMPTY = Object.freeze({
  ...OF_A_HAND,
  hand: 0, // counts the hands, so that a late answer can tell whether its hand is still on the page
  camera: null, // id of the camera that the player changed to; null: the one on the back
  sets: [], // taught sets, as the server lists them
  set: null, // name of the tile set to read photos with
  setChosen: false, // the player has chosen `set`; until then it is the server's choice
  renewalsRead: Object.freeze({}), // set name: the classifier of its last renewal that the player has read about
  busy: null, // text for the reading under way
  // The table.
  cards: [],
  card: null,
  cardChosen: false, // the player, or `rackcheck use` on the server, has chosen card or rule set
  rulesets: [],
  ruleset: null, // null: the card's own
  players: Object.freeze(["", "", "", ""]),
  bettors: Object.freeze([]), // [{name, on}], on: index of a player
  // The game without a card: East (index of a player), the round's wind, the number of hands that East has won in a
  // row, and the way in which the winning tile came (null: the ordinary one).
  seat: Object.freeze({ east: null, tableWind: "E", streak: 0, way: null }),
  table: null, // the open game of the book: {id, title, ruleset, card, rules, waiting, east, tableWind, streak, dead, cancelled, afterWall, balances}; its players sit in `players`
  bookWaits: null, // why the book takes no win: "hand" (it is on its way), "other" (another entry needs the player)
  offer: null, // the browser's question about the home screen, "share" if the player has to do it alone, or null
  offerRead: false, // the player has answered the offer
  keepPhoto: true, // the photo goes into the book with its win
});

const KEPT = ["offerRead", "keepPhoto", "camera", "scan", "set", "setChosen", "renewalsRead", "tiles", "aside", "laid", "looked", "lesson", "winning", "lying", "card", "cardChosen", "ruleset", "before", "players", "bettors", "table", "entryKey", "winner", "how", "discarder", "seatedOut", "jokerWasUsed", "asHand", "facts", "seat"];

const OF_BROWSER = ["offerRead", "keepPhoto", "camera", "renewalsRead"]; // all windows share these, and each has its own rack and table

/** Return this window's small copy of the photo of a reading, or null: the kept reading may be another window's. */
function keptPhoto(scan) {
  try {
    const { sent, look } = JSON.parse(sessionStorage.getItem(PHOTO_KEY));
    return sent === scan.sent ? look : null;
  } catch {
    return null; // none, or a browser that allows no storage
  }
}

/** Whether this is the phone edition, which answers without a server: its index.html names its version. */
export const withoutServer = document.querySelector("meta[name=rackcheck-site]") !== null;

export class Store extends KeptStore {
  constructor() {
    super(KEY, KEPT, EMPTY, KEPT.filter((name) => !OF_BROWSER.includes(name)));
    this.state = { ...this.state, photo: keptPhoto(this.state.scan) };
  }

  /** Change parts of the state. */
  set(patch) {
    const { photo: look, scan } = { ...this.state, ...patch };
    const another = look !== this.state.photo || scan?.sent !== this.state.scan?.sent;
    if (another) keep("sessionStorage", PHOTO_KEY, look && JSON.stringify({ sent: scan?.sent, look }));
    super.set(patch);
  }

  /** Clear the hand; names, bettors and card stay, except the card of an example, and bets on a hand that went to the book. */
  newHand() {
    const { before, cardChosen, entryKey, hand } = this.state;
    // An example that another version of the page left has no `before`.
    const example = before ?? (cardChosen ? {} : { card: null });
    const bets = entryKey === null ? {} : { bettors: EMPTY.bettors };
    this.set({ ...OF_A_HAND, ...example, ...bets, hand: hand + 1 });
  }
}

/** Return the names of the players; those without a name get a number. */
export const playerNames = ({ players }) => players.map((name, at) => name.trim() || pageText.player(at + 1));

/** Return the names of the bettors; those without a name get a number. */
export const bettorNames = ({ bettors }) => bettors.map(({ name }, at) => name.trim() || pageText.bettor(at + 1));
