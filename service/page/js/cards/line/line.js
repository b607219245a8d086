// One line of a card as parts that the keypad changes: from text to parts and back. Pure functions.

const GROUP = /^((?:[XYUV]\+[1-8]|[0-9DRGNEWSFZJAXYUV])+?)([abcBCD*]?)(!?)$/;
const FACE = /[XYUV]\+[1-8]|[0-9A-Z]/g;
const WORTH = /(?:^|\s)([xXcC])(\d{1,6})(?=\s|$)/;
const NO_WORTH = /(?:^|\s)(?:(c)(?:\s+|$))?((?:(?:sp|nojoker)(?:\s+|$))*)$/; // C and notes of a line that lacks its value
const NOTE = /\+\d+ if \w+|\d+ tiles|\S+/g;
const NUMBER = /^[1-9DXYUV]/;
const FLAGS = ["sp", "nojoker"];

export const SUITS = ["a", "b", "c"];
export const NAMED_SUITS = ["B", "C", "D"];
const YEAR = /^(19|20)\d?\d?$/;
const MOST_ALIKE = 6;
const NEXT_SUIT = { a: "b", b: "c", c: "a", B: "C", C: "D", D: "B" };
const SIGNS = ["+", "="];

/** Return the tiles of a group; a sign has none. */
export const facesOf = (group) => group.faces?.match(FACE) ?? [];
const alike = (faces) => faces.every((one) => one === faces[0]);

/** Return whether the tiles of a group need a suit. */
export const suited = (group) => facesOf(group).some((one) => NUMBER.test(one));

function readGroup(word) {
  if (SIGNS.includes(word)) return { sign: word };
  const found = GROUP.exec(word);
  if (!found) return { raw: word };
  return { faces: found[1], suit: found[2], natural: found[3] === "!" };
}

/** Return the text before the value of a line, X or C, the value (null where it lacks one), and the notes. */
function worthIn(rest) {
  const worth = WORTH.exec(rest);
  if (worth) return { before: rest.slice(0, worth.index), kind: worth[1].toLowerCase(), value: Number(worth[2]), notes: rest.slice(worth.index + worth[0].length) };
  const left = NO_WORTH.exec(rest);
  return { before: left ? rest.slice(0, left.index) : rest, kind: left?.[1] ?? "x", value: null, notes: left?.[2] ?? "" };
}

/** Return the parts of a line: title, alternatives of groups, rules, X or C, value, and the notes behind the value. */
export function readLine(text) {
  const [, title, rest] = /^(?:([^:]*):)?(.*)$/s.exec(text);
  const { before, kind, value, notes } = worthIn(rest);
  const rules = [...before.matchAll(/\(([^)]*)\)?/g)].flatMap(([, inside]) => inside.split(",")).map((one) => one.trim()).filter(Boolean);
  const hands = before.replace(/\([^)]*\)?/g, " ").split("-or-")
    .map((hand) => hand.split(/\s+/).filter(Boolean).map(readGroup));
  return { title: (title ?? "").trim(), hands, rules, kind, value, notes: notes.match(NOTE) ?? [] };
}

const groupText = (group) => group.sign ?? group.raw ?? `${group.faces}${group.suit}${group.natural ? "!" : ""}`;

/** Return the text of a line as a card file has it; a line without a value keeps its C, sp and nojoker for the value to come. */
export function lineText({ title, hands, rules, kind, value, notes }) {
  return [title && `${title}:`, hands.map((hand) => hand.map(groupText).join(" ")).join(" -or- "),
    rules.length > 0 && `(${rules.join(", ")})`, value === null ? kind === "c" && kind : `${kind}${value}`,
    ...(value === null ? notes.filter((note) => FLAGS.includes(note)) : notes)].filter(Boolean).join(" ");
}

/** Return how many tiles an alternative has. */
export const size = (hand) => hand.reduce((sum, group) => sum + facesOf(group).length, 0);

/** Return where the groups stand in the text of a line, in characters: a list of [start, end] for each alternative. */
export function places(text) {
  const at = (index) => [...text.slice(0, index)].length;
  const colon = text.indexOf(":") + 1;
  const body = worthIn(text.slice(colon)).before.replace(/\([^)]*\)?/g, (inside) => " ".repeat(inside.length));
  const found = [[]];
  for (const word of body.matchAll(/\S+/g)) {
    if (word[0] === "-or-") found.push([]);
    else found.at(-1).push([at(colon + word.index), at(colon + word.index + word[0].length)]);
  }
  return found;
}

// Tapping. A cursor {hand, at, gap, join} stands behind group `at` of alternative `hand`; -1 is before the first group.
// With `gap` the next tile begins a new group, with `join` it joins the group before it in any case.

export const atEnd = (line) => ({ hand: line.hands.length - 1, at: line.hands.at(-1).length - 1, gap: false });

const withHand = (line, at, hand) => ({ ...line, hands: line.hands.map((one, place) => (place === at ? hand : one)) });
const spliced = (list, at, count, ...more) => [...list.slice(0, at), ...more, ...list.slice(at + count)];

function klass(face) {
  if (/^\d$/.test(face)) return "number";
  if (/^[NEWS]$/.test(face)) return "wind";
  return /^[XYUV]/.test(face) ? "letter" : face;
}

/** Return the suit of the next group: the suit of the nearest group before it, else the first suit. */
function suitBefore(hand, at) {
  const before = hand.slice(0, at + 1).filter((group) => suited(group) && group.suit).at(-1);
  return before?.suit ?? "a";
}

function made(faces, suit) {
  const group = { faces: faces.join(""), suit: "", natural: false };
  return suited(group) ? { ...group, suit } : group;
}

const groupAt = (line, { hand, at }) => line.hands[hand][at];

/** Put groups in place of the last `count` before the cursor, and the cursor behind them. Return {line, cursor}. */
const put = (line, { hand, at }, count, ...groups) => ({
  line: withHand(line, hand, spliced(line.hands[hand], at + 1 - count, count, ...groups)),
  cursor: { hand, at: at - count + groups.length, gap: false },
});

/** Add a tile: it joins the group before the cursor or begins one. Return {line, cursor}. */
export function press(line, cursor, face) {
  const group = groupAt(line, cursor);
  const suit = suitBefore(line.hands[cursor.hand], cursor.at);
  const begun = put(line, cursor, 0, made([face], suit));
  if (!group?.faces || cursor.gap) return begun;
  const faces = facesOf(group);
  const own = group.suit || suit;
  const joined = put(line, cursor, 1, { ...made([...faces, face], own), natural: group.natural });
  if (cursor.join) return joined;
  if (alike(faces)) {
    const joins = face === faces[0] ? faces.length < MOST_ALIKE : faces.length === 1 && klass(face) === klass(faces[0]);
    return joins ? joined : begun;
  }
  if (YEAR.test(group.faces + face)) return joined;
  if (klass(face) !== klass(faces[0]) || YEAR.test(group.faces) && faces.length === 4) return begun;
  // Two like tiles behind singles become a group: 1 22.
  return face === faces.at(-1) ? put(line, cursor, 1, made(faces.slice(0, -1), own), made([face, face], own)) : joined;
}

/** Make the last tile a group of `count`: a pung, a kong. */
export function repeat(line, cursor, count) {
  const group = groupAt(line, cursor);
  if (!group?.faces) return { line, cursor };
  const faces = facesOf(group);
  const many = made(Array(count).fill(faces.at(-1)), group.suit || suitBefore(line.hands[cursor.hand], cursor.at));
  const left = alike(faces) ? [] : [made(faces.slice(0, -1), group.suit)];
  return put(line, cursor, 1, ...left, { ...many, natural: group.natural });
}

/** Repeat the group at the cursor behind it, in the next suit. */
export function again(line, cursor) {
  const group = groupAt(line, cursor);
  return group?.faces ? put(line, cursor, 0, { ...group, suit: NEXT_SUIT[group.suit] ?? group.suit }) : { line, cursor };
}

/** Remove the last tile before the cursor. */
export function erase(line, cursor) {
  const group = groupAt(line, cursor);
  if (!group) {
    // An empty alternative goes too.
    if (cursor.hand === 0) return { line, cursor };
    const left = { ...line, hands: spliced(line.hands, cursor.hand, line.hands[cursor.hand].length ? 0 : 1) };
    return { line: left, cursor: { hand: cursor.hand - 1, at: line.hands[cursor.hand - 1].length - 1, gap: false } };
  }
  const faces = facesOf(group).slice(0, -1);
  return put(line, cursor, 1, ...(faces.length ? [{ ...made(faces, group.suit), natural: group.natural }] : []));
}

/** Change the group at the cursor. */
function change(line, cursor, patch) {
  const group = groupAt(line, cursor);
  return group?.faces ? put(line, cursor, 1, { ...group, ...patch }).line : line;
}

/** Paint the group at the cursor with a suit. */
export function paint(line, cursor, suit) {
  const group = groupAt(line, cursor);
  return group && suited(group) ? change(line, cursor, { suit }) : line;
}

/** Set whether the group at the cursor takes no jokers. */
export const setNatural = (line, cursor, natural) => change(line, cursor, { natural });

function oneMore(face) {
  if (/^[1-9]$/.test(face)) return String(Number(face) % 9 + 1);
  const [, letter, more] = /^([XYUV])(?:\+(\d))?$/.exec(face) ?? [];
  if (!letter) return face;
  const next = (Number(more ?? 0) + 1) % 9;
  return next ? `${letter}+${next}` : letter;
}

/** Make the numbers of the group at the cursor one higher: 3 becomes 4, X becomes X+1. */
export function higher(line, cursor) {
  const group = groupAt(line, cursor);
  return group?.faces ? change(line, cursor, { faces: facesOf(group).map(oneMore).join("") }) : line;
}

/** Put + or = behind the group at the cursor. */
export const sign = (line, cursor, mark) => put(line, cursor, 0, { sign: mark });

/** Begin an alternative behind the one at the cursor. */
export function alternative(line, cursor) {
  const hands = spliced(line.hands, cursor.hand + 1, 0, []);
  return { line: { ...line, hands }, cursor: { hand: cursor.hand + 1, at: -1, gap: false } };
}

/** Apply a suggested correction to the text of a line; one without a place replaces the whole line. */
export function mended(text, { start, end, text: by }) {
  const chars = [...text]; // the server counts characters, of which an emoji has one
  return [...chars.slice(0, start ?? 0), by, ...chars.slice(end ?? chars.length)].join("");
}
