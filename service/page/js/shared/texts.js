// All texts of the page. A text is one line; `say` puts names into it, `plural` numbers.

const RULES = new Intl.PluralRules("en");
const HOLD = "\u2068"; // first strong isolate: from here the direction of the text does not affect the text around it,
const RELEASE = "\u2069"; // up to here
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const TURNING = /(?![\u2068\u2069])\p{Bidi_Control}/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Return a text fit to show: control characters, line breaks too, become a space; we drop marks that turn text. */
export function legible(text) {
  const found = text.replace(CONTROLS, " ").replace(TURNING, "");
  const balanced = found.split(HOLD).length === found.split(RELEASE).length;
  return balanced ? found : found.replaceAll(HOLD, "").replaceAll(RELEASE, "");
}

/** Return a name to put into a text; a right-to-left name is isolated, so that it does not reorder the text. */
function isolated(name) {
  return RIGHT_TO_LEFT.test(name) ? HOLD + legible(name) + RELEASE : legible(name);
}

/** Put names into a sentence: say`${winner} won`. */
function say(parts, ...values) {
  return String.raw({ raw: parts }, ...values.map((value) => isolated(String(value))));
}

const NAME = new RegExp(`${RIGHT_TO_LEFT.source}(?:[\\p{M}\\p{N}\\s"'’-]*${RIGHT_TO_LEFT.source})*`, "gu");

/** Return a text of the server, in which right-to-left names do not reorder what stands around them. */
export const inOrder = (text) => text.replace(NAME, isolated);

/** Return the form of a text that goes with a number. */
function plural(count, forms) {
  return forms[RULES.select(count)] ?? forms.other;
}

function joined(words, last) {
  const names = words.map(isolated);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

const either = (words) => joined(words, "or");
const list = (words) => joined(words, "and");

/** Return names in a row: "Ann, Bea". */
export const commas = (words) => words.map(isolated).join(", ");

/** Join facts on one line, without the empty ones. */
const dotted = (facts) => facts.filter(Boolean).map((fact) => isolated(String(fact))).join(" · ");

/** Return a text with a capital at its beginning. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Return a text with a full stop, unless it ends as a sentence does. */
const stopped = (text) => text + (/[.!?…]$/.test(text) ? "" : ".");

/** Return a message of the server as a sentence: the server writes it to stand behind "error:". */
export const sentence = (text) => capital(stopped(inOrder(text)));

/** Return a word of the API, such as "mah-jongg", as text for people. */
export const spoken = (text) => capital(text.replaceAll("-", " ").replace("charleston", "Charleston"));

/** What stands for a message of the server that names what only the terminal has, by the code of the error. */
export const refusalText = {
  "unknown-set": "This set is not there any more: somebody has renamed or forgotten it.",
  "unknown-card": "This card is not here any more: somebody has renamed or deleted it. Choose another.",
  "unknown-ruleset": "These rules are not here any more: somebody has renamed or deleted them. Choose others.",
  "unknown-game": "The book no longer has this game. Under Book you choose how to go on.",
  "bad-json": "This is some other file, or it is damaged: choose one that Rackcheck saved.",
  "game-exists": "This game has other entries here, and stays as it is.",
  "evidence-missing": "The photo kept with this win is gone. A saved copy may still hold it.",
  "evidence-altered": "The photo kept with this win is not the one that was kept, so it is not shown. A saved copy may still hold it.",
  "evidence-removed": "The photo was removed.",
};

// The phone edition

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

const THINGS = {
  game: (count) => plural(count, { one: `${count} game`, other: `${count} games` }),
  set: (count) => plural(count, { one: `${count} taught set`, other: `${count} taught sets` }),
  card: (count) => plural(count, { one: `${count} card`, other: `${count} cards` }),
  table: (count) => plural(count, { one: `the rules of ${count} table`, other: `the rules of ${count} tables` }),
};
const things = (list) => commas(Object.entries(THINGS).map(([what, text]) => [list.filter((one) => one.what === what).length, text])
  .filter(([count]) => count > 0).map(([count, text]) => text(count)));

export const copyText = {
  title: "A copy of everything",
  holds: "One file with all games, cards, taught sets and table rules. Open it on another phone or on a server to go on there. The file of a single game opens here too.",
  here: " All of it is on this phone alone: who loses the phone, or clears the browser's data, loses it. Once cleared, Rackcheck opens again only with internet.",
  unsaved: (count) => plural(count, { one: `${count} change is in no copy yet.`, other: `${count} changes are in no copy yet.` }),
  save: "Save a copy",
  open: "Open a copy",
  saving: "Making the copy …",
  opening: "Going through the copy …",
  saved: (file) => `Saved as ${file}. Send it to yourself, or put it where you keep things.`,
  damaged: (count) => plural(count, { one: "One game of the book is damaged and is not in it.", other: `${count} games of the book are damaged and are not in it.` }),
  result: "What came of the copy",
  brought: ({ added, there, refused }) => (added.length ? `Brought in: ${things(added)}.` : refused.length ? "Nothing was brought in." : "Nothing in it is new here.") +
    (added.length + refused.length && there.length ? ` Here already: ${things(there)}.` : ""),
  refused: ({ what, name }) => say`Not brought in: ${({ game: "the game", set: "the set", card: "the card", table: "the rules of" })[what]} ${name}.`,
  why: ({ code, message }) => refusalText[code] ?? sentence(message),
  remind: (count) => `Keep a copy: ${count} changes are on this phone alone.`,
};

export const localText = {
  loading: (loaded, size) => `Getting Rackcheck ready: ${megabytes(loaded)} of ${megabytes(size)} MB`,
  starting: "Getting Rackcheck ready",
  keeping: "Storing it on this phone",
  kept: "Stored on this phone: from now on it works without internet.",
  notKept: "This browser stores nothing, so Rackcheck needs the internet each time. Private windows do this: use an ordinary one.",
  noRoom: "This phone has no room to store Rackcheck, so it needs the internet each time. Make some room and open it again.",
  cutShort: "Rackcheck is not stored yet: the download goes on as soon as there is internet.",
  gone: "Rackcheck does not answer on this phone. Open the page again: what this phone has kept stays.",
  cleared: "This phone's browser has cleared the book and all else that was kept here: browsers do that when a phone is full. Make some room, then open your last copy on the page Book.",
  clearedHere: "This phone's browser has cleared the book and all else that was kept here. This page still has all of it, and keeps it again when you enter something. Save a copy now, and leave the page open: without internet it may not open again.",
  failed: "Rackcheck could not be loaded. Check your internet connection, then try again.",
  newer: "A new version is here.",
  noRoomForNewer: "There is a new version, but this phone has no room for it. Make some room, then try again.",
  use: "Use it",
};

// Tiles

const SUITS = { B: "Bam", C: "Crak", D: "Dot" };
const HONORS = { N: "North", E: "East", W: "West", S: "South", R: "Red dragon", G: "Green dragon", 0: "Soap", F: "Flower", J: "Joker", BACK: "face down" };
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh"];

/** Return the name of a tile: "6B" gives "6 Bam". */
export function tileName(label) {
  return HONORS[label] ?? `${label[0]} ${SUITS[label[1]]}`;
}

function counted(labels) {
  const counts = new Map();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, count]) => (count === 1 ? tileName(label) : `${count} × ${tileName(label)}`));
}

/** Name tiles by kind: ["J", "F", "F"] gives "Joker and 2 × Flower". */
export const kinds = (labels) => list(counted(labels));

const exposure = (group) => (ORDINALS[group] ? `${ORDINALS[group]} exposure` : `exposure ${group}`);
const where = (group) => (group ? `in the ${exposure(group)}` : "on the rack");
const tileAt = ({ label, group }) => `${label === "BACK" ? "Face-down tile" : tileName(label)} ${where(group)}`;

export const tiles = (count) => plural(count, { one: `${count} tile`, other: `${count} tiles` });

/** Return a number as it is printed: -4000 gives "−4,000"; `options` as for `toLocaleString`. */
const grouped = (value, options = {}) => value.toLocaleString("en", options).replace("-", "−");

export const points = (count) => plural(count, { one: `${count} point`, other: `${grouped(count)} points` });

/** Return why somebody pays, with its points as the page writes them: "2 x 1500" gives "2 x 1,500". */
export const paidFor = (why) => inOrder(why).replace(/( x |; )(\d{4,})/g, (_, before, digits) => before + grouped(Number(digits)));

const NUMBERED_TILES = /\btiles? (\d+(?:, \d+)*(?: and \d+)?)/gi;
const COPIES = /^There are more (.+) than/;

/** Return an issue of the photo with names of tiles: the reading's numbers and codes of tiles stand nowhere on the page. */
export function issueText(message, rack) {
  const named = (_, text) => {
    const numbers = text.match(/\d+/g).map(Number);
    const found = rack.filter((tile) => numbers.includes(tile.number) && tile.label !== "BACK");
    return found.length ? list([...new Set(found.map((tile) => `the ${tileAt(tile)}`))]) : tiles(numbers.length);
  };
  const copies = (_, codes) => `There are more ${list(codes.split(", ").map(tileName))} than`;
  return capital(message.replace(COPIES, copies).replace(NUMBERED_TILES, named));
}

const faces = (count) => plural(count, { one: `${count} face`, other: `${count} faces` });

/** Return a number with its sign: 80 gives "+80", -4000 gives "−4,000". */
export const signed = (value) => grouped(value, { signDisplay: "exceptZero" });

const WINDS = { E: "East", S: "South", W: "West", N: "North" };

// The frame of the page

export const pageText = {
  name: "Rackcheck",
  print: "Print",
  skip: "Go to the answer",
  restart: "Start over",
  views: "Parts of the page",
  titleOf: (part) => `${part} · ${pageText.name}`,
  view: { scan: "Scan", book: "Book", cards: "Cards", disputes: "Disputes" },
  close: "Close",
  done: "Done",
  cancel: "Cancel",
  lostOnClosing: "This phone's storage is full or closed to this page: what you enter is lost when the page closes.",
  undo: "Undo",
  undoThat: (text) => `Undo: ${text}`,
  takenBack: (text) => `Taken back: ${text}`,
  tryAgain: "Try again",
  saveFile: "Save as a file",
  notSaved: (why) => `The file was not saved. ${why}`,
  sharePicture: "Share as a picture",
  rules: "Rules",
  player: (number) => `Player ${number}`,
  bettor: (number) => `Bettor ${number}`,
  gone: "The machine that runs Rackcheck does not answer. Check that it is on and on the same network, then try again.",
  alone: "Until then you can still fix tiles. Photos, answers, payments and the book need the machine.",
  busy: "Rackcheck is busy. Try again in a few seconds.",
  tooLarge: "This is too large. Send a smaller photo.",
  unreadable: (status) => `The answer cannot be read (status ${status}). Where the network asks you to log in, do that; else try again in a moment.`,
  waiting: "Rackcheck is busy with other photos. Yours is sent again in a moment …",
};

export const installText = {
  title: "Keep it at hand",
  lead: "Put Rackcheck on your home screen: then it opens like an app.",
  share: "Put Rackcheck on your home screen: tap the browser's share button, then “Add to Home Screen”. Then it opens like an app.",
  stays: " What you enter then stays on this phone.",
  yes: "Put it there",
  no: "No, thanks",
  done: "All right",
};

// Camera and photo

const NO_CAMERA = "This device has no camera that the page can use.";
const REFUSED = {
  NotAllowedError: "The camera was refused. Allow it for this page in the browser's settings, and try again.",
  NotFoundError: NO_CAMERA,
  OverconstrainedError: NO_CAMERA, // of WebKit
  NotReadableError: "The camera is in use by another program. Close that one and try again.",
};

export const cameraText = {
  title: "Hold the rack in the frame",
  view: "What the camera sees",
  close: "Close the camera",
  now: "Take it now",
  light: "Light",
  other: "Switch",
  otherName: "Switch to another camera",
  opening: "Opening the camera …",
  looking: "Looking for tiles …",
  busy: "Rackcheck is busy with other photos …",
  advice: (count, message) => `${tiles(count)}. ${message}`,
  few: (count) => `Only ${tiles(count)} in view. Is the whole rack in the frame?`,
  steady: (count) => `${tiles(count)}. Got it.`,
  hold: (count) => `${tiles(count)}. Hold still …`,
  instead: "Take a photo instead: that always works.",
  failed: (reason, instead) => `${REFUSED[reason] ?? `The camera could not be opened (${reason}).`} ${instead}`,
  lost: "The camera stopped, as it does when the phone rings. Open it again to go on.",
};

export const photoText = {
  lead: "Photograph the rack. See whether it is maj, and who pays.",
  camera: "Use the camera",
  take: "Take a photo",
  choose: "Choose a photo",
  byHand: "Enter the tiles by hand",
  example: "Try it with an example",
  asks: "Your phone asks once whether this page may use the camera: allow it. ",
  private: "Your photo goes only to the machine that runs this page.",
  privateHere: "No photo leaves this phone.",
  noCamera: "This browser cannot show the camera here. Taking a photo works.",
  noHttpsHere: "Phones show the camera to a page over https only. Open this page by its https address for that. Taking a photo works without it.",
  noHttps: "Phones show the camera to a page over https only. Start the server with --https for that. Taking a photo works without it.",
  looking: "Looking at the photo …",
  stop: "Stop",
  title: "The photo",
  instead: "Photograph it instead",
  cameraAgain: "Camera",
  takeAgain: "Photo",
  chooseAgain: "Choose",
  tiles: "Tiles found in the photo",
  tile: (tile) => (tile.sure ? tileAt(tile) : `${tileAt(tile)}, not sure`),
  aside: (label) => `Beside the rack: ${tileName(label)}. Tap to add it`,
  mark: "Mark tiles",
  addMissed: "Add a tile",
  crop: "Crop",
  readPart: "Read this part",
  partRead: "That part was read.",
  readAgain: "The photo was read again.",
  hints: { crop: "Drag a frame around your tiles, or tap where its corners go.", add: "Tap where the tile lies." },
  edges: { left: "Left edge", top: "Top edge", right: "Right edge", bottom: "Bottom edge" },
  cross: "Where the tile lies: move with the arrow keys, Enter adds it here",
  seenTo: "It is all right",
  weighed: (count) => plural(count, { one: "1 note on the photo does not change the answer", other: `${count} notes on the photo do not change the answer` }),
  isSeenTo: "Noted.",
  gone: "The photo is gone from this page. Take or choose it again.",
  tap: "Tap a tile that was read wrong.",
  tapAside: " Gray ones lie beside the rack. Tap one to add it.",
  found: (count, open) => `${tiles(count)} found${open ? `, ${open} to look at` : ""}.`,
};

// The rack

export const rackText = {
  title: "The tiles",
  place: (group) => capital(group ? exposure(group) : "on the rack"),
  tile: (tile, wins) => [tileAt(tile), !tile.sure && "not sure, please look", wins && "the winning tile"].filter(Boolean).join(", "),
  won: "won",
  add: (group) => `Add a tile ${group ? `to the ${exposure(group)}` : "to the rack"}`,
  count: (count, open) => (open ? `${tiles(count)}, ${open} to look at` : tiles(count)),
  expose: "Make an exposure",
  exposeThese: (count) => (count ? `Make an exposure of ${count}` : "Tap tiles, or swipe over them"),
  pick: "Choose tiles, then say what becomes of them.",
  marking: "With the marked tiles",
  putBack: (count) => plural(count, { one: "On the rack", other: `${count} on the rack` }),
  swap: "Swap the two",
  swapped: "The two have changed places.",
  guess: " · a guess",
  guessed: "The photo suggests these exposures.",
  guessRight: "Right",
  guessNone: "Nothing is exposed",
  asShown: "The exposures are right.",
  noneExposed: "Nothing is exposed.",
  missedTitle: "A tile was missed",
  missedHint: "Which tile lies here?",
  lookingThere: "Looking there …",
  exposed: "Exposure made.",
  which: tileAt,
  said: (label) => `You said ${tileName(label)}.`,
  faceDown: "It lies face down. Which tile is it?",
  read: (label) => `Read as ${tileName(label)}.`,
  unsure: (label) => `Read as ${tileName(label)}, but not sure. Which is it?`,
  sameFace: (count) => plural(count, {
    one: "This one looks the same and gets the same name. Tap it if it is another tile.",
    other: `These ${count} look the same and get the same name. Tap one that is another tile.`,
  }),
  compare: (count) => `Are these ${tiles(count)} right?`,
  compareHint: "Compare each with the photo. Tap one that is wrong.",
  allRight: (count) => `These ${count} are right`,
  areRight: (count) => `${tiles(count)} are as read.`,
  oneOfSame: (number, count) => `${number} of ${count} that look the same`,
  maybe: "It might also be",
  likely: "Most likely",
  any: "Any tile",
  all: "All tiles",
  places: "Where it lies",
  exposeLike: (count) => `Expose ${count} matching tiles`,
  takeApart: (group) => `Take the ${exposure(group)} apart`,
  faults: {
    tooSmall: ({ smallest }) => `An exposure has ${smallest} tiles or more. Is one missing, or do these belong on the rack?`,
    tooLarge: () => "No exposure has more than six tiles. Are these two exposures?",
    allJokers: () => "An exposure needs one tile that is not a joker: the tile that was called.",
    unlike: () => "An exposure holds matching tiles and jokers only. Was one read wrong, or does one belong elsewhere?",
  },
  winning: "The winning tile",
  isWinning: "✓ The winning tile",
  remove: (count) => plural(count, { one: "Not a tile: remove", other: `No tiles: remove ${count}` }),
  notMine: (count) => plural(count, { one: "Not mine", other: `Not mine: ${count} tiles` }),
  notMyRow: (count) => `Not my row: ${tiles(count)}`,
  rowAside: (count) => `${tiles(count)} laid aside.`,
  addTitle: "Add tiles",
  addTo: (group) => (group ? `to the ${exposure(group)}` : "to the rack"),
  added: "Added",
  isNow: (label, count = 1) => (count > 1 ? `${tiles(count)} are now ${tileName(label)}.` : `Now ${tileName(label)}.`),
  isAdded: (label) => `${tileName(label)} added.`,
  moved: "Moved.",
  marked: "Marked.",
  removed: (count) => `${tiles(count)} removed.`,
};

// The card: the win, the answer, the payments, disputes, evidence

const NUMBER = /^\d\d?$/;

/** Return whether a hand's section has no heading: a card written here then numbers it. Headings such as 369 are longer. */
export const isUnheaded = ({ section, line }) => NUMBER.test(section) && line?.length > 0;

/** Return the name of a hand: its section, its line if that has no heading, or in a game without a card the kind of hand. */
export function handName(found) {
  return isUnheaded(found) ? found.line.map(({ text }) => text).join(" ") : found.section || found.title || found.hand;
}

const worth = (found) => say`${handName(found)}, ${points(found.value)}`;
// What an answer to a question would mean.
const result = ({ win, match, waits_for: awaited }, none) => (win ? worth(match)
  : awaited?.length ? `it waits for ${either(awaited.map(tileName))}` : none);

/** The line of a hand as a card prints it. */
const SUIT_COLOURS = { a: "first suit", b: "second suit", c: "third suit", B: "Bams", C: "Craks", D: "Dots", "*": "any suit" };
const RULES_OF_LINES = [
  [/^run$/, () => "any numbers in a row"],
  [/^like$/, () => "any one number"],
  [/^(odd|even)$/, (word) => `${word} numbers only`],
  [/^(\w) (odd|even)$/, (letter, word) => `${letter} is ${word}`],
  [/^(\w) in run$/, (letter) => `${letter} is one of the numbers in the row`],
  [/^(\w) in ([\d ]+)$/, (letter, numbers) => `${letter} is ${either(numbers.split(" "))}`],
  [/^(\w) not (\w)$/, (one, other) => `${one} and ${other} differ`],
  [/^suits free$/, () => "or in other suits"],
  [/^differ$/, () => "no two groups alike"],
];

function ruleOfLine(rule) {
  for (const [form, text] of RULES_OF_LINES) {
    const found = rule.match(form);
    if (found) return text(...found.slice(1));
  }
  return rule;
}

export const lineText = {
  suits: SUITS,
  spoken: (line) => commas(line.map(({ text, suit }) => (SUIT_COLOURS[suit] ? `${text} in ${SUIT_COLOURS[suit]}` : text))),
  notes: (rules, anySuit) => dotted([...rules.map(ruleOfLine), anySuit && "black numbers in any suit"]),
};

const NUMBERED = /\bhand (\d+[a-z]?)\b/g;
const NEAREST = /(nearest hand), \d+[a-z]?,/;
const BRACKETED = /\[([^\]]+)\]/g;
const COUNTED = /\b(\d+)x ([1-9][BCD]|[NEWSRGFJ0])(?![\w])/g;
const CODES = /\b([1-9][BCD])\b|\b(?<=(?:stand for|of|add|give up) )([NEWSRGFJ0])(?![\w])/g;
const EXCHANGED = /((?:(?:[1-9][BCD]|[NEWSRGF0]) )+)for ((?:J )+)in your own/g;
const NOT_COMPLETE = /^no hand on the card is complete; /;

/** Say why a rack does not win, with names for hands and tiles; null for a reason that the drawn hands show. */
export function reasonText(reason, hands) {
  if (hands.length && NOT_COMPLETE.test(reason)) return null;
  const named = (_, number) => {
    const found = hands.find((one) => one.hand === number);
    return found ? handName(found) : "the hand";
  };
  const all = (codes) => counted(codes.trim().split(" ")).join(" + ");
  const told = reason.replace(NEAREST, "$1").replace(NUMBERED, named).replace(BRACKETED, (_, codes) => all(codes))
    .replace(EXCHANGED, (_, given, jokers) => `${all(given)} for ${all(jokers)} in your own`);
  return capital(told.replace(COUNTED, (_, count, code) => `${count} × ${tileName(code)}`).replace(CODES, (_, tile, honor) => tileName(tile ?? honor)));
}

export const cardText = {
  question: "Which card do you play by?",
  by: "You play by",
  example: "The example is judged by",
  change: "Change",
  keep: "Keep this card",
  own: "Enter or photograph your own card",
  broken: (title, fault) => say`${title} cannot be read: ${fault}`,
  noCard: "A game without a card",
  rulesOf: (title) => (title ? say`Rules: ${title}` : "Names no rules. You choose them next."),
  ownRules: (title) => (title ? say`As the card says: ${title}` : "As the card says"),
  judgedBy: ({ card, rules, own }) => (card && own ? say`Judged by ${card}, ${rules}.` : card ? say`Judged by ${card}, with the rules of ${rules}.` : say`Judged by ${rules}.`),
};

export const winText = {
  title: "The win",
  who: "Who won?",
  how: "How?",
  ways: { "self-pick": "Self-picked", discard: "From a discard" },
  whose: "Whose discard?",
  names: "Names and bettors",
  namesOnly: "Names",
  betOn: "bet on",
  removeBettor: (number) => `Remove bettor ${number}`,
  addBettor: "Add a bettor (five or six at the table)",
  facts: { redeemed_joker: "Exchanging a joker made the hand: it counts as self-picked", rolled_double: "East rolled a double for this hand", after_wall: "The hand before was a wall game", last_wall: "The winning tile came in the last wall" },
  jokerWasUsed: "A joker in this hand was exchanged earlier",
  east: "Who is East?",
  winds: WINDS,
  tableWind: "Wind of the round",
  streak: "Hands East has won in a row",
  way: "The winning tile was",
  wayNames: {
    wall: "from the wall", "last-tile": "the last tile of the wall", supplement: "a supplement for a kong", dealt: "dealt at the start", "first-draw": "the first draw",
    discard: "a discard", "last-discard": "the last discard", "first-discard": "the first discard", "robbed-kong": "a robbed kong",
  },
  sayEast: "Say who is East.",
  sayEastThere: "Say in the book who is East.",
  seatedOut: (names) => plural(names.length, {
    one: say`${names[0]} no longer plays: an entry in the book has changed the seats. If it was ${names[0]}'s hand or discard, undo that change in the book first.`,
    other: `${list(names)} no longer play: an entry in the book has changed the seats. If it was their hand or discard, undo that change in the book first.`,
  }),
  sayWho: "Say who won.",
  sayHow: "Say how: self-picked, or from a discard.",
  sayWhose: "Say whose discard it was.",
};

export const verdictText = {
  title: "Is it mah jongg?",
  reading: "Reading the card …",
  won: ({ value }) => `Mah jongg: ${points(value)}`,
  group: "Group",
  exposedGroup: "Exposed group",
  exposed: "exposed",
  missing: (label) => `${tileName(label)}, missing`,
  standsFor: (label) => `= ${tileName(label)}`,
  joker: (label, stands) => `${tileName(label)} as ${tileName(stands)}`,
  note: dotted,
  extra: (bonus) => bonus.replace(/^\+(\d+) if (\w+)$/, (_, more, when) => `${points(Number(more))} more: ${verdictText[when]}`),
  bonus: ({ name, count }) => plural(count, { one: `${name}: ${count} double`, other: `${name}: ${count} doubles` }),
  limit: (limits) => `A limit hand: ${commas(limits.map((one) => one.name))}`,
  concealed: "a concealed hand",
  jokerless: "no joker in it",
  paysMore: (found, { pays, best_pays: best }) => say`Another hand pays more: ${handName(found)} is worth ${points(pays)}${pays > found.value ? " without jokers" : ""}, this one ${points(best)}.`,
  callThat: "Call that hand",
  called: (other) => `You call this hand, not the one for ${points(other.value)}.`,
  callOther: "Call the other",
  alsoFits: (more) => (more[0].section ? `It also fits ${commas([...new Set(more.map(handName))])}`
    : plural(more.length, { one: "Another way to count it", other: `${more.length} other ways to count it` })),
  away: (count) => (count === 0 ? "complete" : plural(count, { one: `${count} tile away`, other: `${count} tiles away` })),
  needs: "needs",
  spare: (hand) => (hand.away === 0 ? "without" : "instead of"),
  waitsFor: "What it waits for",
  wait: (left, drawn) => (drawn ? `${left} left, only if you pick it yourself` : `${left} left`),
  notYet: "Not yet mah jongg",
  no: "Not mah jongg",
  asPhotographed: "Not mah jongg as photographed",
  count: (count) => (count < 14
    ? plural(count, { one: "The photo shows 1 tile. With more of them it may be mah jongg: is one hidden or out of view?", other: `The photo shows ${count} tiles. With more of them it may be mah jongg: is one hidden or out of view?` })
    : `The photo shows ${count} tiles. With fewer of them it may be mah jongg: is each of them on the rack?`),
  countRight: "Yes, this is the rack",
  sayMore: "Say more about the win",
  nearest: (count) => plural(count, { one: "The nearest hand", other: "The nearest hands" }),
  look: "Please look first",
  lookAtAll: (count) => `Look at ${tiles(count)} at once`,
  ask: (labels, group) => `${either(labels.map(tileName))} ${where(group)}?`,
  faceDown: (group) => `A tile lies face down ${where(group)}`,
  more: (count) => `and ${count} more, one after another`,
  lie: (labels) => `The photo does not show whether these are exposed, and the answer depends on it: ${kinds(labels)}.`,
  asShown: "The exposures are as shown",
  ifExposed: (one) => `If they are exposed: ${result(one, "not mah jongg")}. Then tap them and say where each lies.`,
  neither: "If neither is right, tap the tiles and say where each lies.",
  lieToo: "Then say which tiles are exposed.",
  wouldBe: (one) => `${tileName(one.label)}: ${one.win === null ? "depends on the others" : result(one, "not mah jongg")}`,
  meant: (one) => (one.win === null ? "" : result(one, "no hand")),
  noMatter: (count) => plural(count, { one: "1 tile is not sure; whatever it is, the answer is the same", other: `${count} tiles are not sure; whatever they are, the answer is the same` }),
  means: (one) => capital(result(one, "not mah jongg")),
  barOpen: (count) => plural(count, { one: `${count} tile to look at`, other: `${count} tiles to look at` }),
  barBad: "This rack cannot be judged",
  barGone: "No answer yet: see why",
  barExposed: "Which tiles are exposed?",
  barCount: "Is this the whole rack?",
  barWaits: (labels) => `Not yet: it waits for ${either(labels.map(tileName))}`,
};

export const prospectsText = {
  title: "What it may still become",
  ask: "Which hands are still possible?",
  dead: "This hand is dead: it can no longer make any hand of the card.",
  possible: (count) => plural(count, { one: `${count} hand is still possible.`, other: `${count} hands are still possible, nearest first.` }),
  more: (count) => `${count} more`,
  exchange: (jokers, label) => plural(jokers, { one: `On your turn you can exchange your ${tileName(label)} for the joker.`, other: `On your turn you can exchange your ${tileName(label)} for one of ${jokers} jokers.` }),
};

export const tableText = {
  lead: "Discards and the other players' exposures count as gone.",
  photograph: "Photograph the table",
  byHand: "Count by hand",
  clear: "Clear the count",
  onTable: "on the table",
  loose: (count) => `On the table: ${tiles(count)}`,
  times: (count) => `× ${count}`,
  counted: (label, count) => `${count} × ${tileName(label)} on the table`,
  doubted: (label) => `${tileName(label)} on the table, not sure, please look`,
  found: (count) => `${tiles(count)} found on the table.`,
  exposure: "Exposed by another player",
  apart: "No exposure",
  less: "One less",
  more: "One more",
};

export const moneyText = {
  score: "Score",
  title: "Who pays?",
  counting: "Counting …",
  pays: " pays ",
  paid: (transfers) => commas(transfers.map((one) => say`${one.from} pays ${one.to} ${points(one.points)}`)),
  together: "Together",
};

const SOUND = {
  parts: "Nothing in the file was changed",
  corrections: "The tiles that were put right are marked",
  verdict: "The answer follows again from the tiles, the card and the rules",
  settlement: "Who pays whom follows again from the answer",
};

export const evidenceText = {
  title: "In case of a dispute",
  gathering: "Gathering the evidence …",
  keep: "Keep as evidence",
  again: "Save it again",
  done: "The evidence is saved.",
  small: "It holds the small copy of the photo: the photo itself is no longer on this page. Take or choose it again to keep it whole.",
  saved: (file) => `Saved as ${file}. Send it to the others at the table: anybody opens it under Disputes.`,
  // Open a bundle
  openTitle: "Open kept evidence",
  openHint: "Somebody sent you the evidence of an answer? See whether it still follows from the photo, the card and the rules in it.",
  openFile: "Choose the file",
  opening: "Going through it …",
  stands: "It still stands",
  differs: "Something in it differs",
  saidThen: ({ was }) => ({
    verdict: was.check.win ? verdictText.won(was.check) : was.check.win === null ? verdictText.look : verdictText.no,
    payments: was.settlement && moneyText.paid(was.settlement.transfers),
  }),
  checked: ({ what, agrees, text }) => `${agrees === null ? "–" : agrees ? "✓" : "✗"} ${(agrees && SOUND[what]) || capital(text)}`,
  madeBy: ({ created, program }) => `Kept on ${day(created)} with ${program}.`,
  open: " Tiles that are not sure are kept as open.",
  holds: "One file with the photo, the reading, the card, the rules and this answer. It is saved on this phone.",
};

const OUTCOMES = { "play-on": "The game goes on", "dead-hand": "A hand is dead", "game-over": "The game is over", replay: "The game is played again", silent: "The rules do not say",
  "cannot-win": "The hand cannot win", penalty: "A penalty is paid", "bet-cancelled": "The bet is canceled", "bets-cancelled": "All bets are canceled" };
const outcome = (name) => OUTCOMES[name] ?? spoken(name);

export const disputeText = {
  title: "Settle a dispute",
  back: "‹ All questions",
  opening: "Opening the rules …",
  what: "What happened?",
  words: "Such as: too many tiles",
  found: "Questions that may be meant",
  noneFound: "Nothing matches. Use other words, or clear them to see all questions.",
  count: (count) => (count ? plural(count, { one: "One question may be meant.", other: `${count} questions may be meant.` }) : disputeText.noneFound),
  isSilent: "these rules do not say",
  silent: (count) => plural(count, { one: `${count} question these rules do not answer`, other: `${count} questions these rules do not answer` }),
  seat: "East",
  ask: "What do the rules say?",
  sayFirst: (what) => `The rules need one more answer. Say first: ${what}.`,
  ruling: "The ruling",
  outcome,
  answer: (answer) => `${outcome(answer.outcome)}. ${inOrder(answer.text)}`,
  dead: "Dead: ",
  pays: "Who pays what",
  nobodyPays: "Nobody pays for it now.",
  enter: (title) => say`Enter it in ${title}`,
  entered: "You have entered this: the book shows it.",
};

// The book

const won = ({ winner, how, discarder, hand, worth: parts }) => {
  const by = how === "discard" ? say`from ${discarder ?? "a discard"}` : "self-picked";
  return [hand ? say`${winner} won with ${hand}` : say`${winner} won`, ...parts, by].join(", ");
};

const CHIPS = [200, 25, 5];
const chips = (value) => {
  let left = Math.max(0, value);
  const parts = CHIPS.map((worth) => {
    const number = Math.floor(left / worth);
    left -= number * worth;
    return number && `${number}\u00a0×\u00a0${worth}`;
  });
  return [...parts, left && `${points(left)} over`].filter(Boolean).join(", ") || "no chips";
};

const KINDS = { win: "Win", wall: "Wall game", penalty: "Penalty", seats: "Seats", note: "Note", undo: "Undo" };

export const bookText = {
  // A book that takes no entries
  faults: { "book-lost": "Entries of the book are lost", "read-only": "The book can only be read", other: "Nothing can be entered" },
  lookAgain: "Look again",
  // A game that the book no longer has
  gone: (title) => say`${title} is no longer in the book`,
  goneWhy: "The book was replaced, or this game was taken out of it. What this phone saw last stays below, and what you typed stays on this phone.",
  goneAnew: "If the old book comes back, look again. Otherwise begin the game anew: the same people by the same rules. What waits on this phone goes into it.",
  goneStood: (sheet) => `Go on with the points that stand below: they are entered once, as payments the table agreed on.${sheet ? " The score sheet begins at zero." : ""} Or begin it anew, all at zero.`,
  goneZero: "All begin at zero: the points that stand below are not in the new game.",
  anewStood: "Go on with these points",
  stood: "As it stood in the game that the book has lost",
  goneForm: "This game is no longer in the book. Enter this all the same: it waits on this phone until you have decided what becomes of the game.",
  anew: "Begin it anew",
  anewLacks: (name) => say`The game is played by ${name}, which is not here any more. Bring it in under Cards or with a copy of everything, then begin the game anew.`,
  anewElsewhere: "Another phone has begun this game anew with other seats. Go to “Another game” and open that one.",
  // Begin or open a game
  newGame: "A new game",
  theGame: "The game",
  opening: "Opening the book …",
  card: "Card",
  rulesCard: "The card of these rules",
  eachCard: "Each hand names its card",
  seats: "Who sits where, in playing order",
  seatNames: ["East, who begins", "to East's right", "opposite East", "to East's left"],
  tapNames: "Tap the names in playing order, or type others.",
  offered: "Players: tap to seat, tap again to take away",
  morePeople: "More than four people, and a name for the game",
  bets: "Those who wait may bet. They sit down when the rules say so.",
  gameName: "Name of the game",
  begin: "Begin the game",
  games: "Games in the book",
  older: "Show older games",
  // The table now
  live: "Up to date",
  connecting: "Connecting …",
  cutOff: "No connection: what others enter comes later",
  now: ({ hand, sitting: { table_wind: round, east } }) => {
    const number = round ? `Hand ${hand}, ${WINDS[round]} round` : `Hand ${hand}`;
    return east ? say`${number} · ${east} is East` : `${number} · East is not known`;
  },
  last: "Last entry: ",
  over: "All rounds of this game have been played.",
  sayEast: "Who is East now?",
  eastTitle: (name) => say`${name} is East`,
  eastLater: "You can say this once the entry on its way is in the book.",
  eastAfter: "East after each hand",
  eastAsked: "These rules do not say who is East after each hand. How do you play it?",
  eastGoes: { right: "East moves to the right", stays: "East stays after winning or a wall game", asked: "We say it each time" },
  eastGoesTitle: (way) => `From now on: ${{ right: "East moves to the right after each hand", stays: "East stays after winning or a wall game, else moves to the right", asked: "the table says who is East" }[way]}`,
  turns: "Seats in playing order",
  deadHand: "dead hand",
  waiting: (names, cancelled) => [`Waiting: ${names.map(isolated).join(", then ")}`, ...cancelled.map((name) => say`${name}'s bet is canceled`)].join(". "),
  scan: "Scan a winning rack",
  forms: { win: "Win by hand", wall: "Wall game", penalty: "Penalty", note: "Note", seats: "Change seats" },
  source: (rules, source) => (source ? say`${rules}. Seats: ${source}` : rules),
  heldBy: "This phone is held by",
  // Standings
  standings: "Standings",
  began: (count) => `Everybody began with ${points(count)} in chips of 200, 25 and 5`,
  columns: { player: "Player", chips: "Chips", won: "Points", sheet: "Sheet", games: "Games", wins: "Wins" },
  owes: (value) => `owes ${points(value)} beyond all chips`,
  chips,
  amount: (value) => grouped(value),
  // The season, and joining
  season: "All games together",
  seasonLeftOut: (left) => plural(left, { one: "One older game is not counted here.", other: `${left} older games are not counted here.` }),
  gamesDamaged: (count) => plural(count, { one: "One game is damaged and cannot be opened: put back the last backup.", other: `${count} games are damaged and cannot be opened: put back the last backup.` }),
  seasonDamaged: (count) => plural(count, { one: "One game is damaged and does not count here.", other: `${count} games are damaged and do not count here.` }),
  seasonOf: (title, games, tournament) => say`${title}, ${plural(games, { one: `${games} game`, other: `${games} games` })}${tournament ? " of a tournament" : ""}`,
  join: "Let another phone join",
  joinHow: "Point the other phone's camera at the code, and open what it shows. From then on both write in the same book.",
  joinCode: "Code to join",
  joinAlone: "This page was opened under a name that only this machine knows. Open it by the machine's address in your network, then show the code.",
  sheet: (date, rules, played) => dotted([date, rules, plural(played, { one: `after ${played} hand`, other: `after ${played} hands` })]),
  behind: "Waiting behind it",
  notYet: (title) => say`Not in the book yet: ${stopped(title)}`,
  uncounted: (count) => plural(count, {
    one: "One entry of this phone is not in the book yet, and does not count here.",
    other: `${count} entries of this phone are not in the book yet, and do not count here.`,
  }),
  behindHeld: "These wait behind it, so that the hands stay in order. They are entered by themselves once you have decided.",
  beside: "Not in the book yet either, for another game",
  dropIt: (title) => say`Drop it: ${title}`,
  // Entries
  entries: "Entries",
  noEntries: "No entry is in the book yet.",
  facts: (entry, time) => dotted([entry.seq, KINDS[entry.kind], entry.hand && `hand ${entry.hand}`, time, entry.by && say`by ${entry.by}`]),
  newer: ({ seq, by }, title) => (by ? say`${seq} · ${title} (by ${by})` : say`${seq} · ${title}`),
  entered: (title) => say`Entered: ${stopped(title)}`,
  takenOut: "Taken out: it no longer counts",
  undo: (title) => say`Undo: ${title}`,
  correct: "Correct",
  correctIt: (title) => say`Correct: ${title}`,
  // The photo of a win
  keepPhoto: "Keep the photo with it",
  photoSeen: "Everybody who shares this book can open the photo.",
  photoHere: "It stays on this phone, and goes along where you save a copy or the game.",
  photo: "Photo",
  photoOf: (title) => say`Photo of: ${title}`,
  photoOfCorrected: (title) => say`It was kept before a correction, with: ${stopped(title)}`,
  photoAlt: "The photo the hand was judged by",
  photoKeeping: "Keeping the photo …",
  photoKept: "The photo is in the book.",
  photoNotKept: (message) => `The photo is not in the book yet. ${message}`,
  photoLost: "The photo is no longer on this phone.",
  photoLeave: "Leave the photo out",
  photoState: (state) => refusalText[`evidence-${state}`],
  photoOpening: "Opening the photo …",
  photoRemove: "Remove the photo",
  photoRemoveSure: "Remove the photo for good? The win stays in the book.",
  photoRemoveYes: "Yes, remove it",
  photoRemoveAll: (count) => `Remove all ${count} photos of this game`,
  net: (net) => dotted(net.map(([name, value]) => say`${name}\u00a0${signed(value)}`)),
  win: (entry) => {
    const { winner, won_by: how, discarder, value, points: counted, bonuses, limit } = entry.question.outcome;
    const number = value ?? counted;
    const parts = limit ? [limit === "half" ? "half a limit" : "a limit hand"] : [number && points(number), bonuses && `${bonuses} in bonuses`].filter(Boolean);
    return won({ winner, how, discarder, hand: entry.check?.match && handName(entry.check.match), worth: parts });
  },
  nobody: "Wall game: nobody won",
  agreed: "A payment the table agreed on",
  seated: (players, east) => `Seats: ${commas(players)}; ${east ? say`East is ${east}` : "East is not known"}`,
  undone: (title) => (title ? say`Taken back: ${title}` : "Undo"),
  // The end of the evening
  end: "End of the evening",
  whoPays: "Who pays whom",
  even: "Everybody is even: nobody pays.",
  scored: "In a tournament nobody pays: the sheet says who has won.",
  fewest: "No smaller number of payments makes everybody even.",
  csv: "Save for a spreadsheet (CSV)",
  json: "Save the game (JSON)",
  leave: "Another game",
  evening: "The evening",
  chart: (totals) => `Points hand by hand; now ${totals.map(([name, value]) => say`${name} ${signed(value)}`).join(", ")}`,
  start: "start",
  handNumber: (number) => `hand ${number}`,
  numbers: "The numbers of the chart",
  table: "Points hand by hand, as a table",
  entry: "Entry",
  // Entries on their way
  entering: "Entering …",
  yours: "Yours, not in the book yet: ",
  yoursIn: (title) => say`Yours for ${title}, not in the book yet: `,
  yoursElsewhere: "Yours for another game, not in the book yet: ",
  kept: "Kept on this phone",
  leaveOpen: "Leave this page open: this phone keeps nothing more",
  sentAgain: (message) => `${message} It is sent again by itself, and entered once.`,
  sendNow: "Send it now",
  drop: "Drop it",
  openIt: "Open that game",
  faster: "Somebody entered something first",
  lookAtNewer: "The book has newer entries. Look at them, then say whether yours still holds.",
  newerEntries: "Newer entries",
  enterToo: "Enter mine too",
  changeMine: "Change mine",
  notEntered: "It was not entered",
  change: "Change it",
  won: (winner, worth) => (worth ? say`${winner} won ${worth}` : say`${winner} won`),
  wonWith: (winner, value, hand) => say`${winner} won ${points(value)} with ${hand}`,
  by: (title, by) => (by ? say`${title}, from ${by}` : `${title}, self-picked`),
  agreedTitle: (from, to, value) => say`${from} pays ${to} ${points(value)}`,
  seatsTitle: (names) => `Seats: ${commas(names)}`,
  noteTitle: (note) => say`Note: ${note}`,
  // From the rack
  title: "The book",
  theirNames: (title) => say`The players are those of ${title} in the book.`,
  betOn: (name) => say`${name} bet on`,
  nobodyBet: "nobody",
  mostBet: (most) => `No more than ${most} may bet on one hand: to let somebody else bet, take a bet back.`,
  beginToKeep: "Begin a game, and the score keeps itself",
  otherRules: (title) => say`This hand was judged by other rules than ${title} is played by. Choose those of the game above to add it.`,
  add: (title) => say`Add this win to ${title}`,
  winWaits: {
    hand: "This win is on its way into the book. To change it, drop it there first.",
    other: "Another entry of this phone waits for you in the book. Look at it first, then add this win.",
  },
  look: "Look at it",
  rulingWaits: "Another entry of this phone waits for you in the book. Look at it first, then enter this.",
};

export const entryText = {
  corrections: { win: "Correct the win", wall: "Correct the wall game", penalty: "Correct the penalty" },
  whatItWas: "What was it?",
  was: { win: "A win", wall: "A wall game", penalty: "A penalty" },
  titles: { win: "A win by hand", wall: "Wall game", penalty: "A penalty", note: "Note", seats: "Change of seats" },
  submit: { win: "Enter the win", wall: "Enter a wall game", penalty: "Enter it", note: "Enter the note", seats: "Change the seats" },
  corrects: (title) => say`In place of: ${stopped(title)} It stays in the book, struck through.`,
  correct: "Correct it",
  refused: ({ where, message }) => {
    const named = entryText[/\.(value|points|bonuses)$/.exec(where)?.[1]];
    return named ? `${named}: ${message[0].toLowerCase()}${message.slice(1)}` : message;
  },
  value: "Value of the hand, in points",
  jokerless: "No jokers in the hand",
  singles: "A Singles and Pairs hand",
  judged: (hand) => say`The rack stays with the win, and the book judges it again: ${stopped(hand)}`,
  otherSum: "The table pays another sum: enter it without the rack",
  limit: "Limit",
  limits: { none: "no limit hand", full: "a limit hand", half: "half a limit" },
  points: "Points",
  bonuses: "Bonuses",
  notSaid: "not said",
  nobodyNamed: "nobody named",
  choose: "Choose …",
  from: "Who pays?",
  to: "To whom?",
  why: "What for?",
  turns: "In playing order: each sits to the right of the one before.",
  seats: ["First seat", "Second seat", "Third seat", "Fourth seat"],
  waits: ["Waits first", "Waits second", "Waits third", "Waits fourth"], // as many as the book takes
  notKnown: "not known",
  note: "What shall the book say?",
  wall: (hand) => `Nobody won hand ${hand}.`,
  sayWorth: "Say what the hand is worth, as a number.",
  sayCounted: "Say the points and the bonuses, as numbers.",
  behind: (count) => plural(count, {
    one: "Another entry of this phone waits behind this one, so that the hands stay in order.",
    other: `${count} other entries of this phone wait behind this one, so that the hands stay in order.`,
  }),
  waitForRulings: "The rules are not here yet. Wait a moment.",
  sayWhat: "Say what happened.",
  sayPayment: "Say who pays whom how many points.",
  sayNote: "Write the note.",
  ready: "Ready to be entered.",
};

// Tile sets of the players

export const setText = {
  label: "Your set",
  any: "Any set",
  teachNew: "Teach a new set",
  renewed: ({ set, faces: count }) => say`Rackcheck has learned to read tiles better, and your set ${set} goes on with it. ${plural(count, { one: "Its face was kept", other: `All ${count} faces were kept` })}: nothing has to be taught again.`,
  good: "Good",
  teachMore: "Teach it more",
  rename: "Rename it",
  merge: "Add another set's faces",
  forget: "Forget it",
  forgotten: (name) => say`The set ${name} is forgotten.`,
  backAs: (was, now) => say`Somebody has made a set ${was} meanwhile. Yours is back as ${now}.`,
  gone: (name) => say`The set ${name} is not there any more: somebody has renamed or forgotten it. Photos are read without a set until you choose one.`,
  noName: "Give the set a name first.",
  badName: (name) => say`A set's name begins with a letter or a digit and has no sign but - _ . and ': “${name}” will not do.`,
  name: "What to call the set",
};

export const teachText = {
  title: "Teach your set",
  how: "Lay out all tiles of the set, or one of each kind and every flower and joker that looks different, in any order, face up and apart, in rows. Photograph them from above in good light. Several photos are fine.",
  example: "Grandma's set",
  samePhoto: "Go on with the same photo",
  take: "Take the photo",
  fromFile: "Somebody has taught this set already? Ask for the file that “Save as a file” makes of it.",
  openFile: "Open a set's file",
  back: "Back to all faces",
  looking: "Looking at the faces …",
  noFaces: "No faces were found. Hold the phone closer, above the tiles, and try again.",
  found: (count, open) => `${faces(count)} found${open ? `, ${open} to look at` : ""}.`,
  reading: "Reading the file …",
  noFace: "no face",
  face: (name, count, sure) => `${count > 1 ? `${count} times ` : ""}${name}${sure ? "" : ", not sure, please look"}`,
  look: (open) => (open ? plural(open, { one: "Look at this one; if it is wrong, tap it.", other: `Look at these ${open}. Tap one that is wrong: its right name often helps others to theirs.` }) : "Tap any that is wrong."),
  asNamed: (open) => plural(open, { one: "It is taught as named here.", other: "They are taught as named here." }),
  sure: "The others",
  teach: (count) => `Teach ${faces(count)}`,
  other: "Another name or photo",
  isNow: (name) => `Now ${name}.`,
  which: "Which face is it?",
  read: (name) => `Read as ${name}. Which is it?`,
  like: (count) => `These ${count} look alike. Tap one that is another tile to leave it out.`,
  oneOf: (number, count) => `face ${number} of ${count}`,
  right: "It is right",
  faceDown: "It lies face down",
  notOfSet: "No face of the set",
  learning: "Learning …",
  taught: (name) => say`${name} is taught`,
  knows: (count) => `It knows ${faces(count)}. Photos are now read by it.`,
  missing: (labels) => `Not taught yet: ${labels.map(tileName).join(", ")}.`,
  another: "Another photo",
};

export const changeText = {
  busy: "Rackcheck is busy with other photos. This is done in a moment …",
  renameTitle: (name) => say`Rename ${name}`,
  keeps: "It keeps all its faces.",
  renaming: "Renaming it …",
  everywhere: " Every phone sees the new name.",
  renamed: (was, now) => say`${was} is now called ${now}.`,
  mergeTitle: (name) => say`Add to ${name}`,
  merge: (name) => say`${name} learns the faces of another set, such as new jokers that were taught by themselves. The other set stays as it is.`,
  which: "Faces of which set?",
  choose: "Choose a set …",
  option: (name, count) => say`${name}, ${faces(count)}`,
  comparing: "Comparing the two …",
  would: (name, labels) => say`${faces(labels.length)} would come from ${name}: ${kinds(labels)}.`,
  came: (name, labels) => say`${faces(labels.length)} came from ${name}: ${kinds(labels)}.`,
  knows: (name, count) => say`${name} knows ${faces(count)} of it already.`,
  knew: (name, count) => say`${name} knew ${faces(count)} of it already.`,
  stays: (there, other, label, set) => say`A face that is ${tileName(there)} in ${other} stays ${tileName(label)} in ${set}.`,
  add: (count) => `Add ${faces(count)}`,
  nothing: (name, other) => say`There is nothing to add: ${name} knows all faces of ${other}.`,
  learnt: (name) => say`${name} has learned`,
  nowKnows: (count, others) => `It now knows ${faces(count)}. The set ${list(others)} is still there.`,
  forgetting: "Forgetting them again …",
  forgotten: (count) => `The faces that came are forgotten again; it knows ${faces(count)}.`,
};

export const lessonText = {
  ask: "Let this teach the set?",
  taught: "Taught",
  learnt: (name) => say`The set ${name} has learned from this photo. `,
  next: "The next photo is read with it.",
  can: (name, count) => plural(count, {
    one: say`The set ${name} can learn the tile you named in this photo. Nothing is kept unless you say so.`,
    other: say`The set ${name} can learn the ${count} tiles you named in this photo. Nothing is kept unless you say so.`,
  }),
  begin: "Your own set?",
  canBegin: (count) => `Rackcheck can remember the ${count} tiles you named in this photo, and read your set better next time. Give it a name.`,
  beginIt: "Remember these tiles",
  show: "Show what would change",
  keep: "Yes, teach it",
  no: "No",
  noPhoto: "The photo is gone from this page. Take it again to teach from it.",
  comparing: "Reading the photo with and without it …",
  isTaught: "Taught.",
  forgetting: "Forgetting it again …",
  forgotten: "Forgotten again.",
  nothing: "No tile of this photo would be read differently.",
  effect: (told) => plural(told.length, { one: `${told.length} tile of this photo would be read differently: ${told.join("; ")}.`, other: `${told.length} tiles of this photo would be read differently: ${told.join("; ")}.` }),
  tile: (tile) => `the ${tileAt(tile)}`,
  aside: (label) => `the ${tileName(label)} beside the rack`,
  seen: (label) => `a ${tileName(label)} would be seen`,
  leftOut: (which) => `${which} would be left out`,
  instead: (which, is, was) => `${which} as ${tileName(is)}, not ${tileName(was)}`,
  surely: (which, label, sure) => (sure ? `${which} surely as ${tileName(label)}` : `${which} no longer surely as ${tileName(label)}`),
};

// Cards

const TOO_OLD_FOR_CODES = "This browser is too old for codes.";
const INSTEAD_OF_CODES = "Ask for the card as a file or as text instead, and tap “Open a file” or “Paste a card”.";
const cardLines = (count) => plural(count, { one: `${count} line`, other: `${count} lines` });
const FACES = {
  0: "Soap, or the zero of a year", F: "Flower", D: "Dragon of the suit", N: "North", E: "East", W: "West", S: "South", R: "Red dragon", G: "Green dragon",
  X: "X, any number", Y: "Y, any other number", U: "U, any number", V: "V, any number", Z: "Any wind", A: "Any tile", J: "Joker",
};
const COLOURS = { a: "green", b: "red", c: "blue", "*": "any suit", B: "Bams", C: "Craks", D: "Dots" };
const SAID = { run: "any run", like: "like numbers", odd: "odd", even: "even", sp: "singles and pairs", nojoker: "no jokers" };

/** The texts that the lists of cards and of tables have in common. */
export const keptText = {
  doWith: (what, title) => say`${what}: ${title}`,
  play: "Play by it",
  playing: "Playing",
  change: "Change",
  file: "Save as a file",
  remove: "Delete",
  removed: (title) => say`${title} was deleted.`,
  notRemoved: (title) => say`${title} was not deleted: somebody has changed it meanwhile. Look at it, then delete it once more.`,
};

export const ownRulesText = {
  title: "Our table",
  lead: "What your table plays differently from the rules. Give it a name: hands, payments, disputes and the book then go by it.",
  name: "Name of the table",
  nameExample: "Our table",
  rules: "It plays by",
  begin: "Set up a table",
  by: (rules, used) => dotted([say`by ${rules}`, used && "you play by it"]),
  playsBy: (title) => say`Hands are now checked by the rules of ${title}.`,
  share: "Show to another phone",
  all: "‹ All cards and tables",
  kept: (rules) => say`It plays by ${rules}, except for what you change here. Each change is kept at once. Games already begun keep the rules they began with.`,
  saysMore: "The file of this table says more than can be shown here. Save it as a file and change that.",
  number: (least, most) => `How many, ${least} to ${most}`,
  usual: (said) => say`Usual: ${said}`,
  usualFlag: (on) => (on ? "Usual: yes" : "Usual: no"),
  back: "As usual",
  backTo: (what) => say`As usual: ${what}`,
  changedElsewhere: (title) => say`Somebody has changed ${title} meanwhile. Your change was not kept: look how the table stands now, then make it once more.`,
  deletedElsewhere: (title) => say`Somebody has deleted ${title} meanwhile. Your last change was not kept.`,
  nameTaken: "Somebody has made a table of this name meanwhile. Yours is back beside it.",
  received: (title) => say`${title} has come over and is kept.`,
};

export const cardsText = {
  title: "Your cards",
  lead: "A card stays with your table. Type it, tap it or paste it once; every phone here can then check hands by it.",
  leadHere: "A card stays on this phone. Type it, tap it or paste it once; hands can then be checked by it.",
  untitled: "My card",
  newCard: "Write a card",
  pasteCard: "Paste a card",
  openFile: "Open a file",
  all: "Cards to play by",
  drafts: "Not kept yet",
  draftFacts: (count) => `${cardLines(count)}, on this phone only`,
  cardFacts: (card, used) => dotted([plural(card.hands, { one: `${card.hands} hand`, other: `${card.hands} hands` }), card.shipped && "comes with Rackcheck", used && "you play by it"]),
  sendFile: "Send it by another app",
  notSent: "This browser did not send it. Show the codes, or save the file.",
  goOn: "Go on",
  goOnWith: (title) => say`Go on with ${title}`,
  drop: "Throw away",
  dropNamed: (title) => say`Throw away: ${title}`,
  dropped: (title) => say`${title} was thrown away.`,
  playsBy: (title) => say`Hands are now checked by ${title}.`,
  copyOf: (title) => say`Copy of ${title}`,
  nameTaken: "Somebody has made a card of this name meanwhile. Yours is open here: keep it, and it gets a name of its own.",
  back: "‹ All cards",
  redo: "Redo",
  name: "Name of the card",
  nameExample: "Tuesday table 2026",
  playedBy: "Played by the rules of",
  wildFlowers: "Flowers are wild, as jokers are",
  sectionName: (nth) => `section ${nth}`,
  sectionTitle: (nth) => `Heading of section ${nth}`,
  sectionExample: "Heading, as printed",
  sectionUp: (name) => say`Move ${name} up`,
  sectionDown: (name) => say`Move ${name} down`,
  removeSection: (name) => say`Remove ${name} with its lines`,
  sectionRemoved: "The section was removed.",
  addSection: "Add a section",
  addLine: "Add a line",
  addLineTo: (name) => say`Add a line to ${name}`,
  pasteMore: "Paste more lines",
  lineName: (number) => `line ${number}`,
  moveLine: (name) => `Move ${name}: drag it, or press the arrow keys`,
  lineUp: "Move this line up",
  lineDown: "Move this line down",
  movedTo: (number, section) => say`It is line ${number} now, in ${section}.`,
  lineSays: (number, words, look, wrong) => dotted([say`Line ${number}: ${words}`, look && "please look at it", wrong > 0 && "something is wrong"]),
  standing: (count, wrong, look) => dotted([cardLines(count), wrong === null ? count > 0 && "checking …" : wrong > 0 ? plural(wrong, { one: `${wrong} with a fault`, other: `${wrong} with faults` }) : count > 0 && "no fault", look > 0 && plural(look, { one: `${look} to look at`, other: `${look} to look at` })]),
  keep: "Keep this card",
  kept: "Kept",
  notStored: "This phone's storage is full or closed to this page: the draft is lost when the page closes. Leave the page open, then tap “Keep this card” or “Save as a file”.",
  isKept: (title) => say`${title} is kept. Every phone at your table can play by it.`,
  isKeptHere: (title) => say`${title} is kept. You can play by it now.`,
  lookFirst: "Some lines are marked: they were guessed. Look at each of them first.",
  mendFirst: "Some lines have a fault. Fix them first.",
  changedElsewhere: (title) => say`Somebody has changed ${title} meanwhile. Keep yours once more: it becomes a card of its own.`,
  deletedElsewhere: (title) => say`Somebody has deleted ${title} meanwhile. Keep yours once more: it becomes a card of its own.`,
  tryCard: "Try a rack on this card",
  tryRack: "Try a rack on this line",
  rack: "Tiles of the rack",
  rackExample: "FF 2222B 4444C 6666D",
  tried: (verdict) => (verdict.win ? say`Mah jongg: ${verdict.matches[0].title}, ${points(verdict.matches[0].value)}.` : sentence(verdict.reasons[0])),
  lineTitle: (number, title) => dotted([`Line ${number}`, title]),
  lineNow: "The line as printed; tap a group to change it",
  lineRemoved: "The line was removed.",
  copied: "This is the copy.",
  empty: "Tap the tiles as the card prints them.",
  group: (faces, suit, wrong) => dotted([faces, suit === null ? "" : COLOURS[suit] ?? "no color yet", wrong && "something is wrong here"]),
  heard: (faces, suit) => dotted([faces.length > 1 && new Set(faces).size === 1 ? `${faces.length} × ${FACES[faces[0]] ?? faces[0]}` : faces.map((one) => FACES[one] ?? one).join(" "), suit === null ? "" : COLOURS[suit] ?? "no color yet"]),
  nothing: "No tile here yet",
  noValue: "no value",
  worth: (kind, value) => `${kind.toUpperCase()} ${value}`,
  remarks: (words) => { const found = words.filter(Boolean).map((word) => SAID[word] ?? word); return found.length ? `(${found.join(", ")})` : ""; },
  checking: "Checking …",
  concrete: (count) => plural(count, { one: `${count} way to make it`, other: `${count} ways to make it` }),
  anotherHand: "Another hand",
  drawn: (groups) => say`A hand that makes it: ${groups.map((group) => group.tiles.map(tileName).join(" ")).join("; ")}`,
  mend: (what) => capital(what),
  looked: "That is right",
  pasted: (text) => say`Pasted: ${text}`,
  readAs: (text) => say`Read on the photo: ${text}`,
  stripAlt: "This line on the photo",
  copy: "Copy",
  remove: "Remove",
  nextLine: "Next line",
  typeIt: "Type it instead",
  typed: "The line as you would type it",
  typedSays: (look, { faults, hands }) => [...look, ...faults.map(({ message }) => message), ...hands.map(({ words }) => words)].map(sentence).join(" "),
  tiles: "Tiles",
  face: (face) => FACES[face] ?? face,
  howMany: "How many of the last tile",
  times: (count) => `×${count}`,
  alike: (count) => ["", "", "A pair", "A pung", "A kong", "A quint", "A sextet"][count],
  gap: "␣",
  gapLabel: "Begin a new group",
  erase: "Remove the last tile",
  colours: "Color of the group",
  colour: { a: "green", b: "red", c: "blue", any: "any suit" },
  onlySuit: "One suit only",
  named: { B: "only Bam", C: "only Crak", D: "only Dot" },
  rules: "Which numbers",
  again: "again",
  againLabel: "The same again, in the next color",
  join: "same group",
  higher: "one higher",
  rule: { run: "any run", like: "like", odd: "odd", even: "even", differ: "no two alike", "suits free": "other suits too" },
  anyYear: "any year",
  years: "From one year to another",
  yearsExample: "2001-2026",
  letters: "What the letters are",
  condition: (rule) => rule.replace(" not ", " ≠ ").replace("*", " × ").replace("+", " + ").replace("in run", "in the run"),
  numbersOf: (letter) => `${letter} may be`,
  counted: { concealed: "Points more if concealed", jokerless: "Points more without a joker", tiles: "Tiles of the hand, if not 14" },
  words: "Words before the line",
  exposed: "Exposed or concealed",
  x: "X: may be exposed",
  c: "C: concealed",
  value: "Value",
  less: "5 less",
  more: "5 more",
  moreKeys: "More keys",
  signs: "Signs",
  sign: { "+": "Plus", "=": "Equals" },
  or: "or",
  another: "Or: another way to make this line",
  notes: "Remarks",
  note: SAID,
  natural: "No joker in this group",
  pasteLead: "Paste lines as people type them, with headings, or cells of a spreadsheet. What has to be guessed is marked, so that you can look at it.",
  photoCard: "Photograph a card",
  photoMore: "Photograph more lines",
  photoLead: "Hold the phone straight over the card, near enough that one panel fills the picture. Its lines become a draft; what was not surely read is marked, with its piece of the photo.",
  photoFetches: "The first photo takes a while: this phone fetches what reads print, 11 MB, and keeps it.",
  pasteLabel: "The card as text",
  pasteExample: "2468\nFFFF 2222 4444 88 (any 1 suit) X 25",
  readIt: "Read it",
  reading: "Reading …",
  pasteFound: (count, look) => (count === 0 ? "No line of a card was found in it." : look === 0 ? `${cardLines(count)}, all understood.` : `${cardLines(count)}; ${plural(look, { one: `${look} is marked: please look at it`, other: `${look} are marked: please look at them` })}.`),
  unread: (row) => `The text is too long: nothing from row ${row} on was read. Use these lines, then paste the rest under “Paste more lines”.`,
  leftOver: (count) => plural(count, { one: `${count} row was left out`, other: `${count} rows were left out` }),
  share: "Show as code",
  shareTitle: (title) => say`Share ${title}`,
  shareLead: (count) => (count > 1 ? "On the other phone, open Cards and tap “Read a code”. The codes take turns; hold the camera on them until all are read." : "On the other phone, open Cards and tap “Read a code”."),
  codeName: (at, of) => `Code ${at} of ${of}`,
  which: (at, of) => `${at} of ${of}`,
  before: "Before",
  after: "Next",
  holdStill: "Hold this one",
  turnAgain: "Let them take turns",
  readCodes: "Read a code",
  readLead: "Hold the camera on the code that the other phone shows.",
  noCode: "No code of a card in view yet.",
  newerCode: "This code comes from a newer version of Rackcheck. Update the one here, or ask for the card as a file or as text.",
  got: (have, of) => `${have} of ${of} codes read.`,
  badCodes: "These codes are not of one card. Start with them again.",
  insteadOfCodes: INSTEAD_OF_CODES,
  noCamera: `This page may not use the camera here. ${INSTEAD_OF_CODES}`,
  tooLongForCodes: "This is too long for codes. Save it as a file instead.",
  tooOldToShow: `${TOO_OLD_FOR_CODES} Save the card as a file instead.`,
  tooOldToRead: `${TOO_OLD_FOR_CODES} ${INSTEAD_OF_CODES}`,
  received: (title) => say`${title} is here. Look it over, then keep it.`,
  take: (count) => plural(count, { one: "Use this line", other: `Use these ${count} lines` }),
};

// Times and days, as this phone writes them

/** Return the time of an entry, such as "19:04". */
export const clock = (moment) => new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/** Return the day of a time, such as "Sat 21 Nov", with the year if it is not this year. */
export function day(moment) {
  const date = new Date(moment);
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return date.toLocaleDateString([], { weekday: "short", day: "numeric", month: "short", year });
}
