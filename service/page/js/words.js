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

/** "points", or "point" for one. */
export function points(value) {
  return `${value} ${value === 1 ? "point" : "points"}`;
}

/** ["a", "b", "c"] as "a, b or c". */
export function either(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
