// The terms of a line beside its tiles: rules, numbers of its letters, years, notes behind its value. Pure functions.

import { facesOf } from "./line.js";

/** Join words of the card language. */
const phrase = (...words) => words.filter(Boolean).join(" ");

/** Rules that few lines need. */
export const RARE_RULES = ["differ", phrase("suits", "free")];

const LETTERS = ["X", "Y", "U", "V"];
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const EXCLUDES = { run: "like", like: "run", odd: "even", even: "odd" };
const ODD = "1 3 5 7 9";
const EVEN = "2 4 6 8";
const YEARS = /^any year ?(.*)$/;
const COUNTED = {
  concealed: [/^\+(\d+) if concealed$/, (count) => phrase(`+${count}`, "if", "concealed")],
  jokerless: [/^\+(\d+) if jokerless$/, (count) => phrase(`+${count}`, "if", "jokerless")],
  tiles: [/^(\d+) tiles$/, (count) => phrase(count, "tiles")],
};

const groupsOf = (line) => line.hands.flat().filter((group) => group.faces);

/** Replace the texts for which `is(text)` holds by one text, added at the end if there is none; null removes them. */
function replaced(list, is, text) {
  const at = list.findIndex(is);
  const rest = list.filter((one) => !is(one));
  if (text === null) return rest;
  return at < 0 ? [...rest, text] : [...rest.slice(0, at), text, ...rest.slice(at)];
}

/** Add a rule such as run, or remove it. */
export function toggleRule(line, rule) {
  const rules = line.rules.includes(rule)
    ? line.rules.filter((one) => one !== rule)
    : [...line.rules.filter((one) => one !== EXCLUDES[rule]), rule];
  return { ...line, rules };
}

/** Add a note behind the value, such as sp, or remove it. */
export function toggleNote(line, note) {
  return { ...line, notes: line.notes.includes(note) ? line.notes.filter((one) => one !== note) : [...line.notes, note] };
}

/** Return the letters that stand for numbers in a line. */
export const lettersOf = (line) => LETTERS.filter((letter) => groupsOf(line).some((group) => group.faces.includes(letter)));

/** Return the two letters that stand for the digits of a number, such as UV; "" if there are none. */
const digitsOf = (line) => groupsOf(line).map((group) => facesOf(group).join(""))
  .find((faces) => faces.length === 2 && faces[0] !== faces[1] && [...faces].every((face) => LETTERS.includes(face))) ?? "";

/** Return all pairs of a list, each in list order; with `own` also each letter with itself. */
const pairs = (letters, own = false) => letters.flatMap((one, at) => letters.slice(own ? at : at + 1).map((other) => [one, other]));

const equation = (letter, sum) => phrase(letter, "=", sum);

/** Return the conditions on the letters of a line that the keypad offers, as a card file writes them. */
export function conditions(line) {
  const digits = digitsOf(line);
  const letters = lettersOf(line).filter((letter) => !digits.includes(letter));
  const beside = (one, other) => letters.filter((letter) => letters.indexOf(letter) > letters.indexOf(other) && letter !== one);
  return [
    ...pairs(letters).map(([one, other]) => phrase(one, "not", other)),
    ...pairs(letters).flatMap(([one, other]) => [equation(other, `${one}+1`), equation(other, `${one}+${one}`)]),
    ...pairs(letters).flatMap(([one, other]) => beside(one, other).flatMap((sum) => [equation(sum, `${one}+${other}`), equation(sum, `${one}*${other}`)])),
    ...(digits ? pairs(letters, true).flatMap(([one, other]) => [equation(digits, `${one}*${other}`), equation(digits, `${one}+${other}`)]) : []),
    ...(line.rules.includes("run") ? letters.map((letter) => phrase(letter, "in", "run")) : []),
  ];
}

const NUMBERED = /^([XYUV]) (odd|even|in [\d ]+)$/;
const saysNumbers = (letter) => (rule) => NUMBERED.exec(rule)?.[1] === letter;

/** Return the numbers that a letter may be; [] if it may be any. */
export function numbersOf(line, letter) {
  const rule = line.rules.find(saysNumbers(letter))?.slice(2);
  return ({ odd: ODD, even: EVEN }[rule] ?? rule ?? "").match(/\d/g)?.map(Number) ?? [];
}

/** Allow or forbid a number for a letter; with all or none allowed the rule goes, and the letter may be any. */
export function toggleNumber(line, letter, number) {
  const before = numbersOf(line, letter);
  const now = NUMBERS.filter((one) => before.includes(one) !== (one === number)).join(" ");
  const rule = { "": null, [NUMBERS.join(" ")]: null, [ODD]: phrase(letter, "odd"), [EVEN]: phrase(letter, "even") }[now];
  return { ...line, rules: replaced(line.rules, saysNumbers(letter), rule === undefined ? phrase(letter, "in", now) : rule) };
}

/** Return the years that a year of the line stands for: "" for any, a span "2001-2026", or null for the printed one. */
export const yearsOf = (line) => line.rules.map((rule) => YEARS.exec(rule)?.[1] ?? null).find((one) => one !== null) ?? null;

/** Set the years that a year of the line stands for. */
export const setYears = (line, years) =>
  ({ ...line, rules: replaced(line.rules, (rule) => YEARS.test(rule), years === null ? null : phrase("any", "year", years)) });

/** Return a number behind the value: extra points if `concealed` or `jokerless`, or the number of `tiles`; or null. */
export const countOf = (line, what) => line.notes.map((note) => COUNTED[what][0].exec(note)?.[1]).find(Boolean) ?? null;

export const setCounted = (line, what, count) =>
  ({ ...line, notes: replaced(line.notes, (note) => COUNTED[what][0].test(note), count === null ? null : COUNTED[what][1](count)) });
