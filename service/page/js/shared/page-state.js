// What the page knows. One object, replaced as a whole, kept over a reload.

import { KeptStore, keep } from "./persistent-store.js";
import { pageText } from "./texts.js";

const KEY = "rackcheck.1";
const PHOTO_KEY = "rackcheck.1.photo";

export const EMPTY = Object.freeze({
  hand: 0, // counts the hands: what an answer that comes late is about
  // The photograph and what was read in it.
  photo: null, // data URL of a small copy, to look at
  scan: null, // {width, height, issues, model, set, sent, count}; sent: the name of the photo in kept-photo.js
  sets: [], // taught sets, as the server lists them
  set: null, // the name of the one photos are read by
  setChosen: false, // a person has chosen; until then the server's own choice holds
  renewalsRead: Object.freeze({}), // by set: the reader that it was made over for, where a person has read that it was
  lesson: null, // what corrections of this photo teach: {step: "effect" | "taught" | "no", text, set, faces, key, trouble}
  lessonBusy: null, // what is being waited for there, in words
  busy: null, // what is being waited for, in words
  trouble: null, // {code, message, where} of the last request that failed
  // The rack. group 0 is the slope of the rack, 1.. are the exposures.
  tiles: null, // [{id, label, group, sure, confidence, alternatives, quad, box}] or null before the first
  aside: Object.freeze([]), // tiles of the photo that lie beside the rack
  picking: null, // ids of the tiles that are marked, while tiles are being marked; else null
  pickingOn: "rack", // where that was begun: "rack" or "photo"
  tool: null, // what is being done on the photo: {kind: "crop", box}, {kind: "add", at}, or null
  past: Object.freeze([]), // steps that can be taken back, see rack/history.js
  laid: false, // a person has said which tiles are exposed: the photo is no longer asked
  looked: Object.freeze([]), // codes of what is amiss with the photo that a person has seen to
  winning: null, // id of the tile the hand was won with
  // The table.
  cards: [],
  card: null,
  cardChosen: false, // a person, or the machine's `rackcheck use`, has said what the table plays by
  changingCard: false, // the list of cards is open
  rulesets: [],
  ruleset: null, // null: as the card says
  players: Object.freeze(["", "", "", ""]),
  bettors: Object.freeze([]), // [{name, on}], on: index of a player
  winner: null,
  how: null, // "self-pick" or "discard"
  discarder: null,
  jokerWasUsed: false,
  asHand: null, // of several hands that the rack is, the number of the one that is called; null: the most valuable
  facts: Object.freeze({}), // what the table's own rules ask of a win: {rolled_double, after_wall, last_wall}
  // The game without a card: East (index of a player), the round's wind, how many hands East has won in a row, and in
  // which way the winning tile came (null: the plain one).
  seat: Object.freeze({ east: null, tableWind: "E", streak: 0, way: null }),
  table: null, // the open game of the book: {id, title, ruleset, waiting}; its players sit in `players`
  entryKey: null, // the key by which this hand was given to the book last
  bookWaits: null, // why the book takes no win now: "hand" (this one is on its way), "other" (a person must look at another entry first)
  // The answers.
  verdict: null,
  settlement: null,
  lying: null, // what lies on the table: {tiles: [{label, sure, alternatives}], exposures: [[label]]}, or null until it is asked about
  lyingBusy: false, // a photo of the table is being read
  lyingTrouble: null, // why it could not be, in words
  prospects: null, // the answer to that
  offer: null, // the browser's question whether the page may go to the home screen, "share" where a person has to do it, or null
  offerRead: false, // a person has answered it
  keepPhoto: true, // the photo goes into the book with its win
  evidence: null, // {busy} while it is gathered, {saved}, or {trouble: "..."}
});

const KEPT = ["offerRead", "keepPhoto", "scan", "set", "setChosen", "renewalsRead", "tiles", "aside", "laid", "looked", "lesson", "winning", "lying", "card", "cardChosen", "ruleset", "players", "bettors", "table", "entryKey", "winner", "how", "discarder", "jokerWasUsed", "asHand", "facts", "seat"];
const OF_A_HAND = ["photo", "scan", "trouble", "tiles", "aside", "picking", "pickingOn", "tool", "past", "laid", "looked", "winning", "winner", "how", "discarder",
  "jokerWasUsed", "asHand", "facts", "entryKey", "verdict", "settlement", "lying", "lyingBusy", "lyingTrouble", "prospects", "lesson", "lessonBusy", "evidence"];

/** The copy that this window has kept of the photo of a reading: the reading may be another window's by now. */
function keptPhoto(scan) {
  try {
    const { sent, look } = JSON.parse(sessionStorage.getItem(PHOTO_KEY));
    return sent === scan.sent ? look : null;
  } catch {
    return null; // none, or a browser that allows no storage
  }
}

/** Whether this phone answers by itself: the edition without a server names its version in the page's frame. */
export const withoutServer = document.querySelector("meta[name=rackcheck-site]") !== null;

export class Store extends KeptStore {
  constructor() {
    super(KEY, KEPT, EMPTY);
    this.state = { ...this.state, photo: keptPhoto(this.state.scan) };
  }

  /** Change parts of the state. */
  set(patch) {
    const { photo: look, scan } = { ...this.state, ...patch };
    const another = look !== this.state.photo || scan?.sent !== this.state.scan?.sent;
    if (another) keep(sessionStorage, PHOTO_KEY, look && JSON.stringify({ sent: scan?.sent, look }));
    super.set(patch);
  }

  /** Forget the hand; the names, the bettors and the card stay, but for the card of an example. */
  newHand() {
    const example = this.state.cardChosen ? {} : { card: null, ruleset: null };
    this.set({ ...Object.fromEntries(OF_A_HAND.map((name) => [name, EMPTY[name]])), changingCard: false, ...example, hand: this.state.hand + 1 });
  }
}

/** What to call the players: those without a name by their numbers. */
export const playerNames = ({ players }) => players.map((name, at) => name.trim() || pageText.player(at + 1));

/** What to call the people who bet. */
export const bettorNames = ({ bettors }) => bettors.map(({ name }, at) => name.trim() || pageText.bettor(at + 1));
