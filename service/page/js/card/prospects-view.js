// What a rack that does not win may still become: the hands that the tiles on the table leave possible, nearest first.

import { alert, busy, button, field, heading } from "../shared/controls.js";
import { withoutCard } from "../shared/claim.js";
import { element } from "../shared/dom.js";
import { prospectsText, reasonText, verdictText } from "../shared/texts.js";
import { unsure } from "../rack/rack.js";
import { near } from "./verdict-view.js";

const SHOWN = 5; // hands; the others are folded away

/** Whether the rack is one to ask this of: read to the last tile, judged by a card, and no winner. */
export function hasProspects(state) {
  const { tiles, card, verdict } = state;
  return Boolean(tiles?.length && card && !withoutCard(state) && !unsure(tiles).length
    && verdict && !verdict.error && verdict.win === false);
}

const hands = (list) => element("ul", { class: "near" }, list.map(near));

function answer({ dead, reasons, possible }) {
  if (dead) {
    return [element("p", { class: "note warn", role: "status" }, prospectsText.dead),
      element("ul", { class: "reasons" }, reasons.map((reason) => element("li", {}, reasonText(reason, []))))];
  }
  const more = possible.slice(SHOWN);
  return [
    element("p", { role: "status" }, prospectsText.possible(possible.length)),
    hands(possible.slice(0, SHOWN)),
    more.length > 0 && element("details", { "data-key": "prospects-more" },
      element("summary", { "data-key": "prospects-summary" }, prospectsText.more(more.length)), hands(more)),
  ];
}

/** `actions`: set({outOfPlay}). */
export function prospectsView(actions) {
  return (state) => {
    if (!hasProspects(state)) return null;
    const { outOfPlay, prospects } = state;
    return [
      heading("prospects-title", prospectsText.title),
      field(prospectsText.field, "out-of-play", outOfPlay, (text) => actions.set({ outOfPlay: text }),
        { autocapitalize: "characters", maxlength: "600", placeholder: "4B 4B 7D N F" }),
      outOfPlay === null && button("prospects", prospectsText.ask, () => actions.set({ outOfPlay: "" }), { class: "wide" }),
      outOfPlay !== null && !prospects && busy(verdictText.reading),
      alert(prospects?.error?.message),
      prospects?.prospects && answer(prospects.prospects),
    ];
  };
}
