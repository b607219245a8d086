// Tiles in words.

const SUITS = { B: "Bam", C: "Crak", D: "Dot" };
const HONORS = {
  N: "North", E: "East", W: "West", S: "South",
  R: "Red dragon", G: "Green dragon", 0: "Soap", F: "Flower", J: "Joker", BACK: "face down",
};

/** The tile keyboard, row by row. */
export const KEYBOARD = [
  ..."BCD".split("").map((suit) => "123456789".split("").map((number) => number + suit)),
  ["N", "E", "W", "S", "R", "G", "0", "F", "J"],
];

/** "6B" as "6 Bam". */
export function tileName(label) {
  return HONORS[label] ?? `${label[0]} ${SUITS[label[1]]}`;
}

/** "hand 24", or the kind of hand in a game without a card. */
export function handName({ hand, title }) {
  return /^\d/.test(hand) ? `hand ${hand}` : title ?? hand;
}

/** "points", or "point" for one. */
export function points(value) {
  return `${value} ${value === 1 ? "point" : "points"}`;
}

/** A text that begins a line. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What is told on a line of its own: messages of errors are written to stand behind "error:". */
export function sentence(text) {
  return capital(text) + (/[.!?…]$/.test(text) ? "" : ".");
}

function joined(words, last) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** ["a", "b", "c"] as "a, b or c". */
export function either(words) {
  return joined(words, "or");
}

/** ["a", "b", "c"] as "a, b and c". */
export function list(words) {
  return joined(words, "and");
}
