// Open, add and move the lines of the open card.

import { announce } from "../../shared/dom.js";
import { cardsText } from "../../shared/texts.js";
import * as form from "../card-form.js";
import { atEnd, lineText, readLine } from "./line.js";

/** Return the open line and its place in the card: {section, at, line, number}. */
export const opened = (store) => form.find(store.card, store.state.line.key);

/** Open the dialog of a line. */
export function openLine(store, key) {
  const line = readLine(form.find(store.card, key).line.text);
  store.set({ line: { key, cursor: atEnd(line) }, another: null });
}

/** Begin a line with the kind, value and notes of `like`, else of the section's last line. */
export function addLine(store, at, place, like) {
  const before = like ?? store.card.sections[at].lines.at(-1)?.text;
  const { kind, value, notes } = readLine(before ?? "x25");
  const made = form.newLine(lineText({ title: "", hands: [[]], rules: [], kind, value, notes }));
  store.edit(form.addLine(store.card, at, made, place));
  openLine(store, made.key);
}

/** Move a line up or down by one, and announce its new place. */
export function moveLine(store, key, by) {
  store.edit(form.moveLine(store.card, key, by));
  const { number, section } = form.find(store.card, key);
  announce(cardsText.movedTo(number + 1, store.card.sections[section].title || cardsText.sectionName(section + 1)));
}
