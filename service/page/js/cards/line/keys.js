// The keys of the keypad: each tap is one change of the open line.

import { announce } from "../../shared/dom.js";
import { cardsText } from "../../shared/texts.js";
import { setLine } from "../card-form.js";
import * as edit from "./line.js";
import { opened } from "./open-line.js";
import * as terms from "./terms.js";

/** Return the group at the cursor in words, or that there is none. */
function words(line, { hand, at }) {
  const group = line.hands[hand][at];
  if (!group) return cardsText.nothing;
  return group.faces ? cardsText.heard(edit.facesOf(group), edit.suited(group) ? group.suit : null) : cardsText.sign[group.sign] ?? group.raw;
}

export function keyActions(store) {
  function tap(change) {
    const { key, cursor } = store.state.line;
    const { line, cursor: next } = change(edit.readLine(opened(store).line.text), cursor);
    store.edit(setLine(store.card, key, { text: edit.lineText(line) }), { line: { key, cursor: next }, another: null });
    store.set({ line: { key, cursor: next } });
    return { line, cursor: next };
  }
  const alter = (change) => tap((line, cursor) => ({ line: change(line, cursor), cursor }));
  /** Take in the text of a field; one that goes with the dialog, when another window has changed the draft, changes nothing. */
  const typed = (change) => store.state.line && alter(change);
  // Who does not see the line hears what the key has made of it.
  const heard = ({ line, cursor }) => announce(words(line, cursor));
  const point = (patch) => store.set({ line: { ...store.state.line, cursor: { ...store.state.line.cursor, ...patch } } });
  return {
    press: (face) => heard(tap((line, cursor) => edit.press(line, cursor, face))),
    repeat: (count) => heard(tap((line, cursor) => edit.repeat(line, cursor, count))),
    erase: () => heard(tap(edit.erase)),
    sign: (mark) => heard(tap((line, cursor) => edit.sign(line, cursor, mark))),
    or: () => heard(tap(edit.alternative)),
    paint: (suit) => heard(alter((line, cursor) => edit.paint(line, cursor, suit))),
    natural: (yes) => alter((line, cursor) => edit.setNatural(line, cursor, yes)),
    again: () => heard(tap(edit.again)),
    higher: () => heard(alter(edit.higher)),
    rule: (rule) => alter((line) => terms.toggleRule(line, rule)),
    number: (letter, number) => alter((line) => terms.toggleNumber(line, letter, number)),
    years: (years) => typed((line) => terms.setYears(line, years)),
    note: (note) => alter((line) => terms.toggleNote(line, note)),
    counted: (what, count) => typed((line) => terms.setCounted(line, what, count)),
    words: (words) => typed((line) => ({ ...line, title: words.replaceAll(":", " ").replace(/\s+/g, " ").trim() })),
    kind: (kind) => alter((line) => ({ ...line, kind })),
    value: (value) => {
      const { line } = alter((before) => ({ ...before, value }));
      announce(cardsText.worth(line.kind, line.value));
    },
    gap: () => point({ gap: !store.state.line.cursor.gap, join: false }),
    join: () => point({ join: !store.state.line.cursor.join, gap: false }),
    choose: (hand, at) => store.set({ line: { ...store.state.line, cursor: { hand, at, gap: false } } }),
  };
}
