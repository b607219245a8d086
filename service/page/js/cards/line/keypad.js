// The keypad for card lines: tiles as a card prints them, counts, colours, signs, rules, exposure and value.

import { button, check, field, isNumber, numberField } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { cardsText } from "../../shared/texts.js";
import { NAMED_SUITS, SUITS, readLine, suited } from "./line.js";
import { RARE_RULES, conditions, countOf, lettersOf, numbersOf, yearsOf } from "./terms.js";

const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const FACES = [...NUMBERS, "0", "F", "D", "N", "E", "W", "S", "R", "G", "X", "Y"];
const COUNTS = [2, 3, 4, 5, 6];
const RULES = ["run", "like", "odd", "even"];
const NOTES = ["sp", "nojoker"];
const COUNTED = ["concealed", "jokerless", "tiles"];
const NUMBER = /^[1-9]\d*$/;
const STEP = 5;
const FIRST_VALUE = 25;

const key = (name, text, act, more = {}) => button(name, text, act, { class: `pad ${more.style ?? ""}`, ...more, style: null });
const row = (label, ...keys) => element("div", { class: "pads", role: "group", "aria-label": label }, keys);

/** Return the condition keys of a line, and for each of its letters the keys of the numbers that it may stand for. */
function letterKeys(line, toggle, act) {
  const letters = lettersOf(line);
  if (letters.length === 0) return null;
  return [
    element("div", { class: "pads many", role: "group", "aria-label": cardsText.letters },
      conditions(line).map((rule) => toggle(`rule-${rule}`, cardsText.condition(rule), line.rules.includes(rule), () => act.rule(rule)))),
    letters.map((letter) => {
      const chosen = numbersOf(line, letter);
      return [element("span", { class: "fine" }, cardsText.numbersOf(letter)),
        row(cardsText.numbersOf(letter), NUMBERS.map((number) =>
          toggle(`in-${letter}-${number}`, number, chosen.includes(Number(number)), () => act.number(letter, Number(number)), { style: "" })))];
    }),
  ];
}

/** Return the keys that few lines need. */
function moreKeys(line, cursor, group, toggle, act) {
  const colour = group && suited(group) ? group.suit : null;
  const years = yearsOf(line);
  return [
    row(cardsText.signs, ["+", "="].map((mark) => key(`sign-${mark}`, mark, () => act.sign(mark), { "aria-label": cardsText.sign[mark] })),
      key("or", cardsText.or, act.or, { "aria-label": cardsText.another }),
      toggle("join", cardsText.join, Boolean(cursor.join), act.join),
      key("higher", cardsText.higher, act.higher, { style: "word", disabled: !group?.faces })),
    row(cardsText.tiles, ["U", "V", "Z", "A", "J"].map((face) => key(`pad-${face}`, face, () => act.press(face), { "aria-label": cardsText.face(face) }))),
    row(cardsText.onlySuit, NAMED_SUITS.map((suit) => toggle(`paint-${suit}`, cardsText.named[suit], colour === suit, () => act.paint(suit), { disabled: colour === null }))),
    row(cardsText.rules, RARE_RULES.map((rule) => toggle(`rule-${rule}`, cardsText.rule[rule], line.rules.includes(rule), () => act.rule(rule))),
      toggle("years", cardsText.anyYear, years !== null, () => act.years(years === null ? "" : null))),
    years !== null && field(cardsText.years, "years-span", years, act.years, { placeholder: cardsText.yearsExample, maxlength: "9" }),
    letterKeys(line, toggle, act),
    row(cardsText.notes, NOTES.map((note) => toggle(`note-${note}`, cardsText.note[note], line.notes.includes(note), () => act.note(note)))),
    COUNTED.map((what) => numberField(cardsText.counted[what], `counted-${what}`, countOf(line, what), (text) => act.counted(what, NUMBER.test(text) ? text : null))),
    field(cardsText.words, "line-words", line.title, act.words, { maxlength: "80" }),
    group?.faces && check(cardsText.natural, "natural", group.natural, act.natural),
  ];
}

/**
 * Return the keypad. `act`: press(face), repeat(count), again(), higher(), paint(suit), sign(mark), gap(), join(),
 * or(), erase(), rule(name), number(letter, number), years(text), note(name), counted(what, number), words(text),
 * kind(x or c), value(number).
 */
export function keypad(text, cursor, act) {
  const line = readLine(text);
  const group = line.hands[cursor.hand]?.[cursor.at];
  const colour = group && suited(group) ? group.suit : null;
  const pressed = (is) => ({ "aria-pressed": String(is) });
  const toggle = (name, words, on, doIt, more = {}) => key(name, words, doIt, { style: "word", ...pressed(on), ...more });
  return element("div", { class: "keypad" },
    row(cardsText.tiles, FACES.map((face) => key(`pad-${face}`, face, () => act.press(face), { "aria-label": cardsText.face(face) })),
      key("erase", "⌫", act.erase, { style: "end", "aria-label": cardsText.erase })),
    row(cardsText.howMany, COUNTS.map((count) => key(`many-${count}`, cardsText.times(count), () => act.repeat(count), { style: "many", "aria-label": cardsText.alike(count) })),
      key("gap", cardsText.gap, act.gap, { style: "many", "aria-label": cardsText.gapLabel, ...pressed(Boolean(cursor.gap)) })),
    row(cardsText.colours, SUITS.map((suit) => key(`paint-${suit}`, cardsText.colour[suit], () => act.paint(suit), { style: `paint suit-${suit}`, disabled: colour === null, ...pressed(colour === suit) })),
      key("paint-any", cardsText.colour.any, () => act.paint("*"), { style: "paint suit-any", disabled: colour === null, ...pressed(colour === "*") }),
      key("again", cardsText.again, act.again, { style: "paint", "aria-label": cardsText.againLabel, disabled: !group?.faces })),
    row(cardsText.rules, RULES.map((rule) => toggle(`rule-${rule}`, cardsText.rule[rule], line.rules.includes(rule), () => act.rule(rule)))),
    element("div", { class: "row worths" },
      row(cardsText.exposed, key("kind-x", "X", () => act.kind("x"), { "aria-label": cardsText.x, ...pressed(line.kind === "x") }),
        key("kind-c", "C", () => act.kind("c"), { "aria-label": cardsText.c, ...pressed(line.kind === "c") })),
      element("div", { class: "row whole" },
        key("less", "−", () => act.value(Math.max((line.value ?? FIRST_VALUE) - STEP, STEP)), { "aria-label": cardsText.less }),
        element("input", { type: "text", inputmode: "numeric", "aria-label": cardsText.value, "data-key": "value", value: line.value ?? "", maxlength: "4",
          onchange: ({ target }) => {
            const typed = target.value.trim();
            // A line without a value has no X or C and no notes either, so that we keep the value before.
            if (isNumber(typed)) act.value(Number(typed));
            else target.value = line.value ?? "";
          } }),
        key("more", "+", () => act.value((line.value ?? FIRST_VALUE) + STEP), { "aria-label": cardsText.more }))),
    element("details", { class: "fewer", "data-key": "more-keys" }, element("summary", {}, cardsText.moreKeys), moreKeys(line, cursor, group, toggle, act)));
}
