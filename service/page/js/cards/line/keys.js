// The keys of the keypad: each tap is one change of the open line.

import { setLine } from "../card-form.js";
import * as edit from "./line.js";
import { opened } from "./open-line.js";
import * as terms from "./terms.js";

export function keyActions(store) {
  function tap(change) {
    const { key, cursor } = store.state.line;
    const { line, cursor: next } = change(edit.readLine(opened(store).line.text), cursor);
    store.edit(setLine(store.card, key, { text: edit.lineText(line) }), { line: { key, cursor: next }, another: null, trial: null });
    store.set({ line: { key, cursor: next } });
  }
  const alter = (change) => tap((line, cursor) => ({ line: change(line, cursor), cursor }));
  const point = (patch) => store.set({ line: { ...store.state.line, cursor: { ...store.state.line.cursor, ...patch } } });
  return {
    press: (face) => tap((line, cursor) => edit.press(line, cursor, face)),
    repeat: (count) => tap((line, cursor) => edit.repeat(line, cursor, count)),
    erase: () => tap(edit.erase),
    sign: (mark) => tap((line, cursor) => edit.sign(line, cursor, mark)),
    or: () => tap(edit.alternative),
    paint: (suit) => alter((line, cursor) => edit.paint(line, cursor, suit)),
    natural: (yes) => alter((line, cursor) => edit.setNatural(line, cursor, yes)),
    again: () => tap(edit.again),
    higher: () => alter(edit.higher),
    rule: (rule) => alter((line) => terms.toggleRule(line, rule)),
    number: (letter, number) => alter((line) => terms.toggleNumber(line, letter, number)),
    years: (years) => alter((line) => terms.setYears(line, years)),
    note: (note) => alter((line) => terms.toggleNote(line, note)),
    counted: (what, count) => alter((line) => terms.setCounted(line, what, count)),
    words: (words) => alter((line) => ({ ...line, title: words.replaceAll(":", " ").replace(/\s+/g, " ").trim() })),
    kind: (kind) => alter((line) => ({ ...line, kind })),
    value: (value) => alter((line) => ({ ...line, value })),
    gap: () => point({ gap: !store.state.line.cursor.gap, join: false }),
    join: () => point({ join: !store.state.line.cursor.join, gap: false }),
    choose: (hand, at) => store.set({ line: { ...store.state.line, cursor: { hand, at, gap: false } } }),
  };
}
