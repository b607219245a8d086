// A hand as people name it: its section, its line as the card prints it with its colours, and its tiles.

import { element } from "../shared/dom.js";
import { handName, isUnheaded, lineText, verdictText } from "../shared/texts.js";
import { face } from "../rack/tile-face.js";

const COLOURS = { a: "suit-a", b: "suit-b", c: "suit-c", B: "suit-bam", C: "suit-crak", D: "suit-dot" };

/** Show the line of a card, each group in the colour of its suit, with notes on the line's rules beneath. */
export function printedLine({ line, rules }) {
  if (!line) return null;
  const notes = lineText.notes(rules, line.some(({ suit }) => suit === "*"));
  return [
    element("p", { class: "line", role: "img", "aria-label": lineText.spoken(line) }, line.map(({ text, suit }) =>
      element("span", { class: COLOURS[suit] ?? "" }, text, "BCD".includes(suit) && suit && element("small", {}, lineText.suits[suit])))),
    notes && element("small", { class: "line-notes" }, notes)];
}

/** Show a tile of a hand: under a joker the tile that it stands for, for a missing tile an empty place. */
function tile(label, stands) {
  if (label === null) {
    return element("li", { class: "missing" }, face(stands, { name: verdictText.missing(stands) }));
  }
  const wild = label !== stands && stands !== undefined;
  return element("li", { class: wild ? "stands" : "" },
    face(label, { hidden: wild }),
    wild && element("small", { "aria-hidden": "true" }, verdictText.standsFor(stands)),
    wild && element("span", { class: "unseen" }, verdictText.joker(label, stands)));
}

/** Show one group of a hand. */
function group(part) {
  const stands = String(part.as ?? "").split(" ").filter(Boolean);
  const at = (nth) => (stands.length > 1 ? stands[nth] : stands[0]);
  return element("li", { class: `group ${part.exposed ? "exposed" : ""}` },
    element("ul", { class: "faces", "aria-label": part.exposed ? verdictText.exposedGroup : verdictText.group },
      part.tiles.map((label, nth) => tile(label, at(nth)))),
    part.exposed && element("small", {}, verdictText.exposed));
}

/** Show the tiles of a hand, group by group. */
export function handTiles(groups) {
  return groups?.length > 0 && element("ul", { class: "groups" }, groups.map(group));
}

/** Show a hand's name, if that is not its line, and its printed line; `more` stands beside the name. */
export function handHead(found, more) {
  return [
    element("p", { class: "row between" }, !isUnheaded(found) && element("strong", {}, handName(found)), more),
    printedLine(found)];
}
