// A card in the editor, as sections of lines. Pure functions that return a changed card.
// {id, title, source, ruleset, flowers, comments, sections: [{key, title, place, lines: [{key, text, look, source}]}]}

import { freshKey } from "../shared/persistent-store.js";
import { slug } from "../shared/save-file.js";

export const newLine = (text, more = {}) => ({ key: freshKey(), text, ...more });
export const newSection = (title = "", lines = []) => ({ key: freshKey(), title, place: "", lines });

/** The heading that a kept card gives to a section without one, counted from 0. */
const numbered = (at) => String(at + 1);

/** Return a card without lines. */
export const newCard = (title, ruleset) => ({ id: "", title, source: "", ruleset, flowers: "", sections: [newSection()] });

/** Return the card for a form from the server. */
export function ofForm(form) {
  const sections = form.sections.map(({ title, place, lines }, at) =>
    ({ ...newSection(title === numbered(at) ? "" : title, lines.map((line) => newLine(typeof line === "string" ? line : line.line))), place: place ?? "" }));
  return { id: form.id, title: form.title, source: form.source ?? "", ruleset: form.ruleset ?? "", flowers: form.flowers ?? "", comments: form.comments ?? "", sections };
}

/** Return the sections of a pasted card; `look` of a line lists what the player should check. */
export function ofPasted({ sections }) {
  return sections.map((section) => newSection(section.title, section.lines.map((line) =>
    newLine(line.text, { look: line.sure ? null : line.remarks.filter((one) => one.look).map((one) => one.message), source: line.source, strip: line.strip }))));
}

/** Return the form of a card for the server; a card without an id gets one from its title. */
export function toForm(card, untitled) {
  return {
    id: card.id || slug(card.title, "my-card"), title: card.title.trim() || untitled, source: card.source, ruleset: card.ruleset, flowers: card.flowers ?? "", comments: card.comments ?? "",
    sections: card.sections.map(({ title, place, lines }, at) =>
      ({ title: title.trim() || numbered(at), place, lines: lines.map(({ text }) => text) })),
  };
}

/** Return all lines in their order: [{section, at, line, number}]. */
export function lines(card) {
  const found = card.sections.flatMap((one, section) => one.lines.map((line, at) => ({ section, at, line })));
  return found.map((one, number) => ({ ...one, number }));
}

export const find = (card, key) => lines(card).find(({ line }) => line.key === key) ?? null;

/** Change a section. */
export const setSection = (card, at, patch) =>
  ({ ...card, sections: card.sections.map((one, place) => (place === at ? { ...one, ...patch } : one)) });

/** Change a line. */
export function setLine(card, key, patch) {
  const { section } = find(card, key);
  return setSection(card, section, { lines: card.sections[section].lines.map((line) => (line.key === key ? { ...line, ...patch } : line)) });
}

/** Add a line to a section, before line `at` or at its end. */
export function addLine(card, section, line, at = card.sections[section].lines.length) {
  const all = card.sections[section].lines;
  return setSection(card, section, { lines: [...all.slice(0, at), line, ...all.slice(at)] });
}

export function removeLine(card, key) {
  const { section } = find(card, key);
  return setSection(card, section, { lines: card.sections[section].lines.filter((line) => line.key !== key) });
}

/** Move a line before line `at` of a section, counted without the line itself. */
export function placeLine(card, key, section, at) {
  const { line } = find(card, key);
  return addLine(removeLine(card, key), section, line, at);
}

/** Move a line up or down by one, also into the next section. */
export function moveLine(card, key, by) {
  const { section, at } = find(card, key);
  const { lines: own } = card.sections[section];
  if (at + by >= 0 && at + by < own.length) return placeLine(card, key, section, at + by);
  const next = section + by;
  if (next < 0 || next >= card.sections.length) return card;
  return placeLine(card, key, next, by < 0 ? card.sections[next].lines.length : 0);
}

export const addSections = (card, added) => ({ ...card, sections: [...card.sections.filter((one) => one.title || one.lines.length > 0), ...added] });
export const removeSection = (card, at) => ({ ...card, sections: card.sections.filter((_, place) => place !== at) });

export function moveSection(card, at, by) {
  const sections = [...card.sections];
  const [moved] = sections.splice(at, 1);
  sections.splice(Math.min(Math.max(at + by, 0), sections.length), 0, moved);
  return { ...card, sections };
}
