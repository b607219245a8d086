// The dialog that edits one line of a card: the line as printed, its meaning, and the keypad.

import { button, dialogHead, field } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { face } from "../../rack/tile-face.js";
import { cardsText, pageText, sentence } from "../../shared/texts.js";
import { find, moveLine } from "../card-form.js";
import { foundOf } from "../checking.js";
import { unstored } from "../said.js";
import { trial } from "../trial.js";
import { keypad } from "./keypad.js";
import { readLine } from "./line.js";
import { groupsOf, rulesOf, worthOf } from "./printed-line.js";

const LEVELS = { note: "fine", warning: "note warn", error: "note bad" };
const SMALL = { class: "plain small" };

/** Draw a hand as tiles, group by group. */
const drawn = (groups) => element("div", { class: "drawn", role: "img", "aria-label": cardsText.drawn(groups) },
  groups.map(({ tiles }) => element("span", {}, tiles.map((tile) => face(tile, { hidden: true })))));

const faultItem = (fault, mend) => element("li", { class: LEVELS[fault.level] ?? LEVELS.error },
  element("p", {}, sentence(fault.message)),
  fault.mend && button(`mend-${fault.code}-${fault.start}`, cardsText.mend(fault.mend.say), () => mend(fault.mend), { class: "small" }));

function meaning(found, state, actions) {
  if (!found) return element("p", { class: "fine", "data-key": "meaning" }, cardsText.checking);
  return element("div", { class: "meaning", "data-key": "meaning" },
    found.hands.map((hand) => [
      element("p", { "data-key": `words-${hand.number}` }, hand.words),
      hand.example && drawn(state.another?.[hand.number] ?? hand.example),
      element("div", { class: "row between" }, element("span", { class: "fine" }, cardsText.concrete(hand.concrete)),
        hand.example && hand.concrete > 1 && button(`another-${hand.number}`, cardsText.anotherHand, () => actions.another(hand.number), SMALL))]),
    found.faults.length > 0 && element("ul", { class: "faults" }, found.faults.map((fault) => faultItem(fault, actions.mend))));
}

/** Return the view of the dialog. */
export function lineView(actions) {
  return (state) => {
    const card = state.drafts[state.open]?.card;
    const at = card && state.line && find(card, state.line.key);
    if (!at) return null;
    const { text, look, source, strip } = at.line;
    const { cursor } = state.line;
    const found = foundOf(state.report, card, at.line.key);
    const empty = readLine(text).hands.flat().length === 0;
    const suits = found?.hands[0]?.suits;
    return [
      dialogHead("line-title", cardsText.lineTitle(at.number + 1, card.sections[at.section].title), actions.close),
      element("div", { class: "line-top" },
        unstored(state),
        element("div", { class: "line-now", role: "group", "aria-label": cardsText.lineNow },
          groupsOf(text, { faults: found?.faults, onGroup: actions.choose, cursor }),
          empty && element("span", { class: "fine" }, cardsText.empty),
          element("span", { class: "tail" }, rulesOf(text, suits), worthOf(text))),
        strip && element("img", { src: strip, alt: cardsText.stripAlt, class: "strip", "data-key": "strip" }),
        look && element("div", { class: "note warn look" },
          source && element("p", {}, strip ? cardsText.readAs(source) : cardsText.pasted(source)),
          element("ul", {}, look.map((one) => element("li", {}, sentence(one))))),
        !empty && meaning(found, state, actions),
        element("div", { class: "row" },
          button("line-up", "↑", actions.up, { ...SMALL, "aria-label": cardsText.lineUp, disabled: moveLine(card, at.line.key, -1) === card }),
          button("line-down", "↓", actions.down, { ...SMALL, "aria-label": cardsText.lineDown, disabled: moveLine(card, at.line.key, 1) === card }),
          button("line-copy", cardsText.copy, actions.copy, SMALL),
          button("line-remove", cardsText.remove, actions.remove, { class: "plain small danger" })),
        element("details", { "data-key": "typed" }, element("summary", {}, cardsText.typeIt),
          field(cardsText.typed, "typed-line", text, actions.typed, { spellcheck: "false", autocapitalize: "none" })),
        trial("try", cardsText.tryRack, state.trial?.line === state.line.key && state.trial, actions.tryRack)),
      element("div", { class: "line-keys" },
        keypad(text, cursor, actions),
        element("div", { class: "row between" },
          button("line-undo", pageText.undo, actions.undo, { ...SMALL, disabled: state.past.length === 0 }),
          look ? button("looked", cardsText.looked, actions.looked, { class: "small grow" })
            : button("line-next", cardsText.nextLine, actions.next, { class: "small grow" }),
          button("line-done", pageText.done, actions.close, { class: "main small grow" }))),
    ];
  };
}
