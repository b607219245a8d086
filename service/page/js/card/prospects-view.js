// What a rack that does not win may still become: the hands that the tiles on the table leave possible, nearest first.

import { h } from "../shared/dom.js";
import { withoutCard } from "./cardless.js";
import { unsure } from "../rack/rack.js";
import { near } from "./verdict-view.js";

const SHOWN = 5; // hands; the others are folded away

/** Whether the rack is one to ask this of: read to the last tile, judged by a card, and no winner. */
export function hasProspects(state) {
  const { tiles, card, verdict } = state;
  return Boolean(tiles?.length && card && !withoutCard(state) && !unsure(tiles).length
    && verdict && !verdict.error && !verdict.either && !verdict.win);
}

function answer({ dead, reasons, possible }) {
  if (dead) {
    return [h("p", { class: "note warn", role: "status" }, "This hand is dead: no hand of the card can be made of it any more."),
      h("ul", { class: "reasons" }, reasons.map((reason) => h("li", {}, reason)))];
  }
  const more = possible.slice(SHOWN);
  return [
    h("p", { role: "status" }, `${possible.length} ${possible.length === 1 ? "hand is" : "hands are"} still possible, nearest first.`),
    h("ul", { class: "near" }, possible.slice(0, SHOWN).map(near)),
    more.length > 0 && h("details", { "data-key": "prospects-more" },
      h("summary", { "data-key": "prospects-summary" }, `${more.length} more`),
      h("ul", { class: "near" }, more.map(near))),
  ];
}

/** `actions`: set({outOfPlay}). */
export function prospectsView(actions) {
  return (state) => {
    if (!hasProspects(state)) return null;
    const { outOfPlay, prospects } = state;
    return [
      h("h2", { id: "prospects-title" }, "What it may still become"),
      h("label", { class: "field" }, "Tiles out of play: discards, and what others have exposed",
        h("input", { type: "text", "data-key": "out-of-play", autocomplete: "off", autocapitalize: "characters", maxlength: "600",
          placeholder: "4B 4B 7D N F", value: outOfPlay ?? "", onchange: (event) => actions.set({ outOfPlay: event.target.value.trim() }) })),
      outOfPlay === null && h("button", { type: "button", class: "wide", "data-key": "prospects",
        onclick: () => actions.set({ outOfPlay: "" }) }, "Which hands are still possible?"),
      outOfPlay !== null && !prospects && h("p", { class: "busy" }, "Reading the card …"),
      prospects?.error && h("p", { class: "note bad", role: "alert" }, prospects.error.message),
      prospects?.prospects && answer(prospects.prospects),
    ];
  };
}
