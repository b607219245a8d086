// A line of a card as printed: its groups in the colours of their suits.

import { element } from "../../shared/dom.js";
import { cardsText } from "../../shared/texts.js";
import { places, readLine, suited } from "./line.js";

const LETTERS = { B: "bam", C: "crak", D: "dot", "*": "any" };

function looks(group) {
  if (group.raw) return "raw";
  if (!suited(group)) return "";
  return group.suit ? `suit-${LETTERS[group.suit] ?? group.suit}` : "bare";
}

const shown = (group) => group.sign ?? group.raw ?? `${group.faces}${group.natural ? "!" : ""}`;

/** Return whether a fault touches the characters from `start` to `end` of a line's text. */
const hits = (faults, [start, end]) => faults.some((fault) => fault.start !== null && fault.start !== undefined
  && fault.start < end && fault.start + Math.max(fault.length, 1) > start);

/**
 * Show the groups of a line, and mark those with `faults`. With `onGroup(hand, at)` each group is a button; `cursor`
 * says which one is chosen.
 */
export function groupsOf(text, { faults = [], onGroup = null, cursor = null } = {}) {
  const line = readLine(text);
  const where = places(text);
  return line.hands.flatMap((hand, which) => [
    which > 0 && element("span", { class: "or" }, cardsText.or),
    ...hand.map((group, at) => {
      const wrong = where[which]?.[at] && hits(faults, where[which][at]);
      const chosen = cursor?.hand === which && cursor.at === at;
      const style = ["print", looks(group), wrong && "wrong"].filter(Boolean).join(" ");
      if (!onGroup || group.sign) return element("span", { class: style }, shown(group));
      return element("button", { type: "button", class: style, "data-key": `group-${which}-${at}`, "aria-pressed": String(chosen),
        "aria-label": cardsText.group(group.raw ?? group.faces, suited(group) ? group.suit : null, wrong), onclick: () => onGroup(which, at) }, shown(group));
    })]);
}

/** Show X or C and the value, which stand at the right of a printed line. */
export function worthOf(text) {
  const { kind, value } = readLine(text);
  return element("span", { class: "worth" }, value === null ? cardsText.noValue : cardsText.worth(kind, value));
}

/** Show the rules of a line as a card prints them. */
export function rulesOf(text, suits) {
  const { rules, notes } = readLine(text);
  const said = cardsText.remarks([suits, ...rules, ...notes]);
  return said && element("span", { class: "remark" }, said);
}
