// The keypad made for cards: tiles as a card prints them, how many, colours, signs, rules and worth.

import { button, check } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { cardsText } from "../shared/texts.js";
import { NAMED_SUITS, SUITS, readLine, suited } from "./line.js";

const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const OTHERS = ["F", "D", "N", "E", "W", "S", "R", "G", "X", "Y"];
const COUNTS = [2, 3, 4, 5, 6];
const RULES = ["run", "like", "odd", "even"];
const NOTES = ["sp", "nojoker"];
const STEP = 5;
const FIRST_VALUE = 25;

const key = (name, text, act, more = {}) => button(name, text, act, { class: `pad ${more.style ?? ""}`, ...more, style: null });
const row = (label, ...keys) => element("div", { class: "pads", role: "group", "aria-label": label }, keys);

/** The keypad. `act`: press(face), repeat(count), paint(suit), sign(mark), gap(), or(), erase(), rule(name), note(name), kind(x or c), value(number). */
export function keypad(text, cursor, act) {
  const line = readLine(text);
  const group = line.hands[cursor.hand]?.[cursor.at];
  const colour = group && suited(group) ? group.suit : null;
  const pressed = (is) => ({ "aria-pressed": String(is) });
  const toggle = (name, words, on, doIt) => key(name, words, doIt, { style: "word", ...pressed(on) });
  return element("div", { class: "keypad" },
    row(cardsText.tiles, NUMBERS.map((face) => key(`pad-${face}`, face, () => act.press(face), { "aria-label": cardsText.face(face) }))),
    row(cardsText.tiles, OTHERS.map((face) => key(`pad-${face}`, face, () => act.press(face), { "aria-label": cardsText.face(face) }))),
    row(cardsText.howMany, COUNTS.map((count) => key(`many-${count}`, cardsText.times(count), () => act.repeat(count), { style: "many", "aria-label": cardsText.alike(count) })),
      key("gap", cardsText.gap, act.gap, { style: "many", "aria-label": cardsText.gapLabel, ...pressed(Boolean(cursor.gap)) }),
      key("erase", "⌫", act.erase, { style: "many", "aria-label": cardsText.erase })),
    row(cardsText.colours, SUITS.map((suit) => key(`paint-${suit}`, cardsText.colour[suit], () => act.paint(suit), { style: `paint suit-${suit}`, disabled: colour === null, ...pressed(colour === suit) })),
      key("paint-any", cardsText.colour.any, () => act.paint("*"), { style: "paint suit-any", disabled: colour === null, ...pressed(colour === "*") })),
    row(cardsText.rules, RULES.map((rule) => toggle(`rule-${rule}`, cardsText.rule[rule], line.rules.includes(rule), () => act.rule(rule)))),
    element("div", { class: "row worths" },
      row(cardsText.exposed, key("kind-x", "X", () => act.kind("x"), { "aria-label": cardsText.x, ...pressed(line.kind === "x") }),
        key("kind-c", "C", () => act.kind("c"), { "aria-label": cardsText.c, ...pressed(line.kind === "c") })),
      key("less", "−", () => act.value(Math.max((line.value ?? FIRST_VALUE) - STEP, STEP)), { "aria-label": cardsText.less }),
      element("input", { type: "text", inputmode: "numeric", class: "value", "aria-label": cardsText.value, "data-key": "value", value: line.value ?? "", maxlength: "4",
        onchange: ({ target }) => act.value(/^\d+$/.test(target.value.trim()) ? Number(target.value) : null) }),
      key("more", "+", () => act.value((line.value ?? FIRST_VALUE) + STEP), { "aria-label": cardsText.more })),
    element("details", { class: "fewer", "data-key": "more-keys" }, element("summary", {}, cardsText.moreKeys),
      row(cardsText.signs, ["+", "="].map((mark) => key(`sign-${mark}`, mark, () => act.sign(mark), { "aria-label": cardsText.sign[mark] })),
        key("or", cardsText.or, act.or, { "aria-label": cardsText.another })),
      row(cardsText.tiles, ["U", "V", "Z", "A", "J"].map((face) => key(`pad-${face}`, face, () => act.press(face), { "aria-label": cardsText.face(face) }))),
      row(cardsText.onlySuit, NAMED_SUITS.map((suit) => key(`paint-${suit}`, cardsText.named[suit], () => act.paint(suit), { style: "word", disabled: colour === null, ...pressed(colour === suit) }))),
      row(cardsText.notes, NOTES.map((note) => toggle(`note-${note}`, cardsText.note[note], line.notes.includes(note), () => act.note(note)))),
      group?.faces && check(cardsText.natural, "natural", group.natural, act.natural)));
}
