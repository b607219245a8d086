// All texts of the page. A text is one line; what people have named goes in by `say`, a number by `plural`.

const RULES = new Intl.PluralRules("en");
const HOLD = "\u2068"; // first strong isolate: what follows does not turn the text around it,
const RELEASE = "\u2069"; // up to here
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const TURNING = /(?![\u2068\u2069])\p{Bidi_Control}/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text as it may be shown: line breaks and other control characters become a space, signs that turn text go. */
export function legible(text) {
  const found = text.replace(CONTROLS, " ").replace(TURNING, "");
  const balanced = found.split(HOLD).length === found.split(RELEASE).length;
  return balanced ? found : found.replaceAll(HOLD, "").replaceAll(RELEASE, "");
}

/** A name inside a text: one written from right to left keeps its order to itself. */
export function isolated(name) {
  return RIGHT_TO_LEFT.test(name) ? HOLD + legible(name) + RELEASE : legible(name);
}

/** A sentence with names put into it: say`${winner} won`. */
function say(parts, ...values) {
  return String.raw({ raw: parts }, ...values.map((value) => isolated(String(value))));
}

/** The form of a text that goes with a number. */
function plural(count, forms) {
  return forms[RULES.select(count)] ?? forms.other;
}

function joined(words, last) {
  const names = words.map(isolated);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

const either = (words) => joined(words, "or");
const list = (words) => joined(words, "and");
const commas = (words) => words.map(isolated).join(", ");

/** Facts on one line: what is not so is left out. */
const dotted = (facts) => facts.filter(Boolean).map((fact) => isolated(String(fact))).join(" · ");

/** A text that begins a line. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A message of the server as a sentence: it is written to stand behind "error:". */
export function sentence(text) {
  return capital(text) + (/[.!?…]$/.test(text) ? "" : ".");
}

/** A word of the API, such as "mah-jongg", for people. */
export const spoken = (text) => capital(text.replaceAll("-", " "));

// Tiles

const SUITS = { B: "Bam", C: "Crak", D: "Dot" };
const HONORS = { N: "North", E: "East", W: "West", S: "South", R: "Red dragon", G: "Green dragon", 0: "Soap", F: "Flower", J: "Joker", BACK: "face down" };
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh"];

/** "6B" as "6 Bam". */
export function tileName(label) {
  return HONORS[label] ?? `${label[0]} ${SUITS[label[1]]}`;
}

/** ["J", "F", "F"] as "Joker and 2 × Flower". */
export function kinds(labels) {
  const counts = new Map();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return list([...counts].map(([label, count]) => (count === 1 ? tileName(label) : `${count} × ${tileName(label)}`)));
}

const exposure = (group) => (ORDINALS[group] ? `${ORDINALS[group]} exposure` : `exposure ${group}`);
const where = (group) => (group ? `in the ${exposure(group)}` : "on the rack");
const tileAt = ({ label, group }) => `${label === "BACK" ? "Face-down tile" : tileName(label)} ${where(group)}`;

export const tiles = (count) => plural(count, { one: `${count} tile`, other: `${count} tiles` });
export const points = (count) => plural(count, { one: `${count} point`, other: `${count} points` });
const faces = (count) => plural(count, { one: `${count} face`, other: `${count} faces` });

/** 80 as "+80", -40 as "−40". */
export const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

const WINDS = { E: "East", S: "South", W: "West", N: "North" };

// The frame of the page

export const pageText = {
  skip: "Go to the answer",
  restart: "Start over",
  views: "Parts of the page",
  view: { scan: "Scan", book: "Book", disputes: "Disputes" },
  close: "Close",
  done: "Done",
  cancel: "Cancel",
  undo: "Undo",
  tryAgain: "Try again",
  player: (number) => `Player ${number}`,
  bettor: (number) => `Bettor ${number}`,
  gone: "The machine that runs Rackcheck does not answer. Is it still on, and on the same network? Then try again.",
  alone: "Until then this page shows what it had, and you can put tiles right; reading photos, verdicts, payments and the book need the machine.",
  busy: "The machine is busy. Try again in a few seconds.",
  tooLarge: "This is larger than the machine takes. Send a smaller photo.",
  unreadable: (status) => `The answer cannot be read (status ${status}).`,
  waiting: "The machine is busy with other photos. Yours is sent again in a moment …",
};

// Camera and photo

const INSTEAD = "Take a photo instead: that always works.";

export const cameraText = {
  title: "Hold the rack in the frame",
  view: "What the camera sees",
  close: "Close the camera",
  now: "Take it now",
  light: "Light",
  opening: "Opening the camera …",
  looking: "Looking for tiles …",
  busy: "The machine is busy with other photos …",
  advice: (count, message) => `${tiles(count)}. ${message}`,
  few: (count) => `Only ${tiles(count)} in view. Is the whole rack in the frame?`,
  steady: (count) => `${tiles(count)}. Got it.`,
  hold: (count) => `${tiles(count)}. Hold still …`,
  refused: {
    NotAllowedError: `The camera was refused. Allow it for this page in the browser's settings, and try again. ${INSTEAD}`,
    NotFoundError: `This device has no camera that the page can use. ${INSTEAD}`,
    NotReadableError: `The camera is in use by another program. Close that one and try again. ${INSTEAD}`,
  },
  failed: (reason) => `The camera could not be opened (${reason}). ${INSTEAD}`,
};

export const photoText = {
  question: "Is it mah jongg?",
  lead: "Photograph the rack. See whether it is maj, and who pays.",
  camera: "Use the camera",
  take: "Take a photo",
  choose: "Choose a photo",
  byHand: "Enter the tiles by hand",
  private: "The photo goes no further than the machine that serves this page.",
  noCamera: "This browser gives the page no camera to look through; taking a photo works.",
  noHttps: "Phones let a page look through the camera over https alone: start the server with --https for that. Taking a photo works without.",
  looking: "Looking at the photo …",
  stop: "Stop",
  title: "The photo",
  instead: "Photograph it instead",
  cameraAgain: "Camera",
  takeAgain: "New photo",
  chooseAgain: "Choose",
  tiles: "Tiles found in the photo",
  tile: (tile) => (tile.sure ? tileAt(tile) : `${tileAt(tile)}, not sure`),
  aside: (label) => `Beside the rack: ${tileName(label)}. Take it in`,
  tap: "Tap a tile that was read wrong.",
  tapAside: " Grey ones lie beside the rack: tap one to take it in.",
  found: (count, open) => `${tiles(count)} found, ${open} to look at.`,
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
  exposeThese: (count) => (count ? `Make an exposure of ${count}` : "Tap the tiles of one exposure"),
  exposed: "Exposure made.",
  which: tileAt,
  said: (label) => `You said ${tileName(label)}.`,
  faceDown: "It lies face down. Which tile is it?",
  read: (label) => `Read as ${tileName(label)}.`,
  unsure: (label) => `Read as ${tileName(label)}, but not sure. Which is it?`,
  maybe: "It might also be",
  likely: "Most likely",
  any: "Any tile",
  all: "All tiles",
  places: "Where it lies",
  winning: "The winning tile",
  isWinning: "✓ The winning tile",
  remove: "Not a tile: remove",
  addTitle: "Add tiles",
  addTo: (group) => (group ? `to the ${exposure(group)}` : "to the rack"),
  added: "Added",
  isNow: (label) => `Now ${tileName(label)}.`,
  isAdded: (label) => `${tileName(label)} added.`,
  moved: "Moved.",
  marked: "Marked.",
  removed: "Removed.",
};

// The card: the win, the answer, the payments, disputes, evidence

/** "hand 24", or the kind of hand in a game without a card. */
export function handName({ hand, title }) {
  return /^\d/.test(hand) ? `hand ${hand}` : title ?? hand;
}

const worth = (found) => say`${handName(found)}, ${points(found.value ?? found.points)}`;
const bothWays = (hand) => (hand.away === 0 ? "without" : "instead of");

export const winText = {
  title: "The win",
  card: "Card",
  brokenCard: (title, fault) => say`${title} cannot be read: ${fault}`,
  noCard: (title) => say`No card: ${title}`,
  rules: "Rules",
  ownRules: (title) => (title ? say`As the card says: ${title}` : "As the card says"),
  who: "Who won?",
  how: "How?",
  ways: { "self-pick": "Self-picked", discard: "From a discard" },
  whose: "Whose discard?",
  names: "Names and bettors",
  betOn: "bet on",
  removeBettor: (number) => `Remove bettor ${number}`,
  addBettor: "Add a bettor (five or six at the table)",
  jokerWasUsed: "A joker lay in this hand before and was exchanged",
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
  sayWho: "Say who won.",
  sayHow: "Say how: self-picked, or from a discard.",
  sayWhose: "Say whose discard it was.",
};

export const verdictText = {
  title: "Is it mah jongg?",
  reading: "Reading the card …",
  won: (found) => `Mah jongg: ${worth(found)}`,
  hand: (found) => capital(handName(found)),
  group: "Group",
  exposed: "exposed",
  jokers: (count, label) => plural(count, { one: `Joker as ${tileName(label)}`, other: `${count} jokers as ${tileName(label)}` }),
  note: dotted,
  bonus: ({ name, count }) => plural(count, { one: `${name}: ${count} double`, other: `${name}: ${count} doubles` }),
  limit: (limits) => `A limit hand: ${commas(limits.map((one) => one.name))}`,
  concealed: "a concealed hand",
  jokerless: "no joker in it",
  alsoFits: (more) => (/^\d/.test(more[0].hand) ? `It also fits ${commas(more.map(handName))}`
    : plural(more.length, { one: "Another way to count it", other: `${more.length} other ways to count it` })),
  away: (count) => (count === 0 ? "complete" : plural(count, { one: `${count} tile away`, other: `${count} tiles away` })),
  needs: "needs",
  spare: bothWays,
  waitsFor: "What it waits for",
  wait: (left, drawn) => (drawn ? `${left} left, self-drawn only` : `${left} left`),
  notYet: "Not yet mah jongg",
  no: "Not mah jongg",
  nearest: "The nearest hands",
  look: "Please look first",
  ask: (labels, group) => `${either(labels.map(tileName))} ${where(group)}?`,
  faceDown: (group) => `A tile lies face down ${where(group)}`,
  more: (count) => `and ${count} more, one after another`,
  lie: (labels) => `The photo does not show whether these lie exposed, and the answer hangs on it: ${kinds(labels)}.`,
  asShown: "The exposures are as shown",
  noneExposed: "No tile is exposed",
  neither: "If neither is right, tap the tiles and say where each lies.",
  means: (found) => (found ? capital(worth(found)) : "Not mah jongg"),
  whatIf: (found) => (found ? worth(found) : "no hand"),
  barOpen: (count) => plural(count, { one: `${count} tile to look at`, other: `${count} tiles to look at` }),
  barBad: "This rack cannot be judged",
  barExposed: "Which tiles are exposed?",
  barWon: (found) => say`${capital(handName(found))}: ${points(found.value ?? found.points)}`,
  barWaits: (labels) => `Not yet: it waits for ${either(labels.map(tileName))}`,
};

export const prospectsText = {
  title: "What it may still become",
  field: "Tiles out of play: discards, and what others have exposed",
  ask: "Which hands are still possible?",
  dead: "This hand is dead: no hand of the card can be made of it any more.",
  possible: (count) => plural(count, { one: `${count} hand is still possible, nearest first.`, other: `${count} hands are still possible, nearest first.` }),
  more: (count) => `${count} more`,
};

export const moneyText = {
  title: "Who pays?",
  counting: "Counting …",
  pays: " pays ",
  together: "Together",
};

export const evidenceText = {
  title: "In case of a dispute",
  gathering: "Gathering the evidence …",
  keep: "Keep as evidence",
  again: "Save it again",
  done: "The evidence is saved.",
  small: "It holds the small copy of the photo: the photo itself is no longer on this page. Take or choose it again to keep it whole.",
  saved: (file) => `Saved as ${file}. Send it to the others at the table: rackcheck evidence show opens it.`,
  holds: "One file with the photo, the reading, the card, the rules and this answer. It is saved on this phone.",
};

const OUTCOMES = { "play-on": "The game goes on", "dead-hand": "A hand is dead", "game-over": "The game is over", replay: "The game is played again", silent: "The rules do not say" };
const outcome = (name) => OUTCOMES[name] ?? spoken(name);

export const disputeText = {
  title: "Settle a dispute",
  back: "← All questions",
  rules: "Rules",
  opening: "Opening the rules …",
  what: "What happened?",
  silent: (count) => plural(count, { one: `${count} question these rules are silent on`, other: `${count} questions these rules are silent on` }),
  east: "Who is East?",
  seat: "East",
  ask: "What do the rules say?",
  ruling: "The ruling",
  outcome,
  answer: (answer) => `${outcome(answer.outcome)}. ${answer.text}`,
  dead: "Dead: ",
  names: commas,
  pays: "Who pays what",
  nobodyPays: "Nobody pays for it now.",
  enter: (title) => say`Enter it in ${title}`,
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
    return number && `${number} × ${worth}`;
  });
  return [...parts, left && `${points(left)} over`].filter(Boolean).join(", ") || "no chips";
};

const KINDS = { win: "Win", wall: "Wall game", penalty: "Ruling", seats: "Seats", note: "Note", undo: "Undo" };
const NOBODY = "Wall game: nobody won";

export const bookText = {
  // A book that takes no entries
  faults: { "book-lost": "Entries of the book are lost", "read-only": "The book can only be read", other: "Nothing can be entered" },
  lookAgain: "Look again",
  // Begin or open a game
  newGame: "A new game",
  theGame: "The game",
  opening: "Opening the book …",
  rules: "Rules",
  card: "Card",
  rulesCard: "The card of these rules",
  eachCard: "Each hand names its card",
  seats: "Who sits where, in the order of turns",
  seatNames: ["East, who begins", "to East's right", "opposite East", "to East's left"],
  tapNames: "Tap the names in the order of turns, or type others.",
  offered: "Players: tap to seat, tap again to take away",
  morePeople: "Five or six people, and a name for the game",
  bets: "Who waits may bet, and enters where the rules say so.",
  waits: ["Waits first", "Waits second"],
  gameName: "Name of the game",
  begin: "Begin the game",
  games: "Games in the book",
  names: commas,
  // The table now
  live: "Up to date",
  cutOff: "No connection: what others enter comes later",
  now: ({ hand, sitting: { table_wind: round, east } }) => {
    const number = round ? `Hand ${hand}, ${WINDS[round]} round` : `Hand ${hand}`;
    return east ? say`${number} · ${east} is East` : `${number} · East is not known`;
  },
  winds: WINDS,
  last: "Last entry: ",
  over: "All rounds of this game have been played.",
  sayEast: "Say who is East",
  turns: "Seats in the order of turns",
  deadHand: "dead hand",
  waiting: (names, cancelled) => [`Waiting: ${names.map(isolated).join(", then ")}`, ...cancelled.map((name) => say`${name}'s bet is cancelled`)].join(". "),
  scan: "Scan a winning rack",
  forms: { win: "Win by hand", wall: "Wall game", penalty: "Penalty", note: "Note", seats: "Change seats" },
  source: (rules, source) => (source ? say`${rules}. Seats: ${source}` : rules),
  heldBy: "This phone is held by",
  notSaid: "not said",
  // Standings
  standings: "Standings",
  began: (count) => `Everybody began with ${plural(count, { one: `${count} point`, other: `${count.toLocaleString("en")} points` })} in chips of 200, 25 and 5`,
  columns: { player: "Player", chips: "Chips", won: "Won", sheet: "Sheet" },
  owes: (value) => `owes ${points(value)} beyond all chips`,
  chips,
  amount: (value) => value.toLocaleString("en"),
  // Entries
  entries: "Entries",
  noEntries: "Nothing has been entered yet.",
  facts: (entry, time) => dotted([entry.seq, KINDS[entry.kind], entry.hand && `hand ${entry.hand}`, time, entry.by && say`by ${entry.by}`]),
  newer: ({ seq, by }, title) => (by ? say`${seq} · ${title} (by ${by})` : say`${seq} · ${title}`),
  entered: (title) => say`Entered: ${title}.`,
  takenOut: "Taken out: it no longer counts",
  undo: (title) => say`Undo: ${title}`,
  net: (net) => dotted(net.map(([name, value]) => say`${name} ${signed(value)}`)),
  win: (entry) => {
    const { winner, won_by: how, discarder, value, points: counted, bonuses, limit } = entry.question.outcome;
    const number = value ?? counted;
    const parts = limit ? [limit === "half" ? "half a limit" : "a limit hand"] : [number && points(number), bonuses && `${bonuses} in bonuses`].filter(Boolean);
    return won({ winner, how, discarder, hand: entry.check?.match?.hand && `hand ${entry.check.match.hand}`, worth: parts });
  },
  nobody: NOBODY,
  agreed: "A payment the table agreed on",
  seated: (players, east) => `Seats: ${commas(players)}; ${east ? say`East is ${east}` : "East is not known"}`,
  undone: (title) => (title ? say`Taken back: ${title}` : "Undo"),
  // The end of the evening
  end: "End of the evening",
  whoPays: "Who pays whom",
  pays: " pays ",
  even: "Everybody is even: nobody pays.",
  fewest: "No smaller number of payments makes everybody even.",
  csv: "Save for a spreadsheet (CSV)",
  json: "Save everything (JSON)",
  leave: "Another game",
  evening: "The evening",
  chart: (totals) => `Points hand by hand; now ${totals.map(([name, value]) => say`${name} ${signed(value)}`).join(", ")}`,
  start: "start",
  handNumber: (number) => `hand ${number}`,
  numbers: "The numbers of the chart",
  table: "Points hand by hand, as a table",
  entry: "Entry",
  // What is on its way
  entering: "Entering …",
  yours: "Yours, not in the book yet: ",
  kept: "Kept on this phone",
  sentAgain: (message) => `${message} It is sent again by itself, and entered once.`,
  sendNow: "Send it now",
  drop: "Drop it",
  faster: "Somebody was faster",
  lookAtNewer: "The book has newer entries. Look at them, then say whether yours still holds.",
  newerEntries: "Newer entries",
  enterToo: "Enter mine too",
  changeMine: "Change mine",
  notEntered: "It was not entered",
  change: "Change it",
  onItsWay: "Another entry of this phone is on its way: close this and look at it first.",
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
  beginToKeep: "Begin a game, and the score keeps itself",
  otherRules: (title) => say`This hand was judged by other rules than ${title} is played by. Choose those of the game above to add it.`,
  add: (title) => say`Add this win to ${title}`,
};

export const entryText = {
  titles: { win: "A win by hand", wall: "Wall game", penalty: "Penalty from a ruling", note: "Note", seats: "Change of seats" },
  submit: { win: "Enter the win", wall: "Enter a wall game", penalty: "Enter it", note: "Enter the note", seats: "Change the seats" },
  value: "Value of the hand, in points",
  jokerless: "No joker in the hand",
  singles: "A hand of the section singles and pairs",
  limit: "Limit",
  limits: { none: "no limit hand", full: "a limit hand", half: "half a limit" },
  points: "Points",
  bonuses: "Bonuses",
  notSaid: "not said",
  nobodyNamed: "nobody named",
  choose: "Choose …",
  what: "What happened?",
  agreed: "A payment the table agreed on",
  from: "Who pays?",
  to: "To whom?",
  why: "What for?",
  turns: "In the order of turns: each sits to the right of the one before.",
  seats: ["First seat", "Second seat", "Third seat", "Fourth seat"],
  waits: ["Waits", "Waits second"],
  east: "Who is East?",
  notKnown: "not known",
  note: "What shall the book say?",
  wall: (hand) => `Nobody won hand ${hand}.`,
  sayWorth: "Say what the hand is worth, as a number.",
  sayWhat: "Say what happened.",
  sayPayment: "Say who pays whom how many points.",
  sayNote: "Write the note.",
  ready: "Ready to be entered.",
};

// Tile sets of the players

export const setText = {
  label: "Your set",
  any: "Any set",
  teachNew: "Teach a new set …",
  renewed: ({ set, reader, renewed_from: before, faces: count }) => say`The set ${set} was made over for ${reader}, the reader in use; before it was ${before}'s. ${plural(count, { one: "Its face was kept", other: `All ${count} faces were kept` })}: nothing has to be taught again.`,
  good: "Good",
  teachMore: "Teach it more",
  rename: "Rename it",
  merge: "Add another set's faces",
  file: "Save as a file",
  forget: "Forget it",
  sureToForget: (name) => say`Forget the set ${name} and all its faces? Only a file that was saved of it brings them back.`,
  forgotten: (name) => say`${name} is forgotten.`,
  gone: (name) => say`The set ${name} is not there any more: another phone has renamed or forgotten it. Photos are read without a set until you choose one.`,
  noName: "Give the set a name first.",
  badName: (name) => say`A set's name begins with a letter or a digit and has no sign but - _ . and ': “${name}” will not do.`,
  name: "What to call the set",
};

export const teachText = {
  title: "Teach your set",
  how: "Lay out one tile of each kind and every flower and joker that looks different, face up and apart, in rows. Photograph them from above in good light. Several photos are fine.",
  example: "Grandma's set",
  samePhoto: "Go on with the same photo",
  take: "Take the photo",
  choose: "Choose a photo",
  fromFile: "Somebody has taught this set already? Ask for the file that “Save as a file” makes of it.",
  openFile: "Open a set's file",
  back: "Back to all faces",
  looking: "Looking at the faces …",
  noFaces: "No faces were found. Hold the phone closer, above the tiles, and try again.",
  found: (count, open) => `${faces(count)} found, ${open} to look at.`,
  reading: "Reading the file …",
  noFace: "no face",
  face: (name, sure) => (sure ? name : `${name}, not sure, please look`),
  look: (open) => (open ? plural(open, { one: `Look at the ${open} marked one; tap any that is wrong.`, other: `Look at the ${open} marked ones; tap any that is wrong.` }) : "Tap any that is wrong."),
  asNamed: (open) => plural(open, { one: `${open} marked one is taught as named here.`, other: `${open} marked ones are taught as named here.` }),
  teach: (count) => `Teach ${faces(count)}`,
  other: "Another name or photo",
  isNow: (name) => `Now ${name}.`,
  which: "Which face is it?",
  read: (name) => `Read as ${name}. Which is it?`,
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
  busy: "The machine is busy with other photos. This is done in a moment …",
  renameTitle: (name) => say`Rename ${name}`,
  keeps: "It keeps all its faces. Every phone sees the new name.",
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
  learnt: (name) => say`${name} has learnt`,
  nowKnows: (count, others) => `It now knows ${faces(count)}. The set ${list(others)} is still there.`,
  forgetting: "Forgetting them again …",
  asBefore: (name) => say`${name} is as it was`,
  forgotten: (count) => `The faces that came are forgotten again; it knows ${faces(count)}.`,
};

export const lessonText = {
  ask: "Let this teach the set?",
  taught: "Taught",
  learnt: (name) => say`The set ${name} has learnt from this photo. `,
  next: "The next photo is read with it.",
  can: (name, count) => plural(count, {
    one: say`The set ${name} can learn the tile you named in this photo. Nothing is kept unless you say so.`,
    other: say`The set ${name} can learn the ${count} tiles you named in this photo. Nothing is kept unless you say so.`,
  }),
  show: "Show what would change",
  keep: "Yes, teach it",
  no: "No",
  noPhoto: "The photo is gone from this page. Take it again to teach from it.",
  comparing: "Reading the photo with and without it …",
  learning: "Learning …",
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

// Times and days, as this phone writes them

/** "19:04" of the time of an entry. */
export const clock = (moment) => new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/** "Sat 21 Nov" of a time. */
export const day = (moment) => new Date(moment).toLocaleDateString([], { weekday: "short", day: "numeric", month: "short" });
